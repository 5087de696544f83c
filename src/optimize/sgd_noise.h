// Gaussian noise that hides how far apart SGD on neighbours can end, in the three forms of DPCVX_NOISE_CALIBRATION_*.
#ifndef DPCVX_OPTIMIZE_SGD_NOISE_H_
#define DPCVX_OPTIMIZE_SGD_NOISE_H_

#include "optimize/sgd_stability.h"
#include "privacy/curve/curve.h"

namespace dpcvx::optimize {

// Returns the curve of the output plus noise of that standard deviation (> 0): a mixture of GDP.
dpcvx_status add_noisy_output(const SgdMixture &mixture, double noise, privacy::Curve *curve, Error &error);

// Computes the least standard deviation for which the mixture of lengths has delta(epsilon) <= delta.
double tight_noise(const SgdMixture &mixture, double epsilon, double delta);

// Computes it by one length, exceeded with probability at most gamma, and noise for (epsilon, delta - gamma), with the
// best gamma.
double quantile_noise(const SgdMixture &mixture, double epsilon, double delta);

// Wang, Lei, Ying and Zhang 2022, Theorem 8.
dpcvx_status paper_noise(const SgdStability &stability, double epsilon, double delta, double *noise, Error &error);

}  // namespace dpcvx::optimize

#endif
