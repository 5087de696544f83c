// Tables made from tables. What they have in common they share.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "data/dataset.h"

namespace dpcvx::data {

namespace {

// A table with all the parts of `source`, to be changed before it is given away.
dpcvx_status begin_view(const Dataset &source, SharedDataset *table, Error &error) {
  if (!table->create()) return error.nomem("a dataset");
  table->edit() = source;
  return DPCVX_OK;
}

inline void store_pair(Pair entries, double *to) { *reinterpret_cast<Pair *>(to) = entries; }
inline void store_pair(Pair entries, float *to) {
  *reinterpret_cast<HalfPair *>(to) = __builtin_convertvector(entries, HalfPair);
}

// The map of Ranges::mapped(), with the same bits, for columns in pairs. Padding stays 0.
struct PairedRanges {
  Buffer<double> low, high, middle, half;

  bool create(const Ranges &ranges, int64_t stride) {
    const size_t count = static_cast<size_t>(stride);
    if (!low.allocate(count) || !high.allocate(count) || !middle.allocate(count) || !half.allocate(count)) return false;
    for (size_t j = 0; j < count; ++j) {
      const bool there = j < static_cast<size_t>(ranges.columns());
      low[j] = there ? ranges.low()[j] : -1;
      high[j] = there ? ranges.high()[j] : 1;
      middle[j] = 0.5 * low[j] + 0.5 * high[j];
      half[j] = 0.5 * high[j] - 0.5 * low[j];
      if (!(half[j] > 0)) half[j] = 1;  // ends at most two denormals apart: between them lies the middle at most
    }
    return true;
  }

  // Without branches, since values may lie anywhere.
  Pair mapped(int64_t j, Pair x) const {
    const Pair one = {1, 1};
    Pair y = (x - load_pair(middle.data() + j)) / load_pair(half.data() + j);
    y = y < -one ? -one : y;
    y = y > one ? one : y;
    y = x >= load_pair(high.data() + j) ? one : y;
    return x <= load_pair(low.data() + j) ? -one : y;
  }
};

template <class T>
dpcvx_status scale(const DenseRows<T> &rows, const Ranges &ranges, Features &out, Error &error) {
  PairedRanges pairs;
  if (!pairs.create(ranges, rows.stride())) return error.nomem("a scaled dataset");
  const auto map = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const T *const from = rows.row(i);
      T *const to = out.edit_row<T>(i);
      for (int64_t j = 0; j < rows.stride(); j += 2) store_pair(pairs.mapped(j, load_pair(from + j)), to + j);
    }
  };
  return out.fill_dense<T>(rows.rows(), rows.columns(), map, error);
}

// Stored entries only: the caller has checked that the ranges map 0 to 0.
template <class T>
dpcvx_status scale(const SparseRows<T> &rows, const Ranges &ranges, Features &out, Error &error) {
  const int64_t stored = rows.row_start(rows.rows());
  DPCVX_TRY(out.allocate_sparse<T>(rows.rows(), rows.columns(), stored, error));
  for (int64_t i = 0; i <= rows.rows(); ++i) out.edit_starts()[i] = rows.row_start(i);
  for (int64_t k = 0; k < stored; ++k) {
    out.edit_indices()[k] = rows.column(k);
    out.edit_entries<T>()[k] = static_cast<T>(ranges.mapped(rows.column(k), static_cast<double>(rows.value(k))));
  }
  return DPCVX_OK;
}

// Into the memory of `out`, which may be that of the rows: `in_place`.
template <class T>
dpcvx_status centre(const DenseRows<T> &rows, const Ranges &ranges, bool in_place, Features &out, Error &error) {
  const auto map = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const T *const from = rows.row(i);
      T *const to = out.edit_row<T>(i);
      for (int64_t j = 0; j < rows.columns(); ++j)
        to[j] = static_cast<T>(ranges.centred(j, static_cast<double>(from[j])));
    }
  };
  if (!in_place) return out.fill_dense<T>(rows.rows(), rows.columns(), map, error);
  for_row_blocks(rows.rows(), rows.columns(), map);
  return DPCVX_OK;
}

template <class T>
dpcvx_status centre(const SparseRows<T> &, const Ranges &, bool, Features &, Error &error) {
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'source' = a sparse table, which centres would fill");
}

template <class T>
dpcvx_status select(const DenseRows<T> &rows, const RowPick &pick, Features &out, Error &error) {
  const auto copy = [&](int64_t begin, int64_t end) {
    for (int64_t place = begin; place < end; ++place) {
      if (place + kRowsAhead < pick.count) rows.ask_for(pick[place + kRowsAhead]);
      std::memcpy(out.edit_row<T>(place), rows.row(pick[place]), static_cast<size_t>(rows.columns()) * sizeof(T));
    }
  };
  return out.fill_dense<T>(pick.count, rows.columns(), copy, error);
}

template <class T>
dpcvx_status select(const SparseRows<T> &rows, const RowPick &pick, Features &out, Error &error) {
  int64_t stored = 0;
  for (int64_t place = 0; place < pick.count; ++place) stored += rows.stored(pick[place]);
  DPCVX_TRY(out.allocate_sparse<T>(pick.count, rows.columns(), stored, error));
  int64_t at = 0;
  for (int64_t place = 0; place < pick.count; ++place) {
    const int64_t i = pick[place];
    if (place + kRowsAhead < pick.count) rows.ask_for(pick[place + kRowsAhead]);
    for (int64_t k = rows.row_start(i); k < rows.row_start(i + 1); ++k, ++at) {
      out.edit_indices()[at] = rows.column(k);
      out.edit_entries<T>()[at] = rows.value(k);
    }
    out.edit_starts()[place + 1] = at;
  }
  return DPCVX_OK;
}

template <class T, class Value>
dpcvx_status select_values(const Value &value, const RowPick &pick, Shared<Buffer<T>> *out, Error &error) {
  if (!out->create() || !out->edit().allocate(static_cast<size_t>(pick.count)))
    return error.nomem("a column of a dataset");
  for (int64_t place = 0; place < pick.count; ++place) out->edit()[static_cast<size_t>(place)] = value(pick[place]);
  return DPCVX_OK;
}

// Users of rows, and the order that puts theirs together; empty: they have it.
struct Grouped {
  Shared<Users> users;
  Buffer<int64_t> order;

  dpcvx_status create(const int64_t *ids, int64_t rows, Error &error) {
    if (!users.create()) return error.nomem("the users of a dataset");
    return users.edit().create(ids, rows, &order, error);
  }
};

// The users of `rows`, given numbers of the source.
dpcvx_status select_users(const Dataset &source, const RowPick &rows, Grouped *out, Error &error) {
  const Users &users = *source.users();
  Buffer<int64_t> id_at, chosen;
  if (!id_at.allocate(static_cast<size_t>(source.rows())) || !chosen.allocate(static_cast<size_t>(rows.count)))
    return error.nomem("the users of a dataset");
  for (int64_t u = 0; u < users.count(); ++u) {
    const RowPick its = users.rows_of(u);
    for (int64_t k = 0; k < its.count; ++k) id_at[static_cast<size_t>(its[k])] = users.id(u);
  }
  for (int64_t k = 0; k < rows.count; ++k)
    chosen[static_cast<size_t>(k)] = id_at[static_cast<size_t>(source.place_of(rows[k]))];
  return out->create(chosen.data(), rows.count, error);
}

dpcvx_status check_keeps_zero(const double *low, const double *high, int64_t columns, Error &error) {
  for (int64_t j = 0; j < columns; ++j)
    if (low[j] != -high[j])
      return error.fail(DPCVX_ERR_ARGUMENT,
                        "argument 'low' = %s for column %s of a sparse table; accepted: -high = %s, which keeps 0 at 0",
                        show(low[j]).text, show(j).text, show(-high[j]).text);
  return DPCVX_OK;
}

}  // namespace

int64_t Dataset::given_row(int64_t place) const {
  int64_t row = 0;
  while (place_of(row) != place) ++row;
  return row;
}

dpcvx_status scale_columns(const Dataset &source, const double *low, const double *high, SharedDataset *out,
                           Error &error) {
  if (source.ranges() != nullptr)
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'source' = a dataset that is scaled already; accepted: the one it was made from");
  if (is_sparse(source.features().storage())) DPCVX_TRY(check_keeps_zero(low, high, source.columns(), error));
  SharedDataset table;
  Shared<Features> features;
  Shared<Ranges> ranges;
  DPCVX_TRY(begin_view(source, &table, error));
  if (!features.create() || !ranges.create() || !ranges.edit().create(low, high, source.columns()))
    return error.nomem("a scaled dataset");
  DPCVX_TRY(source.with_rows([&](const auto &rows) { return scale(rows, *ranges, features.edit(), error); }));
  table.edit().set_features(features);
  table.edit().set_ranges(ranges);
  *out = table;
  return DPCVX_OK;
}

bool is_held_once(const SharedDataset &table) { return table.is_only_holder() && table->has_own_features(); }

dpcvx_status centre_columns(const double *centres, SharedDataset *table, Error &error) {
  Shared<Ranges> ranges;
  const Ranges &scaled = *(*table)->ranges();
  if (!ranges.create() || !ranges.edit().create(scaled.low(), scaled.high(), (*table)->columns()) ||
      !ranges.edit().set_centres(centres))
    return error.nomem("a centred dataset");
  if (is_held_once(*table)) {
    Dataset &own = table->edit();
    DPCVX_TRY(own.with_rows([&](const auto &rows) { return centre(rows, *ranges, true, own.edit_features(), error); }));
    own.set_ranges(ranges);
    return DPCVX_OK;
  }
  SharedDataset centred;
  Shared<Features> features;
  DPCVX_TRY(begin_view(**table, &centred, error));
  if (!features.create()) return error.nomem("a centred dataset");
  DPCVX_TRY(
      (*table)->with_rows([&](const auto &rows) { return centre(rows, *ranges, false, features.edit(), error); }));
  centred.edit().set_features(features);
  centred.edit().set_ranges(ranges);
  *table = centred;
  return DPCVX_OK;
}

dpcvx_status shift_labels(const Dataset &source, double bound, double middle, SharedDataset *out, Error &error) {
  SharedDataset table;
  Shared<Buffer<double>> labels;
  DPCVX_TRY(begin_view(source, &table, error));
  if (!labels.create() || !labels.edit().assign(source.labels(), static_cast<size_t>(source.rows())))
    return error.nomem("the labels of a dataset");
  for (double &label : labels.edit()) label = std::clamp(label, -bound, bound) - middle;
  table.edit().set_labels(labels);
  *out = table;
  return DPCVX_OK;
}

namespace {

// The entries, labels and weights at the places picked, in that order. All else is the source's.
dpcvx_status gather(const Dataset &source, const RowPick &pick, SharedDataset *out, Error &error) {
  SharedDataset table;
  Shared<Features> features;
  Shared<Buffer<double>> labels, weights;
  DPCVX_TRY(begin_view(source, &table, error));
  if (!features.create()) return error.nomem("a dataset");
  DPCVX_TRY(source.with_rows([&](const auto &from) { return select(from, pick, features.edit(), error); }));
  table.edit().set_features(features);
  if (source.has_labels()) {
    DPCVX_TRY(select_values([&](int64_t i) { return source.label(i); }, pick, &labels, error));
    table.edit().set_labels(labels);
  }
  if (source.weights() != nullptr) {
    DPCVX_TRY(select_values([&](int64_t i) { return source.weights()[i]; }, pick, &weights, error));
    table.edit().set_weights(weights);
  }
  *out = table;
  return DPCVX_OK;
}

// The given rows `rows`, which lie in that order, or user after user by an `order` of them, which is used up. Beside
// the copy, and that order, the new places are all that is kept.
dpcvx_status lay(const Dataset &source, const RowPick &rows, Buffer<int64_t> *order, SharedDataset *out, Error &error) {
  Shared<Buffer<int64_t>> places;
  const size_t count = static_cast<size_t>(rows.count);
  const bool moved = order->size() > 0, listed = moved || !source.lies_as_given();
  if (moved) {
    if (!places.create() || !places.edit().allocate(count)) return error.nomem("the places of rows");
    for (size_t k = 0; k < count; ++k) places.edit()[static_cast<size_t>((*order)[k])] = static_cast<int64_t>(k);
  } else if (listed) {
    if (!order->allocate(count)) return error.nomem("the places of rows");
    for (size_t k = 0; k < count; ++k) (*order)[k] = static_cast<int64_t>(k);
  }
  for (int64_t &row : *order) row = source.place_of(rows[row]);
  DPCVX_TRY(gather(source, listed ? RowPick{order->data(), 0, rows.count} : rows, out, error));
  out->edit().set_places(places);
  return DPCVX_OK;
}

dpcvx_status keep_source_rows(const Dataset &source, const RowPick &rows, SharedDataset *table, Error &error) {
  Shared<Buffer<int64_t>> source_rows;
  DPCVX_TRY(select_values([&](int64_t i) { return source.source_row(i); }, rows, &source_rows, error));
  table->edit().set_source_rows(source_rows);
  return DPCVX_OK;
}

}  // namespace

dpcvx_status select_places(const Dataset &source, const RowPick &places, const RowPick &rows, SharedDataset *out,
                           Error &error) {
  SharedDataset table;
  DPCVX_TRY(gather(source, places, &table, error));
  DPCVX_TRY(keep_source_rows(source, rows, &table, error));
  *out = table;
  return DPCVX_OK;
}

dpcvx_status select_rows(const Dataset &source, const int64_t *rows, int64_t count, SharedDataset *out, Error &error) {
  const RowPick given{rows, 0, count};
  SharedDataset table;
  Grouped grouped;
  if (source.users() != nullptr) DPCVX_TRY(select_users(source, given, &grouped, error));
  DPCVX_TRY(lay(source, given, &grouped.order, &table, error));
  DPCVX_TRY(keep_source_rows(source, given, &table, error));
  if (source.users() != nullptr) table.edit().set_users(grouped.users, source.max_records_per_user());
  *out = table;
  return DPCVX_OK;
}

dpcvx_status add_users(const Dataset &source, const int64_t *users, SharedDataset *out, Error &error) {
  SharedDataset table;
  Grouped grouped;
  DPCVX_TRY(grouped.create(users, source.rows(), error));
  if (grouped.order.size() == 0 && source.lies_as_given())
    DPCVX_TRY(begin_view(source, &table, error));
  else
    DPCVX_TRY(lay(source, {nullptr, 0, source.rows()}, &grouped.order, &table, error));
  table.edit().set_users(grouped.users);
  *out = table;
  return DPCVX_OK;
}

dpcvx_status leave_out_users(const Dataset &source, SharedDataset *out, Error &error) {
  SharedDataset table;
  Buffer<int64_t> as_given;
  if (source.lies_as_given())
    DPCVX_TRY(begin_view(source, &table, error));
  else
    DPCVX_TRY(lay(source, {nullptr, 0, source.rows()}, &as_given, &table, error));
  table.edit().ignore_users();
  *out = table;
  return DPCVX_OK;
}

dpcvx_status add_weights(const Dataset &source, const double *weights, SharedDataset *out, Error &error) {
  SharedDataset table;
  Shared<Buffer<double>> copy;
  DPCVX_TRY(begin_view(source, &table, error));
  if (!copy.create() || !copy.edit().allocate(static_cast<size_t>(source.rows())))
    return error.nomem("the weights of a dataset");
  for (int64_t i = 0; i < source.rows(); ++i) {
    if (!(std::isfinite(weights[i]) && weights[i] >= 0))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'weights' = %s in row %s; accepted: finite numbers >= 0",
                        show(weights[i]).text, show(i).text);
    copy.edit()[static_cast<size_t>(source.place_of(i))] = weights[i];
  }
  table.edit().set_weights(copy);
  *out = table;
  return DPCVX_OK;
}

dpcvx_status add_exposures(const Dataset &source, const double *exposures, SharedDataset *out, Error &error) {
  if (!source.has_labels() || source.weights() != nullptr)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'source' = a table %s; accepted: one with counts and no weights",
                      source.has_labels() ? "with weights" : "without labels");
  SharedDataset table;
  Shared<Buffer<double>> rates;
  if (!rates.create() || !rates.edit().allocate(static_cast<size_t>(source.rows())))
    return error.nomem("the rates of a dataset");
  for (int64_t i = 0; i < source.rows(); ++i) {
    const int64_t place = source.place_of(i);
    const double count = source.label(place), rate = count / exposures[i];
    if (!(exposures[i] > 0 && std::isfinite(exposures[i])))
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'exposures' = %s in row %s; accepted: finite numbers > 0",
                        show(exposures[i]).text, show(i).text);
    if (!(count >= 0 && std::isfinite(rate)))
      return error.fail(
          DPCVX_ERR_ARGUMENT,
          "argument 'source' = label %s in row %s, of exposure %s; accepted: counts >= 0, finite as rates",
          show(count).text, show(i).text, show(exposures[i]).text);
    rates.edit()[static_cast<size_t>(place)] = rate;
  }
  DPCVX_TRY(add_weights(source, exposures, &table, error));
  table.edit().set_labels(rates);
  *out = table;
  return DPCVX_OK;
}

}  // namespace dpcvx::data
