// The law within the tail of the strip samplers. It starts where 10^7 draws hardly come (6 standard deviations, 24
// scales), so here candidates are sent to the column that stands for it.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "support/evidence.h"
#include "random/rng.h"
#include "random/strip_sampler.h"

namespace dpcvx {
namespace random {
namespace {

enum class Kind { kDiscreteGaussian, kRoundedGaussian, kDiscreteLaplace };

struct Case {
  Kind kind;
  double spread;
};

// Sum or integral of exp(-y) from x on, y stretched by `wider`; spread in units of x.
long double mass_from(Kind kind, long double x, long double spread, long double wider) {
  const long double s = spread * wider;
  if (kind == Kind::kRoundedGaussian) return s * std::sqrt(M_PIl / 2) * std::erfc(x / (s * std::sqrt(2.0L)));
  long double sum = 0;
  for (long double term = 1; term > 0; ++x) {
    const long double y = kind == Kind::kDiscreteLaplace ? x / s : x * x / (2 * s * s);
    term = y > 2000 ? 0 : std::exp(-y);
    sum += term;
    if (term < sum * 1e-22L) break;
  }
  return sum;
}

class Tail : public ::testing::TestWithParam<Case> {};

// Deviates of three binomial counts: how many candidates are accepted, and how many of those lie farther out than two
// points. False alarm: 3 * 6e-10 a case at 6.2.
TEST_P(Tail, FollowsTheLaw) {
  const Case c = GetParam();
  StripSampler sampler;
  if (c.kind == Kind::kDiscreteGaussian) sampler.set_discrete_gaussian(c.spread);
  if (c.kind == Kind::kRoundedGaussian) sampler.set_rounded_gaussian(c.spread);
  if (c.kind == Kind::kDiscreteLaplace) sampler.set_discrete_laplace(c.spread);
  StripTable table = sampler.table();
  table.kernel.entry[table.tail] |= 0xffff;  // a toss of 0 stays in the column, where hardly any would
  const int fraction = table.kernel.fraction;
  const long double spread = std::ldexp(static_cast<long double>(c.spread), fraction);
  const long double width = std::ldexp(1.0L, table.kernel.width_bits), start = table.tail * width;
  // Two points about as far apart as the tail takes to fall by a factor e, where the integer that comes out changes.
  const bool rounded = c.kind == Kind::kRoundedGaussian;
  const long double cell = std::ldexp(1.0L, fraction);
  const long double fall = c.kind == Kind::kDiscreteLaplace ? spread : spread * spread / start;
  const long double first = std::floor(start / cell) + 1, apart = std::ceil(fall / cell);
  const long double integers[] = {first + apart, first + 2 * apart};
  long double points[2];
  for (int k = 0; k < 2; ++k) points[k] = (integers[k] - (rounded ? 0.5L : 0)) * cell;

  Rng rng;
  Error error(nullptr, "test");
  ASSERT_EQ(rng.open_deterministic("tail", 4, error), DPCVX_OK);
  const uint64_t column_and_toss = uint64_t{0x1ff} | uint64_t{0xffff} << 10;
  constexpr int kTries = 400000;
  double counts[3] = {};
  for (int i = 0; i < kTries; ++i) {
    const uint64_t word = (rng.next() & ~column_and_toss) | static_cast<uint64_t>(table.tail);
    int64_t value;
    if (!resolve_candidate(rng, table, word, static_cast<uint32_t>(rng.next()), &value)) continue;
    ++counts[0];
    const long double magnitude = std::fabs(static_cast<long double>(value));
    for (int k = 0; k < 2; ++k) counts[k + 1] += magnitude >= integers[k];
  }

  const auto greatest_deviate = [&](long double wider) {
    const long double proposed =
        static_cast<long double>(table.weight[table.tail]) * std::ldexp(width, table.tail_bits + 1);
    const long double all = mass_from(c.kind, start, spread, wider);
    const long double shares[] = {static_cast<long double>(table.total) * all / proposed,
                                  mass_from(c.kind, points[0], spread, wider) / all,
                                  mass_from(c.kind, points[1], spread, wider) / all};
    long double greatest = 0;
    for (int k = 0; k < 3; ++k) {
      const long double n = k == 0 ? kTries : counts[0], p = shares[k];
      greatest = std::max(greatest, std::fabs(counts[k] - n * p) / std::sqrt(n * p * (1 - p)));
    }
    return static_cast<double>(greatest);
  };
  const double deviate = greatest_deviate(1), control = greatest_deviate(1.02L);
  evidence("noise", "tail from %.1Lf spreads on, spread %g: %g of %d accepted, greatest deviate %.2f; 2 %% wider %.1f",
           start / spread, c.spread, counts[0], kTries, deviate, control);
  EXPECT_LT(deviate, 6.2);
  EXPECT_GT(control, 6.2);
}

INSTANTIATE_TEST_SUITE_P(Laws, Tail,
                         ::testing::Values(Case{Kind::kDiscreteGaussian, 3.7}, Case{Kind::kDiscreteGaussian, 100},
                                           Case{Kind::kDiscreteGaussian, 3000}, Case{Kind::kRoundedGaussian, 30},
                                           Case{Kind::kRoundedGaussian, 1e6}, Case{Kind::kDiscreteLaplace, 3.7},
                                           Case{Kind::kDiscreteLaplace, 100}, Case{Kind::kDiscreteLaplace, 3000}));

}  // namespace
}  // namespace random
}  // namespace dpcvx
