// Sums over the units of a caller's own function, on the calling thread. Its results are not trusted: a gradient with
// an entry that is not finite counts as 0, and each gradient is clipped.
#ifndef DPCVX_MODEL_FUNCTION_SUM_H_
#define DPCVX_MODEL_FUNCTION_SUM_H_

#include "base/buffer.h"
#include "base/shared.h"
#include "dpcvx/model.h"
#include "model/sums.h"

namespace dpcvx::model {

// A caller's function of each unit and what is declared of it.
struct UnitFunction {
  dpcvx_unit_callback callback = nullptr;
  void *user = nullptr;
  int64_t units = 0, dimension = 0;
  double lipschitz = INFINITY, smoothness = INFINITY, strong_convexity = 0;
};

struct FunctionSum {
  const UnitFunction *function;
  const Buffer<unsigned char> *absent;  // not 0 for units that are left out; null: none is
  Units units;
  Clip clip;
  const double *factors = nullptr;  // one a unit, of values and clipped gradients; null: 1

  // Doubles of memory.
  static int64_t work_size(const UnitFunction &function) { return 3 * padded(function.dimension); }
  // Writes the sum of the gradients to `sum`, `dimension` entries, and returns that of the values.
  double run(const double *w, double *memory, double *sum) const;
  // One unit's value and gradient, as they count.
  double unit(int64_t unit, const double *w, double *gradient) const;
};

}  // namespace dpcvx::model

#endif
