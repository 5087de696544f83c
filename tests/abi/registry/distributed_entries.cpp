#include "abi/registry/makers.h"
#include "support/arrow_source.h"

namespace registry {

dpcvx_options *make_public_options() {
  dpcvx_options *const options = make_objective_options();
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, kRows, nullptr);
  return options;
}

namespace {

dpcvx_plan *public_plan(int32_t method, dpcvx_options *settings) {
  dpcvx_options *const facts = make_public_options();
  dpcvx_budget *const budget = make_budget();
  dpcvx_curve *const price = make_curve();
  dpcvx_objective *objective = nullptr;
  dpcvx_plan *plan = nullptr;
  dpcvx_objective_create_public(nullptr, nullptr, kColumns, DPCVX_LOSS_LOGISTIC, nullptr, facts, &objective, nullptr);
  dpcvx_plan_create(budget, price, objective, method, settings, &plan, nullptr);
  dpcvx_objective_destroy(objective);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_options_destroy(settings);
  dpcvx_options_destroy(facts);
  return plan;
}

}  // namespace

dpcvx_plan *make_public_plan() { return public_plan(DPCVX_METHOD_NOISY_GRADIENT_DESCENT, make_plan_options()); }

namespace {

constexpr int64_t kParts = 2;

// Of a minimiser in rounds of exact sums.
dpcvx_plan *make_minimiser_plan() { return public_plan(DPCVX_METHOD_OBJECTIVE_PERTURBATION, nullptr); }

// Each names the same fit: the source is deterministic.
dpcvx_coordinator *coordinator_of(dpcvx_plan *plan) {
  dpcvx_budget *const budget = make_budget();
  dpcvx_rng *const rng = make_rng();
  dpcvx_coordinator *coordinator = nullptr;
  dpcvx_coordinator_create(budget, rng, plan, kParts, &coordinator, nullptr);
  dpcvx_plan_destroy(plan);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  return coordinator;
}

dpcvx_coordinator *make_coordinator() { return coordinator_of(make_public_plan()); }
dpcvx_coordinator *make_minimiser_coordinator() { return coordinator_of(make_minimiser_plan()); }

std::string make_broadcast() { return saved(make_coordinator(), dpcvx_coordinator_broadcast); }
std::string make_minimiser_broadcast() { return saved(make_minimiser_coordinator(), dpcvx_coordinator_broadcast); }

dpcvx_partial_sum *opened(const std::string &broadcast, int64_t part = 0) {
  dpcvx_partial_sum *sum = nullptr;
  dpcvx_partial_sum_create(broadcast.data(), broadcast.size(), part, &sum, nullptr);
  return sum;
}

dpcvx_partial_sum *open_sum(int64_t part) {
  static const std::string kBroadcast = make_broadcast();
  return opened(kBroadcast, part);
}
dpcvx_partial_sum *make_open_sum() { return open_sum(0); }

dpcvx_partial_sum *sealed(dpcvx_partial_sum *sum) {
  dpcvx_dataset *const dataset = make_dataset();
  dpcvx_partial_sum_add(sum, dataset, 1, nullptr);
  dpcvx_partial_sum_seal(sum, nullptr);
  dpcvx_dataset_destroy(dataset);
  return sum;
}
// A broadcast of a fit that protects users.
std::string make_broadcast_of_users(int32_t storage) {
  dpcvx_options *const facts = make_public_options();
  dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_UNIT, DPCVX_UNIT_USER, nullptr);
  dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_STORAGE, storage, nullptr);
  dpcvx_options *const settings = make_plan_options();
  dpcvx_budget *budget = nullptr;
  dpcvx_budget_create(20, 1e-3, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, nullptr, &budget, nullptr);
  dpcvx_curve *const price = make_curve();
  dpcvx_rng *const rng = make_rng();
  dpcvx_objective *objective = nullptr;
  dpcvx_plan *plan = nullptr;
  dpcvx_coordinator *coordinator = nullptr;
  dpcvx_objective_create_public(nullptr, nullptr, kColumns, DPCVX_LOSS_LOGISTIC, nullptr, facts, &objective, nullptr);
  dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_NOISY_GRADIENT_DESCENT, settings, &plan, nullptr);
  dpcvx_coordinator_create(budget, rng, plan, kParts, &coordinator, nullptr);
  dpcvx_plan_destroy(plan);
  dpcvx_objective_destroy(objective);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_options_destroy(settings);
  dpcvx_options_destroy(facts);
  return saved(coordinator, dpcvx_coordinator_broadcast);
}

dpcvx_partial_sum *make_sum_of_users() {
  static const std::string kBroadcast = make_broadcast_of_users(DPCVX_STORAGE_DENSE);
  return opened(kBroadcast);
}
dpcvx_partial_sum *make_sum_of_floats() {
  static const std::string kBroadcast = make_broadcast_of_users(DPCVX_STORAGE_DENSE_F32);
  return opened(kBroadcast);
}

// A stream of rows of users in two batches. One user has rows in both.
ArrowArrayStream *make_stream() {
  using fixtures::ArrowColumn;
  const std::vector<ArrowColumn> columns = {
      ArrowColumn::of<double>("a", "g", {0.5, -1, 2, 0.25, 1}), ArrowColumn::of<int64_t>("user", "l", {-3, 4, 4, 4, 9}),
      ArrowColumn::of<int32_t>("y", "i", {1, -1, 1, -1, 1}), ArrowColumn::of<float>("weight", "f", {1, 0, 0.5F, 1, 1}),
      ArrowColumn::of<float>("b", "f", {1, 2, 3, 4, 5})};
  return &(new fixtures::ArrowSource(columns, {3, 5}))->stream;
}
void destroy_stream(ArrowArrayStream *stream) { delete static_cast<fixtures::ArrowSource *>(stream->private_data); }
void use_up_stream(ArrowArrayStream *stream) { stream->release(stream); }

// What a function takes that reads rows of the caller's: three of a user each.
Args lent_rows(dpcvx_partial_sum *(*make)(), const Arg &features) {
  return {handle("partial_sum", make).apart(),
          features,
          integer("rows", 3).from(1).rejects(0x1p41).fuzz_to(3),
          integer("columns", kColumns).rejects(0).rejects(3).or_named("features"),
          integer("row_stride", kColumns).stride().or_named("rows"),
          integer("column_stride", 1).stride().or_named("columns"),
          in_reals("labels", {1, -1, 1}).each_rejects(3).or_named("features"),
          in_integers("users", {-3, 4, 4}).each_from(4),
          in_reals("weights", {1, 0, 0.5}).optional().each_from(0),
          integer("threads", 2).from(1).to(64),
          handle("monitor", make_monitor).optional()};
}

// Adds two rows, and then one more.
int32_t add_next_rows(dpcvx_partial_sum *sum, int32_t *more, void *) {
  static const double kEntries[] = {0.5, -1, 0.25, 2}, kLabels[] = {1, -1};
  static thread_local int calls = 0;
  const bool first = calls++ % 2 == 0;
  *more = first ? 1 : 0;
  return dpcvx_partial_sum_add_dense(sum, kEntries, first ? 2 : 1, 2, 2, 1, kLabels, nullptr, nullptr, 1, nullptr,
                                     nullptr);
}

dpcvx_partial_sum *make_sum() { return sealed(open_sum(0)); }
dpcvx_partial_sum *make_other_sum() { return sealed(open_sum(1)); }

dpcvx_partial_sum *merged(dpcvx_partial_sum *sum, dpcvx_partial_sum *other) {
  dpcvx_partial_sum_merge(sum, other, nullptr);
  dpcvx_partial_sum_destroy(other);
  return sum;
}
dpcvx_partial_sum *make_whole_sum() { return merged(make_sum(), make_other_sum()); }
dpcvx_partial_sum *make_minimiser_sum() {
  static const std::string kBroadcast = make_minimiser_broadcast();
  return merged(sealed(opened(kBroadcast)), sealed(opened(kBroadcast, 1)));
}

}  // namespace

void add_distributed(Registry &registry) {
  const Arg coordinator = handle("coordinator", make_coordinator);
  registry.add(ENTRY(dpcvx_coordinator_create),
               {handle("budget", make_budget), handle("rng", make_rng), handle("plan", make_public_plan).apart(),
                integer("parts", kParts).from(1).to(0x1p20), out_handle("out")});
  registry.add(ENTRY(dpcvx_coordinator_create),
               {handle("budget", make_budget), handle("rng", make_rng), handle("plan", make_minimiser_plan).apart(),
                integer("parts", kParts).from(1).to(0x1p20), out_handle("out")});
  registry.add_destroy("dpcvx_coordinator_destroy", &dpcvx_coordinator_destroy, make_coordinator);
  registry.add(ENTRY(dpcvx_coordinator_broadcast), {coordinator, text_out()});
  registry.add(ENTRY(dpcvx_coordinator_finish_step),
               {Arg(coordinator).apart(), handle("rng", make_rng), handle("partial_sum", make_whole_sum).apart()});
  registry.add(ENTRY(dpcvx_coordinator_finish_step),
               {handle("coordinator", make_minimiser_coordinator).apart(), handle("rng", make_rng),
                handle("partial_sum", make_minimiser_sum).apart()});
  registry.add(ENTRY(dpcvx_coordinator_fit), {Arg(coordinator).apart(), out_handle("out")});
  registry.add(ENTRY(dpcvx_coordinator_get_i64),
               {coordinator,
                choice("figure", DPCVX_COORDINATOR_FIGURE_STEP, DPCVX_COORDINATOR_FIGURE_STEP,
                       DPCVX_COORDINATOR_FIGURE_DIMENSION),
                out_integers("value")});
  const std::string broadcast = make_broadcast();
  registry.add(ENTRY(dpcvx_partial_sum_create),
               {in_bytes("bytes", broadcast),
                size("length", broadcast.size()).rejects(0).rejects(20).or_named("bytes").of_bytes(),
                integer("part", 0).from(0).to(kParts - 1), out_handle("out")});
  registry.add_destroy("dpcvx_partial_sum_destroy", &dpcvx_partial_sum_destroy, make_sum);
  registry.add(ENTRY(dpcvx_partial_sum_add),
               {handle("partial_sum", make_open_sum).apart(), handle("dataset", make_dataset).apart(),
                integer("threads", 2).from(1).to(64)});
  Arg label = text("label", "y"), user_name = text("user", "user").or_named("stream"),
      weight = text("weight", "weight").or_named("stream");  // else it is a feature too many
  label.null_ok = user_name.null_ok = weight.null_ok = false;
  registry.add(
      ENTRY(dpcvx_partial_sum_add_stream),
      {handle("partial_sum", make_sum_of_users).apart(), foreign("stream", make_stream, destroy_stream, use_up_stream),
       label, user_name, weight, integer("threads", 2).from(1).to(64), integer("bytes", 80).from(0).to(0x1p60),
       handle("monitor", make_monitor).optional()});
  registry.add(ENTRY(dpcvx_partial_sum_add_dense),
               lent_rows(make_sum_of_users, in_reals("features", {0.5, -1, 2, 0.25, 1, 3})));
  registry.add(ENTRY(dpcvx_partial_sum_add_dense_f32),
               lent_rows(make_sum_of_floats, in_floats("features", {0.5, -1, 2, 0.25, 1, 3})));
  registry.add(ENTRY(dpcvx_partial_sum_add_blocks),
               {handle("partial_sum", make_open_sum).apart(), callback("add_next", add_next_rows), user("user"),
                integer("bytes", 80).from(0).to(0x1p60), handle("monitor", make_monitor).optional()});
  registry.add(ENTRY(dpcvx_partial_sum_seal), {handle("partial_sum", make_open_sum).apart()});
  registry.add(ENTRY(dpcvx_partial_sum_merge),
               {handle("partial_sum", make_sum).apart(), handle("other", make_other_sum).apart()});
  registry.add(ENTRY(dpcvx_partial_sum_save), {handle("partial_sum", make_sum).apart(), text_out()});
  const std::string bytes = saved(make_sum(), dpcvx_partial_sum_save);
  registry.add(ENTRY(dpcvx_partial_sum_load),
               {in_bytes("bytes", bytes),
                size("length", bytes.size()).rejects(0).rejects(20).or_named("bytes").of_bytes(), out_handle("out")});
  registry.add(
      ENTRY(dpcvx_partial_sum_get_i64),
      {handle("partial_sum", make_sum),
       choice("figure", DPCVX_PARTIAL_SUM_FIGURE_STEP, DPCVX_PARTIAL_SUM_FIGURE_STEP, DPCVX_PARTIAL_SUM_FIGURE_RANDOM),
       out_integers("value")});
}

}  // namespace registry
