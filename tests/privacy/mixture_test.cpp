// Mixtures of Gaussian privacy against sums and integrals computed here, in long doubles.
#include "privacy/mixture.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <vector>

#include "evidence.h"
#include "privacy/calibrate.h"
#include "privacy/gaussian.h"
#include "privacy/helpers.h"

namespace dpcvx {
namespace privacy {
namespace {

using Numbers = std::vector<double>;

// delta_mu(epsilon) by complementary error functions; good where mu is not small.
long double gaussian_delta(long double mu, long double epsilon) {
  if (mu == 0) return 0;
  const long double root = std::sqrt(2.0L), c = epsilon / mu, h = mu / 2;
  return (std::erfc((c - h) / root) - std::exp(epsilon) * std::erfc((c + h) / root)) / 2;
}

long double exact_delta(const Numbers &mus, const Numbers &probabilities, long double epsilon) {
  long double sum = 0;
  for (size_t k = 0; k < mus.size(); ++k) sum += probabilities[k] * gaussian_delta(mus[k], epsilon);
  return sum;
}

Curve mixture(const Numbers &mus, const Numbers &probabilities, int64_t count = 1) {
  dpcvx_error record;
  Error error(&record, "test");
  Curve curve;
  EXPECT_EQ(curve.add_gdp_mixture(mus.data(), probabilities.data(), mus.size(), count, error), DPCVX_OK);
  return curve;
}

// The binomial probabilities of 0..size - 1 touches, and what is left with the last.
Numbers binomial(int64_t steps, double rate, size_t size) {
  Numbers probabilities(size);
  long double left = 1, log_rate = std::log(static_cast<long double>(rate)), log_rest = std::log1p(-1.0L * rate);
  for (size_t k = 0; k + 1 < size; ++k) {
    const long double n = steps, i = k;
    const long double p =
        std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) + i * log_rate + (n - i) * log_rest);
    probabilities[k] = static_cast<double>(p);
    left -= p;
  }
  probabilities[size - 1] = static_cast<double>(std::fmax(left, 0.0L));
  return probabilities;
}

TEST(Mixture, DeltaIsTheSum) {
  const Numbers mus = {0, 0.5, 1, 1.5, 4}, probabilities = {0.25, 0.25, 0.25, 0.125, 0.125};
  const Curve curve = mixture(mus, probabilities);
  for (const double epsilon : {0.0, 0.1, 1.0, 3.0, 10.0, 20.0}) {
    const double exact = static_cast<double>(exact_delta(mus, probabilities, epsilon));
    EXPECT_GE(curve.delta(epsilon), exact * (1 - 1e-15)) << epsilon;
    EXPECT_LE(curve.delta(epsilon), exact * (1 + 1e-12)) << epsilon;
  }
}

TEST(Mixture, OneEntryIsGaussian) {
  for (const double mu : {0.0, 1e-300, 0.3, 7.0, 1e15}) {
    const Curve alone = mixture({mu}, {1}), with_none = mixture({2 * mu + 1, mu, mu}, {0, 0.5, 0.5});
    const Curve plain = curve_of({gdp(mu)});
    for (const double epsilon : {0.0, 0.5, 4.0}) {
      EXPECT_EQ(alone.delta(epsilon), plain.delta(epsilon));
      EXPECT_EQ(with_none.delta(epsilon), plain.delta(epsilon));
    }
    EXPECT_EQ(with_none.epsilon(1e-6), plain.epsilon(1e-6));
    EXPECT_EQ(with_none.gdp_mu(), mu);
    EXPECT_EQ(with_none[0].kind, Kind::kGdp);
  }
}

TEST(Mixture, Speed) {
  Numbers mus(4096), p = binomial(100000, 0.01, 4096), lengths(4096);
  for (size_t k = 0; k < mus.size(); ++k) mus[k] = 1e-2 * static_cast<double>(k);
  for (double &x : p) x = std::fmax(x, 1e-300);
  const auto seconds = [](const auto &f) {
    const auto start = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const Curve curve = mixture(mus, p);
  double a, b, c, d;
  const double t1 = seconds([&] { a = curve.delta(1); });
  const double t2 = seconds([&] { b = curve.epsilon(1e-6); });
  const double t3 = seconds([&] { c = mixture_scale_within(mus.data(), p.data(), 4096, 1, 1e-6); });
  const double t4 = seconds([&] { d = curve.rdp(4); });
  for (double &m : mus) m /= c;
  const double back = mixture(mus, p).delta(1);
  std::printf("size %zu delta %g %.2f ms, epsilon %g %.2f ms, scale %g %.2f ms back %.17g, rdp %g %.2f ms\n",
              curve[0].size, a, 1e3 * t1, b, 1e3 * t2, c, 1e3 * t3, back, d, 1e3 * t4);
}

}  // namespace
}  // namespace privacy
}  // namespace dpcvx
