// Subsets and the parts of splits: what they hold, what is refused, and what plans and reports say of them.
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <string>

#include "data/fixtures.h"
#include "dpcvx.h"

namespace {

using namespace data_tests;

// ---- What the parts hold ----

struct Parts {
  Table training, held_out;
};

Parts parts_of(const Table &table, int32_t adjacency, uint64_t seed, double from, double to) {
  Parts out;
  const Key key = key_of(seed);
  dpcvx_error err;
  EXPECT_EQ(dpcvx_dataset_create_split(table.handle, adjacency, key.data(), key.size(), from, to, &out.training.handle,
                                       &out.held_out.handle, &err),
            DPCVX_OK)
      << err.message;
  return out;
}

Table with_users(const Table &source, const std::vector<int64_t> &ids) {
  Table out;
  EXPECT_EQ(dpcvx_dataset_create_with_users(source.handle, ids.data(), source->rows(), &out.handle, nullptr), DPCVX_OK);
  return out;
}

// Labels are the numbers of rows, weights these and 100.
TEST(Split, PartsHoldEachRowOnceInOrderWithAllThatBelongsToIt) {
  const int64_t rows = 400;
  const Entries entries = random_entries(rows, 3, 0.6, 3);
  std::vector<double> labels(static_cast<size_t>(rows)), weights(labels);
  std::vector<int64_t> ids(labels.size());
  std::mt19937_64 bits(4);
  for (size_t i = 0; i < labels.size(); ++i) {
    labels[i] = static_cast<double>(i);
    weights[i] = 100 + labels[i];
    ids[i] = static_cast<int64_t>(bits() % 60) - 30;
  }
  const double low[] = {-2, -1, -1}, high[] = {2, 1, 1};
  for (const Made how : kAllMade)
    for (const bool by_user : {false, true})
      for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
        const Table table = made(how, entries, labels.data());
        Table weighted, scaled;
        ASSERT_EQ(dpcvx_dataset_create_with_weights(table.handle, weights.data(), rows, &weighted.handle, nullptr), 0);
        ASSERT_EQ(dpcvx_dataset_create_scaled(weighted.handle, low, high, 3, &scaled.handle, nullptr), 0);
        if (by_user) scaled = with_users(scaled, ids);
        const Parts parts = parts_of(scaled, adjacency, 7, 0.25, 0.75);
        std::set<int64_t> seen;
        std::array<std::set<int64_t>, 2> users;
        for (int part = 0; part < 2; ++part) {
          const Table &it = part == 0 ? parts.training : parts.held_out;
          EXPECT_TRUE(it->ranges()->equals(*scaled->ranges()));
          EXPECT_EQ(it->features().storage(), table->features().storage());
          EXPECT_EQ(it->users() != nullptr, by_user);
          for (int64_t i = 0; i < it->rows(); ++i) {
            const int64_t place = it->place_of(i), row = static_cast<int64_t>(it->label(place));
            EXPECT_TRUE(seen.insert(row).second);
            EXPECT_EQ(row_of(*it, place), row_of(*scaled, scaled->place_of(row)));
            EXPECT_EQ(it->weights()[place], 100 + it->label(place));
            if (i > 0) {
              EXPECT_LT(it->label(it->place_of(i - 1)), it->label(place));
            }
            users[static_cast<size_t>(part)].insert(ids[static_cast<size_t>(row)]);
          }
          for (int64_t u = 0; by_user && u < it->users()->count(); ++u) {
            const auto own = it->users()->rows_of(u);
            for (int64_t place = 0; place < own.count; ++place)
              EXPECT_EQ(ids[static_cast<size_t>(it->label(own[place]))], it->users()->id(u));
          }
        }
        EXPECT_EQ(seen.size(), static_cast<size_t>(rows));
        for (const int64_t id : users[0]) EXPECT_TRUE(!by_user || users[1].count(id) == 0);
      }
}

// Labels are the numbers of rows in the caller's arrays.
void expect_tells_its_rows(const Table &table) {
  std::vector<double> labels(static_cast<size_t>(table->rows()), -1);
  std::vector<int64_t> numbers(labels.size(), -1);
  ASSERT_EQ(dpcvx_nonprivate_dataset_labels(table.handle, labels.data(), table->rows(), nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_nonprivate_dataset_source_rows(table.handle, numbers.data(), table->rows(), nullptr), DPCVX_OK);
  for (size_t i = 0; i < labels.size(); ++i) {
    EXPECT_EQ(labels[i], table->label(table->place_of(static_cast<int64_t>(i))));
    EXPECT_EQ(static_cast<double>(numbers[i]), labels[i]);
  }
}

// A table, a part of it, a part of that with a cap, and a subset of all in the end.
TEST(Split, RowsOfPartsAreNumberedAsTheCallersWere) {
  const int64_t rows = 300;
  std::vector<double> labels;
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < rows; ++i) {
    labels.push_back(static_cast<double>(i));
    ids.push_back(i * i % 41);
  }
  for (const Made how : kAllMade) {
    const Table table = with_users(made(how, random_entries(rows, 2, 0.7, 5), labels.data()), ids);
    expect_tells_its_rows(table);
    const Parts parts = parts_of(table, DPCVX_ADJACENCY_REPLACE_ONE, 3, 0.5, 1);
    expect_tells_its_rows(parts.training);
    const Parts inner = parts_of(parts.held_out, DPCVX_ADJACENCY_REPLACE_ONE, 4, 0.5, 1);
    expect_tells_its_rows(inner.held_out);
    Table capped, last;
    dpcvx_rng *rng = nullptr;
    ASSERT_EQ(dpcvx_rng_create_deterministic("rows", 4, &rng, nullptr), DPCVX_OK);
    ASSERT_EQ(dpcvx_dataset_create_with_max_records_per_user(inner.training.handle, rng, 2, &capped.handle, nullptr),
              0);
    dpcvx_rng_destroy(rng);
    EXPECT_LT(capped->rows(), inner.training->rows());
    expect_tells_its_rows(capped);
    const int64_t picked[] = {capped->rows() - 1, 0};
    ASSERT_EQ(dpcvx_dataset_create_record_subset(capped.handle, picked, 2, &last.handle, nullptr), DPCVX_OK);
    expect_tells_its_rows(last);
    EXPECT_GT(last->source_row(0), last->source_row(1));
  }
}

// The hash of the words (1, id) under the key 00 01 ... 0f, by OpenSSL 3: of the ids from -16 to 15 these are below
// 1/4.
TEST(Split, IsTheSameEverywhere) {
  std::vector<int64_t> ids;
  for (int64_t id = -16; id < 16; ++id) ids.push_back(id);
  Key key;
  for (size_t i = 0; i < key.size(); ++i) key[i] = static_cast<unsigned char>(i);
  const Table table = with_users(made(Made::kDense, random_entries(32, 1, 1, 1)), ids);
  Parts parts;
  ASSERT_EQ(dpcvx_dataset_create_split(table.handle, DPCVX_ADJACENCY_REPLACE_ONE, key.data(), key.size(), 0, 0.25,
                                       &parts.training.handle, &parts.held_out.handle, nullptr),
            DPCVX_OK);
  const auto &found = parts.held_out->users()->ids();
  EXPECT_EQ(std::vector<int64_t>(found.begin(), found.end()),
            std::vector<int64_t>({-15, -12, -11, -10, 1, 2, 9, 13, 15}));
}

// A record has one content in every storage, and zeros have no sign.
TEST(Split, ContentDoesNotDependOnTheStorage) {
  const Entries entries = random_entries(200, 4, 0.5, 11);
  Entries negative = entries;
  for (double &value : negative.values)
    if (value == 0) value = -0.0;
  std::vector<double> labels(200), mirrored(200);
  for (size_t i = 0; i < 200; ++i) {
    labels[i] = i % 3 == 0 ? 0.0 : 1.0;
    mirrored[i] = i % 3 == 0 ? -0.0 : 1.0;
  }
  const auto held_out = [&](Made how, const Entries &values, const std::vector<double> &of_rows) {
    const Parts parts = parts_of(made(how, values, of_rows.data()), DPCVX_ADJACENCY_ADD_REMOVE, 5, 0, 0.5);
    std::vector<std::vector<double>> rows;
    for (int64_t i = 0; i < parts.held_out->rows(); ++i) rows.push_back(row_of(*parts.held_out, i));
    return rows;
  };
  const auto expected = held_out(Made::kDense, entries, labels);
  for (const Made how : kAllMade) EXPECT_EQ(held_out(how, entries, labels), expected);
  EXPECT_EQ(held_out(Made::kDense, negative, mirrored), expected);
}

TEST(Split, FoldsOfOneKeyHoldOutEachUnitOnce) {
  const int64_t rows = 20000, folds = 5;
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < rows; ++i) ids.push_back(i * 1000003 - 7);
  const Table table = with_users(made(Made::kDense, random_entries(rows, 1, 1, 2)), ids);
  std::set<int64_t> seen;
  double worst = 0;
  for (int64_t fold = 0; fold < folds; ++fold) {
    const double from = static_cast<double>(fold) / folds, to = static_cast<double>(fold + 1) / folds;
    const Parts parts = parts_of(table, DPCVX_ADJACENCY_REPLACE_ONE, 1, from, to);
    for (const int64_t id : parts.held_out->users()->ids()) EXPECT_TRUE(seen.insert(id).second);
    // Binomial with a standard deviation of 56.6: 6 of them are passed with a probability below 1e-8.
    worst = std::max(worst, std::fabs(static_cast<double>(parts.held_out->rows()) - 4000) / 56.6);
  }
  EXPECT_EQ(seen.size(), static_cast<size_t>(rows));
  EXPECT_LT(worst, 6);
  // Another key holds out a fifth of each part.
  const Parts one = parts_of(table, DPCVX_ADJACENCY_REPLACE_ONE, 1, 0, 0.2);
  const Parts both = parts_of(one.held_out, DPCVX_ADJACENCY_REPLACE_ONE, 2, 0, 0.2);
  EXPECT_LT(std::fabs(static_cast<double>(both.held_out->rows()) - 800), 6 * 25.4);
}

// ---- What is refused ----

std::string refused(const std::function<dpcvx_status(dpcvx_error *)> &call, dpcvx_status status = DPCVX_ERR_ARGUMENT) {
  dpcvx_error err;
  EXPECT_EQ(call(&err), status);
  return err.message;
}

TEST(Subset, TakesWholeUsers) {
  const Table table = with_users(made(Made::kDense, random_entries(6, 1, 1, 1)), {5, -2, 5, 9, -2, 5});
  Table out;
  const int64_t whole[] = {4, 0, 1, 5, 2}, cut[] = {3, 0, 5}, late[] = {1, 3};
  ASSERT_EQ(dpcvx_dataset_create_subset(table.handle, whole, 5, &out.handle, nullptr), DPCVX_OK);
  EXPECT_EQ(out->users()->count(), 2);
  EXPECT_EQ(out->users()->id(0), -2);
  Table none;
  EXPECT_EQ(
      refused([&](dpcvx_error *err) { return dpcvx_dataset_create_subset(table.handle, cut, 3, &none.handle, err); }),
      "dpcvx_dataset_create_subset: argument 'rows' = a list with row 0 of user 5 and without its row 2; accepted: "
      "all rows of a user or none (dpcvx_dataset_create_split splits by user, and "
      "dpcvx_dataset_create_record_subset takes some of a user's rows)");
  EXPECT_EQ(none.handle, nullptr);
  EXPECT_NE(refused([&](dpcvx_error *err) {
              return dpcvx_dataset_create_subset(table.handle, late, 2, &none.handle, err);
            }).find("row 1 of user -2 and without its row 4"),
            std::string::npos);
  Table records;
  ASSERT_EQ(dpcvx_dataset_create_record_subset(table.handle, cut, 3, &records.handle, nullptr), DPCVX_OK);
  EXPECT_EQ(records->users()->count(), 2);
  const int64_t twice[] = {0, 0};
  EXPECT_NE(refused([&](dpcvx_error *err) {
              return dpcvx_dataset_create_record_subset(table.handle, twice, 2, &none.handle, err);
            }).find("again at position 1"),
            std::string::npos);
}

TEST(Split, RefusesUsersForAPartAndIdsBesideUsers) {
  const Table table = made(Made::kDense, random_entries(40, 1, 1, 1));
  const std::vector<int64_t> ids(40, 3);
  const Key key = key_of(1);
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    const Parts parts = parts_of(table, adjacency, 1, 0, 0.5);
    Table none, other;
    EXPECT_NE(refused([&](dpcvx_error *err) {
                return dpcvx_dataset_create_with_users(parts.training.handle, ids.data(), parts.training->rows(),
                                                       &none.handle, err);
              }).find("a part of a split"),
              std::string::npos);
    const int32_t wrong =
        adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? DPCVX_ADJACENCY_ADD_REMOVE : DPCVX_ADJACENCY_REPLACE_ONE;
    EXPECT_NE(refused([&](dpcvx_error *err) {
                return dpcvx_dataset_create_split(parts.training.handle, wrong, key.data(), key.size(), 0, 0.5,
                                                  &none.handle, &other.handle, err);
              }).find("the adjacency of the split that 'source' is a part of"),
              std::string::npos);
  }
  Table none, other;
  EXPECT_NE(refused([&](dpcvx_error *err) {
              return dpcvx_dataset_create_split_by_ids(with_users(table, ids).handle, ids.data(), 40, key.data(),
                                                       key.size(), 0, 0.5, &none.handle, &other.handle, err);
            }).find("a dataset with user ids"),
            std::string::npos);
  EXPECT_NE(refused([&](dpcvx_error *err) {
              return dpcvx_dataset_create_split(table.handle, DPCVX_ADJACENCY_REPLACE_ONE, key.data(), key.size(), 0,
                                                0.5, &none.handle, &none.handle, err);
            }).find("'held_out'"),
            std::string::npos);
}

// A budget under one adjacency, a table split for another or by users.
struct Use {
  Use(const Table &table, int32_t adjacency, int32_t unit) {
    dpcvx_options *options = nullptr;
    EXPECT_EQ(dpcvx_budget_create(10, 1e-6, adjacency, unit, nullptr, &budget, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_budget_price(budget, 0.5, &price, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_objective_options_create(&options, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, 1000, nullptr), DPCVX_OK);
    EXPECT_EQ(dpcvx_objective_create(table.handle, DPCVX_LOSS_LOGISTIC, nullptr, options, &objective, nullptr),
              DPCVX_OK);
    dpcvx_options_destroy(options);
    EXPECT_EQ(dpcvx_rng_create_deterministic("use", 3, &rng, nullptr), DPCVX_OK);
  }
  Use(const Use &) = delete;
  Use &operator=(const Use &) = delete;
  ~Use() {
    dpcvx_rng_destroy(rng);
    dpcvx_objective_destroy(objective);
    dpcvx_curve_destroy(price);
    dpcvx_budget_destroy(budget);
  }

  dpcvx_status plan(dpcvx_plan **out, dpcvx_error *err) const {
    return dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, nullptr, out, err);
  }
  dpcvx_status ranges(const Table &table, dpcvx_error *err) const {
    double low, high;
    return dpcvx_dataset_release_ranges(budget, rng, price, table.handle, 0.9, &low, &high, 1, nullptr, err);
  }
  std::string report(dpcvx_plan *plan) const {
    dpcvx_fit *fit = nullptr;
    dpcvx_error err;
    EXPECT_EQ(dpcvx_fit_create(budget, rng, plan, nullptr, &fit, &err), DPCVX_OK) << err.message;
    std::vector<char> text(1 << 16);
    size_t length;
    EXPECT_EQ(dpcvx_fit_to_text(fit, text.data(), text.size(), &length, nullptr), DPCVX_OK);
    dpcvx_fit_destroy(fit);
    return text.data();
  }

  dpcvx_budget *budget = nullptr;
  dpcvx_curve *price = nullptr;
  dpcvx_objective *objective = nullptr;
  dpcvx_rng *rng = nullptr;
};

TEST(Split, PlansAndRangesTakeTheAdjacencyOfTheSplit) {
  const std::vector<double> labels(300, 1);
  const Table table = made(Made::kDense, random_entries(300, 1, 1, 1), labels.data());
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    const Parts parts = parts_of(table, adjacency, 3, 0, 0.5);
    const bool replaced = adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
    const Use wrong(parts.training, replaced ? DPCVX_ADJACENCY_ADD_REMOVE : DPCVX_ADJACENCY_REPLACE_ONE,
                    DPCVX_UNIT_RECORD);
    dpcvx_plan *plan = nullptr;
    const char *const message = "with a table that was split for ";
    EXPECT_NE(refused([&](dpcvx_error *err) { return wrong.plan(&plan, err); }, DPCVX_ERR_UNSUPPORTED).find(message),
              std::string::npos);
    EXPECT_NE(refused([&](dpcvx_error *err) { return wrong.ranges(parts.training, err); }).find(message),
              std::string::npos);
    const Use right(parts.training, adjacency, DPCVX_UNIT_RECORD);
    dpcvx_error err;
    ASSERT_EQ(right.plan(&plan, &err), DPCVX_OK) << err.message;
    const std::string report = right.report(plan);
    EXPECT_NE(report.find(replaced ? "a split by row number" : "a split by content"), std::string::npos) << report;
    EXPECT_EQ(report.find("keeps its id"), std::string::npos);
    dpcvx_plan_destroy(plan);
  }
}

TEST(Split, ReportsSayWhatPartsAndSubsetsOfUsersRestOn) {
  const std::vector<double> labels(300, 1);
  std::vector<int64_t> ids;
  for (int64_t i = 0; i < 300; ++i) ids.push_back(i / 2);
  const Table table = with_users(made(Made::kDense, random_entries(300, 1, 1, 1), labels.data()), ids);
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    const Parts parts = parts_of(table, adjacency, 3, 0, 0.5);
    for (const int32_t used : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
      const Use use(parts.held_out, used, DPCVX_UNIT_USER);
      dpcvx_plan *plan = nullptr;
      dpcvx_error err;
      ASSERT_EQ(use.plan(&plan, &err), DPCVX_OK) << err.message;
      const std::string report = use.report(plan);
      EXPECT_NE(report.find("a split by user id"), std::string::npos) << report;
      EXPECT_EQ(report.find("keeps its id") != std::string::npos, used == DPCVX_ADJACENCY_REPLACE_ONE) << report;
      dpcvx_plan_destroy(plan);
    }
  }
  std::vector<int64_t> chosen, whole;
  for (int64_t i = 0; i < 300; i += 3) chosen.push_back(i);
  for (int64_t i = 0; i < 200; ++i) whole.push_back(i);
  Table records, users;
  ASSERT_EQ(dpcvx_dataset_create_record_subset(table.handle, chosen.data(), 100, &records.handle, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_dataset_create_subset(table.handle, whole.data(), 200, &users.handle, nullptr), DPCVX_OK);
  const Table *const tables[] = {&records, &users, &table};
  for (const Table *it : tables) {
    const Use use(*it, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
    dpcvx_plan *plan = nullptr;
    dpcvx_error err;
    ASSERT_EQ(use.plan(&plan, &err), DPCVX_OK) << err.message;
    const std::string report = use.report(plan);
    EXPECT_EQ(report.find("was decided for each user alone (assumed)") != std::string::npos, it == &records) << report;
    EXPECT_EQ(report.find("a part of a split"), std::string::npos) << report;
    dpcvx_plan_destroy(plan);
  }
}

}  // namespace
