// Damped Newton for smooth objectives. Not private.
#ifndef DPCVX_OPTIMIZE_NEWTON_H_
#define DPCVX_OPTIMIZE_NEWTON_H_

#include "base/buffer.h"
#include "model/objective.h"

namespace dpcvx::optimize {

// How close a point is, by what its gradient proves.
struct Certificate {
  double gradient_norm;  // computed
  double distance;       // upper bound on the distance to the minimiser: (norm + rounding) / l2; infinity for l2 = 0
};

class Newton {
 public:
  dpcvx_status prepare(const model::Objective &objective, Error &error);

  // Starts at w and improves it until the gradient's norm is at most `tolerance`, for at most `most_steps` steps, and
  // while rounding leaves descent. The certificate is of the last iterate. DPCVX_ERR_NUMERIC where a Hessian cannot be
  // factored.
  dpcvx_status minimize(double tolerance, int64_t most_steps, double *w, Certificate *certificate, Error &error);

 private:
  dpcvx_status direction(Error &error);
  bool advance(double *w, double *value);

  const model::Objective *objective_ = nullptr;
  int64_t d_ = 0;
  Buffer<double> work_, gradient_, hessian_, step_, trial_;
};

}  // namespace dpcvx::optimize

#endif
