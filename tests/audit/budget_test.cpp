// An audit of a whole budget: releases of several kinds, each chosen after seeing the outputs before it, until the
// filter refuses.
#include "audit/power.h"
#include "support/figures.h"

namespace {

class Interaction {
 public:
  Interaction(const char *seed, int32_t filter) {
    expect_ok(dpcvx_rng_create_deterministic(seed, std::strlen(seed), &rng_, &error_), error_);
    expect_ok(dpcvx_budget_options_create(&options_, &error_), error_);
    expect_ok(dpcvx_options_set_i64(options_, DPCVX_BUDGET_OPTION_FILTER, filter, &error_), error_);
    open();
    limit_ = get(DPCVX_BUDGET_FIGURE_MAIN_LIMIT);
    close();
  }
  ~Interaction() {
    dpcvx_options_destroy(options_);
    dpcvx_rng_destroy(rng_);
  }
  static constexpr double kEpsilon = 2, kDelta = 0.05;
  // Of the main sub-budget, in its own measure.
  double limit() const { return limit_; }

  // Spends the whole budget on the difference of the sides; the score is the log-likelihood ratio of all outputs. What
  // is ahead is pressed with great prices, what is open is tried with small ones: the number, the kinds and the sizes
  // of the releases depend on the outputs.
  double run(int side) {
    open();
    double ratio = 0;
    for (int round = 0; get(DPCVX_BUDGET_FIGURE_MAIN_REMAINING) > 0.15 * limit_; ++round)
      ratio += round == 1 && ratio < 0 ? laplace(side, 0.3) : gaussian(side, std::fabs(ratio) > 0.5 ? 0.95 : 0.6);
    refused(side);
    close();
    return ratio;
  }

 private:
  void open() {
    expect_ok(dpcvx_budget_create(kEpsilon, kDelta, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, options_, &budget_,
                                  &error_),
              error_);
  }
  void close() {
    dpcvx_budget_destroy(budget_);
    budget_ = nullptr;
  }
  double get(int32_t figure) {
    double value = NAN;
    expect_ok(READ_FIGURE(budget, budget_, figure, &value, &error_), error_);
    return value;
  }

  // A share of what is left. How much noise that means is read off the guarantee.
  double gaussian(int side, double share) {
    const double value = side;
    double out = NAN, mu = NAN;
    dpcvx_curve *price = nullptr, *charged = nullptr;
    dpcvx_guarantee *guarantee = nullptr;
    expect_ok(dpcvx_budget_price(budget_, share, &price, &error_), error_);
    expect_ok(dpcvx_release_gaussian(budget_, rng_, price, &value, 1, 1, nullptr, &out, &guarantee, &error_), error_);
    expect_ok(dpcvx_guarantee_curve(guarantee, &charged, &error_), error_);
    expect_ok(dpcvx_curve_gdp_mu(charged, &mu, &error_), error_);
    dpcvx_curve_destroy(charged);
    dpcvx_guarantee_destroy(guarantee);
    dpcvx_curve_destroy(price);
    return mu * mu * (out - 0.5);
  }

  // Nothing when it does not fit.
  double laplace(int side, double epsilon) {
    const double value = side;
    double out = NAN;
    dpcvx_curve *price = nullptr;
    expect_ok(dpcvx_curve_create_pure(epsilon, &price, &error_), error_);
    const dpcvx_status status =
        dpcvx_release_laplace(budget_, rng_, price, &value, 1, 1, nullptr, &out, nullptr, &error_);
    dpcvx_curve_destroy(price);
    if (status == DPCVX_ERR_BUDGET) return 0;
    expect_ok(status, error_);
    return epsilon * (std::fabs(out) - std::fabs(out - 1));
  }

  void refused(int side) {
    const double value = side;
    double out = -7;
    dpcvx_curve *price = nullptr;
    expect_ok(dpcvx_curve_create_pure(kEpsilon, &price, &error_), error_);
    EXPECT_EQ(dpcvx_release_laplace(budget_, rng_, price, &value, 1, 1, nullptr, &out, nullptr, &error_),
              DPCVX_ERR_BUDGET);
    EXPECT_EQ(out, -7);
    dpcvx_curve_destroy(price);
  }

  dpcvx_error error_{};
  dpcvx_rng *rng_ = nullptr;
  dpcvx_options *options_ = nullptr;
  dpcvx_budget *budget_ = nullptr;
  double limit_ = NAN;
};

TEST(AuditedBudget, AdaptiveReleasesStayWithinTheGaussianFilter) {
  Interaction interaction("budget", DPCVX_FILTER_GDP);
  const int64_t runs = audit_runs(at_length_or(20000, 5000), 1000000);
  const AuditFigures figures = audited(each([&](int side) { return interaction.run(side); }), {runs, kNearlySure});
  expect_near_claim("adaptively chosen Gaussian and Laplace releases under the GDP filter", "mu", interaction.limit(),
                    figures.mu, at_length_or(0.75, 0.5), runs);
}

// Every filter, at the delta of the limit. The basic one is far from tight for Gaussian releases.
TEST(AuditedBudget, AdaptiveReleasesStayWithinEveryFilter) {
  struct Case {
    const char *what;
    int32_t filter;
    double least;
    double usual;  // `least` where the long audits are not asked for
  };
  const Case cases[] = {{"GDP filter", DPCVX_FILTER_GDP, 0.45, 0.2},
                        {"zCDP filter", DPCVX_FILTER_ZCDP, 0.35, 0.1},
                        {"Renyi filter", DPCVX_FILTER_RDP, 0.3, 0.1},
                        {"basic filter", DPCVX_FILTER_BASIC, 0.1, 0.05}};
  for (const Case &c : cases) {
    const int64_t runs = audit_runs(at_length_or(8000, 2500), 300000);
    Interaction interaction(c.what, c.filter);
    const AuditFigures figures =
        audited(each([&](int side) { return interaction.run(side); }), {runs, kNearlySure, Interaction::kDelta});
    char what[96];
    std::snprintf(what, sizeof(what), "adaptively chosen releases under the %s (delta %g)", c.what,
                  Interaction::kDelta);
    expect_near_claim(what, "epsilon", Interaction::kEpsilon, figures.epsilon, long_audits() ? c.least : c.usual, runs);
  }
}

// A plan that is fixed beforehand: sampled Gaussian sums, charged together to a basic sub-budget at a delta.
constexpr double kNoise = 1, kRate = 0.25, kPlanDelta = 0.05;
constexpr int64_t kRounds = 40;

// Returns the epsilon that the basic sub-budget took for so many rounds.
double epsilon_charged(int64_t rounds) {
  dpcvx_error error{};
  dpcvx_options *options = nullptr;
  dpcvx_budget *budget = nullptr;
  dpcvx_curve *sum = nullptr;
  double spent = NAN;
  expect_ok(dpcvx_budget_options_create(&options, &error), error);
  expect_ok(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, &error), error);
  expect_ok(dpcvx_budget_create(10, 0.06, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_RECORD, options, &budget, &error),
            error);
  expect_ok(dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON, kNoise, kRate, 1, &sum, &error), error);
  expect_ok(dpcvx_budget_charge_at_delta(budget, sum, rounds, kPlanDelta, "a plan", &error), error);
  expect_ok(READ_FIGURE(budget, budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT, &spent, &error), error);
  dpcvx_curve_destroy(sum);
  dpcvx_budget_destroy(budget);
  dpcvx_options_destroy(options);
  return spent;
}

// All rounds: the log-likelihood ratio of the record's being there. Noise and samples are drawn here, by no code of the
// library.
AuditFigures audited_plan(int64_t runs) {
  Generator draws(5);
  const auto play = [&](int side) {
    double ratio = 0;
    for (int64_t i = 0; i < kRounds; ++i) {
      const double sampled = side == 1 && draws.uniform() < kRate ? 1 : 0, sum = sampled + kNoise * draws.normal();
      ratio += std::log1p(kRate * std::expm1((2 * sum - 1) / (2 * kNoise * kNoise)));
    }
    return ratio;
  };
  return audited(each(play), {runs, kNearlySure, kPlanDelta});
}

TEST(AuditedBudget, PlansChargedAtADeltaStayWithinIt) {
  const int64_t runs = audit_runs(100000, 1000000);
  expect_near_claim("40 sampled sums charged at delta = 0.05", "epsilon", epsilon_charged(kRounds),
                    audited_plan(runs).epsilon, 0.7, runs);
}

TEST(AuditedBudget, ControlAThirdOfTheRoundsIsCharged) {
  const int64_t runs = audit_runs(100000, 1000000);
  expect_caught("a third of 40 sampled sums charged", "epsilon", epsilon_charged(kRounds / 3),
                audited_plan(runs).epsilon, runs);
}

}  // namespace
