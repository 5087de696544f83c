// Objectives whose units count with factors: everything that is summed against sums over units taken alone.
#include <algorithm>

#include "base/error.h"
#include "model/grid.h"
#include "model/unit_gradients.h"

namespace {

using data_tests::kAllMade;
using data_tests::Made;
using grid::Choice;
using grid::Loss;
using grid::SharedObjective;
using grid::Source;
using grid::Subject;

SharedObjective reweighted(const SharedObjective &from, const std::vector<double> &factors) {
  dpcvx::Error error(nullptr, "reweighted");
  SharedObjective out;
  EXPECT_EQ(from->reweighted(factors.data(), &out, error), DPCVX_OK);
  return out;
}

// Some 0, some 1, some between, one large; their sum is at most n.
std::vector<double> some_factors(int64_t units, uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::vector<double> out;
  double sum = 0;
  for (int64_t u = 0; u < units; ++u) {
    const double uniform = static_cast<double>(bits() >> 11) * 0x1p-53;
    out.push_back(u % 4 == 0 ? 0 : u % 4 == 1 ? 1 : u % 4 == 2 ? uniform : 3 * uniform);
    sum += out.back();
  }
  for (double &factor : out) factor *= static_cast<double>(units) / sum * (1 - 1e-15);
  return out;
}

void add(double k, const std::vector<double> &a, std::vector<double> *sum) {
  for (size_t j = 0; j < a.size(); ++j) (*sum)[j] += k * a[j];
}

TEST(Reweighted, SumsAreThoseOfTheUnitsTimesTheirFactors) {
  for (const Loss &loss : grid::losses())
    for (Made storage : kAllMade)
      for (bool users : {false, true}) {
        const Source source = grid::rows_of_every_length(loss, 5);
        Subject plain(source, {storage, users, true}, grid::bounded(loss));
        const int64_t units = plain.objective->units_there();
        std::vector<double> factors(static_cast<size_t>(units), 7.0);
        Subject subject(reweighted(plain.objective, factors));
        const std::vector<double> w = grid::point(plain, 3, 1), v = grid::point(plain, 4, 1);
        for (uint64_t seed = 1; seed <= 2; ++seed) {
          const std::vector<double> next = some_factors(units, seed);
          std::copy(next.begin(), next.end(), factors.begin());  // seen without anything being made anew
          std::vector<double> expected(plain.dimension()), clipped(plain.dimension()), walked(plain.dimension());
          const dpcvx::model::Clip clip{0.3 * plain.objective->lipschitz(), false};
          double value = 0;
          for (int64_t u = 0; u < units; ++u) {
            const double factor = factors[static_cast<size_t>(u)];
            add(factor, plain.sum_of(w, u), &expected);
            add(factor, plain.sum_of(w, u, clip), &clipped);
            std::vector<int64_t> others;
            for (int64_t other = 0; other < units; ++other)
              if (other != u) others.push_back(other);
            SharedObjective alone;
            dpcvx::Error error(nullptr, "without");
            ASSERT_EQ(plain.objective->without(others.data(), static_cast<int64_t>(others.size()), &alone, error),
                      DPCVX_OK);
            EXPECT_EQ(alone->units_not_null(), 1);
            value += factor * Subject(alone).value(w);
          }
          const double G = plain.objective->lipschitz() * static_cast<double>(units);
          EXPECT_LE(fixtures::distance(subject.sum(w), expected), 1e-14 * G) << loss.name;
          EXPECT_LE(fixtures::distance(subject.sum(w, {}, clip), clipped), 1e-14 * G) << loss.name;
          EXPECT_NEAR(subject.value(w), value, 1e-13 * (1 + std::fabs(value))) << loss.name;
          std::vector<double> gradient = expected;
          for (double &x : gradient) x /= static_cast<double>(units);
          EXPECT_LE(fixtures::distance(subject.gradient(w), gradient), 1e-14 * G) << loss.name;
          const std::vector<double> plain_apart = plain.divergences(w, v), apart = subject.divergences(w, v);
          for (size_t u = 0; u < factors.size(); ++u)
            EXPECT_NEAR(apart[u], factors[u] * plain_apart[u], 1e-14 * (1e-3 + apart[u])) << loss.name;
          std::vector<int64_t> some;
          std::vector<double> of_some(plain.dimension());
          for (int64_t u = units - 1; u >= 0; u -= 3) {
            some.push_back(u);
            add(factors[static_cast<size_t>(u)], plain.sum_of(w, u), &of_some);
          }
          EXPECT_LE(fixtures::distance(subject.sum(w, {some.data(), static_cast<int64_t>(some.size())}), of_some),
                    1e-14 * G);
        }
      }
}

// Smoothing, leaving out and factors come in any order; factors are replaced, not multiplied.
TEST(Reweighted, GoesWithSmoothingAndLeavingOut) {
  for (const Loss &loss : grid::losses()) {
    if (loss.spec.kind == DPCVX_LOSS_MULTINOMIAL) continue;
    for (bool users : {false, true}) {
      Subject plain(grid::rows_of_every_length(loss, 5), {Made::kDense, users, true}, grid::bounded(loss));
      const std::vector<double> factors = some_factors(plain.objective->units_there(), 3);
      const std::vector<double> others(factors.size(), 1.0), w = grid::point(plain, 3, 1);
      const int64_t left_out[] = {2, 5};
      dpcvx::Error error(nullptr, "views");
      SharedObjective one, other;
      ASSERT_EQ(reweighted(plain.objective, others)->smoothed(0.3, &one, error), DPCVX_OK);
      ASSERT_EQ(one->without(left_out, 2, &one, error), DPCVX_OK);
      one = reweighted(one, factors);
      ASSERT_EQ(plain.objective->without(left_out, 2, &other, error), DPCVX_OK);
      ASSERT_EQ(reweighted(other, factors)->smoothed(0.3, &other, error), DPCVX_OK);
      EXPECT_EQ(Subject(one).gradient(w), Subject(other).gradient(w)) << loss.name;
      EXPECT_EQ(Subject(one).value(w), Subject(other).value(w)) << loss.name;
      EXPECT_EQ(one->units_not_null(), plain.objective->units() - 2);
      EXPECT_EQ(one->smoothness(), other->smoothness());
      EXPECT_TRUE(one->is_null(2) && one->is_null(5) && !one->is_null(3));
      EXPECT_FALSE(plain.objective->is_reweighted());
    }
  }
}

// Hessians of factors, and single units' gradients, against those without.
TEST(Reweighted, HessiansAndSingleUnitsHaveTheirFactors) {
  const Loss &loss = grid::losses()[0];
  for (Made storage : kAllMade)
    for (bool users : {false, true}) {
      Subject plain(grid::rows_of_every_length(loss, 5), {storage, users, true}, grid::bounded(loss));
      const int64_t units = plain.objective->units_there();
      const std::vector<double> factors = some_factors(units, 3), w = grid::point(plain, 3, 1);
      Subject subject(reweighted(plain.objective, factors));
      const size_t d = plain.dimension();
      std::vector<double> found(d * d), threaded(d * d), expected(d * d), alone(d * d);
      subject.objective->hessian(w.data(), subject.work(), found.data());
      subject.use_threads(3);
      subject.objective->hessian(w.data(), subject.work(), threaded.data());
      EXPECT_EQ(found, threaded);
      for (int64_t u = 0; u < units; ++u) {
        std::vector<int64_t> others;
        for (int64_t v = 0; v < units; ++v)
          if (v != u) others.push_back(v);
        SharedObjective it;
        dpcvx::Error error(nullptr, "without");
        ASSERT_EQ(plain.objective->without(others.data(), units - 1, &it, error), DPCVX_OK);
        it->hessian(w.data(), plain.work(), alone.data());
        add(factors[static_cast<size_t>(u)], alone, &expected);

        const dpcvx::model::UnitGradients gradients(*subject.objective, dpcvx::model::Clip(), subject.memory.data());
        dpcvx::Buffer<double> point, sum;
        const size_t laid = static_cast<size_t>(gradients.layout().size());
        ASSERT_TRUE(point.allocate(laid) && sum.allocate(laid));
        gradients.layout().spread(w.data(), point.data());
        gradients.add(u, 1, point.data(), sum.data());
        std::vector<double> of_unit(d);
        gradients.layout().gather(sum.data(), of_unit.data());
        EXPECT_LE(fixtures::distance(of_unit, subject.sum_of(w, u)), 1e-14 * plain.objective->lipschitz());
      }
      EXPECT_LE(fixtures::distance(found, expected), 1e-14 * plain.objective->smoothness());
    }
}

}  // namespace
