// The release options, and the checks that all releases share at the C boundary.
#ifndef DPCVX_MECHANISM_RELEASE_OPTIONS_H_
#define DPCVX_MECHANISM_RELEASE_OPTIONS_H_

#include "base/options.h"
#include "mechanism/releases.h"

namespace dpcvx {
namespace mechanism {

const OptionTable &release_option_table();

// Live options of this kind, or null; their values.
dpcvx_status read_terms(const dpcvx_options *options, ReleaseTerms &terms, Error &error);

// least <= n, and n values of eight bytes fit into the address space; the arrays are there unless n = 0.
dpcvx_status check_vector(const char *name, const void *values, size_t n, size_t least, Error &error);

}  // namespace mechanism
}  // namespace dpcvx

#endif
