// Audits of noisy SGD on tables in parts, whose batches a keyed hash draws; and of the ways in which batches go wrong,
// which must be caught.
#include <algorithm>

#include "audit/normal_scores.h"
#include "base/text.h"
#include "solve/distributed/broadcast.h"
#include "support/parts.h"

namespace {

using dpcvx::solve::Broadcast;
using fixtures::CoordinatorHandle;
using fixtures::DatasetHandle;
using fixtures::PartialSumHandle;

constexpr double kUnits = 20, kBatch = 8, kDelta = 0.05;
constexpr int64_t kUser = 7, kRuns = 6000;

DatasetHandle row_of(double x, const std::vector<int64_t> &ids) {
  fixtures::Rows rows;
  for (size_t i = 0; i < ids.size(); ++i) rows.add({x}, 1);
  const DatasetHandle plain = fixtures::dataset(rows);
  DatasetHandle out;
  EXPECT_EQ(dpcvx_dataset_create_with_users(plain, ids.data(), rows.count(), &out.it, nullptr), DPCVX_OK);
  return out;
}

// One unit, in one dimension: the hinge loss has slope 1 at its row 1, and -1 at -1. Steps are so short that it stays
// so, and the last iterate is the sum of the noisy sums. On one side the unit is 1. On the other it is -1, or it is
// left out. What a change of its law can show of one step is the whole claim.
struct Subjects {
  Subjects(int32_t adjacency, int64_t steps, double epsilon, const std::vector<int64_t> &ids = {kUser},
           double batch = kBatch)
      : subject("part batches", DPCVX_FILTER_BASIC, Subject::approximate(epsilon, kDelta), adjacency, DPCVX_UNIT_USER),
        replaced(adjacency == DPCVX_ADJACENCY_REPLACE_ONE),
        steps_(steps) {
    subject.releases_per_budget = static_cast<int64_t>(0.4 / kDelta);
    fixtures::Facts facts;
    facts.units = static_cast<int64_t>(kUnits);
    facts.loss = DPCVX_LOSS_HINGE;
    facts.intercept = false;
    facts.unit = DPCVX_UNIT_USER;
    const fixtures::OptionsHandle options = fixtures::plan_options();
    dpcvx_options_set_i64(options, DPCVX_PLAN_OPTION_STEPS, steps, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_BATCH_SIZE, batch, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_STEP_SIZE, 1e-3, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_SMOOTHING, 0, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_MOMENTUM, 0, nullptr);
    dpcvx_options_set_f64(options, DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION, 0, nullptr);
    EXPECT_EQ(dpcvx_plan_create(subject.budget(), subject.price(), fixtures::public_objective(facts),
                                DPCVX_METHOD_NOISY_SGD, options, &plan.it, &subject.error),
              DPCVX_OK)
        << subject.error.message;
    if (replaced) side[0] = row_of(-1, ids);
    side[1] = row_of(1, ids);
  }

  double figure(int32_t key) const {
    double value = NAN;
    EXPECT_EQ(dpcvx_plan_get_f64(plan, DPCVX_METHOD_AUTOMATIC, key, &value, nullptr), DPCVX_OK);
    return value;
  }
  CoordinatorHandle start(int64_t parts = 1) {
    return fixtures::coordinator(subject.budget(), subject.rng(), plan, parts);
  }
  // Finishes a step with the batch of a broadcast, which may be another than the coordinator's own.
  void step(const dpcvx_coordinator *it, const std::string &broadcast, int which) {
    fixtures::Blocks its;
    if (side[which].it != nullptr) its.push_back(side[which].it);
    const PartialSumHandle sum = fixtures::sum_of(broadcast, 0, its);
    EXPECT_EQ(dpcvx_coordinator_finish_step(const_cast<dpcvx_coordinator *>(it), subject.rng(), sum, nullptr),
              DPCVX_OK);
  }
  static double coefficient(const dpcvx_coordinator *it) {
    fixtures::FitHandle fit;
    EXPECT_EQ(dpcvx_coordinator_fit(const_cast<dpcvx_coordinator *>(it), &fit.it, nullptr), DPCVX_OK);
    return fixtures::coefficients(fit)[0];
  }
  double score(int which) {
    const CoordinatorHandle it = start();
    for (int64_t t = 0; t < steps_; ++t) step(it, fixtures::broadcast_of(it), which);
    return coefficient(it);
  }

  // The law of the sum of noisy sums, in units of a gradient.
  NormalScores law() const {
    const double rate = figure(DPCVX_PLAN_FIGURE_SAMPLING_RATE);
    const double noise = figure(DPCVX_PLAN_FIGURE_NOISE_MULTIPLIER) * (replaced ? 2 : 1);
    NormalScores out(noise * std::sqrt(static_cast<double>(steps_)));
    if (!replaced) out.add(0, 0, 1);
    double chance = std::pow(1 - rate, static_cast<double>(steps_));
    for (int64_t k = 0; k <= steps_; ++k) {
      if (replaced) out.add(0, -static_cast<double>(k), chance);
      out.add(1, static_cast<double>(k), chance);
      chance *= static_cast<double>(steps_ - k) / static_cast<double>(k + 1) * rate / (1 - rate);
    }
    return out;
  }

  Subject subject;
  const bool replaced;
  fixtures::PlanHandle plan;
  DatasetHandle side[2];

 private:
  int64_t steps_;
};

void expect_tight(const char *what, int32_t adjacency, int64_t steps, double epsilon, double least, int64_t usual) {
  Subjects subjects(adjacency, steps, epsilon);
  const NormalScores law = subjects.law();
  const int64_t runs = audit_runs(usual, 1000000);
  const double attainable = law.epsilon(kDelta), foreseen = law.foreseen_epsilon(kDelta, runs);
  EXPECT_LE(attainable, epsilon * (1 + 1e-3)) << what;
  EXPECT_GE(attainable, least * epsilon) << what;
  EXPECT_GT(foreseen, 0) << what;
  const double found =
      audited(each([&](int side) { return subjects.score(side); }), {runs, kNearlySure, kDelta}).epsilon;
  EXPECT_LE(found, epsilon) << what;
  EXPECT_GE(found, foreseen) << what;
  evidence("audit",
           "noisy SGD on parts, %s: claimed epsilon %.4g at delta %.2g, attainable by this attack %.3f, foreseen above "
           "%.3f, bound %.3f (%.2g runs a side, confidence 1 - 1e-9)",
           what, epsilon, kDelta, attainable, foreseen, found, static_cast<double>(runs));
}

TEST(AuditedPartBatches, AUserRemoved) {
  expect_tight("1 step, a user removed", DPCVX_ADJACENCY_ADD_REMOVE, 1, 3, 0.99, 8000);
}

TEST(AuditedPartBatches, AUserReplacedInOneAndFiveSteps) {
  expect_tight("1 step, a user replaced", DPCVX_ADJACENCY_REPLACE_ONE, 1, 3, 0.99, 8000);
  expect_tight("5 steps, a user replaced", DPCVX_ADJACENCY_REPLACE_ONE, 5, 4, 0.8, 4000);
}

template <class Score>
void expect_wrong(const char *what, const Score &score) {
  expect_caught(what, "epsilon", 1, audited(each(score), {kRuns, kNearlySure, kDelta}).epsilon, kRuns);
}

void read(const std::string &bytes, Broadcast *out) {
  dpcvx::Error error(nullptr, "");
  EXPECT_EQ(out->read_bytes(bytes.data(), bytes.size(), error), DPCVX_OK);
}

// Who knows the key looks at the fits alone whose batch had the user.
TEST(PartBatchesControl, APublicKey) {
  Subjects subjects(DPCVX_ADJACENCY_REPLACE_ONE, 1, 1);
  expect_wrong("noisy SGD on parts, the key of its batch is told", [&](int which) {
    const CoordinatorHandle it = subjects.start();
    const std::string bytes = fixtures::broadcast_of(it);
    Broadcast broadcast;
    read(bytes, &broadcast);
    subjects.step(it, bytes, which);
    const bool had = dpcvx::solve::HashedBatch(broadcast.key, 0, broadcast.rate).has(kUser);
    return had ? Subjects::coefficient(it) : -1;
  });
}

// Its rows are under two ids: each has a hash of its own.
TEST(PartBatchesControl, AUserWithTwoIds) {
  Subjects subjects(DPCVX_ADJACENCY_REPLACE_ONE, 1, 1, {kUser, kUser + 1});
  expect_wrong("noisy SGD on parts, a user under two ids", [&](int which) { return subjects.score(which); });
}

// The score of a fit with a user of part 1, whose row is always 1.
double score_beside(Subjects &subjects, int which, const DatasetHandle &other) {
  const CoordinatorHandle it = subjects.start(2);
  const PartialSumHandle whole = fixtures::sum_in_order(fixtures::broadcast_of(it), {{subjects.side[which]}, {other}});
  EXPECT_EQ(dpcvx_coordinator_finish_step(it, subjects.subject.rng(), whole, nullptr), DPCVX_OK);
  return Subjects::coefficient(it);
}

// They are in batches together. So a noisy sum that is far from 0 says that the user was in the batch. In batches of
// 4 of 20 units this attack attains epsilon 6.1. A user with an id of its own shows no more than the claim.
TEST(PartBatchesControl, TwoUsersOfTwoPartsWithOneId) {
  Subjects subjects(DPCVX_ADJACENCY_REPLACE_ONE, 1, 1, {kUser}, 4);
  const DatasetHandle same = row_of(1, {kUser}), own = row_of(1, {kUser + 1});
  expect_wrong("noisy SGD on parts, two users of two parts under one id",
               [&](int which) { return score_beside(subjects, which, same); });
  const auto score = [&](int which) { return score_beside(subjects, which, own); };
  EXPECT_LE(audited(each(score), {kRuns / 4, kNearlySure, kDelta}).epsilon, 1);
}

// Parts draw with twice the rate that was accounted for.
TEST(PartBatchesControl, TwiceTheRate) {
  Subjects subjects(DPCVX_ADJACENCY_REPLACE_ONE, 1, 1);
  expect_wrong("noisy SGD on parts, at twice the rate that was accounted for", [&](int which) {
    const CoordinatorHandle it = subjects.start();
    Broadcast broadcast;
    read(fixtures::broadcast_of(it), &broadcast);
    broadcast.rate *= 2;
    dpcvx::Text other;
    broadcast.write_bytes(broadcast.point.data(), other);
    subjects.step(it, std::string(other.c_str(), other.length()), which);
    return Subjects::coefficient(it);
  });
}

}  // namespace
