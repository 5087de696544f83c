#include "base/check.h"
#include "dpcvx/mechanism.h"
#include "mechanism/release_boundary.h"

namespace dpcvx {
namespace mechanism {
namespace {

constexpr OptionKey kKeys[] = {
    {DPCVX_RELEASE_OPTION_LATTICE_STEP, "DPCVX_RELEASE_OPTION_LATTICE_STEP", OptionKey::kReal, 0, 0x1p900, 0},
    {DPCVX_RELEASE_OPTION_MONOTONIC, "DPCVX_RELEASE_OPTION_MONOTONIC", OptionKey::kInteger, 0, 1, 0},
};
constexpr OptionTable kTable{"release options", kKeys, sizeof(kKeys) / sizeof(kKeys[0])};

}  // namespace

dpcvx_status read_terms(const dpcvx_options *options, Takes takes, ReleaseParameters &terms, Error &error) {
  DPCVX_TRY(check_options("options", options, kTable, error));
  terms.step = option_real(options, kTable, DPCVX_RELEASE_OPTION_LATTICE_STEP);
  terms.monotonic = option_integer(options, kTable, DPCVX_RELEASE_OPTION_MONOTONIC) != 0;
  if (terms.monotonic && takes != Takes::kStepAndMonotonic)
    return error.argument("DPCVX_RELEASE_OPTION_MONOTONIC", int64_t{1},
                          "0: it is for the exponential mechanism and report-noisy-max");
  return DPCVX_OK;
}

dpcvx_status check_vector(const char *name, const void *values, int64_t n, int64_t least, Error &error) {
  DPCVX_TRY(check_count("n", n, error, least));
  return check_array(name, values, static_cast<size_t>(n), error);
}

}  // namespace mechanism
}  // namespace dpcvx

dpcvx_status dpcvx_release_options_create(dpcvx_options **out, dpcvx_error *err) {
  dpcvx::Error error(err, __func__);
  return dpcvx::create_options(dpcvx::mechanism::kTable, out, error);
}
