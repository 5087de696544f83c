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

  // real_part[k] + i imaginary_part[k] = sum over j of values[j] exp(-2 pi i j k / size), k = 0..size/2.
  void transform(const double *values, double *real_part, double *imaginary_part);
  // The same in place, of values() as the caller has filled them. real() and imaginary() are what has come of them.
  double *values() { return work_.data(); }
  void transform();
  double real(size_t k) const { return 2 * k == size_ ? work_[1] : work_[2 * k]; }
  double imaginary(size_t k) const { return k == 0 || 2 * k == size_ ? 0 : work_[2 * k + 1]; }

  // Each result is within error() times the sum of |values| of the exact one (as a complex number): a value reaches it
  // through log2(size) butterflies, each of which adds at most 8 units of rounding (a twiddle 3, a product sqrt(5), a
  // sum 1), and through the last step, which doubles what was gathered and adds as much as one more.
  double error() const;

  // cos and sin of 2 pi k / size, 0 <= k < size; each within 2^-52 (as a point of the plane).
  double cosine(size_t k) const {
    const size_t near = 2 * k <= size_ ? k : size_ - k;
    return 4 * near <= size_ ? cosines_[near] : -cosines_[size_ / 2 - near];
  }
  double sine(size_t k) const {
    const size_t quarter = size_ / 4, near = 2 * k <= size_ ? k : size_ - k;
    const double size = cosines_[near < quarter ? quarter - near : near - quarter];
    return 2 * k <= size_ ? size : -size;
  }

 private:
  void fill_table();
  void butterflies();

  size_t size_ = 0;
  Buffer<double> cosines_;  // of the first quarter of the circle; the rest are theirs
  Buffer<double> work_;
};

}  // namespace dpcvx::numeric

#endif
