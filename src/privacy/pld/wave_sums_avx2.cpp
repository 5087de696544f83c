#include "privacy/pld/wave_sums.h"

namespace dpcvx::privacy {

void add_waves_avx2(const WaveRun &run, double *sum_real, double *sum_imaginary) {
  add_waves_by<4>(run, sum_real, sum_imaginary);
}

}  // namespace dpcvx::privacy
