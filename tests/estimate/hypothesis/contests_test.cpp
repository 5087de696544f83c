// Losses of hypotheses against their definition, the probabilities of sets, and covers.
#include <random>

#include "estimate/hypothesis/gaussians.h"
#include "estimate/hypothesis/selections.h"

namespace {

using namespace fixtures;
using dpcvx::estimate::GaussianLaw;

double normal_density(const GaussianLaw &law, double x) {
  const double z = (x - law.mean) / law.stddev;
  return std::exp(-z * z / 2) / (law.stddev * std::sqrt(2 * M_PI));
}

double figure(const dpcvx_hypotheses *hypotheses, int32_t which) {
  double value = NAN;
  if (dpcvx_hypotheses_get_f64(hypotheses, which, &value, nullptr) == DPCVX_OK) return value;
  int64_t count = -1;
  EXPECT_EQ(dpcvx_hypotheses_get_i64(hypotheses, which, &count, nullptr), DPCVX_OK);
  return static_cast<double>(count);
}

OptionsHandle options_with(int64_t threads, int64_t max_contests = int64_t{1} << 22) {
  OptionsHandle out;
  EXPECT_EQ(dpcvx_hypotheses_options_create(&out.it, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(out, DPCVX_HYPOTHESES_OPTION_THREADS, threads, nullptr), DPCVX_OK);
  EXPECT_EQ(dpcvx_options_set_i64(out, DPCVX_HYPOTHESES_OPTION_MAX_CONTESTS, max_contests, nullptr), DPCVX_OK);
  return out;
}

// Many equal probabilities: ties matter.
Laws coarse_laws(size_t count, size_t symbols) {
  std::mt19937_64 bits(5);
  Laws laws;
  for (size_t h = 0; h < count; ++h) {
    std::vector<double> law(symbols, 0.0);
    for (int part = 0; part < 8; ++part) law[bits() % symbols] += 0.125;
    laws.push_back(law);
  }
  return laws;
}

bool in_set(const Laws &laws, size_t j, size_t k, size_t x) {
  return j < k ? laws[j][x] > laws[k][x] : laws[j][x] >= laws[k][x];
}

TEST(Contests, LossesAreGreatestShortfalls) {
  constexpr size_t kLaws = 21, kSymbols = 5;
  const Laws laws = coarse_laws(kLaws, kSymbols);
  std::mt19937_64 bits(6);
  for (const size_t rows : {1, 511, 512, 1300}) {
    std::vector<double> records, count(kSymbols, 0.0);
    for (size_t i = 0; i < rows; ++i) {
      records.push_back(static_cast<double>(bits() % kSymbols));
      ++count[static_cast<size_t>(records.back())];
    }
    const std::vector<double> losses = losses_at(discrete(laws), records);
    for (size_t j = 0; j < kLaws; ++j) {
      double expected = -INFINITY;
      for (size_t k = 0; k < kLaws; ++k) {
        if (k == j) continue;
        double share = 0, found = 0;
        for (size_t x = 0; x < kSymbols; ++x) {
          share += in_set(laws, j, k, x) ? laws[j][x] : 0;
          found += in_set(laws, j, k, x) ? count[x] : 0;
        }
        expected = std::fmax(expected, static_cast<double>(rows) * share - found);
      }
      EXPECT_EQ(losses[j], expected) << j;  // shares are multiples of 1/8
    }
  }
}

TEST(Contests, ThreadsGiveTheSameLosses) {
  const Laws laws = coarse_laws(150, 9);
  std::mt19937_64 bits(7);
  std::vector<double> records;
  for (int i = 0; i < 3000; ++i) records.push_back(static_cast<double>(bits() % 9));
  const std::vector<double> alone = losses_at(discrete(laws), records);
  for (const int64_t threads : {2, 5}) EXPECT_EQ(losses_at(discrete(laws, options_with(threads)), records), alone);
}

// What is no symbol counts as equally likely under all.
TEST(Contests, ValuesThatAreNoSymbolsAreTies) {
  const Laws laws = {{0.5, 0.5}, {0.25, 0.75}};
  for (const double odd : {-1.0, 0.5, 2.0, 1e300})
    EXPECT_EQ(losses_at(discrete(laws), {odd}), (std::vector<double>{0.5, -0.25})) << odd;
}

TEST(GaussianSets, ProbabilitiesAreIntegralsOfDensities) {
  const GaussianLaw pairs[][2] = {{{0, 1}, {1, 1}},       {{0, 1}, {0, 2}},    {{0, 2}, {0, 1}},
                                  {{-1, 0.5}, {1, 0.8}},  {{3, 2}, {-1, 0.3}}, {{0, 1}, {5, 1.001}},
                                  {{0, 1}, {0.001, 1.2}}, {{0, 3}, {40, 1}}};
  for (const auto &pair : pairs) {
    double of_first = 0, of_second = 0;
    constexpr double kStep = 1e-4;
    for (double x = -60; x < 60; x += kStep) {
      const double one = normal_density(pair[0], x), other = normal_density(pair[1], x);
      (one > other ? of_first : of_second) += kStep * (one > other ? one : other);
    }
    EXPECT_NEAR(dpcvx::estimate::likelier_probability(pair[0], pair[1], false), of_first, 2e-4);
    EXPECT_NEAR(dpcvx::estimate::likelier_probability(pair[1], pair[0], true), of_second, 2e-4);
    const double apart = of_first + of_second - 1;
    if (pair[0].mean == pair[1].mean) {
      EXPECT_NEAR(dpcvx::estimate::distance_of_ratio(pair[1].stddev / pair[0].stddev), apart, 4e-4);
    }
    if (pair[0].stddev == pair[1].stddev) {
      EXPECT_NEAR(dpcvx::estimate::distance_of_shift(pair[1].mean - pair[0].mean), apart, 4e-4);
    }
  }
}

// A mean anywhere in the box is within the cover's distance of a mean of the grid. In three dimensions, correlated.
TEST(GaussianCover, HasAMeanNearEachOfTheBox) {
  const double low[] = {-1, 0, 2}, high[] = {1, 0.5, 4}, covariance[] = {1, 0.5, -0.3, 0.5, 2, 0.2, -0.3, 0.2, 1.5};
  HypothesesHandle cover;
  dpcvx_error error;
  ASSERT_EQ(dpcvx_hypotheses_create_gaussian_means(low, high, covariance, 3, 0.15, nullptr, &cover.it, &error),
            DPCVX_OK)
      << error.message;
  const double claimed = figure(cover, DPCVX_HYPOTHESES_FIGURE_COVER_DISTANCE);
  EXPECT_LE(claimed, 0.15 * (1 + 1e-9));
  EXPECT_EQ(figure(cover, DPCVX_HYPOTHESES_FIGURE_COLUMNS), 3);
  // The inverse, by Cramer's rule.
  double inverse[3][3], determinant = 0;
  const auto at = [&](size_t i, size_t j) { return covariance[i % 3 * 3 + j % 3]; };
  for (size_t i = 0; i < 3; ++i)
    for (size_t j = 0; j < 3; ++j)
      inverse[j][i] = at(i + 1, j + 1) * at(i + 2, j + 2) - at(i + 1, j + 2) * at(i + 2, j + 1);
  for (size_t j = 0; j < 3; ++j) determinant += at(0, j) * inverse[j][0];
  std::mt19937_64 bits(8);
  double farthest = 0;
  const int64_t count = static_cast<int64_t>(figure(cover, DPCVX_HYPOTHESES_FIGURE_COUNT));
  for (int trial = 0; trial < 500; ++trial) {
    double mean[3], least = 1;
    for (size_t i = 0; i < 3; ++i) mean[i] = low[i] + (high[i] - low[i]) * static_cast<double>(bits() % 9) / 8;
    for (int64_t h = 0; h < count; ++h) {
      double grid[3], square = 0;
      ASSERT_EQ(dpcvx_hypotheses_parameters(cover, h, grid, 3, nullptr), DPCVX_OK);
      for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j)
          square += (mean[i] - grid[i]) * inverse[i][j] / determinant * (mean[j] - grid[j]);
      least = std::fmin(least, dpcvx::estimate::distance_of_shift(std::sqrt(square)));
    }
    farthest = std::fmax(farthest, least);
  }
  EXPECT_LE(farthest, claimed * (1 + 1e-9));
  EXPECT_GT(farthest, 0.7 * claimed);
}

// The number of hypotheses is refused where it passes the limit of work, and told.
TEST(GaussianCover, TellsItsSize) {
  const double low[] = {-9, -9, -9, -9}, high[] = {9, 9, 9, 9};
  const double identity[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  HypothesesHandle cover;
  dpcvx_error error;
  EXPECT_EQ(dpcvx_hypotheses_create_gaussian_means(low, high, identity, 4, 0.05, nullptr, &cover.it, &error),
            DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(error.message, "'cover_distance' = 0.05: 429981696 hypotheses"), nullptr) << error.message;
  EXPECT_NE(std::strstr(error.message, "at most 2896 hypotheses"), nullptr) << error.message;
  const OptionsHandle few = options_with(1, 10);
  EXPECT_EQ(dpcvx_hypotheses_create_gaussians(0, 1, 1, 2, 0.1, few, &cover.it, &error), DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(error.message, "at most 5 hypotheses"), nullptr) << error.message;
}

// One law would do: there are two all the same.
TEST(GaussianCover, HasAtLeastTwoLaws) {
  const double low = 0, high = 0.01, variance = 1;
  HypothesesHandle means, laws;
  ASSERT_EQ(dpcvx_hypotheses_create_gaussian_means(&low, &high, &variance, 1, 0.2, nullptr, &means.it, nullptr),
            DPCVX_OK);
  ASSERT_EQ(dpcvx_hypotheses_create_gaussians(0, 0.01, 1, 1.01, 0.2, nullptr, &laws.it, nullptr), DPCVX_OK);
  for (const dpcvx_hypotheses *each : {means.it, laws.it}) {
    EXPECT_EQ(figure(each, DPCVX_HYPOTHESES_FIGURE_COUNT), 2);
    EXPECT_LT(figure(each, DPCVX_HYPOTHESES_FIGURE_COVER_DISTANCE), 0.02);
  }
}

// ---- A caller's densities ----

// Normal laws of a mean that is the hypothesis' number, in two columns of which the first counts.
int32_t log_densities(int64_t hypothesis, const double *records, int64_t count, int64_t columns, double *out, void *) {
  for (int64_t i = 0; i < count; ++i) {
    const double z = records[i * columns] - static_cast<double>(hypothesis);
    out[i] = -z * z / 2;
  }
  return 1;
}

int32_t broken(int64_t hypothesis, const double *, int64_t count, int64_t, double *out, void *) {
  for (int64_t i = 0; i < count; ++i) out[i] = hypothesis == 1 ? NAN : 0;
  return hypothesis == 2 ? 7 : 1;
}

std::vector<double> shares_of_shifts(int64_t count) {
  std::vector<double> out;
  for (int64_t j = 0; j < count; ++j)
    for (int64_t k = 0; k < count; ++k)
      out.push_back((1 + dpcvx::estimate::distance_of_shift(static_cast<double>(j - k))) / 2);
  return out;
}

TEST(CallersHypotheses, HaveTheLossesOfBuiltInOnes) {
  const std::vector<double> shares = shares_of_shifts(4);
  HypothesesHandle own;
  ASSERT_EQ(dpcvx_hypotheses_create(4, 1, log_densities, nullptr, shares.data(), nullptr, &own.it, nullptr), DPCVX_OK);
  HypothesesHandle built_in;  // means 0 to 3
  const double low = -0.5, high = 3.5, variance = 1;
  ASSERT_EQ(dpcvx_hypotheses_create_gaussian_means(&low, &high, &variance, 1, 0.198, nullptr, &built_in.it, nullptr),
            DPCVX_OK);
  ASSERT_EQ(figure(built_in, DPCVX_HYPOTHESES_FIGURE_COUNT), 4);
  std::mt19937_64 bits(9);
  std::normal_distribution<double> normal;
  std::vector<double> records;
  for (int i = 0; i < 2000; ++i) records.push_back(1.3 + normal(bits));
  EXPECT_EQ(losses_at(own, records), losses_at(built_in, records));
}

// A density of 0: never likelier, and a tie with another density of 0.
TEST(CallersHypotheses, AnswersThatAreNoneCountAsZero) {
  const std::vector<double> shares(9, 0.75);
  HypothesesHandle own;
  ASSERT_EQ(dpcvx_hypotheses_create(3, 1, broken, nullptr, shares.data(), nullptr, &own.it, nullptr), DPCVX_OK);
  // 0 wins against 1 and 2. 1 and 2 are equal: the record is in the set of 2.
  EXPECT_EQ(losses_at(own, {5}), (std::vector<double>{-0.25, 0.75, 0.75}));
  const BudgetHandle ledger = purse();
  const RngHandle source = rng("zero");
  const Selected got = select(ledger, source, pure(1), records_of({5, 5, 5}), own);
  EXPECT_EQ(got.status, DPCVX_OK);
  EXPECT_EQ(got.outcome, DPCVX_OUTCOME_DONE);
}

TEST(CallersHypotheses, ProbabilitiesFromSamplesAreWithinTheirError) {
  constexpr int64_t kLaws = 5, kEach = 20000;
  std::mt19937_64 bits(10);
  std::normal_distribution<double> normal;
  std::vector<double> samples;
  for (int64_t h = 0; h < kLaws; ++h)
    for (int64_t i = 0; i < kEach; ++i)
      for (int64_t j = 0; j < 2; ++j) samples.push_back(normal(bits) + static_cast<double>(j == 0 ? h : 0));
  HypothesesHandle sampled;
  ASSERT_EQ(dpcvx_hypotheses_create_sampled(kLaws, 2, log_densities, nullptr, samples.data(), kEach, nullptr,
                                            &sampled.it, nullptr),
            DPCVX_OK);
  const double claimed = figure(sampled, DPCVX_HYPOTHESES_FIGURE_PROBABILITY_ERROR);
  EXPECT_NEAR(claimed, std::sqrt(std::log(2 * kLaws * (kLaws - 1) / 1e-6) / (2 * kEach)), 1e-6);
  for (int64_t j = 0; j < kLaws; ++j)
    for (int64_t k = 0; k < kLaws; ++k) {
      if (j == k) continue;
      double under_j = 0, under_k = 0;
      ASSERT_EQ(dpcvx_hypotheses_contest(sampled, j, k, &under_j, &under_k, nullptr), DPCVX_OK);
      const double half = dpcvx::estimate::distance_of_shift(static_cast<double>(j - k)) / 2;
      EXPECT_NEAR(under_j, 0.5 + half, claimed);
      EXPECT_NEAR(under_k, 0.5 - half, claimed);
      EXPECT_GT(std::fabs(under_j - 0.5 - half), 0) << "samples should not be exact";
    }
}

TEST(CallersHypotheses, AreRefusedWhereAnAnswerIsNone) {
  const std::vector<double> samples(3, 0.0);
  HypothesesHandle out;
  dpcvx_error error;
  EXPECT_EQ(dpcvx_hypotheses_create_sampled(2, 1, broken, nullptr, samples.data(), 1, nullptr, &out.it, &error),
            DPCVX_ERR_CALLBACK);
  EXPECT_NE(std::strstr(error.message, "NaN for hypothesis 1 at sample 0 of hypothesis 0"), nullptr) << error.message;
  const std::vector<double> unlikely = {0, 0.3, 0.6, 0};
  EXPECT_EQ(dpcvx_hypotheses_create(2, 1, log_densities, nullptr, unlikely.data(), nullptr, &out.it, &error),
            DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(error.message, "as the sum of both for hypotheses 0 and 1"), nullptr) << error.message;
  const std::vector<double> beyond = {0, 1.5, 0.6, 0};
  EXPECT_EQ(dpcvx_hypotheses_create(2, 1, log_densities, nullptr, beyond.data(), nullptr, &out.it, &error),
            DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(error.message, "= 1.5 for hypotheses 0 and 1"), nullptr) << error.message;
}

}  // namespace
