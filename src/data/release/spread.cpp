#include "data/release/spread.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "data/check_unit.h"
#include "mechanism/calibrate_release.h"
#include "numeric/normal.h"

namespace dpcvx::data {

namespace {

// A unit's value is in [0, 1], and so are an absent unit's and one without records that count: 0.
constexpr double kSensitivity = 1;

void describe(const SpreadPlan &plan, privacy::Guarantee &record) {
  using privacy::Origin;
  record.add_constant("units", plan.units, Origin::kPublic);
  record.add_constant("width_of_labels", plan.width, Origin::kEnforced);
  record.add_constant("sensitivity_of_sum", plan.noise.sensitivity * plan.noise.lattice.step(), Origin::kEnforced);
  record.add_constant("lattice_step", plan.noise.lattice.step(), Origin::kEnforced);
  record.add_constant("noise_of_spread", plan.stddev, Origin::kEnforced);
}

// In [0, 1], for any rounding.
double spread_of_unit(const Dataset &table, const SpreadPlan &plan, const RowPick &owned) {
  double sum = 0;
  int64_t counted = 0;
  for (int64_t k = 0; k < owned.count; ++k) {
    if (table.is_null(owned[k])) continue;
    ++counted;
    sum += std::min(std::fabs(table.label(owned[k])) / plan.width, 1.0);
  }
  return counted == 0 ? 0 : std::min(sum / static_cast<double>(counted), 1.0);
}

// E min(|x|, 1) for x normal about 0 with this deviation.
double spread_of_normal(double deviation) {
  const double end = 1 / deviation;
  return 2 * deviation * (numeric::normal_density(0) - numeric::normal_density(end)) + 2 * numeric::normal_cdf(-end);
}

}  // namespace

double deviation_of_spread(double spread) {
  constexpr double kGreatest = 10;
  constexpr int kHalvings = 60;
  double low = 0, high = kGreatest;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (spread_of_normal(middle) < spread ? low : high) = middle;
  }
  return high;
}

dpcvx_status plan_spread(const privacy::Curve &price, double units, double width, SpreadPlan *plan, Error &error) {
  DPCVX_TRY(mechanism::gaussian_for_price(price, &plan->mu, error));
  DPCVX_TRY(mechanism::plan_gaussian(plan->mu, kSensitivity, 1, 0, plan->noise, error));
  plan->units = units;
  plan->width = width;
  plan->stddev = noise_scale(plan->noise) / units;
  return DPCVX_OK;
}

int64_t sum_of_spread(const Dataset &table, const SpreadPlan &plan) {
  int64_t sum = 0;
  for (int64_t u = 0; u < table.units(); ++u)
    sum += plan.noise.lattice.place(spread_of_unit(table, plan, table.rows_of_unit(u)));
  return sum;
}

dpcvx_status release_spread(mechanism::Release &release, const Dataset &table, const SpreadPlan &plan, double *spread) {
  DPCVX_TRY(check_unit(release, table, release.error()));
  DPCVX_TRY(release.prepare(privacy::gdp(plan.mu), "private spread of labels",
                            "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on a lattice, its rounding in "
                            "the sensitivity (Mironov 2012)"));
  describe(plan, release.record());
  DPCVX_TRY(release.charge());
  int64_t sum = sum_of_spread(table, plan);
  mechanism::add_noise(release.rng(), plan.noise, &sum, 1, &sum);
  *spread = plan.noise.lattice.value(sum) / plan.units;
  return DPCVX_OK;
}

}  // namespace dpcvx::data
