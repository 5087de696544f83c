// Losses phi(z, b) of a linear model, z = <a, w>, each with its constants: |dphi/dz| <= kMostSlope and
// 0 <= d2phi/dz2 <= kMostCurvature for every z and every label it accepts. The computed slope keeps its bound exactly,
// whatever z is: privacy rests on it.
#ifndef DPCVX_MODEL_LOSS_H_
#define DPCVX_MODEL_LOSS_H_

#include <cmath>
#include <cstdint>

#include "dpcvx/model.h"

namespace dpcvx::model {

// log(1 + exp(-b z)), b in {-1, +1}.
struct Logistic {
  static constexpr const char *kName = "logistic";
  static constexpr double kMostSlope = 1;
  static constexpr double kMostCurvature = 0.25;
  static constexpr const char *kLabels = "-1 or 1";

  static bool accepts(double b) { return b == 1 || b == -1; }

  static double value(double z, double b) {
    const double margin = b * z;
    return margin > 0 ? std::log1p(std::exp(-margin)) : -margin + std::log1p(std::exp(margin));
  }
  // -b / (1 + exp(b z)): a quotient of 1 by something >= 1, or 0 where exp overflows.
  static double slope(double z, double b) { return -b / (1 + std::exp(b * z)); }
  static double curvature(double z, double) {
    const double e = std::exp(-std::fabs(z));
    return e / ((1 + e) * (1 + e));
  }
};

// Which loss, with its parameters.
struct LossSpec {
  int32_t kind = DPCVX_LOSS_LOGISTIC;
  double smoothing = 0;
};

struct LossConstants {
  const char *name;
  const char *labels;  // what is accepted
  double most_slope, most_curvature;
};

// Calls visit(Loss()) for the loss of that number (DPCVX_LOSS_*); false for a number that is none.
template <class Visit>
bool with_loss(int32_t loss, const Visit &visit) {
  switch (loss) {
    case DPCVX_LOSS_LOGISTIC:
      visit(Logistic());
      return true;
    default:
      return false;
  }
}

}  // namespace dpcvx::model

#endif
