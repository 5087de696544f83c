#include "abi/registry/makers.h"

namespace registry {

void add_optimize(Registry &registry) {
  for (dpcvx_objective *(*const make)() : {make_objective, make_hinge_objective, make_wide_objective}) {
    const int64_t dimension = make == make_wide_objective ? kWideDimension : kDimension;
    registry.add(ENTRY(dpcvx_nonprivate_minimize),
                 {handle("objective", make),
                  in_reals("start", std::vector<double>(static_cast<size_t>(dimension), 0.25)).optional(),
                  handle("options", make_minimize_options).optional(), handle("monitor", make_monitor).optional(),
                  out_reals("w", static_cast<size_t>(dimension)),
                  integer("dimension", dimension).rejects(0).rejects(-1).rejects(2).overflows(),
                  out_reals("gap").optional(), out_reals("distance").optional(), out_int32s("outcome").optional()});
  }
  registry.slow();
  registry.add(ENTRY(dpcvx_minimize_options_create), {out_handle("out")});
  registry.add(ENTRY(dpcvx_sgd_stability_options_create), {out_handle("out")});
  registry.add(ENTRY(dpcvx_sgd_stability_create), {handle("options", make_stability_options), out_handle("out")});
  registry.add_destroy("dpcvx_sgd_stability_destroy", &dpcvx_sgd_stability_destroy, make_stability);
  for (dpcvx_sgd_stability *(*const make)() : {make_stability, make_permuted_stability, make_worst_stability}) {
    const Arg stability = handle("stability", make), gamma = real("gamma", 0.01).above(0).below(1);
    registry.add(ENTRY(dpcvx_sgd_stability_worst), {stability, out_reals("bound")});
    registry.add(ENTRY(dpcvx_sgd_stability_after_touches),
                 {stability, integer("touches", 3).from(0).to(1e9), out_reals("bound")});
    registry.add(ENTRY(dpcvx_sgd_stability_quantile), {stability, gamma, out_reals("bound")});
    registry.add(ENTRY(dpcvx_sgd_stability_expected), {stability, out_reals("bound")});
    registry.add(ENTRY(dpcvx_sgd_stability_curve), {stability, real("noise", 2).above(0), out_handle("out")});
    registry.add(ENTRY(dpcvx_sgd_stability_noise),
                 {stability,
                  integer("form", DPCVX_NOISE_CALIBRATION_EXACT)
                      .accepts(DPCVX_NOISE_CALIBRATION_HIGH_PROBABILITY)
                      .rejects(0)
                      .rejects(-1)
                      .rejects(386),
                  real("epsilon", 1).from(0), real("delta", 1e-6).above(0).below(1), out_reals("noise")});
  }
  const Arg sampled = handle("stability", make_stability);
  registry.add(ENTRY(dpcvx_reference_wang2022_stability),
               {sampled, real("gamma", 0.01).above(0).below(1), out_reals("bound")});
  registry.add(ENTRY(dpcvx_sgd_stability_noise),
               {sampled, integer("form", DPCVX_NOISE_CALIBRATION_REFERENCE).rejects(0).rejects(-1).rejects(386),
                real("epsilon", 1).from(0), real("delta", 1e-6).above(0).below(1), out_reals("noise")});
}

}  // namespace registry
