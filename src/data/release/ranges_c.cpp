#include "base/check.h"
#include "base/error.h"
#include "data/dataset_handle.h"
#include "data/release/ranges.h"
#include "mechanism/release_boundary.h"
#include "privacy/curve/curve_handle.h"

using namespace dpcvx;

dpcvx_status dpcvx_dataset_release_ranges(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                          const dpcvx_dataset *dataset, double coverage, double *low, double *high,
                                          int64_t columns, dpcvx_guarantee **guarantee, dpcvx_error *err) {
  Error error(err, __func__);
  return mechanism::run_release({budget, rng, price}, guarantee, error,
                                [&](mechanism::Release &release) -> dpcvx_status {
                                  DPCVX_TRY(check_handle("dataset", dataset, error));
                                  const data::Dataset &table = *dataset->data;
                                  DPCVX_TRY(check_inside("coverage", coverage, 0, 1, error));
                                  DPCVX_TRY(check_pointer("low", low, error));
                                  DPCVX_TRY(check_pointer("high", high, error));
                                  DPCVX_TRY(check_between("columns", columns, table.columns(), table.columns(), error));
                                  return data::release_ranges(release, table, coverage, nullptr, low, high);
                                });
}

dpcvx_status dpcvx_dataset_range_notes(const dpcvx_curve *price, int64_t units, int64_t columns, double coverage,
                                       char *out, size_t capacity, size_t *length, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_handle("price", price, error));
  DPCVX_TRY(check_between("units", units, int64_t{0}, data::kMaxUnits, error));
  DPCVX_TRY(check_between("columns", columns, int64_t{1}, int64_t{1} << 40, error));
  DPCVX_TRY(check_inside("coverage", coverage, 0, 1, error));
  Text text;
  DPCVX_TRY(data::write_range_notes(price->curve, {0, coverage, units, columns}, text, error));
  return copy_out(text, out, capacity, length, error);
}
