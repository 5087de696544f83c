/* Made-up data for the examples. */
#ifndef DPCVX_EXAMPLE_MADE_UP_H
#define DPCVX_EXAMPLE_MADE_UP_H

#include <stdint.h>

/* Returns a made-up number between -1 and 1, the same in each run. Noise for privacy never comes from here. */
static double made_up(void) {
  static uint64_t state = 88172645463325252u;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 33) / 1073741824.0 - 1;
}

#endif
