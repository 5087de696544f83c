#include "base/replace_word.h"

#include <cstring>

namespace dpcvx {

void replace_word(char *text, size_t room, const char *name, const char *own) {
  const size_t gone = std::strlen(name), come = std::strlen(own);
  char *at = text;
  while ((at = std::strstr(at, name)) != nullptr) {
    const size_t rest = std::strlen(at + gone) + 1;
    const bool whole = !in_constant(at[gone]) && (at == text || !in_constant(at[-1]));
    if (!whole || static_cast<size_t>(at - text) + come + rest > room) {
      at += gone;
      continue;
    }
    std::memmove(at + come, at + gone, rest);
    std::memcpy(at, own, come);  // NOLINT(bugprone-not-null-terminated-result): the rest ends the text
    at += come;
  }
}

}  // namespace dpcvx
