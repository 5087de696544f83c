// Scores of tables with null records: bit by bit those of the table without them.
#include "solve/evaluation/scores.h"

namespace {

using namespace fixtures;

// A table of rows of Kind, with labels and weights, of records or of users of three records.
struct WeightedRows {
  std::vector<double> entries, labels, weights;
  std::vector<int64_t> users;

  void add(double x, double label, double weight, int64_t user, size_t columns) {
    for (size_t j = 0; j < columns; ++j) entries.push_back(x / static_cast<double>(j + 1));
    labels.push_back(label);
    weights.push_back(weight);
    users.push_back(user);
  }
  DatasetHandle table(bool by_users) const {
    const int64_t rows = static_cast<int64_t>(labels.size()), columns = static_cast<int64_t>(entries.size()) / rows;
    DatasetHandle plain, owned, out;
    EXPECT_EQ(dpcvx_dataset_create_dense(entries.data(), rows, columns, columns, 1, labels.data(), &plain.it, nullptr),
              DPCVX_OK);
    if (by_users) {
      EXPECT_EQ(dpcvx_dataset_create_with_users(plain, users.data(), rows, &owned.it, nullptr), DPCVX_OK);
    }
    EXPECT_EQ(dpcvx_dataset_create_with_weights(by_users ? owned.it : plain.it, weights.data(), rows, &out.it, nullptr),
              DPCVX_OK);
    return out;
  }
};

// Every third record is null. All of these have one label, far from the others.
WeightedRows some_rows(size_t columns, bool with_nulls) {
  WeightedRows out;
  for (int64_t i = 0; i < 300; ++i) {
    const bool null = i % 3 == 1;
    if (null && !with_nulls) continue;
    out.add(null ? 9 : static_cast<double>(i % 13) - 6, null || i % 2 == 0 ? 1 : -1, null ? 0 : 1, i / 3, columns);
  }
  return out;
}

std::string json_of(const dpcvx_evaluation *evaluation) {
  return text_of(const_cast<dpcvx_evaluation *>(evaluation), dpcvx_evaluation_to_json);
}

TEST(Evaluation, LeavesNullRecordsOut) {
  const FitHandle fit = fit_of(Kind());
  const size_t columns = static_cast<size_t>(fit_figure(fit, DPCVX_FIT_FIGURE_COLUMNS));
  const WeightedRows with = some_rows(columns, true), without = some_rows(columns, false);
  for (const bool by_users : {false, true})
    for (const int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
      const auto score = [&](const WeightedRows &rows) {
        const DatasetHandle table = rows.table(by_users);
        BudgetHandle budget;
        EXPECT_EQ(dpcvx_budget_create(2, 1e-6, adjacency, by_users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD, nullptr,
                                      &budget.it, nullptr),
                  DPCVX_OK);
        CurveHandle half;
        EXPECT_EQ(dpcvx_budget_price(budget, 0.5, &half.it, nullptr), DPCVX_OK);
        Evaluated out = evaluated({fit, table}, budget, half);
        int64_t charges = -1;
        EXPECT_EQ(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
        EXPECT_EQ(charges, out.status == DPCVX_OK ? 1 : 0);
        return out;
      };
      const Evaluated of_rest = score(without), found = score(with);
      ASSERT_EQ(of_rest.status, DPCVX_OK) << of_rest.error.message;
      if (adjacency == DPCVX_ADJACENCY_REPLACE_ONE && !by_users) {  // the null records are units of their own
        EXPECT_EQ(found.status, DPCVX_ERR_ARGUMENT);
        EXPECT_NE(std::string(found.error.message).find("null record (weight 0)"), std::string::npos);
        continue;
      }
      ASSERT_EQ(found.status, DPCVX_OK) << found.error.message;
      EXPECT_EQ(json_of(found.it), json_of(of_rest.it));
      // Control: a little weight counts.
      WeightedRows heavier = with;
      for (double &weight : heavier.weights) weight = weight == 0 ? 0.001 : weight;
      EXPECT_NE(json_of(score(heavier).it), json_of(of_rest.it));
    }
  // Under add/remove null records may be all that a table has.
  WeightedRows nulls = with;
  for (double &weight : nulls.weights) weight = 0;
  BudgetHandle budget;
  ASSERT_EQ(dpcvx_budget_create(2, 1e-6, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_RECORD, nullptr, &budget.it, nullptr),
            DPCVX_OK);
  CurveHandle half;
  ASSERT_EQ(dpcvx_budget_price(budget, 0.5, &half.it, nullptr), DPCVX_OK);
  const DatasetHandle table = nulls.table(false);
  EXPECT_EQ(evaluated({fit, table}, budget, half).status, DPCVX_OK);
}

}  // namespace
