#include "solve/fit/table_labels.h"

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "data/release/ranges.h"
#include "mechanism/calibrate_release.h"
#include "model/losses/traits.h"

namespace dpcvx::solve {

namespace {

constexpr double kMinLabelBound = 1e-100;
// The share of the units whose labels a released range holds: those beyond are clipped, which bends a regression.
constexpr double kLabelCoverage = 0.99;
// Huber's width, as a share of the bound of the labels: README.md.
constexpr double kHuberShare = 0.1, kMinWidth = 1e-30;

bool has_label_range(const TableFitSettings &settings) { return settings.label_low != settings.label_high; }
bool has_counts(const TableFitSettings &settings) {
  return model::traits_of(settings.objective.loss).task == model::LossTask::kCounts;
}

// Labels less their middle have half the width of their range as their bound. Those that keep their 0 have the end that
// is farther from it.
dpcvx_status read_declared_range(TableFitSettings *settings, Error &error) {
  double *const bound = &settings->objective.loss.label_bound;
  if (*bound < INFINITY && !is_regression(settings->objective.loss))
    return error.argument("DPCVX_FIT_TABLE_OPTION_LABEL_BOUND", *bound, "0 for a loss of classes");
  if (!has_label_range(*settings)) {
    const double one = settings->label_low;  // 0 where none was given
    return one == 0 ? DPCVX_OK
                    : error.argument("DPCVX_FIT_TABLE_OPTION_LABEL_LOW", one,
                                     "below DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, which is the same");
  }
  const double low = settings->label_low, high = settings->label_high;
  const double half = 0.5 * high - 0.5 * low;
  if (!is_regression(settings->objective.loss))
    return error.argument("DPCVX_FIT_TABLE_OPTION_LABEL_HIGH", high, "the same as LABEL_LOW for a loss of classes");
  if (has_counts(*settings) && low != 0)
    return error.argument("DPCVX_FIT_TABLE_OPTION_LABEL_LOW", low, "0 for DPCVX_LOSS_POISSON, whose labels are counts");
  if (!(half >= kMinLabelBound))
    return error.fail(
        DPCVX_ERR_ARGUMENT,
        "argument 'DPCVX_FIT_TABLE_OPTION_LABEL_HIGH' = %s; accepted: above DPCVX_FIT_TABLE_OPTION_LABEL_LOW = %s, "
        "by at least %s",
        show(high).text, show(low).text, show(2 * kMinLabelBound).text);
  if (*bound < INFINITY)
    return error.argument("DPCVX_FIT_TABLE_OPTION_LABEL_BOUND", *bound,
                          "0 beside DPCVX_FIT_TABLE_OPTION_LABEL_LOW and DPCVX_FIT_TABLE_OPTION_LABEL_HIGH");
  const bool keeps_zero = has_counts(*settings) || !settings->objective.intercept;
  *bound = keeps_zero ? std::fmax(std::fabs(low), std::fabs(high)) : half;
  return DPCVX_OK;
}

dpcvx_status check_released_range(const TableFitSettings &settings, Error &error) {
  const char *const name = "DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION";
  if (!is_regression(settings.objective.loss))
    return error.argument(name, settings.label_range_fraction, "0 for a loss of classes");
  if (has_label_range(settings) || settings.objective.loss.label_bound < INFINITY)
    return error.argument(
        name, settings.label_range_fraction,
        "0 beside DPCVX_FIT_TABLE_OPTION_LABEL_LOW or DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, which declare the range");
  return DPCVX_OK;
}

// The labels as the only column of a table of the same units, null records and choices of rows.
dpcvx_status column_of_labels(const data::Dataset &table, data::SharedDataset *out, Error &error) {
  Shared<data::Features> column;
  if (!column.create() || !out->create()) return error.nomem("the labels of a dataset");
  data::Features &labels = column.edit();
  const auto copy = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) *labels.edit_row<double>(i) = table.label(i);
  };
  DPCVX_TRY(labels.fill_dense<double>(table.rows(), 1, copy, error));
  out->edit() = table;
  out->edit().set_features(column);
  out->edit().set_ranges(Shared<data::Ranges>());
  return DPCVX_OK;
}

}  // namespace

bool is_regression(const model::LossSpec &loss) { return model::is_regression(model::traits_of(loss).task); }

dpcvx_status lacks(const char *why, const char *setter, Error &error) {
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'options' lacks %s; write %s, &err)", why, setter);
}

double label_middle(const TableFitSettings &settings) {
  const bool moves = has_label_range(settings) && !has_counts(settings) && settings.objective.intercept;
  return moves ? 0.5 * settings.label_low + 0.5 * settings.label_high : 0;
}

dpcvx_status shift_to_middle(const TableFitSettings &settings, data::SharedDataset *table, Error &error) {
  if (label_middle(settings) == 0 || !(*table)->has_labels()) return DPCVX_OK;
  const data::SharedDataset given = *table;
  return data::shift_labels(*given, INFINITY, label_middle(settings), table, error);
}

void choose_width(TableFitSettings *settings) {
  model::LossSpec &loss = settings->objective.loss;
  settings->width_by_labels = loss.parameter == 0 && is_regression(loss);
  if (loss.parameter == 0) loss.parameter = 1;
}

dpcvx_status read_labels(TableFitSettings *settings, Error &error) {
  const model::LossSpec &loss = settings->objective.loss;
  if (releases_labels(*settings)) return check_released_range(*settings, error);
  DPCVX_TRY(read_declared_range(settings, error));
  if (has_counts(*settings) && !(loss.label_bound < INFINITY))
    return lacks(
        "a public bound Y on the counts, or on their rates where there are exposures, which DPCVX_LOSS_POISSON needs: "
        "it clips them to [0, Y]",
        "dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, Y", error);
  if (is_regression(loss) && !(loss.label_bound < INFINITY))
    return lacks("a public range of the labels, or a bound Y for [-Y, Y], which a regression needs: it clips them",
                 "dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, low, &err) and _LABEL_HIGH, or "
                 "dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, Y",
                 error);
  if (loss.kind == DPCVX_LOSS_MULTINOMIAL && loss.classes < 2)
    return lacks("the number of classes K, at least 2, which DPCVX_LOSS_MULTINOMIAL needs",
                 "dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_CLASSES, K", error);
  if (settings->width_by_labels)
    settings->objective.loss.parameter = std::fmax(kMinWidth, kHuberShare * loss.label_bound);
  return DPCVX_OK;
}

void declare_range(double low, double high, TableFitSettings *settings) {
  settings->label_low = low;
  settings->label_high = high;
  settings->label_range_fraction = 0;
}

void declare_nominal_range(TableFitSettings *settings) { declare_range(has_counts(*settings) ? 0 : -1, 1, settings); }

dpcvx_status check_label_release(const data::Dataset &table, const privacy::Curve &price,
                                 const TableFitSettings &settings, bool *wide, Error &error) {
  // 40 units over epsilon leave an end the median's rank. Beyond 211 the bound on both, 518 e^(-n epsilon / 16), is
  // below a thousandth.
  constexpr double kFew = 40, kEnough = 211;
  double epsilon;
  DPCVX_TRY(mechanism::bounded_ranges_for_price(price, 2, &epsilon, error));
  const int64_t units = public_units(table, settings);
  const double both = static_cast<double>(units) * epsilon;
  *wide = both < kEnough;
  if (both >= kFew) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION' = a share for a range that would be "
                    "mostly noise. %s units times the epsilon of one end, %s, are below 40; accepted: a declared range "
                    "of the labels; or a greater epsilon or share",
                    show(units).text, show_short(epsilon, 3).text);
}

dpcvx_status release_labels(const data::Dataset &table, privacy::Budget &budget, mechanism::SharedCharge *charge,
                            random::Rng &rng, TableFitSettings *settings, privacy::Guarantee *record, Error &error) {
  data::SharedDataset labels;
  privacy::Curve price;
  double low, high;
  DPCVX_TRY(column_of_labels(table, &labels, error));
  DPCVX_TRY(budget.price(settings->label_range_fraction, &price, error));
  mechanism::Release release(budget, rng, price, *record, error);
  release.covered_by(charge);
  DPCVX_TRY(data::release_ranges(release, *labels, kLabelCoverage, nullptr, &low, &high));
  if (has_counts(*settings)) low = 0, high = high > 0 ? high : 1;
  declare_range(low, high, settings);
  settings->labels_are_released = true;
  return DPCVX_OK;
}

void describe_released_labels(bool wide, privacy::Guarantee &record) {
  if (wide) record.add_note(kWideLabels);
  record.add_note(
      "the range of the labels was released with the fit: its cost is in the stated privacy. Labels beyond it, about 1 "
      "of 100 units, were clipped");
}

}  // namespace dpcvx::solve
