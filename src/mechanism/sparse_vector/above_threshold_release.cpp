#include "mechanism/calibrate_release.h"
#include "mechanism/releases.h"

namespace dpcvx::mechanism {

using privacy::Origin;

dpcvx_status start_above_threshold(Release &release, double threshold, double sensitivity, int64_t max_above,
                                   const ReleaseParameters &terms, AboveThreshold &stream) {
  double epsilon;
  DPCVX_TRY(pure_for_price(release.price(), &epsilon, release.error()));
  DPCVX_TRY(stream.plan(epsilon, threshold, sensitivity, max_above, terms.step, release.error()));
  DPCVX_TRY(release.prepare(privacy::pure(epsilon), "above-threshold",
                            "sparse vector technique (Dwork and Roth 2014, Algorithm 1; Lyu, Su and Li 2017, Algorithm "
                            "1), in integers"));
  privacy::Guarantee &record = release.record();
  record.add_constant("threshold", threshold, Origin::kPublic);
  record.add_constant("max_above", static_cast<double>(max_above), Origin::kPublic);
  record.add_constant("sensitivity", sensitivity, Origin::kAssumed);
  const double step = stream.lattice().step();
  record.add_constant("sensitivity_with_lattice", stream.sensitivity() * step, Origin::kEnforced);
  record.add_constant("threshold_noise_scale", stream.threshold_scale() * step, Origin::kEnforced);
  record.add_constant("answer_noise_scale", stream.answer_scale() * step, Origin::kEnforced);
  record.add_constant("lattice_step", step, Origin::kEnforced);
  record.add_note("each query of the stream has this sensitivity (assumed)");
  DPCVX_TRY(release.charge());
  stream.start(release.rng());
  return DPCVX_OK;
}

}  // namespace dpcvx::mechanism
