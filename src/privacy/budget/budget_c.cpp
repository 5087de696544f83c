#include "base/check.h"
#include "base/options.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/curve/curve_handle.h"

namespace dpcvx {
namespace {

constexpr OptionKey kKeys[] = {
    {DPCVX_BUDGET_OPTION_FILTER, "DPCVX_BUDGET_OPTION_FILTER", OptionKey::kInteger, DPCVX_FILTER_AUTOMATIC,
     DPCVX_FILTER_RDP, DPCVX_FILTER_AUTOMATIC},
    {DPCVX_BUDGET_OPTION_RDP_ORDER, "DPCVX_BUDGET_OPTION_RDP_ORDER", OptionKey::kReal, 0, 1e9, 0},
    {DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION, "DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION", OptionKey::kReal, 0, 1,
     0},
    {DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION, "DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION", OptionKey::kReal, 0, 1, 0},
};
constexpr OptionTable kTable{"budget options", kKeys, sizeof(kKeys) / sizeof(kKeys[0])};

dpcvx_status check_terms(const privacy::BudgetParameters &terms, Error &error) {
  DPCVX_TRY(check_positive("epsilon", terms.epsilon, error));
  if (!(terms.delta >= 0 && terms.delta < 1)) return error.argument("delta", terms.delta, "a number in [0, 1)");
  if (terms.adjacency != DPCVX_ADJACENCY_REPLACE_ONE && terms.adjacency != DPCVX_ADJACENCY_ADD_REMOVE)
    return error.argument("adjacency", terms.adjacency, "DPCVX_ADJACENCY_REPLACE_ONE or DPCVX_ADJACENCY_ADD_REMOVE");
  if (terms.unit != DPCVX_UNIT_RECORD && terms.unit != DPCVX_UNIT_USER)
    return error.argument("unit", terms.unit, "DPCVX_UNIT_RECORD or DPCVX_UNIT_USER");
  if (terms.rdp_order != 0 && !(terms.rdp_order > 1))
    return error.argument("DPCVX_BUDGET_OPTION_RDP_ORDER", terms.rdp_order, "0 (automatic) or a number > 1");
  return DPCVX_OK;
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_budget_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kTable, out, error);
}

dpcvx_status dpcvx_budget_create(double epsilon, double delta, int32_t adjacency, int32_t unit,
                                 const dpcvx_options *options, dpcvx_budget **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_options("options", options, kTable, error));
  privacy::BudgetParameters terms;
  terms.epsilon = epsilon;
  terms.delta = delta;
  terms.adjacency = adjacency;
  terms.unit = unit;
  terms.filter = static_cast<int32_t>(option_integer(options, kTable, DPCVX_BUDGET_OPTION_FILTER));
  terms.rdp_order = option_real(options, kTable, DPCVX_BUDGET_OPTION_RDP_ORDER);
  terms.basic_epsilon_share = option_real(options, kTable, DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION);
  terms.basic_delta_share = option_real(options, kTable, DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION);
  DPCVX_TRY(check_terms(terms, error));
  NewHandle<dpcvx_budget> budget;
  DPCVX_TRY(budget.check(error));
  DPCVX_TRY(budget->budget.open(terms, error));
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

dpcvx_status dpcvx_budget_get(const dpcvx_budget *budget, int32_t figure, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_pointer("value", value, error));
  if (figure < DPCVX_BUDGET_FIGURE_EPSILON || figure > DPCVX_BUDGET_FIGURE_DETERMINISTIC)
    return error.argument("figure", figure, "a DPCVX_BUDGET_FIGURE_*");
  *value = budget->budget.figure(figure);
  return DPCVX_OK;
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
