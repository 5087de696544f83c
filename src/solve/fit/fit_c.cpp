#include <algorithm>

#include "base/check.h"
#include "data/dataset_handle.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/guarantee/guarantee_handle.h"
#include "random/rng_handle.h"
#include "solve/fit/fit_handle.h"
#include "solve/fit/original_units.h"
#include "solve/plan/plan_handle.h"
#include "solve/fit/predict.h"

namespace dpcvx {
namespace {

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
                              dpcvx_progress_callback progress, void *user, const dpcvx_cancel *cancel, dpcvx_fit **out,
                              dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_handle("rng", rng, error));
  DPCVX_TRY(check_handle("plan", plan, error));
  DPCVX_TRY(check_optional_handle("cancel", cancel, error));
  NewHandle<dpcvx_fit> handle;
  DPCVX_TRY(handle.check(error));
  const solve::Plan &it = plan->plan;
  mechanism::Release release(budget->budget, rng->rng, it.problem.price, handle->fit.guarantee, error);
  ProgressMonitor watch(progress, user, cancel);
  DPCVX_TRY(solve::kMethods[it.chosen].fit(it, release, watch, &handle->fit));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_fit_destroy(dpcvx_fit *fit) { destroy_handle(fit); }

dpcvx_status dpcvx_fit_get_f64(const dpcvx_fit *fit, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  DPCVX_TRY(check_pointer("value", value, error));
  const solve::Figures &figures = fit->fit.figures;
  switch (figure) {
    case DPCVX_FIT_FIGURE_STEP_SIZE:
      *value = figures.step_size;
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_MOMENTUM:
      *value = figures.momentum;
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_NOISE_STDDEV:
      *value = figures.noise;
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_PREDICTED_RISK:
      *value = figures.predicted_risk;
      return DPCVX_OK;
    default:
      return error.argument("figure", figure, "a DPCVX_FIT_FIGURE_* that is real");
  }
}

dpcvx_status dpcvx_fit_get_i64(const dpcvx_fit *handle, int32_t figure, int64_t *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", handle, error));
  DPCVX_TRY(check_pointer("value", value, error));
  const solve::Fit &fit = handle->fit;
  switch (figure) {
    case DPCVX_FIT_FIGURE_DIMENSION:
      *value = static_cast<int64_t>(fit.coefficients.size());
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_STEPS:
      *value = fit.outcome.steps;
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_METHOD:
      *value = fit.figures.method;
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_OUTCOME:
      *value = fit.outcome.code;
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_OUTPUTS:
      *value = fit.outputs;
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_COLUMNS:
      *value = fit.linear ? fit.rows.columns : 0;
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_LOSS:
      *value = fit.linear ? fit.loss.kind : 0;
      return DPCVX_OK;
    default:
      return error.argument("figure", figure, "a DPCVX_FIT_FIGURE_* that is an integer");
  }
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
  if (!(fit->fit.standard_error > 0))
    return error.fail(
        DPCVX_ERR_UNSUPPORTED,
        "argument 'fit' = a model whose noise went through further steps or a projection: its law is not known; "
        "accepted: output perturbation, DP-SGD-Output or stable output on R^d, without an estimated threshold");
  DPCVX_TRY(check_output(out, "dimension", dimension, static_cast<int64_t>(fit->fit.coefficients.size()), error));
  std::fill(out, out + dimension, fit->fit.standard_error);
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
  DPCVX_TRY(handle->fit.read_bytes(bytes, length, error));
  *out = handle.give();
  return DPCVX_OK;
}
