// A table as an Arrow stream and as a dataset, and how the stream is added to the sum of a part.
#ifndef DPCVX_TESTS_SUPPORT_STREAMED_TABLE_H_
#define DPCVX_TESTS_SUPPORT_STREAMED_TABLE_H_

#include <algorithm>
#include <string>
#include <vector>

#include "support/arrow_source.h"
#include "support/part_tables.h"

namespace fixtures {

inline constexpr int64_t kRows = 700, kColumns = 3;

// Rows sorted by user, as columns and as a table.
struct Streamed {
  Table table;

  explicit Streamed(bool users = true, int64_t columns = kColumns, int64_t count = 60)
      : table(of_users(kRows, columns, count)) {
    std::sort(table.users.begin(), table.users.end());
    for (int64_t i = 0; i < kRows; ++i) table.weights.push_back(0.1 * static_cast<double>(i % 12));
    table.facts.weight_bound = 1.2;
    if (users) return;
    table.users.clear();
    table.facts.unit = DPCVX_UNIT_RECORD;
    table.facts.units = kRows;
  }
  const char *user() const { return table.users.empty() ? nullptr : "who"; }

  template <class T>
  std::vector<T> column(int64_t j) const {
    std::vector<T> out;
    for (int64_t i = 0; i < kRows; ++i)
      out.push_back(static_cast<T>(table.rows.features[static_cast<size_t>(i * kColumns + j)]));
    return out;
  }
  // Columns of doubles, or of floats. Labels and ids lie between them.
  template <class T>
  std::vector<ArrowColumn> columns() const {
    const char *const format = sizeof(T) == 8 ? "g" : "f";
    std::vector<ArrowColumn> out = {ArrowColumn::of("a", format, column<T>(0), 3)};
    std::vector<int8_t> labels(table.rows.labels.begin(), table.rows.labels.end());
    out.push_back(ArrowColumn::of("y", "c", labels));
    out.push_back(ArrowColumn::of("b", format, column<T>(1)));
    if (!table.users.empty()) out.push_back(ArrowColumn::of("who", "l", table.users, 1));
    out.push_back(ArrowColumn::of("c", format, column<T>(2)));
    out.push_back(ArrowColumn::of("w", "g", table.weights));
    return out;
  }
  // What the whole table gives.
  std::string expected(const std::string &broadcast) const {
    std::vector<size_t> all(static_cast<size_t>(kRows));
    for (size_t i = 0; i < all.size(); ++i) all[i] = i;
    const DatasetHandle block = table.block(all);
    return saved_sum(sum_of(broadcast, 0, {block}));
  }
};

inline dpcvx_status add(const dpcvx_partial_sum *sum, ArrowSource &source, const char *user = "who",
                        dpcvx_error *err = nullptr, int64_t threads = 1) {
  return dpcvx_partial_sum_add_stream(const_cast<dpcvx_partial_sum *>(sum), &source.stream, "y", user, "w", threads, 0,
                                      nullptr, err);
}

inline void expect_released(const ArrowSource &source) {
  EXPECT_EQ(source.schemas, 0);
  EXPECT_EQ(source.batches, 0);
  EXPECT_EQ(source.streams, 0);
  EXPECT_EQ(source.twice, 0);
}

}  // namespace fixtures

#endif
