#include "abi/registry/makers.h"

namespace registry {

void add_solve(Registry &registry) {
  registry.add(ENTRY(dpcvx_solve_options_create), {out_handle("out")});
  registry.add_destroy("dpcvx_fit_destroy", &dpcvx_fit_destroy, make_fit);
  registry.add(
      ENTRY(dpcvx_fit_create_noisy_gradient_descent),
      {handle("budget", make_budget), handle("rng", make_rng), handle("price", make_curve),
       handle("objective", make_objective), handle("options", make_solve_options).optional(), out_handle("out")});
  registry.add(ENTRY(dpcvx_fit_get),
               {handle("fit", make_fit),
                choice("figure", DPCVX_FIT_FIGURE_STEPS, DPCVX_FIT_FIGURE_DIMENSION, DPCVX_FIT_FIGURE_PREDICTED_RISK),
                out_reals("value")});
  registry.add(
      ENTRY(dpcvx_fit_create_noisy_gradient_descent),
      {handle("budget", make_budget), handle("rng", make_rng), handle("price", make_curve),
       handle("objective", make_wide_objective), handle("options", make_solve_options).optional(), out_handle("out")});
  registry.slow();
  registry.add(ENTRY(dpcvx_fit_coefficients),
               {handle("fit", make_fit), out_reals("out", kDimension),
                integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows()});
  registry.add(ENTRY(dpcvx_fit_decision_values),
               {handle("fit", make_fit), handle("dataset", make_dataset), out_reals("out", kRows),
                integer("rows", kRows).rejects(0).rejects(-1).rejects(2).overflows()});
  registry.add(ENTRY(dpcvx_fit_to_json), {handle("fit", make_fit), text_out()});
  registry.add(ENTRY(dpcvx_fit_guarantee), {handle("fit", make_fit), out_handle("out")});
}

}  // namespace registry
