#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/check.h"
#include "base/count.h"
#include "base/error.h"
#include "base/figures.h"
#include "base/options.h"
#include "base/text.h"
#include "estimate/local/handles.h"
#include "privacy/pld/tight.h"

namespace dpcvx {
namespace {

using local::Protocol;

struct LocalSettings {
  int32_t randomizer = DPCVX_LOCAL_RANDOMIZER_AUTOMATIC;
};

constexpr Choice kRandomizers[] = {
    {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_AUTOMATIC)}, {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_RESPONSE)},
    {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_HASHING)},   {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_ONE_BIT)},
    {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_WINDOW)},    {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_CODEBOOK)},
};

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_LOCAL_OPTION_RANDOMIZER), one_of(kRandomizers), DPCVX_LOCAL_RANDOMIZER_AUTOMATIC,
     into<&LocalSettings::randomizer>},
};
constexpr OptionsOf<LocalSettings> kOptions("local options", kKeys);

int64_t outputs_of(const Protocol &it) { return static_cast<int64_t>(it.outputs()); }
int64_t report_bytes_of(const Protocol &it) { return static_cast<int64_t>(it.report_bytes()); }
double replacement_of(const Protocol &it) { return mechanism::replacement_probability(it.plan); }

constexpr Figure kRows[] = {
    {DPCVX_NAMED(DPCVX_LOCAL_FIGURE_KIND), from<&Protocol::kind>},
    {DPCVX_NAMED(DPCVX_LOCAL_FIGURE_RANDOMIZER), from<&Protocol::randomizer>},
    {DPCVX_NAMED(DPCVX_LOCAL_FIGURE_EPSILON), from<&Protocol::epsilon>},
    {DPCVX_NAMED(DPCVX_LOCAL_FIGURE_COUNT), from<&Protocol::count>},
    {DPCVX_NAMED(DPCVX_LOCAL_FIGURE_OUTPUTS), from<&outputs_of>},
    {DPCVX_NAMED(DPCVX_LOCAL_FIGURE_FAVOURED), from<&Protocol::favoured>},
    {DPCVX_NAMED(DPCVX_LOCAL_FIGURE_REPLACEMENT_PROBABILITY), from<&replacement_of>},
    {DPCVX_NAMED(DPCVX_LOCAL_FIGURE_VARIANCE), from<&Protocol::variance>},
    {DPCVX_NAMED(DPCVX_LOCAL_FIGURE_REPORT_BYTES), from<&report_bytes_of>},
};
constexpr FiguresOf<Protocol> kFigures("DPCVX_LOCAL_FIGURE_*", kRows);

constexpr Frame kFrame{"dpcvxlpr", 1, "protocol", "dpcvx_local_protocol_save"};

dpcvx_status check_epsilon(double epsilon, Error &error) {
  return check_between("epsilon", epsilon, local::kLeastEpsilon, local::kMaxEpsilon, error);
}

constexpr Choice kOfFrequencies[] = {
    {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_AUTOMATIC)},
    {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_RESPONSE)},
    {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_HASHING)},
};
constexpr Choice kOfMean[] = {
    {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_AUTOMATIC)},
    {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_ONE_BIT)},
    {DPCVX_NAMED(DPCVX_LOCAL_RANDOMIZER_WINDOW)},
};

// Reads which randomizer is wanted: one of those for what is estimated.
template <size_t n>
dpcvx_status read_randomizer(const dpcvx_options *options, const Choice (&accepted)[n], const char *estimated,
                             int32_t *out, Error &error) {
  LocalSettings settings;
  DPCVX_TRY(read_options(options, kOptions, &settings, error));
  const int32_t wanted = *out = settings.randomizer;
  const auto is_wanted = [&](const Choice &choice) { return choice.value == wanted; };
  if (std::any_of(accepted, accepted + n, is_wanted)) return DPCVX_OK;
  char names[160];
  show_choices(accepted, n, names, sizeof(names));
  return error.fail(DPCVX_ERR_UNSUPPORTED, "argument 'DPCVX_LOCAL_OPTION_RANDOMIZER' = %s; accepted for %s: %s",
                    std::find_if(std::begin(kRandomizers), std::end(kRandomizers), is_wanted)->name, estimated, names);
}

const char *randomizer_text(int32_t randomizer) {
  switch (randomizer) {
    case DPCVX_LOCAL_RANDOMIZER_RESPONSE:
      return "randomized response";
    case DPCVX_LOCAL_RANDOMIZER_HASHING:
      return "local hashing";
    case DPCVX_LOCAL_RANDOMIZER_ONE_BIT:
      return "one bit";
    case DPCVX_LOCAL_RANDOMIZER_WINDOW:
      return "a window of outputs";
    default:
      return "a codebook of unit vectors";
  }
}

void describe(const Protocol &it, Text &text) {
  switch (it.kind) {
    case DPCVX_LOCAL_KIND_FREQUENCIES:
      text.format("Local reports of one of %s categories", show(it.count).text);
      break;
    case DPCVX_LOCAL_KIND_MEAN:
      text.format("Local reports of a number, clipped to [%s, %s]", show(it.low).text, show(it.high).text);
      break;
    default:
      text.format("Local reports of a vector of %s, scaled to a norm of at most %s",
                  show_count(it.count, "entry", "entries").text, show(it.high).text);
  }
  text.format(", by %s\n", randomizer_text(it.randomizer));
  text.format(
      "Each report is %s-locally private: any two values give a report with the same probability,\n"
      "up to a factor of exp(%s).\n",
      show(it.epsilon).text, show(it.epsilon).text);
  text.format("Reports of the same device add up: after t reports of any values it is t times %s.\n",
              show(it.epsilon).text);
  text.format(
      "A report is one of %s outputs. With probability %s it is uniform among all, else among the %s that the\n"
      "value favours.\n",
      show(outputs_of(it)).text, show_short(replacement_of(it), 6).text, show(static_cast<int64_t>(it.favoured)).text);
  text.format("Estimates from n reports have a variance of at most %s / n. A report has %s.\n",
              show_short(it.variance(), 6).text, show_count(report_bytes_of(it), "byte").text);
}

dpcvx_status check_range(double low, double high, Error &error) {
  DPCVX_TRY(check_between("low", low, -local::kLargest, local::kLargest, error));
  DPCVX_TRY(check_between("high", high, -local::kLargest, local::kLargest, error));
  return high - low >= local::kLeastWidth ? DPCVX_OK : error.argument("high", high, "above low by at least 1e-300");
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

dpcvx_status dpcvx_local_options_create(dpcvx_options **out, dpcvx_error *err) {
  Error error(err, __func__);
  return create_options(kOptions, out, error);
}

dpcvx_status dpcvx_local_protocol_create_frequencies(int64_t categories, double epsilon, const dpcvx_options *options,
                                                     dpcvx_local_protocol **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_between("categories", categories, 2, local::kMaxCategories, error));
  DPCVX_TRY(check_epsilon(epsilon, error));
  int32_t randomizer;
  DPCVX_TRY(read_randomizer(options, kOfFrequencies, "frequencies", &randomizer, error));
  NewHandle<dpcvx_local_protocol> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(local::plan_frequencies(categories, epsilon, randomizer, &handle->protocol, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_local_protocol_create_mean(double low, double high, double epsilon, const dpcvx_options *options,
                                              dpcvx_local_protocol **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_range(low, high, error));
  DPCVX_TRY(check_epsilon(epsilon, error));
  int32_t randomizer;
  DPCVX_TRY(read_randomizer(options, kOfMean, "a mean", &randomizer, error));
  NewHandle<dpcvx_local_protocol> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(local::plan_mean(low, high, epsilon, randomizer, &handle->protocol, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_local_protocol_create_vector_mean(int64_t dimension, double radius, double epsilon,
                                                     dpcvx_local_protocol **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_between("dimension", dimension, 2, local::kMaxDimension, error));
  DPCVX_TRY(check_between("radius", radius, local::kLeastWidth, local::kLargest, error));
  DPCVX_TRY(check_epsilon(epsilon, error));
  NewHandle<dpcvx_local_protocol> handle;
  DPCVX_TRY(handle.check(error));
  DPCVX_TRY(local::plan_vector_mean(dimension, radius, epsilon, &handle->protocol, error));
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_local_protocol_destroy(dpcvx_local_protocol *protocol) { destroy_handle(protocol); }

dpcvx_status dpcvx_local_protocol_save(const dpcvx_local_protocol *protocol, void *out, size_t capacity, size_t *length,
                                       dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("protocol", protocol, error));
  Text fields, bytes;
  ByteWriter writer(fields);
  protocol->protocol.write(writer);
  write_frame(kFrame, fields, bytes);
  return copy_out_bytes(bytes, out, capacity, length, error);
}

dpcvx_status dpcvx_local_protocol_load(const void *bytes, size_t length, dpcvx_local_protocol **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_array("bytes", bytes, length, error));
  NewHandle<dpcvx_local_protocol> handle;
  DPCVX_TRY(handle.check(error));
  ByteReader fields(nullptr, 0);
  DPCVX_TRY(open_frame(kFrame, bytes, length, &fields, error));
  DPCVX_TRY(handle->protocol.read(fields, error));
  DPCVX_TRY(close_frame(kFrame, fields, error));
  *out = handle.give();
  return DPCVX_OK;
}

dpcvx_status dpcvx_local_protocol_get_f64(const dpcvx_local_protocol *protocol, int32_t figure, double *value,
                                          dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("protocol", protocol, error));
  return get_figure(kFigures, protocol->protocol, figure, value, error);
}

dpcvx_status dpcvx_local_protocol_get_i64(const dpcvx_local_protocol *protocol, int32_t figure, int64_t *value,
                                          dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("protocol", protocol, error));
  return get_figure(kFigures, protocol->protocol, figure, value, error);
}

dpcvx_status dpcvx_local_protocol_to_text(const dpcvx_local_protocol *protocol, char *out, size_t capacity,
                                          size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("protocol", protocol, error));
  return copy_written(out, capacity, length, error, [=](Text &text) { describe(protocol->protocol, text); });
}

dpcvx_status dpcvx_local_protocol_expected_error(const dpcvx_local_protocol *protocol, int64_t reports, double level,
                                                 double *bound, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("protocol", protocol, error));
  DPCVX_TRY(check_between("reports", reports, 1, local::kMaxReports, error));
  DPCVX_TRY(check_between("level", level, 0.5, 1 - 1e-9, error));
  DPCVX_TRY(check_pointer("bound", bound, error));
  *bound = local::expected_error(protocol->protocol, reports, 1 - level);
  return DPCVX_OK;
}

dpcvx_status dpcvx_local_protocol_central_epsilon(const dpcvx_local_protocol *protocol, int64_t users, double delta,
                                                  double *epsilon, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("protocol", protocol, error));
  DPCVX_TRY(check_between("users", users, 1, int64_t{1} << 48, error));
  DPCVX_TRY(check_inside("delta", delta, 0, 1, error));
  DPCVX_TRY(check_pointer("epsilon", epsilon, error));
  const Protocol &it = protocol->protocol;
  const double others = static_cast<double>(users);
  privacy::Curve curve;
  double found;
  if (it.randomizer == DPCVX_LOCAL_RANDOMIZER_RESPONSE)
    DPCVX_TRY(
        curve.add(privacy::shuffled_response(replacement_of(it), static_cast<double>(it.classes), others), error));
  else
    DPCVX_TRY(curve.add(privacy::shuffled(it.epsilon, others), error));
  DPCVX_TRY(privacy::tight_epsilon(curve, delta, &found, error));
  *epsilon = std::min(found, it.epsilon);
  return DPCVX_OK;
}
