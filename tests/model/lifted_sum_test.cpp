// Lifted sums: the geometry that privacy rests on, with wrong lifts that must be caught, and the sums themselves.
#include "model/lifted_sum.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/error.h"
#include "model/grid.h"
#include "support/evidence.h"

namespace {

using data_tests::kAllMade, data_tests::Made;
using dpcvx::model::clip_and_measure;
using dpcvx::model::Lift;
using dpcvx::model::LiftedSum;
using grid::Choice;
using grid::Loss;
using grid::Subject;
using grid::Units;

using Point = std::vector<long double>;
using Map = std::function<Point(const std::vector<double> &)>;  // what a unit's gradient is lifted to

// (v, tau |v|, kappa psi) by the library's clip.
Point lifted(std::vector<double> v, double tau, double kappa) {
  const double psi = clip_and_measure(v.data(), static_cast<int64_t>(v.size()));
  Point z(v.begin(), v.end());
  for (double x : v) z.push_back(static_cast<long double>(tau) * std::fabs(x));
  z.push_back(static_cast<long double>(kappa) * psi);
  return z;
}
Map by(const Lift &lift) {
  return [lift](const std::vector<double> &g) { return lifted(g, lift.absolute, lift.room); };
}

long double length(const Point &z) {
  long double squares = 0;
  for (long double x : z) squares += x * x;
  return std::sqrt(squares);
}
long double distance(const Point &a, const Point &b) {
  Point moved(a);
  for (size_t j = 0; j < a.size(); ++j) moved[j] -= b[j];
  return length(moved);
}

// Gradients of any length and sparsity, and a partner: independent, opposite, with other entries, close, or zero.
struct Pair {
  std::vector<double> one, other;
};
Pair pair_of(std::mt19937_64 &bits, size_t d) {
  std::normal_distribution<double> normal;
  const auto vector = [&] {
    std::vector<double> g(d);
    const double size = std::exp2(static_cast<double>(bits() % 9) - 5);
    const size_t kept = 1 + bits() % d;
    for (size_t j = 0; j < kept; ++j) g[bits() % d] = size * normal(bits);
    return g;
  };
  Pair pair{vector(), vector()};
  const uint64_t kind = bits() % 6;
  for (size_t j = 0; j < d; ++j) {
    if (kind == 0) pair.other[j] = -pair.one[j];
    if (kind == 1) (bits() % 2 == 0 ? pair.one[j] : pair.other[j]) = 0;
    if (kind == 2) pair.other[j] = pair.one[j] * (1 + 0x1p-30 * normal(bits));
    if (kind == 3) pair.other[j] = 0;
  }
  return pair;
}

struct Diameters {
  long double pair = 0, null = 0;
};
Diameters search(const Map &map, int tries, uint64_t seed) {
  std::mt19937_64 bits(seed);
  Diameters most;
  for (int i = 0; i < tries; ++i) {
    const size_t d = std::array<size_t, 5>{1, 2, 3, 8, 40}[bits() % 5];
    const Pair pair = pair_of(bits, d);
    const Point a = map(pair.one), b = map(pair.other);
    most.pair = std::max(most.pair, distance(a, b));
    most.null = std::max({most.null, length(a), length(b)});
  }
  return most;
}

TEST(Lift, NoTwoUnitsAreFartherApartThanStated) {
  const Lift both = Lift::for_replace_one(), one = Lift::for_add_remove();
  EXPECT_EQ(both.diameter, 2);
  const Diameters replaced = search(by(both), 100000, 1), added = search(by(one), 100000, 2);
  evidence("lifted gradients", "10^5 pairs: at most %.9Lf apart (2), %.9Lf from a null unit (sqrt 2 = 1.414213562)",
           replaced.pair, replaced.null);
  evidence("lifted gradients", "10^5 units: at most %.9Lf from a null one under add/remove (sqrt(10)/3 = 1.054092553)",
           added.null);
  EXPECT_LE(replaced.pair, 2.0L);
  EXPECT_GT(replaced.pair, 2 - 1e-9L);
  EXPECT_LE(replaced.null, static_cast<long double>(both.norm));
  EXPECT_LE(added.null, static_cast<long double>(one.diameter));
  EXPECT_GT(added.null, std::sqrt(10.0L) / 3 - 1e-9L);
  EXPECT_LT(one.diameter, std::sqrt(10.0) / 3 * (1 + 1e-12));
}

// Each is a lift that looks as good; all but the right one pass the bound by a margin that a test sees.
TEST(Lift, ControlWrongLiftsAreCaught) {
  const Lift right = Lift::for_replace_one();
  const Map lengths_before_the_clip = [](const std::vector<double> &g) {
    Point z = lifted(g, 1, std::sqrt(2.0));
    for (size_t j = 0; j < g.size(); ++j) z[g.size() + j] = std::fabs(g[j]);
    return z;
  };
  // The room that a quarter of the gradient leaves: as if it were taken before the scales.
  const Map room_before_the_scales = [](const std::vector<double> &g) {
    Point z = lifted(g, 1, 0);
    std::vector<double> quarter(g);
    for (double &x : quarter) x /= 4;
    z.back() = std::sqrt(2.0L) * clip_and_measure(quarter.data(), static_cast<int64_t>(quarter.size()));
    return z;
  };
  const Map squared = [](const std::vector<double> &g) {
    Point z = lifted(g, 1, std::sqrt(2.0));
    const size_t d = g.size();
    for (size_t j = 0; j < d; ++j) z[d + j] = z[j] * z[j];
    return z;
  };
  // 1 for a unit that was not clipped, at the weight that is free for a threshold of 0.9.
  const Map counted = [](const std::vector<double> &g) {
    std::vector<double> v = g;
    long double squares = 0;
    for (double x : g) squares += static_cast<long double>(x) * x;
    clip_and_measure(v.data(), static_cast<int64_t>(v.size()));
    Point z(v.begin(), v.end());
    z.push_back(squares < 1 - 1e-9L ? std::sqrt(4 - 1.9L * 1.9L) : 0);
    return z;
  };
  const struct {
    const char *name;
    Map map;
  } wrong[] = {
      {"|v| of weight sqrt(2)", [](const auto &g) { return lifted(g, std::sqrt(2.0), std::sqrt(2.0)); }},
      {"psi of weight 2", [](const auto &g) { return lifted(g, 1, 2); }},
      {"|v| before the clip", lengths_before_the_clip},
      {"psi before the scales", room_before_the_scales},
      {"squares for |v|", squared},
      {"a hard count at the clip", counted},
  };
  EXPECT_LE(search(by(right), 20000, 3).pair, 2.0L);
  for (const auto &one : wrong) {
    const long double found = search(one.map, 20000, 3).pair;
    evidence("wrong lifts", "%s: %.3Lf apart, 2 are allowed", one.name, found);
    EXPECT_GT(found, 2.02L) << one.name;
  }
  // Under add/remove the lift of replace-one is longer than its clip.
  EXPECT_GT(search(by(right), 20000, 4).null, 1.4L);
}

TEST(Lift, ClipsAnyVectorIntoTheBall) {
  std::mt19937_64 bits(5);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 20000; ++i) {
    std::vector<double> v(1 + bits() % 60);
    const double size = std::exp2(static_cast<double>(bits() % 2090) - 1070);
    for (double &x : v) x = size * normal(bits);
    if (i % 3 == 0) {
      // Of norm 1 and an ulp or so to either side.
      for (double &x : v) x = normal(bits);
      const double norm = fixtures::norm(v);
      for (double &x : v) x = x / norm * (1 + static_cast<double>(bits() % 5) * 0x1p-53 - 0x1p-52);
    }
    if (i % 101 == 0) v[bits() % v.size()] = i % 2 == 0 ? INFINITY : NAN;
    const double psi = clip_and_measure(v.data(), static_cast<int64_t>(v.size()));
    long double squares = static_cast<long double>(psi) * psi;
    for (double x : v) squares += static_cast<long double>(x) * x;
    ASSERT_LE(squares, 1.0L);
    ASSERT_GE(psi, 0);
    if (squares > 0) {  // the room is told nearly whole
      ASSERT_GT(squares, 1 - 1e-10L);
    }
  }
  std::vector<double> zero(3);
  EXPECT_NEAR(clip_and_measure(zero.data(), 3), 1, 1e-12);
}

// A sum over units, one after the other, in long double.
Point reference(Subject &subject, const std::vector<double> &w, const Lift &lift, const std::vector<double> &scales,
                const std::vector<double> &shift, const std::vector<int64_t> &units) {
  const size_t d = subject.dimension();
  Point sum(2 * d + 1);
  for (int64_t u : units) {
    if (subject.objective->is_null(u)) continue;
    std::vector<double> g = subject.sum_of(w, u);
    for (size_t j = 0; j < d; ++j) g[j] = (g[j] + shift[j]) * scales[j];
    const Point z = lifted(g, lift.absolute, lift.room);
    for (size_t j = 0; j < sum.size(); ++j) sum[j] += z[j];
  }
  return sum;
}

struct Lifted {
  Subject &subject;
  dpcvx::Buffer<double> memory;

  explicit Lifted(Subject &of) : subject(of) { EXPECT_TRUE(memory.allocate(LiftedSum::work_size(*of.objective))); }
  std::vector<double> sum(const std::vector<double> &w, const Lift &lift, const std::vector<double> &scales,
                          const double *shift = nullptr, const Units &units = {}, int32_t threads = 1) {
    std::vector<double> out(LiftedSum::size(*subject.objective, lift), NAN);
    dpcvx::Crew crew(threads, 0);
    LiftedSum(*subject.objective, lift, {&crew, memory.data()}).run(w.data(), units, scales.data(), shift, out.data());
    return out;
  }
};

std::vector<double> scales_of(size_t d, double size) {
  std::vector<double> scales(d);
  for (size_t j = 0; j < d; ++j) scales[j] = size * (1 + static_cast<double>(j % 3));
  return scales;
}

TEST(LiftedSum, IsTheSumOfItsUnits) {
  for (const Loss &loss : grid::losses())
    for (Made storage : kAllMade)
      for (bool users : {false, true})
        for (bool added : {false, true}) {
          Subject subject(grid::source(40, 5, loss, 61), Choice{storage, users, true}, grid::bounded(loss));
          const size_t d = subject.dimension();
          const Lift lift = added ? Lift::for_add_remove() : Lift::for_replace_one();
          const std::vector<double> w = grid::point(subject, 62, 2), scales = scales_of(d, 0.7);
          const std::vector<double> shift = fixtures::random_point(static_cast<int64_t>(d), 63, 0.1);
          std::vector<int64_t> all, some;
          for (int64_t u = 0; u < subject.objective->units_there(); ++u) {
            all.push_back(u);
            if (u % 3 != 0) some.insert(some.begin(), u);
          }
          Lifted it(subject);
          const Units listed{some.data(), static_cast<int64_t>(some.size())};
          const std::vector<double> whole = it.sum(w, lift, scales, shift.data());
          const std::vector<double> part = it.sum(w, lift, scales, nullptr, listed);
          const Point of_all = reference(subject, w, lift, scales, shift, all);
          const Point of_some = reference(subject, w, lift, scales, std::vector<double>(d), some);
          for (size_t j = 0; j < 2 * d + 1; ++j) {
            // psi is the root of a small difference where a unit is near the clip.
            const double tolerance = j == 2 * d ? 1e-6 : 1e-12;
            ASSERT_NEAR(whole[j], static_cast<double>(of_all[j]), tolerance) << loss.name << " " << j;
            ASSERT_NEAR(part[j], static_cast<double>(of_some[j]), tolerance) << loss.name << " " << j;
          }
          const Units none{some.data(), 0};
          for (double x : it.sum(w, lift, scales, nullptr, none)) ASSERT_EQ(x, 0);
        }
}

TEST(LiftedSum, ThreadsDoNotChangeABit) {
  for (Made storage : {Made::kDense, Made::kCsrF32})
    for (bool users : {false, true})
      for (size_t kind : {size_t{0}, grid::losses().size() - 1}) {
        const Loss &loss = grid::losses()[kind];
        Subject subject(grid::source(3000, 7, loss, 71), Choice{storage, users, true}, grid::bounded(loss));
        Lifted it(subject);
        const std::vector<double> w = grid::point(subject, 72, 2), scales = scales_of(w.size(), 0.4);
        const std::vector<double> alone = it.sum(w, Lift::for_replace_one(), scales);
        for (int32_t threads : {2, 3, 8})
          ASSERT_EQ(it.sum(w, Lift::for_replace_one(), scales, nullptr, {}, threads), alone) << loss.name;
      }
}

TEST(LiftedSum, NullUnitsAddZeros) {
  const Loss &loss = grid::losses()[0];
  for (bool users : {false, true}) {
    Subject all(grid::source(30, 4, loss, 81), Choice{Made::kDense, users, false}, grid::bounded(loss));
    std::vector<int64_t> gone, left;
    for (int64_t u = 0; u < all.objective->units_there(); ++u) (u % 2 == 0 ? gone : left).push_back(u);
    grid::SharedObjective out;
    dpcvx::Error error(nullptr, "without");
    ASSERT_EQ(all.objective->without(gone.data(), static_cast<int64_t>(gone.size()), &out, error), DPCVX_OK);
    Subject some(out);
    Lifted whole(all), rest(some);
    const std::vector<double> w = grid::point(all, 82, 1), scales = scales_of(w.size(), 1);
    const std::vector<double> shift(w.size(), 0.1);
    const Units listed{left.data(), static_cast<int64_t>(left.size())};
    const std::vector<double> expected = whole.sum(w, Lift::for_add_remove(), scales, shift.data(), listed);
    const std::vector<double> found = rest.sum(w, Lift::for_add_remove(), scales, shift.data());
    for (size_t j = 0; j < expected.size(); ++j) ASSERT_NEAR(found[j], expected[j], 1e-12);
  }
}

// Rows of few entries among many columns: sums are those of the same rows stored densely, users of many records and
// values that are not finite among them.
TEST(LiftedSum, SparseRowsGiveTheSumsOfDenseOnes) {
  const Loss &loss = grid::losses()[0];
  for (bool users : {false, true})
    for (bool weights : {false, true}) {
      grid::Source source = grid::source(600, 40, loss, 131);
      std::mt19937_64 bits(132);
      for (double &x : source.entries.values)
        if (bits() % 10 != 0) x = 0;
      Subject dense(source, Choice{Made::kDense, users, weights}, grid::bounded(loss));
      Subject sparse(source, Choice{Made::kCsr, users, weights}, grid::bounded(loss));
      Lifted one(dense), other(sparse);
      const std::vector<double> w = grid::point(dense, 133, 2), scales = scales_of(w.size(), 0.5);
      for (const Lift &lift : {Lift::for_replace_one(), Lift::for_add_remove(), Lift::none(2, true)}) {
        const std::vector<double> expected = one.sum(w, lift, scales), found = other.sum(w, lift, scales);
        ASSERT_EQ(found.size(), expected.size());
        for (size_t j = 0; j < found.size(); ++j) ASSERT_NEAR(found[j], expected[j], j == 2 * w.size() ? 1e-4 : 1e-10);
        EXPECT_EQ(other.sum(w, lift, scales, nullptr, {}, 4), found);
      }
    }
}

// Many units of nearly the same gradient, whose sum rounds at each addition.
TEST(LiftedSum, StatedRoundingErrorHolds) {
  const Loss &loss = grid::losses()[0];
  for (int64_t rows : {1, 200, 20000}) {
    Subject subject(grid::source(rows, 3, loss, 91), Choice{Made::kDense, false, false}, grid::bounded(loss));
    Lifted it(subject);
    const std::vector<double> w = grid::point(subject, 92, 1), scales = scales_of(w.size(), 3);
    for (const Lift &lift : {Lift::for_replace_one(), Lift::for_add_remove(), Lift::none(2, false)}) {
      const std::vector<double> found = it.sum(w, lift, scales);
      Point expected(found.size());
      for (int64_t u = 0; u < rows; ++u) {
        const std::vector<double> one = it.sum(w, lift, scales, nullptr, {&u, 1});
        for (size_t j = 0; j < one.size(); ++j) expected[j] += one[j];
      }
      for (size_t j = 0; j < found.size(); ++j) expected[j] -= found[j];
      const double stated = LiftedSum::error(*subject.objective, lift, static_cast<double>(rows));
      EXPECT_LE(length(expected), static_cast<long double>(stated));
      EXPECT_LT(stated, 1e-6);
    }
  }
}

// Replacing a unit by another, or by none, in a table: the computed sums are as near as the statement says.
TEST(LiftedSum, NeighboursAreAsNearAsStated) {
  const Loss &loss = grid::losses()[0];
  std::mt19937_64 bits(101);
  long double most = 0;
  for (int i = 0; i < 3000; ++i) {
    grid::Source source = grid::source(12, 3, loss, bits(), 4);
    grid::Source other = source;
    for (size_t j = 0; j < 3; ++j)
      other.entries.values[j] = i % 3 == 0 ? -source.entries.values[j] : i % 3 == 1 ? other.entries.values[3 + j] : 0;
    if (i % 2 == 0) other.labels[0] = -other.labels[0];
    Subject a(source, Choice{Made::kDense, false, false}, grid::bounded(loss));
    Subject b(other, Choice{Made::kDense, false, false}, grid::bounded(loss));
    Lifted first(a), second(b);
    const std::vector<double> w = grid::point(a, bits(), 1), scales = scales_of(w.size(), 8);
    const std::vector<double> x = first.sum(w, Lift::for_replace_one(), scales);
    const std::vector<double> y = second.sum(w, Lift::for_replace_one(), scales);
    Point moved(x.begin(), x.end());
    for (size_t j = 0; j < y.size(); ++j) moved[j] -= y[j];
    most = std::max(most, length(moved));
  }
  EXPECT_LE(most, 2 + 1e-12L);
  EXPECT_GT(most, 1.9L);
}

// Without lengths and a count a sum is that of the clipped gradients alone, and dropping leaves longer ones out.
TEST(LiftedSum, WithoutALiftIsTheSumOfClippedGradients) {
  const Loss &loss = grid::losses()[0];
  for (bool users : {false, true}) {
    Subject subject(grid::source(40, 5, loss, 111), Choice{Made::kDense, users, true}, grid::bounded(loss));
    const size_t d = subject.dimension();
    Lifted it(subject);
    const std::vector<double> w = grid::point(subject, 112, 2), scales(d, 3.0);
    const std::vector<double> shift = fixtures::random_point(static_cast<int64_t>(d), 113, 0.1);
    const std::vector<double> lifted_sum = it.sum(w, Lift::for_replace_one(), scales, shift.data());
    const std::vector<double> plain = it.sum(w, Lift::none(2, false), scales, shift.data());
    ASSERT_EQ(plain.size(), d);
    for (size_t j = 0; j < d; ++j) EXPECT_EQ(plain[j], lifted_sum[j]);
    std::vector<double> kept(d);
    int64_t dropped = 0;
    for (int64_t u = 0; u < subject.objective->units_there(); ++u) {
      std::vector<double> g = subject.sum_of(w, u);
      for (size_t j = 0; j < d; ++j) g[j] = 3 * (g[j] + shift[j]);
      if (fixtures::norm(g) > 1) ++dropped;
      for (size_t j = 0; j < d && fixtures::norm(g) <= 1; ++j) kept[j] += g[j];
    }
    EXPECT_GT(dropped, 0);
    const std::vector<double> found = it.sum(w, Lift::none(1, true), scales, shift.data());
    for (size_t j = 0; j < d; ++j) EXPECT_NEAR(found[j], kept[j], 1e-12);
  }
}

// Clipped with a public shift, as the quadratic is: a unit that is replaced moves the sum by 2, one that is left out by
// 1. Control: an absent unit that counts as the clipped shift moves it by up to 2 as well.
TEST(LiftedSum, AShiftInTheClipMovesNoSumFarther) {
  const Loss &loss = grid::losses()[0];
  std::mt19937_64 bits(121);
  long double replaced = 0, removed = 0, counted = 0;
  for (int i = 0; i < 3000; ++i) {
    Subject subject(grid::source(6, 3, loss, bits(), 4), Choice{Made::kDense, false, false}, grid::bounded(loss));
    Lifted it(subject);
    const size_t d = subject.dimension();
    const std::vector<double> w = grid::point(subject, bits(), 1), scales(d, 8);
    // A shift of the size of the gradients, often opposite to half of one.
    std::vector<double> shift = fixtures::random_point(static_cast<int64_t>(d), bits(), 0.5);
    const std::vector<double> own = subject.sum_of(w, 1);
    for (size_t j = 0; j < d && i % 3 != 0; ++j) shift[j] = -own[j] / 2;
    const int64_t one[] = {0, 1}, other[] = {0, 2};
    const std::vector<double> with = it.sum(w, Lift::none(1, false), scales, shift.data(), {one, 2});
    const std::vector<double> instead = it.sum(w, Lift::none(1, false), scales, shift.data(), {other, 2});
    const std::vector<double> without = it.sum(w, Lift::none(1, false), scales, shift.data(), {one, 1});
    std::vector<double> absent(d);
    for (size_t j = 0; j < d; ++j) absent[j] = 8 * shift[j];
    clip_and_measure(absent.data(), static_cast<int64_t>(d));
    long double squares[3] = {};
    for (size_t j = 0; j < d; ++j) {
      const long double moved[] = {with[j] - instead[j], with[j] - without[j], with[j] - without[j] - absent[j]};
      for (int k = 0; k < 3; ++k) squares[k] += moved[k] * moved[k];
    }
    replaced = std::max(replaced, std::sqrt(squares[0]));
    removed = std::max(removed, std::sqrt(squares[1]));
    counted = std::max(counted, std::sqrt(squares[2]));
  }
  evidence("the quadratic in a clip", "3000 tables: replaced %.4Lf (2), left out %.4Lf (1), absent and counted %.4Lf",
           replaced, removed, counted);
  EXPECT_LE(replaced, 2 + 1e-12L);
  EXPECT_GT(replaced, 1.9L);
  EXPECT_LE(removed, 1 + 1e-12L);
  EXPECT_GT(removed, 0.99L);
  EXPECT_GT(counted, 1.9L);
}

double half_square(int64_t unit, const double *w, int64_t dimension, double *gradient, void *) {
  double value = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    gradient[j] = w[j] - static_cast<double>(unit % 2);
    value += gradient[j] * gradient[j] / 2;
  }
  if (unit == 4) gradient[0] = NAN;
  return value;
}

TEST(LiftedSum, TakesACallersFunction) {
  dpcvx::model::UnitFunction function;
  function.callback = half_square;
  function.units = 300;
  function.dimension = 3;
  function.lipschitz = 5;
  grid::SharedObjective objective;
  dpcvx::Error error(nullptr, "function");
  ASSERT_EQ(dpcvx::model::create_objective(function, {}, &objective, error), DPCVX_OK);
  Subject subject(objective);
  Lifted it(subject);
  const std::vector<double> found = it.sum({0, 0, 0}, Lift::for_replace_one(), {1, 1, 1}, nullptr, {}, 4);
  EXPECT_NEAR(found[0], -150 / std::sqrt(3.0), 1e-6);
  EXPECT_NEAR(found[3], 150 / std::sqrt(3.0), 1e-6);
  EXPECT_NEAR(found[6], std::sqrt(2.0) * 150, 2e-3);  // of the others' gradient 0; the undefined one counts as 0
}

}  // namespace
