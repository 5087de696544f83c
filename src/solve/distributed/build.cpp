#include "solve/distributed/build.h"

#include <cmath>
#include <cstring>

#include "base/bytes.h"
#include "dpcvx/base.h"
#include "numeric/exp.h"

namespace dpcvx::solve {

uint64_t this_build() {
  constexpr int kPoints = 64;
  double results[kPoints][6];
  for (int k = 0; k < kPoints; ++k) {
    const volatile double point = (k + 1) * 0.37;  // volatile: the compiler computes nothing in advance
    const double x = point;
    const double all[6] = {std::exp(-x),      std::log(x),        std::pow(x, 0.3),
                           std::expm1(x / 9), std::log1p(x / 30), numeric::exp_of(-x)};
    std::memcpy(results[k], all, sizeof all);
  }
  const char *const version = dpcvx_version();
  return checksum(results, sizeof results) ^ checksum(version, std::strlen(version));
}

}  // namespace dpcvx::solve
