// Audits of Poisson regressions: the replaced row has the greatest count there is.
#include "solve/noisy_gradient/full_batch.h"
#include "audit/neighbours.h"
#include "audit/power.h"
#include "audit/wrong_run.h"

namespace {

constexpr double kMost = 20, kCount = 3 * kMost;  // the declared bound, and a count beyond it
constexpr double kMu = 2;

// One coefficient, and rows of 0 but for one: its row is 1 or -1, or it is left out. At 0 the slope is 1 - Y, so the
// gradients are Y - 1 long, of Y that are claimed.
struct Setting {
  int32_t adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  double label_bound = kMost;
  double count = kCount, exposure = 0;  // exposure > 0: the table has exposures
};

dpcvx_objective *make_objective(const Setting &it, int side) {
  const bool removed = it.adjacency == DPCVX_ADJACENCY_ADD_REMOVE && side == 1;
  std::vector<double> rows(9, 0.0), counts(9, 1.0), exposures(9, 1.0);
  if (!removed) {
    rows.push_back(side == 0 ? 1 : -1);
    counts.push_back(it.count);
    exposures.push_back(it.exposure);
  }
  dpcvx_error error{};
  dpcvx_dataset *data = dataset_of(rows, counts, 1, nullptr), *rates = nullptr;
  dpcvx_options *options = nullptr;
  dpcvx_objective *out = nullptr;
  if (it.exposure > 0)
    expect_ok(dpcvx_dataset_create_with_exposures(data, exposures.data(), static_cast<int64_t>(counts.size()), &rates,
                                                  &error),
              error);
  expect_ok(dpcvx_objective_options_create(&options, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, 10, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, it.label_bound, &error), error);
  expect_ok(dpcvx_objective_create(rates != nullptr ? rates : data, DPCVX_LOSS_POISSON, nullptr, options, &out, &error),
            error);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(rates);
  dpcvx_dataset_destroy(data);
  return out;
}

constexpr int64_t kSteps = 4;
constexpr double kStep = 1e-6;  // so short that the gradients of all steps are those at 0

class PoissonFits {
 public:
  PoissonFits(Subject &subject, const Setting &setting) : subject_(subject), neighbours_(setting) {
    dpcvx_options *options = nullptr;
    expect_ok(dpcvx_plan_options_create(&options, &error_), error_);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, kSteps, &error_), error_);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, kStep, &error_), error_);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MOMENTUM, 0, &error_), error_);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0, &error_), error_);
    // No clip of gradients: the bound of labels alone is what protects.
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_CLIPPING_NORM, 2 * kMost, &error_), error_);
    for (int side = 0; side < 2; ++side)
      expect_ok(dpcvx_plan_create(subject.budget(), subject.price(), neighbours_.side[side],
                                  DPCVX_METHOD_NOISY_GRADIENT_DESCENT, options, &plan_[side], &error_),
                error_);
    dpcvx_options_destroy(options);
  }
  PoissonFits(const PoissonFits &) = delete;
  PoissonFits &operator=(const PoissonFits &) = delete;
  ~PoissonFits() {
    for (dpcvx_plan *made : plan_) dpcvx_plan_destroy(made);
  }
  double operator()(int side) { return subject_.fitted(plan_[side]); }

 private:
  Subject &subject_;
  Neighbours neighbours_;
  dpcvx_plan *plan_[2] = {nullptr, nullptr};
  dpcvx_error error_{};
};

constexpr double kAttained = (kMost - 1) / kMost * kMu;

void audit(const char *seed, const char *what, const Setting &setting) {
  Subject subject(seed, DPCVX_FILTER_GDP, Subject::gdp(kMu), setting.adjacency);
  PoissonFits fits(subject, setting);
  const int64_t runs = audit_runs(runs_for_mu(halfway(kAttained), to_reach(0.8) * kMu), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return fits(side); }), {runs, kNearlySure});
  expect_near_claim(what, "mu", kMu, figures.mu, to_reach(0.8), runs);
}

TEST(AuditedCounts, TheRowOfTheGreatestCountReplaced) {
  audit("counts", "Poisson regression, 4 steps, the row of the greatest count replaced", {});
}

TEST(AuditedCounts, TheRowOfTheGreatestCountRemoved) {
  Setting setting;
  setting.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  audit("counts removed", "Poisson regression, 4 steps, the row of the greatest count removed", setting);
}

// Its exposure and its rate are both beyond their bounds of 1 and Y.
TEST(AuditedCounts, ARowOfGreatExposureReplaced) {
  Setting setting;
  setting.exposure = 7;
  setting.count = 1e6;
  audit("counts exposed", "Poisson regression, 4 steps, a row of too great an exposure and rate replaced", setting);
}

// ---- Controls ------------------------------------------------------------------------------------------------------

dpcvx::solve::Settings settings() {
  dpcvx::solve::Settings it;
  it.steps = kSteps;
  it.step_size = kStep;
  it.momentum = 0;
  it.tail_average_fraction = 0;
  it.clipping_norm = 2 * kMost;
  return it;
}

class Wrong : public WrongRun<dpcvx::solve::FullBatchRun, dpcvx::solve::propose_descent> {
 public:
  explicit Wrong(const Neighbours &neighbours)
      : WrongRun(neighbours.side, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_FILTER_GDP, dpcvx::privacy::gdp(kMu), settings()) {
  }
};

void caught(const char *what, Wrong &wrong) {
  wrong.prepare();
  const int64_t runs = audit_runs(5000, 100000);
  const AuditFigures figures = audited(each([&](int side) { return wrong(side)[0]; }), {runs, kNearlySure});
  expect_caught(what, "mu", kMu, figures.mu, runs);
}

TEST(CountsControl, HalfTheNoise) {
  const Neighbours neighbours{Setting()};
  Wrong wrong(neighbours);
  wrong.halve_noise();
  caught("Poisson regression, half the noise", wrong);
}

// The noise is planned for labels clipped to Y, and a label of 3 Y passes unclipped.
TEST(CountsControl, AnUnclippedLabel) {
  const Neighbours neighbours{Setting()};
  Setting loose;
  loose.label_bound = kCount;
  const Neighbours unclipped(loose);
  Wrong wrong(neighbours);
  for (int i = 0; i < 2; ++i) {
    wrong.side[i].proposal.objective = unclipped.side[i]->objective;
    wrong.side[i].proposal.clip = INFINITY;
  }
  caught("Poisson regression, a label beyond its bound unclipped", wrong);
}

}  // namespace
