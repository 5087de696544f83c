// The budget as a filter: what it accepts against exact arithmetic, and what adaptive sequences that it accepts really
// cost, by integration over the first answer.
#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "support/evidence.h"
#include "privacy/helpers.h"
#include "numeric/root.h"
#include "privacy/budget/budget.h"
#include "privacy/calibration/calibrate.h"
#include "privacy/divergences/gdp.h"
#include "privacy/divergences/pure_composition.h"
#include "privacy/divergences/rdp.h"
#include "numeric/directed_margin.h"

namespace dpcvx {
namespace privacy {
namespace {

BudgetParameters terms_of(double epsilon, double delta, int32_t filter, double epsilon_share = 0,
                          double delta_share = 0) {
  BudgetParameters terms;
  terms.epsilon = epsilon;
  terms.delta = delta;
  terms.filter = filter;
  terms.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  terms.basic_epsilon_fraction = epsilon_share;
  terms.basic_delta_fraction = delta_share;
  return terms;
}

dpcvx_status charge(Budget &budget, const Event &event, int64_t count = 1) {
  Error error(nullptr, "test");
  return budget.charge(curve_of({event}), count, "part", false, error);
}

dpcvx_status charge_at(Budget &budget, const Event &event, double delta, std::string *message = nullptr) {
  dpcvx_error text;
  Error error(&text, "test");
  const dpcvx_status status = budget.charge_at(curve_of({event}), 1, delta, "plan", false, error);
  if (message != nullptr) *message = text.message;
  return status;
}

TEST(Filter, PlansAreChargedAtTheirTightPrice) {
  Error error(nullptr, "test");
  const Event plan = poisson_gaussian(0.8, 0.004, 10000);
  Budget basic, renyi, small, none;
  ASSERT_EQ(basic.open(terms_of(4.1, 1e-6, DPCVX_FILTER_BASIC), error), DPCVX_OK);
  EXPECT_EQ(charge_at(basic, plan, 1e-6), DPCVX_OK);
  EXPECT_NEAR(basic.main_spent(), 4.029, 2e-3);
  EXPECT_EQ(charge_at(basic, gdp(0.01), 0), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(charge_at(basic, pure(0.1), 0), DPCVX_ERR_BUDGET);
  EXPECT_EQ(charge_at(basic, pure(0.07), 0), DPCVX_OK);
  // At half of what is left otherwise, for all uses together.
  ASSERT_EQ(small.open(terms_of(4.3, 2e-6, DPCVX_FILTER_BASIC), error), DPCVX_OK);
  EXPECT_EQ(charge(small, poisson_gaussian(0.8, 0.004, 1), 10000), DPCVX_OK);
  EXPECT_NEAR(small.main_spent(), 4.029, 2e-3);
  EXPECT_NEAR(small.basic_delta_remaining().value, 1e-6, 1e-15);
  // The filter of one Renyi order counts more.
  ASSERT_EQ(renyi.open(terms_of(4.1, 1e-6, DPCVX_FILTER_RDP), error), DPCVX_OK);
  EXPECT_EQ(charge(renyi, plan), DPCVX_ERR_BUDGET);
  EXPECT_EQ(charge_at(renyi, plan, 1e-6), DPCVX_ERR_UNSUPPORTED);
  // Poisson sampling keeps its adjacency.
  BudgetParameters replace_one = terms_of(4.1, 1e-6, DPCVX_FILTER_BASIC);
  replace_one.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  ASSERT_EQ(none.open(replace_one, error), DPCVX_OK);
  std::string message;
  EXPECT_EQ(charge_at(none, plan, 1e-6, &message), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(message.find("add/remove"), std::string::npos);
}

// Two plans of twenty randomized responses, or anything else of the same tight (epsilon, delta): after each outcome of
// the first an adversary takes the second that tells most at twice the epsilon. Control: the charge less 2 %.
TEST(Filter, AdversariesStayWithinTwoTightCharges) {
  constexpr int kUses = 20;
  const double step = 0.1, delta = 1e-4;
  const double epsilon = epsilon_of(curve_of({pure(step, kUses)}), delta);
  EXPECT_LE(equal_pure_parts_delta_up(step, kUses, epsilon), delta * (1 + 1e-9));
  EXPECT_GT(equal_pure_parts_delta_up(step, kUses, 0.98 * epsilon), delta);
  const double mu = calibrate_gdp(epsilon, delta);
  const auto worst_at = [&](double x) {
    const double at = std::fabs(x);
    const double most =
        std::max({gdp_delta(mu, at), equal_pure_parts_delta_up(step, kUses, at),
                  delta + (1 - delta) * std::max(0.0, -std::expm1(at - epsilon)) / (1 + std::exp(-epsilon))});
    return x >= 0 ? most : -std::expm1(x) + std::exp(x) * most;
  };
  double sum = 0, chance = std::pow(1 + std::exp(-step), -kUses);  // of all yes
  for (int no = 0; no <= kUses; ++no) {
    sum += chance * worst_at(2 * epsilon - step * (kUses - 2 * no));
    chance *= std::exp(-step) * (kUses - no) / (no + 1);
  }
  EXPECT_LE(sum, 2 * delta);
  EXPECT_GT(sum, 0);
  evidence("budgets",
           "two tight charges of delta %.0e, the second plan the worst after each outcome: delta %.2g of %.0e", delta,
           sum, 2 * delta);
}

// Epsilons and deltas that are multiples of 2^-20 and 2^-40, so that integers say exactly what fits.
TEST(Filter, BasicAgreesWithIntegerArithmetic) {
  Inputs inputs(5);
  for (int round = 0; round < 200; ++round) {
    const int64_t epsilon_limit = 1 + inputs.below(1 << 22), delta_limit = inputs.below(1 << 30);
    Error error(nullptr, "test");
    Budget budget;
    ASSERT_EQ(
        budget.open(terms_of(std::ldexp(epsilon_limit, -20), std::ldexp(delta_limit, -40), DPCVX_FILTER_BASIC), error),
        DPCVX_OK);
    int64_t epsilon_spent = 0, delta_spent = 0, accepted = 0;
    for (int step = 0; step < 60; ++step) {
      int64_t epsilon = inputs.below(epsilon_limit / 8 + 2),
              delta = inputs.below(delta_limit / 8 + 2) * inputs.below(2);
      const int64_t count = 1 + inputs.below(3);
      if (step % 10 == 9)
        epsilon = (epsilon_limit - epsilon_spent) / count, delta = 0;  // what is left, to the last unit
      const bool fits = epsilon_spent + count * epsilon <= epsilon_limit && delta_spent + count * delta <= delta_limit;
      const dpcvx_status status = charge(budget, approximate(std::ldexp(epsilon, -20), std::ldexp(delta, -40)), count);
      ASSERT_EQ(status, fits ? DPCVX_OK : DPCVX_ERR_BUDGET) << round << " " << step;
      if (!fits) continue;
      epsilon_spent += count * epsilon;
      delta_spent += count * delta;
      ++accepted;
    }
    EXPECT_EQ(budget.main_spent(), std::ldexp(epsilon_spent, -20));
    EXPECT_EQ(budget.charges(), accepted);
  }
}

// Many small charges: the sum neither drifts over the limit nor stops short of it.
TEST(Filter, SharesOfAnyKindFillTheLimitExactly) {
  for (int32_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
    for (int parts : {3, 10, 49, 1000}) {
      Error error(nullptr, "test");
      Budget budget;
      ASSERT_EQ(budget.open(terms_of(0.7, 1e-6, filter), error), DPCVX_OK);
      const double limit = budget.main_limit();
      const double order = budget.terms().rdp_order;
      const Event part = filter == DPCVX_FILTER_BASIC  ? pure(limit / parts)
                         : filter == DPCVX_FILTER_GDP  ? gdp(limit / std::sqrt(static_cast<double>(parts)))
                         : filter == DPCVX_FILTER_ZCDP ? zcdp(limit / parts)
                                                       : zcdp(limit / order / parts);
      for (int i = 0; i < parts; ++i) ASSERT_EQ(charge(budget, part), DPCVX_OK) << filter << " " << parts << " " << i;
      ASSERT_EQ(charge(budget, part), DPCVX_ERR_BUDGET);
      EXPECT_LE(budget.epsilon_spent(), 0.7 * (1 + kSlack));
    }
  }
}

TEST(Filter, LimitsAreTheCalibratedOnes) {
  for (double epsilon : {0.1, 1.0, 8.0}) {
    for (double delta : {1e-3, 1e-9}) {
      Error error(nullptr, "test");
      Budget gdp_budget, zcdp_budget, rdp_budget;
      ASSERT_EQ(gdp_budget.open(terms_of(epsilon, delta, DPCVX_FILTER_AUTOMATIC), error), DPCVX_OK);
      ASSERT_EQ(zcdp_budget.open(terms_of(epsilon, delta, DPCVX_FILTER_ZCDP), error), DPCVX_OK);
      ASSERT_EQ(rdp_budget.open(terms_of(epsilon, delta, DPCVX_FILTER_RDP), error), DPCVX_OK);
      const double mu = gdp_budget.main_limit() * std::sqrt(1 + kSlack);
      EXPECT_LE(gdp_delta_up(mu, epsilon), delta);
      EXPECT_GT(gdp_delta(mu * (1 + 1e-11), epsilon), delta);
      const double rho = zcdp_budget.main_limit() * (1 + kSlack);
      EXPECT_LE(curve_of({zcdp(rho)}).delta(epsilon), delta * (1 + 1e-9));
      const double order = rdp_budget.terms().rdp_order;
      const double renyi = rdp_budget.main_limit() * (1 + kSlack);
      EXPECT_LE(renyi_log_delta_up(renyi, order, epsilon), std::log(delta) + 1e-9);
      EXPECT_GT(renyi_log_delta_up(renyi * (1 + 1e-6), order, epsilon), std::log(delta));
    }
  }
}

// delta_mu at any real epsilon.
double any_delta(double mu, double epsilon) {
  if (mu == 0) return epsilon >= 0 ? 0 : -std::expm1(epsilon);
  return epsilon >= 0 ? gdp_delta(mu, epsilon) : 1 - std::exp(epsilon) * (1 - gdp_delta(mu, -epsilon));
}

// delta at epsilon of: a first Gaussian answer at mu_first, then a second at next(answer), which may depend on it.
template <class Next>
double adaptive_delta(double mu_first, double epsilon, const Next &next) {
  double sum = 0;
  const double low = -12, high = 12 + mu_first, width = (high - low) / 4000;
  for (double x = low + width / 2; x < high; x += width) {  // the answer's law is N(mu_first, 1) against N(0, 1)
    const double density = std::exp(-(x - mu_first) * (x - mu_first) / 2) / std::sqrt(2 * M_PI);
    const double loss = mu_first * x - mu_first * mu_first / 2;
    sum += density * any_delta(next(x), epsilon - loss) * width;
  }
  return sum;
}

// The greatest further mu that a budget accepts: what an analyst gets who asks for ever less.
double greatest_accepted(Budget &budget) {
  return numeric::greatest_where(0.0, 10.0, [&](double mu) {
    Error unsaid(nullptr, "test");
    return budget.can_charge(curve_of({gdp(mu)}), 1, unsaid) == DPCVX_OK;
  });
}

// An analyst who takes as much of the rest as the budget gives, or half, or nothing, depending on the first answer.
TEST(Filter, AdaptiveSequencesStayWithinTheGaussianLimit) {
  const double epsilon = 1, delta = 1e-5;
  Error error(nullptr, "test");
  Budget untouched;
  ASSERT_EQ(untouched.open(terms_of(epsilon, delta, DPCVX_FILTER_GDP), error), DPCVX_OK);
  const double limit = greatest_accepted(untouched);
  double greatest = 0, control = 0;
  for (double share : {0.1, 0.5, 0.9}) {
    const double first = limit * std::sqrt(share);
    double second[3];
    for (int take = 0; take < 3; ++take) {
      Budget budget;
      ASSERT_EQ(budget.open(terms_of(epsilon, delta, DPCVX_FILTER_GDP), error), DPCVX_OK);
      ASSERT_EQ(charge(budget, gdp(first)), DPCVX_OK);
      second[take] = greatest_accepted(budget) * take / 2;
      ASSERT_EQ(charge(budget, gdp(second[take])), DPCVX_OK);
      if (take == 2) {
        EXPECT_EQ(charge(budget, gdp(1e-3)), DPCVX_ERR_BUDGET);
      }
    }
    for (double cut = -3; cut <= 4; cut += 0.25) {
      for (double other : second) {
        const auto above = [=](double x) { return x > cut ? second[2] : other; };
        const auto below = [=](double x) { return x > cut ? other : second[2]; };
        greatest = std::max({greatest, adaptive_delta(first, epsilon, above), adaptive_delta(first, epsilon, below)});
      }
      // What a ledger would allow that forgets the first charge when its answer looks harmless.
      const auto forgets = [=](double x) { return x > cut ? limit : second[2]; };
      control = std::max(control, adaptive_delta(first, epsilon, forgets));
    }
  }
  EXPECT_LE(greatest, delta * (1 + 1e-6));  // the integration's own error
  EXPECT_GT(greatest, delta * 0.999);       // the plan that spends everything whatever happens attains it
  EXPECT_GT(control, delta * 1.05);
  evidence("accounting",
           "adaptive two-step sequences that a Gaussian budget accepts: delta at most %.6f of the limit; with a ledger "
           "that forgets %.2f",
           greatest / delta, control / delta);
}

// The basic sub-budget beside the main one: a response that is randomized, but for a chance of 1e-6 of the truth,
// decides what the Gaussian spends. Both sub-budgets take all that they accept.
TEST(Filter, TwoPotsAddUp) {
  const double epsilon = 1, delta = 1e-5;
  Error error(nullptr, "test");
  Budget budget;
  ASSERT_EQ(budget.open(terms_of(epsilon, delta, DPCVX_FILTER_GDP, 0.4, 0.1), error), DPCVX_OK);
  EXPECT_EQ(budget.basic_epsilon_remaining().value, 0.4);
  const double response = 0.4, certain = budget.basic_delta_remaining().value;
  ASSERT_EQ(charge(budget, approximate(response, certain)), DPCVX_OK);
  EXPECT_EQ(budget.main_spent(), 0);
  const double mu = greatest_accepted(budget);
  ASSERT_EQ(charge(budget, gdp(mu)), DPCVX_OK);
  EXPECT_EQ(charge(budget, approximate(1e-3, 1e-12)), DPCVX_ERR_BUDGET);
  EXPECT_EQ(charge(budget, gdp(1e-3)), DPCVX_ERR_BUDGET);
  const double p = 1 / (1 + std::exp(-response));
  const auto both = [&](double if_true, double if_lie) {
    const double rest = p * any_delta(if_true, epsilon - response) + (1 - p) * any_delta(if_lie, epsilon + response);
    return certain + (1 - certain) * rest;
  };
  for (double other : {0.0, 0.3, 1.0}) {
    EXPECT_LE(both(mu, other * mu), delta) << other;
    EXPECT_LE(both(other * mu, mu), delta) << other;
  }
  EXPECT_GT(both(mu, mu), delta / 2);
  EXPECT_GT(both(calibrate_gdp(epsilon, delta), mu), delta);  // a main sub-budget that was not made smaller
}

TEST(Filter, EachTakesItsKindsAndTheRestGoesToTheBasicSubBudget) {
  Error error(nullptr, "test");
  Budget gdp_budget, with_basic, zcdp_budget, rdp_budget, basic;
  ASSERT_EQ(gdp_budget.open(terms_of(5, 1e-4, DPCVX_FILTER_GDP), error), DPCVX_OK);
  ASSERT_EQ(with_basic.open(terms_of(5, 1e-4, DPCVX_FILTER_GDP, 0.5, 0.5), error), DPCVX_OK);
  ASSERT_EQ(zcdp_budget.open(terms_of(5, 1e-4, DPCVX_FILTER_ZCDP), error), DPCVX_OK);
  ASSERT_EQ(rdp_budget.open(terms_of(5, 1e-4, DPCVX_FILTER_RDP), error), DPCVX_OK);
  ASSERT_EQ(basic.open(terms_of(5, 1e-4, DPCVX_FILTER_BASIC), error), DPCVX_OK);
  const Event sampled = poisson_gaussian(2, 0.01, 10);
  EXPECT_EQ(charge(gdp_budget, pure(0.1)), DPCVX_OK);
  EXPECT_EQ(charge(gdp_budget, zcdp(0.001)), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(charge(gdp_budget, approximate(0.1, 1e-9)), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(charge(with_basic, approximate(0.1, 1e-6)), DPCVX_OK);
  EXPECT_EQ(with_basic.basic_epsilon_remaining().value, 2.5 - 0.1);
  EXPECT_EQ(with_basic.main_spent(), 0);
  EXPECT_EQ(charge(with_basic, sampled), DPCVX_OK);
  EXPECT_NEAR(with_basic.basic_delta_remaining().value, (5e-5 - 1e-6) / 2, 1e-16);
  EXPECT_EQ(charge(zcdp_budget, gdp(0.1)), DPCVX_OK);
  EXPECT_EQ(charge(zcdp_budget, zcdp(0.001)), DPCVX_OK);
  EXPECT_EQ(charge(zcdp_budget, sampled), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(charge(rdp_budget, sampled), DPCVX_OK);
  EXPECT_EQ(charge(rdp_budget, laplace(10)), DPCVX_OK);
  EXPECT_EQ(charge(rdp_budget, approximate(0.1, 1e-9)), DPCVX_ERR_UNSUPPORTED);
  EXPECT_EQ(charge(basic, sampled), DPCVX_OK);
  EXPECT_EQ(charge(basic, pure(0.1)), DPCVX_OK);
}

TEST(Filter, PoissonCurvesNeedAddRemove) {
  dpcvx_error record;
  Error error(&record, "test");
  BudgetParameters terms = terms_of(5, 1e-4, DPCVX_FILTER_RDP);
  terms.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  Budget budget;
  ASSERT_EQ(budget.open(terms, error), DPCVX_OK);
  EXPECT_EQ(budget.charge(curve_of({poisson_gaussian(2, 0.01)}), 1, nullptr, false, error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(record.message).find("add/remove"), std::string::npos);
  EXPECT_EQ(charge(budget, fixed_size_gaussian(2, 0.01)), DPCVX_OK);
  // Everything sampled: a plain Gaussian, but for a sensitivity that is still stated for adding or removing a unit.
  EXPECT_EQ(budget.charge(curve_of({poisson_gaussian(2, 1)}), 1, nullptr, false, error), DPCVX_ERR_UNSUPPORTED);
  Budget add_remove;
  ASSERT_EQ(add_remove.open(terms_of(5, 1e-4, DPCVX_FILTER_GDP), error), DPCVX_OK);
  EXPECT_EQ(charge(add_remove, poisson_gaussian(4, 1)), DPCVX_OK);
  EXPECT_EQ(curve_of({poisson_gaussian(4, 1)}).gdp_mu(), curve_of({gaussian(4)}).gdp_mu());
  EXPECT_EQ(curve_of({poisson_gaussian(4, 1, 3)}).epsilon(1e-5), curve_of({gaussian(4, 3)}).epsilon(1e-5));
  EXPECT_EQ(curve_of({poisson_gaussian(4, 1)}).delta(0.3), curve_of({gaussian(4)}).delta(0.3));
}

TEST(Filter, PriceOfTheRestFitsAndIsTheRest) {
  for (int32_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
    for (double share : {0.01, 0.5, 0.9}) {
      Error error(nullptr, "test");
      Budget budget;
      ASSERT_EQ(budget.open(terms_of(1.3, 1e-7, filter), error), DPCVX_OK);
      Curve part, rest;
      ASSERT_EQ(budget.price(share, &part, error), DPCVX_OK);
      ASSERT_EQ(budget.charge(part, 1, nullptr, false, error), DPCVX_OK);
      ASSERT_EQ(budget.price(1, &rest, error), DPCVX_OK);
      ASSERT_EQ(budget.charge(rest, 1, nullptr, false, error), DPCVX_OK);
      const double limit = budget.main_limit();
      EXPECT_LE(budget.main_remaining(), limit * 1e-6);
      EXPECT_EQ(charge(budget, pure(0.01)), DPCVX_ERR_BUDGET);
      // Nothing is left: no price of nothing is handed out.
      dpcvx_error record;
      Error refused(&record, "test");
      Curve none;
      EXPECT_EQ(budget.price(1, &none, refused), DPCVX_ERR_BUDGET) << filter;
      EXPECT_NE(std::string(record.message).find("nothing is left of the "), std::string::npos);
      EXPECT_EQ(none.size(), 0u);
    }
  }
}

TEST(Filter, RefusesTermsThatLeaveTheMainPotEmpty) {
  dpcvx_error record;
  Error error(&record, "test");
  Budget no_epsilon, no_delta, no_order, no_delta_at_all;
  EXPECT_EQ(no_epsilon.open(terms_of(1, 1e-6, DPCVX_FILTER_GDP, 1, 0), error), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(record.message).find("DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION"), std::string::npos);
  EXPECT_EQ(no_delta.open(terms_of(1, 1e-6, DPCVX_FILTER_GDP, 0, 1), error), DPCVX_ERR_ARGUMENT);
  BudgetParameters terms = terms_of(1, 1e-6, DPCVX_FILTER_RDP);
  terms.rdp_order = 1.5;
  EXPECT_EQ(no_order.open(terms, error), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(record.message).find("DPCVX_BUDGET_OPTION_RDP_ORDER"), std::string::npos);
  EXPECT_EQ(no_delta_at_all.open(terms_of(1, 0, DPCVX_FILTER_ZCDP), error), DPCVX_ERR_ARGUMENT);
}

TEST(Filter, TwoThreadsSpendOneLimit) {
  Error error(nullptr, "test");
  Budget budget;
  ASSERT_EQ(budget.open(terms_of(1, 0, DPCVX_FILTER_BASIC), error), DPCVX_OK);
  const auto spend = [&budget](int *accepted) {
    const Curve part = curve_of({pure(0x1p-10)});
    Error unsaid(nullptr, "test");
    for (int i = 0; i < 1000; ++i) *accepted += budget.charge(part, 1, "thread", false, unsaid) == DPCVX_OK;
  };
  int first = 0, second = 0;
  std::thread a(spend, &first), b(spend, &second);
  a.join();
  b.join();
  EXPECT_EQ(first + second, 1024);
  EXPECT_EQ(budget.charges(), 1024);
  EXPECT_EQ(budget.main_remaining(), 0);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
