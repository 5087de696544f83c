// Decision values of rows that no objective was made from: prepared as those in training were.
#include <gtest/gtest.h>

#include "data/fixtures.h"
#include "dpcvx/model.h"
#include "dpcvx/privacy.h"
#include "model/grid.h"

namespace {

using data_tests::kAllMade;
using data_tests::Made;
using data_tests::Table;

constexpr int64_t kRows = 20, kColumns = 3;

struct Prediction : testing::Test {
  data_tests::Entries entries = data_tests::random_entries(kRows, kColumns, 0.7, 3);
  std::vector<double> labels = std::vector<double>(kRows, 1.0), w = {0.3, -0.2, 0.5, 0.1};
  dpcvx_objective *objective = nullptr;
  dpcvx_error err{};

  void TearDown() override { dpcvx_objective_destroy(objective); }
  Table scaled(const Table &raw, const std::vector<double> &low, const std::vector<double> &high) {
    Table out;
    EXPECT_EQ(dpcvx_dataset_create_scaled(raw.handle, low.data(), high.data(), kColumns, &out.handle, &err), DPCVX_OK)
        << err.message;
    return out;
  }
  void train(const Table &table, int32_t loss = DPCVX_LOSS_LOGISTIC, const dpcvx_options *options = nullptr) {
    dpcvx_objective_destroy(objective);
    ASSERT_EQ(dpcvx_objective_create(table.handle, loss, nullptr, options, &objective, &err), DPCVX_OK) << err.message;
  }
  std::vector<double> decide(const Table &table, int64_t outputs = 1) {
    std::vector<double> out(static_cast<size_t>(kRows * outputs));
    EXPECT_EQ(dpcvx_nonprivate_decision_values(objective, w.data(), static_cast<int64_t>(w.size()), table.handle,
                                               out.data(), kRows * outputs, &err),
              DPCVX_OK)
        << err.message;
    return out;
  }
  dpcvx_status try_to_decide(const Table &table) {
    std::vector<double> out(kRows);
    return dpcvx_nonprivate_decision_values(objective, w.data(), 4, table.handle, out.data(), kRows, &err);
  }
};

TEST_F(Prediction, IsTheSameForEveryStorage) {
  train(made(Made::kDense, entries, labels.data()));
  const std::vector<double> expected = decide(made(Made::kDense, entries));
  for (Made storage : kAllMade) {
    const std::vector<double> found = decide(made(storage, entries));
    for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-15);
  }
  // Against the definition: (x, 1) scaled to norm 1, the intercept's entry included.
  for (int64_t i = 0; i < kRows; ++i) {
    double squares = 1, z = w[3];
    for (int64_t j = 0; j < kColumns; ++j) {
      squares += entries.at(i, j) * entries.at(i, j);
      z += entries.at(i, j) * w[static_cast<size_t>(j)];
    }
    EXPECT_NEAR(expected[static_cast<size_t>(i)], z / std::sqrt(squares), 1e-11);
  }
}

TEST_F(Prediction, MapsRawRowsByTheRangesOfTrainingAndTakesRowsSoScaled) {
  const std::vector<double> low = {-1, 0, -2}, high = {1, 0.5, 2};
  for (Made storage : {Made::kDense, Made::kDenseF32}) {
    const Table raw = made(storage, entries, labels.data()), trained = scaled(raw, low, high);
    train(trained);
    EXPECT_EQ(decide(raw), decide(trained));
    EXPECT_EQ(try_to_decide(scaled(raw, low, {1, 0.5, 2.5})), DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::strstr(err.message, "ranges"), nullptr);
    // Ranges that do not keep 0 would fill a sparse table.
    EXPECT_EQ(try_to_decide(made(Made::kCsr, entries)), DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::strstr(err.message, "sparse"), nullptr);
    // A table that was trained on raw takes no scaled one.
    train(raw);
    EXPECT_EQ(try_to_decide(trained), DPCVX_ERR_ARGUMENT);
  }
  const std::vector<double> symmetric = {2, 0.5, 1}, below = {-2, -0.5, -1};
  const Table sparse = made(Made::kCsr, entries, labels.data());
  const Table trained = scaled(sparse, below, symmetric);
  train(trained);
  const std::vector<double> expected = decide(trained), found = decide(made(Made::kDense, entries));
  EXPECT_EQ(decide(sparse), expected);
  for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-15);
}

TEST_F(Prediction, GivesOneValueForEachClass) {
  dpcvx_options *options = nullptr;
  ASSERT_EQ(dpcvx_objective_options_create(&options, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_CLASSES, 2, &err), DPCVX_OK);
  train(made(Made::kDense, entries, labels.data()), DPCVX_LOSS_MULTINOMIAL, options);
  dpcvx_options_destroy(options);
  w = {0.3, -0.2, 0.5, 0.1, -1, 0, 0, 2};
  const Table table = made(Made::kCsrF32, entries);
  const std::vector<double> both = decide(table, 2);
  train(made(Made::kDense, entries, labels.data()));
  for (size_t k : {0u, 1u}) {
    const std::vector<double> whole = both;
    w = k == 0 ? std::vector<double>{0.3, -0.2, 0.5, 0.1} : std::vector<double>{-1, 0, 0, 2};
    const std::vector<double> one = decide(table);
    for (size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(whole[2 * i + k], one[i], 1e-15);
  }
}

TEST_F(Prediction, ObjectivesSayWhichUnitTheyHave) {
  const std::vector<int64_t> users = {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4};
  const Table records = made(Made::kDense, entries, labels.data());
  Table owned;
  ASSERT_EQ(dpcvx_dataset_create_with_users(records.handle, users.data(), kRows, &owned.handle, &err), DPCVX_OK);
  train(owned);
  int64_t value = 0;
  ASSERT_EQ(dpcvx_objective_get_i64(objective, DPCVX_OBJECTIVE_FIGURE_UNIT, &value, &err), DPCVX_OK);
  EXPECT_EQ(value, DPCVX_UNIT_USER);
  ASSERT_EQ(dpcvx_objective_get_i64(objective, DPCVX_OBJECTIVE_FIGURE_UNITS, &value, &err), DPCVX_OK);
  EXPECT_EQ(value, 4);
  dpcvx_options *options = nullptr;
  dpcvx_objective *none = nullptr;
  ASSERT_EQ(dpcvx_objective_options_create(&options, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_UNIT, DPCVX_UNIT_USER, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_objective_create(records.handle, DPCVX_LOSS_HINGE, nullptr, options, &none, &err),
            DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "no users"), nullptr);
  ASSERT_EQ(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, 1, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_objective_create(owned.handle, DPCVX_LOSS_HINGE, nullptr, options, &none, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(err.message, "users"), nullptr);
  dpcvx_options_destroy(options);
}

}  // namespace
