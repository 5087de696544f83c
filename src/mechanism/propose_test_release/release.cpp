#include "mechanism/propose_test_release/release.h"

#include <algorithm>

#include "base/buffer.h"
#include "base/error.h"

namespace dpcvx::mechanism {

using privacy::Origin;

namespace {

const char *theorem_of(LawKind kind, int32_t form) {
  const bool family = kind == LawKind::kFamily;
  switch (form) {
    case DPCVX_TEST_RELEASE_FORM_TRUNCATED_LAPLACE:
      return family ? "test of stability by truncated Laplace levels (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang "
                      "2023, Theorem 3.3): (epsilon1 + epsilon2, 2 p0 + e^epsilon1 delta2)"
                    : "test of stability by truncated Laplace levels, one point for all: (epsilon1 + epsilon2, p0 + "
                      "delta2). After Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Theorem 3.3";
    case DPCVX_TEST_RELEASE_FORM_REFERENCE:
      return "test of stability by truncated Laplace levels, delta recomputed for the levels as they are drawn. "
             "Constants of Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 1";
    default:
      return family ? "test of stability: the sum of the hockey-stick divergences of neighbouring levels, for the "
                      "integers that decide. After Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 1"
                    : "test of stability: the greatest hockey-stick divergence of two neighbouring scores, for the "
                      "integers that decide. After Dwork and Lei 2009; Ghazi, Kamath, Kumar, Manurangsi, Meka and "
                      "Zhang 2023, Algorithm 1";
  }
}

}  // namespace

dpcvx_status pair_of_price(const Release &release, double *epsilon, double *delta, Error &error) {
  const privacy::Curve &price = release.price();
  if (!price.is_pair() || !release.takes_pairs()) {
    char shown[160];
    price.describe(shown, sizeof(shown));
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'price' = %s%s; accepted: one (epsilon, delta) price with delta > 0, on a budget of "
                      "DPCVX_FILTER_BASIC or with a basic sub-budget. DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION and "
                      "_BASIC_DELTA_FRACTION set one aside. A test of stability fails with a probability that other "
                      "prices have no room for",
                      shown, price.is_pair() ? " on a budget that takes no such price" : "");
  }
  *epsilon = price[0].a;
  *delta = price[0].b;
  return DPCVX_OK;
}

dpcvx_status StableRelease::plan(Release &release, LawKind kind, const LawParameters &terms, size_t n,
                                 double distance) {
  Error &error = release.error();
  double epsilon, delta;
  DPCVX_TRY(pair_of_price(release, &epsilon, &delta, error));
  DPCVX_TRY(choose_law(kind, terms, epsilon, delta, &law_, error));
  DPCVX_TRY(plan_gaussian(law_.mu(), distance, n, 0, noise_, error));
  const bool family = kind == LawKind::kFamily;
  DPCVX_TRY(release.prepare(privacy::approximate(law_.epsilon(), std::min(law_.delta(), delta)),
                            family ? "stable family" : "stable point", theorem_of(kind, terms.form)));
  privacy::Guarantee &record = release.record();
  record.add_constant("n", static_cast<double>(n), Origin::kPublic);
  record.add_constant("distance", distance, Origin::kAssumed);
  record.add_constant("greatest_score", static_cast<double>(law_.top()), Origin::kEnforced);
  record.add_constant("mu_of_the_noise", law_.mu(), Origin::kEnforced);
  if (law_.step() > 0) record.add_constant("epsilon_of_the_levels", law_.step(), Origin::kEnforced);
  record.add_constant("distance_with_lattice", noise_.sensitivity * noise_.lattice.step(), Origin::kEnforced);
  record.add_constant("noise_scale", noise_scale(noise_), Origin::kEnforced);
  record.add_constant("lattice_step", noise_.lattice.step(), Origin::kEnforced);
  record.add_note("one unit's change moves the score by at most 1, or a stable level by one (assumed)");
  record.add_note(family
                      ? "the points of neighbouring levels of neighbours are within the distance (assumed)"
                      : "the points of neighbours whose scores are at most greatest_score, one of them below it, are "
                        "within the distance (assumed)");
  record.add_note("data that do not pass the test give no point: the outcome is told, the score and the level are not");
  record.add_note("values beyond 2^61 lattice steps count as the nearest end, NaN as 0");
  return DPCVX_OK;
}

void StableRelease::tell(Release &release, bool passes, const double *point, size_t n, double *out,
                         int32_t *released) const {
  add_noise(release.rng(), noise_, point, n, out);
  if (!passes) std::fill_n(out, n, 0.0);
  *released = passes ? 1 : 0;
}

dpcvx_status release_stable_point(Release &release, const LawParameters &terms, int64_t score, const double *point,
                                  size_t n, double distance, double *out, int32_t *released) {
  StableRelease stable;
  DPCVX_TRY(stable.plan(release, LawKind::kPoint, terms, n, distance));
  DPCVX_TRY(stable.charge(release));
  const bool passes = score <= stable.law().draw(release.rng());
  stable.tell(release, passes, point, n, out, released);
  return DPCVX_OK;
}

dpcvx_status release_stable_family(Release &release, const LawParameters &terms, dpcvx_test_release_callback callback,
                                   void *user, size_t n, double distance, double *out, int32_t *released) {
  StableRelease stable;
  DPCVX_TRY(stable.plan(release, LawKind::kFamily, terms, n, distance));
  Buffer<double> point;
  if (!point.allocate(n)) return release.error().nomem("a point of stable data");
  DPCVX_TRY(stable.charge(release));
  const int32_t answer = callback(stable.law().draw(release.rng()), static_cast<int64_t>(n), point.data(), user);
  if (answer != 0 && answer != 1)
    return release.error().fail(DPCVX_ERR_CALLBACK,
                                "argument 'callback' returned %d; accepted: 1 with a point of stable data, 0", answer);
  stable.tell(release, answer == 1, point.data(), n, out, released);
  return DPCVX_OK;
}

}  // namespace dpcvx::mechanism
