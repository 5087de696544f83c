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
          if (users.rows_of(u).count < 4) small.push_back(u);
        ASSERT_EQ(small.size(), 3u);
        SharedObjective out;
        dpcvx::Error error(nullptr, "without");
        ASSERT_EQ(all.objective->without(small.data(), 3, &out, error), DPCVX_OK);
        Subject left(out);
        EXPECT_EQ(some.objective->units(), nominal ? 5 : 7);
        EXPECT_EQ(some.objective->units_not_null(), 4);
        EXPECT_EQ(left.objective->units_not_null(), 4);
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
        EXPECT_EQ(out->units_not_null(), 4);
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
