// The far ends of the accepted ranges, where sums overflow, squares underflow and differences cancel: an answer may be
// loose there, never below the truth. Values of the truth: 60-digit arithmetic.
#include "base/error.h"
#include "privacy/helpers.h"
#include "privacy/budget/budget.h"
#include "privacy/divergences/pure_composition.h"
#include "privacy/divergences/gdp.h"
#include "numeric/directed_margin.h"
#include "privacy/divergences/subsampled_rdp.h"

namespace dpcvx {
namespace privacy {
namespace {

const double kRates[] = {0.5, 0.01, 1e-5, 0.9, 1 - 1e-6, 1e-12, 1e-100};

// Renyi divergences grow with the order; a sum that overflowed once came out as 0.
TEST(Edges, SubsampledRenyiGrowsWithTheOrderAtEveryNoise) {
  Inputs inputs(21);
  for (int round = 0; round < 1500; ++round) {
    const double sigma = inputs.log_uniform(1e-154, 1e3), q = kRates[inputs.below(7)];
    SCOPED_TRACE(testing::Message() << "sigma " << sigma << " q " << q);
    double before = 0;
    for (double order : {1.01, 1.3, 1.5, 1.99, 2.0, 2.2, 2.5, 3.0, 3.7, 5.0, 7.5, 20.5, 40.3, 63.7, 64.0, 70.0}) {
      const double poisson = renyi_of_poisson_gaussian_up(sigma, q, order);
      EXPECT_GE(poisson, before * (1 - 1e-9)) << order;
      // (1 - q) Q + q P is at least q P: the divergence is at least that of P, less order / (order - 1) log(1 / q).
      EXPECT_GE(poisson, (order / (2 * sigma * sigma) + order / (order - 1) * std::log(q)) * (1 - 1e-9)) << order;
      EXPECT_GE(renyi_of_fixed_size_gaussian_up(sigma, q, order), poisson * (1 - 1e-9)) << order;
      before = std::fmax(poisson, before);
    }
  }
}

// A quotient epsilon / mu beyond doubles is no reason to say that delta is 1, nor that it is 0 where mu is as large.
TEST(Edges, GaussiansOfEverySize) {
  for (const double mu : {5e-324, 1e-310, 1e-300, 1e-160})
    for (const double epsilon : {1e-3, 1.0, 1e10, 1e300}) {
      EXPECT_LT(gdp_delta_up(mu, epsilon), 1e-300) << mu << ' ' << epsilon;
      EXPECT_LT(gdp_log_delta(mu, epsilon), -700) << mu << ' ' << epsilon;
    }
  EXPECT_EQ(gdp_delta_up(5e154, 1.7e308), 1);
  EXPECT_EQ(gdp_log_delta(5e154, 1.7e308), 0);
  // At mu = sqrt(2 epsilon) delta is about 1/2.
  for (const double epsilon : {1e20, 1e100, 1e299, 1e303, 1e306, 1.7e308})
    for (const double delta : {0.4, 1e-6, 1e-289, 1e-291, 1e-320})
      EXPECT_LT(gdp_mu_down(epsilon, delta), std::sqrt(epsilon / 2) * 2 * (1 + 0x1p-50)) << epsilon << ' ' << delta;
}

// Two steps cost at least what one does, for which there is an exact formula.
TEST(Edges, TwoSubsampledStepsCostAtLeastOne) {
  Inputs inputs(22);
  for (int round = 0; round < 500; ++round) {
    const double sigma = inputs.log_uniform(1e-154, 1e3), q = kRates[inputs.below(6)];
    const double epsilon = inputs.log_uniform(1e-3, 30);
    const double exact = subsampled_gaussian_delta_up(sigma, q, epsilon);
    const double poisson = curve_of({poisson_gaussian(sigma, q, 2)}).delta(epsilon);
    const double fixed = curve_of({fixed_size_gaussian(sigma, q, 2)}).delta(epsilon);
    EXPECT_GE(poisson, exact * (1 - 1e-11) - 1e-318) << "sigma " << sigma << " q " << q << " epsilon " << epsilon;
    EXPECT_GE(fixed, exact * (1 - 1e-11) - 1e-318) << "sigma " << sigma << " q " << q << " epsilon " << epsilon;
  }
}

// At epsilon near mu^2 / 2, where epsilon / mu - mu / 2 is all in the low part of the difference: delta is Phi(-a) but
// for less than phi(0) / mu.
TEST(Edges, GaussianDeltaOfAnEnormousMu) {
  EXPECT_GE(gdp_delta_up(4130.54669222447, 8530707.988323253), .499903416596773983L);
  Inputs inputs(23);
  for (int round = 0; round < 3000; ++round) {
    const double mu = inputs.log_uniform(2e3, 1e15), z = inputs.uniform(-6, 6);
    const double epsilon = mu * (mu / 2 + z);
    // long double holds the quotient to 2^-64; the remainder, which is exact, makes up the rest.
    const long double c = static_cast<long double>(epsilon) / mu;
    const long double rest = std::fma(-c, static_cast<long double>(mu), static_cast<long double>(epsilon)) / mu;
    const long double a = (c - mu / 2.0L) + rest, b = c + mu / 2.0L;
    const long double density = std::exp(-a * a / 2) * 0.398942280401432677939946L;
    const long double truth = std::erfc(a * std::sqrt(0.5L)) / 2 - density / b * (1 - 1 / (b * b));
    const double bound = gdp_delta_up(mu, epsilon);
    EXPECT_GE(bound, truth * (1 - 1e-17L) - density / (b * b * b * b * b) * 4) << mu << " " << epsilon;
    EXPECT_LE(bound, truth * (1 + 1e-12L)) << mu << " " << epsilon;
  }
}

// epsilon / mu passes the doubles.
TEST(Edges, GaussianDeltaOfATinyMu) {
  for (const double mu : {5e-324, 1e-310, 1e-300, 1e-20})
    for (const double epsilon : {0.01, 2.0, 1e300})
      EXPECT_LE(gdp_delta_up(mu, epsilon), 1e-300) << mu << " " << epsilon;
  EXPECT_EQ(gdp_delta_up(1e155, 1e306), 1);
}

// The whole loss k epsilon0 passes its double by 0.4 units: one outcome in 2.6e-23 is beyond epsilon.
TEST(Edges, EqualPartsAtTheirWholeLoss) {
  const double epsilon0 = .8658233542730392, epsilon = 52 * epsilon0;
  EXPECT_GE(equal_pure_parts_delta_up(epsilon0, 52, epsilon), 2.5e-23);
  Inputs inputs(24);
  int beyond = 0;
  for (int round = 0; round < 4000; ++round) {
    const double part = inputs.uniform(0.01, 2);
    const int64_t k = 2 + inputs.below(59);
    const double whole = static_cast<double>(k) * part;
    const long double over =
        std::fma(static_cast<long double>(k), static_cast<long double>(part), -static_cast<long double>(whole));
    const double delta = curve_of({pure(part, k)}).delta(whole);
    const long double truth = over > 0 ? over * std::pow(1 / (1 + std::exp(-static_cast<long double>(part))), k) : 0;
    EXPECT_GE(delta, truth * (1 - 1e-15L)) << part << " " << k;
    if (over <= 0) {
      EXPECT_EQ(delta, 0) << part << " " << k;
    }
    beyond += over > 0;
  }
  EXPECT_GT(beyond, 500);
}

TEST(Edges, SquaresThatUnderflow) {
  for (double mu : {1e-140, 1e-163, 1e-170, 1e-300}) {
    const Curve two = curve_of({gdp(mu, 2)});
    EXPECT_GE(two.gdp_mu(), mu * 1.4142135623730951);
    EXPECT_GE(two.delta(0), mu * 1.4142135623730951 / 2.5066282746310007);
    EXPECT_GT(curve_of({gdp(mu)}).zcdp_rho(), 0);
    EXPECT_GT(curve_of({bounded_range(mu)}).zcdp_rho(), 0);
  }
  Inputs inputs(25);
  for (int round = 0; round < 2000; ++round) {
    const double x = inputs.log_uniform(1e-130, 1e100);
    const long double square = static_cast<long double>(x) * x;
    EXPECT_GE(square_up(x), square * (1 - 0x1p-64L));
    EXPECT_LE(square_up(x), square * (1 + 0x1p-51L));
    EXPECT_GE(sqrt_up(square_up(x)), x);
    EXPECT_LE(sqrt_down(x) * static_cast<long double>(sqrt_down(x)), x * (1 + 0x1p-63L));
  }
  EXPECT_EQ(square_up(0), 0);
  EXPECT_EQ(square_up(0.5), 0.25);
}

TEST(Edges, BudgetsTooSmallToCountAreRefused) {
  for (int32_t filter : {DPCVX_FILTER_BASIC, DPCVX_FILTER_GDP, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
    dpcvx_error record;
    Error error(&record, "test");
    Budget tiny, small;
    BudgetParameters terms;
    terms.filter = filter;
    terms.epsilon = terms.delta = 1e-280;
    EXPECT_EQ(tiny.open(terms, error), DPCVX_ERR_ARGUMENT) << filter;
    terms.epsilon = 0.01;
    terms.delta = 1e-200;
    ASSERT_EQ(small.open(terms, error), DPCVX_OK) << filter << record.message;
    Error unsaid(nullptr, "test");
    EXPECT_EQ(small.charge(curve_of({gdp(0.1)}), 1, nullptr, false, unsaid), DPCVX_ERR_BUDGET) << filter;
  }
}

// A delta close to 1 leaves log delta, and 1 - 1/order, all in their low parts.
TEST(Edges, ZcdpAtADeltaNearOne) {
  EXPECT_GE(curve_of({zcdp(19.7346618286948)}).epsilon(.9999996063240533), 4.9869318614400);
}

TEST(Edges, GreatPureEpsilonsHaveAMu) {
  for (double epsilon : {1e307, 1e308, 1.7e308}) {
    const double mu = gdp_mu_of_pure_up(epsilon);
    EXPECT_GE(mu, 2 * std::sqrt(2.0) * std::sqrt(epsilon) * (1 - 1e-12));
    EXPECT_LE(mu, 2 * std::sqrt(2.0) * std::sqrt(epsilon) * (1 + 1e-9));
  }
}

// What would take minutes to answer is refused when it is made.
TEST(Edges, CurvesHaveAMostNumberOfParts) {
  dpcvx_error record;
  Error error(&record, "test");
  Curve curve;
  for (size_t i = 0; i < Curve::kMaxEvents; ++i)
    ASSERT_EQ(curve.add(pure(1 + static_cast<double>(i)), error), DPCVX_OK);
  EXPECT_EQ(curve.add(pure(0.5), error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(curve.add(pure(1), error), DPCVX_OK);
  EXPECT_EQ(curve.size(), Curve::kMaxEvents);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
