// Audits of least squares from one noisy sum of second moments of parts, with the sensitivity of its own lattice; and
// of what goes wrong, which must be caught.
#include "audit/power.h"
#include "support/parts.h"

namespace {

using fixtures::Blocks;
using fixtures::CoordinatorHandle;
using fixtures::DatasetHandle;
using fixtures::PartialSumHandle;

constexpr double kClaim = 2;
// Labels make .988 of the change of a unit that is replaced, .86 of one that is removed.
constexpr double kReplaced = 0.985, kRemoved = 0.855;

int32_t unit_of(bool users) { return users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD; }

DatasetHandle table_of(double row, double label, int64_t records, bool users, int64_t user) {
  fixtures::Rows rows;
  for (int64_t i = 0; i < records; ++i) rows.add({row}, label);
  DatasetHandle plain = fixtures::dataset(rows);
  if (!users) return plain;
  const std::vector<int64_t> ids(rows.labels.size(), user);
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_with_users(plain, ids.data(), rows.count(), &out.it, nullptr), DPCVX_OK);
  return out;
}

// Part 0 has a unit that stays, at 0. Part 1 has the unit with the row 1: its label is 1 on one side, and on the other
// -1, or the unit is left out. A strong quadratic makes the coefficient follow the labels' moment alone.
struct Subjects {
  Subjects(int32_t adjacency, int64_t records, bool users)
      : subject("part moments", DPCVX_FILTER_GDP, Subject::gdp(kClaim), adjacency, unit_of(users)) {
    fixtures::Facts facts;
    facts.units = 4;
    facts.intercept = false;
    facts.unit = unit_of(users);
    facts.loss = DPCVX_LOSS_SQUARED;
    facts.label_bound = 1;
    facts.l2 = 1e6;
    dpcvx_error err{};
    EXPECT_EQ(dpcvx_plan_create(subject.budget(), subject.price(), fixtures::public_objective(facts),
                                DPCVX_METHOD_SUFFICIENT_STATISTICS, nullptr, &plan.it, &err),
              DPCVX_OK)
        << err.message;
    tables.push_back(table_of(0, 0, 1, users, 1));
    for (double label : {-1.0, 1.0}) tables.push_back(table_of(1, label, records, users, 2));
    for (size_t side = 0; side < 2; ++side) {
      parts[side] = {{tables[0].it}, {tables[1 + side].it}};
      if (adjacency == DPCVX_ADJACENCY_ADD_REMOVE && side == 0) parts[side][1].clear();
    }
  }

  double score(int side) {
    const std::vector<Blocks> &from = parts[side];
    const CoordinatorHandle it =
        fixtures::coordinator(subject.budget(), subject.rng(), plan, static_cast<int64_t>(from.size()));
    const PartialSumHandle whole = fixtures::sum_in_order(fixtures::broadcast_of(it), from);
    EXPECT_EQ(dpcvx_coordinator_finish_step(it, subject.rng(), whole, nullptr), DPCVX_OK);
    fixtures::FitHandle fit;
    EXPECT_EQ(dpcvx_coordinator_fit(it, &fit.it, nullptr), DPCVX_OK);
    return fixtures::coefficients(fit)[0];
  }

  Subject subject;
  fixtures::PlanHandle plan;
  std::vector<DatasetHandle> tables;  // the unit that stays; the other, down and up
  std::vector<Blocks> parts[2];       // of the two sides
};

AuditFigures audit(Subjects &subjects, int64_t runs) {
  return audited(each([&](int side) { return subjects.score(side); }), {runs, kNearlySure});
}

void expect_tight(int32_t adjacency, int64_t records, bool users, const char *what) {
  Subjects subjects(adjacency, records, users);
  const double attained = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? kReplaced : kRemoved;
  const double least = adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 0.7 : 0.58;
  const int64_t runs = audit_runs(runs_for_mu(halfway(attained * kClaim), least * kClaim), 1000000);
  expect_near_claim(what, "mu", kClaim, audit(subjects, runs).mu, least, runs);
}

TEST(AuditedPartMoments, ARowReplacedOrRemoved) {
  expect_tight(DPCVX_ADJACENCY_REPLACE_ONE, 1, false, "moments of parts, a row replaced");
  if (!long_audits()) return;
  expect_tight(DPCVX_ADJACENCY_ADD_REMOVE, 1, false, "moments of parts, a row removed");
}

TEST(AuditedPartMoments, AUserOfFiveRecordsReplacedOrRemoved) {
  expect_tight(DPCVX_ADJACENCY_ADD_REMOVE, 5, true, "moments of parts, a user of 5 records removed");
  if (!long_audits()) return;
  expect_tight(DPCVX_ADJACENCY_REPLACE_ONE, 5, true, "moments of parts, a user of 5 records replaced");
}

void expect_wrong(Subjects &subjects, const char *what) {
  const int64_t runs = runs_for_mu(halfway(2 * kReplaced * kClaim), kClaim);
  expect_caught(what, "mu", kClaim, audit(subjects, runs).mu, runs);
}

TEST(PartMomentsControl, APartCountedTwice) {
  Subjects subjects(DPCVX_ADJACENCY_REPLACE_ONE, 1, false);
  for (auto &parts : subjects.parts) parts[1].push_back(parts[1][0]);
  expect_wrong(subjects, "moments of parts, one of them counted twice");
}

TEST(PartMomentsControl, AUserSplitOverTwoParts) {
  Subjects subjects(DPCVX_ADJACENCY_REPLACE_ONE, 4, true);
  for (auto &parts : subjects.parts) parts.push_back(parts[1]);
  expect_wrong(subjects, "moments of parts, a user split over two");
}

TEST(PartMomentsControl, WrongAdjacency) {
  Subjects replaced(DPCVX_ADJACENCY_REPLACE_ONE, 1, false), removed(DPCVX_ADJACENCY_ADD_REMOVE, 1, false);
  removed.parts[0] = replaced.parts[0];
  removed.parts[1] = replaced.parts[1];
  const int64_t runs = runs_for_mu(halfway(2 * kRemoved * kClaim), kClaim);
  expect_caught("moments of parts under add/remove, a row replaced", "mu", kClaim, audit(removed, runs).mu, runs);
}

}  // namespace
