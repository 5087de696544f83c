#include <algorithm>

#include "base/check.h"
#include "base/options.h"
#include "data/dataset_handle.h"
#include "mechanism/release_call.h"
#include "model/objective_handle.h"
#include "solve/fit_handle.h"

namespace dpcvx {
namespace {

constexpr OptionKey kKeys[] = {
    {DPCVX_SOLVE_OPTION_STEPS, "DPCVX_SOLVE_OPTION_STEPS", OptionKey::kInteger, 0,
     static_cast<double>(solve::kMostSteps), 0},
    {DPCVX_SOLVE_OPTION_STEP_SIZE, "DPCVX_SOLVE_OPTION_STEP_SIZE", OptionKey::kReal, 0, 1e30, 0},
    {DPCVX_SOLVE_OPTION_MOMENTUM, "DPCVX_SOLVE_OPTION_MOMENTUM", OptionKey::kReal, -1, 0.9999, -1},
    {DPCVX_SOLVE_OPTION_AVERAGE, "DPCVX_SOLVE_OPTION_AVERAGE", OptionKey::kReal, 0, 1, 0.5},
    {DPCVX_SOLVE_OPTION_RADIUS, "DPCVX_SOLVE_OPTION_RADIUS", OptionKey::kReal, 0, 1e30, 0},
    {DPCVX_SOLVE_OPTION_THREADS, "DPCVX_SOLVE_OPTION_THREADS", OptionKey::kInteger, 1, 64, 1},
};
constexpr OptionTable kTable{"solve options", kKeys, sizeof(kKeys) / sizeof(kKeys[0])};

solve::DescentSettings settings_of(const dpcvx_options *options) {
  solve::DescentSettings settings;
  settings.steps = option_integer(options, kTable, DPCVX_SOLVE_OPTION_STEPS);
  settings.step_size = option_real(options, kTable, DPCVX_SOLVE_OPTION_STEP_SIZE);
  settings.momentum = option_real(options, kTable, DPCVX_SOLVE_OPTION_MOMENTUM);
  settings.average = option_real(options, kTable, DPCVX_SOLVE_OPTION_AVERAGE);
  settings.radius = option_real(options, kTable, DPCVX_SOLVE_OPTION_RADIUS);
  settings.threads = static_cast<int32_t>(option_integer(options, kTable, DPCVX_SOLVE_OPTION_THREADS));
  return settings;
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_solve_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kTable, out, error);
}

dpcvx_status dpcvx_fit_create_noisy_gradient_descent(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                     const dpcvx_objective *objective, const dpcvx_options *options,
                                                     dpcvx_fit **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  const mechanism::Payment payment{budget, rng, price};
  DPCVX_TRY(mechanism::check_payment(payment, error));
  DPCVX_TRY(check_handle("objective", objective, error));
  DPCVX_TRY(check_options("options", options, kTable, error));
  NewHandle<dpcvx_fit> handle;
  DPCVX_TRY(handle.check(error));
  mechanism::Release release = mechanism::paid(payment, handle->fit.guarantee, error);
  DPCVX_TRY(solve::fit_by_noisy_descent(*objective->objective, release, settings_of(options), &handle->fit));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_fit_destroy(dpcvx_fit *fit) { destroy_handle(fit); }

dpcvx_status dpcvx_fit_get(const dpcvx_fit *fit, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  DPCVX_TRY(check_pointer("value", value, error));
  const solve::Fit &it = fit->fit;
  switch (figure) {
    case DPCVX_FIT_FIGURE_DIMENSION:
      *value = static_cast<double>(it.coefficients.size());
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_STEPS:
      *value = static_cast<double>(it.plan.steps);
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_STEP_SIZE:
      *value = it.plan.step_size;
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_MOMENTUM:
      *value = it.plan.momentum;
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_NOISE:
      *value = it.noise;
      return DPCVX_OK;
    case DPCVX_FIT_FIGURE_PREDICTED_RISK:
      *value = it.plan.predicted_risk;
      return DPCVX_OK;
    default:
      return error.argument("figure", figure, "a DPCVX_FIT_FIGURE_*");
  }
}

dpcvx_status dpcvx_fit_coefficients(const dpcvx_fit *fit, double *out, int64_t dimension, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  const Buffer<double> &coefficients = fit->fit.coefficients;
  const int64_t there = static_cast<int64_t>(coefficients.size());
  DPCVX_TRY(check_pointer("out", out, error));
  DPCVX_TRY(check_between("dimension", dimension, there, there, error));
  std::copy(coefficients.begin(), coefficients.end(), out);
  return DPCVX_OK;
}

dpcvx_status dpcvx_fit_decision_values(const dpcvx_fit *fit, const dpcvx_dataset *dataset, double *out, int64_t rows,
                                       dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("fit", fit, error));
  DPCVX_TRY(check_handle("dataset", dataset, error));
  DPCVX_TRY(model::check_columns(fit->fit.rows, *dataset->data, error));
  DPCVX_TRY(check_pointer("out", out, error));
  DPCVX_TRY(check_between("rows", rows, dataset->data->rows(), dataset->data->rows(), error));
  model::decision_values(fit->fit.rows, *dataset->data, fit->fit.coefficients.data(), out);
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
  Text text;
  fit->fit.write_json(text);
  return copy_out(text, out, capacity, length, error);
}
