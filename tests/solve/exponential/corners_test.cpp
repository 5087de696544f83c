// The exponential mechanism beside corners that rows share: the work that plans state, counted and bounded.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/error.h"
#include "sample/arithmetic.h"
#include "sample/chain.h"
#include "solve/exponential/density.h"
#include "solve/exponential/figures.h"
#include "support/evidence.h"
#include "solve/fit/fit_handle.h"
#include "solve/perturbation/perturbations.h"

namespace {

using namespace perturbations;
using dpcvx::solve::Proposal;

constexpr int32_t kMethod = DPCVX_METHOD_EXPONENTIAL_MECHANISM;

const dpcvx::solve::DensityFigures &density_of(const PlanHandle &plan) {
  return proposal(plan).own.as<dpcvx::solve::DensityFigures>();
}

struct Work {
  double passes, tries;  // tries a round
  bool done;
};

// The work of a plan's fit, stopped after so many passes.
Work work_of_fit(const PlanHandle &plan, double max_passes) {
  const Proposal &its = proposal(plan);
  const dpcvx::solve::DensityFigures &own = density_of(plan);
  dpcvx::Error error(nullptr, "work");
  dpcvx::solve::Density density;
  EXPECT_EQ(density.prepare(its.objective, {own.scale, own.regularizer, own.geometry, 1, 0}, error), DPCVX_OK);
  const dpcvx::sample::Target &target = density.target();
  dpcvx::sample::Schedule schedule;
  dpcvx::sample::Region region;
  schedule.eta = own.step_size;
  schedule.rounds = its.steps;
  EXPECT_TRUE(settle(target, density.start(), own.distance, &schedule, &region));
  dpcvx::sample::Chain chain;
  EXPECT_EQ(chain.prepare(target, schedule, error), DPCVX_OK);
  chain.limit_passes(max_passes);
  dpcvx::ProgressMonitor watch;
  watch.begin(schedule.rounds);
  dpcvx::random::Rng source;
  EXPECT_EQ(source.open_deterministic("passes", 6, error), DPCVX_OK);
  std::vector<double> out(static_cast<size_t>(target.dimension));
  const int32_t outcome = chain.run(density.start(), source, watch, out.data());
  const double rounds = std::max(1.0, static_cast<double>(chain.work().rounds));
  return {target.parts[target.count - 1]->passes(), static_cast<double>(chain.work().tries) / rounds,
          outcome == DPCVX_OUTCOME_DONE};
}

// One-hot rows, which share a corner of the hinge by the column.
Rows one_hot_rows(int count, int columns) {
  Rows rows;
  rows.columns = columns;
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < columns; ++j) rows.features.push_back(i % columns == j ? 1 : 0);
    rows.labels.push_back((i / columns) % 10 < i % columns % 10 ? 1 : -1);
  }
  return rows;
}

PlanHandle plan_of_corners(const BudgetHandle &ledger, const Rows &rows, double mu, double smoothing, double step) {
  Setting setting;
  setting.loss = DPCVX_LOSS_HINGE;
  return plan_of(ledger, gdp(mu), objective_of(rows, setting), kMethod,
                 with({{DPCVX_PLAN_OPTION_SMOOTHING, smoothing}, {DPCVX_PLAN_OPTION_STEP_SIZE, step}}));
}

// tests/bench/corner_times_bench.cpp has 1,000 fits by seconds. Control: at 16 times the step, which is about that of
// least work on other data, a fit takes many times the passes that it would state as on those.
TEST(ExponentialCorners, CornersThatRowsShareTakeThePassesThatAreStated) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  double most = 0, least = INFINITY;
  for (const auto &[count, columns, mu] : {std::tuple(600, 30, 1.5), std::tuple(400, 5, 1.5), std::tuple(300, 2, 0.5)})
    for (const double smoothing : {0.0, 1e-8, 1e-4, 1e-2, 0.1}) {
      const PlanHandle plan = plan_of_corners(ledger, one_hot_rows(count, columns), mu, smoothing, 0);
      const double stated = plan_figure(plan, DPCVX_PLAN_FIGURE_PASSES);
      const Work work = work_of_fit(plan, 5 * stated);
      EXPECT_TRUE(work.done) << count << ' ' << columns << ' ' << smoothing;
      most = std::max(most, work.passes / stated), least = std::min(least, work.passes / stated);
    }
  evidence("exponential", "hinge fits on one-hot rows, SMOOTHING 0 to 0.1, take %.2f to %.2f of PASSES", least, most);
  const Rows rows = one_hot_rows(1500, 5);
  const double step = density_of(plan_of_corners(ledger, rows, 1.5, 0, 0)).step_size;
  const PlanHandle large = plan_of_corners(ledger, rows, 1.5, 0, 16 * step);
  const double typical = 1.5 * plan_figure(large, DPCVX_PLAN_FIGURE_STEPS);
  EXPECT_FALSE(work_of_fit(large, 5 * typical).done);
}

// What AUTOMATIC takes has a bound on the tries for any data: here all rows are one of two.
TEST(ExponentialCorners, TriesOfWideBendsAreBoundedForAnyData) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  int taken = 0;
  double most = 0;
  for (const double mu : {0.3, 1.5})
    for (const double smoothing : {0.01, 0.1, 1.0}) {
      const PlanHandle plan = plan_of_corners(ledger, one_hot_rows(400, 2), mu, smoothing, 0);
      if (plan.it->plan.method().may_take_long(proposal(plan))) continue;
      ++taken;
      const dpcvx::sample::SharedBends bends =
          dpcvx::solve::shared_bends(*proposal(plan).objective, density_of(plan).scale);
      const double bound = std::exp(bends.max_log_tries(std::sqrt(density_of(plan).step_size)));
      const Work work = work_of_fit(plan, 0);
      EXPECT_LE(work.tries, bound) << mu << ' ' << smoothing;
      EXPECT_LE(bound, 1000.0 * (1 + 1e-9));
      most = std::max(most, work.tries / bound);
    }
  EXPECT_GT(taken, 2);
  evidence("exponential", "tries at wide bends on rows of two kinds: %.2f of their bound for any data", most);
}

}  // namespace
