// Batches of a fixed size against Poisson batches: what PROOFS.md, section 3, says of one step, by integration.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

double below(double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); }

// The profile of two normals that are mu standard deviations apart.
double normal_profile(double epsilon, double mu) {
  return below(-epsilon / mu + mu / 2) - std::exp(epsilon) * below(-epsilon / mu - mu / 2);
}

struct Pair {
  double rate, first, second;  // (1 - rate) N(0, 1) + rate N(first, 1), and the same with `second`
};

// The profile of a pair, by the midpoint rule.
double profile(const Pair &pair, double epsilon) {
  constexpr double kEnd = 30, kStep = 1e-3;
  const auto bell = [](double x) { return std::exp(-x * x / 2) / std::sqrt(2 * M_PI); };
  const double factor = std::exp(epsilon);
  double sum = 0;
  for (double x = -kEnd + kStep / 2; x < kEnd; x += kStep) {
    const double base = (1 - pair.rate) * bell(x);
    const double one = base + pair.rate * bell(x - pair.first), other = base + pair.rate * bell(x - pair.second);
    sum += std::max(0.0, one - factor * other);
  }
  return sum * kStep;
}

// The least profile of one step with batches of a fixed size: that of Balle, Barthe and Gaboardi 2018.
double fixed_size_profile(double rate, double mu, double epsilon) {
  return rate * normal_profile(std::log1p(std::expm1(epsilon) / rate), 2 * mu);
}

TEST(FixedSize, NeedsNoLessNoiseThanPoissonBatches) {
  for (const double rate : {0.01, 0.1, 0.5, 0.9})
    for (const double mu : {0.2, 0.5, 1.0, 2.0}) {
      double most = 0;
      for (const double epsilon : {0.01, 0.1, 0.5, 1.0, 2.0, 4.0}) {
        const double bound = fixed_size_profile(rate, mu, epsilon);
        // Gradients of all others at -C attain it.
        EXPECT_NEAR(profile({rate, 2 * mu, 0}, epsilon), bound, 1e-5 * bound + 1e-12);
        const double poisson = profile({rate, mu, -mu}, epsilon);
        EXPECT_LE(poisson, bound * (1 + 1e-5) + 1e-12) << rate << " " << mu << " " << epsilon;
        if (poisson > 1e-9) most = std::max(most, bound / poisson);
      }
      EXPECT_GT(most, 1) << "control: the two differ";
    }
}

}  // namespace
