// Audits of hypothesis selection, at tables that one unit sets apart.
#include "audit/neighbours.h"
#include "audit/power.h"

namespace {

// Laws that are points at these symbols, below 3.
dpcvx_hypotheses *points_at(const std::vector<int> &symbols) {
  std::vector<double> table(3 * symbols.size(), 0.0);
  for (size_t h = 0; h < symbols.size(); ++h) table[3 * h + static_cast<size_t>(symbols[h])] = 1;
  dpcvx_error error{};
  dpcvx_hypotheses *out = nullptr;
  expect_ok(
      dpcvx_hypotheses_create_discrete(table.data(), static_cast<int64_t>(symbols.size()), 3, nullptr, &out, &error),
      error);
  return out;
}

// The records and the laws on a side.
struct Side {
  std::vector<double> records;
  std::vector<int> symbols;
};

class SelectionPair {
 public:
  SelectionPair(Subject &subject, const Side (&sides)[2]) : subject_(subject) {
    for (int side = 0; side < 2; ++side) {
      const std::vector<double> &records = sides[side].records;
      data_[side] = dataset_of(records, std::vector<double>(records.size(), 0), 1, nullptr);
      laws_[side] = points_at(sides[side].symbols);
    }
  }
  SelectionPair(const SelectionPair &) = delete;
  SelectionPair &operator=(const SelectionPair &) = delete;
  ~SelectionPair() {
    for (int side = 0; side < 2; ++side) {
      dpcvx_dataset_destroy(data_[side]);
      dpcvx_hypotheses_destroy(laws_[side]);
    }
  }

  // Whether the last law was selected.
  double operator()(int side) {
    int64_t index = -1, last = 0;
    int32_t outcome = 0;
    expect_ok(dpcvx_release_hypothesis(subject_.budget(), subject_.rng(), subject_.price(), data_[side], laws_[side],
                                       nullptr, &index, &outcome, nullptr, &error_),
              error_);
    expect_ok(dpcvx_hypotheses_get_i64(laws_[side], DPCVX_HYPOTHESES_FIGURE_COUNT, &last, &error_), error_);
    return index == last - 1 ? 1 : 0;
  }

 private:
  Subject &subject_;
  dpcvx_dataset *data_[2] = {nullptr, nullptr};
  dpcvx_hypotheses *laws_[2] = {nullptr, nullptr};
  dpcvx_error error_{};
};

AuditFigures audit_of(SelectionPair &pair, int64_t runs) {
  return audited(each([&](int side) { return pair(side); }), {runs, kNearlySure});
}

// One of two tosses replaced: the losses of both laws move by 1, against each other.
TEST(AuditedHypothesis, OfRecordsReplaced) {
  Subject subject("hypotheses", DPCVX_FILTER_BASIC, Subject::pure(3));
  SelectionPair pair(subject, {{{0, 1}, {0, 1}}, {{0, 0}, {0, 1}}});
  const int64_t runs = audit_runs(runs_for_epsilon(at_odds(1, std::exp(-3)), 1.8), 400000);
  expect_near_claim("hypothesis selection, records, replace-one", "epsilon", 3, audit_of(pair, runs).epsilon, 0.6,
                    runs);
}

// Under add/remove one of the two losses moves: half of the price is all that this pair tells.
TEST(AuditedHypothesis, OfRecordsRemoved) {
  Subject subject("hypotheses", DPCVX_FILTER_BASIC, Subject::pure(6), DPCVX_ADJACENCY_ADD_REMOVE);
  SelectionPair pair(subject, {{{0, 1}, {0, 1}}, {{0}, {0, 1}}});
  const int64_t runs = audit_runs(runs_for_epsilon(at_odds(1, std::exp(-3)), 1.8), 400000);
  expect_near_claim("hypothesis selection, records, add/remove", "epsilon", 6, audit_of(pair, runs).epsilon, 0.3, runs);
}

// Three records of a user on a budget for records: the sensitivity is 3.
TEST(AuditedHypothesis, ControlRecordsOfAUser) {
  Subject subject("hypotheses of records", DPCVX_FILTER_BASIC, Subject::pure(1));
  SelectionPair pair(subject, {{{0, 1, 1, 1}, {0, 1}}, {{0, 0, 0, 0}, {0, 1}}});
  const int64_t runs = audit_runs(4000, 100000);
  expect_caught("hypothesis selection, a user of three records", "epsilon", 1, audit_of(pair, runs).epsilon, runs);
}

// Laws that are points at the symbols that occur: the last of them names one that a single record has.
TEST(AuditedHypothesis, ControlCoverChosenFromTheRecords) {
  Subject subject("a cover of the records", DPCVX_FILTER_BASIC, Subject::pure(1));
  SelectionPair pair(subject, {{{0, 0, 1, 2}, {0, 1, 2}}, {{0, 0, 1, 1}, {0, 1}}});
  const int64_t runs = audit_runs(4000, 100000);
  // On the other side no law names it.
  const AuditFigures figures =
      audited(each([&](int side) { return side == 0 ? pair(side) : std::min(pair(side), 0.0); }), {runs, kNearlySure});
  expect_caught("hypothesis selection, a cover chosen from the records", "epsilon", 1, figures.epsilon, runs);
}

}  // namespace
