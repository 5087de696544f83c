// What plans and fits write of stable releases.
#ifndef DPCVX_SOLVE_STABLE_TEXT_H_
#define DPCVX_SOLVE_STABLE_TEXT_H_

#include "base/text.h"
#include "solve/core/method.h"

namespace dpcvx::solve {

// Whether the figures are those of stable releases.
inline bool is_stable(const Figures &figures) { return figures.levels > 0; }
// As members of an open object; as lines for people.
void write_stable(const Figures &figures, JsonWriter &json);
void write_stable(const Figures &figures, Text &text);

}  // namespace dpcvx::solve

#endif
