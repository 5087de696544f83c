// What samplers of objectives say of themselves: the certificate's numbers against the density's, by quadrature.
#include "sample/sampler.h"

#include <string>

#include "base/error.h"
#include "base/monitor_handle.h"
#include "dpcvx/sample.h"
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

// -||x||^2 / 8: below its tangents, if not by much.
double dome(const double *x, int64_t dimension, double *gradient, void *) {
  double value = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    value -= x[j] * x[j] / 8;
    if (gradient != nullptr) gradient[j] = -x[j] / 4;
  }
  return value;
}

// ||x||_1 in single precision, whose gradient is times the number that `sign` points to.
double l1_norm(const double *x, int64_t dimension, double *gradient, void *sign) {
  double value = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    value += std::fabs(static_cast<float>(x[j]));
    if (gradient != nullptr) gradient[j] = *static_cast<const double *>(sign) * std::copysign(1.0, x[j]);
  }
  return value;
}

// Infinite beyond 0.1 from 0, where it has no gradient.
double narrow(const double *x, int64_t dimension, double *gradient, void *) {
  for (int64_t j = 0; j < dimension; ++j) {
    if (std::fabs(x[j]) > 0.1) return INFINITY;
    if (gradient != nullptr) gradient[j] = 0;
  }
  return 0;
}

TEST(Sampler, RefusesFunctionsBelowTheirTangents) {
  double up = 1, down = -1;
  Shared<model::Domain> all, ball;
  dpcvx_error record;
  Error error(&record, "sampler");
  ASSERT_TRUE(ball.create());
  ASSERT_EQ(ball.edit().make_ball(2, 2, nullptr, 3, error), DPCVX_OK);
  SamplerSettings how;
  how.quadratic = 2;
  const auto status_of = [&](dpcvx_potential_callback callback, void *user, const Shared<model::Domain> &domain) {
    Potential potential;
    potential.callback = callback;
    potential.user = user;
    potential.dimension = 3;
    potential.lipschitz = 2;
    Sampler sampler;
    return sampler.create(potential, domain, how, error);
  };
  for (const Shared<model::Domain> &domain : {all, ball}) {
    EXPECT_EQ(status_of(&dome, nullptr, domain), DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::string(record.message).find("below its tangent; accepted: a convex"), std::string::npos);
    EXPECT_EQ(status_of(&l1_norm, &down, domain), DPCVX_ERR_ARGUMENT);
    EXPECT_EQ(status_of(&l1_norm, &up, domain), DPCVX_OK) << record.message;
    EXPECT_EQ(status_of(&narrow, nullptr, domain), DPCVX_OK) << record.message;
  }
}

// The sum of fourth powers: no constant is its Lipschitz constant.
double steep(const double *x, int64_t dimension, double *gradient, void *) {
  double value = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    value += x[j] * x[j] * x[j] * x[j];
    if (gradient != nullptr) gradient[j] = 4 * x[j] * x[j] * x[j];
  }
  return value;
}

TEST(Sampler, RefusesFunctionsThatRiseFasterThanDeclared) {
  double up = 1;
  dpcvx_error record;
  Error error(&record, "sampler");
  SamplerSettings how;
  how.quadratic = 2;
  const auto status_of = [&](dpcvx_potential_callback callback, double lipschitz) {
    Potential potential;
    potential.callback = callback;
    potential.user = &up;
    potential.dimension = 3;
    potential.lipschitz = lipschitz;
    Sampler sampler;
    return sampler.create(potential, Shared<model::Domain>(), how, error);
  };
  for (const double lipschitz : {0.01, 1.0}) {
    EXPECT_EQ(status_of(&steep, lipschitz), DPCVX_ERR_ARGUMENT);
    EXPECT_NE(std::string(record.message).find("rises by"), std::string::npos);
    EXPECT_NE(std::string(record.message).find("_LIPSCHITZ"), std::string::npos);
  }
  // The sum of sizes has sqrt(3), and is tried along directions that are nearly that steep.
  EXPECT_EQ(status_of(&l1_norm, std::sqrt(3.0)), DPCVX_OK) << record.message;
  EXPECT_EQ(status_of(&l1_norm, 1.2), DPCVX_ERR_ARGUMENT);
}

// ||x||^2 / 2, whose slope is the norm; `user` gets the greatest norm at which it was called.
double bowl(const double *x, int64_t dimension, double *gradient, void *user) {
  double squares = 0;
  for (int64_t j = 0; j < dimension; ++j) squares += x[j] * x[j];
  if (gradient != nullptr) std::copy(x, x + dimension, gradient);
  auto *const furthest = static_cast<double *>(user);
  *furthest = std::max(*furthest, std::sqrt(squares));
  return squares / 2;
}

// A function is tried on the ball: what is declared need hold there alone.
TEST(Sampler, TriesFunctionsOnSchattenBalls) {
  dpcvx_error record;
  Error error(&record, "sampler");
  for (const double p : {1.0, 2.0, double{INFINITY}}) {
    Shared<model::Domain> ball;
    ASSERT_TRUE(ball.create());
    ASSERT_EQ(DPCVX_OK, ball.edit().make_schatten_ball(p, 0.3, 2, 2, error));
    double furthest = 0;
    const auto status_of = [&](double lipschitz) {
      Potential potential;
      potential.callback = bowl;
      potential.user = &furthest;
      potential.dimension = 4;
      potential.lipschitz = lipschitz;
      SamplerSettings settings;
      settings.quadratic = 1;
      settings.wall = 5;
      settings.variation = 0.1;
      Sampler sampler;
      return sampler.create(potential, ball, settings, error);
    };
    const double reach = p > 2 ? 0.3 * std::sqrt(2.0) : 0.3;
    EXPECT_EQ(DPCVX_OK, status_of(reach * 1.01)) << p << ": " << record.message;
    EXPECT_LE(furthest, reach * (1 + 1e-12)) << p;
    EXPECT_GT(furthest, reach / 2) << p;
    EXPECT_EQ(DPCVX_ERR_ARGUMENT, status_of(reach / 4)) << p;  // the control
  }
}

// 1e8 times the bowl, declared as smooth as the bowl itself.
double steep_bowl(const double *x, int64_t dimension, double *gradient, void *) {
  double furthest = 0;
  const double value = bowl(x, dimension, gradient, &furthest);
  for (int64_t j = 0; gradient != nullptr && j < dimension; ++j) gradient[j] *= 1e8;
  return 1e8 * value;
}

struct Asked {
  int64_t calls = 0, within = 0, done = -1, stop_after = INT64_MAX;
};

int32_t ask(const dpcvx_progress *progress, void *user) {
  auto *const asked = static_cast<Asked *>(user);
  asked->within += progress->done == asked->done;
  asked->done = progress->done;
  return ++asked->calls >= asked->stop_after;
}

// Half the squared distance from a point 3e5 away.
double far_bowl(const double *x, int64_t dimension, double *gradient, void *) {
  double value = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    const double apart = x[j] - (j == 0 ? 3e5 : 0);
    value += apart * apart / 2;
    if (gradient != nullptr) gradient[j] = apart;
  }
  return value;
}

// A wall far from what a function wants refuses more tries of a round than the function ever would. They do not count:
// the fifth of these draws has more than 10^6.
TEST(Sampler, WallsMayRefuseAnyNumberOfTries) {
  dpcvx_error error{};
  dpcvx_options *options = nullptr;
  dpcvx_domain *ball = nullptr;
  dpcvx_sampler *sampler = nullptr;
  dpcvx_rng *rng = nullptr;
  ASSERT_EQ(DPCVX_OK, dpcvx_sampler_options_create(&options, &error));
  ASSERT_EQ(DPCVX_OK, dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_SMOOTHNESS, 1, &error));
  ASSERT_EQ(DPCVX_OK, dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_ROUNDS, 1, &error)) << error.message;
  ASSERT_EQ(DPCVX_OK, dpcvx_domain_create_ball(1, 1, nullptr, 3, &ball, &error));
  ASSERT_EQ(DPCVX_OK,
            dpcvx_sampler_create_with_function(far_bowl, nullptr, 3, ball, nullptr, nullptr, options, &sampler, &error))
      << error.message;
  ASSERT_EQ(DPCVX_OK, dpcvx_rng_create_deterministic("abcd", 4, &rng, &error));
  std::vector<double> out(15);
  int32_t outcome = -1;
  EXPECT_EQ(DPCVX_OK, dpcvx_nonprivate_sampler_draw(sampler, rng, 5, out.data(), nullptr, &outcome, nullptr, &error))
      << error.message;
  EXPECT_EQ(outcome, DPCVX_OUTCOME_DONE);
  dpcvx_rng_destroy(rng);
  dpcvx_sampler_destroy(sampler);
  dpcvx_domain_destroy(ball);
  dpcvx_options_destroy(options);
}

// A function that refuses all tries of a round ends it with an error that says what to declare. Progress is asked
// before.
TEST(Sampler, FunctionsLessSmoothThanDeclaredEndWithAnError) {
  dpcvx_error error{};
  dpcvx_options *options = nullptr;
  dpcvx_sampler *sampler = nullptr;
  ASSERT_EQ(DPCVX_OK, dpcvx_sampler_options_create(&options, &error));
  for (const auto &[key, value] :
       {std::pair<int32_t, double>{DPCVX_SAMPLER_OPTION_QUADRATIC, 1}, {DPCVX_SAMPLER_OPTION_SMOOTHNESS, 1}})
    ASSERT_EQ(DPCVX_OK, dpcvx_options_set_f64(options, key, value, &error));
  ASSERT_EQ(DPCVX_OK, dpcvx_sampler_create_with_function(steep_bowl, nullptr, 6, nullptr, nullptr, nullptr, options,
                                                         &sampler, &error))
      << error.message;
  dpcvx_rng *rng = nullptr;
  ASSERT_EQ(DPCVX_OK, dpcvx_rng_create_deterministic("tries", 5, &rng, &error));
  std::vector<double> out(12, -7);
  for (const int64_t stop_after : {INT64_MAX, int64_t{20}}) {
    Asked asked;
    asked.stop_after = stop_after;
    dpcvx_monitor *monitor = nullptr;
    ASSERT_EQ(DPCVX_OK, dpcvx_monitor_create(ask, &asked, &monitor, &error));
    int32_t outcome = -1;
    int64_t drawn = -1;
    const dpcvx_status status =
        dpcvx_nonprivate_sampler_draw(sampler, rng, 2, out.data(), monitor, &outcome, &drawn, &error);
    EXPECT_EQ(drawn, 0);
    EXPECT_EQ(out[0], -7);
    EXPECT_GT(asked.within, 10);
    if (stop_after == 20) {
      EXPECT_EQ(status, DPCVX_OK);
      EXPECT_EQ(outcome, DPCVX_OUTCOME_CANCELLED);
    } else {
      EXPECT_EQ(status, DPCVX_ERR_ARGUMENT);
      EXPECT_EQ(outcome, DPCVX_OUTCOME_MAX_PASSES);
      EXPECT_NE(std::string(error.message).find("DPCVX_SAMPLER_OPTION_SMOOTHNESS"), std::string::npos) << error.message;
    }
    dpcvx_monitor_destroy(monitor);
  }
  dpcvx_rng_destroy(rng);
  dpcvx_sampler_destroy(sampler);
  dpcvx_options_destroy(options);
}

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

}  // namespace
}  // namespace dpcvx::sample
