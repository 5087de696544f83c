// Epsilon at a delta undoes delta at an epsilon for a few steps of rarely sampled noise, whose sums have two scales.
#include <algorithm>
#include <vector>

#include "audit/generator.h"
#include "privacy/helpers.h"
#include "privacy/pld/brackets.h"
#include "privacy/pld/pld_composition.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

struct Question {
  Event steps;
  double epsilon;
};

// The tilt for the rare losses is a fixed point of the search in each of them.
std::vector<Question> cliffs() {
  return {{poisson_gaussian(0.7153533582973394, 0.000487160462458364, 2), 0.1167},
          {fixed_size_gaussian(0.6897317, 1.18837e-5, 2), 0.0342},
          {poisson_gaussian(0.478668, 1.40884e-5, 2), 1.223},
          {fixed_size_gaussian(0.7192598723, 0.00276158945, 2), 0.262},
          {fixed_size_gaussian(0.535556, 0.0006449899, 2), 1.729},
          {fixed_size_gaussian(0.89039, 0.000396633, 2), 0.0403},
          {fixed_size_gaussian(0.5147089583, 2.977052250e-6, 2), 0.040061},
          {poisson_gaussian(1.00959, 0.00190035, 3), 0.0514},
          {poisson_gaussian(0.467911, 3.34022e-6, 7), 0.1013}};
}

TEST(FewSteps, EpsilonUndoesDelta) {
  std::vector<Question> questions = cliffs();
  Inputs inputs(64);
  for (int i = long_audits() ? 200 : 3; i > 0; --i) {
    const double sigma = inputs.log_uniform(0.4, 1.26), rate = inputs.log_uniform(1e-6, 1e-2);
    const auto count = static_cast<int64_t>(inputs.log_uniform(1, 100));
    const bool fixed = inputs.below(2) == 1;
    questions.push_back({fixed ? fixed_size_gaussian(sigma, rate, count) : poisson_gaussian(sigma, rate, count),
                         inputs.log_uniform(0.03, 3)});
  }
  double most = 0;
  int asked = 0;
  for (const Question &question : questions) {
    const Curve curve = curve_of({question.steps});
    const double delta = delta_of(curve, question.epsilon);
    if (!(delta > 1e-13 && delta < 0.01)) continue;
    const double ratio = epsilon_of(curve, delta) / question.epsilon;
    // Bounds of the least deltas are looser: 1 % of epsilon was seen at 8e-13.
    EXPECT_LT(ratio, delta < 1e-11 ? 1.02 : 1.003)
        << question.steps.count << " steps at epsilon " << question.epsilon << ", delta " << delta;
    EXPECT_GT(ratio, 0.997) << question.steps.count << " steps at epsilon " << question.epsilon;
    most = std::max(most, ratio);
    ++asked;
  }
  EXPECT_GT(asked, 8);
  evidence("accounting", "epsilon(delta(e)) of %d questions about few steps is at most %.4f e", asked, most);
}

// References by connected dots on grids of 10^-7 and 2 10^-7, with tails in closed form.
TEST(FewSteps, DeltaIsTight) {
  const Interval ends = bounds_of(curve_of({poisson_gaussian(0.467911, 3.34022e-6, 7)}), 0.1);
  constexpr double kTruth = 6.277386e-10;
  EXPECT_GE(ends.high, kTruth * (1 - 1e-6));
  EXPECT_LT(ends.high, kTruth * 1.0005);
  EXPECT_LE(ends.low, kTruth * (1 + 1e-6));
  EXPECT_GT(ends.low, kTruth * 0.99);
}

TEST(FewSteps, EpsilonFallsWithDelta) {
  size_t cell = 0;
  for (const Question &question : cliffs()) {
    if (!cell_taken(cell++, 2)) continue;
    const Curve curve = curve_of({question.steps});
    const double delta = delta_of(curve, question.epsilon);
    double last = INFINITY;
    for (double share : {0.25, 0.7, 1.0, 2.0}) {
      if (!long_audits() && share != 0.7 && share != 1) continue;
      const double epsilon = epsilon_of(curve, share * delta);
      EXPECT_LT(epsilon, last) << share << " of delta at epsilon " << question.epsilon;
      last = epsilon;
    }
  }
}

TEST(FewSteps, WorkIsBounded) {
  int64_t most = 0;
  size_t cell = 1;  // those that the test above leaves out
  for (const Question &question : cliffs()) {
    if (!cell_taken(cell++, 2)) continue;
    const std::vector<LossPart> steps = {{question.steps}};
    const double delta = delta_of(curve_of({question.steps}), question.epsilon);
    for (const bool reversed : {false, true}) {
      LossScratch scratch;
      LossSum sum(scratch);
      double epsilon = 0;
      sum.prepare(steps.data(), steps.size(), reversed);
      ASSERT_TRUE(sum.epsilon(delta, 0, &epsilon));
      most = std::max(most, scratch.work);
    }
  }
  EXPECT_LT(most, int64_t{1} << 23);
  evidence("accounting", "epsilon of few steps takes at most %.2g points and frequencies", static_cast<double>(most));
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
