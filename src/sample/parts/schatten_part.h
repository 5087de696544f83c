// weight r(X - X_r) less its quadratic, r = c ||.||_Sq^2 / 2 the regularizer of a Schatten norm on d1 x d2 matrices, as
// a part of a density. Points are matrices row by row, and ||.||_Sq is the lq norm of the singular values. The
// quadratic is (taken() / 2) ||X - X_r||_2^2: what is left is convex, and the target's precision has the rest.
//
// Singular values bind all coordinates, so the whole point is tried at once: rejections of the part multiply with those
// of others, and its curvature limits the step.
#ifndef DPCVX_SAMPLE_PARTS_SCHATTEN_PART_H_
#define DPCVX_SAMPLE_PARTS_SCHATTEN_PART_H_

#include "base/buffer.h"
#include "base/status.h"
#include "model/regularizer.h"
#include "sample/parts/regularizer_part.h"
#include "sample/schatten_norm.h"
#include "sample/spectrum.h"

namespace dpcvx::sample {

class SchattenPart final : public Part {
 public:
  // The exponents of rejections are greater by this, so that rounding leaves none below 0.
  static constexpr double kShift = 0x1p-9;

  // Takes all memory that is ever needed. `regularizer` is that of vectors of min(rows, columns) entries. `centre` =
  // X_r, copied; null: 0. 0 <= weight < infinity.
  dpcvx_status prepare(const model::Regularizer &regularizer, double weight, const double *centre, int64_t rows,
                       int64_t columns, Error &error);

  void begin() override {
    spectral_.begin();
    forget();
  }
  void linearize(const double *v, double *g) override;
  bool accept(const double *x, random::Rng &rng) override;
  bool by_entries() const override { return true; }
  bool tries_entries() const override { return false; }
  // weight times l2_convexity() of the regularizer, rounded down.
  double taken() const { return taken_; }
  void settle(const double *c, double variance, double *v) override;
  double lipschitz(double reach) const override;
  double displacement(double reach, double variance) const override;
  double centre_norm() const override { return off_; }
  double roughness() const override;
  PartErrors errors(const Region &region) const override;

  // That of weight 1, on matrices of `size` entries.
  static double roughness_of(const model::Regularizer &regularizer, int64_t rank, int64_t size);

  // Returns the part less its tangent, as computed: perhaps slightly below 0.
  double above(const double *x);

  // Bounds above(x) without a decomposition. False: they are of no use.
  bool bound_above(const double *x, double *low, double *high);

 private:
  void forget() { settled_for_[0] = settled_at_[0] = NAN; }
  void settle_sizes(const double *c, double variance);
  model::Regularizer regularizer_;
  double weight_ = 0, taken_ = 0;
  int64_t rank_ = 0;
  double off_ = 0;             // ||X_r||_F, rounded up
  double value_ = 0;           // weight r at the tangent's point
  RegularizerPart spectral_;   // the same of singular values, which settles them
  Spectrum spectrum_, tried_;  // of where tangents are taken, and of tries
  SchattenNorm norm_;
  double off_by_ = 0;                      // what above() and norm_ differ by at most, as a share of weight r
  Buffer<double> centre_, point_, slope_;  // X_r; the tangent's point and its slope
  Buffer<double> settled_, sizes_;         // what singular values are replaced by, and where that is settled from
  // What the last settle() was for, and where it came to rest: with spectrum_'s vectors and the singular values
  // settled_. Not numbers: nowhere.
  Buffer<double> settled_for_, settled_at_;
  double variance_ = 0;
};

}  // namespace dpcvx::sample

#endif
