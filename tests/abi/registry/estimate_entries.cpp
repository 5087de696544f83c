#include "abi/registry/makers.h"

namespace registry {

namespace {

dpcvx_options *make_estimate_options() {
  dpcvx_options *options = nullptr;
  dpcvx_estimate_options_create(&options, nullptr);
  dpcvx_options_set_f64(options, DPCVX_ESTIMATE_OPTION_INTERVAL_LEVEL, 0.9, nullptr);
  return options;
}

dpcvx_estimate *make_estimate() {
  dpcvx_budget *const budget = make_budget();
  dpcvx_rng *const rng = make_rng();
  dpcvx_curve *const price = make_curve();
  dpcvx_dataset *const table = make_dataset();
  const double low[] = {-1, -2}, high[] = {1, 0.5};
  dpcvx_estimate *estimate = nullptr;
  dpcvx_estimate_create_mean(budget, rng, price, table, low, high, kColumns, nullptr, &estimate, nullptr);
  dpcvx_dataset_destroy(table);
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  return estimate;
}

// As where a caller leaves the ranges out.
dpcvx_status mean_without_ranges(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                 const dpcvx_dataset *dataset, int64_t columns, const dpcvx_options *options,
                                 dpcvx_estimate **out, dpcvx_error *err) {
  return dpcvx_estimate_create_mean(budget, rng, price, dataset, nullptr, nullptr, columns, options, out, err);
}

// With edges from -2 to 2, of column 1.
dpcvx_estimate *make_distribution(decltype(dpcvx_estimate_create_histogram) *create) {
  dpcvx_budget *const budget = make_budget();
  dpcvx_rng *const rng = make_rng();
  dpcvx_curve *const price = make_curve();
  dpcvx_dataset *const table = make_dataset();
  const double edges[] = {-2, -1, 0.5, 2};
  dpcvx_estimate *estimate = nullptr;
  create(budget, rng, price, table, 1, edges, 4, nullptr, &estimate, nullptr);
  dpcvx_dataset_destroy(table);
  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  return estimate;
}
dpcvx_estimate *make_histogram() { return make_distribution(dpcvx_estimate_create_histogram); }
dpcvx_estimate *make_cumulative() { return make_distribution(dpcvx_estimate_create_cumulative); }

// Others have other numbers of values.
Arg estimate() { return handle("estimate", make_estimate).apart(); }
Arg options() { return handle("options", make_estimate_options).optional(); }
Arg columns(const char *name) { return integer(name, kColumns).rejects(0).rejects(-1).rejects(3).overflows(); }

}  // namespace

// The sums of the dataset, for the curve and the ranges of the entries below.
static std::vector<int64_t> mean_sums() {
  const double low[] = {-1, -2}, high[] = {1, 0.5};
  std::vector<int64_t> sums(10);
  dpcvx_dataset *const dataset = make_dataset();
  dpcvx_curve *const price = make_curve();
  dpcvx_estimate_mean_sums(price, DPCVX_ADJACENCY_REPLACE_ONE, dataset, low, high, 2, nullptr, sums.data(), 10,
                           nullptr);
  dpcvx_curve_destroy(price);
  dpcvx_dataset_destroy(dataset);
  return sums;
}

void add_estimate(Registry &registry) {
  registry.add(ENTRY(dpcvx_estimate_options_create), {out_handle("out")});
  for (dpcvx_curve *(*const price)() : {make_curve, make_pure_curve}) {
    registry.add(ENTRY(dpcvx_estimate_create_mean),
                 {handle("budget", make_budget), handle("rng", make_rng), handle("price", price),
                  handle("dataset", make_dataset), in_reals("low", {-1, -2}).or_named("high").each_rejects(1e301),
                  in_reals("high", {1, 0.5}).each_rejects(-3), columns("columns"), options(), out_handle("out")});
    registry.add("dpcvx_estimate_create_mean", &mean_without_ranges,
                 {handle("budget", make_budget), handle("rng", make_rng), handle("price", price),
                  handle("dataset", make_dataset), columns("columns"), options(), out_handle("out")});
  }
  registry.add(ENTRY(dpcvx_estimate_range_notes),
               {handle("price", make_curve), integer("units", 30).rejects(-1).accepts(0).accepts(1),
                integer("columns", 2).rejects(0).rejects(-1).accepts(1), options(), text_out()});
  registry.add(
      ENTRY(dpcvx_estimate_expected_interval),
      {handle("price", make_curve),
       choice("adjacency", DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE),
       integer("units", 100).rejects(0).rejects(-1).accepts(1).fuzz_to(1e6),
       integer("columns", 2).rejects(0).accepts(1), real("low", -1).or_named("high").or_named("mean"),
       real("high", 2).or_named("mean"), real("mean", 0.5).from(-1).to(2).or_named("stddev"),
       real("stddev", 0.25).from(0).to(1.5), options(), out_reals("interval_low"), out_reals("interval_high")});
  for (dpcvx_curve *(*const price)() : {make_curve, make_pure_curve}) {
    registry.add(ENTRY(dpcvx_estimate_create_histogram),
                 {handle("budget", make_budget), handle("rng", make_rng), handle("price", price),
                  handle("dataset", make_dataset), integer("column", 1).from(0).to(kColumns - 1),
                  in_reals("edges", {-2, -1, 0.5, 2}).each_rejects(1e301),
                  integer("edge_count", 4).from(2).overflows().or_named("edges"), options(), out_handle("out")});
    registry.add(ENTRY(dpcvx_estimate_create_cumulative),
                 {handle("budget", make_budget), handle("rng", make_rng), handle("price", price),
                  handle("dataset", make_dataset), integer("column", 1).from(0).to(kColumns - 1),
                  in_reals("edges", {-2, -1, 0.5, 2}).each_rejects(1e301),
                  integer("edge_count", 4).from(2).overflows().or_named("edges"), options(), out_handle("out")});
  }
  for (const auto &[name, create] : {std::pair{ENTRY(dpcvx_estimate_create_histogram_from_counts)},
                                     std::pair{ENTRY(dpcvx_estimate_create_cumulative_from_counts)}})
    registry.add(name, create,
                 {handle("budget", make_budget), handle("rng", make_rng), handle("price", make_curve),
                  in_integers("counts", {3, 0, 5}).each_from(0).each_rejects((1LL << 40) + 1),
                  integer("cells", 3).from(1).overflows().or_named("edges"),
                  choice("unit", DPCVX_UNIT_RECORD, DPCVX_UNIT_RECORD, DPCVX_UNIT_RECORD),
                  integer("units", 9).rejects(0).rejects(-1).rejects((1LL << 40) + 1).accepts(1LL << 40).fuzz_to(1e6),
                  in_reals("edges", {-2, -1, 0.5, 2}).each_rejects(1e301),
                  integer("edge_count", 4).from(2).overflows().or_named("edges").or_named("cells"), options(),
                  out_handle("out")});
  const auto adjacency =
      choice("adjacency", DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE);
  registry.add(ENTRY(dpcvx_estimate_mean_sums),
               {handle("price", make_curve), adjacency, handle("dataset", make_dataset),
                in_reals("low", {-1, -2}).or_named("high").each_rejects(1e301),
                in_reals("high", {1, 0.5}).each_rejects(-3), columns("columns").or_named("length"), options(),
                out_integers("sums", 10), integer("length", 10).rejects(0).rejects(9)});
  registry.add(
      ENTRY(dpcvx_estimate_create_mean_from_sums),
      {handle("budget", make_budget), handle("rng", make_rng), handle("price", make_curve),
       in_integers("sums", mean_sums()).each_rejects(-(1LL << 62)), integer("length", 10).rejects(0).rejects(9),
       choice("unit", DPCVX_UNIT_RECORD, DPCVX_UNIT_RECORD, DPCVX_UNIT_RECORD),
       in_reals("low", {-1, -2}).or_named("high").or_named("sums").each_rejects(1e301),
       in_reals("high", {1, 0.5}).or_named("sums").each_rejects(-3),
       integer("columns", 2).rejects(0).rejects(3).or_named("length"), options(), out_handle("out")});
  registry.add(ENTRY(dpcvx_estimate_create_quantiles),
               {handle("cumulative", make_cumulative).apart(), in_reals("probabilities", {0.25, 0.5}).each_rejects(1),
                integer("count", 2).from(1).overflows().or_named("probabilities"), options(), out_handle("out")});
  // Of a trimmed mean: both of others have the same arguments.
  registry.add(ENTRY(dpcvx_estimate_create_robust),
               {handle("cumulative", make_cumulative).apart(),
                choice("kind", DPCVX_ESTIMATE_KIND_TRIMMED_MEAN, DPCVX_ESTIMATE_KIND_TRIMMED_MEAN,
                       DPCVX_ESTIMATE_KIND_QUANTILE_RANGE),
                real("fraction", 0.25).from(0).to(0.49), options(), out_handle("out")});
  registry.add(
      ENTRY(dpcvx_estimate_expected_robust),
      {handle("price", make_curve),
       choice("adjacency", DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE),
       integer("units", 100).rejects(0).rejects(-1).accepts(1).fuzz_to(1e6), in_reals("guess", {-1, 0.25, 0.5}),
       integer("count", 3).from(1).overflows().or_named("guess"),
       in_reals("edges", {-2, -1, 0.5, 2}).each_rejects(1e301),
       integer("edge_count", 4).from(2).overflows().or_named("edges"),
       choice("kind", DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN, DPCVX_ESTIMATE_KIND_TRIMMED_MEAN,
              DPCVX_ESTIMATE_KIND_QUANTILE_RANGE),
       real("fraction", 0.25).from(0).to(0.49), options(), out_reals("interval_low"), out_reals("interval_high")});
  registry.add(ENTRY(dpcvx_estimate_create_variance),
               {handle("means", make_estimate).apart(), options(), out_handle("out")});
  registry.add(
      ENTRY(dpcvx_estimate_expected_variance),
      {handle("price", make_curve),
       choice("adjacency", DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE),
       integer("units", 100).rejects(0).rejects(-1).accepts(1).fuzz_to(1e6),
       integer("columns", 2).rejects(0).accepts(1), real("low", -1).or_named("high").or_named("mean"),
       real("high", 2).or_named("mean"), real("mean", 0.5).from(-1).to(2).or_named("stddev"),
       real("stddev", 0.25).from(0).to(1.5), options(), out_reals("interval_low"), out_reals("interval_high")});
  for (dpcvx_estimate *(*const make)() : {make_histogram, make_cumulative}) {
    const size_t count = make == make_histogram ? 3 : 2;
    registry.add(ENTRY(dpcvx_estimate_counts),
                 {handle("estimate", make).apart(), out_reals("counts", count), out_reals("low", count),
                  out_reals("high", count),
                  integer("count", static_cast<int64_t>(count)).rejects(0).rejects(-1).rejects(4).overflows()});
    registry.add(ENTRY(dpcvx_estimate_to_text), {handle("estimate", make), text_out()});
    registry.add(ENTRY(dpcvx_estimate_to_json), {handle("estimate", make), text_out()});
  }
  for (dpcvx_estimate *(*const make)() : {make_estimate, make_histogram, make_cumulative}) {
    const std::string bytes = saved(make(), dpcvx_estimate_save);
    registry.add(ENTRY(dpcvx_estimate_load),
                 {in_bytes("bytes", bytes),
                  size("length", bytes.size()).rejects(0).rejects(20).or_named("bytes").of_bytes(), out_handle("out")});
  }
  registry.add(ENTRY(dpcvx_estimate_save), {handle("estimate", make_cumulative), text_out()});
  registry.add_destroy("dpcvx_estimate_destroy", &dpcvx_estimate_destroy, make_estimate);
  registry.add(ENTRY(dpcvx_estimate_values), {estimate(), out_reals("out", kColumns), columns("count")});
  registry.add(ENTRY(dpcvx_estimate_intervals),
               {estimate(), out_reals("low", kColumns), out_reals("high", kColumns), columns("count")});
  registry.add(ENTRY(dpcvx_estimate_stddevs),
               {estimate(), out_reals("stddevs", kColumns), out_reals("bounds", kColumns), columns("count")});
  registry.add(ENTRY(dpcvx_estimate_ranges),
               {estimate(), out_reals("low", kColumns), out_reals("high", kColumns), columns("count")});
  registry.add(
      ENTRY(dpcvx_estimate_get_f64),
      {estimate(), integer("figure", DPCVX_ESTIMATE_FIGURE_UNITS).rejects(0).rejects(DPCVX_ESTIMATE_FIGURE_COUNT),
       out_reals("value")});
  registry.add(
      ENTRY(dpcvx_estimate_get_i64),
      {estimate(), integer("figure", DPCVX_ESTIMATE_FIGURE_COUNT).rejects(0).rejects(DPCVX_ESTIMATE_FIGURE_UNITS),
       out_integers("value")});
  registry.add(ENTRY(dpcvx_estimate_guarantee), {estimate(), out_handle("out")});
  registry.add(ENTRY(dpcvx_estimate_to_text), {estimate(), text_out()});
  registry.add(ENTRY(dpcvx_estimate_to_json), {estimate(), text_out()});
}

}  // namespace registry
