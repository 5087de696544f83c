/* dpcvx: differentially private convex optimization. This header includes all the others. */
#ifndef DPCVX_H
#define DPCVX_H

#include <dpcvx/base.h>
#include <dpcvx/random.h>
#include <dpcvx/privacy.h>
#include <dpcvx/accountant.h>
#include <dpcvx/mechanism.h>
#include <dpcvx/data.h>
#include <dpcvx/model.h>
#include <dpcvx/optimize.h>
#include <dpcvx/sample.h>
#include <dpcvx/solve.h>
#include <dpcvx/simple.h>
#include <dpcvx/evaluation.h>
#include <dpcvx/selection.h>
#include <dpcvx/distributed.h>
#include <dpcvx/estimate.h>
#include <dpcvx/covariance.h>
#include <dpcvx/local.h>
#include <dpcvx/hypothesis.h>
#include <dpcvx/audit.h>
#include <dpcvx/reference.h>

#endif
