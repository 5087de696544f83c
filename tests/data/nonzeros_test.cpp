// Rows that skip zeros, one by one and in groups: the bits of the dense rows, and where they are made.
#include "data/nonzeros.h"

#include <cmath>
#include <cstring>

#include "base/error.h"
#include "data/fixtures.h"

namespace {

using namespace data_tests;
using dpcvx::data::Nonzeros;
using dpcvx::data::RowPick;

constexpr int64_t kRows = 41;

// Half of the entries that are not 0 are 1, and some zeros are negative.
Entries of_categories(int64_t columns, double filled, int64_t rows = kRows) {
  Entries entries = random_entries(rows, columns, filled, static_cast<uint64_t>(columns));
  std::mt19937_64 bits(3);
  for (double &value : entries.values) {
    const uint64_t way = bits() % 3;
    if (value != 0 && way > 0) value = 1;
    if (value == 0 && way == 0) value = -0.0;
  }
  return entries;
}

Nonzeros nonzeros_of(const Table &table, int64_t stretch = 0) {
  Nonzeros out;
  dpcvx::Error error(nullptr, "nonzeros");
  EXPECT_EQ(out.create(table->features(), stretch, error), DPCVX_OK);
  return out;
}

// What rows make of vectors: dots of two, and a sum of multiples.
struct Results {
  std::vector<double> dots, sum;
  bool operator==(const Results &other) const {
    return std::memcmp(dots.data(), other.dots.data(), dots.size() * sizeof(double)) == 0 &&
           std::memcmp(sum.data(), other.sum.data(), sum.size() * sizeof(double)) == 0;
  }
};

template <class Rows>
Results results_of(const Rows &rows, int64_t columns, const RowPick &pick) {
  const int64_t size = dpcvx::data::padded(columns);
  dpcvx::Buffer<double> w, sum;
  EXPECT_TRUE(w.allocate(static_cast<size_t>(2 * size)) && sum.allocate(static_cast<size_t>(size)));
  std::mt19937_64 bits(5);
  std::vector<double> k;
  const auto number = [&] { return static_cast<double>(static_cast<int64_t>(bits())) * 0x1p-62; };
  for (int64_t j = 0; j < columns; ++j)
    w[static_cast<size_t>(j)] = number(), w[static_cast<size_t>(size + j)] = number();
  for (int64_t place = 0; place < pick.count; ++place) k.push_back(number());
  Results out;
  out.dots.resize(static_cast<size_t>(2 * pick.count));
  rows.dots(pick, {w.data(), size, 2}, {out.dots.data(), pick.count, 2});
  rows.add_multiples(pick, {k.data(), 0, 1}, {sum.data(), 0, 1});
  out.sum.assign(sum.data(), sum.data() + columns);
  return out;
}

TEST(Nonzeros, HaveTheBitsOfTheDenseRows) {
  const int64_t list[] = {7, 3, 40, 7, 0, 12, 39, 1, 2, 5, 8};
  for (const int64_t columns : {1, 2, 7, 8, 9, 50, 65, 131, 600})
    for (const Made how : {Made::kDense, Made::kDenseF32}) {
      const Table table = made(how, of_categories(columns, 0.08));
      const Nonzeros nonzeros = nonzeros_of(table);
      ASSERT_TRUE(nonzeros.are_there()) << columns;
      for (const RowPick &pick : {RowPick{nullptr, 0, kRows}, RowPick{nullptr, 5, 3}, RowPick{list, 0, 11}}) {
        const Results dense = table->with_rows([&](const auto &rows) { return results_of(rows, columns, pick); });
        EXPECT_TRUE(dense == results_of(nonzeros.rows(), columns, pick)) << columns;
      }
    }
}

// Control: the order of sparse tables changes bits.
TEST(Nonzeros, ControlAnotherOrderIsSeen) {
  const Entries entries = of_categories(131, 0.08);
  const Table sparse = made(Made::kCsr, entries);
  const RowPick all{nullptr, 0, kRows};
  const Results by_column = results_of(nonzeros_of(made(Made::kDense, entries)).rows(), 131, all);
  const Results by_place = sparse->with_rows([&](const auto &rows) { return results_of(rows, 131, all); });
  EXPECT_FALSE(by_column == by_place);
}

// As results_of() has them, by groups of rows: all rows are in one.
Results results_by_groups(const dpcvx::data::NonzeroGroups &groups, int64_t columns, int64_t rows, int64_t *count) {
  const int64_t size = dpcvx::data::padded(columns);
  dpcvx::Buffer<double> w, sum, z;
  EXPECT_TRUE(w.allocate(static_cast<size_t>(2 * size)) && sum.allocate(static_cast<size_t>(size)));
  EXPECT_TRUE(z.allocate(dpcvx::data::NonzeroGroups::kMaxRows));
  std::mt19937_64 bits(5);
  const auto number = [&] { return static_cast<double>(static_cast<int64_t>(bits())) * 0x1p-62; };
  for (int64_t j = 0; j < columns; ++j)
    w[static_cast<size_t>(j)] = number(), w[static_cast<size_t>(size + j)] = number();
  std::vector<double> k;
  for (int64_t i = 0; i < rows; ++i) k.push_back(number());
  Results out;
  out.dots.resize(static_cast<size_t>(2 * rows));
  for (int64_t first = 0; first < rows; ++*count) {
    const int64_t there = groups.rows_of_group({nullptr, first, rows - first});
    if (there == 0) return out;
    for (int64_t v = 0; v < 2; ++v) {
      groups.dots(first, w.data() + v * size, z.data());
      std::copy(z.data(), z.data() + there, out.dots.data() + v * rows + first);
    }
    groups.add_multiples(first, k.data() + first, sum.data());
    first += there;
  }
  out.sum.assign(sum.data(), sum.data() + columns);
  return out;
}

// Stretches of one group and of several, the last of them shorter. Some columns have an entry in every row.
TEST(Nonzeros, OfGroupsHaveTheBitsOfTheDenseRows) {
  constexpr int64_t kMany = 701;
  for (const int64_t columns : {21, 50, 131})
    for (const Made how : {Made::kDense, Made::kDenseF32, Made::kCsr, Made::kCsrF32}) {
      Entries entries = of_categories(columns, 0.06, kMany);
      for (int64_t i = 0; i < kMany; ++i)
        entries.values[static_cast<size_t>(i * columns + columns / 2)] = 1.0 / (1 << i % 8);
      const Table dense = made(Made::kDense, entries), table = made(how, entries);
      const Results expected = dense->with_rows([&](const auto &rows) {
        return results_of(rows, columns, RowPick{nullptr, 0, kMany});
      });
      for (const auto &[stretch, groups] : {std::pair<int64_t, int64_t>{kMany, 3}, {128, 6}, {300, 5}, {1000, 3}}) {
        const Nonzeros nonzeros = nonzeros_of(table, stretch);
        ASSERT_TRUE(nonzeros.are_there()) << columns;
        int64_t count = 0;
        EXPECT_TRUE(expected == results_by_groups(nonzeros.rows().groups(), columns, kMany, &count)) << columns;
        EXPECT_EQ(count, groups);
        EXPECT_TRUE(expected == results_of(nonzeros.rows(), columns, RowPick{nullptr, 0, kMany})) << columns;
      }
    }
}

TEST(Nonzeros, HaveGroupsWhereStretchesBegin) {
  const Nonzeros nonzeros = nonzeros_of(made(Made::kDense, of_categories(50, 0.06, 701)), 300);
  const dpcvx::data::NonzeroGroups &groups = nonzeros.rows().groups();
  const int64_t list[] = {0, 1};
  EXPECT_EQ(groups.rows_of_group({nullptr, 0, 701}), 256);
  EXPECT_EQ(groups.rows_of_group({nullptr, 256, 445}), 44);
  EXPECT_EQ(groups.rows_of_group({nullptr, 600, 101}), 101);
  EXPECT_EQ(groups.rows_of_group({nullptr, 0, 255}), 0);
  EXPECT_EQ(groups.rows_of_group({nullptr, 1, 700}), 0);
  EXPECT_EQ(groups.rows_of_group({list, 0, 2}), 0);
  // Few entries a column are read row by row.
  const Nonzeros few = nonzeros_of(made(Made::kDense, of_categories(600, 0.02)), kRows);
  EXPECT_TRUE(few.are_there());
  EXPECT_EQ(few.rows().groups().rows_of_group({nullptr, 0, kRows}), 0);
}

TEST(Nonzeros, AreTakenFromDenseTablesOfMostlyZerosAndForStretchesFromSparseOnes) {
  EXPECT_FALSE(nonzeros_of(made(Made::kDense, of_categories(50, 0.2))).are_there());
  EXPECT_TRUE(nonzeros_of(made(Made::kDense, of_categories(50, 0.1))).are_there());
  EXPECT_FALSE(nonzeros_of(made(Made::kCsr, of_categories(50, 0.1))).are_there());
  EXPECT_TRUE(nonzeros_of(made(Made::kCsr, of_categories(50, 0.1)), kRows).are_there());
}

}  // namespace
