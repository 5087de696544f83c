#include "estimate/covariance/intervals.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "estimate/covariance/pair_means.h"
#include "estimate/distribution/noisy_share.h"
#include "estimate/mean/interval.h"
#include "estimate/mean/narrow.h"
#include "numeric/normal.h"

namespace dpcvx::estimate {

namespace {

// Shares of the probability of failure: of each of an entry's two columns, and in an entry of a private number of
// units, of the fourth moment, and of the product of both means' errors.
constexpr double kOfColumn = 0.04, kOfUnits = 0.04, kOfFourth = 0.07, kOfMeans = 0.06;
// Of few columns, intervals of means are cut in so many parts where two of them are wider together than this.
constexpr size_t kParts = 3, kFew = 16;
constexpr double kWide = 0.1;
constexpr double kLeastVariance = 1e-12;
constexpr double kSteps = static_cast<double>(kMomentSteps);

double squared(double x) { return x * x; }

struct Interval {
  double low, high;
};

// What a column's own test says, in half widths: the mean is in [low, high], the variance at most `variance`.
struct ColumnBounds {
  double mean, low, high, variance;
  double most() const { return std::max(std::fabs(low), std::fabs(high)); }
  // What the noisy mean may be above the mean.
  Errors errors() const { return {mean - high, mean - low}; }
  // Of so many equal parts, the one at place k.
  ColumnBounds part(size_t k, size_t parts) const {
    const double count = static_cast<double>(parts), width = (high - low) / count;
    const double from = k == 0 ? low : low + static_cast<double>(k) * width;
    return {mean, from, k + 1 == parts ? high : low + static_cast<double>(k + 1) * width, variance};
  }
};

// (x - m)^2 (y - m')^2 as a polynomial in m and m', with expectations of the law of x and y as coefficients.
struct SquaredProduct {
  double of[3][3];  // of m^k m'^l

  // Bounds it over a rectangle: by Taylor's formula about the middle.
  double most(const Interval &one, const Interval &two) const {
    double at[3][3], sum = 0;
    const double m = one.low / 2 + one.high / 2, other = two.low / 2 + two.high / 2;
    for (size_t l = 0; l < 3; ++l) shift(of[0][l], of[1][l], of[2][l], m, &at[0][l], &at[1][l], &at[2][l]);
    const double far = one.high - m, other_far = two.high - other;
    for (size_t k = 0; k < 3; ++k) {
      double here[3];
      shift(at[k][0], at[k][1], at[k][2], other, &here[0], &here[1], &here[2]);
      for (size_t l = 0; l < 3; ++l) {
        const double size = std::pow(far, static_cast<double>(k)) * std::pow(other_far, static_cast<double>(l));
        sum += (k + l == 0 ? here[l] : std::fabs(here[l])) * size;
      }
    }
    return sum;
  }

 private:
  static void shift(double a, double b, double c, double by, double *to, double *next, double *last) {
    *to = a + by * (b + by * c);
    *next = b + 2 * by * c;
    *last = c;
  }
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

  // Of the covariance of columns i and j, in half widths. The intervals of both means are cut in parts, and each pair
  // of parts has a test of its own (PROOFS.md, 5.1).
  Interval entry(size_t i, size_t j, const ColumnBounds &one, const ColumnBounds &two) const {
    if (i == j) return entry_of(i, j, one, two, squares_of({one.mean - one.high, one.mean - one.low}));
    const PairErrors halves = errors_of_halves(pair_noise(), pair_means(i, j), kOfMeans * beta_);
    const size_t parts = one.high - one.low + two.high - two.low > kWide && it_.dimension() <= kFew ? kParts : 1;
    Interval out{INFINITY, -INFINITY};
    for (size_t k = 0; k < parts; ++k)
      for (size_t l = 0; l < parts; ++l) {
        const ColumnBounds here = one.part(k, parts), other = two.part(l, parts);
        Errors product{};
        if (!product_of_errors(here.errors(), other.errors(), halves, &product)) continue;
        const Interval found = entry_of(i, j, here, other, product);
        out = {std::min(out.low, found.low), std::max(out.high, found.high)};
      }
    if (out.low <= out.high) return out;
    return entry_of(i, j, one, two, {-1, 1});  // a test failed: the wider interval is as good
  }

 private:
  // If both means are in `one` and `two`, and the product of their errors is in `shift`.
  Interval entry_of(size_t i, size_t j, const ColumnBounds &one, const ColumnBounds &two, const Errors &shift) const {
    const size_t d = it_.dimension();
    const bool same = i == j;
    const double found = square_ * (it_.point_moments[i * d + j] - it_.point_mean[i] * it_.point_mean[j]);
    const double left = 1 + one.most(), right = 1 + two.most(), of_both = std::sqrt(one.variance * two.variance);
    const double lowest = same ? 0 : -of_both;
    const double most = std::min(squared(left) * two.variance, squared(right) * one.variance);
    const bool higher = it_.shape.higher;
    const double fourth = std::min(most, higher ? max_fourth(i, j, one, two, kOfFourth * beta_) : INFINITY);
    const double tail =
        0.5 * beta_ * (1 - (it_.shape.replaced ? 0 : kOfUnits) - (higher ? kOfFourth : 0) - (same ? 0 : kOfMeans));
    // How far a sum of centred products strays for covariances in [from, to], over the number of units.
    const auto reach = [&](double from, double to, bool upwards) {
      const Interval given{from, to};
      const double up = left * right - given.low, down = same ? given.high : left * right + given.high;
      const double least = given.low > 0 ? given.low : given.high < 0 ? given.high : 0;
      // A square in [0, B^2] of mean v has a variance of at most v (B^2 - v).
      const double widest = std::clamp(squared(left) / 2, given.low, given.high);
      const double variance = std::min(same ? widest * (squared(left) - widest) : INFINITY,
                                       std::max(fourth - squared(least), kLeastVariance));
      const SumLaw sum{most_units_, variance, upwards ? up : down, std::max(up, down), it_.shape.replaced};
      return stray(sum, one, two, given, same, tail) / it_.units + 4 * slack_;
    };
    const AcceptedEnds ends = narrow(lowest, of_both, found + shift.low, found + shift.high, reach);
    return {ends.low, ends.high};
  }

  // How far the sum of centred products strays, with its noise, if the covariance is in `found`.
  double stray(const SumLaw &sum, const ColumnBounds &one, const ColumnBounds &two, const Interval &found, bool same,
               double tail) const {
    const double products = square_ * (same ? it_.scales.squares : it_.scales.products);
    const double coordinates = it_.radius * it_.scales.coordinates;
    const double units = it_.shape.replaced ? 0 : most_of_units(one, two, found, same) * it_.scales.units;
    const double means = one.most() + two.most();
    if (it_.shape.gaussian) {
      const double rest = std::hypot(coordinates * (same ? means : std::hypot(one.most(), two.most())), units);
      return deviation(sum, {true, products, rest / products}, tail);
    }
    // Noises of Laplace laws stand as two, where the second is no more than the first, or as equal ones. Both bound.
    NoiseWeights parts;
    for (const double scale :
         {products, coordinates * (same ? means : one.most()), same ? 0 : coordinates * two.most(), units})
      parts.add(scale);
    NoiseLaw equal = law_of(parts);
    equal.least = products;
    const double rest = coordinates * means + units, as_equal = deviation(sum, equal, tail);
    if (rest > products) return as_equal;
    return std::min(as_equal, deviation(sum, {false, products, rest / products, 0, products}, tail));
  }

  // Of noises whose weights are their scales.
  NoiseLaw law_of(const NoiseWeights &scales) const { return CountNoise{it_.shape.gaussian, 1}.law(scales); }

  // Bounds E (x_i - m_i)^2 (x_j - m_j)^2, if the means are in the columns' intervals (PROOFS.md, 5.1).
  double max_fourth(size_t i, size_t j, const ColumnBounds &one, const ColumnBounds &two, double beta) const {
    const size_t d = it_.dimension();
    const double units = it_.units, radius = it_.radius;
    const auto mean = [&](size_t k) { return radius * it_.point_mean[k]; };
    const auto second = [&](size_t k, size_t l) { return square_ * it_.point_moments[k * d + l]; };
    const SquaredProduct known{{{it_.fourths[i * d + j], -2 * it_.thirds[i * d + j], second(i, i)},
                                {-2 * it_.thirds[j * d + i], 4 * second(i, j), -2 * mean(i)},
                                {second(j, j), -2 * mean(j), 1}}};
    const double most = known.most({one.low, one.high}, {two.low, two.high});
    const double m = one.most(), k = two.most(), largest = squared((1 + m) * (1 + k));
    // Weights of the noise in each sum; those of one column's sums add up.
    const bool same = i == j;
    const double squares = 0.5 + squared(k), other_squares = 0.5 + squared(m), products = 4 * m * k;
    const double values = 2 * k * (1 + squared(m)), other_values = 2 * m * (1 + squared(k));
    const double of_squares = square_ * it_.scales.squares, of_values = radius * it_.scales.coordinates;
    NoiseWeights noise;
    noise.add(same ? it_.scales.own_fourths : it_.scales.fourths);
    if (same) {
      noise.add((squares + other_squares + products) * of_squares);
      noise.add((values + other_values) * of_values);
      noise.add((2 * k + 2 * m) * it_.scales.thirds);
    } else {
      noise.add(squares * of_squares);
      noise.add(other_squares * of_squares);
      noise.add(products * square_ * it_.scales.products);
      noise.add(values * of_values);
      noise.add(other_values * of_values);
      noise.add(2 * k * it_.scales.thirds);
      noise.add(2 * m * it_.scales.thirds);
    }
    // What the lattice and rounding add (PROOFS.md, 5.1).
    const double of_terms =
        2 + 4 * (m + k) + 1.5 * (squares + other_squares + products) + 1.5 * (values + other_values);
    const double slack = slack_ * (of_terms + 3 * (2 + m + k) * (1 + m) * (1 + k)) * units;
    if (!it_.shape.replaced) {
      const double shift = square_ * static_cast<double>(it_.shape.shift()) / kSteps;
      const double of_units = shift * (squares + other_squares + (same ? products : 0)) + squared(m * k);
      return most_of_mean({it_.shape.gaussian, noise, it_.scales.units, {shift, of_units}},
                          {most + slack / units, largest, units, most_units_}, beta);
    }
    noise.squares /= squared(largest);
    noise.largest_square /= squared(largest);
    noise.sum /= largest;
    NoiseLaw as_two;
    const bool few = CountNoise{it_.shape.gaussian, 1}.as_two(noise, &as_two);
    const double part = lower_mean(units * (1 - most / largest) - slack / largest, most_units_, law_of(noise), beta,
                                   few ? &as_two : nullptr);
    return largest * (1 - part);
  }

  // Bounds what noise in the number of units is multiplied by: the product of both means less the covariance. Squares
  // are summed as 1/d - x^2, in radii.
  double most_of_units(const ColumnBounds &one, const ColumnBounds &two, const Interval &found, bool same) const {
    const double shift = same ? square_ * static_cast<double>(it_.shape.shift()) / kSteps : 0;
    const double corners[] = {one.low * two.low, one.low * two.high, one.high * two.low, one.high * two.high};
    const double least = same ? 0 : *std::min_element(corners, corners + 4);
    return std::max(*std::max_element(corners, corners + 4) - found.low + shift, found.high - least - shift);
  }

  PairNoise pair_noise() const {
    const NoiseScales &scales = it_.scales;
    const double shift = square_ * static_cast<double>(it_.shape.shift()) / kSteps;
    return {it_.shape.gaussian,
            it_.shape.replaced,
            it_.radius * scales.coordinates,
            square_ * scales.squares,
            square_ * scales.products,
            scales.units,
            shift,
            3 * slack_};
  }

  PairMeans pair_means(size_t i, size_t j) const {
    const auto moment = [&](size_t k, size_t l) { return square_ * it_.point_moments[k * it_.dimension() + l]; };
    return {it_.radius * it_.point_mean[i],
            it_.radius * it_.point_mean[j],
            moment(i, i),
            moment(j, j),
            moment(i, j),
            it_.units,
            most_units_};
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
    for (size_t j = 0; j <= i; ++j) write_entry(it, i, j, proved.entry(i, j, columns[i], columns[j]), low, high);
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

dpcvx_status covariance_intervals(const Covariance &covariance, double beta, double *low, double *high, Error &error) {
  Buffer<ColumnBounds> columns;
  if (!columns.allocate(covariance.dimension())) return error.nomem("the intervals of a covariance");
  if (covariance.proved())
    write_proved(covariance, beta, columns, low, high);
  else
    write_parametric(covariance, beta, low, high);
  return DPCVX_OK;
}

}  // namespace dpcvx::estimate
