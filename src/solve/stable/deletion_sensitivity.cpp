#include "solve/stable/deletion_sensitivity.h"

#include "numeric/margins.h"

#include <algorithm>
#include <cmath>

namespace dpcvx::solve {

namespace {

// What the rounding of a user's share of the mean does to a minimiser, over G / mu.
constexpr double kShareError = 0x1p-50;
// By so much a certificate has to be within Delta: more than lengths are rounded up by.
constexpr double kLengthError = 0x1p-30;

double error_of(const SensitivityInputs &facts) {
  return numeric::up_many(facts.tolerance + kShareError * facts.lipschitz / facts.convexity);
}

}  // namespace

double deletion_bound(double smoothness, double convexity, int64_t top, const GradientSpread &spread) {
  const double n = spread.users;
  if (!(n > 2 * static_cast<double>(top))) return INFINITY;
  double most = 0;
  for (int64_t u = 0; u < 2 * top; ++u) {
    const double left = n - static_cast<double>(u), here = spread.sum(u) / left;
    const double smooth = (spread.most + (1 + smoothness / convexity) * here) / (left - 1);
    const double through_all = here + spread.sum(u + 1) / (left - 1);
    most = std::max(most, std::min(smooth, through_all));
  }
  return numeric::up_many(most / convexity);
}

bool deletion_passes(const SensitivityInputs &facts, const DeletionParameters &terms, const GradientSpread &spread,
                     int64_t dimension) {
  const double bound = deletion_bound(facts.smoothness, facts.convexity, terms.top, spread);
  return dimension <= int64_t{1} << 20 && (bound + 2 * terms.error) * (1 + kLengthError) <= terms.step;
}

bool deletion_terms_of_step(const SensitivityInputs &facts, double step, int64_t top, DeletionParameters *terms) {
  const double deletions = 2 * static_cast<double>(top);
  terms->top = top;
  terms->step = step;
  terms->error = error_of(facts);
  terms->growth = numeric::up_many(4 * terms->error + kLengthError * step);
  const double last = numeric::up_many(step + static_cast<double>(top) * terms->growth);
  terms->distance = numeric::up_many((deletions + facts.sides - 1) * last + 2 * terms->error);
  return top >= 1 && facts.units > deletions && std::isfinite(terms->distance) && step > 0;
}

bool deletion_terms(const SensitivityInputs &facts, double threshold, int64_t top, DeletionParameters *terms) {
  // Of a gradient within the threshold at the exact minimiser this is what is known at a computed one.
  GradientSpread spread;
  spread.users = facts.units;
  spread.most = numeric::up_many(threshold + 2 * (facts.smoothness * error_of(facts) + facts.rounding));
  const double bound = deletion_bound(facts.smoothness, facts.convexity, top, spread);
  terms->threshold = threshold;
  return deletion_terms_of_step(facts, (bound + 2 * error_of(facts)) * (1 + 2 * kLengthError), top, terms);
}

double paper_deletion_step(const SensitivityInputs &facts, double records, double failure, int64_t top) {
  const double n = facts.units, r = 2 * static_cast<double>(top);
  return 5 * facts.lipschitz * std::sqrt(((r + 1) * std::log(n) + std::log(1 / failure)) / records) /
         (facts.convexity * (n - r - 1));
}

int64_t deletion_calls(const SensitivityInputs &facts, int64_t top) {
  mechanism::DeletionShape shape;
  shape.users = static_cast<int64_t>(std::min(facts.units * (facts.sides > 1 ? 1 : 2), 0x1p50));
  shape.top = top;
  return shape.calls();
}

}  // namespace dpcvx::solve
