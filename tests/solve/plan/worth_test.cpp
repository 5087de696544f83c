// Plans and fits that say their worth: where typical data promise no more than a constant does, and what is weak about
// a guarantee or about ranges.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "numeric/normal.h"
#include "solve/perturbation/perturbations.h"

namespace {

using namespace perturbations;

std::string text_of(const PlanHandle &plan) {
  std::string out(16384, '\0');
  size_t length;
  EXPECT_EQ(dpcvx_plan_to_text(plan, out.data(), out.size(), &length, nullptr), DPCVX_OK);
  return out.substr(0, length);
}
std::string text_of(const FitHandle &fit) {
  std::string out(16384, '\0');
  size_t length;
  EXPECT_EQ(dpcvx_fit_to_text(fit, out.data(), out.size(), &length, nullptr), DPCVX_OK);
  return out.substr(0, length);
}
bool has(const std::string &text, const char *what) { return text.find(what) != std::string::npos; }

FitHandle fit_of(const BudgetHandle &ledger, const PlanHandle &plan) {
  FitHandle out;
  EXPECT_EQ(dpcvx_fit_create(ledger, rng("worth"), plan, nullptr, &out.it, nullptr), DPCVX_OK);
  return out;
}

struct Case {
  int32_t loss;
  const char *words;
};
constexpr Case kCases[] = {{DPCVX_LOSS_LOGISTIC, "no better than the most frequent class"},
                           {DPCVX_LOSS_HUBER, "no better than the mean"},
                           {DPCVX_LOSS_PINBALL, "no better than the labels' quantile"}};

TEST(Worth, IsSaidWhereAConstantIsAsGoodAndNowhereElse) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  for (const Case &its : kCases) {
    Setting setting;
    setting.loss = its.loss;
    if (its.loss != DPCVX_LOSS_LOGISTIC) setting.label_bound = 1;
    const ObjectiveHandle few = objective_of(random_rows(60, 20, 1), setting),
                          many = objective_of(random_rows(20000, 4, 1), setting);
    const PlanHandle poor = plan_of(ledger, gdp(0.02), few, DPCVX_METHOD_AUTOMATIC),
                     good = plan_of(ledger, gdp(1), many, DPCVX_METHOD_AUTOMATIC);
    EXPECT_TRUE(has(text_of(poor), its.words)) << text_of(poor);
    EXPECT_TRUE(has(text_of(fit_of(ledger, poor)), its.words));
    EXPECT_FALSE(has(text_of(good), "no better than"));
    EXPECT_FALSE(has(text_of(fit_of(ledger, good)), "no better than"));
    EXPECT_GE(plan_figure(poor, DPCVX_PLAN_FIGURE_TYPICAL_RISK), plan_figure(poor, DPCVX_PLAN_FIGURE_TRIVIAL_RISK));
    EXPECT_LT(plan_figure(good, DPCVX_PLAN_FIGURE_TYPICAL_RISK), plan_figure(good, DPCVX_PLAN_FIGURE_TRIVIAL_RISK));
  }
}

double after(const std::string &text, const char *words) {
  const size_t place = text.find(words);
  if (place == std::string::npos) return NAN;
  char *end;
  const double found = std::strtod(text.c_str() + place + std::strlen(words), &end);
  return std::strncmp(end, " %", 2) == 0 ? found / 100 : found;
}

// For which labels and columns a constant does as well: for ever more as noise grows, up to those of typical data,
// where the words of no worth take its place.
TEST(Worth, SaysForWhichDataAConstantDoesAsWell) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  constexpr char kScatter[] = "labels scatter by less than about ", kRare[] = "If under ";
  constexpr char kColumns[] = "if the columns take less than about ";
  for (const Case &its : kCases) {
    Setting setting;
    setting.loss = its.loss;
    const bool classes = its.loss == DPCVX_LOSS_LOGISTIC;
    if (!classes) setting.label_bound = 3;
    const double most = classes ? 0.5 : 3 * std::hypot(1.0 / 4, 1.0 / 6);
    const ObjectiveHandle it = objective_of(random_rows(2000, 4, 1), setting);
    double before = 0, words = 0;
    for (double mu = 0.2; mu > 1e-4; mu /= 1.2) {
      const PlanHandle plan = plan_of(ledger, gdp(mu), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
      const std::string text = text_of(plan);
      const double found = after(text, classes ? kRare : kScatter);
      EXPECT_NE(std::isnan(found), !has(text, "likely no better than")) << mu;
      EXPECT_EQ(std::isnan(found), std::isnan(after(text, kColumns))) << mu;
      if (std::isnan(found)) break;
      const double risk = plan_figure(plan, DPCVX_PLAN_FIGURE_TYPICAL_RISK);
      EXPECT_NEAR(after(text, kColumns), risk, 1e-3 * risk) << mu;
      EXPECT_GE(found, before) << mu;
      EXPECT_LT(found, most) << mu;
      EXPECT_EQ(after(text_of(fit_of(ledger, plan)), classes ? kRare : kScatter), found);
      const double ratio = risk / plan_figure(plan, DPCVX_PLAN_FIGURE_TRIVIAL_RISK);
      EXPECT_EQ(has(text, "perhaps no better than"), ratio >= 0.3) << ratio;
      before = found;
      ++words;
    }
    EXPECT_GT(words, 3);
    EXPECT_GT(before, 0.4 * most) << its.loss;
  }
}

// Of squares that is told in mean squared errors, twice the loss. Without a bound on labels their scatter is left out.
TEST(Worth, SaysWhatColumnsMustTakeOffInUnitsOfTheError) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  Setting setting;
  setting.loss = DPCVX_LOSS_SQUARED;
  setting.label_bound = 3;
  const ObjectiveHandle squares = objective_of(random_rows(2000, 4, 1), setting);
  const PlanHandle plan = plan_of(ledger, gdp(1), squares, DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
  const double risk = plan_figure(plan, DPCVX_PLAN_FIGURE_TYPICAL_RISK);
  EXPECT_NEAR(after(text_of(plan), "if the columns take less than about "), 2 * risk, 2e-3 * risk);
  EXPECT_TRUE(has(text_of(plan), "off its mean squared error\n"));
  setting.loss = DPCVX_LOSS_ABSOLUTE;
  setting.label_bound = 0;
  const OptionsHandle given = plan_options();
  dpcvx_options_set_f64(given, DPCVX_PLAN_OPTION_PLANNING_RADIUS, 3, nullptr);
  const std::string text = text_of(plan_of(ledger, gdp(1), objective_of(random_rows(2000, 4, 1), setting),
                                           DPCVX_METHOD_NOISY_GRADIENT_DESCENT, given));
  EXPECT_TRUE(has(text, "off its average loss\n")) << text;
  EXPECT_FALSE(has(text, "labels scatter by less")) << text;
}

// Of ratings at epsilon = 0.5 fits have 20 times a constant's risk.
TEST(Worth, IsSaidOfFewUsersWithSeveralClasses) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  Setting setting;
  setting.loss = DPCVX_LOSS_MULTINOMIAL;
  setting.classes = 5;
  setting.intercept = true;
  for (int64_t i = 0; i < 606; ++i) setting.users.push_back(i);
  Rows ratings = random_rows(606, 26, 1);
  for (size_t i = 0; i < ratings.labels.size(); ++i) ratings.labels[i] = static_cast<double>(i % 5);
  const ObjectiveHandle objective = objective_of(ratings, setting);
  EXPECT_TRUE(has(text_of(plan_of(ledger, gdp(0.125), objective, DPCVX_METHOD_AUTOMATIC)), "Worth: perhaps no better"));
  EXPECT_FALSE(has(text_of(plan_of(ledger, gdp(1.6), objective, DPCVX_METHOD_AUTOMATIC)), "no better than"));
}

// How many records users have is not public. What is expected says which number it takes.
TEST(Worth, TimeIsOfTheRecordsThatUsersAreDeclaredToHave) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  Setting setting;
  for (int64_t i = 0; i < 2000; ++i) setting.users.push_back(i / 4);
  for (const int64_t least : {0, 4}) {
    setting.min_records_per_user = least;
    const std::string text =
        text_of(plan_of(ledger, gdp(1), objective_of(random_rows(2000, 4, 1), setting), DPCVX_METHOD_AUTOMATIC));
    EXPECT_TRUE(has(text, least == 0 ? "seconds on one thread if each user has 1 record; it grows with the records\n"
                                     : "seconds on one thread if each user has 4 records; it grows with the records\n"))
        << text;
  }
}

// Squares are then planned for shorter models, unless the caller says for which.
TEST(Worth, HopelessRegressionsArePlannedForShorterModels) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  Setting setting;
  setting.loss = DPCVX_LOSS_SQUARED;
  setting.label_bound = 1;
  const ObjectiveHandle few = objective_of(random_rows(300, 20, 1), setting),
                        many = objective_of(random_rows(20000, 4, 1), setting);
  const double usual = 5;  // Y / B, times the headroom
  const int32_t method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
  EXPECT_EQ(plan_figure(plan_of(ledger, gdp(1), many, method), DPCVX_PLAN_FIGURE_PLANNING_RADIUS), usual);
  const OptionsHandle given = plan_options();
  dpcvx_options_set_f64(given, DPCVX_PLAN_OPTION_PLANNING_RADIUS, usual, nullptr);
  int shorter = 0;
  double last = 0;
  for (const double mu : {0.05, 0.1, 0.2, 0.3, 0.5, 3.0}) {
    const PlanHandle chosen = plan_of(ledger, gdp(mu), few, method),
                     longer = plan_of(ledger, gdp(mu), few, method, given);
    const double radius = plan_figure(chosen, DPCVX_PLAN_FIGURE_PLANNING_RADIUS);
    EXPECT_EQ(plan_figure(longer, DPCVX_PLAN_FIGURE_PLANNING_RADIUS), usual);
    EXPECT_LE(radius, usual);
    EXPECT_GE(radius, last) << "less noise bears longer models";
    last = radius;
    shorter += radius < usual;
    if (mu < 0.06) {
      EXPECT_TRUE(has(text_of(chosen), "no better than the mean")) << "shorter models do not help enough";
    }
    if (radius == usual) {
      EXPECT_FALSE(has(text_of(chosen), "likely no better than the mean"));
      continue;
    }
    EXPECT_LT(plan_figure(chosen, DPCVX_PLAN_FIGURE_PREDICTED_RISK),
              plan_figure(longer, DPCVX_PLAN_FIGURE_PREDICTED_RISK));
  }
  EXPECT_GE(shorter, 2);
  EXPECT_LE(shorter, 5);
  EXPECT_EQ(last, usual);
}

// Squares of users are planned for shorter models than those of records, where noise leaves little worth, and for the
// usual ones where it does not: the bias would stay. Lengths have no jump. Quantiles of users keep theirs.
TEST(Worth, NoisyRegressionsOfUsersArePlannedForShorterModels) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER),
                     of_records = ledger_of(DPCVX_FILTER_GDP);
  Setting setting;
  setting.label_bound = 1;
  const double usual = 5;  // Y / B, times the headroom
  for (const int32_t loss : {DPCVX_LOSS_SQUARED, DPCVX_LOSS_PINBALL}) {
    setting.loss = loss;
    setting.users.clear();
    const ObjectiveHandle records = objective_of(random_rows(1000, 4, 1), setting);
    for (int64_t i = 0; i < 4000; ++i) setting.users.push_back(i / 4);
    const ObjectiveHandle users = objective_of(random_rows(4000, 4, 1), setting);
    int shorter = 0, shorter_of_records = 0;
    double radius = 0;
    for (double mu = 0.003; mu < 4; mu *= 1.1) {
      const auto radius_of = [&](const BudgetHandle &budget, const ObjectiveHandle &objective) {
        const PlanHandle plan = plan_of(budget, gdp(mu), objective, DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
        return plan_figure(plan, DPCVX_PLAN_FIGURE_PLANNING_RADIUS);
      };
      const double before = radius;
      radius = radius_of(ledger, users);
      if (before > 0) {
        EXPECT_LT(radius, 1.35 * before) << mu;
      }
      EXPECT_GE(radius, before) << mu;
      shorter += radius < usual;
      shorter_of_records += radius_of(of_records, records) < usual;
    }
    EXPECT_EQ(shorter > 0, loss == DPCVX_LOSS_SQUARED);
    EXPECT_GE(shorter, shorter_of_records);
    EXPECT_EQ(radius, usual);
  }
}

// Labels S Z + r Z', S = Y/4 and r = Y/6, lose E rho = s phi(z_tau) at their tau-quantile, s their deviation.
TEST(Worth, TheTrivialRiskOfAQuantileIsThatOfNormalLabels) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  constexpr double kBound = 3, kDecisions = kBound / 4, kResiduals = kBound / 6;
  for (const double tau : {0.01, 0.1, 0.5, 0.9, 0.99}) {
    Setting setting;
    setting.loss = DPCVX_LOSS_PINBALL;
    setting.label_bound = kBound;
    setting.quantile = tau;
    const ObjectiveHandle it = objective_of(random_rows(1000, 4, 1), setting);
    const PlanHandle plan = plan_of(ledger, gdp(1), it, DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
    const double z = dpcvx::numeric::normal_quantile(tau);
    const double exact =
        (std::hypot(kDecisions, kResiduals) - kResiduals) * std::exp(-z * z / 2) / std::sqrt(2 * 3.14159265358979);
    const double stated = plan_figure(plan, DPCVX_PLAN_FIGURE_TRIVIAL_RISK);
    EXPECT_GT(stated, 0.99 * exact) << tau;
    EXPECT_LT(stated, 1.5 * exact) << tau;
  }
}

// It is in the bytes of a saved fit.
TEST(Worth, OutlivesSavingAFit) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  const PlanHandle poor =
      plan_of(ledger, gdp(0.02), objective_of(random_rows(60, 20, 1), Setting{}), DPCVX_METHOD_AUTOMATIC);
  const FitHandle fit = fit_of(ledger, poor);
  size_t length = 0;
  dpcvx_fit_save(fit, nullptr, 0, &length, nullptr);
  std::vector<char> bytes(length);
  ASSERT_EQ(dpcvx_fit_save(fit, bytes.data(), bytes.size(), &length, nullptr), DPCVX_OK);
  FitHandle back;
  ASSERT_EQ(dpcvx_fit_load(bytes.data(), length, &back.it, nullptr), DPCVX_OK);
  EXPECT_EQ(text_of(back), text_of(fit));
}

TEST(Worth, ADeltaOfOneOverUnitsIsNoted) {
  for (double delta : {1e-6, 0.01}) {
    const BudgetHandle ledger = budget(1, delta);
    CurveHandle price;
    ASSERT_EQ(dpcvx_budget_price(ledger, 1, &price.it, nullptr), DPCVX_OK);
    const PlanHandle plan =
        plan_of(ledger, price, objective_of(random_rows(300, 3, 1), Setting{}), DPCVX_METHOD_NOISY_GRADIENT_DESCENT);
    EXPECT_EQ(has(text_of(fit_of(ledger, plan)), "delta is at least 1 / units"), delta == 0.01);
    EXPECT_EQ(has(text_of(plan), "Note: delta is at least 1 / units"), delta == 0.01);
  }
}

TEST(Worth, FewerUnitsThanCoefficientsAreNoted) {
  const BudgetHandle ledger = ledger_of(DPCVX_FILTER_GDP);
  for (int64_t units : {19, 20}) {
    const PlanHandle plan =
        plan_of(ledger, gdp(1), objective_of(random_rows(units, 20, 1), Setting{}), DPCVX_METHOD_AUTOMATIC);
    EXPECT_EQ(has(text_of(plan), "Note: 19 units are fewer than the 20 coefficients"), units == 19) << text_of(plan);
  }
}

// Plans go by the public number of units: the table's under replace-one, and the caller's under add/remove. There the
// record of ranges does not tell how many units there are.
TEST(Worth, RangesOfFewUnitsAreNoted) {
  for (int64_t count : {30, 20000}) {
    const DatasetHandle table = dataset(random_rows(count, 3, 1));
    for (int32_t adjacency : kAdjacencies) {
      OptionsHandle options;
      FitHandle fit;
      dpcvx_error err;
      ASSERT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
      dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_ADJACENCY, adjacency, nullptr);
      if (adjacency == DPCVX_ADJACENCY_ADD_REMOVE)
        dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS, count, nullptr);
      ASSERT_EQ(
          dpcvx_fit_table(table, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, 3, 1, 1e-6, options, nullptr, &fit.it, &err),
          DPCVX_OK)
          << err.message;
      EXPECT_EQ(has(text_of(fit), "ranges are mostly noise"), count == 30 && adjacency == DPCVX_ADJACENCY_REPLACE_ONE);
      PlanHandle plan;
      ASSERT_EQ(dpcvx_fit_table_plan(table, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, 3, 1, 1e-6, options, &plan.it, &err),
                DPCVX_OK)
          << err.message;
      EXPECT_EQ(has(text_of(plan), "ranges are mostly noise"), count == 30) << adjacency;
    }
  }
}

}  // namespace
