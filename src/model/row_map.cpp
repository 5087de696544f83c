#include "model/row_map.h"

#include <cmath>

#include "base/text.h"
#include "model/kernel.h"

namespace dpcvx::model {

namespace {

constexpr double kMargin = 1 - 0x1p-40;
constexpr double kLeastFactor = 0x1p-900;
// A row with an entry above 2^1000 is longer than 2^900 of the greatest bounds; its own scale might be flushed to zero.
constexpr int kGreatestExponent = 1000;

double largest_entry(const RowMap &map, const double *row) {
  double largest = map.intercept ? map.intercept_value : 0;
  for (int64_t j = 0; j < map.columns; ++j) largest = std::fmax(largest, std::fabs(row[j]));
  return largest;
}

// An upper bound on ||(row, intercept)|| * 2^-exponent: a sum of d rounded squares and its root are within (d + 3)
// ulps.
double scaled_norm(const RowMap &map, const double *row, int exponent) {
  const double unit = std::ldexp(1.0, -exponent);
  double sum = map.intercept ? map.intercept_value * unit * (map.intercept_value * unit) : 0;
  for (int64_t j = 0; j < map.columns; ++j) sum += row[j] * unit * (row[j] * unit);
  return std::sqrt(sum) * (1 + static_cast<double>(map.columns + 16) * 0x1p-51);
}

}  // namespace

double RowMap::factor(const double *row) const {
  const double largest = largest_entry(*this, row);
  if (largest == 0) return 1;
  int exponent;
  std::frexp(largest, &exponent);
  if (exponent < -1000) return 1;  // far below any bound
  if (exponent > kGreatestExponent) return 0;
  const double norm = scaled_norm(*this, row, exponent);
  const double limit = bound * kMargin;
  if (std::ldexp(norm, exponent) <= limit) return 1;
  const double factor = std::ldexp(limit / norm, -exponent) * (1 - 0x1p-50);
  return factor < kLeastFactor ? 0 : factor;
}

dpcvx_status check_columns(const RowMap &map, const data::Dataset &table, Error &error) {
  if (table.row(0) == nullptr)
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "argument 'dataset' = a table that is sparse or of floats; accepted: a "
                      "dense one of doubles");
  if (table.columns() == map.columns) return DPCVX_OK;
  return error.fail(DPCVX_ERR_ARGUMENT,
                    "argument 'dataset' = a table of %s columns; accepted: %s columns, as in training",
                    show(table.columns()).text, show(map.columns).text);
}

void decision_values(const RowMap &map, const data::Dataset &table, const double *w, double *out) {
  const double offset = map.intercept ? map.intercept_value * w[map.columns] : 0;
  for (int64_t i = 0; i < table.rows(); ++i) {
    const double *const row = table.row(i);
    double sum = offset;
    for (int64_t j = 0; j < map.columns; ++j) sum += row[j] * w[j];
    out[i] = number_or_zero(map.factor(row) * sum);
  }
}

}  // namespace dpcvx::model
