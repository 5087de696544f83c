#include "base/check.h"
#include "base/error.h"
#include "dpcvx/mechanism.h"
#include "mechanism/release_boundary.h"

using namespace dpcvx;
using namespace dpcvx::mechanism;

namespace {

// Implements the two selections: from scores to an index.
dpcvx_status select_index(const Payment &payment, const double *scores, int64_t n, double sensitivity,
                          const dpcvx_options *options, int64_t *index, dpcvx_guarantee **guarantee,
                          decltype(release_exponential) *select, Error &error) {
  return run_release(payment, guarantee, error, [&](Release &release) -> dpcvx_status {
    DPCVX_TRY(check_vector("scores", scores, n, 1, error));
    DPCVX_TRY(check_positive("sensitivity", sensitivity, error));
    ReleaseParameters terms;
    DPCVX_TRY(read_terms(options, Takes::kStepAndMonotonic, terms, error));
    DPCVX_TRY(check_pointer("index", index, error));
    return select(release, scores, static_cast<size_t>(n), sensitivity, terms, index);
  });
}

}  // namespace

dpcvx_status dpcvx_release_exponential(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                       const double *scores, int64_t n, double sensitivity,
                                       const dpcvx_options *options, int64_t *index, dpcvx_guarantee **guarantee,
                                       dpcvx_error *err) {
  Error error(err, __func__);
  return select_index({budget, rng, price}, scores, n, sensitivity, options, index, guarantee, release_exponential,
                      error);
}

dpcvx_status dpcvx_release_noisy_max(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                     const double *scores, int64_t n, double sensitivity, const dpcvx_options *options,
                                     int64_t *index, dpcvx_guarantee **guarantee, dpcvx_error *err) {
  Error error(err, __func__);
  return select_index({budget, rng, price}, scores, n, sensitivity, options, index, guarantee, release_noisy_max,
                      error);
}

dpcvx_status dpcvx_release_quantile(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                    const double *values, int64_t n, double q, double low, double high,
                                    const dpcvx_options *options, double *out, dpcvx_guarantee **guarantee,
                                    dpcvx_error *err) {
  Error error(err, __func__);
  return run_release({budget, rng, price}, guarantee, error, [&](Release &release) -> dpcvx_status {
    DPCVX_TRY(check_vector("values", values, n, 0, error));
    DPCVX_TRY(check_between("q", q, 0, 1, error));
    DPCVX_TRY(check_finite("low", low, error));
    DPCVX_TRY(check_finite("high", high, error));
    if (!(low <= high)) return error.argument("high", high, "a number >= 'low'");
    ReleaseParameters terms;
    DPCVX_TRY(read_terms(options, Takes::kStep, terms, error));
    DPCVX_TRY(check_pointer("out", out, error));
    return release_quantile(release, values, static_cast<size_t>(n), q, low, high, terms, out);
  });
}

dpcvx_status dpcvx_release_range(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price, const double *values,
                                 int64_t n, double coverage, double *low, double *high, dpcvx_guarantee **guarantee,
                                 dpcvx_error *err) {
  Error error(err, __func__);
  return run_release({budget, rng, price}, guarantee, error, [&](Release &release) -> dpcvx_status {
    DPCVX_TRY(check_vector("values", values, n, 0, error));
    DPCVX_TRY(check_inside("coverage", coverage, 0, 1, error));
    DPCVX_TRY(check_pointer("low", low, error));
    DPCVX_TRY(check_pointer("high", high, error));
    return release_range(release, values, static_cast<size_t>(n), coverage, low, high);
  });
}
