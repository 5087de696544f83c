// Samplers of quadratics through the C boundary: draws against exact laws and against transfer matrices, the choice of
// a method, and what is refused.
#include <algorithm>
#include <string>

#include "audit/generator.h"
#include "sample/quadrature.h"
#include "sample/sweeps/drawn.h"
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
  for (const Case &at : cases) {
    Wish wish = at.wish;
    wish.method = DPCVX_SAMPLER_METHOD_SWEEPS;
    Drawn sampler(at.matrix, wish);
    ASSERT_EQ(sampler.status, DPCVX_OK) << at.name << sampler.error.message;
    EXPECT_EQ(sampler.method(), DPCVX_SAMPLER_METHOD_SWEEPS);
    EXPECT_LE(sampler.real(DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION), 1e-6);
    EXPECT_LT(sampler.real(DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION), 1e-8) << at.name;
    expect_law(at.matrix, at.wish, at.low, at.high, sampler.draws(40000, at.name), at.name);
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

// A chain of neighbours between walls has a density that is a product of kernels: its means by quadrature, exactly.
class Transfer {
 public:
  Transfer(double phi, size_t d) : d_(d), forth_(d), back_(d) {
    const double square = 1 - phi * phi;
    for (size_t i = 0; i < kNodes; ++i) node_[i] = -1 + (static_cast<double>(i) + 0.5) * 2 / kNodes;
    const auto own = [&](size_t i, double x) {
      return (i == 0 || i + 1 == d ? 1 : 1 + phi * phi) / square * x * x / 2;
    };
    const auto step = [&](const std::vector<double> &from, size_t i) {
      std::vector<double> to(kNodes);
      double sum = 0;
      for (size_t b = 0; b < kNodes; ++b) {
        for (size_t a = 0; a < kNodes; ++a)
          to[b] += from[a] * std::exp(-own(i, node_[a]) + phi / square * node_[a] * node_[b]);
        sum += to[b];
      }
      for (double &entry : to) entry /= sum;
      return to;
    };
    forth_[0].assign(kNodes, 1);
    for (size_t i = 1; i < d; ++i) forth_[i] = step(forth_[i - 1], i - 1);
    back_[d - 1].assign(kNodes, 1);
    for (size_t i = d - 1; i-- > 0;) back_[i] = step(back_[i + 1], i + 1);
    phi_ = phi;
  }
  // E f(x_i).
  template <class F>
  double mean(size_t i, const F &f) const {
    const double square = 1 - phi_ * phi_, curve = (i == 0 || i + 1 == d_ ? 1 : 1 + phi_ * phi_) / square;
    double sum = 0, total = 0;
    for (size_t a = 0; a < kNodes; ++a) {
      const double mass = forth_[i][a] * back_[i][a] * std::exp(-curve * node_[a] * node_[a] / 2);
      sum += mass * f(node_[a]);
      total += mass;
    }
    return sum / total;
  }

 private:
  static constexpr size_t kNodes = 400;
  size_t d_;
  double phi_, node_[kNodes];
  std::vector<std::vector<double>> forth_, back_;
};

TEST(Sweeps, ChainsOfAHundredHaveTheirMoments) {
  constexpr size_t kDimension = 100;
  constexpr int64_t kDraws = 1500;
  for (const double phi : {0.5, 0.9}) {
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
             "100 neighbours of correlation %.1f in [-1, 1]^100, %lld draws of %lld sweeps each: means and squares "
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
  EXPECT_LT(chained.real(DPCVX_SAMPLER_FIGURE_MAX_TRIES), 3);
  Wish by_rounds;
  by_rounds.method = DPCVX_SAMPLER_METHOD_PROXIMAL;
  Drawn rounds(chain(0.9, 100), by_rounds);
  EXPECT_GT(rounds.real(DPCVX_SAMPLER_FIGURE_EXPECTED_SECONDS), chained.real(DPCVX_SAMPLER_FIGURE_EXPECTED_SECONDS));
  EXPECT_EQ(rounds.real(DPCVX_SAMPLER_FIGURE_MAX_TRIES), INFINITY);
  // Positive definite, but absolute values do not contract: rounds.
  const Matrix dense = {1, 0.6, 0.6, 0.6, 1, 0.6, 0.6, 0.6, 1};
  Wish wide;
  wide.low = -30, wide.high = 30;
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
