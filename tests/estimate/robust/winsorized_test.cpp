// Intervals of winsorized means hold them where a million units leave little but the tests' own slack, and the steps
// that values are moved by make intervals narrow.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "estimate/drawn.h"
#include "estimate/robust/robust.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::estimate::CellRange;
using dpcvx::estimate::Cells;
using dpcvx::estimate::Cumulative;
using dpcvx::estimate::Ends;
using dpcvx::estimate::Estimate;
using dpcvx::estimate::QuantileEdges;
using dpcvx::estimate::Strays;
using dpcvx::estimate::TreeShape;
using dpcvx::estimate::Winsorized;
using fixtures::kLaws;
using fixtures::kSettings;
using fixtures::Law;
using fixtures::Setting;

constexpr double kFraction = 0.1, kBeta = 0.05;

// The mean of middles of cells, moved to those of both quantiles.
double truth_of(const Law &law, const Cells &cells) {
  const size_t count = static_cast<size_t>(cells.count());
  const auto up_to = [&](size_t i) { return i == count ? 1 : i == 0 ? 0 : law.up_to(cells.edge(i)); };
  double sum = 0;
  for (size_t i = 0; i < count; ++i) {
    // A share in it of what is cut off belongs to the cell with the quantile.
    double share = std::clamp(up_to(i + 1), kFraction, 1 - kFraction) - std::clamp(up_to(i), kFraction, 1 - kFraction);
    if (up_to(i) < kFraction && kFraction <= up_to(i + 1)) share += kFraction;
    if (up_to(i) < 1 - kFraction && 1 - kFraction <= up_to(i + 1)) share += kFraction;
    sum += share * (cells.edge(i) / 2 + cells.edge(i + 1) / 2);
  }
  return sum;
}

// Cells of [-1, 1] that are narrow at the lower end: the width of each is 1.02 times that of the one before it.
Cells uneven_cells(int64_t count) {
  std::vector<double> edges{-1};
  const double whole = std::expm1(std::log(1.02) * static_cast<double>(count));
  for (int64_t i = 1; i < count; ++i)
    edges.push_back(-1 + 2 * std::expm1(std::log(1.02) * static_cast<double>(i)) / whole);
  edges.push_back(1);
  Cells out;
  EXPECT_TRUE(out.allocate(edges.data(), count + 1, 0, dpcvx::estimate::CellEnd::kHigh));
  return out;
}

class Tables {
 public:
  Tables(const Setting &setting, double epsilon, int64_t cells)
      : Tables(setting, epsilon, fixtures::cells_of(cells, dpcvx::estimate::CellEnd::kHigh)) {}
  Tables(const Setting &setting, double epsilon, Cells &&cells) : setting_(setting), cells_(std::move(cells)) {
    TreeShape shape;
    shape.set(cells_.count(), fan_out(), setting.known);
    noise_ = fixtures::noise_at(epsilon, setting, shape.levels() + (setting.known ? 0 : 1));
  }
  const Cells &cells() const { return cells_; }

  dpcvx::estimate::RobustAnswer ask(const Law &law, int units, int32_t kind) {
    Estimate out;
    dpcvx::estimate::Robust robust;
    fixtures::draw_cumulative(law, setting_, noise_, noise_, fan_out(), cells_, units, bits_, nullptr, &out);
    EXPECT_TRUE(robust.allocate(out.cumulative));
    return robust.ask(out.cumulative, {kind, kFraction}, kBeta);
  }

  Ends find(const Law &law, int units, double fraction) {
    Estimate out;
    Strays strays;
    Winsorized winsorized;
    fixtures::draw_cumulative(law, setting_, noise_, noise_, fan_out(), cells_, units, bits_, nullptr, &out);
    const Cumulative &from = out.cumulative;
    EXPECT_TRUE(strays.allocate() && winsorized.allocate(from));
    EXPECT_GE(from.min_units(1e-6), Winsorized::least_units(from));
    const auto range_of = [&](double p) {
      const QuantileEdges found = find_quantile_edges(from, p, kBeta / 20, strays);
      return CellRange{found.first, found.last - 1};
    };
    return winsorized.find(from, {fraction, range_of(fraction), range_of(1 - fraction), from.max_units(kBeta / 20)},
                           kBeta / 2);
  }

 private:
  int64_t fan_out() const { return setting_.gaussian ? 2 : 16; }

  Setting setting_;
  Cells cells_;
  fixtures::CountNoise noise_;
  fixtures::Bits bits_{29};
};

// How many intervals miss, of two for each law, noise, adjacency, and number of cells: each does with probability 0.05
// at most.
int misses(size_t first_law, size_t last_law, double fraction) {
  int out = 0;
  for (const Setting &setting : kSettings)
    for (const int64_t cells : {64, 512}) {
      Tables tables(setting, 4, cells);
      for (size_t l = first_law; l <= last_law; ++l) {
        const double truth = truth_of(kLaws[l], tables.cells());
        for (int run = 0; run < 2; ++run) {
          const Ends found = tables.find(kLaws[l], 1000000, fraction);
          out += !(found.low <= truth + 1e-12 && truth - 1e-12 <= found.high);
        }
      }
    }
  return out;
}

// Of 160, more than 16 misses are less likely than 0.004.
TEST(Winsorized, HoldsMeansOfManyUnits) { EXPECT_LE(misses(0, 9, kFraction), 16); }

// The quantiles are well within wide cells of a uniform law, so it matters to which edge values are moved. Where tests
// contradict each other all means between the quantiles are kept, a width of 1.6. Of 24, more than 6 misses are less
// likely than 0.001.
TEST(Winsorized, HoldsMeansOfWideCells) {
  int missed = 0;
  for (const Setting &setting : kSettings)
    for (const int64_t cells : {53, 56, 64}) {
      Tables tables(setting, 4, cells);
      const double truth = truth_of(kLaws[0], tables.cells());
      for (int run = 0; run < 2; ++run) {
        const Ends found = tables.find(kLaws[0], 1000000, kFraction);
        missed += !(found.low <= truth && truth <= found.high && found.high - found.low < 0.02);
      }
    }
  EXPECT_LE(missed, 6);
}

// How many intervals of cells of unequal widths miss, of one for each law, noise, adjacency and number of units.
int uneven_misses(size_t first_law, size_t last_law, double fraction) {
  int missed = 0;
  for (const Setting &setting : kSettings) {
    Tables tables(setting, 4, uneven_cells(128));
    for (size_t l = first_law; l <= last_law; ++l)
      for (const int units : {20000, 1000000}) {
        const double truth = truth_of(kLaws[l], tables.cells());
        const Ends found = tables.find(kLaws[l], units, fraction);
        missed += !(found.low <= truth + 1e-12 && truth - 1e-12 <= found.high);
      }
  }
  return missed;
}

// Of 80, more than 10 misses are less likely than 0.003.
TEST(Winsorized, HoldsMeansOfUnevenCells) { EXPECT_LE(uneven_misses(0, 9, kFraction), 10); }

// Two outer cells far beyond all values hardly matter: intervals of all robust means hold, and are at most half as wide
// again. Of 24, more than 6 misses are less likely than 0.001.
TEST(Winsorized, FarOuterCellsHardlyMatter) {
  constexpr int64_t kCells = 256;
  const auto cells_to = [](double far) {
    std::vector<double> edges{-far};
    for (int64_t i = 1; i < kCells; ++i) edges.push_back(-1 + 2 * static_cast<double>(i) / static_cast<double>(kCells));
    edges.push_back(far);
    Cells out;
    EXPECT_TRUE(out.allocate(edges.data(), kCells + 1, 0, dpcvx::estimate::CellEnd::kHigh));
    return out;
  };
  int missed = 0;
  for (const Setting &setting : kSettings)
    for (const auto kind : {DPCVX_ESTIMATE_KIND_TRIMMED_MEAN, DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN}) {
      double least = INFINITY;
      for (const double far : {1.0, 300.0, 1e20}) {
        Tables tables(setting, 4, cells_to(far));
        const dpcvx::estimate::RobustAnswer found = tables.ask(kLaws[5], 5000, kind);
        least = std::min(least, found.high - found.low);
        EXPECT_LE(found.high - found.low, 1.5 * least) << setting.name() << ", kind " << kind << ", to " << far;
        missed += !(found.low <= 0 && 0 <= found.high);  // the law is symmetric
      }
    }
  EXPECT_LE(missed, 6);
}

// A fraction that is 0.05 more, of both skewed laws: 16 intervals.
TEST(Winsorized, ControlAnotherFractionOfUnevenCells) { EXPECT_GT(uneven_misses(7, 8, kFraction + 0.05), 8); }

// A fraction that is 0.02 more, of both skewed laws: 32 intervals.
TEST(Winsorized, ControlAnotherFraction) { EXPECT_GT(misses(7, 8, kFraction + 0.02), 16); }

// Without steps the median was 0.0206 for this law: 0.0226 less a cell.
TEST(Winsorized, StepsMakeIntervalsNarrow) {
  Tables tables(kSettings[2], 4, 1024);
  std::vector<double> widths;
  for (int run = 0; run < 9; ++run) {
    const Ends found = tables.find(kLaws[5], 10000, kFraction);
    widths.push_back(found.high - found.low);
  }
  std::nth_element(widths.begin(), widths.begin() + 4, widths.end());
  EXPECT_LT(widths[4], 0.0185);
}

// A fair coin of 500 tosses leaves quantiles of .45 anywhere between its sides. Noise of so many pairs of cells took
// minutes: the interval of all pairs stands for it. Control: at .1 both quantiles lie at a side.
TEST(Winsorized, QuantilesInWideGapsHaveTheIntervalOfAllPairs) {
  Tables tables(kSettings[2], 10, 1024);
  const Ends all = tables.find(kLaws[1], 500, 0.45), some = tables.find(kLaws[1], 500, kFraction);
  EXPECT_LT(all.low, -0.99);
  EXPECT_GT(all.high, 0.99);
  EXPECT_LT(some.high - some.low, 0.5);
}

}  // namespace
