// Whether tests run at full length, as `make audit` asks: DPCVX_AUDIT=1. Empty, 0 and unset mean the usual length.
#ifndef DPCVX_TESTS_SUPPORT_LONG_AUDITS_H_
#define DPCVX_TESTS_SUPPORT_LONG_AUDITS_H_

#include <cstdlib>

inline bool long_audits() {
  const char *const set = std::getenv("DPCVX_AUDIT");
  return set != nullptr && set[0] == '1';
}

#endif
