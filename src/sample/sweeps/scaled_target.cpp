#include "sample/sweeps/scaled_target.h"

#include <algorithm>

#include "base/error.h"

namespace dpcvx::sample {

dpcvx_status ScaledTarget::make(const SweepSource &source, Error &error) {
  source_ = source;
  const Quadratic &of = *source.quadratic;
  const size_t d = static_cast<size_t>(of.dimension());
  if (!scales_.allocate(d) || !offsets_.allocate(d) || !offset_sizes_.allocate(d) || !start_.allocate(d) ||
      !walls_.allocate(d) || !entries_.allocate(static_cast<size_t>(of.entries())))
    return error.nomem("sweeps");
  for (size_t i = 0; i < d; ++i) scales_[i] = 1 / std::sqrt(of.diagonal(static_cast<int64_t>(i)) + source.about);
  for (int64_t i = 0; i < of.dimension(); ++i) {
    const double scale = scales_[at(i)], pull = source.about * source.centre[i];
    for (int64_t k = of.begin(i); k < of.end(i); ++k)
      entries_[static_cast<size_t>(k)] = scale * of.entry(k) * scales_[static_cast<size_t>(of.column(k))];
    offsets_[at(i)] = (pull - of.linear(i)) * scale;
    offset_sizes_[at(i)] = (std::fabs(pull) + std::fabs(of.linear(i))) * scale;
    start_[at(i)] = source.start[i] / scale;
    Interval &walls = walls_[at(i)];
    walls = Interval();
    if (source.domain == nullptr) continue;
    walls.low = source.domain->low(i) / scale;
    walls.high = source.domain->high(i) / scale;
    walls.slope = source.wall * scale;
  }
  return DPCVX_OK;
}

void ScaledTarget::place(double step) {
  const auto on_lattice = [step](double x) { return step * std::nearbyint(x / step); };
  for (int64_t i = 0; i < dimension(); ++i) {
    Interval &walls = walls_[at(i)];
    double &start = start_[at(i)];
    if (is_fixed(i)) {
      start = walls.low;
      continue;
    }
    walls.low = on_lattice(walls.low);
    walls.high = on_lattice(walls.high);
    start = on_lattice(start);
    if (is_hard()) start = std::clamp(start, walls.low, walls.high);
  }
}

double ScaledTarget::original(int64_t i, double z) const {
  const double x = z * scales_[at(i)];
  return is_hard() ? std::clamp(x, source_.domain->low(i), source_.domain->high(i)) : x;
}

}  // namespace dpcvx::sample
