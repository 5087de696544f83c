// What the certificate rests on, by quadrature in one dimension, for potentials with corners and hard walls: a round
// contracts, a shift of y is hidden by the draw, and so two chains come as close as the bound says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/evidence.h"
#include "privacy/divergences/gdp.h"
#include "sample/certificate.h"

namespace dpcvx::sample {
namespace {

constexpr double kLow = -8, kHigh = 8;
constexpr int kCells = 1600;
constexpr double kWidth = (kHigh - kLow) / kCells;

double point(int i) { return kLow + (i + 0.5) * kWidth; }

// Convex but for m x^2 / 2.
struct Potential {
  const char *name;
  double (*rest)(double x);
  double m, low, high;  // the domain

  double operator()(double x) const { return x < low || x > high ? INFINITY : rest(x) + m / 2 * x * x; }
};

const Potential kPotentials[] = {
    {"normal", [](double) { return 0.0; }, 1, -100, 100},
    {"hinge", [](double x) { return 3 * std::max(0.0, 1 - x); }, 0.5, -100, 100},
    {"absolute", [](double x) { return 8 * std::fabs(x - 0.3); }, 0.2, -100, 100},
    {"logistic", [](double x) { return 5 * std::log1p(std::exp(-x)); }, 0.3, -100, 100},
    {"wall", [](double) { return 0.0; }, 0.7, 0, 100},
    {"absolute between walls", [](double x) { return 2 * std::fabs(x); }, 0.1, -0.5, 1.5},
    {"steep at a wall", [](double x) { return -6 * x; }, 1, -1, 0.5},
};

using Law = std::vector<double>;  // masses of cells

void normalize(Law *law) {
  double sum = 0;
  for (double mass : *law) sum += mass;
  for (double &mass : *law) mass /= sum;
}

Law draw_given(const Potential &potential, double y, double eta) {
  Law law(kCells);
  double least = INFINITY;
  for (int i = 0; i < kCells; ++i) {
    const double x = point(i);
    law[static_cast<size_t>(i)] = potential(x) + (x - y) * (x - y) / (2 * eta);
    least = std::min(least, law[static_cast<size_t>(i)]);
  }
  for (double &mass : law) mass = std::exp(least - mass);
  normalize(&law);
  return law;
}

// delta(epsilon) of P against Q: a lower bound of the densities', up to the quadrature.
double hockey_stick(const Law &p, const Law &q, double epsilon) {
  double sum = 0;
  for (size_t i = 0; i < p.size(); ++i) sum += std::max(0.0, p[i] - std::exp(epsilon) * q[i]);
  return sum;
}

// The greatest delta / certified delta at a few epsilons, both ways.
double share_of_bound(const Law &p, const Law &q, double mu) {
  double share = 0;
  for (const double epsilon : {0.0, 0.3 * mu, mu, 2 * mu}) {
    const double stated = privacy::gdp_delta_up(mu, epsilon);
    share = std::max({share, hockey_stick(p, q, epsilon) / stated, hockey_stick(q, p, epsilon) / stated});
  }
  return share;
}

// The greatest distance between equal quantiles, within a cell: the coupling that is best for every cost.
double transport(const Law &p, const Law &q) {
  double most = 0, above = 0, below = 0;
  size_t j = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    above += p[i];
    if (above < 1e-9 || above > 1 - 1e-9) continue;
    while (j + 1 < q.size() && below + q[j] < above) below += q[j++];
    most = std::max(most, std::fabs(static_cast<double>(j) - static_cast<double>(i)) * kWidth);
  }
  return most;
}

TEST(Contraction, OfARoundAndOfWhatADrawHides) {
  double contraction = 0, hidden = 0;
  for (const Potential &potential : kPotentials)
    for (const double eta : {0.02, 0.3, 2.0})
      for (const double y : {-2.0, 0.1, 1.0})
        for (const double apart : {0.1, 1.0}) {
          const Law p = draw_given(potential, y, eta), q = draw_given(potential, y + apart, eta);
          const double bound = apart / (1 + potential.m * eta);
          EXPECT_LE(transport(p, q), bound + 2 * kWidth) << potential.name << " " << eta << " " << y;
          if (apart == 1) contraction = std::max(contraction, transport(p, q) / bound);
          const double mu = apart / std::sqrt(eta * (1 + potential.m * eta));
          if (mu > 6) continue;
          const double share = share_of_bound(p, q, mu);
          EXPECT_LE(share, 1 + 3e-3) << potential.name << " " << eta << " " << y;  // cells blur the densities' crossing
          hidden = std::max(hidden, share);
        }
  EXPECT_GT(hidden, 0.99);
  EXPECT_GT(contraction, 0.95);
  evidence("sampler certificate",
           "draws by quadrature, 7 potentials: contraction up to %.3f of its bound (cells), "
           "hidden shifts up to %.5f",
           contraction, hidden);
}

// The law of a chain after some rounds, on the cells.
class Rounds {
 public:
  Rounds(const Potential &potential, double eta) : draws_(kCells), noise_(2 * kCells + 1) {
    for (int i = 0; i < kCells; ++i) draws_[static_cast<size_t>(i)] = draw_given(potential, point(i), eta);
    for (int i = 0; i <= 2 * kCells; ++i) {
      const double z = (i - kCells) * kWidth;
      noise_[static_cast<size_t>(i)] = std::exp(-z * z / (2 * eta)) * kWidth / std::sqrt(2 * std::acos(-1.0) * eta);
    }
  }
  Law next(const Law &law) const {
    Law y(kCells), x(kCells);
    for (int i = 0; i < kCells; ++i) {
      const double mass = law[static_cast<size_t>(i)];
      if (mass < 1e-18) continue;
      for (int j = 0; j < kCells; ++j) y[static_cast<size_t>(j)] += mass * noise_[static_cast<size_t>(j - i + kCells)];
    }
    for (int i = 0; i < kCells; ++i) {
      const double mass = y[static_cast<size_t>(i)];
      if (mass < 1e-18) continue;
      const Law &draw = draws_[static_cast<size_t>(i)];
      for (size_t j = 0; j < x.size(); ++j) x[j] += mass * draw[j];
    }
    normalize(&x);
    return x;
  }

 private:
  std::vector<Law> draws_;
  Law noise_;
};

TEST(Contraction, TwoChainsComeAsCloseAsTheBoundSays) {
  double greatest = 0;
  int64_t cases = 0;
  for (const Potential &potential : kPotentials) {
    const double eta = 0.15;
    const Rounds rounds(potential, eta);
    const int from = kCells / 2 - 20, to = from + 80;  // 0.8 apart
    Law p(kCells), q(kCells);
    p[static_cast<size_t>(from)] = q[static_cast<size_t>(to)] = 1;
    for (int64_t t = 1; t <= 6; ++t) {
      p = rounds.next(p), q = rounds.next(q);
      const double mu = gdp_after(potential.m, eta, (to - from) * kWidth, t);
      const double share = share_of_bound(p, q, mu);
      EXPECT_LE(share, 1 + 1e-3) << potential.name << " " << t;
      greatest = std::max(greatest, share);
      ++cases;
    }
  }
  EXPECT_GT(greatest, 0.995);
  evidence("sampler certificate", "%lld pairs of chains by quadrature: delta up to %.5f of the certified",
           static_cast<long long>(cases), greatest);
}

// Without strong convexity a hard domain makes up for it: uniform, or tilted, between two walls.
TEST(Contraction, WithinAHardDomainTotalVariationFallsByBlocks) {
  double greatest = 0;
  for (const double slope : {0.0, 1.5})
    for (const double eta : {0.05, 0.4, 1.0}) {
      const auto rest = slope > 0 ? [](double x) { return 1.5 * x; } : [](double) { return 0.0; };
      const Potential potential{"walls", rest, 0, -1, 1};
      const Rounds rounds(potential, eta);
      const Law target = draw_given(potential, 0, 1e9);
      Law law(kCells);
      law[static_cast<size_t>((1 - kLow) / kWidth) - 1] = 1;
      for (int64_t t = 1; t <= 24; ++t) {
        law = rounds.next(law);
        const double exact = hockey_stick(law, target, 0), stated = variation_within(0, eta, 2, t);
        EXPECT_LE(exact, stated * (1 + 1e-3) + 1e-8) << slope << " " << eta << " " << t;
        if (stated < 1 && stated > 1e-6) greatest = std::max(greatest, exact / stated);
      }
      const int64_t needed = rounds_within(0, eta, 2, 1e-6);
      EXPECT_LE(variation_within(0, eta, 2, needed), 1e-6);
      EXPECT_LT(static_cast<double>(needed), 3 + 20 * 4 / eta);
      EXPECT_LT(needed, rounds_for_variation(0, eta, 2, 1e-6));
    }
  EXPECT_GT(greatest, 0.3);
}

TEST(Contraction, ControlTheBoundOfMoreConvexityIsPassed) {
  const Potential &normal = kPotentials[0];
  const double eta = 0.15;
  const Rounds rounds(normal, eta);
  Law p(kCells), q(kCells);
  p[kCells / 2] = q[kCells / 2 + 80] = 1;
  for (int t = 0; t < 4; ++t) p = rounds.next(p), q = rounds.next(q);
  EXPECT_GT(share_of_bound(p, q, gdp_after(1.2 * normal.m, eta, 80 * kWidth, 4)), 1.02);
}

}  // namespace
}  // namespace dpcvx::sample
