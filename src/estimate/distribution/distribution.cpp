#include "estimate/distribution/distribution.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "mechanism/calibrate_release.h"
#include "numeric/directed.h"
#include "privacy/calibration/calibrate.h"

namespace dpcvx::estimate {

namespace {

using numeric::above;
using privacy::Origin;

constexpr double kSteps = static_cast<double>(kUnitSteps);
// Bounds the scale of the noise in a count, in units. Noise beyond it would hide any table.
constexpr double kMaxScale = 0x1p28;
// Fan-outs of trees that leave the least noise at 2^10 to 2^16 cells (README.md).
constexpr int64_t kGaussianFanOut = 2, kLaplaceFanOut = 16;

dpcvx_status check_scale(double scale, const privacy::Curve &price, Error &error) {
  if (scale <= kMaxScale) return DPCVX_OK;
  char shown[160];
  price.describe(shown, sizeof(shown));
  return error.argument("price", shown, "one for which the noise in a count is at most 2^28 units");
}

// Which noise has the lesser standard deviation, given sensitivities and how many noises an estimate has.
bool is_gaussian(const privacy::Curve &price, int32_t noise, double l2, double l1) {
  if (noise != DPCVX_EVALUATION_NOISE_AUTOMATIC) return noise == DPCVX_EVALUATION_NOISE_GAUSSIAN;
  return l2 / privacy::gaussian_mu_within(price) < std::sqrt(2.0) * l1 / privacy::pure_epsilon_within(price);
}

dpcvx_status plan_counts(const privacy::Curve &price, int32_t adjacency, bool gaussian, int levels, CountPlan *plan,
                         Error &error) {
  const double sensitivity = count_sensitivity(gaussian, adjacency, levels);
  double amount;
  if (gaussian) {
    DPCVX_TRY(mechanism::gaussian_for_price(price, &amount, error));
    DPCVX_TRY(check_scale(sensitivity / amount, price, error));
    DPCVX_TRY(mechanism::plan_integer_gaussian(amount, sensitivity * kSteps, plan->noise, error));
    plan->event = privacy::gdp(amount);
  } else {
    DPCVX_TRY(mechanism::pure_for_price(price, &amount, error));
    DPCVX_TRY(check_scale(sensitivity / amount, price, error));
    DPCVX_TRY(
        mechanism::plan_discrete_laplace(amount, static_cast<int64_t>(sensitivity) * kUnitSteps, plan->noise, error));
    plan->event = privacy::pure(amount);
  }
  plan->law = {gaussian, plan->noise.scale / kSteps};
  return DPCVX_OK;
}

// Whether Laplace noise of the epsilon of a Gaussian price, at the budget's delta, would be much less in one histogram.
// The price implies less pure epsilon than that, and a price of a basic budget all of it.
bool has_less_elsewhere(const mechanism::Release &release, const CountPlan &plan, const privacy::Guarantee &record) {
  constexpr double kMuchLess = 0.8;
  if (!plan.law.gaussian || release.takes_pairs()) return false;
  const double epsilon = release.price().epsilon(record.delta());
  return std::sqrt(2.0) * count_sensitivity(false, release.adjacency(), 1) < kMuchLess * plan.law.scale * epsilon;
}

const char *label_of(int32_t kind, bool gaussian) {
  if (kind == DPCVX_ESTIMATE_KIND_HISTOGRAM)
    return gaussian ? "private histogram, Gaussian noise" : "private histogram, Laplace noise";
  return gaussian ? "private cumulative distribution, Gaussian noise"
                  : "private cumulative distribution, Laplace noise";
}

const char *theorem_of(bool gaussian) {
  return gaussian ? "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on counts"
                  : "discrete Laplace mechanism (Ghosh, Roughgarden and Sundararajan 2009) on counts";
}

void describe(const mechanism::Release &release, const CountSource &source, const CountPlan &plan,
              const Estimate &estimate, bool has_levels, int levels, privacy::Guarantee &record) {
  record.add_constant(plan.law.gaussian ? "l2_sensitivity" : "l1_sensitivity", plan.noise.sensitivity / kSteps,
                      source.enforced() ? Origin::kEnforced : Origin::kAssumed);
  record.add_constant("noise_scale", plan.law.scale, Origin::kEnforced);
  record.add_constant("lattice_step", 1 / kSteps, Origin::kEnforced);
  record.add_constant(has_levels ? kLevelsConstant : "cells", static_cast<double>(estimate.cells), Origin::kPublic);
  record.add_constant("partitions", static_cast<double>(levels), Origin::kPublic);
  record.add_constant("interval_level", estimate.interval_level, Origin::kPublic);
  if (release.adjacency() == DPCVX_ADJACENCY_REPLACE_ONE)
    record.add_constant("units", static_cast<double>(source.units()), Origin::kPublic);
  else
    record.add_note("the number of units is private: its estimate is part of what is released");
  record.add_note(has_levels ? "the levels are public (assumed)" : "the edges of the cells are public (assumed)");
  record.add_note("intervals need units that are independent draws of one law (assumed); privacy does not");
  if (estimate.kind == DPCVX_ESTIMATE_KIND_HISTOGRAM && has_less_elsewhere(release, plan, record))
    record.add_note(
        "one histogram alone has less noise at this epsilon and delta on a budget with the basic filter, which takes "
        "Laplace noise; of many releases this budget takes more");
  source.describe(release.adjacency(), record);
}

// What both releases tell of themselves.
dpcvx_status prepare(mechanism::Release &release, const CountSource &source, const CountPlan &plan,
                     const MeanSettings &settings, int levels, Estimate *out) {
  DPCVX_TRY(release.prepare(plan.event, label_of(out->kind, plan.law.gaussian), theorem_of(plan.law.gaussian)));
  out->gaussian = plan.law.gaussian;
  out->noise_scale = plan.law.scale;
  out->interval_level = settings.interval_level;
  out->simultaneous = settings.simultaneous;
  describe(release, source, plan, *out, settings.levels, levels, release.record());
  return DPCVX_OK;
}

}  // namespace

double count_sensitivity(bool gaussian, int32_t adjacency, int levels) {
  const double moved = (adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1) * static_cast<double>(levels);
  return gaussian ? above(std::sqrt(moved)) : moved;
}

dpcvx_status plan_histogram(const privacy::Curve &price, int32_t adjacency, int32_t noise, CountPlan *plan,
                            Error &error) {
  const bool gaussian =
      is_gaussian(price, noise, count_sensitivity(true, adjacency, 1), count_sensitivity(false, adjacency, 1));
  return plan_counts(price, adjacency, gaussian, 1, plan, error);
}

dpcvx_status plan_cumulative(const privacy::Curve &price, int32_t adjacency, int64_t cells, int32_t noise,
                             CountPlan *plan, TreeShape *shape, Error &error) {
  const bool replaced = adjacency == DPCVX_ADJACENCY_REPLACE_ONE;
  // Under add/remove the root is released too.
  const int more = replaced ? 0 : 1;
  TreeShape binary, wide;
  binary.set(cells, kGaussianFanOut, replaced);
  wide.set(cells, kLaplaceFanOut, replaced);
  const bool gaussian = is_gaussian(
      price, noise, count_sensitivity(true, adjacency, binary.levels() + more) * std::sqrt(binary.max_squares()),
      count_sensitivity(false, adjacency, wide.levels() + more) * std::sqrt(wide.max_squares()));
  *shape = gaussian ? binary : wide;
  return plan_counts(price, adjacency, gaussian, shape->levels() + more, plan, error);
}

dpcvx_status release_histogram(mechanism::Release &release, CountSource &source, const Cells &cells,
                               const MeanSettings &settings, Estimate *out) {
  Error &error = release.error();
  DPCVX_TRY(source.prepare(release, error));
  const bool replaced = release.adjacency() == DPCVX_ADJACENCY_REPLACE_ONE;
  const size_t count = static_cast<size_t>(cells.count());
  CountPlan plan;
  Strays strays;
  DPCVX_TRY(plan_histogram(release.price(), release.adjacency(), settings.noise, &plan, error));
  out->kind = DPCVX_ESTIMATE_KIND_HISTOGRAM;
  out->column = source.column();
  out->cells = cells.count();
  DPCVX_TRY(out->allocate(cells.count(), error));
  DPCVX_TRY(out->allocate_counts(error));
  if (!strays.allocate()) return error.nomem("counts of units");
  DPCVX_TRY(prepare(release, source, plan, settings, 1, out));
  for (size_t j = 0; j < count; ++j) {
    out->range_low[j] = cells.edge(j);
    out->range_high[j] = cells.edge(j + 1);
  }
  DPCVX_TRY(release.charge());
  int64_t *const sums = source.sum();
  mechanism::add_noise(release.rng(), plan.noise, sums, count, sums);
  double all = 0;
  for (size_t j = 0; j < count; ++j) all += out->counts[j] = static_cast<double>(sums[j]) / kSteps;
  const double units = replaced ? static_cast<double>(source.units()) : all;
  fill_histogram(plan.law, out->counts.data(), units, replaced, source.whole(), strays, out);
  return DPCVX_OK;
}

dpcvx_status release_cumulative(mechanism::Release &release, CountSource &source, const Cells &cells,
                                const MeanSettings &settings, Estimate *out) {
  Error &error = release.error();
  DPCVX_TRY(source.prepare(release, error));
  CountPlan plan;
  Tree tree;
  Strays strays;
  Cumulative &into = out->cumulative;
  DPCVX_TRY(
      plan_cumulative(release.price(), release.adjacency(), cells.count(), settings.noise, &plan, &into.shape, error));
  out->kind = DPCVX_ESTIMATE_KIND_CUMULATIVE;
  out->column = source.column();
  out->cells = cells.count();
  DPCVX_TRY(out->allocate(cells.count() - 1, error));
  DPCVX_TRY(out->allocate_counts(error));
  if (!tree.allocate(into.shape) || !into.allocate(cells.count()) || !strays.allocate())
    return error.nomem("counts of units");
  DPCVX_TRY(prepare(release, source, plan, settings, into.shape.levels() + (into.shape.root_known() ? 0 : 1), out));
  std::copy(cells.edges().begin(), cells.edges().end(), into.edges.begin());
  into.noise = plan.law;
  into.whole = source.whole();
  DPCVX_TRY(release.charge());
  tree.fill(source.sum());
  if (into.shape.root_known()) tree.set_root(source.units() * kUnitSteps);
  mechanism::add_noise(release.rng(), plan.noise, tree.released(), tree.released_size(), tree.released());
  tree.estimate(kSteps, into.below.data());
  into.units = into.shape.root_known() ? static_cast<double>(source.units()) : into.below[into.cells()];
  fill_cumulative(strays, out);
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
