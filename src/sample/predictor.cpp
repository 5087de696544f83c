#include "sample/predictor.h"

#include <algorithm>

namespace dpcvx::sample {

dpcvx_status Predictor::prepare(int64_t dimension, double variance, Error &error) {
  dimension_ = dimension;
  variance_ = variance;
  known_ = false;
  return gradient_.allocate(static_cast<size_t>(dimension)) ? DPCVX_OK : error.nomem("a sampler's predictions");
}

void Predictor::learn(const double * /*v*/, const double *g) {
  std::copy(g, g + dimension_, gradient_.data());
  known_ = true;
}

void Predictor::predict(const double *q, double *v) const {
  for (int64_t j = 0; j < dimension_; ++j) v[j] = q[j] - (known_ ? variance_ * gradient_[static_cast<size_t>(j)] : 0);
}

}  // namespace dpcvx::sample
