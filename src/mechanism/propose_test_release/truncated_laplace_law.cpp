// The laws whose levels have the truncated shifted discrete Laplace law, p_r proportional to e^(-epsilon1 |r - kappa|)
// on {0, ..., 2 kappa} (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Definition 3.4): a share of epsilon and
// delta for the levels, the rest for the noise.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "mechanism/propose_test_release/threshold_law.h"
#include "mechanism/propose_test_release/verify_law.h"
#include "privacy/divergences/gdp.h"
#include "numeric/directed_margin.h"
#include "random/truncated_laplace.h"

namespace dpcvx::mechanism {

using privacy::round_down;
using privacy::round_up;

namespace {

// What each statement leaves to the noise: (epsilon1 + epsilon2, 2 p_0 + e^epsilon1 delta2) of a family, (epsilon1 +
// epsilon2, p_0 + delta2) of a point.
double noise_delta(bool family, double delta, double epsilon1, double edge) {
  const double left = round_down(delta - (family ? 2 : 1) * edge);
  return family ? round_down(left / round_up(std::exp(epsilon1))) : left;
}

double noise_mu(bool family, double epsilon, double delta, double epsilon1, double edge) {
  const double epsilon2 = numeric::below(epsilon - epsilon1), delta2 = noise_delta(family, delta, epsilon1, edge);
  return epsilon2 > 0 && delta2 > 0 ? privacy::gdp_mu_down(epsilon2, std::min(delta2, 1 - 0x1p-50)) : 0;
}

// The least kappa whose p_0 is at most `edge`; -1 beyond what is kept.
int64_t kappa_of(double epsilon1, double edge) {
  if (!(edge > 0) || random::truncated_laplace_edge(epsilon1, StabilityLaw::kMaxTop / 2) > edge) return -1;
  int64_t low = -1, high = StabilityLaw::kMaxTop / 2;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    (random::truncated_laplace_edge(epsilon1, middle) <= edge ? high : low) = middle;
  }
  return high;
}

// p_r 2^126, raised to whole numbers; kappa takes what is left.
void fill(double epsilon1, int64_t kappa, Fixed *p) {
  const double edge = random::truncated_laplace_edge(epsilon1, kappa);
  Fixed sum = 0;
  for (int64_t r = 0; r < kappa; ++r) {
    const Fixed here = fixed_from_up(edge * std::exp(epsilon1 * static_cast<double>(r)));
    p[r] = p[2 * kappa - r] = here;
    sum += 2 * here;
  }
  p[kappa] = kFixedOne - std::min(sum, kFixedOne);
}

// Bounds p_0 by edge / 2, so that it stays below edge after rounding.
constexpr double kEdgeMargin = 1 - 0x1p-20;

}  // namespace

int64_t truncated_laplace_top(bool family, double epsilon, double delta, double level_epsilon_fraction, double share,
                              double *mu) {
  const double epsilon1 = level_epsilon_fraction * epsilon, most = share * delta / (family ? 2 : 1);
  const int64_t kappa = epsilon1 > 0 ? kappa_of(epsilon1, most * kEdgeMargin) : -1;
  if (kappa < 1) return -1;
  *mu = noise_mu(family, epsilon, delta, epsilon1, most);
  return *mu > 0 ? 2 * kappa : -1;
}

dpcvx_status StabilityLaw::make_laplace(double epsilon1, int64_t kappa, Error &error) {
  const size_t size = static_cast<size_t>(2 * kappa + 1);
  if (!tail_.allocate(size)) return error.nomem("the levels of a stability law");
  fill(epsilon1, kappa, tail_.data());
  top_ = 2 * kappa;
  return DPCVX_OK;
}

void StabilityLaw::sum_tails() {
  for (size_t r = tail_.size() - 1; r-- > 0;) tail_[r] += tail_[r + 1];
}

dpcvx_status StabilityLaw::make_truncated_laplace(bool family, double epsilon, double delta,
                                                  double level_epsilon_fraction, double share, Error &error) {
  double mu;
  const int64_t top = truncated_laplace_top(family, epsilon, delta, level_epsilon_fraction, share, &mu);
  if (top < 0)
    return error.argument("level_epsilon_fraction", level_epsilon_fraction,
                          "a share of epsilon for which there is a law of at most 2^20 levels");
  DPCVX_TRY(make_laplace(level_epsilon_fraction * epsilon, top / 2, error));
  // Both are those of the levels as they are stored.
  const double epsilon1 = greatest_step(tail_.data(), tail_.size()), edge = fixed_up(tail_[0]);
  mu = noise_mu(family, epsilon, delta, epsilon1, edge);
  if (!(mu > 0) || tail_[0] != tail_[static_cast<size_t>(top)])
    return error.argument("level_epsilon_fraction", level_epsilon_fraction,
                          "a share of epsilon that leaves some to the noise");
  sum_tails();
  mu_ = mu;
  epsilon_ = epsilon;
  delta_ = delta;
  step_ = epsilon1;
  return DPCVX_OK;
}

dpcvx_status StabilityLaw::make_paper(double epsilon, double delta, Error &error) {
  const double half = epsilon / 2, bar = delta / (std::exp(half) + 2);
  const double levels = 1 + std::ceil(std::log(1 / bar) / half);
  if (!(2 * levels <= static_cast<double>(kMaxTop)))
    return error.argument("epsilon", epsilon, "one for which the paper's kappa is at most 2^19");
  DPCVX_TRY(make_laplace(half, static_cast<int64_t>(levels), error));
  mu_ = half / std::sqrt(2 * std::log(2 / bar));
  epsilon_ = epsilon;
  delta_ = proved_family_delta(tail_.data(), tail_.size(), mu_, epsilon);
  step_ = greatest_step(tail_.data(), tail_.size());
  if (!(delta_ <= delta))
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "DPCVX_TEST_RELEASE_FORM_REFERENCE at epsilon = %s, delta = %s has a delta of %s: its Gaussian noise is made "
        "for small epsilon; use DPCVX_TEST_RELEASE_FORM_EXACT",
        show(epsilon).text, show(delta).text, show(delta_).text);
  sum_tails();
  return DPCVX_OK;
}

}  // namespace dpcvx::mechanism
