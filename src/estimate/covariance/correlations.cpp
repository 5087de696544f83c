#include "estimate/covariance/correlations.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "estimate/covariance/intervals.h"
#include "estimate/covariance/normal_model.h"
#include "numeric/normal.h"

namespace dpcvx::estimate {

namespace {

// Fisher's transform, of a number in [-1, 1]: at most about 18.
double fisher(double correlation) { return std::atanh(std::clamp(correlation, -1 + 0x1p-52, 1 - 0x1p-52)); }

void write_ends(const Covariance &it, size_t i, size_t j, double below, double above, double *low, double *high) {
  const size_t d = it.dimension();
  const double value = it.correlation(i, j);
  low[i * d + j] = low[j * d + i] = std::min(std::max(below, -1.0), value);
  high[i * d + j] = high[j * d + i] = std::max(std::min(above, 1.0), value);
}

// The greatest c / sqrt(a b) over c <= most, where a and b are in [least, greatest]^2 of each. A variance of 0 allows
// any correlation of the sign of c.
double greatest_correlation(double most, double least_scale, double greatest_scale) {
  // Of two roots, a product and a quotient: 2^-51 at most.
  constexpr double kRounding = 0x1p-48;
  const double scale = most > 0 ? least_scale : greatest_scale;
  if (!(scale > 0)) return most > 0 ? 1 : most < 0 ? -1 : 0;
  const double found = most / scale;
  return std::clamp(found + kRounding * std::fabs(found), -1.0, 1.0);
}

}  // namespace

dpcvx_status bootstrap_correlations(const Covariance &covariance, double *low, double *high, Error &error) {
  const size_t d = covariance.dimension(), pairs = d * (d - 1) / 2;
  NormalModel model;
  DPCVX_TRY(model.open(covariance, error));
  const size_t count = model.replicates();
  Buffer<double> drawn;
  if (!drawn.allocate(pairs * count)) return error.nomem("a bootstrap of correlations");
  for (size_t r = 0; r < count; ++r) {
    model.draw();
    const double *const matrix = model.matrix();
    double *to = drawn.data() + r;
    for (size_t i = 0; i < d; ++i)
      for (size_t j = 0; j < i; ++j, to += count) {
        const double scale = std::sqrt(matrix[i * d + i]) * std::sqrt(matrix[j * d + j]);
        *to = scale > 0 ? fisher(matrix[i * d + j] / scale) : 0;
      }
  }
  const double beta =
      (1 - covariance.interval_level) / (covariance.simultaneous ? std::max(static_cast<double>(pairs), 1.0) : 1);
  const double reach = numeric::normal_upper_quantile(std::log(beta / 2));
  double *next = drawn.data();
  for (size_t i = 0; i < d; ++i) {
    write_ends(covariance, i, i, 1, 1, low, high);
    for (size_t j = 0; j < i; ++j, next += count) {
      const Replicates found(next, count);
      const bool known = covariance.matrix[i * d + i] > 0 && covariance.matrix[j * d + j] > 0;
      const double below = known ? std::tanh(found.at_score(-reach)) : -1;
      const double above = known ? std::tanh(found.at_score(reach)) : 1;
      write_ends(covariance, i, j, below, above, low, high);
    }
  }
  return DPCVX_OK;
}

dpcvx_status prove_correlations(const Covariance &covariance, double *low, double *high, Error &error) {
  const size_t d = covariance.dimension();
  // Three entries may fail. All that hold together serve all correlations.
  const double beta = (1 - covariance.interval_level) / (covariance.simultaneous ? 1 : 3);
  Buffer<double> least, greatest;
  if (!least.allocate(d) || !greatest.allocate(d)) return error.nomem("the intervals of correlations");
  DPCVX_TRY(covariance_intervals(covariance, beta, low, high, error));
  for (size_t j = 0; j < d; ++j) {
    least[j] = std::sqrt(std::max(low[j * d + j], 0.0));
    greatest[j] = std::sqrt(std::max(high[j * d + j], 0.0));
  }
  for (size_t i = 0; i < d; ++i) {
    for (size_t j = 0; j < i; ++j) {
      const double least_scale = least[i] * least[j], greatest_scale = greatest[i] * greatest[j];
      write_ends(covariance, i, j, -greatest_correlation(-low[i * d + j], least_scale, greatest_scale),
                 greatest_correlation(high[i * d + j], least_scale, greatest_scale), low, high);
    }
    write_ends(covariance, i, i, 1, 1, low, high);
  }
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
