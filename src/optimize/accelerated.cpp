#include "optimize/accelerated.h"

#include <algorithm>

#include "base/error.h"

namespace dpcvx::optimize {

dpcvx_status Accelerated::prepare(const Problem &problem, Error &error) {
  const size_t d = static_cast<size_t>(problem.dimension());
  if (!point_.allocate(d) || !ahead_.allocate(d) || !next_.allocate(d) || !gradient_.allocate(d))
    return error.nomem("accelerated gradient steps");
  return DPCVX_OK;
}

// next = P(from - gradient / L), with the l1 penalty's proximal step before P
void Accelerated::step(Problem &problem, const double *from) {
  problem.value(from, gradient_.data());
  const double smoothness = problem.smoothness();
  for (size_t j = 0; j < next_.size(); ++j) next_[j] = from[j] - gradient_[j] / smoothness;
  problem.proximal(1 / smoothness, next_.data());
}

// Nesterov's method in the form of Beck and Teboulle (2009), with the constant momentum of strong convexity where that
// is smaller, and restarted where the step turns against the way so far (O'Donoghue and Candes 2015).
void Accelerated::run(Problem &problem, double tolerance, PassCounter &meter, double *w, Certificate *best) {
  const int64_t d = problem.dimension();
  const bool strong = problem.convexity() > 0;
  const double root = std::sqrt(problem.convexity() / problem.smoothness());
  const double max_momentum = (1 - root) / (1 + root);
  constexpr int64_t kPatience = 100;
  double age = 1;
  int64_t idle = 0;
  std::copy(w, w + d, point_.data());
  std::copy(w, w + d, ahead_.data());
  while (!(best->measure(strong) <= tolerance) && idle < kPatience && meter.take(1)) {
    step(problem, ahead_.data());
    const Certificate reached = certify_step(problem, ahead_.data(), gradient_.data(), next_.data());
    if (reached.measure(strong) < best->measure(strong)) {
      if (reached.measure(strong) < 0.9 * best->measure(strong)) idle = 0;
      *best = reached;
      std::copy(next_.begin(), next_.end(), w);
    }
    if (reached.rounding) ++idle;
    double against = 0;
    for (size_t j = 0; j < next_.size(); ++j) against += (ahead_[j] - next_[j]) * (next_[j] - point_[j]);
    if (against > 0) age = 1;
    const double older = 0.5 * (1 + std::sqrt(1 + 4 * age * age));
    const double momentum = against > 0 ? 0 : std::min(max_momentum, (age - 1) / older);
    age = older;
    for (size_t j = 0; j < next_.size(); ++j) {
      ahead_[j] = next_[j] + momentum * (next_[j] - point_[j]);
      point_[j] = next_[j];
    }
  }
}

bool Accelerated::descend(Problem &problem, int64_t steps, ProgressMonitor &watch, double *w) {
  watch.begin(steps);
  for (int64_t k = 0; k < steps; ++k) {
    if (!watch.should_continue(k)) return false;
    step(problem, w);
    std::copy(next_.begin(), next_.end(), w);
  }
  return true;
}

}  // namespace dpcvx::optimize
