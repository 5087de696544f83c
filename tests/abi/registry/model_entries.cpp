#include "abi/registry/makers.h"

namespace registry {

void add_model(Registry &registry) {
  registry.add(ENTRY(dpcvx_objective_options_create), {out_handle("out")});
  registry.add_destroy("dpcvx_objective_destroy", &dpcvx_objective_destroy, make_objective);
  registry.add(
      ENTRY(dpcvx_objective_create),
      {handle("dataset", make_dataset), choice("loss", DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_LOGISTIC),
       handle("options", make_objective_options).optional(), out_handle("out")});
  registry.add(ENTRY(dpcvx_objective_get), {handle("objective", make_objective),
                                            choice("constant", DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ,
                                                   DPCVX_OBJECTIVE_FIGURE_DIMENSION, DPCVX_OBJECTIVE_FIGURE_UNITS),
                                            out_reals("value")});
  registry.add(ENTRY(dpcvx_nonprivate_objective_value),
               {handle("objective", make_objective), in_reals("w", {0.5, -0.5, 0.1}),
                integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows(), out_reals("value"),
                out_reals("gradient", kDimension).optional()});
  registry.add(
      ENTRY(dpcvx_nonprivate_decision_values),
      {handle("objective", make_objective), in_reals("w", {0.5, -0.5, 0.1}),
       integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows(), handle("dataset", make_dataset),
       out_reals("out", kRows), integer("rows", kRows).rejects(0).rejects(-1).rejects(2).overflows()});
}

}  // namespace registry
