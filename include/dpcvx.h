/* dpcvx: differentially private convex optimization. This header includes all the others. */
#ifndef DPCVX_H
#define DPCVX_H

#include <dpcvx/base.h>
#include <dpcvx/random.h>
#include <dpcvx/privacy.h>

#endif
