// What is promised before the data are seen is kept, by the steps of the last resort too.
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/evidence.h"
#include "model/fixtures.h"
#include "optimize/minimizer.h"

namespace {

using dpcvx::ProgressMonitor;
using dpcvx::model::ObjectiveSettings;
using dpcvx::optimize::Accelerated;
using dpcvx::optimize::AccuracyBound;
using dpcvx::optimize::Minimizer;
using dpcvx::optimize::Problem;
using dpcvx::optimize::Reached;
using fixtures::Model;

struct Case {
  ObjectiveSettings settings;
  double extra;
  fixtures::Rows rows;
  std::vector<double> linear_term;
};

Case make_case(uint64_t seed) {
  dpcvx::Error error(nullptr, "case");
  Case it;
  const int64_t d = 1 + static_cast<int64_t>(seed % 4);
  it.rows = fixtures::random_rows(3 + static_cast<int64_t>(seed % 30), d, seed);
  const int32_t kinds[] = {DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_SMOOTHED_HINGE, DPCVX_LOSS_HINGE};
  it.settings.loss.kind = kinds[seed % 3];
  it.settings.loss.parameter = 0.5;
  it.settings.loss.smoothing = it.settings.loss.kind == DPCVX_LOSS_HINGE ? 0.1 : 0;
  it.settings.l2 = seed % 5 == 0 ? 0.3 : 0.01;
  it.extra = seed % 2 == 0 ? 0 : 0.02;
  it.linear_term = fixtures::random_point(d + 1, seed, 0.1);
  if (seed % 3 == 1) {
    EXPECT_TRUE(it.settings.domain.create());
    EXPECT_EQ(it.settings.domain.edit().make_ball(seed % 2 == 0 ? 1 : 2, 0.5, nullptr, d + 1, error), DPCVX_OK);
  }
  return it;
}

TEST(AccuracyBound, IsKept) {
  double slowest = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Case it = make_case(seed);
    const Model model(it.rows, it.settings);
    dpcvx::Error error(nullptr, "promise");
    const double tolerance = seed % 7 == 0 ? 1e-7 : 1e-4, linear_term = fixtures::norm(it.linear_term) * (1 + 1e-12);
    const AccuracyBound said = dpcvx::optimize::promise(model.objective, it.extra, linear_term, tolerance);
    ASSERT_TRUE(said.holds);
    ASSERT_LE(said.min_tolerance, tolerance);
    Minimizer minimizer;
    ASSERT_EQ(minimizer.prepare(model.objective, it.extra, error), DPCVX_OK);
    ProgressMonitor watch;
    std::vector<double> best(it.linear_term.size(), 0.0), reached_at(it.linear_term.size(), 7.0),
        last(it.linear_term.size(), 0.0);
    const Reached sharp = minimizer.minimize(it.linear_term.data(), 0, 20000, watch, best.data());
    const double known = sharp.certificate.distance;
    EXPECT_LE(known, 1e-9);
    EXPECT_LE(fixtures::norm(best), said.radius);

    const Reached reached = minimizer.reach(it.linear_term.data(), tolerance, watch, reached_at.data());
    EXPECT_EQ(reached.outcome, DPCVX_OUTCOME_DONE);
    EXPECT_LE(fixtures::distance(reached_at, best), tolerance + known);

    // Accelerated steps alone, from the domain's start, in the number that is promised.
    Problem problem;
    Accelerated accelerated;
    ASSERT_EQ(problem.prepare(model.objective, it.extra, error), DPCVX_OK);
    ASSERT_EQ(accelerated.prepare(problem, error), DPCVX_OK);
    problem.set_linear_term(it.linear_term.data());
    problem.project(last.data(), last.data());
    dpcvx::optimize::PassCounter meter(1000000, watch);
    dpcvx::optimize::Certificate certificate;
    std::vector<double> stepped = last;
    accelerated.run(problem, tolerance, meter, stepped.data(), &certificate);
    EXPECT_LE(certificate.distance, tolerance);
    slowest = std::max(slowest, static_cast<double>(meter.done()) / said.passes);

    // The last resort.
    ASSERT_TRUE(accelerated.descend(problem, static_cast<int64_t>(said.descent_passes), watch, last.data()));
    EXPECT_LE(fixtures::distance(last, best), tolerance + known) << seed;
  }
  EXPECT_LE(slowest, 1);
  evidence("optimize", "passes promised from public constants: 300 problems took at most %.2f of them", slowest);
}

TEST(AccuracyBound, DoesNotHoldWhereNothingIsKnown) {
  ObjectiveSettings settings;
  const Model flat(fixtures::random_rows(20, 2, 1), settings);
  EXPECT_FALSE(dpcvx::optimize::promise(flat.objective, 0, 1, 1e-3).holds);
  EXPECT_TRUE(dpcvx::optimize::promise(flat.objective, 0.1, 1, 1e-3).holds);
  settings.loss.kind = DPCVX_LOSS_HINGE;
  settings.l2 = 0.1;
  const Model corners(fixtures::random_rows(20, 2, 1), settings);
  EXPECT_FALSE(dpcvx::optimize::promise(corners.objective, 0, 1, 1e-3).holds);
}

}  // namespace
