// Fits of a solver for audits: one plan for each side, many runs.
#ifndef DPCVX_TESTS_AUDIT_PLANNED_H_
#define DPCVX_TESTS_AUDIT_PLANNED_H_

#include "subject.h"

class PlannedFits {
 public:
  PlannedFits(Subject &subject, int32_t method, dpcvx_objective *const objectives[2], const dpcvx_options *options)
      : subject_(subject) {
    for (int side = 0; side < 2; ++side)
      expect_ok(dpcvx_plan_create(subject.budget(), subject.price(), objectives[side], method, options, &plans_[side],
                                  &error_),
                error_);
  }
  PlannedFits(const PlannedFits &) = delete;
  PlannedFits &operator=(const PlannedFits &) = delete;
  ~PlannedFits() {
    for (dpcvx_plan *plan : plans_) dpcvx_plan_destroy(plan);
  }

  // The coefficient w[index] of a fresh fit with `dimension` coefficients, at most 8.
  double coefficient(int side, int64_t index, int64_t dimension) {
    double w[8] = {NAN};
    dpcvx_fit *fit = nullptr;
    expect_ok(dpcvx_fit_create(subject_.budget(), subject_.rng(), plans_[side], nullptr, nullptr, nullptr, &fit, &error_),
              error_);
    expect_ok(dpcvx_fit_coefficients(fit, w, dimension, &error_), error_);
    dpcvx_fit_destroy(fit);
    return w[index];
  }
  const dpcvx_plan *plan(int side) const { return plans_[side]; }

 private:
  Subject &subject_;
  dpcvx_error error_{};
  dpcvx_plan *plans_[2] = {nullptr, nullptr};
};

#endif
