// Audits of the raw noise, 10^7 draws a side, and the controls that say what they can see: noise 2 % short and 0.5 %
// short.
#include "audit/subject.h"

namespace {

constexpr int64_t kRuns = 10000000;
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
AuditFigures audit_noise(const char *seed, const Draw &draw, int64_t shift, int64_t runs = kRuns,
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

// Power of the controls on Gaussian noise at mu = 1, half of the 10^7 draws counted. The test at the midpoint has error
// rates 0.309, known to a standard deviation of 2.1e-4, or 5.9e-4 in each quantile (density 0.352).
//  - 2 % short, confidence 1 - 1e-9 (z = 6.1): the bound is about 1.0204 - 2 * 6.1 * 5.9e-4 = 1.0132, standard
//  deviation
//    8.3e-4: above 1 by 16 of them.
//  - 0.5 % short, confidence 0.95 (z = 1.96): about 1.0050 - 0.0023 = 1.0027, above 1 by 3.2 of them.
TEST(AuditedNoise, RoundedGaussian) {
  const AuditFigures figures = audit_noise("rounded", rounded_gaussian(3000), 3000);
  expect_near_claim("rounded Gaussian draws", "mu", 1, figures.mu, 0.99, kRuns);
}

TEST(AuditedNoise, DiscreteGaussian) {
  const double mu = 1000 / kSigma;
  const AuditFigures figures = audit_noise("discrete", discrete_gaussian(kSigma), 1000, kRuns / 4);
  expect_near_claim("discrete Gaussian draws", "mu", mu, figures.mu, 0.98, kRuns / 4);
}

TEST(AuditedNoise, DiscreteLaplace) {
  const AuditFigures figures = audit_noise("laplace", discrete_laplace(7), 7, kRuns / 4);
  expect_near_claim("discrete Laplace draws", "epsilon", 1, figures.epsilon, 0.98, kRuns / 4);
}

TEST(NoiseControl, TwoPercentShort) {
  const AuditFigures figures = audit_noise("two", rounded_gaussian(0.98 * 3000), 3000);
  expect_caught("Gaussian noise 2 % short, raw draws", "mu", 1, figures.mu, kRuns);
}

TEST(NoiseControl, LaplaceTwoPercentShort) {
  // Half-lines: e^-1/2 against 1/2, known to 2.1e-4 and 1.7e-4; at z = 6.1 the bound is about
  // 1.0204 - 6.1 * (4.5e-4 + 9.3e-4) = 1.012, standard deviation 1.0e-3.
  const AuditFigures figures = audit_noise("two laplace", discrete_laplace(0.98 * 3000), 3000);
  expect_caught("Laplace noise 2 % short, raw draws", "epsilon", 1, figures.epsilon, kRuns);
}

TEST(NoiseControl, HalfAPercentShort) {
  const AuditFigures figures = audit_noise("half", rounded_gaussian(0.995 * 3000), 3000, kRuns, 0.95);
  EXPECT_GT(figures.mu, 1);
  evidence("audit",
           "control, Gaussian noise 0.5 %% short, raw draws: bound on mu %.4f (1e+07 runs a side, confidence 0.95)",
           figures.mu);
}

}  // namespace
