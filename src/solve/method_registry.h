// The methods of the library, in the order that breaks ties between typical risks.
#ifndef DPCVX_SOLVE_METHOD_REGISTRY_H_
#define DPCVX_SOLVE_METHOD_REGISTRY_H_

#include "solve/core/method.h"

namespace dpcvx::solve {

extern const MethodTable kLibraryMethods;

}  // namespace dpcvx::solve

#endif
