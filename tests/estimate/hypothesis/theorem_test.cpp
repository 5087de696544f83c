// The accuracy of a selection at the number of units that the theorem asks for: within three times the least distance,
// and the excess.
#include <random>

#include "estimate/hypothesis/gaussians.h"
#include "estimate/hypothesis/selections.h"
#include "support/long_audits.h"

namespace {

using namespace fixtures;

constexpr double kFailure = 0.05;

int trials() { return long_audits() ? 1000 : 200; }

int64_t units_for(double epsilon, int64_t hypotheses, double excess) {
  int64_t units = 0;
  EXPECT_EQ(dpcvx_hypotheses_units_needed(pure(epsilon), hypotheses, excess, kFailure, &units, nullptr), DPCVX_OK);
  return units;
}

// What one trial gave: distances to the law of the records.
struct Trial {
  double selected, least;
};

struct Tally {
  int within = 0, near = 0;  // of the theorem's bound; of the least distance, by a tenth of the excess
  void add(const Trial &trial, double excess) {
    within += trial.selected <= 3 * trial.least + excess ? 1 : 0;
    near += trial.selected <= trial.least + excess / 10 ? 1 : 0;
  }
};

double uniform(std::mt19937_64 &bits) { return std::ldexp(static_cast<double>(bits() >> 11), -53); }

std::vector<double> random_law(std::mt19937_64 &bits, size_t symbols) {
  std::vector<double> law;
  double total = 0;
  for (size_t x = 0; x < symbols; ++x) total += law.emplace_back(-std::log(1 - uniform(bits)));
  for (double &each : law) each /= total;
  return law;
}

// Records of a law that is a mixture of a hypothesis with another law: none of the hypotheses is right.
Tally discrete_trials(double epsilon, double price_of_choice, double excess) {
  constexpr size_t kSymbols = 8, kLaws = 24;
  const int64_t units = units_for(epsilon, kLaws, excess);
  const BudgetHandle ledger = purse();
  const CurveHandle price = pure(price_of_choice);
  const RngHandle source = rng("theorem");
  std::mt19937_64 bits(17);
  Tally tally;
  for (int trial = 0; trial < trials(); ++trial) {
    Laws laws;
    for (size_t h = 0; h < kLaws; ++h) laws.push_back(random_law(bits, kSymbols));
    std::vector<double> truth = laws[bits() % kLaws];
    const std::vector<double> other = random_law(bits, kSymbols);
    const double part = 0.2 * uniform(bits);
    for (size_t x = 0; x < kSymbols; ++x) truth[x] += part * (other[x] - truth[x]);
    std::discrete_distribution<int> draw(truth.begin(), truth.end());
    std::vector<double> records;
    for (int64_t i = 0; i < units; ++i) records.push_back(draw(bits));
    const HypothesesHandle hypotheses = discrete(laws);
    const Selected got = select(ledger, source, price, records_of(records), hypotheses);
    EXPECT_EQ(got.status, DPCVX_OK) << got.error.message;
    double least = 1;
    for (const std::vector<double> &law : laws) least = std::fmin(least, total_variation(law, truth));
    tally.add({total_variation(laws[static_cast<size_t>(got.index)], truth), least}, excess);
  }
  return tally;
}

TEST(HypothesisTheorem, HoldsForDiscreteLaws) {
  for (const double epsilon : {0.1, 1.0}) {
    const Tally tally = discrete_trials(epsilon, epsilon, 0.15);
    EXPECT_GE(tally.within, 0.95 * trials()) << epsilon;
    std::printf("discrete laws, epsilon %g: %d of %d within the bound\n", epsilon, tally.within, trials());
  }
}

// At the number of units for epsilon = 1, a choice at a thousandth of it is nearly uniform, and misses.
TEST(HypothesisTheorem, ControlChoiceAtAThousandthOfThePrice) {
  const Tally tally = discrete_trials(1, 1e-3, 0.15);
  EXPECT_LT(tally.within, 0.9 * trials());
  EXPECT_LT(tally.near, 0.5 * trials());
}

double distance_of_laws(const dpcvx::estimate::GaussianLaw &one, const dpcvx::estimate::GaussianLaw &other) {
  if (one.mean == other.mean && one.stddev == other.stddev) return 0;
  return dpcvx::estimate::likelier_probability(one, other, false) +
         dpcvx::estimate::likelier_probability(other, one, true) - 1;
}

TEST(HypothesisTheorem, HoldsForACoverOfGaussians) {
  constexpr double kExcess = 0.2, kCover = 0.1;
  HypothesesHandle cover;
  ASSERT_EQ(dpcvx_hypotheses_create_gaussians(-2, 2, 0.5, 2, kCover, nullptr, &cover.it, nullptr), DPCVX_OK);
  int64_t count = 0;
  ASSERT_EQ(dpcvx_hypotheses_get_i64(cover, DPCVX_HYPOTHESES_FIGURE_COUNT, &count, nullptr), DPCVX_OK);
  const int64_t units = units_for(1, count, kExcess);
  const BudgetHandle ledger = purse();
  const CurveHandle price = pure(1);
  const RngHandle source = rng("cover");
  std::mt19937_64 bits(3);
  std::normal_distribution<double> normal;
  Tally tally;
  for (int trial = 0; trial < trials(); ++trial) {
    const dpcvx::estimate::GaussianLaw truth{4 * uniform(bits) - 2, 0.5 * std::pow(4, uniform(bits))};
    std::vector<double> records;
    for (int64_t i = 0; i < units; ++i) records.push_back(truth.mean + truth.stddev * normal(bits));
    const Selected got = select(ledger, source, price, records_of(records), cover);
    ASSERT_EQ(got.status, DPCVX_OK) << got.error.message;
    double least = 1, law[2];
    for (int64_t h = 0; h < count; ++h) {
      ASSERT_EQ(dpcvx_hypotheses_parameters(cover, h, law, 2, nullptr), DPCVX_OK);
      least = std::fmin(least, distance_of_laws({law[0], law[1]}, truth));
    }
    EXPECT_LE(least, kCover);
    ASSERT_EQ(dpcvx_hypotheses_parameters(cover, got.index, law, 2, nullptr), DPCVX_OK);
    tally.add({distance_of_laws({law[0], law[1]}, truth), least}, kExcess);
  }
  EXPECT_GE(tally.within, 0.95 * trials());
  std::printf("Gaussian laws, %d hypotheses, %d units: %d of %d within the bound, %d near the least distance\n",
              static_cast<int>(count), static_cast<int>(units), tally.within, trials(), tally.near);
}

TEST(HypothesisTheorem, UnitsNeededIsTheLeastNumberWithThatExcess) {
  for (const double epsilon : {0.01, 1.0, 10.0})
    for (const int64_t hypotheses : {2, 100, 65536})
      for (const double excess : {0.001, 0.1, 0.9}) {
        const CurveHandle price = pure(epsilon);
        int64_t units = 0;
        double at = 0, before = 1;
        ASSERT_EQ(dpcvx_hypotheses_units_needed(price, hypotheses, excess, 0.1, &units, nullptr), DPCVX_OK);
        ASSERT_EQ(dpcvx_hypotheses_excess(price, hypotheses, units, 0.1, &at, nullptr), DPCVX_OK);
        EXPECT_LE(at, excess);
        if (units > 1) {
          ASSERT_EQ(dpcvx_hypotheses_excess(price, hypotheses, units - 1, 0.1, &before, nullptr), DPCVX_OK);
        }
        EXPECT_GT(before, excess);
        const double n = static_cast<double>(units), log_of = std::log(20.0 * static_cast<double>(hypotheses - 1));
        EXPECT_NEAR(at, 2 * std::sqrt(log_of / (2 * n)) + 2 * log_of / (epsilon * n) + std::ldexp(1, -22), 1e-9);
      }
  int64_t units = 0;
  dpcvx_error error;
  EXPECT_EQ(dpcvx_hypotheses_units_needed(pure(1e-9), 65536, 1e-5, 1e-9, &units, &error), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::strstr(error.message, "'excess'"), nullptr) << error.message;
}

}  // namespace
