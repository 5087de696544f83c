#include "abi/registry/makers.h"

namespace registry {

void add_optimize(Registry &registry) {
  registry.add(ENTRY(dpcvx_nonprivate_minimize),
               {handle("objective", make_objective), real("tolerance", 1e-6).above(0),
                integer("most_steps", 50).from(1).fuzz_to(50), out_reals("w", kDimension).written_on_failure(),
                integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows(),
                out_reals("gradient_norm").optional().written_on_failure(),
                out_reals("distance").optional().written_on_failure()});
  registry.add(ENTRY(dpcvx_nonprivate_minimize),
               {handle("objective", make_wide_objective), real("tolerance", 1e-6).above(0),
                integer("most_steps", 50).from(1).fuzz_to(4), out_reals("w", kWideDimension).written_on_failure(),
                integer("dimension", kWideDimension).rejects(0).rejects(-1).rejects(2).overflows(),
                out_reals("gradient_norm").optional().written_on_failure(),
                out_reals("distance").optional().written_on_failure()});
  registry.slow();
}

}  // namespace registry
