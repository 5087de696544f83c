// Two finite laws for one of t Gaussian sums under replace-one: one that dominates it, and one that it dominates. Both
// come from what single x tell (PROOFS.md, section 11.12).
#include <cmath>

#include "numeric/directed_margin.h"
#include "privacy/divergences/gdp.h"
#include "privacy/pld/finite_law.h"

namespace dpcvx::privacy {

namespace {

constexpr size_t kMostPlaces = 250;
constexpr double kNegligible = 1e-45;  // no further places where so little is left

// Places at which the profile is asked for. They are about as far apart, as shares of the scale on which it falls, as
// those of a normal loss would be at 0.1 of its spread and 0.03 of their distance from 0; closer for few steps, which
// take little time.
class Places {
 public:
  Places(double spread, double steps)
      : close_(steps < kFewSteps ? 0.03 : 0.1), growth_(0.3 * close_), least_(close_ * spread), stride_(least_) {}
  double at() const { return x_; }
  // Moves on from a place where the profile has this value.
  void move(double value) {
    const double log = std::log(std::fmax(value, 1e-300));
    if (x_ == 0) {
      start_ = log;
    } else {
      const double far = std::sqrt(2 * std::fmax(0, start_ - log)), drop = far * (close_ + growth_ * far);
      stride_ = std::fmax(least_, std::fmin(2 * stride_, drop * stride_ / std::fmax(before_ - log, 1e-9)));
    }
    before_ = log;
    x_ += stride_;
  }

 private:
  static constexpr double kFewSteps = 64;
  double close_, growth_, least_, stride_;
  double x_ = 0, start_ = 0, before_ = 0;
};

}  // namespace

// What is there are positive losses, from the greatest to the least. Adds their negatives, and what is left at 0.
void FiniteLaw::mirror(size_t size) {
  double rest = 1 - first_only_;
  for (size_t i = 0; i < size; ++i) rest -= first_[i] + second_[i];
  rest = std::fmax(0, rest);
  size_ = 2 * size + 1;
  for (size_t i = 0; i < size; ++i) {
    const size_t to = size_ - 1 - i;
    losses_[to] = losses_[i], first_[to] = first_[i], second_[to] = second_[i];
  }
  losses_[size] = 0, first_[size] = second_[size] = rest;
  for (size_t i = 0; i < size; ++i) {
    const size_t from = size_ - 1 - i;
    losses_[i] = -losses_[from], first_[i] = second_[from], second_[i] = first_[from];
  }
  second_only_ = first_only_;
}

// The chords between the values of the profile at some places, or those between tests that are best for some places.
bool FiniteLaw::replaced_allocation(double noise_multiplier, double steps, Side side) {
  const bool above = side == Side::kAbove;
  const double mu = above ? round_up(1 / noise_multiplier) : round_down(1 / noise_multiplier);
  attained_ = !above;
  if (!(steps >= 2 && steps <= static_cast<double>(RatioLaw::kMaxSteps) && mu <= ReplacedMean::kMaxMu) ||
      !RatioLaw::covers(mu, static_cast<int64_t>(steps)))
    return allocate(0);
  ReplacedMean law;
  if (!law.prepare(mu, static_cast<int64_t>(steps)) || !allocate(2 * kMostPlaces + 1)) return false;
  mass_error_ = 0x1p-32;
  return above ? dominating(law, mu) : dominated(law);
}

// H at increasing e^x, convex from point to point: its slopes are masses of the second law.
bool FiniteLaw::dominating(ReplacedMean &law, double mu) {
  double places[kMostPlaces], values[kMostPlaces];
  size_t size = 0;
  const auto slope = [&](size_t i, size_t j, double value) {  // downwards, to a value at places[j]
    return (values[i] - value) / (std::exp(places[i]) * std::expm1(places[j] - places[i]));
  };
  Places all(law.spread(), law.steps());
  for (size_t asked = 0; asked < kMostPlaces; ++asked) {
    const double x = all.at(), open = gdp_delta_up(2 * mu, x);
    const double value = std::fmin(1, std::fmin(open, law.divergence_up(x))) * (1 + 0x1p-40);
    places[size] = x;
    while (size >= 2 && slope(size - 2, size - 1, values[size - 1]) <= slope(size - 1, size, value)) {
      places[size - 1] = x;
      --size;
    }
    values[size++] = value;
    if (value < kNegligible) break;
    all.move(value);
  }
  // From the greatest loss down. 0 itself is a loss with what is left.
  first_only_ = values[size - 1];
  double beyond = 0;  // the second law beyond this loss
  size_t kept = 0;
  for (size_t i = size; --i > 0;) {
    const double all = slope(i - 1, i, values[i]), mass = std::fmax(0, all - beyond);
    beyond = std::fmax(all, beyond);
    losses_[kept] = places[i];
    second_[kept] = mass;
    first_[kept++] = mass * std::exp(places[i]);
  }
  if (kept == 0) return allocate(0);
  // The value at 0 may lie above the chord of its neighbours. Then nothing is left for 0.
  double sum = first_only_;
  for (size_t i = 0; i < kept; ++i) sum += first_[i] + second_[i];
  if (sum > 1) {
    const double ratio = std::exp(losses_[kept - 1]), less = (sum - 1) / (1 + ratio);
    if (!(less < second_[kept - 1])) return allocate(0);
    second_[kept - 1] -= less;
    first_[kept - 1] = second_[kept - 1] * ratio;
  }
  mirror(kept);
  return true;
}

// Tests by increasing probability under the second law: their hull is concave, and its slopes are e^loss.
bool FiniteLaw::dominated(ReplacedMean &law) {
  ReplacedMean::Test tests[kMostPlaces + 1], corners[kMostPlaces + 1];
  size_t asked = 0, size = 1;
  Places all(law.spread(), law.steps());
  while (asked < kMostPlaces) {
    const ReplacedMean::Test test = law.test(all.at());
    const bool is_far = test.first + test.second > 1;  // the mirrored test is on this side
    tests[asked++] = is_far ? ReplacedMean::Test{1 - test.second, 1 - test.first} : test;
    if (test.first < kNegligible) break;
    all.move(test.first - std::exp(all.at()) * test.second);
  }
  const auto rises = [](const ReplacedMean::Test &from, const ReplacedMean::Test &middle,
                        const ReplacedMean::Test &to) {
    return (middle.first - from.first) * (to.second - middle.second) <=
           (to.first - middle.first) * (middle.second - from.second);
  };
  corners[0] = {0, 0};
  while (asked-- > 0) {
    const ReplacedMean::Test &test = tests[asked];
    if (!(test.second > corners[size - 1].second && test.first > corners[size - 1].first)) continue;
    while (size >= 2 && rises(corners[size - 2], corners[size - 1], test)) --size;
    corners[size++] = test;
  }
  size_t kept = 0;
  for (size_t i = 1; i < size; ++i) {
    const double first = corners[i].first - corners[i - 1].first, second = corners[i].second - corners[i - 1].second;
    if (!(first > second)) break;
    losses_[kept] = std::log(first / second);
    first_[kept] = first;
    second_[kept++] = second;
  }
  if (kept == 0) return allocate(0);
  mirror(kept);
  return true;
}

}  // namespace dpcvx::privacy
