#include "dpcvx/base.h"

#define DPCVX_TEXT_OF_(x) #x
#define DPCVX_TEXT_OF(x) DPCVX_TEXT_OF_(x)

#ifdef __cpp_exceptions
#error "build dpcvx with -fno-exceptions: the archive carries no unwinder"
#endif
#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__ || __FLT_EVAL_METHOD__ == 2
#error "build dpcvx without -ffast-math and -mfpmath=387: proofs of rounding hold for IEEE double arithmetic"
#endif

const char *dpcvx_version(void) {
  return DPCVX_TEXT_OF(DPCVX_VERSION_MAJOR) "." DPCVX_TEXT_OF(DPCVX_VERSION_MINOR) "." DPCVX_TEXT_OF(
      DPCVX_VERSION_PATCH);
}

const char *dpcvx_status_name(dpcvx_status status) {
  switch (status) {
#define DPCVX_NAME(code) \
  case code:             \
    return #code
    DPCVX_NAME(DPCVX_OK);
    DPCVX_NAME(DPCVX_ERR_ARGUMENT);
    DPCVX_NAME(DPCVX_ERR_NOMEM);
    DPCVX_NAME(DPCVX_ERR_BUDGET);
    DPCVX_NAME(DPCVX_ERR_ENTROPY);
    DPCVX_NAME(DPCVX_ERR_NUMERIC);
    DPCVX_NAME(DPCVX_ERR_STATE);
    DPCVX_NAME(DPCVX_ERR_UNSUPPORTED);
    DPCVX_NAME(DPCVX_ERR_CALLBACK);
    DPCVX_NAME(DPCVX_ERR_CAPACITY);
    DPCVX_NAME(DPCVX_ERR_THREAD);
    DPCVX_NAME(DPCVX_ERR_FILE);
    DPCVX_NAME(DPCVX_ERR_LEDGER_LOCKED);
    DPCVX_NAME(DPCVX_ERR_LEDGER_STALE);
    DPCVX_NAME(DPCVX_ERR_LEDGER_DAMAGED);
    DPCVX_NAME(DPCVX_ERR_CANCELLED);
#undef DPCVX_NAME
  }
  return "unknown status";
}
