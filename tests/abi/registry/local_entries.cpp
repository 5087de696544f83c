#include "abi/registry/makers.h"

namespace registry {

namespace {

constexpr int64_t kCategories = 3, kEntries = 2;

dpcvx_local_protocol *make_frequencies() {
  dpcvx_local_protocol *protocol = nullptr;
  dpcvx_local_protocol_create_frequencies(kCategories, 1, nullptr, &protocol, nullptr);
  return protocol;
}
// By hashing, so that estimates take memory for a transform.
dpcvx_options *make_hashing_options() {
  dpcvx_options *options = nullptr;
  dpcvx_local_options_create(&options, nullptr);
  dpcvx_options_set_i64(options, DPCVX_LOCAL_OPTION_RANDOMIZER, DPCVX_LOCAL_RANDOMIZER_HASHING, nullptr);
  return options;
}
dpcvx_local_protocol *make_hashing() {
  dpcvx_options *const options = make_hashing_options();
  dpcvx_local_protocol *protocol = nullptr;
  dpcvx_local_protocol_create_frequencies(kCategories, 1, options, &protocol, nullptr);
  dpcvx_options_destroy(options);
  return protocol;
}
dpcvx_options *make_window_options() {
  dpcvx_options *options = nullptr;
  dpcvx_local_options_create(&options, nullptr);
  dpcvx_options_set_i64(options, DPCVX_LOCAL_OPTION_RANDOMIZER, DPCVX_LOCAL_RANDOMIZER_WINDOW, nullptr);
  return options;
}
dpcvx_local_protocol *make_mean() {
  dpcvx_local_protocol *protocol = nullptr;
  dpcvx_local_protocol_create_mean(-1, 1, 1, nullptr, &protocol, nullptr);
  return protocol;
}
dpcvx_local_protocol *make_vectors() {
  dpcvx_local_protocol *protocol = nullptr;
  dpcvx_local_protocol_create_vector_mean(kEntries, 1, 1, &protocol, nullptr);
  return protocol;
}

std::string report_bytes(dpcvx_local_protocol *protocol) {
  dpcvx_rng *const rng = make_rng();
  const double vector[kEntries] = {1, 0};
  char bytes[64];
  size_t length = 0;
  dpcvx_status status = dpcvx_local_report_category(protocol, nullptr, rng, 1, bytes, sizeof bytes, &length, nullptr);
  if (status != DPCVX_OK)
    dpcvx_local_report_vector(protocol, nullptr, rng, vector, kEntries, bytes, sizeof bytes, &length, nullptr);
  dpcvx_rng_destroy(rng);
  dpcvx_local_protocol_destroy(protocol);
  return std::string(bytes, length);
}

dpcvx_local_aggregator *aggregator_of(dpcvx_local_protocol *protocol) {
  dpcvx_local_aggregator *aggregator = nullptr;
  dpcvx_local_aggregator_create(protocol, &aggregator, nullptr);
  return aggregator;
}
dpcvx_local_aggregator *make_aggregator() {
  dpcvx_local_protocol *const protocol = make_hashing();
  dpcvx_local_aggregator *const aggregator = aggregator_of(protocol);
  const std::string report = report_bytes(protocol);
  dpcvx_local_aggregator_add(aggregator, report.data(), report.size(), nullptr);
  return aggregator;
}
dpcvx_local_aggregator *make_vector_aggregator() {
  dpcvx_local_protocol *const protocol = make_vectors();
  dpcvx_local_aggregator *const aggregator = aggregator_of(protocol);
  const std::string report = report_bytes(protocol);
  dpcvx_local_aggregator_add(aggregator, report.data(), report.size(), nullptr);
  return aggregator;
}

Arg protocol() { return handle("protocol", make_frequencies); }
Arg epsilon() { return real("epsilon", 1).from(0.001).to(30); }
Arg budget() { return handle("budget", make_basic_budget).optional(); }
Arg level() { return real("level", 0.95).from(0.5).to(1 - 1e-9); }

void add_protocols(Registry &registry) {
  registry.add(ENTRY(dpcvx_local_options_create), {out_handle("out")});
  for (dpcvx_options *(*const options)() : {make_hashing_options, make_window_options}) {
    const bool hashing = options == make_hashing_options;
    if (hashing)
      registry.add(ENTRY(dpcvx_local_protocol_create_frequencies),
                   {integer("categories", 3).from(2).to(1 << 20), epsilon(), handle("options", options).optional(),
                    out_handle("out")});
    else
      registry.add(ENTRY(dpcvx_local_protocol_create_mean),
                   {real("low", -1).or_named("high").rejects(-1e301).rejects(1),
                    real("high", 1).or_named("low").rejects(1e301).rejects(-1), epsilon(),
                    handle("options", options).optional(), out_handle("out")});
  }
  registry.add(ENTRY(dpcvx_local_protocol_create_vector_mean),
               {integer("dimension", kEntries).from(2).to(1 << 16),
                real("radius", 1).above(0).rejects(1e301).rejects(1e-301), epsilon(), out_handle("out")});
  registry.add_destroy("dpcvx_local_protocol_destroy", &dpcvx_local_protocol_destroy, make_mean);
  registry.add(ENTRY(dpcvx_local_protocol_save), {protocol(), text_out()});
  const std::string bytes = saved(make_vectors(), dpcvx_local_protocol_save);
  registry.add(ENTRY(dpcvx_local_protocol_load),
               {in_bytes("bytes", bytes),
                size("length", bytes.size()).rejects(0).rejects(20).or_named("bytes").of_bytes(), out_handle("out")});
  registry.add(ENTRY(dpcvx_local_protocol_get_f64),
               {protocol(), integer("figure", DPCVX_LOCAL_FIGURE_VARIANCE).rejects(0).rejects(DPCVX_LOCAL_FIGURE_KIND),
                out_reals("value")});
  registry.add(ENTRY(dpcvx_local_protocol_get_i64),
               {protocol(), integer("figure", DPCVX_LOCAL_FIGURE_KIND).rejects(0).rejects(DPCVX_LOCAL_FIGURE_VARIANCE),
                out_integers("value")});
  registry.add(ENTRY(dpcvx_local_protocol_to_text), {protocol(), text_out()});
  for (dpcvx_local_protocol *(*const make)() : {make_frequencies, make_mean, make_vectors}) {
    const Arg any = handle("protocol", make);
    registry.add(ENTRY(dpcvx_local_protocol_expected_error),
                 {any, integer("reports", 10).from(1).to(0x1p32), level(), out_reals("bound")});
    registry.add(ENTRY(dpcvx_local_protocol_central_epsilon),
                 {any, integer("users", 60).from(1).to(0x1p48).fuzz_to(200), real("delta", 1e-5).above(0).below(1),
                  out_reals("epsilon")});
  }
}

void add_reports(Registry &registry) {
  registry.add(ENTRY(dpcvx_local_report_category),
               {protocol().apart(), budget(), handle("rng", make_rng), integer("category", 1), text_out()});
  registry.add(ENTRY(dpcvx_local_report_value),
               {handle("protocol", make_mean).apart(), budget(), handle("rng", make_rng),
                real("value", 0.5).infinite().accepts(NAN).accepts(-INFINITY), text_out()});
  registry.add(ENTRY(dpcvx_local_report_vector),
               {handle("protocol", make_vectors).apart(), budget(), handle("rng", make_rng),
                in_reals("vector", {1, 0.5}).unchecked(),
                integer("dimension", kEntries).rejects(0).rejects(-1).rejects(3).overflows(), text_out()});
}

void add_shuffles(Registry &registry) {
  const std::string report = report_bytes(make_hashing());
  registry.add(ENTRY(dpcvx_local_protocol_shuffle),
               {handle("protocol", make_hashing), handle("rng", make_rng), in_bytes("reports", report + report),
                size("size", 2 * report.size()).accepts(0).rejects(report.size() - 1).of_bytes(), text_out()});
}

void add_aggregators(Registry &registry) {
  registry.add(ENTRY(dpcvx_local_aggregator_create), {protocol(), out_handle("out")});
  registry.add_destroy("dpcvx_local_aggregator_destroy", &dpcvx_local_aggregator_destroy, make_aggregator);
  const std::string report = report_bytes(make_hashing());
  registry.add(ENTRY(dpcvx_local_aggregator_add),
               {handle("aggregator", make_aggregator), in_bytes("bytes", report),
                size("length", report.size()).rejects(0).rejects(report.size() - 1).or_named("bytes").of_bytes()});
  registry.add(ENTRY(dpcvx_local_aggregator_add_each),
               {handle("aggregator", make_aggregator), in_bytes("bytes", report + report),
                size("length", 2 * report.size()).accepts(0).rejects(report.size() - 1).of_bytes()});
  registry.add(ENTRY(dpcvx_local_aggregator_merge),
               {handle("aggregator", make_aggregator), handle("other", make_aggregator).apart()});
  registry.add(ENTRY(dpcvx_local_aggregator_save), {handle("aggregator", make_aggregator), text_out()});
  for (dpcvx_local_aggregator *(*const make)() : {make_aggregator, make_vector_aggregator}) {
    const std::string bytes = saved(make(), dpcvx_local_aggregator_save);
    registry.add(ENTRY(dpcvx_local_aggregator_load),
                 {in_bytes("bytes", bytes),
                  size("length", bytes.size()).rejects(0).rejects(20).or_named("bytes").of_bytes(), out_handle("out")});
    const int64_t count = make == make_aggregator ? kCategories : kEntries;
    const size_t entries = static_cast<size_t>(count);
    registry.add(ENTRY(dpcvx_local_aggregator_estimate),
                 {handle("aggregator", make).apart(), level(), out_reals("values", entries),
                  out_reals("standard_errors", entries), out_reals("low", entries), out_reals("high", entries),
                  integer("count", count).rejects(0).rejects(-1).rejects(4).overflows()});
  }
  registry.add(ENTRY(dpcvx_local_aggregator_counts),
               {handle("aggregator", make_aggregator), out_integers("reports"), out_integers("refused")});
}

}  // namespace

void add_local(Registry &registry) {
  add_protocols(registry);
  add_reports(registry);
  add_shuffles(registry);
  add_aggregators(registry);
}

}  // namespace registry
