#include "privacy/pld/replaced_mean.h"

#include <algorithm>
#include <cmath>

#include "numeric/normal.h"
#include "privacy/pld/density_cells.h"

namespace dpcvx::privacy {

namespace {

constexpr double kUnit = 0x1p-53;
constexpr double kFarthest = 17;         // deviations: only bounds count further out
constexpr double kLow = 1e-6;            // the share of all low sums that are raised to the least one kept, each time
constexpr double kDeviations = 10;       // of the other terms, that may make up for a large one
constexpr double kValueError = 0x1p-42;  // relative, of ratios
// Widths of cells as shares of a sum's spread, and of the distance from its centre; finer where few sums are formed. Of
// few steps all may be large at once, and of little noise few ratios count: then cells are narrow about 0 too.
constexpr int64_t kFewSteps = 8;
constexpr double kLittleNoise = 1.5, kNarrow = 0.01;  // the first is a mu
constexpr double kFineness = 1.0 / 24, kGrowth = 0.5;

}  // namespace

bool ReplacedMean::Sum::allocate() {
  return values.allocate(kMaxValues) && masses.allocate(kMaxValues) && first.allocate(kMaxValues) &&
         second.allocate(kMaxValues);
}

void ReplacedMean::Sum::swap(Sum &other) noexcept {
  std::swap(size, other.size);
  std::swap(count, other.count);
  std::swap(mass_error, other.mass_error);
  std::swap(beyond, other.beyond);
  values.swap(other.values);
  masses.swap(other.masses);
  first.swap(other.first);
  second.swap(other.second);
}

bool ReplacedMean::prepare(double mu, int64_t steps) {
  mu_ = mu;
  steps_ = steps;
  double sums = 1;  // that are formed one after the other
  for (int64_t left = steps / 2; left > 1; left >>= 1) sums += 1 + static_cast<double>(left & 1);
  fineness_ = kFineness * std::fmin(1, std::sqrt(sums / 14));
  return one_.allocate() && whole_.allocate() && made_.allocate() && half_.allocate() && parts_.allocate(kMaxValues);
}

double ReplacedMean::spread() const {
  return std::fmin(2 * mu_, 2 * std::sqrt(std::sinh(std::fmin(mu_ * mu_, 700)) / static_cast<double>(steps_)));
}

// A sum of `count` terms that is greater than this outweighs the others, with hardly an exception. So (.)_+ of the
// whole is linear there.
double ReplacedMean::largest_that_counts(double count) const {
  const double others = std::fmax(0, static_cast<double>(steps_) - count);
  const double deviation = std::exp(std::fmin(mu_ * mu_ / 2, 300)) * -std::expm1(-mu_ * mu_ - mu_ / 2) * (1 + factor_);
  return others * (factor_ - 1) + kDeviations * std::sqrt(others + 1) * deviation;
}

// One term, from cells of Z.
void ReplacedMean::start(Side side) {
  constexpr double kWidth = 1.0 / 32, kWide = 4 * kWidth, kMiddle = 9;
  const double lowest = -numeric::normal_upper_quantile(std::log(std::fmin(0.1, kLow / static_cast<double>(steps_))));
  const double highest = kFarthest + mu_, top = largest_that_counts(1);
  const auto first_ratio = [=](double z) { return std::exp(mu_ * z - mu_ * mu_ / 2); };
  const auto second_ratio = [=](double z) { return std::exp(-mu_ * z - mu_ * mu_ / 2); };
  const auto value = [=](double z) {
    const double r = first_ratio(z), s = factor_ * second_ratio(z);
    return r - s + kValueError * (r + s);
  };
  const auto rise = [=](double z, double d) {
    return first_ratio(z) * std::expm1(mu_ * d) - factor_ * second_ratio(z) * std::expm1(-mu_ * d);
  };
  Sum &sum = one_;
  sum.count = 1;
  sum.mass_error = 2 * kDensityError;
  sum.beyond = 0;
  sum.size = 1;
  for (size_t i = 0; i < kMaxValues; ++i) sum.masses[i] = sum.first[i] = sum.second[i] = 0;
  const bool above = side == Side::kAbove;
  sum.values[0] = value(lowest);
  sum.masses[0] = numeric::normal_cdf(lowest);
  sum.first[0] = numeric::normal_cdf(lowest - mu_);
  sum.second[0] = numeric::normal_cdf(lowest + mu_);
  double z = lowest;
  bool is_top = false;  // all that follows goes to one value
  double anchor = 0;
  while (z < highest) {
    const double width = z < kMiddle ? kWidth : kWide;
    if (!is_top && sum.values[sum.size - 1] >= top) is_top = true, anchor = z;
    const size_t at = is_top ? sum.size - 1 : sum.size;
    if (!is_top) sum.values[sum.size++] = value(z + width);
    const double whole = rise(z, width);
    visit_cell(width, [&](double from, double to, double weight) {
      const double mass = weight * numeric::normal_density(z + from);
      if (above && is_top) {
        sum.masses[at] += mass;
        sum.beyond += mass * rise(anchor, z + from - anchor);
      } else if (above) {
        sum.masses[at] += mass * (rise(z, from) / whole);
        sum.masses[at - 1] += mass * (rise(z + from, to) / whole);
      } else {
        sum.masses[at] += mass;
        sum.first[at] += weight * numeric::normal_density(z + from - mu_);
        sum.second[at] += weight * numeric::normal_density(z + from + mu_);
      }
    });
    z += width;
  }
  sum.masses[sum.size - 1] += numeric::normal_cdf(-z);
  if (above) {
    sum.beyond += numeric::normal_cdf(mu_ - z);
  } else {
    sum.first[sum.size - 1] += numeric::normal_cdf(mu_ - z);
    sum.second[sum.size - 1] += numeric::normal_cdf(-mu_ - z);
    for (size_t i = 0; i < sum.size; ++i)
      if (sum.masses[i] > 0) sum.values[i] = (sum.first[i] - factor_ * sum.second[i]) / sum.masses[i];
  }
}

// Evenly likely values.
void ReplacedMean::likely(const Sum &sum, double *out) const {
  double below = 0;
  size_t k = 0;
  for (size_t i = 0; i < sum.size && k < kLikely; ++i) {
    below += sum.masses[i];
    for (; k < kLikely && below * kLikely > static_cast<double>(k) + 0.5; ++k) out[k] = sum.values[i];
  }
  for (; k < kLikely; ++k) out[k] = sum.values[sum.size - 1];
}

// The ends of the cells of a sum: close together where it is likely to lie, and wider apart further out.
void ReplacedMean::place(const Sum &one, const Sum &other) {
  double first[kLikely], second[kLikely], sums[kLikely * kLikely];
  likely(one, first);
  likely(other, second);
  for (size_t i = 0; i < kLikely * kLikely; ++i) sums[i] = first[i / kLikely] + second[i % kLikely];
  std::sort(sums, sums + kLikely * kLikely);
  const auto quantile = [&](double p) { return sums[static_cast<size_t>(p * kLikely * kLikely)]; };
  const double low = one.values[0] + other.values[0];
  const double high =
      std::fmin(one.values[one.size - 1] + other.values[other.size - 1], largest_that_counts(one.count + other.count));
  const double centre = std::fmin(std::fmax(quantile(0.5), low), high);
  const double spread = std::fmax((quantile(0.84) - quantile(0.16)) / 2, 0x1p-40 * (std::fabs(low) + std::fabs(high)));
  double *const ends = made_.values.data();
  const bool has_narrow = steps_ <= kFewSteps || mu_ > kLittleNoise;
  for (double fineness = fineness_;; fineness *= 1.5) {
    const auto width = [=](double x) {
      const double wide = spread + kGrowth * std::fabs(x - centre);
      return fineness * (!has_narrow ? wide : std::fmin(wide, kNarrow * spread + kGrowth * std::fabs(x)));
    };
    size_t size = 0;
    double x = centre;
    for (; x > low && size + 1 < kMaxValues; x -= width(x)) ends[size++] = x;
    ends[size++] = low;
    std::reverse(ends, ends + size);
    x = centre + width(centre);
    for (; x < high && size + 1 < kMaxValues; x += width(x)) ends[size++] = x;
    if (size + 1 < kMaxValues) {
      if (high > ends[size - 1]) ends[size++] = high;
      if (size < 2) ends[size++] = low + spread;
      made_.size = size;
      return;
    }
  }
}

// Each sum goes to the two values about it, so that its expectation stays.
void ReplacedMean::spread(const Sum &one, const Sum &other) {
  double *const ends = made_.values.data(), *const masses = made_.masses.data();
  double *const inverse = parts_.data();
  const size_t size = made_.size;
  for (size_t i = 0; i + 1 < size; ++i) inverse[i] = 1 / (ends[i + 1] - ends[i]);
  std::fill(masses, masses + size, 0.0);
  const bool same = &one == &other;
  double beyond = 0;
  for (size_t i = 0; i < one.size; ++i) {
    const double value = one.values[i], mass = one.masses[i];
    if (!(mass > 0)) continue;
    size_t j = same ? i : 0;
    size_t cell = static_cast<size_t>(std::upper_bound(ends, ends + size, value + other.values[j]) - ends);
    cell = std::min(cell > 0 ? cell - 1 : 0, size - 2);
    double at_left = 0, at_right = 0;
    for (; j < other.size; ++j) {
      const double product = mass * other.masses[j], both = same && j > i ? 2 * product : product;
      const double sum = value + other.values[j];
      if (sum > ends[cell + 1]) {
        masses[cell] += at_left;
        masses[cell + 1] += at_right;
        at_left = at_right = 0;
        while (cell + 2 < size && sum > ends[cell + 1]) ++cell;
        if (sum > ends[cell + 1]) break;
      }
      const double share = both * inverse[cell];
      at_left += share * (ends[cell + 1] - sum);
      at_right += share * (sum - ends[cell]);
    }
    masses[cell] += at_left;
    masses[cell + 1] += at_right;
    double mass_beyond = 0, rest = 0;
    for (; j < other.size; ++j) {
      const double product = mass * other.masses[j], both = same && j > i ? 2 * product : product;
      mass_beyond += both;
      rest += both * (value + other.values[j] - ends[size - 1]);
    }
    masses[size - 1] += mass_beyond;
    beyond += rest;
  }
  made_.beyond = one.beyond + other.beyond + beyond;
  // Sums were rounded, by a share of 2^-53 of what is at one of the ends.
  double before = std::fabs(ends[0]);
  for (size_t i = 0; i < size; ++i) {
    const double here = std::fabs(ends[i]), after = i + 1 < size ? std::fabs(ends[i + 1]) : here;
    ends[i] += 0x1p-51 * std::fmax(here, std::fmax(before, after));
    before = here;
  }
}

// The sums within a cell become one.
void ReplacedMean::merge(const Sum &one, const Sum &other) {
  const double *const ends = made_.values.data();
  const size_t size = made_.size;
  double *const masses = made_.masses.data(), *const first = made_.first.data(), *const second = made_.second.data();
  std::fill(masses, masses + size, 0.0);
  std::fill(first, first + size, 0.0);
  std::fill(second, second + size, 0.0);
  const bool same = &one == &other;
  for (size_t i = 0; i < one.size; ++i) {
    const double value = one.values[i], mass = one.masses[i];
    size_t j = same ? i : 0;
    size_t cell = static_cast<size_t>(std::upper_bound(ends, ends + size, value + other.values[j]) - ends);
    cell = std::min(cell > 0 ? cell - 1 : 0, size - 2);
    double m = 0, r = 0, s = 0;  // of the other, in this cell
    const auto put = [&] {
      masses[cell] += mass * m;
      first[cell] += one.first[i] * m + mass * r;
      second[cell] += one.second[i] * m + mass * s;
      m = r = s = 0;
    };
    for (; j < other.size; ++j) {
      const double sum = value + other.values[j];
      if (sum > ends[cell + 1] && cell + 2 < size) {
        put();
        do ++cell;
        while (sum > ends[cell + 1] && cell + 2 < size);
      }
      const double times = same && j > i ? 2 : 1;
      m += times * other.masses[j];
      r += times * other.first[j];
      s += times * other.second[j];
    }
    put();
  }
  double *const values = made_.values.data();
  size_t kept = 0;
  for (size_t i = 0; i < size; ++i) {
    if (!(masses[i] > 0)) continue;
    masses[kept] = masses[i], first[kept] = first[i], second[kept] = second[i];
    values[kept] = (first[i] - factor_ * second[i]) / masses[i];
    ++kept;
  }
  made_.size = kept;
}

// Low sums, of a small probability, become the least one that is kept.
void ReplacedMean::trim(Sum *sum) const {
  const double most = kLow * sum->count / static_cast<double>(steps_);
  size_t from = 0;
  double mass = 0, first = 0, second = 0;
  while (from + 2 < sum->size && mass + sum->masses[from] <= most) {
    mass += sum->masses[from];
    first += sum->first[from];
    second += sum->second[from++];
  }
  if (from == 0) return;
  sum->masses[from] += mass;
  sum->first[from] += first;
  sum->second[from] += second;
  for (Buffer<double> *buffer : {&sum->values, &sum->masses, &sum->first, &sum->second})
    std::copy(buffer->begin() + from, buffer->begin() + sum->size, buffer->begin());
  sum->size -= from;
}

void ReplacedMean::add(const Sum &one, const Sum &other, Side side) {
  place(one, other);
  const auto terms = static_cast<double>(one.size + other.size + 16);
  made_.count = one.count + other.count;
  made_.mass_error = one.mass_error + other.mass_error + 4 * terms * kUnit;
  if (side == Side::kAbove)
    spread(one, other);
  else
    merge(one, other);
  trim(&made_);
}

// Makes whole_ the law of `steps` terms.
void ReplacedMean::build(Side side, int64_t steps) {
  whole_.size = one_.size, whole_.count = 1, whole_.mass_error = one_.mass_error, whole_.beyond = one_.beyond;
  std::copy(one_.values.begin(), one_.values.begin() + one_.size, whole_.values.begin());
  std::copy(one_.masses.begin(), one_.masses.begin() + one_.size, whole_.masses.begin());
  std::copy(one_.first.begin(), one_.first.begin() + one_.size, whole_.first.begin());
  std::copy(one_.second.begin(), one_.second.begin() + one_.size, whole_.second.begin());
  int digit = 0;
  while (steps >> (digit + 1) != 0) ++digit;
  while (digit-- > 0) {
    add(whole_, whole_, side);
    whole_.swap(made_);
    if ((steps >> digit & 1) == 0) continue;
    add(whole_, one_, side);
    whole_.swap(made_);
  }
}

double ReplacedMean::divergence_up(double x) {
  factor_ = std::exp(x) * (1 - 0x1p-50);
  start(Side::kAbove);
  build(Side::kAbove, steps_ / 2);
  const Sum *other = &whole_;
  if (steps_ % 2 != 0) {
    add(whole_, one_, Side::kAbove);
    other = &made_;
  }
  // E (v_i + v_j)_+ by the chances of a value above v_j, and by what it has beyond v_j.
  double sum = 0, chance = 0, own = 0;
  size_t j = other->size;
  for (size_t i = 0; i < whole_.size; ++i) {
    const double value = whole_.values[i];
    while (j > 0 && other->values[j - 1] + value > 0) {
      --j;
      if (j + 1 < other->size) own += chance * (other->values[j + 1] - other->values[j]);
      chance += other->masses[j];
    }
    if (j < other->size) sum += whole_.masses[i] * (own + chance * (other->values[j] + value));
  }
  const double error = whole_.mass_error + other->mass_error + 16 * static_cast<double>(kMaxValues) * kUnit;
  return (sum + whole_.beyond + other->beyond) / static_cast<double>(steps_) * (1 + error);
}

ReplacedMean::Test ReplacedMean::test(double x) {
  factor_ = std::exp(x);
  start(Side::kBelow);
  build(Side::kBelow, steps_ / 2);
  const Sum *other = &whole_;
  if (steps_ % 2 != 0) {
    add(whole_, one_, Side::kBelow);
    other = &made_;
  }
  double first = 0, second = 0, m = 0, r = 0, s = 0;
  size_t j = other->size;
  for (size_t i = 0; i < whole_.size; ++i) {
    while (j > 0 && other->values[j - 1] + whole_.values[i] > 0) {
      --j;
      m += other->masses[j], r += other->first[j], s += other->second[j];
    }
    first += whole_.first[i] * m + whole_.masses[i] * r;
    second += whole_.second[i] * m + whole_.masses[i] * s;
  }
  const double error = whole_.mass_error + other->mass_error + 16 * static_cast<double>(kMaxValues) * kUnit;
  const auto steps = static_cast<double>(steps_);
  return {std::fmin(1, first / steps) * (1 - error), std::fmin(1, second / steps * (1 + error) + 0x1p-900)};
}

}  // namespace dpcvx::privacy
