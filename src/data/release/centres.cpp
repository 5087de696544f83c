#include "data/release/centres.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "data/check_unit.h"
#include "mechanism/calibrate_release.h"
#include "numeric/directed.h"
#include "numeric/normal.h"

namespace dpcvx::data {

namespace {

using numeric::above;

// The squared weight of labels beside that of the columns: means of columns have noise greater by an eighth then.
constexpr double kLabelShare = 0.25;
// Bounds units times the weight of labels, so that sums do not overflow (PROOFS.md, section 2).
constexpr double kMaxWeightedUnits = 0x1p40;

double label_weight(const CentreInputs &inputs) {
  if (!(inputs.label_bound > 0)) return 0;
  const double weight = std::sqrt(kLabelShare * static_cast<double>(inputs.columns));
  return std::min(weight, kMaxWeightedUnits / static_cast<double>(std::max(inputs.units, int64_t{1})));
}

// The greatest norm in [-1, 1]^d x [-weight, weight].
double radius_of(int64_t columns, double weight) {
  return above(std::sqrt(above(static_cast<double>(columns) + above(weight * weight))));
}

// How far apart the values of two units may be, or a unit's and 0. The count of units is free: PROOFS.md, section 2.
double sensitivity_of_sums(int64_t columns, double weight, int32_t adjacency) {
  return (adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 : 1) * radius_of(columns, weight);
}

double count_weight(const CentreInputs &inputs, double label_weight) {
  if (!inputs.weighted || inputs.adjacency != DPCVX_ADJACENCY_REPLACE_ONE) return 0;
  return std::min(std::sqrt(static_cast<double>(inputs.columns) + label_weight * label_weight),
                  kMaxWeightedUnits / static_cast<double>(std::max(inputs.units, int64_t{1})));
}

void describe(const CentrePlan &plan, privacy::Guarantee &record) {
  using privacy::Origin;
  const double step = plan.noise.lattice.step();
  record.add_constant("columns", static_cast<double>(plan.columns), Origin::kPublic);
  record.add_constant("units", plan.units, Origin::kPublic);
  record.add_constant("sensitivity_of_column_sums", plan.noise.sensitivity * step, Origin::kEnforced);
  record.add_constant("lattice_step", step, Origin::kEnforced);
  record.add_constant("noise_of_column_means", plan.stddev, Origin::kEnforced);
  if (plan.counts_units()) {
    record.add_constant("weight_of_unit_count", plan.count_weight, Origin::kPublic);
    record.add_note("means are over the units that have a record of weight above 0, whose noisy number is in the sums");
  }
  if (!plan.has_labels()) return;
  record.add_constant("label_bound", plan.label_bound, Origin::kEnforced);
  record.add_constant("label_weight", plan.label_weight, Origin::kPublic);
  record.add_constant("noise_of_label_mean", plan.label_stddev * plan.label_bound, Origin::kEnforced);
}

// Adds up what a unit has: the entries of its records, and its labels clipped to [-Y, Y] over Y. Returns the number of
// its records that are not null.
template <class Rows>
int64_t add_records(const Dataset &table, const CentrePlan &plan, const Rows &rows, const RowPick &owned,
                    double *values) {
  int64_t counted = 0;
  std::fill(values, values + plan.count(), 0.0);
  for (int64_t k = 0; k < owned.count; ++k) {
    const int64_t place = owned[k];
    if (table.is_null(place)) continue;
    ++counted;
    rows.for_each(place, [&](int64_t j, double x) { values[j] += x; });
    if (plan.has_labels()) values[plan.columns] += std::clamp(table.label(place) / plan.label_bound, -1.0, 1.0);
  }
  return counted;
}

// What sums are divided by: public, or a noisy sum.
double units_in(const CentrePlan &plan, const int64_t *sums) {
  if (!plan.counts_units()) return plan.units;
  const double seen = plan.noise.lattice.value(sums[plan.count() - 1]) / plan.count_weight;
  return std::max(1.0, std::min(seen, plan.units));
}

// Of noise that is this many times the half range nothing is learnt.
constexpr double kMostNoise = 100;

}  // namespace

// With u = (x - 1)/s, v = (x + 1)/s, r = phi(v)/phi(u) = exp(-2x/s^2) and Mills' ratio M it is
// x - s (1 - r)/(M(u) - r M(v)) for x >= 0: no term is lost far out, where Phi of both ends is 1.
double mean_within_range(double seen, double stddev) {
  if (!(stddev > 0)) return std::clamp(seen, -1.0, 1.0);
  if (!(stddev < kMostNoise)) return 0;
  const double x = std::fabs(seen), u = (x - 1) / stddev, v = (x + 1) / stddev;
  const double ratio = std::exp(-2 * x / stddev / stddev);
  const double width = numeric::mills_ratio(u) - ratio * numeric::mills_ratio(v);
  return std::copysign(std::clamp(x - stddev * (1 - ratio) / width, 0.0, 1.0), seen);
}

dpcvx_status plan_centres(const privacy::Curve &price, const CentreInputs &inputs, CentrePlan *plan, Error &error) {
  plan->columns = inputs.columns;
  plan->label_bound = inputs.label_bound;
  plan->label_weight = label_weight(inputs);
  plan->count_weight = count_weight(inputs, plan->label_weight);
  DPCVX_TRY(mechanism::gaussian_for_price(price, &plan->mu, error));
  DPCVX_TRY(mechanism::plan_gaussian(plan->mu, sensitivity_of_sums(plan->columns, plan->label_weight, inputs.adjacency),
                                     plan->count(), 0, plan->noise, error));
  plan->units = static_cast<double>(inputs.units);
  plan->stddev = noise_scale(plan->noise) / plan->units;
  plan->label_stddev = plan->has_labels() ? plan->stddev / plan->label_weight : 0;
  return DPCVX_OK;
}

void add_units(const Dataset &table, const CentrePlan &plan, double *values, int64_t *sums) {
  const mechanism::Lattice &lattice = plan.noise.lattice;
  const size_t means = plan.count() - (plan.counts_units() ? 1 : 0);
  table.with_rows([&](const auto &rows) {
    for (int64_t u = 0; u < table.units(); ++u) {
      const int64_t counted = add_records(table, plan, rows, table.rows_of_unit(u), values);
      if (counted == 0) continue;
      for (size_t j = 0; j < means; ++j) {
        const double mean = std::clamp(values[j] / static_cast<double>(counted), -1.0, 1.0);
        sums[j] += lattice.place(static_cast<int64_t>(j) < plan.columns ? mean : plan.label_weight * mean);
      }
      if (plan.counts_units()) sums[means] += lattice.place(plan.count_weight);
    }
  });
}

dpcvx_status release_centres(mechanism::Release &release, const Dataset &table, const CentrePlan &plan, double *centres,
                             double *label_centre) {
  DPCVX_TRY(check_unit(release, table, release.error()));
  const size_t count = plan.count(), columns = static_cast<size_t>(plan.columns);
  Buffer<double> values;
  Buffer<int64_t> sums;
  if (!values.allocate(count) || !sums.allocate(count)) return release.error().nomem("the sums of the columns");
  DPCVX_TRY(release.prepare(privacy::gdp(plan.mu),
                            plan.has_labels() ? "private means of columns and labels" : "private means of columns",
                            "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on a lattice, its rounding in "
                            "the sensitivity (Mironov 2012)"));
  describe(plan, release.record());
  DPCVX_TRY(release.charge());
  add_units(table, plan, values.data(), sums.data());
  mechanism::add_noise(release.rng(), plan.noise, sums.data(), count, sums.data());
  const double units = units_in(plan, sums.data());
  const auto mean = [&](size_t j, double weight, double stddev) {
    return mean_within_range(plan.noise.lattice.value(sums[j]) / (weight * units), stddev * plan.units / units);
  };
  for (size_t j = 0; j < columns; ++j) centres[j] = mean(j, 1, plan.stddev);
  *label_centre = plan.has_labels() ? plan.label_bound * mean(columns, plan.label_weight, plan.label_stddev) : 0;
  return DPCVX_OK;
}

}  // namespace dpcvx::data
