// Estimates from reports: unbiased, with intervals that cover, for values that are fixed and for draws of a law.
#include <cmath>

#include "estimate/local/intervals.h"
#include "estimate/local/locals.h"
#include "random/bernoulli.h"
#include "support/evidence.h"

using namespace locals;

namespace {

// Adds one report of each value.
void add_categories(dpcvx::random::Rng &rng, const std::vector<int64_t> &values, Aggregator *to) {
  for (const int64_t value : values) to->add(report_category(rng, to->protocol(), value));
}
void add_numbers(dpcvx::random::Rng &rng, const std::vector<double> &values, Aggregator *to) {
  for (const double value : values) to->add(report_value(rng, to->protocol(), value));
}

// Six categories, the i-th with a share of (i + 1) / 21 of 2100 users.
std::vector<int64_t> skewed() {
  std::vector<int64_t> out;
  for (int64_t c = 0; c < 6; ++c) out.insert(out.end(), static_cast<size_t>(100 * (c + 1)), c);
  return out;
}

// How many standard errors the mean of repeated estimates is off, at most over all entries, and whether spreads are as
// stated. `shift` is a bias that is put into each estimate.
template <class Make>
double worst_bias(const std::vector<double> &truth, int repeats, double shift, const Make &make,
                  double least_spread = 0.75) {
  std::vector<double> sums(truth.size()), squares(truth.size()), stated(truth.size());
  for (int r = 0; r < repeats; ++r) {
    const Estimated found = make();
    for (size_t j = 0; j < truth.size(); ++j) {
      const double off = found.values[j] + shift - truth[j];
      sums[j] += off;
      squares[j] += off * off;
      stated[j] += found.errors[j] * found.errors[j];
    }
  }
  double worst = 0;
  for (size_t j = 0; j < truth.size(); ++j) {
    worst = std::max(worst, std::fabs(sums[j]) / std::sqrt(squares[j]));
    // Stated errors count the draw of the values too, which are fixed here: they are too large, most so for windows.
    if (shift == 0) {
      EXPECT_LT(std::sqrt(squares[j] / stated[j]), 1.25) << j;
      EXPECT_GT(std::sqrt(squares[j] / stated[j]), least_spread) << j;
    }
  }
  return worst;
}

TEST(LocalEstimates, SharesAreUnbiased) {
  laws::Stream stream("shares");
  std::vector<double> truth;
  for (int c = 1; c <= 6; ++c) truth.push_back(c / 21.0);
  for (const int32_t randomizer : {DPCVX_LOCAL_RANDOMIZER_RESPONSE, DPCVX_LOCAL_RANDOMIZER_HASHING}) {
    const auto make = [&]() {
      Aggregator counts = aggregator(frequencies(6, 1, randomizer));
      add_categories(stream.rng, skewed(), &counts);
      return estimated(counts);
    };
    EXPECT_LT(worst_bias(truth, 200, 0, make), 4.5);
  }
}

// The control: a decoder that takes the share of a uniform report for what it is without a truth.
TEST(LocalEstimates, ControlABiasedDecoderIsCaught) {
  laws::Stream stream("biased");
  std::vector<double> truth;
  for (int c = 1; c <= 6; ++c) truth.push_back(c / 21.0);
  const Protocol it = frequencies(6, 1, DPCVX_LOCAL_RANDOMIZER_RESPONSE);
  const CountLaw law = count_law(it);
  const double wrong_base = 1.0 / 6;
  EXPECT_GT(worst_bias(truth, 200, (law.base - wrong_base) / law.slope,
                       [&]() {
                         Aggregator counts = aggregator(it);
                         add_categories(stream.rng, skewed(), &counts);
                         return estimated(counts);
                       }),
            8);
}

TEST(LocalEstimates, MeansAreUnbiased) {
  laws::Stream stream("means");
  std::vector<double> values;
  for (int i = 0; i < 2000; ++i) values.push_back(0.001 * i - 0.7);  // clipped to [-0.5, 1]
  double truth = 0;
  for (const double value : values) truth += std::fmin(std::fmax(value, -0.5), 1) / 2000;
  for (const int32_t randomizer : {DPCVX_LOCAL_RANDOMIZER_ONE_BIT, DPCVX_LOCAL_RANDOMIZER_WINDOW})
    for (const double epsilon : {0.5, 4.0}) {
      const auto make = [&]() {
        Aggregator sums = aggregator(mean(-0.5, 1, epsilon, randomizer));
        add_numbers(stream.rng, values, &sums);
        return estimated(sums);
      };
      EXPECT_LT(worst_bias({truth}, 100, 0, make, 0.3), 4.5) << randomizer << " " << epsilon;
    }
}

// Entries and norm of a vector inside the ball, and of one that is scaled to it.
TEST(LocalEstimates, VectorsAreUnbiased) {
  laws::Stream stream("vectors");
  Failing at;
  for (const double epsilon : {1.0, 4.0}) {
    const Protocol it = vectors(4, 2, epsilon);
    VectorReporter reporter;
    ASSERT_EQ(reporter.reserve(it, at.error), DPCVX_OK);
    for (const std::vector<double> &vector : {std::vector<double>{0.6, 0, -0.8, 0}, std::vector<double>{0, 6, 0, 8}}) {
      const double norm = std::hypot(std::hypot(vector[0], vector[1]), std::hypot(vector[2], vector[3]));
      constexpr int kReports = 4000;
      Aggregator sums = aggregator(it);
      for (int i = 0; i < kReports; ++i) sums.add(reporter.draw(stream.rng, it, vector.data()));
      const Estimated found = estimated(sums);
      double error = 0;
      for (size_t j = 0; j < 4; ++j) {
        const double truth = vector[j] / std::fmax(norm / 2, 1);
        EXPECT_NEAR(found.values[j], truth, 5 * found.errors[j]) << epsilon << " " << j;
        EXPECT_LT(found.low[j], truth);
        EXPECT_GT(found.high[j], truth);
        error += (found.values[j] - truth) * (found.values[j] - truth);
      }
      // E |error|^2 is (variance - |x|^2) / n.
      EXPECT_LT(std::sqrt(error), dpcvx::local::expected_error(it, kReports, 1e-6));
      EXPECT_GT(error * kReports, 0.05 * it.variance());
    }
  }
}

// The variance of the estimate of one report, of entry `j`, at each input: exact.
double variance_at(const Protocol &it, uint64_t input, size_t j) {
  const laws::Law law = law_of(it, input);
  double mean_of = 0, square = 0;
  for (uint64_t y = 0; y < it.outputs(); ++y) {
    Aggregator one = aggregator(it);
    one.add({0, y});
    const double value = estimated(one).values[j], share = static_cast<double>(law[y]);
    mean_of += share * value;
    square += share * value * value;
  }
  return square - mean_of * mean_of;
}

// Reports that are all alike have a spread of 0. Their standard error is that of the randomizer at least.
TEST(LocalEstimates, OneReportHasTheErrorOfItsRandomizer) {
  for (const Protocol &it :
       {frequencies(4, 5, DPCVX_LOCAL_RANDOMIZER_RESPONSE), frequencies(4, 1, DPCVX_LOCAL_RANDOMIZER_HASHING),
        mean(0, 10, 1, DPCVX_LOCAL_RANDOMIZER_ONE_BIT), mean(0, 10, 3, DPCVX_LOCAL_RANDOMIZER_WINDOW)}) {
    double least = INFINITY, most = 0;
    for (uint64_t input = 0; input < inputs(it); ++input) {
      const double found = variance_at(it, input, 0);
      least = std::min(least, found);
      most = std::max(most, found);
    }
    EXPECT_GT(least, 0);
    for (uint64_t y = 0; y < it.outputs(); ++y) {
      Aggregator one = aggregator(it);
      one.add({0, y});
      const double first = estimated(one).errors[0];
      EXPECT_GE(first * first, least * (1 - 1e-9)) << it.randomizer << " " << y;
      for (int i = 0; i < 3; ++i) one.add({0, y});
      EXPECT_NEAR(estimated(one).errors[0], first / 2, 1e-12) << it.randomizer << " " << y;
    }
    EXPECT_GE(it.variance() * (1 + 1e-9), most) << it.randomizer;
  }
}

// Of vectors by drawing: one report's stated error is never below the least spread of an entry over directions.
TEST(LocalEstimates, OneReportOfAVectorHasTheErrorOfItsRandomizer) {
  laws::Stream stream("one vector");
  Failing at;
  constexpr int kDraws = 4000;
  const Protocol it = vectors(3, 2, 4);
  VectorReporter reporter;
  ASSERT_EQ(reporter.reserve(it, at.error), DPCVX_OK);
  double stated = INFINITY, least = INFINITY;
  for (const std::vector<double> &vector : {std::vector<double>{2, 0, 0}, std::vector<double>{1, 1, 1}}) {
    std::vector<double> sums(3), squares(3);
    for (int i = 0; i < kDraws; ++i) {
      Aggregator one = aggregator(it);
      one.add(reporter.draw(stream.rng, it, vector.data()));
      const Estimated found = estimated(one);
      for (size_t j = 0; j < 3; ++j) {
        sums[j] += found.values[j] / kDraws;
        squares[j] += found.values[j] * found.values[j] / kDraws;
        stated = std::min(stated, found.errors[j]);
      }
    }
    for (size_t j = 0; j < 3; ++j) least = std::min(least, std::sqrt(squares[j] - sums[j] * sums[j]));
  }
  EXPECT_GT(stated, 0.9 * least);
}

// The scale of a codebook, by drawing many. Its variance is near that of PrivUnit on the sphere itself.
TEST(LocalEstimates, TheScaleOfACodebookIsWhatItIsOnAverage) {
  for (const size_t dimension : {2, 3, 50}) {
    constexpr int kBooks = 1500;
    const uint64_t classes = 4, favoured = 16;
    const CodebookLaw law = favoured_law(dimension, classes, favoured);
    double sum = 0, square = 0, squares_of_sums = 0;
    std::vector<double> vector(dimension);
    for (int b = 0; b < kBooks; ++b) {
      std::vector<double> entries;
      for (uint32_t i = 0; i < classes * favoured; ++i) {
        codebook_vector(static_cast<uint64_t>(b) * 7919, i, dimension, vector.data());
        entries.push_back(vector[dimension - 1]);
      }
      std::sort(entries.rbegin(), entries.rend());
      double own = 0;
      for (uint64_t i = 0; i < favoured; ++i) {
        own += entries[i] / favoured;
        square += entries[i] * entries[i] / favoured / kBooks;
      }
      sum += own / kBooks;
      squares_of_sums += own * own / kBooks;
    }
    const double error = std::sqrt((squares_of_sums - sum * sum) / kBooks);
    EXPECT_NEAR(sum, law.mean, 5 * error) << dimension;
    EXPECT_NEAR(square, law.square, 10 * error * law.mean) << dimension;
  }
}

// For fixed values and for draws of a law; every kind; few and many users. Monte Carlo: at least the level, less four
// standard deviations.
TEST(LocalEstimates, IntervalsCover) {
  constexpr int kRuns = 600;
  laws::Stream stream("coverage");
  struct Cell {
    Protocol it;
    int users;
  };
  const std::vector<Cell> cells = {{frequencies(4, 0.5, DPCVX_LOCAL_RANDOMIZER_RESPONSE), 40},
                                   {frequencies(4, 2, DPCVX_LOCAL_RANDOMIZER_RESPONSE), 400},
                                   {frequencies(40, 1, DPCVX_LOCAL_RANDOMIZER_HASHING), 150},
                                   {mean(0, 1, 1, DPCVX_LOCAL_RANDOMIZER_ONE_BIT), 100},
                                   {mean(0, 1, 3, DPCVX_LOCAL_RANDOMIZER_WINDOW), 30},
                                   {mean(0, 1, 3, DPCVX_LOCAL_RANDOMIZER_WINDOW), 600}};
  double least = 1;
  for (const Cell &cell : cells)
    for (const bool fixed : {true, false}) {
      const bool shares = cell.it.kind == DPCVX_LOCAL_KIND_FREQUENCIES;
      int64_t covered = 0, entries = 0;
      for (int run = 0; run < kRuns; ++run) {
        Aggregator counts = aggregator(cell.it);
        int64_t zeros = 0;
        for (int i = 0; i < cell.users; ++i) {
          // A quarter has category 0, or the value 0; the others the next category, or the value 1.
          const bool zero = fixed ? i % 4 == 0 : dpcvx::random::uniform(stream.rng, 4) == 0;
          zeros += zero ? 1 : 0;
          if (shares)
            counts.add(report_category(stream.rng, cell.it, zero ? 0 : 1));
          else
            counts.add(report_value(stream.rng, cell.it, zero ? 0 : 1));
        }
        const double first = fixed ? static_cast<double>(zeros) / cell.users : 0.25;
        const Estimated found = estimated(counts, 0.05);
        const std::vector<double> truth =
            shares ? std::vector<double>{first, 1 - first, 0} : std::vector<double>{1 - first};
        for (size_t j = 0; j < truth.size(); ++j)
          covered += found.low[j] <= truth[j] && truth[j] <= found.high[j] ? 1 : 0;
        entries += static_cast<int64_t>(truth.size());
      }
      const double rate = static_cast<double>(covered) / static_cast<double>(entries);
      EXPECT_GE(rate, 0.95 - 4 * std::sqrt(0.95 * 0.05 / kRuns))
          << cell.it.randomizer << " " << cell.users << " " << fixed;
      least = std::min(least, rate);
    }
  evidence("local estimates", "least coverage of 12 cells at 0.95: %.4f", least);
}

// Intervals of events that are not alike, enumerated: n events of probabilities p or q.
TEST(LocalIntervals, HitRatesCoverEventsThatAreNotAlike) {
  for (const double tail : {0.25, 0.025})
    for (const int n : {1, 2, 7})
      for (int alike = 0; alike <= n; ++alike)
        for (const double p : {0.0, 0.1, 0.5, 0.9, 1.0})
          for (const double q : {0.0, 0.3, 1.0}) {
            std::vector<double> law = {1};
            for (int i = 0; i < n; ++i) {
              const double hit = i < alike ? p : q;
              law.push_back(0);
              for (size_t k = law.size() - 1; k > 0; --k) law[k] = law[k] * (1 - hit) + law[k - 1] * hit;
              law[0] *= 1 - hit;
            }
            const double truth = (alike * p + (n - alike) * q) / n;
            double above = 0, below = 0;
            for (int k = 0; k <= n; ++k) {
              const Interval found = hit_rate(k, n, tail);
              above += truth > found.high + 1e-12 ? law[static_cast<size_t>(k)] : 0;
              below += truth < found.low - 1e-12 ? law[static_cast<size_t>(k)] : 0;
            }
            ASSERT_LE(above, tail) << n << " " << alike << " " << p << " " << q;
            ASSERT_LE(below, tail) << n << " " << alike << " " << p << " " << q;
          }
}

TEST(LocalIntervals, BennettSolvesItsEquation) {
  for (const double n : {1.0, 100.0, 1e9})
    for (const double variance : {1e-6, 0.3, 2.0})
      for (const double tail : {0.5, 0.025, 1e-9}) {
        const double bound = 1.7, t = bennett_deviation(n, variance, bound, tail), u = bound * t / variance;
        const double exponent = n * variance / (bound * bound) * ((1 + u) * std::log1p(u) - u);
        EXPECT_NEAR(exponent / -std::log(tail), 1, u < 1e-3 ? 1e-3 : 1e-7) << n << " " << variance << " " << tail;
        EXPECT_GE(exponent / -std::log(tail), u < 1e-3 ? 0.999 : 1 - 1e-12);
      }
  EXPECT_EQ(bennett_deviation(10, 0, 1, 0.1), 0);
}

// What AUTOMATIC takes has the least variance, and Laplace noise never has less.
TEST(LocalPlans, TakeTheLeastVariance) {
  int windows = 0, hashes = 0;
  for (double epsilon = 0.01; epsilon < 12; epsilon *= 1.3) {
    const Protocol best = mean(-1, 1, epsilon, DPCVX_LOCAL_RANDOMIZER_AUTOMATIC);
    for (const int32_t each : {DPCVX_LOCAL_RANDOMIZER_ONE_BIT, DPCVX_LOCAL_RANDOMIZER_WINDOW})
      EXPECT_LE(best.variance(), mean(-1, 1, epsilon, each).variance() * (1 + 1e-9)) << epsilon;
    EXPECT_LT(best.variance(), 8 / (epsilon * epsilon)) << epsilon;
    windows += best.randomizer == DPCVX_LOCAL_RANDOMIZER_WINDOW ? 1 : 0;
    for (const int64_t categories : {2, 10, 1000, 100000}) {
      const Protocol it = frequencies(categories, epsilon, DPCVX_LOCAL_RANDOMIZER_AUTOMATIC);
      const double odds = std::exp(epsilon);
      EXPECT_LE(it.outputs(), kMaxOutputs);
      hashes += it.randomizer == DPCVX_LOCAL_RANDOMIZER_HASHING ? 1 : 0;
      // Optimised unary encoding has 4 e^epsilon / (e^epsilon - 1)^2 for a share near 0.
      const CountLaw law = count_law(it);
      const double own = law.base * (1 - law.base) / (law.slope * law.slope);
      if (epsilon < 3.5) {
        EXPECT_LT(own, 1.16 * 4 * odds / ((odds - 1) * (odds - 1))) << epsilon << " " << categories;
      }
    }
  }
  EXPECT_GT(windows, 5);
  EXPECT_GT(hashes, 20);
}

// n epsilon^2 E |error|^2 / d of vectors of norm 1: a constant at small epsilon, whatever d is.
TEST(LocalPlans, VectorsHaveTheOptimalRate) {
  for (const double epsilon : {0.5, 2.0, 6.0}) {
    double first = 0;
    for (const int64_t dimension : {8, 64, 512}) {
      const Protocol it = vectors(dimension, 1, epsilon);
      const double scaled = it.variance() * std::min(epsilon * epsilon, epsilon) / static_cast<double>(dimension);
      if (first == 0) first = scaled;
      EXPECT_NEAR(scaled / first, 1, 0.25) << epsilon << " " << dimension;
      evidence("local vectors", "epsilon %g, d = %d: min(epsilon, epsilon^2) / d times the variance is %.3f, %d of %d",
               epsilon, static_cast<int>(dimension), scaled, static_cast<int>(it.favoured),
               static_cast<int>(it.outputs()));
    }
  }
}

}  // namespace
