// Audits of noisy gradient descent at worst-case neighbours.
#include "audit/power.h"

namespace {

dpcvx_plan *make_plan(Subject &subject, const dpcvx_objective *objective, const dpcvx_options *options) {
  dpcvx_error error{};
  dpcvx_plan *plan = nullptr;
  expect_ok(dpcvx_plan_create(subject.budget(), subject.price(), objective, DPCVX_METHOD_NOISY_GRADIENT_DESCENT,
                              options, &plan, &error),
            error);
  return plan;
}

// A path on which nearly every step shows the whole claimed change of one unit, although logistic gradients of opposite
// rows alone show half of it. All rows but one are (1, 0), label +1: the first long step takes the first coefficient so
// far that their gradients vanish. The last row is (-c, s) or (-c, -s): its score -c w_1 + s w_2 stays far below 0, so
// its gradients have nearly full length and, c being small, nearly opposite directions. The second coefficient adds
// them up: over T steps the last iterate tells apart s (T - 1/2) of T changes, 0.90 of the claim here. Under add/remove
// the last row is there or is left out.
struct Worst {
  static constexpr int64_t kRows = 100, kSteps = 6;
  static constexpr double kBack = 0.2;

  // The last row is there `copies` times; with `users` they are one user's, the others each a user's own. With a
  // `schatten_p` above 0 both coefficients are the diagonal of a 2 x 2 matrix, which lies in a Schatten ball.
  explicit Worst(int32_t adjacency, int64_t copies = 1, bool users = false, double l2 = 0, double l1 = 0,
                 double schatten_p = 0)
      : l1(l1), schatten_p(schatten_p) {
    for (int side = 0; side < 2; ++side) {
      std::vector<double> rows;
      for (int64_t i = 0; i + 1 < kRows; ++i) rows.insert(rows.end(), {1.0, 0.0});
      const double up = std::sqrt(1 - kBack * kBack) * (side == 1 ? 1 : -1);
      const bool left_out = adjacency == DPCVX_ADJACENCY_ADD_REMOVE && side == 0;
      for (int64_t i = 0; i < copies && !left_out; ++i) rows.insert(rows.end(), {-kBack, up});
      make(rows, users, l2, &objective[side]);
    }
    expect_ok(dpcvx_plan_options_create(&options, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, kSteps, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, 1000, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MOMENTUM, 0, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0, &error), error);
  }
  ~Worst() {
    for (dpcvx_objective *made : objective) dpcvx_objective_destroy(made);
    for (dpcvx_plan *made : plan) dpcvx_plan_destroy(made);
    dpcvx_options_destroy(options);
  }

  void make(const std::vector<double> &rows, bool users, double l2, dpcvx_objective **out) {
    const size_t count = rows.size() / 2;
    const int64_t columns = coefficients();
    std::vector<double> table(count * static_cast<size_t>(columns));
    for (size_t i = 0; i < count; ++i)
      for (size_t side = 0; side < 2; ++side)
        table[i * static_cast<size_t>(columns) + side * static_cast<size_t>(columns - 1)] = rows[2 * i + side];
    const std::vector<double> labels(count, 1.0);
    std::vector<int64_t> ids(count);
    for (size_t i = 0; i < count; ++i) ids[i] = std::min(static_cast<int64_t>(i), kRows - 1);
    dpcvx_dataset *data = nullptr, *grouped = nullptr;
    dpcvx_options *chosen = nullptr;
    const int64_t n = static_cast<int64_t>(count);
    dpcvx_domain *domain = nullptr;
    if (schatten_p > 0)
      expect_ok(dpcvx_domain_create_schatten_ball(schatten_p, kMatrices, 2, 2, &domain, &error), error);
    expect_ok(dpcvx_dataset_create_dense(table.data(), n, columns, columns, 1, labels.data(), &data, &error), error);
    expect_ok(dpcvx_dataset_create_with_users(data, ids.data(), n, &grouped, &error), error);
    expect_ok(dpcvx_objective_options_create(&chosen, &error), error);
    expect_ok(dpcvx_options_set_i64(chosen, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error), error);
    expect_ok(dpcvx_options_set_i64(chosen, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, kRows, &error), error);
    expect_ok(dpcvx_options_set_f64(chosen, DPCVX_OBJECTIVE_OPTION_L2, l2, &error), error);
    expect_ok(dpcvx_options_set_f64(chosen, DPCVX_OBJECTIVE_OPTION_L1, l1, &error), error);
    expect_ok(dpcvx_objective_create(users ? grouped : data, DPCVX_LOSS_LOGISTIC, domain, chosen, out, &error), error);
    dpcvx_domain_destroy(domain);
    dpcvx_options_destroy(chosen);
    dpcvx_dataset_destroy(grouped);
    dpcvx_dataset_destroy(data);
  }

  double score(Subject &subject, int side) {
    dpcvx_fit *fit = nullptr;
    double w[4] = {NAN, NAN, NAN, NAN};
    if (plan[side] == nullptr) plan[side] = make_plan(subject, objective[side], options);
    expect_ok(dpcvx_fit_create(subject.budget(), subject.rng(), plan[side], nullptr, &fit, &error), error);
    expect_ok(dpcvx_fit_coefficients(fit, w, coefficients(), &error), error);
    dpcvx_fit_destroy(fit);
    return w[coefficients() - 1];
  }
  int64_t coefficients() const { return schatten_p > 0 ? 4 : 2; }

  static constexpr double kMatrices = 450;  // the radius: the first step alone takes the first coefficient to 500
  double l1, schatten_p;
  dpcvx_error error{};
  dpcvx_objective *objective[2] = {nullptr, nullptr};
  dpcvx_plan *plan[2] = {nullptr, nullptr};  // one for all runs of a side
  dpcvx_options *options = nullptr;
};

int64_t usual_runs() { return at_length_or(10000, 2000); }

constexpr double kAttained = 0.898 * 2;  // mu, of 2 that are claimed

TEST(AuditedDescent, ARowReplaced) {
  Worst worst(DPCVX_ADJACENCY_REPLACE_ONE);
  Subject subject("descent", DPCVX_FILTER_GDP, Subject::gdp(2));
  const int64_t runs = audit_runs(runs_for_mu(halfway(kAttained), to_reach(0.7) * 2), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
  expect_near_claim("noisy gradient descent, 6 steps, a row replaced", "mu", 2, figures.mu, to_reach(0.7), runs);
}

TEST(AuditedDescent, ARowRemoved) {
  Worst worst(DPCVX_ADJACENCY_ADD_REMOVE);
  Subject subject("descent remove", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  const int64_t runs = audit_runs(runs_for_mu(halfway(kAttained), to_reach(0.7) * 2), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
  expect_near_claim("noisy gradient descent, 6 steps, a row removed", "mu", 2, figures.mu, to_reach(0.7), runs);
}

// A user of five records, the whole of it replaced or removed: it counts by the mean of its gradients. Where it is
// replaced, that mean is three times as long as the clipping norm.
TEST(AuditedDescent, AUserOfFiveRecords) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    Worst worst(adjacency, 5, true);
    if (adjacency == DPCVX_ADJACENCY_REPLACE_ONE)
      expect_ok(dpcvx_options_set_f64(worst.options, DPCVX_PLAN_OPTION_CLIPPING_NORM, 1.0 / 3, &worst.error),
                worst.error);
    Subject subject("descent users", DPCVX_FILTER_GDP, Subject::gdp(2), adjacency, DPCVX_UNIT_USER);
    const int64_t runs = audit_runs(at_length_or(6000, 2000), 1000000);
    const AuditFigures figures =
        audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
    expect_near_claim(adjacency == DPCVX_ADJACENCY_REPLACE_ONE
                          ? "noisy gradient descent, 6 steps, clipped, a user of 5 records replaced"
                          : "noisy gradient descent, 6 steps, a user of 5 records removed",
                      "mu", 2, figures.mu, to_reach(0.7), runs);
  }
}

// Gradients clipped to a third of their length.
TEST(AuditedDescent, AClippedRowReplaced) {
  Worst worst(DPCVX_ADJACENCY_REPLACE_ONE);
  expect_ok(dpcvx_options_set_f64(worst.options, DPCVX_PLAN_OPTION_CLIPPING_NORM, 1.0 / 3, &worst.error), worst.error);
  Subject subject("descent clip", DPCVX_FILTER_GDP, Subject::gdp(2));
  const int64_t runs = audit_runs(usual_runs(), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
  expect_near_claim("noisy gradient descent, 6 steps, clipped, a row replaced", "mu", 2, figures.mu, to_reach(0.7),
                    runs);
}

// Gradients and the quadratic's clipped together to a third of the gradients' length.
TEST(AuditedDescent, TheQuadraticInTheClip) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    Worst worst(adjacency, 1, false, 1e-4);
    expect_ok(dpcvx_options_set_f64(worst.options, DPCVX_PLAN_OPTION_CLIPPING_NORM, 1.0 / 3, &worst.error),
              worst.error);
    Subject subject("descent l2", DPCVX_FILTER_GDP, Subject::gdp(2), adjacency);
    const int64_t runs = audit_runs(usual_runs(), 1000000);
    const AuditFigures figures =
        audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
    expect_near_claim(adjacency == DPCVX_ADJACENCY_REPLACE_ONE
                          ? "noisy gradient descent, 6 steps, the quadratic in the clip, a row replaced"
                          : "noisy gradient descent, 6 steps, the quadratic in the clip, a row removed",
                      "mu", 2, figures.mu, to_reach(0.65), runs);
  }
}

// Proximal steps of an l1 penalty shrink the second coordinate by 1 a step: a tenth of a step's length. The noisy sums
// show through.
constexpr double kL1 = 1e-3;

TEST(AuditedDescent, AnL1Penalty) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    Worst worst(adjacency, 1, false, 0, kL1);
    Subject subject("descent l1", DPCVX_FILTER_GDP, Subject::gdp(2), adjacency);
    const int64_t runs = audit_runs(usual_runs(), 1000000);
    const AuditFigures figures =
        audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
    expect_near_claim(adjacency == DPCVX_ADJACENCY_REPLACE_ONE
                          ? "noisy gradient descent, 6 steps, an l1 penalty, a row replaced"
                          : "noisy gradient descent, 6 steps, an l1 penalty, a row removed",
                      "mu", 2, figures.mu, to_reach(0.65), runs);
  }
}

// Every step is projected on a ball of matrices that its first coefficient would leave.
TEST(AuditedDescent, ASchattenBall) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    Worst worst(adjacency, 1, false, 0, 0, INFINITY);
    Subject subject("descent matrices", DPCVX_FILTER_GDP, Subject::gdp(2), adjacency);
    const int64_t runs = audit_runs(at_length_or(5000, 2000), 1000000);
    const AuditFigures figures =
        audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
    expect_near_claim(adjacency == DPCVX_ADJACENCY_REPLACE_ONE
                          ? "noisy gradient descent, 6 steps, a spectral-norm ball, a row replaced"
                          : "noisy gradient descent, 6 steps, a spectral-norm ball, a row removed",
                      "mu", 2, figures.mu, to_reach(0.6), runs);
  }
}

// Noise for add/remove, a ball of matrices, and a row replaced.
TEST(DescentControl, WrongAdjacencyOnASchattenBall) {
  Worst worst(DPCVX_ADJACENCY_REPLACE_ONE, 1, false, 0, 0, INFINITY);
  Subject subject("descent matrices control", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  const int64_t runs = 3000;
  const AuditFigures figures = audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
  expect_caught("noisy gradient descent under add/remove on a spectral-norm ball, its row replaced", "mu", 2,
                figures.mu, runs);
}

// Noise for add/remove, an l1 penalty, and a row replaced.
TEST(DescentControl, WrongAdjacencyWithAnL1Penalty) {
  Worst worst(DPCVX_ADJACENCY_REPLACE_ONE, 1, false, 0, kL1);
  Subject subject("descent l1 control", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  const int64_t runs = runs_for_mu(halfway(2 * kAttained), 2);
  const AuditFigures figures = audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
  expect_caught("noisy gradient descent with l1 under add/remove, its row replaced", "mu", 2, figures.mu, runs);
}

// Records clipped one by one, and all five of a user replaced. The API refuses such a plan for users; what it would
// have promised is caught.
TEST(DescentControl, RecordsForUsers) {
  Worst worst(DPCVX_ADJACENCY_REPLACE_ONE, 5);
  Subject users("descent refused", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  dpcvx_plan *plan = nullptr;
  EXPECT_EQ(dpcvx_plan_create(users.budget(), users.price(), worst.objective[0], DPCVX_METHOD_NOISY_GRADIENT_DESCENT,
                              nullptr, &plan, nullptr),
            DPCVX_ERR_UNSUPPORTED);
  Subject subject("descent records", DPCVX_FILTER_GDP, Subject::gdp(2));
  const int64_t runs = at_length_or(3000, 1000);
  const AuditFigures figures = audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
  expect_caught("noisy gradient descent on records, a user of 5 replaced", "mu", 2, figures.mu, runs);
}

// Noise for add/remove, and a row replaced.
TEST(DescentControl, WrongAdjacency) {
  Worst worst(DPCVX_ADJACENCY_REPLACE_ONE);
  Subject subject("descent control", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  const int64_t runs = runs_for_mu(halfway(2 * kAttained), 2);
  const AuditFigures figures = audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
  expect_caught("noisy gradient descent under add/remove, its row replaced", "mu", 2, figures.mu, runs);
}

// ---- Adaptive clips ---------------------------------------------------------------------------------------------

// The last unit's gradients are opposite in the second coordinate, and no other unit has one: the scales grow small
// there, so that the unit's clipped gradient is all but +-e_2.
Worst &adaptive(Worst &worst) {
  expect_ok(dpcvx_options_set_i64(worst.options, DPCVX_PLAN_OPTION_CLIPPING, DPCVX_CLIPPING_ADAPTIVE, &worst.error),
            worst.error);
  return worst;
}

TEST(AuditedAdaptiveDescent, ARowReplaced) {
  Worst worst(DPCVX_ADJACENCY_REPLACE_ONE);
  adaptive(worst);
  Subject subject("adaptive", DPCVX_FILTER_GDP, Subject::gdp(2));
  const int64_t runs = audit_runs(usual_runs(), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
  expect_near_claim("noisy gradient descent, 6 steps, adaptive clip, a row replaced", "mu", 2, figures.mu,
                    to_reach(0.6), runs);
}

TEST(AuditedAdaptiveDescent, ARowRemoved) {
  Worst worst(DPCVX_ADJACENCY_ADD_REMOVE);
  adaptive(worst);
  Subject subject("adaptive remove", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  const int64_t runs = audit_runs(usual_runs(), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
  expect_near_claim("noisy gradient descent, 6 steps, adaptive clip, a row removed", "mu", 2, figures.mu, to_reach(0.6),
                    runs);
}

TEST(AuditedAdaptiveDescent, AUserOfFiveRecords) {
  Worst worst(DPCVX_ADJACENCY_REPLACE_ONE, 5, true);
  adaptive(worst);
  Subject subject("adaptive users", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  const int64_t runs = audit_runs(usual_runs(), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
  expect_near_claim("noisy gradient descent, 6 steps, adaptive clip, a user of 5 records replaced", "mu", 2, figures.mu,
                    to_reach(0.6), runs);
}

// Noise for add/remove, and a row replaced.
TEST(AdaptiveDescentControl, WrongAdjacency) {
  Worst worst(DPCVX_ADJACENCY_REPLACE_ONE);
  adaptive(worst);
  Subject subject("adaptive control", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  const int64_t runs = audit_runs(usual_runs(), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return worst.score(subject, side); }), {runs, kNearlySure});
  expect_caught("noisy gradient descent under add/remove, adaptive clip, its row replaced", "mu", 2, figures.mu, runs);
}

// One dimension, defaults of the solver: a label turned. Not worst-case: |phi'(z)| + |phi'(-z)| = 1, half the claim.
TEST(AuditedDescent, OneDimensionALabelTurned) {
  Subject subject("descent 1", DPCVX_FILTER_GDP, Subject::gdp(2));
  dpcvx_error error{};
  dpcvx_objective *objective[2] = {nullptr, nullptr};
  dpcvx_options *options = nullptr;
  expect_ok(dpcvx_objective_options_create(&options, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error), error);
  for (int side = 0; side < 2; ++side) {
    const double rows[4] = {1, 1, -1, 1}, labels[4] = {side == 1 ? 1.0 : -1.0, -1, -1, 1};
    dpcvx_dataset *data = nullptr;
    expect_ok(dpcvx_dataset_create_dense(rows, 4, 1, 1, 1, labels, &data, &error), error);
    expect_ok(dpcvx_objective_create(data, DPCVX_LOSS_LOGISTIC, nullptr, options, &objective[side], &error), error);
    dpcvx_dataset_destroy(data);
  }
  dpcvx_plan *const plan[2] = {make_plan(subject, objective[0], nullptr), make_plan(subject, objective[1], nullptr)};
  const int64_t runs = audit_runs(20000, 1000000);
  const auto release = [&](int side) { return subject.fitted(plan[side]); };
  const AuditFigures figures = audited(each(release), {runs, kNearlySure});
  expect_near_claim("noisy gradient descent, one dimension, defaults", "mu", 2, figures.mu, 0.2, runs);
  for (dpcvx_plan *made : plan) dpcvx_plan_destroy(made);
  for (dpcvx_objective *made : objective) dpcvx_objective_destroy(made);
  dpcvx_options_destroy(options);
}

// ---- Quantiles that begin with steps of the median ---------------------------------------------------------------

// One row, and its opposite: steps are so short that slopes of both losses stay the steepest. So every step shows all
// of the clip.
struct Quantile {
  Quantile() {
    dpcvx_options *chosen = nullptr;
    expect_ok(dpcvx_objective_options_create(&chosen, &error), error);
    expect_ok(dpcvx_options_set_i64(chosen, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error), error);
    expect_ok(dpcvx_options_set_f64(chosen, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1, &error), error);
    expect_ok(dpcvx_options_set_f64(chosen, DPCVX_OBJECTIVE_OPTION_QUANTILE, 0.9, &error), error);
    expect_ok(dpcvx_options_set_i64(chosen, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, 1, &error), error);
    for (int side = 0; side < 2; ++side) {
      const double row = side == 1 ? 1 : -1, label = 1;
      dpcvx_dataset *data = nullptr;
      expect_ok(dpcvx_dataset_create_dense(&row, 1, 1, 1, 1, &label, &data, &error), error);
      expect_ok(dpcvx_objective_create(data, DPCVX_LOSS_PINBALL, nullptr, chosen, &objective[side], &error), error);
      dpcvx_dataset_destroy(data);
    }
    dpcvx_options_destroy(chosen);
    expect_ok(dpcvx_plan_options_create(&options, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, 10, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_PLANNING_RADIUS, 1e-3, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0, &error), error);
  }
  ~Quantile() {
    for (dpcvx_objective *made : objective) dpcvx_objective_destroy(made);
    for (dpcvx_plan *made : plan) dpcvx_plan_destroy(made);
    dpcvx_options_destroy(options);
  }
  double score(Subject &subject, int side) {
    if (plan[side] == nullptr) plan[side] = make_plan(subject, objective[side], options);
    return subject.fitted(plan[side]);
  }

  dpcvx_error error{};
  dpcvx_objective *objective[2] = {nullptr, nullptr};
  dpcvx_plan *plan[2] = {nullptr, nullptr};
  dpcvx_options *options = nullptr;
};

TEST(AuditedDescent, AQuantileThatBeginsAtTheMedian) {
  Quantile quantile;
  Subject subject("descent quantile", DPCVX_FILTER_GDP, Subject::gdp(2));
  const int64_t runs = audit_runs(usual_runs(), 1000000);
  const AuditFigures figures =
      audited(each([&](int side) { return quantile.score(subject, side); }), {runs, kNearlySure});
  expect_near_claim("a quantile, 3 steps of the median and 7 of its own, a row replaced", "mu", 2, figures.mu,
                    to_reach(0.6), runs);
}

// Noise for add/remove, and a row replaced.
TEST(DescentControl, WrongAdjacencyOfAQuantile) {
  Quantile quantile;
  Subject subject("descent quantile control", DPCVX_FILTER_GDP, Subject::gdp(2), DPCVX_ADJACENCY_ADD_REMOVE);
  const int64_t runs = 3000;
  const AuditFigures figures =
      audited(each([&](int side) { return quantile.score(subject, side); }), {runs, kNearlySure});
  expect_caught("a quantile under add/remove, its row replaced", "mu", 2, figures.mu, runs);
}

}  // namespace
