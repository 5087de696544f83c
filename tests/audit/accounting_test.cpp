// Audits of what the curves say about a composition and about subsampling: the mechanisms are simulated here, by
// another generator and in doubles, and scored by their exact log-likelihood ratios.
#include "audit/subject.h"

namespace {

double normal_density(double x) { return std::exp(-x * x / 2); }

struct CurveHandle {
  ~CurveHandle() { dpcvx_curve_destroy(handle); }
  double epsilon(double delta) {
    double value = NAN;
    expect_ok(dpcvx_curve_epsilon(handle, delta, &value, &error), error);
    return value;
  }
  dpcvx_curve *handle = nullptr;
  dpcvx_error error{};
};

// Three Gaussian releases, two of Laplace noise and one randomized response.
TEST(AuditedAccounting, Composition) {
  const double sigma = 2, scale = 4, flip = 0.4;
  CurveHandle parts[3], whole;
  expect_ok(dpcvx_curve_create_gaussian(sigma, &parts[0].handle, &whole.error), whole.error);
  expect_ok(dpcvx_curve_create_laplace(scale, &parts[1].handle, &whole.error), whole.error);
  expect_ok(dpcvx_curve_create_pure(flip, &parts[2].handle, &whole.error), whole.error);
  const dpcvx_curve *const handles[3] = {parts[0].handle, parts[1].handle, parts[2].handle};
  const int64_t counts[3] = {3, 2, 1};
  expect_ok(dpcvx_curve_create_composition(handles, counts, 3, &whole.handle, &whole.error), whole.error);

  Generator random(41);
  const auto release = [&](int side) {
    double ratio = 0;
    for (int i = 0; i < 3; ++i) ratio += (sigma * random.normal() + side - 0.5) / (sigma * sigma);
    for (int i = 0; i < 2; ++i) {
      const double out = scale * random.laplace() + side;
      ratio += (std::fabs(out) - std::fabs(out - 1)) / scale;
    }
    const bool truth = random.uniform() * (1 + std::exp(-flip)) < 1;
    return ratio + (truth == (side == 1) ? flip : -flip);
  };
  const int64_t runs = audit_runs(400000);
  for (const double delta : {0.2, 0.05, 0.01}) {
    const double claim = whole.epsilon(delta);
    const double bound = audited(each(release), {runs, kNearlySure, delta}).epsilon;
    char what[96];
    std::snprintf(what, sizeof(what), "curve of a composition (delta %g)", delta);
    expect_near_claim(what, "epsilon", claim, bound, 0.6, runs);
  }
}

// One step on a batch: the unit is in it with probability `rate`, and then shifts the sum, in units of the noise.
struct Sampled {
  double rate, shift;
  double density(double x) const { return (1 - rate) * normal_density(x) + rate * normal_density(x - shift); }
};

// Several steps, the sides' laws given; either may be the numerator.
AuditFigures audit_steps(const Sampled (&law)[2], int steps, double delta, int64_t runs) {
  Generator random(42);
  const auto release = [&](int side) {
    double ratio = 0;
    for (int i = 0; i < steps; ++i) {
      const double x = random.normal() + (random.uniform() < law[side].rate ? law[side].shift : 0);
      ratio += std::log(law[1].density(x) / law[0].density(x));
    }
    return ratio;
  };
  return audited(each(release), {runs, kNearlySure, delta});
}

// Renyi accounting of subsampling is not tight at the deltas that an audit can see.
TEST(AuditedAccounting, Subsampling) {
  struct Case {
    const char *what;
    int32_t sampling;
    Sampled law[2];
  };
  const double rate = 0.5, multiplier = 2;
  const Case cases[] = {
      {"curve of Poisson sampling, a unit added", DPCVX_SAMPLING_POISSON, {{rate, 0}, {rate, 1 / multiplier}}},
      {"curve of Poisson sampling, a unit removed", DPCVX_SAMPLING_POISSON, {{rate, 1 / multiplier}, {rate, 0}}},
      {"curve of sampling without replacement, a unit replaced",
       DPCVX_SAMPLING_WITHOUT_REPLACEMENT,
       {{rate, 0}, {rate, 1 / multiplier}}},
      {"curve of sampling without replacement, a unit replaced by its opposite",
       DPCVX_SAMPLING_WITHOUT_REPLACEMENT,
       {{rate, -0.5 / multiplier}, {rate, 0.5 / multiplier}}},
  };
  const int64_t runs = audit_runs(200000), steps = 16;
  const double delta = 0.01;
  for (const Case &c : cases) {
    CurveHandle curve;
    expect_ok(dpcvx_curve_create_subsampled_gaussian(c.sampling, multiplier, rate, steps, &curve.handle, &curve.error),
              curve.error);
    const double bound = audit_steps(c.law, steps, delta, runs).epsilon;
    expect_near_claim(c.what, "epsilon", curve.epsilon(delta), bound, 0.4, runs);
  }
}

// The curve of Poisson sampling holds when a unit comes or goes; one that turns into its opposite changes the sum by
// twice as much.
TEST(AccountingControl, PoissonSamplingUnderReplaceOne) {
  const double rate = 0.5, multiplier = 2, delta = 0.01;
  const int64_t runs = 200000, steps = 16;
  CurveHandle curve;
  expect_ok(dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON, multiplier, rate, steps, &curve.handle,
                                                   &curve.error),
            curve.error);
  const Sampled law[2] = {{rate, -1 / multiplier}, {rate, 1 / multiplier}};
  expect_caught("the add/remove curve of Poisson sampling, a unit replaced", "epsilon", curve.epsilon(delta),
                audit_steps(law, steps, delta, runs).epsilon, runs);
}

}  // namespace
