// What the certificate says of arithmetic, against extended precision: centres of tries, and the exponents of a
// caller's function; and the region that all of it is stated for.
#include "sample/arithmetic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "support/evidence.h"
#include "random/strip_sampler.h"
#include "sample/chain.h"
#include "sample/parts/function_part.h"

namespace dpcvx::sample {
namespace {

using Quad = long double;

// A stream of numbers that are all over the place.
class Numbers {
 public:
  double uniform() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) * 0x1p-53;
  }
  double symmetric(double size) { return (2 * uniform() - 1) * size; }

 private:
  uint64_t state_ = 12345;
};

// A gradient of the test's choosing, and a look at what is tried.
class Probe final : public Part {
 public:
  Probe(std::vector<double> slope, double lipschitz) : slope_(std::move(slope)), lipschitz_(lipschitz) {}
  void linearize(const double *, double *g) override { std::copy(slope_.begin(), slope_.end(), g); }
  bool accept(const double *x, random::Rng &) override {
    tried.assign(x, x + slope_.size());
    return true;
  }
  double lipschitz(double) const override { return lipschitz_; }
  double roughness() const override { return 1; }
  PartErrors errors(const Region &) const override { return {0, 0}; }

  std::vector<double> tried;

 private:
  std::vector<double> slope_;
  double lipschitz_;
};

struct CentreError {
  double error = 0, stated = 0;
};

// One round of a chain, whose noise is drawn again beside it: what is left of a try is its centre.
CentreError centre_error(int64_t d, double eta, double lambda, double far, double size, Numbers *numbers) {
  const size_t count = static_cast<size_t>(d);
  std::vector<double> start(count), centre(count), slope(count), out(count);
  double length = 0;
  for (size_t j = 0; j < count; ++j) {
    start[j] = numbers->symmetric(far), centre[j] = numbers->symmetric(far), slope[j] = numbers->symmetric(size);
    length = std::hypot(length, slope[j]);
  }
  Probe probe(slope, length * (1 + 0x1p-40));
  Target target;
  target.dimension = d;
  target.parts[0] = &probe;
  target.count = 1;
  target.precision = target.convexity = lambda;
  target.centre = centre.data();
  Schedule schedule;
  schedule.eta = eta;
  schedule.rounds = 1;
  Region region;
  CentreError result;
  if (!settle(target, start.data(), far, &schedule, &region)) return result;
  Error error(nullptr, "test");
  Chain chain;
  EXPECT_EQ(DPCVX_OK, chain.prepare(target, schedule, error));
  random::Rng rng, again;
  EXPECT_EQ(DPCVX_OK, rng.open_deterministic("centre", 6, error));
  EXPECT_EQ(DPCVX_OK, again.open_deterministic("centre", 6, error));
  ProgressMonitor watch;
  EXPECT_EQ(DPCVX_OUTCOME_DONE, chain.run(start.data(), rng, watch, out.data()));
  EXPECT_EQ(out, probe.tried);

  const double h = schedule.lattice_step, variance = 1 / (lambda + 1 / eta);
  Noise blur, spread;
  blur.prepare(std::sqrt(eta) / h, d);
  spread.prepare(std::sqrt(variance) / h, d);
  std::vector<Quad> y(count);
  for (size_t j = 0; j < count; ++j) y[j] = Quad(h * std::nearbyint(start[j] / h)) + Quad(h) * Quad(blur.next(again));
  Quad squares = 0;
  const Quad exact_variance = 1 / (Quad(lambda) + 1 / Quad(eta));
  for (size_t j = 0; j < count; ++j) {
    const Quad computed = Quad(out[j]) - Quad(h) * Quad(spread.next(again));
    const Quad exact = exact_variance * (Quad(lambda) * Quad(centre[j]) + y[j] / Quad(eta) - Quad(slope[j]));
    squares += (computed - exact) * (computed - exact);
  }
  result.error = static_cast<double>(std::sqrt(squares));
  result.stated = round_errors(target, schedule, region).centre;
  return result;
}

template <class Look>
void every_centre(const Look &look) {
  Numbers numbers;
  for (const int64_t d : {1, 2, 8})
    for (const double eta : {1e-6, 0.1, 40.0})
      for (const double lambda : {1e-3, 1.0, 1e4})
        for (const double far : {1e-3, 3.0, 1e5})
          for (const double size : {0.0, 1.0, 1e4}) look(centre_error(d, eta, lambda, far, size, &numbers));
}

TEST(Arithmetic, CentresAreWithinTheirError) {
  double greatest = 0;
  int64_t cases = 0;
  every_centre([&](const CentreError &it) {
    EXPECT_LE(it.error, it.stated);
    if (it.stated > 0) greatest = std::max(greatest, it.error / it.stated), ++cases;
  });
  EXPECT_GT(cases, 200);
  EXPECT_GT(greatest, 0.1);
  evidence("sampler arithmetic", "centres of %lld draws against extended precision: error up to %.3f of the stated",
           static_cast<long long>(cases), greatest);
}

TEST(Arithmetic, ControlAThousandthOfACentresErrorIsPassed) {
  int64_t passed = 0, cases = 0;
  every_centre([&](const CentreError &it) {
    if (it.stated > 0) passed += it.error > it.stated / 1000, ++cases;
  });
  EXPECT_GT(passed, cases / 2);
}

// Sums over "records" of a loss of one inner product, in either precision, and the l1 norm: what callers write.
constexpr int kRecords = 40, kDimension = 5;
struct Data {
  double row[kRecords][kDimension];
  double scale;
  int loss;
};

Quad loss_of(int loss, Quad z, Quad *slope) {
  if (loss == 0) {  // logistic
    const Quad e = std::exp(-std::fabs(z));
    *slope = z > 0 ? -e / (1 + e) : -1 / (1 + e);
    return (z > 0 ? 0 : -z) + std::log1p(e);
  }
  *slope = z < 1 ? -1 : 0;  // hinge
  return z < 1 ? 1 - z : 0;
}

// Good to much less than 2^-50.
Quad potential(const Data &data, const double *x, Quad *gradient) {
  Quad value = 0;
  for (int j = 0; j < kDimension; ++j) gradient[j] = 0;
  for (int j = 0; j < kDimension && data.loss == 2; ++j) {
    value += Quad(data.scale) * std::fabs(Quad(x[j]));
    gradient[j] = x[j] > 0 ? data.scale : x[j] < 0 ? -data.scale : 0;
  }
  for (int i = 0; i < kRecords && data.loss < 2; ++i) {
    Quad z = 0, slope;
    for (int j = 0; j < kDimension; ++j) z += Quad(data.row[i][j]) * Quad(x[j]);
    value += Quad(data.scale) * loss_of(data.loss, z, &slope);
    for (int j = 0; j < kDimension; ++j) gradient[j] += Quad(data.scale) * slope * Quad(data.row[i][j]);
  }
  return value;
}

// The caller's: what is above, as doubles.
double callback(const double *x, int64_t, double *gradient, void *user) {
  Quad exact[kDimension];
  const Quad value = potential(*static_cast<Data *>(user), x, exact);
  for (int j = 0; j < kDimension && gradient != nullptr; ++j) gradient[j] = static_cast<double>(exact[j]);
  return static_cast<double>(value);
}

struct Exponents {
  double greatest = 0;  // error over what is stated
  int64_t cases = 0;
};

Exponents exponents(double share_of_stated) {
  Numbers numbers;
  Exponents result;
  for (int loss = 0; loss < 3; ++loss)
    for (const double scale : {0.01, 1.0, 300.0})
      for (const double spread : {1e-3, 0.5, 30.0}) {
        Data data;
        data.loss = loss;
        data.scale = scale;
        double lipschitz = loss == 2 ? scale * std::sqrt(kDimension) : 0;
        for (auto &row : data.row) {
          double length = 0;
          for (double &entry : row) entry = numbers.symmetric(1), length = std::hypot(length, entry);
          lipschitz += loss == 2 ? 0 : scale * length;
        }
        const double start[kDimension] = {0, 0, 0, 0, 0};
        Potential declared;
        declared.callback = callback;
        declared.user = &data;
        declared.dimension = kDimension;
        declared.lipschitz = lipschitz;
        FunctionPart part;
        Error error(nullptr, "test");
        EXPECT_EQ(DPCVX_OK, part.prepare(declared, start, error));
        const Region region{40, spread};
        const PartErrors stated = part.errors(region);
        for (int turn = 0; turn < 200; ++turn) {
          double v[kDimension], x[kDimension], g[kDimension];
          for (int j = 0; j < kDimension; ++j) {
            v[j] = numbers.symmetric(4);
            x[j] = v[j] + numbers.symmetric(spread / std::sqrt(kDimension));
          }
          part.linearize(v, g);
          Quad unused[kDimension];
          Quad exact = potential(data, x, unused) - potential(data, v, unused);
          for (int j = 0; j < kDimension; ++j) exact -= Quad(g[j]) * (Quad(x[j]) - Quad(v[j]));
          const double computed = std::max(0.0, part.above(x));
          const double off = static_cast<double>(std::fabs(Quad(computed) - exact));
          result.greatest = std::max(result.greatest, off / (share_of_stated * stated.log_ratio));
          ++result.cases;
        }
      }
  return result;
}

TEST(Arithmetic, ExponentsOfFunctionsAreWithinTheirError) {
  const Exponents found = exponents(1);
  EXPECT_LE(found.greatest, 1);
  EXPECT_GT(found.greatest, 0.005);
  evidence("sampler arithmetic",
           "%lld exponents of logistic, hinge and l1 functions against extended precision: error up to %.3f of the "
           "stated",
           static_cast<long long>(found.cases), found.greatest);
}

TEST(Arithmetic, ControlAThousandthOfAnExponentsErrorIsPassed) { EXPECT_GT(exponents(1e-3).greatest, 1); }

// Looks where a chain goes; as steep as a hinge's sum.
class Watcher final : public Part {
 public:
  explicit Watcher(int64_t dimension) : point_(static_cast<size_t>(dimension)) {}
  void linearize(const double *v, double *g) override {
    look(v);
    std::copy(v, v + point_.size(), point_.begin());
    for (size_t j = 0; j < point_.size(); ++j) g[j] = v[j] < 1 ? -kSteep : kSteep;
  }
  bool accept(const double *x, random::Rng &rng) override {
    look(x);
    double apart = 0, above = 0;
    for (size_t j = 0; j < point_.size(); ++j) {
      apart = std::hypot(apart, x[j] - point_[j]);
      if ((x[j] < 1) != (point_[j] < 1)) above += 2 * kSteep * std::fabs(x[j] - 1);
    }
    spread = std::max(spread, apart);
    return static_cast<double>(rng.next() >> 11) * 0x1p-53 < std::exp(-above);
  }
  double lipschitz(double) const override { return kSteep * std::sqrt(static_cast<double>(point_.size())); }
  double roughness() const override { return 1; }
  PartErrors errors(const Region &) const override { return {0, 0}; }

  double reach = 0, spread = 0;

 private:
  static constexpr double kSteep = 3;
  void look(const double *x) {
    double norm = 0;
    for (size_t j = 0; j < point_.size(); ++j) norm = std::hypot(norm, x[j]);
    reach = std::max(reach, norm);
  }
  std::vector<double> point_;
};

// On every kind of domain, hard or not: the chain keeps to the region, and what is stated is a small number.
TEST(Arithmetic, ChainsKeepToTheRegionAndTheirErrorsAreSmall) {
  const int64_t d = 6;
  const std::vector<double> low(6, -0.5), high = {0.5, 2, 0.5, 2, -0.5, 1}, start(6, 0.0);
  Error error(nullptr, "test");
  double most = 0, layer = 0;
  for (int kind = 0; kind < 6; ++kind)
    for (const double wall : {40.0, 1e300}) {
      model::Domain domain;
      const double sizes[4] = {0, 1.5, 2, 1}, norms[4] = {0, 2, 1, 3};
      if (kind >= 1 && kind <= 3) {
        ASSERT_EQ(DPCVX_OK, domain.make_ball(norms[kind], sizes[kind], nullptr, d, error));
      }
      if (kind == 4) {
        ASSERT_EQ(DPCVX_OK, domain.make_box(low.data(), high.data(), d, error));
      }
      if (kind == 5) domain.make_simplex(1.5, d);
      Watcher watcher(d);
      Target target;
      target.dimension = d;
      target.parts[0] = &watcher;
      target.count = 1;
      target.precision = target.convexity = 2;
      target.domain = kind == 0 ? nullptr : &domain;
      target.wall = wall < 1e300 ? wall : INFINITY;
      StartBounds bounds;
      bounds.gradient = watcher.lipschitz(0);
      const StartDistance distance = start_distance(2, static_cast<double>(free_dimension(target)), bounds);
      Schedule schedule;
      schedule.eta = 0.05;
      schedule.rounds = rounds_for_gdp(2, schedule.eta, distance.far, 1e-6);
      Region region;
      ASSERT_TRUE(settle(target, start.data(), distance.far, &schedule, &region));
      const Certificate certificate = certify(target, schedule, region, distance);
      EXPECT_LE(certificate.gdp, 1.0001e-6);
      EXPECT_LT(certificate.arithmetic_gdp, 1e-6) << kind << " " << wall;
      EXPECT_LT(certificate.layer, 1e-6) << kind << " " << wall;
      EXPECT_EQ(certificate.layer > 0, kind > 0 && wall == 1e300);
      most = std::max(most, certificate.arithmetic_gdp), layer = std::max(layer, certificate.layer);
      Chain chain;
      ASSERT_EQ(DPCVX_OK, chain.prepare(target, schedule, error));
      random::Rng rng;
      ASSERT_EQ(DPCVX_OK, rng.open_deterministic("region", 6, error));
      ProgressMonitor watch;
      std::vector<double> out(6);
      for (int run = 0; run < 4; ++run) ASSERT_EQ(DPCVX_OUTCOME_DONE, chain.run(start.data(), rng, watch, out.data()));
      EXPECT_LE(watcher.reach, region.reach);
      EXPECT_LE(watcher.spread, region.spread);
      EXPECT_GT(watcher.reach, 0);
    }
  evidence("sampler arithmetic",
           "12 targets in 6 dimensions, every kind of domain: mu of arithmetic up to %.2g, total "
           "variation next to hard walls up to %.2g",
           most, layer);
}

// The gradient of A (||x||_p^p - R^p)_+ at points where it is 900 log 2 at most.
TEST(Arithmetic, WallsOfBallsAreNoSteeperThanStated) {
  constexpr double kRadius = 2, kExcess = 900 * 0.693;
  Numbers numbers;
  for (const double p : {1.0, 1.2, 2.0, 3.0, 8.0})
    for (const int64_t d : {2, 7, 60})
      for (const double wall : {1.0, 30.0, 1e5}) {
        model::Domain ball;
        Error error(nullptr, "test");
        ASSERT_EQ(ball.make_ball(p, kRadius, nullptr, d, error), DPCVX_OK);
        const double n = static_cast<double>(d), widest = p <= 2 ? 1 : std::pow(n, 0.5 - 1 / p);
        const double factor = wall * widest * kRadius / p, powers = 1 + kExcess / factor;  // sum |z_j|^p, z = x / R
        double steepest = 0;
        for (int64_t busy = 1; busy <= d; busy = 2 * busy > d && busy < d ? d : 2 * busy)
          for (int tried = 0; tried < 20; ++tried) {
            std::vector<double> z(static_cast<size_t>(busy), 1);
            for (double &x : z) x = tried == 0 ? 1 : numbers.uniform();
            double sum = 0, squares = 0;
            for (const double x : z) sum += std::pow(x, p);
            for (const double x : z) squares += std::pow(x * std::pow(powers / sum, 1 / p), 2 * p - 2);
            steepest = std::fmax(steepest, factor * p / kRadius * std::sqrt(squares));
          }
        const double stated = max_wall_slope(ball, wall, d);
        EXPECT_LE(steepest, stated) << p << " " << d << " " << wall;
        // Reached by steep walls: one 5 % less would be passed.
        if (wall > 1e4) {
          EXPECT_GT(steepest, 0.95 * stated) << p << " " << d;
        }
      }
}

}  // namespace
}  // namespace dpcvx::sample
