// Finds the parameter of a plan that just keeps (epsilon, delta). The plan is any function from the parameter to a
// curve.
#ifndef DPCVX_PRIVACY_ACCOUNTANT_CALIBRATE_PLAN_H_
#define DPCVX_PRIVACY_ACCOUNTANT_CALIBRATE_PLAN_H_

#include "base/function_ref.h"
#include "base/status.h"
#include "privacy/curve/curve.h"

namespace dpcvx::privacy {

struct PlanTarget {
  double best, safe;  // the parameter lies between them
  bool whole;         // whole numbers only
  double epsilon, delta;
};

constexpr int kMaxPlans = 200;  // that are tried
constexpr double kPlanTolerance = 1e-4;

// Computes a parameter at which the plan was found to keep the target. Towards `best` there is one within the tolerance
// that does not, unless it is `best` itself. Fails with DPCVX_ERR_UNSUPPORTED where `safe` does not keep the target.
dpcvx_status calibrate_plan(FunctionRef<dpcvx_status(double parameter, Curve *curve)> plan, const PlanTarget &target,
                            double *parameter, Error &error);

}  // namespace dpcvx::privacy

#endif
