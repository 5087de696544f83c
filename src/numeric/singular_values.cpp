#include "numeric/singular_values.h"

#include <algorithm>
#include <cmath>

#include "numeric/pairs.h"

namespace dpcvx::numeric {

namespace {

constexpr size_t kLane = 4;
// A shorter row is at most 2^-49 of the longest, which rounding of that one's turns: it is left alone, and counts as 0.
constexpr double kNothing = 0x1p-100;

size_t whole_lanes(size_t count) { return (count + kLane - 1) / kLane * kLane; }

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
         rows_.allocate(entries) && unturned_.allocate(entries) && rotation_.allocate(turns) &&
         values_.allocate(count_) && squares_.allocate(count_) && across_.allocate(count_) &&
         tangents_.allocate(count_);
}

bool SingularValues::decompose() {
  keeps_rotation_ = true;
  std::fill(rotation_.begin(), rotation_.end(), 0.0);
  for (size_t i = 0; i < count_; ++i) rotation_[i * turned_ + i] = 1;
  return come_to_rest();
}

bool SingularValues::decompose_from_rotation() {
  keeps_rotation_ = true;
  rows_.swap(unturned_);
  std::fill(rows_.begin(), rows_.end(), 0.0);
  for (size_t i = 0; i < count_; ++i)
    for (size_t j = 0; j < count_; ++j) add_multiple(rotation(i)[j], unturned_.data() + j * stride_, row(i), stride_);
  return come_to_rest();
}

bool SingularValues::decompose_values() {
  keeps_rotation_ = false;
  return come_to_rest();
}

bool SingularValues::come_to_rest() {
  bool rotated = true;
  for (sweeps_ = 0; rotated && sweeps_ < kMaxSweeps; ++sweeps_) rotated = sweep();
  for (size_t i = 0; i < count_; ++i) {
    const double square = dot_of_fours(row(i), row(i), stride_);
    values_[i] = square > kNothing ? std::sqrt(square) : 0;
  }
  return !rotated;
}

// Returns whether a pair was rotated. Pairs i < j of one i + j have no row in common. Stage by stage, by i + j, they
// give the bits of row order: of two pairs with a common row the same one comes first.
bool SingularValues::sweep() {
  bool rotated = false;
  for (size_t i = 0; i < count_; ++i) squares_[i] = dot_of_fours(row(i), row(i), stride_);
  for (size_t sum = 1; sum + 3 <= 2 * count_; ++sum) {
    const size_t first = sum < count_ ? 0 : sum - count_ + 1, pairs = (sum + 1) / 2 - first;
    for (size_t k = 0; k < pairs; ++k) across_[k] = dot_of_fours(row(first + k), row(sum - first - k), stride_);
    for (size_t k = 0; k < pairs; ++k)
      tangents_[k] = tangent(squares_[first + k], squares_[sum - first - k], across_[k]);
    for (size_t k = 0; k < pairs; ++k) {
      if (tangents_[k] == 0) continue;
      turn(first + k, sum - first - k, tangents_[k], across_[k]);
      rotated = true;
    }
  }
  return rotated;
}

// Of rows of those squared lengths and that product: the tangent of the lesser angle that makes them orthogonal. 0:
// they are so, or count as 0.
double SingularValues::tangent(double a, double b, double across) const {
  const bool is_across = a > kNothing && b > kNothing && across * across > tolerance_ * tolerance_ * a * b;
  const double zeta = (b - a) / (2 * across);
  const double tangent = std::copysign(1 / (std::fabs(zeta) + std::sqrt(1 + zeta * zeta)), zeta);
  return is_across ? tangent : 0;
}

void SingularValues::turn(size_t i, size_t j, double tangent, double across) {
  const double cosine = 1 / std::sqrt(1 + tangent * tangent), sine = cosine * tangent;
  rotate(row(i), row(j), stride_, cosine, sine);
  if (keeps_rotation_) rotate(rotation(i), rotation(j), turned_, cosine, sine);
  squares_[i] -= tangent * across;
  squares_[j] += tangent * across;
}

}  // namespace dpcvx::numeric
