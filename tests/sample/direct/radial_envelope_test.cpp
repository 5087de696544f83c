// Mixtures of normal laws against the floor that they lie above.
#include "sample/direct/radial_envelope.h"

#include "base/error.h"
#include "model/grid.h"
#include "sample/certificate.h"
#include "sample/direct/skew_floor.h"

namespace {

using dpcvx::sample::EvenFloor;
using dpcvx::sample::LossFloor;
using dpcvx::sample::RadialEnvelope;
using dpcvx::sample::SkewFloor;

struct Case {
  double dimension, edge, leverage, drift;
};

LossFloor floor_of(double edge) {
  LossFloor floor(grid::spec_of(DPCVX_LOSS_LOGISTIC));
  floor.set_edge(edge);
  return floor;
}

// The least of floor + log density + offset at many distances; `leverage` times that of the envelope is the floor's.
double least_gap(const Case &it, double leverage, RadialEnvelope *envelope) {
  const LossFloor floor = floor_of(it.edge);
  const double limit = dpcvx::sample::max_excess(it.dimension);
  if (!envelope->fit(EvenFloor(floor, it.leverage, it.drift), it.dimension, limit)) return NAN;
  double least = INFINITY;
  const double l = leverage * it.leverage;
  for (int i = 0; i <= 20000; ++i) {
    const double rho = envelope->farthest() * std::pow(i / 20000.0, 2);
    least = std::fmin(
        least, floor.value(l * rho) / (l * l) - it.drift * rho + envelope->log_density(rho * rho) + envelope->offset());
  }
  EXPECT_GE(
      floor.value(it.leverage * envelope->farthest()) / (it.leverage * it.leverage) - it.drift * envelope->farthest(),
      limit - 1e-2);
  return least;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const double dimension : {1.0, 2.0, 21.0, 100.0})
    for (const double edge : {0.2, 1.0, 4.0})
      for (const double leverage : {0.01, 0.1, 0.5})
        for (const double drift : {0.0, 0.03}) all.push_back({dimension, edge, leverage, drift});
  return all;
}

TEST(RadialEnvelope, LiesAboveItsFloor) {
  int fitted = 0;
  for (const Case &it : cases()) {
    RadialEnvelope envelope;
    const double gap = least_gap(it, 1, &envelope);
    if (std::isnan(gap)) continue;
    ++fitted;
    EXPECT_GE(gap, RadialEnvelope::kMargin) << it.dimension << " " << it.edge << " " << it.leverage;
    EXPECT_LE(gap, 0.12);
  }
  EXPECT_GE(fitted, 60);
}

TEST(RadialEnvelope, ControlTwiceTheLeverageIsPassed) {
  for (const Case &it : cases()) {
    if (it.edge * it.leverage * std::sqrt(it.dimension) < 0.05) continue;
    RadialEnvelope envelope;
    const double gap = least_gap(it, 2, &envelope);
    if (std::isnan(gap)) continue;
    EXPECT_LT(gap, 0) << it.dimension << " " << it.edge << " " << it.leverage;
  }
}

SkewFloor::Bounds bounds_of(double leverage, double share) {
  SkewFloor::Bounds bounds;
  bounds.leverage = leverage;
  bounds.fourth = 0.7 * leverage * leverage;
  bounds.skew = share * leverage / 8;
  bounds.rest = share * leverage / 20;
  bounds.drift = 0.01;
  bounds.aim = 8;
  return bounds;
}

// The least of floor + log density + offset; the floor drifts by `more` than that of the envelope.
double least_skewed_gap(double leverage, double share, double more) {
  RadialEnvelope envelope;
  SkewFloor::Bounds bounds = bounds_of(leverage, share);
  if (!envelope.fit(SkewFloor(bounds), 11, dpcvx::sample::max_excess(11))) return NAN;
  bounds.drift += more;
  const SkewFloor floor(bounds);
  double least = INFINITY;
  for (int i = 0; i <= 20000; ++i) {
    const double rho = envelope.farthest() * std::pow(i / 20000.0, 2);
    least = std::fmin(least,
                      floor.height(rho) - floor.drift(rho, rho) + envelope.log_density(rho * rho) + envelope.offset());
  }
  return least;
}

TEST(RadialEnvelope, LiesAboveTheFloorOfThirdDerivatives) {
  for (const double leverage : {0.02, 0.1, 0.3, 0.6})
    for (const double share : {0.0, 0.3, 1.0}) {
      const double gap = least_skewed_gap(leverage, share, 0);
      EXPECT_GE(gap, RadialEnvelope::kMargin) << leverage << " " << share;
      EXPECT_LE(gap, 0.35) << leverage << " " << share;
      EXPECT_LT(least_skewed_gap(leverage, share, 0.3), 0) << leverage << " " << share;
    }
}

// Chosen as often as its share is: by the numbers of words that choose it.
TEST(RadialEnvelope, IsAMixtureOfItsComponents) {
  RadialEnvelope envelope;
  ASSERT_TRUE(envelope.fit(EvenFloor(floor_of(1), 0.3, 0), 5, dpcvx::sample::max_excess(5)));
  constexpr int kWords = 1 << 16;
  std::vector<double> share(static_cast<size_t>(envelope.count()));
  for (int i = 0; i < kWords; ++i)
    share[static_cast<size_t>(envelope.choose((static_cast<uint64_t>(i) << 48) + (uint64_t{1} << 47)))] += 1.0 / kWords;
  for (const double square : {0.0, 4.0, 60.0, 300.0}) {
    double sum = 0;
    for (int j = 0; j < envelope.count(); ++j) {
      const double scale = envelope.scale(j);
      sum += share[static_cast<size_t>(j)] * std::pow(scale, -5) * std::exp(-square / (2 * scale * scale));
    }
    EXPECT_NEAR(std::log(sum), envelope.log_density(square), 0.3) << square;
  }
  EXPECT_NEAR(
      std::exp(envelope.log_density(0)),
      [&] {
        double sum = 0;
        for (int j = 0; j < envelope.count(); ++j)
          sum += share[static_cast<size_t>(j)] * std::pow(envelope.scale(j), -5);
        return sum;
      }(),
      1e-3);
}

TEST(RadialEnvelope, TakesFewTriesWhereLeveragesAreSmall) {
  RadialEnvelope envelope;
  ASSERT_TRUE(envelope.fit(EvenFloor(floor_of(0.5), 0.05, 0), 21, dpcvx::sample::max_excess(21)));
  EXPECT_LT(envelope.offset(), 1.2);
  EXPECT_FALSE(envelope.fit(EvenFloor(floor_of(0.5), 1e9, 0), 21, dpcvx::sample::max_excess(21)));
}

}  // namespace
