#include "mechanism/release_options.h"

#include "base/check.h"
#include "dpcvx/mechanism.h"

namespace dpcvx {
namespace mechanism {
namespace {

constexpr OptionKey kKeys[] = {
    {DPCVX_RELEASE_OPTION_LATTICE_STEP, "DPCVX_RELEASE_OPTION_LATTICE_STEP", OptionKey::kReal, 0, 0x1p900, 0},
    {DPCVX_RELEASE_OPTION_MONOTONIC, "DPCVX_RELEASE_OPTION_MONOTONIC", OptionKey::kInteger, 0, 1, 0},
};
constexpr OptionTable kTable{"release options", kKeys, sizeof(kKeys) / sizeof(kKeys[0])};

}  // namespace

const OptionTable &release_option_table() { return kTable; }

dpcvx_status read_terms(const dpcvx_options *options, ReleaseTerms &terms, Error &error) {
  DPCVX_TRY(check_options("options", options, kTable, error));
  terms.step = option_real(options, kTable, DPCVX_RELEASE_OPTION_LATTICE_STEP);
  terms.monotonic = option_integer(options, kTable, DPCVX_RELEASE_OPTION_MONOTONIC) != 0;
  return DPCVX_OK;
}

dpcvx_status check_vector(const char *name, const void *values, size_t n, size_t least, Error &error) {
  constexpr size_t kMost = PTRDIFF_MAX / sizeof(double);
  if (n < least || n > kMost)
    return error.fail(DPCVX_ERR_ARGUMENT, "argument 'n' = %zu; accepted: %zu to %zu", n, least, kMost);
  return check_array(name, values, n, error);
}

}  // namespace mechanism
}  // namespace dpcvx

dpcvx_status dpcvx_release_options_create(dpcvx_options **out, dpcvx_error *err) {
  dpcvx::Error error(err, __func__);
  return dpcvx::create_options(dpcvx::mechanism::release_option_table(), out, error);
}
