#include "mechanism/propose_test_release/choose_law.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "numeric/directed.h"
#include "numeric/root.h"
#include "privacy/divergences/gdp.h"

namespace dpcvx::mechanism {

namespace {

constexpr double kMinShare = 0x1p-10;

// What the default is to make least: noise is distance / mu, and the distance of a family grows by two for each level,
// as that of a point does where its score counts how far the data are from such for which the distance is not known.
// (A point's score of 0 needs `top` changes to pass the top, so that top + 1 is the stability asked for.)
double cost(LawKind kind, int64_t top, double mu) {
  if (top < 0) return INFINITY;
  const double levels = static_cast<double>(top);
  return (kind == LawKind::kFamily ? 2 * levels + 1 : levels + 1) / mu;
}

// The tight law.
class Tight {
 public:
  Tight(LawKind kind, double epsilon, double delta)
      : kind_(kind), epsilon_(epsilon), delta_(delta), most_(privacy::gdp_mu_down(epsilon, delta)) {}

  double mu(double share) const { return share * most_; }

  int64_t top(double share) const {
    return kind_ == LawKind::kPoint ? point_top(epsilon_, delta_, mu(share)) : family_top(epsilon_, delta_, mu(share));
  }

  // The greatest share, nearly, whose top is at most this one; 0 where there is none.
  double share_within(int64_t max_top) const {
    if (!within(kMinShare, max_top)) return 0;
    double low = kMinShare, high = 1;
    for (int i = 0; i < 18; ++i) {
      const double middle = (low + high) / 2;
      (within(middle, max_top) ? low : high) = middle;
    }
    return low;
  }

  // The share of least cost: the top of about that one, and then the most that this top allows.
  double best_share() const {
    const double about = numeric::min_point(
        0.25, 0.98, 14, [this](double share) { return cost(kind_, this->top(share), this->mu(share)); });
    const int64_t levels = this->top(about);
    return levels < 0 ? 0 : std::max(about, share_within(levels));
  }

  dpcvx_status make(double share, StabilityLaw *law, Error &error) const {
    return kind_ == LawKind::kPoint ? law->make_point(epsilon_, delta_, mu(share), error)
                                    : law->make_family(epsilon_, delta_, mu(share), error);
  }

 private:
  bool within(double share, int64_t max_top) const {
    const int64_t levels = top(share);
    return levels >= 0 && levels <= max_top;
  }

  LawKind kind_;
  double epsilon_, delta_, most_;
};

// Refuses the price: the caller did not give `mu`, which an error below would name.
dpcvx_status refuse_tight(const LawParameters &terms, double epsilon, double delta, Error &error) {
  return error.fail(
      DPCVX_ERR_ARGUMENT,
      "argument 'epsilon' = %s with delta = %s and DPCVX_TEST_RELEASE_OPTION_NOISE_MU_FRACTION = %s (0: chosen); "
      "accepted: prices and shares for which a law has fewer than 2^20 levels. Greater prices and a lesser share help",
      show(epsilon).text, show(delta).text, show(terms.noise_mu_fraction).text);
}

dpcvx_status choose_tight(LawKind kind, const LawParameters &terms, double epsilon, double delta, StabilityLaw *law,
                          Error &error) {
  if (terms.level_epsilon_fraction > 0)
    return error.argument("DPCVX_TEST_RELEASE_OPTION_LEVEL_EPSILON_FRACTION", terms.level_epsilon_fraction,
                          "0: only DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE splits epsilon");
  if (terms.top > 0 && terms.noise_mu_fraction > 0)
    return error.argument("DPCVX_TEST_RELEASE_OPTION_NOISE_MU_FRACTION", terms.noise_mu_fraction,
                          "0 beside a DPCVX_TEST_RELEASE_OPTION_MAX_SCORE: each of them sets the other");
  const Tight tight(kind, epsilon, delta);
  double share = terms.noise_mu_fraction;
  if (terms.top > 0) {
    share = tight.share_within(terms.top);
    if (!(share > 0))
      return error.fail(
          DPCVX_ERR_ARGUMENT,
          "argument 'DPCVX_TEST_RELEASE_OPTION_MAX_SCORE' = %lld; accepted at epsilon = %s, delta = %s: %lld or more",
          static_cast<long long>(terms.top), show(epsilon).text, show(delta).text,
          static_cast<long long>(tight.top(kMinShare)));
  } else if (!(share > 0)) {
    share = tight.best_share();
  }
  if (!(share > 0) || tight.top(share) < 0) return refuse_tight(terms, epsilon, delta, error);
  return tight.make(share, law, error);
}

// The split law at a share of epsilon for the levels.
dpcvx_status choose_split(LawKind kind, const LawParameters &terms, double epsilon, double delta, StabilityLaw *law,
                          Error &error) {
  if (terms.noise_mu_fraction > 0)
    return error.argument(
        "DPCVX_TEST_RELEASE_OPTION_NOISE_MU_FRACTION", terms.noise_mu_fraction,
        "0: DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE shares by DPCVX_TEST_RELEASE_OPTION_LEVEL_EPSILON_FRACTION");
  if (terms.level_epsilon_fraction > 0 && terms.top > 0)
    return error.argument("DPCVX_TEST_RELEASE_OPTION_LEVEL_EPSILON_FRACTION", terms.level_epsilon_fraction,
                          "0 beside a DPCVX_TEST_RELEASE_OPTION_MAX_SCORE: each of them sets the other");
  const bool family = kind == LawKind::kFamily;
  // How much of delta the levels take: where the split is chosen, this is too.
  constexpr double kShares[] = {0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9};
  double best = INFINITY, best_fraction = 0, best_edge = 0;
  for (const double edge : kShares) {
    const auto cost_at = [&](double level_epsilon_fraction) {
      double mu;
      const int64_t top = truncated_laplace_top(family, epsilon, delta, level_epsilon_fraction, edge, &mu);
      if (top < 0 || (terms.top > 0 && top > terms.top)) return static_cast<double>(INFINITY);
      return terms.top > 0 ? 1 / mu : cost(kind, top, mu);
    };
    const auto consider = [&](double level_epsilon_fraction) {
      const double value = cost_at(level_epsilon_fraction);
      if (value < best) best = value, best_fraction = level_epsilon_fraction, best_edge = edge;
    };
    if (terms.level_epsilon_fraction > 0) {
      consider(terms.level_epsilon_fraction);
    } else if (terms.top > 0) {
      // The least split that has so few levels leaves most to the noise.
      double low = 0, high = 1;
      for (int i = 0; i < 30; ++i) {
        const double middle = (low + high) / 2;
        (cost_at(middle) < INFINITY ? high : low) = middle;
      }
      if (high < 1) consider(high);
    } else {
      consider(numeric::min_point(0.02, 0.98, 20, cost_at));
    }
  }
  if (!(best < INFINITY))
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "no law of DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE has a maximum score of at most %lld and a "
                      "level fraction of %s (0: chosen) at epsilon = %s, delta = %s. Accepted: another "
                      "DPCVX_TEST_RELEASE_OPTION_MAX_SCORE or _LEVEL_EPSILON_FRACTION, or a greater price",
                      static_cast<long long>(terms.top > 0 ? terms.top : StabilityLaw::kMaxTop),
                      show(terms.level_epsilon_fraction).text, show(epsilon).text, show(delta).text);
  return law->make_truncated_laplace(family, epsilon, delta, best_fraction, best_edge, error);
}

}  // namespace

dpcvx_status choose_law(LawKind kind, const LawParameters &terms, double epsilon, double delta, StabilityLaw *law,
                        Error &error) {
  DPCVX_TRY(StabilityLaw::check_price(epsilon, delta, error));
  if (terms.form == DPCVX_TEST_RELEASE_FORM_EXACT) return choose_tight(kind, terms, epsilon, delta, law, error);
  if (terms.form == DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE)
    return choose_split(kind, terms, epsilon, delta, law, error);
  if (terms.level_epsilon_fraction > 0 || terms.top > 0 || terms.noise_mu_fraction > 0)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "options DPCVX_TEST_RELEASE_OPTION_LEVEL_EPSILON_FRACTION, _MAX_SCORE and _NOISE_MU_FRACTION = "
                      "%s, %lld, %s; accepted with "
                      "DPCVX_TEST_RELEASE_FORM_REFERENCE: 0, its constants are the paper's",
                      show(terms.level_epsilon_fraction).text, static_cast<long long>(terms.top),
                      show(terms.noise_mu_fraction).text);
  return law->make_paper(epsilon, delta, error);
}

}  // namespace dpcvx::mechanism
