// The ridge from noisy moments: solutions against elimination, the estimate against its formula and, in the mean over
// noise, against the risk itself.
#include "solve/sufficient_statistics/ridge.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "base/error.h"
#include "support/evidence.h"

namespace {

using dpcvx::Arena;
using dpcvx::solve::Ridge;
using dpcvx::solve::RidgeEstimate;
using dpcvx::solve::RidgeInputs;
using Vector = std::vector<double>;

struct Symmetric {
  explicit Symmetric(size_t size) : d(size), entries(size * size, 0) {}
  double &at(size_t i, size_t j) { return entries[i * d + j]; }
  double at(size_t i, size_t j) const { return entries[i * d + j]; }
  size_t d;
  Vector entries;
};

class Solver {
 public:
  Solver(const Symmetric &matrix, const Vector &vector) : copy_(matrix) {
    const int64_t d = static_cast<int64_t>(matrix.d);
    dpcvx_error record{};
    dpcvx::Error error(&record, "ridge");
    Ridge::plan(d, arena_);
    EXPECT_EQ(arena_.reserve("a ridge", error), DPCVX_OK);
    ridge.prepare(d, arena_);
    for (size_t i = 0; i < matrix.d; ++i)
      for (size_t j = i + 1; j < matrix.d; ++j) copy_.at(i, j) = NAN;  // never read
    dpcvx::ProgressMonitor nobody;
    EXPECT_TRUE(ridge.reduce(copy_.entries.data(), d, vector.data(), nobody));
  }
  Vector solve(double weight) {
    Vector out(copy_.d);
    ridge.solve(weight, out.data());
    return out;
  }
  Ridge ridge;

 private:
  Symmetric copy_;
  Arena arena_;
};

// Gauss and Jordan: the inverse.
Symmetric inverse(Symmetric a, double weight) {
  Symmetric out(a.d);
  for (size_t i = 0; i < a.d; ++i) a.at(i, i) += weight, out.at(i, i) = 1;
  for (size_t k = 0; k < a.d; ++k) {
    const double pivot = a.at(k, k);
    for (size_t j = 0; j < a.d; ++j) a.at(k, j) /= pivot, out.at(k, j) /= pivot;
    for (size_t i = 0; i < a.d; ++i) {
      const double factor = a.at(i, k);
      for (size_t j = 0; i != k && j < a.d; ++j) {
        a.at(i, j) -= factor * a.at(k, j);
        out.at(i, j) -= factor * out.at(k, j);
      }
    }
  }
  return out;
}

Vector times(const Symmetric &a, const Vector &x) {
  Vector out(a.d, 0);
  for (size_t i = 0; i < a.d; ++i)
    for (size_t j = 0; j < a.d; ++j) out[i] += a.at(i, j) * x[j];
  return out;
}
double dot(const Vector &a, const Vector &b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Symmetric moments(size_t d, std::mt19937_64 &bits) {
  std::normal_distribution<double> normal;
  Symmetric out(d);
  for (size_t r = 0; r < 3 * d; ++r) {
    Vector row(d);
    for (size_t i = 0; i < d; ++i) row[i] = normal(bits) / static_cast<double>(i + 1);
    for (size_t i = 0; i < d; ++i)
      for (size_t j = 0; j < d; ++j) out.at(i, j) += row[i] * row[j] / static_cast<double>(3 * d);
  }
  return out;
}

Vector random_vector(size_t d, std::mt19937_64 &bits) {
  std::normal_distribution<double> normal;
  Vector out(d);
  for (double &x : out) x = normal(bits);
  return out;
}

RidgeInputs noise_of(double matrix, double vector, double l2 = 0) {
  RidgeInputs out;
  out.noise = matrix;
  out.label_noise = vector;
  out.l2 = l2;
  return out;
}

TEST(Ridge, SolvesAsEliminationDoes) {
  std::mt19937_64 bits(1);
  for (const size_t d : {1, 2, 3, 5, 12, 40}) {
    const Symmetric a = moments(d, bits);
    const Vector v = random_vector(d, bits);
    Solver solver(a, v);
    for (const double weight : {0.01, 0.5, 20.0}) {
      const Vector expected = times(inverse(a, weight), v), found = solver.solve(weight);
      for (size_t i = 0; i < d; ++i) EXPECT_NEAR(found[i], expected[i], 1e-9 * std::sqrt(dot(expected, expected)));
    }
  }
}

TEST(Ridge, SolvesMatricesThatAreReducedAlreadyOrEmpty) {
  Symmetric a(4);
  for (size_t i = 0; i < 4; ++i) a.at(i, i) = static_cast<double>(i);
  Solver diagonal(a, {1, 2, 3, 4}), empty(Symmetric(3), {1, 2, 3});
  const Vector w = diagonal.solve(1);
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(w[i], 1, 1e-14);
  EXPECT_EQ(empty.solve(2), Vector({0.5, 1, 1.5}));
  EXPECT_EQ(empty.solve(0), Vector({0, 0, 0})) << "no solution";
  EXPECT_EQ(diagonal.solve(-0.5), Vector({0, 0, 0, 0})) << "not positive definite";
}

TEST(Ridge, FindsTheLeastEigenvalue) {
  std::mt19937_64 bits(2);
  for (const size_t d : {1, 2, 7, 30}) {
    Symmetric a = moments(d, bits);
    for (size_t i = 0; i < d; ++i) a.at(i, i) -= 0.3;
    Solver solver(a, Vector(d, 1));
    const double least = solver.ridge.least_eigenvalue();
    // Positive definite on one side of it alone.
    const RidgeInputs inputs;
    EXPECT_LT(solver.ridge.estimate(inputs, -least + 1e-9).risk, INFINITY);
    EXPECT_EQ(solver.ridge.estimate(inputs, -least - 1e-9).risk, INFINITY);
  }
}

double formula(const Symmetric &a, const Vector &v, const RidgeInputs &inputs, double weight) {
  const Symmetric r = inverse(a, weight);
  const Vector w = times(r, v);
  double trace = 0;
  for (size_t i = 0; i < a.d; ++i) trace += r.at(i, i);
  return dot(w, times(a, w)) / 2 - dot(w, v) + inputs.l2 / 2 * dot(w, w) +
         inputs.noise * inputs.noise / 2 * (trace * dot(w, w) + dot(w, times(r, w))) +
         inputs.label_noise * inputs.label_noise * trace;
}

TEST(Ridge, EstimatesByTheFormula) {
  std::mt19937_64 bits(3);
  for (const size_t d : {1, 2, 6, 20}) {
    const Symmetric a = moments(d, bits);
    const Vector v = random_vector(d, bits);
    Solver solver(a, v);
    RidgeInputs inputs = noise_of(0.3, 0.2, 0.05);
    for (const double weight : {0.05, 1.0, 9.0}) {
      const double expected = formula(a, v, inputs, weight);
      EXPECT_NEAR(solver.ridge.estimate(inputs, weight).risk, expected, 1e-9 * (1 + std::fabs(expected)));
    }
    inputs.radius = 1e-3;
    EXPECT_EQ(solver.ridge.estimate(inputs, 1).risk, INFINITY) << "a solution that is too long";
  }
}

struct Noisy {
  Noisy(const Symmetric &a, const Vector &v, double noise, double label_noise, std::mt19937_64 &bits)
      : matrix(a), vector(v) {
    std::normal_distribution<double> normal;
    for (size_t i = 0; i < a.d; ++i) {
      for (size_t j = 0; j <= i; ++j) {
        const double e = noise * normal(bits) / (i == j ? 1 : std::sqrt(2.0));
        matrix.at(i, j) += e;
        if (i != j) matrix.at(j, i) += e;
      }
      vector[i] += label_noise * normal(bits);
    }
  }
  Symmetric matrix;
  Vector vector;
};

double risk(const Symmetric &a, const Vector &v, const Vector &w) { return dot(w, times(a, w)) / 2 - dot(w, v); }

// The mean of the estimate is that of the risk; without its terms for the noise it would be far below.
TEST(Ridge, EstimateIsUnbiased) {
  std::mt19937_64 bits(4);
  const size_t d = 4;
  const Symmetric a = moments(d, bits);
  const Vector v = times(a, {1, -1, 1, -1});
  const RidgeInputs inputs = noise_of(0.1, 0.1), without;
  constexpr int kRuns = 40000;
  const double weight = 1;
  double sum = 0, squares = 0, blind = 0;
  for (int i = 0; i < kRuns; ++i) {
    const Noisy noisy(a, v, inputs.noise, inputs.label_noise, bits);
    Solver solver(noisy.matrix, noisy.vector);
    const double real = risk(a, v, solver.solve(weight));
    const double off = solver.ridge.estimate(inputs, weight).risk - real;
    sum += off, squares += off * off;
    blind += solver.ridge.estimate(without, weight).risk - real;
  }
  const double mean = sum / kRuns, error = std::sqrt(squares) / kRuns;
  EXPECT_LT(std::fabs(mean), 5 * error);
  EXPECT_LT(blind / kRuns, -20 * error) << "control";
  evidence("sufficient_statistics", "risk estimate: bias %.5f, standard error %.5f; without the noise's terms %.5f",
           mean, error, blind / kRuns);
}

// The weight chosen costs little more than the best one would.
TEST(Ridge, ChoosesNearlyTheBestWeight) {
  std::mt19937_64 bits(5);
  const size_t d = 20;
  const Symmetric a = moments(d, bits);
  Vector best(d);
  for (size_t i = 0; i < d; ++i) best[i] = i % 2 == 0 ? 1 : -1;
  const Vector v = times(a, best);
  for (const double noise : {0.003, 0.03, 0.3}) {
    const RidgeInputs inputs = noise_of(noise, noise);
    double chosen = 0, oracle = 0;
    for (int run = 0; run < 60; ++run) {
      const Noisy noisy(a, v, noise, noise, bits);
      Solver solver(noisy.matrix, noisy.vector);
      chosen += risk(a, v, solver.solve(solver.ridge.choose(inputs).weight)) - risk(a, v, best);
      double least = INFINITY;
      for (double weight = 1e-4; weight < 1e3; weight *= 1.2) {
        const RidgeEstimate one = solver.ridge.estimate(inputs, weight);
        if (one.risk < INFINITY) least = std::min(least, risk(a, v, solver.solve(weight)) - risk(a, v, best));
      }
      oracle += least;
    }
    EXPECT_LT(chosen, 1.6 * oracle) << noise;
    evidence("sufficient_statistics", "ridge, 20 columns, noise %.3g: excess risk %.4f, of the best weight %.4f", noise,
             chosen / 60, oracle / 60);
  }
}

// ---- The bound on the risk (PROOFS.md, section 5)

// Terms for models within R, where noise has norms of at most those that go with `noise` in d dimensions.
RidgeInputs bounded(double noise, double label_noise, double l2, double d, double reach, double length) {
  RidgeInputs out = noise_of(noise, label_noise, l2);
  out.matrix_norm = (std::sqrt(2 * d) + 7) * noise;
  out.vector_norm = (std::sqrt(d) + 7) * label_noise;
  out.safe_ridge = out.matrix_norm + out.vector_norm / reach;
  out.radius = length;
  out.allowance = 3 * (out.matrix_norm * reach * reach + 2 * out.vector_norm * reach);
  return out;
}

// Noise of just those norms, as unlike normal noise as that allows: few directions, some of them the data's own.
Noisy hostile(const Symmetric &a, const Vector &v, const RidgeInputs &inputs, std::mt19937_64 &bits) {
  Noisy out(a, v, 0, 0, bits);
  std::uniform_int_distribution<int> kinds(0, 3);
  const int kind = kinds(bits);
  for (size_t i = 0; i < a.d; ++i) {
    if (kind == 0) out.matrix.at(i, i) += inputs.matrix_norm * (bits() % 2 == 0 ? 1 : -1);
    if (kind == 1) out.matrix.at(i, i) -= inputs.matrix_norm;
  }
  if (kind >= 2) {
    Vector along = kind == 2 ? random_vector(a.d, bits) : v;
    const double length = std::max(1e-300, dot(along, along));
    for (size_t i = 0; i < a.d; ++i)
      for (size_t j = 0; j < a.d; ++j) out.matrix.at(i, j) -= inputs.matrix_norm * along[i] * along[j] / length;
  }
  Vector shift = bits() % 2 == 0 ? v : random_vector(a.d, bits);
  const double length = std::sqrt(dot(shift, shift));
  const double sign = bits() % 2 == 0 ? 1 : -1;
  for (size_t i = 0; i < a.d; ++i) out.vector[i] += sign * inputs.vector_norm * shift[i] / std::max(1e-300, length);
  return out;
}

// The most that is lost to a model within R, over what the bound allows, over much hostile noise.
double worst_share(bool unlimited, int runs, uint64_t seed) {
  std::mt19937_64 bits(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  double worst = 0;
  for (int run = 0; run < runs; ++run) {
    const size_t d = 1 + static_cast<size_t>(run) % 4;
    Symmetric a = moments(d, bits);
    const double noise = std::pow(10, -3 * uniform(bits)), reach = std::pow(10, 1 - 2 * uniform(bits));
    Vector best = random_vector(d, bits);
    const double length = std::sqrt(dot(best, best));
    for (double &x : best) x *= reach / length;
    Vector v = times(a, best);
    const double l2 = run % 3 == 0 ? 0.1 * noise : 0, cap = run % 2 == 0 ? reach : 64 * reach;
    RidgeInputs inputs = bounded(noise, noise * reach * uniform(bits), l2, static_cast<double>(d), reach, cap);
    const double allowed = 4 * inputs.allowance / 3;
    const Noisy noisy = hostile(a, v, inputs, bits);
    if (unlimited) inputs.allowance = INFINITY;
    Solver solver(noisy.matrix, noisy.vector);
    const RidgeEstimate chosen = solver.ridge.choose(inputs);
    const Vector w = chosen.risk < INFINITY ? solver.solve(chosen.weight) : Vector(d, 0);
    EXPECT_LE(std::sqrt(dot(w, w)), cap * (1 + 1e-9));
    const double lost = risk(a, v, w) + l2 / 2 * dot(w, w) - risk(a, v, best) - l2 / 2 * dot(best, best);
    worst = std::max(worst, lost / allowed);
  }
  return worst;
}

TEST(Ridge, WhateverIsChosenIsWithinTheBound) {
  const double worst = worst_share(false, 20000, 6), unlimited = worst_share(true, 20000, 6);
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.02) << "the noise is not hostile";
  EXPECT_GT(unlimited, 1) << "control: least estimated risk alone";
  evidence("sufficient_statistics", "hostile noise: %.3f of the bound at most; by the estimate alone %.2f", worst,
           unlimited);
}

}  // namespace
