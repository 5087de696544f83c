// Projections of vectors on domains, and distances in long double.
#ifndef DPCVX_TESTS_MODEL_PROJECTIONS_H_
#define DPCVX_TESTS_MODEL_PROJECTIONS_H_

#include <cmath>
#include <vector>

#include "model/domains/domain.h"

namespace projections {

using dpcvx::model::Domain;
typedef std::vector<double> Vector;

inline Vector projected(const Domain &domain, const Vector &w) {
  Vector out(w.size());
  domain.project(w.data(), out.data(), static_cast<int64_t>(w.size()));
  return out;
}

// Differences and products in long double, so that they do not overflow.
inline long double dot(const Vector &a, const Vector &b) {
  long double sum = 0;
  for (size_t j = 0; j < a.size(); ++j) sum += static_cast<long double>(a[j]) * b[j];
  return sum;
}
inline long double distance(const Vector &a, const Vector &b) {
  long double sum = 0;
  for (size_t j = 0; j < a.size(); ++j) {
    const long double apart = static_cast<long double>(a[j]) - b[j];
    sum += apart * apart;
  }
  return std::sqrt(sum);
}
inline long double norm(const Vector &a) { return distance(a, Vector(a.size(), 0)); }

}  // namespace projections

#endif
