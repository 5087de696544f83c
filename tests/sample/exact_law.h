// The exact laws of potentials on a line and in the plane, by quadrature, and draws against them: Pearson's chi-square
// over cells of about equal probability, and Kolmogorov and Smirnov's statistic. Each has a false alarm below 1e-9.
#ifndef DPCVX_TESTS_SAMPLE_EXACT_LAW_H_
#define DPCVX_TESTS_SAMPLE_EXACT_LAW_H_

#include <cstdint>

#include "sample/potential.h"
#include "sample/quadrature.h"
#include "statistical/chi_square.h"

// sqrt(n) D of n independent draws is above it with probability at most 2 exp(-2 x^2) = 1e-9 (Massart 1990).
constexpr double kKolmogorovAlarm = 3.2728;
// A standard normal deviate outside +-6.11 has probability 1e-9; of a correlation of many draws.
constexpr double kNormalAlarm = 6.5;

// What tests see: deviates to compare with their alarms.
struct Deviates {
  double chi_square = 0, kolmogorov = 0, serial = 0;
  bool alarm() const {
    return chi_square > kChiSquareAlarm || kolmogorov > kKolmogorovAlarm || std::fabs(serial) > kNormalAlarm;
  }
};

// The part of the set that carries all but a share of about exp(-50), and the least V there.
class Extent {
 public:
  explicit Extent(const Potential &potential) : potential_(potential) {
    const double start[2] = {potential.set == Set::kSimplex ? potential.size / 3 : 0,
                             potential.set == Set::kSimplex ? potential.size / 3 : 0};
    // V >= 0 and strongly convex.
    double inside[2];
    for (int j = 0; j < 2; ++j) {
      inside[j] = start[j];
      if (j >= potential.coordinates()) continue;
      potential.extent(j, &low[j], &high[j]);
      inside[j] = std::min(std::max(start[j], low[j]), high[j]);
      if (potential.set == Set::kBall) inside[j] = potential.set_center[static_cast<size_t>(j)];
    }
    if (std::isfinite(potential.wall)) {
      for (int j = 0; j < potential.coordinates(); ++j) low[j] = -INFINITY, high[j] = INFINITY;
    }
    const double reach = std::sqrt(2 * potential(inside) / potential.convexity());
    double mode[2] = {0, 0};
    const double a = std::max(low[0], inside[0] - reach), b = std::min(high[0], inside[0] + reach);
    least = quadrature::least([&](double x) { return min_at(x, inside[1], reach, &mode[1]); }, a, b, &mode[0]);
    min_at(mode[0], inside[1], reach, &mode[1]);
    const double width = std::sqrt(100 / potential.convexity());
    for (int j = 0; j < potential.coordinates(); ++j)
      low[j] = std::max(low[j], mode[j] - width), high[j] = std::min(high[j], mode[j] + width);
  }

  // Of coordinate j where the other is x.
  void section(int j, double x, double *from, double *to) const {
    *from = -INFINITY, *to = INFINITY;
    if (std::isinf(potential_.wall)) potential_.section(j, x, from, to);
    *from = std::max(*from, low[j]), *to = std::min(*to, high[j]);
  }

  double least = 0, low[2] = {0, 0}, high[2] = {0, 0};

 private:
  double min_at(double x, double inside, double reach, double *where) const {
    if (potential_.coordinates() == 1) return potential_(&x);
    double from, to;
    section(1, x, &from, &to);
    from = std::max(from, inside - reach), to = std::min(to, inside + reach);
    if (!(from < to)) from = to = std::min(std::max(inside, from), to);
    return quadrature::least(
        [&](double y) {
          const double point[2] = {x, y};
          return potential_(point);
        },
        from, to, where);
  }

  const Potential &potential_;
};

// An increasing function's values on a grid, and where it has a given value.
struct Table {
  std::vector<double> at, value;
  double inverse(double wanted) const {
    size_t i = static_cast<size_t>(std::upper_bound(value.begin(), value.end(), wanted) - value.begin());
    if (i == 0) return at.front();
    if (i == value.size()) return at.back();
    return at[i - 1] + (at[i] - at[i - 1]) * (wanted - value[i - 1]) / (value[i] - value[i - 1]);
  }
};

// f's integral from the left on n + 1 equally spaced points.
template <class F>
Table integral_table(const F &f, double from, double to, int n) {
  Table table;
  double sum = 0, error;
  for (int i = 0; i <= n; ++i) {
    const double x = from + (to - from) * i / n;
    if (i > 0) sum += quadrature::kronrod(f, table.at.back(), x, &error);
    table.at.push_back(x), table.value.push_back(sum);
  }
  return table;
}

// What the ranks of n draws say of their independence: the correlation of each with the one before.
inline double serial_deviate(const std::vector<double> &draws) {
  const size_t n = draws.size();
  std::vector<uint32_t> order(n), rank(n);
  for (size_t i = 0; i < n; ++i) order[i] = static_cast<uint32_t>(i);
  std::sort(order.begin(), order.end(), [&](uint32_t i, uint32_t j) { return draws[i] < draws[j]; });
  for (size_t i = 0; i < n; ++i) rank[order[i]] = static_cast<uint32_t>(i);
  double sum = 0, half = (static_cast<double>(n) - 1) / 2, variance = (static_cast<double>(n) * n - 1) / 12;
  for (size_t i = 1; i < n; ++i) sum += (rank[i] - half) * (rank[i - 1] - half);
  return sum / (variance * std::sqrt(static_cast<double>(n)));
}

// Kolmogorov and Smirnov's statistic, times sqrt(n), at the points of a table of the law: it is larger elsewhere, so
// that alarms are as rare as they should be. Sorts the draws.
inline double kolmogorov_deviate(const Table &table, std::vector<double> &draws) {
  std::sort(draws.begin(), draws.end());
  const double n = static_cast<double>(draws.size());
  double most = 0;
  for (size_t i = 0; i < table.at.size(); ++i) {
    const auto below = std::lower_bound(draws.begin(), draws.end(), table.at[i]) - draws.begin();
    most = std::max(most, std::fabs(static_cast<double>(below) / n - table.value[i] / table.value.back()));
  }
  return std::sqrt(n) * most;
}

// A law on a line.
class LineLaw {
 public:
  explicit LineLaw(const Potential &potential) : potential_(potential), extent_(potential) {
    constexpr int kPoints = 1024;
    potential_.corners(0, 0, &corners_);
    std::sort(corners_.begin(), corners_.end());
    const auto coarse = [&](double x) { return density(x); };
    const double total = integral_table(coarse, extent_.low[0], extent_.high[0], 64).value.back();
    tolerance_ = 1e-14 * total;
    double sum = 0;
    for (int i = 0; i <= kPoints; ++i) {
      const double x = extent_.low[0] + (extent_.high[0] - extent_.low[0]) * i / kPoints;
      if (i > 0) sum += mass(table_.at.back(), x);
      table_.at.push_back(x), table_.value.push_back(sum);
    }
  }

  // Of `draws`, one coordinate each.
  Deviates test(std::vector<double> draws, int cells = 64) const {
    Deviates found;
    found.serial = serial_deviate(draws);
    found.kolmogorov = kolmogorov_deviate(table_, draws);
    std::vector<uint64_t> counts;
    std::vector<long double> expected;
    double from = extent_.low[0];
    auto next = draws.cbegin();
    for (int i = 1; i <= cells; ++i) {
      const double to = i == cells ? extent_.high[0] : quantile(static_cast<double>(i) / cells);
      const auto end = i == cells ? draws.cend() : std::lower_bound(next, draws.cend(), to);
      counts.push_back(static_cast<uint64_t>(end - next));
      expected.push_back(probability(from, to));
      next = end, from = to;
    }
    found.chi_square = chi_square_deviate(counts, expected, draws.size());
    if (draws.front() < extent_.low[0] || draws.back() > extent_.high[0]) found.chi_square = INFINITY;
    return found;
  }

  // Pr[from <= x <= to].
  double probability(double from, double to) const { return mass(from, to) / table_.value.back(); }
  double quantile(double share) const { return table_.inverse(table_.value.back() * share); }

 private:
  double density(double x) const { return std::exp(extent_.least - potential_(&x)); }
  double mass(double from, double to) const {
    const auto f = [&](double x) { return density(x); };
    return quadrature::broken(f, std::max(from, extent_.low[0]), std::min(to, extent_.high[0]), corners_, tolerance_);
  }

  const Potential &potential_;
  Extent extent_;
  std::vector<double> corners_;
  Table table_;
  double tolerance_ = 0;
};

// A law in the plane.
class PlaneLaw {
 public:
  // `side` x `side` cells: strips of coordinate 0, each cut by coordinate 1.
  PlaneLaw(const Potential &potential, int side) : potential_(potential), extent_(potential), side_(side) {
    const double width = extent_.high[0] - extent_.low[0];
    const Table strips = integral_table([&](double x) { return line(0, x, -INFINITY, INFINITY, 1e-6); }, extent_.low[0],
                                        extent_.high[0], 96);
    total_ = strips.value.back();
    inner_ = 1e-13 * total_ / width;
    for (int i = 0; i <= side; ++i) strip_.push_back(strips.inverse(total_ * i / side));
    strip_.front() = extent_.low[0], strip_.back() = extent_.high[0];
    for (int i = 0; i < side; ++i) {
      const double x = strips.inverse(total_ * (i + 0.5) / side);
      double from, to;
      extent_.section(1, x, &from, &to);
      const Table table = integral_table([&](double y) { return density(0, x, y); }, from, to, 128);
      cut_.emplace_back();
      for (int j = 1; j < side; ++j) cut_.back().push_back(table.inverse(table.value.back() * j / side));
      for (int j = 0; j < side; ++j)
        mass_.push_back(integral(0, strip_[static_cast<size_t>(i)], strip_[static_cast<size_t>(i) + 1],
                                 j == 0 ? -INFINITY : cut_.back()[static_cast<size_t>(j) - 1],
                                 j == side - 1 ? INFINITY : cut_.back()[static_cast<size_t>(j)]));
    }
    total_ = 0;
    for (const double mass : mass_) total_ += mass;
  }

  // Of draws x0, x1, x0, x1, ...
  Deviates test(const std::vector<double> &draws) const {
    const size_t n = draws.size() / 2, side = static_cast<size_t>(side_);
    Deviates found;
    std::vector<uint64_t> counts(mass_.size());
    std::vector<double> axis[2];
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < 2; ++j) axis[j].push_back(draws[2 * i + j]);
      double from, to;
      extent_.section(1, draws[2 * i], &from, &to);
      const double slack = 1e-9 * (extent_.high[1] - extent_.low[1]);
      if (draws[2 * i] < strip_.front() || draws[2 * i] > strip_.back() || draws[2 * i + 1] < from - slack ||
          draws[2 * i + 1] > to + slack) {
        found.chi_square = INFINITY;
        return found;
      }
      const size_t row = static_cast<size_t>(std::upper_bound(strip_.begin() + 1, strip_.end() - 1, draws[2 * i]) -
                                             strip_.begin() - 1);
      const std::vector<double> &cut = cut_[row];
      ++counts[row * side +
               static_cast<size_t>(std::upper_bound(cut.begin(), cut.end(), draws[2 * i + 1]) - cut.begin())];
    }
    std::vector<long double> expected;
    for (const double mass : mass_) expected.push_back(mass / total_);
    found.chi_square = chi_square_deviate(counts, expected, n);
    for (int j = 0; j < 2; ++j) {
      found.serial = std::max(found.serial, std::fabs(serial_deviate(axis[j])));
      found.kolmogorov = std::max(found.kolmogorov, kolmogorov(j, axis[j]));
    }
    return found;
  }

  // The integral as a whole over that of the cells, less 1: a check of the quadrature.
  double disagreement() const {
    double sum = 0;
    const double step = (extent_.high[1] - extent_.low[1]) / 8;
    for (int i = 0; i < 8; ++i)
      sum += integral(1, extent_.low[1] + i * step, extent_.low[1] + (i + 1) * step, -INFINITY, INFINITY);
    return sum / total_ - 1;
  }

 private:
  // Coordinate `first` is x, the other y.
  double density(int first, double x, double y) const {
    const double point[2] = {first == 0 ? x : y, first == 0 ? y : x};
    return std::exp(extent_.least - potential_(point));
  }
  double line(int first, double x, double from, double to, double tolerance) const {
    double low, high;
    extent_.section(1 - first, x, &low, &high);
    low = std::max(low, from), high = std::min(high, to);
    std::vector<double> corners;
    potential_.corners(1 - first, x, &corners);
    const double step = (extent_.high[1 - first] - extent_.low[1 - first]) / 6;
    for (double y = low + step; y < high; y += step) corners.push_back(y);
    std::sort(corners.begin(), corners.end());
    return quadrature::broken([&](double y) { return density(first, x, y); }, low, high, corners, tolerance);
  }
  double integral(int first, double from, double to, double low, double high) const {
    // Where corners pass the ends of the other coordinate's range.
    std::vector<double> corners(3, potential_.set_center[static_cast<size_t>(first)]), more;
    potential_.extent(first, &corners[0], &corners[1]);
    for (const double end : {low, high, extent_.low[1 - first], extent_.high[1 - first]}) {
      if (std::isinf(end)) continue;
      potential_.corners(first, end, &more);
      corners.insert(corners.end(), more.begin(), more.end());
      double a, b;
      potential_.section(first, end, &a, &b);
      corners.push_back(a), corners.push_back(b);
    }
    const double step = (extent_.high[first] - extent_.low[first]) / 16;
    for (double x = extent_.low[first] + step; x < extent_.high[first]; x += step) corners.push_back(x);
    std::sort(corners.begin(), corners.end());
    return quadrature::broken([&](double x) { return line(first, x, low, high, inner_); }, from, to, corners,
                              1e-12 * total_);
  }
  double kolmogorov(int first, std::vector<double> &draws) const {
    const double a = extent_.low[first], b = extent_.high[first];
    const double tolerance = 1e-9 * total_ / (b - a);
    return kolmogorov_deviate(
        integral_table([&](double x) { return line(first, x, -INFINITY, INFINITY, tolerance); }, a, b, 128), draws);
  }

  const Potential &potential_;
  Extent extent_;
  int side_;
  double total_ = 0, inner_ = 0;
  std::vector<double> strip_, mass_;
  std::vector<std::vector<double>> cut_;
};

#endif
