// A decision by bounds is that of every number between them.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "random/bernoulli.h"

namespace dpcvx {
namespace random {
namespace {

typedef ExpDecision::Answer Answer;

class Decisions : public ::testing::Test {
 protected:
  void SetUp() override {
    Error error(nullptr, "test");
    ASSERT_EQ(rng_.open_deterministic("decision", 1, error), DPCVX_OK);
  }
  double uniform() { return static_cast<double>(rng_.next() >> 11) * 0x1p-53; }
  Rng rng_;
};

TEST_F(Decisions, BoundsDecideAsWhatIsBetweenThem) {
  int64_t open = 0;
  constexpr int64_t kCount = 200000;
  for (int64_t i = 0; i < kCount; ++i) {
    const double x = 6 * uniform(), width = i % 3 == 0 ? 0.3 : 1e-3;
    const double low = x - width * uniform(), high = x + width * uniform();
    ExpDecision decision(rng_);
    const Answer answer = decision.between(low, high);
    const bool below = decision.at(x);
    if (answer == Answer::kOpen)
      ++open;
    else
      ASSERT_EQ(answer == Answer::kYes, below) << low << " " << x << " " << high;
  }
  EXPECT_GT(open, kCount / 200);
  EXPECT_LT(open, kCount / 10);
}

// 6 standard deviations: a false alarm once in 5e8.
TEST_F(Decisions, HaveTheirProbabilities) {
  for (const double x : {0.0, 0.1, 1.0, 3.0}) {
    constexpr int64_t kCount = 200000;
    int64_t below = 0, decided = 0;
    for (int64_t i = 0; i < kCount; ++i) {
      ExpDecision decision(rng_);
      const Answer answer = decision.between(x - 0.01, x + 0.01);
      decided += answer != Answer::kOpen;
      below += answer == Answer::kOpen ? decision.at(x) : answer == Answer::kYes;
    }
    const double p = std::exp(-x), n = kCount;
    EXPECT_NEAR(static_cast<double>(below) / n, p, 6 * std::sqrt(p * (1 - p) / n)) << x;
    EXPECT_GT(decided, kCount * 0.97);
  }
}

TEST_F(Decisions, AtTheEndsOfTheRange) {
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(ExpDecision(rng_).at(0));
    EXPECT_FALSE(ExpDecision(rng_).at(1600));
    EXPECT_FALSE(ExpDecision(rng_).at(INFINITY));
    EXPECT_EQ(ExpDecision(rng_).between(NAN, NAN), Answer::kOpen);
    EXPECT_EQ(ExpDecision(rng_).between(2, 1), Answer::kOpen);
    EXPECT_EQ(ExpDecision(rng_).between(-INFINITY, INFINITY), Answer::kOpen);
    EXPECT_NE(ExpDecision(rng_).between(1e4, INFINITY), Answer::kYes);
    EXPECT_NE(ExpDecision(rng_).between(-1, 0), Answer::kNo);
  }
}

}  // namespace
}  // namespace random
}  // namespace dpcvx
