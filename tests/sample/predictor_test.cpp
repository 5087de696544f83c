// How near predictions come: tries a round of chains on logistic losses, against those of an oracle that takes every
// tangent at the exact mode of the draw.
#include "sample/predictor.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.h"
#include "support/evidence.h"
#include "random/bernoulli.h"
#include "sample/chain.h"

namespace {

using dpcvx::Error;
using dpcvx::ProgressMonitor;
using dpcvx::random::Rng;
using namespace dpcvx::sample;

// A plain source of test data; Box and Muller's normals.
class Source {
 public:
  explicit Source(uint64_t seed) : state_(seed) {}
  double uniform() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (static_cast<double>(state_ >> 11) + 0.5) * 0x1p-53;
  }
  double normal() { return std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform()); }

 private:
  uint64_t state_;
};

// (k / n) sum_i log(1 + exp(-<z_i, x>)) or of hinges, rows of norm 1 whose columns have falling scales.
class Losses final : public Part {
 public:
  Losses(int64_t n, int64_t d, double k, bool hinge) : n_(n), d_(d), share_(k / static_cast<double>(n)), hinge_(hinge) {
    Source source(7);
    std::vector<double> truth(static_cast<size_t>(d));
    for (double &x : truth) x = 3 * source.normal();
    for (int64_t i = 0; i < n; ++i) {
      std::vector<double> row(static_cast<size_t>(d));
      double norm = 0, z = 0;
      for (size_t j = 0; j < row.size(); ++j) {
        row[j] = source.normal() * std::pow(static_cast<double>(j + 1), -0.7) + (j == 0 ? 1 : 0);
        norm += row[j] * row[j];
      }
      for (size_t j = 0; j < row.size(); ++j) z += (row[j] /= std::sqrt(norm)) * truth[j];
      const double side = source.uniform() < 1 / (1 + std::exp(-z)) ? 1 : -1;
      for (double x : row) rows_.push_back(side * x);
    }
    at_.resize(static_cast<size_t>(n));
  }
  void linearize(const double *v, double *g) override {
    std::fill(g, g + d_, 0.0);
    for (int64_t i = 0; i < n_; ++i) {
      const double z = at_[static_cast<size_t>(i)] = decision(i, v), slope = share_ * derivative(z);
      for (int64_t j = 0; j < d_; ++j) g[j] += slope * rows_[static_cast<size_t>(i * d_ + j)];
    }
  }
  bool accept(const double *x, Rng &rng) override {
    double sum = 0;
    for (int64_t i = 0; i < n_; ++i) {
      const double z = decision(i, x), before = at_[static_cast<size_t>(i)];
      sum += value(z) - value(before) - derivative(before) * (z - before);
    }
    return dpcvx::random::bernoulli_exp(rng, std::max(0.0, share_ * sum));
  }
  double lipschitz(double) const override { return share_ * static_cast<double>(n_); }
  double roughness() const override { return lipschitz(0) / 4; }
  PartErrors errors(const Region &) const override { return {}; }

  // One step of Newton's method on f + ||v - q||^2 / (2 variance); the length of the step.
  double newton(const double *q, double variance, double *v) {
    const size_t d = static_cast<size_t>(d_);
    std::vector<double> a(d * d), g(d);
    for (size_t j = 0; j < d; ++j) a[j * d + j] = 1, g[j] = v[j] - q[j];
    for (int64_t i = 0; i < n_; ++i) {
      const double *const row = &rows_[static_cast<size_t>(i * d_)];
      const double z = decision(i, v);
      const double low = 1 / (1 + std::exp(z)), scale = variance * share_;
      for (size_t j = 0; j < d; ++j) {
        g[j] -= scale * low * row[j];
        for (size_t k = 0; k < d; ++k) a[j * d + k] += scale * low * (1 - low) * row[j] * row[k];
      }
    }
    for (size_t j = 0; j < d; ++j)  // Gauss, positive definite
      for (size_t k = j + 1; k < d; ++k) {
        const double by = a[k * d + j] / a[j * d + j];
        for (size_t l = j; l < d; ++l) a[k * d + l] -= by * a[j * d + l];
        g[k] -= by * g[j];
      }
    double length = 0;
    for (size_t j = d; j-- > 0;) {
      for (size_t k = j + 1; k < d; ++k) g[j] -= a[j * d + k] * g[k];
      g[j] /= a[j * d + j];
      v[j] -= g[j];
      length += g[j] * g[j];
    }
    return std::sqrt(length);
  }

 private:
  double decision(int64_t i, const double *w) const {
    double z = 0;
    for (int64_t j = 0; j < d_; ++j) z += rows_[static_cast<size_t>(i * d_ + j)] * w[j];
    return z;
  }
  double value(double z) const {
    return hinge_ ? std::max(0.0, 1 - z) : z > 0 ? std::log1p(std::exp(-z)) : std::log1p(std::exp(z)) - z;
  }
  double derivative(double z) const { return hinge_ ? (z < 1 ? -1 : 0) : -1 / (1 + std::exp(z)); }

  int64_t n_, d_;
  double share_;
  bool hinge_;
  std::vector<double> rows_, at_;
};

struct Figures {
  double tries, tangents;
};

Figures run_chain(Losses &losses, int64_t d, double eta, double precision, int64_t rounds) {
  Target target;
  target.dimension = d;
  target.parts[target.count++] = &losses;
  target.precision = target.convexity = precision;
  Schedule schedule;
  schedule.eta = eta;
  schedule.rounds = rounds;
  schedule.lattice_step = 0x1p-45;
  Error error(nullptr, "test");
  Chain chain;
  EXPECT_EQ(DPCVX_OK, chain.prepare(target, schedule, error));
  Rng rng;
  EXPECT_EQ(DPCVX_OK, rng.open_deterministic("predict", 7, error));
  std::vector<double> x(static_cast<size_t>(d));
  ProgressMonitor watch;
  EXPECT_EQ(DPCVX_OUTCOME_DONE, chain.run(x.data(), rng, watch, x.data()));
  const double count = static_cast<double>(chain.work().rounds);
  return {static_cast<double>(chain.work().tries) / count, static_cast<double>(chain.work().tangents) / count};
}

// The same rounds with every tangent at the mode.
double oracle_tries(Losses &losses, int64_t d, double eta, double precision, int64_t rounds) {
  Source source(3);
  Error error(nullptr, "test");
  Rng rng;
  EXPECT_EQ(DPCVX_OK, rng.open_deterministic("oracle", 6, error));
  const size_t size = static_cast<size_t>(d);
  const double variance = 1 / (precision + 1 / eta);
  std::vector<double> x(size), q(size), v(size), g(size);
  for (int step = 0; step < 50 && losses.newton(q.data(), 1 / precision, x.data()) > 1e-4; ++step) {
  }
  v = x;
  int64_t tries = 0;
  for (int64_t t = 0; t < rounds; ++t) {
    for (size_t j = 0; j < size; ++j) q[j] = variance / eta * (x[j] + std::sqrt(eta) * source.normal());
    for (int step = 0; step < 20 && losses.newton(q.data(), variance, v.data()) > 1e-3 * std::sqrt(variance); ++step) {
    }
    losses.linearize(v.data(), g.data());
    do {
      ++tries;
      for (size_t j = 0; j < size; ++j) x[j] = q[j] - variance * g[j] + std::sqrt(variance) * source.normal();
    } while (!losses.accept(x.data(), rng));
  }
  return static_cast<double>(tries) / static_cast<double>(rounds);
}

TEST(Predictor, ComesNearToAnOracleOnLogisticLosses) {
  for (const int64_t d : {30, 110})
    for (const double c : {4.0, 12.0}) {
      const double k = 2000, eta = 4 * c / k;
      Losses losses(1000, d, k, false);
      const int64_t rounds = 200;
      const Figures figures = run_chain(losses, d, eta, 2, rounds);
      const double best = d == 30 ? oracle_tries(losses, d, eta, 2, 60) : 0;
      char oracle[60] = "";
      if (d == 30) snprintf(oracle, sizeof(oracle), "; an oracle's tries %.2f", best);
      evidence("sampler", "logistic, d %d, step %g / roughness: %.2f tries and %.2f tangents a round%s",
               static_cast<int>(d), c, figures.tries, figures.tangents, oracle);
      EXPECT_LT(figures.tries, d == 30 ? 1.6 * best : c == 4 ? 5.0 : 25.0);
      EXPECT_LT(figures.tangents, 3);
    }
}

TEST(Predictor, HoldsOnHinges) {
  for (const double c : {1.0, 4.0}) {
    const double k = 2000, eta = 4 * c / k;
    Losses losses(1000, 30, k, true);
    const Figures figures = run_chain(losses, 30, eta, 2, 200);
    evidence("sampler", "hinges, d 30, step %g / (k/4): %.2f tries and %.2f tangents a round", c, figures.tries,
             figures.tangents);
    EXPECT_LT(figures.tries, 25);
    EXPECT_LT(figures.tangents, 3);
  }
}

}  // namespace
