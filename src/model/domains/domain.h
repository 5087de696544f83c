// A domain of coefficients: all of R^d, an lp ball, a box or a simplex. A projection never fails and takes no memory.
// It is within a public bound of the exact one for any doubles, finite or not.
#ifndef DPCVX_MODEL_DOMAINS_DOMAIN_H_
#define DPCVX_MODEL_DOMAINS_DOMAIN_H_

#include <cmath>
#include <cstdint>

#include "base/buffer.h"
#include "base/shared.h"
#include "base/status.h"

namespace dpcvx::model {

class Domain {
 public:
  enum Kind : int32_t { kAll, kBall, kBox, kSimplex };
  // Bounds the absolute value of centres and bounds. Radii lie between 1 / kMax and kMax.
  static constexpr double kMax = 1e100;

  // R^d for every d is what a new Domain is. The others copy what they are given; the caller has checked that 1 <= p <=
  // infinity, 1 / kMax <= radius <= kMax, low <= high and |.| <= kMax. `centre` may be null: 0.
  dpcvx_status make_ball(double p, double radius, const double *centre, int64_t dimension, Error &error);
  dpcvx_status make_box(const double *low, const double *high, int64_t dimension, Error &error);
  void make_simplex(double total, int64_t dimension);

  Kind kind() const { return kind_; }
  bool is_all() const { return kind_ == kAll; }
  // 0 for R^d, which goes with every dimension.
  int64_t dimension() const { return dimension_; }
  double p() const { return p_; }
  // Returns the radius of the ball in its own norm, or the simplex's total.
  double size() const { return size_; }
  // Coordinate j of a ball's centre, and between what a box or an linf ball keeps it.
  double centre(int64_t j) const { return first_.size() > 0 && kind_ == kBall ? first_[static_cast<size_t>(j)] : 0; }
  double low(int64_t j) const { return kind_ == kBox ? first_[static_cast<size_t>(j)] : centre(j) - size_; }
  double high(int64_t j) const { return kind_ == kBox ? second_[static_cast<size_t>(j)] : centre(j) + size_; }

  // sup ||w||_2 and sup ||w - u||_2 over the domain, rounded up; infinity for R^d.
  double radius() const { return radius_; }
  double diameter() const { return diameter_; }

  // Projects w on the domain in l2 norm: `dimension` entries; `out` may be w itself. Infinite entries count as the
  // largest doubles, NaN as the centre's entry (0 where there is none). For R^d it is a copy.
  void project(const double *w, double *out, int64_t dimension) const;
  // Bounds the l2 distance of the computed projection of finite entries from the exact one. It is public: it depends on
  // the domain alone.
  double projection_error() const { return projection_error_; }
  // Writes a public point of the domain: the projection of 0.
  void start(double *out, int64_t dimension) const;
  // Returns whether w meets every inequality that defines the domain up to `slack` (of the ball: ||w - c||_p <= r +
  // slack).
  bool contains(const double *w, double slack) const;
  // sup <v, u> over u in the domain, within a relative 2^-40 of sum_j |v_j| sup |u_j|; infinity for R^d unless v = 0.
  double support(const double *v, int64_t dimension) const;

 private:
  Kind kind_ = kAll;
  int64_t dimension_ = 0;
  double p_ = 2, size_ = 0;
  double radius_ = INFINITY, diameter_ = INFINITY, projection_error_ = 0;
  Buffer<double> first_, second_;  // the centre; low and high
};

}  // namespace dpcvx::model

#endif
