// A private model: the coefficients, how rows are prepared for them, and the guarantee they came with.
#ifndef DPCVX_SOLVE_FIT_H_
#define DPCVX_SOLVE_FIT_H_

#include "base/buffer.h"
#include "base/text.h"
#include "mechanism/release.h"
#include "model/objective.h"
#include "solve/descent_plan.h"

namespace dpcvx::solve {

struct Fit {
  Fit() = default;
  Fit(const Fit &) = delete;
  Fit &operator=(const Fit &) = delete;

  Buffer<double> coefficients;
  model::RowMap rows;
  DescentPlan plan{};
  double noise = 0;  // standard deviation in each coordinate of each average gradient
  privacy::Guarantee guarantee;

  void write_json(Text &text) const;
};

// Noisy gradient descent on an objective, as one release, whose record is fit->guarantee: everything that can
// fail comes before the charge, the charge before the data are read.
dpcvx_status fit_by_noisy_descent(const model::Objective &objective, mechanism::Release &release,
                                  const DescentSettings &settings, Fit *fit);

}  // namespace dpcvx::solve

#endif
