#include "abi/registry/makers.h"

namespace registry {

void add_data(Registry &registry) {
  registry.add_destroy("dpcvx_dataset_destroy", &dpcvx_dataset_destroy, make_dataset);
  registry.add(ENTRY(dpcvx_dataset_create_dense),
               {in_reals("features", {1, 2, 3, 4, 5, 6}), integer("rows", 3).from(1).overflows(),
                integer("columns", 2).from(1).overflows(), integer("row_stride", 2).stride().or_named("rows"),
                integer("column_stride", 1).stride().or_named("columns"), in_reals("labels", {1, -1, 1}).optional(),
                out_handle("out")});
  registry.add(ENTRY(dpcvx_dataset_create_scaled),
               {handle("source", make_dataset), in_reals("low", {-1, -1}).or_named("high").each_rejects(1),
                in_reals("high", {1, 1}).or_named("low").each_rejects(-1),
                integer("columns", kColumns).rejects(0).rejects(-1).rejects(3).overflows(), out_handle("out")});
  registry.add(
      ENTRY(dpcvx_dataset_create_subset),
      {handle("source", make_dataset), in_integers("rows", {0, 7, 3}).each_from(0).each_to(kRows - 1).each_rejects(7),
       integer("count", 3).from(1).overflows().or_named("rows"), out_handle("out")});
  registry.add(ENTRY(dpcvx_dataset_shape),
               {handle("dataset", make_dataset), out_integers("rows"), out_integers("columns")});
}

}  // namespace registry
