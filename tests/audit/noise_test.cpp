// Audits of the raw noise, 5 * 10^6 draws a side, and the controls that say what they can see: noise 2 % short and 1 %
// short. When the long audits are asked for, 10^7 draws see noise 0.5 % short.
#include "audit/power.h"

namespace {

int64_t most_runs() { return long_audits() ? 10000000 : 5000000; }
constexpr double kSigma = 1000.7;

using Draw = std::function<void(dpcvx_rng *rng, int64_t *out, size_t n)>;

Draw rounded_gaussian(double sigma) {
  return [sigma](dpcvx_rng *rng, int64_t *out, size_t n) {
    dpcvx_error error;
    expect_ok(dpcvx_rng_draw_rounded_gaussian(rng, sigma, out, n, &error), error);
  };
}
Draw discrete_gaussian(double sigma) {
  return [sigma](dpcvx_rng *rng, int64_t *out, size_t n) {
    dpcvx_error error;
    expect_ok(dpcvx_rng_draw_discrete_gaussian(rng, sigma, out, n, &error), error);
  };
}
Draw discrete_laplace(double scale) {
  return [scale](dpcvx_rng *rng, int64_t *out, size_t n) {
    dpcvx_error error;
    expect_ok(dpcvx_rng_draw_discrete_laplace(rng, scale, out, n, &error), error);
  };
}

// The noise on the integers 0 and `shift`.
AuditFigures audit_noise(const char *seed, const Draw &draw, int64_t shift, int64_t runs,
                         double confidence = kNearlySure) {
  dpcvx_error error;
  dpcvx_rng *rng = nullptr;
  expect_ok(dpcvx_rng_create_deterministic(seed, std::strlen(seed), &rng, &error), error);
  std::vector<int64_t> noise;
  const Release release = [&](int side, size_t count, double *scores) {
    noise.resize(count);
    draw(rng, noise.data(), count);
    for (size_t i = 0; i < count; ++i) scores[i] = static_cast<double>(noise[i] + side * shift);
  };
  const AuditFigures figures = audited(release, {runs, confidence});
  dpcvx_rng_destroy(rng);
  return figures;
}

TEST(AuditedNoise, RoundedGaussian) {
  const double least = long_audits() ? 0.985 : 0.98;
  const int64_t runs = most_runs();
  EXPECT_LE(missed_mu(halfway(1), runs, least), kMiss);
  const AuditFigures figures = audit_noise("rounded", rounded_gaussian(3000), 3000, runs);
  expect_near_claim("rounded Gaussian draws", "mu", 1, figures.mu, least, runs);
}

TEST(AuditedNoise, DiscreteGaussian) {
  const double mu = 1000 / kSigma, least = long_audits() ? 0.97 : 0.96;
  const int64_t runs = most_runs() / 4;
  EXPECT_LE(missed_mu(halfway(mu), runs, least * mu), kMiss);
  const AuditFigures figures = audit_noise("discrete", discrete_gaussian(kSigma), 1000, runs);
  expect_near_claim("discrete Gaussian draws", "mu", mu, figures.mu, least, runs);
}

TEST(AuditedNoise, DiscreteLaplace) {
  const int64_t runs = most_runs() / 4;
  const AuditFigures figures = audit_noise("laplace", discrete_laplace(7), 7, runs);
  expect_near_claim("discrete Laplace draws", "epsilon", 1, figures.epsilon, long_audits() ? 0.98 : 0.95, runs);
}

TEST(NoiseControl, TwoPercentShort) {
  const int64_t runs = most_runs();
  EXPECT_LE(missed_mu(halfway(1 / 0.98), runs, 1), kMiss);
  const AuditFigures figures = audit_noise("two", rounded_gaussian(0.98 * 3000), 3000, runs);
  expect_caught("Gaussian noise 2 % short, raw draws", "mu", 1, figures.mu, runs);
}

TEST(NoiseControl, LaplaceTwoPercentShort) {
  const int64_t runs = most_runs();
  EXPECT_LE(missed_epsilon(at_a_centre(1 / 0.98), runs, 1), kMiss);
  const AuditFigures figures = audit_noise("two laplace", discrete_laplace(0.98 * 3000), 3000, runs);
  expect_caught("Laplace noise 2 % short, raw draws", "epsilon", 1, figures.epsilon, runs);
}

// At a confidence of 0.95.
TEST(NoiseControl, HalfAPercentOrAPercentShort) {
  const double kept = long_audits() ? 0.995 : 0.99;
  const int64_t runs = most_runs();
  EXPECT_LE(missed_mu(halfway(1 / kept), runs, 1, 0.95), 1e-3);
  const AuditFigures figures = audit_noise("half", rounded_gaussian(kept * 3000), 3000, runs, 0.95);
  EXPECT_GT(figures.mu, 1);
  evidence("audit",
           "control, Gaussian noise %.1f %% short, raw draws: bound on mu %.4f (%.2g runs a side, confidence 0.95)",
           100 * (1 - kept), figures.mu, static_cast<double>(runs));
}

}  // namespace
