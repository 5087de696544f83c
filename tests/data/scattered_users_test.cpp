// Tables whose users are scattered over the caller's rows: what is computed of them is what the same table gives with
// its users together, and every answer is in the order given.
#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "data/fixtures.h"
#include "model/objective.h"
#include "support/handles.h"

namespace {

using namespace data_tests;
using namespace fixtures;
using dpcvx::data::SharedDataset;

constexpr int64_t kUsers = 60, kColumns = 5;

std::vector<int64_t> shuffled_ids(int64_t users, int64_t records, uint64_t seed) {
  std::vector<int64_t> ids;
  std::mt19937_64 bits(seed);
  for (int64_t u = 0; u < users; ++u)
    for (int64_t k = 0; k < (records > 0 ? records : 1 + u % 9); ++k) ids.push_back(u * 31 - 700);
  std::shuffle(ids.begin(), ids.end(), bits);
  return ids;
}

// The given rows, user after user by first appearance, each user's ascending.
std::vector<int64_t> by_user(const std::vector<int64_t> &ids) {
  std::vector<int64_t> out, seen;
  for (const int64_t id : ids) {
    if (std::find(seen.begin(), seen.end(), id) != seen.end()) continue;
    seen.push_back(id);
    for (size_t i = 0; i < ids.size(); ++i)
      if (ids[i] == id) out.push_back(static_cast<int64_t>(i));
  }
  return out;
}

struct Given {
  Entries entries;
  std::vector<double> labels, weights;
  std::vector<int64_t> ids;

  explicit Given(const std::vector<int64_t> &owners)
      : entries(random_entries(static_cast<int64_t>(owners.size()), kColumns, 0.6, 9)), ids(owners) {
    for (size_t i = 0; i < ids.size(); ++i) {
      labels.push_back(i * i % 7 < 3 ? 1 : -1);
      weights.push_back(0.25 + static_cast<double>(i % 5));
    }
  }
  Given ordered(const std::vector<int64_t> &order) const {
    Given out(ids);
    for (size_t k = 0; k < order.size(); ++k) {
      const size_t i = static_cast<size_t>(order[k]);
      out.labels[k] = labels[i];
      out.weights[k] = weights[i];
      out.ids[k] = ids[i];
      for (size_t j = 0; j < kColumns; ++j) out.entries.values[k * kColumns + j] = entries.values[i * kColumns + j];
    }
    return out;
  }
  int64_t rows() const { return entries.rows; }
};

Table weighted(Made how, const Given &given) {
  const Table plain = made(how, given.entries, given.labels.data());
  Table out;
  EXPECT_EQ(dpcvx_dataset_create_with_weights(plain.handle, given.weights.data(), given.rows(), &out.handle, nullptr),
            DPCVX_OK);
  return out;
}

Table with_users(const Table &table, const std::vector<int64_t> &ids) {
  Table out;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_dataset_create_with_users(table.handle, ids.data(), table->rows(), &out.handle, &err), DPCVX_OK)
      << err.message;
  return out;
}

ObjectiveHandle logistic(const Table &table) {
  OptionsHandle options;
  ObjectiveHandle out;
  EXPECT_EQ(dpcvx_objective_options_create(&options.it, nullptr), DPCVX_OK);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 0.05, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_WEIGHT_BOUND, 3, nullptr);
  EXPECT_EQ(dpcvx_objective_create(table.handle, DPCVX_LOSS_LOGISTIC, nullptr, options, &out.it, nullptr), DPCVX_OK);
  return out;
}

std::vector<double> fitted(const Table &table, int64_t threads, std::vector<double> *decisions) {
  const ObjectiveHandle objective = logistic(table);
  OptionsHandle options;
  BudgetHandle budget;
  CurveHandle price;
  PlanHandle plan;
  FitHandle fit;
  dpcvx_error err;
  EXPECT_EQ(dpcvx_plan_options_create(&options.it, &err), DPCVX_OK);
  dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_THREADS, threads, nullptr);
  EXPECT_EQ(dpcvx_budget_create(2, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, nullptr, &budget.it, &err), 0);
  EXPECT_EQ(dpcvx_budget_price(budget, 1, &price.it, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, options, &plan.it, &err),
            DPCVX_OK)
      << err.message;
  EXPECT_EQ(dpcvx_fit_create(budget, rng("scattered"), plan, nullptr, &fit.it, &err), DPCVX_OK) << err.message;
  std::vector<double> w(kColumns + 1);
  EXPECT_EQ(dpcvx_fit_coefficients(fit, w.data(), kColumns + 1, &err), DPCVX_OK);
  decisions->resize(static_cast<size_t>(table->rows()));
  EXPECT_EQ(dpcvx_fit_decision_values(fit, table.handle, decisions->data(), table->rows(), &err), DPCVX_OK);
  return w;
}

TEST(ScatteredUsers, HaveTheFitsOfTheGroupedTable) {
  const Given given(shuffled_ids(kUsers, 0, 1));
  const std::vector<int64_t> order = by_user(given.ids);
  const Given together = given.ordered(order);
  for (const Made how : kAllMade)
    for (const int64_t threads : {1, 3}) {
      std::vector<double> scattered, grouped;
      const Table one = with_users(weighted(how, given), given.ids);
      const Table other = with_users(weighted(how, together), together.ids);
      EXPECT_FALSE(one->lies_as_given());
      EXPECT_TRUE(other->lies_as_given());
      EXPECT_EQ(fitted(one, threads, &scattered), fitted(other, threads, &grouped));
      for (size_t k = 0; k < order.size(); ++k) EXPECT_EQ(scattered[static_cast<size_t>(order[k])], grouped[k]);
    }
}

std::vector<double> labels_of(const Table &table) {
  std::vector<double> out(static_cast<size_t>(table->rows()));
  EXPECT_EQ(dpcvx_nonprivate_dataset_labels(table.handle, out.data(), table->rows(), nullptr), DPCVX_OK);
  return out;
}

std::vector<int64_t> source_rows(const Table &table) {
  std::vector<int64_t> out(static_cast<size_t>(table->rows()));
  EXPECT_EQ(dpcvx_nonprivate_dataset_source_rows(table.handle, out.data(), table->rows(), nullptr), DPCVX_OK);
  return out;
}

// Row i of the table is row rows[i] of `given`.
void expect_rows(const Table &table, const Given &given, const std::vector<int64_t> &rows) {
  ASSERT_EQ(table->rows(), static_cast<int64_t>(rows.size()));
  const std::vector<double> labels = labels_of(table);
  for (size_t i = 0; i < rows.size(); ++i) {
    const size_t row = static_cast<size_t>(rows[i]);
    const int64_t place = table->place_of(static_cast<int64_t>(i));
    EXPECT_EQ(labels[i], given.labels[row]);
    EXPECT_EQ(table->weights()[place], given.weights[row]);
    for (int64_t j = 0; j < kColumns; ++j)
      EXPECT_EQ(row_of(*table, place)[static_cast<size_t>(j)], given.entries.at(rows[i], j));
  }
}

TEST(ScatteredUsers, KeepTheirRowsAsGivenInEveryTableMadeOfTheirs) {
  const Given given(shuffled_ids(kUsers, 0, 2));
  std::vector<int64_t> all(given.ids.size()), some, other_ids;
  std::iota(all.begin(), all.end(), 0);
  for (size_t i = given.ids.size(); i-- > 40;)
    if (i % 3 != 0) some.push_back(static_cast<int64_t>(i));
  for (const int64_t id : given.ids) other_ids.push_back(id % 4);
  dpcvx::Error error(nullptr, "test");
  for (const Made how : kAllMade) {
    const Table scattered = with_users(weighted(how, given), given.ids);
    expect_rows(scattered, given, all);
    EXPECT_EQ(source_rows(scattered), all);
    const Table regrouped = with_users(scattered, other_ids);
    expect_rows(regrouped, given, all);
    EXPECT_EQ(regrouped->units(), 7);
    const Table ungrouped = with_users(scattered, all);  // a user a row
    expect_rows(ungrouped, given, all);
    EXPECT_TRUE(ungrouped->lies_as_given());
    Table reweighted, part;
    ASSERT_EQ(dpcvx_dataset_create_with_weights(scattered.handle, given.weights.data(), given.rows(),
                                                &reweighted.handle, nullptr),
              DPCVX_OK);
    expect_rows(reweighted, given, all);
    ASSERT_EQ(dpcvx_dataset_create_record_subset(reweighted.handle, some.data(), static_cast<int64_t>(some.size()),
                                                 &part.handle, nullptr),
              DPCVX_OK);
    EXPECT_FALSE(part->lies_as_given());
    expect_rows(part, given, some);
    EXPECT_EQ(source_rows(part), some);
    SharedDataset records;
    Table alone;
    ASSERT_EQ(dpcvx::data::leave_out_users(*part, &records, error), DPCVX_OK);
    alone.handle = new dpcvx_dataset;
    alone.handle->data = records;
    EXPECT_TRUE(alone->ignores_users());
    EXPECT_TRUE(alone->lies_as_given());
    expect_rows(alone, given, some);
    EXPECT_EQ(source_rows(alone), some);
    delete std::exchange(alone.handle, nullptr);
  }
}

// Two records a user: halves of them, over half as many units, are the same doubles.
TEST(ScatteredUsers, HaveTheirRecordsSummedAsGivenInHessians) {
  const Given given(shuffled_ids(256, 2, 3));
  std::vector<double> w(kColumns + 1), found[2];
  for (size_t j = 0; j < w.size(); ++j) w[j] = 0.3 - 0.1 * static_cast<double>(j);
  const Table plain = made(Made::kDense, given.entries, given.labels.data());
  const Table tables[] = {with_users(plain, shuffled_ids(512, 1, 4)), with_users(plain, given.ids)};
  EXPECT_TRUE(tables[0]->lies_as_given());
  EXPECT_FALSE(tables[1]->lies_as_given());
  for (int i = 0; i < 2; ++i) {
    dpcvx::Error error(nullptr, "test");
    dpcvx::model::Objective objective;
    dpcvx::model::ObjectiveSettings settings;
    settings.loss.kind = DPCVX_LOSS_LOGISTIC;
    dpcvx::Buffer<double> memory;
    ASSERT_EQ(objective.create(tables[i].handle->data, settings, error), DPCVX_OK);
    ASSERT_TRUE(memory.allocate(objective.work_size_with_hessian()));
    found[i].resize(w.size() * w.size());
    objective.hessian(w.data(), {nullptr, memory.data()}, found[i].data());
  }
  EXPECT_EQ(found[0], found[1]);
}

TEST(ScatteredUsers, AreNamedByTheRowsGiven) {
  Given given({5, 6, 5, 6, 7, 5, 7});
  const Table table = with_users(weighted(Made::kDense, given), given.ids);
  Table out;
  dpcvx_error err;
  const int64_t rows[] = {4, 6, 2, 5};
  EXPECT_EQ(dpcvx_dataset_create_subset(table.handle, rows, 4, &out.handle, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(err.message).find("row 2 of user 5 and without its row 0"), std::string::npos) << err.message;
  const double weights[] = {1, 1, 1, -1, -2, 1, 1};
  EXPECT_EQ(dpcvx_dataset_create_with_weights(table.handle, weights, 7, &out.handle, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(err.message).find("-1 in row 3"), std::string::npos) << err.message;
  given.labels[1] = 4;
  given.labels[5] = 3;  // lies before row 1, which is named
  const Table wrong = with_users(weighted(Made::kDense, given), given.ids);
  ObjectiveHandle objective;
  EXPECT_EQ(dpcvx_objective_create(wrong.handle, DPCVX_LOSS_LOGISTIC, nullptr, nullptr, &objective.it, &err),
            DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::string(err.message).find("label 4 in row 1"), std::string::npos) << err.message;
}

TEST(ScatteredUsers, ThatLieTogetherAreNotCopied) {
  const Given given({5, 5, 6, 7, 7, 7});
  const Table plain = weighted(Made::kDense, given);
  EXPECT_EQ(&with_users(plain, given.ids)->features(), &plain->features());
  EXPECT_NE(&with_users(plain, {5, 6, 5, 7, 7, 7})->features(), &plain->features());
}

}  // namespace
