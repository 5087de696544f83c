#include "mechanism/noise.h"
#include "mechanism/price.h"
#include "mechanism/releases.h"

namespace dpcvx {
namespace mechanism {
namespace {

using privacy::Origin;

constexpr const char *kClipped = "values beyond 2^61 lattice steps count as the nearest end, NaN as 0";

void describe_lattice(privacy::Guarantee &record, const NoisePlan &plan, size_t n) {
  record.add_constant("n", static_cast<double>(n), Origin::kPublic);
  record.add_constant("lattice_step", plan.lattice.step(), Origin::kEnforced);
  record.add_constant("rounded_sensitivity_in_steps", plan.sensitivity, Origin::kEnforced);
  record.add_constant("noise_scale_in_steps", plan.scale, Origin::kEnforced);
  record.add_note(kClipped);
}

void describe_integers(privacy::Guarantee &record, const NoisePlan &plan, size_t n) {
  record.add_constant("n", static_cast<double>(n), Origin::kPublic);
  record.add_constant("noise_scale", plan.scale, Origin::kEnforced);
  record.add_note("sums beyond int64 count as the nearest end");
}

template <class T>
dpcvx_status add_paid_noise(Release &release, const NoisePlan &plan, const T *values, size_t n, T *out) {
  DPCVX_TRY(release.charge());
  add_noise(release.rng(), plan, values, n, out);
  release.finish();
  return DPCVX_OK;
}

}  // namespace

dpcvx_status release_gaussian(Release &release, const double *values, size_t n, double l2_sensitivity,
                              const ReleaseTerms &terms, double *out) {
  double mu;
  DPCVX_TRY(buy_gaussian(release.price(), &mu, release.error()));
  NoisePlan plan;
  DPCVX_TRY(plan_gaussian(mu, l2_sensitivity, n, terms.step, plan, release.error()));
  DPCVX_TRY(
      release.prepare(privacy::gdp(mu), "lattice Gaussian",
                      "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on a lattice, its rounding in the "
                      "sensitivity (Mironov 2012)"));
  release.record().add_constant("l2_sensitivity", l2_sensitivity, Origin::kAssumed);
  describe_lattice(release.record(), plan, n);
  return add_paid_noise(release, plan, values, n, out);
}

dpcvx_status release_laplace(Release &release, const double *values, size_t n, double l1_sensitivity,
                             const ReleaseTerms &terms, double *out) {
  double epsilon;
  DPCVX_TRY(buy_pure(release.price(), &epsilon, release.error()));
  NoisePlan plan;
  DPCVX_TRY(plan_laplace(epsilon, l1_sensitivity, n, terms.step, plan, release.error()));
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
  DPCVX_TRY(buy_zcdp(release.price(), &rho, release.error()));
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
  DPCVX_TRY(buy_pure(release.price(), &epsilon, release.error()));
  NoisePlan plan;
  DPCVX_TRY(plan_discrete_laplace(epsilon, l1_sensitivity, plan, release.error()));
  DPCVX_TRY(release.prepare(privacy::pure(epsilon), "discrete Laplace",
                            "discrete Laplace mechanism (Ghosh, Roughgarden and Sundararajan 2009)"));
  release.record().add_constant("l1_sensitivity", static_cast<double>(l1_sensitivity), Origin::kAssumed);
  describe_integers(release.record(), plan, n);
  return add_paid_noise(release, plan, values, n, out);
}

dpcvx_status release_randomized_response(Release &release, const int64_t *answers, size_t n, int64_t categories,
                                         int64_t *out) {
  double epsilon;
  DPCVX_TRY(buy_pure(release.price(), &epsilon, release.error()));
  const ResponsePlan plan = plan_response(epsilon, static_cast<uint64_t>(categories));
  DPCVX_TRY(release.prepare(privacy::pure(epsilon), "randomized response",
                            "randomized response (Warner 1965) over k categories (Kairouz, Bonawitz and Ramage 2016)"));
  privacy::Guarantee &record = release.record();
  // As many reports leave as units are asked.
  const bool nominal = release.adjacency() == DPCVX_ADJACENCY_ADD_REMOVE;
  record.add_constant("n", static_cast<double>(n), nominal ? Origin::kAssumed : Origin::kPublic);
  if (nominal)
    record.add_note(
        "n is nominal, public by the caller's word: a unit that is absent reports on the answer 0 (assumed)");
  record.add_constant("categories", static_cast<double>(categories), Origin::kPublic);
  record.add_constant("epsilon_of_each_report", epsilon, Origin::kEnforced);
  record.add_constant("replacement_probability", replacement_probability(plan), Origin::kEnforced);
  record.add_note("each answer belongs to one unit, and no unit has two (assumed)");
  record.add_note("an answer outside the categories counts as 0");
  DPCVX_TRY(release.charge());
  respond(release.rng(), plan, answers, n, out);
  release.finish();
  return DPCVX_OK;
}

}  // namespace mechanism
}  // namespace dpcvx
