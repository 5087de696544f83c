// The iterates of a gradient method and their average, from released gradient sums alone: all of it is
// post-processing.
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_MOMENTUM_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_MOMENTUM_H_

#include "base/arena.h"
#include "solve/core/proposal.h"
#include "solve/noisy_gradient/agreement.h"
#include "solve/noisy_gradient/figures.h"

namespace dpcvx::solve {

class HeavyBall {
 public:
  // Memory: plan() adds what prepare() takes. The objective and the figures must outlive this.
  static void plan(const model::Objective &objective, Arena &arena);
  void prepare(const model::Objective &objective, const Figures &figures, Arena &arena) {
    prepare(objective, figures, figures.steps, arena);
  }
  // With `steps` of the figures' steps alone.
  void prepare(const model::Objective &objective, const Figures &figures, int64_t steps, Arena &arena);

  // At rest in 0, or in the domain's start point; `out` will hold the average of the last iterates so far, or the last
  // one before those begin.
  void start(double *out);
  // At rest in what `out` holds.
  void start_from(double *out);

  const double *point() const { return point_; }
  // Where the next released sum goes.
  double *sum() { return sum_; }

  // v <- m v - eta stretch (sum / divisor + l2 w), w <- w + v; with an l1 penalty and in a domain w <- the proximal
  // step of the two, and v is the way that was really made. Iterates stay finite for any step size. `stretch`: a factor
  // for each coordinate; null: 1. `pace`: one for all, beside that of agreement. l2 is left out where sums have it.
  void step(double divisor, const double *stretch = nullptr, double pace = 1);

  // Where the figures say so, carries the average on by momentum / (1 - momentum) times the mean velocity of its
  // iterates, unless it has few.
  // With an l1 penalty, sets coefficients of the average to 0 where 0 is best for them alone: where
  //   |c w_j - g_j| <= l1,
  // g the average of the noisy gradients that went with the iterates, c a bound on the curvature along a coordinate.
  void finish();

 private:
  double size_of(size_t j, const double *stretch, double pace) const {
    return stretch == nullptr ? figures_->step_size * pace : figures_->step_size * stretch[j] * pace;
  }
  double share() const;
  void step_freely(double divisor, double pace);
  void move(const double *stretch, double pace);
  void average();
  void carry_on();

  const model::Objective *objective_ = nullptr;
  int64_t steps_ = 0;
  const GradientFigures *figures_ = nullptr;
  size_t d_ = 0;
  double l2_ = 0;
  int64_t done_ = 0, first_ = 0;  // steps done; those before the average begins
  model::L1Penalty penalty_;
  Agreement agreement_;
  double *point_ = nullptr, *velocity_ = nullptr, *sum_ = nullptr, *out_ = nullptr;
  double *begin_ = nullptr;  // where an average that is carried on begins
  double *slope_ = nullptr;  // of an l1 penalty: the average of noisy gradients
};

}  // namespace dpcvx::solve

#endif
