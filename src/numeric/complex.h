// Complex numbers as plain pairs of doubles: std::complex multiplies through a library call that looks for infinities.
#ifndef DPCVX_NUMERIC_COMPLEX_H_
#define DPCVX_NUMERIC_COMPLEX_H_

namespace dpcvx::numeric {

struct Complex {
  double real, imaginary;
};

inline Complex multiply(Complex a, Complex b) {
  return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

}  // namespace dpcvx::numeric

#endif
