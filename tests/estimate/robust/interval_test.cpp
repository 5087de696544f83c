// Intervals of trimmed and winsorized means, of interquartile ranges and of variances hold what the law has, for ten
// laws, and how wide they are beside those of an oracle who knows the law of the estimates.
#include <algorithm>
#include <cmath>
#include <vector>

#include "audit/generator.h"
#include "estimate/drawn.h"
#include "estimate/mean/variance.h"
#include "estimate/robust/robust.h"
#include "support/evidence.h"

#include <gtest/gtest.h>

namespace {

using dpcvx::estimate::ColumnSums;
using dpcvx::estimate::cube_scale;
using dpcvx::estimate::estimate_variance;
using dpcvx::estimate::fourth_scale;
using dpcvx::estimate::mean_sensitivity;
using dpcvx::estimate::MeanLaw;
using dpcvx::estimate::Robust;
using dpcvx::estimate::RobustAnswer;
using dpcvx::estimate::RobustQuestion;
using dpcvx::estimate::square_weight;
using dpcvx::estimate::VarianceEstimate;
using fixtures::Bits;
using fixtures::CountNoise;
using fixtures::draw_cumulative;
using fixtures::drawn;
using fixtures::kEpsilons;
using fixtures::kLaws;
using fixtures::kSettings;
using fixtures::Law;
using fixtures::Setting;

constexpr RobustQuestion kQuestions[] = {{DPCVX_ESTIMATE_KIND_TRIMMED_MEAN, 0.1},
                                         {DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN, 0.1},
                                         {DPCVX_ESTIMATE_KIND_QUANTILE_RANGE, 0.25},
                                         {DPCVX_ESTIMATE_KIND_VARIANCE, 0}};
constexpr size_t kKinds = 4;
const char *const kNames[kKinds] = {"trimmed mean of 0.1", "winsorized mean of 0.1", "interquartile range", "variance"};

// What a law has: by its distribution function on a fine grid.
double truth_of(const Law &law, const RobustQuestion &question) {
  constexpr int kSteps = 400000;
  const double a = question.fraction, step = 2.0 / kSteps;
  double above = 0, below_low = 0, below_high = 0, squares = 0, plain = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double x = -1 + step * (i + 0.5), share = law.up_to(x);
    above += step * (question.kind == DPCVX_ESTIMATE_KIND_TRIMMED_MEAN ? std::clamp((share - a) / (1 - 2 * a), 0.0, 1.0)
                     : share < a                                       ? 0
                     : share < 1 - a                                   ? share
                                                                       : 1);
    below_low += share < a ? step : 0;
    below_high += share < 1 - a ? step : 0;
    plain += step * (1 - share);
    squares += step * 2 * x * (1 - share);  // E x^2 - 1
  }
  if (question.kind == DPCVX_ESTIMATE_KIND_QUANTILE_RANGE) return below_high - below_low;
  if (question.kind == DPCVX_ESTIMATE_KIND_VARIANCE) return 1 + squares - (plain - 1) * (plain - 1);
  return 1 - above;
}

struct Truths {
  double of[kKinds][10];
  Truths() {
    for (size_t k = 0; k < kKinds; ++k)
      for (size_t l = 0; l < 10; ++l) of[k][l] = truth_of(kLaws[l], kQuestions[k]);
  }
};

struct Targets {
  double low, high;
};

// All that a statistic may be for laws that have this law's share in each cell (low end, high end].
Targets targets_of(const Law &law, const RobustQuestion &question, int64_t cells) {
  const double a = question.fraction, width = 2 / static_cast<double>(cells);
  const auto up_to = [&](int64_t edge) {
    return edge == cells ? 1 : edge == 0 ? 0 : law.up_to(width * static_cast<double>(edge) - 1);
  };
  double low = 0, high = 0, mean = 0;  // lower ends of the cells of both quantiles, and of cells in the mean
  for (int64_t i = 0; i < cells; ++i) {
    const double from = up_to(i), to = up_to(i + 1), at = width * static_cast<double>(i) - 1;
    if (from < a && a <= to) low = at;
    if (from < 1 - a && 1 - a <= to + 1e-12) high = at;
    mean += at * std::max(std::min(to, 1 - a) - std::max(from, a), 0.0);
  }
  if (question.kind == DPCVX_ESTIMATE_KIND_QUANTILE_RANGE)
    return {std::max(high - low - width, 0.0), high - low + width};
  const double least = question.kind == DPCVX_ESTIMATE_KIND_TRIMMED_MEAN ? mean / (1 - 2 * a) : mean + a * (low + high);
  return {least, least + width};
}
const Truths &truths() {
  static const Truths known;
  return known;
}

struct Score {
  int held = 0, all = 0;
  std::vector<double> widths, values;
  double half = 0;  // of what the target may be
  void add(const RobustAnswer &found, double truth, const Targets &targets) {
    constexpr double kFine = 2e-5;  // what `truth_of` may err by
    EXPECT_TRUE(found.low <= found.value && found.value <= found.high);
    held += found.low <= truth + kFine && truth <= found.high + kFine;
    ++all;
    widths.push_back(found.high - found.low);
    values.push_back(found.value);
    half = (targets.high - targets.low) / 2;
  }
  double share() const { return static_cast<double>(held) / all; }
  static double at(std::vector<double> &of, double share) {
    const auto place = of.begin() + static_cast<long>(share * static_cast<double>(of.size() - 1));
    std::nth_element(of.begin(), place, of.end());
    return *place;
  }
  // Of an oracle who knows the law of the cells and of the estimates, with their bias, and not where in its cell a
  // value is: the least width about an estimate with which 95 % hold any one of the targets (Imbens and Manski 2004).
  double ratio() {
    const double middle = at(values, 0.5);
    double needed = 0;
    for (const double end : {middle - half, middle + half}) {
      std::vector<double> errors;
      for (const double value : values) errors.push_back(std::fabs(value - end));
      needed = std::max(needed, at(errors, 0.95));
    }
    return at(widths, 0.5) / (2 * needed);
  }
};

// Fewer where 2,000 tables of few units are drawn: noise is far greater than a cell there.
int64_t cell_count(int units) { return long_audits() && units < 1000 ? 256 : 1024; }

// `factor` is that of the noise drawn over the noise claimed; `off` is added to the fraction asked for.
void robust_scores(const Law &law, const double (&truth)[3], const Setting &setting, double epsilon, int units,
                   int runs, Robust &robust, Score *scores, double factor = 1, double off = 0) {
  const int64_t fan_out = setting.gaussian ? 2 : 16;
  const dpcvx::estimate::Cells cells = fixtures::cells_of(cell_count(units), dpcvx::estimate::CellEnd::kHigh);
  dpcvx::estimate::TreeShape shape;
  shape.set(cell_count(units), fan_out, setting.known);
  const CountNoise noise = fixtures::noise_at(epsilon, setting, shape.levels() + (setting.known ? 0 : 1));
  CountNoise actual = noise;
  actual.scale *= factor;
  Bits bits(13);
  Targets targets[3];
  for (size_t k = 0; k < 3; ++k) targets[k] = targets_of(law, kQuestions[k], cells.count());
  for (int run = 0; run < runs; ++run) {
    dpcvx::estimate::Estimate out;
    draw_cumulative(law, setting, actual, noise, fan_out, cells, units, bits, nullptr, &out);
    if (run == 0) {
      ASSERT_TRUE(robust.allocate(out.cumulative));
    }
    for (size_t k = 0; k < 3; ++k)
      scores[k].add(robust.ask(out.cumulative, {kQuestions[k].kind, kQuestions[k].fraction + off}, 0.05), truth[k],
                    targets[k]);
  }
}

MeanLaw mean_law(double epsilon, const Setting &setting) {
  const double amount = setting.gaussian ? dpcvx::privacy::calibrate_gdp(epsilon, 1e-6) : epsilon;
  return {setting.gaussian, mean_sensitivity(setting.gaussian, setting.adjacency(), 1) / amount,
          square_weight(setting.gaussian, setting.adjacency()).value(), setting.known};
}

// `flat` takes fourth moments for 0.
void variance_score(const Law &law, double truth, const MeanLaw &noise, const MeanLaw &claimed, int units, int runs,
                    Score *score, bool flat = false) {
  Bits bits(17);
  const CountNoise one{noise.gaussian, noise.scale};
  for (int run = 0; run < runs; ++run) {
    ColumnSums sums;
    for (int i = 0; i < units; ++i) {
      const double x = law.draw(bits);
      sums.values += x;
      sums.squares += noise.square_weight * (1 - x * x);
      const double part = 1 - x * x, fourth = noise.gaussian ? x * x * part : part * part;
      sums.cubes += x * part / static_cast<double>(cube_scale(noise.gaussian));
      sums.fourths += fourth / static_cast<double>(fourth_scale(noise.gaussian));
    }
    sums.values += drawn(bits, one);
    sums.squares += drawn(bits, one);
    sums.cubes += drawn(bits, one);
    sums.fourths += drawn(bits, one);
    sums.units = units + (noise.units_known ? 0 : drawn(bits, one));
    if (flat) sums.fourths = sums.units - sums.squares / claimed.square_weight;
    const VarianceEstimate found = estimate_variance(claimed, sums, 0.05);
    score->add({found.value, found.low, found.high}, truth, {truth, truth});
  }
}

struct Summary {
  int held = 0, all = 0;
  double least = 1;
  std::vector<double> ratios;
  const char *widest_law = "";
  void add(Score &score, const char *law, const char *what) {
    const double share = score.share();
    EXPECT_GE(share, 0.95 - 4 * std::sqrt(0.05 * 0.95 / score.all)) << what << ", " << law;
    held += score.held, all += score.all;
    least = std::min(least, share);
    const double ratio = score.ratio();
    if (ratios.empty() || ratio > *std::max_element(ratios.begin(), ratios.end())) widest_law = law;
    ratios.push_back(ratio);
  }
  void tell(const char *what, const char *of, int units) {
    EXPECT_GE(held, all * (0.95 - 4 * std::sqrt(0.05 * 0.95 / all))) << what;
    std::sort(ratios.begin(), ratios.end());
    evidence("estimate",
             "%s, %s, n = %d: coverage %.4f of a stated 0.95, at least %.4f in %zu cells of %d runs; median widths "
             "%.2f of an oracle's in the median, up to %.2f (%s)",
             what, of, units, static_cast<double>(held) / all, least, ratios.size(),
             all / static_cast<int>(ratios.size()), ratios[ratios.size() / 2], ratios.back(), widest_law);
  }
};

// How many tables a cell: of the robust ones, and of variances.
int runs_of(int units, bool variance) {
  if (long_audits()) return 2000;
  return variance && units == 100 ? 6 : 2;
}

// One line a cell, where many tables are drawn.
void tell_cell(Score &score, const char *what, const Setting &setting, const Law &law, int units, double epsilon) {
  if (score.all < 100) return;
  evidence("estimate", "%s, %s, %s, n = %d, epsilon = %g: coverage %.4f, width %.4f, %.2f of the oracle's", what,
           setting.name(), law.name, units, epsilon, score.share(), Score::at(score.widths, 0.5), score.ratio());
}

void hold_robust(const Setting &setting) {
  for (const int units : {100, 10000}) {
    Summary summaries[3];
    for (size_t e = 0; e < 3; ++e) {
      const double epsilon = kEpsilons[e];
      Robust robust;
      for (size_t l = 0; l < 10; ++l) {
        if (!cell_taken(l + e + static_cast<size_t>(units == 100), 6)) continue;
        const double truth[3] = {truths().of[0][l], truths().of[1][l], truths().of[2][l]};
        Score scores[3];
        robust_scores(kLaws[l], truth, setting, epsilon, units, runs_of(units, false), robust, scores);
        for (size_t k = 0; k < 3; ++k) {
          summaries[k].add(scores[k], kLaws[l].name, kNames[k]);
          tell_cell(scores[k], kNames[k], setting, kLaws[l], units, epsilon);
        }
      }
    }
    for (size_t k = 0; k < 3; ++k) summaries[k].tell(kNames[k], setting.name(), units);
  }
}

void hold_variances(const Setting &setting) {
  for (const int units : {100, 10000}) {
    Summary summary;
    for (const double epsilon : kEpsilons)
      for (size_t l = 0; l < 10; ++l) {
        const MeanLaw law = mean_law(epsilon, setting);
        Score score;
        variance_score(kLaws[l], truths().of[3][l], law, law, units, runs_of(units, true), &score);
        summary.add(score, kLaws[l].name, kNames[3]);
        tell_cell(score, kNames[3], setting, kLaws[l], units, epsilon);
      }
    summary.tell(kNames[3], setting.name(), units);
  }
}

TEST(RobustIntervals, HoldWithGaussianNoiseReplaceOne) { hold_robust(kSettings[0]); }
TEST(RobustIntervals, HoldWithLaplaceNoiseReplaceOne) { hold_robust(kSettings[1]); }
TEST(RobustIntervals, HoldWithGaussianNoiseAddRemove) { hold_robust(kSettings[2]); }
TEST(RobustIntervals, HoldWithLaplaceNoiseAddRemove) { hold_robust(kSettings[3]); }

// Atoms of a share of 1/40 or 1/15, at and beside the quantiles that values are moved to. Four misses of 12 are
// allowed: more are less likely than 0.005 in any of the 24 lines.
constexpr Law kAtoms[] = {
    {"forty steps", [](Bits &bits) { return std::floor(40 * fixtures::uniform(bits)) / 20 - 0.97; },
     [](double x) { return std::clamp(std::floor((x + 0.97) * 20 + 1) / 40, 0.0, 1.0); }},
    {"fifteen steps", [](Bits &bits) { return std::floor(15 * fixtures::uniform(bits)) / 8 - 0.9; },
     [](double x) { return std::clamp(std::floor((x + 0.9) * 8 + 1) / 15, 0.0, 1.0); }}};

TEST(RobustIntervals, HoldForSmallAtoms) {
  for (const Law &law : kAtoms)
    for (const Setting &setting : kSettings) {
      const double truth[3] = {truth_of(law, kQuestions[0]), truth_of(law, kQuestions[1]),
                               truth_of(law, kQuestions[2])};
      Robust robust;
      Score scores[3];
      robust_scores(law, truth, setting, 2, 10000, 12, robust, scores);
      for (Score &score : scores) EXPECT_GE(score.held, 8) << law.name << ", " << setting.name();
    }
}

// Where noise is about as great as the atoms, and counts are means over windows of edges. By another seed four misses
// in 12 runs have a probability of 0.0022 a cell at most: a false alarm of 1.8 % in all. The long test's is 3e-4.
TEST(RobustIntervals, RangesHoldForAtomsAsGreatAsNoise) {
  for (const Law &law : kAtoms)
    for (const Setting &setting : kSettings) {
      const double truth = truth_of(law, kQuestions[2]);
      const dpcvx::estimate::Cells cells = fixtures::cells_of(1024, dpcvx::estimate::CellEnd::kHigh);
      const int64_t fan_out = setting.gaussian ? 2 : 16;
      dpcvx::estimate::TreeShape shape;
      shape.set(1024, fan_out, setting.known);
      const CountNoise noise = fixtures::noise_at(0.1, setting, shape.levels() + (setting.known ? 0 : 1));
      Robust robust;
      Bits bits(19);
      Score score;
      const int runs = long_audits() ? 2000 : 12;
      for (int run = 0; run < runs; ++run) {
        dpcvx::estimate::Estimate out;
        draw_cumulative(law, setting, noise, noise, fan_out, cells, 10000, bits, nullptr, &out);
        if (run == 0) {
          ASSERT_TRUE(robust.allocate(out.cumulative));
        }
        score.add(robust.ask(out.cumulative, kQuestions[2], 0.05), truth, targets_of(law, kQuestions[2], 1024));
      }
      EXPECT_GE(score.held, runs * 0.95 - 4 * std::sqrt(runs * 0.05 * 0.95)) << law.name << ", " << setting.name();
      tell_cell(score, kNames[2], setting, law, 10000, 0.1);
    }
}

// Few units beyond the quantiles: windows reach the ends of the range, where counts have no noise. Five misses of 20
// are allowed: more are less likely than 3.3e-4 in any of the 24 lines.
constexpr Law kAtTheEnds[] = {
    {"uniform", [](Bits &bits) { return 2 * fixtures::uniform(bits) - 1; },
     [](double x) { return std::clamp((x + 1) / 2, 0.0, 1.0); }},
    {"falling", [](Bits &bits) { return std::min(-0.5 * std::log(fixtures::uniform(bits)) - 1, 1.0); },
     [](double x) { return x >= 1    ? 1
                           : x <= -1 ? 0
                                     : 1 - std::exp(-2 * (x + 1)); }},
    {"atoms at the ends",
     [](Bits &bits) {
       const double u = fixtures::uniform(bits);
       return u < 0.3 ? -0.999 : u < 0.7 ? 5 * (u - 0.5) * 0.9 : 0.999;
     },
     [](double x) {
       return x < -0.999 ? 0 : x < -0.9 ? 0.3 : x < 0.9 ? 0.5 + x / 4.5 : x < 0.999 ? 0.7 : 1;
     }}};

TEST(RobustIntervals, HoldWhereFewUnitsLieBeyondQuantiles) {
  constexpr int64_t kCells = 128, kUnits = 80;
  constexpr RobustQuestion kAsked[] = {{DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN, 0.1},
                                       {DPCVX_ESTIMATE_KIND_QUANTILE_RANGE, 0.1}};
  const dpcvx::estimate::Cells cells = fixtures::cells_of(kCells, dpcvx::estimate::CellEnd::kHigh);
  for (const Law &law : kAtTheEnds)
    for (const Setting &setting : kSettings) {
      const int64_t fan_out = setting.gaussian ? 2 : 16;
      dpcvx::estimate::TreeShape shape;
      shape.set(kCells, fan_out, setting.known);
      const CountNoise noise = fixtures::noise_at(2, setting, shape.levels() + (setting.known ? 0 : 1));
      const double truth[2] = {truth_of(law, kAsked[0]), truth_of(law, kAsked[1])};
      Robust robust;
      Bits bits(23);
      Score scores[2];
      const int runs = long_audits() ? 500 : 12;
      for (int run = 0; run < runs; ++run) {
        dpcvx::estimate::Estimate out;
        draw_cumulative(law, setting, noise, noise, fan_out, cells, kUnits, bits, nullptr, &out);
        if (run == 0) {
          ASSERT_TRUE(robust.allocate(out.cumulative));
        }
        for (size_t k = 0; k < 2; ++k)
          scores[k].add(robust.ask(out.cumulative, kAsked[k], 0.05), truth[k], targets_of(law, kAsked[k], kCells));
      }
      for (const Score &score : scores)
        EXPECT_GE(score.held, runs == 12 ? 8 : runs * 0.95 - 4 * std::sqrt(runs * 0.05 * 0.95))
            << law.name << ", " << setting.name() << ", " << (&score == scores ? "winsorized mean" : "range");
    }
}

TEST(VarianceIntervals, HoldWithGaussianNoiseReplaceOne) { hold_variances(kSettings[0]); }
TEST(VarianceIntervals, HoldWithLaplaceNoiseReplaceOne) { hold_variances(kSettings[1]); }
TEST(VarianceIntervals, HoldWithGaussianNoiseAddRemove) { hold_variances(kSettings[2]); }
TEST(VarianceIntervals, HoldWithLaplaceNoiseAddRemove) { hold_variances(kSettings[3]); }

// Twelve times the noise that is claimed.
TEST(RobustIntervals, ControlTwelveTimesTheNoise) {
  const double truth[3] = {truths().of[0][0], truths().of[1][0], truths().of[2][0]};
  Robust robust;
  Score scores[3];
  robust_scores(kLaws[0], truth, kSettings[0], 0.5, 2000, 25, robust, scores, 12);
  for (const Score &score : scores) EXPECT_LT(score.share(), 0.9);
}

// Statistics of a fraction that is 0.1 more, of a skewed law.
TEST(RobustIntervals, ControlTheNextFraction) {
  const double truth[3] = {truths().of[0][7], truths().of[1][7], truths().of[2][7]};
  Robust robust;
  Score scores[3];
  robust_scores(kLaws[7], truth, kSettings[0], 4, 100000, 4, robust, scores, 1, 0.1);
  for (const Score &score : scores) EXPECT_LT(score.share(), 0.5);
}

// A fourth moment of 0 is claimed, for a uniform law.
TEST(VarianceIntervals, ControlNoFourthMoment) {
  const MeanLaw law = mean_law(4, kSettings[0]);
  Score score;
  variance_score(kLaws[0], truths().of[3][0], law, law, 10000, 60, &score, true);
  EXPECT_LT(score.share(), 0.7);
}

TEST(VarianceIntervals, ControlFiveTimesTheNoise) {
  const MeanLaw claimed = mean_law(0.5, kSettings[0]);
  MeanLaw actual = claimed;
  actual.scale *= 5;
  Score score;
  variance_score(kLaws[5], truths().of[3][5], actual, claimed, 1000, 60, &score);
  EXPECT_LT(score.share(), 0.9);
}

}  // namespace
