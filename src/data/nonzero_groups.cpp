#include "data/nonzero_groups.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/error.h"

namespace dpcvx::data {

namespace {

constexpr int64_t kLanes = 8;
constexpr int64_t kMinEntries = 4;  // of a column in a group, in the mean: fewer are faster row by row
constexpr int64_t kMaxEntries = std::numeric_limits<uint32_t>::max();

// sum += x * values.
void add_products(const double *values, double x, int64_t count, double *sum) {
  int64_t t = 0;
  for (; t + 2 <= count; t += 2) {
    Pair pair;
    std::memcpy(&pair, values + t, sizeof(pair));
    *reinterpret_cast<Pair *>(sum + t) += pair * x;
  }
  if (t < count) sum[t] += values[t] * x;
}

}  // namespace

// Goes over the groups twice: to count what they hold, and to write it.
class NonzeroGroups::Writer {
 public:
  explicit Writer(NonzeroGroups *out) : out_(*out) {}

  bool allocate(int64_t columns) {
    return counts_.allocate(static_cast<size_t>(columns)) && others_.allocate(static_cast<size_t>(columns)) &&
           next_.allocate(static_cast<size_t>(columns)) && next_value_.allocate(static_cast<size_t>(columns));
  }

  template <class Rows>
  void count(const Rows &rows, int64_t first, int64_t rows_there) {
    find_counts(rows, first, rows_there);
    for (size_t j = 0; j < counts_.size(); ++j) {
      columns_ += counts_[j] > 0;
      entries_ += counts_[j];
      values_ += others_[j] > 0 ? counts_[j] : 0;
    }
  }
  bool allocate_out() const {
    return out_.columns_.allocate_unset(static_cast<size_t>(columns_)) &&
           out_.longest_.allocate_unset(static_cast<size_t>(columns_)) &&
           out_.rows_.allocate_unset(static_cast<size_t>(entries_)) &&
           out_.values_.allocate_unset(static_cast<size_t>(values_));
  }
  bool is_worth_it() const { return entries_ < kMaxEntries && entries_ >= kMinEntries * columns_; }

  template <class Rows>
  void write(const Rows &rows, int64_t group, int64_t first, int64_t rows_there) {
    find_counts(rows, first, rows_there);
    const uint32_t begin = column_;
    out_.groups_[static_cast<size_t>(group)] = begin;
    for (size_t j = 0; j < counts_.size(); ++j) {
      next_[j] = row_;
      next_value_[j] = value_;
      if (counts_[j] == 0) continue;
      const bool valued = others_[j] > 0;
      out_.columns_[column_++] = {static_cast<uint16_t>(j), counts_[j], row_, valued ? value_ : kOnes};
      row_ += counts_[j];
      value_ += valued ? counts_[j] : 0;
    }
    out_.groups_[static_cast<size_t>(group) + 1] = column_;
    sort(begin);
    for (int64_t i = first; i < first + rows_there; ++i)
      rows.for_each(i, [&](int64_t column, double entry) {
        if (entry == 0) return;
        const size_t j = static_cast<size_t>(column);
        out_.rows_[next_[j]++] = static_cast<uint8_t>(i - first);
        if (others_[j] > 0) out_.values_[next_value_[j]++] = entry;
      });
  }

 private:
  template <class Rows>
  void find_counts(const Rows &rows, int64_t first, int64_t rows_there) {
    std::fill(counts_.begin(), counts_.end(), uint16_t{0});
    std::fill(others_.begin(), others_.end(), uint16_t{0});
    for (int64_t i = first; i < first + rows_there; ++i)
      rows.for_each(i, [&](int64_t column, double entry) {
        counts_[static_cast<size_t>(column)] += entry != 0;
        others_[static_cast<size_t>(column)] += entry != 0 && entry != 1;
      });
  }

  void sort(uint32_t begin) {
    const Column *const columns = out_.columns_.data() + begin;
    uint16_t *const longest = out_.longest_.data() + begin;
    for (uint32_t i = 0; i < column_ - begin; ++i) longest[i] = static_cast<uint16_t>(i);
    std::sort(longest, longest + (column_ - begin), [columns](uint16_t i, uint16_t j) {
      const Column &one = columns[i], &other = columns[j];
      const bool of_ones = one.values == kOnes, others_of_ones = other.values == kOnes;
      if (of_ones != others_of_ones) return of_ones;
      return one.count != other.count ? one.count > other.count : i < j;
    });
  }

  NonzeroGroups &out_;
  Buffer<uint16_t> counts_, others_;  // of the entries of a column, and of those that are not 1
  Buffer<uint32_t> next_, next_value_;
  uint32_t column_ = 0, row_ = 0, value_ = 0;  // the next
  int64_t columns_ = 0, entries_ = 0, values_ = 0;
};

int64_t NonzeroGroups::group_at(int64_t first) const {
  return first / stretch_ * groups_a_stretch_ + first % stretch_ / kMaxRows;
}

// Returns how many rows the group has that begins there.
int64_t NonzeroGroups::rows_at(int64_t first) const {
  return std::min({kMaxRows, stretch_ - first % stretch_, rows_there_ - first});
}

int64_t NonzeroGroups::rows_of_group(const RowPick &pick) const {
  if (groups_.size() == 0 || pick.list != nullptr || pick.first % stretch_ % kMaxRows != 0) return 0;
  const int64_t count = rows_at(pick.first);
  return count <= pick.count ? count : 0;
}

dpcvx_status NonzeroGroups::create(const Features &features, int64_t stretch, Error &error) {
  if (stretch == 0) return DPCVX_OK;
  rows_there_ = features.rows();
  stretch_ = stretch;
  groups_a_stretch_ = (stretch + kMaxRows - 1) / kMaxRows;
  return features.with_rows([&](const auto &rows) -> dpcvx_status {
    Writer writer(this);
    if (!writer.allocate(features.columns())) return error.nomem("the entries of a table that are not 0");
    const auto each = [&](const auto &visit) {
      for (int64_t first = 0; first < rows_there_; first += rows_at(first)) visit(first, rows_at(first));
    };
    each([&](int64_t first, int64_t count) { writer.count(rows, first, count); });
    if (!writer.is_worth_it()) return DPCVX_OK;
    const size_t groups = static_cast<size_t>(group_at(rows_there_ - 1) + 2);
    if (!writer.allocate_out() || !groups_.allocate(groups))
      return error.nomem("the entries of a table that are not 0");
    each([&](int64_t first, int64_t count) { writer.write(rows, group_at(first), first, count); });
    return DPCVX_OK;
  });
}

// Partial sums over every eighth column, put together in the tree of dense rows.
void NonzeroGroups::dots(int64_t first, const double *w, double *z) const {
  alignas(16) double sums[kLanes][kMaxRows];
  const size_t group = static_cast<size_t>(group_at(first));
  const int64_t count = rows_at(first), even = (count + 1) / 2 * 2;
  for (double(&lane)[kMaxRows] : sums) std::fill(lane, lane + even, 0.0);
  for (uint32_t i = groups_[group]; i < groups_[group + 1]; ++i) {
    const Column &column = columns_[i];
    const uint8_t *const rows = rows_.data() + column.rows;
    double *const sum = sums[column.column % kLanes];
    const double x = w[column.column];
    if (column.values == kOnes) {
#pragma GCC unroll 4
      for (int e = 0; e < column.count; ++e) sum[rows[e]] += x;
      continue;
    }
    const double *const values = values_.data() + column.values;
    if (column.count == count) {
      add_products(values, x, count, sum);
      continue;
    }
#pragma GCC unroll 4
    for (int e = 0; e < column.count; ++e) sum[rows[e]] += values[e] * x;
  }
  const auto pair = [&sums](int lane, int64_t t) { return load_pair(sums[lane] + t) + load_pair(sums[lane + 4] + t); };
  for (int64_t t = 0; t < even; t += 2)
    *reinterpret_cast<Pair *>(z + t) = (pair(0, t) + pair(1, t)) + (pair(2, t) + pair(3, t));
}

double NonzeroGroups::added(const Column &column, int e, const double *k, double total) const {
  const uint8_t *const rows = rows_.data() + column.rows;
  if (column.values == kOnes) {
    for (; e < column.count; ++e) total += k[rows[e]];
  } else {
    const double *const values = values_.data() + column.values;
    for (; e < column.count; ++e) total += k[rows[e]] * values[e];
  }
  return total;
}

// Four sums at once, so that additions of one do not wait for each other.
template <bool kValued>
void NonzeroGroups::add_four(const Column *const (&four)[4], const double *k, double *sum) const {
  const uint8_t *rows[4];
  const double *values[4];
  double totals[4];
  for (int i = 0; i < 4; ++i) {
    rows[i] = rows_.data() + four[i]->rows;
    values[i] = kValued ? values_.data() + four[i]->values : nullptr;
    totals[i] = sum[four[i]->column];
  }
  const int count = four[3]->count;
  for (int e = 0; e < count; ++e)
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) totals[i] += kValued ? k[rows[i][e]] * values[i][e] : k[rows[i][e]];
  for (int i = 0; i < 4; ++i) sum[four[i]->column] = added(*four[i], count, k, totals[i]);
}

void NonzeroGroups::add_multiples(int64_t first, const double *k, double *sum) const {
  const size_t group = static_cast<size_t>(group_at(first));
  const uint32_t begin = groups_[group], end = groups_[group + 1];
  const auto at = [&](uint32_t i) -> const Column & { return columns_[begin + longest_[i]]; };
  for (uint32_t i = begin; i < end;) {
    const bool valued = at(i).values != kOnes;
    if (i + 4 > end || (at(i + 3).values != kOnes) != valued) {
      const Column &column = at(i++);
      sum[column.column] = added(column, 0, k, sum[column.column]);
      continue;
    }
    const Column *const four[4] = {&at(i), &at(i + 1), &at(i + 2), &at(i + 3)};
    valued ? add_four<true>(four, k, sum) : add_four<false>(four, k, sum);
    i += 4;
  }
}

}  // namespace dpcvx::data
