#include "numeric/singular_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace dpcvx::numeric {

namespace {

constexpr size_t kLane = 4;
// A shorter row is at most 2^-49 of the longest, which rounding of that one's turns: it is left alone, and counts as 0.
constexpr double kNothing = 0x1p-100;

typedef double Pair __attribute__((vector_size(16)));

Pair load(const double *from) {
  Pair pair;
  std::memcpy(&pair, from, sizeof(pair));
  return pair;
}

void store(double *to, Pair pair) { std::memcpy(to, &pair, sizeof(pair)); }

size_t whole_lanes(size_t count) { return (count + kLane - 1) / kLane * kLane; }

// Of arrays of whole lanes.
double dot(const double *a, const double *b, size_t count) {
  Pair even = {}, odd = {};
  for (size_t j = 0; j < count; j += kLane) {
    even += load(a + j) * load(b + j);
    odd += load(a + j + 2) * load(b + j + 2);
  }
  even += odd;
  return even[0] + even[1];
}

void rotate(double *a, double *b, size_t count, double cosine, double sine) {
  for (size_t j = 0; j < count; j += 2) {
    const Pair x = load(a + j), y = load(b + j);
    store(a + j, cosine * x - sine * y);
    store(b + j, sine * x + cosine * y);
  }
}

}  // namespace

bool SingularValues::allocate(size_t count, size_t length) {
  count_ = count;
  length_ = length;
  stride_ = whole_lanes(length);
  turned_ = whole_lanes(count);
  // Sums of rounded products cannot tell smaller cosines from 0.
  tolerance_ = 0x1p-51 * std::sqrt(static_cast<double>(stride_));
  size_t entries, turns;
  return checked_multiply(count_, stride_, &entries) && checked_multiply(count_, turned_, &turns) &&
         rows_.allocate(entries) && rotation_.allocate(turns) && values_.allocate(count_) && squares_.allocate(count_);
}

bool SingularValues::decompose() {
  std::fill(rotation_.begin(), rotation_.end(), 0.0);
  for (size_t i = 0; i < count_; ++i) rotation_[i * turned_ + i] = 1;
  bool rotated = true;
  for (sweeps_ = 0; rotated && sweeps_ < kMaxSweeps; ++sweeps_) rotated = sweep();
  for (size_t i = 0; i < count_; ++i) {
    const double square = dot(row(i), row(i), stride_);
    values_[i] = square > kNothing ? std::sqrt(square) : 0;
  }
  return !rotated;
}

// Returns whether a pair was rotated.
bool SingularValues::sweep() {
  bool rotated = false;
  for (size_t i = 0; i < count_; ++i) squares_[i] = dot(row(i), row(i), stride_);
  for (size_t i = 0; i < count_; ++i)
    for (size_t j = i + 1; j < count_; ++j) {
      const double a = squares_[i], b = squares_[j], across = dot(row(i), row(j), stride_);
      if (!(a > kNothing && b > kNothing)) continue;
      if (!(std::fabs(across) > tolerance_ * std::sqrt(a) * std::sqrt(b))) continue;
      // Of the two rotations that make the pair orthogonal, the one by the lesser angle.
      const double zeta = (b - a) / (2 * across);
      const double tangent = std::copysign(1 / (std::fabs(zeta) + std::sqrt(1 + zeta * zeta)), zeta);
      const double cosine = 1 / std::sqrt(1 + tangent * tangent), sine = cosine * tangent;
      rotate(row(i), row(j), stride_, cosine, sine);
      rotate(rotation_.data() + i * turned_, rotation_.data() + j * turned_, turned_, cosine, sine);
      squares_[i] = a - tangent * across;
      squares_[j] = b + tangent * across;
      rotated = true;
    }
  return rotated;
}

}  // namespace dpcvx::numeric
