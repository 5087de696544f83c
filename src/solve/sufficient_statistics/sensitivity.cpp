#include "solve/sufficient_statistics/sensitivity.h"

#include <cmath>

#include "dpcvx/privacy.h"
#include "model/rounding.h"
#include "numeric/margins.h"
#include "solve/sufficient_statistics/moments.h"

namespace dpcvx::solve {

using numeric::up_few;

double statistics_norm(const StatisticsBounds &bounds) {
  return up_few(bounds.weight * bounds.row * std::sqrt(bounds.row * bounds.row + bounds.label * bounds.label));
}

double statistics_sensitivity(int32_t adjacency, const StatisticsBounds &bounds) {
  if (adjacency != DPCVX_ADJACENCY_REPLACE_ONE) return statistics_norm(bounds);
  return up_few(bounds.weight * std::sqrt(2.0) * (bounds.row * bounds.row + bounds.label * bounds.label / 2));
}

double best_label_ratio(int32_t adjacency, double length) {
  if (adjacency != DPCVX_ADJACENCY_REPLACE_ONE) return std::sqrt(2.0) / length;
  return 4 / (1 + std::sqrt(1 + 8 * length * length));
}

double statistics_error(const StatisticsBounds &bounds, double max_units, double records_a_unit) {
  const double groups = std::ceil(max_units * records_a_unit / static_cast<double>(MomentSum::kGroup)) + 2;
  const double compensated = model::gamma(groups);
  const double share = model::gamma(static_cast<double>(MomentSum::kGroup + MomentSum::kMaxBlocks + 16));
  return up_few((share + compensated * compensated) * max_units * statistics_norm(bounds));
}

}  // namespace dpcvx::solve
