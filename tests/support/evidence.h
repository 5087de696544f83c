// Figures by which a capability is judged. A test prints them as it runs; `make evidence` collects the lines.
#ifndef DPCVX_TESTS_SUPPORT_EVIDENCE_H_
#define DPCVX_TESTS_SUPPORT_EVIDENCE_H_

#include <cstdarg>
#include <cstdio>

// One line, "evidence: <topic>: <text>".
inline void evidence(const char *topic, const char *format, ...) __attribute__((format(printf, 2, 3)));
inline void evidence(const char *topic, const char *format, ...) {
  std::printf("evidence: %s: ", topic);
  va_list arguments;
  va_start(arguments, format);
  std::vprintf(format, arguments);
  va_end(arguments);
  std::printf("\n");
  std::fflush(stdout);
}

#endif
