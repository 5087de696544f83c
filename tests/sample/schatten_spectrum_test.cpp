// Singular values of 10 x 10 draws against their law: regularizers of Schatten norms, and walls around Schatten balls
// that draws often touch. A reference that shares no code with the chain draws normal matrices G and weighs them.
//   Walls: V = ||X||_2^2 / 2 + wall(s) has the law of G under the weights exp(-wall(s)).
//   Regularizers: with V = c ||s||_q^2 / 2 on R^100 the shape s / ||s||_q has the law of G's under the weights
//   (||s||_2 / ||s||_q)^100, and c ||s||_q^2 is a chi-squared variable of 100 degrees, independent of it.
// Kolmogorov and Smirnov's statistic of n draws against m of the reference, times sqrt(n m / (n + m)), passes 3.3 with
// a probability of about 2 exp(-2 3.3^2) = 7e-10. m is the effective number of weighted matrices.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "numeric/singular_values.h"
#include "sample/matrices.h"
#include "sample/sampler.h"
#include "support/evidence.h"
#include "support/long_audits.h"

namespace {

using dpcvx::Error;
using dpcvx::ProgressMonitor;
using dpcvx::Shared;
using dpcvx::model::Domain;
using dpcvx::model::Regularizer;
using dpcvx::sample::Sampler;
using namespace matrices;

constexpr size_t kRows = 10, kSize = kRows * kRows;
constexpr double kAlarm = 3.3;

// Draws of a case: `few`, or in full as many as DPCVX_DRAWS says, 10^5 if it is not set.
size_t draws_of(size_t few) {
  const char *const asked = std::getenv("DPCVX_DRAWS");
  return long_audits() ? asked == nullptr ? 100000 : static_cast<size_t>(std::atoi(asked)) : few;
}

// Greatest first.
Vector singular_values(const double *x) {
  dpcvx::numeric::SingularValues singular;
  EXPECT_TRUE(singular.allocate(kRows, kRows));
  double most = 0;
  for (size_t j = 0; j < kSize; ++j) most = std::max(most, std::fabs(x[j]));
  for (size_t j = 0; j < kSize; ++j) singular.row(j / kRows)[j % kRows] = x[j] / most;
  singular.decompose();
  Vector s(singular.values(), singular.values() + kRows);
  for (double &size : s) size *= most;
  std::sort(s.rbegin(), s.rend());
  return s;
}

double norm_of(const Vector &s, double p) {
  double most = 0, sum = 0;
  for (const double size : s) most = std::max(most, size), sum += std::isinf(p) ? 0 : std::pow(size, p);
  return std::isinf(p) ? most : std::pow(sum, 1 / p);
}

std::string shown(double p) { return std::isinf(p) ? "infinity" : std::to_string(p).substr(0, 3); }

const char *const kStatistics[] = {"the greatest", "the fifth", "the least", "the nuclear norm",
                                   "the nuclear norm over the l2 norm"};
Vector statistics(const Vector &s) { return {s[0], s[4], s[kRows - 1], norm_of(s, 1), norm_of(s, 1) / norm_of(s, 2)}; }

// Normal matrices with weights, of which statistics of singular values are kept.
class Reference {
 public:
  void add(const Vector &s, double log_weight) {
    kept_.push_back(statistics(s));
    log_weights_.push_back(log_weight);
  }

  // The statistic of `draws` that passes kAlarm if they have another law.
  double deviate(size_t which, Vector draws) const {
    const double top = *std::max_element(log_weights_.begin(), log_weights_.end());
    std::vector<std::pair<double, double>> points;
    double total = 0, squares = 0;
    for (size_t i = 0; i < kept_.size(); ++i) {
      const double weight = std::exp(log_weights_[i] - top);
      points.emplace_back(kept_[i][which], weight);
      total += weight, squares += weight * weight;
    }
    std::sort(points.begin(), points.end());
    std::sort(draws.begin(), draws.end());
    const double n = static_cast<double>(draws.size()), m = total * total / squares;
    double below = 0, most = 0;
    for (const auto &[at, weight] : points) {
      below += weight;
      const auto count = std::upper_bound(draws.begin(), draws.end(), at) - draws.begin();
      most = std::max(most, std::fabs(static_cast<double>(count) / n - below / total));
    }
    return most * std::sqrt(n * m / (n + m));
  }

 private:
  std::vector<Vector> kept_;
  Vector log_weights_;
};

double nothing(const double *, int64_t dimension, double *gradient, void *) {
  if (gradient != nullptr) std::fill(gradient, gradient + dimension, 0.0);
  return 0;
}

// Draws by the settings, with a callback that is 0, and keeps their statistics.
void draw(const dpcvx::sample::SamplerSettings &settings, const Shared<Domain> &domain, size_t count,
          std::vector<Vector> *found, double *tries) {
  Error error(nullptr, "test");
  dpcvx::sample::Potential potential;
  potential.callback = nothing;
  potential.dimension = kSize;
  potential.lipschitz = 1e-9;
  Sampler sampler;
  ASSERT_EQ(DPCVX_OK, sampler.create(potential, domain, settings, error));
  EXPECT_LT(sampler.certificate().variation, 0.0101);
  dpcvx::random::Rng rng;
  ASSERT_EQ(DPCVX_OK, rng.open_deterministic("spectrum", 3, error));
  ProgressMonitor watch;
  Vector x(kSize);
  for (size_t i = 0; i < count; ++i) {
    int64_t drawn = 0;
    ASSERT_EQ(DPCVX_OUTCOME_DONE, sampler.draw(rng, 1, watch, x.data(), &drawn));
    found->push_back(statistics(singular_values(x.data())));
  }
  *tries = static_cast<double>(sampler.work().tries) / static_cast<double>(sampler.work().rounds);
}

// The control moves a share of draws to the greatest of all: .05, a total variation that 20,000 draws tell, or .4,
// which a short run tells.
void expect_law(const Reference &reference, const std::vector<Vector> &found, const std::string &what, double tries) {
  const double share = found.size() >= 20000 ? 0.05 : 0.4;
  double most = 0;
  for (size_t which = 0; which < std::size(kStatistics); ++which) {
    Vector draws, moved;
    for (const Vector &values : found) draws.push_back(values[which]);
    const double deviate = reference.deviate(which, draws);
    EXPECT_LT(deviate, kAlarm) << what << ": " << kStatistics[which];
    most = std::max(most, deviate);
    moved = draws;
    const double top = *std::max_element(draws.begin(), draws.end());
    for (size_t i = 0; i < static_cast<size_t>(share * static_cast<double>(moved.size())); ++i) moved[i] = top;
    EXPECT_GT(reference.deviate(which, moved), kAlarm) << what << ": " << kStatistics[which];
  }
  evidence("lp geometries",
           "singular values of %zu draws of 10 x 10, %s: greatest deviate %.2f, alarm at 3.3; %.2f tries a round",
           found.size(), what.c_str(), most, tries);
}

void check_regularizer(double p, size_t count) {
  const Regularizer r = Regularizer::in_schatten_norm(p, kRows);
  dpcvx::sample::SamplerSettings settings;
  settings.regularizer = 2;
  settings.norm = p;
  settings.matrix_rows = kRows;
  settings.variation = 0.01;
  std::vector<Vector> found;
  double tries = 0;
  draw(settings, Shared<Domain>(), count, &found, &tries);
  Reference reference;
  std::mt19937_64 engine(7);
  std::chi_squared_distribution<double> chi_squared(static_cast<double>(kSize));
  const size_t matrices = long_audits() ? 400000 : 20000;
  for (size_t i = 0; i < matrices; ++i) {
    Vector s = singular_values(normals(engine, kSize, 1).data());
    // V = 2 r(s): the scale that makes 4 r a chi-squared variable.
    const double value = r.value(s.data(), kRows), scale = std::sqrt(chi_squared(engine) / (4 * value));
    double squares = 0;
    for (const double size : s) squares += size * size;
    for (double &size : s) size *= scale;
    reference.add(s, static_cast<double>(kSize) / 2 * std::log(squares / value));
  }
  expect_law(reference, found, "regularizer of p = " + shown(p), tries);
}

TEST(SchattenSpectrum, OfTheNuclearRegularizerHasItsLaw) { check_regularizer(1, draws_of(250)); }
TEST(SchattenSpectrum, OfTheRegularizerOfOneAndAHalfHasItsLaw) { check_regularizer(1.5, draws_of(250)); }

// The regularizer is that of l2, and a draw takes a hundredth of the time.
TEST(SchattenSpectrum, OfRegularizersFromTwoOnHasItsLaw) {
  for (const double p : {2.0, 4.0, double{INFINITY}}) check_regularizer(p, draws_of(1000));
}

// The l2 distance from the ball, for p = 1 and infinity.
double distance_from_ball(const Vector &s, double p, double radius) {
  if (std::isinf(p)) {
    double squares = 0;
    for (const double size : s) squares += std::pow(std::max(0.0, size - radius), 2);
    return std::sqrt(squares);
  }
  if (norm_of(s, 1) <= radius) return 0;
  double low = 0, high = s[0];
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    double sum = 0;
    for (const double size : s) sum += std::max(0.0, size - middle);
    (sum > radius ? low : high) = middle;
  }
  double squares = 0;
  for (const double size : s) squares += std::pow(std::min(size, high), 2);
  return std::sqrt(squares);
}

void check_wall(double p, double radius, size_t count) {
  constexpr double kSlope = 1.5;
  Error error(nullptr, "test");
  Shared<Domain> ball;
  ASSERT_TRUE(ball.create());
  ASSERT_EQ(DPCVX_OK, ball.edit().make_schatten_ball(p, radius, kRows, kRows, error));
  dpcvx::sample::SamplerSettings settings;
  settings.quadratic = 1;
  settings.wall = kSlope;
  settings.variation = 0.01;
  std::vector<Vector> found;
  double tries = 0;
  draw(settings, ball, count, &found, &tries);
  Reference reference;
  std::mt19937_64 engine(8);
  const size_t matrices = long_audits() ? 400000 : 20000;
  for (size_t i = 0; i < matrices; ++i) {
    const Vector s = singular_values(normals(engine, kSize, 1).data());
    // A wall of an l2 ball is that of src/sample/target.h.
    const double wall =
        p == 2 ? radius / 2 * std::max(0.0, std::pow(norm_of(s, 2) / radius, 2) - 1) : distance_from_ball(s, p, radius);
    reference.add(s, -kSlope * wall);
  }
  expect_law(reference, found, "wall of p = " + shown(p), tries);
}

// Normal matrices have a nuclear norm of about 27, an l2 norm of 10 and a spectral norm of 6.
TEST(SchattenSpectrum, BesideWallsHasItsLaw) {
  const size_t count = draws_of(90);
  check_wall(1, 24, count);
  check_wall(2, 9.5, count);
  check_wall(INFINITY, 5, count);
}

}  // namespace
