// Computes divergences from a point, and Hessians.
#include <algorithm>
#include <cmath>

#include "model/objective.h"
#include "model/product_tile.h"
#include "model/record_divergences.h"
#include "model/unit_block.h"

namespace dpcvx::model {

namespace {

// The divergences of every unit.
struct Divergences {
  const LinearModel *linear;
  RecordDivergences records;
  int64_t units, units_a_block, slot;
  const double *reference, *step;  // laid out
  double *memory;                  // of every block
  double *out;

  static void run(void *argument, size_t block) {
    Divergences &all = *static_cast<Divergences *>(argument);
    const int64_t begin = static_cast<int64_t>(block) * all.units_a_block;
    double *const work = all.memory + static_cast<int64_t>(block) * all.slot;
    all.linear->table().with_rows([&](const auto &rows) {
      for (int64_t u = begin; u < std::min(begin + all.units_a_block, all.units); ++u)
        all.out[u] = all.of_unit(rows, u, work);
    });
  }

  template <class Rows>
  double of_unit(const Rows &rows, int64_t unit, double *work) const {
    if (linear->users() == nullptr) return of_record(rows, unit, work);
    const data::RowPick its = linear->users()->rows_of(unit);
    double sum = 0;
    for (int64_t place = 0; place < its.count; ++place) sum += of_record(rows, its[place], work);
    return sum;
  }

  template <class Rows>
  double of_record(const Rows &rows, int64_t r, double *work) const {
    const double share = linear->share(r);
    return share > 0 ? share * records.of(rows, r, reference, step, work) : 0;
  }
};

}  // namespace

void Objective::divergences(const double *w, const double *v, const SumWork &work, double *out) const {
  const int64_t d = dimension();
  if (is_function()) {
    double *const at_reference = work.memory, *const there = at_reference + padded(d);
    for (int64_t u = 0; u < there_; ++u) {
      const double base = function_sum({}).unit(u, v, at_reference), value = function_sum({}).unit(u, w, there);
      double linear = 0;
      for (int64_t j = 0; j < d; ++j) linear += at_reference[j] * (w[j] - v[j]);
      out[u] = std::fmax(0, number_or_zero(value - base - linear));
    }
    return;
  }
  const Layout &layout = slots_.layout;
  double *const reference = work.memory, *const step = reference + layout.size();
  layout.spread(v, reference);
  layout.spread(w, step);
  for (int64_t j = 0; j < layout.size(); ++j) step[j] -= reference[j];
  const Blocks blocks = slots_.blocks();
  Divergences all{&linear_, RecordDivergences(*this), there_, blocks.units_a_block(there_), slots_.size(), reference,
                  step,     step + layout.size(),     out};
  run_blocks(calls_back() ? nullptr : work.crew, static_cast<size_t>(blocks.count(there_)), &Divergences::run, &all);
}

namespace {

constexpr int64_t kMaxHessianMemory = int64_t{1} << 18;  // doubles of the blocks' sums

// Returns how a pass for the Hessian is cut into blocks: a function of public numbers alone.
int64_t hessian_blocks(int64_t d) {
  return std::clamp<int64_t>(kMaxHessianMemory / (1 + ProductTile::sums_size(d)), 4, 16);
}

// Each block sums the Hessians of its stretch of records as given, in memory of its own.
struct HessianSum {
  const LinearSum &sum;
  const double *point;
  int64_t dimension, records_a_block;
  double *memory;

  static int64_t slot_size(int64_t d) { return ProductTile::sums_size(d) + ProductTile::work_size(d); }

  static void run(void *argument, size_t block) {
    const HessianSum &all = *static_cast<const HessianSum *>(argument);
    const int64_t size = ProductTile::sums_size(all.dimension);
    double *const sums = all.memory + static_cast<int64_t>(block) * slot_size(all.dimension);
    const int64_t begin = static_cast<int64_t>(block) * all.records_a_block;
    const int64_t end = std::min(begin + all.records_a_block, all.sum.linear->records());
    ProductTile tile(all.dimension, sums + size);
    BlockOfUnits here(all.sum, all.point, sums);  // for decision values
    std::fill(sums, sums + size, 0.0);
    const data::RowPick records = all.sum.linear->table().places_as_given();
    all.sum.linear->table().with_rows([&](const auto &rows) {
      for (int64_t i = begin; i < end; i += here.tile_size) {
        tile.fill(rows, here, records.part(i, std::min(here.tile_size, end - i)));
        tile.add_to(sums);
      }
    });
  }
};

}  // namespace

bool Objective::has_hessian() const { return !is_function() && outputs() == 1 && dimension() <= kMaxHessianDimension; }

size_t Objective::work_size_with_hessian() const {
  if (!has_hessian()) return work_size();
  const int64_t d = dimension();
  return std::max(work_size(),
                  static_cast<size_t>(slots_.layout.size() + hessian_blocks(d) * HessianSum::slot_size(d)));
}

void Objective::hessian(const double *w, const SumWork &work, double *out) const {
  const int64_t d = dimension(), stride = padded(d), size = HessianSum::slot_size(d);
  const double n = static_cast<double>(units_);
  double *const point = work.memory, *const sums = point + slots_.layout.size();
  slots_.layout.spread(w, point);
  const LinearSum sum = linear_sum({});
  const int64_t blocks = hessian_blocks(d), a_block = (linear_.records() + blocks - 1) / blocks;
  HessianSum all{sum, point, d, a_block, sums};
  run_blocks(calls_back() ? nullptr : work.crew, static_cast<size_t>(blocks), &HessianSum::run, &all);
  for (int64_t block = 1; block < blocks; ++block) add_multiple(1, sums + block * size, sums, d * stride);
  for (int64_t r = 0; r < d; ++r)
    for (int64_t c = 0; c <= r; ++c)
      out[c * d + r] = out[r * d + c] = sums[r * stride + c] / n + (r == c ? settings_.l2 : 0);
}

}  // namespace dpcvx::model
