// Null records in estimates: bit by bit, a table with them has the releases of the table without (PROOFS.md of data,
// section 9).
#include <cmath>
#include <functional>

#include "estimate/covariance/covariances.h"
#include "estimate/hypothesis/selections.h"
#include "estimate/mean/estimates.h"

namespace {

using namespace fixtures;

constexpr int64_t kColumns = 2;

struct Records {
  std::vector<double> entries, weights;
  std::vector<int64_t> users;
  int64_t count() const { return static_cast<int64_t>(weights.size()); }
};

// Every third record is null, and holds other values than the rest. Users are scattered; the last has null records
// alone.
Records with_nulls(int64_t count) {
  Records out;
  for (int64_t i = 0; i < count; ++i) {
    const bool null = i % 3 == 1 || i % 7 == 6;
    out.entries.push_back(null ? 0 : static_cast<double>(40 + i % 11));
    out.entries.push_back(null ? -50 : static_cast<double>(i % 2));
    out.weights.push_back(null ? 0 : 0.5);
    out.users.push_back(i % 7);
  }
  return out;
}

// The records whose number is kept, in their order.
template <class Keep>
Records chosen(const Records &records, const Keep &keep) {
  Records out;
  for (int64_t i = 0; i < records.count(); ++i) {
    const size_t at = static_cast<size_t>(i);
    if (!keep(at)) continue;
    for (size_t j = 0; j < kColumns; ++j) out.entries.push_back(records.entries[at * kColumns + j]);
    out.weights.push_back(records.weights[at]);
    out.users.push_back(records.users[at]);
  }
  return out;
}

Records without_nulls(const Records &records) {
  return chosen(records, [&](size_t at) { return records.weights[at] != 0; });
}

DatasetHandle weighted(const Records &records, bool by_users) {
  const DatasetHandle table = table_of(records.entries, kColumns, by_users ? &records.users : nullptr);
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_with_weights(table, records.weights.data(), records.count(), &out.it, nullptr),
            DPCVX_OK);
  return out;
}

struct Answer {
  dpcvx_status status = DPCVX_OK;
  std::string message;
  std::vector<double> numbers;
};

const std::vector<double> kLow = {0, -100}, kHigh = {100, 100};

Answer of_estimate(const EstimateHandle &estimate, dpcvx_status status, const dpcvx_error &error) {
  Answer out{status, error.message, {}};
  if (status != DPCVX_OK) return out;
  out.numbers.resize(static_cast<size_t>(estimate_figure(estimate, DPCVX_ESTIMATE_FIGURE_COUNT)));
  EXPECT_EQ(dpcvx_estimate_values(estimate, out.numbers.data(), static_cast<int64_t>(out.numbers.size()), nullptr),
            DPCVX_OK);
  return out;
}

using Ask = std::function<Answer(const dpcvx_dataset *, dpcvx_budget *, const dpcvx_curve *)>;

Answer mean(const dpcvx_dataset *table, dpcvx_budget *ledger, const dpcvx_curve *price, bool declared) {
  const MeanQuestion question{table, kColumns, declared ? kLow : std::vector<double>{},
                              declared ? kHigh : std::vector<double>{}};
  const Estimated found = mean_of(question, ledger, price);
  Answer out{found.status, found.error.message, found.values};
  for (const auto *more : {&found.low, &found.high, &found.range_low, &found.range_high})
    out.numbers.insert(out.numbers.end(), more->begin(), more->end());
  return out;
}

template <class Create>
Answer counts(Create *create, const dpcvx_dataset *table, dpcvx_budget *ledger, const dpcvx_curve *price) {
  const RngHandle source = rng("counts");
  const double edges[] = {0, 20, 40, 45, 50, 100};
  EstimateHandle estimate;
  dpcvx_error error{};
  const dpcvx_status status = create(ledger, source, price, table, 0, edges, 6, nullptr, &estimate.it, &error);
  return of_estimate(estimate, status, error);
}

Answer hypothesis(const dpcvx_dataset *table, dpcvx_budget *ledger, const dpcvx_curve *price) {
  const RngHandle source = rng("hypothesis");
  const double low[] = {20, -20}, high[] = {60, 20}, covariance[] = {400, 0, 0, 400};
  HypothesesHandle hypotheses;
  int64_t index = -1;
  int32_t outcome = 0;
  dpcvx_error error{};
  EXPECT_EQ(
      dpcvx_hypotheses_create_gaussian_means(low, high, covariance, kColumns, 0.3, nullptr, &hypotheses.it, &error),
      DPCVX_OK)
      << error.message;
  const dpcvx_status status =
      dpcvx_release_hypothesis(ledger, source, price, table, hypotheses, nullptr, &index, &outcome, nullptr, &error);
  return {status, error.message, {static_cast<double>(index)}};
}

Answer ranges(const dpcvx_dataset *table, dpcvx_budget *ledger, const dpcvx_curve *price) {
  const RngHandle source = rng("ranges");
  Answer out{DPCVX_OK, "", std::vector<double>(2 * kColumns)};
  dpcvx_error error{};
  out.status = dpcvx_dataset_release_ranges(ledger, source, price, table, 0.9, out.numbers.data(),
                                            out.numbers.data() + kColumns, kColumns, nullptr, &error);
  out.message = error.message;
  return out;
}

struct Question {
  const char *name;
  Ask ask;
  bool of_users;
};

std::vector<Question> questions() {
  return {
      {"means in declared ranges", [](auto *t, auto *b, auto *p) { return mean(t, b, p, true); }, true},
      {"means in released ranges", [](auto *t, auto *b, auto *p) { return mean(t, b, p, false); }, true},
      {"a histogram", [](auto *t, auto *b, auto *p) { return counts(dpcvx_estimate_create_histogram, t, b, p); }, true},
      {"a cumulative distribution",
       [](auto *t, auto *b, auto *p) { return counts(dpcvx_estimate_create_cumulative, t, b, p); }, true},
      {"a covariance",
       [](auto *t, auto *b, auto *p) {
         const Covered found = covariance_of({t, kColumns, kLow, kHigh}, b, p);
         Answer out{found.status, found.error.message, found.means};
         out.numbers.insert(out.numbers.end(), found.matrix.begin(), found.matrix.end());
         return out;
       },
       true},
      {"a hypothesis", hypothesis, false},
      {"ranges", ranges, true},
  };
}

CurveHandle price_of(double epsilon) {
  CurveHandle out;
  EXPECT_EQ(dpcvx_curve_create_pure(epsilon, &out.it, nullptr), DPCVX_OK);
  return out;
}

BudgetHandle basic(int32_t adjacency, bool users) {
  OptionsHandle options;
  BudgetHandle out;
  EXPECT_EQ(dpcvx_budget_options_create(&options.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_BASIC, nullptr), DPCVX_OK);
  EXPECT_EQ(
      dpcvx_budget_create(100, 1e-6, adjacency, users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD, options, &out.it, nullptr),
      DPCVX_OK);
  return out;
}

TEST(NullRecords, AreLeftOutOfEveryEstimateUnderAddRemove) {
  const Records all = with_nulls(600), rest = without_nulls(all);
  for (const Question &question : questions())
    for (const bool users : {false, true}) {
      if (users && !question.of_users) continue;
      SCOPED_TRACE(std::string(question.name) + (users ? " of users" : " of records"));
      const auto ask = [&](const Records &records) {
        const BudgetHandle ledger = basic(DPCVX_ADJACENCY_ADD_REMOVE, users);
        return question.ask(weighted(records, users), ledger, price_of(1));
      };
      const Answer with = ask(all), without = ask(rest);
      ASSERT_EQ(with.status, DPCVX_OK) << with.message;
      ASSERT_EQ(without.status, DPCVX_OK) << without.message;
      EXPECT_EQ(with.numbers, without.numbers);
    }
}

// Control: a record of the least weight counts like any other.
TEST(NullRecords, ControlALittleWeightCounts) {
  Records all = with_nulls(600);
  const Records rest = without_nulls(all);
  for (double &weight : all.weights) weight = std::fmax(weight, 1e-300);
  for (const Question &question : questions()) {
    if (!question.of_users) continue;  // the hypothesis may be the same one
    SCOPED_TRACE(question.name);
    const BudgetHandle ledger = basic(DPCVX_ADJACENCY_ADD_REMOVE, false);
    const Answer with = question.ask(weighted(all, false), ledger, price_of(1));
    const Answer without = question.ask(weighted(rest, false), ledger, price_of(1));
    EXPECT_NE(with.numbers, without.numbers);
  }
}

// A table whose records are all null is the neighbour of one that has a single other record: it has an answer as well.
TEST(NullRecords, MayBeAllThatATableHas) {
  Records nulls = with_nulls(30);
  for (double &weight : nulls.weights) weight = 0;
  for (const Question &question : questions())
    for (const bool users : {false, true}) {
      if (users && !question.of_users) continue;
      SCOPED_TRACE(question.name);
      const BudgetHandle ledger = basic(DPCVX_ADJACENCY_ADD_REMOVE, users);
      const Answer found = question.ask(weighted(nulls, users), ledger, price_of(1));
      EXPECT_EQ(found.status, DPCVX_OK) << found.message;
      for (const double number : found.numbers) EXPECT_TRUE(std::isfinite(number));
    }
}

// Under replace-one the number of units is public, so none may vanish.
TEST(NullRecords, AreRefusedUnderReplaceOneWhereAUnitHasNoOther) {
  const Records all = with_nulls(600);
  for (const Question &question : questions())
    for (const bool users : {false, true}) {
      if (users && !question.of_users) continue;
      SCOPED_TRACE(question.name);
      const BudgetHandle ledger = basic(DPCVX_ADJACENCY_REPLACE_ONE, users);
      const Answer found = question.ask(weighted(all, users), ledger, price_of(1));
      if (std::string(question.name) == "ranges") {
        EXPECT_EQ(found.status, DPCVX_OK) << found.message;
        continue;
      }
      EXPECT_EQ(found.status, DPCVX_ERR_ARGUMENT);
      EXPECT_NE(found.message.find(users ? "a user whose records are all null (weight 0)" : "a null record (weight 0)"),
                std::string::npos)
          << found.message;
      int64_t charges = -1;
      EXPECT_EQ(dpcvx_budget_get_i64(ledger, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
      EXPECT_EQ(charges, 0);
    }
}

// Values of a scaled table lie in [-1, 1]: a histogram with edges in the caller's units would hold all of them in a
// cell.
TEST(ScaledTables, AreRefusedByEstimates) {
  const double low[] = {0, -60}, high[] = {100, 60};
  for (const Question &question : questions()) {
    if (std::string(question.name) == "ranges") continue;
    SCOPED_TRACE(question.name);
    const DatasetHandle table = weighted(without_nulls(with_nulls(600)), false);
    const BudgetHandle ledger = basic(DPCVX_ADJACENCY_REPLACE_ONE, false);
    EXPECT_EQ(question.ask(table, ledger, price_of(1)).status, DPCVX_OK);
    DatasetHandle scaled;
    ASSERT_EQ(dpcvx_dataset_create_scaled(table, low, high, kColumns, &scaled.it, nullptr), DPCVX_OK);
    const Answer found = question.ask(scaled, ledger, price_of(1));
    EXPECT_EQ(found.status, DPCVX_ERR_ARGUMENT);
    EXPECT_NE(found.message.find("'dataset' = a table scaled by ranges; accepted: the table before it was scaled"),
              std::string::npos)
        << found.message;
    int64_t charges = -1;
    EXPECT_EQ(dpcvx_budget_get_i64(ledger, DPCVX_BUDGET_FIGURE_CHARGES, &charges, nullptr), DPCVX_OK);
    EXPECT_EQ(charges, 1);
  }
}

TEST(NullRecords, OfUsersWithOthersAreLeftOutUnderReplaceOne) {
  const Records all = with_nulls(600);
  const Records some = chosen(all, [&](size_t at) { return all.users[at] != 6; });
  const Records rest = without_nulls(some);
  for (const Question &question : questions()) {
    if (!question.of_users) continue;
    SCOPED_TRACE(question.name);
    const BudgetHandle ledger = basic(DPCVX_ADJACENCY_REPLACE_ONE, true);
    const Answer with = question.ask(weighted(some, true), ledger, price_of(1));
    const Answer without = question.ask(weighted(rest, true), ledger, price_of(1));
    ASSERT_EQ(with.status, DPCVX_OK) << with.message;
    EXPECT_EQ(with.numbers, without.numbers);
  }
}

// Whether a capped user is left with null records alone is chance, and that chance is one user's data.
TEST(NullRecords, OfCappedUsersAreNeverRefused) {
  Records nine_of_ten;
  for (int64_t i = 0; i < 200; ++i) {
    nine_of_ten.entries.insert(nine_of_ten.entries.end(), {50, 1});
    nine_of_ten.weights.push_back(i >= 70 && i < 79 ? 0 : 1);
    nine_of_ten.users.push_back(i / 10);
  }
  const DatasetHandle whole = weighted(nine_of_ten, true);
  for (const Question &question : questions()) {
    SCOPED_TRACE(question.name);
    for (int run = 0; run < 20; ++run) {
      const RngHandle source = rng("cap " + std::to_string(run));
      DatasetHandle capped;
      ASSERT_EQ(dpcvx_dataset_create_with_max_records_per_user(whole, source, 1, &capped.it, nullptr), DPCVX_OK);
      const BudgetHandle ledger = basic(DPCVX_ADJACENCY_REPLACE_ONE, true);
      const Answer found = question.ask(capped, ledger, price_of(1));
      EXPECT_EQ(found.status, DPCVX_OK) << found.message;
    }
  }
}

}  // namespace
