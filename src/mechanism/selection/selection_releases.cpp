#include "base/arena.h"
#include "base/error.h"
#include "mechanism/calibrate_release.h"
#include "mechanism/selection/rank_utility.h"
#include "mechanism/releases.h"
#include "mechanism/selection/selection.h"

namespace dpcvx::mechanism {
namespace {

using privacy::Origin;

// Under add/remove a unit may be absent, and how many there are is as private as their values.
void describe_units(const Release &release, size_t n, privacy::Guarantee &record) {
  if (release.adjacency() == DPCVX_ADJACENCY_ADD_REMOVE)
    record.add_note("the number of values is private: a unit that is absent has none");
  else
    record.add_constant("n", static_cast<double>(n), Origin::kPublic);
  record.add_note("each value belongs to one unit, and no unit has two (assumed)");
}

constexpr const char *kRunTime = "the running time depends on the data: keep it from the adversary";

// Scores that all move the same way when a unit arrives do not when one is replaced.
dpcvx_status check_monotonic(const Release &release, const ReleaseParameters &terms, Error &error) {
  if (terms.monotonic && release.adjacency() != DPCVX_ADJACENCY_ADD_REMOVE)
    return error.argument("DPCVX_RELEASE_OPTION_MONOTONIC", int64_t{1},
                          "0, or a budget under DPCVX_ADJACENCY_ADD_REMOVE");
  return DPCVX_OK;
}

void describe_scores(privacy::Guarantee &record, const SelectionPlan &plan, size_t n, double sensitivity,
                     const ReleaseParameters &terms) {
  record.add_constant("n", static_cast<double>(n), Origin::kPublic);
  record.add_constant("sensitivity", sensitivity, Origin::kAssumed);
  record.add_constant("sensitivity_with_lattice", plan.sensitivity * plan.lattice.step(), Origin::kEnforced);
  record.add_constant("lattice_step", plan.lattice.step(), Origin::kEnforced);
  if (terms.monotonic) record.add_note("one unit's arrival moves all scores the same way (assumed)");
  record.add_note("scores beyond 2^61 lattice steps count as the nearest end, NaN as 0");
  record.add_note(kRunTime);
}

constexpr const char *kExponentialTheorem =
    "exponential mechanism (McSherry and Talwar 2007), of bounded range (Dong, Durfee and Rogers 2020; Cesar and "
    "Rogers "
    "2021)";

}  // namespace

dpcvx_status release_exponential(Release &release, const double *scores, size_t n, double sensitivity,
                                 const ReleaseParameters &terms, int64_t *index) {
  DPCVX_TRY(check_monotonic(release, terms, release.error()));
  double epsilon;
  DPCVX_TRY(bounded_range_for_price(release.price(), &epsilon, release.error()));
  SelectionPlan plan;
  DPCVX_TRY(plan_exponential(epsilon, sensitivity, terms.monotonic, terms.step, plan, release.error()));
  DPCVX_TRY(release.prepare(privacy::bounded_range(epsilon), "exponential mechanism", kExponentialTheorem));
  describe_scores(release.record(), plan, n, sensitivity, terms);
  DPCVX_TRY(release.charge());
  *index = choose_exponential(release.rng(), plan, scores, n);
  return DPCVX_OK;
}

dpcvx_status release_noisy_max(Release &release, const double *scores, size_t n, double sensitivity,
                               const ReleaseParameters &terms, int64_t *index) {
  DPCVX_TRY(check_monotonic(release, terms, release.error()));
  double epsilon;
  DPCVX_TRY(pure_for_price(release.price(), &epsilon, release.error()));
  SelectionPlan plan;
  DPCVX_TRY(plan_permute_and_flip(epsilon, sensitivity, terms.monotonic, terms.step, plan, release.error()));
  Arena memory;
  memory.plan<uint64_t>(n);
  memory.plan<size_t>(n);
  DPCVX_TRY(memory.reserve("the order of the scores", release.error()));
  DPCVX_TRY(
      release.prepare(privacy::pure(epsilon), "permute-and-flip",
                      "permute-and-flip (McKenna and Sheldon 2020; report-noisy-max with exponential noise, Ding et "
                      "al. 2021)"));
  describe_scores(release.record(), plan, n, sensitivity, terms);
  DPCVX_TRY(release.charge());
  uint64_t *const losses = memory.take<uint64_t>(n);
  size_t *const order = memory.take<size_t>(n);
  *index = choose_permute_and_flip(release.rng(), plan, scores, n, losses, order);
  return DPCVX_OK;
}

dpcvx_status release_quantile(Release &release, const double *values, size_t n, double q, double low, double high,
                              const ReleaseParameters &terms, double *out) {
  double epsilon;
  DPCVX_TRY(bounded_range_for_price(release.price(), &epsilon, release.error()));
  QuantilePlan plan;
  DPCVX_TRY(plan_quantile(epsilon, low, high, terms.step, plan, release.error()));
  Buffer<int64_t> places;
  if (!places.allocate(n)) return release.error().nomem("the sorted values");
  DPCVX_TRY(release.prepare(privacy::bounded_range(epsilon), "private quantile", kExponentialTheorem));
  privacy::Guarantee &record = release.record();
  record.add_constant("q", q, Origin::kPublic);
  record.add_constant("low", low, Origin::kPublic);
  record.add_constant("high", high, Origin::kPublic);
  record.add_constant("lattice_step", plan.lattice.step(), Origin::kEnforced);
  describe_units(release, n, record);
  record.add_note("a value outside [low, high] counts as the nearest end, NaN as 0");
  record.add_note(kRunTime);
  DPCVX_TRY(release.charge());
  *out = choose_quantile(release.rng(), plan, values, n, q, places.data());
  return DPCVX_OK;
}

dpcvx_status release_range(Release &release, const double *values, size_t n, double coverage, double *low,
                           double *high) {
  double epsilon;
  DPCVX_TRY(bounded_ranges_for_price(release.price(), 2, &epsilon, release.error()));
  const RangePlan plan = plan_range(epsilon);
  DPCVX_TRY(release.prepare(privacy::bounded_range(epsilon, 2), "private range", kExponentialTheorem));
  privacy::Guarantee &record = release.record();
  record.add_constant("coverage", coverage, Origin::kPublic);
  record.add_constant("values_left_out_at_each_end_at_least", plan.min_rank, Origin::kPublic);
  describe_units(release, n, record);
  if (release.adjacency() != DPCVX_ADJACENCY_ADD_REMOVE && static_cast<double>(n) < 2 * plan.min_rank)
    record.add_note("n is too small for this price: the ends have little to do with the values");
  record.add_note("a value beyond 2^64 in size counts as the nearest end, NaN as 0");
  DPCVX_TRY(release.charge());
  const ValueRange range = choose_range(release.rng(), plan, values, n, coverage);
  *low = range.low;
  *high = range.high;
  return DPCVX_OK;
}

}  // namespace dpcvx::mechanism
