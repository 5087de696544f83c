#include "data/release_centres.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "data/check_unit.h"
#include "mechanism/calibrate_release.h"
#include "numeric/directed.h"

namespace dpcvx::data {

namespace {

using numeric::above;

// How far apart the rows of two units in [-1, 1]^d may be, or a row and 0.
double sensitivity_of_sums(int64_t columns, int32_t adjacency) {
  const double radius = above(std::sqrt(static_cast<double>(columns)));
  return adjacency == DPCVX_ADJACENCY_REPLACE_ONE ? 2 * radius : radius;
}

void describe(const CentrePlan &plan, int64_t columns, privacy::Guarantee &record) {
  using privacy::Origin;
  const double step = plan.noise.lattice.step();
  record.add_constant("columns", static_cast<double>(columns), Origin::kPublic);
  record.add_constant("units", plan.units, Origin::kPublic);
  record.add_constant("sensitivity_of_column_sums", plan.noise.sensitivity * step, Origin::kEnforced);
  record.add_constant("lattice_step", step, Origin::kEnforced);
  record.add_constant("noise_of_column_means", plan.stddev, Origin::kEnforced);
}

}  // namespace

dpcvx_status plan_centres(const privacy::Curve &price, int64_t columns, int64_t units, int32_t adjacency,
                          CentrePlan *plan, Error &error) {
  DPCVX_TRY(mechanism::gaussian_for_price(price, &plan->mu, error));
  DPCVX_TRY(mechanism::plan_gaussian(plan->mu, sensitivity_of_sums(columns, adjacency), static_cast<size_t>(columns), 0,
                                     plan->noise, error));
  plan->units = static_cast<double>(units);
  plan->stddev = noise_scale(plan->noise) / plan->units;
  return DPCVX_OK;
}

void add_units(const Dataset &table, const mechanism::Lattice &lattice, double *values, int64_t *sums) {
  const Users *const users = table.users();
  const int64_t columns = table.columns(), units = users == nullptr ? table.rows() : users->count();
  table.with_rows([&](const auto &rows) {
    for (int64_t u = 0; u < units; ++u) {
      const RowPick owned = users == nullptr ? RowPick{nullptr, u, 1} : users->rows_of(u);
      std::fill(values, values + columns, 0.0);
      for (int64_t place = 0; place < owned.count; ++place)
        rows.for_each(owned[place], [&](int64_t j, double x) { values[j] += x; });
      for (int64_t j = 0; j < columns; ++j)
        sums[j] += lattice.place(std::clamp(values[j] / static_cast<double>(owned.count), -1.0, 1.0));
    }
  });
}

dpcvx_status release_centres(mechanism::Release &release, const Dataset &table, const CentrePlan &plan,
                             double *centres) {
  DPCVX_TRY(check_unit(release, table, release.error()));
  const size_t columns = static_cast<size_t>(table.columns());
  Buffer<double> values;
  Buffer<int64_t> sums;
  if (!values.allocate(columns) || !sums.allocate(columns)) return release.error().nomem("the sums of the columns");
  DPCVX_TRY(release.prepare(privacy::gdp(plan.mu), "private means of columns",
                            "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on a lattice, its rounding in "
                            "the sensitivity (Mironov 2012)"));
  describe(plan, table.columns(), release.record());
  DPCVX_TRY(release.charge());
  add_units(table, plan.noise.lattice, values.data(), sums.data());
  mechanism::add_noise(release.rng(), plan.noise, sums.data(), columns, sums.data());
  for (size_t j = 0; j < columns; ++j)
    centres[j] = std::clamp(plan.noise.lattice.value(sums[j]) / plan.units, -1.0, 1.0);
  return DPCVX_OK;
}

}  // namespace dpcvx::data
