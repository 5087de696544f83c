// Tables, and random splits of their units into parts and blocks.
#ifndef DPCVX_TESTS_SUPPORT_PART_TABLES_H_
#define DPCVX_TESTS_SUPPORT_PART_TABLES_H_

#include <algorithm>
#include <random>

#include "support/parts.h"

namespace fixtures {

// A table, and how its rows may be split: units whole.
struct Table {
  Rows rows;
  std::vector<int64_t> users;  // by row; empty: records
  std::vector<double> weights;
  Facts facts;
  bool sparse = false, singles = false;

  // The rows listed, as a block.
  DatasetHandle block(const std::vector<size_t> &list) const {
    const int64_t count = static_cast<int64_t>(list.size()), columns = rows.columns;
    std::vector<double> x, y, weight;
    std::vector<int64_t> ids;
    for (size_t i : list) {
      const auto row = rows.features.begin() + static_cast<std::ptrdiff_t>(i) * columns;
      x.insert(x.end(), row, row + columns);
      y.push_back(rows.labels[i]);
      if (!users.empty()) ids.push_back(users[i]);
      if (!weights.empty()) weight.push_back(weights[i]);
    }
    dpcvx_error err{};
    DatasetHandle out, next;
    dpcvx_status status;
    if (sparse) {
      std::vector<int64_t> starts{0}, indices;
      std::vector<double> values;
      for (int64_t i = 0; i < count; ++i) {
        for (int64_t j = 0; j < columns; ++j)
          if (const double entry = x[static_cast<size_t>(i * columns + j)]; entry != 0)
            indices.push_back(j), values.push_back(entry);
        starts.push_back(static_cast<int64_t>(indices.size()));
      }
      status = dpcvx_dataset_create_csr(starts.data(), indices.data(), values.data(), count, columns, y.data(), &out.it,
                                        &err);
    } else if (singles) {
      const std::vector<float> narrow(x.begin(), x.end());
      status = dpcvx_dataset_create_dense_f32(narrow.data(), count, columns, columns, 1, y.data(), &out.it, &err);
    } else {
      status = dpcvx_dataset_create_dense(x.data(), count, columns, columns, 1, y.data(), &out.it, &err);
    }
    EXPECT_EQ(status, DPCVX_OK) << err.message;
    if (!weights.empty()) {
      EXPECT_EQ(dpcvx_dataset_create_with_weights(out, weight.data(), count, &next.it, &err), DPCVX_OK) << err.message;
      std::swap(out.it, next.it);
    }
    if (!users.empty()) {
      DatasetHandle grouped;
      EXPECT_EQ(dpcvx_dataset_create_with_users(out, ids.data(), count, &grouped.it, &err), DPCVX_OK) << err.message;
      std::swap(out.it, grouped.it);
    }
    if (!facts.low.empty()) {
      DatasetHandle scaled;
      EXPECT_EQ(dpcvx_dataset_create_scaled(out, facts.low.data(), facts.high.data(), columns, &scaled.it, &err),
                DPCVX_OK)
          << err.message;
      std::swap(out.it, scaled.it);
    }
    return out;
  }
};

// Blocks of random units in each of `parts` parts, rows in random order.
struct Split {
  std::vector<DatasetHandle> tables;
  std::vector<Blocks> parts;

  Split(const Table &table, size_t count, uint64_t seed) : parts(count) {
    std::mt19937_64 bits(seed);
    std::vector<std::vector<std::vector<size_t>>> lists(count, std::vector<std::vector<size_t>>(2));
    std::vector<size_t> order(static_cast<size_t>(table.rows.count()));
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (count > 1) std::shuffle(order.begin(), order.end(), bits);
    const uint64_t salt = bits();
    for (size_t i : order) {
      const uint64_t unit = table.users.empty() ? i : static_cast<uint64_t>(table.users[i]);
      const uint64_t hash = (unit + 1) * 0x9e3779b97f4a7c15u ^ salt;
      lists[hash % count][(hash >> 32) % 2].push_back(i);
    }
    for (size_t part = 0; part < count; ++part)
      for (const auto &list : lists[part]) {
        if (list.empty()) continue;
        tables.push_back(table.block(list));
        parts[part].push_back(tables.back());
      }
  }
};

inline Table records(int64_t count, int64_t columns) {
  Table table;
  table.rows = random_rows(count, columns, 5);
  table.facts.columns = columns;
  table.facts.units = count;
  return table;
}

inline Table of_users(int64_t count, int64_t columns, int64_t users) {
  Table table = records(count, columns);
  std::mt19937_64 bits(8);
  for (int64_t i = 0; i < count; ++i)
    table.users.push_back(static_cast<int64_t>(bits() % static_cast<uint64_t>(users)));
  table.facts.units = users;
  table.facts.unit = DPCVX_UNIT_USER;
  return table;
}

// Any parts, threads and orders give the bits of one part: fit(table, parts, threads, seed) is called for several.
template <class Fit>
void expect_same_bits(const Table &table, const char *what, const Fit &fit) {
  const std::vector<double> once = coefficients(fit(table, 1, 1, 1));
  double size = 0;
  for (double w : once) size += std::fabs(w);
  EXPECT_GT(size, 0) << what;
  for (size_t parts : {1, 2, 7, 64})
    for (int64_t threads : {1, 3, 8})
      EXPECT_EQ(coefficients(fit(table, parts, threads, parts + 100)), once)
          << what << ": " << parts << " parts, " << threads << " threads";
}

}  // namespace fixtures

#endif
