// The accepted values of CLIPPING, an option of plans and of fit_table.
#ifndef DPCVX_SOLVE_CORE_CLIPPING_CHOICES_H_
#define DPCVX_SOLVE_CORE_CLIPPING_CHOICES_H_

#include "base/options.h"
#include "dpcvx/solve.h"

namespace dpcvx::solve {

constexpr Choice kClippings[] = {
    {DPCVX_NAMED(DPCVX_CLIPPING_AUTOMATIC)},
    {DPCVX_NAMED(DPCVX_CLIPPING_FIXED)},
    {DPCVX_NAMED(DPCVX_CLIPPING_ADAPTIVE)},
};

}  // namespace dpcvx::solve

#endif
