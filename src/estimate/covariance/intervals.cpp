#include "estimate/covariance/intervals.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "estimate/mean/interval.h"
#include "numeric/normal.h"

namespace dpcvx::estimate {

namespace {

// Shares of the probability of failure: of each of an entry's two columns, and of a private number of units in an
// entry.
constexpr double kOfColumn = 0.15, kOfUnits = 0.05;
constexpr double kSteps = static_cast<double>(kMomentSteps);

double squared(double x) { return x * x; }

struct Interval {
  double low, high;
};

// What a column's own test says, in half widths: the mean is in [low, high], the variance at most `variance`.
struct ColumnBounds {
  double mean, low, high, variance;
  double most() const { return std::max(std::fabs(low), std::fabs(high)); }
};

// The proved intervals of one round.
class ProvedEntries {
 public:
  ProvedEntries(const Covariance &covariance, double beta)
      : it_(covariance),
        square_(squared(covariance.radius)),
        slack_(std::max(square_, 1.0) / kSteps * (1 + 1 / covariance.units)),
        beta_(beta) {
    const NoiseLaw noise{it_.shape.gaussian, it_.scales.units, 0};
    most_units_ =
        it_.shape.replaced ? it_.units : std::floor(it_.units + noise.quantile(kOfUnits * beta_) + 1 / kSteps);
  }

  ColumnBounds column(size_t j, double beta) const {
    const bool gaussian = it_.shape.gaussian;
    const double shift = static_cast<double>(it_.shape.shift()) / kSteps, radius = it_.radius, units = it_.units;
    // Noise in the sum of 1 - x^2, where the number of units has noise too.
    const double of_squares = square_ * it_.scales.squares;
    const double of_units = it_.shape.replaced ? 0 : std::fabs(1 - square_ * shift) * it_.scales.units;
    const double noise = gaussian ? std::hypot(of_squares, of_units) : of_squares + of_units;
    const double scale = radius * it_.scales.coordinates, weight = scale / noise;
    const double square = square_ * it_.point_moments[j * it_.dimension() + j] + 3 * slack_;
    const ColumnEstimate found =
        estimate_column({gaussian, scale, weight, it_.shape.replaced},
                        {units * radius * it_.point_mean[j], weight * units * (1 - square), units}, beta);
    return {radius * it_.point_mean[j], std::max(found.low - 3 * slack_, -1.0), std::min(found.high + 3 * slack_, 1.0),
            std::min(squared(found.stddev_high) + 6 * slack_, 1.0)};
  }

  // Of the covariance of two columns, in half widths. `same` for a variance.
  Interval entry(double found, const ColumnBounds &one, const ColumnBounds &two, bool same, double beta) const {
    const double left = 1 + one.most(), right = 1 + two.most(), of_both = std::sqrt(one.variance * two.variance);
    double variance = std::min(squared(left) * two.variance, squared(right) * one.variance);
    if (same && one.variance < squared(left) / 2) variance = one.variance * (squared(left) - one.variance);
    const double bound_above = same ? squared(left) : left * right + of_both;
    const double bound_below = same ? one.variance : left * right + of_both;
    const double largest = std::max(bound_above, bound_below);
    const double above = stray(variance, bound_above, largest, one, two, of_both, same, beta) / it_.units + 4 * slack_;
    const double below = stray(variance, bound_below, largest, one, two, of_both, same, beta) / it_.units + 4 * slack_;
    const Interval shift = product(one, two, same);
    const Interval out{found + shift.low - above, found + shift.high + below};
    return {std::max(out.low, same ? 0 : -of_both), std::min(out.high, of_both)};
  }

 private:
  // Bounds how far the noisy sum of centred products, each at most `bound` and of size at most `largest`, strays to one
  // side.
  double stray(double variance, double bound, double largest, const ColumnBounds &one, const ColumnBounds &two,
               double of_both, bool same, double beta) const {
    const double products = square_ * (same ? it_.scales.squares : it_.scales.products);
    const double coordinates = it_.radius * it_.scales.coordinates;
    const double units = it_.shape.replaced ? 0 : most_of_units(one, two, of_both, same) * it_.scales.units;
    const double means = one.most() + two.most();
    double rest;
    if (it_.shape.gaussian)
      rest = std::hypot(coordinates * (same ? means : std::hypot(one.most(), two.most())), units);
    else
      rest = coordinates * means + units;
    const SumLaw sum{most_units_, variance, bound, largest, it_.shape.replaced};
    const double least = std::min(products, rest), most = std::max(products, rest);
    const NoiseLaw noise{it_.shape.gaussian, most, least / most};
    const double of_units = it_.shape.replaced ? 0 : kOfUnits * beta;
    const double tail = 0.5 * (beta - of_units);
    // The second bound needs the density of the first part to be that of one law.
    return rest <= products ? deviation(sum, noise, tail) : moment_deviation(sum, noise, tail);
  }

  // Bounds what noise in the number of units is multiplied by. Squares are summed as 1/d - x^2, in radii.
  double most_of_units(const ColumnBounds &one, const ColumnBounds &two, double of_both, bool same) const {
    if (!same) return one.most() * two.most() + of_both;
    const double shift = square_ * static_cast<double>(it_.shape.shift()) / kSteps;
    return std::max(squared(one.most()) + shift, one.variance - shift);
  }

  // The range of the product of the errors of two means.
  static Interval product(const ColumnBounds &one, const ColumnBounds &two, bool same) {
    const double a = one.mean - one.high, b = one.mean - one.low, c = two.mean - two.high, e = two.mean - two.low;
    if (same) return {a <= 0 && b >= 0 ? 0 : std::min(a * a, b * b), std::max(a * a, b * b)};
    const double corners[] = {a * c, a * e, b * c, b * e};
    return {*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)};
  }

  const Covariance &it_;
  double square_, slack_, beta_, most_units_;
};

void write_entry(const Covariance &covariance, size_t i, size_t j, const Interval &ends, double *low, double *high) {
  const size_t d = covariance.dimension();
  const double scale = covariance.half(i) * covariance.half(j), value = covariance.matrix[i * d + j];
  low[i * d + j] = low[j * d + i] = std::min(ends.low * scale, value);
  high[i * d + j] = high[j * d + i] = std::max(ends.high * scale, value);
}

// A share of beta for each column and each entry. Of one entry alone, two columns and the entry fail together.
void write_proved(const Covariance &it, double beta, Buffer<ColumnBounds> &columns, double *low, double *high) {
  const size_t d = it.dimension();
  const double count = static_cast<double>(d), entries = count * (count + 1) / 2;
  const double of_column = kOfColumn * beta * (it.simultaneous ? 2 / count : 1);
  const double of_entry = (1 - 2 * kOfColumn) * beta / (it.simultaneous ? entries : 1);
  const ProvedEntries proved(it, of_entry);
  for (size_t j = 0; j < d; ++j) columns[j] = proved.column(j, of_column);
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j <= i; ++j) {
      const double second = it.point_moments[i * d + j] - it.point_mean[i] * it.point_mean[j];
      write_entry(it, i, j, proved.entry(squared(it.radius) * second, columns[i], columns[j], i == j, of_entry), low,
                  high);
    }
}

// By the normal law of entries of a sample's covariance of normal values, and the variance of the noise.
void write_parametric(const Covariance &it, double beta, double *low, double *high) {
  const size_t d = it.dimension();
  const double count = static_cast<double>(d);
  const double of_entry = beta / (it.simultaneous ? count * (count + 1) / 2 : 1);
  const double reach = numeric::normal_upper_quantile(std::log(of_entry / 2));
  const double law = it.shape.gaussian ? 1 : 2, of_noise = law * squared(it.scales.products / it.units);
  const double of_units = it.shape.replaced ? 0 : law * squared(it.scales.units / it.units);
  const double shift = static_cast<double>(it.shape.shift()) / kSteps;
  const auto inner = [&](size_t i, size_t j) {
    double sum = 0;
    for (size_t k = 0; k < d; ++k) sum += it.frame[i * d + k] * it.frame[j * d + k];
    return sum;
  };
  for (size_t i = 0; i < d; ++i)
    for (size_t j = 0; j <= i; ++j) {
      const double scale = it.half(i) * it.half(j), value = it.matrix[i * d + j] / scale;
      const double diagonals =
          it.matrix[i * d + i] / squared(it.half(i)) * (it.matrix[j * d + j] / squared(it.half(j)));
      const double sampling = (diagonals + squared(value)) / it.units;
      const double between = inner(i, j);
      const double noise = of_noise * (inner(i, i) * inner(j, j) + squared(between)) +
                           of_units * squared(shift * std::fabs(between) + std::fabs(value));
      const double wide = reach * std::sqrt(sampling + noise);
      write_entry(it, i, j, {i == j ? std::max(value - wide, 0.0) : value - wide, value + wide}, low, high);
    }
}

}  // namespace

dpcvx_status covariance_intervals(const Covariance &covariance, double *low, double *high, Error &error) {
  const double beta = 1 - covariance.interval_level;
  Buffer<ColumnBounds> columns;
  if (!columns.allocate(covariance.dimension())) return error.nomem("the intervals of a covariance");
  if (covariance.proved())
    write_proved(covariance, beta, columns, low, high);
  else
    write_parametric(covariance, beta, low, high);
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
