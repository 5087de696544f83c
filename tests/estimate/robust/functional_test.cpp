// The noise of sums over cells, and of counts between edges, is what is stated: by brute force over all nodes.
#include <algorithm>
#include <cmath>
#include <vector>

#include "estimate/robust/blurred_edge.h"
#include "estimate/robust/cut_noise.h"
#include "estimate/robust/functional.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::Buffer;
using dpcvx::estimate::BlurredEdge;
using dpcvx::estimate::CutNoise;
using dpcvx::estimate::EdgeNoise;
using dpcvx::estimate::Functional;
using dpcvx::estimate::noise_between;
using dpcvx::estimate::NoiseWeights;
using dpcvx::estimate::Tree;
using dpcvx::estimate::TreeShape;

// Counts below edges where the noise of one released node is 1, for each node.
class Nodes {
 public:
  explicit Nodes(const TreeShape &shape) {
    Tree tree;
    EXPECT_TRUE(tree.allocate(shape));
    const std::vector<int64_t> none(static_cast<size_t>(shape.cells()), 0);
    for (size_t i = 0; i < tree.released_size(); ++i) {
      tree.fill(none.data());
      tree.released()[i] = 1;
      below_.emplace_back();
      EXPECT_TRUE(below_.back().allocate(none.size() + 1));
      tree.estimate(1, below_.back().data());
    }
  }

  // Checks the noise of f(below) - p * (number of all units) against what is stated of it.
  template <class F>
  void check(const F &f, const EdgeNoise &stated, const NoiseWeights &root) const {
    for (const double p : {0.0, 0.3, 1.0}) {
      double squares = 0, largest = 0;
      for (const Buffer<double> &below : below_) {
        const double weight = f(below) - p * below[below.size() - 1];
        squares += weight * weight;
        largest = std::max(largest, std::fabs(weight));
      }
      const double factor = (stated.share - p) * (stated.share - p);
      EXPECT_NEAR(squares, stated.own.squares + factor * root.squares, 1e-9 * (1 + squares));
      EXPECT_LE(largest, std::sqrt(stated.own.largest_square) + std::sqrt(factor * root.largest_square) + 1e-9);
    }
  }

  double largest(const Functional &of) const {
    return largest([&](const Buffer<double> &below) { return of.sum(below); });
  }
  template <class F>
  double largest(const F &f) const {
    double out = 0;
    for (const Buffer<double> &below : below_) out = std::max(out, std::fabs(f(below)));
    return out;
  }

 private:
  std::vector<Buffer<double>> below_;
};

template <class F>
void for_shapes(const F &f) {
  for (const int64_t cells : {2, 3, 5, 8, 13, 37})
    for (const int64_t fan_out : {2, 3, 16})
      for (const bool known : {true, false}) {
        TreeShape shape;
        shape.set(cells, fan_out, known);
        f(shape, Nodes(shape));
      }
}

TEST(RobustFunctional, NoiseIsWhatIsStated) {
  for_shapes([](const TreeShape &shape, const Nodes &nodes) {
    Functional functional;
    ASSERT_TRUE(functional.allocate(shape));
    for (int kind = 0; kind < 3; ++kind) {
      for (int64_t i = 0; i < shape.cells(); ++i) {
        const double at = static_cast<double>(i) / 7 - 0.5;
        functional.weights()[i] = kind == 0 ? at : kind == 1 ? 1 - at * at : std::sin(7 * at * at);
      }
      const std::vector<double> kept(functional.weights(), functional.weights() + shape.cells());
      const EdgeNoise noise = functional.noise();
      EXPECT_TRUE(std::equal(kept.begin(), kept.end(), functional.weights()));
      nodes.check([&](const Buffer<double> &below) { return functional.sum(below); }, noise, shape.root_noise());
      // The greatest weight is found, not only bounded.
      if (shape.root_known()) {
        EXPECT_NEAR(nodes.largest(functional), std::sqrt(noise.own.largest_square), 1e-9);
      }
    }
  });
}

TEST(RobustFunctional, NoiseBetweenEdgesIsWhatIsStated) {
  for_shapes([](const TreeShape &shape, const Nodes &nodes) {
    for (int64_t first = 0; first < shape.cells(); ++first)
      for (int64_t last = first + 1; last <= shape.cells(); ++last) {
        const auto between = [=](const Buffer<double> &below) {
          return below[static_cast<size_t>(last)] - below[static_cast<size_t>(first)];
        };
        nodes.check(between, noise_between(shape, first, last), shape.root_noise());
      }
  });
}

constexpr double kPrices[] = {0, 1, 3, 10, 100};

template <class F>
void for_windows(const TreeShape &shape, const F &f) {
  for (const int64_t first : {int64_t{0}, int64_t{1}, shape.cells() / 2, shape.cells() - 1, shape.cells()})
    for (const double price : kPrices)
      for (const bool upwards : {false, true}) {
        BlurredEdge window;
        window.set(shape, first, price, upwards);
        f(window, first, price, upwards);
      }
}

template <class F>
void for_pairs(const TreeShape &shape, const F &f) {
  std::vector<BlurredEdge> windows;
  for_windows(shape, [&](const BlurredEdge &window, int64_t, double, bool) { windows.push_back(window); });
  for (const BlurredEdge &low : windows)
    for (const BlurredEdge &high : windows)
      if (low.is_before(high)) f(low, high);
}

// Means of counts over windows of edges, their differences and their sums.
TEST(BlurredEdges, NoiseIsWhatIsStated) {
  for_shapes([](const TreeShape &shape, const Nodes &nodes) {
    for_windows(shape, [&](const BlurredEdge &window, int64_t, double, bool) {
      nodes.check([&](const Buffer<double> &below) { return window.mean(below.data()); }, window.noise(),
                  shape.root_noise());
    });
    for_pairs(shape, [&](const BlurredEdge &low, const BlurredEdge &high) {
      const auto between = [&](const Buffer<double> &below) {
        return high.mean(below.data()) - low.mean(below.data());
      };
      nodes.check(between, BlurredEdge::between(shape, low, high), shape.root_noise());
      const auto half = [&](const Buffer<double> &below) {
        return (high.mean(below.data()) + low.mean(below.data())) / 2;
      };
      nodes.check(half, BlurredEdge::half_sum(shape, low, high), shape.root_noise());
    });
  });
}

// Bounds on the greatest weight are within a factor of two, for most pairs.
TEST(BlurredEdges, ControlHalfTheGreatestWeight) {
  int broken = 0, all = 0;
  for_shapes([&](const TreeShape &shape, const Nodes &nodes) {
    if (!shape.root_known()) return;
    for_pairs(shape, [&](const BlurredEdge &low, const BlurredEdge &high) {
      const auto half = [&](const Buffer<double> &below) {
        return (high.mean(below.data()) + low.mean(below.data())) / 2;
      };
      const double stated = BlurredEdge::half_sum(shape, low, high).own.largest_square;
      if (!(stated > 0)) return;
      broken += nodes.largest(half) > std::sqrt(stated) / 2;
      ++all;
    });
  });
  EXPECT_GT(broken, all / 2);
}

// A mean over a window has the signs that tests rely on: weights >= 0, that add up to 1, on one side.
TEST(BlurredEdges, WindowsLieOnOneSide) {
  for_shapes([](const TreeShape &shape, const Nodes &) {
    for_windows(shape, [&](const BlurredEdge &window, int64_t first, double, bool upwards) {
      std::vector<double> by_edge(static_cast<size_t>(shape.cells()) + 1, 0);
      double sum = 0;
      for (int64_t edge = 0; edge <= shape.cells(); ++edge) {
        by_edge[static_cast<size_t>(edge)] = 1;
        const double weight = window.mean(by_edge.data());
        by_edge[static_cast<size_t>(edge)] = 0;
        EXPECT_GE(weight, 0);
        if (upwards ? edge < first : edge > first) {
          EXPECT_EQ(weight, 0);
        }
        sum += weight;
      }
      EXPECT_NEAR(sum, 1, 1e-12);
    });
  });
}

TEST(BlurredEdges, WindowsCostLessThanTheirFirstEdge) {
  int less = 0;
  for_shapes([&](const TreeShape &shape, const Nodes &) {
    std::vector<double> edges;
    for (int64_t edge = 0; edge <= shape.cells(); ++edge) edges.push_back(static_cast<double>(edge));
    for_windows(shape, [&](const BlurredEdge &window, int64_t first, double price, bool upwards) {
      BlurredEdge alone;
      alone.set(shape, first, 0, upwards);
      const double far = std::fabs(window.mean(edges.data()) - static_cast<double>(first));
      const double cost = price * std::sqrt(window.noise().own.squares) + far;
      EXPECT_LE(cost, price * std::sqrt(alone.noise().own.squares) + 1e-9);
      less += cost < 0.9 * price * std::sqrt(alone.noise().own.squares);
    });
  });
  EXPECT_GT(less, 100);
}

// Weights of two parts: what either adds is computed on its own, for any edge between them.
TEST(RobustFunctional, NoiseOfTwoPartsIsThatOfTheWhole) {
  for_shapes([](const TreeShape &shape, const Nodes &) {
    Functional functional;
    CutNoise cut;
    ASSERT_TRUE(functional.allocate(shape));
    ASSERT_TRUE(cut.allocate(shape));
    for (int64_t edge = 1; edge < shape.cells(); ++edge) {
      cut.start(edge);
      for (int64_t i = 0; i < shape.cells(); ++i) functional.weights()[i] = std::sin(static_cast<double>(i * i + edge));
      // The weights of the other side are not read.
      const auto part_of = [&](CutNoise::Side side) {
        for (int64_t i = 0; i < shape.cells(); ++i)
          cut.weights()[i] = (i < edge) == (side == CutNoise::kLeft) ? functional.weights()[i] : NAN;
        return cut.part(side);
      };
      const CutNoise::Part left = part_of(CutNoise::kLeft), right = part_of(CutNoise::kRight);
      CutNoise::Extremes found;
      cut.pair(left, right, &found);
      const EdgeNoise noise = functional.noise();
      EXPECT_NEAR(found.most_squares, noise.own.squares, 1e-12 * (1 + noise.own.squares));
      EXPECT_EQ(found.least_squares, found.most_squares);
      EXPECT_NEAR(found.most_share, noise.share, 1e-12);
      EXPECT_EQ(found.least_share, found.most_share);
    }
  });
}

// The weights of nodes in a sum of two parts are those of the parts, added up.
TEST(RobustFunctional, WeightsOfNodesAddUp) {
  for_shapes([](const TreeShape &shape, const Nodes &nodes) {
    if (!shape.root_known()) return;
    Functional functional;
    ASSERT_TRUE(functional.allocate(shape));
    std::vector<double> all(static_cast<size_t>(shape.cells()));
    for (size_t i = 0; i < all.size(); ++i) all[i] = std::sin(static_cast<double>(i * i));
    const size_t edge = all.size() / 2;
    std::vector<double> least[2], most[2];
    for (size_t side = 0; side < 2; ++side) {
      least[side].assign(shape.size(), INFINITY), most[side].assign(shape.size(), -INFINITY);
      for (size_t i = 0; i < all.size(); ++i) functional.weights()[i] = (i < edge) == (side == 0) ? all[i] : 0;
      functional.noise();
      functional.extend(least[side].data(), most[side].data());
    }
    double largest = 0;
    for (size_t n = 1; n < shape.size(); ++n) {
      EXPECT_EQ(least[0][n], most[0][n]);
      largest = std::max(largest, std::fabs(least[0][n] + least[1][n]));
    }
    std::copy(all.begin(), all.end(), functional.weights());
    EXPECT_NEAR(largest, nodes.largest(functional), 1e-9);
  });
}

// Weights of neighbouring edges added up, as if edges had independent noise.
TEST(RobustFunctional, ControlIndependentEdges) {
  TreeShape shape;
  shape.set(64, 2, true);
  const EdgeNoise together = noise_between(shape, 31, 33);
  const double apart = shape.edge_noise(31).own.squares + shape.edge_noise(33).own.squares;
  EXPECT_GT(std::fabs(together.own.squares - apart), 0.2 * apart);
}

}  // namespace
