#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/monitor_handle.h"
#include "base/text.h"
#include "data/dataset_handle.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/guarantee/guarantee_handle.h"
#include "privacy/pld/tight.h"
#include "random/rng_handle.h"
#include "solve/fit/fit_handle.h"
#include "solve/fit/original_units.h"
#include "solve/method_registry.h"
#include "solve/plan/plan_handle.h"
#include "solve/fit/predict.h"

namespace dpcvx {
namespace {

// A figure of the plan, where the method has it.
template <int32_t kKey>
Maybe<double> plan_figure(const solve::Fit &fit) {
  const solve::FigureRow *const row = fit.method->find_figure(kKey);
  return row != nullptr ? Maybe<double>(row->real(fit.figures))
                        : Maybe<double>::none("the fit's method has no such figure");
}

int64_t dimension_of(const solve::Fit &fit) { return static_cast<int64_t>(fit.coefficients.size()); }
int64_t columns_of(const solve::Fit &fit) { return fit.linear ? fit.rows.columns : 0; }
Maybe<double> label_end(const solve::Fit &fit, bool high) {
  double ends[2];
  return fit.label_range(&ends[0], &ends[1]) ? Maybe<double>(ends[high])
                                             : Maybe<double>::none("the fit has no range of labels");
}
Maybe<double> label_low_of(const solve::Fit &fit) { return label_end(fit, false); }
Maybe<double> label_high_of(const solve::Fit &fit) { return label_end(fit, true); }
int32_t loss_of(const solve::Fit &fit) { return fit.linear ? fit.loss.kind : 0; }

// The least epsilon of the guarantee at the budget's delta, which takes memory to compute.
Maybe<double> epsilon_of(const solve::Fit &fit) {
  Error error(nullptr, __func__);
  double epsilon = INFINITY;
  return privacy::tight_epsilon(fit.guarantee.curve(), fit.guarantee.delta(), &epsilon, error) == DPCVX_OK
             ? Maybe<double>(epsilon)
             : Maybe<double>::no_memory();
}

constexpr Figure kFitRows[] = {
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_DIMENSION), from<&dimension_of>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_STEPS), from<&solve::Fit::outcome, &solve::Outcome::steps>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_STEP_SIZE), from<&plan_figure<DPCVX_PLAN_FIGURE_STEP_SIZE>>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_MOMENTUM), from<&plan_figure<DPCVX_PLAN_FIGURE_MOMENTUM>>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_NOISE_STDDEV), from<&solve::Fit::figures, &solve::Figures::noise>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_PREDICTED_RISK), from<&solve::Fit::figures, &solve::Figures::predicted_risk>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_TYPICAL_RISK), from<&solve::Fit::figures, &solve::Figures::typical_risk>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_TRIVIAL_RISK), from<&solve::Fit::figures, &solve::Figures::trivial_risk>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_START_RISK), from<&solve::Fit::figures, &solve::Figures::start_risk>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_LAST_CLIPPING_RADIUS), from<&plan_figure<DPCVX_PLAN_FIGURE_LAST_CLIPPING_RADIUS>>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_UNCLIPPED_SHARE), from<&plan_figure<DPCVX_PLAN_FIGURE_UNCLIPPED_SHARE>>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_METHOD), from<&solve::Fit::figures, &solve::Figures::method>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_OUTCOME), from<&solve::Fit::outcome, &solve::Outcome::code>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_OUTPUTS), from<&solve::Fit::outputs>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_COLUMNS), from<&columns_of>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_LOSS), from<&loss_of>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_EPSILON), from<&epsilon_of>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_DELTA), from<&solve::Fit::guarantee, &privacy::Guarantee::delta>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_LABEL_LOW), from<&label_low_of>},
    {DPCVX_NAMED(DPCVX_FIT_FIGURE_LABEL_HIGH), from<&label_high_of>},
};
constexpr FiguresOf<solve::Fit> kFitFigures("DPCVX_FIT_FIGURE_*", kFitRows);

// The law of a coefficient's error is known where the noise was added last: names the methods that do so.
dpcvx_status no_standard_error(Error &error) {
  Text names;
  for (size_t i = 0; i < solve::kLibraryMethods.count; ++i)
    if (solve::kLibraryMethods[i].standard_error != nullptr)
      names.format("%s%s", names.length() > 0 ? ", " : "", solve::kLibraryMethods[i].name);
  if (names.failed()) return error.nomem("a message");
  return error.fail(
      DPCVX_ERR_UNSUPPORTED,
      "argument 'fit' = a model whose noise went through further steps or a projection: its law is not known; "
      "accepted: one of these methods on R^d, without an estimated threshold: %s",
      names.c_str());
}

// An array of doubles whose number of entries is known.
dpcvx_status check_output(const double *out, const char *name, int64_t count, int64_t expected, Error &error) {
  DPCVX_TRY(check_pointer("out", out, error));
  return check_between(name, count, expected, expected, error);
}

// A fit and rows that it can be asked about.
dpcvx_status check_question(const dpcvx_fit *fit, const dpcvx_dataset *dataset, Error &error) {
  DPCVX_TRY(check_handle("fit", fit, error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  return solve::check_rows(fit->fit, *dataset->data, error);
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_fit_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_plan *plan,
                              const dpcvx_monitor *monitor, dpcvx_fit **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_handle("rng", rng, error));
  DPCVX_TRY(check_handle("plan", plan, error));
  DPCVX_TRY(check_optional_handle("monitor", monitor, error));
  if (!plan->plan.problem.objective->has_table())
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'plan' = a plan of an objective without a table (dpcvx_objective_create_public); "
                      "accepted: one of an objective with a table, for others dpcvx_coordinator_create");
  if (plan->plan.of_table)
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'plan' = what dpcvx_fit_table would do (dpcvx_fit_table_plan), whose rows are not "
                      "prepared; accepted: a plan of dpcvx_plan_create. dpcvx_fit_table makes the other fit");
  NewHandle<dpcvx_fit> handle;
  DPCVX_TRY(handle.check(error));
  mechanism::Release release(budget->budget, rng->rng, plan->plan.problem.price, handle->fit.guarantee, error);
  ProgressMonitor watch(monitor);
  release.stopped_by(watch);
  DPCVX_TRY(plan->plan.method().fit(plan->plan, release, watch, &handle->fit));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_fit_destroy(dpcvx_fit *fit) { destroy_handle(fit); }

dpcvx_status dpcvx_fit_get_f64(const dpcvx_fit *fit, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  return get_figure(kFitFigures, fit->fit, figure, value, error);
}

dpcvx_status dpcvx_fit_get_i64(const dpcvx_fit *fit, int32_t figure, int64_t *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  return get_figure(kFitFigures, fit->fit, figure, value, error);
}

dpcvx_status dpcvx_fit_coefficients(const dpcvx_fit *fit, double *out, int64_t dimension, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  DPCVX_TRY(fit->fit.check_coefficients(error));
  const Buffer<double> &coefficients = fit->fit.coefficients;
  DPCVX_TRY(check_output(out, "dimension", dimension, static_cast<int64_t>(coefficients.size()), error));
  std::copy(coefficients.begin(), coefficients.end(), out);
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_original_coefficients(const dpcvx_fit *fit, double *out, int64_t count, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  DPCVX_TRY(solve::check_linear(fit->fit, error));
  DPCVX_TRY(fit->fit.check_coefficients(error));
  DPCVX_TRY(check_output(out, "count", count, fit->fit.outputs * (fit->fit.rows.columns + 1), error));
  return solve::original_coefficients(fit->fit, out, error);
}

dpcvx_status dpcvx_fit_standard_errors(const dpcvx_fit *fit, double *out, int64_t dimension, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  DPCVX_TRY(fit->fit.check_coefficients(error));
  if (!(fit->fit.standard_error > 0)) return no_standard_error(error);
  DPCVX_TRY(check_output(out, "dimension", dimension, static_cast<int64_t>(fit->fit.coefficients.size()), error));
  std::fill(out, out + dimension, fit->fit.standard_error);
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_original_standard_errors(const dpcvx_fit *fit, double *out, int64_t count, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  DPCVX_TRY(solve::check_linear(fit->fit, error));
  DPCVX_TRY(fit->fit.check_coefficients(error));
  if (!(fit->fit.standard_error > 0)) return no_standard_error(error);
  DPCVX_TRY(check_output(out, "count", count, fit->fit.outputs * (fit->fit.rows.columns + 1), error));
  solve::original_standard_errors(fit->fit, out);
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_decision_values(const dpcvx_fit *fit, const dpcvx_dataset *dataset, double *out, int64_t count,
                                       dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_question(fit, dataset, error));
  DPCVX_TRY(check_output(out, "count", count, dataset->data->rows() * fit->fit.outputs, error));
  solve::decision_values(fit->fit, *dataset->data, out);
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_probabilities(const dpcvx_fit *fit, const dpcvx_dataset *dataset, double *out, int64_t count,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_question(fit, dataset, error));
  DPCVX_TRY(solve::check_probabilities(fit->fit, error));
  DPCVX_TRY(check_output(out, "count", count, dataset->data->rows() * solve::classes(fit->fit), error));
  solve::probabilities(fit->fit, *dataset->data, out);
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_predict(const dpcvx_fit *fit, const dpcvx_dataset *dataset, double *out, int64_t rows,
                               dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_question(fit, dataset, error));
  DPCVX_TRY(check_output(out, "rows", rows, dataset->data->rows(), error));
  Buffer<double> work;
  const bool several = fit->fit.outputs > 1;
  if (several && !work.allocate(static_cast<size_t>(rows * fit->fit.outputs))) return error.nomem("decision values");
  solve::predict(fit->fit, *dataset->data, several ? work.data() : out, out);
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_guarantee(const dpcvx_fit *fit, dpcvx_guarantee **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("fit", fit, error));
  NewHandle<dpcvx_guarantee> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->guarantee.assign(fit->fit.guarantee, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_to_json(const dpcvx_fit *fit, char *out, size_t capacity, size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { fit->fit.write_json(text); });
}

dpcvx_status dpcvx_fit_to_text(const dpcvx_fit *fit, char *out, size_t capacity, size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { fit->fit.write_text(text); });
}

dpcvx_status dpcvx_fit_notes(const dpcvx_fit *fit, int32_t kind, char *out, size_t capacity, size_t *length,
                             dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  if (kind < DPCVX_NOTE_PRIVACY || kind > DPCVX_NOTE_METHOD) return error.argument("kind", kind, "a DPCVX_NOTE_*");
  return copy_written(out, capacity, length, error, [=](Text &text) { fit->fit.write_notes(kind, text); });
}

dpcvx_status dpcvx_fit_save(const dpcvx_fit *fit, void *out, size_t capacity, size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  Text bytes;
  fit->fit.write_bytes(bytes);
  return copy_out_bytes(bytes, out, capacity, length, error);
}

dpcvx_status dpcvx_fit_load(const void *bytes, size_t length, dpcvx_fit **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_array("bytes", bytes, length, error));
  NewHandle<dpcvx_fit> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->fit.read_bytes(bytes, length, solve::kLibraryMethods, error));
  *out = handle.give();
  return DPCVX_OK;
}
