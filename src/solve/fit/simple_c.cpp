#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "base/monitor_handle.h"
#include "base/options.h"
#include "base/text.h"
#include "data/dataset_handle.h"
#include "dpcvx/simple.h"
#include "model/losses/loss_options.h"
#include "mechanism/release_boundary.h"
#include "model/losses/traits.h"
#include "privacy/budget/choices.h"
#include "solve/core/clipping_choices.h"
#include "solve/fit/fit_handle.h"
#include "solve/fit/table_fit.h"
#include "solve/fit/table_fit_call.h"
#include "solve/fit/table_labels.h"
#include "solve/method_registry.h"
#include "solve/plan/plan_handle.h"

namespace dpcvx {
namespace {

constexpr double kMaxUnits = 1099511627776.0;  // 2^40

using solve::TableFitSettings;
using Fit = TableFitSettings;
using Objective = model::ObjectiveSettings;
using Loss = model::LossSpec;
using Terms = privacy::BudgetParameters;

// The use of an option that every loss has, and of those of ranges that are released.
constexpr uint64_t kOfAnyLoss = 1, kOfReleasedRanges = 2;
constexpr OptionUses kOfRanges{kOfReleasedRanges, "it acts where ranges of columns are released, and all have theirs"};

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_UNIT), one_of(privacy::kUnits).or_value(0), 0, into<&Fit::terms, &Terms::unit>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_ADJACENCY), one_of(privacy::kAdjacencies), DPCVX_ADJACENCY_REPLACE_ONE,
     into<&Fit::terms, &Terms::adjacency>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS), integer_in(0, kMaxUnits), 0,
     into<&Fit::objective, &Objective::nominal_units>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_LABEL_BOUND), real_in(1e-100, 1e30).or_value(0, INFINITY), 0,
     into<&Fit::objective, &Objective::loss, &Loss::label_bound>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_LABEL_LOW), real_in(-1e30, 1e30), 0, into<&Fit::label_low>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_LABEL_HIGH), real_in(-1e30, 1e30), 0, into<&Fit::label_high>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION), real_in(0.001, 0.999).or_value(0), 0,
     into<&Fit::label_range_fraction>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_CLASSES), integer_in(0, 65536), 0,
     into<&Fit::objective, &Objective::loss, &Loss::classes>, model::kOfClasses},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_QUANTILE), real_in(1e-9, 1 - 1e-9), 0.5, read_by_key<Fit>, model::kOfQuantile},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_HUBER_WIDTH), real_in(1e-30, 1e30).or_value(0), 0, read_by_key<Fit>,
     model::kOfWidth},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_EXPONENT), real_in(1 + 1e-6, 2 - 1e-6), 1.5, read_by_key<Fit>,
     model::kOfExponent},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_L2), real_in(0, 1e30), 0, into<&Fit::objective, &Objective::l2>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_L1), real_in(0, 1e30), 0, into<&Fit::objective, &Objective::l1>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_INTERCEPT), on_or_off(), 1, into<&Fit::objective, &Objective::intercept>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_WEIGHT_BOUND), real_in(1e-30, 1e30), 1,
     into<&Fit::objective, &Objective::weight_bound>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_ROW_BOUND), real_in(1e-30, 1e30).or_value(0), 0,
     into<&Fit::objective, &Objective::row_bound>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_CLIPPING_NORM), real_in(0, 1e30), 0, into<&Fit::clipping_norm>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_CLIPPING), one_of(solve::kClippings), DPCVX_CLIPPING_AUTOMATIC,
     into<&Fit::clipping>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_METHOD), integer_in(0, INT32_MAX), DPCVX_METHOD_AUTOMATIC, into<&Fit::method>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_FILTER), one_of(privacy::kFilters), DPCVX_FILTER_AUTOMATIC,
     into<&Fit::terms, &Terms::filter>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_THREADS), integer_in(1, 64), 1, into<&Fit::threads>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_MIN_RECORDS_PER_USER),
     integer_in(0, static_cast<double>(model::LinearModel::kMaxRecordsPerUser)), 0,
     into<&Fit::objective, &Objective::min_records_per_user>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_MAX_RECORDS_PER_USER), integer_in(0, kMaxUnits), 0,
     into<&Fit::max_records_per_user>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_RANGE_FRACTION), real_in(0.001, 0.999), 0.35, into<&Fit::range_fraction>,
     kOfRanges},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_RANGE_COVERAGE), real_in(0.001, 0.999), 0.95, into<&Fit::range_coverage>,
     kOfRanges},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_ALLOW_NO_RESULT), on_or_off(), 0, into<&Fit::allow_no_result>},
    {DPCVX_NAMED(DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION), real_in(0, 0.9).or_value(-1), -1,
     into<&Fit::centring_fraction>},
};
constexpr OptionsOf<Fit> kOptions("fit table options", kKeys);

// The key that holds the parameter of a loss; 0: it has none.
int32_t parameter_key(const Loss &loss) {
  switch (model::traits_of(loss).parameter.option) {
    case DPCVX_OBJECTIVE_OPTION_QUANTILE:
      return DPCVX_FIT_TABLE_OPTION_QUANTILE;
    case DPCVX_OBJECTIVE_OPTION_HUBER_WIDTH:
      return DPCVX_FIT_TABLE_OPTION_HUBER_WIDTH;
    case DPCVX_OBJECTIVE_OPTION_EXPONENT:
      return DPCVX_FIT_TABLE_OPTION_EXPONENT;
    default:
      return 0;
  }
}

// Ranges may be left out, both ends at once: all of them, or those of some columns.
dpcvx_status check_declared(const double *low, const double *high, int64_t columns, Error &error) {
  if (low == nullptr || high == nullptr) return DPCVX_OK;
  for (int64_t j = 0; j < columns; ++j) {
    if (std::isnan(low[j]) && std::isnan(high[j])) continue;
    const bool of_low = !std::isfinite(low[j]);
    if (of_low || !std::isfinite(high[j]))
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument '%s' = %s for column %s; accepted: finite, or NaN at both ends, to release them",
                        of_low ? "low" : "high", show(of_low ? low[j] : high[j]).text, show(j).text);
    if (!(low[j] < high[j]))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'high' = %s for column %s; accepted: above low = %s",
                        show(high[j]).text, show(j).text, show(low[j]).text);
  }
  return DPCVX_OK;
}

}  // namespace

const OptionTable &solve::kTableFitOptions = kOptions;

dpcvx_status solve::check_privacy(double epsilon, double delta, Error &error) {
  DPCVX_TRY(check_positive("epsilon", epsilon, error));
  return delta >= 0 && delta < 1 ? DPCVX_OK : error.argument("delta", delta, "a number in [0, 1)");
}

dpcvx_status solve::TableFitCall::check(Error &error) const {
  DPCVX_TRY(check_table(error));
  return solve::check_privacy(epsilon, delta, error);
}

dpcvx_status solve::TableFitCall::check_table(Error &error) const {
  DPCVX_TRY(check_handle("dataset", dataset, error));
  DPCVX_TRY(model::check_library_loss(loss, error));
  DPCVX_TRY(check_between("columns", columns, dataset->data->columns(), dataset->data->columns(), error));
  return check_declared(low, high, columns, error);
}

bool solve::TableFitCall::releases_ranges() const {
  if (dataset->data->ranges() != nullptr) return false;
  for (int64_t j = 0; low != nullptr && high != nullptr && j < columns; ++j)
    if (std::isnan(low[j])) return true;
  return low == nullptr || high == nullptr;
}

dpcvx_status solve::TableFitCall::read_settings(const dpcvx_options *options, TableFitSettings *settings,
                                                Error &error) const {
  settings->objective.loss.kind = loss;
  const uint64_t use =
      kOfAnyLoss | (releases_ranges() ? kOfReleasedRanges : 0) | model::options_read_by(settings->objective.loss);
  DPCVX_TRY(read_options(options, kOptions, settings, error, use));
  if (settings->objective.loss.kind != DPCVX_LOSS_POISSON || settings->label_low != 0)  // the low end of counts is 0
    DPCVX_TRY(
        check_both_ends(options, kOptions, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, error));
  const int32_t key = parameter_key(settings->objective.loss);
  if (key != 0) settings->objective.loss.parameter = option_value(options, kOptions, key);
  if (key == DPCVX_FIT_TABLE_OPTION_HUBER_WIDTH) solve::choose_width(settings);
  if (settings->method == DPCVX_METHOD_AUTOMATIC ||
      solve::kLibraryMethods.find(settings->method) < solve::kLibraryMethods.count)
    return DPCVX_OK;
  return error.argument("DPCVX_FIT_TABLE_OPTION_METHOD", settings->method, "a DPCVX_METHOD_*");
}

dpcvx_status solve::TableFitCall::read(const dpcvx_options *options, TableFitSettings *settings, Error &error) const {
  DPCVX_TRY(check(error));
  settings->terms.epsilon = epsilon;
  settings->terms.delta = delta;
  return read_settings(options, settings, error);
}

}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_fit_table_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_fit_table(const dpcvx_dataset *dataset, int32_t loss, const double *low, const double *high,
                             int64_t columns, double epsilon, double delta, const dpcvx_options *options,
                             const dpcvx_monitor *monitor, dpcvx_fit **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  TableFitSettings settings;
  DPCVX_TRY((solve::TableFitCall{dataset, loss, low, high, columns, epsilon, delta}.read(options, &settings, error)));
  DPCVX_TRY(check_optional_handle("monitor", monitor, error));
  NewHandle<dpcvx_fit> handle;
  DPCVX_TRY(handle.check(error));
  random::Rng rng;
  DPCVX_TRY(rng.open(error));
  ProgressMonitor watch(monitor);
  DPCVX_TRY(solve::fit_table(dataset->data, {low, high}, settings, nullptr, rng, watch, &handle->fit, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_table_check(const dpcvx_dataset *dataset, int32_t loss, const double *low, const double *high,
                                   int64_t columns, double epsilon, double delta, const dpcvx_options *options,
                                   dpcvx_error *err) {
  Error error(err, __func__);
  TableFitSettings settings;
  DPCVX_TRY((solve::TableFitCall{dataset, loss, low, high, columns, epsilon, delta}.read(options, &settings, error)));
  random::Rng rng;  // which draws a subset of records where users are capped
  DPCVX_TRY(rng.open(error));
  solve::Fit shape;
  return solve::check_table_fit(dataset->data, {low, high}, settings, rng, &shape, error);
}

dpcvx_status dpcvx_fit_table_plan(const dpcvx_dataset *dataset, int32_t loss, const double *low, const double *high,
                                  int64_t columns, double epsilon, double delta, const dpcvx_options *options,
                                  dpcvx_plan **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  TableFitSettings settings;
  DPCVX_TRY((solve::TableFitCall{dataset, loss, low, high, columns, epsilon, delta}.read(options, &settings, error)));
  NewHandle<dpcvx_plan> handle;
  DPCVX_TRY(handle.check(error));
  random::Rng rng;
  DPCVX_TRY(rng.open(error));
  DPCVX_TRY(solve::plan_table_fit(dataset->data, {low, high}, settings, rng, &handle->plan, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_table_plan_on(const dpcvx_budget *budget, const dpcvx_curve *price, const dpcvx_dataset *dataset,
                                     int32_t loss, const double *low, const double *high, int64_t columns,
                                     const dpcvx_options *options, dpcvx_plan **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_handle("price", price, error));
  const solve::TableFitCall call{dataset, loss, low, high, columns, 0, 0};
  DPCVX_TRY(call.check_table(error));
  TableFitSettings settings;
  DPCVX_TRY(call.read_settings(options, &settings, error));
  NewHandle<dpcvx_plan> handle;
  DPCVX_TRY(handle.check(error));
  random::Rng rng;  // which draws a subset of records where users are capped
  DPCVX_TRY(rng.open(error));
  DPCVX_TRY(solve::plan_table_fit_on(budget->budget, price->curve, dataset->data, {low, high}, settings, rng,
                                     &handle->plan, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_table_on(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                const dpcvx_dataset *dataset, int32_t loss, const double *low, const double *high,
                                int64_t columns, const dpcvx_options *options, const dpcvx_monitor *monitor,
                                dpcvx_fit **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(mechanism::check_payment({budget, rng, price}, error));
  const solve::TableFitCall call{dataset, loss, low, high, columns, 0, 0};
  DPCVX_TRY(call.check_table(error));
  TableFitSettings settings;
  DPCVX_TRY(call.read_settings(options, &settings, error));
  DPCVX_TRY(check_optional_handle("monitor", monitor, error));
  NewHandle<dpcvx_fit> handle;
  DPCVX_TRY(handle.check(error));
  ProgressMonitor watch(monitor);
  DPCVX_TRY(solve::fit_table_on(budget->budget, price->curve, dataset->data, {low, high}, settings, rng->rng, watch,
                                &handle->fit, error));
  *out = handle.give();
  return DPCVX_OK;
}
