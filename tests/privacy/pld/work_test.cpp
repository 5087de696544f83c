// Every question about composed privacy losses ends within a bound on its work.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "audit/generator.h"
#include "privacy/helpers.h"
#include "privacy/pld/pld_composition.h"
#include "privacy/pld/tight.h"
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
        sum.prepare(steps.data(), steps.size(), reversed);
        ASSERT_TRUE(of_epsilon ? sum.epsilon(1e-6, 0, &answer) : sum.delta(1, 0, &answer));
        EXPECT_TRUE(answer >= 0);
      }
      slowest = std::max(slowest, cpu_seconds() - start);
      most = std::max(most, scratch.work);
    }
  EXPECT_LT(most, 8000000);
  evidence("accounting", "10^5 sampled steps: an answer takes at most %.2g points and frequencies, %.0f ms here",
           static_cast<double>(most), 1e3 * slowest);
}

// Parameters far beyond what anybody would use, and events of every kind without a table.
Event random_event(Inputs &inputs) {
  const double rare = std::exp(-inputs.uniform(0, 40)), often = 1 - std::exp(-inputs.uniform(0.01, 36));
  const double rate = inputs.below(2) == 0 ? rare : often, sigma = inputs.log_uniform(0.005, 500);
  const int64_t count = static_cast<int64_t>(inputs.log_uniform(1, inputs.below(2) == 0 ? 20 : 1e9));
  const double epsilon = inputs.log_uniform(1e-11, 500), noise = inputs.log_uniform(1e-2, 1e10);
  const double whole = std::floor(inputs.log_uniform(1, 100));
  switch (inputs.below(16)) {
    case 0:
      return pure(epsilon, count);
    case 1:
      return gdp(inputs.log_uniform(1e-11, 1000));
    case 2:
      return laplace(noise, count);
    case 3:
      return bounded_range(epsilon, count);
    case 4:
    case 5:
      return fixed_size_gaussian(sigma, rate, count);
    case 6:
      return zcdp(inputs.log_uniform(1e-12, 1e3), count);
    case 7:
      return approximate(inputs.log_uniform(1e-3, 5), inputs.log_uniform(1e-15, 0.1), count);
    case 8:
      return randomized_response(inputs.uniform(0.01, 0.99), 1 + whole, count);
    case 9:
      return discrete_laplace(inputs.log_uniform(1e-3, 5), whole, count);
    case 10:
      return discrete_gaussian(inputs.log_uniform(0.2, 100), 1 + inputs.below(3), count);
    case 11:
      return on_batch(laplace(inputs.log_uniform(0.1, 50), count), Sampling::kPoisson, rate);
    case 12:
      return on_batch(discrete_laplace(inputs.log_uniform(1e-2, 3), 1, count), Sampling::kFixedSize, rate);
    default:
      return poisson_gaussian(sigma, rate, count);
  }
}

// Counts what was asked, and the most work that it took.
struct Asked {
  int64_t epsilons = 0, deltas = 0, lower_ends = 0, most = 0;
  double slowest = 0;
};

// Asks about one order of the laws of a random composition, split as accounting does. An epsilon takes the most work.
void ask(Inputs &inputs, int64_t index, LossMemory &memory, Asked *asked) {
  Error error(nullptr, "test");
  const int64_t what = inputs.below(12);
  const bool from_below = what > 5, of_epsilon = what == 0, reversed = inputs.below(2) == 0;
  Curve curve;
  for (int64_t parts = 1 + inputs.below(4); parts > 0; --parts)
    ASSERT_EQ(curve.add(random_event(inputs), error), DPCVX_OK) << index;
  const double at = inputs.log_uniform(1e-9, 1e5), delta = std::exp(-inputs.uniform(0, index % 5 == 0 ? 600 : 60));
  const Accuracy accuracy = inputs.below(3) == 0   ? Accuracy::kFine
                            : inputs.below(2) == 0 ? Accuracy::kGood
                                                   : Accuracy::kRough;
  const double start = cpu_seconds();
  LossParts &parts = from_below ? memory.attained : memory.parts;
  ASSERT_EQ(parts.split(curve, from_below, error), DPCVX_OK);
  if (parts.size() == 0) return;
  LossSum sum(memory.sums);
  memory.sums.work = 0;
  double answer = 0;
  sum.prepare(parts.data(), parts.size(), reversed, accuracy);
  ASSERT_TRUE(from_below   ? sum.attained(at, delta, &answer)
              : of_epsilon ? sum.epsilon(delta, 0, &answer)
                           : sum.delta(at, 0, &answer));
  ASSERT_FALSE(std::isnan(answer)) << index;
  ASSERT_LE(memory.sums.work, kMostWork) << index;
  asked->most = std::max(asked->most, memory.sums.work);
  asked->slowest = std::max(asked->slowest, cpu_seconds() - start);
  ++(from_below ? asked->lower_ends : of_epsilon ? asked->epsilons : asked->deltas);
}

TEST(Work, OfRandomQuestionsIsBounded) {
  long long first = 0, count = long_audits() ? 2000 : 45;
  const char *const part = std::getenv("DPCVX_QUESTIONS");  // "FIRST:COUNT", to share the work
  if (part != nullptr) {
    ASSERT_EQ(std::sscanf(part, "%lld:%lld", &first, &count), 2);
  }
  LossMemory memory;
  Asked asked;
  for (int64_t i = first; i < first + count && !HasFatalFailure(); ++i) {
    Inputs inputs(0x7a5c0000 + static_cast<uint64_t>(i) * 0x9e3779b97f4a7c15);
    ask(inputs, i, memory, &asked);
  }
  const int64_t all = asked.epsilons + asked.deltas + asked.lower_ends;
  EXPECT_GT(all, count / 2);
  evidence(
      "accounting",
      "%lld random questions: %lld epsilons, %lld deltas and %lld lower ends of composed losses, all answered, with "
      "at most %.2g points and frequencies, %.2g s here",
      count, static_cast<long long>(asked.epsilons), static_cast<long long>(asked.deltas),
      static_cast<long long>(asked.lower_ends), static_cast<double>(asked.most), asked.slowest);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
