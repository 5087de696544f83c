// The discrete Fourier transform of real numbers, with a proved bound on its rounding error.
#ifndef DPCVX_NUMERIC_FFT_H_
#define DPCVX_NUMERIC_FFT_H_

#include <cstddef>

#include "base/buffer.h"

namespace dpcvx::numeric {

class RealFft {
 public:
  static constexpr size_t kMin = 16;

  // Takes the memory for `size` points, a power of two >= kMin, unless it is there from more. False where there is
  // none.
  bool prepare(size_t size);
  size_t size() const { return size_; }

  // real[k] + i imaginary[k] = sum over j of values[j] exp(-2 pi i j k / size), k = 0..size/2.
  void transform(const double *values, double *real, double *imaginary);

  // Each result is within error() times the sum of |values| of the exact one (as a complex number): a value reaches it
  // through log2(size) butterflies, each of which adds at most 8 units of rounding (a twiddle 3, a product sqrt(5), a
  // sum 1), and through the last step, which doubles what was gathered and adds as much as one more.
  double error() const;

  // cos and sin of 2 pi k / size, 0 <= k < size; each within 2^-52 (as a point of the plane).
  double cosine(size_t k) const { return cosines_[k]; }
  double sine(size_t k) const { return sines_[k]; }

 private:
  void fill_tables();
  void butterflies();

  size_t size_ = 0;
  Buffer<double> cosines_, sines_, work_;
};

}  // namespace dpcvx::numeric

#endif
