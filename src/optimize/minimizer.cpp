#include "base/error.h"
#include "numeric/margins.h"
#include "optimize/minimizer.h"

#include <algorithm>

namespace dpcvx::optimize {

dpcvx_status Minimizer::prepare(const model::Objective &objective, double extra, Error &error) {
  const size_t d = static_cast<size_t>(objective.dimension());
  DPCVX_TRY(problem_.prepare(objective, extra, error));
  smooth_ = std::isfinite(problem_.smoothness());
  const bool plain = !objective.has_l1();  // quasi-Newton and accelerated steps alone take a penalty
  by_newton_ = plain && Newton::applies(objective);
  by_dual_ = plain && DualAscent::applies(objective) && (strong() || !smooth_);
  by_bundle_ = plain && !smooth_ && (!by_dual_ || std::isfinite(objective.lipschitz()));
  if (by_newton_) DPCVX_TRY(newton_.prepare(problem_, error));
  if (by_dual_) DPCVX_TRY(dual_.prepare(problem_, error));
  if (by_bundle_) DPCVX_TRY(bundle_.prepare(problem_, error));
  if (smooth_) DPCVX_TRY(quasi_newton_.prepare(problem_, error));
  if (smooth_) DPCVX_TRY(accelerated_.prepare(problem_, error));
  if (!gradient_.allocate(d) || !away_.allocate(d) || !nearest_.allocate(d) || !centre_.allocate(d) ||
      !linear_term_.allocate(d))
    return error.nomem("a minimiser");
  return DPCVX_OK;
}

void Minimizer::search(double tolerance, PassCounter &meter, double *w, Certificate *best) {
  if (smooth_)
    search_smooth(tolerance, meter, w, best);
  else if (strong())
    search_corners(tolerance, meter, w, best);
  else
    search_proximal(tolerance, meter, w, best);
}

// Newton's method first where a Hessian costs about as much as a pass: in few dimensions, without a border. Else the
// quasi-Newton method, which needs the fewest passes unless the problem is badly conditioned or nearly has corners;
// then Newton's method and dual ascent are better, so that it makes few attempts where they apply. Dual ascent as long
// as its passes, of the order of L / (kappa n), are fewer than those of accelerated steps, sqrt(L / kappa), or no more
// than as many. Last the accelerated steps, whose number of passes is promised: at least a quarter of all is left to
// them.
void Minimizer::search_smooth(double tolerance, PassCounter &meter, double *w, Certificate *best) {
  constexpr int64_t kFewDimensions = 32;
  const int64_t d = problem_.dimension(), half = meter.left() / 2;
  const bool few = d <= kFewDimensions && problem_.objective().domain() == nullptr;
  if (by_newton_ && few) newton_.run(problem_, tolerance, meter, w, best);
  if (met(*best, tolerance)) return;
  const int64_t attempts = by_newton_ || by_dual_ ? std::min<int64_t>(20 + d / 2, 100) : half;
  quasi_newton_.run(problem_, tolerance, std::min(half, attempts), meter, w, best);
  if (by_newton_ && !few && !met(*best, tolerance)) newton_.run(problem_, tolerance, meter, w, best);
  if (by_dual_ && !met(*best, tolerance)) {
    const double ratio = problem_.smoothness() / problem_.convexity();
    const double records = static_cast<double>(problem_.objective().linear()->records());
    const double passes = std::max(4 * ratio / std::max(1.0, records), std::sqrt(ratio));
    const int64_t share = meter.left() / 2;
    if (passes > 30)
      dual_.run(problem_, tolerance, passes < 1e9 ? std::min(share, static_cast<int64_t>(passes)) : share, meter, w,
                best);
  }
  if (!met(*best, tolerance)) accelerated_.run(problem_, tolerance, meter, w, best);
}

// Dual ascent where the model has it, a bundle where not, or for what dual ascent left.
void Minimizer::search_corners(double tolerance, PassCounter &meter, double *w, Certificate *best) {
  const int64_t most = by_bundle_ ? meter.left() - meter.left() / 3 : meter.left();
  if (by_dual_) dual_.run(problem_, tolerance, most, meter, w, best);
  if (by_bundle_ && !best->rounding && !met(*best, tolerance)) bundle_.run(problem_, tolerance, meter, w, best);
}

// Not smooth and not strongly convex: the proximal point method (Rockafellar 1976), w <- argmin F(x) + (k/2) ||x -
// w||^2, each to within a share of the last move. k ||move|| is the norm of the Moreau envelope's gradient, which
// vanishes at minimisers alone and stands in for the gradient mapping's.
void Minimizer::search_proximal(double tolerance, PassCounter &meter, double *w, Certificate *best) {
  const int64_t d = problem_.dimension();
  const double *const linear_term = problem_.linear_term();
  const double slope = problem_.objective().lipschitz(), extra = problem_.extra();
  const double k = std::isfinite(slope) && slope > 0 ? std::min(0.01 * slope * slope, 0x1p900) : 1;
  double near = 1 / slope;
  if (!std::isfinite(near)) near = 1;
  problem_.set_extra(extra + k);
  problem_.set_linear_term(linear_term_.data());
  while (!(best->mapping <= tolerance) && meter.left() > 0 && !meter.cancelled()) {
    std::copy(w, w + d, centre_.data());
    for (int64_t j = 0; j < d; ++j) {
      const size_t at = static_cast<size_t>(j);
      linear_term_[at] = (linear_term == nullptr ? 0 : linear_term[j]) - k * centre_[at];
    }
    Certificate inner;
    search_corners(near, meter, w, &inner);
    const double moved = distance_above(w, centre_.data(), d);
    const double mapping = numeric::up_some(k * (moved + inner.distance));
    if (!(mapping < best->mapping) && !(inner.distance < INFINITY)) break;
    best->mapping = mapping;
    if (problem_.objective().domain() != nullptr)
      best->gap = numeric::up_some(inner.gap + mapping * problem_.objective().domain()->diameter());
    near = std::max(0.25 * tolerance / k, std::min(0.3 * near, 0.1 * moved));
  }
  problem_.set_extra(extra);
  problem_.set_linear_term(linear_term);
}

// Besides what the search proved: the gap at w, where one pass is left for it.
void Minimizer::finish(PassCounter &meter, const double *w, Certificate *best) {
  const model::Domain *const domain = problem_.objective().domain();
  const double kappa = problem_.convexity();
  if (!smooth_ || std::isfinite(best->gap) || (!strong() && domain == nullptr) || !meter.take(1)) return;
  const int64_t d = problem_.dimension();
  problem_.value(w, gradient_.data());
  const double error = problem_.gradient_error(w, gradient_.data());
  if (strong()) {
    for (size_t j = 0; j < away_.size(); ++j) away_[j] = w[j] - gradient_[j] / kappa;
    problem_.project(away_.data(), nearest_.data());
    best->gap = model_gap(problem_, kappa, w, away_.data(), nearest_.data(), error);
    best->distance = std::min(best->distance, distance_of_gap(best->gap, kappa) + problem_.projection_error());
    return;
  }
  // max over x in the domain of <gradient, w - x> (Frank and Wolfe 1956)
  for (size_t j = 0; j < away_.size(); ++j) away_[j] = -gradient_[j];
  const double steep = norm_above(gradient_.data(), d), most = domain->support(away_.data(), d);
  const double ulps = 0x1p-36 * std::sqrt(static_cast<double>(d)) * steep * domain->radius();
  best->gap = numeric::up_some(std::max(0.0, dot(gradient_.data(), w, d) + most) + ulps + error * domain->diameter());
}

Reached Minimizer::minimize(const double *linear_term, double tolerance, int64_t max_passes, ProgressMonitor &watch,
                            double *w) {
  problem_.set_linear_term(linear_term);
  problem_.project(w, w);
  PassCounter meter(max_passes, watch);
  Reached reached;
  search(tolerance, meter, w, &reached.certificate);
  finish(meter, w, &reached.certificate);
  Certificate &proved = reached.certificate;
  if (!(proved.gap >= 0)) proved.gap = INFINITY;  // where infinite bounds meet, nothing is proved
  if (!(proved.distance >= 0)) proved.distance = INFINITY;
  reached.passes = meter.done();
  reached.outcome = met(reached.certificate, tolerance) ? DPCVX_OUTCOME_DONE
                    : meter.cancelled()                 ? DPCVX_OUTCOME_CANCELLED
                                                        : DPCVX_OUTCOME_MAX_PASSES;
  return reached;
}

Reached Minimizer::reach(const double *linear_term, double tolerance, ProgressMonitor &watch, double *w) {
  const double max_linear_term = linear_term == nullptr ? 0 : norm_above(linear_term, problem_.dimension());
  const AccuracyBound said = promise(problem_.objective(), problem_.extra(), max_linear_term, tolerance);
  const double most = std::min(4 * said.passes + 1000, 0x1p60);
  Reached reached = minimize(linear_term, tolerance, static_cast<int64_t>(most), watch, w);
  if (reached.outcome != DPCVX_OUTCOME_MAX_PASSES || !said.holds) return reached;
  std::fill(centre_.begin(), centre_.end(), 0.0);
  problem_.project(centre_.data(), centre_.data());
  const int64_t steps = static_cast<int64_t>(std::min(said.descent_passes, 0x1p60));
  if (!accelerated_.descend(problem_, steps, watch, centre_.data())) {
    reached.outcome = DPCVX_OUTCOME_CANCELLED;
    return reached;
  }
  std::copy(centre_.begin(), centre_.end(), w);
  reached.passes += steps;
  reached.outcome = DPCVX_OUTCOME_DONE;
  reached.certificate = {INFINITY, tolerance, INFINITY};
  return reached;
}

}  // namespace dpcvx::optimize
