#include "mechanism/calibrate_release.h"
#include "mechanism/releases.h"

namespace dpcvx::mechanism {

using privacy::Origin;

dpcvx_status release_randomized_response(Release &release, const int64_t *answers, size_t n, int64_t categories,
                                         int64_t *out) {
  double epsilon;
  DPCVX_TRY(pure_for_price(release.price(), &epsilon, release.error()));
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
  return DPCVX_OK;
}

}  // namespace dpcvx::mechanism
