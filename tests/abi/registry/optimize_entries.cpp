#include "abi/registry/makers.h"

namespace registry {

void add_optimize(Registry &registry) {
  for (dpcvx_objective *(*const make)() : {make_objective, make_hinge_objective, make_wide_objective}) {
    const bool wide = make == make_wide_objective;
    const int64_t dimension = wide ? kWideDimension : kDimension;
    registry.add(ENTRY(dpcvx_nonprivate_minimize),
                 {handle("objective", make), real("tolerance", 1e-6).from(0),
                  integer("most_passes", 50).from(1).to(1e9).fuzz_to(wide ? 4 : 50),
                  in_reals("start", std::vector<double>(static_cast<size_t>(dimension), 0.25)).optional(),
                  callback("progress", go_on).optional(), user("user"), handle("cancel", make_cancel).optional(),
                  out_reals("w", static_cast<size_t>(dimension)),
                  integer("dimension", dimension).rejects(0).rejects(-1).rejects(2).overflows(),
                  out_reals("gap").optional(), out_reals("distance").optional(), out_int32s("outcome").optional()});
  }
  registry.slow();
}

}  // namespace registry
