#include "numeric/fft.h"

#include <cmath>

namespace dpcvx::numeric {

namespace {

constexpr double kTwoPi = 6.283185307179586477;

void exchange(double *work, size_t i, size_t j) {
  const double real = work[2 * i], imaginary = work[2 * i + 1];
  work[2 * i] = work[2 * j];
  work[2 * i + 1] = work[2 * j + 1];
  work[2 * j] = real;
  work[2 * j + 1] = imaginary;
}

// Puts n complex numbers into the order of their reversed indices.
void reverse_bits(double *work, size_t n) {
  for (size_t i = 1, j = 0; i < n; ++i) {
    size_t bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) exchange(work, i, j);
  }
}

}  // namespace

bool RealFft::prepare(size_t size) {
  if (size == size_) return true;
  size_ = 0;
  if (size > work_.size()) {
    cosines_.reset();
    work_.reset();
    if (!(cosines_.allocate(size / 4 + 1) && work_.allocate(size))) return false;
  }
  size_ = size;
  fill_table();
  return true;
}

void RealFft::fill_table() {
  const size_t n = size_, eighth = n / 8, quarter = n / 4;
  double *const c = cosines_.data();
  for (size_t k = 0; k <= eighth; ++k) {
    const double angle = kTwoPi * (static_cast<double>(k) / static_cast<double>(n));
    c[k] = std::cos(angle);
    c[quarter - k] = std::sin(angle);
  }
}

// The transform of size/2 complex numbers in place, from the order of reversed indices. Between passes over all of them
// lie those over blocks that stay in the cache.
void RealFft::butterflies() {
  const size_t n = size_ / 2, quarter = size_ / 4;
  double *const work = work_.data();
  for (size_t i = 0; i < 2 * n; i += 4) {  // twiddle 1
    const double xr = work[i], xi = work[i + 1], yr = work[i + 2], yi = work[i + 3];
    work[i] = xr + yr;
    work[i + 1] = xi + yi;
    work[i + 2] = xr - yr;
    work[i + 3] = xi - yi;
  }
  constexpr size_t kBlock = 2048;
  const auto pass = [&](size_t begin, size_t end, size_t length) {
    const size_t half = length / 2, stride = size_ / length;
    for (size_t start = begin; start < end; start += length) {
      double *const low = work + 2 * start, *const high = low + 2 * half;
      for (size_t j = 0; j < half; ++j) {
        const size_t k = j * stride;  // below half of the circle
        const double c = k <= quarter ? cosines_[k] : -cosines_[2 * quarter - k];
        const double s = cosines_[k <= quarter ? quarter - k : k - quarter];
        const double hr = high[2 * j], hi = high[2 * j + 1];
        const double yr = c * hr + s * hi, yi = c * hi - s * hr;
        const double xr = low[2 * j], xi = low[2 * j + 1];
        low[2 * j] = xr + yr;
        low[2 * j + 1] = xi + yi;
        high[2 * j] = xr - yr;
        high[2 * j + 1] = xi - yi;
      }
    }
  };
  const size_t block = n < kBlock ? n : kBlock;
  for (size_t begin = 0; begin < n; begin += block)
    for (size_t length = 4; length <= block; length *= 2) pass(begin, begin + block, length);
  for (size_t length = 2 * block; length <= n; length *= 2) pass(0, n, length);
}

void RealFft::transform(const double *values, double *real_part, double *imaginary_part) {
  for (size_t i = 0; i < size_; ++i) work_[i] = values[i];
  transform();
  for (size_t k = 0; 2 * k <= size_; ++k) real_part[k] = real(k), imaginary_part[k] = imaginary(k);
}

void RealFft::transform() {
  const size_t n = size_ / 2;
  double *const work = work_.data();
  reverse_bits(work, n);
  butterflies();
  // work = E + i O, the transforms of the even and of the odd values: they are told apart by their symmetry.
  const double first = work[0] + work[1], last = work[0] - work[1];
  work[0] = first;
  work[1] = last;
  // The result at k, from the numbers at k and at n - k.
  const auto put = [=](size_t k, double ar, double ai, double br, double bi) {
    const double even_real = (ar + br) / 2, even_imaginary = (ai - bi) / 2;
    const double odd_real = (ai + bi) / 2, odd_imaginary = (br - ar) / 2;
    const double c = cosine(k), s = sine(k);
    work[2 * k] = even_real + (c * odd_real + s * odd_imaginary);
    work[2 * k + 1] = even_imaginary + (c * odd_imaginary - s * odd_real);
  };
  for (size_t k = 1; 2 * k <= n; ++k) {
    const double ar = work[2 * k], ai = work[2 * k + 1], br = work[2 * (n - k)], bi = work[2 * (n - k) + 1];
    put(k, ar, ai, br, bi);
    if (2 * k < n) put(n - k, br, bi, ar, ai);
  }
}

double RealFft::error() const {
  int levels = 1;
  for (size_t n = size_; n > 1; n /= 2) ++levels;
  return 16 * levels * 0x1p-53;
}

}  // namespace dpcvx::numeric
