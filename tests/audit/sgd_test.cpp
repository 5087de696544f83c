// Audits of mini-batch noisy SGD at worst-case neighbours (noisy_sgd.h).
#include "audit/noisy_sgd.h"
#include "solve/noisy_gradient/minibatch.h"

namespace {

const NoisySgd kSgd{"noisy SGD", DPCVX_METHOD_NOISY_SGD, 20, 8, 0.05};

void audit_api(const char *what, int32_t adjacency, int64_t steps, double epsilon, double least,
               const SgdNeighbours &neighbours, int32_t unit = DPCVX_UNIT_RECORD) {
  audit_noisy_sgd(kSgd, what, adjacency, steps, epsilon, least, neighbours, unit);
}

TEST(AuditedSgd, AUnitRemovedFromOneStep) {
  const SgdNeighbours neighbours(kSgd, DPCVX_ADJACENCY_ADD_REMOVE);
  audit_api("1 step, Poisson, a unit removed", DPCVX_ADJACENCY_ADD_REMOVE, 1, 1, 0.99, neighbours);
}

TEST(AuditedSgd, AUnitReplacedInOneStep) {
  const SgdNeighbours neighbours(kSgd, DPCVX_ADJACENCY_REPLACE_ONE);
  audit_api("1 step, fixed size, a unit replaced", DPCVX_ADJACENCY_REPLACE_ONE, 1, 1, 0.99, neighbours);
}

// The sum tells less than the sums.
TEST(AuditedSgd, AUnitRemovedFromFiveSteps) {
  const SgdNeighbours neighbours(kSgd, DPCVX_ADJACENCY_ADD_REMOVE);
  audit_api("5 steps, Poisson, a unit removed", DPCVX_ADJACENCY_ADD_REMOVE, 5, 2, 0.8, neighbours);
}

TEST(AuditedSgd, AUnitReplacedInFiveSteps) {
  const SgdNeighbours neighbours(kSgd, DPCVX_ADJACENCY_REPLACE_ONE);
  audit_api("5 steps, fixed size, a unit replaced", DPCVX_ADJACENCY_REPLACE_ONE, 5, 2, 0.8, neighbours);
}

TEST(AuditedSgd, AUserOfFiveRecordsRemoved) {
  const SgdNeighbours neighbours(kSgd, DPCVX_ADJACENCY_ADD_REMOVE, 5, true);
  audit_api("1 step, a user of 5 records removed", DPCVX_ADJACENCY_ADD_REMOVE, 1, 1, 0.99, neighbours, DPCVX_UNIT_USER);
}

// In one dimension the scale stays 1, and records keep the first radius: sums weigh alike.
TEST(AuditedSgd, AUnitReplacedWithAnAdaptiveClip) {
  NoisySgd sgd = kSgd;
  sgd.clipping = DPCVX_CLIPPING_ADAPTIVE;
  const SgdNeighbours neighbours(sgd, DPCVX_ADJACENCY_REPLACE_ONE);
  audit_noisy_sgd(sgd, "1 step, adaptive clip, a unit replaced", DPCVX_ADJACENCY_REPLACE_ONE, 1, 1, 0.99, neighbours);
  audit_noisy_sgd(sgd, "5 steps, adaptive clip, a unit replaced", DPCVX_ADJACENCY_REPLACE_ONE, 5, 2, 0.8, neighbours);
}

// ---- controls: runs made wrong below the C API ----

class Wrong : public WrongRun<dpcvx::solve::MinibatchRun, dpcvx::solve::propose_sgd> {
 public:
  Wrong(const SgdNeighbours &neighbours, int32_t adjacency, double epsilon)
      : WrongRun(neighbours.side, adjacency, DPCVX_FILTER_BASIC, dpcvx::privacy::approximate(epsilon, kSgd.delta),
                 kSgd.settings()) {}
  double audit() {
    prepare();
    return audited(each([&](int i) { return (*this)(i)[0]; }), {kRuns, kNearlySure, kSgd.delta}).epsilon;
  }
  static constexpr int64_t kRuns = 100000;
};

TEST(SgdControl, Untouched) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    const SgdNeighbours neighbours(kSgd, adjacency);
    const double bound = Wrong(neighbours, adjacency, 1).audit();
    EXPECT_LE(bound, 1);
    EXPECT_GE(bound, 0.6);
  }
}

TEST(SgdControl, HalfTheNoise) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    const SgdNeighbours neighbours(kSgd, adjacency);
    Wrong wrong(neighbours, adjacency, 1);
    wrong.halve_noise();
    expect_caught("noisy SGD with half its noise", "epsilon", 1, wrong.audit(), Wrong::kRuns);
  }
}

TEST(SgdControl, TwiceTheRate) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    const SgdNeighbours neighbours(kSgd, adjacency);
    Wrong wrong(neighbours, adjacency, 1);
    for (auto &it : wrong.side) {
      auto &own = it.proposal.own.as<dpcvx::solve::GradientFigures>();
      own.rate *= 2, own.batch *= 2;
    }
    expect_caught("noisy SGD at twice the rate that was accounted for", "epsilon", 1, wrong.audit(), Wrong::kRuns);
  }
}

// Noise for removal, and a unit replaced.
TEST(SgdControl, WrongAdjacency) {
  const SgdNeighbours neighbours(kSgd, -1.0, 1.0, 0.0);
  Wrong wrong(neighbours, DPCVX_ADJACENCY_ADD_REMOVE, 1);
  expect_caught("noisy SGD under add/remove, its unit replaced", "epsilon", 1, wrong.audit(), Wrong::kRuns);
}

// Records clipped and sampled one by one, and a user of five removed whole: the API refuses it, and here is why.
TEST(SgdControl, RecordsForUsers) {
  const SgdNeighbours neighbours(kSgd, DPCVX_ADJACENCY_ADD_REMOVE, 5);
  dpcvx_error error{};
  Subject subject("records", DPCVX_FILTER_BASIC, Subject::approximate(1, kSgd.delta), DPCVX_ADJACENCY_ADD_REMOVE,
                  DPCVX_UNIT_USER);
  dpcvx_plan *plan = nullptr;
  EXPECT_EQ(dpcvx_plan_create(subject.budget(), subject.price(), neighbours.side[0], DPCVX_METHOD_NOISY_SGD, nullptr,
                              &plan, &error),
            DPCVX_ERR_UNSUPPORTED);
  Wrong wrong(neighbours, DPCVX_ADJACENCY_ADD_REMOVE, 1);
  expect_caught("noisy SGD on records, a user of 5 removed", "epsilon", 1, wrong.audit(), Wrong::kRuns);
}

}  // namespace
