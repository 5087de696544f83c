// A curve's answers against the exact privacy of the worst mechanisms, summed outcome by outcome: products of
// randomized response (the worst pure mechanism), its (epsilon, delta) extension and Gaussian noise. The bound may
// never be lower; controls, compositions that are wrong, must be.
#include <algorithm>
#include <vector>

#include "base/error.h"
#include "support/evidence.h"
#include "privacy/helpers.h"
#include "numeric/normal.h"
#include "privacy/divergences/pure_composition.h"
#include "privacy/divergences/gdp.h"
#include "privacy/divergences/rdp.h"

namespace dpcvx {
namespace privacy {
namespace {

struct Case {
  std::vector<double> pure_epsilons, deltas;  // one pair per randomized response
  double mu = 0;                              // of the Gaussian beside them; 0 for none
};

// delta_mu at any real epsilon.
long double gaussian_delta(double mu, double epsilon) {
  if (epsilon >= 0) return mu > 0 ? gdp_delta(mu, epsilon) : 0;
  const long double mirrored = mu > 0 ? gdp_delta(mu, -epsilon) : 0;
  return 1 - std::exp(static_cast<long double>(epsilon)) * (1 - mirrored);
}

// The sum over all outcomes of the responses of Pr[outcome] times the Gaussian's delta at epsilon less their loss.
long double exact_delta(const Case &c, double epsilon) {
  const size_t n = c.pure_epsilons.size();
  long double sum = 0, safe = 1;
  for (double delta : c.deltas) safe *= 1 - static_cast<long double>(delta);
  for (size_t outcome = 0; outcome < (size_t{1} << n); ++outcome) {
    long double chance = 1, loss = 0;
    for (size_t i = 0; i < n; ++i) {
      const bool truth = (outcome >> i & 1) != 0;
      const long double e = c.pure_epsilons[i];
      chance *= 1 / (1 + std::exp(truth ? -e : e));
      loss += truth ? e : -e;
    }
    sum += chance * gaussian_delta(c.mu, static_cast<double>(epsilon - loss));
  }
  return 1 - safe * (1 - sum);
}

Curve curve_of_case(const Case &c) {
  dpcvx_error record;
  Error error(&record, "test");
  Curve curve;
  for (size_t i = 0; i < c.pure_epsilons.size(); ++i)
    EXPECT_EQ(curve.add(approximate(c.pure_epsilons[i], c.deltas[i]), error), DPCVX_OK);
  if (c.mu > 0) {
    EXPECT_EQ(curve.add(gdp(c.mu), error), DPCVX_OK);
  }
  return curve;
}

Case any_case(Inputs &inputs) {
  Case c;
  const int64_t parts = inputs.below(9);
  const double common = inputs.log_uniform(0.01, 2);
  const bool equal = inputs.below(2) == 0, with_delta = inputs.below(2) == 0;
  for (int64_t i = 0; i < parts; ++i) {
    c.pure_epsilons.push_back(equal ? common : inputs.log_uniform(0.01, 2));
    c.deltas.push_back(with_delta ? inputs.log_uniform(1e-9, 1e-2) : 0);
  }
  if (parts == 0 || inputs.below(2) == 0) c.mu = inputs.log_uniform(0.05, 3);
  return c;
}

// Exact sums in long double: relative errors of 2^-50 are the test's own.
constexpr long double kOwnError = 0x1p-46L;

TEST(BruteForce, NoAnswerIsBelowTheTruth) {
  Inputs inputs(11);
  double loosest = 0;
  for (int round = 0; round < 400; ++round) {
    const Case c = any_case(inputs);
    const Curve curve = curve_of_case(c);
    char what[192];
    curve.describe(what, sizeof(what));
    for (double epsilon : {0.0, 0.05, 0.3, 1.0, 2.5, 6.0}) {
      const long double truth = exact_delta(c, epsilon);
      if (!(truth > 1e-15L)) continue;  // below it the sum above has cancelled
      const double bound = curve.delta(epsilon);
      EXPECT_GE(bound, truth * (1 - kOwnError) - 1e-18L) << what << " epsilon " << epsilon;
      if (truth < 1 && truth > 1e-8L) {
        // A delta that is less than the truth at this epsilon, by more than the sum's own error, needs more than it.
        const double needed = curve.epsilon(static_cast<double>(truth * (1 - 1e-9L)));
        EXPECT_GE(needed, epsilon) << what << " epsilon " << epsilon;
      }
      loosest = std::max(loosest, static_cast<double>(bound / truth));
    }
  }
  evidence("accounting",
           "400 random compositions of pure, (epsilon, delta) and Gaussian parts: never below the exact sum; "
           "at most %.3g times it",
           loosest);
}

// What is wrong must show: the deltas forgotten, one part forgotten, and Gaussian noise taken at half its rho.
TEST(BruteForce, ControlsAreCaught) {
  Inputs inputs(11);
  int no_delta = 0, one_less = 0, half_rho = 0;
  for (int round = 0; round < 400; ++round) {
    Case c = any_case(inputs);
    const long double truth = exact_delta(c, 0.3);
    if (!(truth > 1e-12L)) continue;
    Case without = c;
    std::fill(without.deltas.begin(), without.deltas.end(), 0.0);
    no_delta += curve_of_case(without).delta(0.3) < truth;
    if (!c.pure_epsilons.empty()) {
      Case less = c;
      less.pure_epsilons.pop_back();
      less.deltas.pop_back();
      one_less += curve_of_case(less).delta(0.3) < truth;
    }
    if (c.mu > 0 && c.pure_epsilons.empty()) half_rho += curve_of({zcdp(c.mu * c.mu / 4)}).delta(0.3) < truth;
  }
  EXPECT_GT(no_delta, 20);
  EXPECT_GT(one_less, 100);
  EXPECT_GT(half_rho, 5);
}

// Kairouz, Oh and Viswanath's sum against outcomes one by one.
TEST(BruteForce, EqualPartsAreExact) {
  double worst = 0;
  for (double epsilon0 : {0.01, 0.1, 0.5, 1.0, 3.0}) {
    for (int parts = 1; parts <= 13; ++parts) {
      Case c;
      c.pure_epsilons.assign(parts, epsilon0);
      c.deltas.assign(parts, 0.0);
      for (double share : {0.0, 0.1, 0.5, 0.9}) {
        const double epsilon = share * parts * epsilon0;
        const long double truth = exact_delta(c, epsilon);
        const double bound = equal_pure_parts_delta_up(epsilon0, parts, epsilon);
        EXPECT_GE(bound, truth * (1 - kOwnError)) << epsilon0 << " " << parts << " " << epsilon;
        EXPECT_LE(bound, truth * (1 + 1e-12L) + 1e-16L) << epsilon0 << " " << parts << " " << epsilon;
        if (truth > 1e-6L) worst = std::max(worst, static_cast<double>(bound / truth - 1));
      }
    }
  }
  evidence("accounting", "equal pure parts: within %.1e of the sum over outcomes", worst);
}

// An (epsilon0, delta0) mechanism used k times: 1 - (1 - delta0)^k (1 - delta of the pure parts).
TEST(BruteForce, EqualApproximatePartsAreExact) {
  for (int parts : {1, 2, 7, 12}) {
    Case c;
    c.pure_epsilons.assign(parts, 0.4);
    c.deltas.assign(parts, 1e-4);
    for (double epsilon : {0.0, 0.4, 1.0, 2.0}) {
      const long double truth = exact_delta(c, epsilon);
      const double bound = curve_of_case(c).delta(epsilon);
      EXPECT_GE(bound, truth * (1 - kOwnError));
      EXPECT_LE(bound, truth * (1 + 1e-11L));
    }
  }
}

// Every epsilon-DP mechanism is mu-GDP at gdp_mu_of_pure_up: delta of randomized response below the Gaussian's at every
// epsilon; and no smaller mu would do, nor a greater epsilon within a mu.
TEST(BruteForce, PureWithinGaussian) {
  for (double epsilon0 : {0.001, 0.1, 1.0, 5.0, 20.0}) {
    const double mu = gdp_mu_of_pure_up(epsilon0);
    bool smaller_fails = false;
    for (int i = 0; i < 1000; ++i) {
      const double epsilon = epsilon0 * i / 1000;
      const long double response =
          (std::exp(static_cast<long double>(epsilon0)) - std::exp(static_cast<long double>(epsilon))) /
          (1 + std::exp(static_cast<long double>(epsilon0)));
      EXPECT_LE(response, gaussian_delta(mu, epsilon) * (1 + kOwnError)) << epsilon0 << " " << epsilon;
      smaller_fails |= response > gaussian_delta(mu * (1 - 1e-6), epsilon);
    }
    EXPECT_TRUE(smaller_fails) << epsilon0;
    EXPECT_LE(pure_within_gdp_down(mu), epsilon0 * (1 + 1e-11));
    EXPECT_GE(pure_within_gdp_down(mu), epsilon0 * (1 - 1e-11));
  }
}

// One-dimensional Laplace noise likewise: its delta is below the Gaussian's everywhere, and no smaller mu would do.
TEST(BruteForce, LaplaceWithinGaussian) {
  for (double epsilon0 : {0.001, 0.1, 1.0, 5.0, 20.0}) {
    const double mu = gdp_mu_of_laplace_up(epsilon0);
    EXPECT_LT(mu, gdp_mu_of_pure_up(epsilon0));
    bool smaller_fails = false;
    for (int i = 0; i < 1000; ++i) {
      const double epsilon = epsilon0 * i / 1000;
      const long double noise = -std::expm1((static_cast<long double>(epsilon) - epsilon0) / 2);
      EXPECT_LE(noise, gaussian_delta(mu, epsilon) * (1 + kOwnError)) << epsilon0 << " " << epsilon;
      smaller_fails |= noise > gaussian_delta(mu * (1 - 1e-6), epsilon);
    }
    EXPECT_TRUE(smaller_fails) << epsilon0;
  }
}

// epsilon tanh(epsilon/2)-zCDP: above the Renyi curve over the order at every order, attained as the order falls to 1;
// the old epsilon^2/2 is above it.
TEST(BruteForce, PureWithinZcdp) {
  for (double epsilon : {1e-3, 0.1, 1.0, 4.0, 30.0}) {
    const double rho = zcdp_of_pure_up(epsilon);
    EXPECT_LE(rho, epsilon * epsilon / 2 * (1 + 1e-6));
    for (double t = 1e-9; t < 1e6; t *= 1.3)
      EXPECT_LE(renyi_of_pure_up(epsilon, 1 + t), rho * (1 + t) * (1 + 1e-6)) << epsilon << " " << t;
    for (double t = 1e-2; t < 1e6; t *= 1.3) {
      const long double e = epsilon, p = 1 / (1 + std::exp(-e)), q = 1 / (1 + std::exp(e));
      const long double moment = p * std::exp(t * e) + q * std::exp(-t * e);
      if (moment > 1e4000L) continue;
      EXPECT_LE(std::log(moment) / t, rho * (1 + t) * (1 + 1e-9L)) << epsilon << " " << t;
    }
    EXPECT_GT(renyi_of_pure_up(epsilon, 1 + 1e-9), rho * (1 - 1e-6));
    EXPECT_LE(zcdp_of_pure_up(pure_within_zcdp_down(rho)), rho);
    EXPECT_GE(pure_within_zcdp_down(rho), epsilon * (1 - 1e-12));
  }
}

// D_order of Laplace noise by Mironov 2017, Proposition 6, in long doubles; attained as the order falls to 1.
TEST(BruteForce, LaplaceWithinZcdp) {
  for (double epsilon : {1e-3, 0.1, 1.0, 4.0, 30.0}) {
    const double rho = zcdp_of_laplace_up(epsilon);
    EXPECT_LT(rho, zcdp_of_pure_up(epsilon));
    for (double t = 1e-2; t < 1e3; t *= 1.1) {
      const long double e = epsilon, a = 1 + t, b = t;
      const long double moment = (a * std::exp(b * e) + b * std::exp(-a * e)) / (a + b);
      if (moment > 1e4000L) continue;
      EXPECT_LE(std::log(moment) / b, rho * (1 + t) * (1 + 1e-9L) + 1e-17L) << epsilon << " " << t;
    }
    EXPECT_GT(renyi_of_laplace_up(epsilon, 1 + 1e-7), rho * (1 - 1e-5));
    EXPECT_EQ(curve_of({laplace(1 / epsilon)}).zcdp_rho(), zcdp_of_laplace_up(event_pure(laplace(1 / epsilon))));
  }
}

// Discrete Laplace noise of any shift is within its divergence's zCDP, which orders near 1 attain.
TEST(BruteForce, DiscreteLaplaceWithinZcdp) {
  for (int shift : {1, 2, 3, 5, 17, 100}) {
    for (double decay : {1e-3, 0.05, 0.5, 2.0, 20.0}) {
      SCOPED_TRACE(testing::Message() << shift << " " << decay);
      const double rho = curve_of({discrete_laplace(decay, shift)}).zcdp_rho();
      const long double a = decay, share = 1 / (1 + std::exp(-a)), middle = -std::expm1(-a) * share;
      double nearest = 0;
      for (double t = 1e-5; t < 30 / decay; t *= 1.5) {
        // e^(t D) - 1 as a sum over outcomes of P (e^(t loss) - 1).
        const auto part = [&](long double chance, long double loss) { return chance * std::expm1(t * loss); };
        long double sum = part(share, a * shift) + part(share * std::exp(-a * shift), -a * shift);
        for (int y = 1; y < shift; ++y) sum += part(middle * std::exp(-a * (shift - y)), a * (2 * y - shift));
        const long double renyi = std::log1p(sum) / t;
        if (!std::isfinite(renyi)) break;
        EXPECT_LE(renyi, static_cast<long double>(rho) * (1 + t) * (1 + 1e-12L)) << t;
        EXPECT_LE(renyi, curve_of({discrete_laplace(decay, shift)}).rdp(1 + t) * (1 + 1e-12L));
        nearest = std::max(nearest, static_cast<double>(renyi / (rho * (1 + t))));
      }
      EXPECT_GT(nearest, 0.999);
      if (shift > 1) {
        EXPECT_LT(rho, zcdp_of_pure_up(decay * shift));
      }
    }
  }
}

// A mechanism of bounded range epsilon0: for each place of the interval of log-ratios its worst pair has two outcomes.
// Every figure of the kind covers every place, and is attained somewhere.
TEST(BruteForce, BoundedRange) {
  for (double epsilon0 : {1e-3, 0.1, 1.0, 4.0, 20.0, 60.0}) {
    const Curve curve = curve_of({bounded_range(epsilon0)});
    const double mu = curve.gdp_mu(), rho = curve.zcdp_rho();
    double max_delta[3] = {}, max_mu = 0, nearest = 0;
    for (int i = 1; i < 2000; ++i) {
      const double top = epsilon0 * i / 2000;  // log-ratios top and top - epsilon0
      const long double whole = -std::expm1(-static_cast<long double>(epsilon0));
      const long double p = -std::expm1(static_cast<long double>(top) - epsilon0) / whole;
      const long double q = p * std::exp(-static_cast<long double>(top));
      int j = 0;
      for (double share : {0.0, 0.3, 0.7}) {
        const double epsilon = share * epsilon0;
        const double truth = static_cast<double>(p - std::exp(static_cast<long double>(epsilon)) * q);
        EXPECT_LE(truth, curve.delta(epsilon)) << epsilon0 << " " << top;
        EXPECT_LE(truth, gaussian_delta(mu, epsilon) * (1 + kOwnError)) << epsilon0 << " " << top;
        max_delta[j] = std::max(max_delta[j], truth / curve.delta(epsilon));
        ++j;
      }
      for (double order : {1.0001, 1.01, 1.3, 2.0, 10.0}) {
        const long double rest = 1 - p;
        const long double moment = p * std::exp((order - 1) * static_cast<long double>(top)) +
                                   rest * std::exp((order - 1) * (static_cast<long double>(top) - epsilon0));
        EXPECT_LE(std::log(moment) / (order - 1), rho * order * (1 + 1e-9L) + 1e-15L) << epsilon0 << " " << top;
        EXPECT_LE(std::log(moment) / (order - 1), curve.rdp(order) * (1 + 1e-9L) + 1e-15L);
        nearest = std::max(nearest, static_cast<double>(std::log(moment) / (order - 1) / (rho * order)));
      }
      if (q > 1e-15L && 1 - p > 1e-15L)
        max_mu = std::max(max_mu, -numeric::normal_quantile(static_cast<double>(q)) -
                                      numeric::normal_quantile(static_cast<double>(1 - p)));
    }
    EXPECT_LE(max_mu, mu * (1 + 1e-9)) << epsilon0;
    EXPECT_GE(max_mu, mu * (1 - 1e-6)) << epsilon0;
    for (double share : max_delta) EXPECT_GT(share, 0.999) << epsilon0;
    EXPECT_GT(nearest, 0.999) << epsilon0;
  }
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
