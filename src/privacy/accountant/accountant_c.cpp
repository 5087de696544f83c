#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "privacy/accountant/accountant_handle.h"
#include "privacy/accountant/bounds.h"
#include "privacy/accountant/calibrate_plan.h"
#include "privacy/accountant/dp_event.h"
#include "privacy/budget/choices.h"
#include "privacy/curve/curve_handle.h"
#include "privacy/pld/tight.h"

namespace dpcvx {
namespace {

dpcvx_status check_kind(int32_t adjacency, int32_t unit, Error &error) {
  DPCVX_TRY(check_choice("adjacency", adjacency, privacy::kAdjacencies, error));
  return check_choice("unit", unit, privacy::kUnits, error);
}

// Checks what every bracket needs, and gives it to the caller.
template <class Compute>
dpcvx_status bracket(const dpcvx_accountant *accountant, double *lower, double *upper, Error &error,
                     const Compute &compute) {
  DPCVX_TRY(check_handle("accountant", accountant, error));
  DPCVX_TRY(check_pointer("lower", lower, error));
  DPCVX_TRY(check_pointer("upper", upper, error));
  privacy::Bracket found;
  DPCVX_TRY(compute(accountant->accountant.curve(), &found));
  *lower = found.lower;
  *upper = found.upper;
  return DPCVX_OK;
}

// An end of the parameters that are tried.
dpcvx_status check_end(const char *name, double value, bool whole, Error &error) {
  DPCVX_TRY(check_nonnegative(name, value, error));
  return !whole || (value == std::floor(value) && value <= 0x1p53)
             ? DPCVX_OK
             : error.argument(name, value, "a whole number up to 2^53");
}

dpcvx_status check_prior(double prior, Error &error) { return check_inside("prior", prior, 0, 1, error); }

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;
using privacy::Bracket;
using privacy::Curve;

dpcvx_status dpcvx_accountant_create(int32_t adjacency, int32_t unit, dpcvx_accountant **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_kind(adjacency, unit, error));
  NewHandle<dpcvx_accountant> made;
  DPCVX_TRY(made.check(error));
  made->accountant.open(adjacency, unit);
  *out = made.give();
  return DPCVX_OK;
}

void dpcvx_accountant_destroy(dpcvx_accountant *accountant) { destroy_handle(accountant); }

dpcvx_status dpcvx_accountant_create_copy(const dpcvx_accountant *accountant, dpcvx_accountant **out,
                                          dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("accountant", accountant, error));
  NewHandle<dpcvx_accountant> made;
  DPCVX_TRY(made.check(error));
  DPCVX_TRY(made->accountant.assign(accountant->accountant, error));
  *out = made.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_accountant_add(dpcvx_accountant *accountant, const dpcvx_curve *curve, int64_t count,
                                  dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("accountant", accountant, error));
  DPCVX_TRY(check_handle("curve", curve, error));
  if (count < 1) return error.argument("count", count, "an integer >= 1");
  const CurveTerms own = {accountant->accountant.adjacency(), accountant->accountant.unit()};
  DPCVX_TRY(check_curve_terms("curve", curve->terms, own, "this accountant counts them", error));
  return accountant->accountant.add(curve->curve, count, curve->deterministic, error);
}

dpcvx_status dpcvx_accountant_merge(dpcvx_accountant *accountant, const dpcvx_accountant *other, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("accountant", accountant, error));
  DPCVX_TRY(check_handle("other", other, error));
  return accountant->accountant.merge(other->accountant, error);
}

dpcvx_status dpcvx_accountant_curve(const dpcvx_accountant *accountant, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("accountant", accountant, error));
  NewHandle<dpcvx_curve> curve;
  DPCVX_TRY(curve.check(error));
  DPCVX_TRY(curve->curve.assign(accountant->accountant.curve(), error));
  curve->deterministic = accountant->accountant.used_deterministic_source();
  curve->terms = {accountant->accountant.adjacency(), accountant->accountant.unit()};
  *out = curve.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_accountant_epsilon(const dpcvx_accountant *accountant, double delta, double *lower, double *upper,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  if (!(delta >= 0 && delta < 1)) return error.argument("delta", delta, "a number in [0, 1)");
  return bracket(accountant, lower, upper, error,
                 [&](const Curve &curve, Bracket *out) { return privacy::epsilon_bracket(curve, delta, out, error); });
}

dpcvx_status dpcvx_accountant_delta(const dpcvx_accountant *accountant, double epsilon, double *lower, double *upper,
                                    dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  return bracket(accountant, lower, upper, error, [&](const Curve &curve, Bracket *out) {
    return privacy::delta_bounds(curve, epsilon, &out->lower, &out->upper, error);
  });
}

dpcvx_status dpcvx_accountant_false_negative_rate(const dpcvx_accountant *accountant, double false_positive_rate,
                                                  double *lower, double *upper, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_between("false_positive_rate", false_positive_rate, 0.0, 1.0, error));
  return bracket(accountant, lower, upper, error, [&](const Curve &curve, Bracket *out) {
    return privacy::false_negative_bracket(curve, false_positive_rate, out, error);
  });
}

dpcvx_status dpcvx_accountant_attack_accuracy(const dpcvx_accountant *accountant, double prior, double *lower,
                                              double *upper, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_prior(prior, error));
  return bracket(accountant, lower, upper, error,
                 [&](const Curve &curve, Bracket *out) { return privacy::accuracy_bracket(curve, prior, out, error); });
}

dpcvx_status dpcvx_accountant_posterior(const dpcvx_accountant *accountant, double prior, double false_positive_rate,
                                        double *lower, double *upper, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_prior(prior, error));
  if (!(false_positive_rate > 0 && false_positive_rate <= 1))
    return error.argument("false_positive_rate", false_positive_rate, "a number in (0, 1]");
  return bracket(accountant, lower, upper, error, [&](const Curve &curve, Bracket *out) {
    return privacy::posterior_bracket(curve, prior, false_positive_rate, out, error);
  });
}

dpcvx_status dpcvx_accountant_gdp_mu(const dpcvx_accountant *accountant, double *mu, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("accountant", accountant, error));
  DPCVX_TRY(check_pointer("mu", mu, error));
  return accountant->accountant.gdp_mu(mu, error);
}

dpcvx_status dpcvx_accountant_zcdp_rho(const dpcvx_accountant *accountant, double *rho, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("accountant", accountant, error));
  DPCVX_TRY(check_pointer("rho", rho, error));
  return accountant->accountant.zcdp_rho(rho, error);
}

dpcvx_status dpcvx_accountant_rdp(const dpcvx_accountant *accountant, double order, double *epsilon, dpcvx_error *err) {
  Error error(err, __func__);
  if (!(order > 1 && order < INFINITY)) return error.argument("order", order, "a finite number > 1");
  DPCVX_TRY(check_handle("accountant", accountant, error));
  DPCVX_TRY(check_pointer("epsilon", epsilon, error));
  return accountant->accountant.rdp(order, epsilon, error);
}

dpcvx_status dpcvx_accountant_calibrate(const dpcvx_accountant *accountant, dpcvx_plan_callback plan, void *user,
                                        double best, double safe, int32_t whole, double epsilon, double delta,
                                        double *parameter, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("accountant", accountant, error));
  DPCVX_TRY(check_pointer("plan", reinterpret_cast<const void *>(plan), error));
  if (whole != 0 && whole != 1) return error.argument("whole", whole, "0 or 1");
  DPCVX_TRY(check_end("best", best, whole == 1, error));
  DPCVX_TRY(check_end("safe", safe, whole == 1, error));
  DPCVX_TRY(check_nonnegative("epsilon", epsilon, error));
  if (!(delta >= 0 && delta < 1)) return error.argument("delta", delta, "a number in [0, 1)");
  DPCVX_TRY(check_pointer("parameter", parameter, error));
  const auto curve_at = [&](double at, Curve *curve) {
    NewHandle<dpcvx_accountant> trial;
    DPCVX_TRY(trial.check(error));
    DPCVX_TRY(trial->accountant.assign(accountant->accountant, error));
    const int32_t answer = plan(at, &*trial, user);
    if (answer == DPCVX_ERR_NOMEM) return error.nomem("a plan");
    if (answer != DPCVX_OK)
      return error.fail(DPCVX_ERR_CALLBACK, "argument 'plan' returned %d at parameter %s; accepted: 0 to go on", answer,
                        show(at).text);
    return curve->assign(trial->accountant.curve(), error);
  };
  return privacy::calibrate_plan(curve_at, {best, safe, whole == 1, epsilon, delta}, parameter, error);
}

dpcvx_status dpcvx_accountant_to_json(const dpcvx_accountant *accountant, char *out, size_t capacity, size_t *length,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("accountant", accountant, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { accountant->accountant.write_json(text); });
}

dpcvx_status dpcvx_accountant_to_text(const dpcvx_accountant *accountant, char *out, size_t capacity, size_t *length,
                                      dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("accountant", accountant, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { accountant->accountant.write_text(text); });
}

dpcvx_status dpcvx_accountant_save(const dpcvx_accountant *accountant, void *out, size_t capacity, size_t *length,
                                   dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("accountant", accountant, error));
  Text bytes;
  accountant->accountant.write_bytes(bytes);
  return copy_out_bytes(bytes, out, capacity, length, error);
}

dpcvx_status dpcvx_accountant_load(const void *bytes, size_t length, dpcvx_accountant **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_array("bytes", bytes, length, error));
  NewHandle<dpcvx_accountant> made;
  DPCVX_TRY(made.check(error));
  DPCVX_TRY(made->accountant.read_bytes(bytes, length, error));
  *out = made.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_accountant_to_dp_event(const dpcvx_accountant *accountant, char *out, size_t capacity,
                                          size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("accountant", accountant, error));
  Text text;
  DPCVX_TRY(privacy::write_dp_event(accountant->accountant, text, error));
  return copy_out(text, out, capacity, length, error);
}

dpcvx_status dpcvx_accountant_create_from_dp_event(const char *json, int32_t adjacency, int32_t unit,
                                                   dpcvx_accountant **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_pointer("json", json, error));
  DPCVX_TRY(check_kind(adjacency, unit, error));
  NewHandle<dpcvx_accountant> made;
  DPCVX_TRY(made.check(error));
  made->accountant.open(adjacency, unit);
  DPCVX_TRY(privacy::read_dp_event(json, &made->accountant, error));
  *out = made.give();
  return DPCVX_OK;
}
