#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/options.h"
#include "base/text.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/budget/choices.h"
#include "privacy/curve/curve_handle.h"

namespace dpcvx {
namespace {

using privacy::BudgetParameters;

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_BUDGET_OPTION_FILTER), one_of(privacy::kFilters), DPCVX_FILTER_AUTOMATIC,
     into<&BudgetParameters::filter>},
    {DPCVX_NAMED(DPCVX_BUDGET_OPTION_RDP_ORDER), real_above(1, 1e9).or_value(0), 0, into<&BudgetParameters::rdp_order>},
    {DPCVX_NAMED(DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION), real_in(0, 1), 0,
     into<&BudgetParameters::basic_epsilon_fraction>},
    {DPCVX_NAMED(DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION), real_in(0, 1), 0,
     into<&BudgetParameters::basic_delta_fraction>},
};
constexpr OptionsOf<BudgetParameters> kOptions("budget options", kKeys);

using privacy::Budget;

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_EPSILON), from<&Budget::epsilon>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_DELTA), from<&Budget::delta>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_MAIN_LIMIT), from<&Budget::main_limit>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_MAIN_SPENT), from<&Budget::main_spent>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_MAIN_REMAINING), from<&Budget::main_remaining>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_BASIC_EPSILON_REMAINING), from<&Budget::basic_epsilon_remaining>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_BASIC_DELTA_REMAINING), from<&Budget::basic_delta_remaining>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_EPSILON_SPENT), from<&Budget::epsilon_spent>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_CHARGES), from<&Budget::charges>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_ADJACENCY), from<&Budget::adjacency>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_UNIT), from<&Budget::unit>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_FILTER), from<&Budget::filter>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_RDP_ORDER), from<&Budget::rdp_order>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_DETERMINISTIC), from<&Budget::used_deterministic_source>},
};
constexpr FiguresOf<Budget> kFigures("DPCVX_BUDGET_FIGURE_*", kRows);

dpcvx_status check_parameters(const BudgetParameters &parameters, Error &error) {
  DPCVX_TRY(check_positive("epsilon", parameters.epsilon, error));
  if (!(parameters.delta >= 0 && parameters.delta < 1))
    return error.argument("delta", parameters.delta, "a number in [0, 1)");
  DPCVX_TRY(check_choice("adjacency", parameters.adjacency, privacy::kAdjacencies, error));
  return check_choice("unit", parameters.unit, privacy::kUnits, error);
}

}  // namespace

}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_budget_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_budget_create(double epsilon, double delta, int32_t adjacency, int32_t unit,
                                 const dpcvx_options *options, dpcvx_budget **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  privacy::BudgetParameters parameters;
  parameters.epsilon = epsilon;
  parameters.delta = delta;
  parameters.adjacency = adjacency;
  parameters.unit = unit;
  DPCVX_TRY(read_options(options, kOptions, &parameters, error));
  DPCVX_TRY(check_parameters(parameters, error));
  NewHandle<dpcvx_budget> budget;
  DPCVX_TRY(budget.check(error));
  DPCVX_TRY(budget->budget.open(parameters, error));
  *out = budget.give();
  return DPCVX_OK;
}

void dpcvx_budget_destroy(dpcvx_budget *budget) { destroy_handle(budget); }

dpcvx_status dpcvx_budget_charge(dpcvx_budget *budget, const dpcvx_curve *curve, int64_t count, const char *label,
                                 dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_handle("curve", curve, error));
  return budget->budget.charge(curve->curve, count, label, curve->deterministic, error);
}

dpcvx_status dpcvx_budget_charge_at_delta(dpcvx_budget *budget, const dpcvx_curve *curve, int64_t count, double delta,
                                          const char *label, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_handle("curve", curve, error));
  if (!(delta >= 0 && delta < 1)) return error.argument("delta", delta, "a number in [0, 1)");
  return budget->budget.charge_at(curve->curve, count, delta, label, curve->deterministic, error);
}

dpcvx_status dpcvx_budget_can_charge(const dpcvx_budget *budget, const dpcvx_curve *curve, int64_t count, int32_t *fits,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_handle("curve", curve, error));
  DPCVX_TRY(check_pointer("fits", fits, error));
  if (count < 1) return error.argument("count", count, "an integer >= 1");
  Error unsaid(nullptr, __func__);  // that a charge would not fit is an answer here, not a failure
  *fits = budget->budget.can_charge(curve->curve, count, unsaid) == DPCVX_OK ? 1 : 0;
  return DPCVX_OK;
}

dpcvx_status dpcvx_budget_get_f64(const dpcvx_budget *budget, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  return get_figure(kFigures, budget->budget, figure, value, error);
}

dpcvx_status dpcvx_budget_get_i64(const dpcvx_budget *budget, int32_t figure, int64_t *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  return get_figure(kFigures, budget->budget, figure, value, error);
}

dpcvx_status dpcvx_budget_price(const dpcvx_budget *budget, double share, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_budget(budget, error));
  if (!(share > 0 && share <= 1)) return error.argument("share", share, "a number in (0, 1]");
  NewHandle<dpcvx_curve> curve;
  DPCVX_TRY(curve.check(error));
  DPCVX_TRY(budget->budget.price(share, &curve->curve, error));
  *out = curve.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_budget_to_json(const dpcvx_budget *budget, char *out, size_t capacity, size_t *length,
                                  dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { budget->budget.write_json(text); });
}

dpcvx_status dpcvx_budget_to_text(const dpcvx_budget *budget, char *out, size_t capacity, size_t *length,
                                  dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { budget->budget.write_text(text); });
}
