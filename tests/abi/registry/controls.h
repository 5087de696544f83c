// Functions that break the rules of the boundary on purpose: the tests that walk the registry must find each of them.
#ifndef DPCVX_TESTS_ABI_REGISTRY_CONTROLS_H_
#define DPCVX_TESTS_ABI_REGISTRY_CONTROLS_H_

#include <cstdio>
#include <cstdlib>

#include "abi/registry/makers.h"
#include "abi/registry/memory.h"

namespace registry {
namespace controls {

inline dpcvx_status fail(const char *function, dpcvx_status status, const char *text, dpcvx_error *err) {
  if (err == nullptr) return status;
  err->code = status;
  std::snprintf(err->message, sizeof(err->message), "%s: %s", function, text);
  return status;
}

inline dpcvx_status succeed(dpcvx_error *err) {
  if (err == nullptr) return DPCVX_OK;
  err->code = DPCVX_OK;
  err->message[0] = '\0';
  return DPCVX_OK;
}

// Takes a NaN.
inline dpcvx_status takes_nan(double x, double *out, dpcvx_error *err) {
  if (x < 0) return fail("takes_nan", DPCVX_ERR_ARGUMENT, "argument 'x' is negative", err);
  if (out == nullptr) return fail("takes_nan", DPCVX_ERR_ARGUMENT, "argument 'out' = NULL", err);
  *out = x;
  return succeed(err);
}

// Writes before it checks.
inline dpcvx_status writes_first(double x, double *out, dpcvx_error *err) {
  if (out == nullptr) return fail("writes_first", DPCVX_ERR_ARGUMENT, "argument 'out' = NULL", err);
  *out = x;
  if (!(x >= 0 && x <= 1)) return fail("writes_first", DPCVX_ERR_ARGUMENT, "argument 'x' is outside [0, 1]", err);
  return succeed(err);
}

// Names no argument.
inline dpcvx_status names_nothing(double x, double *out, dpcvx_error *err) {
  if (!(x >= 0 && x <= 1) || out == nullptr) return fail("names_nothing", DPCVX_ERR_ARGUMENT, "no", err);
  *out = x;
  return succeed(err);
}

// Charges the budget before it checks an argument.
inline dpcvx_status charges_first(dpcvx_budget *budget, double x, dpcvx_error *err) {
  dpcvx_curve *const curve = make_curve();
  const dpcvx_status charged = dpcvx_budget_charge(budget, curve, 1, "control", err);
  dpcvx_curve_destroy(curve);
  if (charged != DPCVX_OK) return charged;
  if (!(x >= 0 && x <= 1)) return fail("charges_first", DPCVX_ERR_ARGUMENT, "argument 'x' is outside [0, 1]", err);
  return succeed(err);
}

// Loses its first block when there is no second.
inline dpcvx_status leaks(double x, dpcvx_error *err) {
  void *const first = std::malloc(8);
  if (first == nullptr) return fail("leaks", DPCVX_ERR_NOMEM, "no memory", err);
  void *const second = std::malloc(static_cast<size_t>(x) + 8);
  if (second == nullptr) return fail("leaks", DPCVX_ERR_NOMEM, "no memory", err);
  std::free(second);
  std::free(first);
  return succeed(err);
}

// Says that memory was missing under another name.
inline dpcvx_status wrong_status(double x, dpcvx_error *err) {
  void *const block = std::malloc(static_cast<size_t>(x) + 8);
  if (block == nullptr) return fail("wrong_status", DPCVX_ERR_NUMERIC, "no memory", err);
  std::free(block);
  return succeed(err);
}

// Takes memory after the charge.
inline dpcvx_status charges_too_early(dpcvx_budget *budget, double x, dpcvx_error *err) {
  memory::fail_at(0);  // the charge itself has its memory
  dpcvx_curve *const curve = make_curve();
  dpcvx_budget_charge(budget, curve, 1, "control", err);
  dpcvx_curve_destroy(curve);
  memory::fail_at(1);
  return wrong_status(x, err) == DPCVX_OK ? DPCVX_OK : fail("charges_too_early", DPCVX_ERR_NOMEM, "no memory", err);
}

}  // namespace controls

// Wrong in their arguments.
inline Registry bad_input_controls() {
  Registry registry;
  registry.add("takes_nan", &controls::takes_nan, {real("x", 1).from(0), out_reals("out")});
  registry.add("writes_first", &controls::writes_first, {real("x", 1).from(0).to(1), out_reals("out")});
  registry.add("names_nothing", &controls::names_nothing, {real("x", 1).from(0).to(1), out_reals("out")});
  registry.add("charges_first", &controls::charges_first, {handle("budget", make_budget), real("x", 1).from(0).to(1)});
  return registry;
}

// Wrong when memory fails.
inline Registry memory_controls() {
  Registry registry;
  registry.add("leaks", &controls::leaks, {real("x", 1)});
  registry.add("wrong_status", &controls::wrong_status, {real("x", 1)});
  registry.add("charges_too_early", &controls::charges_too_early, {handle("budget", make_budget), real("x", 1)});
  return registry;
}

}  // namespace registry

#endif
