// Audits of DP-SGD-Gradient at worst-case neighbours (noisy_sgd.h): as mini-batch SGD, with one unit a step, of few
// units so that a step is likely to meet the changed one.
#include "audit/noisy_sgd.h"
#include "solve/noisy_gradient/dp_sgd_gradient.h"

namespace {

const NoisySgd kGradient{"DP-SGD-Gradient", DPCVX_METHOD_DP_SGD_GRADIENT, 4, 1, 0.05};

void audit_api(const char *what, int32_t adjacency, int64_t steps, double epsilon, double least,
               const SgdNeighbours &neighbours, int32_t unit = DPCVX_UNIT_RECORD) {
  audit_noisy_sgd(kGradient, what, adjacency, steps, epsilon, least, neighbours, unit);
}

TEST(AuditedSgdGradient, AUnitRemovedFromOneStep) {
  const SgdNeighbours neighbours(kGradient, DPCVX_ADJACENCY_ADD_REMOVE);
  audit_api("1 step, Poisson, a unit removed", DPCVX_ADJACENCY_ADD_REMOVE, 1, 1, 0.99, neighbours);
}

TEST(AuditedSgdGradient, AUnitReplacedInOneStep) {
  const SgdNeighbours neighbours(kGradient, DPCVX_ADJACENCY_REPLACE_ONE);
  audit_api("1 step, one unit, a unit replaced", DPCVX_ADJACENCY_REPLACE_ONE, 1, 1, 0.99, neighbours);
}

// The sum tells less than the sums.
TEST(AuditedSgdGradient, AUnitInFourSteps) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    const SgdNeighbours neighbours(kGradient, adjacency);
    audit_api(adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? "4 steps, Poisson, a unit removed"
                                                      : "4 steps, one unit each, a unit replaced",
              adjacency, 4, 2, 0.65, neighbours);
  }
}

TEST(AuditedSgdGradient, AUserOfFiveRecords) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    const SgdNeighbours neighbours(kGradient, adjacency, 5, true);
    audit_api(adjacency == DPCVX_ADJACENCY_ADD_REMOVE ? "1 step, a user of 5 records removed"
                                                      : "1 step, a user of 5 records replaced",
              adjacency, 1, 1, 0.99, neighbours, DPCVX_UNIT_USER);
  }
}

// ---- controls: runs made wrong below the C API ----

class Wrong : public WrongRun<dpcvx::solve::SgdGradientRun, dpcvx::solve::propose_sgd_gradient> {
 public:
  Wrong(const SgdNeighbours &neighbours, int32_t adjacency)
      : WrongRun(neighbours.side, adjacency, DPCVX_FILTER_BASIC, dpcvx::privacy::approximate(1, kGradient.delta),
                 kGradient.settings()) {}
  double audit() {
    prepare();
    return audited(each([&](int i) { return (*this)(i)[0]; }), {kRuns, kNearlySure, kGradient.delta}).epsilon;
  }
  static constexpr int64_t kRuns = 100000;
};

TEST(SgdGradientControl, Untouched) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    const SgdNeighbours neighbours(kGradient, adjacency);
    const double bound = Wrong(neighbours, adjacency).audit();
    EXPECT_LE(bound, 1);
    EXPECT_GE(bound, 0.6);
  }
}

TEST(SgdGradientControl, HalfTheNoise) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    const SgdNeighbours neighbours(kGradient, adjacency);
    Wrong wrong(neighbours, adjacency);
    wrong.halve_noise();
    expect_caught("DP-SGD-Gradient with half its noise", "epsilon", 1, wrong.audit(), Wrong::kRuns);
  }
}

TEST(SgdGradientControl, TwiceTheRate) {
  for (int32_t adjacency : {DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE}) {
    const SgdNeighbours neighbours(kGradient, adjacency);
    Wrong wrong(neighbours, adjacency);
    for (auto &it : wrong.side) {
      auto &own = it.proposal.own.as<dpcvx::solve::GradientFigures>();
      own.rate *= 2, own.batch *= 2;
    }
    expect_caught("DP-SGD-Gradient at twice the rate that was accounted for", "epsilon", 1, wrong.audit(),
                  Wrong::kRuns);
  }
}

// Noise for removal, and a unit replaced, one of two.
TEST(SgdGradientControl, WrongAdjacency) {
  NoisySgd two = kGradient;
  two.units = 2;
  const SgdNeighbours neighbours(two, -1.0, 1.0, 0.0);
  Wrong wrong(neighbours, DPCVX_ADJACENCY_ADD_REMOVE);
  expect_caught("DP-SGD-Gradient under add/remove, its unit replaced", "epsilon", 1, wrong.audit(), Wrong::kRuns);
}

// Records as units, and a user of five removed whole.
TEST(SgdGradientControl, RecordsForUsers) {
  const SgdNeighbours neighbours(kGradient, DPCVX_ADJACENCY_ADD_REMOVE, 5);
  Wrong wrong(neighbours, DPCVX_ADJACENCY_ADD_REMOVE);
  expect_caught("DP-SGD-Gradient on records, a user of 5 removed", "epsilon", 1, wrong.audit(), Wrong::kRuns);
}

}  // namespace
