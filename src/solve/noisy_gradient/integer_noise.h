// Noise on sums of clipped gradients that are taken as integers (model/integer_sum.h), for tables that lie elsewhere.
//
// Units are clipped to C (1 - 2^-20). Rounded to multiples of h they have norm at most C, as h sqrt(d) <= 2^-21 C. So
// rounding adds nothing to the sensitivity, in any rounding mode of the host: it is 2 C under replace-one, and C under
// add/remove (PROOFS.md, section 10).
//
// h is a power of two, 2^k h <= C < 2^(k + 1) h, with the greatest k for which
//   2 n 2^(k + 1) <= 2^62: the sum of twice the nominal units does not wrap,
//   noise is at most 2^48 steps, and k <= 40.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_INTEGER_NOISE_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_INTEGER_NOISE_H_

#include "solve/core/proposal.h"
#include "solve/noisy_gradient/figures.h"

namespace dpcvx::solve {

// The clip of units before their entries are rounded, which leaves them a norm of at most figures.clip.
model::Clip clip_before_rounding(const Figures &figures);

// Plans the noise of one sum that is to be mu-GDP, or refuses where 64 bits do not hold such sums. The proposal has its
// clip and its objective; `sensitivity` is that of the sum.
dpcvx_status plan_integer_noise(double mu, double sensitivity, Proposal *proposal, Error &error);

}  // namespace dpcvx::solve

#endif
