// The radius and the scales of lifted clips, step after step: functions of released sums and of public numbers alone,
// so that no privacy rests on them. Gradients are clipped to the radius C in the metric of the scales alpha:
//   v = clip(g / (alpha C), 1)
// The released sums of |v| show how long the entries of gradients are, and those of psi how many were clipped
// (README.md, "Adaptive clips").
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_ADAPTIVE_CLIP_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_ADAPTIVE_CLIP_H_

#include <algorithm>

#include "base/arena.h"
#include "model/lifted_sum.h"

namespace dpcvx::solve {

struct AdaptiveClipRule {
  size_t dimension = 0;
  model::Lift lift;
  double divisor = 1;  // of sums
  double noise = 0;    // standard deviation in an entry of a released sum
  double start = 1;    // C at first
  double planned = 1;  // the radius whose noise the steps are planned for
  double least = 0;    // C stays within these
  double greatest = INFINITY;
  double target = 0;       // q, of the mean of psi; negative: the radius follows the scales alone
  double max_stretch = 1;  // a coordinate's step is stretched by at most this
};

// x = 2 sqrt(T) b / (sigma d), b the divisor of sums: n mu / d for full batches under replace-one.
double clip_signal(double steps, double divisor, double noise, double dimension);
// q = x / (x + 15). It tends to 1 as noise tends to 0.
double target_room(double signal);

class AdaptiveClip {
 public:
  // Memory: plan() adds what prepare() takes.
  static void plan(size_t dimension, Arena &arena);
  void prepare(const AdaptiveClipRule &rule, Arena &arena);

  // Scales of 1, the radius at its start.
  void start();

  double radius() const { return radius_; }
  // The mean psi of a unit in the last ten steps or so, within [0, 1]: about the share of units that is not clipped.
  double unclipped() const;
  // 1 / (alpha C), which gradients are multiplied by.
  const double *inverse() const { return inverse_; }
  const double *scales() const { return alpha_; }
  // What a coordinate's step is multiplied by, >= 1.
  const double *stretch() const { return stretch_; }
  // What all steps are multiplied by: the planned radius over this one, at most 1. The time that is best to travel
  // falls as the noise grows.
  double pace() const { return std::min(1.0, rule_.planned / radius_); }

  // Takes a released sum of 2 dimension + 1 entries. Writes the sum of gradients, then moves scales and radius.
  void accept(const double *released, double *gradient_sum);

 private:
  void remember(const double *lengths);
  void move_radius(double room);
  void move_scales();
  void invert();

  AdaptiveClipRule rule_;
  int64_t taken_ = 0;
  double radius_ = 1;
  double weight_ = 0, room_ = 0;  // Z; as A, of psi
  double *alpha_ = nullptr, *inverse_ = nullptr, *stretch_ = nullptr;
  double *lengths_ = nullptr, *variance_ = nullptr;  // A and B
  double *size_ = nullptr;                           // s
};

}  // namespace dpcvx::solve

#endif
