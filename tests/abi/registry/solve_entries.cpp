#include "abi/registry/makers.h"

namespace registry {

namespace {

// As where a caller leaves the ranges out.
dpcvx_status fit_table_without_ranges(const dpcvx_dataset *dataset, int32_t loss, int64_t columns, double epsilon,
                                      double delta, const dpcvx_options *options, dpcvx_fit **out, dpcvx_error *err) {
  return dpcvx_fit_table(dataset, loss, nullptr, nullptr, columns, epsilon, delta, options, nullptr, out, err);
}

// Candidates that differ from the one before.
dpcvx_options *make_candidate() {
  static int made = 0;
  dpcvx_options *const out = make_fit_table_options();
  dpcvx_options_set_f64(out, DPCVX_FIT_TABLE_OPTION_L2, 1e-4 * (made++ % 1000), nullptr);
  return out;
}

void add_selection(Registry &registry) {
  const Arg columns = integer("columns", kColumns).rejects(0).rejects(-1).rejects(3).overflows();
  const Arg loss = integer("loss", DPCVX_LOSS_LOGISTIC).rejects(DPCVX_LOSS_CALLBACK).rejects(0).rejects(999);
  const Arg count = integer("count", 2).rejects(0).rejects(-1).rejects(17).overflows();
  // What a share of so small an epsilon or delta leaves to a candidate may be too little.
  // A run is priced in half of the time that it takes at (2, 1e-6).
  const Arg epsilon = real("epsilon", 10).above(0), delta = real("delta", 0.01).from(0).below(1);
  const Arg options = handle("options", make_selection_options).optional().apart();
  registry.add(ENTRY(dpcvx_selection_options_create), {out_handle("out")});
  registry.add(ENTRY(dpcvx_selection_run_price), {count, epsilon, delta, options, out_handle("out")});
  registry.slow();
  registry.add(
      ENTRY(dpcvx_fit_table_select),
      {handle("dataset", make_dataset), loss, in_reals("low", {-1, -2}), in_reals("high", {1, 0.5}), columns, epsilon,
       delta, handles("candidates", make_candidate, 2), count, options, handle("monitor", make_monitor).optional(),
       out_handle("out"), out_integers("chosen"), out_reals("score")});
  registry.slow();
  registry.add(ENTRY(dpcvx_fit_table_select_on),
               {handle("budget", make_basic_budget), handle("rng", make_rng), handle("price", make_approximate_curve),
                handle("dataset", make_dataset), loss, in_reals("low", {-1, -2}), in_reals("high", {1, 0.5}), columns,
                handles("candidates", make_candidate, 2), count, options, handle("monitor", make_monitor).optional(),
                out_handle("out"), out_integers("chosen"), out_reals("score")});
  registry.spends_without_memory();
  registry.slow();
  registry.add(ENTRY(dpcvx_fit_table_select_check),
               {handle("dataset", make_dataset), loss, in_reals("low", {-1, -2}), in_reals("high", {1, 0.5}), columns,
                epsilon, delta, handles("candidates", make_candidate, 2), count, options});
  registry.slow();
}

void add_simple(Registry &registry) {
  const Arg columns = integer("columns", kColumns).rejects(0).rejects(-1).rejects(3).overflows();
  const Arg epsilon = real("epsilon", 2).above(0), delta = real("delta", 1e-6).from(0).below(1);
  const Arg loss = integer("loss", DPCVX_LOSS_LOGISTIC).rejects(DPCVX_LOSS_CALLBACK).rejects(0).rejects(999);
  registry.add(ENTRY(dpcvx_fit_table_options_create), {out_handle("out")});
  registry.add(ENTRY(dpcvx_fit_table),
               {handle("dataset", make_dataset), loss, in_reals("low", {-1, -2}), in_reals("high", {1, 0.5}), columns,
                epsilon, delta, handle("options", make_fit_table_options).optional(),
                handle("monitor", make_monitor).optional(), out_handle("out")});
  registry.slow();
  registry.add(ENTRY(dpcvx_fit_table_check),
               {handle("dataset", make_dataset), loss, in_reals("low", {-1, -2}), in_reals("high", {1, 0.5}), columns,
                epsilon, delta, handle("options", make_fit_table_options).optional()});
  registry.add(ENTRY(dpcvx_fit_table_plan),
               {handle("dataset", make_dataset), loss, in_reals("low", {-1, -2}), in_reals("high", {1, 0.5}), columns,
                epsilon, delta, handle("options", make_fit_table_options).optional(), out_handle("out")});
  registry.add(ENTRY(dpcvx_fit_table_plan_on),
               {handle("budget", make_budget), handle("price", make_curve), handle("dataset", make_dataset), loss,
                in_reals("low", {-1, -2}), in_reals("high", {1, 0.5}), columns,
                handle("options", make_fit_table_options).optional(), out_handle("out")});
  registry.add(ENTRY(dpcvx_fit_table_on),
               {handle("budget", make_budget), handle("rng", make_rng), handle("price", make_curve),
                handle("dataset", make_dataset), loss, in_reals("low", {-1, -2}), in_reals("high", {1, 0.5}), columns,
                handle("options", make_fit_table_options).optional(), handle("monitor", make_monitor).optional(),
                out_handle("out")});
  registry.slow();
  for (dpcvx_dataset *(*const make)() : {make_dataset, make_sparse_dataset}) {
    registry.add("dpcvx_fit_table", &fit_table_without_ranges,
                 {handle("dataset", make), loss, columns, epsilon, delta,
                  handle("options", make_fit_table_options).optional(), out_handle("out")});
    registry.slow();
  }
}

void add_evaluations(Registry &registry) {
  registry.add(ENTRY(dpcvx_evaluation_options_create), {out_handle("out")});
  const Arg fit = handle("fit", make_fit), table = handle("dataset", make_dataset);
  const Arg score = integer("score", DPCVX_SCORE_AUTOMATIC).accepts(DPCVX_SCORE_LOG_LOSS).rejects(0).rejects(999);
  for (dpcvx_curve *(*const price)() : {make_curve, make_pure_curve}) {
    dpcvx_options *(*const options)() = price == make_curve ? make_evaluation_options : +[] {
      dpcvx_options *const plain = make_evaluation_options();
      dpcvx_options_set_i64(plain, DPCVX_EVALUATION_OPTION_NOISE, DPCVX_EVALUATION_NOISE_LAPLACE, nullptr);
      return plain;
    };
    registry.add(ENTRY(dpcvx_evaluation_create),
                 {handle("budget", make_budget), handle("rng", make_rng), handle("price", price), fit, table, score,
                  handle("options", options).optional(), out_handle("out")});
  }
  registry.add(ENTRY(dpcvx_evaluation_create),
               {handle("budget", make_budget), handle("rng", make_rng), handle("price", make_curve),
                handle("fit", make_regression_fit), table,
                integer("score", DPCVX_SCORE_R2).accepts(DPCVX_SCORE_ABSOLUTE_LOSS).rejects(0).rejects(999),
                handle("options", make_regression_score_options), out_handle("out")});
  registry.add(
      ENTRY(dpcvx_evaluation_expected_interval),
      {handle("price", make_curve),
       choice("adjacency", DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE), fit,
       score, integer("units", 100).rejects(0).rejects(-1).accepts(1), real("value", 0.75).from(0).to(1),
       real("label_stddev", 0).from(0), handle("options", make_evaluation_options).optional(), out_reals("low"),
       out_reals("high")});
  registry.add_destroy("dpcvx_evaluation_destroy", &dpcvx_evaluation_destroy, make_evaluation);
  registry.add(ENTRY(dpcvx_evaluation_get_f64),
               {handle("evaluation", make_evaluation),
                integer("figure", DPCVX_EVALUATION_FIGURE_HIGH).rejects(0).rejects(DPCVX_EVALUATION_FIGURE_SCORE),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_evaluation_get_i64),
               {handle("evaluation", make_evaluation),
                integer("figure", DPCVX_EVALUATION_FIGURE_SCORE).rejects(0).rejects(DPCVX_EVALUATION_FIGURE_HIGH),
                out_integers("value")});
  registry.add(ENTRY(dpcvx_evaluation_guarantee), {handle("evaluation", make_evaluation), out_handle("out")});
  registry.add(ENTRY(dpcvx_evaluation_to_text), {handle("evaluation", make_evaluation), text_out()});
  registry.add(ENTRY(dpcvx_evaluation_to_json), {handle("evaluation", make_evaluation), text_out()});
}

}  // namespace

void add_solve(Registry &registry) {
  const Arg method = integer("method", DPCVX_METHOD_NOISY_GRADIENT_DESCENT).rejects(0).rejects(-1).rejects(999);
  registry.add(ENTRY(dpcvx_plan_options_create), {out_handle("out")});
  constexpr int kSeldom = 16;  // plans took half of the fuzzer's time
  for (dpcvx_objective *(*const make)() : {make_objective, make_wide_objective, make_hinge_objective}) {
    registry.add(ENTRY(dpcvx_plan_create),
                 {handle("budget", make_budget), handle("price", make_curve), handle("objective", make),
                  Arg(method)
                      .accepts(DPCVX_METHOD_AUTOMATIC)
                      .accepts(DPCVX_METHOD_OUTPUT_PERTURBATION)
                      .accepts(DPCVX_METHOD_OBJECTIVE_PERTURBATION)
                      .accepts(DPCVX_METHOD_DP_SGD_OUTPUT)
                      .accepts(DPCVX_METHOD_DP_SGD_GRADIENT)
                      .accepts(DPCVX_METHOD_EXPONENTIAL_MECHANISM)
                      .accepts(DPCVX_METHOD_LAST_ITERATE),
                  handle("options", make_plan_options).optional(), out_handle("out")});
    registry.slow(kSeldom);
  }
  // Of an order whose luck counts.
  registry.add(ENTRY(dpcvx_plan_create),
               {handle("budget", make_basic_budget), handle("price", make_approximate_curve),
                handle("objective", make_hinge_objective), Arg(method).accepts(DPCVX_METHOD_DP_SGD_OUTPUT),
                handle("options", make_single_step_options).optional(), out_handle("out")});
  // Of least squares.
  registry.add(ENTRY(dpcvx_plan_create),
               {handle("budget", make_budget), handle("price", make_curve), handle("objective", make_squared_objective),
                integer("method", DPCVX_METHOD_SUFFICIENT_STATISTICS)
                    .rejects(0)
                    .rejects(-1)
                    .rejects(999)
                    .accepts(DPCVX_METHOD_AUTOMATIC),
                handle("options", make_plan_options).optional(), out_handle("out")});
  registry.slow(kSeldom);
  // Of stable releases.
  registry.add(ENTRY(dpcvx_plan_create), {handle("budget", make_basic_budget), handle("price", make_stable_curve),
                                          handle("objective", make_wide_objective),
                                          Arg(method)
                                              .accepts(DPCVX_METHOD_STABLE_OUTPUT)
                                              .accepts(DPCVX_METHOD_PHASED_ERM)
                                              .accepts(DPCVX_METHOD_PHASED_SCO),
                                          handle("options", make_stable_plan_options).optional(), out_handle("out")});
  registry.slow();
  registry.add(ENTRY(dpcvx_reference_wang2022_noise),
               {real("gradient_bound", 1).above(0), integer("units", 10000).rejects(0).rejects(-1),
                integer("steps", 10000).rejects(0).rejects(-1), real("epsilon", 2).above(0),
                real("delta", 1e-6).above(0).below(1), out_reals("beta").optional(), out_reals("noise")});
  registry.add(ENTRY(dpcvx_reference_wang2022_min_epsilon),
               {integer("units", 100).rejects(17).rejects(0).rejects(-1), out_reals("epsilon")});
  registry.add(ENTRY(dpcvx_reference_wang2022_schedule),
               {integer("theorem", 12).accepts(9).accepts(10).rejects(11).rejects(0).rejects(-1),
                real("exponent", 0.5).from(0).rejects(1.5), integer("units", 100).rejects(1).rejects(-1),
                integer("dimension", 10).rejects(0).rejects(-1), real("epsilon", 1).above(0),
                real("delta", 1e-6).above(0).below(1), real("confidence", 0.1).above(0).below(1), out_integers("steps"),
                out_reals("step_size"), out_reals("rate")});
  registry.add_destroy("dpcvx_plan_destroy", &dpcvx_plan_destroy, make_plan);
  // Of a method that applies: others have no figures but whether they do.
  const Arg compared = Arg(method).accepts(DPCVX_METHOD_AUTOMATIC);
  registry.add(ENTRY(dpcvx_plan_get_f64),
               {handle("plan", make_plan), compared,
                integer("figure", DPCVX_PLAN_FIGURE_NOISE_STDDEV).rejects(0).rejects(DPCVX_PLAN_FIGURE_STEPS),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_plan_get_i64),
               {handle("plan", make_plan), compared,
                integer("figure", DPCVX_PLAN_FIGURE_STEPS).rejects(0).rejects(DPCVX_PLAN_FIGURE_NOISE_STDDEV),
                out_integers("value")});
  registry.add(ENTRY(dpcvx_plan_reason), {handle("plan", make_plan), compared, text_out()});
  registry.add(ENTRY(dpcvx_plan_ranking), {handle("plan", make_plan), out_int32s("methods", 4),
                                           integer("capacity", 4).from(0).overflows(), out_integers("count")});
  registry.add(ENTRY(dpcvx_plan_curve), {handle("plan", make_plan), out_handle("out")});
  registry.add(ENTRY(dpcvx_plan_to_json), {handle("plan", make_plan), text_out()});
  registry.add(ENTRY(dpcvx_plan_to_text), {handle("plan", make_plan), text_out()});
  registry.add(ENTRY(dpcvx_plan_notes),
               {handle("plan", make_plan),
                integer("kind", DPCVX_NOTE_WORTH).accepts(DPCVX_NOTE_PRIVACY).rejects(0).rejects(999), text_out()});
  registry.add_destroy("dpcvx_fit_destroy", &dpcvx_fit_destroy, make_fit);
  for (dpcvx_plan *(*const make)() :
       {make_plan, make_wide_plan, make_sgd_plan, make_class_sgd_plan, make_sgd_gradient_plan, make_sgd_output_plan,
        make_output_plan, make_hinge_plan, make_objective_perturbation_plan, make_density_plan, make_categories_plan,
        make_statistics_plan, make_last_iterate_plan, make_stable_plan, make_bought_plan, make_batches_plan}) {
    registry.add(ENTRY(dpcvx_fit_create), {handle("budget", make_budget), handle("rng", make_rng), handle("plan", make),
                                           handle("monitor", make_monitor).optional(), out_handle("out")});
    registry.slow();
  }
  registry.add(ENTRY(dpcvx_fit_get_f64),
               {handle("fit", make_fit),
                integer("figure", DPCVX_FIT_FIGURE_NOISE_STDDEV).rejects(0).rejects(DPCVX_FIT_FIGURE_STEPS),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_fit_get_f64), {handle("fit", make_sgd_fit),
                                          integer("figure", DPCVX_FIT_FIGURE_EPSILON).rejects(0), out_reals("value")});
  registry.slow();
  registry.add(ENTRY(dpcvx_fit_get_i64),
               {handle("fit", make_fit),
                integer("figure", DPCVX_FIT_FIGURE_STEPS).rejects(0).rejects(DPCVX_FIT_FIGURE_NOISE_STDDEV),
                out_integers("value")});
  registry.add(ENTRY(dpcvx_fit_coefficients),
               {handle("fit", make_fit), out_reals("out", kDimension),
                integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows()});
  registry.add(ENTRY(dpcvx_fit_original_coefficients),
               {handle("fit", make_fit), out_reals("out", kDimension),
                integer("count", kDimension).rejects(0).rejects(-1).rejects(2).overflows()});
  registry.add(ENTRY(dpcvx_fit_original_coefficients),
               {handle("fit", make_class_fit), out_reals("out", kClasses * kDimension),
                integer("count", kClasses * kDimension).rejects(0).rejects(-1).rejects(kDimension).overflows()});
  registry.add(ENTRY(dpcvx_fit_standard_errors),
               {handle("fit", make_perturbed_fit), out_reals("out", kDimension),
                integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows()});
  registry.add(ENTRY(dpcvx_fit_original_standard_errors),
               {handle("fit", make_perturbed_fit), out_reals("out", kDimension),
                integer("count", kDimension).rejects(0).rejects(-1).rejects(2).overflows()});
  registry.add(ENTRY(dpcvx_fit_decision_values),
               {handle("fit", make_fit), handle("dataset", make_dataset), out_reals("out", kRows),
                integer("count", kRows).rejects(0).rejects(-1).rejects(2).overflows()});
  registry.add(ENTRY(dpcvx_fit_probabilities),
               {handle("fit", make_fit), handle("dataset", make_dataset), out_reals("out", 2 * kRows),
                integer("count", 2 * kRows).rejects(0).rejects(-1).rejects(kRows).overflows()});
  registry.add(ENTRY(dpcvx_fit_predict),
               {handle("fit", make_fit), handle("dataset", make_dataset), out_reals("out", kRows),
                integer("rows", kRows).rejects(0).rejects(-1).rejects(2).overflows()});
  registry.add(ENTRY(dpcvx_fit_predict),
               {handle("fit", make_class_fit), handle("dataset", make_dataset), out_reals("out", kRows),
                integer("rows", kRows).rejects(0).rejects(-1).rejects(2).overflows()});
  registry.add(ENTRY(dpcvx_fit_probabilities),
               {handle("fit", make_class_fit), handle("dataset", make_dataset), out_reals("out", kClasses * kRows),
                integer("count", kClasses * kRows).rejects(0).rejects(-1).rejects(kRows).overflows()});
  registry.add(ENTRY(dpcvx_fit_to_json), {handle("fit", make_fit), text_out()});
  registry.add(ENTRY(dpcvx_fit_to_text), {handle("fit", make_fit), text_out()});
  registry.add(ENTRY(dpcvx_fit_notes),
               {handle("fit", make_fit),
                integer("kind", DPCVX_NOTE_WORTH).accepts(DPCVX_NOTE_PRIVACY).rejects(0).rejects(999), text_out()});
  registry.add(ENTRY(dpcvx_fit_save), {handle("fit", make_fit), text_out()});
  for (dpcvx_fit *(*const make)() : {make_fit, make_class_fit}) {
    const std::string bytes = saved(make());
    registry.add(ENTRY(dpcvx_fit_load),
                 {in_bytes("bytes", bytes),
                  size("length", bytes.size()).rejects(0).rejects(20).or_named("bytes").of_bytes(), out_handle("out")});
  }
  registry.add(ENTRY(dpcvx_fit_guarantee), {handle("fit", make_fit), out_handle("out")});
  add_simple(registry);
  add_evaluations(registry);
  add_selection(registry);
}

}  // namespace registry
