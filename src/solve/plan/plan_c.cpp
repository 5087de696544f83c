#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/options.h"
#include "base/text.h"
#include "model/objective_handle.h"
#include "optimize/sgd_choices.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"
#include "solve/core/clipping_choices.h"
#include "solve/method_registry.h"
#include "solve/plan/expected_seconds.h"
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
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION), real_in(-1, 1), -1, into<&Settings::tail_average_fraction>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_PLANNING_RADIUS), real_in(0, 1e30), 0, into<&Settings::planning_radius>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_THREADS), integer_in(1, 64), 1, into<&Settings::threads>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_ALLOW_NO_RESULT), on_or_off(), 0, into<&Settings::allow_no_result>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_BATCH_SIZE), real_in(0, 1e15), 0, into<&Settings::batch_size>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_CLIPPING_NORM), real_in(0, 1e30), 0, into<&Settings::clipping_norm>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS), on_or_off(), 0,
     into<&Settings::drop_oversized_gradients>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_CLIPPING), one_of(solve::kClippings), DPCVX_CLIPPING_AUTOMATIC,
     into<&Settings::clipping>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_SMOOTHING), real_in(-1, 1e30), -1, into<&Settings::smoothing>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_MAX_PASSES), real_in(1, 1e9).or_value(0), 0, into<&Settings::max_passes>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_TOLERANCE), real_in(0, 1e30), 0, into<&Settings::tolerance>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_JACOBIAN_FRACTION), real_in(0, 0.99), 0, into<&Settings::jacobian_fraction>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_ORDER), one_of(optimize::kSgdOrders).or_value(0), 0, into<&Settings::order>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_NOISE_CALIBRATION), one_of(optimize::kNoiseCalibrations),
     DPCVX_NOISE_CALIBRATION_EXACT, into<&Settings::noise_calibration>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_SCHEDULE), one_of(kSchedules), DPCVX_SCHEDULE_OPTIMIZED, into<&Settings::schedule>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_TARGET), one_of(kTargets), DPCVX_TARGET_EMPIRICAL, into<&Settings::target>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_GEOMETRY), real_in(1, INFINITY).or_value(0), 0, into<&Settings::geometry>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_FAILURE_PROBABILITY), real_in(1e-30, 0.999), 0.05,
     into<&Settings::failure_probability>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_SAMPLER_FRACTION), real_in(1e-6, 0.5), 0.01, into<&Settings::sampler_fraction>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_OUTLIERS), one_of(kOutliers), DPCVX_OUTLIERS_DOWNWEIGHT, into<&Settings::outliers>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD), real_in(0, 1e30), 0, into<&Settings::outlier_threshold>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY), real_in(1e-30, 0.999), 1e-4,
     into<&Settings::max_unstable_probability>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION), real_in(0, 0.9), 0,
     into<&Settings::threshold_epsilon_fraction>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_PHASES), integer_in(0, 64), 0, into<&Settings::phases>},
    {DPCVX_NAMED(DPCVX_PLAN_OPTION_FIRST_PHASE_FRACTION), real_in(0.01, 0.99), 0.5,
     into<&Settings::first_phase_fraction>},
};
constexpr OptionsOf<Settings> kOptions("plan options", kKeys);

solve::GivenOptions given_options(const dpcvx_options *options) {
  solve::GivenOptions given;
  for (const OptionKey &row : kKeys)
    if (option_value(options, kOptions, row.key) != row.initial) given.add(row.key, row.name);
  return given;
}

// A plan, seen by one of its methods.
struct MethodPlan {
  const solve::Plan &plan;
  const solve::Method &method;
  const solve::Proposal &proposal;
};

int32_t number_of(const MethodPlan &view) { return view.method.number; }
bool applies(const MethodPlan &view) { return view.proposal.applies; }
int64_t dimension_of(const MethodPlan &view) { return view.plan.problem.objective->dimension(); }
int64_t units_of(const MethodPlan &view) { return view.plan.problem.objective->units(); }
Maybe<double> seconds_of(const MethodPlan &view) {
  if (!view.proposal.applies) return Maybe<double>::none(view.proposal.reason);
  return solve::expected_seconds(view.plan.problem, view.proposal);
}

// The figures that no method's table has: they are the plan's own.
constexpr Figure kPlanRows[] = {
    {DPCVX_NAMED(DPCVX_PLAN_FIGURE_METHOD), from<&number_of>},
    {DPCVX_NAMED(DPCVX_PLAN_FIGURE_APPLIES), from<&applies>},
    {DPCVX_NAMED(DPCVX_PLAN_FIGURE_DIMENSION), from<&dimension_of>},
    {DPCVX_NAMED(DPCVX_PLAN_FIGURE_UNITS), from<&units_of>},
    {DPCVX_NAMED(DPCVX_PLAN_FIGURE_EXPECTED_SECONDS), from<&seconds_of>},
};
constexpr FiguresOf<MethodPlan> kPlanFigures("DPCVX_PLAN_FIGURE_*", kPlanRows);

// The place of a method in a plan; AUTOMATIC is the chosen one.
dpcvx_status find_method(const dpcvx_plan *handle, int32_t method, size_t *place, Error &error) {
  DPCVX_TRY(check_handle("plan", handle, error));
  const solve::Plan &plan = handle->plan;
  *place = method == DPCVX_METHOD_AUTOMATIC ? plan.chosen : plan.methods->find(method);
  if (*place >= plan.methods->count) return error.argument("method", method, "a DPCVX_METHOD_*");
  if ((*plan.methods)[*place].may_lack_result) DPCVX_TRY(handle->compare_rest(error));
  if (plan.planned(*place)) return DPCVX_OK;
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "argument 'method' = %s (%s); accepted: %s (%s), the only method that this plan has. A plan by "
                    "DPCVX_METHOD_AUTOMATIC compares all",
                    show(int64_t{method}).text, (*plan.methods)[*place].name, show(int64_t{plan.method().number}).text,
                    plan.method().name);
}

void read(const solve::FigureRow &row, const solve::Figures &figures, double *value) { *value = row.real(figures); }
void read(const solve::FigureRow &row, const solve::Figures &figures, int64_t *value) { *value = row.integer(figures); }

template <class Value>
dpcvx_status get_figure(const dpcvx_plan *handle, int32_t number, int32_t figure, Value *value, Error &error) {
  size_t place;
  DPCVX_TRY(find_method(handle, number, &place, error));
  DPCVX_TRY(check_pointer("value", value, error));
  const solve::Plan &plan = handle->plan;
  const solve::Method &method = (*plan.methods)[place];
  const solve::Proposal &proposal = plan.proposals[place];
  const solve::FigureRow *const any = plan.methods->find_figure(figure);
  if (any == nullptr || figure == DPCVX_PLAN_FIGURE_APPLIES)
    return get_figure(kPlanFigures, MethodPlan{plan, method, proposal}, figure, value, error);
  if ((any->type == solve::FigureRow::kReal) != std::is_same_v<Value, double>)
    return error.other_type("figure", any->name, std::is_same_v<Value, double> ? "i64" : "f64");
  if (!proposal.applies)
    return error.fail(DPCVX_ERR_UNSUPPORTED, "%s does not apply: %s", method.name, proposal.reason);
  const solve::FigureRow *const row = method.find_figure(figure);
  if (row == nullptr)
    return error.fail(DPCVX_ERR_UNSUPPORTED, "%s has no %s; accepted: a figure of its plan", method.name, any->name);
  read(*row, proposal, value);
  return DPCVX_OK;
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
  if (method != DPCVX_METHOD_AUTOMATIC && solve::kLibraryMethods.find(method) == solve::kLibraryMethods.count)
    return error.argument("method", method, "a DPCVX_METHOD_*");
  solve::Settings settings;
  DPCVX_TRY(read_options(options, kOptions, &settings, error));
  NewHandle<dpcvx_plan> handle;
  DPCVX_TRY(handle.check(error));
  solve::Plan &plan = handle->plan;
  plan.settings = settings;
  plan.given = given_options(options);
  plan.problem.objective = objective->objective;
  plan.problem.adjacency = budget->budget.adjacency();
  plan.problem.unit = budget->budget.unit();
  plan.problem.filter = budget->budget.terms().filter;
  plan.problem.delta = budget->budget.delta();
  DPCVX_TRY(plan.problem.price.assign(price->curve, error));
  DPCVX_TRY(solve::make_plan(solve::kLibraryMethods, method, budget->budget, &plan, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_plan_destroy(dpcvx_plan *plan) { destroy_handle(plan); }

dpcvx_status dpcvx_plan_get_f64(const dpcvx_plan *plan, int32_t method, int32_t figure, double *value,
                                dpcvx_error *err) {
  Error error(err, __func__);
  return get_figure(plan, method, figure, value, error);
}

dpcvx_status dpcvx_plan_get_i64(const dpcvx_plan *plan, int32_t method, int32_t figure, int64_t *value,
                                dpcvx_error *err) {
  Error error(err, __func__);
  return get_figure(plan, method, figure, value, error);
}

dpcvx_status dpcvx_plan_notes(const dpcvx_plan *plan, int32_t kind, char *out, size_t capacity, size_t *length,
                              dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("plan", plan, error));
  if (kind < DPCVX_NOTE_PRIVACY || kind > DPCVX_NOTE_METHOD) return error.argument("kind", kind, "a DPCVX_NOTE_*");
  return copy_written(out, capacity, length, error, [=](Text &text) { plan->plan.write_notes(kind, text); });
}

dpcvx_status dpcvx_plan_reason(const dpcvx_plan *plan, int32_t method, char *out, size_t capacity, size_t *length,
                               dpcvx_error *err) {
  Error error(err, __func__);
  size_t place;
  DPCVX_TRY(find_method(plan, method, &place, error));
  const solve::Proposal &proposal = plan->plan.proposals[place];
  return copy_written(out, capacity, length, error,
                      [&](Text &text) { text.add(proposal.applies ? "it applies" : proposal.reason); });
}

dpcvx_status dpcvx_plan_ranking(const dpcvx_plan *handle, int32_t *methods, int64_t capacity, int64_t *count,
                                dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("plan", handle, error));
  DPCVX_TRY(check_count("capacity", capacity, error));
  DPCVX_TRY(check_array("methods", methods, static_cast<size_t>(capacity), error));
  DPCVX_TRY(check_pointer("count", count, error));
  DPCVX_TRY(handle->compare_rest(error));
  const solve::Plan &plan = handle->plan;
  *count = static_cast<int64_t>(plan.ranked);
  for (size_t i = 0; i < plan.ranked && i < static_cast<size_t>(capacity); ++i)
    methods[i] = (*plan.methods)[plan.ranking[i]].number;
  return DPCVX_OK;
}

dpcvx_status dpcvx_plan_curve(const dpcvx_plan *plan, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("plan", plan, error));
  NewHandle<dpcvx_curve> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(handle->curve.assign(plan->plan.stated_curve(), error));
  handle->terms = {plan->plan.problem.adjacency, plan->plan.problem.unit};
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_plan_to_json(const dpcvx_plan *plan, char *out, size_t capacity, size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("plan", plan, error));
  DPCVX_TRY(plan->compare_rest(error));
  return copy_written(out, capacity, length, error, [&](Text &text) { plan->plan.write_json(text); });
}

dpcvx_status dpcvx_plan_to_text(const dpcvx_plan *plan, char *out, size_t capacity, size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("plan", plan, error));
  DPCVX_TRY(plan->compare_rest(error));
  return copy_written(out, capacity, length, error, [&](Text &text) { plan->plan.write_text(text); });
}
