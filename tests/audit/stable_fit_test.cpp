// Audits of stable outputs through the C API at neighbours that differ in a whole user, and of record-level fits that
// are passed off as user-level ones.
#include "audit/stability.h"

namespace {

constexpr double kEpsilon = 1, kDelta = 1e-3, kThreshold = 0.3;
constexpr int64_t kRuns = 6000, kFewRuns = 2000;

struct Wanted {
  const char *what;
  double epsilon = kEpsilon;
  int32_t instance = DPCVX_OUTLIERS_DOWNWEIGHT;
  double share = 0;  // of epsilon that buys the threshold; 0: it is declared
};

class StableFits {
 public:
  StableFits(const Wanted &wanted, const CrowdPair &pair)
      : subject_(wanted.what, DPCVX_FILTER_BASIC, Subject::approximate(wanted.epsilon, kDelta),
                 DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER),
        neighbours_(pair) {
    subject_.releases_per_budget = 256;
    expect_ok(dpcvx_plan_options_create(&options_, &error_), error_);
    expect_ok(dpcvx_options_set_i64(options_, DPCVX_PLAN_OPTION_OUTLIERS, wanted.instance, &error_), error_);
    if (wanted.share > 0)
      expect_ok(dpcvx_options_set_f64(options_, DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION, wanted.share, &error_),
                error_);
    else
      expect_ok(dpcvx_options_set_f64(options_, DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD, kThreshold, &error_), error_);
  }
  StableFits(const StableFits &) = delete;
  StableFits &operator=(const StableFits &) = delete;
  ~StableFits() {
    for (dpcvx_plan *made : plan_) dpcvx_plan_destroy(made);
    dpcvx_options_destroy(options_);
  }

  double figure(int32_t which) {
    double value = NAN;
    if (dpcvx_plan_get_f64(plan(0), DPCVX_METHOD_AUTOMATIC, which, &value, &error_) == DPCVX_OK) return value;
    int64_t count = -1;
    expect_ok(dpcvx_plan_get_i64(plan(0), DPCVX_METHOD_AUTOMATIC, which, &count, &error_), error_);
    return static_cast<double>(count);
  }

  // The coefficient, or kBottom.
  double operator()(int side) {
    dpcvx_fit *fit = nullptr;
    double w = kBottom;
    int64_t outcome = -1;
    expect_ok(dpcvx_fit_create(subject_.budget(), subject_.rng(), plan(side), nullptr, &fit, &error_), error_);
    expect_ok(dpcvx_fit_get_i64(fit, DPCVX_FIT_FIGURE_OUTCOME, &outcome, &error_), error_);
    if (outcome == DPCVX_OUTCOME_UNSTABLE)
      EXPECT_EQ(dpcvx_fit_coefficients(fit, &w, 1, &error_), DPCVX_ERR_STATE);
    else
      expect_ok(dpcvx_fit_coefficients(fit, &w, 1, &error_), error_);
    dpcvx_fit_destroy(fit);
    return w;
  }

  double share_unstable(int side, int64_t runs) {
    int64_t bottom = 0;
    for (int64_t i = 0; i < runs; ++i) bottom += (*this)(side) == kBottom ? 1 : 0;
    return static_cast<double>(bottom) / static_cast<double>(runs);
  }

 private:
  // Made where it is first needed.
  const dpcvx_plan *plan(int side) {
    if (plan_[side] == nullptr)
      expect_ok(dpcvx_plan_create(subject_.budget(), subject_.price(), neighbours_.side[side],
                                  DPCVX_METHOD_STABLE_OUTPUT, options_, &plan_[side], &error_),
                error_);
    return plan_[side];
  }

  Subject subject_;
  Neighbours neighbours_;
  dpcvx_error error_{};
  dpcvx_options *options_ = nullptr;
  dpcvx_plan *plan_[2] = {nullptr, nullptr};
};

CrowdPair at_score(int64_t score) {
  CrowdPair pair;
  pair.crowd[0].gradients = far_users(score);
  pair.crowd[1].gradients = far_users(score + 1);
  return pair;
}

// So many users far away that a tenth of the runs or more finds them unstable.
int64_t telling_score(const Wanted &wanted) {
  for (int64_t score = 0;; ++score)
    if (StableFits(wanted, at_score(score)).share_unstable(1, 300) > 0.1) return score;
}

// The whole release: whether there is one, and where it is.
void audit_bottom(const Wanted &wanted, double least) {
  const int64_t score = telling_score(wanted);
  StableFits fits(wanted, at_score(score));
  const int64_t count = audit_runs(kRuns, 1000000);
  const double bound = audited(each([&](int side) { return fits(side); }), {count, kNearlySure, kDelta}).epsilon;
  char what[200];
  std::snprintf(what, sizeof(what), "stable output, %s, a user replaced, %d and %d users far away", wanted.what,
                static_cast<int>(score), static_cast<int>(score) + 1);
  expect_near_claim(what, "epsilon", wanted.epsilon, bound, least, count);
}

TEST(AuditedStableFit, BottomOfSoft) { audit_bottom({"soft"}, 0.3); }
TEST(AuditedStableFit, BottomOfHard) { audit_bottom({"hard", kEpsilon, DPCVX_OUTLIERS_REMOVE}, 0.2); }
TEST(AuditedStableFit, BottomWithABoughtThreshold) {
  audit_bottom({"its threshold bought", 4, DPCVX_OUTLIERS_DOWNWEIGHT, 0.3}, 0.2);
}

CrowdPair turned(double gradient, int64_t records) {
  CrowdPair pair;
  pair.crowd[0].gradients = {gradient};
  pair.crowd[1].gradients = {-gradient};
  pair.crowd[0].records = pair.crowd[1].records = records;
  return pair;
}

// A user of ten records, all of which turn round. The claim on the point alone is Lambda over the noise.
TEST(AuditedStableFit, PointOfSoft) {
  const Wanted wanted{"soft", 8};
  StableFits fits(wanted, turned(kThreshold, 10));
  const int64_t count = audit_runs(kFewRuns, 1000000);
  const double claim =
      fits.figure(DPCVX_PLAN_FIGURE_MINIMIZER_SENSITIVITY) / fits.figure(DPCVX_PLAN_FIGURE_NOISE_STDDEV);
  const double bound = audited(each([&](int side) { return fits(side); }), {count, kNearlySure}).mu;
  expect_near_claim("stable output, soft, a user of ten records turned round", "mu of the point", claim, bound, 0.4,
                    count);
}

// ---- Controls ------------------------------------------------------------------------------------------------------

// Rows of a user of ten, each of them a unit of its own for the plan.
TEST(StableFitControl, RecordsPassedOffAsUsers) {
  constexpr double kMu = 1;
  Subject subject("records", DPCVX_FILTER_GDP, Subject::gdp(kMu));
  dpcvx_error error{};
  dpcvx_plan *plan[2] = {nullptr, nullptr};
  for (int side = 0; side < 2; ++side) {
    std::vector<double> rows, labels;
    for (int64_t i = 0; i < 10 * kUsers; ++i) {
      rows.push_back(i < 10 ? 1 : 0);
      labels.push_back(i >= 10 ? 0 : side == 0 ? kFarLabel : -kFarLabel);
    }
    dpcvx_dataset *const data = dataset_of(rows, labels, 1, nullptr);
    dpcvx_options *options = nullptr;
    dpcvx_objective *objective = nullptr;
    expect_ok(dpcvx_objective_options_create(&options, &error), error);
    expect_ok(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, kRidge, &error), error);
    expect_ok(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, kFarLabel, &error), error);
    expect_ok(dpcvx_objective_create(data, DPCVX_LOSS_HUBER, nullptr, options, &objective, &error), error);
    expect_ok(dpcvx_plan_create(subject.budget(), subject.price(), objective, DPCVX_METHOD_OUTPUT_PERTURBATION, nullptr,
                                &plan[side], &error),
              error);
    dpcvx_objective_destroy(objective);
    dpcvx_options_destroy(options);
    dpcvx_dataset_destroy(data);
  }
  const auto run = [&](int side) { return subject.fitted(plan[side]); };
  const int64_t runs = at_length_or<int64_t>(kFewRuns, 500);
  expect_caught("output perturbation of records passed off as users of ten", "mu", kMu,
                audited(each(run), {runs, kNearlySure}).mu, runs);
  for (dpcvx_plan *made : plan) dpcvx_plan_destroy(made);
}

// A release for twice the price that was told.
TEST(StableFitControl, TwiceTheEpsilon) {
  const Wanted wanted{"twice the epsilon", 2 * kEpsilon};
  StableFits fits(wanted, at_score(telling_score(wanted)));
  const int64_t runs = at_length_or<int64_t>(kRuns, 4000);
  expect_caught("stable output for twice the epsilon", "epsilon", kEpsilon,
                audited(each([&](int side) { return fits(side); }), {runs, kNearlySure, kDelta}).epsilon, runs);
}

}  // namespace
