// How much longer steps get from half of them on, where noisy gradients agree with the way so far beyond their noise:
// a function of released sums and of public numbers alone, so that no privacy rests on it.
//
// Going on along the way w at its mean speed lowers F by s = -<gradient, w> / t a unit of time. A step's noise is drawn
// afterwards, so that -<g, w> / t has the mean s, and a standard deviation that is known. Steps p times as long gain
// p s, and cost p^2 c^2 / 2 by the bound that plans rest on: p = s / c^2 is best (README.md, "Agreement").
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_AGREEMENT_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_AGREEMENT_H_

#include <cstddef>
#include <cstdint>

#include "model/objective.h"
#include "solve/core/proposal.h"

namespace dpcvx::solve {

// Linear models on R^d without penalties.
bool is_plain(const model::Objective &objective);
// Whether a clip of one length shortens all gradients, and the caller left step size and momentum open.
bool leaves_steps_open(const Settings &settings, const Figures &figures);

// Squared losses on R^d without penalties, which is what rules for squares were measured on.
bool is_plain_squares(const model::Objective &objective);

// Whether steps may grow: those of plain squares with a fixed clip, whose length the caller left open.
bool may_grow(const model::Objective &objective, const Settings &settings, const Figures &figures);

class Agreement {
 public:
  // Steps keep their length unless the plan's figures say that they may grow.
  void prepare(const model::Objective &objective, const Figures &figures);
  void start();

  // What the next step is multiplied by, from 1 to 4.
  double pace() const { return pace_; }

  // Takes the noisy average gradient at w before its step.
  void take(const double *sum, double divisor, const double *w, size_t dimension);

 private:
  void decide();

  bool watches_ = false;
  int64_t steps_ = 0, taken_ = 0;
  double noise_ = 0, rate_ = 0, most_ = 1;    // of an average gradient along w; c^2 a step's time; the greatest pace
  double pace_ = 1, time_ = 0;                // the time travelled, in plain steps
  double fall_ = 0, square_ = 0, times_ = 0;  // of this window: -<g, w>, |w|^2 and the times at which they were taken
};

}  // namespace dpcvx::solve

#endif
