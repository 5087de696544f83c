// Calibrates the Gaussian noise of repeated sums, each over a fresh random batch, to a limit.
#ifndef DPCVX_PRIVACY_CALIBRATION_CALIBRATE_SAMPLED_H_
#define DPCVX_PRIVACY_CALIBRATION_CALIBRATE_SAMPLED_H_

#include "base/status.h"
#include "privacy/curve/curve.h"

namespace dpcvx::privacy {

// How far calibrated noise may exceed the least: by 10^-4, in half the time by 5 10^-4, in a fraction of that mostly by
// 1 %, or in a fraction of that by what closed forms (Renyi orders) lose, 5 % and more.
enum class Effort { kFine, kNear, kRough, kClosedForms };

// Computes the least noise multiplier (see Kind) for `steps` rounds of the subsampled Gaussian within (epsilon, delta)
// by tight_delta, rounded up; `kind` is kPoissonGaussian or kFixedSizeGaussian. Fails with DPCVX_ERR_NUMERIC where none
// up to 2^40 suffices.
dpcvx_status calibrate_subsampled(Kind kind, double rate, int64_t steps, double epsilon, double delta,
                                  double *noise_multiplier, Error &error, Effort effort = Effort::kFine);

// Computes it by Renyi orders. With more than one step, a budget with the RDP filter takes that curve at the order
// where its answer is attained.
dpcvx_status calibrate_subsampled_rdp(Kind kind, double rate, int64_t steps, double epsilon, double delta,
                                      double *noise_multiplier, Error &error);

// Returns whether sampling amplifies privacy within this price, under a filter of budgets (DPCVX_FILTER_*). It does if
// the price is one (epsilon, delta) statement or one Renyi table, and the filter adds up such. There is no
// amplification under GDP and zCDP accounting (PROOFS.md, section 8).
bool sampling_is_amplified(const Curve &price, int32_t filter);

// Calibrates `steps` rounds so that all of them together keep the guarantee that a price states. *event, with its
// count, is what they claim: a sampled Gaussian of the kind if sampling_is_amplified, else the GDP of each round. Fails
// with DPCVX_ERR_NUMERIC where no noise up to 2^40 suffices. A price that allows no Gaussian noise gives a count of 0.
dpcvx_status sampled_gaussian_within(const Curve &price, int32_t filter, Kind kind, double rate, int64_t steps,
                                     Event *event, Error &error, Effort effort = Effort::kFine);

// Returns the mu of one round of such an event's Gaussian noise without amplification by sampling, rounded down.
double round_mu(const Event &event);

}  // namespace dpcvx::privacy

#endif
