#include <cmath>
#include <cstdio>
#include <cstring>

#include "base/check.h"
#include "base/options.h"
#include "base/text.h"

namespace dpcvx {
namespace {

constexpr double kLargestInteger = 9007199254740992.0;  // 2^53

// The key is of the other type: names the function that takes it, this one's twin.
dpcvx_status other_type(const OptionKey &key, Error &error) {
  const char *const type = key.type == OptionKey::kReal ? "f64" : "i64";
  const size_t stem = std::strlen(error.function()) - 3;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'key' = %s, which is an %s key; use %.*s%s", key.name, type,
                    static_cast<int>(stem), error.function(), type);
}

dpcvx_status find_key(const dpcvx_options *options, int32_t key, OptionKey::Type type, size_t *index, Error &error) {
  DPCVX_TRY(check_handle("options", options, error));
  const OptionTable &table = *options->table;
  for (size_t i = 0; i < table.count; ++i) {
    if (table.keys[i].key != key) continue;
    if (table.keys[i].type != type) return other_type(table.keys[i], error);
    *index = i;
    return DPCVX_OK;
  }
  char accepted[64];
  std::snprintf(accepted, sizeof(accepted), "a key of %s", table.kind);
  return error.argument("key", key, accepted);
}

dpcvx_status set_value(dpcvx_options *options, size_t index, double value, const char *shown, Error &error) {
  const OptionKey &key = options->table->keys[index];
  if (!(value >= key.low && value <= key.high))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'value' = %s; accepted for %s: [%s, %s]", shown, key.name,
                      show(key.low).text, show(key.high).text);
  options->values[index] = value;
  return DPCVX_OK;
}

// Reads a key into `value` through the type of the caller's variable.
template <class T>
dpcvx_status get_value(const dpcvx_options *options, int32_t key, OptionKey::Type type, T *value, Error &error) {
  size_t index;
  DPCVX_TRY(find_key(options, key, type, &index, error));
  DPCVX_TRY(check_pointer("value", value, error));
  *value = static_cast<T>(options->values[index]);
  return DPCVX_OK;
}

template <class T>
dpcvx_status get_bounds(const dpcvx_options *options, int32_t key, OptionKey::Type type, T *low, T *high, T *initial,
                        Error &error) {
  size_t index;
  DPCVX_TRY(find_key(options, key, type, &index, error));
  DPCVX_TRY(check_pointer("low", low, error));
  DPCVX_TRY(check_pointer("high", high, error));
  DPCVX_TRY(check_pointer("initial", initial, error));
  const OptionKey &found = options->table->keys[index];
  *low = static_cast<T>(found.low);
  *high = static_cast<T>(found.high);
  *initial = static_cast<T>(found.initial);
  return DPCVX_OK;
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

void dpcvx_options_destroy(dpcvx_options *options) { destroy_handle(options); }

dpcvx_status dpcvx_options_set_f64(dpcvx_options *options, int32_t key, double value, dpcvx_error *err) {
  Error error(err, __func__);
  size_t index;
  DPCVX_TRY(find_key(options, key, OptionKey::kReal, &index, error));
  return set_value(options, index, value, show(value).text, error);
}

dpcvx_status dpcvx_options_set_i64(dpcvx_options *options, int32_t key, int64_t value, dpcvx_error *err) {
  Error error(err, __func__);
  size_t index;
  DPCVX_TRY(find_key(options, key, OptionKey::kInteger, &index, error));
  const bool exact = value >= -static_cast<int64_t>(kLargestInteger) && value <= static_cast<int64_t>(kLargestInteger);
  return set_value(options, index, exact ? static_cast<double>(value) : NAN, show(value).text, error);
}

dpcvx_status dpcvx_options_get_f64(const dpcvx_options *options, int32_t key, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  return get_value(options, key, OptionKey::kReal, value, error);
}

dpcvx_status dpcvx_options_get_i64(const dpcvx_options *options, int32_t key, int64_t *value, dpcvx_error *err) {
  Error error(err, __func__);
  return get_value(options, key, OptionKey::kInteger, value, error);
}

dpcvx_status dpcvx_options_get_bounds_f64(const dpcvx_options *options, int32_t key, double *low, double *high,
                                          double *initial, dpcvx_error *err) {
  Error error(err, __func__);
  return get_bounds(options, key, OptionKey::kReal, low, high, initial, error);
}

dpcvx_status dpcvx_options_get_bounds_i64(const dpcvx_options *options, int32_t key, int64_t *low, int64_t *high,
                                          int64_t *initial, dpcvx_error *err) {
  Error error(err, __func__);
  return get_bounds(options, key, OptionKey::kInteger, low, high, initial, error);
}
