// The shuffler: its order is uniform, and it moves whole reports.
#include "estimate/local/shuffle.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "estimate/local/locals.h"
#include "random/bernoulli.h"

using namespace locals;

namespace {

// A false alarm of the chi-square is below 1e-6 for each number of blocks.
TEST(LocalShuffle, EachOrderIsEquallyLikely) {
  laws::Stream stream("orders");
  const double limits[] = {0, 0, 24, 38, 72, 208};
  for (size_t blocks = 2; blocks <= 5; ++blocks) {
    std::string given(blocks, 'a'), out(blocks, ' ');
    std::iota(given.begin(), given.end(), 'a');
    size_t orders = 1;
    for (size_t i = 2; i <= blocks; ++i) orders *= i;
    std::map<std::string, double> counts;
    const double expected = 500;
    for (size_t i = 0; i < orders * 500; ++i) {
      shuffle_blocks(stream.rng, given.data(), blocks, 1, &out[0]);
      ++counts[out];
    }
    ASSERT_EQ(counts.size(), orders);
    double chi_square = 0;
    for (const auto &[order, count] : counts) chi_square += (count - expected) * (count - expected) / expected;
    EXPECT_LT(chi_square, limits[blocks]) << blocks;
  }
}

TEST(LocalShuffle, MovesWholeBlocks) {
  laws::Stream stream("blocks");
  constexpr size_t kBlocks = 1000, kSize = 20;
  std::vector<std::string> given, found;
  std::string bytes, out(kBlocks * kSize, '\0');
  for (size_t i = 0; i < kBlocks; ++i) {
    std::string block(kSize, '\0');
    for (char &byte : block) byte = static_cast<char>(dpcvx::random::uniform(stream.rng, 256));
    given.push_back(block);
    bytes += block;
  }
  shuffle_blocks(stream.rng, bytes.data(), kBlocks, kSize, &out[0]);
  for (size_t i = 0; i < kBlocks; ++i) found.push_back(out.substr(i * kSize, kSize));
  EXPECT_NE(given, found);
  std::sort(given.begin(), given.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(given, found);
}

}  // namespace
