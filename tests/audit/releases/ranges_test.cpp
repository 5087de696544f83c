// Audits of the ranges of all columns of a table, at worst-case neighbours.
#include "audit/power.h"

namespace {

// A table of two columns that hold the same; the first half of the rows stays at -4096, the others are at `moved`.
dpcvx_dataset *table_of(int64_t rows, double moved, const std::vector<int64_t> &users) {
  std::vector<double> entries;
  for (int64_t i = 0; i < 2 * rows; ++i) entries.push_back(i < rows ? -4096 : moved);
  dpcvx_dataset *plain = nullptr, *owned = nullptr;
  dpcvx_error error;
  expect_ok(dpcvx_dataset_create_dense(entries.data(), rows, 2, 2, 1, nullptr, &plain, &error), error);
  if (users.empty()) return plain;
  expect_ok(dpcvx_dataset_create_with_users(plain, users.data(), rows, &owned, &error), error);
  dpcvx_dataset_destroy(plain);
  return owned;
}

struct Neighbours {
  Neighbours(int64_t rows, const std::vector<int64_t> &users)
      : tables{table_of(rows, 1e30, users), table_of(rows, -1e30, users)} {}
  Neighbours(const Neighbours &) = delete;
  Neighbours &operator=(const Neighbours &) = delete;
  ~Neighbours() {
    for (dpcvx_dataset *const table : tables) dpcvx_dataset_destroy(table);
  }
  dpcvx_dataset *tables[2];
};

// Score: how many of the four ends are beyond what stays.
Release ends_beyond(Subject &subject, const Neighbours &neighbours) {
  return each([&](int side) {
    double low[2] = {NAN, NAN}, high[2] = {NAN, NAN};
    expect_ok(dpcvx_dataset_release_ranges(subject.budget(), subject.rng(), subject.price(), neighbours.tables[side],
                                           0.5, low, high, 2, nullptr, &subject.error),
              subject.error);
    double score = 0;
    for (int j = 0; j < 2; ++j) score += (low[j] < -4096 ? 1 : 0) + (high[j] <= -4096 ? 1 : 0);
    return score;
  });
}

// Two users of six records each, whose means are those of two values: each of the four ends has a quarter of the
// price, and with all of them beyond most of it is lost, as for the range of one column. Two beyond are told best.
TEST(AuditedRanges, OfUsers) {
  constexpr double kEpsilon = 3;
  Subject subject("ranges", DPCVX_FILTER_BASIC, Subject::pure(kEpsilon), DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER);
  const Neighbours neighbours(12, {5, 5, 5, 5, 5, 5, -1, -1, -1, -1, -1, -1});
  std::vector<EventLaw> ends = range_ends(kEpsilon / 4), of_both = ends;
  of_both.insert(of_both.end(), ends.begin(), ends.end());
  const EventLaw two_ends_beyond = at_least(2, of_both);
  const double least = at_length_or(0.2, 0.12);
  const int64_t runs = audit_runs(runs_for_epsilon(two_ends_beyond, least * kEpsilon), 1000000);
  const AuditFigures figures = audited(ends_beyond(subject, neighbours), {runs, kNearlySure});
  expect_near_claim("ranges of all columns, users", "epsilon", kEpsilon, figures.epsilon, least, runs);
}

// The same rows as twelve records: what moves is six of them, and the price of one does not cover it.
TEST(AuditedRanges, ControlRecordsOfAUser) {
  Subject subject("ranges of records", DPCVX_FILTER_BASIC, Subject::pure(2));
  const Neighbours neighbours(12, {});
  const int64_t runs = audit_runs(4000, 1000000);
  const AuditFigures figures = audited(ends_beyond(subject, neighbours), {runs, kNearlySure});
  expect_caught("ranges of records, a user of six", "epsilon", 2, figures.epsilon, runs);
}

}  // namespace
