// Minorants of losses above their tangents (PROOFS.md, section 1): for a record with decision value z and label b,
//   phi(z + t) - phi(z) - phi'(z) t >= q E(|t|)   for all t,
// one function E for all records and a weight q for each. E(0) = E'(0) = 0, E''(0) = 1, E'' falls, and E(sqrt(s)) is
// concave in s.
#ifndef DPCVX_SAMPLE_DIRECT_LOSS_FLOOR_H_
#define DPCVX_SAMPLE_DIRECT_LOSS_FLOOR_H_

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "model/loss.h"

namespace dpcvx::sample {

class LossFloor {
 public:
  // Of the logistic loss, the squared, Huber's and the smoothed hinge, and of envelopes of losses with one corner.
  static bool has(const model::LossSpec &spec) {
    if (spec.kind == DPCVX_LOSS_LOGISTIC || spec.kind == DPCVX_LOSS_SQUARED) return !(spec.smoothing > 0);
    if (spec.kind == DPCVX_LOSS_HUBER || spec.kind == DPCVX_LOSS_SMOOTHED_HINGE) return true;
    const bool cornered =
        spec.kind == DPCVX_LOSS_HINGE || spec.kind == DPCVX_LOSS_PINBALL || spec.kind == DPCVX_LOSS_ABSOLUTE;
    return cornered && spec.smoothing > 0;
  }

  LossFloor() = default;
  explicit LossFloor(const model::LossSpec &spec) : logistic_(spec.kind == DPCVX_LOSS_LOGISTIC) {
    const bool hinge = spec.kind == DPCVX_LOSS_HINGE || spec.kind == DPCVX_LOSS_SMOOTHED_HINGE;
    const bool wide = spec.kind == DPCVX_LOSS_HUBER || spec.kind == DPCVX_LOSS_SMOOTHED_HINGE;
    const double width = spec.smoothing + (wide ? spec.parameter : 0);
    if (spec.kind == DPCVX_LOSS_SQUARED) bend_ = std::min(model::Squared(spec).max_slope, kFar);
    if (hinge) signs_ = true, bend_ = middle_ = width / 2;
    if (spec.kind == DPCVX_LOSS_HUBER || spec.kind == DPCVX_LOSS_ABSOLUTE) bend_ = width;
    if (spec.kind == DPCVX_LOSS_PINBALL) bend_ = width / 2, middle_ = (0.5 - spec.parameter) * width;
    if (!logistic_ && spec.kind != DPCVX_LOSS_SQUARED) curvature_ = 1 / width;
    set_farthest_edge();
  }

  // How soon the curvature falls: the record's margin |z|, or how far the residual is from the bend, negated.
  double place(double z, double b) const {
    if (logistic_) return std::fabs(z);
    return std::fabs((signs_ ? 1 - b * z : z - b) - middle_) - bend_ * (1 - 0x1p-40);
  }
  // Whether the loss is curved at this place.
  bool is_before_bend(double place) const { return logistic_ || place < 0; }
  // E is that of records at this place, whose q is the curvature. Any edge is right.
  void set_edge(double place) {
    edge_ = logistic_ ? std::clamp(place, kMinMargin, kMaxMargin) : std::max(-place, kMinRoom * bend_);
    if (!logistic_) return;
    const double e = std::exp(-edge_);
    share_ = e / (1 + e);
    whole_ = 1 + e;
  }

  // q is the curvature of about all records, of logistic losses.
  void set_farthest_edge() { set_edge(logistic_ ? kMaxMargin : 0); }
  void set_typical_edge() { set_edge(logistic_ ? 0.5 : -bend_ / 2); }

  // q of a record, rounded down.
  double weight(double place) const {
    if (!logistic_) return curvature_ * std::clamp(-place / edge_, 0.0, 1.0) * (1 - 0x1p-40);
    const double e = std::exp(-place), curvature = e / ((1 + e) * (1 + e));
    return curvature * (place > edge_ ? (1 + e) / whole_ : 1) * (1 - 0x1p-40);
  }
  // E and E'.
  double value(double t) const {
    if (!logistic_) return t <= edge_ ? t * t / 2 : edge_ * (t - edge_ / 2);
    return (std::log1p(share_ * std::expm1(-t)) + share_ * t) / (share_ * (1 - share_));
  }
  double slope(double t) const {
    if (!logistic_) return std::min(t, edge_);
    const double fall = std::expm1(-t);
    return -fall / (1 + share_ * fall);
  }

 private:
  static constexpr double kMinMargin = 0.125, kMaxMargin = 8, kMinRoom = 0x1p-20, kFar = 0x1p100;

  bool logistic_ = true, signs_ = false;          // signs: residuals are 1 - b z, otherwise z - b
  double middle_ = 0, bend_ = 1, curvature_ = 1;  // the slope turns where residuals are within bend of middle, by that
  double edge_ = 0;                               // margin; or the distance from the bend
  double share_ = 0.5, whole_ = 2;                // 1 / (1 + exp(edge)), 1 + exp(-edge)
};

// What of a record's divergence is its floor's: at most all of it. The floor is q t^2 `square`, and of logistic losses
// with `lengths` q t^2 (square - cube tanh(z / 2) t - fourth lengths[record]), or 0 if that is less.
struct FloorOfRecords {
  const LossFloor *floor = nullptr;
  double square = 0;
  double cube = 0, fourth = 0;
  const float *lengths = nullptr;  // squares of them; infinite: the record has no floor

  double of(int64_t record, double divergence, double z, double t, double label) const {
    const double weight = floor->weight(floor->place(z, label)) * t * t;
    if (lengths == nullptr) return std::fmin(divergence, square * weight);
    const double e = std::exp(-std::fabs(z)), skew = std::copysign((1 - e) / (1 + e), z);
    const double share = square - cube * skew * t - fourth * static_cast<double>(lengths[record]);
    return std::fmin(divergence, std::fmax(0, share) * weight);
  }
};

}  // namespace dpcvx::sample

#endif
