#include <algorithm>

#include "base/check.h"
#include "base/options.h"
#include "optimize/sgd_noise.h"
#include "optimize/sgd_stability_handle.h"
#include "privacy/curve/curve_handle.h"

namespace {

using dpcvx::OptionKey;

constexpr double kMax = 1e30, kMaxSteps = 1e9, kMaxUnits = 1e15;

#define REAL(key, low, high, initial) \
  { DPCVX_STABILITY_OPTION_##key, "DPCVX_STABILITY_OPTION_" #key, OptionKey::kReal, low, high, initial }
#define INTEGER(key, low, high, initial) \
  { DPCVX_STABILITY_OPTION_##key, "DPCVX_STABILITY_OPTION_" #key, OptionKey::kInteger, low, high, initial }
constexpr OptionKey kKeys[] = {
    REAL(EXPONENT, 0, 1, 0),
    REAL(HOLDER, -1, kMax, -1),
    REAL(LIPSCHITZ, -1, kMax, -1),
    REAL(GRADIENT_AT_ZERO, -1, kMax, -1),
    REAL(VALUE_AT_ZERO, -1, kMax, -1),
    REAL(RADIUS, 0, kMax, 0),
    REAL(STRONG_CONVEXITY, 0, kMax, 0),
    INTEGER(UNITS, 0, kMaxUnits, 0),
    INTEGER(STEPS, 0, kMaxSteps, 0),
    REAL(STEP_SIZE, 0, kMax, 0),
    INTEGER(ORDER, DPCVX_SGD_ORDER_PERMUTED, DPCVX_SGD_ORDER_SAMPLED, DPCVX_SGD_ORDER_SAMPLED),
    REAL(TAIL_AVERAGE_FRACTION, 0, 1, 1),
    INTEGER(ADJACENCY, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE),
    REAL(STEP_ERROR, 0, kMax, 0),
    REAL(STEP_DEFECT, 0, kMax, 0),
    REAL(OSCILLATION, -1, kMax, -1),
    INTEGER(GENERALIZED_LINEAR, 0, 1, 0),
};
#undef REAL
#undef INTEGER
constexpr dpcvx::OptionTable kOptions{"SGD stability options", kKeys, sizeof(kKeys) / sizeof(kKeys[0])};

double real(const dpcvx_options *options, int32_t key) { return dpcvx::option_real(options, kOptions, key); }
// Negative where it is not known.
double known(const dpcvx_options *options, int32_t key) {
  const double value = real(options, key);
  return value < 0 ? INFINITY : value;
}

dpcvx::optimize::SgdStabilityInputs terms_of(const dpcvx_options *options) {
  dpcvx::optimize::SgdStabilityInputs terms;
  terms.units = real(options, DPCVX_STABILITY_OPTION_UNITS);
  terms.steps = dpcvx::option_integer(options, kOptions, DPCVX_STABILITY_OPTION_STEPS);
  terms.step_size = real(options, DPCVX_STABILITY_OPTION_STEP_SIZE);
  terms.sampled = real(options, DPCVX_STABILITY_OPTION_ORDER) == DPCVX_SGD_ORDER_SAMPLED;
  terms.adjacency = static_cast<int32_t>(real(options, DPCVX_STABILITY_OPTION_ADJACENCY));
  terms.exponent = real(options, DPCVX_STABILITY_OPTION_EXPONENT);
  terms.ridge = real(options, DPCVX_STABILITY_OPTION_GENERALIZED_LINEAR) == 1;
  terms.holder = known(options, DPCVX_STABILITY_OPTION_HOLDER);
  terms.lipschitz = known(options, DPCVX_STABILITY_OPTION_LIPSCHITZ);
  terms.oscillation = known(options, DPCVX_STABILITY_OPTION_OSCILLATION);
  terms.gradient_at_zero = known(options, DPCVX_STABILITY_OPTION_GRADIENT_AT_ZERO);
  terms.value_at_zero = known(options, DPCVX_STABILITY_OPTION_VALUE_AT_ZERO);
  const double radius = real(options, DPCVX_STABILITY_OPTION_RADIUS);
  terms.radius = radius > 0 ? radius : INFINITY;
  terms.diameter = 2 * terms.radius;
  terms.l2 = real(options, DPCVX_STABILITY_OPTION_STRONG_CONVEXITY);
  terms.average = real(options, DPCVX_STABILITY_OPTION_TAIL_AVERAGE_FRACTION);
  terms.step_error = real(options, DPCVX_STABILITY_OPTION_STEP_ERROR);
  terms.step_defect = real(options, DPCVX_STABILITY_OPTION_STEP_DEFECT);
  return terms;
}

// What has no default.
dpcvx_status check_terms(const dpcvx::optimize::SgdStabilityInputs &terms, dpcvx::Error &error) {
  const char *const missing = terms.units < 1       ? "DPCVX_STABILITY_OPTION_UNITS = 0; accepted: [1, 1e15]"
                              : terms.steps < 1     ? "DPCVX_STABILITY_OPTION_STEPS = 0; accepted: [1, 1e9]"
                              : terms.step_size > 0 ? nullptr
                                                    : "DPCVX_STABILITY_OPTION_STEP_SIZE = 0; accepted: more than 0";
  return missing == nullptr ? DPCVX_OK : error.fail(DPCVX_ERR_ARGUMENT, "argument 'options': %s", missing);
}

// A bound and where it goes.
dpcvx_status check_query(const dpcvx_sgd_stability *stability, const double *bound, dpcvx::Error &error) {
  DPCVX_TRY(dpcvx::check_handle("stability", stability, error));
  return dpcvx::check_pointer("bound", bound, error);
}

}  // namespace

using namespace dpcvx;

dpcvx_status dpcvx_sgd_stability_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_sgd_stability_create(const dpcvx_options *options, dpcvx_sgd_stability **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_options("options", options, kOptions, error));
  const optimize::SgdStabilityInputs terms = terms_of(options);
  DPCVX_TRY(check_terms(terms, error));
  NewHandle<dpcvx_sgd_stability> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->bounds.prepare(terms, error));
  DPCVX_TRY(handle->bounds.mixture(optimize::SgdMixture::kMax, &handle->mixture, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_sgd_stability_destroy(dpcvx_sgd_stability *stability) { destroy_handle(stability); }

dpcvx_status dpcvx_sgd_stability_worst(const dpcvx_sgd_stability *stability, double *bound, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_query(stability, bound, error));
  *bound = stability->bounds.worst();
  return DPCVX_OK;
}

dpcvx_status dpcvx_sgd_stability_after_touches(const dpcvx_sgd_stability *stability, int64_t touches, double *bound,
                                               dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_query(stability, bound, error));
  DPCVX_TRY(check_between("touches", touches, 0, static_cast<int64_t>(kMaxSteps), error));
  *bound = std::min(stability->bounds.after(touches), stability->bounds.worst());
  return DPCVX_OK;
}

dpcvx_status dpcvx_sgd_stability_quantile(const dpcvx_sgd_stability *stability, double gamma, double *bound,
                                          dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_query(stability, bound, error));
  DPCVX_TRY(check_inside("gamma", gamma, 0, 1, error));
  *bound = stability->bounds.quantile(stability->mixture, gamma);
  return DPCVX_OK;
}

dpcvx_status dpcvx_sgd_stability_expected(const dpcvx_sgd_stability *stability, double *bound, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_query(stability, bound, error));
  *bound = std::min(stability->bounds.expected(), stability->mixture.mean());
  return DPCVX_OK;
}

dpcvx_status dpcvx_sgd_stability_curve(const dpcvx_sgd_stability *stability, double noise, dpcvx_curve **out,
                                       dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("stability", stability, error));
  DPCVX_TRY(check_positive("noise", noise, error));
  NewHandle<dpcvx_curve> curve;
  DPCVX_TRY(curve.check(error));
  DPCVX_TRY(optimize::add_noisy_output(stability->mixture, noise, &curve->curve, error));
  *out = curve.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_sgd_stability_noise(const dpcvx_sgd_stability *stability, int32_t form, double epsilon, double delta,
                                       double *noise, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("stability", stability, error));
  if (form < DPCVX_NOISE_CALIBRATION_EXACT || form > DPCVX_NOISE_CALIBRATION_REFERENCE)
    return error.argument("form", form, "DPCVX_NOISE_CALIBRATION_EXACT, _HIGH_PROBABILITY or _REFERENCE");
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  DPCVX_TRY(check_inside("delta", delta, 0, 1, error));
  DPCVX_TRY(check_pointer("noise", noise, error));
  double sigma;
  if (form == DPCVX_NOISE_CALIBRATION_REFERENCE)
    DPCVX_TRY(optimize::paper_noise(stability->bounds, epsilon, delta, &sigma, error));
  else
    sigma = form == DPCVX_NOISE_CALIBRATION_EXACT ? optimize::tight_noise(stability->mixture, epsilon, delta)
                                                  : optimize::quantile_noise(stability->mixture, epsilon, delta);
  if (!(sigma < INFINITY)) return error.fail(DPCVX_ERR_NUMERIC, "the noise passes the range of doubles");
  *noise = sigma;
  return DPCVX_OK;
}
