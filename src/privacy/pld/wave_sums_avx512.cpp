#include "privacy/pld/wave_sums.h"

namespace dpcvx::privacy {

void add_waves_avx512(const WaveRun &run, double *sum_real, double *sum_imaginary) {
  add_waves_by<8>(run, sum_real, sum_imaginary);
}

}  // namespace dpcvx::privacy
