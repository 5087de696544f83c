#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "base/options.h"
#include "optimize/sgd_choices.h"
#include "optimize/sgd_noise.h"
#include "optimize/sgd_stability_handle.h"
#include "privacy/budget/choices.h"
#include "privacy/curve/curve_handle.h"

namespace {

using namespace dpcvx;
using Inputs = optimize::SgdStabilityInputs;

constexpr double kMax = 1e30, kMaxSteps = 1e9, kMaxUnits = 1e15;

// -1 stands for a constant that is not known.
constexpr Accepted constant_or_unknown() { return real_in(0, kMax).or_value(-1, INFINITY); }

void set_order(Inputs &inputs, double order) { inputs.sampled = order == DPCVX_SGD_ORDER_SAMPLED; }
void set_radius(Inputs &inputs, double radius) {
  inputs.radius = radius;
  inputs.diameter = 2 * radius;
}

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_EXPONENT), real_in(0, 1), 0, into<&Inputs::exponent>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_HOLDER), constant_or_unknown(), -1, into<&Inputs::holder>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_LIPSCHITZ), constant_or_unknown(), -1, into<&Inputs::lipschitz>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_GRADIENT_AT_ZERO), constant_or_unknown(), -1, into<&Inputs::gradient_at_zero>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_VALUE_AT_ZERO), constant_or_unknown(), -1, into<&Inputs::value_at_zero>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_RADIUS), real_above(0, kMax).or_value(0, INFINITY), 0,
     by_function<Inputs, set_radius>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_STRONG_CONVEXITY), real_in(0, kMax), 0, into<&Inputs::l2>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_UNITS), integer_in(1, kMaxUnits), kRequired, into<&Inputs::units>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_STEPS), integer_in(1, kMaxSteps), kRequired, into<&Inputs::steps>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_STEP_SIZE), real_above(0, kMax), kRequired, into<&Inputs::step_size>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_ORDER), one_of(optimize::kSgdOrders), DPCVX_SGD_ORDER_SAMPLED,
     by_function<Inputs, set_order>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_TAIL_AVERAGE_FRACTION), real_in(0, 1), 1, into<&Inputs::average>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_ADJACENCY), one_of(privacy::kAdjacencies), DPCVX_ADJACENCY_REPLACE_ONE,
     into<&Inputs::adjacency>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_STEP_ERROR), real_in(0, kMax), 0, into<&Inputs::step_error>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_STEP_DEFECT), real_in(0, kMax), 0, into<&Inputs::step_defect>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_OSCILLATION), constant_or_unknown(), -1, into<&Inputs::oscillation>},
    {DPCVX_NAMED(DPCVX_STABILITY_OPTION_GENERALIZED_LINEAR), on_or_off(), 0, into<&Inputs::ridge>},
};
constexpr OptionsOf<Inputs> kOptions("SGD stability options", kKeys);

// A bound and where it goes.
dpcvx_status check_query(const dpcvx_sgd_stability *stability, const double *bound, Error &error) {
  DPCVX_TRY(check_handle("stability", stability, error));
  return check_pointer("bound", bound, error);
}

}  // namespace

dpcvx_status dpcvx_sgd_stability_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_sgd_stability_create(const dpcvx_options *options, dpcvx_sgd_stability **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  Inputs inputs;
  DPCVX_TRY(read_options(options, kOptions, &inputs, error));
  NewHandle<dpcvx_sgd_stability> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->bounds.prepare(inputs, error));
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
  DPCVX_TRY(check_choice("form", form, optimize::kNoiseCalibrations, error));
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
