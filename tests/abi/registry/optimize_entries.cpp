#include "abi/registry/makers.h"

namespace registry {

void add_optimize(Registry &registry) {
  registry.add(
      ENTRY(dpcvx_nonprivate_minimize),
      {handle("objective", make_objective), real("tolerance", 1e-6).above(0),
       integer("most_steps", 50).from(1).fuzz_to(50), out_reals("w", kDimension),
       integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows(),
       out_reals("gradient_norm").optional(), out_reals("distance").optional(), out_int32s("converged").optional()});
  registry.add(
      ENTRY(dpcvx_nonprivate_minimize),
      {handle("objective", make_wide_objective), real("tolerance", 1e-6).above(0),
       integer("most_steps", 50).from(1).fuzz_to(4), out_reals("w", kWideDimension),
       integer("dimension", kWideDimension).rejects(0).rejects(-1).rejects(2).overflows(),
       out_reals("gradient_norm").optional(), out_reals("distance").optional(), out_int32s("converged").optional()});
  registry.slow();
}

}  // namespace registry
