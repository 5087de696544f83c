#include "privacy/pld/ratio_law.h"

#include <algorithm>
#include <cmath>

#include "numeric/normal.h"
#include "privacy/pld/density_cells.h"

namespace dpcvx::privacy {

namespace {

constexpr double kUnit = 0x1p-53;
constexpr double kFarthest = 17;    // deviations: what lies further out counts as known to one law alone
constexpr double kTrimmed = 1e-62;  // the probability of what is left out at either end, each time
constexpr double kTiny = 1e-290;    // products of probabilities below it are left out
// Widths of cells as shares: of the spread of a sum's logarithm, and of the distance from its centre up to mu and
// beyond kNear mu.
constexpr double kFineness = 1.0 / 96, kGrowth = 0.5, kNear = 8;

// The ratio of N(mu, 1) and N(0, 1).
struct Shifted {
  double mu;
  double loss(double z) const { return mu * z - mu * mu / 2; }
  double rise(double, double d) const { return mu * d; }
  double first(double z) const { return numeric::normal_density(z - mu); }
  double second(double z) const { return numeric::normal_density(z); }
};

}  // namespace

bool RatioLaw::covers(double mu, int64_t steps) {
  return mu > 0 && mu <= kMaxMu && steps >= 1 && steps <= kMaxSteps &&
         mu >= kMinSpread * std::sqrt(static_cast<double>(steps));
}

bool RatioLaw::allocate(size_t size) {
  return values_.size() >= size || (values_.allocate(size) && masses_.allocate(size) && parts_.allocate(size));
}

void RatioLaw::swap(RatioLaw &other) noexcept {
  std::swap(size_, other.size_);
  std::swap(count_, other.count_);
  std::swap(mu_, other.mu_);
  std::swap(nothing_, other.nothing_);
  std::swap(infinite_, other.infinite_);
  std::swap(mass_error_, other.mass_error_);
  std::swap(value_error_, other.value_error_);
  values_.swap(other.values_);
  masses_.swap(other.masses_);
  parts_.swap(other.parts_);
}

// One ratio, from cells of Z.
void RatioLaw::start(double mu, Side side) {
  const Shifted laws{mu};
  // Narrow cells where Z or Z - mu is likely, four times as wide ones outside.
  constexpr double kWidth = 1.0 / 64, kWide = 4 * kWidth, kMiddle = 9;
  const double from = -kFarthest;
  const auto outer = static_cast<size_t>((kFarthest - kMiddle) / kWide);
  const auto inner = static_cast<size_t>(std::ceil((2 * kMiddle + mu) / kWidth));
  const size_t cells = inner + 2 * outer;
  const auto left = [=](size_t i) {
    const size_t before = std::min(i, outer), after = i > outer + inner ? i - outer - inner : 0;
    return from + kWide * static_cast<double>(before + after) + kWidth * static_cast<double>(i - before - after);
  };
  mu_ = mu;
  count_ = 1;
  nothing_ = infinite_ = 0;
  mass_error_ = value_error_ = kDensityError;
  size_ = cells + (side == Side::kAbove ? 1 : 0);
  for (size_t i = 0; i < size_; ++i) values_[i] = std::exp(laws.loss(left(i))), masses_[i] = 0;
  for (size_t i = 0; i < cells; ++i) {
    if (side == Side::kAbove) {
      const CellMasses ends = spread_cell(laws, left(i), left(i + 1) - left(i));
      masses_[i] += ends.second;
      masses_[i + 1] += ends.first / values_[i + 1];
    } else {
      const CellMasses whole = whole_cell(laws, left(i), left(i + 1) - left(i));
      values_[i] = whole.first / whole.second;
      masses_[i] = whole.second;
    }
  }
  if (side == Side::kBelow) return;
  const double to = left(cells);
  nothing_ = (numeric::normal_cdf(from) + numeric::normal_cdf(-to)) * (1 + kDensityError);
  infinite_ = (numeric::normal_cdf(from - mu) + numeric::normal_cdf(mu - to)) * (1 + kDensityError);
}

// Evenly likely values.
void RatioLaw::likely(double *out) const {
  double below = nothing_;
  size_t k = 0;
  for (size_t i = 0; i < size_ && k < kLikely; ++i) {
    below += masses_[i];
    for (; k < kLikely && below * kLikely > static_cast<double>(k) + 0.5; ++k) out[k] = values_[i];
  }
  for (; k < kLikely; ++k) out[k] = values_[size_ - 1];
}

// The ends of the cells of a sum: close together where it is likely to lie, and wider apart further out.
void RatioLaw::place(const RatioLaw &one, const RatioLaw &other) {
  double first[kLikely], second[kLikely], sums[kLikely * kLikely];
  one.likely(first);
  other.likely(second);
  for (size_t i = 0; i < kLikely * kLikely; ++i) sums[i] = first[i / kLikely] + second[i % kLikely];
  std::sort(sums, sums + kLikely * kLikely);
  const auto quantile = [&](double p) { return std::log(sums[static_cast<size_t>(p * kLikely * kLikely)]); };
  const double low = std::log(one.values_[0] + other.values_[0]) - 0x1p-40;
  const double high = std::log(one.values_[one.size_ - 1] + other.values_[other.size_ - 1]) + 0x1p-40;
  const double centre = std::fmin(std::fmax(quantile(0.5), low), high);
  const double spread = std::fmax((quantile(0.84) - quantile(0.16)) / 2, 0x1p-44);
  for (double fineness = kFineness;; fineness *= 2) {
    const auto width = [=](double x) {
      const double d = std::fabs(x - centre);
      return fineness * (spread + kGrowth * (std::fmin(d, mu_) + std::fmax(0, d - kNear * mu_)));
    };
    size_ = 0;
    double x = centre;
    for (; x > low && size_ + 1 < kMaxValues; x -= width(x)) values_[size_++] = x;
    values_[size_++] = low;
    std::reverse(values_.begin(), values_.begin() + size_);
    x = centre + width(centre);
    for (; x < high && size_ + 1 < kMaxValues; x += width(x)) values_[size_++] = x;
    if (size_ + 1 < kMaxValues) break;
  }
  values_[size_++] = high;
  size_t kept = 0;
  for (size_t i = 0; i < size_; ++i) {
    const double end = std::exp(values_[i]);
    if (kept == 0 || end > values_[kept - 1]) values_[kept++] = end;
  }
  size_ = kept;
}

// Each sum goes to the two values about it, so that its expectation stays.
void RatioLaw::spread(const RatioLaw &one, const RatioLaw &other) {
  const double *const ends = values_.data();
  double *const inverse = parts_.data();
  for (size_t i = 0; i + 1 < size_; ++i) inverse[i] = 1 / (ends[i + 1] - ends[i]);
  std::fill(masses_.begin(), masses_.begin() + size_, 0.0);
  const bool same = &one == &other;
  double left_out = 0;
  for (size_t i = 0; i < one.size_; ++i) {
    const double value = one.values_[i], mass = one.masses_[i];
    size_t cell = 0, j = same ? i : 0;
    double at_left = 0, at_right = 0;
    const auto put = [&] {
      masses_[cell] += at_left;
      masses_[cell + 1] += at_right;
      at_left = at_right = 0;
    };
    {
      const double first = value + other.values_[j];
      cell = static_cast<size_t>(std::upper_bound(ends, ends + size_, first) - ends);
      cell = std::min(cell > 0 ? cell - 1 : 0, size_ - 2);
    }
    for (; j < other.size_; ++j) {
      const double product = mass * other.masses_[j];
      if (!(product > kTiny)) {
        left_out += 2 * product + kTiny * 0x1p-1000;
        continue;
      }
      const double both = same && j > i ? 2 * product : product;
      const double sum = value + other.values_[j];
      if (sum > ends[cell + 1] && cell + 2 < size_) {
        put();
        do ++cell;
        while (sum > ends[cell + 1] && cell + 2 < size_);
      }
      const double share = both * inverse[cell];
      at_left += share * (ends[cell + 1] - sum);
      at_right += share * (sum - ends[cell]);
    }
    put();
  }
  // What was left out, known to one law alone. No value is beyond the last.
  const auto pairs = static_cast<double>(one.size_) * static_cast<double>(other.size_);
  const double most = std::fmax(left_out, kTiny * pairs * 2);
  nothing_ += most;
  infinite_ += most * ends[size_ - 1] / count_;
}

// The sums within a cell become their mean.
void RatioLaw::merge(const RatioLaw &one, const RatioLaw &other) {
  double *const sums = parts_.data();
  std::fill(masses_.begin(), masses_.begin() + size_, 0.0);
  std::fill(sums, sums + size_, 0.0);
  const bool same = &one == &other;
  for (size_t i = 0; i < one.size_; ++i) {
    const double value = one.values_[i], mass = one.masses_[i];
    size_t j = same ? i : 0;
    const double first = value + other.values_[j];
    size_t cell =
        static_cast<size_t>(std::upper_bound(values_.begin(), values_.begin() + size_, first) - values_.begin());
    cell = std::min(cell > 0 ? cell - 1 : 0, size_ - 2);
    double own = 0, total = 0;
    for (; j < other.size_; ++j) {
      const double product = mass * other.masses_[j];
      if (!(product > kTiny)) continue;
      const double both = same && j > i ? 2 * product : product;
      const double sum = value + other.values_[j];
      if (sum > values_[cell + 1] && cell + 2 < size_) {
        masses_[cell] += own;
        sums[cell] += total;
        own = total = 0;
        do ++cell;
        while (sum > values_[cell + 1] && cell + 2 < size_);
      }
      own += both;
      total += both * sum;
    }
    masses_[cell] += own;
    sums[cell] += total;
  }
  for (size_t i = 0; i < size_; ++i)
    if (masses_[i] > 0) values_[i] = sums[i] / masses_[i];
}

void RatioLaw::drop_empty() {
  size_t kept = 0;
  for (size_t i = 0; i < size_; ++i) {
    if (!(masses_[i] > kTiny)) continue;
    values_[kept] = values_[i];
    masses_[kept++] = masses_[i];
  }
  size_ = kept;
}

// Leaves out ends whose probability is at most kTrimmed. Each law knows its part of them.
void RatioLaw::trim(Side side) {
  size_t from = 0, to = size_;
  double below = 0, above = 0, below_first = 0, above_first = 0;
  while (from + 2 < to && below + masses_[from] <= kTrimmed) {
    below += masses_[from];
    below_first += masses_[from] * values_[from];
    ++from;
  }
  while (to > from + 2 && above_first + masses_[to - 1] * values_[to - 1] <= kTrimmed * count_) {
    --to;
    above += masses_[to];
    above_first += masses_[to] * values_[to];
  }
  std::copy(values_.begin() + from, values_.begin() + to, values_.begin());
  std::copy(masses_.begin() + from, masses_.begin() + to, masses_.begin());
  size_ = to - from;
  if (side == Side::kBelow) return;
  nothing_ += (below + above) * 2;
  infinite_ += (below_first + above_first) / count_ * 2;
}

// Becomes the law of the sum of both.
void RatioLaw::add(const RatioLaw &one, const RatioLaw &other, Side side) {
  mu_ = one.mu_;
  place(one, other);
  count_ = one.count_ + other.count_;
  const auto terms = static_cast<double>(one.size_ + other.size_ + 16);
  mass_error_ = one.mass_error_ + other.mass_error_ + 2 * terms * kUnit;
  value_error_ = std::fmax(one.value_error_, other.value_error_) + (side == Side::kAbove ? 4 : 4 * terms) * kUnit;
  // Where either is 0, the first law knows the other, and the second law knows nothing.
  nothing_ = (one.nothing_ + other.nothing_) * (1 + 4 * kUnit);
  infinite_ = (std::fmax(one.infinite_, other.infinite_) + nothing_) * (1 + 4 * kUnit);
  if (side == Side::kAbove)
    spread(one, other);
  else
    merge(one, other);
  drop_empty();
  trim(side);
}

bool RatioLaw::build(double mu, int64_t steps, Side side) {
  RatioLaw one, made;
  if (!allocate(kMaxValues) || !made.allocate(kMaxValues) || !one.allocate(kMaxValues)) return false;
  one.start(mu, side);
  start(mu, side);
  one.trim(side);
  trim(side);
  int digit = 0;
  while (steps >> (digit + 1) != 0) ++digit;
  while (digit-- > 0) {
    made.add(*this, *this, side);
    swap(made);
    if ((steps >> digit & 1) == 0) continue;
    made.add(*this, one, side);
    swap(made);
  }
  return true;
}

}  // namespace dpcvx::privacy
