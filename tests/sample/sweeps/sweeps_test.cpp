// Samplers of quadratics through the C boundary: draws against exact laws and against transfer matrices, the choice of
// a method, and what is refused.
#include <algorithm>
#include <string>

#include "audit/generator.h"
#include "sample/quadrature.h"
#include "sample/sweeps/drawn.h"
#include "sample/sweeps/grid_law.h"
#include "support/evidence.h"

namespace dpcvx::sample {
namespace {

using fixtures::DomainHandle;
using fixtures::RngHandle;

TEST(Sweeps, DrawsHaveTheirLaw) {
  const Matrix one = {1.7}, two = {4, 3, 3, 4}, three = {2, -0.9, 0.4, -0.9, 2, -0.9, 0.4, -0.9, 2};
  const auto with = [](const std::function<void(Wish &)> &change) {
    Wish wish;
    change(wish);
    return wish;
  };
  struct Case {
    const char *name;
    Matrix matrix;
    Wish wish;
    double low, high;
  };
  const Case cases[] = {
      {"line", one, with([](Wish &wish) { wish.linear = {-1}; }), -1, 1},
      {"plane", two, with([](Wish &wish) {
         wish.linear = {1, -2};
       }),
       -1, 1},
      {"space", three, with([](Wish &wish) {
         wish.start = {1, -1, 1};
       }),
       -1, 1},
      {"about a centre", two, with([](Wish &wish) {
         wish.quadratic = 2, wish.center = {0.7, -0.4};
       }),
       -1, 1},
      {"soft walls", two, with([](Wish &wish) {
         wish.wall = 3, wish.linear = {2, 2};
       }),
       -4, 4},
      {"absolute values", two, with([](Wish &wish) { wish.low = wish.high = 0.5, wish.wall = 2; }), -4, 4},
      {"no walls", two, with([](Wish &wish) {
         wish.low = -INFINITY, wish.linear = {1, 0};
       }),
       -6, 6},
      {"a singular matrix",
       {1, 1, 1, 1},
       with([](Wish &wish) {
         wish.quadratic = 1, wish.linear = {1, 0};
       }),
       -1,
       1},
      {"an indefinite matrix", {0, 1, 1, 0}, with([](Wish &wish) { wish.quadratic = 2, wish.low = -INFINITY; }), -8, 8},
      {"wide walls", two, with([](Wish &wish) { wish.low = 0, wish.high = 1e6; }), 0, 5},
  };
  // Of what takes the least time, which is a block of all coordinates mostly, and of coordinates in turn.
  for (const Case &at : cases)
    for (const int64_t rounds : {0, 60}) {
      Wish wish = at.wish;
      wish.method = DPCVX_SAMPLER_METHOD_SWEEPS;
      wish.rounds = rounds;
      Drawn sampler(at.matrix, wish);
      ASSERT_EQ(sampler.status, DPCVX_OK) << at.name << sampler.error.message;
      EXPECT_EQ(sampler.method(), DPCVX_SAMPLER_METHOD_SWEEPS);
      EXPECT_LE(sampler.real(DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION), 1e-6);
      EXPECT_LT(sampler.real(DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION), 1e-8) << at.name;
      expect_law(at.matrix, at.wish, at.low, at.high, sampler.draws(20000, at.name), at.name);
    }
}

TEST(Sweeps, RoundsOfQuadraticsHaveTheirLaw) {
  const Matrix matrix = {4, 3, 3, 4};
  Wish wish;
  wish.method = DPCVX_SAMPLER_METHOD_PROXIMAL;
  wish.linear = {1, -2};
  Drawn sampler(matrix, wish);
  ASSERT_EQ(sampler.status, DPCVX_OK) << sampler.error.message;
  EXPECT_EQ(sampler.method(), DPCVX_SAMPLER_METHOD_PROXIMAL);
  EXPECT_LT(sampler.real(DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION), 1e-5);
  expect_law(matrix, wish, -1, 1, sampler.draws(15000, "rounds"), "rounds");
}

TEST(Sweeps, ChainsOfAHundredHaveTheirMoments) {
  constexpr size_t kDimension = 100;
  constexpr int64_t kDraws = 1500;
  for (const double phi : {0.5, 0.9, 0.99}) {
    const Transfer exact(phi, kDimension);
    Wish wish;
    wish.start.assign(kDimension, 1);
    Drawn sampler(chain(phi, kDimension), wish);
    ASSERT_EQ(sampler.method(), DPCVX_SAMPLER_METHOD_SWEEPS);
    const std::vector<double> draws = sampler.draws(kDraws, "hundred");
    double most = 0, wrong = 0;
    wish.method = DPCVX_SAMPLER_METHOD_SWEEPS;
    wish.rounds = sampler.integer(DPCVX_SAMPLER_FIGURE_ROUNDS) / 150 + 1;  // control: too few, from a corner
    const std::vector<double> early = Drawn(chain(phi, kDimension), wish).draws(kDraws, "early");
    for (const size_t i : {0, 1, 20, 50, 99}) {
      const double square = exact.mean(i, [](double x) { return x * x; });
      most =
          std::max(most, std::fabs(deviate(draws, kDimension, square, [i](const double *x) { return x[i] * x[i]; })));
      most = std::max(most, std::fabs(deviate(draws, kDimension, 0, [i](const double *x) { return x[i]; })));
      wrong = std::max(wrong, std::fabs(deviate(early, kDimension, 0, [i](const double *x) { return x[i]; })));
    }
    EXPECT_LT(most, kAlarm) << phi;
    EXPECT_GT(wrong, 2 * kAlarm) << phi;
    evidence("sweeps",
             "100 neighbours of correlation %g in [-1, 1]^100, %lld draws of %lld sweeps each: means and squares "
             "within %.1f standard errors of transfer matrices",
             phi, static_cast<long long>(kDraws), static_cast<long long>(sampler.integer(DPCVX_SAMPLER_FIGURE_ROUNDS)),
             most);
  }
}

// ---- The choice, and what is refused ----

TEST(Sweeps, TheCheaperMethodIsTaken) {
  Drawn chained(chain(0.9, 100), Wish());
  EXPECT_EQ(chained.method(), DPCVX_SAMPLER_METHOD_SWEEPS);
  EXPECT_GT(chained.real(DPCVX_SAMPLER_FIGURE_EXPECTED_SECONDS), 0);
  EXPECT_LE(chained.real(DPCVX_SAMPLER_FIGURE_MAX_TRIES), 1000);
  Wish by_rounds;
  by_rounds.method = DPCVX_SAMPLER_METHOD_PROXIMAL;
  Drawn rounds(chain(0.9, 100), by_rounds);
  EXPECT_GT(rounds.real(DPCVX_SAMPLER_FIGURE_EXPECTED_SECONDS), chained.real(DPCVX_SAMPLER_FIGURE_EXPECTED_SECONDS));
  EXPECT_EQ(rounds.real(DPCVX_SAMPLER_FIGURE_MAX_TRIES), INFINITY);
  // Positive definite, but absolute values do not contract: rounds.
  const Matrix dense = {1, 0.6, 0.6, 0.6, 1, 0.6, 0.6, 0.6, 1};
  Wish wide;
  wide.low = -30, wide.high = 30;
  // Without walls that matter all coordinates are drawn at once.
  EXPECT_EQ(Drawn(dense, wide).integer(DPCVX_SAMPLER_FIGURE_ROUNDS), 1);
  wide.linear = {-100, -100, -100};  // few tries would lie in the box
  Drawn other(dense, wide);
  ASSERT_EQ(other.status, DPCVX_OK) << other.error.message;
  EXPECT_EQ(other.method(), DPCVX_SAMPLER_METHOD_PROXIMAL);
  wide.method = DPCVX_SAMPLER_METHOD_SWEEPS;
  Drawn refused(dense, wide);
  EXPECT_EQ(refused.status, DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::strstr(refused.error.message, "contract"), nullptr) << refused.error.message;
  // Between near walls the same contracts.
  Wish narrow;
  narrow.low = -0.5, narrow.high = 0.5, narrow.method = DPCVX_SAMPLER_METHOD_SWEEPS;
  EXPECT_EQ(Drawn(dense, narrow).status, DPCVX_OK);
}

TEST(Sweeps, GoalsAreMet) {
  Wish wish;
  wish.gdp = 0.1;
  Drawn sampler(chain(0.9, 100), wish);
  EXPECT_LE(sampler.real(DPCVX_SAMPLER_FIGURE_GDP), 0.1);
  EXPECT_LT(sampler.integer(DPCVX_SAMPLER_FIGURE_ROUNDS), 140);
  wish.rounds = 77;
  wish.method = DPCVX_SAMPLER_METHOD_SWEEPS;
  Drawn given(chain(0.9, 100), wish);
  EXPECT_EQ(given.integer(DPCVX_SAMPLER_FIGURE_ROUNDS), 77);
  EXPECT_GT(given.real(DPCVX_SAMPLER_FIGURE_GDP), 0.1);
  EXPECT_LT(given.real(DPCVX_SAMPLER_FIGURE_MAX_TRIES), 3);
  // Independent coordinates take one sweep.
  Drawn apart({2, 0, 0, 3}, Wish());
  EXPECT_EQ(apart.integer(DPCVX_SAMPLER_FIGURE_ROUNDS), 1);
  EXPECT_LT(apart.real(DPCVX_SAMPLER_FIGURE_GDP), 1e-200);
}

// Their certificate is that of the first ones.
TEST(Sweeps, VeryManyAreCertified) {
  Wish many;
  many.method = DPCVX_SAMPLER_METHOD_SWEEPS, many.rounds = 1000000000000;
  const Drawn endless(chain(0.5, 2), many);
  EXPECT_EQ(endless.status, DPCVX_OK) << endless.error.message;
  EXPECT_LT(endless.real(DPCVX_SAMPLER_FIGURE_GDP), 1e-200);
  EXPECT_EQ(endless.integer(DPCVX_SAMPLER_FIGURE_ROUNDS), 1000000000000);
}

TEST(Sweeps, BadMatricesAreRefused) {
  EXPECT_EQ(Drawn({1, 0.5, 0.4, 1}, Wish()).status, DPCVX_ERR_ARGUMENT);
  const Drawn indefinite({1, 2, 2, 1}, Wish());
  EXPECT_EQ(indefinite.status, DPCVX_ERR_ARGUMENT);
  EXPECT_NE(std::strstr(indefinite.error.message, "positive definite"), nullptr);
  EXPECT_EQ(Drawn({1, 1, 1, 1}, Wish()).status, DPCVX_ERR_ARGUMENT);
  EXPECT_EQ(Drawn({NAN}, Wish()).status, DPCVX_ERR_ARGUMENT);
  Wish tiny;
  tiny.low = 0, tiny.high = 1e-12, tiny.method = DPCVX_SAMPLER_METHOD_SWEEPS;
  const Drawn narrow({1}, tiny);
  EXPECT_EQ(narrow.status, DPCVX_ERR_UNSUPPORTED);
  EXPECT_NE(std::strstr(narrow.error.message, "narrow"), nullptr) << narrow.error.message;
  // Sides that meet on the lattice are no fixed coordinates. Control: those of FixedCoordinatesStay are.
  for (const double width : {1e-14, 1e-15, 1e-16, 1e-18}) {
    tiny.high = width;
    EXPECT_EQ(Drawn({1}, tiny).status, DPCVX_ERR_UNSUPPORTED) << width;
  }
  Wish flat;  // about uniform
  flat.method = DPCVX_SAMPLER_METHOD_SWEEPS;
  EXPECT_EQ(Drawn({2e-30, -1e-30, -1e-30, 2e-30}, flat).status, DPCVX_ERR_UNSUPPORTED);
}

// Where arithmetic takes more of sweeps than was asked for, and less of rounds, these are taken.
TEST(Sweeps, AreNotTakenWhereArithmeticSpoilsThem) {
  const Drawn flat({2e-23, -1e-23, -1e-23, 2e-23}, Wish());
  ASSERT_EQ(flat.status, DPCVX_OK) << flat.error.message;
  EXPECT_EQ(flat.method(), DPCVX_SAMPLER_METHOD_PROXIMAL);
  EXPECT_LT(flat.real(DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION), 1e-6);
  EXPECT_EQ(Drawn({2, -1, -1, 2}, Wish()).method(), DPCVX_SAMPLER_METHOD_SWEEPS);
}

// The least eigenvalue that is proved, against Jacobi's 2 x 2 formula and the chain's own.
TEST(Sweeps, LeastEigenvaluesAreBounded) {
  Error error(nullptr, "test");
  Generator random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const double a = 0.1 + random.uniform(), b = 0.1 + random.uniform(),
                 c = std::sqrt(a * b) * (2 * random.uniform() - 1);
    Quadratic quadratic;
    const Matrix matrix = {a, c, c, b};
    ASSERT_EQ(quadratic.make(matrix.data(), nullptr, 2, 0, error), DPCVX_OK);
    const double least = (a * b - c * c) / ((a + b) / 2 + std::hypot((a - b) / 2, c));
    EXPECT_LE(quadratic.least(), least);
    EXPECT_GT(quadratic.least(), 0.97 * least);
  }
  Quadratic quadratic;
  ASSERT_EQ(quadratic.make(chain(0.9, 60).data(), nullptr, 60, 0, error), DPCVX_OK);
  EXPECT_GT(quadratic.least(), (1 - 0.9) / (1 + 0.9));
  EXPECT_LT(quadratic.least(), (1 - 0.9) / (1 + 0.9) * 1.2);
}

TEST(Sweeps, FixedCoordinatesStay) {
  const std::vector<double> low = {-1, 0.3, -1}, high = {1, 0.3, 1};
  DomainHandle domain;
  SamplerHandle sampler;
  RngHandle rng;
  const Matrix matrix = {2, -0.9, 0, -0.9, 2, -0.9, 0, -0.9, 2};
  ASSERT_EQ(dpcvx_domain_create_box(low.data(), high.data(), 3, &domain.it, nullptr), DPCVX_OK);
  ASSERT_EQ(dpcvx_sampler_create_with_quadratic(matrix.data(), nullptr, 3, domain, nullptr, nullptr, nullptr,
                                                &sampler.it, nullptr),
            DPCVX_OK);
  ASSERT_EQ(dpcvx_rng_create_deterministic("f", 1, &rng.it, nullptr), DPCVX_OK);
  std::vector<double> out(3000);
  ASSERT_EQ(dpcvx_nonprivate_sampler_draw(sampler, rng, 1000, out.data(), nullptr, nullptr, nullptr, nullptr),
            DPCVX_OK);
  for (size_t i = 1; i < out.size(); i += 3) EXPECT_EQ(out[i], 0.3);
  Wish wish;
  wish.linear = {-0.27};
  const Matrix one = {2};
  std::vector<double> first;
  for (size_t i = 0; i < out.size(); i += 3) first.push_back(out[i]);
  expect_law(one, wish, -1, 1, first, "fixed");
}

}  // namespace
}  // namespace dpcvx::sample
