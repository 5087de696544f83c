#include <cmath>

#include "abi/registry/makers.h"

namespace registry {

namespace {

// As where parts are not scaled.
dpcvx_status create_public_without_ranges(int64_t columns, int32_t loss, const dpcvx_options *options,
                                          dpcvx_objective **out, dpcvx_error *err) {
  return dpcvx_objective_create_public(nullptr, nullptr, columns, loss, nullptr, options, out, err);
}

double half_square(double z, double label, double *slope, void *) {
  *slope = z - label;
  return (z - label) * (z - label) / 2;
}

double half_square_of_unit(int64_t unit, const double *w, int64_t dimension, double *gradient, void *) {
  double value = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    gradient[j] = w[j] - static_cast<double>(unit);
    value += gradient[j] * gradient[j] / 2;
  }
  return value;
}

// Coefficients that are a matrix of kColumns rows and one column.
dpcvx_options *make_matrix_objective_options() {
  dpcvx_options *const options = make_objective_options();
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_INTERCEPT, 0, nullptr);
  dpcvx_options_set_i64(options, DPCVX_OBJECTIVE_OPTION_MATRIX_ROWS, kColumns, nullptr);
  dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_ROW_NORM, 1, nullptr);
  return options;
}

dpcvx_domain *make_matrix_ball() {
  dpcvx_domain *domain = nullptr;
  dpcvx_domain_create_ball(2, 3, nullptr, kColumns, &domain, nullptr);
  return domain;
}

void add_domains(Registry &registry) {
  const double most = 1e100, beyond = std::nextafter(most, 2 * most);
  const Arg dimension = integer("dimension", kDimension).from(1).to(0x1p36).overflows();
  for (double p : {1.0, 1.5, 2.0, static_cast<double>(INFINITY)})
    registry.add(
        ENTRY(dpcvx_domain_create_ball),
        {real("p", p).from(1).infinite(), real("radius", 2).from(1 / most).to(most),
         in_reals("center", {0.5, 0, -1}).above(-beyond).below(beyond).optional(), dimension, out_handle("out")});
  registry.add(ENTRY(dpcvx_domain_create_box),
               {in_reals("low", {-1, 0, 0.5}).above(-beyond).below(beyond).minus_infinite().or_named("high"),
                in_reals("high", {1, 2, 0.5}).above(-beyond).below(beyond).infinite(), dimension, out_handle("out")});
  registry.add(ENTRY(dpcvx_domain_create_simplex), {real("total", 2).from(1 / most).to(most),
                                                    integer("dimension", 3).from(1).to(0x1p36), out_handle("out")});
  for (double p : {1.0, 1.5, static_cast<double>(INFINITY)})
    registry.add(ENTRY(dpcvx_domain_create_schatten_ball),
                 {real("p", p).from(1).infinite(), real("radius", 2).from(1 / most).to(most),
                  integer("rows", 2).from(1), integer("columns", 3).from(1).to(0x1p35), out_handle("out")});
  registry.add_destroy("dpcvx_domain_destroy", &dpcvx_domain_destroy, make_domain);
  registry.add(ENTRY(dpcvx_domain_get_f64),
               {handle("domain", make_domain),
                integer("figure", DPCVX_DOMAIN_FIGURE_RADIUS).rejects(0).rejects(DPCVX_DOMAIN_FIGURE_DIMENSION),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_domain_get_i64),
               {handle("domain", make_domain),
                integer("figure", DPCVX_DOMAIN_FIGURE_DIMENSION).rejects(0).rejects(DPCVX_DOMAIN_FIGURE_RADIUS),
                out_integers("value")});
  registry.add(ENTRY(dpcvx_domain_to_text), {handle("domain", make_domain), text_out()});
  registry.add(ENTRY(dpcvx_domain_project),
               {handle("domain", make_domain), in_reals("w", {3, -1, 0.5}), out_reals("out", kDimension),
                integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows()});
}

}  // namespace

void add_model(Registry &registry) {
  add_domains(registry);
  registry.add(ENTRY(dpcvx_objective_options_create), {out_handle("out")});
  registry.add_destroy("dpcvx_objective_destroy", &dpcvx_objective_destroy, make_objective);
  registry.add(
      ENTRY(dpcvx_objective_create),
      {handle("dataset", make_dataset), choice("loss", DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_POISSON),
       handle("domain", make_domain).optional(), handle("options", make_objective_options).optional(),
       out_handle("out")});
  registry.add(
      ENTRY(dpcvx_objective_create),
      {handle("dataset", make_dataset), choice("loss", DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_POISSON),
       handle("domain", make_matrix_ball).optional(),
       handle("options", make_matrix_objective_options).or_named("domain"), out_handle("out")});
  const Arg public_options = handle("options", make_public_options).or_named("DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS");
  const Arg library_loss = choice("loss", DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_LOGISTIC, DPCVX_LOSS_POISSON);
  registry.add(ENTRY(dpcvx_objective_create_public),
               {in_reals("low", {-1, -2}).or_named("high"), in_reals("high", {1, 2}),
                integer("columns", kColumns).from(1).to(0x1p20).overflows(), library_loss,
                handle("domain", make_domain).optional(), public_options, out_handle("out")});
  registry.add(
      "dpcvx_objective_create_public", &create_public_without_ranges,
      {integer("columns", kColumns).from(1).to(0x1p20).fuzz_to(1000), library_loss, public_options, out_handle("out")});
  registry.add(ENTRY(dpcvx_objective_create_with_loss),
               {handle("dataset", make_dataset), callback("loss", half_square), user("user"),
                handle("domain", make_domain).optional(), handle("options", make_own_loss_options), out_handle("out")});
  registry.add(
      ENTRY(dpcvx_objective_create_from_units),
      {integer("units", 5).from(1).to(0x1p40), integer("dimension", kDimension).from(1).to(0x1p28).or_named("domain"),
       callback("function", half_square_of_unit), user("user"), handle("domain", make_domain).optional(),
       handle("options", make_own_units_options), out_handle("out")});
  registry.add(ENTRY(dpcvx_objective_create_without),
               {handle("objective", make_objective), in_integers("units", {0, 3}).each_from(0).each_to(kRows - 1),
                integer("count", 2).overflows().rejects(-1), out_handle("out")});
  registry.add(ENTRY(dpcvx_objective_get_f64),
               {handle("objective", make_objective),
                integer("figure", DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ).rejects(0).rejects(DPCVX_OBJECTIVE_FIGURE_UNITS),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_objective_get_i64),
               {handle("objective", make_objective),
                integer("figure", DPCVX_OBJECTIVE_FIGURE_UNITS).rejects(0).rejects(DPCVX_OBJECTIVE_FIGURE_LIPSCHITZ),
                out_integers("value")});
  registry.add(ENTRY(dpcvx_nonprivate_objective_value),
               {handle("objective", make_objective), in_reals("w", {0.5, -0.5, 0.1}),
                integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows(), out_reals("value"),
                out_reals("gradient", kDimension).optional()});
  registry.add(
      ENTRY(dpcvx_nonprivate_decision_values),
      {handle("objective", make_objective), in_reals("w", {0.5, -0.5, 0.1}),
       integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows(), handle("dataset", make_dataset),
       out_reals("out", kRows), integer("count", kRows).rejects(0).rejects(-1).rejects(2).overflows()});
  registry.add(ENTRY(dpcvx_nonprivate_unit_gradients),
               {handle("objective", make_objective), in_reals("w", {0.5, -0.5, 0.1}),
                integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows(),
                in_integers("units", {0, 3}).each_from(0).each_to(kRows - 1),
                integer("count", 2).overflows().rejects(-1), out_reals("out", 2 * kDimension)});
  registry.add(
      ENTRY(dpcvx_nonprivate_objective_divergences),
      {handle("objective", make_objective), in_reals("w", {0.5, -0.5, 0.1}), in_reals("reference", {0.4, 0, 0.1}),
       integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows(), out_reals("out", kRows),
       integer("units", kRows).rejects(0).rejects(-1).rejects(2).overflows()});
}

}  // namespace registry
