#include "base/check.h"
#include "base/options.h"
#include "model/objective_handle.h"
#include "optimize/sgd_choices.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "solve/plan/plan_handle.h"

namespace dpcvx {
namespace {

using solve::Settings;

constexpr Choice kSchedules[] = {
    {DPCVX_NAMED(DPCVX_SCHEDULE_OPTIMIZED)},
    {DPCVX_NAMED(DPCVX_SCHEDULE_REFERENCE)},
};
constexpr Choice kTargets[] = {
    {DPCVX_NAMED(DPCVX_TARGET_EMPIRICAL)},
    {DPCVX_NAMED(DPCVX_TARGET_POPULATION)},
};
constexpr Choice kOutliers[] = {
    {DPCVX_NAMED(DPCVX_OUTLIERS_DOWNWEIGHT)},
    {DPCVX_NAMED(DPCVX_OUTLIERS_REMOVE)},
    {DPCVX_NAMED(DPCVX_OUTLIERS_EXHAUSTIVE)},
    {DPCVX_NAMED(DPCVX_OUTLIERS_PUBLIC_REFERENCE)},
};

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_STEPS), integer_in(0, 1e9), 0, into<&Settings::steps>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_STEP_SIZE), real_in(0, 1e30), 0, into<&Settings::step_size>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_MOMENTUM), real_in(-1, 0.9999), -1, into<&Settings::momentum>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION), real_in(-1, 1), -1, into<&Settings::average>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_PLANNING_RADIUS), real_in(0, 1e30), 0, into<&Settings::radius>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_THREADS), integer_in(1, 64), 1, into<&Settings::threads>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_BATCH_SIZE), real_in(0, 1e15), 0, into<&Settings::batch>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_CLIPPING_NORM), real_in(0, 1e30), 0, into<&Settings::clip>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS), on_or_off(), 0, into<&Settings::truncate>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_SMOOTHING), real_in(-1, 1e30), -1, into<&Settings::smoothing>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_MAX_PASSES), real_in(1, 1e9).or_value(0), 0, into<&Settings::work_limit>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_TOLERANCE), real_in(0, 1e30), 0, into<&Settings::tolerance>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_JACOBIAN_FRACTION), real_in(0, 0.99), 0, into<&Settings::split>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_ORDER), one_of(optimize::kSgdOrders).or_value(0), 0, into<&Settings::order>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_NOISE_CALIBRATION), one_of(optimize::kNoiseCalibrations),
     DPCVX_NOISE_CALIBRATION_EXACT, into<&Settings::noise_form>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_SCHEDULE), one_of(kSchedules), DPCVX_SCHEDULE_OPTIMIZED, into<&Settings::schedule>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_TARGET), one_of(kTargets), DPCVX_TARGET_EMPIRICAL, into<&Settings::target>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_GEOMETRY), real_in(1, INFINITY).or_value(0), 0, into<&Settings::geometry>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_FAILURE_PROBABILITY), real_in(1e-30, 0.999), 0.05, into<&Settings::confidence>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_SAMPLER_FRACTION), real_in(1e-6, 0.5), 0.01, into<&Settings::sampler_share>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_OUTLIERS), one_of(kOutliers), DPCVX_OUTLIERS_DOWNWEIGHT, into<&Settings::instance>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD), real_in(0, 1e30), 0, into<&Settings::threshold>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY), real_in(1e-30, 0.999), 1e-4,
     into<&Settings::threshold_failure>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION), real_in(0, 0.9), 0, into<&Settings::threshold_share>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_PHASES), integer_in(0, 64), 0, into<&Settings::phases>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_FIRST_PHASE_FRACTION), real_in(0.01, 0.99), 0.5, into<&Settings::release_share>},
};
constexpr OptionsOf<Settings> kOptions("plan options", kKeys);

// Most passes, unless given: of all methods, and of the exponential mechanism where it alone will do.
constexpr double kMaxPasses = 1000, kMaxPassesOfChain = 10000;

dpcvx_status read_settings(const dpcvx_options *options, int32_t method, Settings *settings, Error &error) {
  DPCVX_TRY(read_options(options, kOptions, settings, error));
  settings->sampling_limit = settings->work_limit;
  if (settings->work_limit > 0) return DPCVX_OK;
  settings->work_limit = kMaxPasses;
  settings->sampling_limit = method == DPCVX_METHOD_EXPONENTIAL_MECHANISM ? kMaxPassesOfChain : kMaxPasses;
  return DPCVX_OK;
}

// Figures of one of its proposals. False for a number that is no figure of this type.
bool figure_of(const solve::Plan &, const solve::Proposal &it, int32_t figure, double *value) {
  switch (figure) {
    case DPCVX_PLAN_FIGURE_STEP_SIZE:
      return *value = it.step_size, true;
    case DPCVX_PLAN_FIGURE_MOMENTUM:
      return *value = it.momentum, true;
    case DPCVX_PLAN_FIGURE_BATCH_SIZE:
      return *value = it.batch, true;
    case DPCVX_PLAN_FIGURE_SAMPLING_RATE:
      return *value = it.rate, true;
    case DPCVX_PLAN_FIGURE_NOISE_STDDEV:
      return *value = it.noise, true;
    case DPCVX_PLAN_FIGURE_NOISE_MULTIPLIER:
      return *value = it.noise_multiplier, true;
    case DPCVX_PLAN_FIGURE_CLIPPING_NORM:
      return *value = it.clip, true;
    case DPCVX_PLAN_FIGURE_SMOOTHING:
      return *value = it.smoothing, true;
    case DPCVX_PLAN_FIGURE_PLANNING_RADIUS:
      return *value = it.radius, true;
    case DPCVX_PLAN_FIGURE_PREDICTED_RISK:
      return *value = it.predicted_risk, true;
    case DPCVX_PLAN_FIGURE_PASSES:
      return *value = it.passes, true;
    case DPCVX_PLAN_FIGURE_TOLERANCE:
      return *value = it.tolerance, true;
    case DPCVX_PLAN_FIGURE_POPULATION_RISK:
      return *value = it.population_risk, true;
    case DPCVX_PLAN_FIGURE_REFERENCE_RATE:
      return *value = it.paper_rate, true;
    case DPCVX_PLAN_FIGURE_REFERENCE_NOISE_STDDEV:
      return *value = it.paper_noise, true;
    case DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE:
      return *value = it.scale, true;
    case DPCVX_PLAN_FIGURE_GEOMETRY:
      return *value = it.geometry, true;
    case DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT:
      return *value = it.regularizer, true;
    case DPCVX_PLAN_FIGURE_STRONG_CONVEXITY:
      return *value = it.strong_convexity, true;
    case DPCVX_PLAN_FIGURE_HIGH_PROBABILITY_RISK:
      return *value = it.likely_risk, true;
    case DPCVX_PLAN_FIGURE_SAMPLER_MU:
      return *value = it.sampler_mu, true;
    case DPCVX_PLAN_FIGURE_ARITHMETIC_MU:
      return *value = it.arithmetic_mu, true;
    case DPCVX_PLAN_FIGURE_START_DISTANCE:
      return *value = it.distance, true;
    case DPCVX_PLAN_FIGURE_REGULARIZER_RANGE:
      return *value = it.theta, true;
    case DPCVX_PLAN_FIGURE_OUTLIER_THRESHOLD:
      return *value = it.threshold, true;
    case DPCVX_PLAN_FIGURE_MINIMIZER_SENSITIVITY:
      return *value = it.distance_bound, true;
    case DPCVX_PLAN_FIGURE_TAPER_WIDTH:
      return *value = it.width, true;
    case DPCVX_PLAN_FIGURE_DEVIATION_SENSITIVITY:
      return *value = it.drift, true;
    case DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV:
      return *value = it.baseline_noise, true;
    case DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY:
      return *value = it.unstable_probability, true;
    case DPCVX_PLAN_FIGURE_TYPICAL_RISK:
      return *value = it.typical_risk, true;
    case DPCVX_PLAN_FIGURE_TAIL_AVERAGE_FRACTION:
      return *value = it.average, true;
    case DPCVX_PLAN_FIGURE_ADDED_L2:
      return *value = it.added_l2, true;
    case DPCVX_PLAN_FIGURE_SENSITIVITY:
      return *value = it.sensitivity, true;
    case DPCVX_PLAN_FIGURE_JACOBIAN_FRACTION:
      return *value = it.split, true;
    case DPCVX_PLAN_FIGURE_FAILURE_PROBABILITY:
      return *value = it.confidence, true;
    case DPCVX_PLAN_FIGURE_DENSITY_MU:
      return *value = it.density_mu, true;
    default:
      return false;
  }
}

bool figure_of(const solve::Plan &plan, const solve::Proposal &it, int32_t figure, int64_t *value) {
  switch (figure) {
    case DPCVX_PLAN_FIGURE_METHOD:
      return *value = it.method, true;
    case DPCVX_PLAN_FIGURE_STEPS:
      return *value = it.steps, true;
    case DPCVX_PLAN_FIGURE_DIMENSION:
      return *value = plan.problem.objective->dimension(), true;
    case DPCVX_PLAN_FIGURE_UNITS:
      return *value = plan.problem.objective->units(), true;
    case DPCVX_PLAN_FIGURE_TEST_LEVELS:
      return *value = static_cast<int64_t>(it.levels), true;
    case DPCVX_PLAN_FIGURE_PHASES:
      return *value = static_cast<int64_t>(it.phases), true;
    case DPCVX_PLAN_FIGURE_APPLIES:
      return *value = it.applies, true;
    case DPCVX_PLAN_FIGURE_ORDER:
      return *value = it.order, true;
    case DPCVX_PLAN_FIGURE_DROP_OVERSIZED_GRADIENTS:
      return *value = it.drop, true;
    default:
      return false;
  }
}

// The proposal of a method, or of the chosen one.
dpcvx_status find_method(const dpcvx_plan *plan, int32_t method, const solve::Proposal **out, Error &error) {
  DPCVX_TRY(check_handle("plan", plan, error));
  const size_t index = method == DPCVX_METHOD_AUTOMATIC ? plan->plan.chosen : solve::method_index(method);
  if (index == solve::kMethodCount) return error.argument("method", method, "a DPCVX_METHOD_*");
  *out = &plan->plan.proposals[index];
  return DPCVX_OK;
}

template <class Value, class Other>
dpcvx_status get_figure(const dpcvx_plan *plan, int32_t method, int32_t figure, Value *value, Other other,
                        const char *twin, Error &error) {
  const solve::Proposal *proposal;
  DPCVX_TRY(find_method(plan, method, &proposal, error));
  DPCVX_TRY(check_pointer("value", value, error));
  if (!proposal->applies && figure != DPCVX_PLAN_FIGURE_APPLIES)
    return error.fail(DPCVX_ERR_UNSUPPORTED, "%s does not apply: %s",
                      solve::kMethods[solve::method_index(proposal->method)].name, proposal->reason);
  if (figure_of(plan->plan, *proposal, figure, value)) return DPCVX_OK;
  if (figure_of(plan->plan, *proposal, figure, &other))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'figure' = %d, which is of the other type; use %s", figure, twin);
  return error.argument("figure", figure, "a DPCVX_PLAN_FIGURE_*");
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_plan_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_plan_create(const dpcvx_budget *budget, const dpcvx_curve *price, const dpcvx_objective *objective,
                               int32_t method, const dpcvx_options *options, dpcvx_plan **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_handle("price", price, error));
  DPCVX_TRY(check_handle("objective", objective, error));
  if (method != DPCVX_METHOD_AUTOMATIC && solve::method_index(method) == solve::kMethodCount)
    return error.argument("method", method, "a DPCVX_METHOD_*");
  solve::Settings settings;
  DPCVX_TRY(read_settings(options, method, &settings, error));
  NewHandle<dpcvx_plan> handle;
  DPCVX_TRY(handle.check(error));
  solve::Plan &plan = handle->plan;
  plan.settings = settings;
  plan.problem.objective = objective->objective;
  plan.problem.adjacency = budget->budget.adjacency();
  plan.problem.unit = budget->budget.unit();
  plan.problem.filter = budget->budget.terms().filter;
  plan.problem.delta = budget->budget.delta();
  DPCVX_TRY(plan.problem.price.assign(price->curve, error));
  DPCVX_TRY(solve::make_plan(method, budget->budget, &plan, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_plan_destroy(dpcvx_plan *plan) { destroy_handle(plan); }

dpcvx_status dpcvx_plan_get_f64(const dpcvx_plan *plan, int32_t method, int32_t figure, double *value,
                                dpcvx_error *err) {
  Error error(err, __func__);
  return get_figure(plan, method, figure, value, int64_t{0}, "dpcvx_plan_get_i64", error);
}

dpcvx_status dpcvx_plan_get_i64(const dpcvx_plan *plan, int32_t method, int32_t figure, int64_t *value,
                                dpcvx_error *err) {
  Error error(err, __func__);
  return get_figure(plan, method, figure, value, 0.0, "dpcvx_plan_get_f64", error);
}

dpcvx_status dpcvx_plan_reason(const dpcvx_plan *plan, int32_t method, char *out, size_t capacity, size_t *length,
                               dpcvx_error *err) {
  Error error(err, __func__);
  const solve::Proposal *proposal;
  DPCVX_TRY(find_method(plan, method, &proposal, error));
  return copy_written(out, capacity, length, error,
                      [&](Text &text) { text.add(proposal->applies ? "it applies" : proposal->reason); });
}

dpcvx_status dpcvx_plan_ranking(const dpcvx_plan *plan, int32_t *methods, int64_t capacity, int64_t *count,
                                dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("plan", plan, error));
  DPCVX_TRY(check_count("capacity", capacity, error));
  DPCVX_TRY(check_array("methods", methods, static_cast<size_t>(capacity), error));
  DPCVX_TRY(check_pointer("count", count, error));
  const solve::Plan &it = plan->plan;
  *count = static_cast<int64_t>(it.ranked);
  for (size_t i = 0; i < it.ranked && i < static_cast<size_t>(capacity); ++i)
    methods[i] = solve::kMethods[it.ranking[i]].number;
  return DPCVX_OK;
}

dpcvx_status dpcvx_plan_curve(const dpcvx_plan *plan, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("plan", plan, error));
  NewHandle<dpcvx_curve> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->curve.assign(plan->plan.proposal().curve, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_plan_to_json(const dpcvx_plan *plan, char *out, size_t capacity, size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("plan", plan, error));
  return copy_written(out, capacity, length, error, [&](Text &text) { plan->plan.write_json(text); });
}

dpcvx_status dpcvx_plan_to_text(const dpcvx_plan *plan, char *out, size_t capacity, size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("plan", plan, error));
  return copy_written(out, capacity, length, error, [&](Text &text) { plan->plan.write_text(text); });
}
