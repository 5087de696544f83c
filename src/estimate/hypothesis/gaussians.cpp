#include "estimate/hypothesis/gaussians.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "numeric/normal.h"

namespace dpcvx::estimate {

using numeric::normal_cdf;

double distance_of_shift(double shift) { return std::erf(std::fabs(shift) / (2 * std::sqrt(2.0))); }

double distance_of_ratio(double ratio) {
  const double q = std::max(ratio, 1 / ratio), excess = (q - 1) * (q + 1);
  if (!(excess > 0)) return 0;
  // Where the densities are equal: x^2 (1 - 1/q^2) = 2 log q.
  const double x = q * std::sqrt(2 * std::log1p(q - 1) / excess), root = std::sqrt(2.0);
  return std::max(std::erf(x / root) - std::erf(x / (q * root)), 0.0);
}

double likelier_probability(const GaussianLaw &first, const GaussianLaw &second, bool ties) {
  const double shift = (second.mean - first.mean) / first.stddev, q = second.stddev / first.stddev;
  if (q == 1) {
    if (shift == 0) return ties ? 1 : 0;
    return normal_cdf(std::fabs(shift) / 2);
  }
  // In units of the first law: z^2 - (z - shift)^2 / q^2 < 2 log q. Its two ends; the set is between them where q > 1.
  const double curvature = (q - 1) * (q + 1), root = q * std::sqrt(shift * shift + 2 * curvature * std::log(q));
  const double one = (-shift - root) / curvature, other = (-shift + root) / curvature;
  const double low = std::min(one, other), high = std::max(one, other);
  const double between = low > 0 ? normal_cdf(-low) - normal_cdf(-high) : normal_cdf(high) - normal_cdf(low);
  return q > 1 ? between : 1 - between;
}

namespace {

constexpr const char *kHint = ". A larger cover_distance or narrower ranges take fewer";

// An even grid: midpoints of `count` cells.
struct Grid {
  double low, high;
  int64_t count;
  double half() const { return (high - low) / static_cast<double>(count) / 2; }
  double point(int64_t i) const {
    return low + (high - low) * ((static_cast<double>(i) + 0.5) / static_cast<double>(count));
  }
};

// How many cells of at most this half width there are: an integer, maybe a large one.
double cells(double length, double half) { return std::max(std::ceil(length / (2 * half) * (1 - 1e-12)), 1.0); }

// ---- Means ----

struct Precision {
  Buffer<double> factor, matrix;  // of the covariance, lower; of its inverse
  double weights[kMaxGaussianDimension];
  size_t dimension = 0;
  double at(size_t i, size_t j) const { return matrix[i * dimension + j]; }
};

dpcvx_status refuse_covariance(size_t i, size_t j, double value, const char *accepted, Error &error) {
  return error.fail(DPCVX_ERR_ARGUMENT, "argument 'covariance' = %s in row %s and column %s; accepted: %s",
                    show(value).text, show(static_cast<int64_t>(i)).text, show(static_cast<int64_t>(j)).text, accepted);
}

// Cholesky's factor, and the inverse from it.
dpcvx_status invert(const double *covariance, size_t d, Precision *out, Error &error) {
  constexpr double kLeastPivot = 1e-10, kAsymmetry = 1e-12;
  if (!out->factor.allocate(d * d) || !out->matrix.allocate(d * d)) return error.nomem("a covariance");
  out->dimension = d;
  double *const factor = out->factor.data();
  const auto of = [&](size_t i, size_t j) { return covariance[i * d + j]; };
  for (size_t i = 0; i < d; ++i)
    if (!(of(i, i) >= 1e-200 && of(i, i) <= 1e200)) return refuse_covariance(i, i, of(i, i), "[1e-200, 1e200]", error);
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j < i; ++j)
      if (!(std::fabs(of(i, j) - of(j, i)) <= kAsymmetry * std::sqrt(of(i, i)) * std::sqrt(of(j, j))))
        return refuse_covariance(i, j, of(i, j), "a symmetric matrix", error);
  for (size_t j = 0; j < d; ++j)
    for (size_t i = j; i < d; ++i) {
      double rest = of(i, j);
      for (size_t k = 0; k < j; ++k) rest -= factor[i * d + k] * factor[j * d + k];
      if (i == j && !(rest >= kLeastPivot * of(j, j)))
        return refuse_covariance(j, j, of(j, j), "a positive definite matrix, of correlations that are not near 1",
                                 error);
      factor[i * d + j] = i == j ? std::sqrt(rest) : rest / factor[j * d + j];
    }
  double column[kMaxGaussianDimension];
  for (size_t c = 0; c < d; ++c) {
    for (size_t i = 0; i < d; ++i) {
      column[i] = i == c ? 1 : 0;
      for (size_t k = 0; k < i; ++k) column[i] -= factor[i * d + k] * column[k];
      column[i] /= factor[i * d + i];
    }
    for (size_t i = d; i-- > 0;) {
      for (size_t k = i + 1; k < d; ++k) column[i] -= factor[k * d + i] * column[k];
      column[i] /= factor[i * d + i];
      out->matrix[i * d + c] = column[i];
    }
  }
  for (size_t i = 0; i < d; ++i) out->weights[i] = 1 / std::sqrt(out->at(i, i));
  return DPCVX_OK;
}

// The length of a difference of means, in standard deviations along it.
double mahalanobis(const Precision &precision, const double *difference) {
  double square = 0;
  for (size_t i = 0; i < precision.dimension; ++i)
    for (size_t j = 0; j < precision.dimension; ++j) square += difference[i] * precision.at(i, j) * difference[j];
  return std::sqrt(std::max(square, 0.0));
}

// The distance from the middle of a cell of these half widths to its farthest corner. Convex: corners suffice.
double farthest_corner(const Precision &precision, const double *half) {
  const size_t d = precision.dimension;
  double corner[kMaxGaussianDimension], farthest = 0;
  for (size_t signs = 0; signs < size_t{1} << (d - 1); ++signs) {
    for (size_t i = 0; i < d; ++i) corner[i] = (signs >> i) % 2 == 0 ? half[i] : -half[i];
    farthest = std::max(farthest, mahalanobis(precision, corner));
  }
  return farthest;
}

// <a, x> + b is the log density, less what all hypotheses have in common.
void linear_density(const double *terms, size_t size, const double *records, int64_t count, int64_t, double *out) {
  const size_t d = size - 1;
  for (int64_t i = 0; i < count; ++i) {
    double sum = terms[d];
    for (size_t j = 0; j < d; ++j) sum += terms[j] * records[static_cast<size_t>(i) * d + j];
    out[i] = sum;
  }
}

void place_mean(const Precision &precision, const double *middle, const double *mean, double *terms) {
  const size_t d = precision.dimension;
  double square = 0, shift = 0;
  for (size_t i = 0; i < d; ++i) {
    terms[i] = 0;
    for (size_t j = 0; j < d; ++j) terms[i] += precision.at(i, j) * (mean[j] - middle[j]);
    square += terms[i] * (mean[i] - middle[i]);
    shift += terms[i] * middle[i];
  }
  terms[d] = -square / 2 - shift;
}

// ---- Laws on the line ----

// The greatest ratio >= 1 of standard deviations within a distance.
double max_ratio(double distance) {
  double low = 0, high = 64;  // logarithms
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (distance_of_ratio(std::exp(middle)) <= distance ? low : high) = middle;
  }
  return std::exp(low);
}

void law_density(const double *terms, size_t, const double *records, int64_t count, int64_t, double *out) {
  for (int64_t i = 0; i < count; ++i) {
    const double z = (records[i] - terms[0]) / terms[1];
    out[i] = terms[2] - z * z / 2;
  }
}

double max_shift(double distance) { return 2 * numeric::normal_two_sided_quantile(distance); }

}  // namespace

dpcvx_status cover_means(const MeanBox &box, double cover_distance, const HypothesisSettings &settings, Hypotheses *out,
                         Error &error) {
  const size_t d = static_cast<size_t>(box.dimension);
  Precision precision;
  DPCVX_TRY(invert(box.covariance, d, &precision, error));
  const double scale = max_shift(cover_distance) / farthest_corner(precision, precision.weights);
  double count = 1;
  for (size_t i = 0; i < d; ++i) count *= cells(box.high[i] - box.low[i], scale * precision.weights[i]);
  const bool lone = count == 1;
  DPCVX_TRY(check_contests("cover_distance", show(cover_distance).text, count, settings, kHint, error));
  Grid grids[kMaxGaussianDimension];
  double half[kMaxGaussianDimension], middle[kMaxGaussianDimension], mean[kMaxGaussianDimension];
  for (size_t i = 0; i < d; ++i) {
    const double along = cells(box.high[i] - box.low[i], scale * precision.weights[i]);
    // A cover of one law is made of two: there is nothing to choose else.
    grids[i] = {box.low[i], box.high[i], lone && i == 0 ? 2 : static_cast<int64_t>(along)};
    half[i] = grids[i].half();
    middle[i] = box.low[i] / 2 + box.high[i] / 2;
  }
  const int64_t laws = lone ? 2 : static_cast<int64_t>(count);
  DPCVX_TRY(out->allocate(laws, box.dimension, d, d + 1, error));
  out->density = linear_density;
  out->threads = settings.threads;
  out->cover_distance = distance_of_shift(farthest_corner(precision, half));
  for (int64_t h = 0; h < laws; ++h) {
    int64_t rest = h;
    for (size_t i = d; i-- > 0; rest /= grids[i].count) mean[i] = grids[i].point(rest % grids[i].count);
    std::copy_n(mean, d, out->edit_parameters(h));
    place_mean(precision, middle, mean, out->edit_terms(h));
  }
  for (int64_t j = 0; j < laws; ++j)
    for (int64_t k = j + 1; k < laws; ++k) {
      double difference[kMaxGaussianDimension];
      for (size_t i = 0; i < d; ++i) difference[i] = out->parameters(j)[i] - out->parameters(k)[i];
      const double share = normal_cdf(mahalanobis(precision, difference) / 2);
      out->set_share(j, k, share);
      out->set_share(k, j, share);
    }
  return DPCVX_OK;
}

dpcvx_status cover_laws(const LawRanges &ranges, double cover_distance, const HypothesisSettings &settings,
                        Hypotheses *out, Error &error) {
  // Half of the distance is for the standard deviation, half for the mean at the cover's standard deviation.
  const double log_length = std::log(ranges.stddev_high / ranges.stddev_low);
  const double rows = cells(log_length, std::log(max_ratio(cover_distance / 2))), shift = max_shift(cover_distance / 2);
  const double length = ranges.mean_high - ranges.mean_low;
  const Grid logs = {0, log_length, static_cast<int64_t>(std::min(rows, 0x1p40))};
  const auto stddev_of = [&](int64_t row) { return ranges.stddev_low * std::exp(logs.point(row)); };
  // More rows than accepted laws are too many by themselves.
  double count = rows;
  if (rows <= static_cast<double>(max_hypotheses(settings.max_contests))) {
    count = 0;
    for (int64_t row = 0; row < logs.count; ++row) count += cells(length, shift * stddev_of(row));
  }
  DPCVX_TRY(check_contests("cover_distance", show(cover_distance).text, count, settings, kHint, error));
  const bool lone = count == 1;
  const int64_t laws = lone ? 2 : static_cast<int64_t>(count);
  DPCVX_TRY(out->allocate(laws, 1, 2, 3, error));
  out->density = law_density;
  out->threads = settings.threads;
  double greatest = 0;
  for (int64_t row = 0, h = 0; row < logs.count; ++row) {
    const double stddev = stddev_of(row);
    const Grid means = {ranges.mean_low, ranges.mean_high,
                        lone ? 2 : static_cast<int64_t>(cells(length, shift * stddev))};
    greatest = std::max(greatest, distance_of_shift(means.half() / stddev));
    for (int64_t i = 0; i < means.count; ++i, ++h) {
      out->edit_parameters(h)[0] = out->edit_terms(h)[0] = means.point(i);
      out->edit_parameters(h)[1] = out->edit_terms(h)[1] = stddev;
      out->edit_terms(h)[2] = -std::log(stddev);
    }
  }
  out->cover_distance = std::min(1.0, greatest + distance_of_ratio(std::exp(logs.half())));
  const auto law = [&](int64_t h) { return GaussianLaw{out->parameters(h)[0], out->parameters(h)[1]}; };
  for (int64_t j = 0; j < laws; ++j)
    for (int64_t k = 0; k < laws; ++k)
      if (j != k) out->set_share(j, k, likelier_probability(law(j), law(k), j > k));
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
