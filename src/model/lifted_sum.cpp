#include "model/lifted_sum.h"

#include <algorithm>
#include <cmath>

#include "model/rounding.h"
#include "model/unit_gradients.h"

namespace dpcvx::model {

namespace {

// Vectors are clipped to this norm, so that roundings of the clip stay below 1.
constexpr double kRadius = 1 - 0x1p-40;
constexpr int64_t kMaxSlotMemory = int64_t{1} << 22;  // doubles
constexpr double kThird = 1.0 / 3;

Lift lift_of(double tau) {
  const double norm = std::sqrt(1 + tau * tau);
  Lift lift;
  lift.absolute = tau;
  lift.room = norm * (1 - 0x1p-48);
  lift.norm = norm * (1 + 0x1p-48);
  return lift;
}

}  // namespace

Lift Lift::for_replace_one() { return lift_of(1); }

Lift Lift::for_add_remove() {
  Lift lift = lift_of(kThird);
  lift.diameter = lift.norm;
  return lift;
}

Lift Lift::none(double units, bool drop) {
  Lift lift;
  lift.absolute = lift.room = 0;
  lift.norm = 1;
  lift.diameter = units;
  lift.drop = drop;
  return lift;
}

double clip_and_measure(double *v, int64_t n, bool drop) {
  const double norm = norm_above(v, n);
  const double factor = norm < INFINITY ? clip_factor(norm, {kRadius, drop}) : 0;
  if (!(factor > 0)) {
    std::fill(v, v + n, 0.0);
    return 0;
  }
  for (int64_t j = 0; factor < 1 && j < n; ++j) v[j] *= factor;
  double squares = 0;
  for (int64_t j = 0; j < n; ++j) squares += v[j] * v[j];
  const double above = squares * (1 + static_cast<double>(n + 16) * 0x1p-51) + 0x1p-900;
  return above < 1 ? std::sqrt(1 - above) * (1 - 0x1p-48) : 0;
}

// One pass over units. A block's slot holds its sums of v, of |v| and of psi, then one unit's gradient, the entries of
// it that are not 0 with their places, and its memory.
struct LiftedSum::Pass {
  const Objective &objective;
  const Lift &lift;
  Units units;
  int64_t units_a_block;
  const double *point, *scales, *shift;  // laid out; shift: may be null
  double *memory;                        // slots

  void add_block(int64_t block) const {
    const int64_t n = objective.layout().size();
    double *const sum = memory + block * slot_size(objective), *const lengths = sum + n, *const room = lengths + n;
    double *const v = room + data::kPad, *const values = v + n;
    int64_t *const places = reinterpret_cast<int64_t *>(values + n);
    std::fill(sum, values, 0.0);
    const UnitGradients gradients(objective, Clip(), values + 2 * n);
    const int64_t begin = block * units_a_block, end = std::min(begin + units_a_block, units.count);
    for (int64_t place = begin; place < end; ++place) {
      const int64_t unit = units.list == nullptr ? place : units.list[place];
      if (units.list != nullptr && place + 1 < end) gradients.ask_for(units.list[place + 1]);
      if (objective.is_null(unit)) continue;
      // Without a shift v is 0 where rows store nothing.
      const int64_t stored = shift == nullptr ? gradients.stored(unit, point, v, values, places) : -1;
      if (stored >= 0) {
        for (int64_t i = 0; i < stored; ++i) values[i] *= scales[places[i]];
        *room += clip_and_measure(values, stored, lift.drop);
        for (int64_t i = 0; i < stored; ++i) sum[places[i]] += values[i];
        for (int64_t i = 0; lift.absolute > 0 && i < stored; ++i) lengths[places[i]] += std::fabs(values[i]);
        continue;
      }
      gradients.add(unit, 1, point, v);
      for (int64_t j = 0; shift != nullptr && j < n; ++j) v[j] += shift[j];
      for (int64_t j = 0; j < n; ++j) v[j] *= scales[j];
      *room += clip_and_measure(v, n, lift.drop);
      for (int64_t j = 0; j < n; ++j) sum[j] += v[j];
      for (int64_t j = 0; lift.absolute > 0 && j < n; ++j) lengths[j] += std::fabs(v[j]);
      std::fill(v, v + n, 0.0);
    }
  }
};

void LiftedSum::run_block(void *pass, size_t block) {
  static_cast<const Pass *>(pass)->add_block(static_cast<int64_t>(block));
}

int64_t LiftedSum::slot_size(const Objective &objective) {
  return padded(8 * objective.layout().size() + data::kPad + objective.slots_.size());
}

Blocks LiftedSum::blocks(const Objective &objective) {
  return {std::clamp<int64_t>(kMaxSlotMemory / slot_size(objective), 4, 64)};
}

size_t LiftedSum::work_size(const Objective &objective) {
  return static_cast<size_t>(3 * objective.layout().size() + blocks(objective).most * slot_size(objective));
}

void LiftedSum::run(const double *w, const Units &units, const double *scales, const double *shift, double *out) const {
  const Layout &layout = objective_.layout();
  const int64_t n = layout.size(), d = objective_.dimension(), size = slot_size(objective_);
  double *const point = work_.memory, *const spread_scales = point + n, *const spread_shift = spread_scales + n;
  double *const memory = spread_shift + n;
  layout.spread(w, point);
  layout.spread(scales, spread_scales);
  if (shift != nullptr) layout.spread(shift, spread_shift);
  const Blocks cut = blocks(objective_);
  const int64_t count = units.list == nullptr ? objective_.units_there() : units.count;
  Pass pass{objective_,
            lift_,
            {units.list, count},
            cut.units_a_block(count),
            point,
            spread_scales,
            shift != nullptr ? spread_shift : nullptr,
            memory};
  const int64_t there = cut.count(count), sums = 2 * n + 1;
  run_blocks(objective_.calls_back() ? nullptr : work_.crew, static_cast<size_t>(there), &LiftedSum::run_block, &pass);
  if (there == 0) std::fill(memory, memory + sums, 0.0);
  for (int64_t block = 1; block < there; ++block)
    for (int64_t j = 0; j < sums; ++j) memory[j] += memory[block * size + j];
  for (int64_t j = 0; j < n; ++j) memory[n + j] *= lift_.absolute;
  layout.gather(memory, out);
  if (!(lift_.absolute > 0)) return;
  layout.gather(memory + n, out + d);
  out[2 * d] = memory[2 * n] * lift_.room;
}

double LiftedSum::error(const Objective &objective, const Lift &lift, double max_units) {
  const Blocks cut = blocks(objective);
  const double depth =
      static_cast<double>(cut.units_a_block(static_cast<int64_t>(std::ceil(max_units))) + cut.most + 4);
  return gamma(depth) * max_units * lift.norm;
}

}  // namespace dpcvx::model
