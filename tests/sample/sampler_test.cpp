// What samplers of objectives say of themselves: the certificate's numbers against the density's, by quadrature.
#include "sample/sampler.h"

#include "base/error.h"
#include "model/fixtures.h"

namespace dpcvx::sample {
namespace {

// W of the density exp(-V) on the line, from 0.
template <class V>
double distance_from_zero(const V &potential) {
  double least = INFINITY, mass = 0, squares = 0;
  const auto each = [](const auto &visit) {
    for (int i = -40000; i <= 40000; ++i) visit(i * 1e-3);
  };
  each([&](double x) { least = std::min(least, potential(x)); });
  each([&](double x) {
    const double density = std::exp(least - potential(x));
    mass += density;
    squares += density * x * x;
  });
  return std::sqrt(squares / mass);
}

// Under add/remove there may be twice as many units as the nominal number that sums are divided by.
TEST(Sampler, DistancesHoldForAllUnitsThatThereMayBe) {
  constexpr double kScale = 3, kQuadratic = 1;
  for (const int count : {20, 40}) {
    fixtures::Rows rows;
    for (int i = 0; i < count; ++i) rows.add({1}, 10);
    model::ObjectiveSettings settings;
    settings.loss.kind = DPCVX_LOSS_ABSOLUTE;
    settings.loss.label_bound = 10;
    settings.intercept = false;
    settings.nominal_units = 20;
    Error error(nullptr, "sampler");
    model::SharedObjective objective;
    ASSERT_EQ(create_objective(fixtures::table(rows), settings, &objective, error), DPCVX_OK);
    SamplerSettings how;
    how.scale = kScale;
    how.quadratic = kQuadratic;
    Sampler sampler;
    ASSERT_EQ(sampler.create(objective, how, error), DPCVX_OK);
    const double exact =
        distance_from_zero([&](double x) { return kScale * count / 20 * std::fabs(x - 10) + kQuadratic / 2 * x * x; });
    EXPECT_LE(exact, sampler.certificate().distance.mean) << count;
  }
}

double half_square(int64_t, const double *w, int64_t, double *gradient, void *) {
  gradient[0] = w[0];
  return w[0] * w[0] / 2;
}

// Of fewer units than the nominal number their own convexity is less: none is sure.
TEST(Sampler, CountsNoConvexityOfUnitsThatMayNotBeThere) {
  model::UnitFunction function;
  function.callback = &half_square;
  function.units = 10;
  function.dimension = 1;
  function.lipschitz = 5;
  function.smoothness = function.strong_convexity = 1;
  for (const int64_t nominal : {0, 20}) {
    model::ObjectiveSettings settings;
    settings.l2 = 0.25;
    settings.nominal_units = nominal;
    Error error(nullptr, "sampler");
    model::SharedObjective objective;
    ASSERT_EQ(create_objective(function, settings, &objective, error), DPCVX_OK);
    SamplerSettings how;
    how.scale = 4;
    Sampler sampler;
    ASSERT_EQ(sampler.create(objective, how, error), DPCVX_OK);
    const double convexity = sampler.certificate().convexity;
    EXPECT_LE(convexity, nominal == 0 ? 5 : 1);
    EXPECT_GT(convexity, nominal == 0 ? 4.99 : 0.99);
  }
}

}  // namespace
// Steps as short as the domain took 60,000 rounds.
TEST(Sampler, SmallDomainsWithFiniteWallsTakeFewRounds) {
  fixtures::Rows rows;
  rows.add({1, 0}, 1);
  rows.add({0, 1}, -1);
  model::ObjectiveSettings settings;
  settings.intercept = false;
  const double low[] = {0, 0}, high[] = {1e-3, 1e-3};
  Error error(nullptr, "sampler");
  Shared<model::Domain> box;
  ASSERT_TRUE(box.create());
  ASSERT_EQ(box.edit().make_box(low, high, 2, error), DPCVX_OK);
  settings.domain = box;
  model::SharedObjective objective;
  ASSERT_EQ(create_objective(fixtures::table(rows), settings, &objective, error), DPCVX_OK);
  SamplerSettings how;
  how.quadratic = 1;
  how.wall = 10;
  Sampler sampler;
  ASSERT_EQ(sampler.create(objective, how, error), DPCVX_OK);
  EXPECT_LT(sampler.schedule().rounds, 100);
}

}  // namespace dpcvx::sample
