// The only #include of Eigen. Every std header that Eigen wants comes first, so that the renaming of malloc and free
// below touches Eigen's own text alone. Eigen objects that own memory live only inside guarded() (base/guard.h);
// elsewhere Eigen::Map over memory of ours.
#ifndef DPCVX_BASE_EIGEN_H_
#define DPCVX_BASE_EIGEN_H_

#include "base/guard.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <climits>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <limits>
#include <map>
#include <new>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>
#if defined(__SSE__)
#include <immintrin.h>
#endif
#if defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#define EIGEN_NO_DEBUG 1
#define EIGEN_NO_IO 1
#define EIGEN_STACK_ALLOCATION_LIMIT 0
#define EIGEN_DONT_PARALLELIZE 1

#define malloc dpcvx_guard_malloc
#define free dpcvx_guard_free
#define realloc dpcvx_guard_realloc
#include <Eigen/Dense>
#include <unsupported/Eigen/SpecialFunctions>
#undef malloc
#undef free
#undef realloc

namespace dpcvx {

using VectorMap = Eigen::Map<Eigen::VectorXd>;

}  // namespace dpcvx

#endif
