#include "solve/fit/original_units.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "numeric/twofold.h"

namespace dpcvx::solve {

namespace {

// y = (x - middle) / half, as data::Ranges has it: a centre moves the middle.
// A range of two neighbouring denormals maps all to 0.
struct Scaling {
  double middle = 0, half = 1;
};

Scaling scaling_of(const model::RowMap &rows, int64_t j) {
  if (!rows.ranges) return {};
  const double low = rows.ranges->low()[j], high = rows.ranges->high()[j];
  const double half = 0.5 * high - 0.5 * low, *const centres = rows.ranges->centres();
  return {0.5 * low + 0.5 * high + (centres == nullptr ? 0 : centres[j] * half), half};
}

double slope_of(const Fit &fit, const double *w, int64_t j) {
  const Scaling scaling = scaling_of(fit.rows, j);
  return scaling.half > 0 ? w[j] / scaling.half : 0;
}

// Summed in two doubles: its terms may be far greater than the sum.
double constant_of(const Fit &fit, const double *w) {
  const model::RowMap &rows = fit.rows;
  numeric::Twofold constant = {rows.intercept ? rows.intercept_value * w[rows.columns] : 0, 0};
  constant = numeric::add(constant, numeric::two_sum(fit.label_middle, fit.label_centre));
  for (int64_t j = 0; j < rows.columns; ++j)
    constant = numeric::subtract(constant, numeric::two_product(slope_of(fit, w, j), scaling_of(rows, j).middle));
  return constant.high + constant.low;
}

}  // namespace

double original_coefficient(const Fit &fit, int64_t output, int64_t column) {
  const double *const w = fit.coefficients.data() + output * fit.rows.dimension();
  return column < fit.rows.columns ? slope_of(fit, w, column) : constant_of(fit, w);
}

dpcvx_status original_coefficients(const Fit &fit, double *out, Error &error) {
  const int64_t block = fit.rows.columns + 1, count = block * fit.outputs;
  Buffer<double> found;
  if (!found.allocate(static_cast<size_t>(count))) return error.nomem("coefficients");
  for (int64_t i = 0; i < count; ++i) found[static_cast<size_t>(i)] = original_coefficient(fit, i / block, i % block);
  for (double entry : found)
    if (!std::isfinite(entry))
      return error.fail(DPCVX_ERR_NUMERIC,
                        "a coefficient in original units is beyond the range of doubles: a column has a range that is "
                        "too narrow, or too far from 0");
  std::copy(found.begin(), found.end(), out);
  return DPCVX_OK;
}

void original_standard_errors(const Fit &fit, double *out) {
  const model::RowMap &rows = fit.rows;
  const double s = fit.standard_error;
  for (int64_t k = 0; k < fit.outputs; ++k, out += rows.columns + 1) {
    double constant = rows.intercept ? rows.intercept_value : 0;
    for (int64_t j = 0; j < rows.columns; ++j) {
      const Scaling scaling = scaling_of(rows, j);
      const double slope = scaling.half > 0 ? 1 / scaling.half : 0;
      out[j] = s * slope;
      constant = std::hypot(constant, slope * scaling.middle);
    }
    out[rows.columns] = s * constant;
  }
}

}  // namespace dpcvx::solve
