#include <cmath>
#include <cstdio>

#include "base/check.h"
#include "base/error.h"
#include "base/options.h"
#include "base/text.h"

namespace dpcvx {
namespace {

constexpr double kLargestInteger = 9007199254740992.0;  // 2^53

// The numbers that keys of each kind have, to name the kind of a key that was given to another.
struct KeyBlock {
  int32_t first, last;
  const char *names;
};
constexpr KeyBlock kKeyBlocks[] = {
    {101, 104, "DPCVX_BUDGET_OPTION_*"},       {201, 202, "DPCVX_RELEASE_OPTION_*"},
    {301, 320, "DPCVX_OBJECTIVE_OPTION_*"},    {321, 337, "DPCVX_STABILITY_OPTION_*"},
    {338, 339, "DPCVX_MINIMIZE_OPTION_*"},     {401, 450, "DPCVX_PLAN_OPTION_*"},
    {501, 503, "DPCVX_AUDIT_OPTION_*"},        {521, 537, "DPCVX_SAMPLER_OPTION_*"},
    {601, 610, "DPCVX_TEST_RELEASE_OPTION_*"}, {651, 677, "DPCVX_FIT_TABLE_OPTION_*"},
    {701, 706, "DPCVX_EVALUATION_OPTION_*"},   {751, 753, "DPCVX_SELECTION_OPTION_*"},
    {340, 342, "DPCVX_OBJECTIVE_OPTION_*"},    {801, 805, "DPCVX_ESTIMATE_OPTION_*"},
    {871, 876, "DPCVX_COVARIANCE_OPTION_*"},   {841, 841, "DPCVX_LOCAL_OPTION_*"},
    {901, 903, "DPCVX_HYPOTHESES_OPTION_*"},   {831, 832, "DPCVX_ESTIMATE_OPTION_*"},
};

// Returns the names of the kind that has this key; null where none has.
const char *names_of(int32_t key) {
  for (const KeyBlock &block : kKeyBlocks)
    if (block.first <= key && key <= block.last) return block.names;
  return nullptr;
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
  const char *const own = names_of(table.keys[0].key), *const other = names_of(key);
  if (own == nullptr) return error.argument("key", key, table.kind);
  if (other == nullptr) return error.argument("key", key, own);
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'key' = %d, a %s; accepted: %s", key, other, own);
}

dpcvx_status set_value(dpcvx_options *options, size_t index, double value, const char *shown, Error &error) {
  const OptionKey &key = options->table->keys[index];
  if (!key.accepted.accepts(value))
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'value' = %s; accepted for %s: %s", shown, key.name,
                      show_accepted(key.accepted).text);
  options->values[index] = value;
  options->set |= uint64_t{1} << index;
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
