#include <cstring>

#include "base/check.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/options.h"
#include "base/text.h"
#include "privacy/budget/budget_handle.h"
#include "privacy/budget/choices.h"
#include "privacy/curve/curve_handle.h"
#include "privacy/guarantee/guarantee_handle.h"
#include "privacy/guarantee/names.h"

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
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_LEDGER_FRAMES), from<&Budget::ledger_frames>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_LEDGER_HEAD), from<&Budget::ledger_head>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_EPSILON_REMAINING), from<&Budget::epsilon_remaining>},
    {DPCVX_NAMED(DPCVX_BUDGET_FIGURE_LEDGER_CUT_BYTES), from<&Budget::ledger_cut_bytes>},
};
constexpr FiguresOf<Budget> kFigures("DPCVX_BUDGET_FIGURE_*", kRows);

// Reads and checks the terms of a new budget.
dpcvx_status read_parameters(double epsilon, double delta, int32_t adjacency, int32_t unit,
                             const dpcvx_options *options, BudgetParameters *out, Error &error) {
  out->epsilon = epsilon;
  out->delta = delta;
  out->adjacency = adjacency;
  out->unit = unit;
  DPCVX_TRY(read_options(options, kOptions, out, error));
  DPCVX_TRY(check_positive("epsilon", epsilon, error));
  if (!(delta >= 0 && delta < 1)) return error.argument("delta", delta, "a number in [0, 1)");
  DPCVX_TRY(check_choice("adjacency", adjacency, privacy::kAdjacencies, error));
  return check_choice("unit", unit, privacy::kUnits, error);
}

dpcvx_status read_key(const void *bytes, size_t size, privacy::LedgerKey *key, Error &error) {
  if (size == 0) return DPCVX_OK;
  if (size != SipHash::kKeyBytes)
    return error.argument("key_bytes", static_cast<int64_t>(size), "16, or 0 for a ledger without a key");
  DPCVX_TRY(check_array("key", static_cast<const unsigned char *>(bytes), size, error));
  std::memcpy(key->bytes, bytes, size);
  key->given = true;
  return DPCVX_OK;
}

// A curve whose unit and adjacency, where they are known, are the budget's.
dpcvx_status check_curve(const dpcvx_budget *budget, const dpcvx_curve *curve, Error &error) {
  DPCVX_TRY(check_handle("curve", curve, error));
  const CurveTerms own = {budget->budget.adjacency(), budget->budget.unit()};
  return check_curve_terms("curve", curve->terms, own, "this budget counts them", error);
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
  DPCVX_TRY(read_parameters(epsilon, delta, adjacency, unit, options, &parameters, error));
  NewHandle<dpcvx_budget> budget;
  DPCVX_TRY(budget.check(error));
  DPCVX_TRY(budget->budget.open(parameters, error));
  *out = budget.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_budget_create_ledger(const char *path, const void *key, size_t key_bytes, double epsilon,
                                        double delta, int32_t adjacency, int32_t unit, const dpcvx_options *options,
                                        dpcvx_budget **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_pointer("path", path, error));
  privacy::LedgerKey secret;
  DPCVX_TRY(read_key(key, key_bytes, &secret, error));
  privacy::BudgetParameters parameters;
  DPCVX_TRY(read_parameters(epsilon, delta, adjacency, unit, options, &parameters, error));
  NewHandle<dpcvx_budget> budget;
  DPCVX_TRY(budget.check(error));
  DPCVX_TRY(budget->budget.create_file(path, parameters, secret, error));
  *out = budget.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_budget_open_ledger(const char *path, const void *key, size_t key_bytes, int64_t frames, int64_t head,
                                      dpcvx_budget **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_pointer("path", path, error));
  privacy::LedgerKey secret;
  DPCVX_TRY(read_key(key, key_bytes, &secret, error));
  if (frames < 0) return error.argument("frames", frames, "an integer >= 0");
  if (frames == 0 && head != 0)
    return error.argument("head", head,
                          "0 where 'frames' is 0: a head is known with its number of frames, or not at all");
  NewHandle<dpcvx_budget> budget;
  DPCVX_TRY(budget.check(error));
  const dpcvx_status status = budget->budget.open_file(path, secret, {frames, static_cast<uint64_t>(head)}, error);
  // Messages of other kinds hold the caller's path, which may have that word.
  if (status == DPCVX_ERR_ARGUMENT || status == DPCVX_ERR_LEDGER_DAMAGED) error.rename("'ledger'", "'path'");
  DPCVX_TRY(status);
  *out = budget.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_budget_save(const dpcvx_budget *budget, void *out, size_t capacity, size_t *length,
                               dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  if (budget->budget.is_rehearsal())
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'budget' = a rehearsal, which has no charges to keep; accepted: the budget itself");
  Text bytes;
  budget->budget.save(bytes);
  return copy_out_bytes(bytes, out, capacity, length, error);
}

dpcvx_status dpcvx_budget_load(const void *bytes, size_t length, const void *key, size_t key_bytes, dpcvx_budget **out,
                               dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_array("bytes", bytes, length, error));
  privacy::LedgerKey secret;
  DPCVX_TRY(read_key(key, key_bytes, &secret, error));
  NewHandle<dpcvx_budget> budget;
  DPCVX_TRY(budget.check(error));
  const dpcvx_status status = budget->budget.load(bytes, length, secret, error);
  if (status != DPCVX_OK) error.rename("'ledger'", "'bytes'");
  DPCVX_TRY(status);
  *out = budget.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_budget_describe(dpcvx_budget *budget, int32_t field, const char *text, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_choice("field", field, privacy::kFields, error));
  DPCVX_TRY(check_pointer("text", text, error));
  return budget->budget.describe(field, text, error);
}

dpcvx_status dpcvx_budget_set_label(dpcvx_budget *budget, const char *label, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  return budget->budget.set_heading(label, error);
}

void dpcvx_budget_destroy(dpcvx_budget *budget) { destroy_handle(budget); }

dpcvx_status dpcvx_budget_charge(dpcvx_budget *budget, const dpcvx_curve *curve, int64_t count, const char *label,
                                 dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_curve(budget, curve, error));
  return budget->budget.charge(curve->curve, count, label, curve->deterministic, error);
}

dpcvx_status dpcvx_budget_charge_guarantee(dpcvx_budget *budget, const dpcvx_guarantee *guarantee, const char *label,
                                           dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_handle("guarantee", guarantee, error));
  const privacy::Guarantee &record = guarantee->guarantee;
  const Budget &own = budget->budget;
  if (record.unit() != own.unit() || record.adjacency() != own.adjacency())
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'guarantee' = one of a %s under %s; accepted: one of a %s under %s, as this budget "
                      "counts them",
                      privacy::unit_name(record.unit()), privacy::adjacency_words(record.adjacency()),
                      privacy::unit_name(own.unit()), privacy::adjacency_words(own.adjacency()));
  return budget->budget.charge(record.curve(), 1, label, record.deterministic_source(), error);
}

dpcvx_status dpcvx_budget_charge_at_delta(dpcvx_budget *budget, const dpcvx_curve *curve, int64_t count, double delta,
                                          const char *label, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_curve(budget, curve, error));
  if (!(delta >= 0 && delta < 1)) return error.argument("delta", delta, "a number in [0, 1)");
  return budget->budget.charge_at(curve->curve, count, delta, label, curve->deterministic, error);
}

dpcvx_status dpcvx_budget_can_charge(const dpcvx_budget *budget, const dpcvx_curve *curve, int64_t count, int32_t *fits,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_curve(budget, curve, error));
  DPCVX_TRY(check_pointer("fits", fits, error));
  if (count < 1) return error.argument("count", count, "an integer >= 1");
  Error unsaid(nullptr, __func__);  // that a charge would not fit is an answer here, not a failure
  *fits = budget->budget.can_charge(curve->curve, count, unsaid) == DPCVX_OK ? 1 : 0;
  return DPCVX_OK;
}

dpcvx_status dpcvx_budget_create_rehearsal(const dpcvx_budget *budget, dpcvx_budget **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_budget(budget, error));
  NewHandle<dpcvx_budget> rehearsal;
  DPCVX_TRY(rehearsal.check(error));
  DPCVX_TRY(budget->budget.rehearse(&rehearsal->budget, error));
  *out = rehearsal.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_budget_odometer(const dpcvx_budget *budget, double delta, double *loss, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_budget(budget, error));
  DPCVX_TRY(check_pointer("loss", loss, error));
  if (!(delta > 0 && delta < 1)) return error.argument("delta", delta, "a number in (0, 1)");
  *loss = budget->budget.odometer(delta);
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
