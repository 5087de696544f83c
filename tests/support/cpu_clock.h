// CPU time of this process, all its threads together. What others do on the machine does not count.
#ifndef DPCVX_TESTS_SUPPORT_CPU_CLOCK_H_
#define DPCVX_TESTS_SUPPORT_CPU_CLOCK_H_

#include <ctime>

inline double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

#endif
