#include "numeric/exp.h"

namespace dpcvx::numeric {

void exp_each(Isa isa, const double *x, double *out, int64_t n) {
#if defined(DPCVX_HAS_AVX_KERNELS)
  if (isa == Isa::kAvx512) return exp_each_avx512(x, out, n);
  if (isa == Isa::kAvx2) return exp_each_avx2(x, out, n);
#endif
  static_cast<void>(isa);
  exp_lanes<2>(x, out, n);
}

void exp_each(const double *x, double *out, int64_t n) { exp_each(widest_isa(), x, out, n); }

}  // namespace dpcvx::numeric
