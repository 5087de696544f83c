// Splits and subsets: neighbouring tables give neighbouring parts. All neighbours of all small tables are tried, under
// both adjacencies and for both units; wrong ways to split are tried alike and caught.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "base/error.h"
#include "data/fixtures.h"
#include "data/split.h"
#include "dpcvx.h"
#include "random/rng.h"
#include "support/evidence.h"

namespace {

using namespace data_tests;
// ---- Small tables and their neighbours ----

// `id` is a user's, or a record's where records have ids.
struct Row {
  int64_t id;
  int value, label;
  bool operator==(const Row &other) const { return id == other.id && value == other.value && label == other.label; }
  bool operator<(const Row &other) const {
    return std::tie(id, value, label) < std::tie(other.id, other.value, other.label);
  }
};
using Rows = std::vector<Row>;

std::set<int64_t> ids_of(const Rows &table) {
  std::set<int64_t> ids;
  for (const Row &row : table) ids.insert(row.id);
  return ids;
}

Rows without_user(const Rows &table, int64_t id) {
  Rows out;
  for (const Row &row : table)
    if (row.id != id) out.push_back(row);
  return out;
}

Rows without_row(const Rows &table, size_t place) {
  Rows out = table;
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(place));
  return out;
}

// What neighbours are, and equal tables besides.
bool one_record_replaced(const Rows &a, const Rows &b) {
  int unlike = 0;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) unlike += a[i] == b[i] ? 0 : 1;
  return a.size() == b.size() && unlike <= 1;
}

bool one_record_removed(const Rows &a, const Rows &b) {
  if (a.size() < b.size()) return one_record_removed(b, a);
  for (size_t i = 0; i < a.size(); ++i)
    if (without_row(a, i) == b) return true;
  return a == b;
}

bool one_user_replaced(const Rows &a, const Rows &b) {
  if (ids_of(a) != ids_of(b)) return false;
  for (const int64_t id : ids_of(a))
    if (without_user(a, id) == without_user(b, id)) return true;
  return a == b;
}

bool one_user_removed(const Rows &a, const Rows &b) {
  for (const int64_t id : ids_of(a))
    if (without_user(a, id) == b) return true;
  for (const int64_t id : ids_of(b))
    if (without_user(b, id) == a) return true;
  return a == b;
}

using AreNeighbours = bool (*)(const Rows &, const Rows &);
using VisitRows = std::function<void(const Rows &)>;

// Every table of up to `most` rows out of `kinds`.
void for_each_table(const std::vector<Row> &kinds, size_t most, const VisitRows &visit, Rows table = {}) {
  if (!table.empty()) visit(table);
  if (table.size() == most) return;
  for (const Row &kind : kinds) {
    table.push_back(kind);
    for_each_table(kinds, most, visit, table);
    table.pop_back();
  }
}

// Every way to put the rows `more` between those of `table`, in order.
void for_each_merged(const Rows &table, const Rows &more, const VisitRows &visit, Rows merged = {}, size_t i = 0,
                     size_t j = 0) {
  if (i == table.size() && j == more.size()) visit(merged);
  merged.emplace_back();
  if (i < table.size()) {
    merged.back() = table[i];
    for_each_merged(table, more, visit, merged, i + 1, j);
  }
  if (j < more.size()) {
    merged.back() = more[j];
    for_each_merged(table, more, visit, merged, i, j + 1);
  }
}

using ForEachNeighbour = void (*)(const Rows &, const VisitRows &);

void for_each_record_replaced(const Rows &table, const VisitRows &visit) {
  for (size_t i = 0; i < table.size(); ++i)
    for (int value = 0; value < 2; ++value)
      for (int label = -1; label <= 1; label += 2) {
        Rows neighbour = table;
        neighbour[i] = {table[i].id, value, label};
        visit(neighbour);
      }
}

void for_each_record_removed(const Rows &table, const VisitRows &visit) {
  for (size_t i = 0; i < table.size() && table.size() > 1; ++i) visit(without_row(table, i));
}

// A user has one or two records instead, anywhere between those of the others.
void for_each_user_replaced(const Rows &table, const VisitRows &visit) {
  for (const int64_t id : ids_of(table)) {
    const Rows others = without_user(table, id);
    for_each_table({{id, 0, 1}, {id, 1, 1}}, 2, [&](const Rows &more) { for_each_merged(others, more, visit); });
  }
}

void for_each_user_removed(const Rows &table, const VisitRows &visit) {
  for (const int64_t id : ids_of(table))
    if (ids_of(table).size() > 1) visit(without_user(table, id));
}

// ---- Datasets of them ----

enum class Ids { kNone, kOfUsers, kUserNumbers };

// A second column holds the ids, from where they are read again: parts do not give them back.
Table dataset_of(const Rows &rows, Ids ids) {
  Entries entries{static_cast<int64_t>(rows.size()), 2, {}};
  std::vector<double> labels;
  std::vector<int64_t> users;
  std::map<int64_t, int64_t> numbers;
  for (const Row &row : rows) {
    entries.values.push_back(row.value);
    entries.values.push_back(static_cast<double>(row.id));
    labels.push_back(row.label);
    const int64_t number = numbers.emplace(row.id, static_cast<int64_t>(numbers.size())).first->second;
    users.push_back(ids == Ids::kUserNumbers ? number : row.id);
  }
  Table table = made(Made::kDense, entries, labels.data());
  if (ids == Ids::kNone) return table;
  Table owned;
  EXPECT_EQ(dpcvx_dataset_create_with_users(table.handle, users.data(), entries.rows, &owned.handle, nullptr), 0);
  return owned;
}

Rows rows_of(const Table &table) {
  Rows out;
  for (int64_t i = 0; i < table->rows(); ++i) {
    const std::vector<double> entries = row_of(*table, table->place_of(i));
    const double label = table->label(table->place_of(i));
    out.push_back({static_cast<int64_t>(entries[1]), static_cast<int>(entries[0]), static_cast<int>(label)});
  }
  return out;
}

struct Split {
  Rows training, held_out;
};

// What a call that splits gave. A part without rows is an error, which says which part: the other is the whole table.
Split taken(dpcvx_status status, const dpcvx_error &err, const Rows &rows, const Table &training,
            const Table &held_out) {
  if (status == DPCVX_OK) return {rows_of(training), rows_of(held_out)};
  EXPECT_EQ(training.handle, nullptr);
  EXPECT_EQ(held_out.handle, nullptr);
  if (std::strstr(err.message, "no unit in the training part") != nullptr) return {{}, rows};
  EXPECT_NE(std::strstr(err.message, "no unit in the held-out part"), nullptr) << err.message;
  return {rows, {}};
}

Split split_of(const Rows &rows, Ids ids, int32_t adjacency, const Key &key) {
  const Table table = dataset_of(rows, ids);
  Table training, held_out;
  dpcvx_error err;
  const dpcvx_status status = dpcvx_dataset_create_split(table.handle, adjacency, key.data(), key.size(), 0.3, 0.8,
                                                         &training.handle, &held_out.handle, &err);
  return taken(status, err, rows, training, held_out);
}

Split split_by_ids(const Rows &rows, bool by_place, const Key &key) {
  const Table table = dataset_of(rows, Ids::kNone);
  std::vector<int64_t> ids;
  for (const Row &row : rows) ids.push_back(by_place ? static_cast<int64_t>(ids.size()) : row.id);
  Table training, held_out;
  dpcvx_error err;
  const dpcvx_status status =
      dpcvx_dataset_create_split_by_ids(table.handle, ids.data(), table->rows(), key.data(), key.size(), 0.3, 0.8,
                                        &training.handle, &held_out.handle, &err);
  return taken(status, err, rows, training, held_out);
}

// Rows 0 and 2 of a table of users, or those of them that there are.
Split record_subset(const Rows &rows) {
  const Table table = dataset_of(rows, Ids::kOfUsers);
  const int64_t chosen[] = {0, 2};
  Table subset;
  EXPECT_EQ(dpcvx_dataset_create_record_subset(table.handle, chosen, rows.size() > 2 ? 2 : 1, &subset.handle, nullptr),
            DPCVX_OK);
  return {rows_of(subset), {}};
}

// ---- All of them ----

struct Tally {
  int64_t pairs = 0, bad = 0, both = 0, moved = 0;
};

// Counts the neighbouring tables whose parts are neither neighbours nor equal, and those where both parts differ.
Tally try_all(const std::vector<Row> &kinds, size_t most, ForEachNeighbour for_each_neighbour, AreNeighbours related,
              int keys, const std::function<Split(const Rows &, const Key &)> &split) {
  Tally tally;
  for (int seed = 1; seed <= keys; ++seed) {
    const Key key = key_of(static_cast<uint64_t>(seed));
    std::map<Rows, Split> known;
    const auto of = [&](const Rows &rows) -> const Split & {
      const auto found = known.find(rows);
      return found != known.end() ? found->second : known.emplace(rows, split(rows, key)).first->second;
    };
    for_each_table(kinds, most, [&](const Rows &table) {
      const Split &one = of(table);
      for_each_neighbour(table, [&](const Rows &neighbour) {
        EXPECT_TRUE(related(table, neighbour));
        const Split &other = of(neighbour);
        ++tally.pairs;
        tally.bad += related(one.training, other.training) && related(one.held_out, other.held_out) ? 0 : 1;
        const bool differ[] = {!(one.training == other.training), !(one.held_out == other.held_out)};
        tally.both += differ[0] && differ[1] ? 1 : 0;
        tally.moved += differ[0] || differ[1] ? 1 : 0;
      });
    });
  }
  return tally;
}

const std::vector<Row> kRecords = {{0, 0, -1}, {0, 0, 1}, {0, 1, -1}, {0, 1, 1}};
const std::vector<Row> kUsers = {{10, 0, 1}, {10, 1, 1}, {-7, 0, 1}, {-7, 1, 1}, {3, 0, 1}, {3, 1, 1}};

void expect_neighbours(const char *what, const Tally &tally) {
  EXPECT_EQ(tally.bad, 0) << what;
  EXPECT_EQ(tally.both, 0) << what;
  EXPECT_GT(tally.moved, tally.pairs / 4) << what;
  evidence("data", "splits of %s: %lld pairs of neighbours, whose parts are neighbours or equal", what,
           static_cast<long long>(tally.pairs));
}

void expect_caught(const char *what, const Tally &tally) {
  EXPECT_GT(tally.bad, tally.pairs / 20) << what;
  evidence("data", "splits that are wrong, %s: %.0f %% of the pairs of neighbours are caught", what,
           100.0 * static_cast<double>(tally.bad) / static_cast<double>(tally.pairs));
}

TEST(Split, OfRecordsKeepsNeighboursUnderReplaceOne) {
  expect_neighbours(
      "records under replace-one",
      try_all(kRecords, 5, for_each_record_replaced, one_record_replaced, 4, [](const Rows &rows, const Key &key) {
        return split_of(rows, Ids::kNone, DPCVX_ADJACENCY_REPLACE_ONE, key);
      }));
}

TEST(Split, OfRecordsKeepsNeighboursUnderAddRemove) {
  expect_neighbours(
      "records under add/remove",
      try_all(kRecords, 5, for_each_record_removed, one_record_removed, 8, [](const Rows &rows, const Key &key) {
        return split_of(rows, Ids::kNone, DPCVX_ADJACENCY_ADD_REMOVE, key);
      }));
}

TEST(Split, OfUsersKeepsNeighboursUnderBothAdjacencies) {
  for (const int32_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE}) {
    const auto split = [adjacency](const Rows &rows, const Key &key) {
      return split_of(rows, Ids::kOfUsers, adjacency, key);
    };
    expect_neighbours("users under replace-one",
                      try_all(kUsers, 3, for_each_user_replaced, one_user_replaced, 6, split));
    expect_neighbours("users under add/remove", try_all(kUsers, 4, for_each_user_removed, one_user_removed, 6, split));
  }
}

// Under replace-one ids belong to places, under add/remove to records: here every record has the id that it came with.
TEST(Split, ByIdsKeepsNeighboursUnderBothAdjacencies) {
  const auto split = [](const Rows &rows, const Key &key) { return split_by_ids(rows, false, key); };
  expect_neighbours("records with ids under replace-one",
                    try_all(kUsers, 4, for_each_record_replaced, one_record_replaced, 4, split));
  expect_neighbours("records with ids under add/remove",
                    try_all(kUsers, 4, for_each_record_removed, one_record_removed, 4, split));
}

TEST(Split, ControlRowNumbersUnderAddRemoveAreCaught) {
  expect_caught(
      "by row number under add/remove",
      try_all(kRecords, 5, for_each_record_removed, one_record_removed, 4, [](const Rows &rows, const Key &key) {
        return split_of(rows, Ids::kNone, DPCVX_ADJACENCY_REPLACE_ONE, key);
      }));
  expect_caught("by ids that are row numbers under add/remove",
                try_all(kRecords, 5, for_each_record_removed, one_record_removed, 4,
                        [](const Rows &rows, const Key &key) { return split_by_ids(rows, true, key); }));
}

TEST(Split, ControlContentUnderReplaceOneIsCaught) {
  expect_caught(
      "by content under replace-one",
      try_all(kRecords, 5, for_each_record_replaced, one_record_replaced, 4, [](const Rows &rows, const Key &key) {
        return split_of(rows, Ids::kNone, DPCVX_ADJACENCY_ADD_REMOVE, key);
      }));
}

TEST(Split, ControlUserNumbersInPlaceOfIdsAreCaught) {
  const auto split = [](const Rows &rows, const Key &key) {
    return split_of(rows, Ids::kUserNumbers, DPCVX_ADJACENCY_ADD_REMOVE, key);
  };
  expect_caught("by number of the user under replace-one",
                try_all(kUsers, 3, for_each_user_replaced, one_user_replaced, 4, split));
  expect_caught("by number of the user under add/remove",
                try_all(kUsers, 4, for_each_user_removed, one_user_removed, 4, split));
}

TEST(Split, ControlRecordsOfUsersByRowNumberAreCaught) {
  const auto subset = [](const Rows &rows, const Key &) { return record_subset(rows); };
  expect_caught("records of users by row number under replace-one",
                try_all(kUsers, 3, for_each_user_replaced, one_user_replaced, 1, subset));
  expect_caught("records of users by row number under add/remove",
                try_all(kUsers, 4, for_each_user_removed, one_user_removed, 1, subset));
}

// How often each pair of parts comes, of all draws.
using Shares = std::map<std::pair<Rows, Rows>, double>;

// Each unit is held out with this probability, alone: as PROOFS.md states. Empty parts may be drawn again.
Shares stated_law(const Rows &rows, bool by_user, double fraction, bool drawn_again) {
  std::vector<Rows> units;
  for (const Row &row : rows)
    if (!by_user) units.push_back({row});
  if (by_user)
    for (const int64_t id : ids_of(rows)) units.push_back({{id, 0, 0}});
  Shares law;
  double total = 0;
  for (unsigned coins = 0; coins < 1u << units.size(); ++coins) {
    Rows training, held_out;
    double probability = 1;
    for (size_t u = 0; u < units.size(); ++u) probability *= coins >> u & 1 ? fraction : 1 - fraction;
    for (size_t i = 0; i < rows.size(); ++i) {
      size_t unit = i;
      for (size_t u = 0; by_user && u < units.size(); ++u) unit = units[u][0].id == rows[i].id ? u : unit;
      (coins >> unit & 1 ? held_out : training).push_back(rows[i]);
    }
    if (drawn_again && (training.empty() || held_out.empty())) continue;
    law[{training, held_out}] += probability;
    total += probability;
  }
  for (auto &it : law) it.second /= total;
  return law;
}

constexpr int kDraws = 20000;

Shares drawn_law(const Rows &rows, bool by_user, double fraction, bool drawn_again, dpcvx::random::Rng &rng) {
  using dpcvx::data::EmptyParts;
  const Table table = dataset_of(rows, by_user ? Ids::kOfUsers : Ids::kNone);
  dpcvx_error record;
  dpcvx::Error error(&record, "split");
  Shares shares;
  for (int k = 0; k < kDraws; ++k) {
    dpcvx::data::Parts parts;
    EXPECT_EQ(split_by_coins(*table.handle->data, fraction,
                             drawn_again ? EmptyParts::kDrawnAgain : EmptyParts::kAllowed, rng, &parts, error),
              DPCVX_OK)
        << record.message;
    dpcvx_dataset training, held_out;
    training.data = parts.training;
    held_out.data = parts.held_out;
    Table one, other;
    one.handle = &training;
    other.handle = &held_out;
    shares[{rows_of(one), rows_of(other)}] += 1.0 / kDraws;
    one.handle = other.handle = nullptr;
  }
  return shares;
}

// The greatest number of standard errors between draws and a law.
double worst_distance(Shares drawn, const Shares &law) {
  double worst = 0;
  for (const auto &it : law) {
    const double error = std::sqrt(it.second * (1 - it.second) / kDraws) + 1e-9;
    worst = std::max(worst, std::fabs(drawn[it.first] - it.second) / error);
    drawn.erase(it.first);
  }
  return drawn.empty() ? worst : INFINITY;
}

// The removed unit's coin is alone, so the parts without it have the law of the neighbour's parts.
TEST(Split, ByCoinsTossesOneAUnit) {
  dpcvx::random::Rng rng;
  dpcvx_error record;
  dpcvx::Error error(&record, "rng");
  ASSERT_EQ(rng.open_deterministic("coins", 5, error), 0);
  const Rows equal = {{0, 0, 1}, {0, 0, 1}, {0, 1, 1}}, owned = {{10, 0, 1}, {3, 1, 1}, {10, 1, 1}, {-7, 0, 1}};
  double worst = 0;
  for (const double fraction : {0.2, 0.75})
    for (const bool drawn_again : {false, true})
      for (const bool by_user : {false, true}) {
        const Rows &table = by_user ? owned : equal;
        const auto check = [&](const Rows &rows) {
          const double distance = worst_distance(drawn_law(rows, by_user, fraction, drawn_again, rng),
                                                 stated_law(rows, by_user, fraction, drawn_again));
          EXPECT_LT(distance, 5) << fraction << drawn_again << by_user << rows.size();
          worst = std::max(worst, distance);
        };
        check(table);
        (by_user ? for_each_user_removed : for_each_record_removed)(table, check);
      }
  evidence("data", "splits by coins: at most %.1f standard errors from one coin a unit", worst);
}

// A name that two units share has one coin for both, so that an empty part tells whether an unlike row is there.
TEST(Split, ControlContentInPlaceOfCoinsIsCaught) {
  const Rows equal = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}, neighbour = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 1, 1}};
  std::mt19937_64 bits(1);
  const auto parted = [&](const Rows &rows) {
    int both = 0;
    for (int k = 0; k < 1000; ++k) {
      const Split parts = split_of(rows, Ids::kNone, DPCVX_ADJACENCY_ADD_REMOVE, key_of(bits()));
      both += !parts.training.empty() && !parts.held_out.empty();
    }
    return both;
  };
  EXPECT_EQ(parted(equal), 0);
  EXPECT_GT(parted(neighbour), 300);
}

}  // namespace
