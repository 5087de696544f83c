// Gaussians on random batches: what prices buy, and one round against every subset enumerated.
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "base/error.h"
#include "dpcvx/privacy.h"
#include "support/evidence.h"
#include "privacy/budget/budget.h"
#include "privacy/calibration/calibrate.h"
#include "privacy/calibration/calibrate_sampled.h"
#include "privacy/divergences/gdp.h"
#include "privacy/helpers.h"
#include "privacy/divergences/subsampled_rdp.h"

namespace dpcvx {
namespace privacy {
namespace {

Error &ignored() {
  static Error error(nullptr, "test");
  return error;
}

Event bought(const Curve &price, int32_t filter, Kind kind, double rate, int64_t steps) {
  Event event;
  EXPECT_EQ(sampled_gaussian_within(price, filter, kind, rate, steps, &event, ignored()), DPCVX_OK);
  return event;
}

// Answers on the finest grids confirm what calibration proved on its own, at random settings. Control: .05 % less noise
// is not enough.
TEST(Sampled, CalibratedNoiseIsEnoughAndHardlyMore) {
  std::mt19937_64 bits(20);
  const auto log_uniform = [&](double low, double high) {
    return low * std::exp(std::log(high / low) * static_cast<double>(bits() >> 11) * 0x1p-53);
  };
  double nearest = 0, farthest = 1;
  for (int i = 0; i < 24; ++i) {
    const Kind kind = i % 2 == 0 ? Kind::kPoissonGaussian : Kind::kFixedSizeGaussian;
    const double rate = log_uniform(1e-5, 0.3), epsilon = log_uniform(0.4, 8), delta = log_uniform(1e-9, 1e-5);
    const auto steps = static_cast<int64_t>(2 + log_uniform(0.01, 100) / rate);
    const auto delta_at = [&](double noise) {
      return delta_of(curve_of({kind == Kind::kPoissonGaussian ? poisson_gaussian(noise, rate, steps)
                                                               : fixed_size_gaussian(noise, rate, steps)}),
                      epsilon);
    };
    double noise;
    ASSERT_EQ(calibrate_subsampled(kind, rate, steps, epsilon, delta, &noise, ignored()), DPCVX_OK);
    const double share = delta_at(noise) / delta;
    EXPECT_LE(share, 1) << i;
    EXPECT_GT(delta_at(noise * (1 - 5e-4)), delta) << i << " " << rate << " " << steps << " " << epsilon;
    nearest = std::max(nearest, share);
    farthest = std::min(farthest, share);
  }
  evidence("accounting", "calibrated sampled noise: delta is %.4f to %.4f of what is allowed", farthest, nearest);
}

// Less effort leaves as much privacy, and noise that is at most 5e-4 above the least (kNear), or hardly more than 1 %
// (kRough). Control: what kNear may leave less 1e-3 is not enough.
TEST(Sampled, LessEffortLeavesLittleNoiseMore) {
  const struct {
    double rate;
    int64_t steps;
    double epsilon;
  } settings[] = {{0.002, 600, 0.5}, {0.01, 3000, 2}, {0.05, 60, 1}, {0.2, 400, 8}};
  double most_near = 0, most_rough = 0;
  for (const Kind kind : {Kind::kPoissonGaussian, Kind::kFixedSizeGaussian})
    for (const auto &one : settings) {
      const auto noise_by = [&](Effort effort) {
        double noise = 0;
        EXPECT_EQ(calibrate_subsampled(kind, one.rate, one.steps, one.epsilon, 1e-6, &noise, ignored(), effort),
                  DPCVX_OK);
        return noise;
      };
      const auto delta_at = [&](double noise) {
        return delta_of(curve_of({kind == Kind::kPoissonGaussian ? poisson_gaussian(noise, one.rate, one.steps)
                                                                 : fixed_size_gaussian(noise, one.rate, one.steps)}),
                        one.epsilon);
      };
      const double near = noise_by(Effort::kNear), rough = noise_by(Effort::kRough), fine = noise_by(Effort::kFine);
      EXPECT_LE(delta_at(near), 1e-6);
      EXPECT_LE(delta_at(rough), 1e-6);
      EXPECT_GT(delta_at(near * (1 - 1e-3)), 1e-6);
      most_near = std::max(most_near, near / fine - 1);  // fine noise may be 1e-4 above the least itself
      most_rough = std::max(most_rough, rough / fine - 1);
    }
  EXPECT_LE(most_near, 5e-4);
  EXPECT_LE(most_rough, 0.015);
  evidence("accounting", "sampled noise of less effort exceeds the least by %.1e (near) and %.1e (rough) at most",
           most_near, most_rough);
}

// Losses prove nothing at such deltas. Closed forms do, and no setting is refused that they allow.
TEST(Sampled, CalibratesAtTheLeastDeltas) {
  double noise = 0;
  dpcvx_error told;
  Error error(&told, "test");
  ASSERT_EQ(calibrate_subsampled(Kind::kReplacedGaussian, 2.3042222819322872e-05, 8, 0.04411097474650323,
                                 6.677993114953564e-227, &noise, error),
            DPCVX_OK)
      << told.message;
  EXPECT_LT(noise, 3737);
  ASSERT_EQ(calibrate_subsampled(Kind::kReplacedGaussian, 0.041944, 38, 4.6706, 1.2456e-169, &noise, error), DPCVX_OK)
      << told.message;
}

// Where steps are so few and rare that delta hardly falls with the noise for long: steps by its fall stood still there.
TEST(Sampled, CalibratesWhereDeltaHardlyFalls) {
  for (double epsilon : {0.05, 1.0, 8.0}) {
    double noise = 0;
    ASSERT_EQ(calibrate_subsampled(Kind::kPoissonGaussian, 1e-5, 10, epsilon, 1e-4, &noise, ignored()), DPCVX_OK);
    EXPECT_LE(delta_of(curve_of({poisson_gaussian(noise, 1e-5, 10)}), epsilon), 1e-4);
    EXPECT_GT(delta_of(curve_of({poisson_gaussian(noise / 2, 1e-5, 10)}), epsilon), 1e-4 * (1 - 1e-3));
    EXPECT_LT(noise, 0.13);
  }
}

TEST(Sampled, WithinAPrice) {
  const double orders[] = {1.5, 4, 32}, epsilons[] = {0.1, 0.2, 2};
  Curve table;
  ASSERT_EQ(table.add_rdp(orders, epsilons, 3, 1, ignored()), DPCVX_OK);
  for (Kind kind : {Kind::kPoissonGaussian, Kind::kFixedSizeGaussian}) {
    for (double rate : {0.005, 0.2}) {
      const Event pair = bought(curve_of({approximate(1, 1e-6)}), DPCVX_FILTER_BASIC, kind, rate, 50);
      EXPECT_EQ(pair.kind, kind);
      EXPECT_EQ(pair.count, 50);
      EXPECT_LE(delta_of(curve_of({pair}), 1), 1e-6);
      Event less = pair;
      less.a *= 0.9999;
      EXPECT_GT(delta_of(curve_of({less}), 1), 1e-6);

      const Event renyi = bought(table, DPCVX_FILTER_RDP, kind, rate, 50);
      double worst = 0, worst_of_less = 0;
      less = renyi;
      less.a *= 0.9999;
      for (int i = 0; i < 3; ++i) {
        worst = std::max(worst, curve_of({renyi}).rdp(orders[i]) / epsilons[i]);
        worst_of_less = std::max(worst_of_less, curve_of({less}).rdp(orders[i]) / epsilons[i]);
      }
      EXPECT_LE(worst, 1);
      EXPECT_GT(worst_of_less, 1);
    }
  }
  // Where sampling gains nothing: Gaussians that fill the price without it.
  for (const Curve *price : {new Curve(curve_of({gdp(0.5)})), new Curve(curve_of({zcdp(0.125)}))}) {
    for (int32_t filter : {DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP, DPCVX_FILTER_BASIC}) {
      EXPECT_FALSE(sampling_is_amplified(*price, filter));
      const Event event = bought(*price, filter, Kind::kPoissonGaussian, 0.01, 7);
      EXPECT_EQ(event.kind, Kind::kGdp);
      EXPECT_LE(curve_of({event}).gdp_mu_squared(), 0.25);
      EXPECT_GE(curve_of({event}).gdp_mu_squared(), 0.25 * (1 - 1e-14));
    }
    delete price;
  }
  EXPECT_EQ(bought(curve_of({approximate(1, 1e-6)}), DPCVX_FILTER_GDP, Kind::kPoissonGaussian, 0.01, 7).kind,
            Kind::kGdp);
  EXPECT_EQ(bought(curve_of({pure(1)}), DPCVX_FILTER_BASIC, Kind::kPoissonGaussian, 0.01, 7).count, 0);
  Event event;
  EXPECT_EQ(sampled_gaussian_within(curve_of({approximate(1e-9, 1e-300)}), DPCVX_FILTER_BASIC, Kind::kPoissonGaussian,
                                    1, INT64_MAX, &event, ignored()),
            DPCVX_ERR_NUMERIC);
}

// The natural price of any budget buys rounds that it takes, once.
TEST(Sampled, BudgetsTakeTheWholePriceOnce) {
  for (int32_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
    for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
      for (double epsilon : {0.2, 3.0}) {
        BudgetParameters terms;
        terms.epsilon = epsilon;
        terms.delta = 1e-6;
        terms.adjacency = adjacency;
        terms.filter = filter;
        Budget budget;
        ASSERT_EQ(budget.open(terms, ignored()), DPCVX_OK);
        Curve price;
        ASSERT_EQ(budget.price(1, &price, ignored()), DPCVX_OK);
        const Kind kind = adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? Kind::kPoissonGaussian : Kind::kFixedSizeGaussian;
        const Curve own = curve_of({bought(price, filter, kind, 0.01, 300)});
        EXPECT_EQ(own[0].kind == kind, filter == DPCVX_FILTER_BASIC || filter == DPCVX_FILTER_RDP);
        Amount charged;
        dpcvx_error record;
        Error error(&record, "test");
        EXPECT_EQ(budget.charge_release(own, price, "sgd", false, &charged, error), DPCVX_OK) << record.message;
        EXPECT_EQ(budget.charge_release(own, price, "sgd", false, &charged, error), DPCVX_ERR_BUDGET) << filter;
      }
    }
  }
}

// However rarely a batch holds the unit: a mu below 1 / sigma is passed where epsilon is large (the rarer, the larger;
// shown as far as doubles go).
TEST(Sampled, NoGainInGdp) {
  for (double q : {0.5, 0.01}) {
    for (double sigma : {0.7, 2.0}) {
      bool passed = false;
      const double mu = (q > 0.1 ? 0.95 : 0.6) / sigma;
      for (double epsilon = 1; epsilon < 1000 && !passed; epsilon *= 1.1)
        passed = subsampled_gaussian_delta_up(sigma, q, epsilon) > gdp_delta_up(mu, epsilon);
      EXPECT_TRUE(passed) << q << " " << sigma;
    }
  }
}

// ---- one round, all subsets ----

using Law = std::vector<std::pair<double, double>>;  // chances and means of a mixture of normals

double density(const Law &law, double sigma, double x) {
  double sum = 0;
  for (const auto &part : law)
    sum += part.first * std::exp(-(x - part.second) * (x - part.second) / (2 * sigma * sigma));
  return sum / (sigma * std::sqrt(2 * M_PI));
}

double hockey_stick(const Law &p, const Law &q, double sigma, double epsilon) {
  constexpr int kPoints = 8000;
  const double reach = 4 + 9 * sigma, step = 2 * reach / kPoints, factor = std::exp(epsilon);
  double sum = 0;
  for (int i = 0; i <= kPoints; ++i) {
    const double x = -reach + step * i;
    sum += std::max(0.0, density(p, sigma, x) - factor * density(q, sigma, x));
  }
  return sum * step;
}

// Each unit independently with chance q.
Law poisson_law(const std::vector<double> &units, double q) {
  Law law;
  for (unsigned mask = 0; mask < 1u << units.size(); ++mask) {
    double chance = 1, sum = 0;
    for (size_t i = 0; i < units.size(); ++i) {
      const bool in = (mask >> i & 1) != 0;
      chance *= in ? q : 1 - q;
      sum += in ? units[i] : 0;
    }
    law.push_back({chance, sum});
  }
  return law;
}

// Each subset of `size`.
Law subset_law(const std::vector<double> &units, int size) {
  Law law;
  for (unsigned mask = 0; mask < 1u << units.size(); ++mask) {
    if (__builtin_popcount(mask) != size) continue;
    double sum = 0;
    for (size_t i = 0; i < units.size(); ++i) sum += (mask >> i & 1) != 0 ? units[i] : 0;
    law.push_back({1, sum});
  }
  for (auto &part : law) part.first /= static_cast<double>(law.size());
  return law;
}

struct Worst {
  double share = 0;             // greatest divergence over its bound
  double share_at_half = 0;     // over the bound at half the rate
  double share_of_removal = 0;  // over the bound whose sensitivity is that of removing
};

void note(const Law &p, const Law &q, double sigma, const Event &event, Worst *worst) {
  Event half = event, removal = event;
  half.b /= 2;
  removal.a *= 2;
  for (double epsilon : {0.0, 0.1, 0.5, 1.0, 2.0}) {
    const double greatest = std::max(hockey_stick(p, q, sigma, epsilon), hockey_stick(q, p, sigma, epsilon));
    if (event_delta_at(event, epsilon, nullptr) < 1e-5) continue;  // below what the integration gives
    worst->share = std::max(worst->share, greatest / event_delta_at(event, epsilon, nullptr));
    worst->share_at_half = std::max(worst->share_at_half, greatest / event_delta_at(half, epsilon, nullptr));
    worst->share_of_removal = std::max(worst->share_of_removal, greatest / event_delta_at(removal, epsilon, nullptr));
  }
}

TEST(Sampled, OneRoundIsNeverAboveItsCurve) {
  Inputs inputs(20);
  Worst poisson, fixed;
  for (int trial = 0; trial < 40; ++trial) {
    const double noise = inputs.log_uniform(0.4, 3);
    // Contributions of at most 1: the first trials have the worst case, units that stay put.
    std::vector<double> units(4);
    for (double &unit : units) unit = trial < 10 ? 0 : inputs.uniform(-1, 1);
    // A unit removed, or null in its place.
    const double q = inputs.uniform(0.05, 0.9);
    std::vector<double> with = units, null = units;
    with[0] = trial % 2 == 0 ? 1 : -1;
    null[0] = 0;
    const std::vector<double> without(units.begin() + 1, units.end());
    const Event by_poisson = poisson_gaussian(noise, q);
    note(poisson_law(with, q), poisson_law(without, q), noise, by_poisson, &poisson);
    note(poisson_law(with, q), poisson_law(null, q), noise, by_poisson, &poisson);
    // A unit replaced: the sum changes by at most 2, which the noise is relative to.
    const int size = 1 + static_cast<int>(inputs.below(3));
    std::vector<double> one = units, other = units;
    one[0] = 1;
    other[0] = trial < 30 ? -1 : inputs.uniform(-1, 1);
    note(subset_law(one, size), subset_law(other, size), 2 * noise, fixed_size_gaussian(noise, size / 4.0), &fixed);
  }
  EXPECT_LE(poisson.share, 1 + 1e-5);
  EXPECT_LE(fixed.share, 1 + 1e-5);
  EXPECT_GT(poisson.share, 0.999);
  EXPECT_GT(fixed.share, 0.999);
  EXPECT_GT(poisson.share_at_half, 1.5);
  EXPECT_GT(fixed.share_at_half, 1.5);
  EXPECT_GT(fixed.share_of_removal, 1.5);
  evidence("accounting",
           "sampled Gaussian, one round, all subsets of 4 units: greatest divergence over the curve %.6f (Poisson), "
           "%.6f (fixed size); controls: %.2f and %.2f at half the rate, %.2f with removal's sensitivity",
           poisson.share, fixed.share, poisson.share_at_half, fixed.share_at_half, fixed.share_of_removal);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
