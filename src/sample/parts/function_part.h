// A caller's own function as a part of V: f less (convexity / 2) ||x||^2, which the target's quadratic takes over. It
// is asked for a gradient where a tangent is taken, and for values alone at tries.
#ifndef DPCVX_SAMPLE_PARTS_FUNCTION_PART_H_
#define DPCVX_SAMPLE_PARTS_FUNCTION_PART_H_

#include "base/buffer.h"
#include "base/status.h"
#include "dpcvx/sample.h"
#include "model/domains/domain.h"
#include "sample/parts/part.h"

namespace dpcvx::sample {

// The constants that a caller declares. They are assumed.
struct Potential {
  dpcvx_potential_callback callback = nullptr;
  void *user = nullptr;
  int64_t dimension = 0;
  double convexity = 0, smoothness = INFINITY, lipschitz = INFINITY;
};

class FunctionPart final : public Part {
 public:
  // Takes the first tangent: calls the function at `start`, where it must be finite.
  dpcvx_status prepare(const Potential &potential, const double *start, Error &error);
  // Tries the function at public points about the start, on the domain if there is one. Refuses one that lies below a
  // tangent of its own: draws might not end.
  dpcvx_status try_convexity(const model::Domain *domain, Error &error);

  void linearize(const double *v, double *g) override;
  bool accept(const double *x, random::Rng &rng) override;
  double lipschitz(double reach) const override;
  double roughness() const override;
  PartErrors errors(const Region &region) const override;
  double passes() const override { return calls_; }

  // Returns how far x lies above the tangent, as computed: perhaps slightly below 0; infinite where f is.
  double above(const double *x);
  // f's gradient at the start.
  const double *first_gradient() const { return first_gradient_.data(); }
  // Returns how far a try was below its tangent at most. More than rounding means that f is less convex than declared.
  double below_tangent() const { return below_; }

 private:
  double call(const double *x, double *gradient);

  Potential potential_;
  Buffer<double> point_, slope_, trial_, first_gradient_;  // the tangent's; f's gradient, the quadratic's not yet off
  double value_ = 0, first_value_ = 0, start_norm_ = 0;
  double calls_ = 0, below_ = 0;
};

}  // namespace dpcvx::sample

#endif
