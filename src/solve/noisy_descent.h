// Noisy full-batch gradient descent with heavy ball, projection and tail averaging. What leaves is a function of the
// noisy gradient sums alone, so the privacy is theirs (PROOFS.md).
#ifndef DPCVX_SOLVE_NOISY_DESCENT_H_
#define DPCVX_SOLVE_NOISY_DESCENT_H_

#include "base/arena.h"
#include "mechanism/noise.h"
#include "model/objective.h"
#include "random/rng.h"
#include "solve/descent_plan.h"

namespace dpcvx::solve {

class NoisyDescent {
 public:
  // Takes all memory. The objective must outlive this.
  dpcvx_status prepare(const model::Objective &objective, const DescentPlan &plan, Error &error);

  // Reads the data; cannot fail. `noise` is for one gradient sum; the rng has been prepared. Writes `dimension`
  // entries, all finite.
  void run(random::Rng &rng, const mechanism::NoisePlan &noise, double *out);

 private:
  void step();
  void project();

  const model::Objective *objective_ = nullptr;
  DescentPlan plan_{};
  size_t d_ = 0;
  Arena arena_;
  model::SumWork work_;
  double *point_ = nullptr, *velocity_ = nullptr, *gradient_ = nullptr;
};

}  // namespace dpcvx::solve

#endif
