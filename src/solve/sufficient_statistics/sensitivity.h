// How far one unit moves the sufficient statistics of least squares, and how labels are weighed against rows. A record
// (a, y) of share w adds w (a a', c y a), whose symmetric matrix has the norm of its entries (PROOFS.md, section 1).
#ifndef DPCVX_SOLVE_SUFFICIENT_STATISTICS_SENSITIVITY_H_
#define DPCVX_SOLVE_SUFFICIENT_STATISTICS_SENSITIVITY_H_

#include <cstdint>

namespace dpcvx::solve {

// What bounds a unit: ||a|| <= row, |c y| <= label (the weighted one), shares of at most `weight` in all.
struct StatisticsBounds {
  double row = 1, label = 1, weight = 1;
};

// Bounds the norm of one unit's statistics. Rounded up.
double statistics_norm(const StatisticsBounds &bounds);
// Bounds how far the exact sums of neighbours are apart: W sqrt(2) (B^2 + (c Y)^2 / 2) under replace-one, one unit's
// norm under add/remove. Rounded up.
double statistics_sensitivity(int32_t adjacency, const StatisticsBounds &bounds);

// Returns the (c Y / B)^2 of least noise in the normal equations at models with ||w|| B / Y = `length`.
double best_label_ratio(int32_t adjacency, double length);

// Bounds the l2 distance of computed sums over at most `max_units` units from the exact ones: of units of at most
// `records_a_unit` records.
double statistics_error(const StatisticsBounds &bounds, double max_units, double records_a_unit);

}  // namespace dpcvx::solve

#endif
