// A quadratic as a part of V: x'Hx / 2 + <b, x> less (m / 2) ||x||^2, m the least eigenvalue of H or less (also below
// 0), which the target's own quadratic takes over. For samplers by rounds.
#ifndef DPCVX_SAMPLE_PARTS_QUADRATIC_PART_H_
#define DPCVX_SAMPLE_PARTS_QUADRATIC_PART_H_

#include "base/buffer.h"
#include "base/status.h"
#include "sample/parts/part.h"
#include "sample/quadratic.h"

namespace dpcvx::sample {

class QuadraticPart final : public Part {
 public:
  // The quadratic must outlive the part.
  dpcvx_status prepare(const Quadratic &quadratic, Error &error);

  void linearize(const double *v, double *g) override;
  bool accept(const double *x, random::Rng &rng) override;
  double lipschitz(double reach) const override;
  double roughness() const override;
  PartErrors errors(const Region &region) const override;

  // Returns the divergence of x from the tangent's point, as computed: (x - v)'(H - m I)(x - v) / 2.
  double above(const double *x);

 private:
  const Quadratic *quadratic_ = nullptr;
  Buffer<double> point_, step_, turned_;
};

}  // namespace dpcvx::sample

#endif
