// Controls of the audits of DP-SGD-Output: runs made wrong below the C API.
#include "privacy/calibration/calibrate.h"
#include "audit/sgd_output.h"
#include "solve/sgd_output/method.h"
#include "audit/wrong_run.h"

namespace {

class Wrong : public WrongRun<dpcvx::solve::SgdOutputRun, dpcvx::solve::propose_sgd_output> {
 public:
  Wrong(const Setting &setting, const Neighbours &neighbours, int32_t filter, const dpcvx::privacy::Event &price,
        int32_t adjacency = kReplaced)
      : WrongRun(neighbours.side, adjacency, filter, price, settings_of(setting)), setting_(setting) {}

  static dpcvx::solve::Settings settings_of(const Setting &it) {
    dpcvx::solve::Settings settings;
    settings.steps = it.steps;
    settings.step_size = it.step_size;
    settings.tail_average_fraction = it.average;
    settings.smoothing = 0;
    settings.order = it.order;
    return settings;
  }
  NormalScores law() { return scores(setting_, dpcvx::mechanism::noise_scale(side[0].proposal.noise_plan)); }
  AuditFigures audit(int64_t runs = usual_runs()) {
    prepare();
    return audited(each([&](int i) { return score(setting_, (*this)(i)); }), {runs, kNearlySure, kOutputDelta});
  }
  // What was made wrong must be seen, and is foreseen to be.
  void expect_caught_mu(const char *what, double mu) {
    const int64_t runs = usual_runs();
    EXPECT_GT(law().foreseen_mu(runs), mu) << what;
    expect_caught(what, "mu", mu, audit(runs).mu, runs);
  }

 private:
  const Setting &setting_;
};

const dpcvx::privacy::Event kOne = dpcvx::privacy::gdp(1);

TEST(SgdOutputControl, Untouched) {
  const Setting setting = passes(1);
  const Neighbours neighbours(setting);
  const double bound = Wrong(setting, neighbours, DPCVX_FILTER_GDP, kOne).audit().mu;
  EXPECT_LE(bound, 1);
  EXPECT_GE(bound, to_reach(0.85));
}

TEST(SgdOutputControl, HalfTheNoise) {
  const Setting setting = passes(1);
  const Neighbours neighbours(setting);
  Wrong wrong(setting, neighbours, DPCVX_FILTER_GDP, kOne);
  wrong.halve_noise();
  wrong.expect_caught_mu("DP-SGD-Output with half its noise", 1);
}

// As if kinks let nothing grow: noise for the one touch.
TEST(SgdOutputControl, NoGrowth) {
  const Setting setting = crowd(32);
  const Neighbours neighbours(setting);
  Wrong wrong(setting, neighbours, DPCVX_FILTER_GDP, kOne);
  wrong.draw_noise_for(2 * kStep, 1);
  wrong.expect_caught_mu("DP-SGD-Output, absolute loss, noise without the growth at kinks", 1);
}

// Noise for a unit that is left out, and one is replaced.
TEST(SgdOutputControl, WrongAdjacency) {
  Setting setting = passes(1);
  setting.steps = 2 * setting.places();  // a pass over twice as many places
  const Neighbours neighbours(setting);
  Wrong wrong(setting, neighbours, DPCVX_FILTER_GDP, kOne, kRemoved);
  setting.steps = setting.places();  // as the law has it: one touch
  wrong.expect_caught_mu("DP-SGD-Output under add/remove, its unit replaced", 1);
}

// Noise for as many touches as are to be expected, T / n = 1 / 10 of one. (Of many touches, noise for their expected
// number would hide whether they were a few more from someone who does not know the order.)
TEST(SgdOutputControl, ExpectedTouches) {
  const double epsilon = 1;
  const int64_t runs = 300000;
  const Setting setting = sampled(20, 2);
  const Neighbours neighbours(setting);
  Wrong wrong(setting, neighbours, DPCVX_FILTER_BASIC, dpcvx::privacy::approximate(epsilon, kOutputDelta));
  wrong.draw_noise_for(0.1 * 2 * kStep, dpcvx::privacy::calibrate_gdp(epsilon, kOutputDelta));
  EXPECT_GT(wrong.law().foreseen_epsilon(kOutputDelta, runs), epsilon);
  expect_caught("DP-SGD-Output, sampled order, noise for the expected number of touches", "epsilon", epsilon,
                wrong.audit(runs).epsilon, runs);
}

// Records are the units, and the five of one user are replaced.
TEST(SgdOutputControl, RecordsForUsers) {
  Setting setting = passes(1);
  setting.records = 5;
  setting.steps = setting.places();
  const Neighbours neighbours(setting);
  Wrong wrong(setting, neighbours, DPCVX_FILTER_GDP, kOne);
  wrong.expect_caught_mu("DP-SGD-Output on records, a user of 5 replaced", 1);
}

}  // namespace
