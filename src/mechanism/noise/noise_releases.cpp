#include "mechanism/noise/noise.h"
#include "mechanism/calibrate_release.h"
#include "mechanism/releases.h"

namespace dpcvx::mechanism {
namespace {

using privacy::Origin;

constexpr const char *kClipped = "values beyond 2^61 lattice steps count as the nearest end, NaN as 0";

void describe_lattice(privacy::Guarantee &record, const NoisePlan &plan, size_t n) {
  record.add_constant("n", static_cast<double>(n), Origin::kPublic);
  record.add_constant("sensitivity_with_lattice", plan.sensitivity * plan.lattice.step(), Origin::kEnforced);
  record.add_constant("noise_scale", noise_scale(plan), Origin::kEnforced);
  record.add_constant("lattice_step", plan.lattice.step(), Origin::kEnforced);
  record.add_note(kClipped);
}

void describe_integers(privacy::Guarantee &record, const NoisePlan &plan, size_t n) {
  record.add_constant("n", static_cast<double>(n), Origin::kPublic);
  record.add_constant("noise_scale", noise_scale(plan), Origin::kEnforced);
  record.add_note("sums beyond int64 count as the nearest end");
}

template <class T>
dpcvx_status add_paid_noise(Release &release, const NoisePlan &plan, const T *values, size_t n, T *out) {
  DPCVX_TRY(release.charge());
  add_noise(release.rng(), plan, values, n, out);
  return DPCVX_OK;
}

// Calibrates mu to the price and plans the noise.
dpcvx_status plan_gaussian_for(const privacy::Curve &price, double l2_sensitivity, size_t n,
                               const ReleaseParameters &terms, double *mu, NoisePlan &plan, Error &error) {
  DPCVX_TRY(gaussian_for_price(price, mu, error));
  return plan_gaussian(*mu, l2_sensitivity, n, terms.step, plan, error);
}

dpcvx_status plan_laplace_for(const privacy::Curve &price, double l1_sensitivity, size_t n,
                              const ReleaseParameters &terms, double *epsilon, NoisePlan &plan, Error &error) {
  DPCVX_TRY(pure_for_price(price, epsilon, error));
  return plan_laplace(*epsilon, l1_sensitivity, n, terms.step, plan, error);
}

}  // namespace

dpcvx_status gaussian_scale(const privacy::Curve &price, size_t n, double l2_sensitivity,
                            const ReleaseParameters &terms, double *sigma, Error &error) {
  double mu;
  NoisePlan plan;
  DPCVX_TRY(plan_gaussian_for(price, l2_sensitivity, n, terms, &mu, plan, error));
  *sigma = noise_scale(plan);
  return DPCVX_OK;
}

dpcvx_status laplace_scale(const privacy::Curve &price, size_t n, double l1_sensitivity, const ReleaseParameters &terms,
                           double *scale, Error &error) {
  double epsilon;
  NoisePlan plan;
  DPCVX_TRY(plan_laplace_for(price, l1_sensitivity, n, terms, &epsilon, plan, error));
  *scale = noise_scale(plan);
  return DPCVX_OK;
}

dpcvx_status release_gaussian(Release &release, const double *values, size_t n, double l2_sensitivity,
                              const ReleaseParameters &terms, double *out) {
  double mu;
  NoisePlan plan;
  DPCVX_TRY(plan_gaussian_for(release.price(), l2_sensitivity, n, terms, &mu, plan, release.error()));
  DPCVX_TRY(
      release.prepare(privacy::gdp(mu), "lattice Gaussian",
                      "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on a lattice, its rounding in the "
                      "sensitivity (Mironov 2012)"));
  release.record().add_constant("l2_sensitivity", l2_sensitivity, Origin::kAssumed);
  describe_lattice(release.record(), plan, n);
  return add_paid_noise(release, plan, values, n, out);
}

dpcvx_status release_laplace(Release &release, const double *values, size_t n, double l1_sensitivity,
                             const ReleaseParameters &terms, double *out) {
  double epsilon;
  NoisePlan plan;
  DPCVX_TRY(plan_laplace_for(release.price(), l1_sensitivity, n, terms, &epsilon, plan, release.error()));
  DPCVX_TRY(release.prepare(privacy::pure(epsilon), "lattice Laplace",
                            "discrete Laplace mechanism (Ghosh, Roughgarden and Sundararajan 2009) on a lattice, its "
                            "rounding in the sensitivity (Mironov 2012)"));
  release.record().add_constant("l1_sensitivity", l1_sensitivity, Origin::kAssumed);
  describe_lattice(release.record(), plan, n);
  return add_paid_noise(release, plan, values, n, out);
}

dpcvx_status release_discrete_gaussian(Release &release, const int64_t *values, size_t n, double l2_sensitivity,
                                       int64_t *out) {
  double rho;
  DPCVX_TRY(zcdp_for_price(release.price(), &rho, release.error()));
  NoisePlan plan;
  DPCVX_TRY(plan_discrete_gaussian(rho, l2_sensitivity, plan, release.error()));
  DPCVX_TRY(release.prepare(privacy::zcdp(rho), "discrete Gaussian",
                            "discrete Gaussian mechanism (Canonne, Kamath and Steinke 2020, Theorem 14)"));
  release.record().add_constant("l2_sensitivity", l2_sensitivity, Origin::kAssumed);
  describe_integers(release.record(), plan, n);
  return add_paid_noise(release, plan, values, n, out);
}

dpcvx_status release_discrete_laplace(Release &release, const int64_t *values, size_t n, int64_t l1_sensitivity,
                                      int64_t *out) {
  double epsilon;
  DPCVX_TRY(pure_for_price(release.price(), &epsilon, release.error()));
  NoisePlan plan;
  DPCVX_TRY(plan_discrete_laplace(epsilon, l1_sensitivity, plan, release.error()));
  DPCVX_TRY(release.prepare(privacy::pure(epsilon), "discrete Laplace",
                            "discrete Laplace mechanism (Ghosh, Roughgarden and Sundararajan 2009)"));
  release.record().add_constant("l1_sensitivity", static_cast<double>(l1_sensitivity), Origin::kAssumed);
  describe_integers(release.record(), plan, n);
  return add_paid_noise(release, plan, values, n, out);
}

}  // namespace dpcvx::mechanism
