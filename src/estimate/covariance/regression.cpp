#include "estimate/covariance/regression.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "base/text.h"
#include "estimate/covariance/normal_model.h"
#include "estimate/covariance/symmetric_eigen.h"
#include "numeric/normal.h"

namespace dpcvx::estimate {

namespace {

// Eigenvalues of a correlation matrix at or below this are taken to be 0: those that were set to 0 differ by rounding.
constexpr double kNothing = 1e-9;
// A standard error is half of what is between the scores -1 and 1: ratios of noisy numbers may have no variance.
constexpr double kOneDeviation = 1;

double squared(double x) { return x * x; }

// R^2 as a number that noise moves about as far everywhere: Fisher's transform of its root, and back.
double stretch(double r_squared) { return std::atanh(std::min(std::sqrt(r_squared), 1 - 0x1p-40)); }
double shrink(double stretched) { return squared(std::tanh(std::max(stretched, 0.0))); }

// Solves for slopes in standard deviations, by the pseudo-inverse of the features' correlation matrix.
class LeastSquares {
 public:
  bool allocate(size_t count) {
    return eigen_.allocate(count) && scale_.allocate(count) && right_.allocate(count) && slopes_.allocate(count) &&
           correlation_.allocate(count * count);
  }

  // Decomposes the correlation matrix of the features, of a d x d covariance. What has no variance counts 0.
  void decompose(const double *matrix, size_t d, const RegressionColumns &columns) {
    const size_t p = columns.count;
    for (size_t k = 0; k < p; ++k) {
      const size_t i = static_cast<size_t>(columns.features[k]);
      const double square = matrix[i * d + i];
      scale_[k] = square > 0 ? 1 / std::sqrt(square) : 0;
      for (size_t l = 0; l < k; ++l)
        correlation_[k * p + l] =
            std::clamp(scale_[k] * matrix[i * d + static_cast<size_t>(columns.features[l])] * scale_[l], -1.0, 1.0);
      correlation_[k * p + k] = square > 0 ? 1 : 0;
    }
    eigen_.decompose(correlation_.data());
  }

  // What has no variance gets the slope 0.
  void solve(const double *matrix, size_t d, const RegressionColumns &columns) {
    const size_t p = columns.count;
    const double label = matrix[columns.label * d + columns.label];
    decompose(matrix, d, columns);
    for (size_t k = 0; k < p; ++k) {
      right_[k] = scale_[k] * matrix[static_cast<size_t>(columns.features[k]) * d + columns.label];
      slopes_[k] = 0;
    }
    double explained = 0;
    for (size_t k = 0; k < p && eigen_.values()[k] > kNothing; ++k) {
      const double *const direction = eigen_.vectors() + k * p;
      double along = 0;
      for (size_t l = 0; l < p; ++l) along += direction[l] * right_[l];
      explained += squared(along) / eigen_.values()[k];
      for (size_t l = 0; l < p; ++l) slopes_[l] += direction[l] * along / eigen_.values()[k];
    }
    for (size_t k = 0; k < p; ++k) slopes_[k] *= scale_[k];
    r_squared_ = label > 0 ? std::clamp(explained / label, 0.0, 1.0) : 0;
  }

  double slope(size_t k) const { return slopes_[k]; }
  double r_squared() const { return r_squared_; }
  double least_eigenvalue() const { return eigen_.values()[slopes_.size() - 1]; }
  // The combination of features, in standard deviations, that varies least.
  const double *least_direction() const { return eigen_.vectors() + (slopes_.size() - 1) * slopes_.size(); }
  bool has_variance(size_t k) const { return scale_[k] > 0; }

 private:
  SymmetricEigen eigen_;
  Buffer<double> scale_, right_, slopes_, correlation_;
  double r_squared_ = 0;
};

// In half widths of the label's range. The intercept is that of values, less the middle of that range.
double intercept_of(const Covariance &it, const RegressionColumns &columns, const LeastSquares &solved,
                    const double *means) {
  double sum = means[columns.label];
  for (size_t k = 0; k < columns.count; ++k) {
    const size_t j = static_cast<size_t>(columns.features[k]);
    sum -= solved.slope(k) * (means[j] + (it.range_low[j] + it.half(j)) / it.half(j));
  }
  return sum;
}

// Names the columns that a noisy matrix does not tell apart.
dpcvx_status refuse_singular(const RegressionColumns &columns, const LeastSquares &solved, Error &error) {
  constexpr size_t kNamed = 5;
  constexpr double kPart = 0.1;  // of the greatest entry of a direction
  const size_t p = columns.count;
  const double *const direction = solved.least_direction();
  bool without = false;
  double most = 0;
  for (size_t k = 0; k < p; ++k) {
    without = without || !solved.has_variance(k);
    most = std::max(most, std::fabs(direction[k]));
  }
  char names[160];
  size_t length = 0, named = 0;
  for (size_t k = 0; k < p; ++k) {
    const bool concerned = without ? !solved.has_variance(k) : std::fabs(direction[k]) >= kPart * most;
    if (!concerned || ++named > kNamed) continue;
    length += static_cast<size_t>(std::snprintf(names + length, sizeof names - length, "%scolumn %s",
                                                named == 1 ? "" : ", ", show(columns.features[k]).text));
  }
  const char *const more = named > kNamed ? " and more" : "";
  if (without)
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "a noisy variance is at most 0, of %s%s: the noise hides it, or the column does not vary; "
                      "accepted: other features",
                      names, more);
  return error.fail(
      DPCVX_ERR_UNSUPPORTED,
      "the noisy covariance is not positive definite, of %s%s: the noise hides what sets them apart, or they "
      "are dependent; accepted: features without one of these, or a covariance with less noise",
      names, more);
}

}  // namespace

dpcvx_status regress(const Covariance &covariance, const RegressionColumns &columns, Regression *out, Error &error) {
  const size_t d = covariance.dimension(), p = columns.count, numbers = p + 2;
  LeastSquares solved;
  NormalModel model;
  Buffer<double> matrix, means, drawn;
  if (!solved.allocate(p) || !matrix.allocate(d * d) || !means.allocate(d)) return error.nomem("a regression");
  for (size_t i = 0; i < d; ++i) {
    means[i] = (covariance.means[i] - (covariance.range_low[i] + covariance.half(i))) / covariance.half(i);
    for (size_t j = 0; j < d; ++j)
      matrix[i * d + j] = covariance.matrix[i * d + j] / covariance.half(i) / covariance.half(j);
  }
  DPCVX_TRY(model.open(covariance, error));
  // Eigenvalues that were set to 0 leave a variance above 0 where the noisy one was not.
  const size_t of_label = columns.label * d + columns.label;
  if (!(model.unprojected()[of_label] > 0) || !(matrix[of_label] > 0))
    return error.fail(DPCVX_ERR_UNSUPPORTED,
                      "a noisy variance is at most 0, of the label's column %s: the noise hides it, or the column does "
                      "not vary; accepted: another label",
                      show(static_cast<int64_t>(columns.label)).text);
  // The released matrix has fewer eigenvalues of 0 among the features than the noisy one has at or below 0: a label
  // that noise explains hides them.
  solved.solve(model.unprojected(), d, columns);
  if (!(solved.least_eigenvalue() > kNothing)) return refuse_singular(columns, solved, error);
  // The released matrix has a residual variance of 0 there.
  const bool residual_is_hidden = !(solved.r_squared() < 1 - kNothing);
  solved.solve(matrix.data(), d, columns);
  const size_t count = model.replicates();
  if (!drawn.allocate(numbers * count)) return error.nomem("a bootstrap of a regression");

  const size_t label = columns.label;
  const double half = covariance.half(label), middle = covariance.range_low[label] + half;
  const auto unit = [&](size_t k) {
    return k < p ? half / covariance.half(static_cast<size_t>(columns.features[k])) : half;
  };
  drawn[p] = middle + half * intercept_of(covariance, columns, solved, means.data());
  bool finite = std::isfinite(solved.r_squared()) && std::isfinite(drawn[p]);
  for (size_t k = 0; k < p; ++k) finite = finite && std::isfinite(drawn[k] = solved.slope(k) * unit(k));
  if (!finite)
    return error.fail(DPCVX_ERR_NUMERIC,
                      "a coefficient is beyond what a double holds: ranges of columns differ too much");
  std::copy(drawn.data(), drawn.data() + p + 1, out->coefficients);
  out->r_squared = solved.r_squared();
  for (size_t r = 0; r < count; ++r) {
    model.draw();
    solved.solve(model.matrix(), d, columns);
    for (size_t k = 0; k < p; ++k) drawn[k * count + r] = solved.slope(k);
    drawn[p * count + r] = intercept_of(covariance, columns, solved, model.means());
    drawn[(p + 1) * count + r] = stretch(solved.r_squared());
  }

  const double together = covariance.simultaneous ? static_cast<double>(numbers) : 1;
  const double beta = (1 - covariance.interval_level) / together;
  const double reach = numeric::normal_upper_quantile(std::log(beta / 2));
  const auto in_range = [](double value) { return std::clamp(value, -DBL_MAX, DBL_MAX); };
  for (size_t k = 0; k <= p; ++k) {
    const Replicates found(drawn.data() + k * count, count);
    const double from = k < p ? 0 : middle, each = unit(k) / 2;
    out->standard_errors[k] = in_range(each * (found.at_score(kOneDeviation) - found.at_score(-kOneDeviation)));
    out->low[k] = std::min(in_range(from + unit(k) * found.at_score(-reach)), out->coefficients[k]);
    out->high[k] = std::max(in_range(from + unit(k) * found.at_score(reach)), out->coefficients[k]);
  }
  // Noise lifts R^2. Bias correction (Efron 1981) moves both ends by twice what the bootstrap shows.
  const Replicates found(drawn.data() + (p + 1) * count, count);
  const double shift = 2 * found.score_of(stretch(out->r_squared));
  out->r_squared_low = std::min(shrink(found.at_score(shift - reach)), out->r_squared);
  out->r_squared_high = std::max(shrink(found.at_score(shift + reach)), out->r_squared);
  if (residual_is_hidden) {
    out->r_squared_low = 0;
    out->r_squared_high = 1;
  }
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
