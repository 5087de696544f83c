// Fixed clips with the quadratic inside: what is charged, what is released, and what it saves.
#include <algorithm>
#include <cmath>

#include "model/objective_handle.h"
#include "solve/noisy_gradient/full_batch.h"
#include "solve/noisy_gradient/iteration.h"
#include "solve/noisy_gradient/users.h"
#include "support/evidence.h"

namespace {

using namespace user_fits;

constexpr int32_t kGradientMethods[] = {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD,
                                        DPCVX_METHOD_DP_SGD_GRADIENT};

const dpcvx::solve::GradientFigures &own(const PlanHandle &plan) {
  return proposal(plan).own.as<dpcvx::solve::GradientFigures>();
}

Setting with_l2(double l2, int64_t nominal = 0) {
  Setting setting;
  setting.l2 = l2;
  setting.nominal_units = nominal;
  return setting;
}

PlanHandle planned(const ObjectiveHandle &it, int32_t adjacency, int32_t method, double mu,
                   std::initializer_list<std::pair<int32_t, double>> options) {
  return plan_of(ledger_of(DPCVX_FILTER_GDP, adjacency, DPCVX_UNIT_RECORD), gdp(mu), it, method, with(options));
}

// mu of T noisy sums from figures alone: a unit moves an average gradient by C/n, or 2 C/n where it is replaced.
TEST(PulledClip, ClaimIsTheSumOfTheSteps) {
  for (int32_t adjacency : kAdjacencies)
    for (double c : {0.9, 0.1, 1e-3})
      for (bool drop : {false, true}) {
        const ObjectiveHandle it = objective_of(random_rows(90, 3, 7), with_l2(0.1, 90));
        const PlanHandle plan =
            planned(it, adjacency, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 0.7,
                    {{DPCVX_PLAN_OPTION_CLIPPING_NORM, c}, {DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS, drop ? 1 : 0}});
        EXPECT_TRUE(own(plan).pulled);
        const double apart = (adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1) * c / 90;
        const double steps = plan_figure(plan, DPCVX_PLAN_FIGURE_STEPS);
        const double recomputed = std::sqrt(steps) * apart / plan_figure(plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV);
        EXPECT_LE(recomputed, 0.7 * (1 + 1e-12));
        EXPECT_GT(recomputed, 0.7 * (1 - 1e-5));
        EXPECT_NEAR(plan_figure(plan, DPCVX_PLAN_FIGURE_SENSITIVITY), apart * 90, 1e-9 * c);
      }
}

// At C = G, without l2 and without a clip nothing is pulled in.
TEST(PulledClip, IsForShortClipsAndAQuadratic) {
  for (int32_t method : kGradientMethods)
    for (double l2 : {0.0, 0.1})
      for (double c : {0.3, 1.0}) {
        const ObjectiveHandle it = objective_of(random_rows(90, 3, 7), with_l2(l2));
        const PlanHandle plan = planned(it, DPCVX_ADJACENCY_REPLACE_ONE, method, 5,
                                        {{DPCVX_PLAN_OPTION_CLIPPING_NORM, c}, {DPCVX_PLAN_OPTION_STEPS, 20}});
        EXPECT_EQ(own(plan).pulled, l2 > 0 && c < 1);
        EXPECT_EQ(plan_figure(plan, DPCVX_PLAN_FIGURE_CLIPPING_NORM), c);
      }
}

// Two steps are those of clip(g + l2 w), taken unit by unit, up to noise of 5e-4 a step.
TEST(PulledClip, StepsAlongTheClippedSum) {
  constexpr double kC = 0.2, kL2 = 2;
  const ObjectiveHandle it = objective_of(random_rows(30, 2, 9), with_l2(kL2));
  // Two steps of size 1: the first from 0, the second from a point that l2 pulls at.
  const PlanHandle plan = planned(it, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 40,
                                  {{DPCVX_PLAN_OPTION_CLIPPING_NORM, kC},
                                   {DPCVX_PLAN_OPTION_STEPS, 2},
                                   {DPCVX_PLAN_OPTION_STEP_SIZE, 1},
                                   {DPCVX_PLAN_OPTION_MOMENTUM, 0},
                                   {DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0}});
  const dpcvx::model::Objective &objective = *it.it->objective;
  dpcvx::Buffer<double> memory;
  ASSERT_TRUE(memory.allocate(objective.work_size()));
  std::vector<double> w(2);
  for (int step = 0; step < 2; ++step) {
    std::vector<double> sum(2), g(2);
    for (int64_t u = 0; u < 30; ++u) {
      objective.unit_gradient(u, w.data(), {nullptr, memory.data()}, g.data());
      for (size_t j = 0; j < 2; ++j) g[j] += kL2 * w[j];
      const double norm = fixtures::norm(g), factor = norm > kC ? kC / norm : 1;
      for (size_t j = 0; j < 2; ++j) sum[j] += factor * g[j] / 30;
    }
    for (size_t j = 0; j < 2; ++j) w[j] -= sum[j];
  }
  FitHandle fit;
  std::vector<double> found(2);
  ASSERT_EQ(dpcvx_fit_create(ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD), rng("step"),
                             plan, nullptr, &fit.it, nullptr),
            DPCVX_OK);
  ASSERT_EQ(dpcvx_fit_coefficients(fit, found.data(), 2, nullptr), DPCVX_OK);
  for (size_t j = 0; j < 2; ++j) EXPECT_NEAR(found[j], w[j], 4e-3);
}

// The least of sqrt(2 l_0 / l2) and what else bounds it; a ball that the minimiser never leaves.
TEST(PulledClip, PlanningRadiusHoldsTheMinimiser) {
  for (double l2 : {1e-4, 1e-2, 1.0})
    for (uint64_t seed : {1, 2, 3}) {
      const ObjectiveHandle it = objective_of(random_rows(60, 3, seed), with_l2(l2));
      const PlanHandle plan = planned(it, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, 1, {});
      const double radius = plan_figure(plan, DPCVX_PLAN_FIGURE_PLANNING_RADIUS);
      const double stated = std::min({20.0, 1 / l2, std::sqrt(2 * std::log(2) / l2)});
      EXPECT_NEAR(radius, stated, 1e-9 * stated);
      EXPECT_LE(fixtures::norm(minimum(it, 3)), std::sqrt(2 * std::log(2) / l2) * (1 + 1e-6));
    }
}

double normal_below(double x) { return std::erfc(-x * M_SQRT1_2) / 2; }
// delta of mu-GDP at an epsilon.
double delta_at(double mu, double epsilon) {
  return normal_below(mu / 2 - epsilon / mu) - std::exp(epsilon) * normal_below(-mu / 2 - epsilon / mu);
}

// Under add/remove an absent unit adds nothing. A zero row is a unit that is there: it adds clip(l2 w), and in its
// place an absent one would. Where the last unit's gradient is opposite, its removal then moves the sum by twice what
// the noise is for.
TEST(PulledClipControl, AnAbsentUnitThatCountsIsCaught) {
  constexpr double kC = 0.05, kL2 = 1, kMu = 1;
  const std::vector<double> w = {0.06, 0};
  const double scales[] = {1 / kC, 1 / kC}, shift[] = {kL2 * w[0], 0};
  Rows with, zero, without;
  for (Rows *rows : {&with, &zero, &without})
    for (int i = 0; i < 9; ++i) rows->add({0, 1}, i % 2 == 0 ? 1 : -1);
  with.add({1, 0}, 1);
  zero.add({0, 0}, 1);
  const auto sum_of = [&](const Rows &rows) {
    const ObjectiveHandle it = objective_of(rows, with_l2(kL2, 10));
    const dpcvx::model::Objective &objective = *it.it->objective;
    dpcvx::Buffer<double> memory;
    EXPECT_TRUE(memory.allocate(dpcvx::model::LiftedSum::work_size(objective)));
    const dpcvx::model::Lift lift = dpcvx::model::Lift::none(1, false);
    std::vector<double> out(2);
    dpcvx::model::LiftedSum(objective, lift, {nullptr, memory.data()}).run(w.data(), {}, scales, shift, out.data());
    return out;
  };
  const ObjectiveHandle it = objective_of(with, with_l2(kL2, 10));
  const PlanHandle plan = planned(it, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, kMu,
                                  {{DPCVX_PLAN_OPTION_CLIPPING_NORM, kC}, {DPCVX_PLAN_OPTION_STEPS, 1}});
  const double noise = plan_figure(plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV) * 10 / kC;
  const double removed = fixtures::distance(sum_of(with), sum_of(without)) / noise;
  const double counted = fixtures::distance(sum_of(with), sum_of(zero)) / noise;
  for (double epsilon : {0.5, 1.0, 2.0}) {
    EXPECT_LE(delta_at(removed, epsilon), delta_at(kMu, epsilon));
    EXPECT_GT(delta_at(removed, epsilon), 0.999 * delta_at(kMu, epsilon));
    EXPECT_GT(delta_at(counted, epsilon), 2 * delta_at(kMu, epsilon));
  }
}

// Users who are alike with a quadratic: inside the clip a short one does not bend the optimum. Outside it the clip had
// to leave room for l2 R, which made it moot.
TEST(PulledClip, LosesLessThanAClipWithRoomForTheQuadratic) {
  const Users made = users_of(1000, 20, 5, 0, 7);
  Setting setting = made.setting;
  setting.l2 = 0.1;
  const ObjectiveHandle it = objective_of(made.rows, setting);
  const std::vector<double> best = minimum(it, 5);
  const double g = 1, room = 2 * g / std::sqrt(20.0) + 0.1 * std::min(20.0, g / 0.1);
  const double roomy = excess(it, best, steps_with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, std::min(g, room)}}), 5);
  const double inside =
      excess(it, best, steps_with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 2 * g / std::sqrt(20.0) / 4}}), 5);
  evidence("the quadratic in a clip", "1000 users of 20 records, l2 = 0.1, epsilon = 1: excess %.2g, %.2g with room",
           inside, roomy);
  EXPECT_LT(inside, roomy / 3);
}

}  // namespace
