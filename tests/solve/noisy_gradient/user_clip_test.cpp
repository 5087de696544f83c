// How clips are chosen where the caller leaves them open: those of users follow the noisy sums.
#include <algorithm>
#include <cmath>

#include "audit/generator.h"
#include "solve/noisy_gradient/users.h"
#include "support/evidence.h"

namespace {

using namespace user_fits;

constexpr double kNorm = DPCVX_PLAN_FIGURE_CLIPPING_NORM, kClipping = DPCVX_PLAN_FIGURE_CLIPPING;
constexpr int32_t kMomentumMethods[] = {DPCVX_METHOD_NOISY_GRADIENT_DESCENT, DPCVX_METHOD_NOISY_SGD};

double figure(const PlanHandle &plan, double which) { return plan_figure(plan, static_cast<int32_t>(which)); }

PlanHandle planned(const ObjectiveHandle &it, int32_t method, const dpcvx_options *options = nullptr) {
  return plan_of(ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER), approximate(1, 1e-6), it,
                 method, options);
}

TEST(UserClip, FollowsTheNoisySums) {
  Users made = users_of(400, 16, 4, 0, 1);
  for (int32_t method : kMomentumMethods)
    for (int64_t declared : {0, 7, 8}) {
      made.setting.min_records_per_user = declared;
      const ObjectiveHandle it = objective_of(made.rows, made.setting);
      const PlanHandle plan = planned(it, method);
      EXPECT_EQ(figure(plan, kClipping), DPCVX_CLIPPING_ADAPTIVE) << declared;
      EXPECT_DOUBLE_EQ(figure(plan, kNorm), declared >= 8 ? 0.18 : declared > 0 ? 0.5 / std::sqrt(7.0) : 0.125);
      if (declared != 8 && !long_audits()) continue;
      // What is given is kept.
      const PlanHandle given = planned(it, method, with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.3}}));
      EXPECT_EQ(figure(given, kClipping), DPCVX_CLIPPING_FIXED);
      EXPECT_EQ(figure(given, kNorm), 0.3);
      EXPECT_EQ(figure(planned(it, method, with({{DPCVX_PLAN_OPTION_CLIPPING, DPCVX_CLIPPING_FIXED}})), kClipping),
                DPCVX_CLIPPING_FIXED);
      EXPECT_EQ(figure(planned(it, method, with({{DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS, 1}})), kClipping),
                DPCVX_CLIPPING_FIXED);
      if (method == kMomentumMethods[0]) {
        EXPECT_EQ(figure(planned(it, DPCVX_METHOD_DP_SGD_GRADIENT), kNorm), 1);
      }
    }
}

// Undeclared users start at half the radius that steps are planned for: their steps are those of a first radius of G
// / 4.
TEST(UserClip, OfUndeclaredUsersIsPlannedForTwiceItsFirstRadius) {
  const Users made = users_of(400, 4, 4, 0, 1);
  const ObjectiveHandle it = objective_of(made.rows, made.setting);
  for (int32_t method : kMomentumMethods) {
    const PlanHandle plan = planned(it, method);
    const OptionsHandle quarter = with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.25}});
    EXPECT_EQ(dpcvx_options_set_i64(quarter, DPCVX_PLAN_OPTION_CLIPPING, DPCVX_CLIPPING_ADAPTIVE, nullptr), DPCVX_OK);
    const PlanHandle given = planned(it, method, quarter);
    EXPECT_DOUBLE_EQ(figure(plan, kNorm), 0.125);
    for (double same : {DPCVX_PLAN_FIGURE_STEPS, DPCVX_PLAN_FIGURE_STEP_SIZE, DPCVX_PLAN_FIGURE_MOMENTUM})
      EXPECT_NEAR(figure(plan, same) / figure(given, same), 1, 1e-9) << method << ' ' << same;
    EXPECT_NEAR(figure(plan, DPCVX_PLAN_FIGURE_NOISE_STDDEV) / figure(given, DPCVX_PLAN_FIGURE_NOISE_STDDEV), 0.5,
                1e-9);
  }
}

// Means of few records are long: the first radius follows the number that is declared, or the cap on records, and
// typical risk falls with it. A cap above the typical 16 tells nothing.
TEST(UserClip, FewRecordsStartFarther) {
  Users made = users_of(400, 20, 4, 0, 1);
  for (int32_t method : kMomentumMethods) {
    double last = INFINITY;
    for (int64_t records : {1, 2, 4, 16, 18}) {
      made.setting.max_records_per_user = records;
      const PlanHandle plan = planned(objective_of(made.rows, made.setting), method);
      EXPECT_DOUBLE_EQ(figure(plan, kNorm), 0.5 / std::sqrt(std::min(16.0, static_cast<double>(records))));
      EXPECT_EQ(figure(plan, kClipping), DPCVX_CLIPPING_ADAPTIVE);
      const double risk = figure(plan, DPCVX_PLAN_FIGURE_TYPICAL_RISK);
      if (records <= 16)
        EXPECT_LT(risk, last) << records;
      else
        EXPECT_EQ(risk, last);
      last = risk;
      if (records != 2 && records != 4) continue;
      made.setting.min_records_per_user = records;
      const PlanHandle declared = planned(objective_of(made.rows, made.setting), method);
      made.setting.min_records_per_user = 0;
      EXPECT_EQ(figure(declared, kNorm), figure(plan, kNorm));
      EXPECT_EQ(figure(declared, DPCVX_PLAN_FIGURE_TYPICAL_RISK), risk);
    }
    made.setting.max_records_per_user = 0;
    const PlanHandle uncapped = planned(objective_of(made.rows, made.setting), method);
    EXPECT_EQ(figure(uncapped, DPCVX_PLAN_FIGURE_TYPICAL_RISK), last);
  }
}

// A clip holds users' means over records. Records' slopes stay as they are, and so does what an envelope costs: a tenth
// of the risk. Planned for slopes within the clip, it cost more than the whole predicted risk.
TEST(UserClip, EnvelopesAreAsNarrowAsRecordsSlopesAsk) {
  Users made = users_of(400, 4, 4, 0, 1);
  made.setting.loss = DPCVX_LOSS_PINBALL;
  made.setting.label_bound = 1;
  const ObjectiveHandle it = objective_of(made.rows, made.setting);
  for (int32_t method : kMomentumMethods) {
    const PlanHandle plan = planned(it, method, with({{DPCVX_PLAN_OPTION_MAX_PASSES, 1e7}}));
    double slope;
    ASSERT_EQ(dpcvx_objective_get_f64(it, DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ, &slope, nullptr), DPCVX_OK);
    const double row = made.setting.row_bound, beta = row * row / figure(plan, DPCVX_PLAN_FIGURE_SMOOTHING);
    EXPECT_LT(figure(plan, kNorm), slope);
    EXPECT_LT(slope * slope / (2 * beta), 0.2 * figure(plan, DPCVX_PLAN_FIGURE_PREDICTED_RISK)) << method;
  }
}

double travelled(const PlanHandle &plan) {
  return figure(plan, DPCVX_PLAN_FIGURE_STEPS) * figure(plan, DPCVX_PLAN_FIGURE_STEP_SIZE) /
         (1 - figure(plan, DPCVX_PLAN_FIGURE_MOMENTUM));
}

// The intercept of users' quantiles gets the time that it needs, and no other does. With as many units it is the noise
// that decides.
TEST(UserClip, QuantilesOfUsersTravelToWhereTheyLie) {
  Users made = users_of(60, 4, 8, 0, 1);
  made.setting.loss = DPCVX_LOSS_PINBALL;
  made.setting.label_bound = 2;
  made.setting.intercept = true;
  made.setting.row_bound = 1.5;
  const auto time = [&](double tau, bool users, double scale, const dpcvx_options *options) {
    Setting setting = made.setting;
    setting.quantile = tau;
    setting.label_bound *= scale;
    if (!users) setting.users.clear();
    const int32_t unit = users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD;
    return travelled(plan_of(ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE, unit), approximate(0.06, 1e-6),
                             objective_of(made.rows, setting), DPCVX_METHOD_NOISY_GRADIENT_DESCENT, options));
  };
  const OptionsHandle far = with({{DPCVX_PLAN_OPTION_PLANNING_RADIUS, 5 * 2 / 1.5}}),
                      fixed = with({{DPCVX_PLAN_OPTION_CLIPPING, DPCVX_CLIPPING_FIXED}});
  const double needed = 3 * 1.2815515655446004 * 2;
  for (double tau : {0.1, 0.9}) {
    EXPECT_NEAR(time(tau, true, 1, nullptr) / needed, 1, 1e-6) << tau;
    EXPECT_NEAR(time(tau, true, 10, nullptr) / needed, 10, 1e-5) << tau;
    EXPECT_LT(time(tau, true, 1, far), needed / 2);
    EXPECT_LT(time(tau, true, 1, fixed), needed / 2);
    EXPECT_LT(time(tau, false, 1, nullptr), needed / 2);
  }
  EXPECT_LT(time(0.5, true, 1, nullptr), 0.8 * needed);
}

double loses(const ObjectiveHandle &it, const std::vector<double> &best, const dpcvx_options *options) {
  return excess(it, best, options, 5);
}

// By default, against fixed clips in hindsight: users who are alike, and users whose base rates differ, with many and
// few records. Audits try more clips.
TEST(UserClip, LosesAboutWhatTheBestFixedClipDoes) {
  const struct {
    double unlike;
    int64_t records;
    double clips[2];
  } cases[] = {{0, 16, {0.12, 0.06}}, {1.5, 16, {0.12, 0.06}}, {1.5, 3, {0.5, 0.25}}};
  for (const auto &[unlike, records, clips] : cases) {
    Users made = users_of(400, records, 4, unlike, 2);
    made.setting.min_records_per_user = records;
    const ObjectiveHandle it = objective_of(made.rows, made.setting);
    const std::vector<double> best = minimum(it, 4);
    const double usual = loses(it, best, nullptr);
    const double whole = loses(it, best, with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 1}}));
    double least = whole;
    for (double c : long_audits() ? std::vector<double>{0.5, 0.25, 0.12, 0.06} : std::vector<double>(clips, clips + 2))
      least = std::min(least, loses(it, best, with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, c}})));
    evidence("user clip",
             "400 users of %lld records, %s, epsilon = 1: excess %.2g by default; C = G %.2g; best fixed %.2g",
             static_cast<long long>(records), unlike > 0 ? "base rates differ" : "alike", usual, whole, least);
    EXPECT_LT(usual, whole / 3);
    EXPECT_LT(usual, 3 * least);
  }
}

// 70 % of users say yes 2 % of the time, 30 % do 98 %. A short fixed clip keeps a bias for ever, whatever is declared.
// By default it vanishes as users come. Audits add 4000 users.
TEST(UserClip, BiasVanishesWhereAMinorityDiffers) {
  constexpr int64_t kRecords = 50;
  const int fits = long_audits() ? 4 : 2;
  double last = INFINITY;
  for (int64_t users = 250; users <= (long_audits() ? 4000 : 1000); users *= 4) {
    Users made = minority_of_users(users, kRecords);
    made.setting.min_records_per_user = kRecords;
    const ObjectiveHandle it = objective_of(made.rows, made.setting);
    const std::vector<double> best = minimum(it, 1);
    const double usual = excess(it, best, nullptr, fits);
    const double short_clip =
        excess(it, best, with({{DPCVX_PLAN_OPTION_CLIPPING_NORM, 2 / std::sqrt(static_cast<double>(kRecords))}}), fits);
    evidence("user clip",
             "%lld users of 50 records, 30 %% unlike the rest, epsilon = 1: excess %.2g; C = 2 G/sqrt(m) %.2g",
             static_cast<long long>(users), usual, short_clip);
    EXPECT_LT(usual, last);
    EXPECT_GT(short_clip, 0.02);
    last = usual;
  }
  EXPECT_LT(last, long_audits() ? 1e-3 : 0.01);
}

// The last radius and the unclipped share are told by the fit, its report and its bytes, not by the plan.
TEST(UserClip, IsToldByTheFit) {
  Users made = users_of(300, 16, 4, 0, 3);
  made.setting.min_records_per_user = 16;
  const ObjectiveHandle it = objective_of(made.rows, made.setting);
  const PlanHandle plan = planned(it, kMomentumMethods[0]);
  EXPECT_EQ(figure(plan, DPCVX_PLAN_FIGURE_LAST_CLIPPING_RADIUS), 0);
  FitHandle fit;
  ASSERT_EQ(dpcvx_fit_create(ledger_of(DPCVX_FILTER_BASIC, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER), rng("told"),
                             plan, nullptr, &fit.it, nullptr),
            DPCVX_OK);
  double radius = 0, share = -1;
  EXPECT_EQ(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_LAST_CLIPPING_RADIUS, &radius, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_UNCLIPPED_SHARE, &share, nullptr), DPCVX_OK);
  EXPECT_GE(radius, 0.25 / 4);
  EXPECT_LE(radius, 2);
  EXPECT_GE(share, 0);
  EXPECT_LE(share, 1);
  EXPECT_NE(radius, figure(plan, kNorm));
}

}  // namespace
