#include "base/options.h"

#include <cstdio>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace dpcvx {
namespace {

// NaN is the value of a required key that is not set.
bool same(double a, double b) { return a == b || (a != a && b != b); }

// A member of an enumeration by its name, other values as numbers.
const char *show_value(const OptionKey &key, double value, ShownNumber *shown) {
  for (size_t i = 0; i < key.accepted.choice_count; ++i)
    if (static_cast<double>(key.accepted.choices[i].value) == value) return key.accepted.choices[i].name;
  *shown = show(value);
  return shown->text;
}

dpcvx_status refuse(const OptionKey &key, double value, Error &error) {
  char accepted[320];
  ShownNumber initial, given;
  std::snprintf(accepted, sizeof(accepted), "%s%s: %s", key.required() ? "not set" : "the default, ",
                key.required() ? "" : show_value(key, key.initial, &initial), key.uses.why);
  return error.argument(key.name, show_value(key, value, &given), accepted);
}

size_t index_of(const OptionTable &table, int32_t key) {
  for (size_t i = 0; i < table.count; ++i)
    if (table.keys[i].key == key) return i;
  __builtin_trap();  // a key that its own table lacks: a fault of ours
}

}  // namespace

dpcvx_status create_options(const OptionTable &table, dpcvx_options **out, Error &error) {
  DPCVX_TRY(check_out("out", out, error));
  NewHandle<dpcvx_options> options;
  DPCVX_TRY(options.check(error));
  options->table = &table;
  for (size_t i = 0; i < table.count; ++i) options->values[i] = table.keys[i].initial;
  *out = options.give();
  return DPCVX_OK;
}

dpcvx_status check_options(const char *name, const dpcvx_options *options, const OptionTable &table, Error &error) {
  DPCVX_TRY(check_optional_handle(name, options, error));
  if (options != nullptr && options->table != &table)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s; accepted: %s, or NULL for defaults", name,
                      options->table->kind, table.kind);
  return DPCVX_OK;
}

dpcvx_status read_options_into(const dpcvx_options *options, const OptionTable &table, uint64_t use, void *settings,
                               Error &error) {
  DPCVX_TRY(check_options("options", options, table, error));
  for (size_t i = 0; i < table.count; ++i) {
    const OptionKey &key = table.keys[i];
    const double value = options == nullptr ? key.initial : options->values[i];
    if ((key.uses.bits & use) == 0) {
      if (!same(value, key.initial)) return refuse(key, value, error);
      continue;
    }
    if (value != value)
      return error.fail(DPCVX_ERR_ARGUMENT, "argument 'options': %s is not set; accepted: %s", key.name,
                        show_accepted(key.accepted).text);
    const Accepted &accepted = key.accepted;
    key.target.set(settings, accepted.has_special && value == accepted.special ? accepted.meaning : value);
  }
  return DPCVX_OK;
}

double option_value(const dpcvx_options *options, const OptionTable &table, int32_t key) {
  const size_t i = index_of(table, key);
  return options == nullptr ? table.keys[i].initial : options->values[i];
}

dpcvx_status check_both_ends(const dpcvx_options *options, const OptionTable &table, int32_t low, int32_t high,
                             Error &error) {
  if (options == nullptr) return DPCVX_OK;
  size_t there = index_of(table, low), missing = index_of(table, high);
  const auto is_set = [&](size_t i) { return (options->set & uint64_t{1} << i) != 0; };
  if (is_set(missing)) std::swap(there, missing);
  if (!is_set(there) || is_set(missing)) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT, "argument '%s' = %s without %s; accepted: both ends of the range",
                    table.keys[there].name, show(options->values[there]).text, table.keys[missing].name);
}

ShownAccepted show_accepted(const Accepted &accepted) {
  ShownAccepted shown;
  constexpr size_t kRoom = sizeof(shown.text);
  size_t length = 0;
  if (accepted.has_special) length += std::snprintf(shown.text, kRoom, "%s or ", show(accepted.special).text);
  if (accepted.choices != nullptr)
    show_choices(accepted.choices, accepted.choice_count, shown.text + length, kRoom - length);
  else
    std::snprintf(shown.text + length, kRoom - length, "%s%s, %s]", accepted.above_low ? "(" : "[",
                  show(accepted.low).text, show(accepted.high).text);
  return shown;
}

}  // namespace dpcvx
