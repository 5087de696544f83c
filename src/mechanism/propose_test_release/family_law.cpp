// The law of a family: the one of least top, from the conditions of its optimum (PROOFS_STABILITY.md).
//
// With p_r = Pr[R = r] and h(x, y) the hockey-stick of x N(0, 1) and e^epsilon y N(mu, 1), what is to be at most delta
// is
//   p_0 + sum over 0 < r < top of h(p_r, p_(r+1)) + p_top, where p_(r+1) <= e^epsilon p_r.
// It is convex and homogeneous, and its partial derivatives depend on the steps p_r / p_(r+1) alone. Setting all of
// them to delta gives the steps one after the other, and by homogeneity the sum is delta then.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "mechanism/propose_test_release/threshold_law.h"
#include "mechanism/propose_test_release/verify_law.h"
#include "numeric/normal.h"

namespace dpcvx::mechanism {

namespace {

constexpr double kRiseMargin = 0x1p-38;

// Hands out log(p_r / p_(r+1)) for r = 0, 1, ... until the top is reached.
class FamilySteps {
 public:
  FamilySteps(double epsilon, double delta, double mu)
      : epsilon_(epsilon), delta_(delta), mu_(mu), slowest_(numeric::normal_cdf(mu / 2 - 2 * epsilon / mu)) {}

  // Whether r is the top. At r = 0 it is not: p_0 < 1.
  bool at_top() const { return started_ && 1 - pull_ + price_ <= delta_; }

  double next() {
    if (!started_) {
      started_ = true;
      return rise((1 - delta_) * std::exp(-epsilon_), 0);
    }
    const double wanted = delta_ + pull_ - price_;
    if (!(wanted > slowest_)) {
      const double price = std::exp(-epsilon_) * (slowest_ - wanted);
      return rise(price, std::exp(epsilon_) * numeric::normal_cdf(-mu_ / 2 - 2 * epsilon_ / mu_));
    }
    // Phi(mu/2 - e/mu) = wanted, e = epsilon - the step
    const double z = numeric::normal_quantile(std::min(wanted, 1 - 0x1p-50));
    pull_ = std::exp(epsilon_) * numeric::normal_cdf(z - mu_);
    price_ = 0;
    return std::max(epsilon_ - mu_ * (mu_ / 2 - z), kRiseMargin - epsilon_);
  }

 private:
  // The fastest step up; `price` is the multiplier of p_(r+1) <= e^epsilon p_r.
  double rise(double price, double pull) {
    price_ = price;
    pull_ = pull;
    return kRiseMargin - epsilon_;
  }

  double epsilon_, delta_, mu_, slowest_;
  bool started_ = false;
  double pull_ = 0;   // minus the derivative of h(p_r, p_(r+1)) by p_(r+1)
  double price_ = 0;  // of the rise into the level that comes
};

int64_t top_of(FamilySteps steps, int64_t most) {
  for (int64_t top = 0; top <= StabilityLaw::kMaxTop; ++top) {
    if (top > most) return top;
    if (steps.at_top()) return top;
    steps.next();
  }
  return -1;
}

// How much of delta is left to rounding, from little to much: usually the first will do.
constexpr double kMargins[] = {0x1p-20, 0x1p-12, 0x1p-6};
// The levels but the most likely one are raised by this share, so that it is not above what it was, and the rise is
// slower than it may be by kRiseMargin: both cover what doubles lose.
constexpr double kRaise = 0x1p-40;

bool is_possible(double epsilon, double delta, double mu) { return mu > 0 && proved_pair_delta(mu, epsilon) < delta; }

// probabilities = logarithms of p_r up to a constant, then p_r itself; the most likely level.
size_t normalize(double *p, size_t size) {
  size_t mode = 0;
  for (size_t r = 1; r < size; ++r)
    if (p[r] > p[mode]) mode = r;
  const double most = p[mode];
  double sum = 0;
  for (size_t r = 0; r < size; ++r) sum += p[r] = std::exp(p[r] - most);
  for (size_t r = 0; r < size; ++r) p[r] /= sum;
  return mode;
}

// As integers whose sum is one; the most likely level takes what is left.
void quantize(const double *p, size_t size, size_t mode, double epsilon, Fixed *out) {
  const Factor grow = rise_factor(epsilon);
  Fixed sum = 0;
  for (size_t r = 0; r < size; ++r) {
    if (r == mode) continue;
    Fixed here = fixed_from_up(p[r] * (1 + kRaise));
    // Whole units that are lost on the rise count e^(epsilon r) times as much later on: less than 1 / epsilon at level
    // 0.
    if (r == 0) here += static_cast<Fixed>(1 / epsilon) + 2;
    if (r > 0 && r < mode) here = std::min(here, times_down(out[r - 1], grow));
    out[r] = here;
    sum += here;
  }
  out[mode] = kFixedOne - std::min(sum, kFixedOne);
}

}  // namespace

dpcvx_status StabilityLaw::make_family(double epsilon, double delta, double mu, Error &error) {
  DPCVX_TRY(check_price(epsilon, delta, error));
  if (!is_possible(epsilon, delta, mu))
    return error.argument("mu", mu, "one below what Gaussian noise alone has at this price");
  for (const double margin : kMargins) {
    FamilySteps steps(epsilon, delta * (1 - margin), mu);
    const int64_t top = top_of(steps, kMaxTop);
    if (top < 0) break;
    const size_t size = static_cast<size_t>(top) + 1;
    Buffer<double> p;
    if (!p.allocate(size) || !tail_.allocate(size)) return error.nomem("the levels of a stability law");
    for (size_t r = 1; r < size; ++r) p[r] = p[r - 1] - steps.next();
    quantize(p.data(), size, normalize(p.data(), size), epsilon, tail_.data());
    const double proved = proved_family_delta(tail_.data(), size, mu, epsilon);
    if (!(proved <= delta)) continue;
    sum_tails();
    top_ = top;
    mu_ = mu;
    epsilon_ = epsilon;
    delta_ = proved;
    return DPCVX_OK;
  }
  return error.argument("mu", mu,
                        "one below what Gaussian noise alone has at this price, by so much that fewer than "
                        "2^20 levels are enough");
}

int64_t family_top(double epsilon, double delta, double mu, int64_t most) {
  if (!is_possible(epsilon, delta, mu)) return -1;
  return top_of(FamilySteps(epsilon, delta * (1 - kMargins[0]), mu), most);
}

}  // namespace dpcvx::mechanism
