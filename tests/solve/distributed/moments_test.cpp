// Least squares from one sum of second moments: the same bits from any parts, near the fit in memory, and the claimed
// noise.
#include <gtest/gtest.h>

#include "random/rng_handle.h"
#include "solve/distributed/distributed_handles.h"
#include "solve/fit/fit_handle.h"
#include "solve/plan/plan_handle.h"
#include "solve/sufficient_statistics/method.h"
#include "support/evidence.h"
#include "support/part_tables.h"

namespace {

using namespace fixtures;

PlanHandle plan_moments(const Facts &facts, const dpcvx_budget *ledger, double mu,
                        int32_t method = DPCVX_METHOD_SUFFICIENT_STATISTICS) {
  const CurveHandle price = gdp(mu);
  PlanHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_plan_create(ledger, price, public_objective(facts), method, nullptr, &out.it, &err), DPCVX_OK)
      << err.message;
  return out;
}

FitHandle fit(const Table &table, size_t parts, int64_t threads, uint64_t seed, double mu = 1,
              int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE) {
  const BudgetHandle ledger = budget(1e6, 1e-6, adjacency, table.facts.unit);
  const PlanHandle plan = plan_moments(table.facts, ledger, mu);
  const RngHandle source = rng("moments");
  const CoordinatorHandle it = coordinator(ledger, source, plan, static_cast<int64_t>(parts));
  const Split split(table, parts, seed);
  return run_steps(it, source, split.parts, threads, seed);
}

// Labels are a model of the rows, and a little else.
Table squares(Table table) {
  std::mt19937_64 bits(4);
  table.facts.loss = DPCVX_LOSS_SQUARED;
  table.facts.label_bound = 1;
  for (int64_t i = 0; i < table.rows.count(); ++i) {
    const double *const row = table.rows.features.data() + i * table.rows.columns;
    double z = 0;
    for (int64_t j = 0; j < table.rows.columns; ++j) z += (j % 2 == 0 ? 0.3 : -0.2) * row[j];
    table.rows.labels[static_cast<size_t>(i)] = z + 0.1 * (static_cast<double>(bits() % 1000) / 1000 - 0.5);
  }
  return table;
}

void expect_same_bits(const Table &table, const char *what) {
  fixtures::expect_same_bits(table, what, [](const Table &its, size_t parts, int64_t threads, uint64_t seed) {
    return fit(its, parts, threads, seed);
  });
}

TEST(PartMoments, AnyPartsOrdersAndThreadsGiveTheSameBits) {
  expect_same_bits(squares(records(700, 5)), "records");
  expect_same_bits(squares(of_users(700, 5, 90)), "users");
  Table weighted = squares(of_users(300, 4, 2));
  for (int64_t i = 0; i < 300; ++i) weighted.weights.push_back(0.1 * static_cast<double>(i % 20));
  weighted.facts.weight_bound = 1.5;
  weighted.facts.l2 = 0.1;
  expect_same_bits(weighted, "weighted users of many records");
  Table ranged = squares(records(300, 4));
  ranged.facts.low.assign(4, -2);
  ranged.facts.high.assign(4, 3);
  DomainHandle ball;
  ASSERT_EQ(dpcvx_domain_create_ball(2, 2, nullptr, 5, &ball.it, nullptr), DPCVX_OK);
  ranged.facts.domain = ball;
  expect_same_bits(ranged, "in ranges and a ball");
  Table sparse = squares(of_users(400, 9, 50));
  sparse.sparse = true;
  sparse.facts.storage = DPCVX_STORAGE_CSR;
  expect_same_bits(sparse, "sparse rows");
}

TEST(PartMoments, FitsAreThoseOfTheTableInMemory) {
  const Table table = squares(records(2000, 4));
  OptionsHandle facts;
  ASSERT_EQ(dpcvx_objective_options_create(&facts.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, table.facts.units, nullptr);
  dpcvx_options_set_f64(facts, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, nullptr);
  std::vector<size_t> all(2000);
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  const DatasetHandle whole = table.block(all);
  ObjectiveHandle objective;
  ASSERT_EQ(dpcvx_objective_create(whole, DPCVX_LOSS_SQUARED, nullptr, facts, &objective.it, nullptr), DPCVX_OK);
  const BudgetHandle ledger = budget(1e6);
  const CurveHandle price = gdp(1000);
  PlanHandle plan;
  FitHandle in_memory;
  dpcvx_error err{};
  ASSERT_EQ(dpcvx_plan_create(ledger, price, objective, DPCVX_METHOD_SUFFICIENT_STATISTICS, nullptr, &plan.it, &err),
            DPCVX_OK)
      << err.message;
  ASSERT_EQ(dpcvx_fit_create(ledger, rng("memory"), plan, nullptr, &in_memory.it, &err), DPCVX_OK) << err.message;
  const FitHandle in_parts = fit(table, 4, 1, 3, 1000);
  const std::vector<double> expected = coefficients(in_memory), found = coefficients(in_parts);
  double most = 0;
  for (size_t j = 0; j < expected.size(); ++j) most = std::fmax(most, std::fabs(found[j] - expected[j]));
  EXPECT_LT(most, 2e-3);
  const double noise[] = {fit_figure(in_memory, DPCVX_FIT_FIGURE_NOISE_STDDEV),
                          fit_figure(in_parts, DPCVX_FIT_FIGURE_NOISE_STDDEV)};
  EXPECT_NEAR(noise[1] / noise[0], 1, 1e-6) << "rounding is to cost next to nothing";
  evidence("solve", "least squares in 4 parts and in memory, mu = 1000: at most %.1e apart, noise %.1e more", most,
           noise[1] / noise[0] - 1);
}

TEST(PartMoments, ClaimMeetsThePrice) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
    for (double mu : {1e-3, 0.24, 7.0})
      for (int64_t n : {1, 30, 569}) {
        const FitHandle made = fit(squares(records(n, 3)), 2, 1, 1, mu, adjacency);
        const double multiplier = made.it->fit.figures.noise_multiplier;
        const double claimed = made.it->fit.guarantee.curve().gdp_mu();
        EXPECT_LE(1 / multiplier, claimed * (1 + 1e-15));
        EXPECT_LE(claimed, mu * (1 + 1e-11));
        EXPECT_GT(1 / multiplier, mu * (1 - 1e-9));
      }
}

// The noisy sum of no rows is noise alone. Its variance over the claimed one is chi-square over its degrees of freedom;
// six standard deviations are a false-alarm rate below 1e-8.
TEST(PartMoments, DrawnNoiseIsTheClaimedNoise) {
  Facts facts;
  facts.columns = 150;
  facts.units = 4;
  facts.intercept = false;
  facts.loss = DPCVX_LOSS_SQUARED;
  facts.label_bound = 1;
  const BudgetHandle ledger = budget(1e6);
  const PlanHandle plan = plan_moments(facts, ledger, 0.5);
  const dpcvx::solve::Proposal &proposal = plan.it->plan.proposal();
  const dpcvx::mechanism::NoisePlan &noise = proposal.noise_plan;
  const size_t count = dpcvx::solve::statistics_count(150);
  std::vector<uint64_t> nothing(count);
  std::vector<double> out(count);
  const RngHandle source = rng("noise");
  dpcvx::mechanism::add_noise_modulo(source.it->rng, noise, nothing.data(), count, out.data());
  double squares = 0;
  for (double x : out) squares += x * x;
  const double claimed = proposal.noise * 4;
  const double n = static_cast<double>(count);
  EXPECT_NEAR(squares / (n * claimed * claimed), 1, 6 * std::sqrt(2.0 / n));
}

// AUTOMATIC compares both methods of parts.
TEST(PartMoments, AreRankedBesideDescent) {
  const BudgetHandle ledger = budget(1e6);
  const PlanHandle plan = plan_moments(squares(records(2000, 3)).facts, ledger, 1, DPCVX_METHOD_AUTOMATIC);
  int64_t ranked = 0;
  int32_t methods[16];
  ASSERT_EQ(dpcvx_plan_ranking(plan, methods, 16, &ranked, nullptr), DPCVX_OK);
  EXPECT_EQ(ranked, 2);
}

// A step takes a sum of its own kind alone, and the fit is whole after one.
TEST(PartMoments, TakeOneStepAndNoSumOfGradients) {
  const Table table = squares(records(60, 3));
  const BudgetHandle ledger = budget(1e6);
  const RngHandle source = rng("kinds");
  const PlanHandle moments = plan_moments(table.facts, ledger, 1),
                   descent = plan_moments(table.facts, ledger, 1, DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
  const CoordinatorHandle one = coordinator(ledger, source, moments, 1),
                          other = coordinator(ledger, source, descent, 1);
  EXPECT_EQ(coordinator_figure(one, DPCVX_COORDINATOR_FIGURE_STEPS), 1);
  EXPECT_EQ(coordinator_figure(one, DPCVX_COORDINATOR_FIGURE_DIMENSION), 4);
  const PartialSumHandle gradients = sum_of(broadcast_of(other), 0, {}), whole = sum_of(broadcast_of(one), 0, {});
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_coordinator_finish_step(one, source, gradients, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_coordinator_finish_step(one, source, whole, &err), DPCVX_OK) << err.message;
  EXPECT_EQ(dpcvx_coordinator_finish_step(one, source, whole, &err), DPCVX_ERR_STATE);
  FitHandle made;
  ASSERT_EQ(dpcvx_coordinator_fit(one, &made.it, &err), DPCVX_OK) << err.message;
  EXPECT_EQ(coefficients(made).size(), 4u);
}

// Every byte of a broadcast and of a sum, flipped: refused.
TEST(PartMoments, DamagedBytesAreRefused) {
  const Table table = squares(records(20, 3));
  const BudgetHandle ledger = budget(1e6);
  const CoordinatorHandle it = coordinator(ledger, rng("bytes"), plan_moments(table.facts, ledger, 1), 1);
  const std::string broadcast = broadcast_of(it), sum = saved_sum(sum_of(broadcast, 0, {}));
  for (size_t i = 0; i < broadcast.size(); ++i) {
    std::string damaged = broadcast;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    PartialSumHandle out;
    EXPECT_EQ(dpcvx_partial_sum_create(damaged.data(), damaged.size(), 0, &out.it, nullptr), DPCVX_ERR_ARGUMENT) << i;
    EXPECT_EQ(dpcvx_partial_sum_create(broadcast.data(), i, 0, &out.it, nullptr), DPCVX_ERR_ARGUMENT) << i;
  }
  for (size_t i = 0; i < sum.size(); ++i) {
    std::string damaged = sum;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    PartialSumHandle out;
    EXPECT_EQ(dpcvx_partial_sum_load(damaged.data(), damaged.size(), &out.it, nullptr), DPCVX_ERR_ARGUMENT) << i;
  }
}

}  // namespace
