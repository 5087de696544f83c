// Words of a text in place: for calls that pass their own options on to functions that know them by other names.
#ifndef DPCVX_BASE_REPLACE_WORD_H_
#define DPCVX_BASE_REPLACE_WORD_H_

#include <cstddef>

namespace dpcvx {

// Whether a character belongs to the name of a constant.
constexpr bool in_constant(char c) { return c == '_' || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// Writes `own` wherever the text has `name` as a whole word, as far as its `room` bytes allow.
void replace_word(char *text, size_t room, const char *name, const char *own);

}  // namespace dpcvx

#endif
