#include "mechanism/propose_test_release/deletion_release.h"

#include <algorithm>

#include "base/count.h"
#include "base/error.h"
#include "base/text.h"
#include "mechanism/noise/noise.h"
#include "mechanism/propose_test_release/release.h"
#include "privacy/divergences/gdp.h"

namespace dpcvx::mechanism {

namespace {

using privacy::Origin;

DeletionShape shape_of(const LawParameters &terms, const DeletionTask &task, int64_t top) {
  DeletionShape shape;
  shape.users = task.function.users;
  shape.top = top;
  shape.dimension = task.function.dimension;
  shape.deletions = terms.form == DPCVX_TEST_RELEASE_FORM_REFERENCE ? Deletions::kPaper : Deletions::kNeeded;
  return shape;
}

bool fits(const LawParameters &terms, const DeletionShape &shape) {
  return shape.users > shape.depth() && shape.calls() <= terms.max_calls;
}

// The greatest top that the users and the limit of calls leave room for; 0 where there is none.
int64_t max_top(const LawParameters &terms, const DeletionTask &task) {
  int64_t top = 0;
  while (fits(terms, shape_of(terms, task, top + 1))) ++top;
  return top;
}

// The law of the terms; where they leave its top open, of one that fits.
dpcvx_status choose_fitting(const LawParameters &terms, const DeletionTask &task, double epsilon, double delta,
                            StabilityLaw *law, Error &error) {
  DPCVX_TRY(choose_law(LawKind::kFamily, terms, epsilon, delta, law, error));
  const bool open = terms.top == 0 && terms.noise_mu_fraction == 0 && terms.level_epsilon_fraction == 0 &&
                    terms.form == DPCVX_TEST_RELEASE_FORM_EXACT;
  if (!open || fits(terms, shape_of(terms, task, law->top()))) return DPCVX_OK;
  // The best of those with fewer levels, or the one of fewest: a refusal speaks of it.
  constexpr double kMaxNoise = 0x1p-10;
  const int64_t least = family_top(epsilon, delta, kMaxNoise * privacy::gdp_mu_down(epsilon, delta));
  LawParameters fewer = terms;
  fewer.top = std::max(max_top(terms, task), least);
  if (least < 0 || fewer.top >= law->top()) return DPCVX_OK;
  return choose_law(LawKind::kFamily, fewer, epsilon, delta, law, error);
}

dpcvx_status check_fits(const LawParameters &terms, const DeletionTask &task, int64_t top, Error &error) {
  const DeletionShape shape = shape_of(terms, task, top);
  if (shape.users <= shape.depth())
    return error.fail(DPCVX_ERR_ARGUMENT,
                      "argument 'function' = a function of %s; accepted with a law of %lld levels and up to "
                      "%s: more than %lld; a greater price has fewer levels",
                      show_count(shape.users, "user").text, static_cast<long long>(top) + 1,
                      show_count(shape.depth(), "deletion").text, static_cast<long long>(shape.depth()));
  const int64_t calls = shape.calls();
  if (calls > terms.max_calls)
    return error.fail(
        DPCVX_ERR_ARGUMENT,
        "argument 'function' = a function of %s: up to %s of these take %s%lld calls of the "
        "function; "
        "accepted by DPCVX_TEST_RELEASE_OPTION_MAX_CALLS: %lld. Fewer users or a greater price take fewer",
        show_count(shape.users, "user").text, show_count(shape.depth(), "deletion").text,
        calls == INT64_MAX ? "more than " : "", static_cast<long long>(calls), static_cast<long long>(terms.max_calls));
  return DPCVX_OK;
}

// *strange is the first answer that is none, after which the function is not called; 0: there was none.
bool call(const UsersFunction &function, const int64_t *users, int64_t count, double *out, int32_t *strange) {
  if (*strange != 0) return false;
  const int32_t answer = function.callback(users, count, static_cast<int64_t>(function.dimension), out, function.user);
  if (answer != 0 && answer != 1) *strange = answer;
  return answer == 1;
}

// Lambda: 2 top + 1 deletions, or the paper's 8 kappa.
double distance_of(const LawParameters &terms, const DeletionTask &task, int64_t top) {
  const double levels = static_cast<double>(top);
  const double deletions = terms.form == DPCVX_TEST_RELEASE_FORM_REFERENCE ? 4 * levels : 2 * levels + 1;
  return deletions * task.sensitivity * (1 + 0x1p-50);
}

dpcvx_status describe(Release &release, const LawParameters &terms, const DeletionTask &task, const StabilityLaw &law,
                      double distance, const NoisePlan &noise, double delta) {
  DPCVX_TRY(release.prepare(
      privacy::approximate(law.epsilon(), std::min(law.delta(), delta)), "release by deletion",
      terms.form == DPCVX_TEST_RELEASE_FORM_REFERENCE
          ? "Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 1, Theorem 3.3"
          : "Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 1, with fewer levels and deletions"));
  privacy::Guarantee &record = release.record();
  record.add_constant("n", static_cast<double>(task.function.dimension), Origin::kPublic);
  record.add_constant("users", static_cast<double>(task.function.users), Origin::kPublic);
  record.add_constant("deletion_sensitivity", task.sensitivity, Origin::kEnforced);
  record.add_constant("deletions", static_cast<double>(shape_of(terms, task, law.top()).depth()), Origin::kEnforced);
  record.add_constant("distance", distance, Origin::kEnforced);
  record.add_constant("greatest_score", static_cast<double>(law.top()), Origin::kEnforced);
  record.add_constant("mu_of_the_noise", law.mu(), Origin::kEnforced);
  record.add_constant("distance_with_lattice", noise.sensitivity * noise.lattice.step(), Origin::kEnforced);
  record.add_constant("noise_scale", noise_scale(noise), Origin::kEnforced);
  record.add_constant("lattice_step", noise.lattice.step(), Origin::kEnforced);
  record.add_note("the function of a set of users depends on what these own and on nothing else (assumed)");
  record.add_note("data that are not stable give no point: the outcome is told, the users left out are not");
  record.add_note("values beyond 2^61 lattice steps count as the nearest end");
  return DPCVX_OK;
}

}  // namespace

dpcvx_status release_by_deletion(Release &release, const LawParameters &terms, const DeletionTask &task,
                                 ProgressMonitor &watch, double *out, int32_t *outcome) {
  Error &error = release.error();
  double epsilon, delta;
  DPCVX_TRY(pair_of_price(release, &epsilon, &delta, error));
  StabilityLaw law;
  DPCVX_TRY(choose_fitting(terms, task, epsilon, delta, &law, error));
  DPCVX_TRY(check_fits(terms, task, law.top(), error));
  const double distance = distance_of(terms, task, law.top());
  NoisePlan noise;
  DPCVX_TRY(plan_gaussian(law.mu(), distance, task.function.dimension, 0, noise, error));
  DeletionFamily family;
  DPCVX_TRY(family.prepare(shape_of(terms, task, law.top()), task.sensitivity, 0, error));
  DPCVX_TRY(describe(release, terms, task, law, distance, noise, delta));
  DPCVX_TRY(release.charge());
  int32_t strange = 0;
  const auto value = [&](const int64_t *users, int64_t count, double *values) {
    return call(task.function, users, count, values, &strange);
  };
  const bool done = family.fill(task.function.users, value, watch);
  if (strange != 0)
    return error.fail(DPCVX_ERR_CALLBACK,
                      "argument 'function' returned %d; accepted: 1 with a value, 0 where there is none", strange);
  std::fill_n(out, task.function.dimension, 0.0);
  *outcome = DPCVX_OUTCOME_CANCELLED;
  if (!done) return DPCVX_OK;
  const double *const point = family.point(law.draw(release.rng()));
  *outcome = point != nullptr ? DPCVX_OUTCOME_DONE : DPCVX_OUTCOME_UNSTABLE;
  if (point != nullptr) add_noise(release.rng(), noise, point, task.function.dimension, out);
  return DPCVX_OK;
}

}  // namespace dpcvx::mechanism
