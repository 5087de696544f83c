#include "base/handle.h"

#include "base/error.h"

namespace dpcvx {

dpcvx_status check_tag(const char *name, const HandleTag *tag, const HandleType &type, Error &error) {
  if (tag == nullptr) return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = NULL; accepted: a %s", name, type.name);
  if (tag->value != type.tag)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = a pointer to something else; accepted: a live %s", name,
                      type.name);
  return DPCVX_OK;
}

dpcvx_status no_output(const char *name, Error &error) {
  return error.argument(name, "NULL", "the address of a handle");
}

}  // namespace dpcvx
