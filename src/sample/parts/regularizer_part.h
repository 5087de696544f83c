// weight r(x - x_r), r = c ||.||_q^2 / 2 a regularizer of an lp norm (model/regularizer.h), as a part of a density.
//
// Its curvature at coordinates near 0 is without bound where q < 2. But all of its divergence except for one term of a
// single direction splits into coordinates, which are tried one by one: rejections add up instead of multiplying, and
// the part never asks for small steps.
#ifndef DPCVX_SAMPLE_PARTS_REGULARIZER_PART_H_
#define DPCVX_SAMPLE_PARTS_REGULARIZER_PART_H_

#include "base/buffer.h"
#include "base/status.h"
#include "model/regularizer.h"
#include "sample/parts/part.h"

namespace dpcvx::sample {

class RegularizerPart final : public Part {
 public:
  // Takes all memory that is ever needed. `centre` = x_r, copied; null: 0. 0 <= weight < infinity. A quadratic
  // regularizer is better added to the target's precision, but may be a part.
  dpcvx_status prepare(const model::Regularizer &regularizer, double weight, const double *centre, int64_t dimension,
                       Error &error);

  void begin() override { expected_ = 0; }
  void linearize(const double *v, double *g) override;
  bool accept(const double *x, random::Rng &rng) override;
  bool by_entries() const override { return true; }
  void settle(const double *c, double variance, double *v) override;
  bool accept_entry(int64_t j, double x, random::Rng &rng) override;
  double lipschitz(double reach) const override;
  double displacement(double reach, double variance) const override;
  double centre_norm() const override { return off_; }
  double roughness() const override;
  PartErrors errors(const Region &region) const override;

  // Minus the logarithms of the probabilities: b_j(x_j), and the rest.
  double entry(int64_t j, double x) { return of_entries() * divergence(static_cast<size_t>(j), x); }
  double rest(const double *x);

  const model::NormSplit &split() const { return split_; }

 private:
  double of_entries() const { return weight_ * regularizer_.c * split_.factor(); }
  double offset(size_t j, double x) const { return x - centre_[j]; }
  double divergence(size_t j, double x);  // d_j
  double powers(const double *x) const;
  double solve_entries(const double *c, double variance, double scale, double b);

  model::Regularizer regularizer_;
  model::NormSplit split_;
  double weight_ = 0;
  double off_ = 0;       // ||x_r||_2, rounded up
  double expected_ = 0;  // N as settle() left it
  double of_v_ = 0;      // ||v - x_r||_q^q
  Buffer<double> centre_;
  Buffer<double> at_, slope_;          // v - x_r, and the slopes of |.|^q / q there
  Buffer<double> tried_, divergence_;  // what was last looked at of each coordinate, and its d_j
  Buffer<double> settled_, shift_;     // the last v of settle(), and v - x_r before it was rounded
};

}  // namespace dpcvx::sample

#endif
