#include "abi/registry/makers.h"

namespace registry {

namespace {

dpcvx_options *make_covariance_options() {
  dpcvx_options *options = nullptr;
  dpcvx_covariance_options_create(&options, nullptr);
  dpcvx_options_set_i64(options, DPCVX_COVARIANCE_OPTION_ROUNDS, 2, nullptr);
  return options;
}

dpcvx_covariance *covariance_of(dpcvx_budget *budget, dpcvx_curve *price) {
  dpcvx_rng *const rng = make_rng();
  dpcvx_dataset *const table = make_dataset();
  const double low[] = {-1, -2}, high[] = {1, 0.5};
  dpcvx_covariance *covariance = nullptr;
  dpcvx_covariance_create(budget, rng, price, table, low, high, kColumns, nullptr, &covariance, nullptr);
  dpcvx_dataset_destroy(table);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  return covariance;
}

dpcvx_covariance *make_covariance() { return covariance_of(make_budget(), make_curve()); }

// With next to no noise: a regression of a noisy one may be refused.
dpcvx_covariance *make_precise_covariance() {
  dpcvx_budget *budget = nullptr;
  dpcvx_curve *price = nullptr;
  dpcvx_budget_create(1e9, 0, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, nullptr, &budget, nullptr);
  dpcvx_curve_create_pure(1e6, &price, nullptr);
  return covariance_of(budget, price);
}

constexpr int64_t kEntries = kColumns * kColumns;

Arg covariance() { return handle("covariance", make_covariance); }
Arg options() { return handle("options", make_covariance_options).optional(); }
Arg count(int64_t size) {
  return integer("count", static_cast<double>(size)).rejects(0).rejects(-1).rejects(3).overflows();
}

}  // namespace

void add_covariance(Registry &registry) {
  registry.add(ENTRY(dpcvx_covariance_options_create), {out_handle("out")});
  for (dpcvx_curve *(*const price)() : {make_curve, make_pure_curve})
    registry.add(
        ENTRY(dpcvx_covariance_create),
        {handle("budget", make_budget), handle("rng", make_rng), handle("price", price),
         handle("dataset", make_dataset), in_reals("low", {-1, -2}).or_named("high").each_rejects(1e151),
         in_reals("high", {1, 0.5}).each_rejects(-3),
         integer("columns", kColumns).rejects(0).rejects(-1).rejects(3).overflows(), options(), out_handle("out")});
  registry.add(
      ENTRY(dpcvx_covariance_expected_noise),
      {handle("price", make_curve),
       choice("adjacency", DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE),
       integer("units", 100).rejects(0).rejects(-1).accepts(1).fuzz_to(1e6),
       integer("columns", 2).rejects(0).rejects(513).accepts(1).fuzz_to(20), options(), out_reals("stddev"),
       out_reals("norm")});
  registry.add_destroy("dpcvx_covariance_destroy", &dpcvx_covariance_destroy, make_covariance);
  registry.add(ENTRY(dpcvx_covariance_means), {covariance(), out_reals("out", kColumns), count(kColumns)});
  registry.add(ENTRY(dpcvx_covariance_matrix), {covariance(), out_reals("out", kEntries), count(kEntries)});
  registry.add(ENTRY(dpcvx_covariance_correlation), {covariance(), out_reals("out", kEntries), count(kEntries)});
  registry.add(ENTRY(dpcvx_covariance_intervals),
               {covariance(), out_reals("low", kEntries), out_reals("high", kEntries), count(kEntries)});
  registry.add(ENTRY(dpcvx_covariance_correlation_intervals),
               {covariance(), integer("proved", 1).rejects(-1).rejects(2).accepts(0), out_reals("low", kEntries),
                out_reals("high", kEntries), count(kEntries)});
  registry.slow(16);
  registry.add(ENTRY(dpcvx_covariance_regression),
               {handle("covariance", make_precise_covariance),
                integer("label_column", 1).rejects(-1).rejects(kColumns).or_named("features"),
                in_integers("features", {0}).each_rejects(-1).each_rejects(1).each_rejects(kColumns),
                integer("features_count", 1).rejects(0).rejects(-1).rejects(kColumns).or_named("count").overflows(),
                out_reals("coefficients", kColumns), out_reals("standard_errors", kColumns), out_reals("low", kColumns),
                out_reals("high", kColumns), count(kColumns), out_reals("r_squared"), out_reals("r_squared_low"),
                out_reals("r_squared_high")});
  registry.slow(16);
  registry.add(ENTRY(dpcvx_covariance_component_variances),
               {covariance(), out_reals("out", kColumns), count(kColumns)});
  registry.add(ENTRY(dpcvx_covariance_components), {covariance(), out_reals("out", kEntries), count(kEntries)});
  registry.add(ENTRY(dpcvx_covariance_get_f64),
               {covariance(),
                integer("figure", DPCVX_COVARIANCE_FIGURE_UNITS).rejects(0).rejects(DPCVX_COVARIANCE_FIGURE_COLUMNS),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_covariance_get_i64),
               {covariance(),
                integer("figure", DPCVX_COVARIANCE_FIGURE_COLUMNS).rejects(0).rejects(DPCVX_COVARIANCE_FIGURE_UNITS),
                out_integers("value")});
  registry.add(ENTRY(dpcvx_covariance_guarantee), {covariance(), out_handle("out")});
  registry.add(ENTRY(dpcvx_covariance_to_text), {covariance(), text_out()});
  registry.add(ENTRY(dpcvx_covariance_to_json), {covariance(), text_out()});
  registry.add(ENTRY(dpcvx_covariance_save), {covariance(), text_out()});
  const std::string bytes = saved(make_covariance(), dpcvx_covariance_save);
  registry.add(ENTRY(dpcvx_covariance_load),
               {in_bytes("bytes", bytes),
                size("length", bytes.size()).rejects(0).rejects(20).or_named("bytes").of_bytes(), out_handle("out")});
}

}  // namespace registry
