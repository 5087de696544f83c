#include "solve/sufficient_statistics/integer_moments.h"

#include <algorithm>
#include <cmath>

#include "data/row_kernels.h"
#include "model/integer_sum.h"
#include "numeric/directed.h"
#include "numeric/margins.h"

namespace dpcvx::solve {

namespace {

constexpr int64_t kMaxDoubles = int64_t{1} << 25;  // of all blocks together, as long as there are two
// A user's records are counted in finer steps than users are: 2^kUserBits of them to the greatest number of one record.
constexpr int kUserBits = 50, kMaxUserShift = 12;
constexpr double kRoot2 = 1.4142135623730951;
constexpr double kProducts = 0x1p-48;  // more than four roundings, and that of sqrt(2)
constexpr double kUserRounding = 0x1p-36;

}  // namespace

MomentLattice moment_lattice(const StatisticsBounds &bounds, double label_weight, int bits) {
  MomentLattice lattice;
  lattice.label_weight = label_weight;
  const double most = numeric::up_few(kRoot2 * statistics_norm(bounds));
  if (!(most > 0) || !(most < INFINITY)) return lattice;  // no plan is made of such bounds
  lattice.scale = numeric::floor_log2(most);
  lattice.step = lattice.scale - bits;
  return lattice;
}

double moment_rounding(const StatisticsBounds &bounds, const MomentLattice &lattice, double count, bool by_user) {
  const double step = std::ldexp(1.0, lattice.step), root = std::sqrt(count);
  const double of_records = by_user ? kUserRounding * std::ldexp(1.0, lattice.scale) : 0;
  return numeric::up_few((step + of_records) * root + kProducts * statistics_norm(bounds));
}

// One stretch of units: their sums; for users those of one user's records; and a tile of mapped rows.
struct IntegerMoments::Block {
  const IntegerMoments &whole;
  const model::LinearModel &linear;
  const int64_t d, stride;
  uint64_t *const sums, *const user;
  double *const tile;
  double shares[kTile], labels[kTile];
  alignas(64) double multiples[kTile];

  Block(const IntegerMoments &moments, double *memory)
      : whole(moments),
        linear(moments.linear_),
        d(moments.d_),
        stride(moments.stride_),
        sums(reinterpret_cast<uint64_t *>(memory)),
        user(sums + (moments.by_user_ ? moments.sums_size() : 0)),
        tile(reinterpret_cast<double *>(user + moments.sums_size())) {}

  uint64_t *diagonal(uint64_t *of) const { return of + (d + 1) * stride; }

  template <class Rows>
  void add(const Rows &rows, int64_t begin, int64_t end) {
    std::fill(sums, sums + whole.sums_size(), 0);
    const double shift = model::shift_of_step(whole.lattice_.step);
    if (!whole.by_user_) return add_records(rows, {nullptr, begin, end - begin}, shift, sums);
    std::fill(user, user + whole.sums_size(), 0);
    for (int64_t u = begin; u < end; ++u) add_user(rows, linear.users()->rows_of(u), shift);
  }

  template <class Rows>
  void add_records(const Rows &rows, const data::RowPick &records, double shift, uint64_t *to) {
    for (int64_t begin = 0; begin < records.count; begin += kTile)
      add_tile(gather(rows, records.part(begin, std::min(kTile, records.count - begin))), shift, to);
  }

  // Maps the rows of some records into the tile. Returns how many count.
  template <class Rows>
  int64_t gather(const Rows &rows, const data::RowPick &records) {
    const model::RowMap &map = linear.row_map();
    int64_t count = 0;
    for (int64_t i = 0; i < records.count; ++i) {
      const int64_t r = records[i];
      const model::Record &record = linear.record(r);
      if (!(linear.share(r) > 0)) continue;
      double *const row = tile + count * stride;
      std::fill(row, row + stride, 0.0);
      rows.for_each(r, [&](int64_t j, double x) { row[j] = record.factor * x; });
      if (map.intercept) row[d - 1] = record.factor * map.intercept_value;
      labels[count] = whole.lattice_.label_weight * record.label;
      shares[count++] = linear.share(r);
    }
    return count;
  }

  void add_tile(int64_t count, double shift, uint64_t *to) {
    const auto &add_integers = data::dense_kernels().of_doubles.add_integers;
    uint64_t *const squares = diagonal(to);
    for (int64_t i = 0; i < d; ++i) {
      for (int64_t t = 0; t < count; ++t) {
        const double entry = tile[t * stride + i], share = shares[t] * entry;
        multiples[t] = kRoot2 * share;
        squares[i] += data::integer_of(share * entry, shift);
      }
      if (i > 0) add_integers({tile, stride, i, nullptr, 0, count}, multiples, shift, to + i * stride);
    }
    for (int64_t t = 0; t < count; ++t) multiples[t] = shares[t] * labels[t];
    add_integers({tile, stride, d, nullptr, 0, count}, multiples, shift, to + d * stride);
  }

  // Records have at most 1 / (their number) of the unit's bound each, so their steps can be as much finer.
  template <class Rows>
  void add_user(const Rows &rows, const data::RowPick &its, double shift) {
    if (its.count == 0) return;
    const int finer = std::min(numeric::floor_log2(static_cast<double>(its.count)), kMaxUserShift);
    const int exponent = whole.lattice_.scale + 1 - kUserBits - finer;
    add_records(rows, its, model::shift_of_step(exponent), user);
    const double step = std::ldexp(1.0, exponent);
    for (int64_t i = 1; i <= d; ++i) flush(i * stride, i, step, shift);
    flush(diagonal(user) - user, d, step, shift);
  }

  void flush(int64_t at, int64_t count, double step, double shift) {
    for (int64_t i = at; i < at + count; ++i) {
      sums[i] += data::integer_of(static_cast<double>(static_cast<int64_t>(user[i])) * step, shift);
      user[i] = 0;
    }
  }

  void pack(uint64_t *packed) const {
    const uint64_t *const squares = diagonal(sums);
    for (int64_t i = 0; i < d; ++i) {
      for (int64_t j = 0; j < i; ++j) *packed++ += sums[i * stride + j];
      *packed++ += squares[i];
    }
    for (int64_t j = 0; j < d; ++j) *packed++ += sums[d * stride + j];
  }
};

IntegerMoments::IntegerMoments(const model::LinearModel &linear, const MomentLattice &lattice, int32_t threads)
    : linear_(linear),
      lattice_(lattice),
      by_user_(linear.users() != nullptr),
      d_(linear.dimension()),
      stride_(data::padded(d_ + 8)) {
  const int64_t most = std::max<int64_t>(1, std::min(kMaxDoubles / block_size(), units() / kTile));
  blocks_ = std::min<int64_t>(threads > 1 ? 4 * threads : 1, most);
}

int64_t IntegerMoments::units() const { return by_user_ ? linear_.users()->count() : linear_.records(); }

void IntegerMoments::run_block(void *moments, size_t block) {
  const IntegerMoments &whole = *static_cast<const IntegerMoments *>(moments);
  const int64_t number = static_cast<int64_t>(block), size = (whole.units() + whole.blocks_ - 1) / whole.blocks_;
  const int64_t begin = std::min(number * size, whole.units()), end = std::min(begin + size, whole.units());
  Block here(whole, whole.memory_ + number * whole.block_size());
  whole.linear_.table().with_rows([&](const auto &rows) { here.add(rows, begin, end); });
}

void IntegerMoments::add(Crew *crew, double *memory, uint64_t *packed) {
  memory_ = memory;
  crew->run(static_cast<size_t>(blocks_), &run_block, this);
  for (int64_t block = 0; block < blocks_; ++block) Block(*this, memory + block * block_size()).pack(packed);
}

}  // namespace dpcvx::solve
