// The releases, each on the skeleton of release.h. The C boundary has checked each argument by itself. Combinations
// that are impossible (a step, a sensitivity, a price) are refused here. Nothing is charged when a release fails.
#ifndef DPCVX_MECHANISM_RELEASES_H_
#define DPCVX_MECHANISM_RELEASES_H_

#include "mechanism/sparse_vector/above_threshold.h"
#include "mechanism/release.h"
#include "mechanism/randomized_response/response.h"

namespace dpcvx::mechanism {

// The values of the release options.
struct ReleaseParameters {
  double step = 0;
  bool monotonic = false;
};

// Compute the scale of the noise of such a release, in the units of the values.
dpcvx_status gaussian_scale(const privacy::Curve &price, size_t n, double l2_sensitivity,
                            const ReleaseParameters &terms, double *sigma, Error &error);
dpcvx_status laplace_scale(const privacy::Curve &price, size_t n, double l1_sensitivity, const ReleaseParameters &terms,
                           double *scale, Error &error);

dpcvx_status release_gaussian(Release &release, const double *values, size_t n, double l2_sensitivity,
                              const ReleaseParameters &terms, double *out);
dpcvx_status release_laplace(Release &release, const double *values, size_t n, double l1_sensitivity,
                             const ReleaseParameters &terms, double *out);
dpcvx_status release_discrete_gaussian(Release &release, const int64_t *values, size_t n, double l2_sensitivity,
                                       int64_t *out);
dpcvx_status release_discrete_laplace(Release &release, const int64_t *values, size_t n, int64_t l1_sensitivity,
                                      int64_t *out);
dpcvx_status release_randomized_response(Release &release, const int64_t *answers, size_t n, int64_t categories,
                                         int64_t *out);
dpcvx_status release_exponential(Release &release, const double *scores, size_t n, double sensitivity,
                                 const ReleaseParameters &terms, int64_t *index);
dpcvx_status release_noisy_max(Release &release, const double *scores, size_t n, double sensitivity,
                               const ReleaseParameters &terms, int64_t *index);
dpcvx_status release_quantile(Release &release, const double *values, size_t n, double q, double low, double high,
                              const ReleaseParameters &terms, double *out);
dpcvx_status release_range(Release &release, const double *values, size_t n, double coverage, double *low,
                           double *high);
// Charges for all answers to come and starts the stream.
dpcvx_status start_above_threshold(Release &release, double threshold, double sensitivity, int64_t max_above,
                                   const ReleaseParameters &terms, AboveThreshold &stream);

}  // namespace dpcvx::mechanism

#endif
