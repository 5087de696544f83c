#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "abi/registry/makers.h"

namespace registry {

namespace {

// A name that the guarantee of make_guarantee() has.
Arg constant_name(const char *name) {
  Arg arg = text(name, "l2_sensitivity");
  arg.null_ok = false;
  return arg;
}

Arg field_text() {
  Arg arg = text("text", "one year");
  arg.null_ok = false;
  return arg;
}

// The one file of ledgers that this process makes: no path of the fuzzer's own is written to. It has no name but while
// a call is made; a ledger that is open needs none.
const char *ledger_path() {
  static char path[64];
  if (path[0] == '\0') std::snprintf(path, sizeof(path), "/tmp/dpcvx-registry-%ld", static_cast<long>(getpid()));
  return path;
}

// A ledger in a new file. Where it fails it must leave none.
dpcvx_status create_ledger(const char *path, const void *key, size_t key_bytes, double epsilon, double delta,
                           int32_t adjacency, int32_t unit, const dpcvx_options *options, dpcvx_budget **out,
                           dpcvx_error *err) {
  unlink(ledger_path());
  const dpcvx_status status = dpcvx_budget_create_ledger(path == nullptr ? nullptr : ledger_path(), key, key_bytes,
                                                         epsilon, delta, adjacency, unit, options, out, err);
  if ((unlink(ledger_path()) == 0) != (status == DPCVX_OK)) {
    std::fprintf(stderr, "a ledger's file after a failure, or none after success\n");
    std::abort();
  }
  return status;
}

constexpr char kLedgerName[] = "a ledger";

const std::string &ledger_bytes() {
  static const std::string bytes = saved(make_budget());
  return bytes;
}

// Opens a file with the bytes of a saved budget. Letters that differ from kLedgerName change bytes of it.
dpcvx_status open_ledger(const char *path, const void *key, size_t key_bytes, int64_t frames, int64_t head,
                         dpcvx_budget **out, dpcvx_error *err) {
  const std::string &whole = ledger_bytes();
  static char bytes[1 << 14];
  const size_t size = whole.size() < sizeof(bytes) ? whole.size() : sizeof(bytes);
  std::memcpy(bytes, whole.data(), size);
  for (size_t i = 0; path != nullptr && path[i] != '\0' && i + 1 < sizeof(kLedgerName); ++i) {
    const unsigned char change = static_cast<unsigned char>(path[i] ^ kLedgerName[i]);
    bytes[(change * size / 256 + i) % size] ^= static_cast<char>(change);
  }
  unlink(ledger_path());
  const int file = open(ledger_path(), O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (file < 0 || write(file, bytes, size) != static_cast<ssize_t>(size) || close(file) != 0) std::abort();
  const dpcvx_status status =
      dpcvx_budget_open_ledger(path == nullptr ? nullptr : ledger_path(), key, key_bytes, frames, head, out, err);
  unlink(ledger_path());
  return status;
}

void add_curves(Registry &registry) {
  registry.add_destroy("dpcvx_curve_destroy", &dpcvx_curve_destroy, make_curve);
  registry.add(ENTRY(dpcvx_curve_create_pure), {real("epsilon", 1).from(0), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_bounded_range), {real("epsilon", 1).from(0), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_approximate),
               {real("epsilon", 1).from(0), real("delta", 1e-6).from(0).below(1), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_zcdp), {real("rho", 0.5).from(0), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_gdp), {real("mu", 1).from(0), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_rdp),
               {in_reals("orders", {2, 4, 32}).each_above(1), in_reals("epsilons", {1, 2, 16}).each_from(0),
                integer("n", 3).from(1).overflows().or_named("orders"), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_gdp_mixture),
               {in_reals("mus", {0, 0.5, 2}).each_from(0), in_reals("probabilities", {0.25, 0.5, 0.25}).each_from(0),
                integer("n", 3).from(1).overflows().or_named("mus").or_named("probabilities"), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_gaussian), {real("noise_multiplier", 2).above(0), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_laplace), {real("noise_multiplier", 2).above(0), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_subsampled_gaussian),
               {choice("sampling", DPCVX_SAMPLING_POISSON, DPCVX_SAMPLING_POISSON, DPCVX_SAMPLING_POISSON_REPLACE_ONE),
                real("noise_multiplier", 2).above(0), real("rate", 0.01).above(0).to(1), integer("steps", 100).from(1),
                out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_randomized_response),
               {real("noise_parameter", 0.5).above(0).below(1), integer("categories", 3).from(2), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_discrete_laplace),
               {real("decay", 0.5).above(0), integer("shift", 2).from(1), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_discrete_gaussian),
               {real("sigma", 2).above(0), integer("shift", 1).from(1), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_random_allocation),
               {real("noise_multiplier", 2).above(0), integer("steps", 12).from(1),
                integer("participations", 3).from(1).to(12), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_random_allocation_replace_one),
               {real("noise_multiplier", 2).above(0), integer("steps", 12).from(1),
                integer("participations", 3).from(1).to(12), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_epsilon), {handle("curve", make_replaced_allocation_curve),
                                            real("delta", 1e-6).from(0).below(1), out_reals("epsilon")});
  registry.slow();
  registry.add(ENTRY(dpcvx_curve_epsilon),
               {handle("curve", make_allocation_curve), real("delta", 1e-6).from(0).below(1), out_reals("epsilon")});
  registry.slow();
  registry.add(ENTRY(dpcvx_curve_create_test_release),
               {real("test_epsilon", 0.5).from(0), real("test_delta", 1e-6).from(0).below(1), real("mu", 0.5).from(0),
                out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_shuffled),
               {real("epsilon0", 1).from(0), integer("users", 100).from(1), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_shuffled_response),
               {real("noise_parameter", 0.5).above(0).below(1), integer("categories", 3).from(2),
                integer("users", 100).from(1), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_iteration),
               {real("sensitivity", 0.1).from(0), real("noise", 1).above(0), real("contraction", 0.9).from(0).to(1),
                integer("batches", 4).from(1), integer("steps", 100).from(1), real("diameter", 2).above(0).infinite(),
                out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_iteration_at),
               {real("sensitivity", 0.1).from(0), real("noise", 1).above(0), real("contraction", 0.9).from(0).to(1),
                integer("position", 3).from(1), integer("steps", 100).from(1).or_named("position"), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_losses),
               {in_reals("losses", {0, 1}), in_reals("probabilities", {0.25, 0.75}).each_from(0),
                integer("n", 2).from(1).overflows().or_named("losses").or_named("probabilities"),
                real("infinite", 0).from(0).to(1).or_named("probabilities"), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_sampled),
               {handle("curve", make_laplace_curve),
                choice("sampling", DPCVX_SAMPLING_POISSON, DPCVX_SAMPLING_POISSON, DPCVX_SAMPLING_POISSON_REPLACE_ONE),
                real("rate", 0.1).above(0).to(1), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_delta),
               {handle("curve", make_batch_curve), real("epsilon", 1).from(0), out_reals("delta")});
  registry.slow();
  registry.add(ENTRY(dpcvx_curve_delta_bounds), {handle("curve", make_shuffled_curve), real("epsilon", 0.1).from(0),
                                                 out_reals("lower"), out_reals("upper")});
  registry.slow();
  registry.add(ENTRY(dpcvx_curve_create_composition),
               {handles("parts", make_curve, 2), in_integers("counts", {1, 3}).each_from(0),
                integer("n", 2).from(0).overflows().or_named("parts"), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_group),
               {handle("curve", make_curve), integer("size", 3).from(1), out_handle("out")});
  registry.add(ENTRY(dpcvx_curve_create_member),
               {handle("curve", make_curve), integer("size", 3).from(1), out_handle("out")});
  registry.add(ENTRY(dpcvx_reference_feldman2018_rdp),
               {real("sensitivity", 0.1).from(0), real("noise", 1).above(0), integer("position", 3).from(1),
                integer("steps", 100).from(1).or_named("position"), real("order", 2).above(1), out_reals("epsilon")});
  registry.add(ENTRY(dpcvx_reference_feldman2021_epsilon),
               {real("epsilon0", 1).from(0), integer("users", 10000).from(1), real("delta", 1e-6).above(0).below(1),
                out_reals("epsilon")});
  registry.add(ENTRY(dpcvx_reference_feldman2023_epsilon),
               {real("epsilon0", 1).from(0), integer("users", 10000).from(1), real("delta", 1e-6).above(0).below(1),
                out_reals("epsilon")});
  registry.add(ENTRY(dpcvx_reference_liang2020_rdp),
               {real("noise_multiplier", 2).above(0), real("rate", 0.001).above(0).to(1), real("order", 2).above(1),
                out_reals("epsilon")});
  for (dpcvx_curve *(*make)() : {make_curve, make_mixed_curve, make_mixture_curve}) {
    registry.add(ENTRY(dpcvx_curve_delta), {handle("curve", make), real("epsilon", 1).from(0), out_reals("delta")});
    registry.slow();
    registry.add(ENTRY(dpcvx_curve_delta_bounds),
                 {handle("curve", make), real("epsilon", 1).from(0), out_reals("lower"), out_reals("upper")});
    registry.slow();
    registry.add(ENTRY(dpcvx_curve_epsilon),
                 {handle("curve", make), real("delta", 1e-6).from(0).below(1), out_reals("epsilon")});
    registry.slow();
    registry.add(ENTRY(dpcvx_reference_mironov2017_epsilon),
                 {handle("curve", make), real("delta", 1e-6).above(0).below(1), out_reals("epsilon")});
    registry.slow();
    registry.add(ENTRY(dpcvx_curve_rdp), {handle("curve", make), real("order", 2).above(1), out_reals("epsilon")});
    registry.add(ENTRY(dpcvx_curve_gdp_mu), {handle("curve", make), out_reals("mu")});
    registry.add(ENTRY(dpcvx_curve_zcdp_rho), {handle("curve", make), out_reals("rho")});
    registry.add(ENTRY(dpcvx_curve_to_json), {handle("curve", make), text_out()});
  }

  registry.add(ENTRY(dpcvx_curve_rdp_order),
               {handle("curve", make_curve), real("delta", 1e-6).above(0).below(1), out_reals("order")});

  registry.add(ENTRY(dpcvx_calibrate_gdp),
               {real("epsilon", 1).from(0), real("delta", 1e-6).above(0).below(1), out_reals("mu")});
  registry.add(ENTRY(dpcvx_calibrate_zcdp),
               {real("epsilon", 1).from(0), real("delta", 1e-6).above(0).below(1), out_reals("rho")});
  registry.add(ENTRY(dpcvx_calibrate_shuffled),
               {integer("users", 100).from(1), integer("rounds", 1).from(1), real("epsilon", 1).from(0),
                real("delta", 1e-6).above(0).below(1), out_reals("epsilon0")});
  registry.slow();
  // Two steps: a tenth of the time of a hundred, by the same code.
  const Args calibration = {
      choice("sampling", DPCVX_SAMPLING_POISSON, DPCVX_SAMPLING_POISSON, DPCVX_SAMPLING_POISSON_REPLACE_ONE),
      real("rate", 0.01).above(0).to(1),
      integer("steps", 2).from(1),
      real("epsilon", 1).from(0),
      real("delta", 1e-6).above(0).below(1),
      out_reals("noise_multiplier")};
  registry.add(ENTRY(dpcvx_calibrate_subsampled_gaussian), calibration);
  registry.slow();
  registry.add(ENTRY(dpcvx_calibrate_subsampled_gaussian_rdp), calibration);
  registry.slow();
}

void add_budgets(Registry &registry) {
  registry.add_destroy("dpcvx_budget_destroy", &dpcvx_budget_destroy, make_budget);
  registry.add(ENTRY(dpcvx_budget_options_create), {out_handle("out")});
  registry.add(ENTRY(dpcvx_budget_create), {real("epsilon", 1).above(0), real("delta", 1e-6).from(0).below(1),
                                            choice("adjacency", DPCVX_ADJACENCY_REPLACE_ONE,
                                                   DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE),
                                            choice("unit", DPCVX_UNIT_RECORD, DPCVX_UNIT_RECORD, DPCVX_UNIT_USER),
                                            handle("options", make_budget_options).optional(), out_handle("out")});
  Arg path = text("path", kLedgerName);
  path.null_ok = false;
  registry.add(
      "dpcvx_budget_create_ledger", &create_ledger,
      {path, in_bytes("key", "sixteen letters."), size("key_bytes", 16).rejects(15), real("epsilon", 1).above(0),
       real("delta", 1e-6).from(0).below(1),
       choice("adjacency", DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE),
       choice("unit", DPCVX_UNIT_RECORD, DPCVX_UNIT_RECORD, DPCVX_UNIT_USER),
       handle("options", make_budget_options).optional(), out_handle("out")});
  registry.add("dpcvx_budget_open_ledger", &open_ledger,
               {path, in_bytes("key", std::string()).optional(), size("key_bytes", 0).rejects(15),
                integer("frames", 0).from(0), integer("head", 0), out_handle("out")});
  registry.add(ENTRY(dpcvx_budget_save), {handle("budget", make_budget), text_out()});
  const std::string &ledger = ledger_bytes();
  registry.add(ENTRY(dpcvx_budget_load),
               {in_bytes("bytes", ledger),
                size("length", ledger.size())
                    .rejects(0, DPCVX_ERR_LEDGER_DAMAGED)
                    .rejects(20, DPCVX_ERR_LEDGER_DAMAGED)
                    .or_named("bytes")
                    .of_bytes(),
                in_bytes("key", std::string()).optional(), size("key_bytes", 0).rejects(15), out_handle("out")});
  registry.add(ENTRY(dpcvx_budget_describe), {handle("budget", make_budget),
                                              choice("field", DPCVX_BUDGET_FIELD_TIME_SPAN,
                                                     DPCVX_BUDGET_FIELD_TIME_SPAN, DPCVX_BUDGET_FIELD_RATIONALE),
                                              field_text()});
  registry.charges_nothing();
  registry.add(ENTRY(dpcvx_budget_set_label), {handle("budget", make_budget), text("label", "a question")});
  registry.charges_nothing();
  registry.add(ENTRY(dpcvx_budget_charge), {handle("budget", make_budget), handle("curve", make_curve),
                                            integer("count", 2).from(1), text("label", "a label")});
  registry.add(ENTRY(dpcvx_budget_charge_at_delta),
               {handle("budget", make_budget), handle("curve", make_curve), integer("count", 2).from(1),
                real("delta", 1e-9).from(0).below(1), text("label", "a label")});
  registry.add(ENTRY(dpcvx_budget_charge_guarantee),
               {handle("budget", make_budget), handle("guarantee", make_guarantee), text("label", "a label")});
  registry.add(ENTRY(dpcvx_budget_can_charge), {handle("budget", make_budget), handle("curve", make_curve),
                                                integer("count", 2).from(1), out_int32s("fits")});
  registry.add(ENTRY(dpcvx_budget_create_rehearsal), {handle("budget", make_budget), out_handle("out")});
  registry.add(ENTRY(dpcvx_budget_odometer),
               {handle("budget", make_budget), real("delta", 1e-6).above(0).below(1), out_reals("loss")});
  registry.add(ENTRY(dpcvx_budget_get_f64),
               {handle("budget", make_budget),
                integer("figure", DPCVX_BUDGET_FIGURE_MAIN_SPENT).rejects(0).rejects(DPCVX_BUDGET_FIGURE_CHARGES),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_budget_get_i64),
               {handle("budget", make_budget),
                integer("figure", DPCVX_BUDGET_FIGURE_CHARGES).rejects(0).rejects(DPCVX_BUDGET_FIGURE_MAIN_SPENT),
                out_integers("value")});
  registry.add(ENTRY(dpcvx_budget_price),
               {handle("budget", make_budget), real("share", 0.5).above(0).to(1), out_handle("out")});
  registry.add(ENTRY(dpcvx_budget_to_json), {handle("budget", make_budget), text_out()});
  registry.add(ENTRY(dpcvx_budget_to_text), {handle("budget", make_budget), text_out()});

  registry.add_destroy("dpcvx_accountant_destroy", &dpcvx_accountant_destroy, make_accountant);
  const Arg adjacency =
      choice("adjacency", DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_ADJACENCY_ADD_REMOVE);
  const Arg unit = choice("unit", DPCVX_UNIT_RECORD, DPCVX_UNIT_RECORD, DPCVX_UNIT_USER);
  const Arg accountant = handle("accountant", make_accountant);
  registry.add(ENTRY(dpcvx_accountant_create), {adjacency, unit, out_handle("out")});
  registry.add(ENTRY(dpcvx_accountant_create_copy), {accountant, out_handle("out")});
  registry.add(ENTRY(dpcvx_accountant_add), {accountant, handle("curve", make_curve), integer("count", 2).from(1)});
  registry.add(ENTRY(dpcvx_accountant_merge), {accountant, handle("other", make_accountant)});
  registry.add(ENTRY(dpcvx_accountant_curve), {accountant, out_handle("out")});
  registry.add(ENTRY(dpcvx_accountant_epsilon),
               {accountant, real("delta", 1e-6).from(0).below(1), out_reals("lower"), out_reals("upper")});
  registry.slow();
  registry.add(ENTRY(dpcvx_accountant_delta),
               {accountant, real("epsilon", 1).from(0), out_reals("lower"), out_reals("upper")});
  registry.slow();
  registry.add(ENTRY(dpcvx_accountant_false_negative_rate),
               {accountant, real("false_positive_rate", 0.05).from(0).to(1), out_reals("lower"), out_reals("upper")});
  registry.slow(256);
  registry.add(ENTRY(dpcvx_accountant_attack_accuracy),
               {accountant, real("prior", 0.5).above(0).below(1), out_reals("lower"), out_reals("upper")});
  registry.slow();
  registry.add(ENTRY(dpcvx_accountant_posterior),
               {accountant, real("prior", 0.5).above(0).below(1), real("false_positive_rate", 0.05).above(0).to(1),
                out_reals("lower"), out_reals("upper")});
  registry.slow(256);
  registry.add(ENTRY(dpcvx_accountant_gdp_mu), {accountant, out_reals("mu")});
  registry.add(ENTRY(dpcvx_accountant_zcdp_rho), {accountant, out_reals("rho")});
  registry.add(ENTRY(dpcvx_accountant_rdp), {accountant, real("order", 2).above(1), out_reals("epsilon")});
  registry.add(ENTRY(dpcvx_accountant_calibrate),
               {accountant, callback("plan", gaussian_plan), user("user"), real("best", 0.3).from(0),
                real("safe", 1000).from(0), integer("whole", 0).from(0).to(1), real("epsilon", 8).from(0),
                real("delta", 1e-6).from(0).below(1), out_reals("parameter")});
  registry.slow(256);
  registry.add(ENTRY(dpcvx_accountant_to_json), {accountant, text_out()});
  registry.add(ENTRY(dpcvx_accountant_to_text), {accountant, text_out()});
  registry.add(ENTRY(dpcvx_accountant_save), {accountant, text_out()});
  const std::string bytes = saved(make_accountant());
  registry.add(ENTRY(dpcvx_accountant_load),
               {in_bytes("bytes", bytes),
                size("length", bytes.size()).rejects(0).rejects(20).or_named("bytes").of_bytes(), out_handle("out")});
  registry.add(ENTRY(dpcvx_accountant_to_dp_event), {accountant, text_out()});
  Arg json = text("json",
                  "{\"class_name\":\"SelfComposedDpEvent\",\"event\":{\"class_name\":\"GaussianDpEvent\","
                  "\"noise_multiplier\":2},\"count\":3}");
  json.null_ok = false;
  registry.add(ENTRY(dpcvx_accountant_create_from_dp_event), {json, adjacency, unit, out_handle("out")});

  registry.add_destroy("dpcvx_guarantee_destroy", &dpcvx_guarantee_destroy, make_guarantee);
  registry.add(ENTRY(dpcvx_guarantee_terms),
               {handle("guarantee", make_guarantee), out_int32s("adjacency"), out_int32s("unit")});
  registry.add(ENTRY(dpcvx_guarantee_curve), {handle("guarantee", make_guarantee), out_handle("out")});
  registry.add(ENTRY(dpcvx_guarantee_epsilon),
               {handle("guarantee", make_guarantee), real("delta", 1e-6).from(0).below(1), out_reals("epsilon")});
  registry.add(ENTRY(dpcvx_guarantee_constant), {handle("guarantee", make_guarantee), constant_name("name"),
                                                 out_reals("value"), out_int32s("origin").optional()});
  registry.add(ENTRY(dpcvx_guarantee_to_json), {handle("guarantee", make_guarantee), text_out()});
  registry.add(ENTRY(dpcvx_guarantee_to_text), {handle("guarantee", make_guarantee), text_out()});
}

}  // namespace

void add_privacy(Registry &registry) {
  add_curves(registry);
  add_budgets(registry);
}

}  // namespace registry
