#include "base/check.h"
#include "base/error.h"
#include "base/text.h"
#include "random/rng_handle.h"
#include "random/samplers.h"

using dpcvx::Error;
using dpcvx::NewHandle;
using dpcvx::random::StripSampler;

namespace {

dpcvx_status check_draw(dpcvx_rng *rng, const void *out, int64_t n, Error &error) {
  DPCVX_TRY(dpcvx::check_handle("rng", rng, error));
  DPCVX_TRY(dpcvx::check_count("n", n, error));
  return dpcvx::check_array("out", out, static_cast<size_t>(n), error);
}

dpcvx_status draw_strips(dpcvx_rng *rng, void (StripSampler::*setter)(double), double parameter, int64_t *out,
                         int64_t n, Error &error) {
  DPCVX_TRY(rng->rng.prepare(error));
  rng->last.get(setter, parameter).draw(rng->rng, out, static_cast<size_t>(n));
  return DPCVX_OK;
}

}  // namespace

dpcvx_status dpcvx_rng_create(dpcvx_rng **out, dpcvx_error *err) {
  Error error(err, "dpcvx_rng_create");
  DPCVX_TRY(dpcvx::check_out("out", out, error));
  NewHandle<dpcvx_rng> rng;
  DPCVX_TRY(rng.check(error));
  DPCVX_TRY(rng->rng.open(error));
  *out = rng.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_rng_create_deterministic(const void *seed, size_t seed_bytes, dpcvx_rng **out, dpcvx_error *err) {
  Error error(err, "dpcvx_rng_create_deterministic");
  DPCVX_TRY(dpcvx::check_out("out", out, error));
  DPCVX_TRY(dpcvx::check_pointer("seed", seed, error));
  if (seed_bytes < 1 || seed_bytes > 32)
    return error.argument("seed_bytes", dpcvx::show(static_cast<int64_t>(seed_bytes)).text, "1 to 32");
  NewHandle<dpcvx_rng> rng;
  DPCVX_TRY(rng.check(error));
  DPCVX_TRY(rng->rng.open_deterministic(seed, seed_bytes, error));
  *out = rng.give();
  return DPCVX_OK;
}

void dpcvx_rng_destroy(dpcvx_rng *rng) { dpcvx::destroy_handle(rng); }

dpcvx_status dpcvx_rng_is_deterministic(const dpcvx_rng *rng, int32_t *deterministic, dpcvx_error *err) {
  Error error(err, "dpcvx_rng_is_deterministic");
  DPCVX_TRY(dpcvx::check_handle("rng", rng, error));
  DPCVX_TRY(dpcvx::check_pointer("deterministic", deterministic, error));
  *deterministic = rng->rng.is_deterministic();
  return DPCVX_OK;
}

dpcvx_status dpcvx_rng_draw_bytes(dpcvx_rng *rng, void *out, size_t bytes, dpcvx_error *err) {
  Error error(err, "dpcvx_rng_draw_bytes");
  DPCVX_TRY(dpcvx::check_handle("rng", rng, error));
  DPCVX_TRY(dpcvx::check_array("out", out, bytes, error));
  DPCVX_TRY(rng->rng.prepare(error));
  rng->rng.fill(out, bytes);
  return DPCVX_OK;
}

dpcvx_status dpcvx_rng_draw_uniform(dpcvx_rng *rng, int64_t bound, int64_t *out, int64_t n, dpcvx_error *err) {
  Error error(err, "dpcvx_rng_draw_uniform");
  DPCVX_TRY(check_draw(rng, out, n, error));
  DPCVX_TRY(dpcvx::check_between("bound", bound, int64_t{1}, INT64_MAX, error));
  DPCVX_TRY(rng->rng.prepare(error));
  for (int64_t i = 0; i < n; ++i)
    out[i] = static_cast<int64_t>(dpcvx::random::uniform(rng->rng, static_cast<uint64_t>(bound)));
  return DPCVX_OK;
}

dpcvx_status dpcvx_rng_draw_bernoulli_exp(dpcvx_rng *rng, double x, int32_t *out, int64_t n, dpcvx_error *err) {
  Error error(err, "dpcvx_rng_draw_bernoulli_exp");
  DPCVX_TRY(check_draw(rng, out, n, error));
  DPCVX_TRY(dpcvx::check_nonnegative("x", x, error));
  DPCVX_TRY(rng->rng.prepare(error));
  for (int64_t i = 0; i < n; ++i) out[i] = dpcvx::random::bernoulli_exp(rng->rng, x);
  return DPCVX_OK;
}

dpcvx_status dpcvx_rng_draw_discrete_laplace(dpcvx_rng *rng, double scale, int64_t *out, int64_t n, dpcvx_error *err) {
  Error error(err, "dpcvx_rng_draw_discrete_laplace");
  DPCVX_TRY(check_draw(rng, out, n, error));
  DPCVX_TRY(dpcvx::check_between("scale", scale, 0x1p-10, 0x1p50, error));
  return draw_strips(rng, &StripSampler::set_discrete_laplace, scale, out, n, error);
}

dpcvx_status dpcvx_rng_draw_discrete_gaussian(dpcvx_rng *rng, double sigma, int64_t *out, int64_t n, dpcvx_error *err) {
  Error error(err, "dpcvx_rng_draw_discrete_gaussian");
  DPCVX_TRY(check_draw(rng, out, n, error));
  DPCVX_TRY(dpcvx::check_between("sigma", sigma, 0x1p-5, 0x1p50, error));
  return draw_strips(rng, &StripSampler::set_discrete_gaussian, sigma, out, n, error);
}

dpcvx_status dpcvx_rng_draw_rounded_gaussian(dpcvx_rng *rng, double sigma, int64_t *out, int64_t n, dpcvx_error *err) {
  Error error(err, "dpcvx_rng_draw_rounded_gaussian");
  DPCVX_TRY(check_draw(rng, out, n, error));
  DPCVX_TRY(dpcvx::check_between("sigma", sigma, 0x1p-5, 0x1p50, error));
  return draw_strips(rng, &StripSampler::set_rounded_gaussian, sigma, out, n, error);
}

dpcvx_status dpcvx_rng_draw_truncated_discrete_laplace(dpcvx_rng *rng, double epsilon, int64_t kappa, int64_t *out,
                                                       int64_t n, dpcvx_error *err) {
  Error error(err, "dpcvx_rng_draw_truncated_discrete_laplace");
  DPCVX_TRY(check_draw(rng, out, n, error));
  DPCVX_TRY(dpcvx::check_positive("epsilon", epsilon, error));
  DPCVX_TRY(dpcvx::check_between("epsilon", epsilon, 0.0, 0x1p10, error));
  DPCVX_TRY(dpcvx::check_between("kappa", kappa, int64_t{0}, dpcvx::random::kMaxKappa, error));
  DPCVX_TRY(rng->rng.prepare(error));
  dpcvx::random::truncated_discrete_laplace(rng->rng, epsilon, kappa, out, static_cast<size_t>(n));
  return DPCVX_OK;
}

dpcvx_status dpcvx_truncated_discrete_laplace_kappa(double epsilon, double delta, int64_t *kappa,
                                                    double *edge_probability, dpcvx_error *err) {
  Error error(err, "dpcvx_truncated_discrete_laplace_kappa");
  DPCVX_TRY(dpcvx::check_positive("epsilon", epsilon, error));
  DPCVX_TRY(dpcvx::check_between("epsilon", epsilon, 0.0, 0x1p10, error));
  DPCVX_TRY(dpcvx::check_inside("delta", delta, 0, 1, error));
  DPCVX_TRY(dpcvx::check_pointer("kappa", kappa, error));
  int64_t least;
  double edge;
  DPCVX_TRY(dpcvx::random::truncated_laplace_kappa(epsilon, delta, &least, &edge, error));
  *kappa = least;
  if (edge_probability != nullptr) *edge_probability = edge;
  return DPCVX_OK;
}
