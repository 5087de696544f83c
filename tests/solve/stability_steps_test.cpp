// Tries to break what stable minima rest on: how far one user moves the distances, the score and the point, against
// the constants of solve/stability_terms.h.
#include "solve/stability_search.h"

#include <gtest/gtest.h>

#include "evidence.h"

namespace {

using namespace search;

// DPCVX_AUDIT=1: ten times as many pairs.
int64_t pairs_to_try() { return std::getenv("DPCVX_AUDIT") != nullptr ? 1000000 : 100000; }

TEST(StabilitySteps, NoPairOfNeighboursPassesABound) {
  Tally tally;
  std::mt19937_64 bits(20231105);
  while (tally.pairs < pairs_to_try()) climb(bits, Control::kNone, &tally);
  for (int k = 0; k < kRatios; ++k) EXPECT_LE(tally.most.of[k], 1) << kRatioNames[k];
  EXPECT_EQ(tally.score_violations, 0);
  EXPECT_EQ(tally.family_violations, 0);
  EXPECT_GT(tally.close_pairs, tally.pairs / 4);
  EXPECT_GT(tally.family_pairs, tally.pairs / 4);
  evidence("stability steps",
           "%lld pairs (%lld close, %lld of a family); largest ratio to its bound: c in the first stage %.3f, in later "
           "ones %.3f, drift %.3f and %.3f, soft point %.3f, of several stages %.3f, hard point %.3f",
           static_cast<long long>(tally.pairs), static_cast<long long>(tally.close_pairs),
           static_cast<long long>(tally.family_pairs), tally.most.of[kFirstStep], tally.most.of[kLaterStep],
           tally.most.of[kFirstDrift], tally.most.of[kLaterDrift], tally.most.of[kSoft], tally.most.of[kStaged],
           tally.most.of[kHard]);
}

}  // namespace
