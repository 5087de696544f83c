// Guesses where a round's draw will lie, from the tangents taken before: the point v where
//   v = q - variance g(v),   g the gradient of all parts,
// so that the next tangent is taken near the draw. A guess decides how often tries are rejected and nothing else.
#ifndef DPCVX_SAMPLE_PREDICTOR_H_
#define DPCVX_SAMPLE_PREDICTOR_H_

#include "base/buffer.h"
#include "base/error.h"

namespace dpcvx::sample {

class Predictor {
 public:
  dpcvx_status prepare(int64_t dimension, double variance, Error &error);
  // Forgets everything.
  void begin() { known_ = false; }
  // The tangent at v has gradient g.
  void learn(const double *v, const double *g);
  // At least one tangent has been learned. `dimension` entries.
  void predict(const double *q, double *v) const;

 private:
  int64_t dimension_ = 0;
  double variance_ = 0;
  bool known_ = false;
  Buffer<double> gradient_;
};

}  // namespace dpcvx::sample

#endif
