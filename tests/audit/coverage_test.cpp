// The bounds fail at most at their stated rate, come near the truth, and catch a claim that is false.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "audit/bound.h"
#include "support/cpu_clock.h"
#include "support/evidence.h"
#include "audit/generator.h"

namespace dpcvx::audit {
namespace {

double exact_answer(Generator &random, double epsilon, int side) {
  const bool truth = random.uniform() * (1 + std::exp(-epsilon)) < 1;
  return truth ? side : 1 - side;
}

// How often the bound on epsilon, or on mu, exceeds the truth in many small audits.
int64_t failures(int64_t trials, AuditSize size, const Release &release, double AuditFigures::*figure, double truth) {
  int64_t failed = 0;
  for (int64_t i = 0; i < trials; ++i) failed += audited(release, size).*figure > truth;
  return failed;
}

TEST(Coverage, RandomizedResponseIsExact) {
  Generator random(1);
  const int64_t trials = 20000;
  const int64_t failed = failures(trials, {400, 0.8}, each([&](int side) { return exact_answer(random, 1, side); }),
                                  &AuditFigures::epsilon, 1);
  EXPECT_LE(failed, max_failures(trials, 0.2));
  EXPECT_GT(failed, 0);  // not vacuous
  evidence("audit", "coverage, randomized response at epsilon 1, stated failure rate 0.2: %.4f of %d audits",
           static_cast<double>(failed) / trials, static_cast<int>(trials));
}

TEST(Coverage, GaussianMu) {
  Generator random(2);
  const int64_t trials = long_audits() ? 2000 : 1000;
  const int64_t failed =
      failures(trials, {1000, 0.8}, each([&](int side) { return random.normal() + side; }), &AuditFigures::mu, 1);
  EXPECT_LE(failed, max_failures(trials, 0.2));
  EXPECT_GT(failed, 0);
  evidence("audit", "coverage, Gaussian at mu 1, stated failure rate 0.2: %.4f of %d audits",
           static_cast<double>(failed) / trials, static_cast<int>(trials));
}

// Gaussian noise at mu = 1 is (1, delta_1(1))-private and no better.
TEST(Coverage, EpsilonAtDelta) {
  Generator random(3);
  const double delta = 0.5 * std::erfc(0.5 * M_SQRT1_2) - std::exp(1.0) * 0.5 * std::erfc(1.5 * M_SQRT1_2);
  const int64_t trials = long_audits() ? 2000 : 1000;
  const int64_t failed = failures(trials, {1000, 0.8, delta}, each([&](int side) { return random.normal() - side; }),
                                  &AuditFigures::epsilon, 1);
  EXPECT_LE(failed, max_failures(trials, 0.2));
  EXPECT_GT(failed, 0);
  evidence("audit", "coverage, Gaussian epsilon 1 at delta %.4f, stated failure rate 0.2: %.4f of %d audits", delta,
           static_cast<double>(failed) / trials, static_cast<int>(trials));
}

// The greatest bound over thresholds at every tenth score, each counted on the very samples it is chosen from.
double bound_without_splitting(const Release &release, size_t runs, double confidence) {
  std::vector<double> scores[2];
  for (int side = 0; side < 2; ++side) {
    scores[side].resize(runs);
    release(side, runs, scores[side].data());
  }
  double best = 0;
  for (size_t i = 0; i < runs; i += 10) {
    const auto above = [&](int side) {
      return std::count_if(scores[side].begin(), scores[side].end(), [&](double s) { return s > scores[0][i]; });
    };
    const int64_t all = static_cast<int64_t>(runs), one = above(1), zero = above(0);
    const EventCounts counts = one > zero ? EventCounts{one, zero, all} : EventCounts{all - one, all - zero, all};
    best = std::fmax(best, epsilon_lower(counts, 0, confidence));
  }
  return best;
}

// A release that does not depend on the data: here the choice of the event matters most. The control chooses it on the
// samples that are counted, and fails far beyond the rate.
TEST(Coverage, ChoosingAndCountingApartIsNeeded) {
  Generator random(4);
  const Release release = each([&](int) { return random.normal(); });
  const int64_t trials = long_audits() ? 2000 : 500, controls = 200;
  const int64_t failed = failures(trials, {2000, 0.8}, release, &AuditFigures::epsilon, 0);
  EXPECT_LE(failed, max_failures(trials, 0.2));
  int64_t control = 0;
  for (int64_t i = 0; i < controls; ++i) control += bound_without_splitting(release, 1000, 0.8) > 0;
  EXPECT_GT(control, max_failures(controls, 0.2));
  evidence("audit",
           "coverage, constant release, stated failure rate 0.2: %.4f; event chosen on the counted samples: %.4f",
           static_cast<double>(failed) / trials, static_cast<double>(control) / controls);
}

struct Tightness {
  const char *name;
  double truth, least;  // the bound must lie in [least, truth]; false alarm 2e-9: the confidence is 1 - 1e-9
  double AuditFigures::*figure;
  Release release;
};

TEST(Tightness, NearTheTruthAtAMillionRuns) {
  Generator random(5);
  const double near_one = 1 - 1e-9;
  const Tightness cases[] = {
      {"randomized response, epsilon", 1, 0.96, &AuditFigures::epsilon,
       each([&](int side) { return exact_answer(random, 1, side); })},
      {"Laplace, epsilon", 1, 0.96, &AuditFigures::epsilon, each([&](int side) { return random.laplace() + side; })},
      {"Laplace with the scores' sign turned, epsilon", 1, 0.96, &AuditFigures::epsilon,
       each([&](int side) { return random.laplace() - side; })},
      {"geometric, epsilon", 1, 0.96, &AuditFigures::epsilon,
       each([&](int side) {  // a difference of two geometric draws has pmf proportional to exp(-|k|)
         return std::floor(-std::log(random.uniform())) - std::floor(-std::log(random.uniform())) + side;
       })},
      {"Gaussian, mu", 1, 0.96, &AuditFigures::mu, each([&](int side) { return random.normal() + side; })},
      {"Gaussian, mu 0.1", 0.1, 0.06, &AuditFigures::mu, each([&](int side) { return random.normal() + 0.1 * side; })},
  };
  for (const Tightness &c : cases) {
    const double sure = audited(c.release, {1000000, near_one}).*c.figure;
    EXPECT_LE(sure, c.truth) << c.name;
    EXPECT_GE(sure, c.least) << c.name;
    const double usual = audited(c.release, {long_audits() ? 1000000 : 100000}).*c.figure;
    evidence("audit", "%s: true %g, bound with 10^6 runs a side %.4f at 1 - 1e-9, with %s %.4f at 95 %%", c.name,
             c.truth, sure, long_audits() ? "as many" : "10^5", usual);
  }
}

// Noise 5 % short at 10^6 runs, at a confidence of 1 - 1e-9. Power: at mu = 1 the test at the midpoint has two error
// rates of 0.31, each known to 0.00065; at z = 6.1 for the confidence that is an error of 0.0057 each in the bound on
// mu (density 0.35): together 0.023 below 1 / 0.95 = 1.053, standard deviation 0.003.
TEST(Power, NoiseFivePercentShortIsCaught) {
  Generator random(6);
  const AuditFigures honest = audited(each([&](int side) { return random.normal() + side; }), {1000000, 1 - 1e-9});
  const AuditFigures wrong =
      audited(each([&](int side) { return 0.95 * random.normal() + side; }), {1000000, 1 - 1e-9});
  EXPECT_LE(honest.mu, 1);
  EXPECT_GT(wrong.mu, 1);
}

TEST(Size, TenMillionRunsInSeconds) {
  Generator random(7);
  const int64_t runs = 10000000;
  double release_seconds = 0;
  const Release release = [&](int side, size_t count, double *scores) {
    const double start = cpu_seconds();
    for (size_t i = 0; i < count; ++i) scores[i] = random.uniform() + side * 0.5;
    release_seconds += cpu_seconds() - start;
  };
  const double start = cpu_seconds();
  const AuditFigures figures = audited(release, {runs, 0.95, 0.25});
  const double seconds = cpu_seconds() - start;
  EXPECT_GT(figures.epsilon, 3);  // mass 1/2 on side 1 alone
  evidence("audit", "10^7 runs a side: %.2f s besides the release's own %.2f s", seconds - release_seconds,
           release_seconds);
}

}  // namespace
}  // namespace dpcvx::audit
