// Audits of fits that release their last iterate alone, at neighbours where the charge is what one unit makes: rows of
// zeros, and one whose slope is clipped wherever the iterates are. Steps contract by the quadratic alone.
#include "audit/neighbours.h"
#include "audit/power.h"
#include "audit/wrong_run.h"
#include "solve/last_iterate/method.h"

namespace {

constexpr double kFar = 1000;

struct Setting {
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  int64_t rows = 4;
  bool users = false;
  double l2 = 0.5, radius = 1e4;
};

// The last row is 1, with the label Y on one side and -Y on the other, or left out.
dpcvx_objective *make_objective(const Setting &setting, int side) {
  dpcvx_error error{};
  std::vector<double> rows(static_cast<size_t>(setting.rows - 1), 0), labels(rows);
  std::vector<int64_t> ids;
  const bool absent = setting.adjacency == DPCVX_ADJACENCY_ADD_REMOVE && side == 0;
  for (int i = 0; i < (setting.users ? 3 : 1) && !absent; ++i)
    rows.push_back(1), labels.push_back(side == 0 ? -kFar : kFar);
  for (size_t i = 0; i < rows.size(); ++i) ids.push_back(std::min(static_cast<int64_t>(i), setting.rows - 1));
  dpcvx_dataset *const data = dataset_of(rows, labels, 1, setting.users ? &ids : nullptr);
  dpcvx_options *options = nullptr;
  dpcvx_domain *domain = nullptr;
  dpcvx_objective *out = nullptr;
  expect_ok(dpcvx_domain_create_ball(2, setting.radius, nullptr, 1, &domain, &error), error);
  expect_ok(dpcvx_objective_options_create(&options, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, setting.rows, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, kFar, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, setting.l2, &error), error);
  // Huber's slope is its width wherever the label is far.
  expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH, 1, &error), error);
  expect_ok(dpcvx_objective_create(data, DPCVX_LOSS_HUBER, domain, options, &out, &error), error);
  dpcvx_options_destroy(options);
  dpcvx_domain_destroy(domain);
  dpcvx_dataset_destroy(data);
  return out;
}

dpcvx::solve::Settings steps_of(int64_t steps, double step_size, double batch = 0) {
  dpcvx::solve::Settings settings;
  settings.steps = steps, settings.step_size = step_size, settings.batch_size = batch;
  return settings;
}

void audit_fits(const char *what, const char *seed, const Setting &setting, int64_t steps) {
  const double least = to_reach(0.87);
  const Neighbours neighbours(setting);
  Subject subject(seed, DPCVX_FILTER_GDP, Subject::gdp(2), setting.adjacency,
                  setting.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
  dpcvx_error error{};
  dpcvx_plan *plan[2] = {nullptr, nullptr};
  dpcvx_options *options = nullptr;
  expect_ok(dpcvx_plan_options_create(&options, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, steps, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, 0.5, &error), error);
  for (int side = 0; side < 2; ++side)
    expect_ok(dpcvx_plan_create(subject.budget(), subject.price(), neighbours.side[side], DPCVX_METHOD_LAST_ITERATE,
                                options, &plan[side], &error),
              error);
  const int64_t runs = audit_runs(runs_for_mu(halfway(2), least * 2), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return subject.fitted(plan[side]); }), {runs, kNearlySure});
  for (dpcvx_plan *made : plan) dpcvx_plan_destroy(made);
  dpcvx_options_destroy(options);
  expect_near_claim(what, "mu", 2, figures.mu, least, runs);
}

TEST(AuditedLastIterate, ARowReplaced) { audit_fits("last iterate, 12 steps, a row replaced", "last iterate", {}, 12); }

TEST(AuditedLastIterate, ARowRemoved) {
  audit_fits("last iterate, 12 steps, a row removed", "last iterate removed", {DPCVX_ADJACENCY_ADD_REMOVE}, 12);
}

TEST(AuditedLastIterate, AUserOfThreeRecordsReplaced) {
  Setting users;
  users.users = true;
  audit_fits("last iterate, 12 steps, a user of three records replaced", "last iterate user", users, 12);
}

// ---- Controls: the claim is 2

class Wrong : public WrongRun<dpcvx::solve::LastIterateRun, dpcvx::solve::propose_last_iterate> {
 public:
  Wrong(const Neighbours &neighbours, const dpcvx::solve::Settings &settings)
      : WrongRun({neighbours.side[0], neighbours.side[1]}, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_FILTER_GDP,
                 dpcvx::privacy::gdp(2), settings) {}
  void expect_caught_with(const char *what, int64_t runs) {
    prepare();
    const AuditFigures figures = audited(each([&](int i) { return (*this)(i)[0]; }), {runs, kNearlySure});
    expect_caught(what, "mu", 2, figures.mu, runs);
  }
  double contraction() { return side[0].proposal.own.as<dpcvx::solve::LastIterateFigures>().contraction; }
  double moved() { return side[0].proposal.sensitivity; }
};

// Noise as if only the last step met the unit.
TEST(LastIterateControl, EarlierStepsNotCounted) {
  const Neighbours neighbours(Setting{});
  Wrong run(neighbours, steps_of(12, 0.5));
  run.draw_noise_for(run.moved(), 2);
  run.expect_caught_with("last iterate, only the last step counted", 1500);
}

// Two batches take turns, and noise is as if the last one were met one step before the end.
TEST(LastIterateControl, PositionsOffByOne) {
  const Neighbours neighbours(Setting{});
  Wrong run(neighbours, steps_of(2, 0.6, 2));
  const double early = dpcvx::privacy::iteration_mu_at_up({run.moved(), 1, run.contraction(), 2}, 1);
  run.draw_noise_for(early, 2);
  run.expect_caught_with("last iterate, positions off by one", 12000);
}

// Noise of a step that contracts twice as much.
TEST(LastIterateControl, AContractionOfTwiceTheQuadratic) {
  const Neighbours neighbours(Setting{});
  Wrong run(neighbours, steps_of(40, 0.25));
  const double kept = 2 * run.contraction() - 1;
  run.draw_noise_for(dpcvx::privacy::iteration_mu_up({run.moved(), 1, kept, 40}, 1, INFINITY), 2);
  run.expect_caught_with("last iterate, a contraction that is not there", 4000);
}

}  // namespace
