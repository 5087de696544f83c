// Bounds of SGD's stability for numbers at the ends of their ranges: squares that underflow or overflow, contractions
// that are hardly any, and terms that leave a distance to one cause alone.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "dpcvx/optimize.h"
#include "optimize/sgd_noise.h"
#include "optimize/sgd_stability.h"

namespace {

using dpcvx::Error;
using dpcvx::optimize::SgdMixture;
using dpcvx::optimize::SgdStability;
using dpcvx::optimize::SgdStabilityInputs;

SgdStabilityInputs lipschitz_terms(double step_size, double lipschitz) {
  SgdStabilityInputs terms;
  terms.units = 1000;
  terms.steps = 5000;
  terms.sampled = true;
  terms.adjacency = DPCVX_ADJACENCY_REPLACE_ONE;
  terms.step_size = step_size;
  terms.lipschitz = lipschitz;
  return terms;
}

struct Prepared {
  SgdStability bounds;
  SgdMixture mixture;
};

dpcvx_status prepare(const SgdStabilityInputs &terms, Prepared *out) {
  Error error(nullptr, "stability");
  const dpcvx_status status = out->bounds.prepare(terms, error);
  return status != DPCVX_OK ? status : out->bounds.mixture(512, &out->mixture, error);
}

// Lengths are proportional to eta G: where they are too small for that they are no less.
TEST(SgdExtremes, SmallLengthsAreNotLost) {
  Prepared one;
  ASSERT_EQ(prepare(lipschitz_terms(1, 1), &one), DPCVX_OK);
  for (const double eta : {1e-60, 1e-100, 1e-170, 1e-300, 5e-324})
    for (const double lipschitz : {1e30, 1.0, 1e-60, 1e-300, 5e-324}) {
      Prepared it;
      ASSERT_EQ(prepare(lipschitz_terms(eta, lipschitz), &it), DPCVX_OK);
      const double scale = eta * lipschitz;
      EXPECT_GT(it.bounds.worst(), 0) << eta << ' ' << lipschitz;
      EXPECT_GE(it.bounds.worst(), one.bounds.worst() * scale * (1 - 1e-9));
      for (const int64_t touches : {1, 2, 100}) {
        EXPECT_GT(it.bounds.after(touches), 0) << eta << ' ' << lipschitz;
        EXPECT_GE(it.bounds.after(touches), one.bounds.after(touches) * scale * (1 - 1e-9));
      }
      EXPECT_GE(it.mixture.mean(), one.mixture.mean() * scale * (1 - 1e-9));
      const double noise = dpcvx::optimize::tight_noise(it.mixture, 1, 1e-6);
      EXPECT_GE(noise, dpcvx::optimize::tight_noise(one.mixture, 1, 1e-6) * scale * (1 - 1e-9));
      dpcvx::privacy::Curve curve;
      Error error(nullptr, "stability");
      ASSERT_EQ(dpcvx::optimize::add_noisy_output(it.mixture, noise, &curve, error), DPCVX_OK);
      EXPECT_LE(curve.delta(1), 1e-6 * (1 + 1e-12)) << eta << ' ' << lipschitz;
    }
}

// Whatever leaves the least of distances, no noise that a curve of it does not keep.
TEST(SgdExtremes, LeastCausesKeepTheirPrice) {
  for (int cause = 0; cause < 4; ++cause) {
    SgdStabilityInputs terms = lipschitz_terms(1, cause == 1 ? 0.0 : 1.0);
    terms.units = 3;
    if (cause == 0) terms.radius = 5e-324, terms.diameter = 1e-323;
    if (cause == 1) terms.step_error = 5e-324;
    if (cause == 2) terms.step_size = 5e-324, terms.lipschitz = 0.1;
    if (cause == 3) terms.exponent = 0.5, terms.holder = 1e-300, terms.gradient_at_zero = 0, terms.radius = 1e-300;
    Prepared it;
    ASSERT_EQ(prepare(terms, &it), DPCVX_OK) << cause;
    EXPECT_GT(it.bounds.worst(), 0) << cause;
    for (const double epsilon : {1e-9, 1.0, 50.0})
      for (const double delta : {1e-300, 1e-6, 0.5}) {
        const double noise = dpcvx::optimize::tight_noise(it.mixture, epsilon, delta);
        EXPECT_GT(noise, 0) << cause;
        dpcvx::privacy::Curve curve;
        Error error(nullptr, "stability");
        ASSERT_EQ(dpcvx::optimize::add_noisy_output(it.mixture, noise, &curve, error), DPCVX_OK);
        EXPECT_LE(curve.delta(epsilon), delta * (1 + 1e-9)) << cause << ' ' << epsilon << ' ' << delta;
      }
  }
}

// A quadratic that hardly contracts changes nothing.
TEST(SgdExtremes, SlightestContraction) {
  Prepared none;
  ASSERT_EQ(prepare(lipschitz_terms(0.1, 1), &none), DPCVX_OK);
  for (const double l2 : {5e-324, 1e-300, 1e-200, 1e-30}) {
    SgdStabilityInputs terms = lipschitz_terms(0.1, 1);
    terms.l2 = l2;
    Prepared it;
    ASSERT_EQ(prepare(terms, &it), DPCVX_OK) << l2;
    EXPECT_NEAR(it.bounds.worst() / none.bounds.worst(), 1, 1e-9) << l2;
    EXPECT_NEAR(it.bounds.after(1) / none.bounds.after(1), 1, 1e-9) << l2;
  }
}

TEST(SgdExtremes, DistancesBeyondDoublesAreRefused) {
  SgdStabilityInputs terms = lipschitz_terms(1, 1);
  terms.step_defect = 1e30;
  terms.step_size = 1e-20;
  Prepared it;
  EXPECT_EQ(prepare(terms, &it), DPCVX_OK);
  // Iterates on R^d that grow without a bound to speak of.
  SgdStabilityInputs far = lipschitz_terms(1e10, INFINITY);
  far.exponent = 0.99, far.holder = 1e3, far.oscillation = 1, far.gradient_at_zero = 1, far.value_at_zero = 1;
  EXPECT_EQ(prepare(far, &it), DPCVX_ERR_UNSUPPORTED);
  // A domain bounds what growth does not.
  far.step_size = 1;
  far.oscillation = INFINITY, far.radius = 1, far.diameter = 2;
  int huge = 0;
  for (far.holder = 50; far.holder < 90; far.holder += 0.5) {
    if (prepare(far, &it) != DPCVX_OK) continue;
    huge += it.bounds.growth() > 1e304;
    EXPECT_NEAR(it.mixture.lengths[it.mixture.size - 1], 2, 1e-9) << far.holder;
  }
  EXPECT_GT(huge, 0);
}

// Theorem 7 counts touches by Chernoff's bound; the quantile is no farther, however rare it is.
TEST(SgdExtremes, RareQuantilesAreNoFartherThanTheoremSeven) {
  SgdStabilityInputs terms = lipschitz_terms(1e-3, 1);
  terms.steps = 1000000000, terms.units = 7e8;
  terms.holder = 1, terms.gradient_at_zero = 1, terms.value_at_zero = 1;
  Prepared it;
  ASSERT_EQ(prepare(terms, &it), DPCVX_OK);
  Error error(nullptr, "stability");
  double least = INFINITY;
  for (const double gamma : {5e-324, 1e-300, 1e-245, 1e-240, 1e-200}) {
    double paper = -1;
    ASSERT_EQ(it.bounds.paper(gamma, &paper, error), DPCVX_OK);
    EXPECT_LE(it.bounds.quantile(it.mixture, gamma), std::min(least, paper)) << gamma;
    least = it.bounds.quantile(it.mixture, gamma);
  }
}

TEST(SgdExtremes, TheoremSevenStaysAboveTheQuantile) {
  for (const double eta : {1e-3, 1e-100, 1e-200, 1e-300}) {
    SgdStabilityInputs terms = lipschitz_terms(eta, INFINITY);
    terms.exponent = 0.5, terms.holder = 0.5, terms.gradient_at_zero = 1, terms.radius = 1, terms.diameter = 2;
    Prepared it;
    ASSERT_EQ(prepare(terms, &it), DPCVX_OK);
    Error error(nullptr, "stability");
    for (const double gamma : {5e-324, 1e-300, 1e-6, 0.5}) {
      double paper = -1;
      ASSERT_EQ(it.bounds.paper(gamma, &paper, error), DPCVX_OK);
      EXPECT_GE(paper, it.bounds.quantile(it.mixture, gamma)) << eta << ' ' << gamma;
      EXPECT_LT(paper, INFINITY);
    }
  }
}

}  // namespace
