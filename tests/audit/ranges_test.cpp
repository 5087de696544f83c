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
  const int64_t runs = audit_runs(sized_for_epsilon(two_ends_beyond, 21500, 0.2 * kEpsilon), 1000000);
  const AuditFigures figures = audited(ends_beyond(subject, neighbours), {runs, kNearlySure});
  expect_near_claim("ranges of all columns, users", "epsilon", kEpsilon, figures.epsilon, 0.2, runs);
}

// The same rows as twelve records: what moves is six of them, and the price of one does not cover it.
TEST(AuditedRanges, ControlRecordsOfAUser) {
  Subject subject("ranges of records", DPCVX_FILTER_BASIC, Subject::pure(2));
  const Neighbours neighbours(12, {});
  const int64_t runs = audit_runs(4000, 1000000);
  const AuditFigures figures = audited(ends_beyond(subject, neighbours), {runs, kNearlySure});
  expect_caught("ranges of records, a user of six", "epsilon", 2, figures.epsilon, runs);
}

// The range of labels that a fit of a table releases: how many of its ends are beyond the label that stays at -4096.
// The other of two labels is far above it, or not there: the number of records is private, so that few are no obstacle.
Release label_ends_beyond(Subject &subject, const dpcvx_options *options) {
  return each([&subject, options](int side) {
    const double entries[2] = {0, 0}, labels[2] = {-4096, 1e18}, low = -1, high = 1;
    dpcvx_dataset *table = nullptr;
    dpcvx_fit *fit = nullptr;
    double ends[2] = {NAN, NAN};
    expect_ok(dpcvx_dataset_create_dense(entries, side == 0 ? 2 : 1, 1, 1, 1, labels, &table, &subject.error),
              subject.error);
    expect_ok(dpcvx_fit_table_on(subject.budget(), subject.rng(), subject.price(), table, DPCVX_LOSS_ABSOLUTE, &low,
                                 &high, 1, options, nullptr, &fit, &subject.error),
              subject.error);
    expect_ok(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_LABEL_LOW, &ends[0], &subject.error), subject.error);
    expect_ok(dpcvx_fit_get_f64(fit, DPCVX_FIT_FIGURE_LABEL_HIGH, &ends[1], &subject.error), subject.error);
    dpcvx_fit_destroy(fit);
    dpcvx_dataset_destroy(table);
    return (ends[0] > -4096 ? 1.0 : 0.0) + (ends[1] > -4096 ? 1.0 : 0.0);
  });
}

// What an audit finds of the labels' share of a fit of this epsilon.
double label_bound(double epsilon, double share, int64_t runs) {
  Subject subject("labels", DPCVX_FILTER_BASIC, Subject::pure(epsilon), DPCVX_ADJACENCY_ADD_REMOVE);
  dpcvx_options *options = nullptr;
  expect_ok(dpcvx_fit_table_options_create(&options, &subject.error), subject.error);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION, share, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS, 2, nullptr);
  dpcvx_options_set_i64(options, DPCVX_FIT_TABLE_OPTION_METHOD, DPCVX_METHOD_OUTPUT_PERTURBATION, nullptr);
  dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_L2, 1, nullptr);
  const AuditFigures figures = audited(label_ends_beyond(subject, options), {runs, kNearlySure});
  dpcvx_options_destroy(options);
  return figures.epsilon;
}

TEST(AuditedRanges, OfLabelsInAFit) {
  constexpr double kWhole = 4, kShare = 0.75;
  const int64_t runs = audit_runs(4000, 200000);
  expect_near_claim("the range of labels in a fit", "epsilon", kShare * kWhole, label_bound(kWhole, kShare, runs), 0.2,
                    runs);
}

// A tenth of the share would be claimed by a fit that left its labels out, as if they were public.
TEST(AuditedRanges, ControlLabelsThatAreLeftOut) {
  const int64_t runs = audit_runs(4000, 200000);
  expect_caught("a range of labels that is not counted", "epsilon", 0.1 * 3, label_bound(4, 0.75, runs), runs);
}

}  // namespace
