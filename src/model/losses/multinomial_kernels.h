// The loops over records of several classes that are compiled for several instruction sets and chosen at run time: from
// decision values to slopes. Each record's operations have the order of their classes in all of them, and so have the
// bits. Plain C types only, and nothing with external linkage defined here.
#ifndef DPCVX_MODEL_LOSSES_MULTINOMIAL_KERNELS_H_
#define DPCVX_MODEL_LOSSES_MULTINOMIAL_KERNELS_H_

#include <stdint.h>

namespace dpcvx::model {

// Some records. What they have for each class lies class after class, `stride` apart.
struct ClassTile {
  int64_t classes, count, stride;
  const double *factor, *label;  // of each record: what multiplies its row, and its class
  double intercept;              // of every row
  const double *coefficient;     // of the intercept, of each class, `coefficient_stride` apart
  int64_t coefficient_stride;
};

// What a value takes besides slopes, of each record: the sum of its exponentials, and the exponent of its class.
struct ClassValues {
  double *sum, *own;
};

struct MultinomialKernels {
  // From products <row, w_c> in z: exponents are factor * (z + intercept * coefficient) less the greatest of a record's
  // classes. Numbers beyond 2^1000 count as +-2^1000, what is not a number as 0. Writes p - e_b, p the shares of the
  // exponentials, to `slopes`, and the sum of their squares. The shares are divided by slightly more than their sum, so
  // that those of the other classes add up to at most 1 and the norm keeps its bound. Changes z. Values may be null.
  void (*slopes)(const ClassTile &tile, double *z, double *slopes, double *squares, const ClassValues *values);
  // slopes(c, t) * factor[t]; 0 where that is denormal or not finite.
  void (*scale)(const ClassTile &tile, const double *factor, double *slopes);
};

extern const MultinomialKernels kMultinomialKernelsBaseline;
#if defined(__x86_64__)
extern const MultinomialKernels kMultinomialKernelsAvx2, kMultinomialKernelsAvx512;
#endif

// Those of the widest instruction set there is.
const MultinomialKernels &multinomial_kernels();

}  // namespace dpcvx::model

#endif
