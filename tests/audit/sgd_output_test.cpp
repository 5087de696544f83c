// Audits of DP-SGD-Output at worst-case neighbours (sgd_output.h).
#include "audit/sgd_output.h"

namespace {

dpcvx_options *make_options(const Setting &it) {
  dpcvx_error error{};
  dpcvx_options *options = nullptr;
  expect_ok(dpcvx_plan_options_create(&options, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, it.steps, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, it.step_size, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, it.average, &error), error);
  expect_ok(dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_SMOOTHING, 0, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_ORDER, it.order, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_NOISE_CALIBRATION, it.form, &error), error);
  return options;
}

class Plans {
 public:
  Plans(Subject &subject, const Setting &setting) : subject_(subject), setting_(setting) {
    const Neighbours neighbours(setting);
    dpcvx_options *const options = make_options(setting);
    for (int side = 0; side < 2; ++side)
      expect_ok(dpcvx_plan_create(subject.budget(), subject.price(), neighbours.side[side], DPCVX_METHOD_DP_SGD_OUTPUT,
                                  options, &plan_[side], &error_),
                error_);
    dpcvx_options_destroy(options);
  }
  Plans(const Plans &) = delete;
  Plans &operator=(const Plans &) = delete;
  ~Plans() {
    for (dpcvx_plan *made : plan_) dpcvx_plan_destroy(made);
  }

  double noise() {
    double value = NAN;
    expect_ok(dpcvx_plan_get_f64(plan_[0], DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_NOISE_STDDEV, &value, &error_),
              error_);
    return value;
  }
  // What a fit is charged, at kOutputDelta.
  double epsilon() {
    dpcvx_curve *curve = nullptr;
    double value = NAN;
    expect_ok(dpcvx_plan_curve(plan_[0], &curve, &error_), error_);
    expect_ok(dpcvx_curve_epsilon(curve, kOutputDelta, &value, &error_), error_);
    dpcvx_curve_destroy(curve);
    return value;
  }
  double operator()(int side) {
    dpcvx_fit *fit = nullptr;
    expect_ok(dpcvx_fit_create(subject_.budget(), subject_.rng(), plan_[side], nullptr, &fit, &error_), error_);
    coefficients_.resize(static_cast<size_t>(setting_.dimension()));
    expect_ok(dpcvx_fit_coefficients(fit, coefficients_.data(), setting_.dimension(), &error_), error_);
    dpcvx_fit_destroy(fit);
    return score(setting_, coefficients_.data());
  }

 private:
  Subject &subject_;
  const Setting &setting_;
  dpcvx_plan *plan_[2] = {nullptr, nullptr};
  dpcvx_error error_{};
  std::vector<double> coefficients_;
};

// A price of one (epsilon, delta): the order's luck counts. The attack must be able to attain `least` of the claim.
void audit_pair(const char *what, const Setting &setting, double epsilon, double least) {
  Subject subject("sgd output", DPCVX_FILTER_BASIC, Subject::approximate(epsilon, kOutputDelta), setting.adjacency,
                  setting.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
  subject.releases_per_budget = 20;
  Plans plans(subject, setting);
  if (::testing::Test::HasFailure()) return;
  const double claim = std::min(epsilon, plans.epsilon());
  const int64_t runs = audit_runs(usual_runs(), 1000000);
  const NormalScores law = scores(setting, plans.noise());
  const double attainable = law.epsilon(kOutputDelta), foreseen = law.foreseen_epsilon(kOutputDelta, runs);
  EXPECT_LE(attainable, claim * (1 + 1e-2) + 1e-9) << what;  // drawn, not integrated
  EXPECT_GE(attainable, least * claim) << what;
  const double found = audited(each([&](int side) { return plans(side); }), {runs, kNearlySure, kOutputDelta}).epsilon;
  EXPECT_LE(found, claim) << what;
  EXPECT_GE(found, foreseen) << what;
  evidence("audit",
           "DP-SGD-Output, %s: claimed epsilon %.4g at delta %.2g, attainable by this attack %.3f, "
           "foreseen above %.3f, bound %.3f (%.2g runs a side, confidence 1 - 1e-9)",
           what, claim, kOutputDelta, attainable, foreseen, found, static_cast<double>(runs));
}

// A price of GDP: the worst order.
void audit_mu(const char *what, const Setting &setting, double mu, double least) {
  Subject subject("sgd output gdp", DPCVX_FILTER_GDP, Subject::gdp(mu), setting.adjacency,
                  setting.users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
  Plans plans(subject, setting);
  if (::testing::Test::HasFailure()) return;
  const int64_t runs = audit_runs(usual_runs(), 1000000);
  const double foreseen = scores(setting, plans.noise()).foreseen_mu(runs);
  const double found = audited(each([&](int side) { return plans(side); }), {runs, kNearlySure}).mu;
  char name[200];
  std::snprintf(name, sizeof name, "DP-SGD-Output, %s", what);
  EXPECT_GE(found, foreseen) << what;
  expect_near_claim(name, "mu", mu, found, to_reach(least), runs);
}

// ---- alpha = 1, the worst order: every order moves as far ----

TEST(AuditedSgdOutput, Passes) {
  audit_mu("one pass, a unit replaced", passes(1), 2, 0.85);
  audit_mu("one pass, a unit removed", passes(1, kRemoved), 2, 0.85);
  audit_mu("three passes, a unit replaced", passes(3), 2, 0.85);
}

TEST(AuditedSgdOutput, AUserOfFiveRecords) {
  audit_mu("one pass, a user of 5 records replaced", user_of_five(kReplaced), 2, 0.85);
  audit_mu("one pass, a user of 5 records removed", user_of_five(kRemoved), 2, 0.85);
}

// Its two ends are as far apart as models can be.
TEST(AuditedSgdOutput, ABoundedDomain) {
  Setting it = passes(10);
  it.domain = 4 * kStep;
  audit_mu("ten passes in a domain that ends after four steps, a unit replaced", it, 2, 0.85);
}

// The changed unit's gradient is as long as any only where the iterates stay near the start.
TEST(AuditedSgdOutput, GradientsWithoutBound) {
  Setting it = passes(1);
  it.loss = DPCVX_LOSS_SQUARED;
  it.label = 1;
  it.step_size = 1e-6;
  audit_mu("squared loss on R^d, a unit replaced", it, 2, 0.85);
}

// The last step is the worst, one order in four.
TEST(AuditedSgdOutput, StrongConvexity) {
  Setting it;
  it.units = it.steps = 4;
  it.l2 = 50;
  audit_mu("one pass with a quadratic, a unit replaced", it, 2, 0.8);
}

// ---- alpha = 1, the law of the order. The claim holds against one who knows it; the attack does not. ----

TEST(AuditedSgdOutput, OrdersOfPasses) {
  audit_pair("one pass, last iterate, a unit removed", passes(1, kRemoved), 2, 0.98);
  audit_pair("one pass, average, a unit removed", averaged(passes(1, kRemoved)), 2, 0.7);
  audit_pair("one pass, average, a unit replaced", averaged(passes(1)), 2, 0.55);
  audit_pair("three passes, average, a unit replaced", averaged(passes(3)), 2, 0.9);
}

TEST(AuditedSgdOutput, SampledOrders) {
  audit_pair("64 uniform places of 4, last iterate, a unit replaced", sampled(4, 64), 2, 0.8);
  audit_pair("20 uniform places of 20, last iterate, a unit replaced", sampled(20, 20), 2, 0.4);
  audit_pair("20 uniform places of 20, average, a unit replaced", averaged(sampled(20, 20)), 2, 0.35);
  audit_pair("40 uniform places of 40, last iterate, a unit removed", sampled(20, 40, kRemoved), 2, 0.5);
}

TEST(AuditedSgdOutput, OtherForms) {
  Setting it = sampled(4, 64);
  it.form = DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY;
  audit_pair("64 uniform places of 4, quantile noise, a unit replaced", it, 2, 0.8);
  // So much noise that nothing is left at this delta.
  it = averaged(sampled(4, 64));
  it.form = DPCVX_NOISE_CALIBRATION_REFERENCE;
  audit_pair("64 uniform places of 4, average, noise of Theorem 8, a unit replaced", it, 1, 0);
}

// ---- alpha = 0 and 1/2 ----

TEST(AuditedSgdOutput, CrowdsAtTheirKinks) {
  audit_pair("absolute loss, 2 units, the other at its kink, one replaced", crowd(2), 2, 0.7);
  audit_pair("absolute loss, 8 units, the others at their kinks, one replaced", crowd(8), 2, 0.5);
  audit_pair("absolute loss, 4 units, the others at their kinks, one removed", crowd(4, kRemoved), 2, 0.3);
  Setting it = crowd(8);
  it.domain = 1;
  audit_pair("absolute loss in a domain, 8 units, the others at their kinks, one replaced", it, 2, 0.5);
}

TEST(AuditedSgdOutput, HalfHoelder) {
  Setting it = passes(1);
  it.loss = DPCVX_LOSS_POWER;
  it.label = 1;
  it.slope = 1.5;
  it.domain = 0.01;
  audit_mu("power 1.5 in a domain, a unit replaced", it, 2, 0.8);
  it.domain = 0;
  it.step_size = 1e-8;
  audit_mu("power 1.5 on R^d, a unit replaced", it, 2, 0.8);
}

}  // namespace
