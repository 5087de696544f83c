#include "numeric/exp.h"

namespace dpcvx::numeric {

void exp_each_avx512(const double *x, double *out, int64_t n) { exp_lanes<8>(x, out, n); }

}  // namespace dpcvx::numeric
