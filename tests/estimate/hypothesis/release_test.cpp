// Selections through the C boundary: what they charge, refuse and say.
#include "estimate/hypothesis/selections.h"

namespace {

using namespace fixtures;

const Laws &coins() {
  static const Laws kCoins = {{0.5, 0.5}, {0.25, 0.75}};
  return kCoins;
}

// Three of four are 1.
std::vector<double> tosses(int count) {
  std::vector<double> out;
  for (int i = 0; i < count; ++i) out.push_back(i % 4 > 0 ? 1 : 0);
  return out;
}

int64_t charges(const dpcvx_budget *ledger) {
  int64_t out = -1;
  EXPECT_EQ(dpcvx_budget_get_i64(ledger, DPCVX_BUDGET_FIGURE_CHARGES, &out, nullptr), DPCVX_OK);
  return out;
}

TEST(Selection, IsPaidOnceAtAnyPrice) {
  const HypothesesHandle hypotheses = discrete(coins());
  const DatasetHandle table = records_of(tosses(2000));
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    const BudgetHandle ledger = purse(adjacency);
    const RngHandle source = rng("paid");
    GuaranteeHandle guarantee;
    int64_t index = -1;
    int32_t outcome = 0;
    ASSERT_EQ(dpcvx_release_hypothesis(ledger, source, pure(0.5), table, hypotheses, nullptr, &index, &outcome,
                                       &guarantee.it, nullptr),
              DPCVX_OK);
    EXPECT_EQ(index, 1);
    EXPECT_EQ(outcome, DPCVX_OUTCOME_DONE);
    EXPECT_EQ(charges(ledger), 1);
    double epsilon = 0;
    ASSERT_EQ(dpcvx_guarantee_epsilon(guarantee, 0, &epsilon, nullptr), DPCVX_OK);
    EXPECT_LE(epsilon, 0.5);
    EXPECT_GT(epsilon, 0.4999);
  }
  const BudgetHandle small = budget(1, 1e-6);
  CurveHandle price;
  ASSERT_EQ(dpcvx_budget_price(small, 1, &price.it, nullptr), DPCVX_OK);
  const RngHandle source = rng("pair");
  EXPECT_EQ(select(small, source, price, table, hypotheses).index, 1);
  EXPECT_EQ(select(small, source, price, table, hypotheses).status, DPCVX_ERR_BUDGET);
}

TEST(Selection, TakesOneRecordAUnit) {
  const HypothesesHandle hypotheses = discrete(coins());
  const std::vector<double> records = tosses(4000);
  std::vector<int64_t> ids;
  for (size_t i = 0; i < records.size(); ++i) ids.push_back(static_cast<int64_t>(i / 2));
  const DatasetHandle plain = records_of(records);
  DatasetHandle users, capped;
  ASSERT_EQ(dpcvx_dataset_create_with_users(plain, ids.data(), 4000, &users.it, nullptr), DPCVX_OK);
  const RngHandle source = rng("one of each");
  ASSERT_EQ(dpcvx_dataset_create_with_max_records_per_user(users, source, 1, &capped.it, nullptr), DPCVX_OK);
  const BudgetHandle ledger = purse(DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  const CurveHandle price = pure(1);
  const Selected many = select(ledger, source, price, users, hypotheses);
  EXPECT_EQ(many.status, DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(many.error.message, "any number of records each"), nullptr) << many.error.message;
  EXPECT_EQ(select(ledger, source, price, plain, hypotheses).status, DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(charges(ledger), 0);
  EXPECT_EQ(select(ledger, source, price, capped, hypotheses).index, 1);
  EXPECT_EQ(charges(ledger), 1);
}

TEST(Selection, ReadsSparseTables) {
  std::vector<int64_t> starts = {0}, columns;
  std::vector<double> values;
  for (const double x : tosses(2000)) {
    if (x != 0) columns.push_back(0), values.push_back(x);
    starts.push_back(static_cast<int64_t>(values.size()));
  }
  DatasetHandle table;
  ASSERT_EQ(
      dpcvx_dataset_create_csr(starts.data(), columns.data(), values.data(), 2000, 1, nullptr, &table.it, nullptr),
      DPCVX_OK);
  const BudgetHandle ledger = purse();
  const RngHandle source = rng("sparse");
  EXPECT_EQ(select(ledger, source, pure(1), table, discrete(coins())).index, 1);
  const Selected wrong = select(ledger, source, pure(1), records_of({1, 2, 3, 4}, 2), discrete(coins()));
  EXPECT_EQ(wrong.status, DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(wrong.error.message, "a table of 2 columns"), nullptr) << wrong.error.message;
}

int32_t stop(const dpcvx_progress *progress, void *user) {
  int64_t total = 0;
  EXPECT_EQ(dpcvx_progress_get_i64(progress, DPCVX_PROGRESS_FIGURE_TOTAL, &total, nullptr), DPCVX_OK);
  *static_cast<int64_t *>(user) = total;
  return total > 1;
}

TEST(Selection, StopsWhereItIsCancelled) {
  const HypothesesHandle hypotheses = discrete(coins());
  const DatasetHandle table = records_of(tosses(3000));
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    const BudgetHandle ledger = purse(adjacency);
    const RngHandle source = rng("stopped");
    int64_t total = 0;
    const MonitorHandle watch = monitor(stop, &total);
    // The number of units is private under add/remove. So callbacks tell of one step.
    const bool told = adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
    const Selected got = select(ledger, source, pure(1), table, hypotheses, watch);
    EXPECT_EQ(got.status, DPCVX_OK);
    EXPECT_EQ(got.outcome, told ? DPCVX_OUTCOME_CANCELLED : DPCVX_OUTCOME_DONE);
    EXPECT_EQ(got.index, told ? -1 : 1);
    EXPECT_EQ(total, told ? 3000 : 1);
    EXPECT_EQ(charges(ledger), 1);
    EXPECT_EQ(dpcvx_monitor_cancel(watch, nullptr), DPCVX_OK);
    EXPECT_EQ(select(ledger, source, pure(1), table, hypotheses, watch).status, DPCVX_ERR_CANCELLED);
    EXPECT_EQ(charges(ledger), 1);
  }
}

}  // namespace
