// Laws on finitely many losses, their samples and their compositions, against sums over all outcomes.
#include "privacy/pld/finite_law.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "privacy/helpers.h"
#include "privacy/pld/brackets.h"
#include "privacy/pld/tight.h"

namespace dpcvx {
namespace privacy {
namespace {

using Pairs = std::vector<std::pair<long double, long double>>;  // probabilities of an outcome under both laws

long double hockey_stick(const Pairs &pairs, long double epsilon) {
  long double sum = 0;
  for (const auto &pair : pairs) sum += std::max(0.0L, pair.first - std::exp(epsilon) * pair.second);
  return sum;
}

Pairs turned(Pairs pairs) {
  for (auto &pair : pairs) std::swap(pair.first, pair.second);
  return pairs;
}

// Outcomes of equal ratios are put together, so that sums stay short.
Pairs times(const Pairs &one, const Pairs &other) {
  Pairs all;
  for (const auto &a : one)
    for (const auto &b : other) all.push_back({a.first * b.first, a.second * b.second});
  return all;
}

long double delta_of_pairs(const Pairs &pairs, long double epsilon) {
  return std::max(hockey_stick(pairs, epsilon), hockey_stick(turned(pairs), epsilon));
}

Pairs response(long double noise, int categories) {
  const long double other = noise / categories;
  Pairs pairs{{1 - noise + other, other}, {other, 1 - noise + other}};
  for (int i = 2; i < categories; ++i) pairs.push_back({other, other});
  return pairs;
}

template <class Weight>
Pairs shifted(int64_t shift, int64_t reach, const Weight &weight) {
  long double norm = 0;
  for (int64_t y = -reach; y <= reach; ++y) norm += weight(y);
  Pairs pairs;
  for (int64_t y = -reach; y <= reach + shift; ++y) pairs.push_back({weight(y - shift) / norm, weight(y) / norm});
  return pairs;
}

Pairs discrete_laplace_pairs(long double decay, int64_t shift) {
  const int64_t reach = static_cast<int64_t>(60 / decay) + shift + 2;
  return shifted(shift, reach, [=](int64_t y) { return std::exp(-decay * std::fabs(static_cast<long double>(y))); });
}

Pairs discrete_gaussian_pairs(long double sigma, int64_t shift) {
  const int64_t reach = static_cast<int64_t>(12 * sigma) + shift + 2;
  return shifted(shift, reach, [=](int64_t y) {
    return std::exp(-static_cast<long double>(y) * static_cast<long double>(y) / (2 * sigma * sigma));
  });
}

Pairs poisson(Pairs pairs, long double rate) {
  for (auto &pair : pairs) pair.first = (1 - rate) * pair.second + rate * pair.first;
  return pairs;
}

// Never below the sum. One use is exact.
void expect_delta(const Curve &curve, const Pairs &pairs, std::initializer_list<double> epsilons, double width = 1e-9) {
  for (double epsilon : epsilons) {
    const double exact = static_cast<double>(delta_of_pairs(pairs, epsilon));
    if (exact < 1e-13) continue;
    const double answer = delta_of(curve, epsilon);
    EXPECT_GE(answer, exact * (1 - 1e-12)) << epsilon;
    EXPECT_LE(answer, exact * (1 + width)) << epsilon;
    Error error(nullptr, "test");
    double lower, upper;
    ASSERT_EQ(delta_bounds(curve, epsilon, &lower, &upper, error), DPCVX_OK);
    EXPECT_LE(lower, exact * (1 + 1e-12)) << epsilon;
  }
}

TEST(Finite, RandomizedResponse) {
  for (int categories : {2, 3, 10})
    for (double noise : {0.1, 0.5, 0.9}) {
      SCOPED_TRACE(testing::Message() << categories << " " << noise);
      expect_delta(curve_of({randomized_response(noise, categories)}), response(noise, categories), {0, 0.3, 1, 2});
    }
}

TEST(Finite, RandomizedResponseComposes) {
  const Pairs one = response(0.5, 10), two = times(one, one);
  expect_delta(curve_of({randomized_response(0.5, 10, 2)}), two, {0, 0.5, 1.5, 3}, 2e-2);
  expect_delta(curve_of({randomized_response(0.5, 10, 2), randomized_response(0.7, 3)}), times(two, response(0.7, 3)),
               {0, 0.5, 1.5, 3}, 2e-2);
}

TEST(Finite, DiscreteLaplaceOfAnyShift) {
  for (int64_t shift : {1, 2, 3, 17})
    for (double decay : {0.05, 0.5, 2.0}) {
      SCOPED_TRACE(testing::Message() << shift << " " << decay);
      const double s = static_cast<double>(shift);
      const Pairs one = discrete_laplace_pairs(decay, shift);
      expect_delta(curve_of({discrete_laplace(decay, s)}), one, {0, decay * s / 3, decay * s * 0.9});
      if (decay > 0.1) expect_delta(curve_of({discrete_laplace(decay, s, 2)}), times(one, one), {0, decay * s}, 2e-2);
    }
}

// Losses that are multiples of one are all on the grid: the sum over numbers of outcomes is reached.
TEST(Finite, AtomsLieOnTheGrid) {
  const long double p = 1 / (1 + std::exp(-0.5L));
  long double exact = 0, chance = std::pow(1 - p, 100.0L);  // of i outcomes out of 100 with the greater loss
  for (int i = 0; i <= 100; ++i) {
    exact += chance * std::max(0.0L, -std::expm1(8 - (2 * i - 100) * 0.5L));
    chance *= (100 - i) * p / ((i + 1) * (1 - p));
  }
  const double delta = delta_of(curve_of({discrete_laplace(0.5, 1, 100)}), 8);
  EXPECT_GE(delta, exact * (1 - 1e-15L));
  EXPECT_LT(delta, exact * (1 + 1e-5L));
}

// Below what its sums are computed to, nothing is said to be attained.
TEST(Finite, LowerEndsOfTinyDeltasAreNotAboveThem) {
  const Curve curve = curve_of({discrete_gaussian(5, 1)});
  for (double epsilon : {7.0, 7.5, 8.0}) EXPECT_EQ(bounds_of(curve, epsilon).low, 0) << epsilon;
  EXPECT_GT(bounds_of(curve, 6).low, 1e-201);
}

TEST(Finite, DiscreteGaussian) {
  for (double sigma : {0.4, 1.0, 3.7})
    for (int64_t shift : {1, 2}) {
      SCOPED_TRACE(testing::Message() << sigma << " " << shift);
      const Pairs one = discrete_gaussian_pairs(sigma, shift);
      expect_delta(curve_of({discrete_gaussian(sigma, static_cast<double>(shift))}), one, {0, 0.3, 1, 2});
      expect_delta(curve_of({discrete_gaussian(sigma, static_cast<double>(shift), 2)}), times(one, one), {0, 0.5, 2},
                   2e-2);
    }
}

// With more outcomes than losses that are kept. Fine noise is close to the Gaussian's.
TEST(Finite, FineNoiseIsCoarsened) {
  const Pairs one = discrete_gaussian_pairs(200, 100);
  expect_delta(curve_of({discrete_gaussian(200, 100)}), one, {0, 0.3, 1}, 2e-3);
  FiniteLaw law;
  ASSERT_TRUE(law.build(discrete_gaussian(2000, 1000), nullptr));
  EXPECT_LE(law.size(), FiniteLaw::kMaxLosses);
  EXPECT_FALSE(law.is_attained());
  ASSERT_TRUE(law.build(discrete_gaussian(2000, 1000), nullptr, Side::kBelow));
  EXPECT_TRUE(law.is_attained());
  expect_delta(curve_of({discrete_laplace(0.0002, 10000)}), discrete_laplace_pairs(0.0002, 10000), {0, 0.5, 1.5}, 2e-3);
}

TEST(Finite, PoissonBatches) {
  for (double rate : {0.01, 0.3, 0.8}) {
    SCOPED_TRACE(rate);
    const Pairs laplace = poisson(discrete_laplace_pairs(0.5, 3), rate),
                gaussian = poisson(discrete_gaussian_pairs(2, 1), rate);
    const Curve of_laplace = curve_of({on_batch(discrete_laplace(0.5, 3), Sampling::kPoisson, rate)});
    expect_delta(of_laplace, laplace, {0, rate / 2, rate});
    expect_delta(curve_of({on_batch(discrete_laplace(0.5, 3, 2), Sampling::kPoisson, rate)}), times(laplace, laplace),
                 {0, rate, 2 * rate}, 2e-2);
    expect_delta(curve_of({on_batch(discrete_gaussian(2, 1), Sampling::kPoisson, rate)}), gaussian,
                 {0, rate / 3, rate});
    const Pairs coin = poisson(
        {{1 / (1 + std::exp(-1.0L)), 1 / (1 + std::exp(1.0L))}, {1 / (1 + std::exp(1.0L)), 1 / (1 + std::exp(-1.0L))}},
        rate);
    expect_delta(curve_of({on_batch(pure(1), Sampling::kPoisson, rate)}), coin, {0, rate / 2});
  }
}

// Laplace noise of a batch, by quadrature of its density.
TEST(Finite, PoissonBatchesOfLaplaceNoise) {
  for (double rate : {0.1, 0.7}) {
    Pairs pairs;
    const int cells = 40000;
    const long double low = -40, high = 41, width = (high - low) / cells;
    for (int i = 0; i < cells; ++i) {
      const long double y = low + (i + 0.5L) * width;
      pairs.push_back({std::exp(-std::fabs(y - 1)) / 2 * width, std::exp(-std::fabs(y)) / 2 * width});
    }
    const Curve curve = curve_of({on_batch(laplace(1), Sampling::kPoisson, rate)});
    for (double epsilon : {0.0, rate / 2}) {
      const double exact = static_cast<double>(delta_of_pairs(poisson(pairs, rate), epsilon));
      EXPECT_GE(delta_of(curve, epsilon), exact * (1 - 1e-5));
      EXPECT_LE(delta_of(curve, epsilon), exact * (1 + 2e-3));
    }
  }
}

// Of a fixed size: q H at log(1 + (e^x - 1) / q) bounds both orders of one use.
TEST(Finite, BatchesOfAFixedSize) {
  for (double rate : {0.05, 0.6}) {
    const Pairs base = discrete_laplace_pairs(0.5, 3);
    const Curve curve = curve_of({on_batch(discrete_laplace(0.5, 3), Sampling::kFixedSize, rate)});
    for (double epsilon : {0.0, rate / 2, rate}) {
      const double moved = std::log1p(std::expm1(epsilon) / rate);
      const double exact = rate * static_cast<double>(hockey_stick(base, moved));
      if (exact < 1e-13) continue;
      EXPECT_GE(delta_of(curve, epsilon), exact * (1 - 1e-12));
      EXPECT_LE(delta_of(curve, epsilon), exact * (1 + 2e-3));
    }
  }
}

TEST(Finite, TablesOfLosses) {
  Inputs inputs(7);
  Error error(nullptr, "test");
  for (int trial = 0; trial < 20; ++trial) {
    const int64_t size = 1 + inputs.below(6);
    std::vector<double> first(size), second(size);
    double sum_first = 0, sum_second = 0;
    for (int64_t i = 0; i < size; ++i) {
      sum_first += first[i] = inputs.uniform(0.1, 1);
      sum_second += second[i] = inputs.uniform(0.1, 1);
    }
    const double lone = trial % 2 == 0 ? 0 : 0.01;
    std::vector<std::pair<double, double>> table;
    for (int64_t i = 0; i < size; ++i) {
      const double p = first[i] / sum_first * (1 - lone), q = second[i] / sum_second * (1 - lone);
      table.push_back({std::log(p / q), p});
    }
    std::sort(table.begin(), table.end());
    std::vector<double> losses, masses;
    Pairs pairs{{lone, 0}, {0, lone}};
    double greatest = 0;
    for (const auto &entry : table) {
      losses.push_back(entry.first);
      masses.push_back(entry.second);
      greatest = std::max(greatest, std::fabs(entry.first));
      pairs.push_back({entry.second, entry.second * std::exp(-static_cast<long double>(entry.first))});
    }
    std::vector<double> both = losses;
    both.insert(both.end(), masses.begin(), masses.end());
    ASSERT_TRUE(is_loss_table(both.data(), losses.size(), lone, greatest));
    for (int64_t count : {1, 2}) {
      Curve curve;
      const Event like{Kind::kLosses, lone, greatest, count, 0, 0};
      ASSERT_EQ(curve.add_losses(losses.data(), masses.data(), losses.size(), like, error), DPCVX_OK);
      expect_delta(curve, count == 1 ? pairs : times(pairs, pairs), {0, 0.2, 0.7}, 2e-2);
    }
  }
}

// What the second law has beside the table has a loss of -infinity: the table is not pure, in no composition.
TEST(Finite, TablesWhoseOtherLawHasMoreAreNotPure) {
  Error error(nullptr, "test");
  const double losses[2] = {0.125, 0.5}, masses[2] = {0.5, 0.5};
  const long double rest = 1 - (std::exp(-0.125L) + std::exp(-0.5L)) / 2;
  for (int64_t count : {1, 3}) {
    Curve curve, whole;
    ASSERT_EQ(curve.add_losses(losses, masses, 2, {Kind::kLosses, 0, 0.5, count, 0, 0}, error), DPCVX_OK);
    const long double exact = 1 - std::pow(1 - rest, count);
    for (double epsilon : {0.4, 0.6, 2.0, 100.0}) EXPECT_GE(delta_of(curve, epsilon), exact * (1 - 1e-12L)) << epsilon;
    EXPECT_EQ(epsilon_of(curve, static_cast<double>(exact) * 0.99), INFINITY);
    EXPECT_EQ(curve.gdp_mu(), INFINITY);
    EXPECT_EQ(curve.zcdp_rho(), INFINITY);
    EXPECT_EQ(curve.rdp(2), INFINITY);
    EXPECT_EQ(curve.basic_epsilon(), INFINITY);
    // Of a batch its greatest loss is -log(1 - q).
    ASSERT_EQ(whole.append(curve, 1, error), DPCVX_OK);
    const Event batch = on_batch({Kind::kLosses, 0, 0.5, count, 0, 0}, Sampling::kPoisson, 0.5);
    Curve of_batch;
    ASSERT_EQ(of_batch.add_losses(losses, masses, 2, batch, error), DPCVX_OK);
    EXPECT_GT(delta_of(of_batch, 0.6), 0);
    EXPECT_GE(delta_of(whole, 2), exact * (1 - 1e-12L));
  }
}

// A coin's losses, rounded to doubles, leave nothing: rounding explains what they lack of 1.
TEST(Finite, RoundedTablesOfPureMechanismsArePure) {
  Error error(nullptr, "test");
  Inputs inputs(19);
  for (int i = 0; i < 200; ++i) {
    const double epsilon = inputs.log_uniform(1e-6, 300), yes = 1 / (1 + std::exp(-epsilon)),
                 no = 1 / (1 + std::exp(epsilon));
    const double losses[2] = {-epsilon, epsilon}, masses[2] = {no, yes};
    Curve curve;
    ASSERT_EQ(curve.add_losses(losses, masses, 2, {Kind::kLosses, 0, epsilon, 1, 0, 0}, error), DPCVX_OK);
    EXPECT_EQ(curve[0].rest, 0) << epsilon;
    EXPECT_EQ(curve.basic_epsilon(), epsilon);
  }
}

// Control: laws of a smaller shift, or with less noise left out, are caught by the same sums.
TEST(Finite, AnotherLawIsCaught) {
  const double exact = static_cast<double>(delta_of_pairs(discrete_laplace_pairs(0.5, 3), 0.5));
  EXPECT_LT(delta_of(curve_of({discrete_laplace(0.5, 2)}), 0.5), exact);
  EXPECT_LT(delta_of(curve_of({discrete_laplace(0.49, 3)}), 0.5), exact);
  EXPECT_LT(delta_of(curve_of({on_batch(discrete_laplace(0.5, 3), Sampling::kPoisson, 0.99)}), 0.5), exact);
}

TEST(Finite, OutOfRangeFallsBackOnWhatIsProved) {
  const Curve wide = curve_of({discrete_gaussian(0x1p20, 1, 1000)});
  EXPECT_NEAR(wide.zcdp_rho(), 500 / 0x1p40, 1e-15);
  EXPECT_LT(delta_of(wide, 1), 1e-100);
  EXPECT_EQ(epsilon_of(curve_of({discrete_laplace(300, 3)}), 0), 900 * (1 + 0x1p-51));
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
