// The projection onto an lp ball, 1 < p < infinity. With a_j = |w_j - c_j|, a the largest of them, and r the radius,
// the projection u has u_j + l u_j^(p-1) = a_j for one l > 0 and ||u||_p = r. Of l is left, after division by a, only x
// = max_j u_j / r: with the ratios g_j = u_j / (x r) to the largest and t = x r / a,
//
//   t g_j + (1 - t) g_j^(p-1) = a_j / a   for every j,     x^p sum_j g_j^p = 1.
//
// The first is solved for each g_j at a given x, the second for x: all x g_j grow with x. 1 - a_j/a comes from the
// exact differences a - a_j, so that for p near 1, where the g_j hang on these, they are as good as for p = 2.
#include <algorithm>

#include "model/domains/domain_projection.h"

namespace dpcvx::model {

namespace {

// One entry: a_j / a, and 1 less it.
struct Share {
  double y, rest;
};

// The root g in [0, 1] of t g + (1 - t) g^(p-1) = y. In the logarithm of g that of the left side is convex if p <= 2 or
// not, with slopes between 1 and p - 1: Newton's method inside a bracket.
double ratio(double t, double p, Share share) {
  if (!(share.y > 0)) return 0;
  if (!(share.rest > 0)) return 1;
  const double s = 1 - t, log_y = std::log(share.y);
  double x = std::min({0.0, log_y - std::log(t), (log_y - std::log(s)) / (p - 1)});
  for (int step = 0; step < 80; ++step) {
    if (x < -60) return 0;  // below every rounding of the largest entry
    const double g = std::exp(x), h = std::exp((p - 1) * x), value = t * g + s * h;
    const double excess =
        share.y < 0.5 ? value - share.y : share.rest + (t * std::expm1(x) + s * std::expm1((p - 1) * x));
    const double fall = std::log1p(excess / share.y) * value / (t * g + (p - 1) * s * h);
    x = std::min(0.0, x - fall);
    if (!(std::fabs(fall) > 0x1p-51)) break;
  }
  return std::exp(x);
}

class LpBall {
 public:
  LpBall(const Offsets &offsets, double p, double radius)
      : offsets_(offsets), p_(p), most_(offsets.largest()), scale_(radius / most_.high) {}

  // Whether sum (a_j / r)^p <= 1.
  bool inside(double radius) const {
    if (most_.high > radius) return false;
    Total sum;
    for (int64_t j = 0; j < offsets_.count; ++j) sum.add(std::pow(offsets_.size(j).high / radius, p_));
    return sum.value() <= 1;
  }

  // log x: the root of excess(log x) = 0, by the secant method inside a bracket (Illinois), which it halves where that
  // is slow.
  double log_largest() const {
    double low = -std::log(static_cast<double>(offsets_.count)) / p_ - 0x1p-50;
    double high = scale_ > 1 ? -std::log(scale_) : 0;
    double below = excess(low), above = excess(high);
    if (!(below < 0)) return low;
    if (!(above > 0)) return high;
    double tried = high;
    for (int step = 0, side = 0; step < 200 && high - low > 0x1p-53; ++step) {
      tried = step % 8 == 7 ? low + (high - low) / 2 : low + (high - low) * (below / (below - above));
      if (!(tried > low && tried < high)) tried = low + (high - low) / 2;
      const double here = excess(tried);
      if (std::fabs(here) <= 0x1p-52 * p_) break;
      if (here > 0) {
        high = tried, above = here;
        if (side == 1) below /= 2;
        side = 1;
      } else {
        low = tried, below = here;
        if (side == -1) above /= 2;
        side = -1;
      }
    }
    return tried;
  }

  double ratio_of(int64_t j, double log_x) const { return ratio(part(log_x), p_, share(j)); }

 private:
  double part(double log_x) const { return std::min(1.0, scale_ * std::exp(log_x)); }
  Share share(int64_t j) const {
    const numeric::Twofold size = offsets_.size(j);
    return {size.high / most_.high, gap_below(most_, size) / most_.high};
  }
  // log of x^p sum g_j^p.
  double excess(double log_x) const {
    Total sum;
    for (int64_t j = 0; j < offsets_.count; ++j) {
      const double g = ratio_of(j, log_x);
      if (g > 0) sum.add(g == 1 ? 1 : std::pow(g, p_));
    }
    return p_ * log_x + std::log(sum.value());
  }

  const Offsets &offsets_;
  double p_;
  numeric::Twofold most_;
  double scale_;  // r / a
};

}  // namespace

void project_on_lp_ball(const Offsets &offsets, double p, double radius, double *out) {
  const LpBall ball(offsets, p, radius);
  if (ball.inside(radius)) {
    for (int64_t j = 0; j < offsets.count; ++j) out[j] = offsets.point(j);
    return;
  }
  const double log_x = ball.log_largest(), largest = std::exp(log_x) * radius;
  // The largest entry is sought before any is written: `out` may be w, and the ball holds no copy of it.
  for (int64_t j = 0; j < offsets.count; ++j) {
    const double size = ball.ratio_of(j, log_x) * largest;
    out[j] = offsets.middle(j) + std::copysign(size, offsets.near(j));
  }
}

}  // namespace dpcvx::model
