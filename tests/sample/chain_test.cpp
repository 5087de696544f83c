// The chain on targets whose laws are known.
#include "sample/chain.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.h"

namespace {

using dpcvx::Error;
using dpcvx::ProgressMonitor;
using dpcvx::random::Rng;
using dpcvx::sample::Chain;
using dpcvx::sample::Schedule;
using dpcvx::sample::Target;

double lattice_below(double sigma) { return std::ldexp(1, std::ilogb(sigma) - 44); }

// V = (lambda/2) (x - r)^2 alone: a round is x <- s^2 (lambda r + (x + sqrt(eta) Z) / eta) + s Z', so the law of the
// chain is Gaussian, and its mean and variance follow a recursion.
TEST(Chain, WithoutPartsItFollowsTheGaussianRecursion) {
  const double lambda = 2, centre = 1.5, eta = 0.7, start = -1;
  Target target;
  target.dimension = 1;
  target.precision = target.convexity = lambda;
  target.centre = &centre;
  Schedule schedule;
  schedule.eta = eta;
  schedule.rounds = 3;
  schedule.lattice_step = lattice_below(std::sqrt(eta));
  Error error(nullptr, "test");
  Chain chain;
  ASSERT_EQ(DPCVX_OK, chain.prepare(target, schedule, error));
  double mean = start, variance = 0;
  const double s2 = 1 / (lambda + 1 / eta);
  for (int64_t t = 0; t < schedule.rounds; ++t) {
    mean = s2 * (lambda * centre + mean / eta);
    variance = s2 * s2 / (eta * eta) * (variance + eta) + s2;
  }
  Rng rng;
  ASSERT_EQ(DPCVX_OK, rng.open_deterministic("chain", 5, error));
  const int64_t n = 100000;
  double sum = 0, squares = 0;
  ProgressMonitor watch;
  for (int64_t i = 0; i < n; ++i) {
    double x;
    ASSERT_EQ(DPCVX_OUTCOME_DONE, chain.run(&start, rng, watch, &x));
    sum += x - mean;
    squares += (x - mean) * (x - mean);
  }
  // 6.2 standard deviations: a false alarm once in 1e9.
  const double count = static_cast<double>(n);
  EXPECT_LT(std::fabs(sum / count), 6.2 * std::sqrt(variance / count));
  EXPECT_LT(std::fabs(squares / count / variance - 1), 6.2 * std::sqrt(2 / count));
  EXPECT_EQ(chain.work().tries, chain.work().rounds);
}

}  // namespace
