#include "privacy/pld/wave_sums.h"

namespace dpcvx::privacy {

void add_waves_of(Isa isa, const WaveRun &run, double *sum_real, double *sum_imaginary) {
#if defined(DPCVX_HAS_AVX_KERNELS)
  if (isa == Isa::kAvx512) return add_waves_avx512(run, sum_real, sum_imaginary);
  if (isa == Isa::kAvx2) return add_waves_avx2(run, sum_real, sum_imaginary);
#endif
  static_cast<void>(isa);
  add_waves_by<2>(run, sum_real, sum_imaginary);
}

void add_waves_of(const WaveRun &run, double *sum_real, double *sum_imaginary) {
  add_waves_of(widest_isa(), run, sum_real, sum_imaginary);
}

}  // namespace dpcvx::privacy
