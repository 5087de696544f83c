// How finely the numbers of a unit can be counted, where sums are integers modulo 2^64 (for tables that lie elsewhere).
#ifndef DPCVX_SOLVE_CORE_INTEGER_BITS_H_
#define DPCVX_SOLVE_CORE_INTEGER_BITS_H_

namespace dpcvx::solve {

// Exponents e of steps h = 2^e that are taken.
constexpr int kMinStepExponent = -900, kMaxStepExponent = 900;

// Returns the greatest k <= 40 for which, with units whose numbers are below 2^(k + 1) steps each, sums over twice the
// nominal `units` stay within 2^62, and Gaussian noise on sums of sensitivity 2^(k + 2) steps at `mu` within 2^48. It
// may be below 0.
int bits_of_unit(double units, double mu);

}  // namespace dpcvx::solve

#endif
