/* What the examples share: the check of every call. */
#ifndef DPCVX_EXAMPLE_H
#define DPCVX_EXAMPLE_H

#include <dpcvx.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Every call of the library returns a status and fills in an error: here a failure ends the program. */
static dpcvx_error err;
static void check(dpcvx_status status) {
  if (status == DPCVX_OK) return;
  fprintf(stderr, "%s: %s\n", dpcvx_status_name(status), err.message);
  exit(1);
}

#endif
