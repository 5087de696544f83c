// Users with fewer records than are declared count as if they were left out, in everything that is summed.
#include <algorithm>

#include "base/error.h"
#include "model/grid.h"

namespace {

using data_tests::kAllMade;
using data_tests::Made;
using grid::Loss;
using grid::ObjectiveSettings;
using grid::SharedObjective;
using grid::Source;
using grid::Subject;

// Users of 1 to 7 records, in no order.
Source of_sizes(const Loss &loss, uint64_t seed) {
  Source made = grid::source(28, 3, loss, seed);
  std::mt19937_64 bits(seed);
  for (size_t i = 0, user = 0, left = 1; i < 28; ++i) {
    made.users[i] = static_cast<int64_t>(user) * 10;
    if (--left == 0) left = ++user + 1;
  }
  std::shuffle(made.users.begin(), made.users.end(), bits);
  return made;
}

TEST(MinRecordsPerUser, UsersWithFewerAreNull) {
  for (const Loss &loss : grid::losses())
    for (Made storage : kAllMade)
      for (bool nominal : {false, true}) {
        ObjectiveSettings settings = grid::bounded(loss);
        settings.nominal_units = nominal ? 5 : 0;
        const Source source = of_sizes(loss, 9);
        const Subject all(source, {storage, true, true}, settings);
        settings.min_records_per_user = 4;
        Subject some(source, {storage, true, true}, settings);
        const dpcvx::data::Users &users = *some.objective->linear()->users();
        std::vector<int64_t> small;
        for (int64_t u = 0; u < users.count(); ++u)
          if (some.objective->linear()->table().count_records(users.rows_of(u)) < 4) small.push_back(u);
        const int64_t nulls = static_cast<int64_t>(small.size());
        ASSERT_TRUE(nulls >= 3 && nulls < 7);
        SharedObjective out;
        dpcvx::Error error(nullptr, "without");
        ASSERT_EQ(all.objective->without(small.data(), nulls, &out, error), DPCVX_OK);
        Subject left(out);
        EXPECT_EQ(some.objective->units(), nominal ? 5 : 7);
        EXPECT_EQ(some.objective->units_not_null(), 7 - nulls);
        EXPECT_EQ(left.objective->units_not_null(), 7 - nulls);
        for (int64_t u = 0; u < users.count(); ++u)
          EXPECT_EQ(some.objective->is_null(u), std::find(small.begin(), small.end(), u) != small.end());
        const std::vector<double> w = grid::point(some, 3, 1), v = grid::point(some, 4, 1);
        EXPECT_EQ(some.value(w), left.value(w)) << loss.name;
        EXPECT_EQ(some.gradient(w), left.gradient(w)) << loss.name;
        EXPECT_EQ(some.sum(w, {}, {0.1, false}), left.sum(w, {}, {0.1, false})) << loss.name;
        EXPECT_EQ(some.divergences(w, v), left.divergences(w, v)) << loss.name;
        for (int64_t u : small) EXPECT_EQ(fixtures::norm(some.sum_of(w, u)), 0) << loss.name;
        // One that is null already may be left out again.
        ASSERT_EQ(some.objective->without(small.data(), 2, &out, error), DPCVX_OK);
        EXPECT_EQ(out->units_not_null(), 7 - nulls);
      }
}

// Null records do not count. Control: records of little weight do.
TEST(MinRecordsPerUser, AreOfRecordsThatAreNotNull) {
  const Loss &loss = grid::losses()[0];
  const dpcvx::data::SharedDataset table = grid::table(of_sizes(loss, 9), {Made::kDense, true});
  ObjectiveSettings settings = grid::bounded(loss);
  settings.min_records_per_user = 4;
  for (double weight : {0.0, 1e-9}) {
    std::vector<double> weights(28, 1);
    const dpcvx::data::Users &users = *table->users();
    for (int64_t u = 0; u < users.count(); ++u)  // one record of each
      weights[static_cast<size_t>(table->given_row(users.rows_of(u)[0]))] = weight;
    dpcvx::data::SharedDataset weighted;
    SharedObjective out;
    dpcvx::Error error(nullptr, "null records");
    ASSERT_EQ(dpcvx::data::add_weights(*table, weights.data(), &weighted, error), DPCVX_OK);
    ASSERT_EQ(create_objective(weighted, settings, &out, error), DPCVX_OK);
    for (int64_t u = 0; u < users.count(); ++u)
      EXPECT_EQ(out->is_null(u), users.rows_of(u).count - (weight == 0 ? 1 : 0) < 4) << u;
    EXPECT_EQ(out->units_not_null(), weight == 0 ? 3 : 4);
  }
}

TEST(MinRecordsPerUser, AskForUsersAndForNoMoreThanTheirCap) {
  const Loss &loss = grid::losses()[0];
  const Source source = of_sizes(loss, 9);
  ObjectiveSettings settings;
  settings.min_records_per_user = 2;
  dpcvx_error err;
  dpcvx::Error error(&err, "create");
  SharedObjective out;
  EXPECT_EQ(create_objective(grid::table(source, {}), settings, &out, error), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(err.message).find("MIN_RECORDS_PER_USER"), std::string::npos) << err.message;
  settings.min_records_per_user = 1;
  EXPECT_EQ(create_objective(grid::table(source, {}), settings, &out, error), DPCVX_OK);
  dpcvx::data::SharedDataset table = grid::table(source, {Made::kDense, true});
  table.edit().set_users(table->shared_users(), 7);
  settings.min_records_per_user = 7;
  EXPECT_EQ(create_objective(table, settings, &out, error), DPCVX_OK);
  settings.min_records_per_user = 8;
  EXPECT_EQ(create_objective(table, settings, &out, error), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(err.message).find("cap"), std::string::npos) << err.message;
}

}  // namespace
