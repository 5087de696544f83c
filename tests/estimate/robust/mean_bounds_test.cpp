// Bounds on trimmed and winsorized means hold whichever quantile serves at the end that is free, and far ends of the
// other quantile hardly widen them.
#include <algorithm>
#include <cmath>
#include <vector>

#include "estimate/drawn.h"
#include "estimate/robust/mean_bounds.h"
#include "estimate/robust/robust.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::estimate::CellRange;
using dpcvx::estimate::Cells;
using dpcvx::estimate::Cumulative;
using dpcvx::estimate::Ends;
using dpcvx::estimate::Estimate;
using dpcvx::estimate::MeanBounds;
using dpcvx::estimate::QuantileEdges;
using dpcvx::estimate::QuantilePairs;
using dpcvx::estimate::RobustAnswer;
using dpcvx::estimate::TreeShape;
using fixtures::kLaws;
using fixtures::kSettings;
using fixtures::Law;
using fixtures::Setting;

constexpr double kFraction = 0.1, kBeta = 0.05;

// A law of cells with values at their middles, 1 apart.
class CellLaw {
 public:
  explicit CellLaw(std::vector<double> shares) : shares_(std::move(shares)) {}

  size_t cells() const { return shares_.size(); }
  double up_to(size_t cell) const {
    double sum = 0;
    for (size_t i = 0; i <= cell; ++i) sum += shares_[i];
    return cell + 1 == cells() ? 1 : sum;
  }
  size_t quantile(double p) const {
    size_t cell = 0;
    while (cell + 1 < cells() && up_to(cell) < p) ++cell;
    return cell;
  }
  // The mean of values clipped to two cells, less a at either.
  double clipped(size_t low, size_t high, double a) const {
    double sum = 0;
    for (size_t i = 0; i < cells(); ++i) sum += shares_[i] * static_cast<double>(std::clamp(i, low, high));
    return sum - a * static_cast<double>(low + high);
  }
  // The mean of what is left after a share a is cut off at either end, times that share.
  double left(double a) const {
    double sum = 0;
    for (size_t i = 0; i < cells(); ++i) {
      const double from = std::clamp(i == 0 ? 0 : up_to(i - 1), a, 1 - a), to = std::clamp(up_to(i), a, 1 - a);
      sum += (to - from) * static_cast<double>(i);
    }
    return sum;
  }

 private:
  std::vector<double> shares_;
};

CellLaw drawn_law(fixtures::Bits &bits) {
  std::vector<double> shares(2 + static_cast<size_t>(11 * fixtures::uniform(bits)));
  double sum = 0;
  for (double &share : shares) sum += share = fixtures::uniform(bits) < 0.3 ? 0 : -std::log(fixtures::uniform(bits));
  if (!(sum > 0)) sum = shares[0] = 1;
  for (double &share : shares) share /= sum;
  return CellLaw(shares);
}

// Statement 2.1 of PROOFS.md, for all pairs of cells.
TEST(MeanBounds, AnyQuantileAtTheOtherEndWillDo) {
  fixtures::Bits bits(3);
  for (int round = 0; round < 2000; ++round) {
    const CellLaw law = drawn_law(bits);
    for (const double a : {0.01, 0.1, 0.25, 0.45}) {
      const size_t low = law.quantile(a), high = law.quantile(1 - a);
      const double left = law.left(a);
      EXPECT_NEAR(law.clipped(low, high, a), left, 1e-12);
      for (size_t l = 0; l <= high; ++l) EXPECT_GE(law.clipped(l, high, a), left - 1e-12);
      for (size_t u = low; u < law.cells(); ++u) EXPECT_LE(law.clipped(low, u, a), left + 1e-12);
    }
  }
}

// Where both quantiles are others than those of the fraction, the inequality fails.
TEST(MeanBounds, ControlOneQuantileHasToBeTheFractions) {
  fixtures::Bits bits(3);
  int broken = 0;
  for (int round = 0; round < 200; ++round) {
    const CellLaw law = drawn_law(bits);
    const size_t high = law.quantile(0.7);
    broken += law.clipped(law.quantile(kFraction), high, kFraction) < law.left(kFraction) - 1e-6;
  }
  EXPECT_GT(broken, 50);
}

// Tables of a law, and what the law has in middles of cells.
class Tables {
 public:
  Tables(const Setting &setting, double epsilon, int64_t cells)
      : setting_(setting), cells_(fixtures::cells_of(cells, dpcvx::estimate::CellEnd::kHigh)) {
    TreeShape shape;
    shape.set(cells, fan_out(), setting.known);
    noise_ = fixtures::noise_at(epsilon, setting, shape.levels() + (setting.known ? 0 : 1));
  }

  void draw(const Law &law, int units, Estimate *out) {
    fixtures::draw_cumulative(law, setting_, noise_, noise_, fan_out(), cells_, units, bits_, nullptr, out);
  }
  CellRange cell_of(const Law &law, double p) const {
    size_t i = 0;
    while (i + 1 < count() && up_to(law, i + 1) < p) ++i;
    return {i, i};
  }
  double truth(const Law &law, bool moved) const {
    double sum = 0;
    for (size_t i = 0; i < count(); ++i) sum += (cut(up_to(law, i + 1)) - cut(up_to(law, i))) * middle(i);
    const double ends = middle(cell_of(law, kFraction).first) + middle(cell_of(law, 1 - kFraction).first);
    return moved ? sum + kFraction * ends : sum / (1 - 2 * kFraction);
  }
  // An interval where the cells of all quantiles are known.
  Ends find(const Law &law, int units, bool moved, double low, double high, double free, bool paired = false) {
    Estimate out;
    draw(law, units, &out);
    const Cumulative &from = out.cumulative;
    MeanBounds bounds;
    EXPECT_TRUE(bounds.allocate(from));
    QuantilePairs::Partners partners;
    EXPECT_TRUE(partners.first.allocate(from.cells()) && partners.last.allocate(from.cells()));
    partners.first[cell_of(law, low).first] = partners.last[cell_of(law, low).first] = cell_of(law, high).first;
    const QuantilePairs::Partners *const partners_of = paired ? &partners : nullptr;
    return bounds.find(from,
                       {kFraction, moved, cell_of(law, low), cell_of(law, high), cell_of(law, free),
                        cell_of(law, 1 - free), from.max_units(kBeta / 20), partners_of},
                       kBeta);
  }

 private:
  int64_t fan_out() const { return setting_.gaussian ? 2 : 16; }
  size_t count() const { return static_cast<size_t>(cells_.count()); }
  double middle(size_t i) const { return cells_.edge(i) / 2 + cells_.edge(i + 1) / 2; }
  double up_to(const Law &law, size_t i) const { return i == count() ? 1 : i == 0 ? 0 : law.up_to(cells_.edge(i)); }
  static double cut(double share) { return std::clamp(share, kFraction, 1 - kFraction); }

  Setting setting_;
  Cells cells_;
  fixtures::CountNoise noise_;
  fixtures::Bits bits_{41};
};

// How many intervals of a million units miss, or are those of everything, where quantiles are as given.
int misses(double low, double high, double free, bool paired = false) {
  int out = 0;
  for (const Setting &setting : kSettings) {
    Tables tables(setting, 1, 256);
    for (const size_t l : {0, 4, 5, 7})
      for (const bool moved : {paired, true}) {
        const double truth = tables.truth(kLaws[l], moved);
        const Ends found = tables.find(kLaws[l], 1000000, moved, low, high, free, paired);
        const bool held = found.low <= truth + 1e-12 && truth - 1e-12 <= found.high;
        out += !(held && found.high - found.low < 0.3);
      }
  }
  return out;
}

// Of 32 for each free quantile. Each misses with probability 0.05 at most: more than 7 are less likely than 0.0004.
TEST(MeanBounds, HoldMeansWithAnyFreeQuantile) {
  for (const double free : {0.02, 0.1, 0.3}) EXPECT_LE(misses(kFraction, 1 - kFraction, free), 7) << free;
}

TEST(MeanBounds, HoldMeansOfKnownPairs) { EXPECT_LE(misses(kFraction, 1 - kFraction, kFraction, true), 7); }

TEST(MeanBounds, ControlAnotherPair) { EXPECT_GT(misses(0.12, 1 - kFraction, kFraction, true), 16); }

TEST(MeanBounds, ControlTheKnownQuantileIsAnother) { EXPECT_GT(misses(kFraction, 0.8, kFraction), 16); }

// Each misses with probability 0.05 at most. Of 80 for each number of units, more than 11 are less likely than 0.001.
TEST(MeanBounds, HoldMeansWhereNoiseIsGreat) {
  for (const int units : {300, 3000}) {
    int missed = 0;
    for (const Setting &setting : kSettings) {
      Tables tables(setting, 1, 128);
      for (const Law &law : kLaws)
        for (const bool moved : {false, true}) {
          const double truth = tables.truth(law, moved);
          Estimate out;
          dpcvx::estimate::Robust robust;
          tables.draw(law, units, &out);
          ASSERT_TRUE(robust.allocate(out.cumulative));
          const int32_t kind = moved ? DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN : DPCVX_ESTIMATE_KIND_TRIMMED_MEAN;
          const RobustAnswer found = robust.ask(out.cumulative, {kind, kFraction}, kBeta);
          missed += !(found.low <= truth && truth <= found.high);
        }
    }
    EXPECT_LE(missed, 11) << units;
  }
}

// How many tables of a uniform law leave out the pair of its quantiles, where 0.2 may.
int left_out(const Setting &setting, double fraction, int runs) {
  Tables tables(setting, 0.1, 128);
  const size_t low = tables.cell_of(kLaws[0], kFraction).first, high = tables.cell_of(kLaws[0], 1 - kFraction).first;
  int out = 0;
  for (int run = 0; run < runs; ++run) {
    Estimate drawn;
    QuantilePairs pairs;
    QuantilePairs::Partners partners;
    tables.draw(kLaws[0], 10000, &drawn);
    const Cumulative &from = drawn.cumulative;
    EXPECT_TRUE(pairs.allocate(from) && partners.first.allocate(from.cells()) && partners.last.allocate(from.cells()));
    pairs.find_partners(from, {fraction, {0, 128}, {0, 128}, from.min_units(1e-3), from.max_units(1e-3)}, 0.2,
                        &partners);
    out += partners.first[low] == QuantilePairs::kNone || partners.last[low] == QuantilePairs::kNone ||
           partners.first[low] > high || partners.last[low] < high;
  }
  return out;
}

TEST(QuantilePairs, HoldTheLawsPair) {
  // Of 100 tables more than 36 are less likely than 0.0001.
  for (const Setting &setting : kSettings) EXPECT_LE(left_out(setting, kFraction, 100), 36) << setting.name();
}

TEST(QuantilePairs, ControlAnotherFraction) { EXPECT_GT(left_out(kSettings[0], 0.2, 20), 15); }

// Shares of exactly a quarter up to a value, and of three quarters, with no values for a while behind it.
constexpr Law kFourSteps = {"four steps",
                            [](fixtures::Bits &bits) { return std::floor(4 * fixtures::uniform(bits)) / 2 - 0.75; },
                            [](double x) { return std::clamp(std::floor((x + 0.75) * 2 + 1) / 4, 0.0, 1.0); }};

// In how many tables wide windows leave out a quantile of four steps, where 0.2 may be: the lower and the upper one in
// turn.
int narrowed_out(const Setting &setting, double asked, int units, int runs) {
  Tables tables(setting, 0.1, 128);
  int out = 0;
  for (int run = 0; run < runs; ++run) {
    Estimate drawn;
    QuantilePairs pairs;
    tables.draw(kFourSteps, units, &drawn);
    const Cumulative &from = drawn.cumulative;
    EXPECT_TRUE(pairs.allocate(from));
    const bool low = run % 2 == 0;
    const QuantileEdges all{0, 128};
    const QuantileEdges left =
        pairs.narrow(from, {asked, all, all, from.min_units(1e-3), from.max_units(1e-3)}, low, 0.2);
    const size_t cell = tables.cell_of(kFourSteps, low ? 0.25 : 0.75).first;
    out += cell < left.first || cell >= left.last;
  }
  return out;
}

TEST(QuantilePairs, WideWindowsHoldQuantiles) {
  // Of 100 tables more than 36 are less likely than 0.0001.
  for (const Setting &setting : kSettings) EXPECT_LE(narrowed_out(setting, 0.25, 10000, 100), 36) << setting.name();
}

// The lower quantile is another one, in 20 of these tables.
TEST(QuantilePairs, ControlWideWindowsOfAnotherFraction) { EXPECT_GT(narrowed_out(kSettings[0], 0.4, 10000, 40), 15); }

// A coin of 1/20: the noise of one edge hides that a share of 0.95, not of 0.9, is below it.
TEST(QuantilePairs, WideWindowsFindAtoms) {
  Tables tables(kSettings[0], 0.1, 1024);
  std::vector<size_t> before, after;
  dpcvx::estimate::Strays strays;
  ASSERT_TRUE(strays.allocate());
  for (int run = 0; run < 9; ++run) {
    Estimate drawn;
    QuantilePairs pairs;
    tables.draw(kLaws[2], 10000, &drawn);
    const QuantileEdges edges = find_quantile_edges(drawn.cumulative, 0.9, 0.001, strays);
    ASSERT_TRUE(pairs.allocate(drawn.cumulative));
    const QuantileEdges left = pairs.narrow(drawn.cumulative, {0.1, edges, edges, 10000, 10000}, false, 0.001);
    EXPECT_TRUE(edges.first <= left.first && left.first < left.last && left.last <= edges.last);
    before.push_back(edges.last - edges.first);
    after.push_back(left.last - left.first);
  }
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  EXPECT_LT(3 * after[4], 2 * before[4]);
}

// Of a lognormal law the upper quantile's interval reaches far. On one scale for all pairs the width is 0.16.
TEST(MeanBounds, FarQuantilesHardlyWiden) {
  Tables tables(kSettings[1], 0.1, 1024);
  std::vector<double> widths;
  for (int run = 0; run < 9; ++run) {
    Estimate out;
    dpcvx::estimate::Robust robust;
    tables.draw(kLaws[8], 10000, &out);
    ASSERT_TRUE(robust.allocate(out.cumulative));
    const RobustAnswer found = robust.ask(out.cumulative, {DPCVX_ESTIMATE_KIND_TRIMMED_MEAN, kFraction}, kBeta);
    widths.push_back(found.high - found.low);
  }
  std::sort(widths.begin(), widths.end());
  EXPECT_LT(widths[4], 0.06);
}

TEST(MeanBounds, FreeSharesFallToTheFraction) {
  Estimate out;
  Tables(kSettings[0], 0.1, 1024).draw(kLaws[0], 10000, &out);
  const auto share = [&](double a, double units) { return MeanBounds::free_share(out.cumulative, a, units); };
  for (const double a : {0.01, 0.1, 0.25, 0.49}) {
    EXPECT_EQ(share(a, 100), 0);
    EXPECT_EQ(share(a, -5), 0);
    EXPECT_EQ(share(a, 1e9), a);
    double before = 1;
    for (double units = 4000; units < 1e9; units *= 1.5) {
      const double here = share(a, units);
      EXPECT_TRUE(here == 0 || (a <= here && here <= 0.5 && here <= before)) << a << ", " << units;
      before = here > 0 ? here : 1;
    }
  }
}

}  // namespace
