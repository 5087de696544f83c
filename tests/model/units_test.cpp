// What privacy rests on, for every loss, unit and clip: no unit moves a gradient sum by more than it is said to.
#include <algorithm>
#include <cfenv>

#include "base/error.h"
#include "support/evidence.h"
#include "support/flush_to_zero.h"
#include "model/grid.h"

namespace {

using data_tests::kAllMade;
using data_tests::Made;
using grid::Choice;
using grid::Clip;
using grid::Loss;
using grid::ObjectiveSettings;
using grid::Source;
using grid::Subject;

ObjectiveSettings settings_of(const Loss &loss, double p = 2) {
  ObjectiveSettings settings;
  settings.loss = loss.spec;
  settings.row_bound = 2;
  settings.row_norm = p;
  settings.weight_bound = 1.5;
  return settings;
}

// Rows that are short, at the bound, and long beyond measure; labels that are far out. One user owns them all, another
// every second.
Source adversarial(const Loss &loss, uint64_t seed) {
  Source source = grid::source(24, 3, loss, seed, 4);
  for (size_t i = 0; i < source.labels.size(); ++i) {
    const double size = i % 4 == 0 ? 1e6 : i % 4 == 1 ? 1e-3 : i % 4 == 2 ? 1e30 : 1;
    for (size_t j = 0; j < 3; ++j)
      source.entries.values[3 * i + j] =
          static_cast<double>(static_cast<float>(source.entries.values[3 * i + j] * size));
    if (!loss.signs && loss.spec.kind != DPCVX_LOSS_MULTINOMIAL) source.labels[i] *= i % 3 == 0 ? 1e200 : 1;
    source.users[i] = i < 14 ? 5 : i < 20 ? -3 : static_cast<int64_t>(i);
    source.weights[i] = i % 5 == 0 ? 1e300 : 1.5;
  }
  return source;
}

std::vector<std::vector<double>> points(size_t d) {
  std::vector<std::vector<double>> out;
  for (double size : {0.0, 0.3, 1.7, 1e3, 1e160, 1e300}) {
    out.emplace_back(d, size);
    out.emplace_back(d, -size);
    out.emplace_back(d, size);
    for (size_t j = 0; j < d; j += 2) out.back()[j] *= -1;
    out.emplace_back(d, 0.0);
    for (size_t j = 0; j < d / 3 + 1; ++j) out.back()[j] = size;
  }
  out.push_back(std::vector<double>(d, 0.0));
  out.back()[0] = NAN;
  out.push_back(std::vector<double>(d, -INFINITY));
  return out;
}

struct Longest {
  double share = 0;
  const char *loss = "";
};

// Checks every unit's term against min(G, C) and gives the longest share of it, for one loss.
double longest_share(const Loss &loss, const Choice &choice, double p, double clip_share, bool drop) {
  double longest = 0;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    Subject subject(adversarial(loss, seed), choice, settings_of(loss, p));
    const double G = subject.objective->lipschitz();
    const Clip clip{clip_share * G, drop};
    const double most = std::fmin(G, clip.norm);
    for (const std::vector<double> &w : points(subject.dimension()))
      for (int64_t u = 0; u < subject.objective->units_there(); ++u) {
        const double length = fixtures::norm(subject.sum_of(w, u, clip));
        EXPECT_LE(length, most) << loss.name << " " << u << " p " << p << " C/G " << clip_share;
        longest = std::fmax(longest, length / most);
      }
  }
  return longest;
}

TEST(Units, NoneContributesMoreThanItsBound) {
  int kinds = 0;
  double least = 1;
  const char *min_of = "";
  for (const Loss &loss : grid::losses())
    for (bool users : {false, true})
      for (double clip_share : {static_cast<double>(INFINITY), 0.25})
        for (bool drop : {false, true}) {
          if (drop && clip_share > 1) continue;
          double longest = 0;
          for (Made storage : kAllMade)
            longest = std::fmax(longest, longest_share(loss, {storage, users, true}, 2, clip_share, drop));
          ++kinds;
          if (!drop && longest < least) {
            least = longest;
            min_of = loss.name;
          }
        }
  EXPECT_GT(least, 0.7) << min_of << ": nothing came near the bound, so the test shows little";
  evidence("model",
           "adversarial units, %d kinds (loss x unit x clip) in 4 storages: never above the bound; at least %.3f of it "
           "is reached (%s)",
           kinds, least, min_of);
}

// Losses at 0, and how far subgradients are apart, of records and users whose rows, labels and weights go as far as
// they may: never above what is claimed, and near it but for envelopes, whose claims are those of the loss.
TEST(Units, LossesAtZeroAndRangesOfGradientsKeepTheirBounds) {
  for (const Loss &loss : grid::losses())
    for (bool users : {false, true}) {
      double max_value = 0, furthest = 0;
      const bool far = loss.spec.kind == DPCVX_LOSS_MULTINOMIAL;
      double value_bound = 0, range_bound = 0;
      for (uint64_t seed = 1; seed <= 3; ++seed) {
        Subject subject(adversarial(loss, seed), {Made::kDense, users, true}, settings_of(loss));
        const dpcvx::model::ObjectiveConstants &claimed = subject.objective->constants();
        const dpcvx::model::Objective &it = *subject.objective;
        value_bound = claimed.value_at_zero;
        range_bound = claimed.oscillation;
        std::vector<std::vector<double>> ends = {std::vector<double>(subject.dimension())};
        for (int k = 0; k < 8; ++k) ends.push_back(grid::point(subject, 50 + seed * 8 + k, far ? 1e3 : grid::kRadius));
        for (int64_t u = 0; u < it.units_there(); ++u) {
          dpcvx::model::SharedObjective alone;
          dpcvx::Error error(nullptr, "without");
          std::vector<int64_t> others;
          for (int64_t v = 0; v < it.units_there(); ++v)
            if (v != u) others.push_back(v);
          ASSERT_EQ(it.without(others.data(), static_cast<int64_t>(others.size()), &alone, error), DPCVX_OK);
          Subject one(alone);
          const double value = one.value(ends[0]) * static_cast<double>(it.units());
          EXPECT_LE(value, value_bound * (1 + 1e-13)) << loss.name;
          EXPECT_GE(value, 0) << loss.name;
          max_value = std::fmax(max_value, value);
          for (const std::vector<double> &w : ends)
            for (const std::vector<double> &v : ends)
              furthest = std::fmax(furthest, fixtures::distance(subject.sum_of(w, u), subject.sum_of(v, u)));
        }
      }
      EXPECT_LE(furthest, range_bound) << loss.name;
      if (loss.spec.smoothing > 0 || loss.spec.kind == DPCVX_LOSS_CALLBACK) continue;
      EXPECT_GE(furthest, 0.4 * range_bound) << loss.name;
      if (value_bound < INFINITY) {
        EXPECT_GE(max_value, 0.99 * value_bound) << loss.name;
      }
    }
}

TEST(Units, NoneContributesMoreThanItsBoundWhereRowsAreClippedInOtherNorms) {
  for (const Loss &loss : grid::losses())
    for (double p : {1.0, 1.5, 3.0, static_cast<double>(INFINITY)})
      for (double clip_share : {static_cast<double>(INFINITY), 0.25})
        longest_share(loss, {Made::kDense, true, true}, p, clip_share, false);
}

TEST(Units, BoundsHoldWhereSmallNumbersAreFlushedToZero) {
  const FlushToZero flushing;
  for (const Loss &loss : grid::losses())
    for (bool users : {false, true}) longest_share(loss, {Made::kCsrF32, users, true}, 2, 0.25, false);
}

// A record of a table without weights has the weight 1, which a lesser bound clips like any other.
TEST(Units, RecordsWithoutWeightsAreHeldToALesserWeightBound) {
  for (const Loss &loss : grid::losses())
    for (bool users : {false, true})
      for (bool weights : {false, true}) {
        ObjectiveSettings settings = settings_of(loss);
        settings.weight_bound = 0.125;
        Subject subject(adversarial(loss, 1), {Made::kDense, users, weights, true}, settings);
        const double G = subject.objective->lipschitz();
        for (const std::vector<double> &w : points(subject.dimension()))
          for (int64_t u = 0; u < subject.objective->units_there(); ++u)
            ASSERT_LE(fixtures::norm(subject.sum_of(w, u)), G) << loss.name;
      }
}

// Products that lie where doubles have few bits, with rows so long that they come back from there.
TEST(Units, NoSmallNumberIsRoundedBeyondTheBound) {
  int met = 0;
  for (const Loss &loss : grid::losses())
    for (bool users : {false, true})
      for (int power = 255; power < 335; ++power) {
        Source source = grid::source(24, 3, loss, 3, 1);
        for (size_t j = 0; j < source.entries.values.size(); ++j)
          source.entries.values[j] = std::ldexp(1.7 + 0.01 * static_cast<double>(j), 750);
        for (size_t i = 0; i < 24; ++i) source.users[i] = static_cast<int64_t>(i);
        ObjectiveSettings settings = settings_of(loss);
        settings.intercept = false;
        Subject subject(source, {Made::kDense, users, false, false}, settings);
        const Clip clip{std::ldexp(1.3, -power), false};
        const std::vector<double> w(subject.dimension(), -0.7);
        for (int64_t u = 0; u < 24; ++u) {
          const double length = fixtures::norm(subject.sum_of(w, u, clip));
          ASSERT_LE(length, clip.norm) << loss.name << " 2^-" << power;
          met += length > 0.999 * clip.norm;
        }
      }
  EXPECT_GT(met, 100);
}

// Where a norm overflows, rounding towards zero leaves the greatest double in place of infinity: that is no upper
// bound.
TEST(Units, NormsThatOverflowAreInfiniteInEveryRoundingMode) {
  const std::vector<double> values(4, 1.7e308);
  for (int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    const double norm = dpcvx::model::norm_above(values.data(), 4);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(norm, INFINITY) << "rounding mode " << mode;
  }
}

// A user's many records, each clipped as if it were a unit, move the sum by more than the user's bound.
TEST(Units, ControlClippingRecordsInsteadOfUsersIsCaught) {
  const Loss &loss = grid::losses()[0];
  const Source source = adversarial(loss, 1);
  Subject users(source, {Made::kDense, true, false}, settings_of(loss));
  Subject records(source, {Made::kDense, false, false}, settings_of(loss));
  const Clip clip{0.25 * users.objective->lipschitz(), false};
  double by_user = 0, by_record = 0;
  const int64_t first[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};  // the records of user 0
  for (const std::vector<double> &w : points(users.dimension())) {
    by_user = std::fmax(by_user, fixtures::norm(users.sum_of(w, 0, clip)));
    by_record = std::fmax(by_record, fixtures::norm(records.sum(w, {first, 14}, clip)));
  }
  EXPECT_LE(by_user, clip.norm);
  EXPECT_GT(by_record, 3 * clip.norm);
  evidence("model",
           "control: a user of 14 records clipped one by one moves the sum by %.1f C, clipped as a user by %.4f C",
           by_record / clip.norm, by_user / clip.norm);
}

// Neighbours: all of a user's records are replaced.
TEST(Units, ReplacingOneMovesTheSumByAtMostTwiceTheBound) {
  double most = 0;
  for (const Loss &loss : grid::losses())
    for (double clip_share : {static_cast<double>(INFINITY), 0.25})
      for (uint64_t seed = 1; seed <= 20; ++seed) {
        Source here = adversarial(loss, seed), there = here;
        const Source other = adversarial(loss, seed + 100);
        for (size_t i = 0; i < 14; ++i) {
          there.labels[i] = other.labels[i];
          for (size_t j = 0; j < 3; ++j) {
            // Opposite rows with opposite labels would pull the same way: half of them are turned with their label
            // kept.
            const double sign = seed % 2 == 0 ? -1 : 1;
            there.entries.values[3 * i + j] = sign * here.entries.values[3 * i + j];
          }
          if (loss.signs && seed % 3 == 0) there.labels[i] = here.labels[i];
        }
        Subject a(here, {Made::kDense, true, true}, settings_of(loss)),
            b(there, {Made::kDense, true, true}, settings_of(loss));
        const double G = a.objective->lipschitz(), bound = std::fmin(G, clip_share * G);
        const Clip clip{clip_share * G, false};
        const double slack = 2 * a.objective->gradient_sum_error(static_cast<double>(a.objective->max_units()), clip);
        for (const std::vector<double> &w : points(a.dimension())) {
          const double moved = fixtures::distance(a.sum(w, {}, clip), b.sum(w, {}, clip));
          ASSERT_LE(moved, 2 * bound + slack) << loss.name;
          most = std::fmax(most, moved / bound);
        }
      }
  EXPECT_GT(most, 1.9);
  evidence("model", "a user's records replaced: gradient sums move by up to %.4f bounds of the 2 that are claimed",
           most);
}

TEST(Units, ManyRecordsOfOneUserDoNotRoundBeyondTheBound) {
  const int64_t count = 300000;
  Source source{{count, 1, std::vector<double>(static_cast<size_t>(count), 0.9999)}, {}, {}, {}};
  source.labels.assign(static_cast<size_t>(count), 1);
  source.users.assign(static_cast<size_t>(count), 9);
  ObjectiveSettings settings;
  settings.row_bound = 1 / 3.0;
  Subject subject(source, {Made::kDense, true, false, false}, settings);
  EXPECT_EQ(subject.objective->units(), 1);
  const std::vector<double> sum = subject.sum({-1e6, -1e6});
  EXPECT_LE(fixtures::norm(sum), subject.objective->lipschitz());
  EXPECT_GT(fixtures::norm(sum), subject.objective->lipschitz() * (1 - 1e-9));
}

TEST(Units, StatedRoundingErrorOfAUserSumHolds) {
  const Loss &loss = grid::losses()[0];
  Source source = grid::source(40000, 4, loss, 3);
  Subject subject(source, {Made::kDense, true, true}, settings_of(loss));
  const std::vector<double> w = grid::point(subject, 3, 2), sum = subject.sum(w);
  std::vector<long double> exact(sum.size());
  for (int64_t u = 0; u < subject.objective->units_there(); ++u) {
    const std::vector<double> term = subject.sum_of(w, u);
    for (size_t j = 0; j < sum.size(); ++j) exact[j] += term[j];
  }
  long double squares = 0;
  for (size_t j = 0; j < sum.size(); ++j) squares += (exact[j] - sum[j]) * (exact[j] - sum[j]);
  EXPECT_LE(static_cast<double>(std::sqrt(squares)),
            subject.objective->gradient_sum_error(static_cast<double>(subject.objective->max_units()), {}));
}

TEST(Units, DroppedGradientsAreGoneAndShortOnesAreKept) {
  const Loss &loss = grid::losses()[0];
  for (bool users : {false, true}) {
    Subject subject(adversarial(loss, 2), {Made::kCsr, users, false}, settings_of(loss));
    const std::vector<double> w = grid::point(subject, 3, 0.1);
    int dropped = 0, kept = 0;
    for (int64_t u = 0; u < subject.objective->units_there(); ++u) {
      const std::vector<double> whole = subject.sum_of(w, u);
      const double norm = fixtures::norm(whole), C = 0.9;
      const std::vector<double> found = subject.sum_of(w, u, {C, true});
      if (norm > C * (1 + 1e-6)) {
        EXPECT_EQ(fixtures::norm(found), 0);
        ++dropped;
      } else if (norm < C * (1 - 1e-6)) {
        EXPECT_EQ(found, whole);
        ++kept;
      }
      const std::vector<double> scaled = subject.sum_of(w, u, {C, false});
      if (norm > C) {
        EXPECT_NEAR(fixtures::norm(scaled), C, 1e-6);
      }
    }
    EXPECT_GT(dropped, 0);
    EXPECT_GT(kept, 0);
  }
}

// ---- A caller's own ------------------------------------------------------------------------------------------------

double garbage(double z, double, double *slope, void *) {
  const double values[] = {NAN, INFINITY, -INFINITY, 1e308, -5};
  const int which = std::isfinite(z) ? static_cast<int>(5 * std::fmod(std::fabs(z), 1.0)) % 5 : 0;
  *slope = values[which];
  return values[(which + 1) % 5];
}

double garbage_of_unit(int64_t unit, const double *, int64_t dimension, double *gradient, void *) {
  const double values[] = {NAN, INFINITY, -1e308, 1e200, 0.1, 3, -0.2};
  for (int64_t j = 0; j < dimension; ++j) gradient[j] = values[(unit * 3 + j * (unit % 2)) % 7];
  return values[unit % 7];
}

TEST(Units, WhatCallersReturnIsHeldToItsBound) {
  Loss loss{"garbage", grid::spec_of(DPCVX_LOSS_CALLBACK), false, false};
  loss.spec.callback = &garbage;
  for (bool users : {false, true}) EXPECT_GT(longest_share(loss, {Made::kDense, users, true}, 2, INFINITY, false), 0.5);

  dpcvx::Error error(nullptr, "from units");
  dpcvx::model::UnitFunction function;
  function.callback = &garbage_of_unit;
  function.units = 50;
  function.dimension = 3;
  function.lipschitz = 2;
  grid::SharedObjective objective;
  ASSERT_EQ(create_objective(function, ObjectiveSettings(), &objective, error), DPCVX_OK);
  EXPECT_FALSE(objective->constants().lipschitz_enforced);
  Subject subject(objective);
  double longest = 0;
  for (double C : {static_cast<double>(INFINITY), 0.7})
    for (int64_t u = 0; u < 50; ++u) {
      const double length = fixtures::norm(subject.sum_of({0, 0, 0}, u, {C, false}));
      EXPECT_LE(length, std::fmin(2, C));
      longest = std::fmax(longest, length);
    }
  EXPECT_GT(longest, 1.99);
  EXPECT_FALSE(std::isnan(subject.value({0, 0, 0})));
}

double quadratic_of_unit(int64_t unit, const double *w, int64_t dimension, double *gradient, void *) {
  double value = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    gradient[j] = w[j] - static_cast<double>(unit);
    value += 0.5 * gradient[j] * gradient[j];
  }
  return value;
}

TEST(Units, ACallersFunctionIsSummedLikeAnyOther) {
  dpcvx::Error error(nullptr, "from units");
  dpcvx::model::UnitFunction function;
  function.callback = &quadratic_of_unit;
  function.units = 300;
  function.dimension = 2;
  function.lipschitz = 1e6;
  function.smoothness = 1;
  ObjectiveSettings settings;
  settings.l2 = 0.5;
  grid::SharedObjective objective, less;
  ASSERT_EQ(create_objective(function, settings, &objective, error), DPCVX_OK);
  EXPECT_EQ(objective->linear(), nullptr);
  EXPECT_TRUE(objective->calls_back());
  EXPECT_EQ(objective->smoothness(), 1.5);
  Subject subject(objective);
  const std::vector<double> gradient = subject.gradient({1, 2});
  EXPECT_NEAR(gradient[0], 1 - 149.5 + 0.5, 1e-10);
  EXPECT_NEAR(gradient[1], 2 - 149.5 + 1, 1e-10);
  EXPECT_NEAR(subject.divergences({1, 2}, {0, 0})[7], 2.5, 1e-10);
  const int64_t gone[] = {0, 299};
  ASSERT_EQ(objective->without(gone, 2, &less, error), DPCVX_OK);
  Subject rest(less);
  EXPECT_NEAR(rest.sum({1, 2})[0], 300 - (300 * 299 / 2) - (1 + 1 - 299), 1e-9);
}

}  // namespace
