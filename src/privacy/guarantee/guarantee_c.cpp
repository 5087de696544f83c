#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "privacy/curve/curve_handle.h"
#include "privacy/guarantee/guarantee_handle.h"
#include "privacy/pld/tight.h"

using namespace dpcvx;

void dpcvx_guarantee_destroy(dpcvx_guarantee *guarantee) { destroy_handle(guarantee); }

dpcvx_status dpcvx_guarantee_terms(const dpcvx_guarantee *guarantee, int32_t *adjacency, int32_t *unit,
                                   dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("guarantee", guarantee, error));
  DPCVX_TRY(check_pointer("adjacency", adjacency, error));
  DPCVX_TRY(check_pointer("unit", unit, error));
  *adjacency = guarantee->guarantee.adjacency();
  *unit = guarantee->guarantee.unit();
  return DPCVX_OK;
}

dpcvx_status dpcvx_guarantee_curve(const dpcvx_guarantee *guarantee, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("guarantee", guarantee, error));
  NewHandle<dpcvx_curve> curve;
  DPCVX_TRY(curve.check(error));
  DPCVX_TRY(curve->curve.assign(guarantee->guarantee.curve(), error));
  curve->deterministic = guarantee->guarantee.deterministic_source();
  curve->terms = {guarantee->guarantee.adjacency(), guarantee->guarantee.unit()};
  *out = curve.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_guarantee_epsilon(const dpcvx_guarantee *guarantee, double delta, double *epsilon,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("guarantee", guarantee, error));
  if (!(delta >= 0 && delta < 1)) return error.argument("delta", delta, "a number in [0, 1)");
  DPCVX_TRY(check_pointer("epsilon", epsilon, error));
  return privacy::tight_epsilon(guarantee->guarantee.curve(), delta, epsilon, error);
}

dpcvx_status dpcvx_guarantee_constant(const dpcvx_guarantee *guarantee, const char *name, double *value,
                                      int32_t *origin, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("guarantee", guarantee, error));
  DPCVX_TRY(check_pointer("name", name, error));
  DPCVX_TRY(check_pointer("value", value, error));
  const privacy::Guarantee::Constant *const constant = guarantee->guarantee.constant(name);
  if (constant == nullptr)
    return error.argument("name", name,
                          "the name of a constant of this guarantee (dpcvx_guarantee_to_json lists them)");
  *value = constant->value;
  if (origin != nullptr) *origin = static_cast<int32_t>(constant->origin);
  return DPCVX_OK;
}

dpcvx_status dpcvx_guarantee_to_json(const dpcvx_guarantee *guarantee, char *out, size_t capacity, size_t *length,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("guarantee", guarantee, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { guarantee->guarantee.write_json(text); });
}

dpcvx_status dpcvx_guarantee_to_text(const dpcvx_guarantee *guarantee, char *out, size_t capacity, size_t *length,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("guarantee", guarantee, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { guarantee->guarantee.write_text(text); });
}
