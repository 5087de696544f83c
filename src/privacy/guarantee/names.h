// The names of choices, as records spell them.
#ifndef DPCVX_PRIVACY_GUARANTEE_NAMES_H_
#define DPCVX_PRIVACY_GUARANTEE_NAMES_H_

#include <cstdint>

namespace dpcvx {
namespace privacy {

const char *adjacency_name(int32_t adjacency);   // "add_remove", "replace_one"
const char *adjacency_words(int32_t adjacency);  // human-readable: "add/remove", "replace-one"
const char *unit_name(int32_t unit);
const char *filter_name(int32_t filter);
const char *filter_theorem(int32_t filter);
const char *currency_name(int32_t filter);
const char *source_name(bool deterministic);

}  // namespace privacy
}  // namespace dpcvx

#endif
