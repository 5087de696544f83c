#include "model/l1_penalty.h"

namespace dpcvx::model {

void L1Penalty::shrink(double step, double *w, int64_t dimension) const {
  if (is_none()) return;
  for (int64_t j = 0; j < dimension; ++j)
    if (penalises(j)) w[j] = shrunk(w[j], step * weight_);
}

double L1Penalty::value(const double *w, int64_t dimension, double *slope) const {
  if (is_none()) return 0;
  double sum = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    if (!penalises(j)) continue;
    sum += std::fabs(w[j]);
    if (slope != nullptr && w[j] != 0) slope[j] += std::copysign(weight_, w[j]);
  }
  return weight_ * sum;
}

bool L1Penalty::goes_with(const Domain &domain) {
  if (domain.kind() == Domain::kAll || domain.kind() == Domain::kBox) return true;
  if (domain.kind() == Domain::kSimplex || domain.is_schatten()) return false;
  bool at_zero = true;
  for (int64_t j = 0; j < domain.dimension(); ++j) at_zero = at_zero && domain.centre(j) == 0;
  return at_zero || domain.p() == INFINITY;
}

}  // namespace dpcvx::model
