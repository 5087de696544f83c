#include "base/check.h"
#include "base/options.h"
#include "model/objective_handle.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "solve/plan/plan_handle.h"

namespace dpcvx {
namespace {

constexpr OptionKey kKeys[] = {
    {DPCVX_PLAN_OPTION_STEPS, "DPCVX_PLAN_OPTION_STEPS", OptionKey::kInteger, 0, 1e9, 0},
    {DPCVX_PLAN_OPTION_STEP_SIZE, "DPCVX_PLAN_OPTION_STEP_SIZE", OptionKey::kReal, 0, 1e30, 0},
    {DPCVX_PLAN_OPTION_MOMENTUM, "DPCVX_PLAN_OPTION_MOMENTUM", OptionKey::kReal, -1, 0.9999, -1},
    {DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, "DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION", OptionKey::kReal, -1, 1, -1},
    {DPCVX_PLAN_OPTION_PLANNING_RADIUS, "DPCVX_PLAN_OPTION_PLANNING_RADIUS", OptionKey::kReal, 0, 1e30, 0},
    {DPCVX_PLAN_OPTION_THREADS, "DPCVX_PLAN_OPTION_THREADS", OptionKey::kInteger, 1, 64, 1},
    {DPCVX_PLAN_OPTION_BATCH_SIZE, "DPCVX_PLAN_OPTION_BATCH_SIZE", OptionKey::kReal, 0, 1e15, 0},
    {DPCVX_PLAN_OPTION_CLIPPING_NORM, "DPCVX_PLAN_OPTION_CLIPPING_NORM", OptionKey::kReal, 0, 1e30, 0},
    {DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS, "DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS", OptionKey::kInteger, 0,
     1, 0},
    {DPCVX_PLAN_OPTION_SMOOTHING, "DPCVX_PLAN_OPTION_SMOOTHING", OptionKey::kReal, -1, 1e30, -1},
    {DPCVX_PLAN_OPTION_MAX_PASSES, "DPCVX_PLAN_OPTION_MAX_PASSES", OptionKey::kReal, 0, 1e9, 0},
    {DPCVX_PLAN_OPTION_TOLERANCE, "DPCVX_PLAN_OPTION_TOLERANCE", OptionKey::kReal, 0, 1e30, 0},
    {DPCVX_PLAN_OPTION_JACOBIAN_FRACTION, "DPCVX_PLAN_OPTION_JACOBIAN_FRACTION", OptionKey::kReal, 0, 0.99, 0},
    {DPCVX_PLAN_OPTION_ORDER, "DPCVX_PLAN_OPTION_ORDER", OptionKey::kInteger, 0, DPCVX_SGD_ORDER_SAMPLED, 0},
    {DPCVX_PLAN_OPTION_NOISE_CALIBRATION, "DPCVX_PLAN_OPTION_NOISE_CALIBRATION", OptionKey::kInteger,
     DPCVX_NOISE_CALIBRATION_EXACT, DPCVX_NOISE_CALIBRATION_REFERENCE, DPCVX_NOISE_CALIBRATION_EXACT},
    {DPCVX_PLAN_OPTION_SCHEDULE, "DPCVX_PLAN_OPTION_SCHEDULE", OptionKey::kInteger, DPCVX_SCHEDULE_OPTIMIZED,
     DPCVX_SCHEDULE_REFERENCE, DPCVX_SCHEDULE_OPTIMIZED},
    {DPCVX_PLAN_OPTION_TARGET, "DPCVX_PLAN_OPTION_TARGET", OptionKey::kInteger, DPCVX_TARGET_EMPIRICAL,
     DPCVX_TARGET_POPULATION, DPCVX_TARGET_EMPIRICAL},
    {DPCVX_PLAN_OPTION_GEOMETRY, "DPCVX_PLAN_OPTION_GEOMETRY", OptionKey::kReal, 0, INFINITY, 0},
    {DPCVX_PLAN_OPTION_FAILURE_PROBABILITY, "DPCVX_PLAN_OPTION_FAILURE_PROBABILITY", OptionKey::kReal, 1e-30, 0.999,
     0.05},
    {DPCVX_PLAN_OPTION_SAMPLER_FRACTION, "DPCVX_PLAN_OPTION_SAMPLER_FRACTION", OptionKey::kReal, 1e-6, 0.5, 0.01},
    {DPCVX_PLAN_OPTION_OUTLIERS, "DPCVX_PLAN_OPTION_OUTLIERS", OptionKey::kInteger, DPCVX_OUTLIERS_DOWNWEIGHT,
     DPCVX_OUTLIERS_PUBLIC_REFERENCE, DPCVX_OUTLIERS_DOWNWEIGHT},
    {DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD, "DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD", OptionKey::kReal, 0, 1e30, 0},
    {DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY, "DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY", OptionKey::kReal, 1e-30,
     0.999, 1e-4},
    {DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION, "DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION", OptionKey::kReal, 0,
     0.9, 0},
    {DPCVX_PLAN_OPTION_PHASES, "DPCVX_PLAN_OPTION_PHASES", OptionKey::kInteger, 0, 64, 0},
    {DPCVX_PLAN_OPTION_FIRST_PHASE_FRACTION, "DPCVX_PLAN_OPTION_FIRST_PHASE_FRACTION", OptionKey::kReal, 0.01, 0.99,
     0.5},
};
constexpr OptionTable kTable{"plan options", kKeys, sizeof(kKeys) / sizeof(kKeys[0])};

// Most passes, unless given: of all methods, and of the exponential mechanism where it alone will do.
constexpr double kMaxPasses = 1000, kMaxPassesOfChain = 10000;

solve::Settings settings_of(const dpcvx_options *options, int32_t method) {
  solve::Settings settings;
  settings.steps = option_integer(options, kTable, DPCVX_PLAN_OPTION_STEPS);
  settings.step_size = option_real(options, kTable, DPCVX_PLAN_OPTION_STEP_SIZE);
  settings.momentum = option_real(options, kTable, DPCVX_PLAN_OPTION_MOMENTUM);
  settings.average = option_real(options, kTable, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION);
  settings.radius = option_real(options, kTable, DPCVX_PLAN_OPTION_PLANNING_RADIUS);
  settings.threads = static_cast<int32_t>(option_integer(options, kTable, DPCVX_PLAN_OPTION_THREADS));
  settings.batch = option_real(options, kTable, DPCVX_PLAN_OPTION_BATCH_SIZE);
  settings.clip = option_real(options, kTable, DPCVX_PLAN_OPTION_CLIPPING_NORM);
  settings.truncate = option_integer(options, kTable, DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS) != 0;
  settings.smoothing = option_real(options, kTable, DPCVX_PLAN_OPTION_SMOOTHING);
  const double limit = option_real(options, kTable, DPCVX_PLAN_OPTION_MAX_PASSES);
  settings.work_limit = limit > 0 ? limit : kMaxPasses;
  settings.sampling_limit =
      limit > 0 || method != DPCVX_METHOD_EXPONENTIAL_MECHANISM ? settings.work_limit : kMaxPassesOfChain;
  settings.tolerance = option_real(options, kTable, DPCVX_PLAN_OPTION_TOLERANCE);
  settings.split = option_real(options, kTable, DPCVX_PLAN_OPTION_JACOBIAN_FRACTION);
  settings.order = static_cast<int32_t>(option_integer(options, kTable, DPCVX_PLAN_OPTION_ORDER));
  settings.noise_form = static_cast<int32_t>(option_integer(options, kTable, DPCVX_PLAN_OPTION_NOISE_CALIBRATION));
  settings.schedule = static_cast<int32_t>(option_integer(options, kTable, DPCVX_PLAN_OPTION_SCHEDULE));
  settings.target = static_cast<int32_t>(option_integer(options, kTable, DPCVX_PLAN_OPTION_TARGET));
  settings.geometry = option_real(options, kTable, DPCVX_PLAN_OPTION_GEOMETRY);
  settings.confidence = option_real(options, kTable, DPCVX_PLAN_OPTION_FAILURE_PROBABILITY);
  settings.sampler_share = option_real(options, kTable, DPCVX_PLAN_OPTION_SAMPLER_FRACTION);
  settings.instance = static_cast<int32_t>(option_integer(options, kTable, DPCVX_PLAN_OPTION_OUTLIERS));
  settings.threshold = option_real(options, kTable, DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD);
  settings.threshold_failure = option_real(options, kTable, DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY);
  settings.threshold_share = option_real(options, kTable, DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION);
  settings.phases = option_integer(options, kTable, DPCVX_PLAN_OPTION_PHASES);
  settings.release_share = option_real(options, kTable, DPCVX_PLAN_OPTION_FIRST_PHASE_FRACTION);
  return settings;
}

// The bounds of a key hold numbers between those that mean something.
dpcvx_status check_order(int32_t order, Error &error) {
  if (order == 0 || order == DPCVX_SGD_ORDER_PERMUTED || order == DPCVX_SGD_ORDER_SAMPLED) return DPCVX_OK;
  return error.argument("DPCVX_PLAN_OPTION_ORDER", order, "0 or a DPCVX_SGD_ORDER_*");
}

dpcvx_status check_work_limit(double passes, Error &error) {
  return passes == 0 || passes >= 1
             ? DPCVX_OK
             : error.argument("DPCVX_PLAN_OPTION_MAX_PASSES", passes, "0 or a number of at least 1");
}

// 0 stands for the norm that goes with the rows'.
dpcvx_status check_geometry(double p, Error &error) {
  return p == 0 || p >= 1 ? DPCVX_OK : error.argument("DPCVX_PLAN_OPTION_GEOMETRY", p, "0 or a number of at least 1");
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
  return create_options(kTable, out, error);
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
  DPCVX_TRY(check_options("options", options, kTable, error));
  NewHandle<dpcvx_plan> handle;
  DPCVX_TRY(handle.check(error));
  solve::Plan &plan = handle->plan;
  plan.problem.objective = objective->objective;
  plan.problem.adjacency = budget->budget.adjacency();
  plan.problem.unit = budget->budget.unit();
  plan.problem.filter = budget->budget.terms().filter;
  plan.problem.delta = budget->budget.delta();
  DPCVX_TRY(plan.problem.price.assign(price->curve, error));
  plan.settings = settings_of(options, method);
  DPCVX_TRY(check_order(plan.settings.order, error));
  DPCVX_TRY(check_geometry(plan.settings.geometry, error));
  DPCVX_TRY(check_work_limit(option_real(options, kTable, DPCVX_PLAN_OPTION_MAX_PASSES), error));
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
