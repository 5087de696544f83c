#include <cmath>
#include <cstdio>
#include <cstring>
#include <initializer_list>

#include "base/check.h"
#include "base/error.h"
#include "base/options.h"
#include "base/text.h"

namespace dpcvx {
namespace {

constexpr double kLargestInteger = 9007199254740992.0;  // 2^53

// The name of a key of any kind, and its table; null where there is none of this number.
const char *foreign_name(int32_t key, const OptionTable **table) {
  for (const OptionTable *const kind :
       {kBudgetOptionTable, kReleaseOptionTable, kTestReleaseOptionTable, kObjectiveOptionTable, kMinimizeOptionTable,
        kStabilityOptionTable, kSamplerOptionTable, kPlanOptionTable, kFitTableOptionTable, kAuditOptionTable})
    for (size_t i = 0; i < kind->count; ++i)
      if (kind->keys[i].key == key) return *table = kind, kind->keys[i].name;
  return nullptr;
}

// "a key of plan options, DPCVX_PLAN_OPTION_*".
struct ShownKind {
  char text[96];
};
ShownKind show_kind(const OptionTable &table) {
  ShownKind shown;
  const char *const first = table.keys[0].name;
  const char *const end = std::strstr(first, "_OPTION_");
  if (end == nullptr)
    std::snprintf(shown.text, sizeof(shown.text), "a key of %s", table.kind);
  else
    std::snprintf(shown.text, sizeof(shown.text), "a key of %s, %.*s_OPTION_*", table.kind,
                  static_cast<int>(end - first), first);
  return shown;
}

dpcvx_status find_key(const dpcvx_options *options, int32_t key, Accepted::Type type, size_t *index, Error &error) {
  DPCVX_TRY(check_handle("options", options, error));
  const OptionTable &table = *options->table;
  for (size_t i = 0; i < table.count; ++i) {
    if (table.keys[i].key != key) continue;
    if (table.keys[i].accepted.type != type)
      return error.other_type("key", table.keys[i].name, type == Accepted::kReal ? "i64" : "f64");
    *index = i;
    return DPCVX_OK;
  }
  const OptionTable *other;
  if (const char *const name = foreign_name(key, &other))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'key' = %s, which is a key of %s; accepted: %s", name, other->kind,
                      show_kind(table).text);
  return error.argument("key", key, show_kind(table).text);
}

dpcvx_status set_value(dpcvx_options *options, size_t index, double value, const char *shown, Error &error) {
  const OptionKey &key = options->table->keys[index];
  if (!key.accepted.accepts(value))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'value' = %s; accepted for %s: %s", shown, key.name,
                      show_accepted(key.accepted).text);
  options->values[index] = value;
  return DPCVX_OK;
}

// As the caller's type has it: NaN, or 0 for an integer, where a required key is not set.
template <class T>
T as(double value) {
  return std::is_same_v<T, double> || value == value ? static_cast<T>(value) : T{0};
}

// Reads a key into `value` through the type of the caller's variable.
template <class T>
dpcvx_status get_value(const dpcvx_options *options, int32_t key, Accepted::Type type, T *value, Error &error) {
  size_t index;
  DPCVX_TRY(find_key(options, key, type, &index, error));
  DPCVX_TRY(check_pointer("value", value, error));
  *value = as<T>(options->values[index]);
  return DPCVX_OK;
}

template <class T>
dpcvx_status get_bounds(const dpcvx_options *options, int32_t key, Accepted::Type type, T *low, T *high, T *initial,
                        Error &error) {
  size_t index;
  DPCVX_TRY(find_key(options, key, type, &index, error));
  DPCVX_TRY(check_pointer("low", low, error));
  DPCVX_TRY(check_pointer("high", high, error));
  DPCVX_TRY(check_pointer("initial", initial, error));
  const OptionKey &found = options->table->keys[index];
  *low = as<T>(found.accepted.least());
  *high = as<T>(found.accepted.greatest());
  *initial = as<T>(found.initial);
  return DPCVX_OK;
}

}  // namespace
}  // namespace dpcvx

using namespace dpcvx;

void dpcvx_options_destroy(dpcvx_options *options) { destroy_handle(options); }

dpcvx_status dpcvx_options_set_f64(dpcvx_options *options, int32_t key, double value, dpcvx_error *err) {
  Error error(err, __func__);
  size_t index;
  DPCVX_TRY(find_key(options, key, Accepted::kReal, &index, error));
  return set_value(options, index, value, show(value).text, error);
}

dpcvx_status dpcvx_options_set_i64(dpcvx_options *options, int32_t key, int64_t value, dpcvx_error *err) {
  Error error(err, __func__);
  size_t index;
  DPCVX_TRY(find_key(options, key, Accepted::kInteger, &index, error));
  const bool exact = value >= -static_cast<int64_t>(kLargestInteger) && value <= static_cast<int64_t>(kLargestInteger);
  return set_value(options, index, exact ? static_cast<double>(value) : NAN, show(value).text, error);
}

dpcvx_status dpcvx_options_get_f64(const dpcvx_options *options, int32_t key, double *value, dpcvx_error *err) {
  Error error(err, __func__);
  return get_value(options, key, Accepted::kReal, value, error);
}

dpcvx_status dpcvx_options_get_i64(const dpcvx_options *options, int32_t key, int64_t *value, dpcvx_error *err) {
  Error error(err, __func__);
  return get_value(options, key, Accepted::kInteger, value, error);
}

dpcvx_status dpcvx_options_get_bounds_f64(const dpcvx_options *options, int32_t key, double *low, double *high,
                                          double *initial, dpcvx_error *err) {
  Error error(err, __func__);
  return get_bounds(options, key, Accepted::kReal, low, high, initial, error);
}

dpcvx_status dpcvx_options_get_bounds_i64(const dpcvx_options *options, int32_t key, int64_t *low, int64_t *high,
                                          int64_t *initial, dpcvx_error *err) {
  Error error(err, __func__);
  return get_bounds(options, key, Accepted::kInteger, low, high, initial, error);
}
