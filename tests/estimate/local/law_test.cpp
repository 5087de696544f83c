// The laws of reports: privacy by integers, over all pairs of values and all outputs, and draws that follow the laws.
#include "estimate/local/locals.h"
#include "support/evidence.h"

using namespace locals;

namespace {

// All protocols whose outputs can be listed.
std::vector<Protocol> small_protocols(double epsilon) {
  return {frequencies(2, epsilon, DPCVX_LOCAL_RANDOMIZER_RESPONSE),
          frequencies(5, epsilon, DPCVX_LOCAL_RANDOMIZER_RESPONSE),
          frequencies(3, epsilon, DPCVX_LOCAL_RANDOMIZER_HASHING),
          frequencies(30, epsilon, DPCVX_LOCAL_RANDOMIZER_HASHING),
          mean(-1, 3, epsilon, DPCVX_LOCAL_RANDOMIZER_ONE_BIT),
          mean(-1, 3, epsilon, DPCVX_LOCAL_RANDOMIZER_WINDOW)};
}

// Whether favoured <= e^epsilon other, in integers: divided by what both share, and less `other` on both sides, it is
//
//   (2^64 - R) classes <= (e^epsilon - 1) R,   R = 2^64 times the probability of replacement
//
// with e^epsilon - 1 rounded down to 62 bits.
bool is_private(const Protocol &it) {
  const unsigned __int128 replaced = static_cast<unsigned __int128>(it.plan.last_replaced) + 1;
  const unsigned __int128 kept = (static_cast<unsigned __int128>(1) << 64) - replaced;
  const long double gain = std::expm1(static_cast<long double>(it.epsilon)) * (1 - 0x1p-61L);
  const int bits = 61 - std::ilogb(gain);
  const auto scaled = static_cast<unsigned __int128>(std::floor(std::ldexp(gain, bits)));
  const long double left = std::ldexp(static_cast<long double>(kept) * static_cast<long double>(it.classes), bits);
  return left < 0x1p127L && (kept * it.classes) << bits <= scaled * replaced;
}

TEST(LocalLaw, NoPairOfValuesIsFartherApartThanEpsilon) {
  long double nearest = 0;
  for (const double epsilon : {0.001, 0.1, 0.7, 1.0, 2.5, 6.0, 12.0})
    for (const Protocol &it : small_protocols(epsilon)) {
      if (it.outputs() > 700) continue;
      const Weights weights = weights_of(it);
      std::vector<std::vector<bool>> favoured(inputs(it), std::vector<bool>(it.outputs()));
      for (uint64_t x = 0; x < inputs(it); ++x) {
        unsigned __int128 all = 0;
        for (uint64_t y = 0; y < it.outputs(); ++y)
          all += (favoured[x][y] = is_favoured(it, x, y)) ? weights.favoured : weights.other;
        ASSERT_TRUE(all == weights.all) << "probabilities of " << x << " do not add up";
      }
      // The numbers of a pair are one of two for any values: each pair of integers is compared once for all of them.
      bool differ = false;
      for (uint64_t x = 0; x < inputs(it) && !differ; ++x)
        for (uint64_t z = 0; z < inputs(it) && !differ; ++z)
          for (uint64_t y = 0; y < it.outputs() && !differ; ++y) differ = favoured[x][y] && !favoured[z][y];
      ASSERT_TRUE(differ);
      ASSERT_TRUE(is_private(it)) << epsilon << " " << it.randomizer;
      if (epsilon >= 0.1 && epsilon <= 6)
        nearest = std::max(
            nearest, std::log(static_cast<long double>(weights.favoured) / static_cast<long double>(weights.other)) /
                         static_cast<long double>(epsilon));
    }
  EXPECT_GT(nearest, 1 - 1e-9L);
  EXPECT_LE(nearest, 1);
  evidence("local laws", "greatest log ratio over all pairs: %.15Lf of epsilon", nearest);
}

// The control: a flip that is less likely by one part in 2^40, or that is meant for one class less.
TEST(LocalLaw, ControlAWrongFlipProbabilityIsCaught) {
  for (const double epsilon : {0.1, 1.0, 6.0})
    for (Protocol it : small_protocols(epsilon)) {
      it.plan.last_replaced -= it.plan.last_replaced >> 40;
      EXPECT_FALSE(is_private(it)) << epsilon << " " << it.randomizer;
      it.plan = dpcvx::mechanism::plan_response(epsilon, it.classes - 1);
      EXPECT_FALSE(is_private(it)) << epsilon << " " << it.randomizer;
    }
}

// Each category favours as many outputs as every other, and two of them share what independent hashes would.
TEST(LocalLaw, HashesArePairwiseIndependentExactly) {
  for (const double epsilon : {0.1, 1.5, 2.5}) {
    const Protocol it = frequencies(30, epsilon, DPCVX_LOCAL_RANDOMIZER_HASHING);
    for (uint64_t x = 0; x < 30; ++x)
      for (uint64_t z = 0; z < 30; ++z) {
        uint64_t both = 0;
        for (uint64_t y = 0; y < it.outputs(); ++y) both += favours(it, x, y) && favours(it, z, y) ? 1 : 0;
        ASSERT_EQ(both, x == z ? it.favoured : it.favoured / it.classes) << x << " " << z;
      }
  }
}

// The decoder is unbiased as an identity: sums over all outputs of what they stand for.
TEST(LocalLaw, EstimatesAreUnbiasedForEveryValue) {
  for (const double epsilon : {0.1, 1.0, 2.5})
    for (const Protocol &it : small_protocols(epsilon))
      for (uint64_t x = 0; x < inputs(it); ++x) {
        const laws::Law law = law_of(it, x);
        if (it.kind == DPCVX_LOCAL_KIND_FREQUENCIES) {
          const CountLaw counts = count_law(it);
          for (uint64_t v = 0; v < inputs(it); ++v) {
            long double hit = 0;
            for (uint64_t y = 0; y < it.outputs(); ++y) hit += favours(it, v, y) ? law[y] : 0;
            ASSERT_NEAR(static_cast<double>((hit - counts.base) / counts.slope), v == x ? 1 : 0, 1e-12 / epsilon);
          }
        } else {
          const WindowLaw window = window_law(it);
          const double place = 2.0 * static_cast<double>(x) / static_cast<double>(it.outputs() - it.favoured) - 1;
          long double sum = 0, square = 0;
          for (uint64_t y = 0; y < it.outputs(); ++y) {
            const long double value = window.scale * (static_cast<long double>(y) - window.middle);
            sum += law[y] * value;
            square += law[y] * value * value;
          }
          ASSERT_NEAR(static_cast<double>(sum), place, 1e-12 / epsilon);
          ASSERT_LE(static_cast<double>(square), window.square * (1 + 1e-12));
          // In units of the values the range has a half width of 2.
          ASSERT_LE(static_cast<double>(4 * (square - sum * sum)), it.variance() * (1 + 1e-12));
        }
      }
}

TEST(LocalLaw, ReportsFollowIt) {
  constexpr int kDraws = 100000;
  laws::Stream stream("local");
  for (const Protocol &it : small_protocols(1.5)) {
    const uint64_t x = inputs(it) / 2;
    std::vector<int64_t> counts(it.outputs());
    const double value = -1 + 4 * static_cast<double>(x) / static_cast<double>(it.outputs() - it.favoured);
    for (int i = 0; i < kDraws; ++i)
      ++counts[it.kind == DPCVX_LOCAL_KIND_FREQUENCIES ? report_category(stream.rng, it, static_cast<int64_t>(x)).output
                                                       : report_value(stream.rng, it, value).output];
    EXPECT_LT(laws::chi_square_deviate(counts, law_of(it, x)), 6) << it.randomizer;
    const uint64_t other = x == 0 ? 1 : x - 1;
    if (it.favoured < 10) {
      EXPECT_GT(laws::chi_square_deviate(counts, law_of(it, other)), 6) << it.randomizer;
    }
  }
}

// A report names the i-th best vector of its codebook with the probability that the law states.
TEST(LocalLaw, ReportsOfVectorsFavourTheBestOfTheirCodebook) {
  constexpr int kDraws = 6000;
  const std::vector<double> direction = {0, 3, 4};
  laws::Stream stream("vectors");
  Failing at;
  const Protocol it = vectors(3, 5, 2);
  VectorReporter reporter;
  ASSERT_EQ(reporter.reserve(it, at.error), DPCVX_OK);
  std::vector<int64_t> ranks(it.outputs());
  for (int i = 0; i < kDraws; ++i) {
    const Report report = reporter.draw(stream.rng, it, direction.data());
    double own[3], each[3];
    codebook_vector(report.seed, static_cast<uint32_t>(report.output), 3, own);
    size_t better = 0;
    for (uint64_t k = 0; k < it.outputs(); ++k) {
      codebook_vector(report.seed, static_cast<uint32_t>(k), 3, each);
      better += 3 * each[1] + 4 * each[2] > 3 * own[1] + 4 * own[2] ? 1 : 0;
    }
    ++ranks[better];
  }
  const Weights weights = weights_of(it);
  laws::Law law;
  for (uint64_t k = 0; k < it.outputs(); ++k)
    law.push_back(static_cast<long double>(k < it.favoured ? weights.favoured : weights.other) /
                  static_cast<long double>(weights.all));
  EXPECT_LT(laws::chi_square_deviate(ranks, law), 6);
}

}  // namespace
