#include "sample/schatten_norm.h"

#include <algorithm>
#include <cmath>

#include "numeric/pairs.h"

namespace dpcvx::sample {

namespace {

using numeric::load_pair;
using numeric::Pair;
using numeric::store_pair;

constexpr double kPi = 3.14159265358979323846, kUlp = 0x1p-52;
// Between the nodes' logarithms. Half of it squares the error of the sum.
constexpr double kStep = 1.6;
// What nodes that are left out may add on either side.
constexpr double kLeftOut = 0x1p-19;
// A square that is off by more decides little.
constexpr double kMaxError = 0x1p-8;

// sum_{i >= 0} e^(slope (from + i step)), slope and step of unlike signs.
double geometric(double slope, double from, double step) { return std::exp(slope * from) / -std::expm1(slope * step); }

}  // namespace

bool SchattenNorm::allocate(int64_t rows, int64_t columns, double q) {
  exponent_ = 2 / q;
  return gram_.allocate(rows, columns) && place_nodes(q / 2);
}

// With a = q / 2, 0 < a < 1, and nodes e^y, y in steps h,
//   x^a = sin(pi a) / pi integral e^(ay) x / (x + e^y) dy, about unit sum e^(ay) x / (x + e^y), unit = h sin(pi a) /
//   pi.
bool SchattenNorm::place_nodes(double a) {
  const double k = static_cast<double>(gram_.rank());
  unit_ = kStep * std::sin(kPi * a) / kPi;
  // The logarithms of the first ones to be left out.
  const double high = std::log(unit_ / kLeftOut * geometric(a - 3, 0, kStep)) / (3 - a);
  // Nodes next to what eigenvalues are off by would magnify it.
  const double low =
      std::max(std::log(2 * kLeftOut / (k * unit_ * geometric(a, 0, -kStep))) / a, std::log(8 * apart()));
  const size_t count = 2 * static_cast<size_t>(std::max(1.0, std::ceil((high - low) / (2 * kStep))));
  for (Buffer<double> *buffer : {&nodes_, &weights_, &reciprocals_, &slopes_, &sums_})
    if (!buffer->allocate(count)) return false;
  const auto at = [&](size_t j) { return low + static_cast<double>(j + 1) * kStep; };
  for (size_t j = 0; j < count; ++j) {
    nodes_[j] = std::exp(at(j));
    weights_[j] = unit_ * std::exp(a * at(j));
  }
  below_ = unit_ * geometric(a, low, -kStep) / 2;
  first_ = unit_ * geometric(a - 1, at(count), kStep);
  second_ = unit_ * geometric(a - 2, at(count), kStep);
  third_ = unit_ * geometric(a - 3, at(count), kStep);
  bound_error(a);
  return true;
}

// Bounds what eigenvalues, whose sum is 1, are off by together in l2.
double SchattenNorm::apart() const {
  const double k = static_cast<double>(gram_.rank()), m = static_cast<double>(gram_.longer());
  return (m + k + 3 + k * (30 * k + 170)) * kUlp;
}

void SchattenNorm::bound_error(double a) {
  const double k = static_cast<double>(gram_.rank());
  double steep = 0, total = 0;
  for (size_t j = 0; j < nodes_.size(); ++j) {
    steep += weights_[j] / nodes_[j];
    total += weights_[j];
  }
  const double of_sum = 2.1 * std::sin(kPi * a) / std::sinh(2 * kPi * kPi / kStep);
  const double rounded = k * kUlp * (10 * steep + (4 * k + 20) * total);
  const double share = of_sum + k * below_ + third_ + 2 * (steep + 2 * second_) * std::sqrt(k) * apart() + rounded;
  error_ = share / a * (1 + 0x1p-6) + 0x1p-30;
  if (!(a < 1 - 0x1p-10) || !(error_ <= kMaxError)) error_ = INFINITY;
}

double SchattenNorm::square(const double *x, const double *centre) {
  const double trace = gram_.multiply(x, centre);
  if (!Gram::is_usable(trace)) return NAN;
  gram_.reduce();
  return trace * std::pow(trace_of_power(1 / trace), exponent_);
}

// The sum of the powers of the eigenvalues of the tridiagonal matrix T times `scale`. That of x / (x + t) over the
// eigenvalues x is k - t d/dt log det(T + t), and the determinant is the product of pivots.
double SchattenNorm::trace_of_power(double scale) {
  std::fill(reciprocals_.begin(), reciprocals_.end(), 0.0);
  std::fill(slopes_.begin(), slopes_.end(), 0.0);
  std::fill(sums_.begin(), sums_.end(), 0.0);
  double of_squares = 0;
  for (size_t i = 0; i < gram_.rank(); ++i) {
    const double entry = scale * gram_.diagonal()[i], before = i == 0 ? 0 : scale * gram_.beside()[i - 1];
    const double beside = before * before;
    of_squares += entry * entry + 2 * beside;
    for (size_t j = 0; j < nodes_.size(); j += 2) {
      const Pair reciprocal = load_pair(reciprocals_.data() + j), across = beside * reciprocal;
      const Pair slope = 1.0 + across * reciprocal * load_pair(slopes_.data() + j);
      const Pair next = 1.0 / ((entry + load_pair(nodes_.data() + j)) - across);
      store_pair(reciprocals_.data() + j, next);
      store_pair(slopes_.data() + j, slope);
      store_pair(sums_.data() + j, load_pair(sums_.data() + j) + slope * next);
    }
  }
  const double k = static_cast<double>(gram_.rank());
  double sum = k * below_ + first_ - second_ * of_squares;
  for (size_t j = 0; j < nodes_.size(); ++j) sum += weights_[j] * (k - nodes_[j] * sums_[j]);
  return sum;
}

}  // namespace dpcvx::sample
