#include "privacy/calibration/calibrate.h"
#include "privacy/curve/curve_handle.h"
#include "solve/fit/table_labels.h"
#include "solve/fit/table_fit.h"

#include <array>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "data/dataset_handle.h"
#include "random/rng_handle.h"
#include "solve/fit/fit_handle.h"
#include "solve/fit/saved.h"

namespace {

using namespace fixtures;
using dpcvx::solve::TableFitSettings;

constexpr double kEpsilon = 2, kDelta = 1e-6;

struct Call {
  DatasetHandle table;
  bool ranges = true;
  TableFitSettings settings;
  const dpcvx_monitor *monitor = nullptr;
};

TableFitSettings settings_of(int32_t loss) {
  TableFitSettings settings;
  settings.terms.epsilon = kEpsilon;
  settings.terms.delta = kDelta;
  settings.terms.unit = 0;
  settings.objective.loss.kind = loss;
  settings.objective.loss.label_bound = INFINITY;
  settings.objective.row_bound = 0;
  return settings;
}

FitHandle fitted_from(dpcvx_rng *source, const Call &call, dpcvx_error *err) {
  dpcvx_fit *fit = static_cast<dpcvx_fit *>(dpcvx::allocate(1, sizeof(dpcvx_fit)));
  new (fit) dpcvx_fit();
  FitHandle out;
  out.it = fit;
  dpcvx::Error error(err, "dpcvx_fit_table");
  const dpcvx::solve::DeclaredRanges ranges = {call.ranges ? kLow : nullptr, call.ranges ? kHigh : nullptr};
  dpcvx::ProgressMonitor watch(call.monitor);
  if (fit_table(call.table.it->data, ranges, call.settings, nullptr, source->rng, watch, &fit->fit, error) != DPCVX_OK)
    return FitHandle();
  return out;
}

FitHandle fitted(const Call &call, dpcvx_error *err, const char *seed = "table") {
  const RngHandle source = rng(seed);
  return fitted_from(source, call, err);
}

// The steps of the long way, with the options that the settings stand for.
struct LongWay {
  RngHandle source = rng("table");
  BudgetHandle ledger;
  OptionsHandle objective_options, options = plan_options();
  FitHandle fit;

  explicit LongWay(int32_t unit = DPCVX_UNIT_RECORD)
      : ledger(budget(kEpsilon, kDelta, DPCVX_ADJACENCY_REPLACE_ONE, unit)) {
    EXPECT_EQ(dpcvx_objective_options_create(&objective_options.it, nullptr), DPCVX_OK);
  }
  CurveHandle price(double share) {
    CurveHandle out;
    EXPECT_EQ(dpcvx_budget_price(ledger, share, &out.it, nullptr), DPCVX_OK);
    return out;
  }
  // Clips gradients at a share of a figure of the objective, where one is named.
  void run(const dpcvx_dataset *table, int32_t loss, int32_t figure = 0, double share = 0) {
    ObjectiveHandle objective;
    dpcvx_error err;
    ASSERT_EQ(dpcvx_objective_create(table, loss, nullptr, objective_options, &objective.it, &err), DPCVX_OK)
        << err.message;
    double whole = 0;
    if (figure != 0) {
      ASSERT_EQ(dpcvx_objective_get_f64(objective, figure, &whole, &err), DPCVX_OK) << err.message;
      dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_CLIPPING_NORM, share * whole, nullptr);
    }
    ASSERT_EQ(plan_and_fit(ledger, source, price(1), objective, options, &fit.it, &err, DPCVX_METHOD_AUTOMATIC),
              DPCVX_OK)
        << err.message;
  }
};

TEST(TableFit, IsTheLongWayToTheLastBit) {
  Call call{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_LOGISTIC)};
  dpcvx_error err;
  const FitHandle fit = fitted(call, &err);
  ASSERT_NE(fit.it, nullptr) << err.message;
  LongWay by_hand;
  by_hand.run(scaled(call.table), DPCVX_LOSS_LOGISTIC, DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ, 0.5);
  EXPECT_EQ(bytes_of(fit), bytes_of(by_hand.fit));
  EXPECT_NE(bytes_of(fitted(call, &err, "another")), bytes_of(by_hand.fit));  // control
}

TEST(TableFit, OfATableThatIsScaledTakesItsRanges) {
  Call raw{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_HINGE)};
  Call ready{scaled(raw.table), false, settings_of(DPCVX_LOSS_HINGE)};
  dpcvx_error err;
  EXPECT_EQ(bytes_of(fitted(raw, &err)), bytes_of(fitted(ready, &err)));
}

TEST(TableFit, ClipsNoRowOfARegressionAndBoundsGradients) {
  Call call{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_SQUARED)};
  call.settings.objective.loss.label_bound = 1.5;
  call.settings.centring_fraction = 0;
  dpcvx_error err;
  const FitHandle fit = fitted(call, &err);
  ASSERT_NE(fit.it, nullptr) << err.message;
  EXPECT_EQ(fit.it->fit.rows.bound, std::sqrt(kKindColumns + 1.0) * (1 + 0x1p-30));
  LongWay by_hand;
  dpcvx_options_set_f64(by_hand.objective_options, DPCVX_OBJECTIVE_OPTION_LABEL_BOUND, 1.5, nullptr);
  const double z = static_cast<double>(call.table.it->data->units()) *
                   dpcvx::privacy::gaussian_mu_within(by_hand.price(1).it->curve) / (kKindColumns + 1.0);
  by_hand.run(scaled(call.table), DPCVX_LOSS_SQUARED, DPCVX_OBJECTIVE_FIGURE_GRADIENT_AT_ZERO,
              0.03 * std::pow(std::fmax(1, z / 5), 0.6));
  EXPECT_EQ(bytes_of(fit), bytes_of(by_hand.fit));
}

TEST(TableFit, ProtectsUsersWhereThereAreIds) {
  Call call{owned(raw_rows(Kind())), true, settings_of(DPCVX_LOSS_LOGISTIC)};
  call.settings.max_records_per_user = 2;
  dpcvx_error err;
  const FitHandle fit = fitted(call, &err);
  ASSERT_NE(fit.it, nullptr) << err.message;
  LongWay by_hand(DPCVX_UNIT_USER);
  DatasetHandle capped;
  ASSERT_EQ(dpcvx_dataset_create_with_max_records_per_user(call.table, by_hand.source, 2, &capped.it, nullptr),
            DPCVX_OK);
  by_hand.run(scaled(capped), DPCVX_LOSS_LOGISTIC);
  EXPECT_EQ(bytes_of(fit), bytes_of(by_hand.fit));
  EXPECT_NE(report_of(fit).find("Protects: one user"), std::string::npos);

  call.settings.max_records_per_user = 0;  // records, where they are asked for, as if there were no ids
  call.settings.terms.unit = DPCVX_UNIT_RECORD;
  const FitHandle of_records = fitted(call, &err);
  ASSERT_NE(of_records.it, nullptr) << err.message;
  const Call plain{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_LOGISTIC)};
  const FitHandle without_ids = fitted(plain, &err);
  EXPECT_EQ(coefficients(of_records), coefficients(without_ids));
  const std::string note =
      ",\"this protects one record, not all records of one user: the table's user ids were left out\"";
  std::string json = json_of(of_records);
  ASSERT_NE(json.find(note), std::string::npos) << json;
  json.erase(json.find(note), note.size());
  EXPECT_EQ(json, json_of(without_ids));
  EXPECT_EQ(json_of(fit).find("not all records of one user"), std::string::npos) << "control: users are protected";
}

TEST(TableFit, SaysOfWhomReleasedRangesAre) {
  const char *const note = "released ranges are those of users' means";
  dpcvx_error err;
  const Call users{owned(raw_rows(Kind())), false, settings_of(DPCVX_LOSS_LOGISTIC)};
  EXPECT_NE(report_of(fitted(users, &err)).find(note), std::string::npos);
  const Call records{raw_rows(Kind()), false, settings_of(DPCVX_LOSS_LOGISTIC)};
  EXPECT_EQ(report_of(fitted(records, &err)).find(note), std::string::npos);
  const Call declared{owned(raw_rows(Kind())), true, settings_of(DPCVX_LOSS_LOGISTIC)};
  EXPECT_EQ(report_of(fitted(declared, &err)).find(note), std::string::npos);
}

TEST(TableFit, SaysWhatBecameOfLabels) {
  dpcvx_error err;
  Call call{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_SQUARED)};
  call.settings.objective.loss.label_bound = 1.5;
  const std::string regression = report_of(fitted(call, &err));
  EXPECT_NE(regression.find("and an intercept, labels clipped to [-1.5, 1.5]\n"), std::string::npos) << regression;
  EXPECT_NE(regression.find("Note: labels were clipped to [-label_bound, label_bound]"), std::string::npos);
  const Call signs{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_LOGISTIC)};
  const std::string classification = report_of(fitted(signs, &err));
  EXPECT_NE(classification.find("Note: labels were checked to be those of the loss"), std::string::npos);
  EXPECT_EQ(classification.find("labels clipped"), std::string::npos);
}

DatasetHandle with_labels(double shift, std::vector<double> *labels) {
  Rows rows = random_rows(kKindRows, kKindColumns, Kind().rows);
  for (size_t i = 0; i < rows.labels.size(); ++i)
    rows.labels[i] = shift + static_cast<double>(static_cast<int>(i % 9) - 4) / 2;
  *labels = rows.labels;
  return dataset(rows);
}

std::vector<double> predictions(const dpcvx_fit *fit, const dpcvx_dataset *table, bool decisions) {
  std::vector<double> out(kKindRows);
  const auto predict = decisions ? &dpcvx_fit_decision_values : &dpcvx_fit_predict;
  EXPECT_EQ(predict(fit, table, out.data(), kKindRows, nullptr), DPCVX_OK);
  return out;
}

// Labels less the middle are fitted with half the width as their bound; what the fit says has the middle added.
TEST(TableFit, CentresLabelsByTheirRange) {
  dpcvx_error err;
  std::vector<double> plain, moved;
  for (const int32_t loss : {DPCVX_LOSS_SQUARED, DPCVX_LOSS_ABSOLUTE}) {
    Call centred{with_labels(0, &plain), true, settings_of(loss)},
        ranged{with_labels(7, &moved), true, settings_of(loss)};
    centred.settings.objective.loss.label_bound = 1.5;  // some are longer
    ranged.settings.label_low = 5.5, ranged.settings.label_high = 8.5;
    const FitHandle by_bound = fitted(centred, &err), by_range = fitted(ranged, &err);
    ASSERT_NE(by_range.it, nullptr) << err.message;
    EXPECT_EQ(coefficients(by_bound), coefficients(by_range));
    std::vector<double> original(kKindColumns + 1), moved_original(kKindColumns + 1);
    const int64_t count = kKindColumns + 1;
    EXPECT_EQ(dpcvx_fit_original_coefficients(by_bound, original.data(), count, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_fit_original_coefficients(by_range, moved_original.data(), count, nullptr), DPCVX_OK);
    original.back() += 7;
    for (size_t j = 0; j < original.size(); ++j) EXPECT_NEAR(original[j], moved_original[j], 1e-12);
    const std::string bytes = bytes_of(by_range);
    FitHandle loaded;
    ASSERT_EQ(dpcvx_fit_load(bytes.data(), static_cast<int64_t>(bytes.size()), &loaded.it, &err), DPCVX_OK)
        << err.message;
    for (const bool decisions : {true, false}) {
      const std::vector<double> low = predictions(by_bound, ranged.table, decisions);
      const std::vector<double> high = predictions(by_range, ranged.table, decisions);
      for (size_t i = 0; i < low.size(); ++i) EXPECT_NEAR(low[i] + 7, high[i], 1e-12);
      EXPECT_EQ(high, predictions(loaded, ranged.table, decisions));
    }
    const std::string report = report_of(by_range);
    EXPECT_NE(report.find("labels clipped to [5.5, 8.5]\n"), std::string::npos) << report;
    EXPECT_NE(report.find("label_middle = 7"), std::string::npos) << report;
    EXPECT_EQ(report, report_of(loaded));
  }
}

TEST(TableFit, RefusesLabelRangesThatAreNone) {
  std::vector<double> labels;
  const auto says = [&](double low, double high, double bound, int32_t loss) {
    Call call{with_labels(0, &labels), true, settings_of(loss)};
    if (loss == DPCVX_LOSS_LOGISTIC) call.table = raw_rows(Kind());
    call.settings.label_low = low, call.settings.label_high = high;
    call.settings.objective.loss.label_bound = bound;
    dpcvx_error err;
    EXPECT_EQ(fitted(call, &err).it, nullptr);
    return std::string(err.message);
  };
  EXPECT_NE(says(2, 1, INFINITY, DPCVX_LOSS_SQUARED)
                .find("LABEL_HIGH' = 1; accepted: above DPCVX_FIT_TABLE_OPTION_LABEL_LOW = 2"),
            std::string::npos);
  EXPECT_NE(says(0, 1, 3, DPCVX_LOSS_SQUARED).find("LABEL_BOUND' = 3; accepted: 0 beside"), std::string::npos);
  EXPECT_NE(says(0, 1, INFINITY, DPCVX_LOSS_LOGISTIC).find("for a loss of classes"), std::string::npos);
  EXPECT_NE(says(0, 0, 3, DPCVX_LOSS_LOGISTIC).find("LABEL_BOUND' = 3; accepted: 0 for a loss of classes"),
            std::string::npos);
  EXPECT_NE(says(4, 4, INFINITY, DPCVX_LOSS_SQUARED).find("LABEL_LOW' = 4; accepted: below"), std::string::npos);
  EXPECT_NE(says(0, 0, INFINITY, DPCVX_LOSS_SQUARED).find("lacks a public range of the labels"), std::string::npos);
}

// Without amplification a batch of all units is best: the report names what was done.
TEST(TableFit, NamesAFullBatchByWhatItDoes) {
  dpcvx_error err;
  Call call{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_LOGISTIC)};
  call.settings.method = DPCVX_METHOD_NOISY_SGD;
  const std::string full = report_of(fitted(call, &err));
  EXPECT_NE(full.find("sampling_rate = 1 "), std::string::npos) << full;
  for (const char *const part : {"Private fit by noisy gradient descent (noisy SGD with full batches): done",
                                 "Mechanism: noisy full-batch gradient descent", "Note: each batch holds all units"})
    EXPECT_NE(full.find(part), std::string::npos) << part << "\n" << full;
  EXPECT_EQ(full.find("uniform subsets"), std::string::npos);
  LongWay by_hand;
  dpcvx_options_set_f64(by_hand.options, DPCVX_PLAN_OPTION_BATCH_SIZE, 10, nullptr);
  ASSERT_EQ(plan_and_fit(by_hand.ledger, by_hand.source, by_hand.price(1), objective_of(Kind()), by_hand.options,
                         &by_hand.fit.it, &err, DPCVX_METHOD_NOISY_SGD),
            DPCVX_OK)
      << err.message;
  const std::string batches = report_of(by_hand.fit);
  EXPECT_NE(batches.find("Private fit by noisy SGD: done"), std::string::npos) << batches;
  EXPECT_NE(batches.find("Note: batches are uniform subsets"), std::string::npos) << batches;
}

// The guarantee of a fit with released ranges is the composition of both charges.
TEST(TableFit, ReleasesRangesAndCountsThem) {
  const Call call{raw_rows(Kind()), false, settings_of(DPCVX_LOSS_LOGISTIC)};
  dpcvx_error err;
  const FitHandle fit = fitted(call, &err);
  ASSERT_NE(fit.it, nullptr) << err.message;

  LongWay by_hand;
  double low[kKindColumns], high[kKindColumns];
  GuaranteeHandle of_ranges;
  ASSERT_EQ(dpcvx_dataset_release_ranges(by_hand.ledger, by_hand.source, by_hand.price(0.35), call.table, 0.95, low,
                                         high, kKindColumns, &of_ranges.it, &err),
            DPCVX_OK)
      << err.message;
  by_hand.run(scaled(call.table, low, high), DPCVX_LOSS_LOGISTIC, DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ, 0.5);
  EXPECT_EQ(coefficients(fit), coefficients(by_hand.fit));

  GuaranteeHandle whole, of_fit;
  CurveHandle curve, parts[2], sum;
  ASSERT_EQ(dpcvx_fit_guarantee(fit, &whole.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_fit_guarantee(by_hand.fit, &of_fit.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_guarantee_curve(whole, &curve.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_guarantee_curve(of_fit, &parts[0].it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_guarantee_curve(of_ranges, &parts[1].it, nullptr), DPCVX_OK);
  const dpcvx_curve *const both[2] = {parts[0], parts[1]};
  const int64_t counts[2] = {1, 1};
  ASSERT_EQ(dpcvx_curve_create_composition(both, counts, 2, &sum.it, nullptr), DPCVX_OK);
  EXPECT_EQ(text_of(curve.it, dpcvx_curve_to_json), text_of(sum.it, dpcvx_curve_to_json));
  EXPECT_LE(epsilon_of(fit, kDelta), kEpsilon);
  EXPECT_GT(epsilon_of(fit, kDelta), 0.9 * kEpsilon);
  EXPECT_LT(epsilon_of(by_hand.fit, kDelta), 0.9 * kEpsilon);  // control: the fit alone is only a part

  // What is said to have been charged is what the ledger of the long way has spent.
  const std::string text = guarantee_of(fit), name = "\"charged\":{\"sub_budget\":\"main\",\"mu\":";
  ASSERT_NE(text.find(name), std::string::npos) << text;
  EXPECT_NEAR(std::strtod(text.c_str() + text.find(name) + name.size(), nullptr),
              budget_figure(by_hand.ledger, DPCVX_BUDGET_FIGURE_MAIN_SPENT), 1e-15);
  EXPECT_EQ(text.find("public (assumed)"), std::string::npos);
  EXPECT_NE(text.find("released by the exponential mechanism, whose cost is in the stated privacy"), std::string::npos);
  EXPECT_EQ(guarantee_of(loaded(bytes_of(fit))), text);
}

// For each loss and filter, with and without ranges, no more is stated than the caller asked for.
TEST(TableFit, KeepsToEpsilonAndDelta) {
  for (int32_t loss = DPCVX_LOSS_LOGISTIC; loss <= DPCVX_LOSS_POISSON; ++loss)
    for (bool ranges : {false, true})
      for (int32_t filter : {DPCVX_FILTER_AUTOMATIC, DPCVX_FILTER_BASIC, DPCVX_FILTER_ZCDP, DPCVX_FILTER_RDP}) {
        if (filter != DPCVX_FILTER_AUTOMATIC && loss > DPCVX_LOSS_MULTINOMIAL) continue;
        Kind kind;
        kind.loss = loss;
        kind.classes = loss == DPCVX_LOSS_MULTINOMIAL ? 3 : 0;
        Call call{raw_rows(kind), ranges, settings_of(loss)};
        call.settings.objective.loss.classes = kind.classes;
        if (dpcvx::solve::is_regression(call.settings.objective.loss)) call.settings.objective.loss.label_bound = 1;
        call.settings.objective.loss.parameter = loss == DPCVX_LOSS_PINBALL ? 0.5 : 1.5;
        call.settings.terms.filter = filter;
        call.settings.method = DPCVX_METHOD_NOISY_GRADIENT_DESCENT;
        dpcvx_error err;
        const FitHandle fit = fitted(call, &err);
        ASSERT_NE(fit.it, nullptr) << loss << " " << filter << ": " << err.message;
        EXPECT_LE(epsilon_of(fit, kDelta), kEpsilon * (1 + 1e-9)) << loss << " " << filter;
        EXPECT_GT(epsilon_of(fit, kDelta), 0.5 * kEpsilon) << loss << " " << filter;
      }
}

// Whether a call draws from its source. A charge of ranges is followed by their draw.
bool draws(const Call &call, dpcvx_error *err) {
  const RngHandle source = rng("table"), fresh = rng("table");
  fitted_from(source, call, err);
  std::array<unsigned char, 16> next, first;
  EXPECT_EQ(dpcvx_rng_draw_bytes(source, next.data(), next.size(), nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_rng_draw_bytes(fresh, first.data(), first.size(), nullptr), DPCVX_OK);
  return next != first;
}

TEST(TableFit, ReleasesNoRangesWhereItFails) {
  const auto fails_at_once = [](const Call &call, const char *word) {
    dpcvx_error err;
    EXPECT_FALSE(draws(call, &err)) << word;
    EXPECT_NE(std::strstr(err.message, word), nullptr) << err.message;
  };
  Rows rows = random_rows(kKindRows, kKindColumns, 1);
  rows.labels[7] = 0.25;
  fails_at_once({dataset(rows), false, settings_of(DPCVX_LOSS_LOGISTIC)}, "label 0.25 in row 7");
  Call call{raw_rows(Kind()), false, settings_of(DPCVX_LOSS_LOGISTIC)};
  call.settings.terms.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  call.settings.objective.nominal_units = 20;
  fails_at_once(call, "OPTION_NOMINAL_UNITS' = 20");
  call.settings.terms.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  call.settings.objective.nominal_units = 0;
  call.settings.method = DPCVX_METHOD_STRONGLY_CONVEX_ERM;
  fails_at_once(call, "does not apply");
  call.settings.method = DPCVX_METHOD_AUTOMATIC;
  dpcvx_error err;
  EXPECT_TRUE(draws(call, &err)) << "control: a fit that is made";
}

TEST(TableFit, SaysWhatIsMissing) {
  const auto fails = [](const Call &call, const char *word) {
    dpcvx_error err;
    EXPECT_EQ(fitted(call, &err).it, nullptr);
    EXPECT_EQ(err.code, DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::strstr(err.message, word), nullptr) << err.message;
  };
  for (int32_t loss : {DPCVX_LOSS_SQUARED, DPCVX_LOSS_ABSOLUTE, DPCVX_LOSS_PINBALL, DPCVX_LOSS_HUBER, DPCVX_LOSS_POWER,
                       DPCVX_LOSS_POISSON})
    fails({raw_rows(Kind()), true, settings_of(loss)},
          "dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, Y, &err)");
  fails({raw_rows(Kind()), true, settings_of(DPCVX_LOSS_MULTINOMIAL)},
        "dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_CLASSES, K, &err)");
  fails({scaled(raw_rows(Kind())), true, settings_of(DPCVX_LOSS_LOGISTIC)}, "scaled already; accepted: NULL");
  Call call{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_LOGISTIC)};
  call.settings.terms.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  fails(call, "DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS, n, &err)");
  call.settings.terms.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  call.settings.terms.unit = DPCVX_UNIT_USER;
  fails(call, "dpcvx_dataset_create_with_users");
  call.settings.terms.unit = 0;
  call.settings.max_records_per_user = 3;
  fails(call, "'DPCVX_FIT_TABLE_OPTION_MAX_RECORDS_PER_USER' = 3");
  Call pure{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_SQUARED)};
  pure.settings.objective.loss.label_bound = 1.5;
  pure.settings.terms.delta = 0;
  fails(pure, "argument 'delta' = 0; accepted: above 0 for this loss");
}

TEST(TableFit, NamesItsOwnOptionWhereASplitDiffers) {
  DatasetHandle training, held_out;
  const char key[] = "a key of 16 byte";
  dpcvx_error err;
  ASSERT_EQ(dpcvx_dataset_create_split(raw_rows(Kind()), DPCVX_ADJACENCY_ADD_REMOVE, key, 16, 0.8, 1, &training.it,
                                       &held_out.it, &err),
            DPCVX_OK)
      << err.message;
  Call call{std::move(training), true, settings_of(DPCVX_LOSS_LOGISTIC)};
  EXPECT_EQ(fitted(call, &err).it, nullptr);
  EXPECT_NE(std::strstr(err.message, "'DPCVX_FIT_TABLE_OPTION_ADJACENCY'"), nullptr) << err.message;
}

// Faults that the objective and the plan find.
TEST(TableFit, NamesItsOwnOptionsWhereverTheFaultIsFound) {
  const auto names = [](const Call &call, const char *own) {
    dpcvx_error err;
    EXPECT_EQ(fitted(call, &err).it, nullptr);
    EXPECT_NE(std::strstr(err.message, own), nullptr) << err.message;
    for (const char *foreign : {"DPCVX_OBJECTIVE_OPTION_", "DPCVX_PLAN_OPTION_CLIPPING_NORM"})
      EXPECT_EQ(std::strstr(err.message, foreign), nullptr) << err.message;
  };
  Call few{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_LOGISTIC)};
  few.settings.terms.adjacency = DPCVX_ADJACENCY_ADD_REMOVE;
  few.settings.objective.nominal_units = 20;
  names(few, "argument 'DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS' = 20");
  Call clipped{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_LOGISTIC)};
  clipped.settings.method = DPCVX_METHOD_DP_SGD_OUTPUT;
  clipped.settings.clipping_norm = 1;
  names(clipped, "DPCVX_FIT_TABLE_OPTION_CLIPPING_NORM and DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS");
}

TEST(TableFit, ReachesTheMethodThatClipsNoGradient) {
  Call call{raw_rows(Kind()), true, settings_of(DPCVX_LOSS_SQUARED)};
  call.settings.objective.loss.label_bound = 1.5;
  call.settings.method = DPCVX_METHOD_DP_SGD_OUTPUT;
  dpcvx_error err;
  EXPECT_NE(fitted(call, &err).it, nullptr) << err.message;
}

}  // namespace
