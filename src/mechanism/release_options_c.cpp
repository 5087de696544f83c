#include "base/check.h"
#include "base/error.h"
#include "dpcvx/mechanism.h"
#include "mechanism/release_boundary.h"

namespace dpcvx::mechanism {
namespace {

constexpr OptionKey kKeys[] = {
    {DPCVX_NAMED(DPCVX_RELEASE_OPTION_LATTICE_STEP), real_in(0, 0x1p900), 0, into<&ReleaseParameters::step>},
    {DPCVX_NAMED(DPCVX_RELEASE_OPTION_MONOTONIC),
     on_or_off(),
     0,
     into<&ReleaseParameters::monotonic>,
     {static_cast<uint64_t>(Takes::kStepAndMonotonic), "it is for the exponential mechanism and report-noisy-max"}},
};
constexpr OptionsOf<ReleaseParameters> kOptions("release options", kKeys);

}  // namespace

dpcvx_status read_terms(const dpcvx_options *options, Takes takes, ReleaseParameters &terms, Error &error) {
  return read_options(options, kOptions, &terms, error, static_cast<uint64_t>(takes));
}

dpcvx_status check_vector(const char *name, const void *values, int64_t n, int64_t least, Error &error) {
  DPCVX_TRY(check_count("n", n, error, least));
  return check_array(name, values, static_cast<size_t>(n), error);
}

}  // namespace dpcvx::mechanism

dpcvx_status dpcvx_release_options_create(dpcvx_options **out, dpcvx_error *err) {
  dpcvx::Error error(err, __func__);
  return dpcvx::create_options(dpcvx::mechanism::kOptions, out, error);
}
