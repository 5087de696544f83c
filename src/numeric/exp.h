// exp with the same bits on every machine: within 0.8 units in the last place where the result is a normal number, 1.3
// below. That is in round-to-nearest, which calls of the API are in; errors are twice that in other rounding modes. The
// argument and the order of operations are in exp_lanes.h.
#ifndef DPCVX_NUMERIC_EXP_H_
#define DPCVX_NUMERIC_EXP_H_

#include "base/machine/isa.h"
#include "numeric/exp_lanes.h"

namespace dpcvx::numeric {

inline double exp_of(double x) { return exp_lanes<2>(Lanes<2>::Doubles{x, x})[0]; }

// out[i] = exp_of(x[i]), the same bits; out may be x. Several at a time, by the widest instruction set there is, or by
// one that the processor has.
void exp_each(const double *x, double *out, int64_t n);
void exp_each(Isa isa, const double *x, double *out, int64_t n);

#if defined(DPCVX_HAS_AVX_KERNELS)
void exp_each_avx2(const double *x, double *out, int64_t n);
void exp_each_avx512(const double *x, double *out, int64_t n);
#endif

}  // namespace dpcvx::numeric

#endif
