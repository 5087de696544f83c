// Audits of fits over tables in parts, with the sensitivity of their own lattice; and of the ways in which parts, noise
// and rounding go wrong, which must be caught.
#include <algorithm>

#include "audit/power.h"
#include "mechanism/noise/noise.h"
#include "model/integer_sum.h"
#include "numeric/directed.h"
#include "random/rng_handle.h"
#include "solve/distributed/distributed_handles.h"
#include "support/parts.h"

namespace {

using fixtures::Blocks;
using fixtures::CoordinatorHandle;
using fixtures::CurveHandle;
using fixtures::DatasetHandle;
using fixtures::PartialSumHandle;

constexpr double kClaim = 2, kStepSize = 1e-3;
constexpr int64_t kSteps = 2;

// Rows of one unit, `up` or down.
fixtures::Rows rows_of_unit(bool up, int64_t records) {
  fixtures::Rows rows;
  for (int64_t i = 0; i < records; ++i) rows.add({0.0, up ? 1.0 : -1.0}, 1);
  return rows;
}

DatasetHandle with_user(const fixtures::Rows &rows, int64_t user) {
  const DatasetHandle plain = fixtures::dataset(rows);
  const std::vector<int64_t> ids(rows.labels.size(), user);
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_with_users(plain, ids.data(), rows.count(), &out.it, nullptr), DPCVX_OK);
  return out;
}

// Part 0 has a unit that stays. Part 1 has the unit that is replaced or removed. Slopes are 1/2, beyond the clip of
// 0.4, and steps are so short that they stay so. The last iterate adds up the noisy sums: it shows all of the claim.
struct Subjects {
  Subjects(int32_t adjacency, int64_t records, bool users)
      : subject("parts", DPCVX_FILTER_GDP, Subject::gdp(kClaim), adjacency, unit_of(users)), users_(users) {
    fixtures::Facts facts;
    facts.columns = 2;
    facts.units = 10;
    facts.intercept = false;
    facts.unit = unit_of(users);
    const fixtures::ObjectiveHandle objective = fixtures::public_objective(facts);
    const fixtures::OptionsHandle options = fixtures::plan_options();
    dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, kSteps, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, kStepSize, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MOMENTUM, 0, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_CLIPPING_NORM, 0.4, nullptr);
    plan = fixtures::plan_of(objective, subject.budget(), subject.price(), options);
    fixtures::Rows other;
    other.add({1, 0}, 1);
    keep(other, 1);
    for (bool up : {false, true}) keep(rows_of_unit(up, records), 2);
    for (size_t side = 0; side < 2; ++side) {
      parts[side] = {{tables[0].it}, {tables[1 + side].it}};
      if (adjacency == DPCVX_ADJACENCY_ADD_REMOVE && side == 0) parts[side][1].clear();
    }
  }
  static int32_t unit_of(bool users) { return users ? DPCVX_UNIT_USER : DPCVX_UNIT_RECORD; }
  void keep(const fixtures::Rows &rows, int64_t user) {
    tables.push_back(users_ ? with_user(rows, user) : fixtures::dataset(rows));
  }

  CoordinatorHandle start() {
    return fixtures::coordinator(subject.budget(), subject.rng(), plan, static_cast<int64_t>(parts[0].size()));
  }
  static PartialSumHandle sum(const dpcvx_coordinator *it, const std::vector<Blocks> &from) {
    return fixtures::sum_in_order(fixtures::broadcast_of(it), from);
  }
  double score(int side) {
    const CoordinatorHandle it = start();
    for (int64_t step = 0; step < kSteps; ++step) {
      const PartialSumHandle whole = sum(it, parts[static_cast<size_t>(side)]);
      EXPECT_EQ(dpcvx_coordinator_finish_step(it, subject.rng(), whole, nullptr), DPCVX_OK);
    }
    fixtures::FitHandle fit;
    EXPECT_EQ(dpcvx_coordinator_fit(it, &fit.it, nullptr), DPCVX_OK);
    return -fixtures::coefficients(fit)[1];
  }

  Subject subject;
  fixtures::PlanHandle plan;
  std::vector<DatasetHandle> tables;  // the unit that stays; the other, down and up
  std::vector<Blocks> parts[2];       // of the two sides

 private:
  bool users_;
};

AuditFigures audit(Subjects &subjects, int64_t runs) {
  return audited(each([&](int side) { return subjects.score(side); }), {runs, kNearlySure});
}

void expect_tight(int32_t adjacency, int64_t records, bool users, const char *what) {
  Subjects subjects(adjacency, records, users);
  const double least = at_length_or(0.7, 0.5);
  const int64_t runs = audit_runs(runs_for_mu(halfway(kClaim), least * kClaim), 1000000);
  expect_near_claim(what, "mu", kClaim, audit(subjects, runs).mu, least, runs);
}

TEST(AuditedParts, ARowReplacedOrRemoved) {
  expect_tight(DPCVX_ADJACENCY_REPLACE_ONE, 1, false, "noisy gradient descent on parts, 2 steps, a row replaced");
  expect_tight(DPCVX_ADJACENCY_ADD_REMOVE, 1, false, "noisy gradient descent on parts, 2 steps, a row removed");
}

TEST(AuditedParts, AUserOfFiveRecordsReplacedOrRemoved) {
  expect_tight(DPCVX_ADJACENCY_REPLACE_ONE, 5, true, "noisy gradient descent on parts, a user of 5 records replaced");
  expect_tight(DPCVX_ADJACENCY_ADD_REMOVE, 5, true, "noisy gradient descent on parts, a user of 5 records removed");
}

void expect_wrong(Subjects &subjects, const char *what) {
  const int64_t runs = runs_for_mu(halfway(2 * kClaim), kClaim);
  expect_caught(what, "mu", kClaim, audit(subjects, runs).mu, runs);
}

// Merging refuses a part that comes twice. Within a part the caller alone can see to it.
TEST(PartsControl, APartCountedTwice) {
  Subjects subjects(DPCVX_ADJACENCY_REPLACE_ONE, 1, false);
  for (auto &parts : subjects.parts) parts[1].push_back(parts[1][0]);
  expect_wrong(subjects, "parts, one of them counted twice");
}

TEST(PartsControl, AUserSplitOverTwoParts) {
  Subjects subjects(DPCVX_ADJACENCY_REPLACE_ONE, 4, true);
  for (auto &parts : subjects.parts) parts.push_back(parts[1]);  // four records here, four more there
  expect_wrong(subjects, "parts, a user split over two");
}

// What a coordinator that could be copied would give: two releases of every sum for one charge.
TEST(PartsControl, NoiseDrawnTwiceForOneSum) {
  Subjects subjects(DPCVX_ADJACENCY_REPLACE_ONE, 1, false);
  const int64_t runs = runs_for_mu(halfway(1.4 * kClaim), kClaim);
  const auto average = [&](int side) { return (subjects.score(side) + subjects.score(side)) / 2; };
  expect_caught("parts, each sum released twice", "mu", kClaim, audited(each(average), {runs, kNearlySure}).mu, runs);
}

// What those who merge see.
TEST(PartsControl, NoiseNeverAdded) {
  Subjects subjects(DPCVX_ADJACENCY_REPLACE_ONE, 1, false);
  const CoordinatorHandle it = subjects.start();
  const auto exact = [&](int side) {
    const PartialSumHandle whole = Subjects::sum(it, subjects.parts[static_cast<size_t>(side)]);
    return static_cast<double>(static_cast<int64_t>(whole.it->sum.sums()[1]));
  };
  const int64_t runs = at_length_or(2000, 500);
  expect_caught("parts, exact sums", "mu", kClaim, audited(each(exact), {runs, kNearlySure}).mu, runs);
}

// A unit of 64 entries that are a little more than half a coarse step: each is rounded up. Clip and noise leave that
// out.
TEST(PartsControl, ACoarseLatticeLeftOut) {
  constexpr int64_t kColumns = 64;
  constexpr int kExponent = -4;
  const double step = std::ldexp(1.0, kExponent), clip = 0.51 * step * std::sqrt(double{kColumns});
  dpcvx_error record{};
  dpcvx::Error error(&record, "control");
  dpcvx::mechanism::NoisePlan noise;
  noise.lattice = dpcvx::mechanism::Lattice(kExponent);
  ASSERT_EQ(dpcvx::mechanism::plan_integer_gaussian(kClaim, 2 * clip / step, noise, error), DPCVX_OK);
  std::vector<uint64_t> sums[2];
  for (int side = 0; side < 2; ++side) {
    fixtures::Rows rows;
    rows.add(std::vector<double>(kColumns, side == 1 ? 1 : -1), 1);
    dpcvx::model::ObjectiveSettings settings;
    settings.loss.kind = DPCVX_LOSS_LOGISTIC;
    settings.intercept = false;
    settings.nominal_units = 1;
    dpcvx::model::SharedObjective objective;
    ASSERT_EQ(dpcvx::model::create_objective(fixtures::table(rows), settings, &objective, error), DPCVX_OK);
    dpcvx::model::IntegerSum sum(*objective, {clip, false}, kExponent);
    dpcvx::Buffer<double> memory;
    ASSERT_TRUE(memory.allocate(sum.work_size()));
    sums[side].resize(static_cast<size_t>(sum.size()));
    sum.add(std::vector<double>(kColumns).data(), nullptr, memory.data(), sums[side].data());
  }
  Subject subject("coarse", DPCVX_FILTER_GDP, Subject::gdp(kClaim));
  std::vector<double> out(kColumns);
  const auto score = [&](int side) {
    dpcvx::mechanism::add_noise_modulo(subject.rng()->rng, noise, sums[side].data(), kColumns, out.data());
    double total = 0;
    for (double x : out) total -= x;
    return total;
  };
  const int64_t runs = 3000;
  expect_caught("parts, the error of a coarse lattice left out", "mu", kClaim,
                audited(each(score), {runs, kNearlySure}).mu, runs);
}

// Noise for add/remove, and a row replaced.
TEST(PartsControl, WrongAdjacency) {
  Subjects replaced(DPCVX_ADJACENCY_REPLACE_ONE, 1, false), removed(DPCVX_ADJACENCY_ADD_REMOVE, 1, false);
  removed.parts[0] = replaced.parts[0];
  removed.parts[1] = replaced.parts[1];
  expect_wrong(removed, "parts under add/remove, a row replaced");
}

}  // namespace
