// Regularizers for lp norms: functions that are 1-strongly convex in the norm, yet small on its balls (Gopi, Lee, Liu,
// Shen and Tian 2023, Proposition 7 and Corollaries 2-4, with q and c chosen better; Ball, Carlen and Lieb 1994).
#ifndef DPCVX_MODEL_REGULARIZER_H_
#define DPCVX_MODEL_REGULARIZER_H_

#include <cmath>
#include <cstdint>

namespace dpcvx::model {

// |x|^a, 1 < a <= 2, against its tangents: differences of second order, each with a small relative error.
class PowerTangent {
 public:
  explicit PowerTangent(double a = 2);

  // |1 + h|^a - 1 - a h >= 0
  double excess(double h) const;
  // |u|^a / a - |v|^a / a - s (u - v) >= 0, where s = sgn(v) |v|^(a-1) is the slope at v.
  double above(double u, double v, double s) const;
  double slope(double v) const { return std::copysign(std::pow(std::fabs(v), a_ - 1), v); }

 private:
  static constexpr int kTerms = 26;
  static constexpr double kNear = 0.25;  // where the binomial series is used: its terms fall like 4^-k

  double a_;
  double term_[kTerms];  // of h^2, h^3, ...
};

// ||u||_q^2 / 2, 1 < q <= 2, split into coordinates as far as it can be: with P = ||u||_q^q and any N >= 0,
//
//   ||u||_q^2 / 2 = const + N^(2-q) sum_j |u_j|^q / q + rest,   rest = (P^(2/q) - N^2) / 2 - N^(2-q) (P - N^q) / q >=
//   0,
//
// since P^(2/q) / 2 is a convex function of P. N = ||v||_q gives the divergence from v without cancellation: N^(2-q)
// times the divergences d_j >= 0 of |x|^q / q between u_j and v_j, and the rest, where P - N^q = q sum_j (d_j + s_j
// (u_j - v_j)).
class NormSplit {
 public:
  explicit NormSplit(double q = 2) : q_(q), inner_(q), outer_(2 / q) {}

  const PowerTangent &power() const { return inner_; }
  void set(double N);
  double factor() const { return factor_; }  // N^(2-q)
  double norm() const { return norm_; }
  double powers() const { return powers_; }  // N^q
  // `difference` = P - N^q as exact as it can be had; `powers` gives P and is asked far from N only.
  template <class Powers>
  double rest(double difference, const Powers &powers) const {
    if (q_ == 2) return 0;
    if (std::fabs(difference) <= powers_ / 4)
      return powers_ > 0 ? norm_ * norm_ / 2 * outer_.excess(difference / powers_) : 0;
    const double P = powers(), M = std::pow(P, 1 / q_);
    return std::fmax(0.0, (M * M - norm_ * norm_) / 2 - factor_ * (P - powers_) / q_);
  }

 private:
  double q_;
  PowerTangent inner_, outer_;
  double norm_ = 0, factor_ = 0, powers_ = 0;
};

// r(u) = c ||u||_q^2 / 2.
struct Regularizer {
  double p = 2, q = 2, c = 1;

  // 1-strongly convex on R^d in the lp norm, 1 <= p <= infinity, d >= 1: for p < 2 c = d^(2/p - 2/q) / (q - 1), rounded
  // up, with the q in [p, 2], q > 1, that makes it least; for p >= 2 q = 2 and c = 1.
  static Regularizer in_norm(double p, int64_t dimension);
  // The same of `rank` singular values: 1-strongly convex in the Schatten-p norm. q is the greatest in [p, 2] whose c
  // is at most 2 % above the least: the steps of samplers are shorter the smaller q is.
  static Regularizer in_schatten_norm(double p, int64_t rank);

  // sup r - inf r over the lp ball of that radius about 0, rounded up.
  double theta(double radius, int64_t dimension) const;
  // r is convex even less this number times ||u||_2^2 / 2.
  double l2_convexity() const;
  // sup ||grad r||_2 over ||u||_2 <= reach, rounded up.
  double lipschitz(double reach, int64_t dimension) const;
  bool is_quadratic() const { return q == 2; }

  // Of any doubles: what passes the greatest double is infinite, and nothing else overflows or underflows on the way.
  double value(const double *u, int64_t dimension) const;
  void gradient(const double *u, double *out, int64_t dimension) const;  // out may be u
  // r(u) - r(v) - <grad r(v), u - v> >= 0, with a relative error below 2^-44 / (q - 1).
  double divergence(const double *u, const double *v, int64_t dimension) const;
};

// ||.||_2^2 / 2 is so strongly convex in the lp norm on R^d, rounded down: d^(1 - 2/p) for p < 2, 1 beyond.
double convexity_of_squares(double p, int64_t dimension);

}  // namespace dpcvx::model

#endif
