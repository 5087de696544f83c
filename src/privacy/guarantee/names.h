// The names of adjacencies, units, filters and sources, as JSON and reports spell them.
#ifndef DPCVX_PRIVACY_GUARANTEE_NAMES_H_
#define DPCVX_PRIVACY_GUARANTEE_NAMES_H_

#include <cstdint>

namespace dpcvx::privacy {

const char *adjacency_name(int32_t adjacency);   // "add_remove", "replace_one"
const char *adjacency_words(int32_t adjacency);  // human-readable: "add/remove", "replace-one"
const char *unit_name(int32_t unit);
const char *filter_name(int32_t filter);
const char *filter_theorem(int32_t filter);
const char *measure_name(int32_t filter);  // what the filter adds up: "mu", "rho", "renyi_epsilon", "epsilon"
const char *source_name(bool deterministic);

}  // namespace dpcvx::privacy

#endif
