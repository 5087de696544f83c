// The privacy that a fit claims: recomputed from its public figures, checked against the noise it draws, and audited
// from outside on worst-case neighbours.
#include <gtest/gtest.h>

#include <utility>

#include "audit/power.h"
#include "base/text.h"
#include "support/evidence.h"
#include "solve/fit/fit_handle.h"
#include "support/handles.h"

namespace {

using namespace fixtures;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int64_t kFewer = 8;  // runs under a sanitizer, which is there for other faults
#else
constexpr int64_t kFewer = 1;
#endif

FitHandle made(const dpcvx_objective *it, double mu, int32_t adjacency, const std::string &seed,
               const dpcvx_options *options = nullptr) {
  const BudgetHandle ledger = budget(1e6, 1e-6, adjacency);
  const RngHandle source = rng(seed);
  FitHandle out;
  dpcvx_error err;
  EXPECT_EQ(plan_and_fit(ledger, source, gdp(mu), it, options, &out.it, &err), DPCVX_OK) << err.message;
  return out;
}

// mu of T Gaussian sums, from nothing but the steps, the noise and G: with Delta = 2 G or G it is a little below the
// claim (which pays for rounding too), and the claim is at most the price, closely.
TEST(FitPrivacy, ClaimIsTheSumOfTheStepsAndMeetsThePrice) {
  double loosest = 1;
  for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
    for (double mu : {1e-3, 0.05, 0.24, 1.0, 7.0})
      for (int64_t n : {1, 30, 569}) {
        const ObjectiveHandle it = objective(random_rows(n, 3, 7), {true, 0, n});
        const FitHandle fit = made(it, mu, adjacency, "claim");
        const long double noise = fit_figure(fit, DPCVX_FIT_FIGURE_NOISE_STDDEV) * static_cast<double>(n);
        const long double delta = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1;
        const long double steps = fit_figure(fit, DPCVX_FIT_FIGURE_STEPS);
        const long double recomputed = std::sqrt(steps * (delta / noise) * (delta / noise));
        GuaranteeHandle guarantee;
        CurveHandle curve;
        double claimed = 0;
        ASSERT_EQ(dpcvx_fit_guarantee(fit, &guarantee.it, nullptr), DPCVX_OK);
        ASSERT_EQ(dpcvx_guarantee_curve(guarantee, &curve.it, nullptr), DPCVX_OK);
        ASSERT_EQ(dpcvx_curve_gdp_mu(curve, &claimed, nullptr), DPCVX_OK);
        EXPECT_LE(recomputed, claimed);
        EXPECT_LE(claimed, mu * (1 + 1e-11));
        loosest = std::fmin(loosest, static_cast<double>(recomputed / mu));
      }
  EXPECT_GT(loosest, 1 - 1e-5) << "the price should be used up";
  evidence("solve", "mu recomputed from steps and noise over the price, 30 fits: between %.8f and 1", loosest);
}

TEST(FitPrivacy, LedgerIsChargedWhatTheGuaranteeSays) {
  const ObjectiveHandle it = objective(random_rows(100, 3, 7));
  const BudgetHandle ledger = budget(1);
  const RngHandle source = rng("ledger");
  CurveHandle half;
  ASSERT_EQ(dpcvx_budget_price(ledger, 0.5, &half.it, nullptr), DPCVX_OK);
  FitHandle fit;
  ASSERT_EQ(plan_and_fit(ledger, source, half, it, nullptr, &fit.it, nullptr), DPCVX_OK);
  EXPECT_NEAR(budget_figure(ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT), fit.it->fit.guarantee.curve().gdp_mu(), 1e-11);
  dpcvx::Text text;
  fit.it->fit.guarantee.write_json(text);
  for (const char *part : {"row_bound", "gradient_bound", "steps", "step_size", "lattice_step", "noise_multiplier",
                           "units", "NOT PRIVATE", "enforced", "replace-one"})
    EXPECT_NE(std::strstr(text.c_str(), part), nullptr) << part << " in " << text.c_str();
}

// One step from w = 0 on rows that cancel: the model is -eta times pure noise. Its variance over the claimed one times
// the number of coefficients is chi-square; six standard deviations either way are a false-alarm rate below 1e-8.
TEST(FitPrivacy, DrawnNoiseIsTheClaimedNoise) {
  constexpr size_t kColumns = 32;
  Rows rows;
  for (double sign : {-1.0, 1.0})
    for (double label : {-1.0, 1.0}) {
      std::vector<double> row(kColumns, 0.0);
      row[0] = 0.5, row[1] = sign * 0.5;
      rows.add(row, label);
    }
  const ObjectiveHandle it = objective(rows, {false, 0, 0});
  OptionsHandle options;
  ASSERT_EQ(dpcvx_plan_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, 1, nullptr);
  dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, 1, nullptr);
  const int fits = 1250 / static_cast<int>(kFewer);
  double squares = 0, claimed = 0;
  for (int k = 0; k < fits; ++k) {
    const FitHandle fit = made(it, 0.5, DPCVX_ADJACENCY_REPLACE_ONE, "noise" + std::to_string(k), options);
    for (double x : coefficients(fit)) squares += x * x;
    claimed = fit_figure(fit, DPCVX_FIT_FIGURE_NOISE_STDDEV);
  }
  const double draws = static_cast<double>(kColumns) * fits;
  EXPECT_NEAR(claimed, 2 / 0.5 / 4, 1e-5);
  const double ratio = squares / (draws * claimed * claimed), spread = 6 * std::sqrt(2.0 / draws);
  EXPECT_NEAR(ratio, 1, spread);
  if (kFewer == 1) {
    EXPECT_GT(std::fabs(0.96 * 0.96 * ratio - 1), spread) << "noise 4 % short would not be seen";
  }
  evidence("solve", "variance of the drawn noise over the claimed one: %.4f (fails beyond +-%.4f)", ratio, spread);
}

// ---- Audit on worst-case neighbours -------------------------------------------------------------------------------
// A crowd of rows drives w far along the first axis in the first step, where the audited row leans the other way and is
// as wrong as can be: its gradient is all but G long in every later step. Under replace-one the row of the other side
// points against it along the second axis. The last iterate adds up the T noisy sums, so its second coordinate tells
// the datasets apart with sqrt(1 - lean^2) (T - 1/2) / T of the mu that is claimed: 0.906 of it here.

constexpr int64_t kSteps = 10;
constexpr double kClaim = 2, kLean = 0.3;
constexpr double kAttainable = kClaim * 0.953939 * (kSteps - 0.5) / kSteps;  // sqrt(1 - kLean^2) = 0.953939

struct Audited {
  ObjectiveHandle sides[2];
  OptionsHandle options;
  CurveHandle price = gdp(kClaim);
  RngHandle source;
  int32_t adjacency;

  explicit Audited(int32_t which) : source(rng("audit" + std::to_string(which))), adjacency(which) {
    const double rest = std::sqrt(1 - kLean * kLean);
    for (int side = 0; side < 2; ++side) {
      Rows rows;
      for (int i = 0; i < 300; ++i) rows.add({1, 0}, -1);
      if (side == 1) rows.add({kLean, rest}, 1);
      if (side == 0 && adjacency == DPCVX_ADJACENCY_REPLACE_ONE) rows.add({kLean, -rest}, 1);
      ObjectiveHandle made_here = objective(rows, {false, 0, 301});
      std::swap(sides[side].it, made_here.it);
    }
    EXPECT_EQ(dpcvx_plan_options_create(&options.it, nullptr), DPCVX_OK);
    dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, kSteps, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, 1e6, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MOMENTUM, 0, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0, nullptr);
  }
};

int32_t run_fits(void *user, int32_t side, size_t count, double *scores) {
  const Audited &it = *static_cast<Audited *>(user);
  const BudgetHandle for_plan = budget(1e6, 1e-6, it.adjacency);
  PlanHandle plan;
  if (dpcvx_plan_create(for_plan, it.price, it.sides[side], DPCVX_METHOD_NOISY_GRADIENT_DESCENT, it.options, &plan.it,
                        nullptr) != DPCVX_OK)
    return 1;
  BudgetHandle ledger;
  for (size_t k = 0; k < count; ++k) {
    if (k % 256 == 0) ledger = budget(1e6, 1e-6, it.adjacency);
    FitHandle fit;
    double w[2];
    if (dpcvx_fit_create(ledger, it.source, plan, nullptr, &fit.it, nullptr) != DPCVX_OK ||
        dpcvx_fit_coefficients(fit, w, 2, nullptr) != DPCVX_OK)
      return 1;
    scores[k] = w[1];
  }
  return 0;
}

// Each bound is wrong with probability at most 1e-9.
void audit(int32_t adjacency, const char *name) {
  Audited it(adjacency);
  OptionsHandle options;
  const bool thorough = long_audits();
  ASSERT_EQ(dpcvx_audit_options_create(&options.it, nullptr), DPCVX_OK);
  constexpr double kShare = kFewer == 1 ? 0.75 : 0.6;
  const int64_t usual = kFewer == 1 ? 16000 : 5000, runs = thorough ? 2000000 / kFewer : usual;
  EXPECT_LE(missed_mu(halfway(kAttainable), usual, kShare * kClaim), kMiss);
  dpcvx_options_set_i64(options, DPCVX_AUDIT_OPTION_RUNS, runs, nullptr);
  dpcvx_options_set_f64(options, DPCVX_AUDIT_OPTION_CONFIDENCE, 1 - 1e-9, nullptr);
  Handle<dpcvx_audit, dpcvx_audit_destroy> result;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_audit_create(run_fits, &it, options, &result.it, &err), DPCVX_OK) << err.message;
  double lower = -1;
  ASSERT_EQ(dpcvx_audit_get_f64(result, DPCVX_AUDIT_FIGURE_MU_LOWER, &lower, nullptr), DPCVX_OK);
  EXPECT_LE(lower, kClaim);
  EXPECT_GT(lower, kShare * kClaim) << "so loose an audit would not see the sensitivity halved";
  evidence("solve",
           "audit of noisy gradient descent, %s, %.0f runs a side: mu at least %.3f, claim %.0f (attainable %.3f)",
           name, static_cast<double>(runs), lower, kClaim, kAttainable);
}

TEST(FitPrivacy, AuditOnWorstCaseNeighboursReplaceOne) { audit(DPCVX_ADJACENCY_REPLACE_ONE, "replace-one"); }
TEST(FitPrivacy, AuditOnWorstCaseNeighboursAddRemove) { audit(DPCVX_ADJACENCY_ADD_REMOVE, "add/remove"); }

// The control: with the sensitivity taken at half its size the noise would be half of what the claim needs, which is
// the noise of twice the price. The audit must refute the claim.
TEST(FitPrivacy, ControlHalvedSensitivityIsRefuted) {
  struct Halved {
    Audited it{DPCVX_ADJACENCY_REPLACE_ONE};
    CurveHandle twice = gdp(2 * kClaim);
  } control;
  std::swap(control.it.price.it, control.twice.it);
  OptionsHandle options;
  ASSERT_EQ(dpcvx_audit_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_AUDIT_OPTION_RUNS, 4000, nullptr);
  EXPECT_LE(missed_mu(halfway(2 * kAttainable), 4000, kClaim), kMiss);
  dpcvx_options_set_f64(options, DPCVX_AUDIT_OPTION_CONFIDENCE, 1 - 1e-9, nullptr);
  Handle<dpcvx_audit, dpcvx_audit_destroy> result;
  ASSERT_EQ(dpcvx_audit_create(run_fits, &control.it, options, &result.it, nullptr), DPCVX_OK);
  double lower = -1;
  ASSERT_EQ(dpcvx_audit_get_f64(result, DPCVX_AUDIT_FIGURE_MU_LOWER, &lower, nullptr), DPCVX_OK);
  EXPECT_GT(lower, kClaim);
  evidence("solve", "control, half the noise that the claim of mu = %.0f needs: audit says at least %.3f", kClaim,
           lower);
}

}  // namespace
