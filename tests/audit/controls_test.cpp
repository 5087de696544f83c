// Releases made wrong on purpose: each must be caught, or the audits beside them would mean little.
#include "audit/power.h"

namespace {

// The sensitivity is 2 and the release is told 1: its noise is half of what the claim needs.
TEST(Control, HalvedSensitivityGaussian) {
  Subject subject("halved gaussian", DPCVX_FILTER_GDP, Subject::gdp(1));
  const int64_t runs = runs_for_mu(halfway(2), 1);
  const auto release = [&](int side) {
    const double value = 2 * side;
    double out = NAN;
    expect_ok(dpcvx_release_gaussian(subject.budget(), subject.rng(), subject.price(), &value, 1, 1, nullptr, &out,
                                     nullptr, &subject.error),
              subject.error);
    return out;
  };
  expect_caught("Gaussian, halved sensitivity", "mu", 1, audited(each(release), {runs, kNearlySure}).mu, runs);
}

TEST(Control, HalvedSensitivityLaplace) {
  Subject subject("halved laplace", DPCVX_FILTER_BASIC, Subject::pure(1));
  const int64_t runs = runs_for_epsilon(at_a_centre(2), 1);
  const auto release = [&](int side) {
    const double value = 2 * side;
    double out = NAN;
    expect_ok(dpcvx_release_laplace(subject.budget(), subject.rng(), subject.price(), &value, 1, 1, nullptr, &out,
                                    nullptr, &subject.error),
              subject.error);
    return out;
  };
  expect_caught("Laplace, halved sensitivity", "epsilon", 1, audited(each(release), {runs, kNearlySure}).epsilon, runs);
}

TEST(Control, HalvedSensitivityDiscreteLaplace) {
  Subject subject("halved discrete", DPCVX_FILTER_BASIC, Subject::pure(1));
  const double at_least_centre = 1 / (1 + std::exp(-1.0));
  const int64_t runs = runs_for_epsilon({at_least_centre, std::exp(-2) * at_least_centre}, 1);
  const auto release = [&](int side) {
    const int64_t value = 2 * side;
    int64_t out = 0;
    expect_ok(dpcvx_release_discrete_laplace(subject.budget(), subject.rng(), subject.price(), &value, 1, 1, &out,
                                             nullptr, &subject.error),
              subject.error);
    return static_cast<double>(out);
  };
  expect_caught("discrete Laplace, halved sensitivity", "epsilon", 1,
                audited(each(release), {runs, kNearlySure}).epsilon, runs);
}

TEST(Control, HalvedSensitivityDiscreteGaussian) {
  Subject subject("halved discrete gaussian", DPCVX_FILTER_ZCDP, Subject::zcdp(0.5));
  const int64_t runs = 8000;
  const double delta = 0.05;
  double claim = NAN;
  expect_ok(dpcvx_curve_epsilon(subject.price(), delta, &claim, &subject.error), subject.error);
  const auto release = [&](int side) {
    const int64_t value = 2 * side;
    int64_t out = 0;
    expect_ok(dpcvx_release_discrete_gaussian(subject.budget(), subject.rng(), subject.price(), &value, 1, 1, &out,
                                              nullptr, &subject.error),
              subject.error);
    return static_cast<double>(out);
  };
  expect_caught("discrete Gaussian, halved sensitivity (delta 0.05)", "epsilon", claim,
                audited(each(release), {runs, kNearlySure, delta}).epsilon, runs);
}

// Selection: both scores move by 2.
TEST(Control, HalvedSensitivitySelection) {
  struct Case {
    const char *what;
    decltype(&dpcvx_release_exponential) select;
    double scores[2][2];
  };
  const Case cases[] = {{"exponential mechanism, halved sensitivity", dpcvx_release_exponential, {{0, 4}, {2, 2}}},
                        {"noisy max, halved sensitivity", dpcvx_release_noisy_max, {{0, 4}, {2, 2}}}};
  const int64_t runs = runs_for_epsilon(at_odds(1, std::exp(-2)), 1);  // of noisy max more is seen
  for (const Case &c : cases) {
    Subject subject("halved selection", DPCVX_FILTER_BASIC, Subject::pure(1));
    const auto release = [&](int side) {
      int64_t index = -1;
      expect_ok(c.select(subject.budget(), subject.rng(), subject.price(), c.scores[side], 2, 1, nullptr, &index,
                         nullptr, &subject.error),
                subject.error);
      return index == 0 ? 1.0 : 0.0;
    };
    expect_caught(c.what, "epsilon", 1, audited(each(release), {runs, kNearlySure}).epsilon, runs);
  }
}

// Replace-one data on a release whose noise was made for add/remove: a value clipped to [-1, 1] has sensitivity 1 when
// its unit vanishes and 2 when it is replaced.
TEST(Control, WrongAdjacency) {
  Subject subject("adjacency", DPCVX_FILTER_GDP, Subject::gdp(1), DPCVX_ADJACENCY_ADD_REMOVE);
  const int64_t runs = runs_for_mu(halfway(1), to_reach(0.7));
  for (const bool replaced : {false, true}) {
    const auto release = [&](int side) {
      const double total = 17 + (side == 1 ? 1 : (replaced ? -1 : 0));
      double out = NAN;
      expect_ok(dpcvx_release_gaussian(subject.budget(), subject.rng(), subject.price(), &total, 1, 1, nullptr, &out,
                                       nullptr, &subject.error),
                subject.error);
      return out;
    };
    const double bound = audited(each(release), {runs, kNearlySure}).mu;
    if (replaced)
      expect_caught("a sum under add/remove, its unit replaced", "mu", 1, bound, runs);
    else
      expect_near_claim("a sum under add/remove, its unit removed", "mu", 1, bound, to_reach(0.7), runs);
  }
}

// How much finer a number is than the doubles near 1: whether its last bits go below 2^-53.
double below_the_grid(double value) {
  const double steps = value * 0x1p53;
  return steps != std::floor(steps) ? 1 : 0;
}

// Noise of scale 1 in doubles, added in doubles (Mironov 2012). On the value 0 the sum is the noise itself, whose last
// bits reach below 2^-53 wherever it is small; on the value 1 no sum in [1/2, 2] or near 0 has such bits.
TEST(Control, NoiseInDoubles) {
  const int64_t runs = 6000;
  Generator random(31);
  const AuditFigures doubles =
      audited(each([&](int side) { return below_the_grid((1 - side) + random.laplace()); }), {runs, kNearlySure});
  expect_caught("Laplace noise added in doubles, last bits", "epsilon", 1, doubles.epsilon, runs);

  // Rounded to a lattice first, then noise in doubles: the value is on the lattice, the noise is not.
  const AuditFigures rounded = audited(each([&](int side) {
                                         const double value = std::nearbyint((1 - side) * 0x1p20) * 0x1p-20;
                                         return below_the_grid(value + random.normal());
                                       }),
                                       {runs, kNearlySure});
  expect_caught("Gaussian noise added in doubles after rounding, last bits", "mu", 1, rounded.mu, runs);
}

// The same question to the library's releases, and a count of trailing zeros: nothing to see.
TEST(Control, NoLastBitsOnTheLattice) {
  const int64_t runs = 6000;
  Subject gaussian("lattice gaussian", DPCVX_FILTER_GDP, Subject::gdp(1));
  Subject laplace("lattice laplace", DPCVX_FILTER_BASIC, Subject::pure(1));
  const auto zeros = [](double value) {  // trailing zeros of the significand
    int exponent;
    const double significand = std::frexp(value, &exponent) * 0x1p53;
    const uint64_t bits = static_cast<uint64_t>(std::fabs(significand));
    return bits == 0 ? 64.0 : static_cast<double>(__builtin_ctzll(bits));
  };
  for (const bool finest : {true, false}) {
    const auto look = [&](double out) { return finest ? below_the_grid(out) : zeros(out); };
    const auto gaussian_bits = [&](int side) {
      const double value = 1 - side;
      double out = NAN;
      expect_ok(dpcvx_release_gaussian(gaussian.budget(), gaussian.rng(), gaussian.price(), &value, 1, 1, nullptr, &out,
                                       nullptr, &gaussian.error),
                gaussian.error);
      return look(out);
    };
    const auto laplace_bits = [&](int side) {
      const double value = 1 - side;
      double out = NAN;
      expect_ok(dpcvx_release_laplace(laplace.budget(), laplace.rng(), laplace.price(), &value, 1, 1, nullptr, &out,
                                      nullptr, &laplace.error),
                laplace.error);
      return look(out);
    };
    EXPECT_LE(audited(each(gaussian_bits), {runs, kNearlySure}).mu, 1);
    EXPECT_LE(audited(each(laplace_bits), {runs, kNearlySure}).epsilon, 1);
  }
}

}  // namespace
