// Ranges of labels that dpcvx_fit_table releases: what is stated covers them, and nothing else changes.
#include <cmath>
#include <string>

#include "dpcvx/selection.h"
#include "dpcvx/simple.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;

constexpr double kEpsilon = 4, kDelta = 1e-6, kShare = 0.1;
constexpr int64_t kRows = 1000;

// Labels of a line with this slope, about `middle`, and none below 0 where they are counts.
struct Request {
  int32_t loss = DPCVX_LOSS_SQUARED, filter = DPCVX_FILTER_AUTOMATIC, method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
  double slope = 1, middle = 0, share = kShare, centring = 0;
  bool ranges = true, users = false;
  int64_t rows = kRows;
};

Rows rows_of(const Request &it) {
  Rows rows = random_rows(it.rows, 1, 7);
  for (size_t i = 0; i < rows.labels.size(); ++i) {
    rows.features[i] = std::fmax(-1, std::fmin(1, rows.features[i]));
    rows.labels[i] = it.middle + it.slope * (rows.features[i] + 0.1 * std::sin(static_cast<double>(i)));
    if (it.loss == DPCVX_LOSS_POISSON) rows.labels[i] = std::floor(std::fabs(rows.labels[i]));
  }
  return rows;
}

DatasetHandle table_of(const Request &it) {
  DatasetHandle table = dataset(rows_of(it));
  if (!it.users) return table;
  DatasetHandle out;
  std::vector<int64_t> owners(static_cast<size_t>(it.rows));
  for (size_t i = 0; i < owners.size(); ++i) owners[i] = static_cast<int64_t>(i / 2);
  EXPECT_EQ(dpcvx_dataset_create_with_users(table, owners.data(), it.rows, &out.it, nullptr), DPCVX_OK);
  return out;
}

OptionsHandle options_of(const Request &it) {
  OptionsHandle options;
  EXPECT_EQ(dpcvx_fit_table_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION, it.share, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION, it.centring, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_FILTER, it.filter, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_METHOD, it.method, nullptr);
  return options;
}

const double kLowEnd = -1, kHighEnd = 1;

dpcvx_status fit(const Request &it, const dpcvx_options *options, FitHandle *out, dpcvx_error *err) {
  return dpcvx_fit_table(table_of(it), it.loss, it.ranges ? &kLowEnd : nullptr, it.ranges ? &kHighEnd : nullptr, 1,
                         kEpsilon, kDelta, options, nullptr, &out->it, err);
}

FitHandle fitted(const Request &it) {
  FitHandle out;
  dpcvx_error err;
  EXPECT_EQ(fit(it, options_of(it), &out, &err), DPCVX_OK) << err.message;
  return out;
}

double figure(const FitHandle &fit, int32_t key) {
  double value = NAN;
  EXPECT_EQ(dpcvx_fit_get_f64(fit, key, &value, nullptr), DPCVX_OK) << key;
  return value;
}

std::string events_of(const FitHandle &fit) {
  const std::string text = guarantee_of(fit);
  const size_t at = text.find("\"events\":");
  EXPECT_NE(at, std::string::npos) << text;
  return text.substr(at, text.find("}]", at) - at);
}

size_t count(const std::string &text, const std::string &what) {
  size_t found = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

// Each filter and loss: the range and the model together are within what was asked for, and use it. What is stated does
// not depend on the range that came out, though the plan does: scales and places of labels change nothing.
TEST(LabelRange, IsStatedWithTheFitWhateverItIs) {
  for (const int32_t loss : {DPCVX_LOSS_SQUARED, DPCVX_LOSS_ABSOLUTE, DPCVX_LOSS_HUBER, DPCVX_LOSS_POISSON})
    for (const int32_t filter : {DPCVX_FILTER_AUTOMATIC, DPCVX_FILTER_BASIC, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
      std::string first;
      for (const double slope : {1.0, 1e-3, 1e4}) {
        Request it;
        it.loss = loss, it.filter = filter, it.slope = slope, it.middle = 3 * slope;
        it.method = loss == DPCVX_LOSS_ABSOLUTE ? DPCVX_METHOD_AUTOMATIC : DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
        const FitHandle made = fitted(it);
        ASSERT_NE(made.it, nullptr) << loss << " " << filter;
        const double epsilon = figure(made, DPCVX_FIT_FIGURE_EPSILON);
        EXPECT_LE(epsilon, kEpsilon * (1 + 1e-9)) << loss << " " << filter;
        EXPECT_GT(epsilon, 0.5 * kEpsilon) << loss << " " << filter;
        EXPECT_EQ(count(events_of(made), "bounded_range"), 1u) << events_of(made);
        if (first.empty()) first = events_of(made);
        EXPECT_EQ(events_of(made), first) << loss << " " << filter << " " << slope;
      }
    }
}

// The nominal number of units decides where the true one is private. Few units are told of, in plans and reports.
TEST(LabelRange, OfFewUnitsIsToldBeforeTheCharge) {
  for (const int64_t units : {300, 4000, 40000}) {
    Request it;
    it.rows = units;
    const OptionsHandle options = options_of(it);
    PlanHandle plan;
    FitHandle made;
    dpcvx_error err;
    char notes[2000];
    size_t length = 0;
    const dpcvx_status status =
        dpcvx_fit_table_plan(table_of(it), it.loss, &kLowEnd, &kHighEnd, 1, 0.5, kDelta, options, &plan.it, &err);
    ASSERT_EQ(status, units == 300 ? DPCVX_ERR_ARGUMENT : DPCVX_OK) << units << " " << err.message;
    if (status != DPCVX_OK) continue;
    ASSERT_EQ(dpcvx_plan_notes(plan, DPCVX_NOTE_WORTH, notes, sizeof(notes), &length, &err), DPCVX_OK) << err.message;
    EXPECT_EQ(std::string(notes).find("far too wide in up to 1 of 27 fits") != std::string::npos, units == 4000)
        << notes;
    ASSERT_EQ(
        dpcvx_fit_table(table_of(it), it.loss, &kLowEnd, &kHighEnd, 1, 0.5, kDelta, options, nullptr, &made.it, &err),
        DPCVX_OK);
    EXPECT_EQ(report_of(made).find("far too wide in up to 1 of 27 fits") != std::string::npos, units == 4000);
  }
  Request it;
  for (const int64_t nominal : {300, 40000}) {
    const OptionsHandle options = options_of(it);
    PlanHandle plan;
    dpcvx_error err;
    dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_ADJACENCY, DPCVX_ADJACENCY_ADD_REMOVE, nullptr);
    dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS, nominal, nullptr);
    EXPECT_EQ(dpcvx_fit_table_plan(table_of(it), it.loss, &kLowEnd, &kHighEnd, 1, 0.5, kDelta, options, &plan.it, &err),
              nominal == 300 ? DPCVX_ERR_ARGUMENT : DPCVX_OK)
        << err.message;
  }
}

// Control: without the range's part the statement is too small by far more than rounding.
TEST(LabelRange, CostsWhatItsShareSays) {
  Request it;
  double previous = 0;
  for (const double share : {0.01, 0.3, 0.9}) {
    it.share = share;
    const FitHandle made = fitted(it);
    const std::string events = events_of(made);
    const size_t at = events.find("\"kind\":\"gdp\",\"mu\":");
    ASSERT_NE(at, std::string::npos) << events;
    const double mu = std::strtod(events.c_str() + at + std::strlen("\"kind\":\"gdp\",\"mu\":"), nullptr);
    CurveHandle model;
    double epsilon = NAN;
    ASSERT_EQ(dpcvx_curve_create_gdp(mu, &model.it, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_curve_epsilon(model, kDelta, &epsilon, nullptr), DPCVX_OK);
    const double whole = figure(made, DPCVX_FIT_FIGURE_EPSILON);
    EXPECT_LE(whole, kEpsilon * (1 + 1e-9));
    EXPECT_LT(epsilon, whole * (1 - 1e-3)) << share;
    EXPECT_GT(whole - epsilon, previous) << share;
    previous = whole - epsilon;
  }
}

// The range is that of a table whose only column are the labels, to the last bit, by the same draws.
TEST(LabelRange, IsTheRangeOfAColumnOfLabels) {
  for (const bool users : {false, true}) {
    Request it;
    it.users = users, it.slope = 20, it.middle = 100;
    const int32_t unit = users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD;
    const BudgetHandle ledger = budget(kEpsilon, kDelta, DPCVX_ADJACENCY_REPLACE_ONE, unit),
                       by_hand = budget(kEpsilon, kDelta, DPCVX_ADJACENCY_REPLACE_ONE, unit);
    const RngHandle source = rng("labels"), again = rng("labels");
    CurveHandle whole, part;
    FitHandle made;
    dpcvx_error err;
    ASSERT_EQ(dpcvx_budget_price(ledger, 1, &whole.it, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_fit_table_on(ledger, source, whole, table_of(it), it.loss, &kLowEnd, &kHighEnd, 1, options_of(it),
                                 nullptr, &made.it, &err),
              DPCVX_OK)
        << err.message;
    Rows labels = rows_of(it);
    labels.features = labels.labels;
    DatasetHandle column = dataset(labels), owned_column;
    std::vector<int64_t> owners(static_cast<size_t>(kRows));
    for (size_t i = 0; i < owners.size(); ++i) owners[i] = static_cast<int64_t>(i / 2);
    ASSERT_EQ(dpcvx_dataset_create_with_users(column, owners.data(), kRows, &owned_column.it, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_budget_price(by_hand, kShare, &part.it, nullptr), DPCVX_OK);
    double low = NAN, high = NAN;
    ASSERT_EQ(dpcvx_dataset_release_ranges(by_hand, again, part, users ? owned_column : column, 0.99, &low, &high, 1,
                                           nullptr, &err),
              DPCVX_OK)
        << err.message;
    EXPECT_NEAR(figure(made, DPCVX_FIT_FIGURE_LABEL_LOW), low, 1e-9 * std::fabs(high));
    EXPECT_NEAR(figure(made, DPCVX_FIT_FIGURE_LABEL_HIGH), high, 1e-9 * std::fabs(high));
    EXPECT_NE(report_of(made).find("the range of the labels was released with the fit"), std::string::npos);
    EXPECT_EQ(figure(loaded(bytes_of(made)), DPCVX_FIT_FIGURE_LABEL_HIGH), figure(made, DPCVX_FIT_FIGURE_LABEL_HIGH));
  }
}

TEST(LabelRange, IsReleasedBesideRangesAndCentres) {
  Request it;
  it.ranges = false, it.centring = 0.1;
  const FitHandle made = fitted(it);
  EXPECT_EQ(count(events_of(made), "bounded_range"), 2u) << events_of(made);
  EXPECT_EQ(count(events_of(made), "\"gdp\""), 3u) << "centres, spread and model: " << events_of(made);
  EXPECT_LE(figure(made, DPCVX_FIT_FIGURE_EPSILON), kEpsilon * (1 + 1e-9));
}

TEST(LabelRange, OfCountsBeginsAtZero) {
  Request it;
  it.loss = DPCVX_LOSS_POISSON, it.middle = 5;
  const FitHandle made = fitted(it);
  EXPECT_EQ(figure(made, DPCVX_FIT_FIGURE_LABEL_LOW), 0);
  EXPECT_GT(figure(made, DPCVX_FIT_FIGURE_LABEL_HIGH), 3);
}

TEST(LabelRange, RefusesBeforeACharge) {
  const auto refused = [](const Request &it, OptionsHandle options, const char *words) {
    const BudgetHandle ledger = budget(kEpsilon, kDelta);
    const RngHandle source = rng("refused");
    CurveHandle price;
    FitHandle made;
    dpcvx_error err;
    ASSERT_EQ(dpcvx_budget_price(ledger, 1, &price.it, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_fit_table_on(ledger, source, price, table_of(it), it.loss, &kLowEnd, &kHighEnd, 1, options, nullptr,
                                 &made.it, &err),
              DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::string(err.message).find("'DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION' = "), std::string::npos)
        << err.message;
    EXPECT_NE(std::string(err.message).find(words), std::string::npos) << err.message;
    int64_t charges = -1;
    EXPECT_EQ(dpcvx_budget_get_i64(ledger, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
    EXPECT_EQ(charges, 0);
  };
  Request it;
  OptionsHandle both = options_of(it);
  dpcvx_options_set_f64(both, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, 3, nullptr);
  refused(it, std::move(both), "declare the range");
  both = options_of(it);
  dpcvx_options_set_f64(both, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, 0, nullptr);
  dpcvx_options_set_f64(both, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, 3, nullptr);
  refused(it, std::move(both), "declare the range");
  it.rows = 20;
  refused(it, options_of(it), "20 units times the epsilon of one end");
  it = Request();
  it.loss = DPCVX_LOSS_LOGISTIC;
  refused(it, options_of(it), "a loss of classes");
}

// One range for all candidates, from the whole table, beside a price of the choice that leaves it its share.
TEST(LabelRange, OfASelectionIsStatedWithIt) {
  Request it;
  it.slope = 5, it.middle = 40;
  OptionsHandle options[2] = {options_of(it), options_of(it)};
  dpcvx_options_set_f64(options[1], DPCVX_FIT_TABLE_OPTION_L2, 0.1, nullptr);
  const dpcvx_options *const candidates[2] = {options[0], options[1]};
  FitHandle made;
  dpcvx_error err;
  int64_t chosen = -2;
  double score = NAN;
  ASSERT_EQ(dpcvx_fit_table_select(table_of(it), it.loss, &kLowEnd, &kHighEnd, 1, kEpsilon, kDelta, candidates, 2,
                                   nullptr, nullptr, &made.it, &chosen, &score, &err),
            DPCVX_OK)
      << err.message;
  EXPECT_EQ(count(events_of(made), "bounded_range"), 1u) << events_of(made);
  EXPECT_LE(figure(made, DPCVX_FIT_FIGURE_EPSILON), kEpsilon * (1 + 1e-9));
  EXPECT_GT(figure(made, DPCVX_FIT_FIGURE_EPSILON), 0.9 * kEpsilon);
  EXPECT_GT(figure(made, DPCVX_FIT_FIGURE_LABEL_HIGH), 42);
  EXPECT_LT(figure(made, DPCVX_FIT_FIGURE_LABEL_LOW), 38);
  EXPECT_EQ(dpcvx_fit_table_select_check(table_of(it), it.loss, &kLowEnd, &kHighEnd, 1, kEpsilon, kDelta, candidates, 2,
                                         nullptr, &err),
            DPCVX_OK)
      << err.message;
  // A candidate with another share would have another scale of scores.
  dpcvx_options_set_f64(options[1], DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION, 0.2, nullptr);
  EXPECT_EQ(dpcvx_fit_table_select_check(table_of(it), it.loss, &kLowEnd, &kHighEnd, 1, kEpsilon, kDelta, candidates, 2,
                                         nullptr, &err),
            DPCVX_ERR_ARGUMENT);
}

// ---- Plans and notes ----

TEST(TablePlan, SaysWhatTheFitWillDoAndMakesNone) {
  Request it;
  dpcvx_error err;
  PlanHandle plan;
  ASSERT_EQ(dpcvx_fit_table_plan(table_of(it), it.loss, nullptr, nullptr, 1, kEpsilon, kDelta, options_of(it), &plan.it,
                                 &err),
            DPCVX_OK)
      << err.message;
  it.ranges = false;
  const FitHandle made = fitted(it);
  double of_plan = NAN;
  int64_t steps = 0, done = 0;
  ASSERT_EQ(dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_NOISE_STDDEV, &of_plan, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_plan_get_i64(plan, DPCVX_METHOD_AUTOMATIC, DPCVX_PLAN_FIGURE_STEPS, &steps, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_fit_get_i64(made, DPCVX_FIT_FIGURE_STEPS, &done, &err), DPCVX_OK);
  EXPECT_EQ(steps, done);
  const std::string text = text_of(plan.it, dpcvx_plan_to_text);
  EXPECT_NE(text.find("scaled by the ranges of columns"), std::string::npos) << text;
  EXPECT_NE(text.find("In half widths of the range of the labels, which is to be released"), std::string::npos) << text;
  EXPECT_NE(text.find("the range of the labels (0.1), ranges of columns (0.35)"), std::string::npos) << text;
  FitHandle refused;
  const BudgetHandle ledger = budget(kEpsilon, kDelta);
  const RngHandle source = rng("plan");
  EXPECT_EQ(dpcvx_fit_create(ledger, source, plan, nullptr, &refused.it, &err), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::string(err.message).find("dpcvx_fit_table_plan"), std::string::npos) << err.message;
}

std::string notes_of(const FitHandle &fit, int32_t kind) {
  size_t length = 0;
  EXPECT_EQ(dpcvx_fit_notes(fit, kind, nullptr, 0, &length, nullptr), DPCVX_OK);
  std::vector<char> text(length + 1);
  EXPECT_EQ(dpcvx_fit_notes(fit, kind, text.data(), text.size(), &length, nullptr), DPCVX_OK);
  return std::string(text.data(), length);
}

// Output perturbation lacks the digits for labels within 1e-7. The record then names the range that replaced it.
TEST(LabelRange, WithoutDigitsIsReplacedAboutItsMiddle) {
  for (const double slope : {1.0, 1e-7}) {
    Request it;
    it.loss = DPCVX_LOSS_ABSOLUTE, it.filter = DPCVX_FILTER_BASIC, it.method = DPCVX_METHOD_OUTPUT_PERTURBATION;
    it.slope = slope, it.middle = 5 * slope;
    FitHandle made;
    dpcvx_error err;
    const OptionsHandle options = options_of(it);
    dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_L2, 0.1, nullptr);
    ASSERT_EQ(fit(it, options, &made, &err), DPCVX_OK) << err.message;
    const double low = figure(made, DPCVX_FIT_FIGURE_LABEL_LOW), high = figure(made, DPCVX_FIT_FIGURE_LABEL_HIGH);
    const bool replaced = slope < 1;
    EXPECT_EQ(guarantee_of(made).find("lacks the digits for that range") != std::string::npos, replaced);
    EXPECT_NEAR((high - low) / 2, constant_of(made, "label_bound"), 1e-5 * high);
    EXPECT_EQ((high - low) / 2 > 100 * slope, replaced) << low << " " << high;
    EXPECT_NEAR(low / 2 + high / 2, it.middle, 4 * slope);
  }
}

std::string plan_notes_of(const PlanHandle &plan, int32_t kind) {
  char text[2000];
  size_t length = 0;
  EXPECT_EQ(dpcvx_plan_notes(plan, kind, text, sizeof(text), &length, nullptr), DPCVX_OK);
  return std::string(text, length);
}

std::string plan_text_of(const PlanHandle &plan) {
  char text[16384];
  size_t length = 0;
  EXPECT_EQ(dpcvx_plan_to_text(plan, text, sizeof(text), &length, nullptr), DPCVX_OK);
  return std::string(text, length);
}

void expect_lines_of(const std::string &notes, const std::string &report) {
  for (size_t at = 0; at < notes.size(); at = notes.find('\n', at) + 1)
    EXPECT_NE(report.find(": " + notes.substr(at, notes.find('\n', at) - at)), std::string::npos) << notes;
}

// Each note is a line of the report too, and is there only where it is true.
TEST(FitNotes, AreThoseOfTheReport) {
  for (const double epsilon : {4.0, 12.0, 1e-5})
    for (const double delta : {1e-6, 0.01}) {
      Request it;
      FitHandle made;
      dpcvx_error err;
      OptionsHandle options = options_of(it);
      dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION, 0, nullptr);
      dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, 1, nullptr);
      ASSERT_EQ(
          dpcvx_fit_table(table_of(it), it.loss, nullptr, nullptr, 1, epsilon, delta, options, nullptr, &made.it, &err),
          DPCVX_OK)
          << err.message;
      const std::string privacy = notes_of(made, DPCVX_NOTE_PRIVACY), worth = notes_of(made, DPCVX_NOTE_WORTH);
      EXPECT_EQ(privacy.find("epsilon is above 10") != std::string::npos, epsilon == 12) << privacy;
      EXPECT_EQ(privacy.find("delta is at least 1 / units") != std::string::npos, delta == 0.01) << privacy;
      EXPECT_EQ(worth.find("likely no better") != std::string::npos, epsilon == 1e-5 && delta == 1e-6) << worth;
      EXPECT_EQ(worth.find("ranges are mostly noise") != std::string::npos, epsilon == 1e-5) << worth;
      PlanHandle plan;  // which says the same before a charge, but for what ranges and centres leave of epsilon
      ASSERT_EQ(
          dpcvx_fit_table_plan(table_of(it), it.loss, nullptr, nullptr, 1, epsilon, delta, options, &plan.it, &err),
          DPCVX_OK);
      EXPECT_EQ(plan_notes_of(plan, DPCVX_NOTE_WORTH), worth);
      EXPECT_EQ(plan_notes_of(plan, DPCVX_NOTE_PRIVACY).find("delta is at least") != std::string::npos, delta == 0.01);
      for (const std::string &notes : {privacy, worth}) expect_lines_of(notes, report_of(made));
      expect_lines_of(plan_notes_of(plan, DPCVX_NOTE_PRIVACY) + plan_notes_of(plan, DPCVX_NOTE_WORTH),
                      plan_text_of(plan));
    }
}

TEST(BudgetLabel, BeginsTheEntriesOfLaterCharges) {
  const BudgetHandle ledger = budget(kEpsilon, kDelta);
  const RngHandle source = rng("label");
  CurveHandle price;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_budget_price(ledger, 0.2, &price.it, nullptr), DPCVX_OK);
  const auto spend = [&] {
    FitHandle made;
    EXPECT_EQ(dpcvx_fit_table_on(ledger, source, price, table_of(Request()), DPCVX_LOSS_SQUARED, &kLowEnd, &kHighEnd, 1,
                                 options_of(Request()), nullptr, &made.it, &err),
              DPCVX_OK)
        << err.message;
  };
  ASSERT_EQ(dpcvx_budget_set_label(ledger, "wages", &err), DPCVX_OK);
  spend();
  EXPECT_EQ(dpcvx_budget_charge(ledger, price, 1, "by hand", nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_budget_set_label(ledger, nullptr, nullptr), DPCVX_OK);
  spend();
  const std::string json = text_of(ledger.it, dpcvx_budget_to_json);
  EXPECT_EQ(count(json, "\"wages: a fit of a table\""), 1u) << json;
  EXPECT_EQ(count(json, "\"wages: by hand\""), 1u) << json;
  EXPECT_EQ(count(json, "\"a fit of a table\""), 1u) << json;
  EXPECT_EQ(dpcvx_budget_set_label(ledger, std::string(61, 'x').c_str(), &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_budget_set_label(ledger, "\xff", &err), DPCVX_ERR_ARGUMENT);
  // A long label is cut between letters.
  ASSERT_EQ(dpcvx_budget_set_label(ledger, std::string(60, 'x').c_str(), &err), DPCVX_OK);
  std::string letters;
  for (int i = 0; i < 45; ++i) letters += "\xc3\xa9";
  ASSERT_EQ(dpcvx_budget_charge(ledger, price, 1, letters.c_str(), &err), DPCVX_OK);
  EXPECT_NE(text_of(ledger.it, dpcvx_budget_to_json).find(std::string(60, 'x') + ": " + letters.substr(0, 32) + "\""),
            std::string::npos);
}

}  // namespace
