#include "model/row_map.h"

#include <algorithm>
#include <cmath>

#include "base/count.h"
#include "base/error.h"
#include "base/text.h"
#include "data/row_blocks.h"
#include "model/kernel.h"
#include "numeric/norm.h"

namespace dpcvx::model {

namespace {

constexpr double kMargin = 1 - 0x1p-40;
constexpr double kMinFactor = 0x1p-900;
// A row with an entry above 2^1000 is longer than 2^900 of the greatest bounds; its own scale might be flushed to zero.
constexpr int kGreatestExponent = 1000;
constexpr double kMinNorm = 0x1p-120;

// Adds squares of (x unit) to sums, that of the j-th entry to every fourth. Returns the number of entries.
template <class Rows>
unsigned add_squares(const Rows &rows, int64_t row, double unit, double *sums) {
  unsigned place = 0;
  rows.for_each(row, [&](int64_t, double x) { sums[place++ & 3] += x * unit * (x * unit); });
  return place;
}
inline data::Pair pair_at(const double *x) { return loose_pair(x); }
inline data::Pair pair_at(const float *x) { return data::load_pair(x); }
// The same sums, two at a time.
template <class T>
unsigned add_squares(const data::DenseRows<T> &rows, int64_t row, double unit, double *sums) {
  const T *const x = rows.row(row);
  const int64_t columns = rows.columns();
  data::Pair even = {}, odd = {};
  int64_t j = 0;
  for (; j + 4 <= columns; j += 4) {
    const data::Pair first = pair_at(x + j) * unit, second = pair_at(x + j + 2) * unit;
    even += first * first;
    odd += second * second;
  }
  sums[0] = even[0], sums[1] = even[1], sums[2] = odd[0], sums[3] = odd[1];
  for (; j < columns; ++j) sums[j & 3] += static_cast<double>(x[j]) * unit * (static_cast<double>(x[j]) * unit);
  return static_cast<unsigned>(columns);
}

// One row with its intercept entry: visit(entry) for each entry that is stored.
template <class Rows>
struct Entries {
  const RowMap &map;
  const Rows &rows;
  int64_t row;

  template <class Visit>
  void for_each(const Visit &visit) const {
    rows.for_each(row, [&](int64_t, double x) { visit(x); });
    if (map.intercept) visit(map.intercept_value);
  }
  double largest() const {
    double largest = 0;
    for_each([&](double x) { largest = std::max(largest, std::fabs(x)); });
    return largest;
  }
  // Four partial sums, so that additions overlap.
  double sum_of_squares(double unit) const {
    double sums[4] = {};
    const unsigned place = add_squares(rows, row, unit, sums);
    if (map.intercept) sums[place & 3] += map.intercept_value * unit * (map.intercept_value * unit);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  // sum of (|x| / largest)^p.
  double sum_of_powers(double largest, double p) const {
    double sum = 0;
    for_each([&](double x) { sum += p == 1 ? std::fabs(x) / largest : std::pow(std::fabs(x) / largest, p); });
    return sum;
  }
};

// A factor that covers the rounding of a sum over the entries and of what is then done with it.
double upwards(const RowMap &map) { return 1 + static_cast<double>(map.columns + 32) * 0x1p-51; }

struct Norms {
  double l2, lp;
  int exponent;  // both times 2^exponent
};

// A bound on the l2 norm bounds the others, which is enough for most rows that are not clipped.
template <class Rows>
double schatten_norm(const Entries<Rows> &entries, double l2, double unit) {
  const RowMap &map = entries.map;
  const double known = l2 * numeric::ratio_of_norms(static_cast<double>(map.matrix->rank()), map.p, 2) * (1 + 0x1p-44);
  if (known / unit <= map.bound * kMargin) return known;
  return map.matrix->norm(map.p, l2, [&](const auto &add) {
    entries.rows.for_each(entries.row, [&](int64_t j, double x) { add(j, x * unit); });
  });
}

// Upper bounds on the row's norms, for entries whose squares neither overflow nor vanish.
template <class Rows>
Norms norms_of(const Entries<Rows> &entries, double largest, int exponent) {
  const RowMap &map = entries.map;
  const double l2 = std::sqrt(entries.sum_of_squares(std::ldexp(1.0, -exponent))) * upwards(map);
  if (map.p == 2) return {l2, l2, exponent};
  if (map.matrix) return {l2, schatten_norm(entries, l2, std::ldexp(1.0, -exponent)), exponent};
  const double scaled = std::ldexp(largest, -exponent);
  if (std::isinf(map.p)) return {l2, scaled, exponent};
  return {l2, scaled * std::pow(entries.sum_of_powers(largest, map.p), 1 / map.p) * upwards(map), exponent};
}

// x 2^exponent; as a rule there is nothing to scale.
double times_power(double x, int exponent) { return exponent == 0 ? x : std::ldexp(x, exponent); }

MappedRow mapped(const RowMap &map, const Norms &norms, double l2_bound) {
  const double limit = map.bound * kMargin;
  double factor = 1;
  if (!(times_power(norms.lp, norms.exponent) <= limit)) {
    factor = times_power(limit / norms.lp, -norms.exponent) * (1 - 0x1p-50);
    if (factor < kMinFactor) return {0, 0};
  }
  return {factor, std::min(times_power(norms.l2 * factor, norms.exponent) * (1 + 0x1p-50), l2_bound)};
}

template <class Rows>
MappedRow map_entries(const Entries<Rows> &entries, double l2_bound) {
  const RowMap &map = entries.map;
  if (map.p == 2) {  // as a rule the squares are well within range
    const double squares = entries.sum_of_squares(1);
    const double l2 = std::sqrt(squares) * upwards(map);
    if (squares > 0x1p-600 && squares < 0x1p600) return mapped(map, {l2, l2, 0}, l2_bound);
  }
  const double largest = entries.largest();
  if (largest == 0) return {1, 0};
  int exponent;
  std::frexp(largest, &exponent);
  if (exponent < -1000) return {1, kMinNorm};  // far below any bound
  if (exponent > kGreatestExponent) return {0, 0};
  return mapped(map, norms_of(entries, largest, exponent), l2_bound);
}

// A row scaled to ranges and centred, entry by entry. Entries of a table that is scaled already are centred alone.
template <class Rows>
class RangedRows {
 public:
  // Without ranges entries are taken as they are.
  RangedRows(const Rows &rows, const data::Ranges *ranges, bool scaled)
      : rows_(rows), ranges_(ranges), scaled_(scaled) {}
  template <class Visit>
  void for_each(int64_t i, const Visit &visit) const {
    if (ranges_ == nullptr)
      rows_.for_each(i, visit);
    else
      rows_.for_each(i, [&](int64_t j, double x) { visit(j, prepared(j, x)); });
  }

 private:
  // As a scaled and centred table of this kind would hold it.
  double prepared(int64_t j, double x) const {
    return as_stored(ranges_->centred(j, scaled_ ? x : as_stored(ranges_->mapped(j, x))));
  }
  static double as_stored(double x) { return static_cast<double>(static_cast<typename Rows::Entry>(x)); }

  const Rows &rows_;
  const data::Ranges *ranges_;
  bool scaled_;
};

bool map_zero_to_zero(const data::Ranges &ranges) {
  for (int64_t j = 0; j < ranges.columns(); ++j)
    if (ranges.centred(j, ranges.mapped(j, 0)) != 0) return false;
  return true;
}

// The map's ranges where rows of the table have yet to be scaled or centred by them; null where they are ready.
const data::Ranges *to_prepare(const RowMap &map, const data::Dataset &table) {
  if (!map.ranges) return nullptr;
  const data::Ranges *const done = table.ranges();
  if (done == nullptr) return &*map.ranges;
  return done->centres() == nullptr && map.ranges->centres() != nullptr && map.ranges->same_scale(*done) ? &*map.ranges
                                                                                                         : nullptr;
}

}  // namespace

double RowMap::l2_bound() const {
  if (p <= 2) return bound;
  return bound * std::pow(static_cast<double>(norm_dimension()), 0.5 - 1 / p) * (1 + 0x1p-44);
}

bool RowMatrix::allocate(int64_t rows, int64_t columns) {
  rows_ = rows;
  columns_ = columns;
  return values_.allocate(static_cast<size_t>(rank()), static_cast<size_t>(std::max(rows, columns)));
}

void RowMatrix::clear() const {
  for (size_t i = 0; i < values_.count(); ++i) std::fill(values_.row(i), values_.row(i) + values_.length(), 0.0);
}

void RowMatrix::set(int64_t place, double x) const {
  const int64_t i = place / columns_, j = place % columns_;
  (rows_ <= columns_ ? values_.row(static_cast<size_t>(i))[j] : values_.row(static_cast<size_t>(j))[i]) = x;
}

// The last sweep has shown that the turned rows are orthogonal, or the l2 norm counts.
double RowMatrix::norm_of_set(double p, double l2) const {
  const double rank = static_cast<double>(this->rank());
  if (!values_.decompose_values()) return l2 * numeric::ratio_of_norms(rank, p, 2) * (1 + 0x1p-44);
  double most = 0, sum = 0;
  for (size_t k = 0; k < values_.count(); ++k) most = std::max(most, values_.values()[k]);
  for (size_t k = 0; k < values_.count() && p < INFINITY; ++k) sum += std::pow(values_.values()[k] / most, p);
  return most * (p < INFINITY ? std::pow(sum, 1 / p) : 1) * (1 + 0x1p-20);
}

MappedRow RowMap::map_row(const double *row) const {
  const data::DenseRows<double> rows(row, 1, columns, padded(columns));
  return map_entries(Entries<data::DenseRows<double>>{*this, rows, 0}, l2_bound());
}

void map_rows(const RowMap &map, const data::Dataset &table, Record *records) {
  const double l2_bound = map.l2_bound();
  table.with_rows([&](const auto &rows) {
    using Rows = std::decay_t<decltype(rows)>;
    data::for_row_blocks(rows.rows(), rows.columns(), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const MappedRow row = map_entries(Entries<Rows>{map, rows, i}, l2_bound);
        records[i].factor = row.factor;
        records[i].inverse = 1 / std::max(row.norm, kMinNorm) * (1 - 0x1p-49);
      }
    });
  });
}

dpcvx_status check_columns(const RowMap &map, const data::Dataset &table, Error &error) {
  if (table.columns() != map.columns)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'dataset' = a table of %s; accepted: %s, as in training",
                      show_count(table.columns(), "column").text, show_count(map.columns, "column").text);
  const data::Ranges *const ranges = to_prepare(map, table);
  if (ranges != nullptr && is_sparse(table.features().storage()) && !map_zero_to_zero(*ranges))
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'dataset' = a sparse table, which the ranges or centres of training would fill; "
                      "accepted: a dense table, or ranges with low = -high and no centres");
  if (ranges != nullptr || table.ranges() == nullptr || (map.ranges && map.ranges->equals(*table.ranges())))
    return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'dataset' = a table scaled by other ranges than %s; accepted: a raw %s",
                    map.ranges ? "in training" : "training had, which took raw tables",
                    map.ranges ? "table, or one scaled by the same ranges" : "table");
}

void decision_values(const RowMap &map, const data::Dataset &table, const data::RowPick &pick, const double *w,
                     int64_t outputs, double *out) {
  const double l2_bound = map.l2_bound();
  const data::Ranges *const ranges = to_prepare(map, table);
  const bool scaled = table.ranges() != nullptr;
  table.with_rows([&](const auto &stored) {
    using Rows = RangedRows<std::decay_t<decltype(stored)>>;
    const Rows rows(stored, ranges, scaled);
    for (int64_t i = 0; i < pick.count; ++i) {
      const int64_t r = pick[i];
      if (pick.list != nullptr && i + data::kRowsAhead < pick.count) stored.ask_for(pick[i + data::kRowsAhead]);
      const double factor = map_entries(Entries<Rows>{map, rows, r}, l2_bound).factor;
      for (int64_t k = 0; k < outputs; ++k) {
        const double *const block = w + k * map.dimension();
        double sum = map.intercept ? map.intercept_value * block[map.columns] : 0;
        rows.for_each(r, [&](int64_t j, double x) { sum += x * block[j]; });
        out[i * outputs + k] = number_or_zero(factor * sum);
      }
    }
  });
}

}  // namespace dpcvx::model
