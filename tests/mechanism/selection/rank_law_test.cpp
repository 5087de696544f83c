// The laws of quantiles and ranges on small cases, enumerated.
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/evidence.h"
#include "mechanism/laws.h"
#include "mechanism/selection/rank_utility.h"

using namespace dpcvx::mechanism;
using laws::Law;

namespace {

constexpr int kPoints = 6;  // the lattice 0 ... 5

QuantilePlan small_plan(double epsilon) {
  dpcvx::Error error(nullptr, "test");
  QuantilePlan plan;
  EXPECT_EQ(plan_quantile(epsilon, 0, kPoints - 1, 1, plan, error), DPCVX_OK);
  return plan;
}

// Straight from the definition, point by point.
Law quantile_law(const Decay &decay, const std::vector<int> &data, double q) {
  const Rank rank(q, data.size());
  std::vector<Item> items;
  for (int point = 0; point < kPoints; ++point) {
    uint64_t below = 0;
    for (const int x : data) below += x < point;
    items.push_back({rank.distance(below, below), 1});
  }
  return laws::choice_law(decay, items);
}

long double greatest_ratio(const Decay &decay, double q) {
  long double ratio = 0;
  laws::each_point(3, 0, kPoints - 1, [&](const std::vector<int> &data) {
    const Law law = quantile_law(decay, data, q);
    for (int x = 0; x < kPoints; ++x) {
      std::vector<int> other = data;
      other[0] = x;
      const Law moved = quantile_law(decay, other, q);
      ratio = std::max({ratio, laws::greatest_log_ratio(law, moved), laws::greatest_log_ratio(moved, law)});
    }
  });
  return ratio;
}

TEST(Quantile, IsPurelyPrivate) {
  constexpr double kEpsilon = 2;
  for (const double q : {0.0, 0.25, 0.5, 0.9, 1.0}) {
    const long double ratio = greatest_ratio(small_plan(kEpsilon).decay, q);
    EXPECT_LE(ratio, kEpsilon);
    EXPECT_GT(ratio, kEpsilon * 0.3);
    evidence("mechanism laws", "quantile %g of three values: greatest log-ratio %.4Lf of epsilon %g", q, ratio,
             kEpsilon);
  }
  // The control: a rank's sensitivity taken for half of what it is.
  EXPECT_GT(greatest_ratio(decay_within(kEpsilon, kRankSpread / 2), 0.5), kEpsilon);
}

// Under true adding and removing, the wanted rank moves with n too.
TEST(Quantile, IsPurelyPrivateWhenAUnitIsRemoved) {
  constexpr double kEpsilon = 2;
  const Decay decay = small_plan(kEpsilon).decay;
  for (const double q : {0.0, 0.1, 0.5, 0.77, 1.0})
    laws::each_point(3, 0, kPoints - 1, [&](const std::vector<int> &data) {
      const Law law = quantile_law(decay, data, q);
      const Law less = quantile_law(decay, {data.begin() + 1, data.end()}, q);
      ASSERT_LE(laws::greatest_log_ratio(law, less), kEpsilon);
      ASSERT_LE(laws::greatest_log_ratio(less, law), kEpsilon);
    });
}

TEST(Quantile, DrawsFollowTheLaw) {
  const std::vector<std::vector<int>> all = {{0, 0, 5, 2, 2, 2, 4}, {3, 3, 3}, {0}, {5, 5}, {0, 0, 0, 0}, {1, 4}};
  int seed = 0;
  for (const auto &data : all)
    for (const double q : {0.0, 0.3, 0.5, 1.0}) {
      const QuantilePlan plan = small_plan(1.5);
      laws::Stream stream(("quantile" + std::to_string(seed++)).c_str());
      std::vector<double> values(data.begin(), data.end());
      std::vector<int64_t> places(data.size()), counts(kPoints);
      for (int i = 0; i < 50000; ++i) {
        const double out = choose_quantile(stream.rng, plan, values.data(), values.size(), q, places.data());
        ASSERT_TRUE(out >= 0 && out < kPoints && out == std::floor(out));
        ++counts[static_cast<size_t>(out)];
      }
      EXPECT_LT(laws::chi_square_deviate(counts, quantile_law(plan.decay, data, q)), 6) << seed;
    }
}

TEST(Quantile, IsNearTheTrueOneOnManyValues) {
  std::vector<double> values;
  for (int i = 0; i < 20000; ++i) values.push_back(std::pow(i / 20000.0, 3) * 100 - 30);
  dpcvx::Error error(nullptr, "test");
  QuantilePlan plan;
  ASSERT_EQ(plan_quantile(0.5, -1e4, 1e4, 0, plan, error), DPCVX_OK);
  laws::Stream stream("near");
  std::vector<int64_t> places(values.size());
  for (const double q : {0.05, 0.5, 0.95}) {
    const double out = choose_quantile(stream.rng, plan, values.data(), values.size(), q, places.data());
    EXPECT_NEAR(std::cbrt((out + 30) / 100), q, 0.02);
  }
}

TEST(Quantile, OddValuesAndEnds) {
  dpcvx::Error error(nullptr, "test");
  laws::Stream stream("odd");
  const std::vector<double> values = {NAN, INFINITY, -INFINITY, -0.0, 1e308};
  int64_t places[5];
  for (const double size : {1e-300, 1.0, 1e200}) {
    QuantilePlan plan;
    ASSERT_EQ(plan_quantile(1, -size, size, 0, plan, error), DPCVX_OK);
    for (int i = 0; i < 100; ++i) {
      const double out = choose_quantile(stream.rng, plan, values.data(), 5, 0.5, places);
      EXPECT_TRUE(out >= -size && out <= size);
    }
  }
  QuantilePlan plan;
  EXPECT_EQ(plan_quantile(1, 1, 1, 0, plan, error), DPCVX_OK);  // one point
  EXPECT_EQ(choose_quantile(stream.rng, plan, values.data(), 5, 0.5, places), 1);
  EXPECT_EQ(plan_quantile(1, 0, 0, 0, plan, error), DPCVX_OK);  // the point 0
  EXPECT_EQ(choose_quantile(stream.rng, plan, values.data(), 5, 0.5, places), 0);
  EXPECT_EQ(plan_quantile(1, 0.25, 0.75, 1, plan, error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(plan_quantile(1, -0x1p70, 0x1p70, 0x1p-4, plan, error), DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(plan_quantile(1, 0x1p52, 0x1p52 + 1, 0, plan, error), DPCVX_OK);
  const double out = choose_quantile(stream.rng, plan, values.data(), 5, 0.5, places);
  EXPECT_TRUE(out >= 0x1p52 && out <= 0x1p52 + 1);
}

// What ranks are raised to, as in RangePlan.
struct Floors {
  double min_rank, sure_rank;
};

TEST(Rank, MovesByAtMostOneCount) {
  const uint64_t one = uint64_t{1} << 32;
  for (const double q : {0.0, 0.1, 1 / 3.0, 0.5, 0.999999, 1.0})
    for (size_t n = 1; n < 40; ++n)
      for (const Floors &floors : {Floors{0, 0}, {3.7, 0}, {12, 0}, {1.9, 3.7}, {3.7, 12}}) {
        const Rank rank(q, n, floors.min_rank, floors.sure_rank), next(q, n + 1, floors.min_rank, floors.sure_rank);
        for (uint64_t low = 0; low < 12; ++low)
          for (uint64_t high = low; high < 12; ++high) {
            const uint64_t here = rank.distance(low, high);
            for (const uint64_t there :
                 {rank.distance(low + 1, high + 1), rank.distance(low, high + 1), next.distance(low, high),
                  next.distance(low, high + 1), next.distance(low + 1, high + 1)})
              ASSERT_LE(here > there ? here - there : there - here, one);
          }
      }
  EXPECT_EQ(Rank(1, SIZE_MAX).distance(0, 0), UINT64_MAX);
}

TEST(Range, EndsAreInOrder) {
  EXPECT_EQ(range_end(0), -0x1p64);
  EXPECT_EQ(range_end(kRangeEnds / 2), 0);
  EXPECT_EQ(range_end(kRangeEnds - 1), 0x1p64);
  for (int i = 0; i + 1 < kRangeEnds; ++i) EXPECT_LT(range_end(i), range_end(i + 1));
}

TEST(Range, CountsEachValueBetweenItsEnds) {
  std::vector<double> values = {0.0, -0.0, INFINITY, -INFINITY, 0x1p-1074, -0x1p-1074, 1e308, -1e308, 3, -3, 0.7};
  for (int i = 0; i < kRangeEnds; ++i)
    for (const double toward : {-INFINITY, INFINITY}) {
      values.push_back(range_end(i));
      values.push_back(std::nextafter(range_end(i), toward));
    }
  for (const double value : values) {
    RangeCounts counts = {};
    counts.add(value);
    counts.add(std::nan(""), 2);
    for (int i = 0; i < kRangeEnds; ++i) {
      const auto holds = [&](double x) {
        return (i == 0 || range_end(i) <= x) && (i == kRangeEnds - 1 || x < range_end(i + 1));
      };
      const uint64_t zeros = i == kRangeEnds / 2 ? 2 : 0;
      ASSERT_EQ(counts.low[i], (holds(value) ? 1u : 0u) + zeros) << value << " at " << range_end(i);
      ASSERT_EQ(counts.high[i], (holds(-value) ? 1u : 0u) + zeros) << value << " at " << range_end(i);
    }
  }
}

// The law of one end, straight from the definition: how far the rank is from the counts below an end and below the
// next.
Law lower_end_law(const RangePlan &plan, const std::vector<double> &data, double coverage, double sign) {
  const Rank rank((1 - coverage) / 2, data.size(), plan.min_rank, plan.sure_rank);
  const auto below = [&](int end) {
    uint64_t count = 0;
    for (const double x : data) count += end == kRangeEnds || (end > 0 && sign * x < range_end(end));
    return count;
  };
  std::vector<Item> items;
  for (int end = 0; end < kRangeEnds; ++end) items.push_back({rank.distance(below(end), below(end + 1)), 1});
  return laws::choice_law(plan.decay, items);
}

TEST(Range, EachEndIsPurelyPrivate) {
  constexpr double kEpsilon = 1.5;
  const RangePlan plan = plan_range(kEpsilon);
  const std::vector<double> kinds = {-1e30, -3, 0, 0.7, 5};
  long double greatest = 0, control = 0;
  laws::each_point(3, 0, 4, [&](const std::vector<int> &point) {
    std::vector<double> data, other;
    for (const int i : point) data.push_back(kinds[static_cast<size_t>(i)]);
    for (const double x : kinds)
      for (const double coverage : {0.2, 0.9}) {
        other = data;
        other[0] = x;
        const RangePlan free{plan.decay}, wrong{decay_within(kEpsilon, kRankSpread / 2)};
        greatest = std::max(greatest, laws::greatest_log_ratio(lower_end_law(free, data, coverage, 1),
                                                               lower_end_law(free, other, coverage, 1)));
        control = std::max(control, laws::greatest_log_ratio(lower_end_law(wrong, data, coverage, 1),
                                                             lower_end_law(wrong, other, coverage, 1)));
      }
  });
  EXPECT_LE(greatest, kEpsilon);
  EXPECT_GT(greatest, kEpsilon * 0.5L);
  EXPECT_GT(control, kEpsilon);
}

// The rank aimed at is a function of the number of values, which is private under add/remove.
TEST(Range, IsPurelyPrivateWhenAUnitIsRemoved) {
  constexpr double kEpsilon = 1.5;
  const std::vector<double> kinds = {-1e30, -3, 0, 0.7, 5};
  long double greatest = 0, control = 0;
  laws::each_point(4, 0, 4, [&](const std::vector<int> &point) {
    std::vector<double> data;
    for (const int i : point) data.push_back(kinds[static_cast<size_t>(i)]);
    const std::vector<double> fewer(data.begin() + 1, data.end());
    for (const Floors &floors : {Floors{0, 0}, {1.3, 0}, {0.2, 0.45}, {25.5, 45.3}})
      for (const double coverage : {0.2, 0.9}) {
        const auto ratio = [&](double spread) {
          const RangePlan plan{decay_within(kEpsilon, spread), floors.min_rank, floors.sure_rank};
          return laws::greatest_log_ratio(lower_end_law(plan, data, coverage, 1),
                                          lower_end_law(plan, fewer, coverage, 1));
        };
        greatest = std::max(greatest, ratio(kRankSpread));
        control = std::max(control, ratio(kRankSpread / 2));
      }
  });
  EXPECT_LE(greatest, kEpsilon);
  EXPECT_GT(greatest, kEpsilon * 0.4L);
  EXPECT_GT(control, kEpsilon * 0.8L);
}

TEST(Range, DrawsFollowTheLaw) {
  const RangePlan plan = plan_range(4);
  laws::Stream stream("range law");
  std::vector<double> data;
  for (int i = 0; i < 60; ++i) data.push_back(i % 2 == 0 ? -0.3 * i : 0.01 * i * i);
  const auto index = [](double end) {
    int i = 0;
    while (range_end(i) != end) ++i;
    return static_cast<size_t>(i);
  };
  std::vector<int64_t> lows(kRangeEnds), highs(kRangeEnds);
  int crossed = 0;
  for (int i = 0; i < 30000; ++i) {
    const ValueRange range = choose_range(stream.rng, plan, data.data(), data.size(), 0.8);
    crossed += range.low > 0 || range.high < 0;
    ++lows[index(range.low)];
    ++highs[index(0.0 - range.high)];
  }
  ASSERT_LT(crossed, 30);  // else the two ends may have been swapped, and each follows a mixture
  EXPECT_LT(laws::chi_square_deviate(lows, lower_end_law(plan, data, 0.8, 1)), 6);
  EXPECT_LT(laws::chi_square_deviate(highs, lower_end_law(plan, data, 0.8, -1)), 6);
  EXPECT_GT(laws::chi_square_deviate(lows, lower_end_law(plan_range(2), data, 0.8, 1)), 6);
}

// On real-looking data of any magnitude and sign, the range is the least of its kind that holds the wanted share, or a
// little more.
TEST(Range, HoldsTheData) {
  laws::Stream stream("range");
  std::vector<double> values;
  for (const double scale : {1e-9, 1.0, 3e7})
    for (const double shift : {0.0, 10.0, -10.0}) {
      values.clear();
      for (int i = 0; i < 2000; ++i) values.push_back(scale * (shift + (i % 1000) / 500.0 - 1));
      for (int repeat = 0; repeat < 50; ++repeat) {
        const ValueRange range = choose_range(stream.rng, plan_range(0.5), values.data(), values.size(), 0.9);
        int64_t inside = 0;
        for (const double x : values) inside += x >= range.low && x <= range.high;
        EXPECT_GE(inside, 1500);
        EXPECT_LE(std::max(std::fabs(range.low), std::fabs(range.high)), 2 * scale * (std::fabs(shift) + 1));
      }
    }
}

// The exact probability that an end of the range is more than twice as far out as any value.
long double far_too_wide(const RangePlan &plan, const std::vector<double> &data, double coverage) {
  double farthest = 0;
  for (const double x : data) farthest = std::max(farthest, std::fabs(x));
  long double sum = 0;
  for (const double sign : {1.0, -1.0}) {
    const Law law = lower_end_law(plan, data, coverage, sign);
    for (int end = 0; end < kRangeEnds; ++end)
      if (range_end(end) < -2 * farthest) sum += law[static_cast<size_t>(end)];
  }
  return sum;
}

TEST(Range, IsFarTooWideOnceInAHundredThousand) {
  constexpr double kEpsilon = 0.5;
  const RangePlan plan = plan_range(kEpsilon), control{plan.decay, plan.min_rank};
  const size_t many = static_cast<size_t>(std::ceil(8 * plan.sure_rank));
  EXPECT_LE(static_cast<double>(many) * kEpsilon, 285);
  for (const double scale : {0x1p-64, 1e-9, 1.0, 4000.0, 3e17})
    for (const double shift : {0.0, 10.0, -10.0}) {
      std::vector<double> data;
      for (size_t i = 0; i < many; ++i) data.push_back(scale * (shift + static_cast<double>(i) / 1000 - 0.5));
      EXPECT_LE(far_too_wide(plan, data, 0.99), 1e-5L) << scale << " " << shift;
      if (scale == 4000) {
        EXPECT_GT(far_too_wide(control, data, 0.99), 5e-3L);
      }
      data.resize(static_cast<size_t>(std::ceil(2 * plan.min_rank)));
      EXPECT_LE(far_too_wide(plan, data, 0.99), 0.02L) << scale << " " << shift;
    }
}

TEST(Range, FewOrOddValuesStillGiveARange) {
  laws::Stream stream("few");
  const std::vector<double> values = {NAN, INFINITY, -INFINITY, -0.0, 1e-30};
  for (const double coverage : {0.001, 0.5, 0.999999999999})
    for (int i = 0; i < 200; ++i) {
      const ValueRange range = choose_range(stream.rng, plan_range(0.1), values.data(), values.size(), coverage);
      EXPECT_TRUE(std::isfinite(range.low) && std::isfinite(range.high) && range.low <= range.high);
    }
  const std::vector<double> zeros(1000, 0.0);
  const ValueRange range = choose_range(stream.rng, plan_range(1), zeros.data(), zeros.size(), 0.9);
  EXPECT_EQ(range.low, 0);
  EXPECT_EQ(range.high, 0);
}

}  // namespace
