// Output and objective perturbation over parts: the same bits from any parts, the accuracy of a fit in memory, and what
// ends a fit without a release.
#include <gtest/gtest.h>

#include "model/objective_handle.h"
#include "optimize/rounds/minimizer.h"
#include "support/evidence.h"
#include "support/part_tables.h"

namespace {

using namespace fixtures;

constexpr int32_t kBoth[] = {DPCVX_METHOD_OUTPUT_PERTURBATION, DPCVX_METHOD_OBJECTIVE_PERTURBATION};

PlanHandle plan_by(int32_t method, const dpcvx_objective *objective, const dpcvx_budget *ledger, double mu) {
  PlanHandle out;
  dpcvx_error err{};
  EXPECT_EQ(dpcvx_plan_create(ledger, gdp(mu), objective, method, nullptr, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

FitHandle fit(int32_t method, const Table &table, size_t parts, int64_t threads, uint64_t seed, double mu = 1) {
  const ObjectiveHandle objective = public_objective(table.facts);
  const BudgetHandle ledger = budget(1e6, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, table.facts.unit);
  const RngHandle source = rng("minimisers");
  const PlanHandle plan = plan_by(method, objective, ledger, mu);
  const CoordinatorHandle it = coordinator(ledger, source, plan, static_cast<int64_t>(parts));
  const Split split(table, parts, seed);
  return run_steps(it, source, split.parts, threads, seed);
}

TEST(PartMinimisers, AnyPartsOrdersAndThreadsGiveTheSameBits) {
  DomainHandle ball;
  ASSERT_EQ(dpcvx_domain_create_ball(2, 1, nullptr, 6, &ball.it, nullptr), DPCVX_OK);
  for (int32_t method : kBoth) {
    const auto with = [method](const Table &its, size_t parts, int64_t threads, uint64_t seed) {
      return fit(method, its, parts, threads, seed);
    };
    Table table = records(500, 5);
    expect_same_bits(table, "records", with);
    table.facts.domain = ball;
    expect_same_bits(table, "a ball", with);
  }
  const auto output = [](const Table &its, size_t parts, int64_t threads, uint64_t seed) {
    return fit(DPCVX_METHOD_OUTPUT_PERTURBATION, its, parts, threads, seed);
  };
  expect_same_bits(of_users(300, 4, 60), "users", output);
  Table hinge = records(300, 4);
  hinge.facts.loss = DPCVX_LOSS_HINGE;
  expect_same_bits(hinge, "a smoothed hinge", output);
}

// A hinge is smoothed no less than its rounds allow: 7 here, and tens of thousands where plans counted those of smooth
// losses.
TEST(PartMinimisers, PlansBoundTheRounds) {
  for (int32_t loss : {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_HINGE}) {
    Table table = records(300, 4);
    table.facts.loss = loss;
    const ObjectiveHandle objective = public_objective(table.facts);
    const BudgetHandle ledger = budget(1e6);
    const RngHandle source = rng("rounds");
    const PlanHandle plan = plan_by(DPCVX_METHOD_OUTPUT_PERTURBATION, objective, ledger, 1);
    const CoordinatorHandle it = coordinator(ledger, source, plan, 1);
    const Split split(table, 1, 1);
    const int64_t most = coordinator_figure(it, DPCVX_COORDINATOR_FIGURE_STEPS);
    int64_t rounds = 0;
    for (; coordinator_figure(it, DPCVX_COORDINATOR_FIGURE_STEP) < most; ++rounds)
      ASSERT_EQ(dpcvx_coordinator_finish_step(it, source, sum_in_order(broadcast_of(it), split.parts), nullptr),
                DPCVX_OK);
    EXPECT_LE(rounds, 48);
  }
}

// The plan in memory may choose another quadratic, as its sums are finer. With one that is given both are the same.
TEST(PartMinimisers, FitsAreThoseOfTheTableInMemory) {
  Table table = records(500, 4);
  table.facts.l2 = 0.05;
  std::vector<size_t> all(500);
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  const DatasetHandle whole = table.block(all);
  OptionsHandle facts;
  ASSERT_EQ(dpcvx_objective_options_create(&facts.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, 500, nullptr);
  dpcvx_options_set_f64(facts, DPCVX_OBJECTIVE_OPTION_L2, 0.05, nullptr);
  ObjectiveHandle there;
  ASSERT_EQ(dpcvx_objective_create(whole, DPCVX_LOSS_LOGISTIC, nullptr, facts, &there.it, nullptr), DPCVX_OK);
  for (int32_t method : kBoth) {
    const BudgetHandle ledger = budget(1e6);
    const RngHandle source = rng("memory");
    const PlanHandle plan = plan_by(method, there, ledger, 1000);
    FitHandle in_memory;
    ASSERT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &in_memory.it, nullptr), DPCVX_OK);
    const std::vector<double> expected = coefficients(in_memory),
                              found = coefficients(fit(method, table, 4, 1, 3, 1000));
    double most = 0, size = 0;
    for (size_t j = 0; j < expected.size(); ++j) {
      most = std::fmax(most, std::fabs(found[j] - expected[j]));
      size = std::fmax(size, std::fabs(expected[j]));
    }
    EXPECT_GT(size, 0.05);
    EXPECT_LT(most, 2e-3);
  }
}

struct Running {
  Table table = records(60, 3);
  ObjectiveHandle objective = public_objective(table.facts);
  BudgetHandle ledger = budget(1e6);
  RngHandle source = rng("rounds");
  CoordinatorHandle it;
  Split one{table, 1, 1};

  explicit Running(int32_t method) { it = coordinator(ledger, source, plan_by(method, objective, ledger, 1), 1); }
};

// Labels that turn round after each sum come to no minimiser.
TEST(PartMinimisers, PartsThatChangeBetweenRoundsReleaseNothing) {
  for (int32_t method : kBoth) {
    Running run(method);
    Table other = run.table;
    for (double &label : other.rows.labels) label = 1;
    Table last = run.table;
    for (double &label : last.rows.labels) label = -1;
    const Split up(other, 1, 1), down(last, 1, 1);
    const int64_t rounds = coordinator_figure(run.it, DPCVX_COORDINATOR_FIGURE_STEPS);
    const double spent = budget_figure(run.ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT);
    dpcvx_error err{};
    dpcvx_status status = DPCVX_OK;
    int64_t taken = 0;
    for (; taken < rounds && status == DPCVX_OK; ++taken) {
      const PartialSumHandle sum = sum_in_order(broadcast_of(run.it), taken % 2 == 0 ? up.parts : down.parts);
      status = dpcvx_coordinator_finish_step(run.it, run.source, sum, &err);
    }
    EXPECT_EQ(status, DPCVX_ERR_NUMERIC) << err.message;
    EXPECT_EQ(taken, rounds);
    EXPECT_NE(std::strstr(err.message, "certifies no minimiser"), nullptr) << err.message;
    FitHandle fit;
    EXPECT_EQ(dpcvx_coordinator_fit(run.it, &fit.it, &err), DPCVX_ERR_STATE) << err.message;
    EXPECT_EQ(budget_figure(run.ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT), spent) << "the charge stays";
    EXPECT_GT(spent, 0);
  }
}

TEST(PartMinimisers, NothingIsReleasedBeforeTheEnd) {
  for (int32_t method : kBoth) {
    Running run(method);
    EXPECT_NE(broadcast_of(run.it).find("NOT PRIVATE: point of a minimiser"), std::string::npos);
    const PartialSumHandle sum = sum_in_order(broadcast_of(run.it), run.one.parts);
    ASSERT_EQ(dpcvx_coordinator_finish_step(run.it, run.source, sum, nullptr), DPCVX_OK);
    FitHandle fit;
    ASSERT_EQ(dpcvx_coordinator_fit(run.it, &fit.it, nullptr), DPCVX_OK);
    EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_OUTCOME), DPCVX_OUTCOME_CANCELLED);
    EXPECT_EQ(fit_figure(fit, DPCVX_FIT_FIGURE_STEPS), 0) << "the number of rounds is not private";
    std::vector<double> w(4, 1);
    EXPECT_EQ(dpcvx_fit_coefficients(fit, w.data(), 4, nullptr), DPCVX_ERR_STATE);
  }
}

// Who holds a part must keep more secret than in other methods, so these are not chosen unasked.
TEST(PartMinimisers, AreTakenByNameAlone) {
  Running run(DPCVX_METHOD_OUTPUT_PERTURBATION);
  const PlanHandle plan = plan_by(DPCVX_METHOD_AUTOMATIC, run.objective, run.ledger, 1);
  dpcvx_error err{};
  int64_t method = 0;
  ASSERT_EQ(dpcvx_plan_get_i64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_METHOD, &method, &err), DPCVX_OK)
      << err.message;
  EXPECT_EQ(method, DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
}

// The search and the accelerated steps are led astray by sums of noise. The plain steps after them have the largest
// errors that are promised, in the worst direction: away from the minimiser. What is found is within the tolerance.
TEST(PartMinimisers, StepsComeWithinTheTolerance) {
  using namespace dpcvx;
  constexpr int64_t kUnits = 8;
  double nearest = INFINITY, farthest = 0;
  int64_t longest = 0;
  for (double l2 : {0.3, 0.01, 1e-4}) {
    Facts facts;
    facts.columns = 1;
    facts.units = kUnits;
    facts.intercept = false;
    facts.l2 = l2;
    const ObjectiveHandle made = public_objective(facts);
    const model::SharedObjective objective = made.it->objective;
    const optimize::SumLattice lattice = optimize::lattice_of_sums(*objective);
    const double tolerance = 1.01 * optimize::promise_rounds(*objective, 0, 0, 1e-9).min_tolerance;
    const optimize::RoundBound bound = optimize::promise_rounds(*objective, 0, 0, tolerance);
    ASSERT_TRUE(bound.holds && bound.min_tolerance <= tolerance);
    optimize::RoundMinimizer minimizer;
    dpcvx_error record{};
    Error error(&record, "test");
    EXPECT_EQ(minimizer.prepare(objective, 0, 0, 0.9 * bound.min_tolerance, error), DPCVX_ERR_NUMERIC);
    ASSERT_EQ(minimizer.prepare(objective, 0, 0, tolerance, error), DPCVX_OK);
    // Six of eight units have the row 1 and label 1, two label -1.
    const auto mean = [&](double w) { return -0.75 / (1 + std::exp(w)) + 0.25 / (1 + std::exp(-w)); };
    double low = -100, high = 100;
    for (int i = 0; i < 200; ++i) {
      const double middle = (low + high) / 2;
      (mean(middle) + l2 * middle < 0 ? low : high) = middle;
    }
    minimizer.start(nullptr);
    int64_t rounds = 0;
    for (; !minimizer.ended(); ++rounds) {
      const double w = *minimizer.point(), off = optimize::error_of_mean(*objective, lattice, std::fabs(w));
      const bool plain = rounds >= minimizer.max_rounds() - static_cast<int64_t>(bound.descent_rounds);
      const double told = plain ? mean(w) + (w < low ? off : -off) : (rounds % 2 == 0 ? 0.9 : -0.9);
      minimizer.take(&told);
    }
    EXPECT_TRUE(minimizer.has_found());
    EXPECT_LE(rounds, minimizer.max_rounds());
    longest = std::max(longest, rounds);
    const double distance = std::fabs(*minimizer.found() - low);
    EXPECT_LE(distance, tolerance);
    EXPECT_LE(distance, minimizer.distance() + 1e-12);
    nearest = std::fmin(nearest, distance / tolerance);
    farthest = std::fmax(farthest, distance / tolerance);
  }
  EXPECT_GT(farthest, 1e-3);
  evidence("optimize",
           "minimisers in rounds with the worst errors: %.2g to %.2g of the tolerance away, after %lld rounds at most",
           nearest, farthest, static_cast<long long>(longest));
}

}  // namespace
