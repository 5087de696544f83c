#include "model/integer_sum.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "model/unit_block.h"
#include "numeric/directed.h"

namespace dpcvx::model {

namespace {

constexpr int64_t kMaxSlotMemory = int64_t{1} << 22;  // doubles
// The entries of a record are below 2^kUserBits steps of its user's own lattice. Sums of 2^24 records are then below
// 2^63.
constexpr int kUserBits = 38;
static_assert(LinearModel::kMaxRecordsPerUser <= int64_t{1} << 24, "sums of a user's records do not wrap");

}  // namespace

// One block of units, in a slot of memory: the working memory of BlockOfUnits; then the sums; and for users the sums of
// one user's records, their values, and where these lie.
struct IntegerSum::Block {
  BlockOfUnits base;
  const Layout &layout;
  const bool by_user;
  const Clip clip;
  const double step, shift;
  uint64_t *const sums, *const user;
  double *const values;
  int64_t *const places;

  Block(const IntegerSum &whole, double *slot)
      : base(whole.pass_, whole.point_, slot),
        layout(base.layout),
        by_user(whole.pass_.by_user),
        clip(whole.pass_.clip),
        step(std::ldexp(1.0, whole.exponent_)),
        shift(shift_of_step(whole.exponent_)),
        sums(reinterpret_cast<uint64_t *>(slot + padded(whole.pass_.slots.size()))),
        user(sums + base.dimension),
        values(reinterpret_cast<double *>(user + base.dimension)),
        places(reinterpret_cast<int64_t *>(values + base.dimension)) {}

  template <class Rows>
  void add(const Rows &rows, const data::RowPick &units) {
    std::fill(sums, sums + base.dimension, 0);
    if (!by_user) return add_tiles(rows, units, clip, shift, sums);
    std::fill(user, user + base.dimension, 0);
    std::fill(values, values + base.dimension, 0.0);
    for (int64_t place = 0; place < units.count; ++place) add_user(rows, base.linear.users()->rows_of(units[place]));
  }

  // Calls visit(tile, k) for the tiles of some rows, with the multiples of theirs.
  template <class Rows, class Visit>
  void each_tile(const Rows &rows, const data::RowPick &pick, const Clip &its_clip, const Visit &visit) {
    for (int64_t begin = 0; begin < pick.count; begin += base.tile_size) {
      const data::RowPick tile = pick.part(begin, std::min(base.tile_size, pick.count - begin));
      alignas(16) double k[Slots::kMaxTile] = {};
      if (layout.outputs > 1) {
        visit(tile, base.find_multiples_of_classes(rows, tile, its_clip));
      } else {
        base.find_multiples(rows, tile, its_clip, k);
        visit(tile, static_cast<const double *>(k));
      }
    }
  }

  template <class Rows>
  void add_tiles(const Rows &rows, const data::RowPick &pick, const Clip &its_clip, double its_shift, uint64_t *to) {
    each_tile(rows, pick, its_clip,
              [&](const data::RowPick &tile, const double *k) { add_rounded(rows, tile, k, its_shift, to); });
  }

  template <class Rows>
  void add_rounded(const Rows &rows, const data::RowPick &tile, const double *k, double its_shift, uint64_t *to) {
    for (int64_t c = 0; c < layout.outputs; ++c, k += base.tile_size, to += layout.stride()) {
      rows.add_integers(tile, k, its_shift, to);
      for (int64_t t = 0; base.intercept != 0 && t < tile.count; ++t)
        to[layout.intercept_at()] += data::integer_of(k[t] * base.intercept, its_shift);
    }
  }

  // An upper bound, up to a few ulps, on the norm of record r's gradient, whose multiples by class are k[0],
  // k[tile_size] and so on.
  double length_of(int64_t r, const double *k) const {
    double squares = 0, largest = 0;
    for (int64_t c = 0; c < layout.outputs; ++c) largest = std::fmax(largest, std::fabs(k[c * base.tile_size]));
    if (largest == 0) return 0;
    for (int64_t c = 0; c < layout.outputs; ++c) {
      const double part = k[c * base.tile_size] / largest;
      squares += part * part;
    }
    return std::sqrt(squares) * largest / base.records[r].factor / base.records[r].inverse;
  }

  // Returns the greatest length of a user's records: the same in any order.
  template <class Rows>
  double longest(const Rows &rows, const data::RowPick &its) {
    double longest = 0;
    each_tile(rows, its, Clip(), [&](const data::RowPick &tile, const double *k) {
      for (int64_t t = 0; t < tile.count; ++t) longest = std::fmax(longest, length_of(tile[t], k + t));
    });
    return longest;
  }

  // A user's records are summed as integers too, in steps that its longest record gives. So their order means nothing.
  // A user whose gradient is not finite, or is below half a step, adds 0.
  template <class Rows>
  void add_user(const Rows &rows, const data::RowPick &its) {
    const double most = longest(rows, its);
    if (!(most < INFINITY) || most * static_cast<double>(its.count) < step / 4) return;
    const int exponent = numeric::floor_log2(most) + 1 - kUserBits;
    add_tiles(rows, its, Clip(), shift_of_step(exponent), user);
    if constexpr (Rows::kSparse)
      flush_sparse(rows, its, std::ldexp(1.0, exponent));
    else
      flush_dense(std::ldexp(1.0, exponent));
  }

  double factor_of(const double *entries, int64_t count) const {
    const double norm = norm_above(entries, count);
    return norm < INFINITY ? clip_factor(norm, clip) : 0;
  }

  double take(int64_t at, double its_step) {
    const double value = static_cast<double>(static_cast<int64_t>(user[at])) * its_step;
    user[at] = 0;
    return value;
  }

  void flush_dense(double its_step) {
    for (int64_t c = 0; c < layout.outputs; ++c) {
      const int64_t base_at = c * layout.stride();
      for (int64_t j = 0; j < layout.columns; ++j) values[base_at + j] = take(base_at + j, its_step);
      values[base_at + layout.intercept_at()] = take(base_at + layout.intercept_at(), its_step);
    }
    const double factor = factor_of(values, base.dimension);
    if (factor > 0)
      for (int64_t i = 0; i < base.dimension; ++i) sums[i] += data::integer_of(values[i] * factor, shift);
  }

  // Only where the user's rows have entries: those are gathered, each once, and put in order.
  template <class Rows>
  void flush_sparse(const Rows &rows, const data::RowPick &its, double its_step) {
    int64_t count = 0;
    const auto gather = [&](int64_t at) {
      if (user[at] == 0) return;
      values[at] = take(at, its_step);
      places[count++] = at;
    };
    for (int64_t c = 0; c < layout.outputs; ++c) {
      const int64_t base_at = c * layout.stride();
      for (int64_t place = 0; place < its.count; ++place)
        rows.for_each(its[place], [&](int64_t column, double) { gather(base_at + column); });
      gather(base_at + layout.intercept_at());
    }
    std::sort(places, places + count);
    for (int64_t i = 0; i < count; ++i) values[i] = values[places[i]];  // i <= places[i]
    const double factor = factor_of(values, count);
    for (int64_t i = 0; factor > 0 && i < count; ++i) sums[places[i]] += data::integer_of(values[i] * factor, shift);
  }
};

IntegerSum::IntegerSum(const Objective &objective, const Units &units, const Clip &clip, int exponent)
    : pass_(objective.linear_sum(units)), exponent_(exponent) {
  pass_.clip = objective.clip_of_records(clip);
}

int64_t IntegerSum::slot_size() const {
  return padded(pass_.slots.size()) + (pass_.by_user ? 4 : 1) * pass_.slots.layout.size();
}

Blocks IntegerSum::blocks() const { return {std::clamp<int64_t>(kMaxSlotMemory / slot_size(), 4, 64)}; }

size_t IntegerSum::work_size() const {
  return static_cast<size_t>(pass_.slots.layout.size() + blocks().count(pass_.units.count) * slot_size());
}

void IntegerSum::run_block(void *sum, size_t block) {
  const IntegerSum &whole = *static_cast<const IntegerSum *>(sum);
  const int64_t number = static_cast<int64_t>(block), begin = number * whole.units_a_block_;
  const int64_t count = std::min(whole.units_a_block_, whole.pass_.units.count - begin);
  Block here(whole, whole.memory_ + number * whole.slot_size());
  const data::RowPick units = data::RowPick{whole.pass_.units.list, 0, whole.pass_.units.count}.part(begin, count);
  whole.pass_.linear->table().with_rows([&](const auto &rows) { here.add(rows, units); });
}

void IntegerSum::add(const double *w, Crew *crew, double *memory, uint64_t *sums) {
  pass_.slots.layout.spread(w, memory);
  point_ = memory;
  memory_ = memory + size();
  units_a_block_ = blocks().units_a_block(pass_.units.count);
  const int64_t there = blocks().count(pass_.units.count);
  run_blocks(crew, static_cast<size_t>(there), &run_block, this);
  for (int64_t block = 0; block < there; ++block) {
    const Block its(*this, memory_ + block * slot_size());
    for (int64_t i = 0; i < size(); ++i) sums[i] += its.sums[i];
  }
}

}  // namespace dpcvx::model
