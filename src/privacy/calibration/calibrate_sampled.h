// What a limit allows when each of a number of rounds adds Gaussian noise to a sum over a random batch.
#ifndef DPCVX_PRIVACY_CALIBRATION_CALIBRATE_SAMPLED_H_
#define DPCVX_PRIVACY_CALIBRATION_CALIBRATE_SAMPLED_H_

#include "base/error.h"
#include "privacy/curve/curve.h"

namespace dpcvx {
namespace privacy {

// What calibrated noise may be above the least: a part in 10^4, or, in a fraction of the time, mostly a percent.
enum class Effort { kFine, kRough };

// The least noise multiplier (see Kind) for `steps` rounds of the subsampled Gaussian within (epsilon, delta) by
// tight_delta, rounded up; `kind` is kPoissonGaussian or kFixedSizeGaussian. DPCVX_ERR_NUMERIC where none up to 2^40
// will do.
dpcvx_status calibrate_subsampled(Kind kind, double rate, int64_t steps, double epsilon, double delta,
                                  double *noise_multiplier, Error &error, Effort effort = Effort::kFine);

// The same by Renyi orders: with more than one step, a budget with the filter of Renyi DP takes that curve, at the
// order where its answer is attained.
dpcvx_status calibrate_subsampled_rdp(Kind kind, double rate, int64_t steps, double epsilon, double delta,
                                      double *noise_multiplier, Error &error);

// Whether sampling makes a release within this price cheaper, under a filter of budgets (DPCVX_FILTER_*): where the
// price is one (epsilon, delta) statement or one Renyi table, and the filter adds up such. In GDP and zCDP no sampling
// gains anything (PROOFS.md, section 8).
bool sampling_is_amplified(const Curve &price, int32_t filter);

// What `steps` rounds may be so that all of them together keep the guarantee that a price states: *event, with its
// count, is what they claim, a sampled Gaussian of the kind where sampling_is_amplified, else GDP of each round.
// DPCVX_ERR_NUMERIC where no noise up to 2^40 will do; a price that allows no Gaussian noise gives a count of 0.
dpcvx_status sampled_gaussian_within(const Curve &price, int32_t filter, Kind kind, double rate, int64_t steps,
                                     Event *event, Error &error, Effort effort = Effort::kFine);

// The mu of one round of such an event's Gaussian noise, sampling left aside; rounded down.
double round_mu(const Event &event);

}  // namespace privacy
}  // namespace dpcvx

#endif
