// The laws of one point for all levels, and of the passing alone: from Pr[R >= 0] = 1 each next probability is the
// least that keeps both hockey-sticks of the two scores within delta. It is monotone in the one before, so no law has a
// lesser top (PROOFS_STABILITY.md).
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "mechanism/propose_test_release/threshold_law.h"
#include "mechanism/propose_test_release/verify_law.h"
#include "mechanism/propose_test_release/gaussian_hockey_stick.h"
#include "numeric/directed.h"
#include "privacy/divergences/gdp.h"
#include "numeric/directed_margin.h"

namespace dpcvx::mechanism {

using privacy::round_down;
using privacy::round_up;

namespace {

// How much of delta is left to what the proof rounds up: usually the first will do.
constexpr double kMargins[] = {0x1p-36, 0x1p-20, 0x1p-10};

constexpr const char *kTooGreat =
    "one below what Gaussian noise alone has at this price, by so much that fewer than 2^20 levels are enough";

// The least q' with 1 - q' <= e^epsilon (1 - q) + slack; `grow` is e^epsilon, rounded down.
Fixed min_by_bottom(Factor grow, Fixed slack, Fixed q) {
  const Fixed grown = times_down(kFixedOne - q, grow);
  return grown < kFixedOne - slack ? kFixedOne - slack - grown : 0;
}

Factor fall_of(double loss) { return factor_of(round_up(std::exp(-loss))); }

}  // namespace

// The steps of make_point().
class PointSteps {
 public:
  PointSteps(double epsilon, double delta, double mu) : epsilon_(epsilon), delta_(delta), mu_(mu) {
    alone_ = privacy::gdp_delta_up(mu, epsilon);
    possible_ = mu > 0 && alone_ < delta;
    if (!possible_) return;
    grow_ = rise_factor(epsilon);
    slack_ = fixed_from_down(numeric::below(delta - alone_));
    last_ = fixed_from_down(delta);
    // There delta_mu <= exp(-a^2 / 2) = delta / 2, a = epsilon/mu - mu/2 > 0.
    stick_.begin(mu, std::min(epsilon, mu * (mu / 2 + std::sqrt(-2 * std::log(delta / 2))) * (1 + 1e-9)));
  }

  bool possible() const { return possible_; }
  bool ends(Fixed q) const { return q <= last_; }

  Fixed next(Fixed q) {
    if (q < renew_) renew(q);
    const Fixed by_pass = times_up(q, fall_);
    const Fixed by_bottom = min_by_bottom(grow_, slack_, q);
    return by_bottom > by_pass ? lower(q, by_bottom, by_pass) : by_pass;
  }

 private:
  // q delta_mu(epsilon - log(q / q')) <= delta at the greatest q of a block bounds it in the whole block.
  void renew(Fixed q) {
    const double bound = round_down(delta_ / fixed_up(q));
    const double at = stick_.epsilon_up(bound < 1 ? bound : 1 - 0x1p-50);
    fall_ = fall_of(round_down(epsilon_ - at > 0 ? epsilon_ - at : 0));
    renew_ = q - (q >> 5);
  }

  // The slack of the bottom is delta less q' delta_mu(epsilon + log(q / q')), of which delta_mu(epsilon) is a bound.
  // What holds for one q' holds for the lesser one that its own divergence leaves.
  Fixed lower(Fixed q, Fixed next, Fixed least) const {
    constexpr int kMaxRounds = 50;
    for (int i = 0; i < kMaxRounds && next > least && alone_ > 0x1p-12 * fixed_to_double(kFixedOne - next); ++i) {
      const double slack = numeric::below(delta_ - proved_stick(next, q, mu_, epsilon_));
      const Fixed lesser = slack > 0 ? min_by_bottom(grow_, fixed_from_down(slack), q) : next;
      if (lesser >= next || next - lesser < next >> 30) break;
      next = lesser > least ? lesser : least;
    }
    return next;
  }

  double epsilon_, delta_, mu_;
  GaussianHockeyStick stick_;
  double alone_ = 0;
  bool possible_ = false;
  Factor grow_;
  Fixed slack_ = 0, last_ = 0, renew_ = kFixedOne + 1;
  Factor fall_;
};

namespace {

// The steps of make_phase(): the law of a bit that is (epsilon, edge)-DP (Desfontaines, Voss, Gipson and Mandayam 2022
// have it for the choice of partitions).
class PassSteps {
 public:
  PassSteps(double epsilon, double edge) {
    grow_ = rise_factor(epsilon);
    slack_ = fixed_from_down(edge);
    fall_ = fall_of(epsilon);
  }
  bool possible() const { return slack_ > 0; }
  bool ends(Fixed q) const { return q <= slack_; }
  Fixed next(Fixed q) const {
    const Fixed by_bottom = min_by_bottom(grow_, slack_, q), by_pass = times_up(q - slack_, fall_);
    return by_bottom > by_pass ? by_bottom : by_pass;
  }

 private:
  Factor grow_;
  Fixed slack_ = 0;
  Factor fall_;
};

// Calls level(q) with each probability after the first. Returns their number, most + 1 where there are more, or -1.
template <class Steps, class Level>
int64_t walk(Steps &steps, int64_t most, const Level &level) {
  if (!steps.possible()) return -1;
  Fixed q = kFixedOne;
  int64_t top = 0;
  while (!steps.ends(q)) {
    const Fixed next = steps.next(q);
    if (next >= q || top == StabilityLaw::kMaxTop) return -1;
    if (top == most) return most + 1;
    q = next;
    level(++top, q);
  }
  return top;
}

template <class Steps>
int64_t top_of(Steps steps, int64_t most) {
  return walk(steps, most, [](int64_t, Fixed) {});
}

}  // namespace

template <class Steps>
dpcvx_status StabilityLaw::keep(Steps steps, Error &error) {
  Buffer<Fixed> levels;
  size_t count = 0;
  bool has_memory = true;
  const auto add = [&](int64_t, Fixed q) {
    has_memory = has_memory && levels.reserve(count + 1);
    if (has_memory) levels[count++] = q;
  };
  add(0, kFixedOne);
  top_ = walk(steps, kMaxTop, add);
  if (top_ < 0 || (has_memory && tail_.assign(levels.data(), count))) return DPCVX_OK;
  top_ = -1;
  return error.nomem("the levels of a stability law");
}

dpcvx_status StabilityLaw::make_point(double epsilon, double delta, double mu, Error &error) {
  DPCVX_TRY(check_price(epsilon, delta, error));
  for (const double margin : kMargins) {
    DPCVX_TRY(keep(PointSteps(epsilon, delta * (1 - margin), mu), error));
    if (top_ < 0) break;
    mu_ = mu;
    epsilon_ = epsilon;
    delta_ = proved_point_delta(tail_.data(), tail_.size(), mu, epsilon);
    if (delta_ <= delta) return DPCVX_OK;
  }
  top_ = -1;
  return error.argument("mu", mu, kTooGreat);
}

dpcvx_status StabilityLaw::make_levels(double epsilon, double delta, double mu, Error &error) {
  DPCVX_TRY(check_price(epsilon, delta, error));
  mu_ = mu;
  epsilon_ = delta_ = INFINITY;  // levels alone prove nothing
  return keep(PointSteps(epsilon, delta * (1 - kMargins[0]), mu), error);
}

dpcvx_status StabilityLaw::make_phase(double epsilon1, double edge, double mu, Error &error) {
  DPCVX_TRY(check_price(epsilon1, edge, error));
  DPCVX_TRY(keep(PassSteps(epsilon1, edge), error));
  if (top_ < 0) return error.argument("edge", edge, "one for which there are fewer than 2^20 levels");
  mu_ = mu;
  epsilon_ = epsilon1;
  delta_ = edge;
  return DPCVX_OK;
}

int64_t point_top(double epsilon, double delta, double mu, int64_t most) {
  return top_of(PointSteps(epsilon, delta * (1 - kMargins[0]), mu), most);
}

int64_t phase_top(double epsilon1, double edge) { return top_of(PassSteps(epsilon1, edge), StabilityLaw::kMaxTop); }

}  // namespace dpcvx::mechanism
