#include "base/check.h"
#include "base/error.h"
#include "base/monitor_handle.h"
#include "base/options.h"
#include "base/text.h"
#include "data/dataset_handle.h"
#include "dpcvx/selection.h"
#include "mechanism/release_boundary.h"
#include "privacy/budget/choices.h"
#include "privacy/curve/curve_handle.h"
#include "solve/fit/fit_handle.h"
#include "solve/fit/table_fit_call.h"
#include "solve/selection/selection.h"

namespace dpcvx {
namespace {

using solve::SelectionSettings;
using solve::TableFitSettings;

constexpr Choice kScores[] = {
    {DPCVX_NAMED(DPCVX_SCORE_AUTOMATIC)},     {DPCVX_NAMED(DPCVX_SCORE_ACCURACY)},
    {DPCVX_NAMED(DPCVX_SCORE_LOG_LOSS)},      {DPCVX_NAMED(DPCVX_SCORE_R2)},
    {DPCVX_NAMED(DPCVX_SCORE_ABSOLUTE_LOSS)}, {DPCVX_NAMED(DPCVX_SCORE_PINBALL_LOSS)},
};

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_SELECTION_OPTION_SCORE), one_of(kScores), DPCVX_SCORE_AUTOMATIC,
     into<&SelectionSettings::score>},
    {DPCVX_NAMED(DPCVX_SELECTION_OPTION_INCLUSION), real_in(solve::kMinInclusion, 1), 0.8,
     into<&SelectionSettings::inclusion>},
    {DPCVX_NAMED(DPCVX_SELECTION_OPTION_HELD_OUT_FRACTION), real_in(0.01, 0.99), 0.2,
     into<&SelectionSettings::held_out_fraction>},
};
constexpr OptionsOf<SelectionSettings> kOptions("selection options", kKeys);

// What a unit is and what a score means: the same for all candidates.
constexpr int32_t kShared[] = {
    DPCVX_FIT_TABLE_OPTION_ADJACENCY,  DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS,        DPCVX_FIT_TABLE_OPTION_LABEL_LOW,
    DPCVX_FIT_TABLE_OPTION_LABEL_HIGH, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND,          DPCVX_FIT_TABLE_OPTION_CLASSES,
    DPCVX_FIT_TABLE_OPTION_QUANTILE,   DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION,
};

const char *name_of(int32_t key) {
  for (size_t i = 0; i < solve::kTableFitOptions.count; ++i)
    if (solve::kTableFitOptions.keys[i].key == key) return solve::kTableFitOptions.keys[i].name;
  return "";
}

dpcvx_status refuse_unlike(int64_t candidate, const char *name, Error &error) {
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'candidates' = candidate %s with another %s than candidate 0; accepted: the same for all",
                    show(candidate).text, name);
}

// Equal candidates would each lower the price of a run, and choose nothing. Results do not depend on threads.
dpcvx_status refuse_equal(const dpcvx_options *const *candidates, int64_t count, Error &error) {
  const OptionTable &table = solve::kTableFitOptions;
  const auto same = [&](int64_t i, int64_t j) {
    for (size_t k = 0; k < table.count; ++k) {
      const int32_t key = table.keys[k].key;
      if (key != DPCVX_FIT_TABLE_OPTION_THREADS &&
          option_value(candidates[i], table, key) != option_value(candidates[j], table, key))
        return false;
    }
    return true;
  };
  for (int64_t i = 1; i < count; ++i)
    for (int64_t j = 0; j < i; ++j)
      if (same(i, j))
        return error.fail(DPCVX_ERR_ARGUMENT,
                          "argument 'candidates' = candidate %s with all options of candidate %s; accepted: candidates "
                          "that differ, as each leaves less to the others",
                          show(i).text, show(j).text);
  return DPCVX_OK;
}

// The units in `settings` are those that a default stands for.
dpcvx_status check_alike(const dpcvx_options *const *candidates, const TableFitSettings *settings, int64_t count,
                         Error &error) {
  const OptionTable &table = solve::kTableFitOptions;
  for (int64_t i = 0; i < count; ++i) {
    if (option_value(candidates[i], table, DPCVX_FIT_TABLE_OPTION_FILTER) != DPCVX_FILTER_AUTOMATIC)
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'candidates' = candidate %s with DPCVX_FIT_TABLE_OPTION_FILTER; accepted: "
                        "DPCVX_FILTER_AUTOMATIC. A selection is charged as (epsilon, delta). Under GDP, ZCDP and RDP "
                        "no price of it is known that beats a budget split over the candidates",
                        show(i).text);
    for (const int32_t key : kShared)
      if (option_value(candidates[i], table, key) != option_value(candidates[0], table, key))
        return refuse_unlike(i, name_of(key), error);
    if (settings[i].terms.unit != settings[0].terms.unit)
      return refuse_unlike(i, name_of(DPCVX_FIT_TABLE_OPTION_UNIT), error);
  }
  return DPCVX_OK;
}

dpcvx_status read_candidates(const dpcvx_options *const *candidates, int64_t count, const solve::TableFitCall &call,
                             TableFitSettings *out, Error &error) {
  for (int64_t i = 0; i < count; ++i) {
    DPCVX_TRY(check_handle("candidates", candidates[i], error));
    const dpcvx_status status = call.read_settings(candidates[i], &out[i], error);
    if (status != DPCVX_OK) error.rename("options", "candidates");
    DPCVX_TRY(status);
  }
  return DPCVX_OK;
}

// What calls read before a table is split.
struct SelectionCall {
  solve::TableFitCall call;
  SelectionSettings settings;
  TableFitSettings candidates[solve::kMaxCandidates];
  solve::RunPrice price;

  dpcvx_status read(const dpcvx_options *const *given, int64_t count, const dpcvx_options *options, Error &error) {
    DPCVX_TRY(call.check(error));
    DPCVX_TRY(read_given(given, count, options, error));
    settings.epsilon = call.epsilon;
    settings.delta = call.delta;
    for (int64_t i = 0; i < count; ++i)
      if (candidates[i].terms.unit == 0)
        candidates[i].terms.unit = call.dataset->data->users() != nullptr ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD;
    return finish(given, count, error);
  }

  // For a price that a budget is to be charged: `charge` receives what that is.
  dpcvx_status read_on(const privacy::Budget &budget, const privacy::Curve &paid, const dpcvx_options *const *given,
                       int64_t count, const dpcvx_options *options, privacy::Curve *charge, Error &error) {
    DPCVX_TRY(call.check_table(error));
    DPCVX_TRY(read_given(given, count, options, error));
    DPCVX_TRY(solve::take_budget_terms(*call.dataset->data, budget, paid, candidates, static_cast<size_t>(count),
                                       &settings, charge, error));
    return finish(given, count, error);
  }

 private:
  dpcvx_status read_given(const dpcvx_options *const *given, int64_t count, const dpcvx_options *options,
                          Error &error) {
    DPCVX_TRY(check_pointer("candidates", given, error));
    DPCVX_TRY(check_between("count", count, 1, static_cast<int64_t>(solve::kMaxCandidates), error));
    DPCVX_TRY(read_options(options, kOptions, &settings, error));
    return read_candidates(given, count, call, candidates, error);
  }

  dpcvx_status finish(const dpcvx_options *const *given, int64_t count, Error &error) {
    DPCVX_TRY(check_alike(given, candidates, count, error));
    DPCVX_TRY(refuse_equal(given, count, error));
    settings.label_range_fraction = candidates[0].label_range_fraction;
    return solve::price_of_run(static_cast<size_t>(count), settings, &price, error);
  }
};

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_selection_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_selection_run_price(int64_t count, double epsilon, double delta, const dpcvx_options *options,
                                       dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_between("count", count, 1, static_cast<int64_t>(solve::kMaxCandidates), error));
  DPCVX_TRY(solve::check_privacy(epsilon, delta, error));
  SelectionSettings settings;
  settings.epsilon = epsilon;
  settings.delta = delta;
  DPCVX_TRY(read_options(options, kOptions, &settings, error));
  NewHandle<dpcvx_curve> handle;
  DPCVX_TRY(handle.check(error));
  solve::RunPrice price;
  DPCVX_TRY(solve::price_of_run(static_cast<size_t>(count), settings, &price, error));
  DPCVX_TRY(handle->curve.add(price.event, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_table_select(const dpcvx_dataset *dataset, int32_t loss, const double *low, const double *high,
                                    int64_t columns, double epsilon, double delta,
                                    const dpcvx_options *const *candidates, int64_t count, const dpcvx_options *options,
                                    const dpcvx_monitor *monitor, dpcvx_fit **out, int64_t *chosen, double *score,
                                    dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_optional_handle("monitor", monitor, error));
  DPCVX_TRY(check_pointer("chosen", chosen, error));
  DPCVX_TRY(check_pointer("score", score, error));
  SelectionCall given;
  given.call = {dataset, loss, low, high, columns, epsilon, delta};
  DPCVX_TRY(given.read(candidates, count, options, error));
  NewHandle<dpcvx_fit> handle;
  DPCVX_TRY(handle.check(error));
  random::Rng rng;
  DPCVX_TRY(rng.open(error));
  ProgressMonitor watch(monitor);
  solve::Selection selection;
  DPCVX_TRY(solve::select_table_fit(dataset->data, {low, high}, given.candidates, static_cast<size_t>(count),
                                    given.settings, given.price, nullptr, rng, watch, &selection, error));
  handle->fit.take(selection.fit);
  *chosen = selection.chosen;
  *score = selection.score;
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_table_select_on(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                       const dpcvx_dataset *dataset, int32_t loss, const double *low,
                                       const double *high, int64_t columns, const dpcvx_options *const *candidates,
                                       int64_t count, const dpcvx_options *options, const dpcvx_monitor *monitor,
                                       dpcvx_fit **out, int64_t *chosen, double *score, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(mechanism::check_payment({budget, rng, price}, error));
  DPCVX_TRY(check_optional_handle("monitor", monitor, error));
  DPCVX_TRY(check_pointer("chosen", chosen, error));
  DPCVX_TRY(check_pointer("score", score, error));
  SelectionCall given;
  given.call = {dataset, loss, low, high, columns, 0, 0};
  privacy::Curve charge;
  DPCVX_TRY(given.read_on(budget->budget, price->curve, candidates, count, options, &charge, error));
  NewHandle<dpcvx_fit> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(rng->rng.prepare(error));
  ProgressMonitor watch(monitor);
  mechanism::SharedCharge shared(budget->budget, charge, "a choice among fits of a table", rng->rng, watch);
  solve::Selection selection;
  DPCVX_TRY(solve::select_table_fit(dataset->data, {low, high}, given.candidates, static_cast<size_t>(count),
                                    given.settings, given.price, &shared, rng->rng, watch, &selection, error));
  handle->fit.take(selection.fit);
  *handle->fit.guarantee.charged() = shared.amount();
  *chosen = selection.chosen;
  *score = selection.score;
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_table_select_check(const dpcvx_dataset *dataset, int32_t loss, const double *low,
                                          const double *high, int64_t columns, double epsilon, double delta,
                                          const dpcvx_options *const *candidates, int64_t count,
                                          const dpcvx_options *options, dpcvx_error *err) {
  Error error(err, __func__);
  SelectionCall given;
  given.call = {dataset, loss, low, high, columns, epsilon, delta};
  DPCVX_TRY(given.read(candidates, count, options, error));
  random::Rng rng;
  DPCVX_TRY(rng.open(error));
  return solve::check_selection(dataset->data, {low, high}, given.candidates, static_cast<size_t>(count),
                                given.settings, given.price, rng, error);
}
