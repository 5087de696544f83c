// Waves e^(-i x) less 1 of single points, so that sums of many are exact near frequency 0 (PROOFS.md, section 11.8).
#ifndef DPCVX_PRIVACY_PLD_WAVES_H_
#define DPCVX_PRIVACY_PLD_WAVES_H_

#include <cmath>
#include <cstdint>

#include "numeric/complex.h"
#include "privacy/pld/wave_sums.h"

namespace dpcvx::privacy {

using numeric::Complex;

constexpr double kNear = 0.5;  // the greatest angle of a point that is near

// The place of a point on a circle of 2^log_points, next to 0.
inline int64_t place_of(uint64_t point, int log_points) {
  const uint64_t circle = uint64_t{1} << log_points, place = point & (circle - 1);
  return static_cast<int64_t>(place) - (place > circle / 2 ? static_cast<int64_t>(circle) : 0);
}

// e^(-2 pi i k point / 2^log_points) - 1, the product reduced exactly: within 10 units of its modulus. `turn` is 2 pi /
// 2^log_points.
inline Complex wave_less_one(uint64_t k, int64_t point, int log_points, double turn) {
  const int64_t near = place_of(k * static_cast<uint64_t>(point), log_points);
  const double angle = static_cast<double>(near) * turn;
  const double sine = std::sin(angle / 2), cosine = std::cos(angle / 2);
  return {-2 * sine * sine, -2 * sine * cosine};
}

// A wave less 1 and another: that of their product.
inline Complex turn_on(Complex a, Complex b) {
  return {a.real + b.real + (a.real * b.real - a.imaginary * b.imaginary),
          a.imaginary + b.imaginary + (a.real * b.imaginary + a.imaginary * b.real)};
}

// Appends to kSize waves less 1 those that are `more` further on.
template <size_t kSize>
void extend(Complex more, double *real, double *imaginary) {
  for (size_t q = 0; q < kSize; ++q) {
    real[kSize + q] = real[q] + more.real + (real[q] * more.real - imaginary[q] * more.imaginary);
    imaginary[kSize + q] = imaginary[q] + more.imaginary + (real[q] * more.imaginary + imaginary[q] * more.real);
  }
}

// A polynomial of eight terms, in an order that a processor does at once: within 3 units of itself where the first term
// is most of it.
inline double polynomial(double y, const double (&of)[8]) {
  const double square = y * y;
  const double low = (of[0] + of[1] * y) + square * (of[2] + of[3] * y);
  const double high = (of[4] + of[5] * y) + square * (of[6] + of[7] * y);
  return low + square * square * high;
}

// For y = x^2 and |x| <= kNear, to within a share of 2^-60: 1 - cos x, and x - sin x.
constexpr double kCosines[] = {1.0 / 2,       -1.0 / 24,        1.0 / 720,         -1.0 / 40320,
                               1.0 / 3628800, -1.0 / 479001600, 1.0 / 87178291200, -1.0 / 20922789888000};
constexpr double kSines[] = {1.0 / 6,        -1.0 / 120,        1.0 / 5040,          -1.0 / 362880,
                             1.0 / 39916800, -1.0 / 6227020800, 1.0 / 1307674368000, -1.0 / 355687428096000};
inline double versine(double y) { return y * polynomial(y, kCosines); }
inline double less_sine(double x, double y) { return x * y * polynomial(y, kSines); }

// A wave less 1, and less its linear term -i x as well: of a point that is near.
struct NearWave {
  Complex less;
  double bend;  // the imaginary part; the real part is that of `less`
};

// |x| <= kNear.
inline NearWave near_wave(double x) {
  const double y = x * x, bend = less_sine(x, y);
  return {{-versine(y), bend - x}, bend};
}

inline NearWave turn_on(const NearWave &a, const NearWave &b) {
  return {turn_on(a.less, b.less), a.bend + b.bend + (a.less.real * b.less.imaginary + a.less.imaginary * b.less.real)};
}

template <size_t kSize>
void extend(const NearWave &more, double *real, double *imaginary, double *bends) {
  for (size_t q = 0; q < kSize; ++q)
    bends[kSize + q] = bends[q] + more.bend + (real[q] * more.less.imaginary + imaginary[q] * more.less.real);
  extend<kSize>(more.less, real, imaginary);
}

// Adds the waves of a near point, whose angles are `start` at the first frequency and `stride` between two.
inline void add_near(double weight, double start, double stride, double *sum_real, double *sum_bends) {
  double real[kWaves], imaginary[kWaves], bends[kWaves];
  const NearWave first = near_wave(start);
  NearWave more = near_wave(stride);
  real[0] = first.less.real, imaginary[0] = first.less.imaginary, bends[0] = first.bend;
  extend<1>(more, real, imaginary, bends);
  extend<2>(more = turn_on(more, more), real, imaginary, bends);
  extend<4>(more = turn_on(more, more), real, imaginary, bends);
  extend<8>(more = turn_on(more, more), real, imaginary, bends);
  extend<16>(more = turn_on(more, more), real, imaginary, bends);
  for (size_t q = 0; q < kWaves; ++q) {
    sum_real[q] += weight * real[q];
    sum_bends[q] += weight * bends[q];
  }
}

// Points that are not near wait until a near one comes, or the run ends: sums keep their order.
inline void put_far(double weight, Complex first, Complex stride, WaveRun *run) {
  run->weights[run->size] = weight;
  run->real[run->size] = first.real;
  run->imaginary[run->size] = first.imaginary;
  run->stride_real[run->size] = stride.real;
  run->stride_imaginary[run->size++] = stride.imaginary;
}

inline void add_far(WaveRun *run, double *sum_real, double *sum_imaginary) {
  if (run->size > 0) add_waves_of(*run, sum_real, sum_imaginary);
  run->size = 0;
}

}  // namespace dpcvx::privacy

#endif
