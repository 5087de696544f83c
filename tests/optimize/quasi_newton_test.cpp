// The quasi-Newton method beside accelerated steps and Newton's method: several classes, many columns, walls, an l1
// penalty, and problems that are badly conditioned.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "model/fixtures.h"
#include "optimize/minimizer.h"
#include "support/evidence.h"

namespace {

using dpcvx::ProgressMonitor;
using dpcvx::model::ObjectiveSettings;
using dpcvx::optimize::Accelerated;
using dpcvx::optimize::Certificate;
using dpcvx::optimize::Minimizer;
using dpcvx::optimize::Newton;
using dpcvx::optimize::PassCounter;
using dpcvx::optimize::Problem;
using dpcvx::optimize::QuasiNewton;
using dpcvx::optimize::Reached;
using fixtures::Model;
using fixtures::Rows;

struct Found {
  std::vector<double> w;
  Certificate certificate;
  int64_t passes = 0;
};

enum Way { kQuasiNewton, kAccelerated, kNewton };

Found search(const Model &model, Way way, double tolerance, int64_t most) {
  dpcvx::Error error(nullptr, "search");
  Found found;
  found.w.assign(static_cast<size_t>(model.objective.dimension()), 0.0);
  Problem problem;
  QuasiNewton quasi_newton;
  Accelerated accelerated;
  Newton newton;
  EXPECT_EQ(problem.prepare(model.objective, 0, error), DPCVX_OK);
  ProgressMonitor watch;
  PassCounter meter(most, watch);
  problem.project(found.w.data(), found.w.data());
  if (way == kQuasiNewton) {
    EXPECT_EQ(quasi_newton.prepare(problem, error), DPCVX_OK);
    quasi_newton.run(problem, tolerance, most, meter, found.w.data(), &found.certificate);
  } else if (way == kAccelerated) {
    EXPECT_EQ(accelerated.prepare(problem, error), DPCVX_OK);
    accelerated.run(problem, tolerance, meter, found.w.data(), &found.certificate);
  } else {
    EXPECT_EQ(newton.prepare(problem, error), DPCVX_OK);
    newton.run(problem, tolerance, meter, found.w.data(), &found.certificate);
  }
  found.passes = meter.done();
  return found;
}

Reached minimize(const Model &model, double tolerance, int64_t passes, std::vector<double> *w, int32_t threads = 1) {
  dpcvx::Error error(nullptr, "minimize");
  dpcvx::Crew crew(threads, 0);
  Minimizer minimizer;
  EXPECT_EQ(minimizer.prepare(model.objective, 0, error), DPCVX_OK);
  minimizer.set_crew(&crew);
  w->assign(static_cast<size_t>(model.objective.dimension()), 0.0);
  ProgressMonitor watch;
  return minimizer.minimize(nullptr, tolerance, passes, watch, w->data());
}

// Column j is multiplied by decay^(j / columns).
Rows uneven_rows(int64_t count, int64_t columns, int64_t classes, double decay, uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::normal_distribution<double> normal;
  Rows rows;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<double> row(static_cast<size_t>(columns));
    double size = 0;
    for (size_t j = 0; j < row.size(); ++j) {
      row[j] = normal(bits) * std::pow(decay, static_cast<double>(j) / static_cast<double>(columns));
      size = std::hypot(size, row[j]);
    }
    for (double &x : row) x /= size;
    const int64_t leaning = std::abs(static_cast<int64_t>(std::floor(4 * row[0] + normal(bits)))) % classes;
    rows.add(row, classes > 2 ? static_cast<double>(leaning) : leaning == 1 ? 1 : -1);
  }
  return rows;
}

enum Wall { kNone, kBall, kBox, kL1Ball, kPenalty };

ObjectiveSettings settings_of(int64_t columns, int64_t classes, double l2, Wall wall) {
  dpcvx::Error error(nullptr, "settings");
  ObjectiveSettings settings;
  settings.intercept = false;
  settings.l2 = l2;
  const int64_t d = columns * (classes > 2 ? classes : 1);
  if (classes > 2) {
    settings.loss.kind = DPCVX_LOSS_MULTINOMIAL;
    settings.loss.classes = classes;
  }
  if (wall == kPenalty) settings.l1 = 2e-3;
  if (wall == kNone || wall == kPenalty) return settings;
  EXPECT_TRUE(settings.domain.create());
  const std::vector<double> low(static_cast<size_t>(d), -0.1), high(static_cast<size_t>(d), 0.2);
  if (wall == kBox)
    EXPECT_EQ(settings.domain.edit().make_box(low.data(), high.data(), d, error), DPCVX_OK);
  else
    EXPECT_EQ(settings.domain.edit().make_ball(wall == kBall ? 2 : 1, 0.7, nullptr, d, error), DPCVX_OK);
  return settings;
}

// The same minimiser as by accelerated steps, within what both certify, in a fraction of the passes.
TEST(QuasiNewton, TakesFewerPassesToTheSameMinimiser) {
  double closest = 0, passes = 0, others = 0, worst = 0;
  for (int64_t classes : {2, 6})
    for (Wall wall : {kNone, kBall, kBox, kL1Ball, kPenalty}) {
      const int64_t columns = classes > 2 ? 8 : 40;
      const Model model(uneven_rows(400, columns, classes, 0.1, 7), settings_of(columns, classes, 1e-3, wall));
      const Found one = search(model, kQuasiNewton, 1e-4, 4000), two = search(model, kAccelerated, 1e-4, 4000);
      ASSERT_LE(one.certificate.distance, 1e-4) << classes << " " << wall;
      ASSERT_LE(two.certificate.distance, 1e-4) << classes << " " << wall;
      const double apart = fixtures::distance(one.w, two.w);
      EXPECT_LE(apart, one.certificate.distance + two.certificate.distance) << classes << " " << wall;
      EXPECT_LE(one.passes, two.passes) << classes << " " << wall;
      closest = std::max(closest, apart);
      worst = std::max(worst, static_cast<double>(one.passes) / static_cast<double>(two.passes));
      passes += static_cast<double>(one.passes);
      others += static_cast<double>(two.passes);
    }
  EXPECT_GT(closest, 0);
  EXPECT_LT(3 * passes, others);
  evidence("optimize",
           "quasi-Newton steps, 10 problems: %.0f passes where accelerated steps take %.0f, at worst %.2f of them",
           passes, others, worst);
}

// A Hessian whose eigenvalues span eight decades: Newton's method, which does not mind, is the reference.
TEST(QuasiNewton, BadConditionsAreCertifiedHonestly) {
  for (double decay : {1e-2, 1e-4}) {
    const Model model(uneven_rows(300, 6, 2, decay, 3), settings_of(6, 2, 1e-8, kNone));
    const Found truth = search(model, kNewton, 1e-4, 400);
    ASSERT_LE(truth.certificate.distance, 1e-4) << decay;
    for (int64_t most : {1, 3, 10, 30, 100, 1000}) {
      const Found found = search(model, kQuasiNewton, 1e-2, most);
      EXPECT_LE(found.passes, most);
      EXPECT_LE(fixtures::distance(found.w, truth.w), found.certificate.distance + truth.certificate.distance) << most;
    }
    std::vector<double> w;
    const Reached reached = minimize(model, 1e-2, 4000, &w);
    EXPECT_EQ(reached.outcome, DPCVX_OUTCOME_DONE) << decay;
    EXPECT_LE(fixtures::distance(w, truth.w), 1e-2 + truth.certificate.distance);
  }
}

// Separable labels under a tiny quadratic, beside a column of ones and a column of zeros.
TEST(QuasiNewton, SeparableAndConstantColumns) {
  Rows rows;
  for (int i = 0; i < 40; ++i) {
    const double x = (i % 2 == 0 ? 1 : -1) * (0.2 + 0.01 * i);
    rows.add({x, 0.5, 0}, x > 0 ? 1 : -1);
  }
  for (double l2 : {1e-3, 1e-6, 1e-9}) {
    const Model model(rows, settings_of(3, 2, l2, kNone));
    const double least = std::max(1e-5, 1e-12 / l2);  // gradients are certified to about 1e-13
    const Found truth = search(model, kNewton, least, 400), found = search(model, kQuasiNewton, least, 2000);
    ASSERT_LE(truth.certificate.distance, least) << l2;
    EXPECT_LE(found.certificate.distance, least) << l2;
    EXPECT_LE(fixtures::distance(found.w, truth.w), found.certificate.distance + truth.certificate.distance) << l2;
    EXPECT_EQ(found.w[2], 0) << "no row has that column";
  }
}

TEST(QuasiNewton, EndsAtItsLimitsAndSaysSo) {
  const Model model(uneven_rows(400, 8, 6, 0.1, 7), settings_of(8, 6, 1e-6, kNone));
  std::vector<double> w;
  for (int64_t most : {1, 2, 5}) {
    const Reached reached = minimize(model, 1e-9, most, &w);
    EXPECT_EQ(reached.outcome, DPCVX_OUTCOME_MAX_PASSES);
    EXPECT_LE(reached.passes, most);
    EXPECT_GT(reached.certificate.distance, 1e-9);
  }
  // No tolerance of 0 is met: rounding ends the search, long before the limit.
  const Found found = search(model, kQuasiNewton, 0, 1000000);
  EXPECT_LT(found.passes, 5000);
  EXPECT_GT(found.certificate.distance, 0);
}

TEST(QuasiNewton, ThreadsDoNotChangeABit) {
  for (Wall wall : {kNone, kBox}) {
    const Model model(uneven_rows(3000, 6, 4, 0.3, 5), settings_of(6, 4, 1e-4, wall));
    std::vector<double> one, three;
    EXPECT_EQ(minimize(model, 1e-3, 2000, &one, 1).outcome, DPCVX_OUTCOME_DONE);
    EXPECT_EQ(minimize(model, 1e-3, 2000, &three, 3).outcome, DPCVX_OUTCOME_DONE);
    EXPECT_EQ(one, three);
  }
}

}  // namespace
