#include "solve/fit/release_slope.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "mechanism/calibrate_release.h"
#include "model/loss.h"

namespace dpcvx::solve {

namespace {

// Slopes of records that a model is sure of and wrong about grow with z. Clipped at 1 they made scales 1.4 times too
// great (satimage, six classes).
constexpr double kGreatestSlope = 4;
// How fast mean slopes grow in log s where they are 0: two classes (adult) .21 to .27, several (satimage) .39 to .44.
constexpr double kSteepnessOfTwo = 0.25, kSteepnessOfSeveral = 0.4;

int64_t classes_of(const model::Objective &objective) { return std::max(objective.outputs(), int64_t{2}); }

void describe(const SlopePlan &plan, privacy::Guarantee &record) {
  using privacy::Origin;
  record.add_constant("units", plan.units, Origin::kPublic);
  record.add_constant("least_slope", plan.least, Origin::kEnforced);
  record.add_constant("greatest_slope", plan.greatest, Origin::kEnforced);
  record.add_constant("sensitivity_of_sum", plan.noise.sensitivity * plan.noise.lattice.step(), Origin::kEnforced);
  record.add_constant("lattice_step", plan.noise.lattice.step(), Origin::kEnforced);
  record.add_constant("noise_of_slopes", plan.stddev, Origin::kEnforced);
}

// <s z, grad l(s z)>; `work` holds an entry each output.
double slope_at(const model::Logistic & /*loss*/, double s, const double *z, double label, int64_t /*outputs*/,
                double * /*work*/) {
  const double scaled = s * z[0];
  return scaled * model::Logistic::slope(scaled, label);
}
double slope_at(const model::Multinomial &loss, double s, const double *z, double label, int64_t outputs,
                double *work) {
  for (int64_t k = 0; k < outputs; ++k) work[k] = s * z[k];
  loss.slopes(work, label, work);
  const double own = z[static_cast<int64_t>(label)];
  double sum = 0;
  for (int64_t k = 0; k < outputs; ++k) sum += work[k] * (z[k] - own);  // slopes add up to 0
  return s * sum;
}

// Within [least, greatest], for any rounding; what is not a number counts as 0.
double cut(double slope, const SlopePlan &plan) {
  return slope == slope ? std::clamp(slope, plan.least, plan.greatest) : 0;
}

template <class Loss>
void add_slopes(const Loss &loss, const model::LinearModel &model, const SlopePlan &plan, double weight_bound,
                const double *coefficients, double *work, int64_t *sums) {
  const int64_t outputs = model.outputs(), units = model.table().units();
  double *const z = work, *const rest = work + outputs;
  for (int64_t u = 0; u < units; ++u) {
    double of_unit[kSlopes] = {};
    const data::RowPick owned = model.table().rows_of_unit(u);
    for (int64_t place = 0; place < owned.count; ++place) {
      const int64_t r = owned[place];
      const double share = model.share(r) / weight_bound;
      if (share == 0) continue;
      model.decision(r, coefficients, z);
      for (size_t i = 0; i < kSlopes; ++i)
        of_unit[i] += share * cut(slope_at(loss, kSlopeScales[i], z, model.label(r), outputs, rest), plan);
    }
    for (size_t i = 0; i < kSlopes; ++i) sums[i] += plan.noise.lattice.place(cut(of_unit[i], plan));
  }
}

}  // namespace

bool has_slope(const model::Objective &objective) {
  const int32_t kind = objective.loss().kind;
  return objective.linear() != nullptr && (kind == DPCVX_LOSS_LOGISTIC || kind == DPCVX_LOSS_MULTINOMIAL) &&
         objective.l2() == 0 && !objective.has_l1() && objective.domain() == nullptr;
}

// By Newton's method on w + log w = log x, whose left side is concave: from below it never passes the root.
double least_slope(int64_t classes) {
  const double log_x = std::log(static_cast<double>(classes - 1)) - 1;
  double w = std::exp(std::fmin(log_x, 1)) / 3;
  constexpr int kSteps = 60;
  for (int i = 0; i < kSteps; ++i) w += (log_x - w - std::log(w)) / (1 + 1 / w);
  return -w;
}

dpcvx_status plan_slope(const privacy::Curve &price, const model::Objective &objective, int32_t adjacency,
                        SlopePlan *plan, Error &error) {
  plan->least = least_slope(classes_of(objective));
  plan->greatest = kGreatestSlope;
  plan->units = static_cast<double>(objective.units());
  const bool replaced = adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  const double apart = replaced ? plan->greatest - plan->least : std::fmax(plan->greatest, -plan->least);
  const double sensitivity = apart * std::sqrt(static_cast<double>(kSlopes)) * (1 + 0x1p-50);
  DPCVX_TRY(mechanism::gaussian_for_price(price, &plan->mu, error));
  DPCVX_TRY(mechanism::plan_gaussian(plan->mu, sensitivity, kSlopes, 0, plan->noise, error));
  plan->stddev = noise_scale(plan->noise) / plan->units;
  return DPCVX_OK;
}

double noise_of_log_scale(const SlopePlan &plan, const model::Objective &objective) {
  return plan.stddev / (objective.outputs() > 1 ? kSteepnessOfSeveral : kSteepnessOfTwo);
}

void sum_slopes(const model::Objective &objective, const SlopePlan &plan, const double *coefficients, double *work,
                int64_t *sums) {
  const model::LossSpec &loss = objective.loss();
  const model::LinearModel &model = *objective.linear();
  const double weight_bound = objective.settings().weight_bound;
  std::fill(sums, sums + kSlopes, 0);
  if (loss.kind == DPCVX_LOSS_LOGISTIC)
    add_slopes(model::Logistic(loss), model, plan, weight_bound, coefficients, work, sums);
  else
    add_slopes(model::Multinomial(loss), model, plan, weight_bound, coefficients, work, sums);
}

double scale_of_slopes(double *means) {
  // Pools neighbours that fall: each block has the mean of its own.
  double value[kSlopes];
  size_t length[kSlopes], blocks = 0;
  for (size_t i = 0; i < kSlopes; ++i) {
    value[blocks] = means[i], length[blocks++] = 1;
    for (; blocks > 1 && value[blocks - 2] >= value[blocks - 1]; --blocks) {
      const double first = static_cast<double>(length[blocks - 2]), second = static_cast<double>(length[blocks - 1]);
      value[blocks - 2] = (first * value[blocks - 2] + second * value[blocks - 1]) / (first + second);
      length[blocks - 2] += length[blocks - 1];
    }
  }
  for (size_t block = 0, i = 0; block < blocks; ++block)
    for (size_t k = 0; k < length[block]; ++k) means[i++] = value[block];
  if (!(means[0] < 0)) return kSlopeScales[0];
  for (size_t i = 1; i < kSlopes; ++i) {
    if (means[i] < 0) continue;
    const double share = means[i - 1] / (means[i - 1] - means[i]);
    return std::exp((1 - share) * std::log(kSlopeScales[i - 1]) + share * std::log(kSlopeScales[i]));
  }
  return kSlopeScales[kSlopes - 1];
}

double drawn_to_one(double scale, double doubt) {
  const double kept = 1 - 2 * doubt * doubt;
  return kept > 0 ? std::exp(kept * std::log(scale)) : 1;
}

dpcvx_status release_slopes(mechanism::Release &release, const model::Objective &objective, const SlopePlan &plan,
                            const double *coefficients, double *work, double *means) {
  DPCVX_TRY(release.prepare(privacy::gdp(plan.mu), "private slopes along decision values",
                            "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on a lattice, its rounding in "
                            "the sensitivity (Mironov 2012)"));
  describe(plan, release.record());
  DPCVX_TRY(release.charge());
  int64_t sums[kSlopes];
  sum_slopes(objective, plan, coefficients, work, sums);
  mechanism::add_noise(release.rng(), plan.noise, sums, kSlopes, sums);
  for (size_t i = 0; i < kSlopes; ++i) means[i] = plan.noise.lattice.value(sums[i]) / plan.units;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
