// Compositions with parts that have no two worst laws, or too many parts: against exact sums over outcomes.
#include "privacy/pld/parts.h"

#include <algorithm>
#include <vector>

#include "privacy/divergences/gdp.h"
#include "privacy/helpers.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

double normal_below(double x) { return std::erfc(-x * 0.70710678118654752440) / 2; }
// The hockey-stick divergence of N(mu, 1) from N(0, 1) at any x.
double gaussian(double mu, double x) {
  return normal_below(mu / 2 - x / mu) - std::exp(x) * normal_below(-mu / 2 - x / mu);
}

// The losses of randomized responses of steps[i] * unit, as chances of the sums' multiples.
struct Coins {
  std::vector<double> chances{1};  // of the multiple i - shift
  int64_t shift = 0;
  void toss(int64_t steps, double unit) {
    const double yes = 1 / (1 + std::exp(-unit * static_cast<double>(steps)));
    std::vector<double> next(chances.size() + static_cast<size_t>(2 * steps));
    for (size_t i = 0; i < chances.size(); ++i) {
      next[i] += (1 - yes) * chances[i];
      next[i + static_cast<size_t>(2 * steps)] += yes * chances[i];
    }
    chances = next;
    shift += steps;
  }
  // The divergence at epsilon, beside a Gaussian release.
  double delta(double unit, double mu, double epsilon) const {
    double sum = 0;
    for (size_t i = 0; i < chances.size(); ++i) {
      const double left = epsilon - unit * static_cast<double>(static_cast<int64_t>(i) - shift);
      sum += chances[i] * (mu > 0 ? gaussian(mu, left) : std::fmax(0, -std::expm1(left)));
    }
    return sum;
  }
};

// A Gaussian release passed off as zCDP or as a table of its Renyi divergences, beside randomized responses.
TEST(Parts, RenyiPartsComposeWithOthers) {
  Error error(nullptr, "test");
  std::vector<double> orders, epsilons;
  double most_gained = 0, loosest = 0;
  for (double mu : {0.01, 0.3, 1.0})
    for (double unit : {0.02, 0.3})
      for (int64_t parts : {1, 10, 100}) {
        Coins coins;
        for (int64_t i = 0; i < parts; ++i) coins.toss(1, unit);
        orders.clear(), epsilons.clear();
        for (double order = 1.1; order < 200; order *= 1.1) {
          orders.push_back(order);
          epsilons.push_back(order * mu * mu / 2);
        }
        Curve by_table = curve_of({pure(unit, parts)}), by_zcdp = curve_of({pure(unit, parts), zcdp(mu * mu / 2)});
        ASSERT_EQ(by_table.add_rdp(orders.data(), epsilons.data(), orders.size(), 1, error), DPCVX_OK);
        const double spread = std::sqrt(unit * unit * static_cast<double>(parts) + mu * mu);
        for (double share : {0.5, 2.0, 4.0}) {
          const double epsilon = share * spread, truth = coins.delta(unit, mu, epsilon);
          for (const Curve *curve : {&by_table, &by_zcdp}) {
            const double bound = delta_of(*curve, epsilon);
            EXPECT_GE(bound, truth * (1 - 1e-10)) << mu << " " << unit << " x " << parts << " at " << epsilon;
            EXPECT_LE(bound, curve->delta(epsilon));
            most_gained = std::max(most_gained, curve->delta(epsilon) / bound);
            if (truth > 1e-9) loosest = std::max(loosest, bound / truth);
          }
          // Control: a part of half the divergence is below the truth where it counts.
          if (mu == 1 && parts == 1) {
            EXPECT_LT(delta_of(curve_of({pure(unit, parts), zcdp(mu * mu / 8)}), epsilon), truth);
          }
        }
      }
  EXPECT_GT(most_gained, 1.5);
  evidence("accounting",
           "zCDP and Renyi tables beside randomized responses: delta never below the exact sum, up to %.1f times below "
           "the Renyi answer, at most %.1f times the exact one",
           most_gained, loosest);
}

TEST(Parts, ProfilesFromRenyiAreAboveTheTruth) {
  for (double rho : {1e-12, 1e-4, 0.1, 3.0, 1e3}) {
    RenyiProfile profile;
    ASSERT_TRUE(profile.prepare(curve_of({zcdp(rho)})));
    const double mu = std::sqrt(2 * rho);
    for (double share : {0.0, 0.1, 1.0, 3.0, 10.0, 30.0}) {
      const double x = rho + share * mu;
      const double bound = profile.delta_up(x), closed = curve_of({zcdp(rho)}).delta(x);
      EXPECT_GE(bound, gdp_delta(mu, x) * (1 - 1e-9)) << rho << " at " << x;
      EXPECT_LE(std::log(bound), std::log(closed) * 0.99 + 0.02) << rho << " at " << x;
    }
  }
}

// Every combination of draws: the whole is Gaussian privacy of the root of the sum of squares.
TEST(Parts, MixturesComposeExactly) {
  Error error(nullptr, "test");
  const double mus[] = {0, 0.2, 0.5, 1.1}, probabilities[] = {0.3, 0.4, 0.2, 0.1};
  double loosest = 0;
  for (int64_t uses : {2, 4}) {
    Curve curve;
    ASSERT_EQ(curve.add_gdp_mixture(mus, probabilities, 4, uses, error), DPCVX_OK);
    for (double epsilon : {0.0, 0.3, 1.0, 3.0}) {
      double truth = 0;
      for (int draw = 0; draw < (uses == 2 ? 16 : 256); ++draw) {
        double chance = 1, square = 0;
        for (int64_t use = 0; use < uses; ++use) {
          const int k = draw >> (2 * use) & 3;
          chance *= probabilities[k];
          square += mus[k] * mus[k];
        }
        if (square > 0) truth += chance * gaussian(std::sqrt(square), epsilon);
      }
      double low = 0, high = 0;
      ASSERT_EQ(delta_bounds(curve, epsilon, &low, &high, error), DPCVX_OK);
      EXPECT_GE(high, truth * (1 - 1e-9)) << uses << " at " << epsilon;
      EXPECT_LE(low, truth * (1 + 1e-9)) << uses << " at " << epsilon;
      EXPECT_GT(low, truth * 0.99) << uses << " at " << epsilon;
      loosest = std::max(loosest, high / truth - 1);
    }
  }
  EXPECT_LT(loosest, 0.01);
  evidence("accounting",
           "mixtures of Gaussian privacy, 2 and 4 uses: never below all combinations, at most %.2f %% above",
           100 * loosest);
}

// What costs next to nothing leaves the answer where it was. Renyi DP alone says 4.46.
TEST(Parts, TinyPartsCostNextToNothing) {
  const Event steps = poisson_gaussian(0.8, 0.004, 10000);
  const double alone = epsilon_of(curve_of({steps}), 1e-6);
  for (const Event &tiny : {pure(1e-13), pure(1e-300, 1000), laplace(1e14, 50), gdp(1e-14), zcdp(1e-9), zcdp(1e-40),
                            poisson_gaussian(1, 0x1p-61, 1000), bounded_range(1e-13)}) {
    const double whole = epsilon_of(curve_of({steps, tiny}), 1e-6);
    EXPECT_GE(whole, alone * 0.999) << kind_name(tiny.kind) << " " << tiny.a;
    EXPECT_LE(whole, alone * 1.001) << kind_name(tiny.kind) << " " << tiny.a;
  }
}

// m uses of epsilon, raised to the least epsilon there is: no less than the exact sum.
TEST(Parts, TinyPartsOfManyUsesAreNotBelowTheirSum) {
  const double unit = 0x1p-42;
  const int64_t uses = int64_t{1} << 36;
  const double mu = unit * std::sqrt(static_cast<double>(uses));  // of their sum, by the central limit theorem
  const double bound = delta_of(curve_of({pure(unit, uses), pure(0.5, 2)}), 0.9);
  Coins coins;
  coins.toss(1, 0.5), coins.toss(1, 0.5);
  EXPECT_GE(bound, coins.delta(0.5, mu * 0.999, 0.9));
  EXPECT_LE(bound, coins.delta(0.5, 0, 0.9) * 1.001 + 3 * mu);
}

// Gaussians are one part, however many there are: their uses leave the others' losses as they are.
TEST(Parts, UsesOfGaussiansAreNotCounted) {
  const int64_t uses = int64_t{1} << 42;
  const Event coins = pure(0.3, 10);
  const double alone = epsilon_of(curve_of({gdp(0.5), coins}), 1e-6);
  EXPECT_NEAR(epsilon_of(curve_of({gdp(0.5 * 0x1p-21, uses), coins}), 1e-6), alone, 1e-6 * alone);
  EXPECT_LT(alone, 0.99 * curve_of({gdp(0.5), coins}).epsilon(1e-6));
}

// Rates that are nearly 1, in both orders.
TEST(Parts, RatesNearOneCostWhatRateOneDoes) {
  for (double lost : {0x1p-53, 1e-12, 1e-7}) {
    const Event event = poisson_gaussian(0.5, 1 - lost, 4);
    const double truth = gdp_epsilon_up(4, 1e-6);
    EXPECT_LE(epsilon_of(curve_of({event}), 1e-6), truth * (1 + 1e-4)) << lost;
    EXPECT_GE(epsilon_of(curve_of({event}), 1e-6), truth * (1 - 1e-4)) << lost;
  }
}

// Forty parts, none like another: those of least weight go by their Renyi divergences.
TEST(Parts, ManyDifferentPartsKeepTheHeaviestWhole) {
  constexpr double kUnit = 0.002;
  std::vector<Event> events;
  Coins coins;
  Curve curve;
  Error error(nullptr, "test");
  for (int64_t i = 1; i <= 40; ++i) {
    coins.toss(i, kUnit);
    ASSERT_EQ(curve.add(pure(kUnit * static_cast<double>(i)), error), DPCVX_OK);
  }
  double loosest = 0;
  for (double epsilon : {0.1, 0.5, 1.0}) {
    const double truth = coins.delta(kUnit, 0, epsilon), bound = delta_of(curve, epsilon);
    EXPECT_GE(bound, truth * (1 - 1e-10));
    EXPECT_LT(bound, 0.9 * curve.delta(epsilon));
    loosest = std::max(loosest, bound / truth);
  }
  evidence("accounting", "forty different randomized responses: delta at most %.2f times the exact sum", loosest);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
