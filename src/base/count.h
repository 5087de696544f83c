// Counts beside what they count, in human-readable text.
#ifndef DPCVX_BASE_COUNT_H_
#define DPCVX_BASE_COUNT_H_

#include "base/text.h"

namespace dpcvx {

struct ShownCount {
  char text[64];
};

// Returns "1 unit" or "7 units": the noun of a number as it is shown. `nouns` is what `noun` and an s are not; a longer
// noun is cut.
ShownCount show_count(const ShownNumber &shown, const char *noun, const char *nouns = nullptr);
ShownCount show_count(int64_t count, const char *noun, const char *nouns = nullptr);

}  // namespace dpcvx

#endif
