#include "solve/core/proposal.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace dpcvx::solve {

dpcvx_status Proposal::refuse(const char *format, ...) {
  applies = false;
  predicted_risk = INFINITY;
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(reason, sizeof(reason), format, arguments);
  va_end(arguments);
  return DPCVX_OK;
}

dpcvx_status Proposal::refuse(const dpcvx_error &cause) {
  const char *const text = std::strstr(cause.message, ": ");  // behind the function's name
  return refuse("%s", text != nullptr ? text + 2 : cause.message);
}

dpcvx_status Proposal::refuse_without(const char *setting, const char *why) {
  opened_by = setting;
  return refuse("%s", why);
}

}  // namespace dpcvx::solve
