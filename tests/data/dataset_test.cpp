#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "data/dataset_handle.h"
#include "dpcvx/data.h"

namespace {

struct Table {
  dpcvx_dataset *handle = nullptr;
  ~Table() { dpcvx_dataset_destroy(handle); }
  const dpcvx::data::Dataset &operator*() const { return *handle->data; }
};

dpcvx_status make(const std::vector<double> &entries, int64_t rows, int64_t columns, int64_t row_stride,
                  int64_t column_stride, const double *labels, Table *table, dpcvx_error *err = nullptr,
                  int64_t start = 0) {
  return dpcvx_dataset_create_dense(entries.data() + start, rows, columns, row_stride, column_stride, labels,
                                    &table->handle, err);
}

using Doubles = dpcvx::data::DenseRows<double>;

// Of a dense table of doubles.
const double *row_of(const dpcvx::data::Dataset &table, int64_t i) {
  return table.with_rows([&](const auto &rows) -> const double * {
    if constexpr (std::is_same<decltype(rows), const Doubles &>::value)
      return rows.row(i);
    else
      return nullptr;
  });
}

// Entry (i, j) of every layout below is 10 i + j.
void expect_counting(const dpcvx::data::Dataset &table, int64_t rows, int64_t columns) {
  ASSERT_EQ(table.rows(), rows);
  ASSERT_EQ(table.columns(), columns);
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) EXPECT_EQ(row_of(table, i)[j], static_cast<double>(10 * i + j));
    for (int64_t j = columns; j % dpcvx::data::kRowStep != 0; ++j) EXPECT_EQ(row_of(table, i)[j], 0);
  }
}

TEST(Dataset, TakesAnyStrides) {
  const int64_t rows = 3, columns = 5;
  const int64_t layouts[][3] = {{5, 1, 0}, {1, 3, 0}, {11, 2, 0}, {-5, 1, 10}, {1, -3, 12}, {-1, -3, 14}};
  for (const auto &layout : layouts) {
    std::vector<double> entries(64, std::nan(""));
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        entries[static_cast<size_t>(layout[2] + i * layout[0] + j * layout[1])] = static_cast<double>(10 * i + j);
    Table table;
    ASSERT_EQ(make(entries, rows, columns, layout[0], layout[1], nullptr, &table, nullptr, layout[2]), DPCVX_OK);
    expect_counting(*table, rows, columns);
    EXPECT_FALSE((*table).has_labels());
  }
}

TEST(Dataset, NamesTheEntryThatIsNotFinite) {
  std::vector<double> entries(12, 1.0);
  dpcvx_error err;
  Table table;
  entries[7] = INFINITY;
  EXPECT_EQ(make(entries, 3, 4, 4, 1, nullptr, &table, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(table.handle, nullptr);
  EXPECT_STREQ(err.message,
               "dpcvx_dataset_create_dense: argument 'features' = inf in row 1, column 3; accepted: finite numbers");
  entries[7] = 1;
  const double labels[] = {1, NAN, 1};
  EXPECT_EQ(make(entries, 3, 4, 4, 1, labels, &table, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message, "dpcvx_dataset_create_dense: argument 'labels' = nan in row 1; accepted: finite numbers");
}

TEST(Dataset, RefusesShapesThatDoNotFit) {
  const std::vector<double> entries(4, 1.0);
  dpcvx_error err;
  Table table;
  EXPECT_EQ(make(entries, 0, 1, 1, 1, nullptr, &table, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "'rows'"), nullptr);
  EXPECT_EQ(make(entries, 1, 0, 1, 1, nullptr, &table, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "'columns'"), nullptr);
  EXPECT_EQ(make(entries, 2, 2, 0, 1, nullptr, &table, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "'row_stride'"), nullptr);
  EXPECT_EQ(make(entries, 2, 2, 2, INT64_MIN, nullptr, &table, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "'column_stride'"), nullptr);
  EXPECT_EQ(make(entries, 1 << 30, 2, INT64_MAX / 4, 1, nullptr, &table, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(make(entries, int64_t{1} << 40, int64_t{1} << 20, int64_t{1} << 20, 1, nullptr, &table, &err),
            DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(table.handle, nullptr);
}

TEST(Dataset, ScalesByPublicRanges) {
  const std::vector<double> entries = {0, 5, 10, -3, 20, 2.5};
  const double labels[] = {1, -1}, low[] = {0, 0, 0}, high[] = {10, 10, 10};
  Table table, scaled;
  ASSERT_EQ(make(entries, 2, 3, 3, 1, labels, &table), DPCVX_OK);
  ASSERT_EQ(dpcvx_dataset_create_scaled(table.handle, low, high, 3, &scaled.handle, nullptr), DPCVX_OK);
  const double expected[] = {-1, 0, 1, -1, 1, -0.5};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) EXPECT_EQ(row_of(*scaled, i)[j], expected[3 * i + j]);
    EXPECT_EQ((*scaled).label(i), labels[i]);
  }
}

TEST(Dataset, ScaledEntriesStayInTheRangeAtTheEndsOfTheDoubles) {
  const double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  const double lows[] = {-most, -least, 0, 1, -most}, highs[] = {most, least, 2 * least, 1 + 0x1p-52, 0};
  for (int k = 0; k < 5; ++k)
    for (double x : {-most, -1.0, -least, -0.0, 0.0, least, 1.0, 1 + 0x1p-53, most}) {
      Table table, scaled;
      ASSERT_EQ(make({x}, 1, 1, 1, 1, nullptr, &table), DPCVX_OK);
      ASSERT_EQ(dpcvx_dataset_create_scaled(table.handle, &lows[k], &highs[k], 1, &scaled.handle, nullptr), DPCVX_OK);
      EXPECT_LE(std::fabs(row_of(*scaled, 0)[0]), 1) << x << " in range " << k;
    }
}

TEST(Dataset, ScaledEntriesHaveTheBitsOfOneByOne) {
  const double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  const double low[] = {-1, 0.1, -most, 0, 1, -least, 3e-310},
               high[] = {1, 0.7, most, least, 1 + 0x1p-52, least, 5e-310};
  const int64_t columns = 7, rows = 4000;
  std::vector<double> entries;
  for (int64_t k = 0; k < rows * columns; ++k) {
    const int64_t j = k % columns;
    const double share = static_cast<double>(k * 7919 % 4099) / 2049 - 0.5;
    const double inside = low[j] + share * (0.5 * high[j] - 0.5 * low[j]), end = k % 2 == 0 ? high[j] : low[j];
    entries.push_back(k % 5 == 0 ? end : std::fmax(-most, std::fmin(inside, most)));
  }
  Table table, scaled;
  ASSERT_EQ(make(entries, rows, columns, columns, 1, nullptr, &table), DPCVX_OK);
  ASSERT_EQ(dpcvx_dataset_create_scaled(table.handle, low, high, columns, &scaled.handle, nullptr), DPCVX_OK);
  for (int64_t k = 0; k < rows * columns; ++k)
    ASSERT_EQ(row_of(*scaled, k / columns)[k % columns],
              (*scaled).ranges()->mapped(k % columns, entries[static_cast<size_t>(k)]))
        << k;
}

TEST(Dataset, ColumnsOfManyRowsNameTheEntryThatIsNotFinite) {
  const int64_t rows = 1000, columns = 3;
  std::vector<double> entries;
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = 0; i < rows; ++i) entries.push_back(static_cast<double>(10 * i + j));
  Table table, none;
  ASSERT_EQ(make(entries, rows, columns, 1, rows, nullptr, &table), DPCVX_OK);
  expect_counting(*table, rows, columns);
  entries[static_cast<size_t>(2 * rows + 700)] = entries[static_cast<size_t>(701)] = NAN;
  dpcvx_error err;
  EXPECT_EQ(make(entries, rows, columns, 1, rows, nullptr, &none, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "row 700, column 2"), nullptr) << err.message;
}

// Long tables are made in blocks, on several threads: none is left out, and the first entry that is wrong is named.
TEST(Dataset, LongTablesAreTheSameOnManyThreads) {
  using dpcvx::data::kEntriesWorthThreads;
  for (const int64_t columns : {1, 7, 20}) {
    const int64_t rows = kEntriesWorthThreads / columns + 37;
    std::vector<double> entries(static_cast<size_t>(rows * columns));
    const std::vector<double> low(static_cast<size_t>(columns), -3), high(static_cast<size_t>(columns), 5e7);
    for (const bool by_rows : {true, false}) {
      const int64_t row_stride = by_rows ? columns : 1, column_stride = by_rows ? 1 : rows;
      const auto place = [&](int64_t i, int64_t j) { return static_cast<size_t>(i * row_stride + j * column_stride); };
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j) entries[place(i, j)] = static_cast<double>(10 * i + j);
      Table table, scaled, none;
      ASSERT_EQ(make(entries, rows, columns, row_stride, column_stride, nullptr, &table), DPCVX_OK);
      ASSERT_EQ(dpcvx_dataset_create_scaled(table.handle, low.data(), high.data(), columns, &scaled.handle, nullptr),
                DPCVX_OK);
      int64_t wrong = 0;
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < dpcvx::data::padded_row(columns); ++j) {
          const double x = j < columns ? static_cast<double>(10 * i + j) : 0;
          const double y = j < columns ? (*scaled).ranges()->mapped(j, x) : 0;
          wrong += row_of(*table, i)[j] != x || row_of(*scaled, i)[j] != y;
        }
      EXPECT_EQ(wrong, 0);
      entries[place(rows - 1, 0)] = entries[place(rows / 2 + 1, 0)] = entries[place(rows / 2, columns - 1)] = NAN;
      dpcvx_error err;
      EXPECT_EQ(make(entries, rows, columns, row_stride, column_stride, nullptr, &none, &err), DPCVX_ERR_ARGUMENT);
      char named[64];
      std::snprintf(named, sizeof(named), "row %lld, column %lld;", static_cast<long long>(rows / 2),
                    static_cast<long long>(columns - 1));
      EXPECT_NE(std::strstr(err.message, named), nullptr) << err.message;
    }
  }
}

TEST(Dataset, BlocksOfRowsCoverTheTable) {
  using dpcvx::data::for_row_blocks;
  for (const int64_t rows : {int64_t{0}, int64_t{1}, int64_t{31}, int64_t{32}, int64_t{33}, int64_t{70001}})
    for (const int64_t columns : {int64_t{1}, int64_t{20}, int64_t{1} << 20}) {
      std::vector<std::atomic<int>> visits(static_cast<size_t>(rows));
      for_row_blocks(rows, columns, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) ++visits[static_cast<size_t>(i)];
      });
      for (const std::atomic<int> &count : visits) ASSERT_EQ(count, 1);
    }
  EXPECT_EQ(dpcvx::data::table_threads(1000, 20), 1);
  EXPECT_GE(dpcvx::data::table_threads(int64_t{1} << 30, 20), 1);
  EXPECT_LE(dpcvx::data::table_threads(int64_t{1} << 30, 20), dpcvx::data::kTableThreads);
}

TEST(Dataset, ScalingNamesTheColumnOfAnEmptyRange) {
  Table table, scaled;
  dpcvx_error err;
  ASSERT_EQ(make({1, 2}, 1, 2, 2, 1, nullptr, &table), DPCVX_OK);
  const double low[] = {0, 1}, high[] = {1, 1};
  EXPECT_EQ(dpcvx_dataset_create_scaled(table.handle, low, high, 2, &scaled.handle, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message, "dpcvx_dataset_create_scaled: argument 'high' = 1 for column 1; accepted: above low = 1");
  EXPECT_EQ(dpcvx_dataset_create_scaled(table.handle, low, high, 1, &scaled.handle, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "'columns'"), nullptr);
}

TEST(Dataset, SubsetKeepsOrder) {
  const std::vector<double> entries = {0, 1, 10, 11, 20, 21};
  const double labels[] = {7, 8, 9};
  Table table, subset;
  ASSERT_EQ(make(entries, 3, 2, 2, 1, labels, &table), DPCVX_OK);
  const int64_t rows[] = {2, 0, 1};
  ASSERT_EQ(dpcvx_dataset_create_subset(table.handle, rows, 3, &subset.handle, nullptr), DPCVX_OK);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(row_of(*subset, i)[1], static_cast<double>(10 * rows[i] + 1));
    EXPECT_EQ((*subset).label(i), labels[rows[i]]);
  }
  dpcvx_error err;
  const int64_t outside[] = {0, 3};
  dpcvx_dataset *none = nullptr;
  EXPECT_EQ(dpcvx_dataset_create_subset(table.handle, outside, 2, &none, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message, "dpcvx_dataset_create_subset: argument 'rows' = 3 at position 1; accepted: 0 to 2");
}

// A record that came twice would be two units of an objective, and the guarantee for one record would not hold.
TEST(Dataset, SubsetRefusesARowTwice) {
  const std::vector<double> entries = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  Table table;
  ASSERT_EQ(make(entries, 11, 1, 1, 1, nullptr, &table), DPCVX_OK);
  dpcvx_error err;
  dpcvx_dataset *none = nullptr;
  const int64_t twice[] = {9, 1, 0, 10, 2, 10};
  EXPECT_EQ(dpcvx_dataset_create_subset(table.handle, twice, 6, &none, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(none, nullptr);
  EXPECT_STREQ(err.message,
               "dpcvx_dataset_create_subset: argument 'rows' = 10 again at position 5; accepted: each row at most "
               "once, since a row is a record");
  EXPECT_EQ(dpcvx_dataset_create_subset(table.handle, twice, 5, &none, &err), DPCVX_OK);
  dpcvx_dataset_destroy(none);
}

// A table of entries in memory whose first lies `shift` entries behind a place aligned to 64 bytes.
template <class T>
bool is_borrowed(int64_t rows, int64_t columns, int64_t row_stride, int64_t behind, size_t shift, double gap) {
  alignas(64) static T memory[4096];
  for (T &entry : memory) entry = static_cast<T>(gap);
  T *const first = memory + shift;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) first[i * row_stride + j] = static_cast<T>(i + j);
  dpcvx_error err;
  dpcvx::Error error(&err, "test");
  dpcvx::data::SharedDataset table;
  EXPECT_EQ(dpcvx::data::borrow_dense<T>({first, rows, columns, row_stride, 1}, behind, nullptr, &table, error),
            DPCVX_OK)
      << err.message;
  return table->with_rows([&](const auto &held) {
    for (int64_t i = 0; i < rows; ++i)
      held.for_each(i, [&](int64_t j, double x) { EXPECT_EQ(x, static_cast<double>(i + j)); });
    if constexpr (std::decay_t<decltype(held)>::kSparse)
      return false;
    else
      return static_cast<const void *>(held.row(0)) == static_cast<const void *>(first);
  });
}

// What kernels read behind a row has to be there, and finite.
TEST(Dataset, BorrowsRowsThatLieAsKernelsWantThem) {
  for (const int64_t columns : {4, 8, 20}) {
    EXPECT_TRUE(is_borrowed<double>(9, columns, columns, 8, 0, 0));
    EXPECT_TRUE(is_borrowed<float>(9, columns, columns, 8, 0, 0));
    EXPECT_TRUE(is_borrowed<float>(9, columns, columns, 8, 2, 0));
    EXPECT_FALSE(is_borrowed<double>(9, columns, columns, 7, 0, 0)) << "too little behind";
    EXPECT_FALSE(is_borrowed<double>(9, columns, columns, 8, 1, 0)) << "not aligned";
    EXPECT_FALSE(is_borrowed<float>(9, columns, columns, 8, 1, 0)) << "not aligned";
    EXPECT_FALSE(is_borrowed<double>(9, columns, columns + 4, 20, 0, 0)) << "gaps";
    EXPECT_FALSE(is_borrowed<double>(9, columns, columns, 8, 0, NAN)) << "no number behind";
  }
  EXPECT_TRUE(is_borrowed<double>(9, 5, 8, 11, 0, 0.5));
  EXPECT_FALSE(is_borrowed<double>(9, 5, 8, 10, 0, 0.5)) << "too little behind";
  EXPECT_FALSE(is_borrowed<double>(9, 5, 8, 11, 0, NAN)) << "no number between";
  EXPECT_FALSE(is_borrowed<double>(9, 5, 5, 100, 0, 0)) << "another stride";
}

}  // namespace
