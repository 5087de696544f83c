// Which loss, with which parameters, and the constants it then has.
#ifndef DPCVX_MODEL_LOSSES_SPEC_H_
#define DPCVX_MODEL_LOSSES_SPEC_H_

#include <cmath>
#include <cstdint>

#include "dpcvx/model.h"

namespace dpcvx::model {

struct LossSpec {
  int32_t kind = DPCVX_LOSS_LOGISTIC;
  double parameter = 0;              // quantile, width or exponent, whichever the loss has
  double label_bound = INFINITY;     // Y: labels of regression losses are clipped to [-Y, Y]
  double decision_bound = INFINITY;  // Z: |z| <= Z on the domain; slopes that grow with z are clamped at it
  double smoothing = 0;              // > 0: the Moreau envelope of that width in the loss's place
  int64_t classes = 0;               // of the multinomial loss
  // The function of DPCVX_LOSS_CALLBACK.
  dpcvx_loss_callback callback = nullptr;
  void *user = nullptr;
  double max_slope = INFINITY, max_curvature = INFINITY;
};

// Constants of a loss in z, for every label it accepts. Bounds of slopes hold for |z| <= Z, Hoelder constants for all
// z. All are rounded up.
struct LossConstants {
  const char *name;
  const char *labels;    // what is accepted
  double max_slope;      // sup |phi'|, or infinity. No computed slope is larger, at any z
  double max_curvature;  // sup phi''; infinity where phi' is not Lipschitz
  // |phi'(a) - phi'(b)| <= holder_constant |a - b|^holder_exponent for all a and b, and every choice of subgradients.
  double holder_exponent = 1, holder_constant = INFINITY;
  double slope_at_zero = INFINITY;  // sup over labels of |phi'(0)|
  double value_at_zero = INFINITY;  // sup over labels of phi(0); phi >= 0 where it is finite
  // sup over labels of sup phi' - inf phi', subgradients and slopes as they are clamped; of several decision values,
  // sup ||slopes - slopes||_2.
  double slope_range = INFINITY;
  double max_third = INFINITY;  // Lipschitz constant of phi'' between the cuts of the slopes; infinity where none is
};

// Replaces infinity where a slope must be finite: no computed slope is larger, or NaN.
constexpr double kMaxFinite = 0x1p1000;

// s, or the nearer end of [-most, most]; 0 for what is not a number.
inline double bounded(double s, double most) {
  const double end = most < kMaxFinite ? most : kMaxFinite;
  return s > end ? end : s >= -end ? s : s < -end ? -end : 0;
}

inline double clamp(double x, double low, double high) { return x > high ? high : x >= low ? x : low; }

// A margin over some rounding errors of a positive number.
inline double rounded_up(double x) { return x * (1 + 0x1p-48); }

}  // namespace dpcvx::model

#endif
