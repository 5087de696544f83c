#include "abi/registry/makers.h"

namespace registry {

namespace {
// A real-valued and an integer-valued key of the budget options.
constexpr int64_t kRealKey = DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION, kIntegerKey = DPCVX_BUDGET_OPTION_FILTER;

Arg real_key() {
  return integer("key", kRealKey).rejects(0).rejects(-1).rejects(999).rejects(kIntegerKey).rejects(INT32_MIN);
}
Arg integer_key() {
  return integer("key", kIntegerKey).rejects(0).rejects(-1).rejects(999).rejects(kRealKey).rejects(INT32_MAX);
}
}  // namespace

void add_base(Registry &registry) {
  registry.add_elsewhere("dpcvx_version");
  registry.add_elsewhere("dpcvx_status_name");
  registry.add_elsewhere("dpcvx_progress_get_i64");
  registry.add(ENTRY(dpcvx_monitor_create),
               {callback("progress", should_continue).optional(), user("user"), out_handle("out")});
  registry.add_destroy("dpcvx_monitor_destroy", &dpcvx_monitor_destroy, make_monitor);
  registry.add(ENTRY(dpcvx_monitor_cancel), {handle("monitor", make_monitor)});
  registry.add(ENTRY(dpcvx_monitor_cancelled), {handle("monitor", make_monitor), out_int32s("cancelled")});

  registry.add_destroy("dpcvx_options_destroy", &dpcvx_options_destroy, make_budget_options);
  registry.add(ENTRY(dpcvx_options_set_f64),
               {handle("options", make_budget_options), real_key(), real("value", 0.25).from(0).to(1)});
  registry.add(ENTRY(dpcvx_options_set_i64),
               {handle("options", make_budget_options), integer_key(),
                choice("value", DPCVX_FILTER_GDP, DPCVX_FILTER_AUTOMATIC, DPCVX_FILTER_RDP).fuzz_to(50)});
  registry.add(ENTRY(dpcvx_options_get_f64), {handle("options", make_budget_options), real_key(), out_reals("value")});
  registry.add(ENTRY(dpcvx_options_get_i64),
               {handle("options", make_budget_options), integer_key(), out_integers("value")});
  registry.add(ENTRY(dpcvx_options_get_bounds_f64), {handle("options", make_budget_options), real_key(),
                                                     out_reals("low"), out_reals("high"), out_reals("initial")});
  registry.add(ENTRY(dpcvx_options_get_bounds_i64),
               {handle("options", make_budget_options), integer_key(), out_integers("low"), out_integers("high"),
                out_integers("initial")});
}

}  // namespace registry
