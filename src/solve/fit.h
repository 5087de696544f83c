// A private model: the coefficients, how rows are prepared for them, and the guarantee they came with.
#ifndef DPCVX_SOLVE_FIT_H_
#define DPCVX_SOLVE_FIT_H_

#include "base/buffer.h"
#include "base/text.h"
#include "solve/plan.h"

namespace dpcvx::solve {

struct Fit {
  Fit() = default;
  Fit(const Fit &) = delete;
  Fit &operator=(const Fit &) = delete;

  Buffer<double> coefficients;
  model::RowMap rows;
  Figures figures;  // of the plan
  Outcome outcome;
  privacy::Guarantee guarantee;

  // Takes over what the plan says, and the memory of the coefficients.
  dpcvx_status prepare(const Plan &plan, Error &error);
  void write_json(Text &text) const;
};

}  // namespace dpcvx::solve

#endif
