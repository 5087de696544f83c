// Brackets of the accountant against closed forms and sums over outcomes.
#include "privacy/accountant/bounds.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "numeric/normal.h"
#include "privacy/helpers.h"

namespace dpcvx {
namespace privacy {
namespace {

using numeric::normal_cdf;

Bracket missed(const Curve &curve, double rate) {
  Error error(nullptr, "test");
  Bracket found;
  EXPECT_EQ(false_negative_bracket(curve, rate, &found, error), DPCVX_OK);
  return found;
}

Bracket accuracy(const Curve &curve, double prior) {
  Error error(nullptr, "test");
  Bracket found;
  EXPECT_EQ(accuracy_bracket(curve, prior, &found, error), DPCVX_OK);
  return found;
}

Bracket epsilon(const Curve &curve, double delta) {
  Error error(nullptr, "test");
  Bracket found;
  EXPECT_EQ(epsilon_bracket(curve, delta, &found, error), DPCVX_OK);
  return found;
}

// The quantile of the standard normal law, by bisection.
double quantile(double p) {
  double low = -40, high = 40;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (normal_cdf(middle) < p ? low : high) = middle;
  }
  return low;
}

double gaussian_missed(double mu, double rate) { return normal_cdf(-quantile(rate) - mu); }

void expect_around(const Bracket &bracket, double exact, double width) {
  EXPECT_LE(bracket.lower, exact * (1 + 1e-9) + 1e-15);
  EXPECT_GE(bracket.upper, exact * (1 - 1e-9) - 1e-15);
  EXPECT_LE(bracket.upper - bracket.lower, width);
}

TEST(TradeOff, GaussiansHaveTheirs) {
  for (double mu : {0.3, 1.0, 3.0})
    for (double rate : {1e-4, 0.01, 0.3, 0.9}) {
      SCOPED_TRACE(testing::Message() << mu << " " << rate);
      expect_around(missed(curve_of({gdp(mu)}), rate), gaussian_missed(mu, rate), 4e-3);
    }
}

TEST(TradeOff, ManyGaussiansHaveThatOfTheirSum) {
  expect_around(missed(curve_of({gdp(0.1, 50), gdp(0.05, 200)}), 0.05), gaussian_missed(1, 0.05), 4e-3);
}

TEST(TradeOff, OfAnotherMuIsNotWithin) {  // control
  const Bracket bracket = missed(curve_of({gdp(1)}), 0.05);
  EXPECT_GT(gaussian_missed(0.99, 0.05), bracket.upper);
  EXPECT_LT(gaussian_missed(1.01, 0.05), bracket.lower);
}

TEST(TradeOff, PureMechanismsHaveTwoLines) {
  for (double rate : {1e-3, 0.1, 0.5}) {
    const double e = std::exp(1.0), exact = std::max({0.0, 1 - e * rate, (1 - rate) / e});
    expect_around(missed(curve_of({pure(1)}), rate), exact, 2e-2);
  }
}

// The least false negative rate of one order of the laws, by Neyman and Pearson over all outcomes.
double exact_missed(std::vector<std::pair<double, double>> outcomes, double rate) {
  std::sort(outcomes.begin(), outcomes.end(),
            [](const auto &one, const auto &other) { return one.first * other.second > other.first * one.second; });
  double left = rate, caught = 0;
  for (const auto &outcome : outcomes) {
    const double share = outcome.second > 0 ? std::min(1.0, left / outcome.second) : 1;
    caught += share * outcome.first;
    left -= share * outcome.second;
    if (!(left > 0)) break;
  }
  return 1 - caught;
}

// All outcomes of coins that tell the truth with odds e^epsilon.
std::vector<std::pair<double, double>> coins(std::initializer_list<double> epsilons) {
  std::vector<std::pair<double, double>> all{{1, 1}};
  for (double epsilon : epsilons) {
    std::vector<std::pair<double, double>> next;
    const double yes = 1 / (1 + std::exp(-epsilon)), no = 1 / (1 + std::exp(epsilon));
    for (const auto &one : all) {
      next.push_back({one.first * yes, one.second * no});
      next.push_back({one.first * no, one.second * yes});
    }
    all = next;
  }
  return all;
}

TEST(TradeOff, CoinsAgainstTheSumOverOutcomes) {
  Inputs inputs(11);
  for (int i = 0; i < 4; ++i) {
    const double a = inputs.log_uniform(0.05, 2), b = inputs.log_uniform(0.05, 2), rate = inputs.log_uniform(1e-3, 0.9);
    SCOPED_TRACE(testing::Message() << a << " " << b << " " << rate);
    expect_around(missed(curve_of({pure(a, 2), pure(b)}), rate), exact_missed(coins({a, a, b}), rate), 2e-2);
  }
}

// A sampled Gaussian has another curve in each order: the bound is below both.
TEST(TradeOff, OfSampledNoiseIsBelowBothOrders) {
  const double q = 0.2, sigma = 0.8, mu = 1 / sigma;
  const Curve curve = curve_of({poisson_gaussian(sigma, q)});
  for (double rate : {1e-3, 0.05, 0.4}) {
    const Bracket bracket = missed(curve, rate);
    const double cut = -quantile(rate);  // where the second law has this much above
    const double removed = (1 - q) * normal_cdf(cut) + q * normal_cdf(cut - mu);
    double low = -40, high = 40;  // where the first law has this much below
    for (int i = 0; i < 200; ++i) {
      const double middle = (low + high) / 2;
      ((1 - q) * normal_cdf(middle) + q * normal_cdf(middle - mu) < rate ? low : high) = middle;
    }
    const double added = normal_cdf(-low);
    EXPECT_LE(bracket.lower, std::min(removed, added));
    EXPECT_GT(bracket.lower, std::min(removed, added) - 0.01);
    EXPECT_LE(bracket.lower, bracket.upper);
  }
}

TEST(TradeOff, EndsAreThoseOfGuessing) {
  const Curve curve = curve_of({gdp(1)}), nothing = curve_of({});
  EXPECT_EQ(missed(curve, 1).lower, 0);
  EXPECT_EQ(missed(curve, 1).upper, 0);
  EXPECT_GT(missed(curve, 0).lower, 0.999);
  EXPECT_NEAR(missed(nothing, 0.3).lower, 0.7, 1e-9);
  EXPECT_NEAR(missed(nothing, 0.3).upper, 0.7, 1e-9);
}

TEST(Accuracy, OfGaussiansAndCoins) {
  expect_around(accuracy(curve_of({gdp(1)}), 0.5), normal_cdf(0.5), 1e-3);
  const double yes = 1 / (1 + std::exp(-1.0));
  expect_around(accuracy(curve_of({pure(1)}), 0.5), yes, 1e-3);
  // Of three coins, at an uneven prior: the greater of two products at each outcome.
  for (double prior : {0.1, 0.4, 0.8}) {
    double right = 0;
    for (const auto &outcome : coins({0.5, 0.5, 0.9}))
      right += std::max(prior * outcome.first, (1 - prior) * outcome.second);
    expect_around(accuracy(curve_of({pure(0.5, 2), pure(0.9)}), prior), right, 2e-3);
  }
  EXPECT_GT(normal_cdf(0.51), accuracy(curve_of({gdp(1)}), 0.5).upper);  // control
}

TEST(Posterior, FollowsFromTheTradeOff) {
  const Curve curve = curve_of({gdp(1)});
  Error error(nullptr, "test");
  Bracket found;
  ASSERT_EQ(posterior_bracket(curve, 0.1, 0.05, &found, error), DPCVX_OK);
  const double caught = 0.1 * (1 - gaussian_missed(1, 0.05));
  expect_around(found, caught / (caught + 0.9 * 0.05), 4e-3);
}

TEST(EpsilonBracket, HoldsTheExactValue) {
  const double exact = epsilon_of(curve_of({gdp(1)}), 1e-6);  // a closed form
  for (const Curve &curve : {curve_of({gdp(1)}), curve_of({gdp(0.1, 100)}), curve_of({gaussian(10, 100)})}) {
    const Bracket bracket = epsilon(curve, 1e-6);
    expect_around(bracket, exact, 2e-3 * exact);
  }
  expect_around(epsilon(curve_of({laplace(2, 20), pure(0.1, 30), gdp(0.2)}), 1e-6),
                epsilon_of(curve_of({laplace(2, 20), pure(0.1, 30), gdp(0.2)}), 1e-6), 0.05);
  EXPECT_LT(epsilon_of(curve_of({gdp(0.99)}), 1e-6), epsilon(curve_of({gdp(1)}), 1e-6).lower);  // control
}

TEST(EpsilonBracket, IsEmptyWhereNothingIsKnownToReachIt) {
  const Bracket bracket = epsilon(curve_of({zcdp(0.1, 4)}), 1e-6);
  EXPECT_EQ(bracket.lower, 0);
  EXPECT_GT(bracket.upper, 0);
  EXPECT_EQ(epsilon(curve_of({}), 1e-6).upper, 0);
  EXPECT_EQ(epsilon(curve_of({gdp(1)}), 0).upper, INFINITY);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
