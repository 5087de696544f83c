#include "sample/near_walls.h"

#include <algorithm>

#include "base/error.h"
#include "numeric/margins.h"
#include "sample/certificate.h"

namespace dpcvx::sample {

namespace {

constexpr double kUlp = 0x1p-52;

// The gradient at the start, less what hard walls there take: in l2, and in coordinates in which the curvatures are 1.
struct Steepness {
  double plain = 0, scaled = 0;
};

double curvature(const WalledSource &source, int64_t j) { return source.quadratic->diagonal(j) + source.about; }

Steepness steepness_at_start(const WalledSource &source) {
  const Quadratic &of = *source.quadratic;
  const double rounding = (static_cast<double>(of.dimension()) + 32) * kUlp;
  Steepness steep;
  for (int64_t j = 0; j < of.dimension(); ++j) {
    const double low = source.domain->low(j), high = source.domain->high(j), x = source.start[j];
    if (low == high && source.is_hard) continue;
    const double own = of.diagonal(j) * x, about = source.about * (x - source.centre[j]);
    double slope = own + of.linear(j) + about;
    double terms =
        std::fabs(own) + std::fabs(of.linear(j)) + source.about * (std::fabs(x) + std::fabs(source.centre[j]));
    for (int64_t k = of.begin(j); k < of.end(j); ++k) {
      const double term = of.entry(k) * source.start[of.column(k)];
      slope += term;
      terms += std::fabs(term);
    }
    const bool taken = source.is_hard && ((x == low && slope > 0) || (x == high && slope < 0));
    const double most = (taken ? 0 : std::fabs(slope)) + rounding * terms;
    steep.plain = std::hypot(steep.plain, most);
    steep.scaled = std::hypot(steep.scaled, most / std::sqrt(curvature(source, j)));
  }
  return steep;
}

double far_distance(double convexity, int64_t dimension, double gradient) {
  StartBounds bounds;
  bounds.gradient = numeric::up_long(gradient);
  return start_distance(convexity, static_cast<double>(dimension), bounds).far;
}

}  // namespace

dpcvx_status NearWalls::make(const WalledSource &source, Error &error) {
  const int64_t d = source.quadratic->dimension();
  const size_t count = static_cast<size_t>(d);
  const Steepness steep = steepness_at_start(source);
  const double far = far_distance(source.convexity, d, steep.plain + source.steep_rest);
  // The rest is not scaled.
  const double far_scaled = source.steep_rest > 0 ? static_cast<double>(INFINITY)
                                                  : far_distance(source.quadratic->least_of_scaled(), d, steep.scaled);
  Buffer<double> lows, highs;
  if (!lows.allocate(count) || !highs.allocate(count)) return error.nomem("a sampler's walls");
  moved_ = false;
  for (size_t j = 0; j < count; ++j) {
    const int64_t at = static_cast<int64_t>(j);
    const double scale = 1 / std::sqrt(curvature(source, at)), x = source.start[j];
    const double reach = numeric::up_many(std::fmin(far, far_scaled * scale)), away = reach + kUlp * std::fabs(x);
    lows[j] = source.domain->low(at), highs[j] = source.domain->high(at);
    // Not a number leaves a wall where it is.
    if (lows[j] < x - 2 * away) lows[j] = x - away, moved_ = true;
    if (highs[j] > x + 2 * away) highs[j] = x + away, moved_ = true;
    if (std::fmax(-lows[j], highs[j]) >= model::Domain::kMax)
      return error.fail(
          DPCVX_ERR_ARGUMENT,
          "argument 'domain' has no end for entry %lld, which counts as one at +-1e100, and the target may "
          "reach %g from the start; accepted: smaller units of that entry, or ends",
          static_cast<long long>(j), reach);
  }
  return moved_ ? box_.make_box(lows.data(), highs.data(), d, error) : DPCVX_OK;
}

}  // namespace dpcvx::sample
