#include "abi/registry/makers.h"

namespace registry {

namespace {

constexpr int64_t kHypotheses = 3;

int32_t log_densities(int64_t hypothesis, const double *records, int64_t count, int64_t columns, double *out, void *) {
  for (int64_t i = 0; i < count; ++i) out[i] = -std::fabs(records[i * columns] - static_cast<double>(hypothesis));
  return 1;
}

dpcvx_options *make_hypotheses_options() {
  dpcvx_options *options = nullptr;
  dpcvx_hypotheses_options_create(&options, nullptr);
  dpcvx_options_set_i64(options, DPCVX_HYPOTHESES_OPTION_THREADS, 2, nullptr);
  return options;
}

// Laws of records of make_dataset, by a caller's function.
dpcvx_hypotheses *make_own_hypotheses() {
  const double probabilities[] = {0, 0.7, 0.9, 0.7, 0, 0.7, 0.9, 0.7, 0};
  dpcvx_hypotheses *hypotheses = nullptr;
  dpcvx_hypotheses_create(kHypotheses, kColumns, log_densities, nullptr, probabilities, nullptr, &hypotheses, nullptr);
  return hypotheses;
}

// The same table, and four means: hypotheses that have parameters.
dpcvx_hypotheses *make_cover() {
  const double low[] = {-1, -2}, high[] = {1, 0.5}, covariance[] = {1, 0.5, 0.5, 2};
  dpcvx_hypotheses *hypotheses = nullptr;
  dpcvx_hypotheses_create_gaussian_means(low, high, covariance, kColumns, 0.4, nullptr, &hypotheses, nullptr);
  return hypotheses;
}

Arg cover() { return handle("hypotheses", make_cover); }
Arg options() { return handle("options", make_hypotheses_options).optional(); }
Arg count() { return integer("hypotheses", kHypotheses).rejects(0).rejects(1).rejects(-1).rejects(0x1p17).overflows(); }
Arg price(const char *name = "price") { return handle(name, make_curve); }

void add_predictions(Registry &registry) {
  const Arg laws = integer("hypotheses", 100).from(2).to(0x1p16);
  const Arg failure = real("failure_probability", 0.05).from(1e-9).to(0.5);
  registry.add(ENTRY(dpcvx_hypotheses_excess),
               {price(), laws, integer("units", 1000).from(1).to(0x1p40), failure, out_reals("excess")});
  registry.add(ENTRY(dpcvx_hypotheses_units_needed),
               {price(), laws, real("excess", 0.1).from(1e-5).to(1), failure, out_integers("units")});
}

}  // namespace

void add_hypotheses(Registry &registry) {
  registry.add(ENTRY(dpcvx_hypotheses_options_create), {out_handle("out")});
  registry.add(ENTRY(dpcvx_hypotheses_create_discrete),
               {in_reals("probabilities", {0.5, 0.5, 0.25, 0.75, 1, 0}).each_from(0).each_to(1), count(),
                integer("symbols", 2).rejects(0).rejects(-1).rejects(0x1p21).or_named("probabilities").overflows(),
                options(), out_handle("out")});
  registry.add(ENTRY(dpcvx_hypotheses_create_gaussian_means),
               {in_reals("low", {-1, -2}).or_named("high").each_rejects(1e101),
                in_reals("high", {1, 0.5}).or_named("low").each_rejects(-3).each_rejects(1e101),
                in_reals("covariance", {1, 0.5, 0.5, 2}).each_rejects(1e201),
                integer("dimension", kColumns).rejects(0).rejects(-1).rejects(13).overflows(),
                real("cover_distance", 0.4).from(1e-6).to(0.5).fuzz_to(0.5), options(), out_handle("out")});
  registry.add(ENTRY(dpcvx_hypotheses_create_gaussians),
               {real("mean_low", -1).or_named("mean_high").rejects(2).rejects(-1e101),
                real("mean_high", 1).rejects(-2).rejects(1e101),
                real("stddev_low", 0.5).from(1e-100).or_named("stddev_high").rejects(2),
                real("stddev_high", 2).rejects(0.25).rejects(1e101), real("cover_distance", 0.4).from(1e-6).to(0.5),
                options(), out_handle("out")});
  registry.add(
      ENTRY(dpcvx_hypotheses_create),
      {count(), integer("columns", kColumns).from(1).to(0x1p20), callback("function", &log_densities), user("user"),
       in_reals("probabilities", {0, 0.7, 0.9, 0.7, 0, 0.7, 0.9, 0.7, 0}).each_from(0).each_to(1), options(),
       out_handle("out")});
  registry.add(ENTRY(dpcvx_hypotheses_create_sampled),
               {count(), integer("columns", 1).rejects(0).rejects(-1).rejects(0x1p21).overflows(),
                callback("function", &log_densities), user("user"), in_reals("samples", {0, 0.5, 1, 1.5, 2, 2.5}),
                integer("per_hypothesis", 2).rejects(0).rejects(-1).overflows(), options(), out_handle("out")});
  registry.add_destroy("dpcvx_hypotheses_destroy", &dpcvx_hypotheses_destroy, make_cover);
  registry.add(ENTRY(dpcvx_hypotheses_parameters),
               {cover(), integer("index", 1).rejects(-1).rejects(0x1p17), out_reals("out", kColumns),
                integer("count", kColumns).rejects(0).rejects(-1).rejects(3).overflows()});
  registry.add(ENTRY(dpcvx_hypotheses_contest),
               {cover(), integer("j", 1).rejects(-1).rejects(0x1p17).or_named("k"),
                integer("k", 0).rejects(-1).rejects(0x1p17), out_reals("under_j"), out_reals("under_k")});
  registry.add(
      ENTRY(dpcvx_hypotheses_get_f64),
      {cover(),
       integer("figure", DPCVX_HYPOTHESES_FIGURE_COVER_DISTANCE).rejects(0).rejects(DPCVX_HYPOTHESES_FIGURE_COUNT),
       out_reals("value")});
  registry.add(
      ENTRY(dpcvx_hypotheses_get_i64),
      {cover(),
       integer("figure", DPCVX_HYPOTHESES_FIGURE_COUNT).rejects(0).rejects(DPCVX_HYPOTHESES_FIGURE_COVER_DISTANCE),
       out_integers("value")});
  for (dpcvx_hypotheses *(*const make)() : {make_cover, make_own_hypotheses})
    registry.add(
        ENTRY(dpcvx_release_hypothesis),
        {handle("budget", make_budget), handle("rng", make_rng), handle("price", make_curve),
         handle("dataset", make_dataset), handle("hypotheses", make), handle("monitor", make_monitor).optional(),
         out_integers("index"), out_int32s("outcome"), out_handle("guarantee").optional()});
  add_predictions(registry);
}

}  // namespace registry
