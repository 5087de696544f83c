#include "numeric/margins.h"
#include "optimize/certificate.h"

#include <algorithm>

namespace dpcvx::optimize {

double distance_of_gap(double gap, double kappa) {
  return kappa > 0 ? numeric::up_some(std::sqrt(numeric::up_some(2 * gap / kappa))) : INFINITY;
}

double model_gap(const Problem &problem, double kappa, const double *w, const double *u, const double *p,
                 double slope_error) {
  const int64_t d = problem.dimension();
  const double apart = distance_above(w, p, d), beyond = distance_above(p, u, d);
  double inner = 0, magnitude = 0;
  for (int64_t j = 0; j < d; ++j) {
    const double term = (w[j] - p[j]) * (p[j] - u[j]);
    inner += term;
    magnitude += std::fabs(term);
  }
  inner = std::max(0.0, inner + magnitude * static_cast<double>(d + 8) * 0x1p-52);
  const double slope = slope_error + kappa * 0x1p-51 * norm_above(u, d);
  const double off = problem.projection_error();
  return numeric::up_some(0.5 * kappa * (apart * apart + 2 * inner) + slope * (apart + slope / kappa) +
                          kappa * off * (beyond + apart + off));
}

Certificate certify_step(const Problem &problem, const double *w, const double *gradient, const double *next) {
  const int64_t d = problem.dimension();
  const double smoothness = problem.smoothness(), kappa = problem.convexity();
  const double moved = distance_above(w, next, d);
  // Thresholds are rounded once.
  const double kinks = problem.objective().settings().l1 * std::sqrt(static_cast<double>(d));
  const double error = numeric::up_some(problem.gradient_error(w, gradient) / smoothness +
                                        0x1p-51 * (norm_above(w, d) + (norm_above(gradient, d) + kinks) / smoothness) +
                                        problem.projection_error());
  Certificate reached;
  reached.rounding = !(moved > 2 * error);
  reached.mapping = numeric::up_some(smoothness * (moved + error));
  if (kappa > 0) {
    const double ratio = std::max(1.0, numeric::up_some(smoothness / kappa));
    reached.distance = numeric::up_some((numeric::up_some(ratio) - 1) * (moved + error) + error);
  }
  if (!problem.objective().has_l1()) return reached;
  // A subgradient at the exact proximal point p, at most 2 L ||w - p|| long; and what the way from p to next may cost.
  const model::Domain *const domain = problem.objective().domain();
  const double steep = numeric::up_some(2 * smoothness * (moved + error));
  const double apart = domain != nullptr ? domain->diameter() + 2 * error : INFINITY;
  const double exact = std::min(kappa > 0 ? steep / (2 * kappa) * steep : INFINITY, steep * apart);
  reached.gap = numeric::up_some(exact + (norm_above(gradient, d) + kinks + 2 * steep) * error);
  return reached;
}

}  // namespace dpcvx::optimize
