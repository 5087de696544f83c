#include "abi/registry/makers.h"

namespace registry {

namespace {

// ||x - 1||^2 / 2.
double bowl(const double *x, int64_t dimension, double *gradient, void *) {
  double value = 0;
  for (int64_t j = 0; j < dimension; ++j) {
    value += (x[j] - 1) * (x[j] - 1) / 2;
    if (gradient != nullptr) gradient[j] = x[j] - 1;
  }
  return value;
}

dpcvx_options *make_options(double quadratic, double smoothness, double norm) {
  dpcvx_options *options = nullptr;
  if (dpcvx_sampler_options_create(&options, nullptr) != DPCVX_OK) return nullptr;
  dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_QUADRATIC, quadratic, nullptr);
  dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_SMOOTHNESS, smoothness, nullptr);
  dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_NORM, norm, nullptr);
  dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT, 0.5, nullptr);
  dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_TOTAL_VARIATION, 0.1, nullptr);
  return options;
}

dpcvx_options *make_sampler_options() { return make_options(1, INFINITY, 2); }
dpcvx_options *make_function_options() { return make_options(1, 2, 2); }

dpcvx_sampler *make_sampler_of(dpcvx_objective *objective, int64_t dimension) {
  dpcvx_options *const options = make_sampler_options();
  dpcvx_sampler *sampler = nullptr;
  dpcvx_sampler_create(objective, nullptr, nullptr, dimension, options, &sampler, nullptr);
  dpcvx_options_destroy(options);
  dpcvx_objective_destroy(objective);
  return sampler;
}

dpcvx_sampler *make_sampler() { return make_sampler_of(make_objective(), kDimension); }
dpcvx_sampler *make_wide_sampler() { return make_sampler_of(make_wide_objective(), kWideDimension); }

// Matrices of so many rows and columns: fewer have a quadratic regularizer.
constexpr int64_t kSide = 8, kEntries = kSide * kSide;
dpcvx_options *make_matrix_options() {
  dpcvx_options *const options = make_options(1, 2, 1);
  dpcvx_options_set_i64(options, DPCVX_SAMPLER_OPTION_MATRIX_ROWS, kSide, nullptr);
  return options;
}

dpcvx_domain *make_matrix_ball() {
  dpcvx_domain *domain = nullptr;
  dpcvx_domain_create_schatten_ball(2, 3, kSide, kSide, &domain, nullptr);
  return domain;
}

dpcvx_sampler *make_matrix_sampler() {
  dpcvx_options *const options = make_matrix_options();
  dpcvx_sampler *sampler = nullptr;
  dpcvx_sampler_create_with_function(bowl, nullptr, kEntries, nullptr, nullptr, nullptr, options, &sampler, nullptr);
  dpcvx_options_destroy(options);
  return sampler;
}

dpcvx_sampler *make_function_sampler() {
  dpcvx_options *const options = make_function_options();
  dpcvx_domain *const domain = make_domain();
  dpcvx_sampler *sampler = nullptr;
  dpcvx_sampler_create_with_function(bowl, nullptr, kDimension, domain, nullptr, nullptr, options, &sampler, nullptr);
  dpcvx_domain_destroy(domain);
  dpcvx_options_destroy(options);
  return sampler;
}

dpcvx_sampler *make_quadratic_sampler() {
  const double matrix[kDimension * kDimension] = {2, -0.5, 0.1, -0.5, 3, 0, 0.1, 0, 1}, ends[kDimension] = {1, 2, 3};
  const double low[kDimension] = {-1, -1, -1};
  dpcvx_domain *domain = nullptr;
  dpcvx_sampler *sampler = nullptr;
  dpcvx_domain_create_box(low, ends, kDimension, &domain, nullptr);
  dpcvx_sampler_create_with_quadratic(matrix, nullptr, kDimension, domain, nullptr, nullptr, nullptr, &sampler,
                                      nullptr);
  dpcvx_domain_destroy(domain);
  return sampler;
}

}  // namespace

void add_sample(Registry &registry) {
  const double beyond = 1.0001e100;
  const auto point = [beyond](const char *name) {
    return in_reals(name, {0.5, 0, -1}).above(-beyond).below(beyond).optional();
  };
  // A start lies in the domain, of radius 2.
  const auto start = [beyond] {
    return in_reals("start", {0.5, 0, 0}).above(-beyond).below(beyond).each_rejects(9).optional();
  };
  registry.add(ENTRY(dpcvx_sampler_options_create), {out_handle("out")});
  registry.add(ENTRY(dpcvx_sampler_create),
               {handle("objective", make_objective), point("center"), point("start"),
                integer("dimension", kDimension).rejects(0).rejects(-1).rejects(2).overflows(),
                handle("options", make_sampler_options).optional(), out_handle("out")});
  registry.add(ENTRY(dpcvx_sampler_create_with_function),
               {callback("function", bowl), user("user"),
                integer("dimension", kDimension).from(1).to(0x1p28).or_named("domain").fuzz_to(3),
                handle("domain", make_domain).optional(), point("center"), start(),
                handle("options", make_function_options), out_handle("out")});
  registry.add(ENTRY(dpcvx_sampler_create_with_function),
               {callback("function", bowl), user("user"),
                integer("dimension", kEntries).rejects(0).rejects(-1).or_named("domain").fuzz_to(kEntries),
                handle("domain", make_matrix_ball).optional(),
                in_reals("center", std::vector<double>(kEntries, 0.1)).above(-beyond).below(beyond).optional(),
                in_reals("start", std::vector<double>(kEntries, 0.1)).above(-beyond).below(beyond).optional(),
                handle("options", make_matrix_options), out_handle("out")});
  registry.add(ENTRY(dpcvx_sampler_create_with_quadratic),
               {in_reals("matrix", {2, -0.5, 0.1, -0.5, 3, 0, 0.1, 0, 1}).above(-beyond).below(beyond), point("linear"),
                integer("dimension", kDimension).from(1).to(0x1p14).or_named("domain").or_named("matrix").fuzz_to(3),
                handle("domain", make_domain).optional(), point("center"), start(),
                handle("options", make_sampler_options).optional(), out_handle("out")});
  registry.add_destroy("dpcvx_sampler_destroy", &dpcvx_sampler_destroy, make_sampler);
  registry.add(ENTRY(dpcvx_sampler_get_f64),
               {handle("sampler", make_sampler),
                integer("figure", DPCVX_SAMPLER_FIGURE_STEP_SIZE).rejects(0).rejects(DPCVX_SAMPLER_FIGURE_ROUNDS),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_sampler_get_i64),
               {handle("sampler", make_sampler),
                integer("figure", DPCVX_SAMPLER_FIGURE_ROUNDS).rejects(0).rejects(DPCVX_SAMPLER_FIGURE_STEP_SIZE),
                out_integers("value")});
  for (dpcvx_sampler *(*const make)() :
       {make_sampler, make_wide_sampler, make_function_sampler, make_quadratic_sampler, make_matrix_sampler}) {
    const bool matrix = make == make_matrix_sampler, wide = make == make_wide_sampler || matrix;
    const int64_t dimension = matrix ? kEntries : wide ? kWideDimension : kDimension;
    registry.add(ENTRY(dpcvx_nonprivate_sampler_draw),
                 {handle("sampler", make).apart(), handle("rng", make_rng),
                  integer("count", 2).from(0).overflows().or_named("out"),
                  out_reals("out", static_cast<size_t>(2 * dimension)), handle("monitor", make_monitor).optional(),
                  out_int32s("outcome").optional(), out_integers("drawn").optional()});
    registry.slow();
    registry.add(
        ENTRY(dpcvx_nonprivate_sampler_tune),
        {handle("sampler", make), integer("max_rounds", 20).from(1).to(1e6).fuzz_to(wide ? 4 : 50),
         out_reals("start_out", static_cast<size_t>(dimension)),
         integer("dimension", dimension).rejects(0).rejects(-1).rejects(2).overflows(), out_reals("step_size")});
    registry.slow();
  }
  registry.add(ENTRY(dpcvx_nonprivate_sampler_get_f64),
               {handle("sampler", make_sampler),
                integer("figure", DPCVX_SAMPLER_DIAGNOSTIC_PASSES).rejects(0).rejects(DPCVX_SAMPLER_DIAGNOSTIC_TRIES),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_nonprivate_sampler_get_i64),
               {handle("sampler", make_sampler),
                integer("figure", DPCVX_SAMPLER_DIAGNOSTIC_TRIES).rejects(0).rejects(DPCVX_SAMPLER_DIAGNOSTIC_PASSES),
                out_integers("value")});
  // Three chains of five draws, of two coordinates.
  std::vector<double> draws;
  for (int i = 0; i < 30; ++i) draws.push_back((i * 7 % 11 - 5) * 0.5);
  registry.add(
      ENTRY(dpcvx_nonprivate_draws_diagnose),
      {in_reals("draws", draws).above(-beyond).below(beyond),
       integer("chains", 3).from(1).overflows().or_named("draws").fuzz_to(3),
       integer("count", 5).from(4).overflows().or_named("draws").fuzz_to(5),
       integer("dimension", 2).from(1).overflows().or_named("draws").fuzz_to(2), out_reals("r_hat", 2).optional(),
       out_reals("bulk_ess", 2).optional(), out_reals("tail_ess", 2).optional()});
  const Arg convexity = real("strong_convexity", 0.5).from(0), step = real("step_size", 0.1).above(0);
  const Arg distance = real("distance", 3).from(0);
  registry.add(ENTRY(dpcvx_proximal_sampler_kl),
               {convexity, step, distance, integer("rounds", 100).from(1).to(0x1p50), out_reals("kl")});
  registry.add(ENTRY(dpcvx_proximal_sampler_rounds),
               {convexity, step, distance, real("variation", 0.01).above(0).below(1), out_integers("rounds")});
}

}  // namespace registry
