// Intervals of histograms, of cumulative distributions and of quantiles hold what the law has at least as often as they
// say, for ten laws, and how wide they are beside those of an oracle who knows the law.
#include <algorithm>
#include <cmath>
#include <vector>

#include "audit/generator.h"
#include "estimate/drawn.h"
#include "support/evidence.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::estimate::find_quantile;
using dpcvx::estimate::QuantileInterval;
using dpcvx::estimate::TreeShape;
using fixtures::Bits;
using fixtures::CellEnd;
using fixtures::Cells;
using fixtures::cells_of;
using fixtures::CountNoise;
using fixtures::draw_counts;
using fixtures::draw_cumulative;
using fixtures::drawn;
using fixtures::Estimate;
using fixtures::kEpsilons;
using fixtures::kLaws;
using fixtures::kSettings;
using fixtures::Law;
using fixtures::noise_at;
using fixtures::Setting;
using fixtures::Strays;

// Shares of a law below the edges of cells.
std::vector<double> below_edges(const Law &law, const Cells &cells, CellEnd end) {
  std::vector<double> out;
  for (const double edge : cells.edges()) out.push_back(law.up_to(end == CellEnd::kHigh ? edge : edge - 1e-9));
  out.front() = 0, out.back() = 1;
  return out;
}

// The least t with Pr[|share - p| <= t] >= 0.95 where noise has this standard deviation in a count, at most the range.
double oracle_width(double p, double units, double stddev) {
  const double t = 1.96 * std::sqrt(units * p * (1 - p) + stddev * stddev) / units;
  return std::min(p + t, 1.0) - std::max(p - t, 0.0);
}

struct Score {
  double held = 0, all = 0, counted = 0;  // counted: intervals that hold the count of the sample
  std::vector<double> ratios;
  void add(bool holds) { held += holds, ++all; }
  double share() const { return held / all; }
  double counted_share() const { return counted / all; }
  double median() {
    std::nth_element(ratios.begin(), ratios.begin() + static_cast<long>(ratios.size() / 2), ratios.end());
    return ratios[ratios.size() / 2];
  }
};

// ---- Histograms ----

Score histograms(const Law &law, const Setting &setting, const CountNoise &noise, const CountNoise &claimed, int units,
                 int runs, Strays &strays) {
  constexpr int64_t kCells = 8;
  const Cells cells = cells_of(kCells, CellEnd::kLow);
  const std::vector<double> below = below_edges(law, cells, CellEnd::kLow);
  Bits bits(7);
  Score score;
  dpcvx::Error error(nullptr, "histograms");
  for (int run = 0; run < runs; ++run) {
    Estimate out;
    EXPECT_EQ(out.allocate(kCells, error), DPCVX_OK);
    EXPECT_EQ(out.allocate_counts(error), DPCVX_OK);
    int64_t drawn_counts[kCells];
    draw_counts(law, cells, CellEnd::kLow, units, 1, bits, drawn_counts);
    std::vector<double> counts(drawn_counts, drawn_counts + kCells);
    double all = 0;
    const std::vector<double> exact = counts;
    for (double &count : counts) {
      count += drawn(bits, noise);
      all += count;
    }
    fill_histogram(claimed, counts.data(), setting.known ? units : all, setting.known, true, strays, &out);
    for (size_t j = 0; j < counts.size(); ++j) {
      const double truth = below[j + 1] - below[j];
      score.add(out.low[j] <= truth && truth <= out.high[j]);
      score.counted += out.count_low[j] <= exact[j] && exact[j] <= out.count_high[j];
      EXPECT_TRUE(out.low[j] <= out.values[j] && out.values[j] <= out.high[j]);
      score.ratios.push_back((out.high[j] - out.low[j]) / oracle_width(truth, units, noise.stddev()));
    }
  }
  return score;
}

// ---- Cumulative distributions and quantiles ----

struct Both {
  Score shares, quantiles;
};

int64_t cells_tried() { return long_audits() ? 64 : 32; }

// Of shares and of quantiles, which have other probabilities: answers are kept from table to table.
struct BothStrays {
  Strays shares, quantiles;
  bool allocate() { return shares.allocate() && quantiles.allocate(); }
};

// `factor` is that of the noise drawn over the noise claimed; quantiles are asked for with `off` too much.
Both distributions(const Law &law, const Setting &setting, double epsilon, int units, int runs, BothStrays &strays,
                   double factor = 1, double off = 0) {
  const int64_t count = cells_tried();
  const int64_t fan_out = setting.gaussian ? 2 : 16;
  const Cells cells = cells_of(count, CellEnd::kHigh);
  const std::vector<double> below = below_edges(law, cells, CellEnd::kHigh);
  TreeShape shape;
  shape.set(count, fan_out, setting.known);
  const CountNoise noise = noise_at(epsilon, setting, shape.levels() + (setting.known ? 0 : 1));
  CountNoise actual = noise;
  actual.scale *= factor;
  Bits bits(11);
  Both both;
  for (int run = 0; run < runs; ++run) {
    Estimate out;
    draw_cumulative(law, setting, actual, noise, fan_out, cells, units, bits, &strays.shares, &out);
    for (size_t j = 0; j < out.values.size(); j += out.values.size() / 8 + 1) {
      both.shares.add(out.low[j] <= below[j + 1] && below[j + 1] <= out.high[j]);
      const double stddev = noise.stddev() * std::sqrt(out.cumulative.weights(j + 1, below[j + 1]).squares);
      both.shares.ratios.push_back((out.high[j] - out.low[j]) / oracle_width(below[j + 1], units, stddev));
    }
    for (const double p : {0.1, 0.5, 0.9}) {
      const QuantileInterval found = find_quantile(out.cumulative, p + off, 0.05, strays.quantiles);
      // The quantile is above the last edge with a share below p, and at most the next.
      const auto edge_of = [&](double share) {
        return static_cast<size_t>(std::lower_bound(below.begin(), below.end() - 1, share) - below.begin());
      };
      const size_t at = std::max(edge_of(p), size_t{1});
      both.quantiles.add(found.low <= cells.edge(at - 1) && cells.edge(at) <= found.high);
      const double width = oracle_width(
          p, units, noise.stddev() * std::sqrt(out.cumulative.weights(static_cast<size_t>(count / 2), p).squares));
      const double from = cells.edge(std::max(edge_of(p - width / 2), size_t{1}) - 1),
                   to = cells.edge(edge_of(p + width / 2));
      both.quantiles.ratios.push_back((found.high - found.low) / (to - from));
    }
  }
  return both;
}

// Of cells of law, size and epsilon.
struct Summary {
  double held = 0, all = 0, runs = 0, least = 1, widest = 0, narrowest = 99;
  const char *widest_law = "";
  std::vector<double> ratios;

  void add(Score &score, int count, const char *law, const char *what) {
    const double share = score.share(), ratio = score.median();
    EXPECT_GE(share, 0.95 - 4 * std::sqrt(0.05 * 0.95 / count)) << what << ' ' << law;
    held += score.held, all += score.all, runs += count;
    least = std::min(least, share);
    narrowest = std::min(narrowest, ratio);
    ratios.push_back(ratio);
    if (ratio > widest) widest = ratio, widest_law = law;
  }
  void tell(const char *what, const char *of, int units) {
    // Intervals of one run depend on each other: as if each run had one.
    EXPECT_GE(held / all, 0.95 - 4 * std::sqrt(0.05 * 0.95 / runs)) << what;
    std::nth_element(ratios.begin(), ratios.begin() + static_cast<long>(ratios.size() / 2), ratios.end());
    evidence(
        "estimate",
        "%s, %s, n = %d: coverage %.4f of a stated 0.95, at least %.4f in 30 cells; median widths from %.2f to %.2f "
        "(%s) of an oracle's, in the median %.2f",
        what, of, units, held / all, least, narrowest, widest, widest_law, ratios[ratios.size() / 2]);
  }
};

// Counts drawn cell by cell are those of units drawn one by one: a chi-square of two samples, false alarm below 1e-6
// each.
TEST(DrawnCounts, AreThoseOfUnits) {
  constexpr int kUnits = 20000, kParts = 16;
  for (const Law &law : kLaws)
    for (const CellEnd end : {CellEnd::kHigh, CellEnd::kLow}) {
      const Cells cells = cells_of(kParts, end);
      Bits bits(1);
      int64_t one_by_one[kParts] = {}, together[kParts] = {};
      for (int i = 0; i < kUnits; ++i) ++one_by_one[cells.find(law.draw(bits))];
      draw_counts(law, cells, end, kUnits, 1, bits, together);
      double chi_square = 0;
      for (int j = 0; j < kParts; ++j) {
        const double all = static_cast<double>(one_by_one[j] + together[j]);
        const double apart = static_cast<double>(one_by_one[j] - together[j]);
        if (all > 0) chi_square += apart * apart / all;
      }
      EXPECT_LT(chi_square, 60) << law.name;
    }
}

TEST(HistogramIntervals, HoldSharesAndCounts) {
  for (const Setting &setting : kSettings)
    for (const int units : {100, 10000}) {
      const int runs = long_audits() ? 2000 : units == 100 ? 24 : 6;
      Summary summary;
      double counted = 0;
      for (const double epsilon : kEpsilons) {
        const CountNoise noise = noise_at(epsilon, setting, 1);
        Strays strays;
        ASSERT_TRUE(strays.allocate());
        for (const Law &law : kLaws) {
          Score score = histograms(law, setting, noise, noise, units, runs, strays);
          counted += score.counted_share() / 30;
          summary.add(score, runs, law.name, setting.name());
        }
      }
      EXPECT_GE(counted, 0.95 - 4 * std::sqrt(0.05 * 0.95 / summary.runs));
      summary.tell("histogram of 8 cells", setting.name(), units);
    }
}

TEST(HistogramIntervals, ControlTwiceTheNoise) {
  const Setting setting{true, true};
  const CountNoise claimed = noise_at(0.5, setting, 1), twice{true, 2 * claimed.scale};
  Strays strays;
  ASSERT_TRUE(strays.allocate());
  EXPECT_LT(histograms(kLaws[0], setting, twice, claimed, 400, 200, strays).share(), 0.93);
}

// Noise far beyond 0 or all units never gives [0, 0] or [1, 1].
TEST(ShareIntervals, NoiseBeyondTheEndsIsCut) {
  for (const Setting &setting : kSettings) {
    constexpr double kUnits = 1000;
    const CountNoise noise = noise_at(0.1, setting, 1);
    Strays strays;
    ASSERT_TRUE(strays.allocate());
    strays.start(noise, kUnits, 0.025, true, setting.known);
    const auto interval = [&](double count) {
      dpcvx::estimate::NoisyShare given;
      given.count = count;
      given.units = kUnits;
      given.noise.own = {1, 1, true};
      return find_share(given, 0, strays);
    };
    const auto none = interval(0), all = interval(kUnits);
    for (const double far : {3.0, 8.0, 30.0}) {
      const auto below = interval(-far * noise.stddev()), above = interval(kUnits + far * noise.stddev());
      EXPECT_TRUE(below.low == 0 && below.high > 0.3 * none.high) << below.high << ' ' << none.high;
      EXPECT_TRUE(above.high == 1 && 1 - above.low > 0.3 * (1 - all.low)) << above.low << ' ' << all.low;
    }
  }
}

void hold_shares_and_quantiles(const Setting &setting) {
  for (const int units : {100, 10000}) {
    const int runs = long_audits() ? 2000 : units == 100 ? 4 : 2;
    Summary shares, quantiles;
    for (const double epsilon : kEpsilons) {
      BothStrays strays;
      ASSERT_TRUE(strays.allocate());
      for (const Law &law : kLaws) {
        Both both = distributions(law, setting, epsilon, units, runs, strays);
        shares.add(both.shares, runs, law.name, setting.name());
        quantiles.add(both.quantiles, runs, law.name, setting.name());
        if (long_audits())
          evidence("estimate",
                   "cumulative distribution, %s, %s, n = %d, epsilon = %g: coverage %.4f, width %.2f of the oracle's; "
                   "quantiles %.4f, %.2f",
                   setting.name(), law.name, units, epsilon, both.shares.share(), both.shares.median(),
                   both.quantiles.share(), both.quantiles.median());
      }
    }
    shares.tell(long_audits() ? "cumulative distribution of 64 cells" : "cumulative distribution of 32 cells",
                setting.name(), units);
    quantiles.tell(long_audits() ? "quantiles 0.1, 0.5, 0.9 of 64 cells" : "quantiles 0.1, 0.5, 0.9 of 32 cells",
                   setting.name(), units);
  }
}

// All intervals of a table hold in 95 % of tables. They rise with the edges, and are parts of those that each edge has
// by itself at the same level. Of 40 tables, more than 8 that miss are less likely than 0.0002.
TEST(CumulativeIntervals, RiseWhereAllHold) {
  constexpr int64_t kCells = 32;
  constexpr double kRounding = 1e-12;
  const Cells cells = cells_of(kCells, CellEnd::kHigh);
  int missed = 0, narrowed = 0;
  for (const Setting &setting : kSettings)
    for (const Law &law : kLaws) {
      const std::vector<double> below = below_edges(law, cells, CellEnd::kHigh);
      TreeShape shape;
      shape.set(kCells, setting.gaussian ? 2 : 16, setting.known);
      const CountNoise noise = noise_at(0.5, setting, shape.levels() + (setting.known ? 0 : 1));
      Estimate alone, all;
      all.simultaneous = true;
      alone.interval_level = 1 - (1 - all.interval_level) / static_cast<double>(kCells - 1);
      for (Estimate *const out : {&alone, &all}) {
        Bits bits(3);
        Strays strays;
        ASSERT_TRUE(strays.allocate());
        draw_cumulative(law, setting, noise, noise, shape.children(), cells, 1000, bits, &strays, out);
      }
      bool holds = true;
      for (size_t j = 0; j < all.values.size(); ++j) {
        holds = holds && all.low[j] <= below[j + 1] && below[j + 1] <= all.high[j];
        EXPECT_TRUE(alone.low[j] <= all.low[j] + kRounding && all.high[j] <= alone.high[j] + kRounding);
        EXPECT_TRUE(all.low[j] <= all.values[j] && all.values[j] <= all.high[j]);
        if (j > 0) {
          EXPECT_TRUE(all.low[j - 1] <= all.low[j] && all.high[j - 1] <= all.high[j]);
        }
        narrowed += alone.low[j] < all.low[j] || all.high[j] < alone.high[j];
      }
      missed += !holds;
    }
  EXPECT_LE(missed, 8);
  EXPECT_GT(narrowed, 100);
}

TEST(CumulativeIntervals, HoldWithGaussianNoiseReplaceOne) { hold_shares_and_quantiles(kSettings[0]); }
TEST(CumulativeIntervals, HoldWithLaplaceNoiseReplaceOne) { hold_shares_and_quantiles(kSettings[1]); }
TEST(CumulativeIntervals, HoldWithGaussianNoiseAddRemove) { hold_shares_and_quantiles(kSettings[2]); }
TEST(CumulativeIntervals, HoldWithLaplaceNoiseAddRemove) { hold_shares_and_quantiles(kSettings[3]); }

TEST(CumulativeIntervals, ControlFiveTimesTheNoise) {
  BothStrays strays;
  ASSERT_TRUE(strays.allocate());
  Both both = distributions(kLaws[0], {true, true}, 0.5, 400, 40, strays, 5);
  EXPECT_LT(both.shares.share(), 0.8);
}

TEST(CumulativeIntervals, ControlTheNextQuantile) {
  BothStrays strays;
  ASSERT_TRUE(strays.allocate());
  Both both = distributions(kLaws[0], {true, true}, 1, 10000, 10, strays, 1, 0.08);
  EXPECT_LT(both.quantiles.share(), 0.5);
}

}  // namespace
