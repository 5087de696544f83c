// Output and objective perturbation through the C boundary: what fits release, and what they are charged.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "support/evidence.h"
#include "privacy/divergences/gdp.h"
#include "random/rng_handle.h"
#include "solve/fit/fit_handle.h"
#include "solve/perturbation/perturbations.h"
#include "solve/perturbation/linear_term.h"
#include "solve/perturbation/linear_term_privacy.h"

namespace {

using namespace perturbations;
using dpcvx::solve::Proposal;

// ---- What is charged, against the price and against the noise -----------------------------------------------------

double epsilon_at(const dpcvx_curve *curve, double delta) {
  double epsilon = NAN;
  EXPECT_EQ(dpcvx_curve_epsilon(curve, delta, &epsilon, nullptr), DPCVX_OK);
  return epsilon;
}

TEST(Perturbation, ClaimsMeetThePrice) {
  double loosest = 1;
  for (int32_t adjacency : kAdjacencies)
    for (int32_t method : kBoth)
      for (int64_t n : {20, 1000})
        for (double l2 : {0.0, 0.3}) {
          const ObjectiveHandle it = objective_of(random_rows(n, 3, 1), {DPCVX_LOSS_LOGISTIC, l2, n});
          for (double mu : {0.05, 0.5, 4.0}) {
            const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, adjacency);
            const PlanHandle plan = plan_of(ledger, gdp(mu), it, method);
            const double charged = proposal(plan).curve.gdp_mu();
            EXPECT_LE(charged, mu * (1 + 1e-12));
            if (!inputs_of(plan).laplace) loosest = std::min(loosest, charged / mu);
          }
          for (double epsilon : {0.05, 1.0, 8.0}) {
            const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC, adjacency);
            const PlanHandle one = plan_of(ledger, pure(epsilon), it, method);
            EXPECT_TRUE(inputs_of(one).laplace);
            EXPECT_LE(proposal(one).curve.basic_epsilon(), epsilon * (1 + 1e-12));
            EXPECT_GT(proposal(one).curve.basic_epsilon(), epsilon * (1 - 1e-4));
            const PlanHandle two = plan_of(ledger, approximate(epsilon, 1e-6), it, method);
            CurveHandle curve;
            ASSERT_EQ(dpcvx_plan_curve(two, &curve.it, nullptr), DPCVX_OK);
            EXPECT_LE(epsilon_at(curve, 1e-6), epsilon * (1 + 1e-12));
          }
        }
  EXPECT_GT(loosest, 0.99);
}

// The parts of objective perturbation add up, from the record's constants alone.
TEST(Perturbation, ObjectiveClaimFollowsFromTheRecord) {
  for (int32_t adjacency : kAdjacencies) {
    const double n = 500, mu = 0.8;
    const ObjectiveHandle it = objective_of(random_rows(500, 3, 2), {DPCVX_LOSS_LOGISTIC, 0.01, 500});
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, adjacency);
    const PlanHandle plan = plan_of(ledger, gdp(mu), it, DPCVX_METHOD_OBJECTIVE_PERTURBATION);
    const RngHandle source = rng("record");
    FitHandle fit;
    ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    const dpcvx::privacy::Guarantee &record = fit.it->fit.guarantee;
    const auto constant = [&](const char *name) {
      EXPECT_NE(record.constant(name), nullptr) << name;
      return record.constant(name)->value;
    };
    ASSERT_FALSE(inputs_of(plan).laplace);
    const double whole = 0.01 + constant("added_l2"), c = std::log1p(0.25 / (n * whole));
    EXPECT_NEAR(constant("jacobian"), c, 1e-9);
    const double linear_term = dpcvx::solve::linear_term_mu_up(
        {c, 1, adjacency == DPCVX_ADJACENCY_REPLACE_ONE}, constant("gradient_bound") / constant("linear_term_scale"));
    const double second = constant("sensitivity_of_minimiser") / constant("noise_scale");
    EXPECT_GE(constant("sensitivity_of_minimiser"), 2 * constant("tolerance"));
    EXPECT_NEAR(std::hypot(linear_term, second), record.curve().gdp_mu(), 1e-8);
    EXPECT_LT(second, 0.1 * linear_term);
  }
}

// s G / (n kappa) or the diameter, whichever is less, and 2e: of records and users, with the objective's quadratic or
// an added one, with rows that make G another number than 1, and where the domain's diameter is what binds.
TEST(Perturbation, OutputSensitivityIsTheClaim) {
  DomainHandle small;
  ASSERT_EQ(dpcvx_domain_create_ball(2, 0.01, nullptr, 3, &small.it, nullptr), DPCVX_OK);
  std::vector<int64_t> owners;
  for (int64_t row = 0; row < 100; ++row) owners.push_back(row % 50);
  int bound_by_diameter = 0;
  for (int32_t adjacency : kAdjacencies)
    for (bool users : {false, true})
      for (double l2 : {0.0, 0.2})
        for (const dpcvx_domain *domain : {static_cast<dpcvx_domain *>(nullptr), small.it}) {
          Setting setting{DPCVX_LOSS_LOGISTIC, l2, users ? 50 : 100};
          setting.row_bound = 1.5;
          setting.domain = domain;
          if (users) setting.users = owners;
          const ObjectiveHandle it = objective_of(random_rows(100, 3, 3), setting);
          const BudgetHandle ledger =
              ledger_of(DPCVX_FILTER_GDP, adjacency, users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
          const PlanHandle plan = plan_of(ledger, gdp(1), it, DPCVX_METHOD_OUTPUT_PERTURBATION);
          const Proposal &chosen = proposal(plan);
          EXPECT_EQ(own_figures(plan).added_l2 > 0, l2 == 0);
          const double s = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1, kappa = l2 + own_figures(plan).added_l2;
          const double moved = s * 1.5 / (static_cast<double>(setting.nominal_units) * kappa);
          const double diameter = domain == nullptr ? INFINITY : 0.02;
          bound_by_diameter += diameter < moved;
          const double claim = std::min(moved, diameter) + 2 * own_figures(plan).tolerance;
          EXPECT_GE(chosen.sensitivity, claim * (1 - 1e-12));
          EXPECT_LT(chosen.sensitivity, claim * (1 + 1e-9));
          EXPECT_GE(chosen.noise, chosen.sensitivity);
          EXPECT_LT(chosen.noise, chosen.sensitivity * (1 + 1e-5));
        }
  EXPECT_GE(bound_by_diameter, 4);
}

// A sum over a raw row might overflow on its way to z where the row bound times the norm of the iterates passes 2^120.
// The slope at a NaN is the gradient of no convex function: one unit then moved a minimiser 9.5 times as far as
// claimed.
TEST(Perturbation, RefusesWhereSumsMayOverflow) {
  Rows rows;
  for (int k = 0; k < 40; ++k) rows.add({1.0, 0.0, 0.0}, 0);
  std::vector<int64_t> owners;
  for (int64_t row = 0; row < 40; ++row) owners.push_back(row);
  for (int32_t method : kBoth)
    for (bool users : {false, true}) {
      Setting setting{DPCVX_LOSS_HUBER, 1e-41};
      setting.huber_width = 1e30;
      if (users) setting.users = owners;
      const BudgetHandle ledger =
          ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
      if (method == DPCVX_METHOD_OBJECTIVE_PERTURBATION) {  // it adds a quadratic that leaves sums in range
        const PlanHandle plan = plan_of(ledger, gdp(2), objective_of(rows, setting), method);
        EXPECT_GT(own_figures(plan).added_l2, 1e-33);
        EXPECT_LT(own_figures(plan).tolerance, 1e30);
        continue;
      }
      const std::string why = why_not(ledger, gdp(2), objective_of(rows, setting), method);
      EXPECT_NE(why.find("rounding"), std::string::npos) << why;
      setting.l2 = 1e-30;  // control
      EXPECT_TRUE(proposal(plan_of(ledger, gdp(2), objective_of(rows, setting), method)).applies);
    }
}

// ---- What is released ----------------------------------------------------------------------------------------------

// Kolmogorov and Smirnov's distance of n draws from a law passes this by chance in 1e-9 of all tests (Massart 1990).
double max_distance(size_t n) { return std::sqrt(std::log(2e9) / (2 * static_cast<double>(n))); }

double law_distance(std::vector<double> draws, const std::function<double(double)> &law) {
  std::sort(draws.begin(), draws.end());
  double most = 0;
  const double n = static_cast<double>(draws.size());
  for (size_t i = 0; i < draws.size(); ++i) {
    const double at = law(draws[i]);
    most = std::max({most, std::fabs(at - static_cast<double>(i) / n), std::fabs(at - static_cast<double>(i + 1) / n)});
  }
  return most;
}

double normal_law(double z) { return std::erfc(-z / std::sqrt(2.0)) / 2; }
double laplace_law(double z) { return z < 0 ? std::exp(z) / 2 : 1 - std::exp(-z) / 2; }

std::vector<double> released(const PlanHandle &plan, int32_t adjacency, int32_t filter, int count) {
  const RngHandle source = rng("released");
  const BudgetHandle ledger = ledger_of(filter, adjacency);
  std::vector<double> out;
  for (int k = 0; k < count; ++k) {
    FitHandle fit;
    const BudgetHandle once = ledger_of(filter, adjacency);
    EXPECT_EQ(dpcvx_fit_create(once, source, plan, nullptr, &fit.it, nullptr), DPCVX_OK);
    out.push_back(coefficients(fit)[0]);
  }
  return out;
}

Rows one_column() {
  Rows rows;
  for (double x : {1.0, 0.9, -0.4, 0.7, 1.0, 0.2}) rows.add({x}, x > 0.5 ? 1 : -1);
  return rows;
}

// Slope of the sum of logistic losses of one_column().
double slope_at(double w) {
  const Rows rows = one_column();
  double sum = 0;
  for (size_t i = 0; i < rows.labels.size(); ++i)
    sum -= rows.labels[i] * rows.features[i] / (1 + std::exp(rows.labels[i] * rows.features[i] * w));
  return sum;
}

// In one dimension the law of objective perturbation is known: w <= t just where -b <= slope(t) + Lambda t.
TEST(Perturbation, ObjectiveFollowsItsLaw) {
  const int count = 20000 / kFewer;
  for (bool laplace : {false, true}) {
    const ObjectiveHandle it = objective_of(one_column(), {DPCVX_LOSS_LOGISTIC, 0.1});
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
    const PlanHandle plan =
        plan_of(ledger, laplace ? pure(2) : approximate(2, 0.1), it, DPCVX_METHOD_OBJECTIVE_PERTURBATION);
    const Proposal &chosen = proposal(plan);
    ASSERT_EQ(inputs_of(plan).laplace, laplace);
    const double scale = dpcvx::mechanism::noise_scale(chosen.noise_plan),
                 lambda = 6 * (0.1 + own_figures(plan).added_l2);
    const double apart =
        law_distance(released(plan, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_FILTER_BASIC, count), [&](double t) {
          const double z = (slope_at(t) + lambda * t) / scale;
          return laplace ? laplace_law(z) : normal_law(z);
        });
    EXPECT_LT(apart, max_distance(static_cast<size_t>(count)) + 0.01) << "a little for the noise on the minimiser";
    evidence("objective perturbation",
             "%s linear term, one dimension, %d fits: distance from the exact law %.4f (fails beyond %.4f)",
             laplace ? "Laplace" : "Gaussian", count, apart, max_distance(static_cast<size_t>(count)) + 0.01);
  }
}

TEST(Perturbation, OutputIsTheMinimiserPlusTheNoise) {
  const int count = 20000 / kFewer;
  const ObjectiveHandle it = objective_of(one_column(), {DPCVX_LOSS_LOGISTIC, 0.5});
  double minimiser = 0;
  ASSERT_EQ(dpcvx_nonprivate_minimize(it, nullptr, fixtures::minimize_options(1e-10, 1000), nullptr, &minimiser, 1,
                                      nullptr, nullptr, nullptr, nullptr),
            DPCVX_OK);
  for (bool laplace : {false, true}) {
    const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
    const PlanHandle plan =
        plan_of(ledger, laplace ? pure(1) : approximate(1, 0.3), it, DPCVX_METHOD_OUTPUT_PERTURBATION);
    ASSERT_EQ(inputs_of(plan).laplace, laplace);
    const double noise = proposal(plan).noise, scale = laplace ? noise / std::sqrt(2.0) : noise;
    const double apart = law_distance(
        released(plan, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_FILTER_BASIC, count),
        [&](double t) { return laplace ? laplace_law((t - minimiser) / scale) : normal_law((t - minimiser) / scale); });
    EXPECT_LT(apart, max_distance(static_cast<size_t>(count)));
  }
}

// Without a quadratic of its own the objective is minimised with the one that the plan adds, as its sensitivity says.
TEST(Perturbation, OutputMinimisesTheAddedQuadraticToo) {
  const ObjectiveHandle flat = objective_of(one_column(), {DPCVX_LOSS_LOGISTIC, 0});
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_BASIC);
  const PlanHandle plan = plan_of(ledger, approximate(1, 0.3), flat, DPCVX_METHOD_OUTPUT_PERTURBATION);
  const double added = own_figures(plan).added_l2;
  ASSERT_GT(added, 0);
  const ObjectiveHandle bent = objective_of(one_column(), {DPCVX_LOSS_LOGISTIC, added});
  double minimiser = 0;
  ASSERT_EQ(dpcvx_nonprivate_minimize(bent, nullptr, fixtures::minimize_options(1e-10, 1000), nullptr, &minimiser, 1,
                                      nullptr, nullptr, nullptr, nullptr),
            DPCVX_OK);
  const int count = 20000 / kFewer;
  const double noise = proposal(plan).noise;
  const double apart = law_distance(released(plan, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_FILTER_BASIC, count),
                                    [&](double t) { return normal_law((t - minimiser) / noise); });
  EXPECT_LT(apart, max_distance(static_cast<size_t>(count)));
}

TEST(LinearTerm, FollowsItsLaw) {
  constexpr size_t kDraws = 200000;
  const RngHandle source = rng("linear term");
  for (bool laplace : {false, true})
    for (double scale : {1e-3, 1.0, 3.7e5}) {
      dpcvx::mechanism::NoisePlan plan;
      dpcvx::solve::plan_linear_term(laplace, scale, &plan);
      EXPECT_EQ(dpcvx::mechanism::noise_scale(plan), scale);
      std::vector<double> draws(kDraws / kFewer);
      dpcvx::solve::draw_linear_term(source.it->rng, laplace, plan, 1, draws.data(), draws.size());
      const double apart =
          law_distance(draws, [&](double t) { return laplace ? laplace_law(t / scale) : normal_law(t / scale); });
      EXPECT_LT(apart, max_distance(draws.size()));
      // On the lattice, or in the middle of its cells, and as near to the ideal as is said.
      const double step = plan.lattice.step();
      for (size_t i = 0; i < 1000; ++i) EXPECT_EQ(std::fmod(std::fabs(draws[i]) / step, 1.0), laplace ? 0.5 : 0.0);
      EXPECT_LT(dpcvx::solve::linear_term_error(laplace, plan, 4), 1e-11 * scale);
      EXPECT_GE(dpcvx::solve::linear_term_error(laplace, plan, 4), step);
    }
}

}  // namespace
