// Grouping by users against a map, and what subsets keep of it.
#include <algorithm>
#include <map>
#include <numeric>

#include "base/error.h"
#include "data/fixtures.h"
#include "support/evidence.h"

namespace {

using namespace data_tests;
using dpcvx::data::Dataset;
using dpcvx::data::RowPick;
using dpcvx::data::Users;

// The rows of user u as given; `given` lists the number of the row at each place.
std::vector<int64_t> rows_of(const Users &users, int64_t u, const std::vector<int64_t> &given) {
  std::vector<int64_t> out;
  const RowPick pick = users.rows_of(u);
  for (int64_t k = 0; k < pick.count; ++k) out.push_back(given[static_cast<size_t>(pick[k])]);
  return out;
}

// The rows of each user, users by first appearance.
std::vector<std::vector<int64_t>> reference(const std::vector<int64_t> &ids) {
  std::vector<std::vector<int64_t>> out;
  std::map<int64_t, size_t> numbers;
  for (size_t i = 0; i < ids.size(); ++i) {
    const size_t number = numbers.emplace(ids[i], numbers.size()).first->second;
    if (number == out.size()) out.emplace_back();
    out[number].push_back(static_cast<int64_t>(i));
  }
  return out;
}

// Users of rows with these ids, in tables where the rows of each lie together, one user after the other.
void expect_grouped(const Users &users, const std::vector<int64_t> &ids, const std::vector<int64_t> &given) {
  const auto expected = reference(ids);
  ASSERT_EQ(users.count(), static_cast<int64_t>(expected.size()));
  ASSERT_EQ(static_cast<int64_t>(users.ids().size()), users.count());
  int64_t end = 0;
  for (int64_t u = 0; u < users.count(); ++u) {
    ASSERT_EQ(users.rows_of(u).list, nullptr);
    ASSERT_EQ(users.rows_of(u).first, end);
    ASSERT_EQ(rows_of(users, u, given), expected[static_cast<size_t>(u)]) << "user " << u;
    for (const int64_t row : rows_of(users, u, given)) ASSERT_EQ(users.id(u), ids[static_cast<size_t>(row)]);
    end += users.rows_of(u).count;
  }
  ASSERT_EQ(end, static_cast<int64_t>(ids.size()));
}

// The number that the row at each place was given as.
std::vector<int64_t> given_rows(const Dataset &table) {
  std::vector<int64_t> out(static_cast<size_t>(table.rows()), -1);
  for (int64_t row = 0; row < table.rows(); ++row) out[static_cast<size_t>(table.place_of(row))] = row;
  for (int64_t place = 0; place < table.rows(); place += 7)
    EXPECT_EQ(table.given_row(place), out[static_cast<size_t>(place)]);
  return out;
}

void expect_groups(const std::vector<int64_t> &ids) {
  dpcvx_error err;
  dpcvx::Error error(&err, "test");
  Users users;
  dpcvx::Buffer<int64_t> order;
  ASSERT_EQ(users.create(ids.data(), static_cast<int64_t>(ids.size()), &order, error), DPCVX_OK);
  std::vector<int64_t> given(order.begin(), order.end());
  size_t runs = 1;
  for (size_t i = 1; i < ids.size(); ++i) runs += ids[i] != ids[i - 1];
  EXPECT_EQ(given.empty(), runs == static_cast<size_t>(users.count()));
  given.resize(ids.size());
  if (order.size() == 0) std::iota(given.begin(), given.end(), 0);
  expect_grouped(users, ids, given);
}

TEST(Users, AreGroupedWhateverTheirIdsAndOrder) {
  std::mt19937_64 bits(1);
  expect_groups({5});
  expect_groups({INT64_MAX, INT64_MIN, INT64_MAX, 0, -1, INT64_MIN});
  for (int round = 0; round < 300; ++round) {
    const size_t rows = 1 + bits() % 200, users = 1 + bits() % 40;
    std::vector<int64_t> names(users), ids(rows);
    const int shift = static_cast<int>(bits() % 64);  // ids of all magnitudes, near each other and far
    const uint64_t base = bits();
    for (int64_t &name : names) name = static_cast<int64_t>(base + (bits() >> shift));
    for (int64_t &id : ids) id = names[bits() % users];
    if (round % 3 == 1) std::sort(ids.begin(), ids.end());
    if (round % 3 == 2) std::sort(ids.begin(), ids.end(), std::greater<int64_t>());
    expect_groups(ids);
  }
}

TEST(Users, OfManyRowsAreGrouped) {
  std::mt19937_64 bits(2);
  std::vector<int64_t> ids(200000);
  for (int64_t &id : ids) id = static_cast<int64_t>(bits() % 30000) * 1000003 - 5;
  expect_groups(ids);
}

TEST(Users, SurviveSubsetsWithWeightsLabelsAndRanges) {
  const int64_t rows = 60;
  const Entries entries = random_entries(rows, 3, 0.7, 3);
  std::mt19937_64 bits(3);
  std::vector<double> labels(rows), weights(rows);
  std::vector<int64_t> ids(rows), chosen(rows);
  for (size_t i = 0; i < rows; ++i) {
    labels[i] = static_cast<double>(i);
    weights[i] = 100 + static_cast<double>(i);
    ids[i] = static_cast<int64_t>(bits() % 7) - 3;
  }
  std::iota(chosen.begin(), chosen.end(), 0);
  std::shuffle(chosen.begin(), chosen.end(), bits);
  chosen.resize(25);
  const double low[] = {-2, -1, -1}, high[] = {2, 1, 1};
  for (const Made how : kAllMade) {
    const Table table = made(how, entries, labels.data());
    Table weighted, owned, scaled, subset;
    ASSERT_EQ(dpcvx_dataset_create_with_weights(table.handle, weights.data(), rows, &weighted.handle, nullptr), 0);
    ASSERT_EQ(dpcvx_dataset_create_with_users(weighted.handle, ids.data(), rows, &owned.handle, nullptr), 0);
    ASSERT_EQ(dpcvx_dataset_create_scaled(owned.handle, low, high, 3, &scaled.handle, nullptr), 0);
    ASSERT_EQ(dpcvx_dataset_create_record_subset(scaled.handle, chosen.data(), 25, &subset.handle, nullptr), 0);
    std::vector<int64_t> chosen_ids;
    for (const int64_t i : chosen) chosen_ids.push_back(ids[static_cast<size_t>(i)]);
    expect_grouped(*owned->users(), ids, given_rows(*owned));
    expect_grouped(*subset->users(), chosen_ids, given_rows(*subset));
    EXPECT_TRUE(subset->ranges()->equals(*scaled->ranges()));
    EXPECT_EQ(subset->features().storage(), table->features().storage());
    for (int64_t k = 0; k < 25; ++k) {
      const int64_t i = chosen[static_cast<size_t>(k)];
      const int64_t place = subset->place_of(k);
      EXPECT_EQ(row_of(*subset, place), row_of(*scaled, scaled->place_of(i)));
      EXPECT_EQ(subset->label(place), static_cast<double>(i));
      EXPECT_EQ(subset->weights()[place], 100 + static_cast<double>(i));
    }
  }
}

}  // namespace
