// One block of a pass over units, over rows of one kind: what sums and norms of units' gradients have in common.
#ifndef DPCVX_MODEL_UNIT_BLOCK_H_
#define DPCVX_MODEL_UNIT_BLOCK_H_

#include <algorithm>
#include <cstring>

#include "model/sums.h"

namespace dpcvx::model {

struct BlockOfUnits {
  const LinearSum &pass;
  const LinearModel &linear;
  const Layout layout;
  const int64_t tile_size, dimension;
  const double intercept;
  const Record *const records;
  const double *const factors;  // of units, or null
  double weight = 1;            // the factor of the user at hand
  const double *const w;        // the point
  double *const sum;            // and the losses' behind it
  double *const user;           // the gradient of the user at hand
  double *const group;          // and of a group of its records
  double *const scratch;        // its entries that are not 0, and where they are
  double *const tiles;

  // `slot`: memory of whole.slots.size() doubles.
  BlockOfUnits(const LinearSum &whole, const double *point, double *slot)
      : pass(whole),
        linear(*whole.linear),
        layout(whole.slots.layout),
        tile_size(whole.slots.tile()),
        dimension(whole.slots.layout.size()),
        intercept(linear.row_map().intercept ? linear.row_map().intercept_value : 0),
        records(linear.prepared()),
        factors(linear.unit_factors()),
        w(point),
        sum(slot),
        user(sum + whole.slots.user()),
        group(sum + whole.slots.group()),
        scratch(sum + whole.slots.scratch()),
        tiles(sum + whole.slots.tiles()) {}

  template <class Rows>
  void add(const Rows &rows, const data::RowPick &units) {
    std::fill(sum, sum + dimension + data::kPad, 0.0);
    if (!pass.by_user) return add_records(rows, units, pass.clip, sum);
    std::fill(user, user + dimension, 0.0);
    std::fill(group, group + dimension, 0.0);
    for (int64_t place = 0; place < units.count; ++place) {
      if (units.list != nullptr && place + 1 < units.count) ask_for(rows, units[place + 1]);
      if (factors != nullptr) weight = factors[units[place]];
      if (weight > 0) add_user(rows, linear.users()->rows_of(units[place]));
    }
  }

  // Prefetches the prepared records of the listed rows that come next.
  void ask_for(const data::RowPick &pick) const {
    for (int64_t place = 0; pick.list != nullptr && place < pick.count; ++place)
      __builtin_prefetch(records + pick.list[place]);
  }
  // Prefetches the first rows of the next user; the rest mostly follow in memory.
  template <class Rows>
  void ask_for(const Rows &rows, int64_t unit) {
    const data::RowPick its = linear.users()->rows_of(unit);
    ask_for(its);
    if constexpr (!Rows::kSparse) {
      for (int64_t place = 0; place < std::min<int64_t>(its.count, 3); ++place) {
        const char *const row = reinterpret_cast<const char *>(rows.row(its[place]));
        const int64_t bytes = rows.columns() * static_cast<int64_t>(sizeof(typename Rows::Entry));
        for (int64_t line = 0; line < std::min<int64_t>(bytes, 1024); line += 64) __builtin_prefetch(row + line);
      }
    }
  }

  template <class Rows>
  void add_records(const Rows &rows, const data::RowPick &pick, const Clip &clip, double *to) {
    int64_t begin = 0;
    if constexpr (Rows::kSparse && Rows::kHasBitsOfDense)
      if (layout.outputs == 1) begin = add_groups_of_columns(rows, pick, clip, to);
    for (; begin < pick.count; begin += tile_size) {
      const data::RowPick tile = pick.part(begin, std::min(tile_size, pick.count - begin));
      ask_for(tile);
      if (layout.outputs == 1)
        add_tile(rows, tile, clip, to);
      else
        add_tile_of_classes(rows, tile, clip, to);
    }
  }

  // Adds rows that lie column by column. Returns how many of those picked, from the first on.
  template <class Rows>
  int64_t add_groups_of_columns(const Rows &rows, const data::RowPick &pick, const Clip &clip, double *to) {
    alignas(16) double z[data::NonzeroGroups::kMaxRows], k[data::NonzeroGroups::kMaxRows];
    int64_t begin = 0;
    while (begin < pick.count) {
      const data::RowPick left = pick.part(begin, pick.count - begin);
      const int64_t count = rows.groups().rows_of_group(left);
      if (count == 0) break;
      rows.groups().dots(left.first, w, z);
      for (int64_t t = 0; t < count; t += tile_size) {
        const data::RowPick tile = left.part(t, std::min(tile_size, count - t));
        find_multiples(tile, z + t, clip, k + t);
        add_intercept(k + t, tile.count, to);
      }
      rows.groups().add_multiples(left.first, k, to);
      begin += count;
    }
    return begin;
  }

  // A unit of several records: their mean, in a vector of its own, so that it can be clipped as one and so that the
  // rounding of the sum does not depend on how many records there are.
  template <class Rows>
  void add_user(const Rows &rows, const data::RowPick &its) {
    if (its.count == 1 && factors == nullptr) return add_records(rows, its, pass.clip, sum);
    if (its.count <= kRecordsAGroup)
      add_records(rows, its, Clip(), user);
    else
      add_groups(rows, its);
    if constexpr (Rows::kHasBitsOfDense)
      flush_dense();
    else
      flush_sparse(rows, its);
  }

  template <class Rows>
  void add_groups(const Rows &rows, const data::RowPick &its) {
    for (int64_t begin = 0; begin < its.count; begin += kRecordsAGroup) {
      add_records(rows, its.part(begin, std::min(kRecordsAGroup, its.count - begin)), Clip(), group);
      add_multiple(1, group, user, dimension);
      std::fill(group, group + dimension, 0.0);
    }
  }

  // Counts a number that is not finite as 0.
  double factor_of(const double *values, int64_t count) const {
    if (!(pass.clip.norm < INFINITY)) return weight;
    const double norm = norm_above(values, count);
    return norm < INFINITY ? clip_factor(norm, pass.clip) * weight : 0;
  }

  void flush_dense() {
    const double factor = factor_of(user, dimension);
    if (factor > 0) add_multiple(factor, user, sum, dimension);
    std::fill(user, user + dimension, 0.0);
  }

  // Only where the user's rows have entries: those are gathered, each once. Only a sparse table's slots have the room,
  // and the norm is summed in another order than that of dense rows.
  template <class Rows>
  void flush_sparse(const Rows &rows, const data::RowPick &its) {
    int64_t count = 0;
    const auto take = [&](int64_t at) {
      if (user[at] == 0) return;
      scratch[count] = user[at];
      std::memcpy(scratch + dimension + count, &at, sizeof(at));
      ++count;
      user[at] = 0;
    };
    for (int64_t k = 0; k < layout.outputs; ++k) {
      const int64_t base = k * layout.stride();
      for (int64_t place = 0; place < its.count; ++place)
        rows.for_each(its[place], [&](int64_t column, double) { take(base + column); });
      take(base + layout.intercept_at());
    }
    const double factor = factor_of(scratch, count);
    for (int64_t i = 0; factor > 0 && i < count; ++i) {
      int64_t at;
      std::memcpy(&at, scratch + dimension + i, sizeof(at));
      sum[at] += factor * scratch[i];
    }
  }

  // Decision values; z is aligned, and has room for an even number.
  template <class Rows>
  void decide(const Rows &rows, const data::RowPick &tile, double *z) const {
    rows.dots(tile, {w, 0, 1}, {z, 0, 1});
    decide(tile, z);
  }
  // Makes them of the rows' products with w.
  void decide(const data::RowPick &tile, double *z) const {
    if (tile.count % 2 == 1) z[tile.count] = 0;
    const double offset = intercept * w[layout.intercept_at()];
    each_pair(tile, [&](const Record &one, const Record &other, int64_t t) {
      const data::Pair value = data::Pair{one.factor, other.factor} * (data::load_pair(z + t) + offset);
      // NOLINTNEXTLINE(misc-redundant-expression): a number that is not one is unlike itself
      *reinterpret_cast<data::Pair *>(z + t) = value == value ? value : data::Pair{};
    });
  }

  // visit(record, next record, place) for every second place. The last record of an odd number comes twice.
  template <class Visit>
  void each_pair(const data::RowPick &tile, const Visit &visit) const {
    if (tile.list != nullptr) {
      for (int64_t t = 0; t < tile.count; t += 2)
        visit(records[tile.list[t]], records[tile.list[std::min(t + 1, tile.count - 1)]], t);
      return;
    }
    const Record *const first = records + tile.first;
    int64_t t = 0;
    for (; t + 2 <= tile.count; t += 2) visit(first[t], first[t + 1], t);
    if (t < tile.count) visit(first[t], first[t], t);
  }

  template <class Rows>
  void add_rows(const Rows &rows, const data::RowPick &tile, const double *k, double *to) {
    rows.add_multiples(tile, {k, tile_size, layout.outputs}, {to, layout.stride(), layout.outputs});
    for (int64_t c = 0; c < layout.outputs; ++c, k += tile_size, to += layout.stride())
      add_intercept(k, tile.count, to);
  }
  void add_intercept(const double *k, int64_t count, double *to) const {
    if (intercept != 0) to[layout.intercept_at()] += intercept_sum(k, count);
  }
  // Four sums over every fourth record, so that additions overlap.
  double intercept_sum(const double *k, int64_t count) const {
    data::Pair first = {}, second = {};
    int64_t t = 0;
    for (; t + 4 <= count; t += 4) {
      first += loose_pair(k + t) * intercept;
      second += loose_pair(k + t + 2) * intercept;
    }
    double sums[4] = {first[0], first[1], second[0], second[1]};
    for (; t < count; ++t) sums[t & 3] += k[t] * intercept;
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  template <class Loss>
  void take_slopes(const Loss &loss, const data::RowPick &tile, const double *z, double *k) const {
    for (int64_t t = 0; t < tile.count; ++t) k[t] = loss.slope(z[t], records[tile[t]].label);
  }
  void take_slopes(const Logistic &, const data::RowPick &tile, const double *z, double *k) const {
    alignas(16) double labels[Slots::kMaxTile];
    each_pair(tile, [&](const Record &one, const Record &other, int64_t t) {
      *reinterpret_cast<data::Pair *>(labels + t) = data::Pair{one.label, other.label};
    });
    Logistic::slopes(z, labels, k, tile.count);
  }

  // First all decision values, then all slopes, then the rows again: each loop is short and straight.
  template <class Rows>
  void add_tile(const Rows &rows, const data::RowPick &tile, const Clip &clip, double *to) {
    alignas(16) double k[Slots::kMaxTile];
    find_multiples(rows, tile, clip, k);
    add_rows(rows, tile, k, to);
  }

  // The numbers that multiply the tile's rows in the sum; k is aligned, and has room for an even number.
  template <class Rows>
  void find_multiples(const Rows &rows, const data::RowPick &tile, const Clip &clip, double *k) {
    alignas(16) double z[Slots::kMaxTile];
    rows.dots(tile, {w, 0, 1}, {z, 0, 1});
    find_multiples(tile, z, clip, k);
  }
  // From the rows' products with w, of which z has decision values then.
  void find_multiples(const data::RowPick &tile, double *z, const Clip &clip, double *k) {
    double losses[Slots::kMaxTile];
    decide(tile, z);
    if (tile.count % 2 == 1) k[tile.count] = 0;
    with_loss(*pass.loss, [&](const auto &loss) {
      take_slopes(loss, tile, z, k);
      for (int64_t t = 0; pass.with_value && t < tile.count; ++t) losses[t] = loss.value(z[t], records[tile[t]].label);
    });
    if (pass.with_value) add_losses(tile, losses);
    each_pair(tile, [&](const Record &one, const Record &other, int64_t t) {
      *reinterpret_cast<data::Pair *>(k + t) = multiples(data::load_pair(k + t), one, other, pass.max_slope, clip);
    });
    if (weighs_records()) weigh(tile, k);
  }

  // Records that are units take their factors here, a user's sum as a whole.
  bool weighs_records() const { return factors != nullptr && !pass.by_user; }
  void weigh(const data::RowPick &tile, double *k) const {
    for (int64_t t = 0; t < tile.count; ++t) k[t] = normal_or_zero(k[t] * factors[tile[t]]);
  }

  void add_losses(const data::RowPick &tile, const double *losses) {
    for (int64_t t = 0; t < tile.count; ++t) {
      const double share = records[tile[t]].share * (weighs_records() ? factors[tile[t]] : weight);
      if (share > 0) sum[dimension] += share * losses[t];
    }
  }

  template <class Rows>
  void add_tile_of_classes(const Rows &rows, const data::RowPick &tile, const Clip &clip, double *to) {
    add_rows(rows, tile, find_multiples_of_classes(rows, tile, clip), to);
  }

  // Returns the multiples, class after class, tile_size apart.
  template <class Rows>
  const double *find_multiples_of_classes(const Rows &rows, const data::RowPick &tile, const Clip &clip) {
    const int64_t classes = layout.outputs, stride = layout.stride();
    double *const z = tiles, *const k = z + classes * tile_size;
    double factors_of_rows[Slots::kMaxTile], labels[Slots::kMaxTile], squares[Slots::kMaxTile];
    double sums[Slots::kMaxTile], own[Slots::kMaxTile];
    for (int64_t t = 0; t < tile.count; ++t) {
      factors_of_rows[t] = records[tile[t]].factor;
      labels[t] = records[tile[t]].label;
    }
    const ClassTile all{classes, tile.count, tile_size, factors_of_rows, labels, intercept, w + layout.intercept_at(),
                        stride};
    const ClassValues values{sums, own};
    rows.dots(tile, {w, stride, classes}, {z, tile_size, classes});
    multinomial_kernels().slopes(all, z, k, squares, pass.with_value ? &values : nullptr);
    scale_slopes(all, tile, squares, clip, k);
    if (pass.with_value) {
      for (int64_t t = 0; t < tile.count; ++t) sums[t] = std::log(sums[t]) - own[t];
      add_losses(tile, sums);
    }
    for (int64_t c = 0; c < classes && weighs_records(); ++c) weigh(tile, k + c * tile_size);
    return k;
  }

  void scale_slopes(const ClassTile &all, const data::RowPick &tile, const double *squares, const Clip &clip,
                    double *k) {
    alignas(16) double factors_of_slopes[Slots::kMaxTile];
    for (int64_t t = 0; t < tile.count; t += 2) {
      const int64_t next = std::min(t + 1, tile.count - 1);
      const data::Pair norms = {norm_above(squares[t], k + t, all.classes, tile_size),
                                norm_above(squares[next], k + next, all.classes, tile_size)};
      *reinterpret_cast<data::Pair *>(factors_of_slopes + t) =
          multiples_of_classes(norms, records[tile[t]], records[tile[next]], pass.max_slope, clip);
    }
    multinomial_kernels().scale(all, factors_of_slopes, k);
  }
};

}  // namespace dpcvx::model

#endif
