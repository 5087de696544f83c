// Every question about composed privacy losses ends within a bound on its work.
#include <algorithm>
#include <vector>

#include "audit/generator.h"
#include "privacy/helpers.h"
#include "privacy/pld/pld_composition.h"
#include "support/cpu_clock.h"
#include "support/evidence.h"

namespace dpcvx {
namespace privacy {
namespace {

// A grid has at most 2^14 points, a transform 2^18 frequencies. An answer needs at most 8 cuts or tilts, and each some
// 20 grids that halve.
constexpr int64_t kMostWork = int64_t{1} << 26;

// Where grids once stood still: centres so far out that neighbouring points are no longer one step apart.
TEST(Work, GridsFarOutMoveOn) {
  EXPECT_NEAR(epsilon_of(curve_of({poisson_gaussian(0.01, 1 - 0x1p-53, 2)}), 1e-6), 10739, 70);
  EXPECT_NEAR(epsilon_of(curve_of({poisson_gaussian(0.0961, 1 - 9e-15, 100)}), 1e-6), 5957, 60);
  EXPECT_LT(epsilon_of(curve_of({poisson_gaussian(0.031, 1 - 1.6e-14, 3)}), 1e-6), 1900);
  EXPECT_LT(epsilon_of(curve_of({poisson_gaussian(0.2937, 0.681, 10)}), 1e-200), 380);
}

// An answer about 10^5 sampled steps: both orders, as of one curve. The time is of this machine, and is not tested.
TEST(Work, OfManySampledStepsIsLittle) {
  int64_t most = 0;
  double slowest = 0;
  for (double rate : {1e-5, 1e-3, 0.1, 0.9})
    for (const bool of_epsilon : {false, true}) {
      const std::vector<LossPart> steps = {{poisson_gaussian(1.1, rate, 100000)}};
      const double start = cpu_seconds();
      LossScratch scratch;
      for (const bool reversed : {false, true}) {
        LossSum sum(scratch);
        double answer = 0;
        ASSERT_TRUE(sum.prepare(steps.data(), steps.size(), reversed));
        ASSERT_TRUE(of_epsilon ? sum.epsilon(1e-6, 0, &answer) : sum.delta(1, 0, &answer));
        EXPECT_TRUE(answer >= 0);
      }
      slowest = std::max(slowest, cpu_seconds() - start);
      most = std::max(most, scratch.work);
    }
  EXPECT_LT(most, 6000000);
  evidence("accounting", "10^5 sampled steps: an answer takes at most %.2g points and frequencies, %.0f ms here",
           static_cast<double>(most), 1e3 * slowest);
}

Event random_event(Inputs &inputs) {
  const double rare = std::exp(-inputs.uniform(0, 40)), often = 1 - std::exp(-inputs.uniform(0.01, 36));
  const double rate = inputs.below(2) == 0 ? rare : often, sigma = inputs.log_uniform(0.005, 500);
  const int64_t count = static_cast<int64_t>(inputs.log_uniform(1, inputs.below(2) == 0 ? 20 : 1e9));
  switch (inputs.below(6)) {
    case 0:
      return pure(inputs.log_uniform(1e-11, 500), count);
    case 1:
      return gdp(inputs.log_uniform(1e-11, 1000));
    case 2:
      return laplace(inputs.log_uniform(1e-2, 1e10), count);
    case 3:
      return bounded_range(inputs.log_uniform(1e-11, 500), count);
    case 4:
      return fixed_size_gaussian(sigma, rate, count);
    default:
      return poisson_gaussian(sigma, rate, count);
  }
}

TEST(Work, OfRandomQuestionsIsBounded) {
  const int questions = long_audits() ? 2000 : 45;
  Inputs inputs(2024);
  int64_t most = 0;
  int asked = 0;
  for (int i = 0; i < questions; ++i) {
    std::vector<LossPart> events;
    for (int64_t parts = 1 + inputs.below(4); parts > 0; --parts) {
      const Event event = random_event(inputs);
      if (Profile::exists({event})) events.push_back({event});
    }
    if (events.empty()) continue;
    LossScratch scratch;
    LossSum sum(scratch);
    const bool reversed = inputs.below(2) == 1;
    const double at = inputs.log_uniform(1e-9, 1e5), delta = std::exp(-inputs.uniform(0, i % 5 == 0 ? 600 : 60));
    double answer = 0;
    ASSERT_TRUE(sum.prepare(events.data(), events.size(), reversed));
    ASSERT_TRUE(i % 3 == 0   ? sum.epsilon(delta, 0, &answer)
                : i % 3 == 1 ? sum.delta(at, 0, &answer)
                             : sum.attained(at, 0, &answer));
    EXPECT_FALSE(std::isnan(answer));
    EXPECT_LE(scratch.work, kMostWork) << i;
    most = std::max(most, scratch.work);
    ++asked;
  }
  evidence("accounting",
           "%d random questions about composed losses: all answered, with at most %.2g points and frequencies", asked,
           static_cast<double>(most));
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
