// The chain on targets whose laws are known.
#include "sample/chain.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.h"
#include "random/bernoulli.h"

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

// A bowl that is much narrower than the chain is told, so that rounds take many passes. Counts them, and cancels at
// one.
class Bowl final : public dpcvx::sample::Part {
 public:
  Bowl(dpcvx_monitor *monitor, int64_t last) : monitor_(monitor), last_(last) {}
  void linearize(const double *v, double *g) override {
    at_ = *v;
    *g = kCurvature * std::tanh(*v);
    if (++passes_ == last_) {
      EXPECT_EQ(dpcvx_monitor_cancel(monitor_, nullptr), DPCVX_OK);
    }
  }
  bool accept(const double *x, Rng &rng) override {
    const double tangent = std::log(std::cosh(at_)) + std::tanh(at_) * (*x - at_);
    return dpcvx::random::bernoulli_exp(rng, std::max(0.0, kCurvature * (std::log(std::cosh(*x)) - tangent)));
  }
  double lipschitz(double) const override { return INFINITY; }
  double roughness() const override { return kCurvature; }
  dpcvx::sample::PartErrors errors(const dpcvx::sample::Region &) const override { return {}; }
  int64_t made() const { return passes_; }

 private:
  static constexpr double kCurvature = 30;
  dpcvx_monitor *monitor_;
  int64_t last_, passes_ = 0;
  double at_ = 0;
};

// Rounds may take many passes over many rows.
TEST(Chain, NoPassFollowsACancel) {
  const double start = 12, centre = 0;
  for (int64_t last = 0; last < 25; ++last) {
    dpcvx_monitor *monitor = nullptr;
    ASSERT_EQ(dpcvx_monitor_create(nullptr, nullptr, &monitor, nullptr), DPCVX_OK);
    Bowl bowl(monitor, last);
    Target target;
    target.dimension = 1;
    target.precision = target.convexity = 1;
    target.centre = &centre;
    target.parts[target.count++] = &bowl;
    Schedule schedule;
    schedule.eta = 4;
    schedule.rounds = 20;
    schedule.lattice_step = lattice_below(1);
    Error error(nullptr, "test");
    Chain chain;
    ASSERT_EQ(DPCVX_OK, chain.prepare(target, schedule, error));
    Rng rng;
    ASSERT_EQ(DPCVX_OK, rng.open_deterministic("chain", 5, error));
    ProgressMonitor watch(monitor);
    watch.begin(schedule.rounds);
    double x = 7;
    const int32_t outcome = chain.run(&start, rng, watch, &x);
    if (last == 0) {
      EXPECT_EQ(outcome, DPCVX_OUTCOME_DONE);
      EXPECT_GT(bowl.made(), 25);
    } else {
      EXPECT_EQ(outcome, DPCVX_OUTCOME_CANCELLED);
      EXPECT_EQ(bowl.made(), last);
      EXPECT_EQ(x, 7);
    }
    dpcvx_monitor_destroy(monitor);
  }
}

}  // namespace
