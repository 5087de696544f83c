// Every loss in every storage, of records and of users, with and without weights.
#include "model/grid.h"

#include <cstring>

#include "base/error.h"
#include "support/evidence.h"

namespace {

using data_tests::kAllMade;
using data_tests::Made;
using grid::Choice;
using grid::Clip;
using grid::Loss;
using grid::ObjectiveSettings;
using grid::Source;
using grid::Subject;

ObjectiveSettings settings_of(const Loss &loss, double l2 = 0.1) {
  ObjectiveSettings settings;
  settings.loss = loss.spec;
  settings.row_bound = 0.8;
  settings.intercept_value = 0.5;
  settings.weight_bound = 1.5;
  settings.l2 = l2;
  return settings;
}

// Calls visit(loss, choice) for each of them.
template <class Visit>
void for_each_kind(const Visit &visit) {
  for (const Loss &loss : grid::losses())
    for (Made storage : kAllMade)
      for (bool users : {false, true})
        for (bool weights : {false, true}) visit(loss, Choice{storage, users, weights});
}

TEST(Grid, GradientAgreesWithFiniteDifferences) {
  double worst = 0;
  int kinds = 0;
  for_each_kind([&](const Loss &loss, const Choice &choice) {
    Subject subject(grid::source(30, 7, loss, static_cast<uint64_t>(++kinds)), choice, settings_of(loss));
    const std::vector<double> w = grid::point(subject, 3, 0.7 * grid::kRadius), gradient = subject.gradient(w);
    for (size_t j = 0; j < w.size(); ++j) {
      std::vector<double> up = w, down = w;
      up[j] += 1e-6;
      down[j] -= 1e-6;
      const double off = std::fabs((subject.value(up) - subject.value(down)) / 2e-6 - gradient[j]);
      ASSERT_LT(off, 1e-6) << loss.name << " " << j;
      worst = std::fmax(worst, off);
    }
  });
  evidence("model", "gradients of %d kinds (loss x storage x unit x weights) against differences: within %.1e", kinds,
           worst);
}

TEST(Grid, SumsOfUnitsAndOfAllAreTheGradient) {
  for_each_kind([&](const Loss &loss, const Choice &choice) {
    Subject subject(grid::source(40, 9, loss, 5), choice, settings_of(loss));
    const dpcvx::model::Objective &it = *subject.objective;
    const std::vector<double> w = grid::point(subject, 4, 2), gradient = subject.gradient(w), sum = subject.sum(w);
    std::vector<double> units(sum.size()), one(sum.size());
    for (int64_t u = 0; u < it.units_there(); ++u) {
      it.unit_gradient(u, w.data(), subject.work(), one.data());
      for (size_t j = 0; j < one.size(); ++j) units[j] += one[j];
    }
    for (size_t j = 0; j < sum.size(); ++j) {
      ASSERT_NEAR(sum[j], units[j], 1e-13) << loss.name;
      ASSERT_NEAR(sum[j] / static_cast<double>(it.units()) + it.l2() * w[j], gradient[j], 1e-14) << loss.name;
    }
  });
}

TEST(Grid, StoragesAgree) {
  for (const Loss &loss : grid::losses())
    for (bool users : {false, true}) {
      const Source source = grid::source(50, 11, loss, 6);
      Subject dense(source, {Made::kDense, users, true}, settings_of(loss));
      const std::vector<double> w = grid::point(dense, 4, 2);
      for (double norm : {static_cast<double>(INFINITY), 0.2}) {
        const std::vector<double> expected = dense.sum(w, {}, {norm, false});
        for (Made storage : kAllMade) {
          Subject other(source, {storage, users, true}, settings_of(loss));
          EXPECT_LT(fixtures::distance(other.sum(w, {}, {norm, false}), expected), norm < 1 ? 1e-5 : 1e-12)
              << loss.name;  // norms of rows are kept as floats
        }
      }
    }
}

TEST(Grid, ThreadsDoNotChangeABit) {
  for_each_kind([&](const Loss &loss, const Choice &choice) {
    if (choice.weights) return;
    Subject subject(grid::source(1200, 6, loss, 8), choice, settings_of(loss));
    const std::vector<double> w = grid::point(subject, 4, 2);
    const Clip clip{0.3, false};
    const std::vector<double> one = subject.sum(w, {}, clip), gradient = subject.gradient(w);
    for (int32_t threads : {2, 7}) {
      subject.use_threads(threads);
      ASSERT_EQ(std::memcmp(subject.sum(w, {}, clip).data(), one.data(), one.size() * sizeof(double)), 0) << loss.name;
      ASSERT_EQ(std::memcmp(subject.gradient(w).data(), gradient.data(), one.size() * sizeof(double)), 0) << loss.name;
    }
  });
}

TEST(Grid, ConstantsBoundWhatTheyClaim) {
  for (const Loss &loss : grid::losses()) {
    double steepest = 0, bent = 0, at_zero = 0, apart = 0;
    Subject subject(grid::source(12, 3, loss, 2, 3), {}, settings_of(loss, 0));
    const dpcvx::model::ObjectiveConstants &claimed = subject.objective->constants();
    const std::vector<double> zero(subject.dimension());
    for (uint64_t seed = 0; seed < 400; ++seed) {
      const std::vector<double> a = grid::point(subject, seed, grid::kRadius);
      std::vector<double> b = a;
      const std::vector<double> step = grid::point(subject, seed + 1000,
                                                   seed % 3 == 0   ? 3
                                                   : seed % 3 == 1 ? 0.1
                                                                   : 1e-3);
      for (size_t j = 0; j < b.size(); ++j) b[j] += step[j];
      for (int64_t u = 0; u < 12; ++u) {
        const std::vector<double> here = subject.sum_of(a, u), there = subject.sum_of(b, u);
        steepest = std::fmax(steepest, fixtures::norm(here));
        at_zero = std::fmax(at_zero, fixtures::norm(subject.sum_of(zero, u)));
        const double distance = std::pow(fixtures::distance(a, b), claimed.holder_exponent);
        apart = std::fmax(apart, fixtures::distance(here, there));
        bent = std::fmax(bent, fixtures::distance(here, there) / distance);
      }
    }
    EXPECT_LE(steepest, claimed.lipschitz) << loss.name;
    EXPECT_LE(at_zero, claimed.gradient_at_zero) << loss.name;
    EXPECT_LE(apart, claimed.oscillation) << loss.name;
    EXPECT_LE(bent, claimed.holder_constant * (1 + 1e-9)) << loss.name;
    if (claimed.smoothness < INFINITY) {
      EXPECT_LE(claimed.holder_constant, claimed.smoothness * (1 + 1e-12)) << loss.name;
    }
  }
}

TEST(Grid, HessianAgreesWithDifferencesOfTheGradient) {
  for_each_kind([&](const Loss &loss, const Choice &choice) {
    if (!loss.differentiable || loss.spec.kind == DPCVX_LOSS_MULTINOMIAL) return;
    Subject subject(grid::source(20, 4, loss, 31), choice, settings_of(loss));
    const size_t d = subject.dimension();
    const std::vector<double> w = grid::point(subject, 5, 1.7);
    std::vector<double> hessian(d * d);
    subject.objective->hessian(w.data(), subject.work(), hessian.data());
    for (size_t j = 0; j < d; ++j) {
      std::vector<double> up = w, down = w;
      up[j] += 1e-6;
      down[j] -= 1e-6;
      const std::vector<double> high = subject.gradient(up), low = subject.gradient(down);
      for (size_t i = 0; i < d; ++i) ASSERT_NEAR((high[i] - low[i]) / 2e-6, hessian[i * d + j], 1e-4) << loss.name;
    }
  });
}

// Against the definition in wider steps, and >= 0, down to points that are an ulp apart.
TEST(Grid, DivergencesAreWhatTheLossLeavesAboveItsLine) {
  for_each_kind([&](const Loss &loss, const Choice &choice) {
    Subject subject(grid::source(24, 5, loss, 41), choice, settings_of(loss, 0));
    const dpcvx::model::Objective &it = *subject.objective;
    const std::vector<double> v = grid::point(subject, 6, 1.2), w = grid::point(subject, 7, 1.5);
    const std::vector<double> found = subject.divergences(w, v);
    const double n = static_cast<double>(it.units());
    double whole = 0, line = 0;
    for (double x : found) {
      ASSERT_GE(x, 0) << loss.name;
      whole += x;
    }
    const std::vector<double> gradient = subject.gradient(v);
    for (size_t j = 0; j < w.size(); ++j) line += gradient[j] * (w[j] - v[j]);
    ASSERT_NEAR(whole / n, subject.value(w) - subject.value(v) - line, 1e-12) << loss.name;
    for (double x : subject.divergences(v, v)) ASSERT_EQ(x, 0) << loss.name;
    // Twice as near is four times less, where the loss is smooth.
    if (!loss.differentiable || loss.spec.kind == DPCVX_LOSS_CALLBACK) return;
    std::vector<double> near = v, nearer = v;
    for (size_t j = 0; j < v.size(); ++j) {
      near[j] += 1e-7 * w[j];
      nearer[j] += 0.5e-7 * w[j];
    }
    const std::vector<double> far = subject.divergences(near, v), close = subject.divergences(nearer, v);
    double all_far = 0, all_close = 0;
    for (size_t u = 0; u < far.size(); ++u) all_far += far[u], all_close += close[u];
    if (all_far > 0) {
      ASSERT_NEAR(all_far / all_close, 4, 1e-3) << loss.name;
    }
  });
}

TEST(Grid, WithoutSomeUnitsTheirTermsAreGone) {
  for_each_kind([&](const Loss &loss, const Choice &choice) {
    Subject subject(grid::source(33, 5, loss, 51), choice, settings_of(loss));
    dpcvx::Error error(nullptr, "without");
    const int64_t gone[] = {2, 0, 2};
    grid::SharedObjective less;
    ASSERT_EQ(subject.objective->without(gone, 3, &less, error), DPCVX_OK);
    Subject rest(less);
    const std::vector<double> w = grid::point(subject, 6, 1.2);
    std::vector<double> expected = subject.sum(w), found = rest.sum(w);
    for (int64_t u : {0, 2}) {
      const std::vector<double> term = subject.sum_of(w, u);
      for (size_t j = 0; j < term.size(); ++j) expected[j] -= term[j];
      EXPECT_EQ(fixtures::norm(rest.sum_of(w, u)), 0);
      EXPECT_EQ(rest.divergences(w, std::vector<double>(w.size()))[static_cast<size_t>(u)], 0);
    }
    EXPECT_LT(fixtures::distance(found, expected), 1e-13) << loss.name;
    EXPECT_EQ(less->units(), subject.objective->units());
    EXPECT_EQ(fixtures::distance(rest.sum_of(w, 1), subject.sum_of(w, 1)), 0);
  });
}

}  // namespace
