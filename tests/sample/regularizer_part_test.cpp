// The regularizer as a part of a density: what it accepts, what it states of its arithmetic, and the law of chains on
// it alone, which is known: with r = c ||x||_q^2 / 2 the squared norm is a chi-squared variable, and independent of it
// |x_j|^q is distributed as shares of independent gamma variables (Schechtman and Zinn 1990).
#include "sample/parts/regularizer_part.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/error.h"
#include "sample/regularizers.h"
#include "support/evidence.h"
#include "sample/certificate.h"
#include "sample/chain.h"
#include "support/wide_power.h"

namespace {

using dpcvx::Error;
using dpcvx::ProgressMonitor;
using dpcvx::model::Regularizer;
using dpcvx::random::Rng;
using dpcvx::sample::Chain;
using dpcvx::sample::PartErrors;
using dpcvx::sample::RegularizerPart;
using dpcvx::sample::Schedule;
using dpcvx::sample::Target;
using namespace regularizers;

TEST(RegularizerPart, AcceptsWithTheProbabilityOfItsDivergence) {
  Error error(nullptr, "test");
  Rng rng;
  ASSERT_EQ(DPCVX_OK, rng.open_deterministic("part", 4, error));
  std::mt19937_64 engine(1);
  for (const double q : {1.2, 1.6, 2.0}) {
    const Regularizer r = with_exponent(q, 3);
    for (const size_t d : {1, 5, 31}) {
      const Vector centre = normals(engine, d, 1), v = normals(engine, d, 1);
      RegularizerPart part;
      ASSERT_EQ(DPCVX_OK, part.prepare(r, 0.7, centre.data(), static_cast<int64_t>(d), error));
      Vector g(d), at(d), x(d), there(d);
      part.linearize(v.data(), g.data());
      for (const double step : {0.1, 0.4, 2.0}) {
        for (size_t j = 0; j < d; ++j) {
          x[j] = v[j] + (j % 3 == 1 ? 0 : step / std::sqrt(static_cast<double>(d)) * (j % 2 == 0 ? 1 : -1));
          at[j] = v[j] - centre[j], there[j] = x[j] - centre[j];
        }
        const double exact = 0.7 * r.divergence(there.data(), at.data(), static_cast<int64_t>(d));
        double sum = part.rest(x.data());
        for (size_t j = 0; j < d; ++j) sum += part.entry(static_cast<int64_t>(j), x[j]);
        EXPECT_NEAR(sum / exact, 1, 1e-11);
        const int64_t n = 100000;
        int64_t accepted = 0;
        for (int64_t i = 0; i < n; ++i) {
          bool taken = true;
          for (size_t j = 0; j < d && taken; ++j) taken = part.accept_entry(static_cast<int64_t>(j), x[j], rng);
          accepted += taken && part.accept(x.data(), rng);
        }
        const double p = std::exp(-exact), count = static_cast<double>(n);  // 6.2 standard deviations: 1e-9
        EXPECT_NEAR(static_cast<double>(accepted) / count, p, 6.2 * std::sqrt(p * (1 - p) / count) + 20 / count);
      }
    }
  }
}

TEST(RegularizerPart, SettlesAtTheProximalPoint) {
  Error error(nullptr, "test");
  std::mt19937_64 engine(2);
  for (const double p : {1.0, 1.5, 2.0}) {
    for (const size_t d : {1, 2, 31, 200}) {
      const Regularizer r = Regularizer::in_norm(p, static_cast<int64_t>(d));
      for (const double weight : {1e-6, 0.1, 10.0, 1e6}) {
        const Vector centre = normals(engine, d, 1);
        RegularizerPart part;
        ASSERT_EQ(DPCVX_OK, part.prepare(r, weight, centre.data(), static_cast<int64_t>(d), error));
        for (const double size : {0.0, 1e-6, 1.0, 1e6}) {
          Vector c = normals(engine, d, size), v = normals(engine, d, 1), g(d), off(d);
          c[0] = centre[0];
          part.settle(c.data(), 0.3, v.data());
          part.linearize(v.data(), g.data());
          for (size_t j = 0; j < d; ++j) off[j] = v[j] + 0.3 * g[j] - c[j];
          EXPECT_LE(length(off), 1e-5 * (size + 2) * std::sqrt(static_cast<double>(d)))
              << p << " " << d << " " << weight;
        }
      }
    }
  }
}

// What the part splits, from the doubles that it is given, with 32 digits: r(x) less the affine function that touches
// the split at v.
Wide exact_excess(const Regularizer &r, double N, const Vector &x, const Vector &v, const Vector &centre) {
  const Wide q = r.q;
  const auto size = [](Wide a) { return a < 0 ? -a : a; };
  Wide of_x = 0, entries = 0;
  for (size_t j = 0; j < v.size(); ++j) {
    const Wide a = static_cast<Wide>(v[j]) - centre[j], b = static_cast<Wide>(x[j]) - centre[j];
    const Wide slope = a == 0 ? 0 : wide_power(size(a), q - 1) * (a < 0 ? -1 : 1), power = wide_power(size(b), q);
    of_x += power;
    entries += (power - size(a * slope)) / q - slope * (b - a);
  }
  const Wide factor = wide_power(N, 2 - q);
  const Wide rest = (wide_power(of_x, 2 / q) - static_cast<Wide>(N) * N) / 2 - factor * (of_x - wide_power(N, q)) / q;
  return r.c * (factor * entries + rest);
}

TEST(RegularizerPart, KeepsTheErrorsThatItStates) {
  Error error(nullptr, "test");
  std::mt19937_64 engine(3);
  double tilt = 0, log_ratio = 0;
  int64_t beyond_a_hundredth = 0;
  for (const double p : {1.0, 1.1, 1.5, 1.9}) {
    for (const size_t d : {1, 2, 9, 31, 200}) {
      Regularizer r = Regularizer::in_norm(p, static_cast<int64_t>(d));
      if (r.q == 2) r = with_exponent(p == 1 ? 1.2 : p, 1);
      for (int i = 0; i < (d > 31 ? 8 : 100); ++i) {
        const Vector centre = normals(engine, d, i % 2 == 0 || i % 4 == 3 ? 0 : 1);
        RegularizerPart part;
        ASSERT_EQ(DPCVX_OK, part.prepare(r, 1, centre.data(), static_cast<int64_t>(d), error));
        Vector v = normals(engine, d, std::exp2(static_cast<double>(engine() % 8) - 4)), x(d), g(d);
        if (i % 5 == 1) std::fill(v.begin(), v.end(), 2.0);
        const Vector step = normals(engine, d, std::exp2(-static_cast<double>(engine() % 20)));
        for (size_t j = 0; j < d; ++j) x[j] = v[j] + (i % 3 == 0 ? std::fabs(step[j]) : step[j]);
        for (size_t j = 0; j < d; ++j) v[j] += i % 7 == 2 ? -v[j] + centre[j] * 0.5 : 0;
        const double variance = i % 4 == 3 ? std::exp2(-static_cast<double>(engine() % 16)) : 0;
        if (variance > 0) part.settle(x.data(), variance, v.data());
        part.linearize(v.data(), g.data());
        Vector away(d);
        for (size_t j = 0; j < d; ++j) away[j] = std::sqrt(v[j] * v[j] + variance);
        const PartErrors stated = part.errors({std::max(length(x), length(away)) * (1 + 1e-9), INFINITY});
        double sum = part.rest(x.data());
        for (size_t j = 0; j < d; ++j) sum += part.entry(static_cast<int64_t>(j), x[j]);
        const double off = std::fabs(static_cast<double>(sum - exact_excess(r, part.split().norm(), x, v, centre)));
        log_ratio = std::max(log_ratio, off / stated.log_ratio);
        beyond_a_hundredth += off > stated.log_ratio / 1000;
        Wide squares = 0;
        for (size_t j = 0; j < d; ++j) {
          const Wide a = static_cast<Wide>(v[j]) - centre[j];
          const Wide slope = r.c * wide_power(part.split().norm(), 2 - static_cast<Wide>(r.q)) *
                             wide_power(a < 0 ? -a : a, static_cast<Wide>(r.q) - 1) * (a < 0 ? -1 : 1);
          squares += (g[j] - slope) * (g[j] - slope);
        }
        tilt = std::max(tilt, std::sqrt(static_cast<double>(squares)) / stated.tilt);
      }
    }
  }
  EXPECT_LE(tilt, 1);
  EXPECT_LE(log_ratio, 1);
  EXPECT_GT(beyond_a_hundredth, 0);  // the control: bounds a thousand times less are broken
  evidence("lp geometries",
           "arithmetic of the regularizer's part: %.3f of the stated tilt, %.3f of the stated error of log "
           "acceptance",
           tilt, log_ratio);
}

// The two-sample statistic of Kolmogorov and Smirnov, times sqrt(n / 2) for samples of n.
double distance(Vector a, Vector b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double most = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] <= b[j])
      ++i;
    else
      ++j;
    most = std::max(most, std::fabs(static_cast<double>(i) - static_cast<double>(j)));
  }
  return most / static_cast<double>(a.size()) * std::sqrt(static_cast<double>(a.size()) / 2);
}

struct Law {
  Vector norms, shares;
};

// Chains on weight r alone.
Law draw(const Regularizer &r, size_t d, size_t count, double weight, Chain &chain) {
  Error error(nullptr, "test");
  RegularizerPart part;
  EXPECT_EQ(DPCVX_OK, part.prepare(r, weight, nullptr, static_cast<int64_t>(d), error));
  Target target;
  target.dimension = static_cast<int64_t>(d);
  target.parts[0] = &part;
  target.count = 1;
  target.convexity = weight * r.l2_convexity();
  Schedule schedule;
  schedule.eta = 0.2 / target.convexity;
  schedule.rounds = 40;
  schedule.lattice_step = std::ldexp(1, std::ilogb(std::sqrt(schedule.eta)) - 44);
  EXPECT_EQ(DPCVX_OK, chain.prepare(target, schedule, error));
  Rng rng;
  EXPECT_EQ(DPCVX_OK, rng.open_deterministic("regularizer", 11, error));
  ProgressMonitor watch;
  const Vector start(d, 0);
  Vector x(d);
  Law law;
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(DPCVX_OUTCOME_DONE, chain.run(start.data(), rng, watch, x.data()));
    double powers = 0;
    for (const double entry : x) powers += std::pow(std::fabs(entry), r.q);
    law.norms.push_back(weight * r.c * std::pow(powers, 2 / r.q));
    law.shares.push_back(std::pow(std::fabs(x[i % d]), r.q) / powers);
  }
  return law;
}

Law reference(const Regularizer &r, size_t d, size_t count) {
  std::mt19937_64 engine(12);
  std::gamma_distribution<double> of_entry(1 / r.q), of_norm(static_cast<double>(d) / 2, 2);
  Law law;
  for (size_t i = 0; i < count; ++i) {
    double sum = 0, first = 0;
    for (size_t j = 0; j < d; ++j) {
      const double entry = of_entry(engine);
      sum += entry;
      if (j == 0) first = entry;
    }
    law.norms.push_back(of_norm(engine));
    law.shares.push_back(first / sum);
  }
  return law;
}

// P(distance > 3.3) = 2 exp(-2 * 3.3^2) = 7e-10. After 40 rounds of steps 0.2 / m a distance of W is 1.2^-40 W.
TEST(RegularizerPart, ChainsOnItAloneHaveItsLaw) {
  for (const size_t d : {2, 5, 31}) {
    const Regularizer r = d == 31 ? Regularizer::in_norm(1, 31) : with_exponent(d == 2 ? 1.2 : 1.5, 2);
    const size_t count = d == 31 ? 800 : 4000;
    const Law exact = reference(r, d, count);
    Chain chain;
    const Law law = draw(r, d, count, 0.158, chain);
    EXPECT_LT(distance(law.norms, exact.norms), 3.3) << d;
    EXPECT_LT(distance(law.shares, exact.shares), 3.3) << d;
    const double rounds = static_cast<double>(chain.work().rounds), entries = rounds * static_cast<double>(d);
    evidence("lp geometries",
             "chains on the regularizer alone, d = %zu, steps 0.2 / m: %.2f tries a round, %.2f an entry", d,
             static_cast<double>(chain.work().tries) / rounds, static_cast<double>(chain.work().entry_tries) / entries);
    // The control: norms a quarter off.
    Vector moved = law.norms;
    for (double &norm : moved) norm *= 1.25;
    EXPECT_GT(distance(moved, exact.norms), d == 2 ? 1 : 3.3);
  }
}

}  // namespace
