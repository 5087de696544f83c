#include "abi/registry/makers.h"

namespace registry {

void add_data(Registry &registry) {
  registry.add_destroy("dpcvx_dataset_destroy", &dpcvx_dataset_destroy, make_dataset);
  registry.add(ENTRY(dpcvx_dataset_create_dense),
               {in_reals("features", {1, 2, 3, 4, 5, 6}), integer("rows", 3).from(1).overflows(),
                integer("columns", 2).from(1).overflows(), integer("row_stride", 2).stride().or_named("rows"),
                integer("column_stride", 1).stride().or_named("columns"), in_reals("labels", {1, -1, 1}).optional(),
                out_handle("out")});
  registry.add(ENTRY(dpcvx_dataset_create_dense_f32),
               {in_floats("features", {1, 2, 3, 4, 5, 6}), integer("rows", 3).from(1).overflows(),
                integer("columns", 2).from(1).overflows(), integer("row_stride", 2).stride().or_named("rows"),
                integer("column_stride", 1).stride().or_named("columns"), in_reals("labels", {1, -1, 1}).optional(),
                out_handle("out")});
  // Starts of rows beyond the arrays cannot be told from right ones.
  const Arg starts = in_integers("row_starts", {0, 2, 2, 4}).each_from(0).each_rejects(1).fuzz_to(4);
  const Arg indices = in_integers("column_indices", {0, 2, 1, 2}).each_from(0).each_to(2).each_rejects(1);
  registry.add(
      ENTRY(dpcvx_dataset_create_csr),
      {starts, indices, in_reals("values", {1, 2, 3, 4}), integer("rows", 3).from(1).overflows(),
       integer("columns", 3).from(1).overflows(), in_reals("labels", {1, -1, 1}).optional(), out_handle("out")});
  registry.add(
      ENTRY(dpcvx_dataset_create_csr_f32),
      {starts, indices, in_floats("values", {1, 2, 3, 4}), integer("rows", 3).from(1).overflows(),
       integer("columns", 3).from(1).overflows(), in_reals("labels", {1, -1, 1}).optional(), out_handle("out")});
  for (dpcvx_dataset *(*make)() : {make_dataset, make_sparse_dataset}) {
    registry.add(ENTRY(dpcvx_dataset_create_with_users),
                 {handle("source", make), in_integers("users", {7, -7, 7, 0, 1, 0, 7, 1000000}).unchecked(),
                  integer("rows", kRows).rejects(0).rejects(-1).rejects(3).overflows(), out_handle("out")});
    registry.add(ENTRY(dpcvx_dataset_create_with_weights),
                 {handle("source", make), in_reals("weights", {1, 0, 2, 0.5, 1, 1, 1, 1}).each_from(0),
                  integer("rows", kRows).rejects(0).rejects(-1).rejects(3).overflows(), out_handle("out")});
  }
  // With fewer names the last one ends before names_bytes.
  registry.add(
      ENTRY(dpcvx_ids_of_names),
      {in_bytes("names", "adabobada"), size("names_bytes", 9).from(9).to(9).or_named("name_ends"),
       in_integers("name_ends", {3, 6, 9}).each_from(0).each_to(9).or_named("names_bytes"), out_integers("ids", 3),
       integer("count", 3).rejects(0).rejects(-1).rejects(2).or_named("names_bytes").overflows()});
  registry.add(ENTRY(dpcvx_dataset_create_with_exposures),
               {handle("source", make_counts_dataset),
                in_reals("exposures", {1, 0.5, 2, 0.5, 1, 3, 1, 1}).each_above(0).each_rejects(0),
                integer("rows", kRows).rejects(0).rejects(-1).rejects(3).overflows(), out_handle("out")});
  registry.add(ENTRY(dpcvx_dataset_create_scaled),
               {handle("source", make_sparse_dataset), in_reals("low", {-1, -2}).each_rejects(1).each_rejects(-1),
                in_reals("high", {1, 2}).or_named("low").each_rejects(-1),
                integer("columns", kColumns).rejects(0).rejects(-1).rejects(3).overflows(), out_handle("out")});
  // Whole users: 1 is a row of another one.
  registry.add(ENTRY(dpcvx_dataset_create_subset),
               {handle("source", make_sparse_dataset),
                in_integers("rows", {6, 7, 2}).each_from(0).each_to(kRows - 1).each_rejects(1).each_rejects(7),
                integer("count", 3).from(1).overflows().or_named("rows"), out_handle("out")});
  registry.add(ENTRY(dpcvx_dataset_create_record_subset),
               {handle("source", make_sparse_dataset),
                in_integers("rows", {0, 7, 3}).each_from(0).each_to(kRows - 1).each_rejects(7),
                integer("count", 3).from(1).overflows().or_named("rows"), out_handle("out")});
  const Arg key = in_bytes("key", "0123456789abcdef"),
            key_bytes = size("key_bytes", DPCVX_SPLIT_KEY_BYTES).from(16).to(16).or_named("key"),
            from = real("held_out_from", 0.25).from(0).below(1), to = real("held_out_to", 0.75).above(0.25).to(1);
  for (dpcvx_dataset *(*make)() : {make_dataset, make_sparse_dataset})
    for (int64_t adjacency : {DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE})
      registry.add(ENTRY(dpcvx_dataset_create_split),
                   {handle("source", make), choice("adjacency", adjacency, 1, 2), key, key_bytes, from, to,
                    out_handle("training"), out_handle("held_out")});
  registry.add(ENTRY(dpcvx_dataset_create_split_by_ids),
               {handle("source", make_dataset), in_integers("ids", {7, -7, 7, 0, 1, 0, 7, 1000000}).unchecked(),
                integer("rows", kRows).rejects(0).rejects(-1).rejects(3).overflows(), key, key_bytes, from, to,
                out_handle("training"), out_handle("held_out")});
  registry.add(ENTRY(dpcvx_dataset_release_ranges),
               {handle("budget", make_budget), handle("rng", make_rng), handle("price", make_pure_curve),
                handle("dataset", make_dataset), real("coverage", 0.9).above(0).below(1), out_reals("low", kColumns),
                out_reals("high", kColumns), integer("columns", kColumns).rejects(0).rejects(-1).rejects(3).overflows(),
                out_handle("guarantee").optional()});
  registry.add(
      ENTRY(dpcvx_dataset_range_notes),
      {handle("price", make_pure_curve), integer("units", 50).rejects(-1).accepts(0).accepts(1),
       integer("columns", 2).rejects(0).rejects(-1).accepts(1), real("coverage", 0.9).above(0).below(1), text_out()});
  registry.add(ENTRY(dpcvx_dataset_get_i64),
               {handle("dataset", make_dataset), integer("figure", DPCVX_DATASET_FIGURE_STORED).rejects(0),
                out_integers("value")});
  registry.add(ENTRY(dpcvx_dataset_create_with_max_records_per_user),
               {handle("source", make_sparse_dataset), handle("rng", make_rng),
                integer("max_records_per_user", 2).from(1), out_handle("out")});
  registry.add(ENTRY(dpcvx_dataset_create_scaled),
               {handle("source", make_dataset), in_reals("low", {-1, -1}).or_named("high").each_rejects(1),
                in_reals("high", {1, 1}).or_named("low").each_rejects(-1),
                integer("columns", kColumns).rejects(0).rejects(-1).rejects(3).overflows(), out_handle("out")});
  registry.add(
      ENTRY(dpcvx_dataset_create_subset),
      {handle("source", make_dataset), in_integers("rows", {0, 7, 3}).each_from(0).each_to(kRows - 1).each_rejects(7),
       integer("count", 3).from(1).overflows().or_named("rows"), out_handle("out")});
  for (dpcvx_dataset *(*make)() : {make_dataset, make_sparse_dataset}) {
    const Arg rows = integer("rows", kRows).rejects(0).rejects(-1).rejects(3).overflows();
    registry.add(ENTRY(dpcvx_nonprivate_dataset_labels), {handle("dataset", make), out_reals("out", kRows), rows});
    registry.add(ENTRY(dpcvx_nonprivate_dataset_source_rows),
                 {handle("dataset", make), out_integers("out", kRows), rows});
  }
  registry.add(ENTRY(dpcvx_dataset_shape),
               {handle("dataset", make_dataset), out_integers("rows"), out_integers("columns")});
}

}  // namespace registry
