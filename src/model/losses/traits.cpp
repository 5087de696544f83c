#include "model/losses/traits.h"

#include "model/loss.h"

namespace dpcvx::model {

namespace {

// Residuals of labels in [-Y, Y] are mostly within a small part of it.
constexpr double kResidualSpread = 1.0 / 6;

}  // namespace

bool is_loss(int32_t kind) {
  LossSpec spec;
  spec.kind = kind;
  return with_any_loss(spec, [](const auto &) {});
}

LossTraits traits_of(const LossSpec &spec) {
  LossTraits traits{LossTask::kNumbers};
  with_any_loss(spec, [&](const auto &loss) { traits = loss.traits(); });
  return traits;
}

double typical_curvature_of(const LossSpec &spec) {
  const double scale = spec.label_bound < kMaxFinite ? kResidualSpread * spec.label_bound : 1;
  double curvature = 1;
  with_any_loss(spec, [&](const auto &loss) { curvature = loss.typical_curvature(spec, scale); });
  return curvature;
}

}  // namespace dpcvx::model
