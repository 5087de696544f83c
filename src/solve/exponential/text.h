// What plans and fits by the exponential mechanism write of its density and sampler.
#ifndef DPCVX_SOLVE_EXPONENTIAL_TEXT_H_
#define DPCVX_SOLVE_EXPONENTIAL_TEXT_H_

#include "base/text.h"
#include "solve/core/method.h"

namespace dpcvx::solve {

// There is one.
inline bool has_density(const Figures &it) { return it.method == DPCVX_METHOD_EXPONENTIAL_MECHANISM; }

// As members of an open object.
void write_density(const Figures &it, JsonWriter &json);
// Lines: the density, the rounds, the shares of mu, the spread, in place of steps and noise.
void write_density(const Figures &it, Text &text);

}  // namespace dpcvx::solve

#endif
