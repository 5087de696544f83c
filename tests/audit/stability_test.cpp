// Audits of releases by deletion stability at neighbours that differ in a whole user: about the level where half the
// runs release nothing, at the greatest level, and of the point itself; and controls below the C API.
#include "audit/stability.h"

#include <algorithm>

namespace {

using dpcvx::solve::Instance;

constexpr double kEpsilon = 1, kDelta = 1e-3, kThreshold = 0.3;
constexpr int64_t kRuns = 10000, kFewRuns = 5000;
// Of a point alone: so that its noise hides no more than it must, and few runs see how much.
constexpr double kPointEpsilon = 8;

const char *name_of(Instance instance) { return instance == Instance::kSoft ? "soft" : "hard"; }

double epsilon_of(const std::function<double(int side)> &run, int64_t runs) {
  return audited(each(run), {runs, kNearlySure, kDelta}).epsilon;
}

// One user more is far: the score goes from `score` to one more.
CrowdPair at_score(int64_t score) {
  CrowdPair pair;
  pair.crowd[0].gradients = far_users(score);
  pair.crowd[1].gradients = far_users(score + 1);
  return pair;
}

// The score at which an audit of bottom shows most, by the law itself.
int64_t telling_score(const dpcvx::mechanism::StabilityLaw &law) {
  int64_t best = 0;
  double most = 0;
  for (int64_t a = 0; a < law.top(); ++a) {
    const double p = 1 - law.pass(a + 1), q = 1 - law.pass(a), size = static_cast<double>(kRuns) / 2;
    const double low = p - 6.5 * std::sqrt(p / size), high = q + 6.5 * std::sqrt(q / size) + 42 / size;
    if (low > kDelta && (low - kDelta) / high > most) most = (low - kDelta) / high, best = a;
  }
  return best;
}

// What the audits below run gives the bits of whole releases.
TEST(AuditedStability, RunsAreReleases) {
  for (Instance instance : {Instance::kSoft, Instance::kHard}) {
    const Neighbours neighbours(at_score(6));
    StableRuns runs(neighbours, instance, kThreshold, kEpsilon, kDelta),
        same(neighbours, instance, kThreshold, kEpsilon, kDelta);
    int64_t bottom = 0;
    for (int i = 0; i < 300; ++i) {
      const double w = runs(i % 2);
      ASSERT_EQ(w, same.released(i % 2)) << i;
      bottom += w == kBottom ? 1 : 0;
    }
    EXPECT_GT(bottom, 10);
    EXPECT_LT(bottom, 290);
  }
}

void audit_bottom(Instance instance) {
  const Neighbours any(at_score(0));
  const int64_t score = telling_score(StableRuns(any, instance, kThreshold, kEpsilon, kDelta).law);
  const Neighbours neighbours(at_score(score));
  StableRuns runs(neighbours, instance, kThreshold, kEpsilon, kDelta);
  ASSERT_EQ(runs.score(0), score);
  ASSERT_EQ(runs.score(1), score + 1);
  const int64_t count = audit_runs(at_length_or<int64_t>(kRuns, 6000), 1000000);
  int64_t bottom[2] = {0, 0}, all[2] = {0, 0};
  const auto run = [&](int side) {
    const double w = runs(side);
    ++all[side], bottom[side] += w == kBottom ? 1 : 0;
    return w;
  };
  char what[160];
  std::snprintf(what, sizeof(what), "stable release, %s, a user replaced, score %d of %d that may pass",
                name_of(instance), static_cast<int>(score), static_cast<int>(runs.law.top()));
  const double bound = epsilon_of(run, count);
  expect_near_claim(what, "epsilon", kEpsilon, bound, at_length_or(0.5, 0.35), count);
  // As often as the law says, within 6.5 standard deviations.
  for (int side = 0; side < 2; ++side) {
    const double p = 1 - runs.law.pass(score + side), size = static_cast<double>(all[side]);
    EXPECT_NEAR(static_cast<double>(bottom[side]) / size, p, 6.5 * std::sqrt(p * (1 - p) / size) + 1e-4);
  }
}

TEST(AuditedStability, BottomOfSoft) { audit_bottom(Instance::kSoft); }
TEST(AuditedStability, BottomOfHard) { audit_bottom(Instance::kHard); }

// The greatest score that may pass, which does with a probability of at most delta, and one that never does; and one
// less, where points must be close.
void audit_top(Instance instance) {
  const Neighbours any(at_score(0));
  const int64_t top = StableRuns(any, instance, kThreshold, kEpsilon, kDelta).law.top();
  for (int64_t score : {top - 1, top}) {
    const Neighbours neighbours(at_score(score));
    StableRuns runs(neighbours, instance, kThreshold, kEpsilon, kDelta);
    ASSERT_EQ(runs.score(0), score);
    const int64_t count = audit_runs(kFewRuns, 1000000);
    int64_t released[2] = {0, 0}, all = 0;
    const double bound = epsilon_of(
        [&](int side) {
          const double w = runs(side);
          all += 1 - side, released[side] += w == kBottom ? 0 : 1;
          return w;
        },
        count);
    EXPECT_LE(bound, kEpsilon);
    if (score == top) {
      EXPECT_EQ(released[1], 0);
      EXPECT_LE(static_cast<double>(released[0]),
                static_cast<double>(all) * kDelta + 6.5 * std::sqrt(static_cast<double>(all) * kDelta) + 20);
    }
    evidence("audit",
             "stable release, %s, a user replaced, scores %s: released %.2g and %.2g of runs, bound %.3f of a "
             "claimed epsilon %.4g at delta %.2g",
             name_of(instance), score == top ? "top and beyond" : "below top and top",
             static_cast<double>(released[0]) / static_cast<double>(all),
             static_cast<double>(released[1]) / static_cast<double>(all), bound, kEpsilon, kDelta);
  }
}

TEST(AuditedStability, TopOfSoft) { audit_top(Instance::kSoft); }
TEST(AuditedStability, TopOfHard) { audit_top(Instance::kHard); }

// A user's gradient goes from one end of what keeps its whole weight to the other.
CrowdPair turned(double gradient, int64_t records = 1) {
  CrowdPair pair;
  pair.crowd[0].gradients = {gradient};
  pair.crowd[1].gradients = {-gradient};
  pair.crowd[0].records = pair.crowd[1].records = records;
  return pair;
}

// The longest gradient of whole weight.
double outer_of(Instance instance) {
  const Neighbours any(at_score(0));
  const StableRuns runs(any, instance, kThreshold, kPointEpsilon, kDelta);
  return instance == Instance::kHard ? kThreshold : 0.98 * runs.terms.stage[runs.terms.stages - 1].outer;
}

// mu of the point: what the noise hides.
double mu_of(StableRuns &runs, int64_t count) {
  return audited(each([&](int side) { return runs(side); }), {count, kNearlySure}).mu;
}

void audit_point(Instance instance, double least) {
  const Neighbours neighbours(turned(outer_of(instance)));
  StableRuns runs(neighbours, instance, kThreshold, kPointEpsilon, kDelta);
  const int64_t count = audit_runs(kFewRuns, 1000000);
  char what[128];
  std::snprintf(what, sizeof(what), "stable release, %s, a user of whole weight turned round", name_of(instance));
  expect_near_claim(what, "mu of the point", runs.law.mu(), mu_of(runs, count), least, count);
}

TEST(AuditedStability, PointOfSoft) { audit_point(Instance::kSoft, 0.6); }
TEST(AuditedStability, PointOfHard) { audit_point(Instance::kHard, 0); }

// Everybody at the threshold: a user who moves the mean takes half of the others beyond it, and the steps of the score
// are for that.
CrowdPair at_threshold(double gradient) {
  CrowdPair pair;
  for (int side = 0; side < 2; ++side)
    for (int64_t i = 0; i < kUsers; ++i) pair.crowd[side].gradients.push_back(i % 2 == 0 ? gradient : -gradient);
  pair.crowd[1].gradients[0] = -1;
  return pair;
}

TEST(AuditedStability, EverybodyAtTheThreshold) {
  const Neighbours neighbours(at_threshold(kThreshold * 0.9999));
  StableRuns runs(neighbours, Instance::kSoft, kThreshold, kEpsilon, kDelta);
  EXPECT_EQ(runs.score(0), 0);
  EXPECT_EQ(runs.score(1), 1);
  EXPECT_LE(epsilon_of([&](int side) { return runs(side); }, 1000), kEpsilon);
}

// ---- Controls ------------------------------------------------------------------------------------------------------

TEST(StabilityControl, AScoreWithoutItsSteps) {
  const Neighbours neighbours(at_threshold(kThreshold * 0.9999));
  StableRuns runs(neighbours, Instance::kSoft, kThreshold, kEpsilon, kDelta);
  for (auto &stage : runs.terms.stage) stage.step = 0;
  expect_caught("stable release, the threshold the same for all scores", "epsilon", kEpsilon,
                epsilon_of([&](int side) { return runs(side); }, 2000), 2000);
}

TEST(StabilityControl, ALevelThatIsNotDrawn) {
  const Neighbours any(at_score(0));
  const int64_t middle = StableRuns(any, Instance::kSoft, kThreshold, kEpsilon, kDelta).law.top() / 2;
  const Neighbours neighbours(at_score(middle));
  StableRuns runs(neighbours, Instance::kSoft, kThreshold, kEpsilon, kDelta);
  expect_caught("stable release, its level fixed at the middle", "epsilon", kEpsilon,
                epsilon_of([&](int side) { return runs(side, middle) == kBottom ? 1.0 : 0.0; }, 2000), 2000);
}

TEST(StabilityControl, ALawOfTwiceTheEpsilon) {
  const Neighbours any(at_score(0));
  const int64_t score = telling_score(StableRuns(any, Instance::kSoft, kThreshold, 2 * kEpsilon, kDelta).law);
  const Neighbours neighbours(at_score(score));
  StableRuns runs(neighbours, Instance::kSoft, kThreshold, 2 * kEpsilon, kDelta);
  expect_caught("stable release, the law of twice the epsilon", "epsilon", kEpsilon,
                epsilon_of([&](int side) { return runs(side); }, kFewRuns), kFewRuns);
}

TEST(StabilityControl, HalfTheNoise) {
  const Neighbours neighbours(turned(outer_of(Instance::kSoft)));
  StableRuns runs(neighbours, Instance::kSoft, kThreshold, kPointEpsilon, kDelta);
  runs.draw_noise_for(runs.terms.distance / 2);
  expect_caught("stable release, half the noise", "mu of the point", runs.law.mu(), mu_of(runs, kFewRuns), kFewRuns);
}

// What a record can do, for users of ten.
TEST(StabilityControl, RecordsPassedOffAsUsers) {
  constexpr int64_t kRecords = 10;
  const Neighbours neighbours(turned(outer_of(Instance::kSoft), kRecords));
  StableRuns runs(neighbours, Instance::kSoft, kThreshold, kPointEpsilon, kDelta);
  runs.draw_noise_for(runs.terms.distance / kRecords);
  expect_caught("stable release, noise for a record of ten and a user changed", "mu of the point", runs.law.mu(),
                mu_of(runs, 2000), 2000);
}

}  // namespace
