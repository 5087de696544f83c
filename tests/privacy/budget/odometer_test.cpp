// The odometer: exact probabilities that a loss ever exceeds its reading, for charges that are chosen adaptively.
#include "privacy/budget/odometer.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "numeric/normal.h"
#include "privacy/budget/budget.h"
#include "privacy/helpers.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

constexpr double kDelta = 0.05;

// A bound on the loss, about N(rho, 2 rho), that one moment alone exceeds with this probability.
double at_one_moment(double rho) { return rho - numeric::normal_quantile(kDelta) * std::sqrt(2 * rho); }

double rho_of(double epsilon) { return epsilon * std::tanh(epsilon / 2); }

// Randomized responses of `unit` or three times that: what the best choice after each answer makes of the probability
// that the loss ever exceeds reading(sum of rhos).
template <class Reading>
double greatest_chance(double unit, int charges, const Reading &reading) {
  const double small = rho_of(unit), great = rho_of(3 * unit);
  const double p_small = 1 / (1 + std::exp(-unit)), p_great = 1 / (1 + std::exp(-3 * unit));
  const int reach = 3 * charges, width = 2 * reach + 1;
  // values[n * width + reach + loss]: after k charges, n of which were great.
  std::vector<double> values(static_cast<size_t>(charges + 1) * width, 0.0), before = values;
  for (int k = charges; k >= 0; --k) {
    for (int n = 0; n <= k; ++n) {
      const double bound = k == 0 ? INFINITY : reading((k - n) * small + n * great);
      for (int loss = -(k + 2 * n); loss <= k + 2 * n; ++loss) {
        const size_t at = static_cast<size_t>(n) * width + reach + loss;
        if (loss * unit > bound) {
          before[at] = 1;
        } else if (k == charges) {
          before[at] = 0;
        } else {
          const double one = p_small * values[at + 1] + (1 - p_small) * values[at - 1];
          const double three = p_great * values[at + width + 3] + (1 - p_great) * values[at + width - 3];
          before[at] = std::max(one, three);
        }
      }
    }
    std::swap(values, before);
  }
  return values[reach];
}

TEST(Odometer, NoPolicyExceedsItTooOften) {
  constexpr int kCharges = 90;
  for (double unit : {0.05, 0.3}) {
    const double limit = kCharges * rho_of(3 * unit);
    const auto reading = [=](double rho) { return loss_at_any_time_up(rho, limit, kDelta); };
    const double chance = greatest_chance(unit, kCharges, reading);
    EXPECT_LE(chance, kDelta);
    EXPECT_GT(chance, kDelta / 20);
    // Control: a bound for each moment by itself.
    const double wrong = greatest_chance(unit, kCharges, at_one_moment);
    EXPECT_GT(wrong, 2 * kDelta);
    evidence("odometer",
             "charges of %g or %g, %d in all: the loss exceeds a reading at delta %g with a probability of %.4f, "
             "a bound for one moment with %.3f",
             unit, 3 * unit, kCharges, kDelta, chance, wrong);
  }
}

TEST(Odometer, ManySmallChargesStayWithin) {
  constexpr int kCharges = 4000;
  constexpr double kUnit = 0.05;
  const double rho = rho_of(kUnit), p = 1 / (1 + std::exp(-kUnit)), limit = kCharges * rho;
  const auto chance_of = [&](const auto &reading) {
    std::vector<double> walk(2 * kCharges + 3, 0.0), next = walk;
    walk[kCharges + 1] = 1;
    double exceeded = 0;
    for (int k = 1; k <= kCharges; ++k) {
      const double bound = reading(k * rho);
      for (int loss = -k; loss <= k; ++loss) {
        const size_t at = static_cast<size_t>(kCharges + 1 + loss);
        next[at] = p * walk[at - 1] + (1 - p) * walk[at + 1];
        if (loss * kUnit > bound) exceeded += next[at], next[at] = 0;
      }
      std::swap(walk, next);
    }
    return exceeded;
  };
  const double chance = chance_of([=](double sum) { return loss_at_any_time_up(sum, limit, kDelta); });
  const double wrong = chance_of(at_one_moment);
  EXPECT_LE(chance, kDelta);
  EXPECT_GT(wrong, 2 * kDelta);
  evidence("odometer",
           "%d charges: a reading at delta %g is exceeded with a probability of %.4f, a bound for one moment with %.3f",
           kCharges, kDelta, chance, wrong);
}

// What the sum over orders is at the reading, and just below it.
TEST(Odometer, ReadingsSolveTheSum) {
  for (double limit : {1e-6, 0.02, 1.0, 300.0})
    for (double share : {1e-7, 1e-3, 0.1, 1.0})
      for (double delta : {1e-12, 1e-6, 0.3}) {
        const double rho = share * limit, loss = loss_at_any_time_up(rho, limit, delta);
        const auto sum_at = [=](long double x) {
          const long double least = std::sqrt(-std::log(static_cast<long double>(delta)) / limit);
          long double sum = 0;
          for (int j = 0; j < 21; ++j) {
            const long double order = least * std::exp2(0.5L * j);
            sum += std::exp(order * x - order * (order + 1) * rho) * (j == 0 ? 0.5L : 0.025L);
          }
          return sum * delta;
        };
        EXPECT_GE(sum_at(loss), 1) << limit << " " << share << " " << delta;
        EXPECT_LT(sum_at(loss * (1 - 1e-6L)), 1) << limit << " " << share << " " << delta;
      }
}

BudgetParameters terms_of(int32_t filter) {
  BudgetParameters terms;
  terms.epsilon = 4;
  terms.delta = 1e-6;
  terms.filter = filter;
  terms.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  terms.basic_epsilon_fraction = filter == DPCVX_FILTER_BASIC ? 0 : 0.25;
  return terms;
}

TEST(Odometer, ReadingsOfFilters) {
  Error error(nullptr, "test");
  for (int32_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
    Budget budget;
    ASSERT_EQ(budget.open(terms_of(filter), error), DPCVX_OK);
    EXPECT_EQ(budget.odometer(1e-6), 0);
    double last = 0;
    for (int i = 0; i < 5; ++i) {
      const Event event = filter == DPCVX_FILTER_BASIC ? pure(0.1) : gdp(0.1);
      ASSERT_EQ(budget.charge(curve_of({event}), 1, "part", false, error), DPCVX_OK);
      const double now = budget.odometer(1e-6);
      EXPECT_GT(now, last);
      EXPECT_GE(budget.odometer(1e-9), now);
      EXPECT_GE(now, budget.epsilon_spent());
      last = now;
    }
    if (filter == DPCVX_FILTER_BASIC) {
      EXPECT_NEAR(last, 0.5, 1e-12);
    }
    if (filter == DPCVX_FILTER_ZCDP) {
      EXPECT_EQ(last, loss_at_any_time_up(budget.main_spent(), budget.main_limit(), 1e-6));
    }
    if (filter != DPCVX_FILTER_RDP) continue;
    const double order = budget.rdp_order().value;
    EXPECT_NEAR(last, budget.main_spent() + std::log(1e6) / (order - 1), 1e-9);
    // Of both sub-budgets.
    ASSERT_EQ(budget.charge(curve_of({approximate(0.3, 0)}), 1, "part", false, error), DPCVX_OK);
    EXPECT_GT(budget.odometer(1e-6), last);
  }
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
