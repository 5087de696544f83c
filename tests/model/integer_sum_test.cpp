// Units' gradients on the lattice: none is longer than the clip, in exact integers, for every row of a grid.
#include "model/integer_sum.h"

#include <gtest/gtest.h>

#include "dpcvx/privacy.h"
#include "model/fixtures.h"
#include "numeric/directed.h"
#include "support/evidence.h"

using namespace dpcvx;
using namespace fixtures;

namespace {

// h sqrt(d) <= 2^-21 C is what the library keeps to (solve/noisy_gradient/integer_noise.h).
constexpr double kBeforeRounding = 1 - 0x1p-20;

// The sum over all units of a table, as coefficients lie.
std::vector<int64_t> integers(const data::SharedDataset &data, const model::ObjectiveSettings &settings,
                              const std::vector<double> &w, double clip, int exponent, bool drop = false) {
  Error error(nullptr, "integers");
  model::SharedObjective objective;
  EXPECT_EQ(model::create_objective(data, settings, &objective, error), DPCVX_OK);
  model::IntegerSum sum(*objective, {clip, drop}, exponent);
  Buffer<double> memory;
  Buffer<uint64_t> sums;
  EXPECT_TRUE(memory.allocate(sum.work_size()) && sums.allocate(static_cast<size_t>(sum.size())));
  sum.add(w.data(), nullptr, memory.data(), sums.data());
  const model::Layout &layout = objective->layout();
  std::vector<int64_t> out;
  for (int64_t k = 0; k < layout.outputs; ++k) {
    const uint64_t *const from = sums.data() + k * layout.stride();
    for (int64_t j = 0; j < layout.columns; ++j) out.push_back(static_cast<int64_t>(from[j]));
    if (layout.intercept) out.push_back(static_cast<int64_t>(from[layout.intercept_at()]));
  }
  return out;
}

__int128 squares(const std::vector<int64_t> &v) {
  __int128 sum = 0;
  for (int64_t x : v) sum += static_cast<__int128>(x) * x;
  return sum;
}

std::vector<int64_t> difference(const std::vector<int64_t> &one, const std::vector<int64_t> &other) {
  std::vector<int64_t> out(one);
  for (size_t i = 0; i < out.size(); ++i) out[i] -= other[i];
  return out;
}

// A user's rows, or one record.
struct Unit {
  Rows rows;
  bool user = false;

  data::SharedDataset table() const {
    data::SharedDataset plain = fixtures::table(rows), out;
    if (!user) return plain;
    const std::vector<int64_t> ids(rows.labels.size(), 7);
    Error error(nullptr, "table");
    EXPECT_EQ(data::add_users(*plain, ids.data(), &out, error), DPCVX_OK);
    return out;
  }
};

// Every record with entries of a small grid, far beyond the row bound too, and both labels; and users of two of these.
std::vector<Unit> every_unit() {
  std::vector<Unit> out;
  const double grid[] = {-1e6, -0.7, 0, 1e-9, 0.3, 2};
  for (double a : grid)
    for (double b : grid)
      for (double label : {-1.0, 1.0}) {
        Unit unit;
        unit.rows.add({a, b}, label);
        out.push_back(unit);
      }
  const size_t records = out.size();
  for (size_t i = 0; i < records; i += 5)
    for (size_t j = 0; j < records; j += 7) {
      Unit unit = out[i];
      unit.user = true;
      unit.rows.add({out[j].rows.features[0], out[j].rows.features[1]}, out[j].rows.labels[0]);
      out.push_back(unit);
    }
  return out;
}

model::ObjectiveSettings logistic() {
  model::ObjectiveSettings settings;
  settings.loss.kind = DPCVX_LOSS_LOGISTIC;
  return settings;
}

// The greatest norm of a unit, and of a difference of two, over the clip; in exact integers none is beyond.
struct Extremes {
  double unit = 0, pair = 0;
  int64_t beyond = 0;
};

Extremes extremes(double clip, double before_rounding, int exponent) {
  const __int128 radius = static_cast<__int128>(std::ldexp(clip, -exponent));
  EXPECT_EQ(std::ldexp(clip, -exponent), static_cast<double>(radius)) << "a clip on the lattice";
  std::vector<std::vector<int64_t>> all;
  for (const std::vector<double> &w : {std::vector<double>{0, 0, 0}, {3, -2, 1}, {-40, 9, 0.1}, {1e5, 1e5, -1e5}})
    for (const Unit &unit : every_unit())
      all.push_back(integers(unit.table(), logistic(), w, before_rounding, exponent));
  Extremes out;
  const double exact = static_cast<double>(radius);
  for (const auto &v : all) {
    out.unit = std::fmax(out.unit, std::sqrt(static_cast<double>(squares(v))) / exact);
    out.beyond += squares(v) > radius * radius ? 1 : 0;
  }
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const __int128 apart = squares(difference(all[i], all[j]));
      out.pair = std::fmax(out.pair, std::sqrt(static_cast<double>(apart)) / exact);
      out.beyond += apart > 4 * radius * radius ? 1 : 0;
    }
  return out;
}

TEST(IntegerSum, NoUnitIsLongerThanTheClipAndNoTwoFartherApart) {
  for (double clip : {1.0, 0.375, 0x1.4p-30, 0x1.8p+20}) {
    const int exponent = numeric::floor_log2(clip) - 22;  // the coarsest step that is allowed, of 3 coefficients
    const Extremes found = extremes(clip, clip * kBeforeRounding, exponent);
    EXPECT_EQ(found.beyond, 0) << clip;
    if (clip > 1) continue;  // no gradient is as long
    EXPECT_GT(found.unit, 0.99999) << "the bound is attained";
    EXPECT_GT(found.pair, 1.9999);
    evidence("model", "units on the lattice, clip %.3g: %.8f of the clip at most, pairs %.8f of 2", clip, found.unit,
             found.pair);
  }
}

// With a step as long as the clip allows no claim, rounding takes units beyond it.
TEST(IntegerSumControl, ACoarseStepTakesUnitsBeyondTheClip) {
  EXPECT_GT(extremes(0.375, 0.375 * kBeforeRounding, -3).beyond, 0);
  EXPECT_GT(extremes(0.375, 0.375, -24).beyond, 0) << "a clip without room for rounding";
}

// Records of a user in any order, and users in any order, give the same integers.
TEST(IntegerSum, OrderMeansNothing) {
  Error error(nullptr, "order");
  std::mt19937_64 bits(3);
  Rows rows = random_rows(200, 3, 4, 3);
  std::vector<int64_t> first;
  for (int round = 0; round < 10; ++round) {
    std::vector<size_t> order(200);
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (round > 0) std::shuffle(order.begin(), order.end(), bits);
    Rows shuffled;
    std::vector<int64_t> ids;
    for (size_t i : order) {
      shuffled.add({rows.features[3 * i], rows.features[3 * i + 1], rows.features[3 * i + 2]}, rows.labels[i]);
      ids.push_back(static_cast<int64_t>(i % 3 == 0 ? 1000 : i / 4));  // one of 67 records, more than a tile
    }
    data::SharedDataset users;
    ASSERT_EQ(data::add_users(*table(shuffled), ids.data(), &users, error), DPCVX_OK);
    const std::vector<int64_t> now = integers(users, logistic(), {0.3, -1, 2, 0.1}, 0.2, -35);
    if (round == 0)
      first = now;
    else
      EXPECT_EQ(now, first);
  }
}

// Sums agree with those in doubles to the rounding of their units.
TEST(IntegerSum, IsTheGradientSum) {
  const Rows rows = random_rows(300, 4, 9);
  Model it(rows, logistic());
  const std::vector<double> w{0.5, -0.2, 1, 0.1, 0};
  for (bool drop : {false, true}) {
    const std::vector<double> expected = it.gradient_sum(w, {}, {0.3, drop});
    const std::vector<int64_t> found = integers(table(rows), logistic(), w, 0.3, -40, drop);
    for (size_t j = 0; j < expected.size(); ++j)
      EXPECT_NEAR(std::ldexp(static_cast<double>(found[j]), -40), expected[j], 300 * 0x1p-40 + 1e-13);
  }
}

// Gradients of squares have no bound. A user whose records cancel, and one whose gradient overflows, add what they
// should: little, and nothing.
TEST(IntegerSum, UsersOfUnboundedGradients) {
  model::ObjectiveSettings settings;
  settings.loss.kind = DPCVX_LOSS_SQUARED;
  settings.loss.label_bound = INFINITY;
  Unit unit;
  unit.user = true;
  unit.rows.add({0.6, 0}, 1e20);
  unit.rows.add({-0.6, 0}, 1e20);
  const std::vector<int64_t> cancelled = integers(unit.table(), settings, {0, 0, 0}, 1, -30);
  EXPECT_EQ(cancelled[0], 0);
  EXPECT_EQ(cancelled[1], 0);
  EXPECT_NEAR(std::ldexp(static_cast<double>(cancelled[2]), -30), -1, 1e-6);
  const std::vector<int64_t> lost = integers(unit.table(), settings, {1e308, 1e308, 1e308}, 1, -30);
  EXPECT_LE(squares(lost), static_cast<__int128>(1) << 60);
}

// A record's slopes above and below its label are 1 - tau and tau, clipped or not.
TEST(IntegerSum, KeepsTheRatioOfAQuantilesSlopes) {
  model::ObjectiveSettings settings;
  settings.loss.kind = DPCVX_LOSS_PINBALL;
  settings.loss.label_bound = 1;
  settings.loss.parameter = 0.9;
  Unit unit;
  unit.rows.add({0.6, 0.8}, 0);
  for (double clip : {0.01, 0.5, 0.95}) {
    const std::vector<int64_t> above = integers(unit.table(), settings, {9, 9, 9}, clip, -40),
                               below = integers(unit.table(), settings, {-9, -9, -9}, clip, -40);
    for (size_t j = 0; j < above.size(); ++j)
      EXPECT_NEAR(static_cast<double>(above[j]) / static_cast<double>(-below[j]), 1.0 / 9, 1e-8) << clip;
  }
}

}  // namespace
