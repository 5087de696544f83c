// Just below the greatest loss of a composition no grid is fine enough: only outcomes count where every part has next
// to its own greatest loss. Losses are counted from there, in steps of a share of what is left above epsilon, and their
// first few sums are taken directly. All terms are positive (PROOFS.md, section 11.13).
#include <algorithm>
#include <cmath>

#include "privacy/pld/pld_composition.h"

namespace dpcvx::privacy {

namespace {

constexpr double kNear = 0x1p-10;  // of the greatest loss: further down grids are fine enough
// Of the greatest loss of a part: the least that may be left, and the least of several steps. What lies within a step
// is a share of it only, and errors of losses are to be little beside it.
constexpr double kLeast = 0x1p-45, kFinestStep = 0x1p-24;
constexpr int64_t kMostUses = int64_t{1} << 20;
constexpr double kUnit = 0x1p-53;
constexpr double kMostExponent = 200;  // of e^epsilon: what underflow loses stays far below any delta
constexpr double kLost = 1e-300;       // bounds what underflow loses of a product of series
constexpr double kLess = 1 - 0x1p-50, kMore = 1 + 0x1p-50;

// Chances of sums that are so many steps below the greatest.
struct Series {
  static constexpr size_t kSize = 64;
  double chance[kSize] = {};
};

Series product(const Series &a, const Series &b) {
  Series out;
  for (size_t n = 0; n < Series::kSize; ++n)
    for (size_t i = 0; i <= n; ++i) out.chance[n] += a.chance[i] * b.chance[n - i];
  return out;
}

// Multiplies by a power, of at least 1.
void multiply(Series *sum, Series base, int64_t uses) {
  for (;; base = product(base, base)) {
    if ((uses & 1) != 0) *sum = product(*sum, base);
    uses >>= 1;
    if (uses == 0) return;
  }
}

// H_x of either sign of x, by that of the other order below 0.
Interval profile_at(const Profile &profile, double x) {
  if (x >= 0) return profile.at(x);
  const double least = -std::expm1(x), share = std::exp(x);
  const Interval other = profile.at_reversed(-x);
  return {(least + share * other.low) * kLess, (least + share * other.high) * kMore};
}

}  // namespace

// The greatest loss of a part, rounded up; for labels about the greatest that its mechanism has. Infinite where there
// is none that is known.
double LossSum::greatest_loss(size_t part, bool attained) const {
  constexpr double kBack = 1 - 0x1p-42;  // parameters of attained laws are taken back by that
  const Profile profile(events_[part], reversed_);
  const FiniteLaw *const law = profile.finite();
  if (law != nullptr) {
    const double loss = reversed_ ? -law->loss(0) : law->loss(law->size() - 1);
    return attained ? loss : loss + 2 * law->loss_error() + std::fabs(loss) * 0x1p-51;
  }
  if (!(profile.edge() > 0)) return INFINITY;
  if (!attained) return profile.edge();
  return profile.edge() * kBack / (events_[part].kind == Kind::kBoundedRange ? 2 : 1);
}

// Chooses the steps of an answer at epsilon. False where it is not near the greatest loss, or beyond it.
bool LossSum::find_top(double epsilon, bool attained, Top *top) const {
  double most = 0, uses = 0;
  top->loss = 0;
  for (size_t i = 0; i < size_; ++i) {
    top->of_part[i] = greatest_loss(i, attained);
    if (!(top->of_part[i] > 0 && top->of_part[i] < INFINITY)) return false;
    uses += static_cast<double>(events_[i].count);
    top->loss += static_cast<double>(events_[i].count) * top->of_part[i];
    most = std::fmax(most, top->of_part[i]);
  }
  if (!(uses <= static_cast<double>(kMostUses))) return false;
  // Roundings of that sum and of places, which are those of their parts' losses.
  top->left = (top->loss - epsilon) + (attained ? 0 : top->loss * static_cast<double>(size_ + 8) * kUnit);
  if (!(top->left > kLeast * most && top->left < kNear * top->loss)) return false;
  const double steps = std::fmin(Series::kSize, std::fmax(1, std::floor(top->left / (kFinestStep * most))));
  top->step = top->left / steps * kMore;
  top->rounding = (uses + static_cast<double>(size_ + 1)) * (Series::kSize + 2) * kUnit * kMore;
  return true;
}

// Upper bounds of delta. 1 where nothing is claimed.
double LossSum::delta_at_top(double epsilon) const {
  Top top;
  if (!find_top(epsilon, false, &top)) return 1;
  Series sum;
  sum.chance[0] = 1;
  double infinite = 0;
  for (size_t i = 0; i < size_; ++i) {
    const Profile profile(events_[i], reversed_);
    Series own;
    double above = top.of_part[i], tail = 0;
    Interval at_above = profile_at(profile, above);
    const double beyond = tail = at_above.high;
    for (size_t j = 0; j < Series::kSize; ++j) {
      const double below = top.of_part[i] - static_cast<double>(j + 1) * top.step;
      const Interval at_below = profile_at(profile, below);
      const double slope = std::fmax(0, at_below.high - at_above.low) / -std::expm1(below - above);
      const double next = std::fmax(tail, std::fmin(1, (at_above.low + slope * kMore) * kMore));
      own.chance[j] = (next - tail) * kMore;
      tail = next, above = below, at_above = at_below;
    }
    multiply(&sum, own, events_[i].count);
    infinite += static_cast<double>(events_[i].count) * beyond;
  }
  double delta = 0;
  for (size_t n = 0; n < Series::kSize; ++n)
    delta += sum.chance[n] * -std::expm1(-std::fmax(0, top.left - static_cast<double>(n) * top.step * kLess));
  return std::fmin(1, delta * (1 + top.rounding) * (1 + 0x1p-44) + infinite * (1 + 0x1p-40) + kLost);
}

// The least epsilon near the greatest loss, at most `most`, that has this delta. What is returned was tried, or is
// `most`.
double LossSum::epsilon_at_top(double delta, double most) const {
  constexpr int kHalvings = 60;
  constexpr double kClose = 1e-4;  // of what is left above it
  double loss = 0;
  for (size_t i = 0; i < size_; ++i) loss += static_cast<double>(events_[i].count) * greatest_loss(i, false);
  if (!(loss < INFINITY && most > loss * (1 - kNear))) return most;
  double far = loss * kNear * (1 - 0x1p-20), near = std::fmax(loss - most, loss * kLeast), found = most;
  for (int i = 0; i < kHalvings && far - near > kClose * near; ++i) {
    const double left = std::sqrt(far * near), at = loss - left;
    if (at < found && delta_at_top(at) <= delta)
      near = left, found = at;
    else
      far = left;
  }
  return found;
}

// A lower bound of delta, of labels that are cells; 0 where nothing is claimed. A test takes what is so many steps
// below the greatest label at most.
double LossSum::attained_at_top(double epsilon) const {
  Top top;
  if (!(epsilon < kMostExponent) || !find_top(epsilon, true, &top)) return 0;
  Series sums[2];
  for (Series &sum : sums) sum.chance[0] = 1;
  for (size_t i = 0; i < size_; ++i) {
    const Profile profile(events_[i], reversed_);
    const double own = profile.finite() != nullptr ? 2 * profile.finite()->mass_error() : 0;
    const double margin = 2 * Profile::kTailError + own;
    Series first, second;
    double first_tail = 0, second_tail = 0;
    for (size_t j = 0; j < Series::kSize; ++j) {
      const Tails tails = profile.tails(top.of_part[i] - (static_cast<double>(j) + 0.5) * top.step);
      const double first_next = std::fmax(first_tail, tails.first_above * (1 - margin));
      const double second_next = std::fmax(second_tail, std::fmin(1, tails.second_above * (1 + margin)));
      first.chance[j] = (first_next - first_tail) * kLess;
      second.chance[j] = (second_next - second_tail) * kMore;
      first_tail = first_next, second_tail = second_next;
    }
    multiply(&sums[0], first, events_[i].count);
    multiply(&sums[1], second, events_[i].count);
  }
  double greatest = 0, first = 0, second = 0;
  const double factor = std::exp(epsilon) * (1 + top.rounding) * kMore;
  for (size_t n = 0; n < Series::kSize; ++n) {
    first += sums[0].chance[n];
    second += sums[1].chance[n];
    greatest = std::fmax(greatest, first * (1 - top.rounding) - factor * (second + kLost));
  }
  return greatest * kLess;
}

}  // namespace dpcvx::privacy
