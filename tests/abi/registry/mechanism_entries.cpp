#include "abi/registry/makers.h"

namespace registry {

namespace {

const std::vector<double> kReals = {0.5, -2, 3.25, 1};
const std::vector<int64_t> kIntegers = {1, 0, 2, 1};
constexpr size_t kCount = 4;

Arg options() { return handle("options", make_release_options).optional(); }
Arg guarantee() { return out_handle("guarantee").optional(); }
Arg budget() { return handle("budget", make_budget); }
Arg rng() { return handle("rng", make_rng); }
Arg price(dpcvx_curve *(*make)() = make_pure_curve) { return handle("price", make); }
// Private values are never looked at before the charge, nor reported.
Arg values() { return in_reals("values", kReals).unchecked(); }
Arg count(const char *array, double least) {
  return integer("n", kCount).from(least).overflows().or_named(array).or_named("out");
}

void add_noise(Registry &registry) {
  registry.add(ENTRY(dpcvx_release_gaussian),
               {budget(), rng(), price(make_curve), values(), count("values", 0), real("l2_sensitivity", 1).above(0),
                options(), out_reals("out", kCount), guarantee()});
  registry.add(ENTRY(dpcvx_release_laplace),
               {budget(), rng(), price(), values(), count("values", 0), real("l1_sensitivity", 1).above(0), options(),
                out_reals("out", kCount), guarantee()});
  registry.add(ENTRY(dpcvx_release_discrete_gaussian),
               {budget(), rng(), price(make_zcdp_curve), in_integers("values", kIntegers).unchecked(),
                count("values", 0), real("l2_sensitivity", 1).above(0), out_integers("out", kCount), guarantee()});
  registry.add(ENTRY(dpcvx_release_discrete_laplace),
               {budget(), rng(), price(), in_integers("values", kIntegers).unchecked(), count("values", 0),
                integer("l1_sensitivity", 1).from(1), out_integers("out", kCount), guarantee()});
  registry.add(ENTRY(dpcvx_release_randomized_response),
               {budget(), rng(), price(), in_integers("answers", kIntegers).unchecked(), count("answers", 0),
                integer("categories", 3).from(2).to(2147483648.0), out_integers("out", kCount), guarantee()});
  registry.add(ENTRY(dpcvx_randomized_response_shares),
               {in_integers("reports", kIntegers), integer("n", kCount).from(1).overflows().or_named("reports"),
                integer("categories", 3).from(2).to(2147483648.0).overflows(), real("epsilon", 1).above(0),
                out_reals("shares", 3), out_reals("standard_errors", 3).optional()});
  registry.add(ENTRY(dpcvx_release_gaussian_scale),
               {price(make_curve), integer("n", 4).from(0).overflows(), real("l2_sensitivity", 1).above(0), options(),
                out_reals("sigma")});
  registry.add(ENTRY(dpcvx_release_laplace_scale), {price(), integer("n", 4).from(0).overflows(),
                                                    real("l1_sensitivity", 1).above(0), options(), out_reals("scale")});
}

// The other kinds of prices.
void add_other_prices(Registry &registry) {
  for (dpcvx_curve *(*make)() : {make_zcdp_curve, make_approximate_curve}) {
    registry.add(ENTRY(dpcvx_release_gaussian),
                 {budget(), rng(), price(make), values(), count("values", 0), real("l2_sensitivity", 1).above(0),
                  options(), out_reals("out", kCount), guarantee()});
    registry.add(ENTRY(dpcvx_release_laplace),
                 {budget(), rng(), price(make), values(), count("values", 0), real("l1_sensitivity", 1).above(0),
                  options(), out_reals("out", kCount), guarantee()});
  }
}

void add_selection(Registry &registry) {
  const Arg scores = in_reals("scores", kReals).unchecked();
  registry.add(ENTRY(dpcvx_release_exponential),
               {budget(), rng(), price(), scores, count("scores", 1), real("sensitivity", 1).above(0), options(),
                out_integers("index"), guarantee()});
  registry.add(ENTRY(dpcvx_release_noisy_max),
               {budget(), rng(), price(), scores, count("scores", 1), real("sensitivity", 1).above(0), options(),
                out_integers("index"), guarantee()});
  registry.add(ENTRY(dpcvx_release_quantile),
               {budget(), rng(), price(), values(), count("values", 0), real("q", 0.5).from(0).to(1),
                real("low", -4).rejects(5).or_named("high"), real("high", 4).rejects(-5).or_named("low"), options(),
                out_reals("out"), guarantee()});
  registry.add(ENTRY(dpcvx_release_range),
               {budget(), rng(), price(), values(), count("values", 0), real("coverage", 0.9).above(0).below(1),
                out_reals("low"), out_reals("high"), guarantee()});
}

void add_above_threshold(Registry &registry) {
  registry.add_destroy("dpcvx_above_threshold_destroy", &dpcvx_above_threshold_destroy, make_above_threshold);
  registry.add(ENTRY(dpcvx_above_threshold_create),
               {budget(), rng(), price(), real("threshold", 0), real("sensitivity", 1).above(0),
                integer("max_above", 2).from(1), options(), out_handle("out"), guarantee()});
  registry.add(ENTRY(dpcvx_above_threshold_query),
               {handle("stream", make_above_threshold), rng(),
                real("value", 1).infinite().accepts(NAN).accepts(-INFINITY), out_int32s("above")});
  registry.add(ENTRY(dpcvx_above_threshold_remaining),
               {handle("stream", make_above_threshold), out_integers("remaining")});
}

// A point that is there at every level but the lowest.
int32_t test_level(int64_t level, int64_t n, double *point, void *) {
  for (int64_t i = 0; i < n; ++i) point[i] = static_cast<double>(i);
  return level > 0 ? 1 : 0;
}

void add_stable(Registry &registry) {
  const Arg options = handle("options", make_stable_options).optional();
  registry.add(ENTRY(dpcvx_test_release_options_create), {out_handle("out")});
  registry.add_destroy("dpcvx_test_release_law_destroy", &dpcvx_test_release_law_destroy, make_stable_law);
  registry.add(
      ENTRY(dpcvx_test_release_law_create),
      {real("epsilon", 0.5).from(0x1p-20).to(512), real("delta", 1e-5).from(0x1p-100).below(1),
       choice("kind", DPCVX_TEST_RELEASE_KIND_POINT, DPCVX_TEST_RELEASE_KIND_POINT, DPCVX_TEST_RELEASE_KIND_FAMILY),
       options, out_handle("out")});
  registry.add(ENTRY(dpcvx_test_release_law_get_f64),
               {handle("law", make_stable_law),
                integer("figure", DPCVX_TEST_RELEASE_FIGURE_MU).rejects(0).rejects(DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_test_release_law_get_i64),
               {handle("law", make_stable_law),
                integer("figure", DPCVX_TEST_RELEASE_FIGURE_MAX_SCORE).rejects(0).rejects(DPCVX_TEST_RELEASE_FIGURE_MU),
                out_integers("value")});
  registry.add(ENTRY(dpcvx_test_release_law_pass_probability),
               {handle("law", make_stable_law), integer("score", 3), out_reals("probability")});
  registry.add(ENTRY(dpcvx_release_tested_point),
               {budget(), rng(), price(make_approximate_curve), integer("score", 3),
                in_reals("point", kReals).unchecked(), count("point", 0), real("distance", 1).above(0), options,
                out_reals("out", kCount), out_int32s("released"), guarantee()});
  registry.add(ENTRY(dpcvx_release_tested_family),
               {budget(), rng(), price(make_approximate_curve), callback("callback", &test_level), user("user"),
                integer("n", kCount).from(0).overflows().or_named("out"), real("distance", 1).above(0), options,
                out_reals("out", kCount), out_int32s("released"), guarantee()});
}

int32_t number_of_users(const int64_t *, int64_t count, int64_t n, double *out, void *) {
  for (int64_t i = 0; i < n; ++i) out[i] = static_cast<double>(count);
  return 1;
}

dpcvx_users_function *make_users_function() {
  dpcvx_users_function *function = nullptr;
  dpcvx_users_function_create(9, kCount, number_of_users, nullptr, &function, nullptr);
  return function;
}

void add_deletion(Registry &registry) {
  registry.add(ENTRY(dpcvx_users_function_create),
               {integer("users", 9).from(1).to(0x1p48), integer("n", kCount).from(1).to(0x1p48),
                callback("function", &number_of_users), user("user"), out_handle("out")});
  registry.add_destroy("dpcvx_users_function_destroy", &dpcvx_users_function_destroy, make_users_function);
  registry.add(
      ENTRY(dpcvx_release_by_deletion),
      {budget(), rng(), price(make_rough_curve), handle("function", make_users_function),
       real("sensitivity", 2).above(0), handle("options", make_stable_options).optional(),
       handle("monitor", make_monitor).optional(), out_reals("out", kCount), out_int32s("outcome"), guarantee()});
}

}  // namespace

void add_mechanism(Registry &registry) {
  registry.add(ENTRY(dpcvx_release_options_create), {out_handle("out")});
  add_noise(registry);
  add_other_prices(registry);
  add_selection(registry);
  add_above_threshold(registry);
  add_stable(registry);
  add_deletion(registry);
}

}  // namespace registry
