#include "base/check.h"
#include "base/error.h"
#include "dpcvx/mechanism.h"
#include "mechanism/release_boundary.h"

using namespace dpcvx;
using namespace dpcvx::mechanism;

dpcvx_status dpcvx_release_gaussian(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                    const double *values, int64_t n, double l2_sensitivity,
                                    const dpcvx_options *options, double *out, dpcvx_guarantee **guarantee,
                                    dpcvx_error *err) {
  Error error(err, __func__);
  return run_release({budget, rng, price}, guarantee, error, [&](Release &release) -> dpcvx_status {
    DPCVX_TRY(check_vector("values", values, n, 0, error));
    DPCVX_TRY(check_positive("l2_sensitivity", l2_sensitivity, error));
    ReleaseParameters terms;
    DPCVX_TRY(read_terms(options, Takes::kStep, terms, error));
    DPCVX_TRY(check_array("out", out, static_cast<size_t>(n), error));
    return release_gaussian(release, values, static_cast<size_t>(n), l2_sensitivity, terms, out);
  });
}

dpcvx_status dpcvx_release_laplace(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price, const double *values,
                                   int64_t n, double l1_sensitivity, const dpcvx_options *options, double *out,
                                   dpcvx_guarantee **guarantee, dpcvx_error *err) {
  Error error(err, __func__);
  return run_release({budget, rng, price}, guarantee, error, [&](Release &release) -> dpcvx_status {
    DPCVX_TRY(check_vector("values", values, n, 0, error));
    DPCVX_TRY(check_positive("l1_sensitivity", l1_sensitivity, error));
    ReleaseParameters terms;
    DPCVX_TRY(read_terms(options, Takes::kStep, terms, error));
    DPCVX_TRY(check_array("out", out, static_cast<size_t>(n), error));
    return release_laplace(release, values, static_cast<size_t>(n), l1_sensitivity, terms, out);
  });
}

dpcvx_status dpcvx_release_discrete_gaussian(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                             const int64_t *values, int64_t n, double l2_sensitivity, int64_t *out,
                                             dpcvx_guarantee **guarantee, dpcvx_error *err) {
  Error error(err, __func__);
  return run_release({budget, rng, price}, guarantee, error, [&](Release &release) -> dpcvx_status {
    DPCVX_TRY(check_vector("values", values, n, 0, error));
    DPCVX_TRY(check_positive("l2_sensitivity", l2_sensitivity, error));
    DPCVX_TRY(check_array("out", out, static_cast<size_t>(n), error));
    return release_discrete_gaussian(release, values, static_cast<size_t>(n), l2_sensitivity, out);
  });
}

dpcvx_status dpcvx_release_discrete_laplace(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                            const int64_t *values, int64_t n, int64_t l1_sensitivity, int64_t *out,
                                            dpcvx_guarantee **guarantee, dpcvx_error *err) {
  Error error(err, __func__);
  return run_release({budget, rng, price}, guarantee, error, [&](Release &release) -> dpcvx_status {
    DPCVX_TRY(check_vector("values", values, n, 0, error));
    DPCVX_TRY(check_between("l1_sensitivity", l1_sensitivity, 1, INT64_MAX, error));
    DPCVX_TRY(check_array("out", out, static_cast<size_t>(n), error));
    return release_discrete_laplace(release, values, static_cast<size_t>(n), l1_sensitivity, out);
  });
}

dpcvx_status dpcvx_release_gaussian_scale(const dpcvx_curve *price, int64_t n, double l2_sensitivity,
                                          const dpcvx_options *options, double *sigma, dpcvx_error *err) {
  Error error(err, __func__);
  ReleaseParameters terms;
  DPCVX_TRY(check_handle("price", price, error));
  DPCVX_TRY(check_count("n", n, error));
  DPCVX_TRY(check_positive("l2_sensitivity", l2_sensitivity, error));
  DPCVX_TRY(read_terms(options, Takes::kStep, terms, error));
  DPCVX_TRY(check_pointer("sigma", sigma, error));
  return gaussian_scale(price->curve, static_cast<size_t>(n), l2_sensitivity, terms, sigma, error);
}

dpcvx_status dpcvx_release_laplace_scale(const dpcvx_curve *price, int64_t n, double l1_sensitivity,
                                         const dpcvx_options *options, double *scale, dpcvx_error *err) {
  Error error(err, __func__);
  ReleaseParameters terms;
  DPCVX_TRY(check_handle("price", price, error));
  DPCVX_TRY(check_count("n", n, error));
  DPCVX_TRY(check_positive("l1_sensitivity", l1_sensitivity, error));
  DPCVX_TRY(read_terms(options, Takes::kStep, terms, error));
  DPCVX_TRY(check_pointer("scale", scale, error));
  return laplace_scale(price->curve, static_cast<size_t>(n), l1_sensitivity, terms, scale, error);
}
