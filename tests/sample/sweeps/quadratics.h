// Quadratic targets of tests of sweeps, and how far coupled sweeps of them are, by definition.
#ifndef DPCVX_TESTS_SAMPLE_SWEEPS_QUADRATICS_H_
#define DPCVX_TESTS_SAMPLE_SWEEPS_QUADRATICS_H_

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"
#include "sample/sweeps/coupling.h"
#include "sample/sweeps/sweeps.h"

namespace dpcvx::sample {

using Matrix = std::vector<double>;  // row by row

inline size_t side(const Matrix &matrix) { return static_cast<size_t>(std::lround(std::sqrt(matrix.size()))); }

// The inverse covariance of a stationary chain of variance 1 with correlation `phi` of neighbours.
inline Matrix chain(double phi, size_t d) {
  Matrix matrix(d * d);
  const double square = 1 - phi * phi;
  for (size_t i = 0; i < d; ++i) {
    matrix[i * d + i] = (i == 0 || i + 1 == d ? 1 : 1 + phi * phi) / square;
    if (i > 0) matrix[i * d + i - 1] = matrix[(i - 1) * d + i] = -phi / square;
  }
  return matrix;
}

// A quadratic between walls, in scaled coordinates: what sweeps see.
class Swept {
 public:
  Swept(const Matrix &matrix, const std::vector<double> &linear, double low, double high, const std::vector<double> &at,
        double step = 0x1p-40)
      : centre_(at.size()), start_(at) {
    Error error(nullptr, "test");
    const int64_t d = static_cast<int64_t>(at.size());
    EXPECT_EQ(quadratic_.make(matrix.data(), linear.data(), d, 0, error), DPCVX_OK);
    const std::vector<double> lows(at.size(), low), highs(at.size(), high);
    SweepSource source;
    source.quadratic = &quadratic_;
    source.centre = centre_.data();
    source.start = start_.data();
    if (low > -INFINITY) {
      EXPECT_EQ(box_.make_box(lows.data(), highs.data(), d, error), DPCVX_OK);
      source.domain = &box_;
    }
    EXPECT_EQ(target.make(source, error), DPCVX_OK);
    target.place(step);
    EXPECT_EQ(coupling.make(target, error), DPCVX_OK);
  }

  ScaledTarget target;
  Coupling coupling;

 private:
  Quadratic quadratic_;
  model::Domain box_;
  std::vector<double> centre_, start_;
};

// What a wrong certificate would do.
enum class Mistake { kNone, kSigned, kHalfDiagonal, kWallsHide };

// mu^2 of sweeps with these shares, by the matrix itself, `apart` in scaled coordinates.
inline double squares_by_definition(const Matrix &matrix, double width, std::vector<double> apart,
                                    const std::vector<double> &shares, Mistake mistake = Mistake::kNone) {
  const size_t d = apart.size();
  double sum = 0;
  for (const double share : shares)
    for (size_t i = 0; i < d; ++i) {
      const double own = matrix[i * d + i];
      const double held_back = width < INFINITY ? 1 - std::exp(-own * width * width / 8) : 1;
      double moved = 0;
      for (size_t j = 0; j < d; ++j) {
        const double scaled = matrix[i * d + j] / std::sqrt(own * matrix[j * d + j]);
        if (j != i) moved += (mistake == Mistake::kSigned ? -scaled : std::fabs(scaled)) * apart[j];
      }
      const double hidden = share * moved * (mistake == Mistake::kWallsHide ? held_back : 1);
      sum += hidden * hidden * (mistake == Mistake::kHalfDiagonal ? 0.5 : 1);
      apart[i] = (1 - share) * moved * held_back;
    }
  return sum;
}

}  // namespace dpcvx::sample

#endif
