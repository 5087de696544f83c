// Every storage holds the same table, and refuses what it cannot hold.
#include <cmath>
#include <cstring>

#include "data/fixtures.h"

namespace {

using namespace data_tests;

TEST(Storage, HoldsTheSameEntries) {
  for (const int64_t columns : {1, 3, 4, 5, 8, 13, 31}) {
    const Entries entries = random_entries(9, columns, 0.6, 1);
    for (const Made how : kAllMade) {
      const Table table = made(how, entries);
      ASSERT_EQ(table->rows(), 9);
      ASSERT_EQ(table->columns(), columns);
      for (int64_t i = 0; i < 9; ++i)
        for (int64_t j = 0; j < columns; ++j) EXPECT_EQ(row_of(*table, i)[static_cast<size_t>(j)], entries.at(i, j));
    }
  }
}

TEST(Storage, FloatsTakeAnyStrides) {
  const float by_column[6] = {1, 3, 5, 2, 4, 6};
  Table table;
  ASSERT_EQ(dpcvx_dataset_create_dense_f32(by_column, 3, 2, 1, 3, nullptr, &table.handle, nullptr), DPCVX_OK);
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = 0; j < 2; ++j)
      EXPECT_EQ(row_of(*table, i)[static_cast<size_t>(j)], static_cast<double>(2 * i + j + 1));
}

TEST(Storage, FloatsThatAreNotFiniteAreNamed) {
  const float bad[4] = {1, 2, 3, static_cast<float>(1e300)};
  Table table;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_dataset_create_dense_f32(bad, 2, 2, 2, 1, nullptr, &table.handle, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(
      err.message,
      "dpcvx_dataset_create_dense_f32: argument 'features' = inf in row 1, column 1; accepted: finite numbers");
}

// A sparse table that is wrong in one place, and what the message says of it.
struct Wrong {
  std::vector<int64_t> starts, columns;
  std::vector<double> values;
  const char *message;
};

TEST(Storage, SparseRowsThatAreWrongAreNamed) {
  const Wrong all[] = {
      {{1, 2, 3}, {0, 1, 2}, {1, 1, 1}, "argument 'row_starts' = 1 at 0; accepted: 0"},
      {{0, 2, 1}, {0, 1}, {1, 1}, "argument 'row_starts' = 1 at 2; accepted: 2 to 17592186044416"},
      {{0, -1, 1}, {0, 1}, {1, 1}, "argument 'row_starts' = -1 at 1; accepted: 0 to 17592186044416"},
      {{0, 1, 2}, {0, 3}, {1, 1}, "argument 'column_indices' = 3 at 1, in row 1; accepted: 0 to 2"},
      {{0, 1, 2}, {-1, 2}, {1, 1}, "argument 'column_indices' = -1 at 0, in row 0; accepted: 0 to 2"},
      {{0, 1, 3},
       {0, 2, 1},
       {1, 1, 1},
       "argument 'column_indices' = 1 at 2, in row 1, after 2; accepted: increasing within a row, each column once"},
      {{0, 1, 3},
       {0, 2, 2},
       {1, 1, 1},
       "argument 'column_indices' = 2 at 2, in row 1, after 2; accepted: increasing within a row, each column once"},
      {{0, 1, 2}, {0, 1}, {1, NAN}, "argument 'values' = nan in row 1, column 1; accepted: finite numbers"},
  };
  for (const Wrong &wrong : all) {
    Table table;
    dpcvx_error err;
    EXPECT_EQ(dpcvx_dataset_create_csr(wrong.starts.data(), wrong.columns.data(), wrong.values.data(), 2, 3, nullptr,
                                       &table.handle, &err),
              DPCVX_ERR_ARGUMENT);
    EXPECT_EQ(table.handle, nullptr);
    EXPECT_STREQ(err.message, (std::string("dpcvx_dataset_create_csr: ") + wrong.message).c_str());
  }
}

TEST(Storage, SparseTablesMayBeEmpty) {
  const int64_t starts[] = {0, 0, 0};
  Table table;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_dataset_create_csr(starts, nullptr, nullptr, 2, 3, nullptr, &table.handle, &err), DPCVX_OK);
  EXPECT_EQ(row_of(*table, 1), std::vector<double>(3));
  alignas(64) const double w[8] = {1, 2, 3};
  table->with_rows([&](const auto &rows) { EXPECT_EQ(rows.dot(1, w), 0); });
  const int64_t some[] = {0, 0, 1};
  Table none;
  EXPECT_EQ(dpcvx_dataset_create_csr(some, nullptr, nullptr, 2, 3, nullptr, &none.handle, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "'column_indices'"), nullptr);
}

TEST(Storage, TellsItsFigures) {
  const Entries entries = random_entries(20, 6, 0.3, 2);
  double stored = 0;
  for (const double value : entries.values) stored += value != 0;
  const auto figure = [](const Table &table, int32_t key) {
    int64_t value = -1;
    EXPECT_EQ(dpcvx_dataset_get_i64(table.handle, key, &value, nullptr), DPCVX_OK);
    return value;
  };
  for (const Made how : kAllMade) {
    const Table table = made(how, entries);
    const bool sparse = how == Made::kCsr || how == Made::kCsrF32;
    EXPECT_EQ(figure(table, DPCVX_DATASET_FIGURE_ROWS), 20);
    EXPECT_EQ(figure(table, DPCVX_DATASET_FIGURE_COLUMNS), 6);
    int64_t users = -1;
    EXPECT_EQ(dpcvx_dataset_get_i64(table.handle, DPCVX_DATASET_FIGURE_USERS, &users, nullptr), DPCVX_ERR_UNSUPPORTED);
    EXPECT_EQ(users, -1);
    EXPECT_EQ(figure(table, DPCVX_DATASET_FIGURE_STORED), sparse ? stored : 120);
  }
}

TEST(Storage, WeightsAreKeptAndChecked) {
  const Entries entries = random_entries(3, 2, 1, 3);
  const Table table = made(Made::kCsrF32, entries);
  const double weights[] = {0, 2.5, 1e300}, wrong[] = {1, -1, 1}, not_a_number[] = {1, 1, NAN};
  Table weighted, none;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_dataset_create_with_weights(table.handle, weights, 3, &weighted.handle, &err), DPCVX_OK);
  EXPECT_EQ(std::memcmp(weighted->weights(), weights, sizeof(weights)), 0);
  EXPECT_EQ(table->weights(), nullptr);
  EXPECT_EQ(dpcvx_dataset_create_with_weights(table.handle, wrong, 3, &none.handle, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message,
               "dpcvx_dataset_create_with_weights: argument 'weights' = -1 in row 1; accepted: finite numbers >= 0");
  EXPECT_EQ(dpcvx_dataset_create_with_weights(table.handle, not_a_number, 3, &none.handle, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(dpcvx_dataset_create_with_weights(table.handle, weights, 2, &none.handle, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "'rows'"), nullptr);
}

TEST(Storage, ExposuresMakeRates) {
  const Entries entries = random_entries(3, 2, 1, 3);
  const double counts[] = {0, 3, 5}, exposures[] = {0.5, 1.5, 1e-3}, negative[] = {0, -1, 5};
  const Table table = made(Made::kCsrF32, entries, counts), below = made(Made::kDense, entries, negative);
  Table rates, again, none;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_dataset_create_with_exposures(table.handle, exposures, 3, &rates.handle, &err), DPCVX_OK);
  for (int64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(rates->weights()[i], exposures[i]);
    EXPECT_EQ(rates->label(i), counts[i] / exposures[i]);
    EXPECT_EQ(table->label(i), counts[i]);
  }
  const auto refused = [&](const Table &source, const std::vector<double> &given, const char *why) {
    EXPECT_EQ(dpcvx_dataset_create_with_exposures(source.handle, given.data(), 3, &none.handle, &err),
              DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::strstr(err.message, why), nullptr) << err.message;
    EXPECT_EQ(none.handle, nullptr);
  };
  refused(table, {1, 0, 1}, "'exposures' = 0 in row 1; accepted: finite numbers > 0");
  refused(table, {1, 1, NAN}, "'exposures' = nan in row 2");
  refused(table, {1, INFINITY, 1}, "'exposures' = inf in row 1");
  refused(table, {1, 1e-320, 1}, "label 3 in row 1");  // a rate that is no double
  refused(below, {1, 1, 1}, "label -1 in row 1");
  refused(rates, {1, 1, 1}, "a table with weights");
  refused(made(Made::kDense, entries, nullptr), {1, 1, 1}, "a table without labels");
}

// What a table is made from is shared, and outlives it.
TEST(Storage, ViewsShareEntries) {
  const Entries entries = random_entries(5, 3, 1, 4);
  Table view;
  const void *before = nullptr;
  {
    const Table table = made(Made::kDense, entries);
    const int64_t users[] = {2, 2, 1, 1, 1};
    ASSERT_EQ(dpcvx_dataset_create_with_users(table.handle, users, 5, &view.handle, nullptr), DPCVX_OK);
    before = &table->features();
  }
  EXPECT_EQ(&view->features(), before);
  EXPECT_EQ(row_of(*view, 4)[2], entries.at(4, 2));
}

TEST(Storage, ScalesAlikeInEveryStorage) {
  const Entries entries = random_entries(30, 4, 0.5, 5);
  const double high[] = {1, 0.5, 4, 1e-3}, low[] = {-1, -0.5, -4, -1e-3};
  const Table plain = made(Made::kDense, entries);
  Table expected;
  ASSERT_EQ(dpcvx_dataset_create_scaled(plain.handle, low, high, 4, &expected.handle, nullptr), DPCVX_OK);
  for (const Made how : kAllMade) {
    const Table table = made(how, entries);
    Table scaled, again;
    dpcvx_error err;
    ASSERT_EQ(dpcvx_dataset_create_scaled(table.handle, low, high, 4, &scaled.handle, &err), DPCVX_OK);
    const bool single = how == Made::kDenseF32 || how == Made::kCsrF32;
    for (int64_t i = 0; i < 30; ++i)
      for (size_t j = 0; j < 4; ++j) {
        const double exact = row_of(*expected, i)[j];
        EXPECT_EQ(row_of(*scaled, i)[j], single ? static_cast<double>(static_cast<float>(exact)) : exact);
      }
    ASSERT_NE(scaled->ranges(), nullptr);
    EXPECT_TRUE(scaled->ranges()->equals(*expected->ranges()));
    EXPECT_EQ(std::memcmp(scaled->ranges()->low(), low, sizeof(low)), 0);
    EXPECT_EQ(dpcvx_dataset_create_scaled(scaled.handle, low, high, 4, &again.handle, &err), DPCVX_ERR_ARGUMENT);
    EXPECT_STREQ(err.message,
                 "dpcvx_dataset_create_scaled: argument 'source' = a dataset that is scaled already; accepted: the one "
                 "it was made from");
  }
}

TEST(Storage, SparseTablesAreScaledByRangesThatKeepZero) {
  const Table table = made(Made::kCsr, random_entries(3, 2, 0.5, 6));
  const double low[] = {-1, 0}, high[] = {1, 1};
  Table scaled;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_dataset_create_scaled(table.handle, low, high, 2, &scaled.handle, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message,
               "dpcvx_dataset_create_scaled: argument 'low' = 0 for column 1 of a sparse table; accepted: -high = -1, "
               "which keeps 0 at 0");
}

}  // namespace
