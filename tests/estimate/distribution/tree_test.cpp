// Estimates from trees: they are right without noise, of least variance with it, and their noise is what is stated.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/evidence.h"
#include "estimate/distribution/cells.h"
#include "estimate/distribution/noisy_share.h"
#include "estimate/laws.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::estimate::CountNoise;
using dpcvx::estimate::EdgeNoise;
using dpcvx::estimate::NoiseLaw;
using dpcvx::estimate::NoiseWeights;
using dpcvx::estimate::Strays;
using dpcvx::estimate::Tree;
using dpcvx::estimate::TreeShape;

TreeShape shape_of(int64_t cells, int64_t fan_out, bool root_known) {
  TreeShape shape;
  shape.set(cells, fan_out, root_known);
  return shape;
}

TEST(DistributionTree, IsRightWithoutNoise) {
  for (const int64_t cells : {2, 3, 7, 64, 100, 1000})
    for (const int64_t fan_out : {2, 4, 16})
      for (const bool known : {true, false}) {
        Tree tree;
        ASSERT_TRUE(tree.allocate(shape_of(cells, fan_out, known)));
        std::vector<int64_t> counts;
        for (int64_t i = 0; i < cells; ++i) counts.push_back((i * i * 31 + 7) % 101);
        tree.fill(counts.data());
        std::vector<double> below(static_cast<size_t>(cells) + 1);
        tree.estimate(1, below.data());
        double sum = 0;
        for (size_t i = 0; i < counts.size(); ++i) {
          EXPECT_NEAR(below[i], sum, 1e-9 * (1 + sum)) << cells;
          sum += static_cast<double>(counts[i]);
        }
        EXPECT_NEAR(below[counts.size()], sum, 1e-9 * sum);
      }
}

// The weight of each released node in each estimate: one node is 1, and all others are 0.
std::vector<std::vector<double>> weights_of(const TreeShape &shape) {
  std::vector<std::vector<double>> out;
  Tree tree;
  EXPECT_TRUE(tree.allocate(shape));
  const std::vector<int64_t> none(static_cast<size_t>(shape.cells()), 0);
  for (size_t i = 0; i < tree.released_size(); ++i) {
    tree.fill(none.data());
    tree.released()[i] = 1;
    out.emplace_back(none.size() + 1);
    tree.estimate(1, out.back().data());
  }
  return out;
}

TEST(DistributionTree, NoiseIsWhatIsStated) {
  for (const int64_t cells : {2, 3, 5, 8, 13, 37})
    for (const int64_t fan_out : {2, 3, 16})
      for (const bool known : {true, false}) {
        const TreeShape shape = shape_of(cells, fan_out, known);
        const std::vector<std::vector<double>> weights = weights_of(shape);
        for (int64_t cell = 1; cell < cells; ++cell) {
          const EdgeNoise noise = shape.edge_noise(cell);
          const NoiseWeights root = shape.root_noise();
          for (const double p : {0.0, 0.3, 1.0}) {
            double squares = 0, largest = 0;
            for (const std::vector<double> &of_node : weights) {
              const double weight = of_node[static_cast<size_t>(cell)] - p * of_node[static_cast<size_t>(cells)];
              squares += weight * weight;
              largest = std::max(largest, weight * weight);
            }
            const double factor = (noise.share - p) * (noise.share - p);
            EXPECT_NEAR(squares, noise.own.squares + factor * root.squares, 1e-9) << cells << ' ' << cell;
            // A node may be in the noise of the root and in that of the edge.
            const double bound = std::sqrt(noise.own.largest_square) + std::sqrt(factor * root.largest_square);
            EXPECT_LE(std::sqrt(largest), bound + 1e-9) << cells << ' ' << cell;
          }
        }
      }
}

// Least squares: weights are a function of the cells below a node that adds up (Gauss and Markov).
TEST(DistributionTree, EstimatesHaveTheLeastVariance) {
  for (const int64_t cells : {4, 9, 13})
    for (const int64_t fan_out : {2, 3})
      for (const bool known : {true, false}) {
        const TreeShape shape = shape_of(cells, fan_out, known);
        const std::vector<std::vector<double>> weights = weights_of(shape);
        const size_t skipped = known ? 1 : 0;
        for (int l = known ? 1 : 0; l < shape.levels(); ++l)
          for (int64_t i = 0; i < shape.nodes(l); ++i)
            for (int64_t cell = 1; cell < cells; ++cell) {
              double sum = 0;
              const int64_t end = std::min((i + 1) * shape.children(), shape.nodes(l + 1));
              for (int64_t c = i * shape.children(); c < end; ++c)
                sum += weights[shape.first(l + 1) + static_cast<size_t>(c) - skipped][static_cast<size_t>(cell)];
              EXPECT_NEAR(weights[shape.first(l) + static_cast<size_t>(i) - skipped][static_cast<size_t>(cell)], sum,
                          1e-12);
            }
      }
}

// ---- Sums of Laplace noises ----

double laplace(fixtures::Bits &bits) { return std::log(fixtures::uniform(bits) / fixtures::uniform(bits)); }

TEST(DistributionNoise, SumsOfEqualLaplaceNoisesHaveTheirOwnLaw) {
  constexpr int kDraws = 100000;
  for (const int terms : {1, 2, 5}) {
    fixtures::Bits bits(3);
    const NoiseLaw law{false, 1, 0, terms};
    std::vector<double> drawn;
    for (int i = 0; i < kDraws; ++i) {
      double sum = 0;
      for (int k = 0; k < terms; ++k) sum += laplace(bits);
      drawn.push_back(sum);
    }
    for (const double u : {0.0, 1.0, 3.0}) {
      double beyond = 0, square = 0;
      for (const double x : drawn) {
        beyond += x >= u;
        square += x > u ? (x - u) * (x - u) : 0;
      }
      EXPECT_NEAR(law.tail(u), beyond / kDraws, 4 * std::sqrt(law.tail(u) / kDraws)) << terms << ' ' << u;
      EXPECT_NEAR(law.square_above(-u), square / kDraws, 0.1 * square / kDraws) << terms << ' ' << u;
    }
    EXPECT_NEAR(law.tail(0), 0.5, 1e-12);
    EXPECT_NEAR(law.square_above(0), terms, 1e-12);
    if (terms == 1) {
      EXPECT_NEAR(law.tail(2), 0.5 * std::exp(-2), 1e-15);
    }
  }
}

// Of unequal weights: second moments above a level are no greater than those of fewer equal ones.
TEST(DistributionNoise, EqualTermsHaveGreaterMoments) {
  constexpr int kDraws = 100000;
  fixtures::Bits bits(5);
  const double weights[] = {1, 0.9, 0.7, 0.5, 0.3, 0.3, 0.2};
  NoiseWeights all;
  for (const double weight : weights) all.squares += weight * weight;
  all.largest_square = 1;
  const NoiseLaw law = CountNoise{false, 1}.law(all);
  EXPECT_EQ(law.terms, 2);
  EXPECT_NEAR(law.stddev() * law.stddev(), 2 * all.squares, 1e-12);
  for (const double level : {-2.0, 0.0, 2.0, 4.0}) {
    double moment = 0;
    fixtures::Bits same(5);
    for (int i = 0; i < kDraws; ++i) {
      double sum = 0;
      for (const double weight : weights) sum += weight * laplace(same);
      moment += sum > level ? (sum - level) * (sum - level) / kDraws : 0;
    }
    EXPECT_LE(moment, 1.02 * law.square_above(-level)) << level;
    EXPECT_GE(moment, 0.5 * law.square_above(-level)) << level;
  }
}

// ---- How far sums stray ----

// Pr[Bin(n, p) - n p + noise >= t], by a sum over the binomial law.
double exact_tail(int n, double p, const NoiseLaw &law, double t) {
  double sum = 0;
  for (int k = 0; k <= n; ++k) {
    const double logged = std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) + k * std::log(p) +
                          (n - k) * std::log1p(-p);
    const double far = t - (k - n * p), tail = far >= 0 ? law.tail(far) : 1 - law.tail(-far);
    sum += std::exp(logged) * tail;
  }
  return sum;
}

TEST(DistributionNoise, StraysAreBounded) {
  // Bounds that are exact are so to the precision of both sides.
  constexpr double kBeta = 0.025, kMost = kBeta * (1 + 1e-9);
  double greatest = 0;
  for (const bool gaussian : {true, false})
    for (const int units : {20, 400, 10000})
      for (const double scale : {0.5, 4.0, 50.0}) {
        const CountNoise noise{gaussian, scale};
        Strays strays;
        ASSERT_TRUE(strays.allocate());
        strays.start(noise, units, kBeta, true, !gaussian);
        for (const double p : {0.001, 0.1, 0.33, 0.5, 0.8, 0.99})
          for (const double squares : {1.0, 3.0}) {
            const NoiseWeights weights{squares, 1, true};
            const NoiseLaw law = noise.law(weights);
            const double up = strays.above(p, p, weights, squares), down = strays.below(p, p, weights, squares);
            const double over = exact_tail(units, p, law, up), under = exact_tail(units, 1 - p, law, down);
            EXPECT_LE(over, kMost) << gaussian << units << ' ' << scale << ' ' << p;
            EXPECT_LE(under, kMost) << gaussian << units << ' ' << scale << ' ' << p;
            greatest = std::max(greatest, over);
            // All shares up to p, where a unit is in or out.
            EXPECT_LE(exact_tail(units, p / 2, law, strays.above_up_to(p, weights) + units * p / 2), kMost);
            // Answers are kept.
            EXPECT_EQ(strays.above(p, p, weights, squares), up);
          }
      }
  EXPECT_GT(greatest, 0.8 * kBeta);
}

// A bound on the greatest weight that is no less than all of them does not say that there is one noise: one Laplace
// law is below a sum of the same variance in the middle of its tail.
TEST(DistributionNoise, ABoundOnWeightsIsNoSingleNoise) {
  const CountNoise noise{false, 1};
  const NoiseWeights bounded{2, 2}, one{2, 2, true};
  bool single_is_less = false;
  for (const double beta : {0.001, 0.025, 0.1, 0.2, 0.3, 0.4}) {
    const double of_two = NoiseLaw{false, 1, 0, 2}.quantile(beta), of_one = noise.quantile(one, beta);
    EXPECT_GE(noise.quantile(bounded, beta), std::max(of_one, of_two)) << beta;
    single_is_less = single_is_less || of_one < 0.9 * of_two;
    EXPECT_GT(noise.law(bounded).terms, 0);
  }
  EXPECT_TRUE(single_is_less);
}

// Where the noise of a share depends on the share, there may be less of it than at the ends: slopes of its density are
// steeper then. Control: the greatest noise alone is too little.
TEST(DistributionNoise, LessNoiseThanTheGreatestIsAllowedFor) {
  constexpr double kBeta = 0.2, kMost = kBeta * (1 + 1e-9);
  const double share = std::exp2(-1.75);  // on the grid of shares
  const CountNoise noise{true, 0.459};
  const NoiseWeights most{1, 1}, less{1.0 / 400, 1.0 / 400};
  Strays strays;
  ASSERT_TRUE(strays.allocate());
  strays.start(noise, 1, kBeta, true, true);
  const double alone = strays.above(share, share, most, most.squares);
  const double allowed = strays.above(share, share, most, less.squares);
  EXPECT_LE(exact_tail(1, share, noise.law(less), allowed), kMost);
  EXPECT_LE(exact_tail(1, share, noise.law(most), allowed), kMost);
  EXPECT_GT(exact_tail(1, share, noise.law(less), alone), 1.2 * kBeta);
}

// Memory that is taken anew knows nothing: what was computed in the old one is computed again.
TEST(DistributionNoise, StraysForgetWhereMemoryIsTakenAnew) {
  Strays strays;
  double first = 0;
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(strays.allocate());
    strays.start({true, 4}, 400, 0.02, true, true);
    const double far = strays.above_up_to(0.25, {1, 1, true});
    if (round == 0) first = far;
    EXPECT_EQ(far, first);
    EXPECT_LE(exact_tail(400, 0.25, CountNoise{true, 4}.law({1, 1, true}), far), 0.02 * (1 + 1e-6));
  }
}

// Of known units and normal noise tails are exact, but for blocks and the grid of noise: at most beta, and near it.
TEST(DistributionNoise, TailsOfKnownUnitsAreExact) {
  double least = 1, shorter = 0;
  for (const int units : {20, 400, 10000})
    for (const double scale : {0.5, 4.0, 50.0})
      for (const double beta : {0.0025, 0.02}) {
        const CountNoise noise{true, scale};
        Strays strays, moments;
        ASSERT_TRUE(strays.allocate() && moments.allocate());
        strays.start(noise, units, beta, true, true);
        moments.start(noise, units, beta, true, false);
        for (const double p : {0.001, 0.1, 0.25, 0.5, 0.8, 0.99})
          for (const double squares : {1.0, 3.0}) {
            const NoiseWeights weights{squares, 1, true};
            const double up = strays.above_up_to(p, weights), down = strays.below_down_to(p, weights);
            const double over = exact_tail(units, p, noise.law(weights), up);
            EXPECT_LE(over, beta * (1 + 1e-6)) << units << ' ' << scale << ' ' << p;
            EXPECT_LE(exact_tail(units, 1 - p, noise.law(weights), down), beta * (1 + 1e-6));
            EXPECT_LE(exact_tail(units, p / 2, noise.law(weights), up + units * p / 2), beta);
            EXPECT_EQ(strays.above_up_to(p, weights), up);
            if (scale >= 4) least = std::min(least, over / beta);
            shorter = std::max(shorter, up / moments.above_up_to(p, weights));
            // Control: a tenth less is passed too often.
            EXPECT_GT(exact_tail(units, p, noise.law(weights), 0.9 * up), beta);
          }
      }
  EXPECT_GT(least, 0.8);
  EXPECT_LT(shorter, 1.02);
  evidence("estimate", "exact tails of binomial counts and noise: at least %.2f of the stated probability is used",
           least);
}

}  // namespace
