#include "base/options.h"

namespace dpcvx {

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

double option_real(const dpcvx_options *options, const OptionTable &table, int32_t key) {
  for (size_t i = 0; i < table.count; ++i)
    if (table.keys[i].key == key) return options == nullptr ? table.keys[i].initial : options->values[i];
  __builtin_trap();  // a key that its own table lacks: a fault of ours
}

int64_t option_integer(const dpcvx_options *options, const OptionTable &table, int32_t key) {
  return static_cast<int64_t>(option_real(options, table, key));
}

}  // namespace dpcvx
