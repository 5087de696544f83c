// A quadratic target in coordinates z_i = x_i / D_i in which each conditional law has variance 1:
//   z_i | others ~ exp(-(z_i - c_i)^2 / 2 - M_i dist(z_i, [low_i, high_i])),  c_i = offset_i - sum_j G_ij z_j,
// D_i = 1 / sqrt(H_ii + lambda), G = D H D. Walls lie on a lattice of step h.
#ifndef DPCVX_SAMPLE_SWEEPS_SCALED_TARGET_H_
#define DPCVX_SAMPLE_SWEEPS_SCALED_TARGET_H_

#include <cmath>
#include <cstdint>

#include "base/buffer.h"
#include "base/status.h"
#include "model/domains/domain.h"
#include "sample/interval_law.h"
#include "sample/quadratic.h"

namespace dpcvx::sample {

// What is swept: x'Hx / 2 + <b, x> + (about / 2) ||x - centre||^2 + M sum_j dist(x_j, [l_j, h_j]). All must outlive it.
struct SweepSource {
  const Quadratic *quadratic = nullptr;
  const model::Domain *domain = nullptr;  // a box or an linf ball; null: R^d
  double wall = INFINITY;                 // M; infinity: x lies in the domain
  double about = 0;
  const double *centre = nullptr, *start = nullptr;
};

class ScaledTarget {
 public:
  // Copies and scales. The walls are not yet on a lattice.
  dpcvx_status make(const SweepSource &source, Error &error);
  // Moves the walls and the start to the lattice of step h. Coordinates that are fixed keep their numbers.
  void place(double step);

  int64_t dimension() const { return source_.quadratic->dimension(); }
  const Quadratic &quadratic() const { return *source_.quadratic; }
  bool is_hard() const { return source_.domain != nullptr && source_.wall == INFINITY; }
  // By the domain itself: walls that differ may meet on a lattice.
  bool is_fixed(int64_t i) const { return is_hard() && source_.domain->low(i) == source_.domain->high(i); }
  double scale(int64_t i) const { return scales_[at(i)]; }
  const Interval &walls(int64_t i) const { return walls_[at(i)]; }
  double start(int64_t i) const { return start_[at(i)]; }
  double offset(int64_t i) const { return offsets_[at(i)]; }
  double entry(int64_t k) const { return entries_[static_cast<size_t>(k)]; }
  // c_i at z, as computed: the terms in the order of their columns.
  double middle(int64_t i, const double *z) const {
    double sum = offsets_[at(i)];
    for (int64_t k = source_.quadratic->begin(i); k < source_.quadratic->end(i); ++k)
      sum -= entries_[static_cast<size_t>(k)] * z[source_.quadratic->column(k)];
    return sum;
  }
  // Bounds |offset_i| and the terms that it is made of.
  double offset_size(int64_t i) const { return offset_sizes_[at(i)]; }
  // x_i of z_i: within the domain, where that is hard.
  double original(int64_t i, double z) const;

 private:
  static size_t at(int64_t i) { return static_cast<size_t>(i); }

  SweepSource source_;
  Buffer<double> scales_, offsets_, offset_sizes_, entries_, start_;
  Buffer<Interval> walls_;
};

}  // namespace dpcvx::sample

#endif
