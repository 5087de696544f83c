#include "privacy/curve_handle.h"
#include "privacy/guarantee_handle.h"

using namespace dpcvx;

void dpcvx_guarantee_destroy(dpcvx_guarantee *guarantee) { destroy_handle(guarantee); }

dpcvx_status dpcvx_guarantee_curve(const dpcvx_guarantee *guarantee, dpcvx_curve **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_handle("guarantee", guarantee, error));
  NewHandle<dpcvx_curve> curve;
  DPCVX_TRY(curve.check(error));
  DPCVX_TRY(curve->curve.assign(guarantee->guarantee.curve(), error));
  *out = curve.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_guarantee_to_json(const dpcvx_guarantee *guarantee, char *out, size_t capacity, size_t *length,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("guarantee", guarantee, error));
  Text text;
  guarantee->guarantee.write_json(text);
  return copy_out(text, out, capacity, length, error);
}

dpcvx_status dpcvx_guarantee_to_text(const dpcvx_guarantee *guarantee, char *out, size_t capacity, size_t *length,
                                     dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("guarantee", guarantee, error));
  Text text;
  guarantee->guarantee.write_text(text);
  return copy_out(text, out, capacity, length, error);
}
