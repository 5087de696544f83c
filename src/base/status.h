// What a function needs that only hands failures and texts on: the status, DPCVX_TRY, and the names of Error, Text and
// JsonWriter. Headers include this one; a source that fails or writes itself includes base/error.h or base/text.h.
#ifndef DPCVX_BASE_STATUS_H_
#define DPCVX_BASE_STATUS_H_

#include "dpcvx/base.h"

// Has the compiler check the values behind a format. On Windows g++ would take the format for one of Microsoft's.
#if defined(_WIN32) && !defined(__clang__)
#define DPCVX_FORMATS(text, values) __attribute__((format(gnu_printf, text, values)))
#else
#define DPCVX_FORMATS(text, values) __attribute__((format(printf, text, values)))
#endif

#define DPCVX_TRY(call)                              \
  do {                                               \
    const dpcvx_status try_status_ = (call);         \
    if (try_status_ != DPCVX_OK) return try_status_; \
  } while (0)

namespace dpcvx {

class Error;
class JsonWriter;
class Text;

// DPCVX_ERR_NOMEM: "no memory for <what>". For templates; elsewhere it is error.nomem(what).
dpcvx_status no_memory_for(const char *what, Error &error);

}  // namespace dpcvx

#endif
