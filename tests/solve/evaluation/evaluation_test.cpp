// Evaluations through the C boundary: what they release, charge, say and refuse.
#include <sys/mman.h>
#include <unistd.h>

#include "data/dataset_handle.h"
#include "solve/evaluation/scores.h"

namespace {

using namespace fixtures;

constexpr double kAlmostNoNoise = 1e5;  // mu, of a budget without end

BudgetHandle ledger_of(double epsilon, int32_t adjacency, bool users, double delta = 1e-6) {
  return budget(epsilon, delta, adjacency, users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD);
}

std::vector<double> labels_of(const dpcvx_dataset *table) {
  std::vector<double> out(kKindRows);
  EXPECT_EQ(dpcvx_nonprivate_dataset_labels(table, out.data(), kKindRows, nullptr), DPCVX_OK);
  return out;
}

// Records, or the twenty users of owned().
std::vector<std::vector<size_t>> units_of(bool users) {
  std::vector<std::vector<size_t>> out(users ? 20 : kKindRows);
  for (size_t i = 0; i < kKindRows; ++i) out[i % out.size()].push_back(i);
  return out;
}

struct Case {
  int32_t loss, score;
  bool users = false;
  double clip = 0, bound = 0, centre = 0;  // options; 0: not given
};

void expect_score(const Case &it, int32_t adjacency) {
  Kind kind = kind_of_loss(it.loss);
  kind.users = it.users;
  const FitHandle fit = loaded(bytes_of(fit_of(kind)));
  kind.rows = 2;
  DatasetHandle table = raw_rows(kind);
  if (it.users) table = owned(table);
  const std::vector<double> labels = labels_of(table);
  const OptionsHandle options = evaluation_options();
  if (it.clip > 0) dpcvx_options_set_f64(options, DPCVX_EVALUATION_OPTION_LOSS_CLIP, it.clip, nullptr);
  if (it.bound > 0) {
    dpcvx_options_set_f64(options, DPCVX_EVALUATION_OPTION_LABEL_LOW, it.centre - it.bound, nullptr);
    dpcvx_options_set_f64(options, DPCVX_EVALUATION_OPTION_LABEL_HIGH, it.centre + it.bound, nullptr);
  }
  const BudgetHandle ledger = ledger_of(1e12, adjacency, it.users, 0.5);
  const Evaluated got = evaluated({fit, table, it.score, options}, ledger, gdp(kAlmostNoNoise));
  ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;

  const int32_t score = static_cast<int32_t>(score_figure(got.it, DPCVX_EVALUATION_FIGURE_SCORE));
  Reference reference{score, 1, it.centre, INFINITY, 0.5, &labels, units_of(it.users)};
  const bool numbers = score != DPCVX_SCORE_ACCURACY && score != DPCVX_SCORE_LOG_LOSS;
  if (numbers) reference.bound = it.bound > 0 ? it.bound : 1;
  if (it.loss == DPCVX_LOSS_POISSON && !(it.bound > 0)) reference.centre = reference.bound = 0.5;  // labels in [0, 1]
  const double classes = it.loss == DPCVX_LOSS_MULTINOMIAL ? 3 : 2;
  reference.clip = it.clip > 0                         ? it.clip
                   : score == DPCVX_SCORE_LOG_LOSS     ? std::log(classes) + 3
                   : score == DPCVX_SCORE_PINBALL_LOSS ? reference.bound / 2
                                                       : reference.bound;
  const double value = score_figure(got.it, DPCVX_EVALUATION_FIGURE_VALUE);
  const double width =
      score_figure(got.it, DPCVX_EVALUATION_FIGURE_HIGH) - score_figure(got.it, DPCVX_EVALUATION_FIGURE_LOW);
  EXPECT_NEAR(value, reference_score(reference, fit, table), 1e-4 + width);
  EXPECT_GT(width, 0);
  EXPECT_LT(width, 0.01);
  EXPECT_NEAR(score_figure(got.it, DPCVX_EVALUATION_FIGURE_UNITS), it.users ? 20 : kKindRows, 1e-3);
}

TEST(Evaluation, ReleasesEveryScoreOfRecordsAndUsers) {
  const Case cases[] = {
      {DPCVX_LOSS_LOGISTIC, DPCVX_SCORE_AUTOMATIC},
      {DPCVX_LOSS_LOGISTIC, DPCVX_SCORE_LOG_LOSS},
      {DPCVX_LOSS_LOGISTIC, DPCVX_SCORE_LOG_LOSS, true, 0.5},
      {DPCVX_LOSS_HINGE, DPCVX_SCORE_ACCURACY, true},
      {DPCVX_LOSS_MULTINOMIAL, DPCVX_SCORE_AUTOMATIC},
      {DPCVX_LOSS_MULTINOMIAL, DPCVX_SCORE_LOG_LOSS, true},
      {DPCVX_LOSS_SQUARED, DPCVX_SCORE_AUTOMATIC},
      {DPCVX_LOSS_SQUARED, DPCVX_SCORE_R2, true, 0, 0.75, 0.25},
      {DPCVX_LOSS_HUBER, DPCVX_SCORE_ABSOLUTE_LOSS, true, 0.3},
      {DPCVX_LOSS_ABSOLUTE, DPCVX_SCORE_AUTOMATIC},
      {DPCVX_LOSS_POISSON, DPCVX_SCORE_AUTOMATIC},
      {DPCVX_LOSS_POISSON, DPCVX_SCORE_ABSOLUTE_LOSS, true},
      {DPCVX_LOSS_PINBALL, DPCVX_SCORE_AUTOMATIC},
      {DPCVX_LOSS_PINBALL, DPCVX_SCORE_PINBALL_LOSS, true, 0.2, 0.5, -0.1},
  };
  for (const Case &it : cases)
    for (int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
      SCOPED_TRACE(testing::Message() << it.loss << ' ' << it.score << (it.users ? " users " : " records ")
                                      << adjacency);
      expect_score(it, adjacency);
    }
}

TEST(Evaluation, AutomaticScores) {
  const std::pair<int32_t, int32_t> wanted[] = {{DPCVX_LOSS_LOGISTIC, DPCVX_SCORE_ACCURACY},
                                                {DPCVX_LOSS_POWER_HINGE, DPCVX_SCORE_ACCURACY},
                                                {DPCVX_LOSS_MULTINOMIAL, DPCVX_SCORE_ACCURACY},
                                                {DPCVX_LOSS_SQUARED, DPCVX_SCORE_R2},
                                                {DPCVX_LOSS_HUBER, DPCVX_SCORE_R2},
                                                {DPCVX_LOSS_POWER, DPCVX_SCORE_R2},
                                                {DPCVX_LOSS_POISSON, DPCVX_SCORE_R2},
                                                {DPCVX_LOSS_ABSOLUTE, DPCVX_SCORE_ABSOLUTE_LOSS},
                                                {DPCVX_LOSS_PINBALL, DPCVX_SCORE_PINBALL_LOSS}};
  for (const auto &[loss, score] : wanted) {
    const Kind kind = kind_of_loss(loss);
    const FitHandle fit = fit_of(kind);
    const DatasetHandle table = raw_rows(kind);
    const BudgetHandle ledger = ledger_of(100, DPCVX_ADJACENCY_REPLACE_ONE, false);
    const Evaluated got = evaluated({fit, table}, ledger, gdp(1));
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    EXPECT_EQ(score_figure(got.it, DPCVX_EVALUATION_FIGURE_SCORE), score) << loss;
  }
}

// The noise of a mean of n units is 1 / (mu n) or 1 / (epsilon n), exactly up to rounding up.
TEST(Evaluation, TakesTheLeastNoiseOfThePrice) {
  const FitHandle fit = fit_of(Kind());
  const DatasetHandle table = raw_rows(Kind());
  struct {
    CurveHandle price;
    int32_t noise;
    double scale;
  } const wanted[] = {
      {gdp(0.25), DPCVX_EVALUATION_NOISE_GAUSSIAN, 4},
      {pure(0.25), DPCVX_EVALUATION_NOISE_LAPLACE, 4},
  };
  for (const auto &it : wanted) {
    const BudgetHandle ledger = ledger_of(20, DPCVX_ADJACENCY_REPLACE_ONE, false);
    const Evaluated got = evaluated({fit, table}, ledger, it.price);
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    EXPECT_EQ(score_figure(got.it, DPCVX_EVALUATION_FIGURE_NOISE), it.noise);
    EXPECT_GE(score_figure(got.it, DPCVX_EVALUATION_FIGURE_NOISE_SCALE), it.scale);
    EXPECT_LE(score_figure(got.it, DPCVX_EVALUATION_FIGURE_NOISE_SCALE), it.scale * (1 + 1e-9));
  }
  CurveHandle pair;
  ASSERT_EQ(dpcvx_curve_create_approximate(1, 1e-6, &pair.it, nullptr), DPCVX_OK);
  OptionsHandle basic;
  BudgetHandle ledger;
  ASSERT_EQ(dpcvx_budget_options_create(&basic.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(basic, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_budget_create(4, 1e-5, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, basic, &ledger.it, nullptr),
            DPCVX_OK);
  const Evaluated one = evaluated({fit, table}, ledger, pair);
  ASSERT_EQ(one.status, DPCVX_OK) << one.error.message;
  EXPECT_EQ(score_figure(one.it, DPCVX_EVALUATION_FIGURE_NOISE), DPCVX_EVALUATION_NOISE_LAPLACE);
  EXPECT_NEAR(score_figure(one.it, DPCVX_EVALUATION_FIGURE_NOISE_SCALE), 1, 1e-9);
  const OptionsHandle options = evaluation_options();
  dpcvx_options_set_i64(options, DPCVX_EVALUATION_OPTION_NOISE, DPCVX_EVALUATION_NOISE_GAUSSIAN, nullptr);
  const Evaluated other = evaluated({fit, table, DPCVX_SCORE_AUTOMATIC, options}, ledger, pair);
  ASSERT_EQ(other.status, DPCVX_OK) << other.error.message;
  EXPECT_NEAR(score_figure(other.it, DPCVX_EVALUATION_FIGURE_NOISE_SCALE), 1 / 0.2367, 0.01);
}

TEST(Evaluation, ChargesThePriceOnceAndStatesIt) {
  const FitHandle fit = fit_of(Kind());
  const DatasetHandle table = raw_rows(Kind());
  const BudgetHandle ledger = ledger_of(1, DPCVX_ADJACENCY_REPLACE_ONE, false);
  CurveHandle half;
  ASSERT_EQ(dpcvx_budget_price(ledger, 0.5, &half.it, nullptr), DPCVX_OK);
  const Evaluated got = evaluated({fit, table}, ledger, half);
  ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
  EXPECT_EQ(budget_figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES), 1);
  double wanted = 0, stated = 0;
  GuaranteeHandle record;
  ASSERT_EQ(dpcvx_curve_epsilon(half, 1e-6, &wanted, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_evaluation_guarantee(got.it, &record.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_guarantee_epsilon(record, 1e-6, &stated, nullptr), DPCVX_OK);
  EXPECT_NEAR(stated, wanted, 1e-6);
  // A second half fits, a third does not.
  EXPECT_EQ(evaluated({fit, table}, ledger, half).status, DPCVX_OK);
  const Evaluated third = evaluated({fit, table}, ledger, half);
  EXPECT_EQ(third.status, DPCVX_ERR_BUDGET) << third.error.message;
}

TEST(Evaluation, SaysWhatItReleased) {
  Kind kind = kind_of_loss(DPCVX_LOSS_SQUARED);
  const FitHandle fit = fit_of(kind);
  const DatasetHandle table = raw_rows(kind);
  const BudgetHandle ledger = ledger_of(100, DPCVX_ADJACENCY_REPLACE_ONE, false);
  const Evaluated got = evaluated({fit, table}, ledger, gdp(2));
  ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
  const std::string text = text_of(got.it.it, dpcvx_evaluation_to_text);
  const std::string json = text_of(got.it.it, dpcvx_evaluation_to_json);
  for (const char *part : {"Private evaluation of a fit: R^2 ", "with probability 0.95", "Units: 60\n",
                           "Labels: clipped to [-1, 1]", "Protects: one record", "l2_sensitivity = 1.512 (enforced)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  for (const char *part : {"\"score\":\"R^2\"", "\"figures\":{\"value\":", "\"noise_scale\":", "\"guarantee\":{"})
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
  dpcvx_error error;
  double clip;
  EXPECT_EQ(dpcvx_evaluation_get_f64(got.it, DPCVX_EVALUATION_FIGURE_LOSS_CLIP, &clip, &error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::strstr(error.message, "the score is no loss"), nullptr) << error.message;
}

// Under add/remove neither the number of rows nor that of units is in the record.
TEST(Evaluation, DoesNotTellTheNumberOfUnitsUnderAddRemove) {
  const FitHandle fit = fit_of(Kind());
  std::string records[2];
  for (int side = 0; side < 2; ++side) {
    const DatasetHandle table = dataset(random_rows(side == 0 ? 50 : 90, kKindColumns, 3));
    const BudgetHandle ledger = ledger_of(10, DPCVX_ADJACENCY_ADD_REMOVE, false);
    const Evaluated got = evaluated({fit, table}, ledger, gdp(1));
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    GuaranteeHandle record;
    ASSERT_EQ(dpcvx_evaluation_guarantee(got.it, &record.it, nullptr), DPCVX_OK);
    records[side] = text_of(record.it, dpcvx_guarantee_to_json);
    EXPECT_NE(score_figure(got.it, DPCVX_EVALUATION_FIGURE_UNITS), side == 0 ? 50 : 90);
  }
  EXPECT_EQ(records[0], records[1]);
}

TEST(Evaluation, SaysThatTheNoiseHidesTheScore) {
  Kind kind = kind_of_loss(DPCVX_LOSS_SQUARED);
  const FitHandle fit = fit_of(kind);
  const DatasetHandle table = raw_rows(kind);
  int hidden = 0;
  for (int seed = 0; seed < 20; ++seed) {
    const BudgetHandle ledger = ledger_of(100, DPCVX_ADJACENCY_REPLACE_ONE, false);
    const Evaluated got = evaluated({fit, table}, ledger, gdp(1e-4), std::to_string(seed));
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    EXPECT_EQ(score_figure(got.it, DPCVX_EVALUATION_FIGURE_LOW), -INFINITY);
    EXPECT_NE(
        text_of(got.it.it, dpcvx_evaluation_to_text).find("Note: the noise hides the score, which has no low end"),
        std::string::npos);
    double value;
    dpcvx_error error;
    if (dpcvx_evaluation_get_f64(got.it, DPCVX_EVALUATION_FIGURE_VALUE, &value, &error) == DPCVX_OK) continue;
    ++hidden;
    EXPECT_EQ(error.code, DPCVX_ERR_UNSUPPORTED);
    EXPECT_NE(std::strstr(error.message, "the noise hides"), nullptr) << error.message;
    EXPECT_NE(text_of(got.it.it, dpcvx_evaluation_to_text).find("R^2 hidden by the noise"), std::string::npos);
    EXPECT_EQ(text_of(got.it.it, dpcvx_evaluation_to_json).find("\"figures\":{\"value\":"), std::string::npos);
  }
  EXPECT_GE(hidden, 3);  // about half
}

struct Refusal {
  Question question;
  const dpcvx_curve *price;
  dpcvx_status status;
  const char *word;
};

void expect_refused(const Refusal &it, dpcvx_budget *ledger) {
  const double before = budget_figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES);
  const Evaluated got = evaluated(it.question, ledger, it.price);
  EXPECT_EQ(got.status, it.status) << it.word;
  EXPECT_NE(std::strstr(got.error.message, it.word), nullptr) << got.error.message;
  EXPECT_EQ(budget_figure(ledger, DPCVX_BUDGET_FIGURE_CHARGES), before);
}

TEST(Evaluation, RefusesWhatDoesNotFitAndChargesNothing) {
  const FitHandle logistic = fit_of(Kind()), squared = fit_of(kind_of_loss(DPCVX_LOSS_SQUARED));
  const DatasetHandle table = raw_rows(Kind()), users = owned(table), wide = dataset(random_rows(20, 5, 1));
  Rows wrong = random_rows(30, kKindColumns, 1);
  for (double &label : wrong.labels) label = label > 0 ? 1 : 0;
  const DatasetHandle zeros = dataset(wrong);
  DatasetHandle bare, training, held_out;
  const Rows rows = random_rows(30, kKindColumns, 1);
  ASSERT_EQ(
      dpcvx_dataset_create_dense(rows.features.data(), 30, kKindColumns, kKindColumns, 1, nullptr, &bare.it, nullptr),
      DPCVX_OK);
  ASSERT_EQ(dpcvx_dataset_create_split(table, DPCVX_ADJACENCY_ADD_REMOVE, "0123456789abcdef", 16, 0, 0.5, &training.it,
                                       &held_out.it, nullptr),
            DPCVX_OK);
  const OptionsHandle clip = evaluation_options(), bound = evaluation_options(), plan = plan_options();
  dpcvx_options_set_f64(clip, DPCVX_EVALUATION_OPTION_LOSS_CLIP, 2, nullptr);
  dpcvx_options_set_f64(bound, DPCVX_EVALUATION_OPTION_LABEL_HIGH, 2, nullptr);
  const CurveHandle price = gdp(0.1), tiny = gdp(1e-9);
  const OptionsHandle gaussian = evaluation_options();
  dpcvx_options_set_i64(gaussian, DPCVX_EVALUATION_OPTION_NOISE, DPCVX_EVALUATION_NOISE_GAUSSIAN, nullptr);
  const CurveHandle without_delta = pure(0.5), large = gdp(50);
  const int32_t automatic = DPCVX_SCORE_AUTOMATIC;
  const Refusal refusals[] = {
      {{logistic, table, DPCVX_SCORE_R2},
       price,
       DPCVX_ERR_UNSUPPORTED,
       "accepted: DPCVX_SCORE_ACCURACY or DPCVX_SCORE_LOG_LOSS"},
      {{squared, table, DPCVX_SCORE_ACCURACY},
       price,
       DPCVX_ERR_UNSUPPORTED,
       "accepted: DPCVX_SCORE_R2 or DPCVX_SCORE_ABSOLUTE_LOSS"},
      {{squared, table, DPCVX_SCORE_PINBALL_LOSS}, price, DPCVX_ERR_UNSUPPORTED, "DPCVX_SCORE_PINBALL_LOSS"},
      {{logistic, table, 3}, price, DPCVX_ERR_ARGUMENT, "accepted: a DPCVX_SCORE_*"},
      {{logistic, users}, price, DPCVX_ERR_ARGUMENT, "a table with user ids, for a budget of records"},
      {{logistic, wide}, price, DPCVX_ERR_ARGUMENT, "5 columns"},
      {{logistic, zeros}, price, DPCVX_ERR_ARGUMENT, "label 0 in row"},
      {{logistic, bare}, price, DPCVX_ERR_ARGUMENT, "a table without labels"},
      {{logistic, held_out}, price, DPCVX_ERR_ARGUMENT, "add/remove"},
      {{logistic, table, automatic, clip}, price, DPCVX_ERR_ARGUMENT, "DPCVX_EVALUATION_OPTION_LOSS_CLIP"},
      {{logistic, table, automatic, bound}, price, DPCVX_ERR_ARGUMENT, "it is for regressions"},
      {{logistic, table, automatic, plan}, price, DPCVX_ERR_ARGUMENT, "options"},
      {{logistic, table}, tiny, DPCVX_ERR_ARGUMENT, "at most 2^28 units"},
      {{logistic, table, automatic, gaussian}, without_delta, DPCVX_ERR_UNSUPPORTED, "GDP, zCDP, RDP"},
      {{logistic, table}, large, DPCVX_ERR_BUDGET, "budget"},
  };
  const BudgetHandle ledger = ledger_of(4, DPCVX_ADJACENCY_REPLACE_ONE, false);
  for (const Refusal &it : refusals) expect_refused(it, ledger);
  const BudgetHandle of_users = ledger_of(4, DPCVX_ADJACENCY_REPLACE_ONE, true);
  expect_refused({{logistic, table}, price, DPCVX_ERR_ARGUMENT, "a table without user ids"}, of_users);
  EXPECT_EQ(evaluated({logistic, users}, of_users, price).status, DPCVX_OK);
}

// The labels of a caller's own loss have no bound of their own.
double own_loss(double z, double label, double *slope, void *) {
  *slope = z > label ? 1 : -1;
  return std::fabs(z - label);
}

TEST(Evaluation, AsksForABoundOnLabels) {
  const DatasetHandle table = raw_rows(Kind());
  const OptionsHandle own = own_loss_options(1, 1), few = plan_options();
  dpcvx_options_set_f64(few, DPCVX_PLAN_OPTION_PLANNING_RADIUS, 1, nullptr);
  ObjectiveHandle objective;
  FitHandle fit;
  dpcvx_error error;
  ASSERT_EQ(dpcvx_objective_create_with_loss(table, own_loss, nullptr, nullptr, own, &objective.it, &error), DPCVX_OK)
      << error.message;
  const BudgetHandle ledger = ledger_of(20, DPCVX_ADJACENCY_REPLACE_ONE, false);
  const RngHandle source = rng("own");
  ASSERT_EQ(plan_and_fit(ledger, source, gdp(1), objective, few, &fit.it, &error), DPCVX_OK) << error.message;
  const CurveHandle price = gdp(0.5);
  expect_refused({{fit, table}, price, DPCVX_ERR_ARGUMENT, "DPCVX_EVALUATION_OPTION_LABEL_LOW, low"}, ledger);
  expect_refused({{fit, table, DPCVX_SCORE_ABSOLUTE_LOSS}, price, DPCVX_ERR_ARGUMENT, "lacks a public range"}, ledger);
  const OptionsHandle bound = evaluation_options(), clip = evaluation_options();
  dpcvx_options_set_f64(bound, DPCVX_EVALUATION_OPTION_LABEL_LOW, 1, nullptr);
  dpcvx_options_set_f64(clip, DPCVX_EVALUATION_OPTION_LOSS_CLIP, 1, nullptr);
  expect_refused({{fit, table, DPCVX_SCORE_R2, bound}, price, DPCVX_ERR_ARGUMENT, "LOW' = 1 without DPCVX_"}, ledger);
  dpcvx_options_set_f64(bound, DPCVX_EVALUATION_OPTION_LABEL_HIGH, 0, nullptr);
  expect_refused({{fit, table, DPCVX_SCORE_R2, bound}, price, DPCVX_ERR_ARGUMENT, "one below"}, ledger);
  dpcvx_options_set_f64(bound, DPCVX_EVALUATION_OPTION_LABEL_HIGH, 2, nullptr);
  EXPECT_EQ(evaluated({fit, table, DPCVX_SCORE_R2, bound}, ledger, price).status, DPCVX_OK);
  EXPECT_EQ(evaluated({fit, table, DPCVX_SCORE_ABSOLUTE_LOSS, clip}, ledger, price).status, DPCVX_OK);
}

DatasetHandle column_of(const std::vector<double> &x, const std::vector<double> &y) {
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_dense(x.data(), static_cast<int64_t>(x.size()), 1, 1, 1, y.data(), &out.it, nullptr),
            DPCVX_OK);
  return out;
}

// A fit of numbers by a column in [-1, 1], with almost no noise.
FitHandle squared_fit(const std::vector<double> &x, const std::vector<double> &y, double label_low, double label_high) {
  OptionsHandle options;
  FitHandle out;
  dpcvx_error error;
  const double low = -1, high = 1;
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, &error), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, label_low, &error), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, label_high, &error), DPCVX_OK);
  EXPECT_EQ(
      dpcvx_fit_table(column_of(x, y), DPCVX_LOSS_SQUARED, &low, &high, 1, 20, 1e-3, options, nullptr, &out.it, &error),
      DPCVX_OK)
      << error.message;
  return out;
}

// Labels far from 0 whose range the fit was given: the score is of labels and predictions in their own units.
TEST(Evaluation, TakesTheRangeOfTheFit) {
  std::vector<double> x(1500), y(1500);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i % 100) / 50 - 1, y[i] = 1000 + 8 * x[i];
  dpcvx_error error;
  const DatasetHandle table = column_of(x, y);
  const FitHandle fit = squared_fit(x, y, 990, 1010);
  const BudgetHandle ledger = ledger_of(100, DPCVX_ADJACENCY_REPLACE_ONE, false, 0.01);
  const Evaluated got = evaluated({fit, table}, ledger, gdp(2));
  ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
  EXPECT_EQ(score_figure(got.it, DPCVX_EVALUATION_FIGURE_LABEL_LOW), 990);
  EXPECT_EQ(score_figure(got.it, DPCVX_EVALUATION_FIGURE_LABEL_HIGH), 1010);
  EXPECT_GT(score_figure(got.it, DPCVX_EVALUATION_FIGURE_VALUE), 0.95);
  EXPECT_LE(score_figure(got.it, DPCVX_EVALUATION_FIGURE_VALUE), 1);
  // The interval was to be expected, and one of few units has no low end. A wide range needs more.
  const double value = score_figure(got.it, DPCVX_EVALUATION_FIGURE_VALUE);
  const auto expected = [&](int64_t units, double stddev, int32_t adjacency) {
    double near = NAN, far = NAN;
    EXPECT_EQ(dpcvx_evaluation_expected_interval(gdp(2), adjacency, fit, DPCVX_SCORE_AUTOMATIC, units, value, stddev,
                                                 nullptr, &near, &far, &error),
              DPCVX_OK)
        << error.message;
    EXPECT_TRUE(near <= value && value <= far && far <= 1);
    return near;
  };
  EXPECT_NEAR(expected(1500, 8 * 0.577, DPCVX_ADJACENCY_REPLACE_ONE), score_figure(got.it, DPCVX_EVALUATION_FIGURE_LOW),
              0.01);
  EXPECT_LT(expected(1500, 1, DPCVX_ADJACENCY_REPLACE_ONE), expected(1500, 4, DPCVX_ADJACENCY_REPLACE_ONE));
  EXPECT_LT(expected(1500, 1, DPCVX_ADJACENCY_ADD_REMOVE), expected(1500, 4, DPCVX_ADJACENCY_ADD_REMOVE));
  EXPECT_EQ(expected(5, 4, DPCVX_ADJACENCY_REPLACE_ONE), -INFINITY);
  const auto refused = [&](double guess, double stddev) {
    double near, far;
    EXPECT_EQ(dpcvx_evaluation_expected_interval(gdp(2), DPCVX_ADJACENCY_REPLACE_ONE, fit, DPCVX_SCORE_R2, 5, guess,
                                                 stddev, nullptr, &near, &far, &error),
              DPCVX_ERR_ARGUMENT);
    return std::string(error.message);
  };
  EXPECT_NE(refused(0.5, 11).find("'label_stddev' = 11"), std::string::npos);
  EXPECT_NE(refused(-3, 10).find("'value' = -3"), std::string::npos);  // squared errors are clipped to those of 10
}

// Labels that fill a tenth of their range: the fit's record tells it, and no guess is needed.
TEST(Evaluation, ExpectsWhatTheSpreadOfLabelsTells) {
  std::vector<double> x(3000), y(3000);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i % 100) / 50 - 1, y[i] = x[i];
  const FitHandle fit = squared_fit(x, y, -10, 10);
  double scale = 0, low = 0, high = 0, of_guess = 0;
  GuaranteeHandle record;
  ASSERT_EQ(dpcvx_fit_guarantee(fit, &record.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_guarantee_constant(record, "label_scale", &scale, nullptr, nullptr), DPCVX_OK);
  EXPECT_LT(scale, 4);  // about 2
  const auto expect = [&](double stddev, double *near) {
    EXPECT_EQ(dpcvx_evaluation_expected_interval(gdp(1), DPCVX_ADJACENCY_REPLACE_ONE, fit, DPCVX_SCORE_R2, 1500, 0.3,
                                                 stddev, nullptr, near, &high, nullptr),
              DPCVX_OK);
  };
  expect(0, &low);
  expect(scale * std::hypot(0.25, 1.0 / 6), &of_guess);
  EXPECT_EQ(low, of_guess);
  expect(5, &of_guess);  // a quarter of the range
  EXPECT_LT(low, of_guess);
}

TEST(Evaluation, ReadsNoRowsBeforeTheCharge) {
  const FitHandle it = fit_of(Kind());
  const DatasetHandle table = dataset(random_rows(20000, kKindColumns, 1));
  const uintptr_t page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  uintptr_t begin = 0, end = 0;
  table.it->data->with_rows([&](const auto &stored) {
    if constexpr (!std::decay_t<decltype(stored)>::kSparse) {
      begin = (reinterpret_cast<uintptr_t>(stored.row(0)) + page - 1) / page * page;
      end = reinterpret_cast<uintptr_t>(stored.row(stored.rows() - 1)) / page * page;
    }
  });
  void *const closed = reinterpret_cast<void *>(begin);
  const BudgetHandle small = ledger_of(0.5, DPCVX_ADJACENCY_REPLACE_ONE, false);
  const CurveHandle price = gdp(5);
  ASSERT_EQ(mprotect(closed, end - begin, PROT_NONE), 0);
  const dpcvx_status refused = evaluated({it, table}, small, price).status;
  EXPECT_EXIT(evaluated({it, table}, ledger_of(1e6, DPCVX_ADJACENCY_REPLACE_ONE, false), price),
              testing::KilledBySignal(SIGSEGV), "");
  ASSERT_EQ(mprotect(closed, end - begin, PROT_READ | PROT_WRITE), 0);
  EXPECT_EQ(refused, DPCVX_ERR_BUDGET);
}

}  // namespace
