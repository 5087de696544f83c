// How exact slopes are: each is that of a decision value a few ulps away, up to a relative error of a few ulps. Checked
// by the inverse: where, in long double, the slopes a little above and a little below lie.
#include <gtest/gtest.h>

#include <cfenv>
#include <random>

#include "support/evidence.h"
#include "model/loss.h"

namespace {

using dpcvx::model::LossSpec;
typedef long double Real;

constexpr double kUlp = 0x1p-52;
constexpr int kModes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

// The decision value whose slope has the size s on the side where slopes are -b (of hinges and the logistic loss, b =
// 1) or on that above the label; rising or falling with s. Of losses that are strictly convex there.
Real where(const LossSpec &spec, Real s) {
  const Real h = spec.smoothing, q = spec.parameter;
  switch (spec.kind) {
    case DPCVX_LOSS_LOGISTIC:
      return std::log1p(-s) - std::log(s) - h * s;
    case DPCVX_LOSS_POWER:
      return std::pow(s / q, 1 / (q - 1)) + h * s;
    case DPCVX_LOSS_POWER_HINGE:
      return 1 - (std::pow(s / q, 1 / (q - 1)) + h * s);
    case DPCVX_LOSS_SQUARED:
      return s * (1 + h);
    case DPCVX_LOSS_HINGE:
      return 1 - h * s;
    case DPCVX_LOSS_SMOOTHED_HINGE:
      return 1 - (q + h) * s;
    case DPCVX_LOSS_HUBER:
      return (q + h) * s;
    default:
      return h * s;  // |z - b|, smoothed
  }
}

struct Case {
  int32_t kind;
  double parameter;
  bool smoothed;  // only its envelope is strictly convex
};

constexpr Case kCases[] = {
    {DPCVX_LOSS_LOGISTIC, 0, false},  {DPCVX_LOSS_SQUARED, 0, false},         {DPCVX_LOSS_POWER, 1.4, false},
    {DPCVX_LOSS_POWER, 1.01, false},  {DPCVX_LOSS_POWER, 1.99, false},        {DPCVX_LOSS_POWER_HINGE, 1.5, false},
    {DPCVX_LOSS_HINGE, 0, true},      {DPCVX_LOSS_ABSOLUTE, 0, true},         {DPCVX_LOSS_HUBER, 0.3, false},
    {DPCVX_LOSS_HUBER, 1e-12, false}, {DPCVX_LOSS_SMOOTHED_HINGE, 0.4, false}};

bool falls(int32_t kind) {
  return kind == DPCVX_LOSS_LOGISTIC || kind == DPCVX_LOSS_HINGE || kind == DPCVX_LOSS_SMOOTHED_HINGE ||
         kind == DPCVX_LOSS_POWER_HINGE;
}

// Ulps of the slope that are needed to explain it, once the decision value has moved by 2 ulps of itself and 8 of h.
double ulps_needed(const LossSpec &spec, double z, double s) {
  const Real shift = 2 * kUlp * std::fabs(z) + 8 * kUlp * spec.smoothing;
  const bool down = falls(spec.kind);
  for (double ulps = 0; ulps < 1e6; ulps = ulps == 0 ? 1 : 2 * ulps) {
    const Real more = where(spec, s * (1 + ulps * kUlp)), less = where(spec, s * (1 - ulps * kUlp));
    if ((down ? more : less) <= z + shift && (down ? less : more) >= z - shift) return ulps;
  }
  return INFINITY;
}

TEST(Slopes, AreExactUpToAFewUlps) {
  std::mt19937_64 bits(1);
  std::normal_distribution<double> normal;
  double worst[2] = {};
  for (const Case &one : kCases)
    for (double width : {0.0, 1e-30, 1e-6, 0.3, 7.0, 1e6, 1e30}) {
      if (one.smoothed && width == 0) continue;
      LossSpec spec;
      spec.kind = one.kind;
      spec.parameter = one.parameter;
      spec.smoothing = width;
      if (!falls(one.kind)) spec.label_bound = 0;
      with_loss(spec, [&](const auto &loss) {
        for (int trial = 0; trial < 400; ++trial) {
          const double size = one.kind == DPCVX_LOSS_LOGISTIC && width > 0 ? 0x1p35 : 1e30;
          double z = normal(bits) * std::pow(10.0, static_cast<double>(bits() % 41) - 20);
          if (trial % 4 == 0 && width > 0) z = width * normal(bits);
          if (trial % 4 == 1) z += 1;
          z = dpcvx::model::clamp(z, -size, size);
          const double b = falls(one.kind) ? 1 : 0;
          std::fesetround(kModes[trial % 4]);
          const double slope = falls(one.kind) ? -loss.slope(z, b) : std::fabs(loss.slope(z, b));
          std::fesetround(FE_TONEAREST);
          // Ends of ramps, and what is too small or large for the reference.
          if (!(slope > 1e-250) || slope > 1e250 || (slope == 1 && one.kind != DPCVX_LOSS_SQUARED)) continue;
          if (one.kind == DPCVX_LOSS_LOGISTIC && slope > 1 - 0x1p-40) continue;
          const double ulps = ulps_needed(spec, falls(one.kind) ? z : std::fabs(z), slope);
          EXPECT_LE(ulps, width > 0 ? 128 : 32) << one.kind << " " << one.parameter << " h " << width << " z " << z;
          worst[width > 0] = std::fmax(worst[width > 0], ulps);
        }
      });
    }
  EXPECT_GT(worst[0], 0);
  evidence("loss",
           "slopes are exact within %.0f ulps beyond rounding of z, an envelope's within %.0f (counted: 64, 256)",
           worst[0], worst[1]);
}

// The same of counts, whose slope exp(z) - b is 0 at log b, and bent up to log Y. A proximal point moves by h times a
// slope, which is as large as Y.
TEST(Slopes, OfCountsAreExactUpToAFewUlps) {
  std::mt19937_64 bits(2);
  std::normal_distribution<double> normal;
  double worst[2] = {};
  int64_t seen = 0;
  for (double most : {0.02, 1.0, 40.0, 1e6})
    for (double width : {0.0, 1e-30, 1e-6, 0.3, 7.0, 1e6}) {
      LossSpec spec;
      spec.kind = DPCVX_LOSS_POISSON;
      spec.label_bound = most;
      spec.smoothing = width;
      // exp(z) - b, or of its proximal point, is s at this z.
      const auto at = [&](Real s, Real b) {
        if (!(s + b > 0)) return static_cast<Real>(-INFINITY);
        return (b > 0 ? std::log(b) + std::log1p(s / b) : std::log(s)) + width * s;
      };
      with_loss(spec, [&](const auto &loss) {
        for (int trial = 0; trial < 1600; ++trial) {
          const double shares[] = {0, 1, 0.5, 1 / most, 1e-12, 0x1p-1060, 1.5 / most, std::exp2(-normal(bits) * 20)};
          const double b = loss.prepare_label(most * shares[trial % 8]);
          double z = normal(bits) * std::pow(10.0, static_cast<double>(bits() % 20) - 15);
          if (trial % 3 == 0 && b > 0) z += std::log(b);
          if (trial % 3 == 1) z = width * (most - b) * normal(bits);
          std::fesetround(kModes[bits() % 4]);
          const double s = loss.slope(z, b);
          std::fesetround(FE_TONEAREST);
          if (s == 0 || !(s < (most - b) * (1 - 1e-14)) || !(std::fabs(s) > 1e-250)) continue;
          const Real shift = 2 * kUlp * std::fabs(z) + 8 * kUlp * width * most;
          double ulps = 0;
          const auto explained = [&] {
            const Real spread = std::fabs(static_cast<Real>(s)) * ulps * kUlp;
            return at(s - spread, b) <= z + shift && at(s + spread, b) >= z - shift;
          };
          while (ulps < 1e6 && !explained()) ulps = ulps == 0 ? 1 : 2 * ulps;
          EXPECT_LE(ulps, width > 0 ? 128 : 32) << "Y " << most << " h " << width << " z " << z << " b " << b;
          worst[width > 0] = std::fmax(worst[width > 0], ulps);
          ++seen;
        }
      });
    }
  EXPECT_GT(seen, 20000);
  evidence("loss", "slopes of counts are exact within %.0f ulps beyond rounding of z, an envelope's within %.0f",
           worst[0], worst[1]);
}

}  // namespace
