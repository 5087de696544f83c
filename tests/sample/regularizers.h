// Regularizers and points for tests of the parts that they are.
#ifndef DPCVX_TESTS_SAMPLE_REGULARIZERS_H_
#define DPCVX_TESTS_SAMPLE_REGULARIZERS_H_

#include <cmath>
#include <random>
#include <vector>

#include "model/regularizer.h"

namespace regularizers {

typedef std::vector<double> Vector;

inline dpcvx::model::Regularizer with_exponent(double q, double c) {
  dpcvx::model::Regularizer it;
  it.p = it.q = q;
  it.c = c;
  return it;
}

inline Vector normals(std::mt19937_64 &engine, size_t d, double scale) {
  std::normal_distribution<double> normal;
  Vector x(d);
  for (double &entry : x) entry = scale * normal(engine);
  return x;
}

inline double length(const Vector &x) {
  double squares = 0;
  for (const double entry : x) squares += entry * entry;
  return std::sqrt(squares);
}

}  // namespace regularizers

#endif
