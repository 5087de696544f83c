#include "abi/registry/makers.h"

namespace registry {

void add_random(Registry &registry) {
  const double largest = std::ldexp(1.0, 50);

  registry.add_destroy("dpcvx_rng_destroy", &dpcvx_rng_destroy, make_rng);
  registry.add(ENTRY(dpcvx_rng_create), {out_handle("out")});
  registry.add(ENTRY(dpcvx_rng_create_deterministic),
               {in_bytes("seed", "0123456789abcdef0123456789abcdef"),
                size("seed_bytes", 32).from(1).to(32).or_named("seed"), out_handle("out")});
  registry.add(ENTRY(dpcvx_rng_is_deterministic), {handle("rng", make_rng), out_int32s("deterministic")});
  registry.add(ENTRY(dpcvx_rng_draw_bytes),
               {handle("rng", make_rng), out_bytes("out", 64), size("bytes", 64).of_bytes().or_named("out")});
  registry.add(ENTRY(dpcvx_rng_draw_uniform),
               {handle("rng", make_rng), integer("bound", 10).from(1), out_integers("out", 8),
                integer("n", 8).from(0).overflows().or_named("out")});
  registry.add(ENTRY(dpcvx_rng_draw_bernoulli_exp),
               {handle("rng", make_rng), real("x", 0.7).from(0), out_int32s("out", 8),
                integer("n", 8).from(0).overflows().or_named("out")});
  registry.add(ENTRY(dpcvx_rng_draw_discrete_laplace),
               {handle("rng", make_rng), real("scale", 3).from(std::ldexp(1.0, -10)).to(largest),
                out_integers("out", 8), integer("n", 8).from(0).overflows().or_named("out")});
  registry.add(ENTRY(dpcvx_rng_draw_discrete_gaussian),
               {handle("rng", make_rng), real("sigma", 3).from(std::ldexp(1.0, -5)).to(largest), out_integers("out", 8),
                integer("n", 8).from(0).overflows().or_named("out")});
  registry.add(ENTRY(dpcvx_rng_draw_rounded_gaussian),
               {handle("rng", make_rng), real("sigma", 3).from(std::ldexp(1.0, -5)).to(largest), out_integers("out", 8),
                integer("n", 8).from(0).overflows().or_named("out")});
  registry.add(ENTRY(dpcvx_rng_draw_truncated_discrete_laplace),
               {handle("rng", make_rng), real("epsilon", 0.5).above(0).to(1024),
                integer("kappa", 20).from(0).to(std::ldexp(1.0, 40)), out_integers("out", 8),
                integer("n", 8).from(0).overflows().or_named("out")});
  registry.add(ENTRY(dpcvx_truncated_discrete_laplace_kappa),
               {real("epsilon", 0.5).above(0).to(1024), real("delta", 1e-6).above(0).below(1), out_integers("kappa"),
                out_reals("edge_probability").optional()});
}

}  // namespace registry
