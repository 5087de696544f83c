#include "privacy/pld/pld.h"

#include <algorithm>
#include <cmath>

#include "numeric/exp.h"

namespace dpcvx::privacy {

namespace {

constexpr double kMargin50 = 0x1p-50;
constexpr double kNothingAbove = 1e-290;  // what lies beyond counts as an infinite loss
constexpr double kNothingBelow = 1e-25;   // what lies below is moved up
constexpr double kWeightless = 1e-20;     // beside a greatest weight of 1
constexpr int64_t kFarthest = int64_t{1} << 50;
constexpr int64_t kExact = int64_t{1} << 28;  // whole multiples of a step up to here are doubles

// The points at which a grid must stop on its way: 0, and those on both sides of an edge.
struct Stops {
  int64_t at[7];
  int size = 0;
  void add(int64_t point) { at[size++] = point; }
  int64_t next_above(int64_t point) const {
    for (int i = 0; i < size; ++i)
      if (at[i] > point) return at[i];
    return kFarthest;
  }
  int64_t next_below(int64_t point) const {
    for (int i = size; i-- > 0;)
      if (at[i] < point) return at[i];
    return -kFarthest;
  }
};

Stops stops_of(double edge, double step) {
  Stops stops;
  const auto near = static_cast<int64_t>(std::floor(edge / step));
  if (edge > 0) {
    for (int64_t i : {-near - 1, -near, -near + 1}) stops.add(std::min<int64_t>(i, -1));
    stops.add(0);
    for (int64_t i : {near - 1, near, near + 1}) stops.add(std::max<int64_t>(i, 1));
  } else {
    stops.add(0);
  }
  return stops;
}

// Points of this size are doubles times the step where they are whole multiples of the unit, a power of two.
int64_t unit_at(int64_t point) {
  int64_t unit = 1;
  while (point / unit >= kExact || point / unit <= -kExact) unit *= 2;
  return unit;
}

// A point that is a double times the step, next to this one towards 0.
int64_t exact_point(int64_t point) {
  const int64_t unit = unit_at(point);
  return point / unit * unit;
}

// Points where a profile is hardly known, close to its end, are passed over.
bool is_known(const Interval &profile) { return profile.low > 0 || profile.high < kNothingAbove; }

}  // namespace

// Makes room for so many points.
bool LossDistribution::grow(size_t points) {
  return points <= logs_.size() || (points_.grow(points) && masses_.grow(points) && logs_.grow(points));
}

// Grows with the points, little at a time: few grids have nearly as many as there may be. The profile there waits in
// the places of masses and their logarithms.
bool LossDistribution::put(int64_t point, const Interval &profile) {
  constexpr size_t kFew = 512;
  if (size_ >= logs_.size() && !grow(std::max(kFew, size_ + size_ / 8))) return false;
  masses_[size_] = profile.low;
  logs_[size_] = profile.high;
  points_[size_++] = point;
  return true;
}

// The profile at a point, of the order that its sign asks for.
Interval LossDistribution::at_point(const Profile &profile, int64_t point) const {
  const double x = static_cast<double>(point) * step_;
  return point >= 0 ? profile.at(x) : profile.at_reversed(-x);
}

bool LossDistribution::build(const Profile &profile, double step, double resolution) {
  step_ = step;
  if (profile.edge() / step >= static_cast<double>(kExact)) {  // too fine a grid: nothing is claimed
    size_ = 0;
    infinite_ = 1;
    return true;
  }
  if (!choose_points(profile, resolution)) return false;
  fill_tails(profile);
  tails_to_masses();
  drop_empty();
  return true;
}

bool LossDistribution::build_cells(const Profile &profile, double step, double resolution, bool second) {
  step_ = step;
  infinite_ = size_ = 0;
  if (profile.edge() / step >= static_cast<double>(kExact)) return true;  // too fine a grid: nothing is claimed
  if (!choose_points(profile, resolution)) return false;
  fill_cell_tails(profile, second);
  tails_to_masses();
  drop_empty();
  return true;
}

// Calls put(point) for the multiples of the step next to each loss of a finite law, and 0, in increasing order, while
// it returns true.
template <class Put>
bool LossDistribution::atoms_in_order(const Profile &profile, const Put &put) const {
  const FiniteLaw &law = *profile.finite();
  const double error = 2 * law.loss_error();
  bool zero = false;
  int64_t last = INT64_MIN;
  // The last point at or below a loss that is a double times the step. What is further out counts as infinite, or is
  // moved up.
  const auto below = [&](double loss) {
    const auto point = static_cast<int64_t>(std::floor(std::fmax(-0x1p49, std::fmin(loss / step_, 0x1p49))));
    const int64_t unit = unit_at(point), whole = point / unit * unit;
    return whole > point ? whole - unit : whole;
  };
  const auto put_next = [&](int64_t point) {
    if (!zero && point >= 0) {
      zero = true;
      if (last < 0 && !put(last = 0)) return false;
    }
    return point <= last || put(last = point);
  };
  for (size_t i = 0; i < law.size(); ++i) {
    const double loss = profile.is_reversed() ? -law.loss(law.size() - 1 - i) : law.loss(i);
    const int64_t near = below(loss + error);
    if (!put_next(below(loss - error)) || !put_next(near + unit_at(near))) return false;
  }
  return zero || put(0);
}

// Of a finite law. They are counted first, so that they take no more memory than they need.
bool LossDistribution::choose_atoms(const Profile &profile) {
  size_t count = 0;
  atoms_in_order(profile, [&](int64_t) { return ++count > 0; });
  size_ = 0;
  if (!grow(count)) return false;
  return atoms_in_order(profile, [&](int64_t point) { return put(point, at_point(profile, point)); });
}

// From the centre outwards, first upwards, then downwards, until nothing is left beyond. Widths are units at least, so
// that each point lies beyond the one before, and grow with the distance: kFarthest is some 35 / resolution points
// away.
bool LossDistribution::choose_points(const Profile &profile, double resolution) {
  if (profile.finite() != nullptr) return choose_atoms(profile);
  const Stops stops = stops_of(profile.edge(), step_);
  const int64_t centre = exact_point(static_cast<int64_t>(std::floor(std::fmin(profile.centre() / step_, 0x1p49))));
  const auto width = [&](int64_t point) {
    const double share = resolution * std::fabs(static_cast<double>(point - centre));
    return std::max(unit_at(point), static_cast<int64_t>(share));
  };
  constexpr size_t kSide = kMaxPoints / 2;
  size_ = 0;
  for (int64_t at = centre; size_ < kSide && at < kFarthest;
       at = std::min(exact_point(at + width(at)), stops.next_above(at))) {
    const Interval above = at_point(profile, at);
    if ((at <= 0 || is_known(above)) && !put(at, above)) return false;
    if (at >= 0 && above.high < kNothingAbove) break;
  }
  const size_t upper = size_;
  for (int64_t at = centre; size_ < kMaxPoints && at > -kFarthest;) {
    at = std::max(exact_point(at - width(at)), stops.next_below(at));
    const Interval below = at_point(profile, at);
    if ((at >= 0 || is_known(below)) && !put(at, below)) return false;
    if (at <= 0 && below.high < kNothingBelow) break;
  }
  put_in_order(points_.begin(), upper);
  put_in_order(masses_.begin(), upper);
  put_in_order(logs_.begin(), upper);
  return true;
}

// Values at points from the centre upwards, `upper` of them, and then downwards: the least point's first from now on.
template <class T>
void LossDistribution::put_in_order(T *values, size_t upper) const {
  std::rotate(values, values + upper, values + size_);
  std::reverse(values, values + (size_ - upper));
}

// masses_[i] becomes the chance of a loss at point i or above, after the move; rounded up. The profile was put there.
void LossDistribution::fill_tails(const Profile &profile) {
  const auto profile_at = [&](size_t i) { return Interval{masses_[i], logs_[i]}; };
  Interval above = profile_at(size_ - 1);  // at the point above, of its sign's order
  infinite_ = loss(size_ - 1) < 0 ? 1 : above.high;
  for (size_t i = size_; i-- > 1;) {
    const double x = loss(i), before = loss(i - 1), gap = x - before;
    const Interval here = profile_at(i - 1);
    double tail;
    if (before >= 0) {
      tail = above.low + std::fmax(0, here.high - above.low) / -std::expm1(-gap) * (1 + kMargin50);
    } else {
      // 1 less the chance of a loss at or below the point before, from the other order's profile at -x and -before.
      const Interval near = x < 0 ? above : profile.at_reversed(-x);
      tail = 1 - std::fmax(0, near.low - here.high) / (std::exp(-x) * std::expm1(gap)) * (1 - kMargin50 * (2 - x));
    }
    above = here;
    masses_[i] = std::fmin(1, tail * (1 + kMargin50));
  }
  masses_[0] = 1;
}

// masses_[i] becomes the chance of cell i or one above, whose ends lie halfway between points: rounded down under the
// first law, up under the second.
void LossDistribution::fill_cell_tails(const Profile &profile, bool second) {
  constexpr double kAlways = 1 - 0x1p-53;
  const double own = profile.finite() != nullptr ? 2 * profile.finite()->mass_error() : 0;
  const double margin = (second ? 1 : -1) * (2 * Profile::kTailError + own);
  masses_[0] = 1;
  for (size_t i = 1; i < size_; ++i) {
    const Tails tails = profile.tails((loss(i - 1) + loss(i)) / 2);
    const double above = second ? tails.second_above : tails.first_above;
    const double below = second ? tails.second_below : tails.first_below;
    // By the smaller of the two.
    const double tail = above < 0.5 ? above * (1 + margin) : 1 - below * (1 - margin);
    masses_[i] = second ? std::fmin(1, tail / kAlways) : std::fmin(masses_[i - 1], std::fmax(0, tail * kAlways));
  }
}

// Of tails that do not fall the greatest beyond counts.
void LossDistribution::tails_to_masses() {
  double tail = infinite_;
  for (size_t i = size_; i-- > 0;) {
    const double own = std::fmax(tail, masses_[i]);
    masses_[i] = (own - tail) * (1 + kMargin50);
    tail = own;
  }
}

void LossDistribution::drop_empty() {
  size_t kept = 0;
  for (size_t i = 0; i < size_; ++i) {
    if (!(masses_[i] > 0)) continue;
    points_[kept] = points_[i];
    masses_[kept] = masses_[i];
    logs_[kept++] = std::log(masses_[i]);
  }
  size_ = kept;
}

double LossDistribution::loss_within(double chance) const {
  if (!(infinite_ <= chance) || size_ == 0) return INFINITY;
  double beyond = infinite_;
  size_t i = size_ - 1;
  for (; i > 0 && beyond + masses_[i] <= chance; --i) beyond += masses_[i];
  return loss(i);
}

void LossDistribution::cut(double greatest, bool as_infinite) {
  for (; size_ > 1 && loss(size_ - 2) >= greatest; --size_) {
    if (as_infinite) {
      infinite_ = (infinite_ + masses_[size_ - 1]) * (1 + kMargin50);
    } else {
      masses_[size_ - 2] += masses_[size_ - 1];
      logs_[size_ - 2] = std::log(masses_[size_ - 2]);
    }
  }
}

double LossDistribution::mean() const {
  double sum = 0;
  for (size_t i = 0; i < size_; ++i) sum += masses_[i] * loss(i);
  return sum;
}

double LossDistribution::variance() const {
  const double centre = mean();
  double sum = 0;
  for (size_t i = 0; i < size_; ++i) sum += masses_[i] * (loss(i) - centre) * (loss(i) - centre);
  return sum;
}

double LossDistribution::greatest_exponent(double t) const {
  double greatest = -INFINITY;
  for (size_t i = 0; i < size_; ++i) {
    const double exponent = logs_[i] + t * loss(i);
    greatest = exponent > greatest ? exponent : greatest;
  }
  return greatest;
}

// Calls use(weight, loss) with weight = e^(t loss - shift) mass for all losses, upwards.
template <class Use>
void LossDistribution::visit_weights(double t, double shift, const Use &use) const {
  constexpr size_t kRun = 128;
  double weights[kRun];
  for (size_t begin = 0; begin < size_; begin += kRun) {
    const size_t n = std::min(kRun, size_ - begin);
    for (size_t i = 0; i < n; ++i) weights[i] = logs_[begin + i] + t * loss(begin + i) - shift;
    numeric::exp_each(weights, weights, static_cast<int64_t>(n));
    for (size_t i = 0; i < n; ++i) use(weights[i], loss(begin + i));
  }
}

double LossDistribution::log_moment(double t, double *mean, double *variance) const {
  const double greatest = greatest_exponent(t);
  double sum = 0, first = 0, second = 0;
  visit_weights(t, greatest, [&](double weight, double x) {
    const double moment = weight * x;
    sum += weight;
    first += moment;
    second += moment * x;
  });
  *mean = first / sum;
  *variance = std::fmax(0, second / sum - *mean * *mean);
  return greatest + std::log(sum);
}

double LossDistribution::spread_of_waves(double t, double frequency) const {
  double sum = 0, real = 0, imaginary = 0;
  visit_weights(t, greatest_exponent(t), [&](double weight, double x) {
    if (!(weight > kWeightless)) return;
    const double half = std::sin(frequency * x / 2);
    sum += weight;
    real += weight * 2 * half * half;  // 1 - cos
    imaginary += weight * std::sin(frequency * x);
  });
  real /= sum, imaginary /= sum;
  return real - (real * real + imaginary * imaginary) / 2;
}

double LossDistribution::added_variance(double t, double step) const {
  const double most = step * step / 6;
  double sum = 0, added = 0;
  visit_weights(t, greatest_exponent(t), [&](double weight, double x) {
    const double far = step * std::fabs(x);
    sum += weight;
    added += weight * (far < most ? far : most);
  });
  return added / sum;
}

}  // namespace dpcvx::privacy
