#include "optimize/minimizer.h"

#include <algorithm>

namespace dpcvx::optimize {

dpcvx_status Minimizer::prepare(const model::Objective &objective, double extra, Error &error) {
  const size_t d = static_cast<size_t>(objective.dimension());
  DPCVX_TRY(problem_.prepare(objective, extra, error));
  newton_applies_ = Newton::applies(objective);
  if (newton_applies_) DPCVX_TRY(newton_.prepare(problem_, error));
  DPCVX_TRY(accelerated_.prepare(problem_, error));
  if (!gradient_.allocate(d) || !away_.allocate(d) || !nearest_.allocate(d) || !start_.allocate(d))
    return error.nomem("a minimiser");
  return DPCVX_OK;
}

void Minimizer::search(double tolerance, Meter &meter, double *w, Certificate *best) {
  if (newton_applies_) newton_.run(problem_, tolerance, meter, w, best);
  if (best->measure(problem_.convexity() > 0) > tolerance) accelerated_.run(problem_, tolerance, meter, w, best);
}

// Besides what the search proved: the gap at w, where one pass is left for it.
void Minimizer::finish(Meter &meter, const double *w, Certificate *best) {
  const double mu = problem_.convexity();
  if (!(mu > 0) || std::isfinite(best->gap) || !meter.take(1)) return;
  problem_.value(w, gradient_.data());
  for (size_t j = 0; j < away_.size(); ++j) away_[j] = w[j] - gradient_[j] / mu;
  problem_.project(away_.data(), nearest_.data());
  best->gap = model_gap(problem_, mu, w, away_.data(), nearest_.data(), problem_.gradient_error(w, gradient_.data()));
  best->distance = std::min(best->distance, distance_of_gap(best->gap, mu));
}

Reached Minimizer::minimize(const double *tilt, double tolerance, int64_t most_passes, Watch &watch, double *w) {
  problem_.set_tilt(tilt);
  problem_.project(w, w);
  Meter meter(most_passes, watch);
  Reached reached;
  search(tolerance, meter, w, &reached.certificate);
  const bool done = reached.certificate.measure(problem_.convexity() > 0) <= tolerance;
  finish(meter, w, &reached.certificate);
  reached.passes = meter.done();
  reached.outcome = done ? DPCVX_OUTCOME_DONE : meter.cancelled() ? DPCVX_OUTCOME_CANCELLED : DPCVX_OUTCOME_WORK_LIMIT;
  return reached;
}

Reached Minimizer::reach(const double *tilt, double tolerance, Watch &watch, double *w) {
  const double most_tilt = tilt == nullptr ? 0 : norm_above(tilt, problem_.dimension());
  const Promise public_part = promise(problem_.objective(), problem_.extra(), most_tilt, tolerance);
  const double most = std::min(4 * public_part.passes + 1000, 0x1p60);
  Reached reached = minimize(tilt, tolerance, static_cast<int64_t>(most), watch, w);
  if (reached.outcome != DPCVX_OUTCOME_WORK_LIMIT || !public_part.holds) return reached;
  std::fill(start_.begin(), start_.end(), 0.0);
  problem_.project(start_.data(), start_.data());
  const int64_t steps = static_cast<int64_t>(std::min(public_part.descent_passes, 0x1p60));
  if (!accelerated_.descend(problem_, steps, watch, start_.data())) {
    reached.outcome = DPCVX_OUTCOME_CANCELLED;
    return reached;
  }
  std::copy(start_.begin(), start_.end(), w);
  reached.passes += steps;
  reached.outcome = DPCVX_OUTCOME_DONE;
  reached.certificate = {INFINITY, tolerance, INFINITY};
  return reached;
}

}  // namespace dpcvx::optimize
