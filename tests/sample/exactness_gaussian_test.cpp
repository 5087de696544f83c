// A correlated Gaussian in 50 dimensions against its exact law, and chains that stop where theirs, known in closed
// form, is 0.05 away in total variation.
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "audit/generator.h"
#include "base/error.h"
#include "support/evidence.h"
#include "sample/exact_law.h"
#include "random/bernoulli.h"
#include "sample/chain.h"

namespace {

constexpr int kDimension = 50, kSteep = 10;
constexpr double kEta = 0.13;
constexpr int64_t kTellingDraws = 12000;  // with which the controls are caught

using Vector = Eigen::Matrix<double, kDimension, 1>;

// V(x) = (1/2) (x - b)' A (x - b), A of eigenvalues 1 to 4 along reflected axes. The chain sees A - I as a part.
class Gaussian final : public dpcvx::sample::Part {
 public:
  Gaussian() {
    Generator random(50);
    for (Vector &axis : axes_) {
      for (int j = 0; j < kDimension; ++j) axis[j] = random.normal();
      axis.normalize();
    }
    eigenvalues.setOnes();
    for (int j = 0; j < kSteep; ++j) eigenvalues[j] = 1.3 + 0.3 * j;
    for (int j = 0; j < kDimension; ++j) middle[j] = random.normal();
  }

  // Along the axes of A, and back: three reflections, in one order and the other.
  Vector turned(Vector x, bool back) const {
    for (int i = 0; i < 3; ++i) {
      const Vector &axis = axes_[back ? 2 - i : i];
      x -= 2 * axis.dot(x) * axis;
    }
    return x;
  }
  void linearize(const double *v, double *g) override {
    v_ = Eigen::Map<const Vector>(v);
    Vector steep = turned(v_ - middle, false);
    steep = steep.cwiseProduct(eigenvalues);
    Eigen::Map<Vector> out(g);
    out = turned(steep, true) - v_;
  }
  bool accept(const double *x, dpcvx::random::Rng &rng) override {
    const Vector step = turned(Eigen::Map<const Vector>(x) - v_, false);
    const Vector more = eigenvalues - Vector::Ones();
    return dpcvx::random::bernoulli_exp(rng, std::max(0.0, step.cwiseAbs2().dot(more) / 2));
  }
  double lipschitz(double) const override { return INFINITY; }
  double roughness() const override { return eigenvalues.sum() - kDimension; }
  dpcvx::sample::PartErrors errors(const dpcvx::sample::Region &) const override { return {}; }

  Vector eigenvalues, middle;

 private:
  Vector axes_[3], v_ = Vector::Zero();
};

// Draws in A's axes, about the middle, each with variance 1: a column each.
Eigen::MatrixXd standardised(Gaussian &gaussian, const Vector &start, int64_t rounds, int64_t count, uint64_t seed) {
  dpcvx_error record{};
  dpcvx::Error error(&record, "test");
  dpcvx::sample::Target target;
  target.dimension = kDimension;
  target.parts[target.count++] = &gaussian;
  target.precision = target.convexity = 1;
  dpcvx::sample::Schedule schedule;
  schedule.eta = kEta, schedule.rounds = rounds, schedule.lattice_step = 0x1p-40;
  dpcvx::sample::Chain chain;
  EXPECT_EQ(chain.prepare(target, schedule, error), DPCVX_OK) << record.message;
  dpcvx::random::Rng rng;
  rng.open_deterministic(&seed, sizeof seed, error);
  Eigen::MatrixXd out(kDimension, count);
  for (int64_t i = 0; i < count; ++i) {
    Vector x;
    dpcvx::ProgressMonitor watch;
    EXPECT_EQ(chain.run(start.data(), rng, watch, x.data()), DPCVX_OUTCOME_DONE);
    out.col(i) = gaussian.turned(x - gaussian.middle, false).cwiseProduct(gaussian.eigenvalues.cwiseSqrt());
  }
  return out;
}

double kolmogorov(std::vector<double> draws, double (*below)(double)) {
  std::sort(draws.begin(), draws.end());
  const double n = static_cast<double>(draws.size());
  double most = 0;
  for (size_t i = 0; i < draws.size(); ++i) {
    const double share = below(draws[i]), rank = static_cast<double>(i);
    most = std::max({most, share - rank / n, (rank + 1) / n - share});
  }
  return std::sqrt(n) * most;
}
double normal_below(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }
// Of a chi-square of 50 degrees of freedom.
double squares_below(double x) {
  double term = std::exp(-x / 2), sum = 0;
  for (int k = 0; k < kDimension / 2; ++k) sum += term, term *= x / 2 / (k + 1);
  return 1 - sum;
}

struct Seen {
  double squares, axis, plain, least, greatest;
  bool alarm() const { return std::max({squares, axis, plain}) > kKolmogorovAlarm; }
};

std::vector<double> row(const Eigen::MatrixXd &draws, const Vector &direction) {
  std::vector<double> out;
  for (int64_t i = 0; i < draws.cols(); ++i) out.push_back(draws.col(i).dot(direction));
  return out;
}

Seen look(const Gaussian &gaussian, const Eigen::MatrixXd &draws) {
  Seen seen{};
  std::vector<double> squares;
  for (int64_t i = 0; i < draws.cols(); ++i) squares.push_back(draws.col(i).squaredNorm());
  seen.squares = kolmogorov(squares, squares_below);
  for (int j = 0; j < kDimension; ++j) {
    seen.axis = std::max(seen.axis, kolmogorov(row(draws, Vector::Unit(j)), normal_below));
    // Coordinate j itself, standardised.
    const Vector direction =
        gaussian.turned(Vector::Unit(j), false).cwiseQuotient(gaussian.eigenvalues.cwiseSqrt()).normalized();
    seen.plain = std::max(seen.plain, kolmogorov(row(draws, direction), normal_below));
  }
  const Eigen::MatrixXd covariance = draws * draws.transpose() / static_cast<double>(draws.cols());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(covariance, Eigen::EigenvaluesOnly);
  seen.least = std::sqrt(solved.eigenvalues()[0]);
  seen.greatest = std::sqrt(solved.eigenvalues()[kDimension - 1]);
  return seen;
}

int64_t draws_of_gaussian() { return long_audits() ? 1000000 : kTellingDraws; }

TEST(GaussianExactness, FiftyDimensions) {
  Gaussian gaussian;
  const int64_t n = draws_of_gaussian();
  // 1e-4 in total variation: W^2 >= E ||x - 0||^2.
  const double w2 = gaussian.middle.squaredNorm() + kDimension;
  const int64_t rounds = 1 + static_cast<int64_t>(std::ceil(std::log(w2 / (4 * kEta * 1e-8)) / (2 * std::log1p(kEta))));
  const Seen seen = look(gaussian, standardised(gaussian, Vector::Zero(), rounds, n, 1));
  EXPECT_LT(seen.squares, kKolmogorovAlarm);
  EXPECT_LT(seen.axis, kKolmogorovAlarm);
  EXPECT_LT(seen.plain, kKolmogorovAlarm);
  // Singular values of n x d standard normals over sqrt(n): within sqrt(d / n) + t / sqrt(n) of 1 but for a chance of
  // 2 exp(-t^2 / 2) (Davidson and Szarek 2001).
  const double slack = (std::sqrt(double{kDimension}) + 6.55) / std::sqrt(static_cast<double>(n));
  EXPECT_GT(seen.least, 1 - slack);
  EXPECT_LT(seen.greatest, 1 + slack);
  evidence(
      "exponential mechanism",
      "a Gaussian in 50 dimensions, %.2g draws of %lld rounds: Kolmogorov deviates (alarm %.2f) of squared distances "
      "%.2f, along its axes %.2f, along coordinates %.2f; standard deviations of whitened draws %.4f to %.4f (1 -+ "
      "%.4f allowed)",
      static_cast<double>(n), static_cast<long long>(rounds), kKolmogorovAlarm, seen.squares, seen.axis, seen.plain,
      seen.least, seen.greatest, slack);
}

// Along an axis of eigenvalue l, after T rounds from a distance s: mean s c^T and variance (1 - c^(2 T)) / l, c = 1 /
// (1 + l eta). Total variation from the target, by draws from that law.
double variation_of(const Gaussian &gaussian, const Vector &away, int64_t rounds) {
  Vector mean, variance;
  double logs = 0;
  for (int j = 0; j < kDimension; ++j) {
    const double l = gaussian.eigenvalues[j], power = std::pow(1 + l * kEta, -static_cast<double>(rounds));
    mean[j] = std::sqrt(l) * away[j] * power, variance[j] = 1 - power * power;
    logs += std::log(variance[j]) / 2;
  }
  Generator random(7);
  constexpr int kCount = 15000;
  double sum = 0;
  for (int i = 0; i < kCount; ++i) {
    double log_ratio = logs;  // of the target's density to the chain's
    for (int j = 0; j < kDimension; ++j) {
      const double z = random.normal(), x = mean[j] + std::sqrt(variance[j]) * z;
      log_ratio += (z * z - x * x) / 2;
    }
    sum += std::max(0.0, 1 - std::exp(log_ratio));
  }
  return sum / kCount;
}

// From a start so far away along a flat axis that its mean is still off by what makes 0.05.
TEST(GaussianExactness, AMeanThatHasNotArrivedIsSeen) {
  Gaussian gaussian;
  constexpr int64_t kRounds = 40;
  Vector away = Vector::Zero();
  double low = 0, high = 100;
  for (int i = 0; i < 12; ++i) {
    away[kDimension - 1] = (low + high) / 2;
    (variation_of(gaussian, away, kRounds) < 0.05 ? low : high) = away[kDimension - 1];
  }
  const Vector start = gaussian.middle + gaussian.turned(away, true);
  const Seen seen = look(gaussian, standardised(gaussian, start, kRounds, kTellingDraws, 2));
  EXPECT_GT(seen.axis, kKolmogorovAlarm);
  evidence("exponential mechanism",
           "control, a Gaussian's chain stopped at a total variation of %.4f by its mean: caught, "
           "Kolmogorov deviate %.2f (alarm %.2f)",
           variation_of(gaussian, away, kRounds), seen.axis, kKolmogorovAlarm);
}

// From the middle, stopped before it has spread.
TEST(GaussianExactness, ASpreadThatHasNotArrivedIsSeen) {
  Gaussian gaussian;
  int64_t rounds = 40;
  while (variation_of(gaussian, Vector::Zero(), rounds) < 0.05) --rounds;
  const Seen seen = look(gaussian, standardised(gaussian, gaussian.middle, rounds, kTellingDraws, 3));
  EXPECT_GT(seen.squares, kKolmogorovAlarm);
  evidence("exponential mechanism",
           "control, a Gaussian's chain stopped at a total variation of %.4f by its spread: caught, "
           "Kolmogorov deviate %.2f (alarm %.2f)",
           variation_of(gaussian, Vector::Zero(), rounds), seen.squares, kKolmogorovAlarm);
}

}  // namespace
