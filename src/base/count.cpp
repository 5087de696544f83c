#include "base/count.h"

#include <cstdio>
#include <cstring>

namespace dpcvx {

ShownCount show_count(const ShownNumber &shown, const char *noun, const char *nouns) {
  const bool one = std::strcmp(shown.text, "1") == 0;
  ShownCount made;
  std::snprintf(made.text, sizeof(made.text), "%s %s%s", shown.text, one || nouns == nullptr ? noun : nouns,
                one || nouns != nullptr ? "" : "s");
  return made;
}

ShownCount show_count(int64_t count, const char *noun, const char *nouns) {
  return show_count(show(count), noun, nouns);
}

}  // namespace dpcvx
