// The l1 penalty: its value, its proximal step, and which domains that step goes with.
#include <gtest/gtest.h>

#include <list>
#include <random>
#include <vector>

#include "base/error.h"
#include "model/l1_penalty.h"
#include "support/handles.h"

namespace {

using dpcvx::model::Domain;
using dpcvx::model::L1Penalty;
using Point = std::vector<double>;

constexpr int64_t kDimension = 6;

Point random_point(std::mt19937_64 &bits, double scale) {
  std::normal_distribution<double> normal;
  Point out(kDimension);
  for (double &x : out) x = scale * normal(bits);
  return out;
}

double goal(const L1Penalty &penalty, const Point &u, const Point &x) {
  double squares = 0;
  for (size_t j = 0; j < x.size(); ++j) squares += (u[j] - x[j]) * (u[j] - x[j]);
  return penalty.value(u.data(), kDimension, nullptr) + squares / 2;
}

// The goal is 1-strongly convex: at its minimiser p it is less than at any u of the domain by ||u - p||^2 / 2. Returns
// by how much that fails for P(S(x)).
double worst_miss(const Domain &domain, uint64_t seed) {
  const L1Penalty penalty(0.7, 3);  // blocks of two penalised entries and an intercept
  std::mt19937_64 bits(seed);
  double worst = -INFINITY;
  for (int round = 0; round < 200; ++round) {
    const Point x = random_point(bits, 2);
    Point p = x, u(kDimension);
    penalty.shrink(1, p.data(), kDimension);
    domain.project(p.data(), p.data(), kDimension);
    for (int trial = 0; trial < 200; ++trial) {
      u = random_point(bits, trial % 2 == 0 ? 2 : 0.05);
      if (trial % 2 == 1)
        for (size_t j = 0; j < u.size(); ++j) u[j] += p[j];
      domain.project(u.data(), u.data(), kDimension);
      double squares = 0;
      for (size_t j = 0; j < u.size(); ++j) squares += (u[j] - p[j]) * (u[j] - p[j]);
      worst = std::fmax(worst, goal(penalty, p, x) + squares / 2 - goal(penalty, u, x));
    }
  }
  return worst;
}

void make_ball(double p, double radius, const double *centre, Domain *out) {
  dpcvx::Error error(nullptr, "ball");
  EXPECT_EQ(out->make_ball(p, radius, centre, kDimension, error), DPCVX_OK);
}

TEST(L1Penalty, ProjectionAfterShrinkingIsTheProximalStepOfBoth) {
  const double centre[] = {0.5, -1, 0.2, 1, 0, 0.3};
  const double low[] = {-1, 0.2, -3, -2, -INFINITY, 0.5}, high[] = {0.5, 1, 3, -0.3, INFINITY, 0.6};
  double bounded_low[kDimension], bounded_high[kDimension];
  for (int j = 0; j < kDimension; ++j) {
    bounded_low[j] = std::fmax(low[j], -1e100);
    bounded_high[j] = std::fmin(high[j], 1e100);
  }
  dpcvx::Error error(nullptr, "box");
  std::list<Domain> good(2);  // the first is R^d
  ASSERT_EQ(good.back().make_box(bounded_low, bounded_high, kDimension, error), DPCVX_OK);
  for (double p : {1.0, 1.5, 2.0, 3.0, double{INFINITY}}) make_ball(p, 1.2, nullptr, &good.emplace_back());
  make_ball(INFINITY, 0.7, centre, &good.emplace_back());
  uint64_t seed = 0;
  for (const Domain &it : good) {
    EXPECT_TRUE(L1Penalty::goes_with(it)) << seed;
    EXPECT_LE(worst_miss(it, seed), 1e-9) << seed;
    ++seed;
  }
}

// What is refused is refused for a reason: there the projection of the shrunk point is another one.
TEST(L1Penalty, ControlOtherDomainsAreAnotherStep) {
  const double centre[] = {0.5, -1, 0.2, 1, 0, 0.3};
  Domain simplex;
  simplex.make_simplex(1, kDimension);
  EXPECT_FALSE(L1Penalty::goes_with(simplex));
  EXPECT_GT(worst_miss(simplex, 3), 0.01);
  Domain off;
  make_ball(2, 1.2, centre, &off);
  EXPECT_FALSE(L1Penalty::goes_with(off));
  EXPECT_GT(worst_miss(off, 4), 0.01);
}

TEST(L1Penalty, LeavesOutInterceptsAndHasASubgradient) {
  const L1Penalty penalty(2, 3);
  const Point w = {1, -2, 100, 0, 3, -50};
  Point slope(6, 1);
  EXPECT_EQ(penalty.value(w.data(), 6, slope.data()), 2 * (1 + 2 + 0 + 3));
  EXPECT_EQ(slope, (Point{3, -1, 1, 1, 3, 1}));
  EXPECT_TRUE(L1Penalty().is_none());
  EXPECT_EQ(L1Penalty().value(w.data(), 6, nullptr), 0);
  const L1Penalty all(1, 0);
  EXPECT_EQ(all.value(w.data(), 6, nullptr), 156);
}

// The value of an objective has the penalty; units' gradients, the sampler and domains that do not go with it do not.
TEST(L1Penalty, OfAnObjective) {
  const fixtures::DatasetHandle table = fixtures::dataset(fixtures::random_rows(40, 2, 1));
  fixtures::OptionsHandle options;
  fixtures::ObjectiveHandle plain, with, none;
  dpcvx_error err;
  ASSERT_EQ(dpcvx_objective_options_create(&options.it, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_objective_create(table, DPCVX_LOSS_LOGISTIC, nullptr, options, &plain.it, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L1, 0.25, &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_objective_create(table, DPCVX_LOSS_LOGISTIC, nullptr, options, &with.it, &err), DPCVX_OK);
  const double w[] = {2, -1, 5};
  double value[2], gradient[2][3];
  ASSERT_EQ(dpcvx_nonprivate_objective_value(plain, w, 3, &value[0], gradient[0], &err), DPCVX_OK);
  ASSERT_EQ(dpcvx_nonprivate_objective_value(with, w, 3, &value[1], gradient[1], &err), DPCVX_OK);
  EXPECT_NEAR(value[1] - value[0], 0.75, 1e-15);
  EXPECT_NEAR(gradient[1][0] - gradient[0][0], 0.25, 1e-15);
  EXPECT_NEAR(gradient[1][1] - gradient[0][1], -0.25, 1e-15);
  EXPECT_EQ(gradient[1][2], gradient[0][2]);

  fixtures::DomainHandle simplex;
  ASSERT_EQ(dpcvx_domain_create_simplex(1, 3, &simplex.it, &err), DPCVX_OK);
  EXPECT_EQ(dpcvx_objective_create(table, DPCVX_LOSS_LOGISTIC, simplex, options, &none.it, &err), DPCVX_ERR_ARGUMENT);
  EXPECT_STREQ(err.message,
               "dpcvx_objective_create: argument 'DPCVX_OBJECTIVE_OPTION_L1' = 0.25; accepted: 0 on this domain; other "
               "values on R^d, boxes, and lp balls whose centre is 0");
  dpcvx_sampler *sampler = nullptr;
  EXPECT_EQ(dpcvx_sampler_create(with, nullptr, nullptr, 3, nullptr, &sampler, &err), DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::strstr(err.message, "DPCVX_OBJECTIVE_OPTION_L1 = 0.25"), nullptr) << err.message;
}

}  // namespace
