// Audits of fits by sufficient statistics at worst-case neighbours. A strong quadratic makes the coefficient follow the
// labels' moment alone, where one unit makes nearly the whole of the change.
#include "audit/neighbours.h"
#include "audit/power.h"
#include "audit/wrong_run.h"
#include "solve/sufficient_statistics/method.h"

namespace {

constexpr double kLabel = 1;
constexpr int64_t kRows = 4;

// Rows (0) with the label 0, and one unit on the last place: its row is 1, its label Y on one side. On the other it is
// -Y, or the unit is left out.
struct Setting {
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  int64_t records = 1;  // of the unit
  bool users = false;
};

dpcvx_objective *make_objective(const Setting &setting, int side) {
  dpcvx_error error{};
  std::vector<double> rows, labels;
  std::vector<int64_t> ids;
  for (int64_t i = 0; i + 1 < kRows; ++i) rows.push_back(0), labels.push_back(0), ids.push_back(i);
  const bool absent = setting.adjacency == DPCVX_ADJACENCY_ADD_REMOVE && side == 0;
  for (int64_t i = 0; i < setting.records && !absent; ++i)
    rows.push_back(1), labels.push_back(side == 0 ? -kLabel : kLabel), ids.push_back(kRows - 1);
  dpcvx_dataset *const data = dataset_of(rows, labels, 1, setting.users ? &ids : nullptr);
  dpcvx_options *options = nullptr;
  dpcvx_objective *out = nullptr;
  expect_ok(dpcvx_objective_options_create(&options, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, kRows, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, kLabel, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 1e6, &error), error);
  expect_ok(dpcvx_objective_create(data, DPCVX_LOSS_SQUARED, nullptr, options, &out, &error), error);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(data);
  return out;
}

void audit_fits(const char *what, const char *seed, const Setting &setting, double attained, double least) {
  const Neighbours neighbours(setting);
  Subject subject(seed, DPCVX_FILTER_GDP, Subject::gdp(2), setting.adjacency,
                  setting.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
  dpcvx_error error{};
  dpcvx_plan *plan[2] = {nullptr, nullptr};
  for (int side = 0; side < 2; ++side)
    expect_ok(dpcvx_plan_create(subject.budget(), subject.price(), neighbours.side[side],
                                DPCVX_METHOD_SUFFICIENT_STATISTICS, nullptr, &plan[side], &error),
              error);
  const auto score = [&](int side) {
    dpcvx_fit *fit = nullptr;
    double w = NAN;
    expect_ok(dpcvx_fit_create(subject.budget(), subject.rng(), plan[side], nullptr, &fit, &error), error);
    expect_ok(dpcvx_fit_coefficients(fit, &w, 1, &error), error);
    dpcvx_fit_destroy(fit);
    return w;
  };
  const int64_t runs = audit_runs(runs_for_mu(halfway(attained * 2), to_reach(least) * 2), 1000000);
  const AuditFigures figures = audited(each(score), {runs, kNearlySure});
  for (dpcvx_plan *made : plan) dpcvx_plan_destroy(made);
  expect_near_claim(what, "mu", 2, figures.mu, to_reach(least), runs);
}

// Labels make .988 of the change of a unit that is replaced, .86 of one that is removed.
constexpr double kReplaced = 0.985, kRemoved = 0.855;

TEST(AuditedStatistics, ARowReplaced) {
  audit_fits("sufficient statistics, a row replaced", "statistics", {}, kReplaced, 0.87);
}

TEST(AuditedStatistics, ARowRemoved) {
  audit_fits("sufficient statistics, a row removed", "statistics removed", {DPCVX_ADJACENCY_ADD_REMOVE, 1, false},
             kRemoved, 0.74);
}

TEST(AuditedStatistics, AUserOfFiveRecordsReplaced) {
  audit_fits("sufficient statistics, a user of five records replaced", "statistics user",
             {DPCVX_ADJACENCY_REPLACE_ONE, 5, true}, kReplaced, 0.87);
}

TEST(AuditedStatistics, AUserOfFiveRecordsRemoved) {
  audit_fits("sufficient statistics, a user of five records removed", "statistics user removed",
             {DPCVX_ADJACENCY_ADD_REMOVE, 5, true}, kRemoved, 0.74);
}

// ---- Controls: the claim is 2

class Wrong : public WrongRun<dpcvx::solve::SufficientStatisticsRun, dpcvx::solve::propose_sufficient_statistics> {
 public:
  explicit Wrong(const Neighbours &neighbours)
      : WrongRun({neighbours.side[0], neighbours.side[1]}, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_FILTER_GDP,
                 dpcvx::privacy::gdp(2), dpcvx::solve::Settings()) {}
  void expect_caught_with(const char *what, int64_t runs) {
    prepare();
    const AuditFigures figures = audited(each([&](int i) { return (*this)(i)[0]; }), {runs, kNearlySure});
    expect_caught(what, "mu", 2, figures.mu, runs);
  }
  dpcvx::solve::StatisticsBounds bounds() {
    dpcvx::solve::Proposal &it = side[0].proposal;
    return dpcvx::solve::statistics_bounds(*it.objective, it.run.as<dpcvx::solve::StatisticsInputs>().label_weight);
  }
};

TEST(StatisticsControl, HalfTheNoise) {
  const Neighbours neighbours(Setting{});
  Wrong run(neighbours);
  run.halve_noise();
  run.expect_caught_with("sufficient statistics, half the noise", runs_for_mu(halfway(4 * kReplaced), 2));
}

TEST(StatisticsControl, ReplaceOneAtThePriceOfAddRemove) {
  const Neighbours neighbours(Setting{});
  Wrong run(neighbours);
  run.draw_noise_for(statistics_sensitivity(DPCVX_ADJACENCY_ADD_REMOVE, run.bounds()), 2);
  run.expect_caught_with("sufficient statistics, a row replaced at the price of one removed", 20000);
}

// The matrix alone is paid for: labels are free.
TEST(StatisticsControl, LabelsNotCharged) {
  const Neighbours neighbours(Setting{});
  Wrong run(neighbours);
  dpcvx::solve::StatisticsBounds bounds = run.bounds();
  bounds.label = 0;
  run.draw_noise_for(statistics_sensitivity(DPCVX_ADJACENCY_REPLACE_ONE, bounds), 2);
  run.expect_caught_with("sufficient statistics, labels not charged", 20000);
}

}  // namespace
