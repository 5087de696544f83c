// A domain of coefficients: all of R^d, an lp ball, a box, a simplex or a Schatten ball. A projection never fails and
// takes no memory. It is within a public bound of the exact one for any doubles, finite or not. Schatten balls have no
// such bound: the error of their projections grows with how far away points are.
#ifndef DPCVX_MODEL_DOMAINS_DOMAIN_H_
#define DPCVX_MODEL_DOMAINS_DOMAIN_H_

#include <cmath>
#include <cstdint>

#include "base/buffer.h"
#include "base/shared.h"
#include "base/status.h"
#include "model/domains/schatten_ball.h"

namespace dpcvx::model {

class Domain {
 public:
  enum Kind : int32_t { kAll, kBall, kBox, kSimplex, kSchatten };
  // Bounds the absolute value of centres and bounds. Radii lie between 1 / kMax and kMax.
  static constexpr double kMax = 1e100;

  // R^d for every d is what a new Domain is. The others copy what they are given; the caller has checked that 1 <= p <=
  // infinity, 1 / kMax <= radius <= kMax, low <= high and |.| <= kMax. `centre` may be null: 0. Ends of a box beyond
  // kMax move there.
  dpcvx_status make_ball(double p, double radius, const double *centre, int64_t dimension, Error &error);
  dpcvx_status make_box(const double *low, const double *high, int64_t dimension, Error &error);
  void make_simplex(double total, int64_t dimension);
  // { W : ||singular values of W||_p <= radius }. W has `rows` x `columns` entries, row by row. Where every such norm
  // is the l2 norm, for p = 2 or a single row or column, it is an l2 ball.
  dpcvx_status make_schatten_ball(double p, double radius, int64_t rows, int64_t columns, Error &error);

  Kind kind() const { return kind_; }
  bool is_all() const { return kind_ == kAll; }
  bool is_schatten() const { return kind_ == kSchatten; }
  // 0 for R^d, which goes with every dimension.
  int64_t dimension() const { return dimension_; }
  double p() const { return p_; }
  // Returns the radius of the ball in its own norm, or the simplex's total.
  double size() const { return size_; }
  bool is_centred() const { return kind_ == kBall && first_.size() == 0; }
  // Coordinate j of a ball's centre, and between what a box or an linf ball keeps it.
  double centre(int64_t j) const { return first_.size() > 0 && kind_ == kBall ? first_[static_cast<size_t>(j)] : 0; }
  double low(int64_t j) const { return kind_ == kBox ? first_[static_cast<size_t>(j)] : centre(j) - size_; }
  double high(int64_t j) const { return kind_ == kBox ? second_[static_cast<size_t>(j)] : centre(j) + size_; }

  // sup ||w||_2 and sup ||w - u||_2 over the domain, rounded up; infinity for R^d.
  double radius() const { return radius_; }
  double diameter() const { return diameter_; }
  // E sup { <z, w> : w in the domain } for z of independent standard normal entries, rounded up: the Gaussian width.
  // Infinity for R^d.
  double width() const { return width_; }
  // The shape of a Schatten ball's matrices.
  int64_t rows() const { return matrices_.rows(); }
  int64_t columns() const { return matrices_.columns(); }

  // Projects w on the domain in l2 norm: `dimension` entries; `out` may be w itself. Infinite entries count as the
  // largest doubles, NaN as the centre's entry (0 where there is none). For R^d it is a copy.
  void project(const double *w, double *out, int64_t dimension) const;
  // Bounds the l2 distance of the computed projection of finite entries from the exact one. It is public: it depends on
  // the domain alone. Infinity for Schatten balls.
  double projection_error() const { return projection_error_; }
  // Writes a public point of the domain: the projection of 0.
  void start(double *out, int64_t dimension) const;
  // Bounds sup ||w - from||_p over w in the domain, `from` a point of it; infinity for R^d. Exact for boxes and
  // simplices, and for balls where `from` is the centre or both norms are l2 or the ball is an linf ball.
  double reach(const double *from, double p) const;
  // Returns whether w meets every inequality that defines the domain up to `slack` (of the ball: ||w - c||_p <= r +
  // slack).
  bool contains(const double *w, double slack) const;
  // sup <v, u> over u in the domain, within a relative 2^-40 of sum_j |v_j| sup |u_j|; infinity for R^d unless v = 0.
  double support(const double *v, int64_t dimension) const;

 private:
  Kind kind_ = kAll;
  int64_t dimension_ = 0;
  double p_ = 2, size_ = 0;
  double radius_ = INFINITY, diameter_ = INFINITY, width_ = INFINITY, projection_error_ = 0;
  Buffer<double> first_, second_;  // the centre; low and high
  mutable SchattenBall matrices_;  // its memory is guarded by a lock
};

}  // namespace dpcvx::model

#endif
