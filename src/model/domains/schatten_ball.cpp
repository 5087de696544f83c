#include "model/domains/schatten_ball.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "model/domains/domain_projection.h"
#include "numeric/margins.h"
#include "numeric/norm.h"

namespace dpcvx::model {

using numeric::ratio_of_norms;

namespace {

double as_number(double x) { return x != x ? 0 : std::clamp(x, -DBL_MAX, DBL_MAX); }

// Singular values near the largest double are taken in greater units, in which their norms do not overflow.
constexpr int kFar = 900, kUnit = 64;

}  // namespace

bool SchattenBall::allocate(double p, double radius, int64_t rows, int64_t columns) {
  p_ = p;
  radius_ = radius;
  rows_ = rows;
  columns_ = columns;
  by_rows_ = rows <= columns;
  rank_ = std::min(rows, columns);
  const size_t rank = static_cast<size_t>(rank_);
  return values_.allocate(rank, static_cast<size_t>(std::max(rows, columns))) && size_.allocate(rank) &&
         kept_.allocate(rank);
}

// By a power of 2: no square overflows, and no rounding is added.
void SchattenBall::decompose(const double *w) {
  const int64_t count = rows_ * columns_;
  double most = 0;
  for (int64_t j = 0; j < count; ++j) most = std::max(most, std::fabs(as_number(w[j])));
  exponent_ = most > 0 ? std::ilogb(most) + 1 : 0;
  for (int64_t i = 0; i < rows_; ++i)
    for (int64_t j = 0; j < columns_; ++j) {
      const double entry = std::ldexp(as_number(w[i * columns_ + j]), -exponent_);
      (by_rows_ ? values_.row(static_cast<size_t>(i))[j] : values_.row(static_cast<size_t>(j))[i]) = entry;
    }
  values_.decompose();
}

// The l2 norm bounds the others, so that most inner points need no singular values.
bool SchattenBall::plainly_inside(const double *w) const {
  Total squares;
  for (int64_t j = 0; j < rows_ * columns_; ++j) squares.add(w[j] * w[j]);
  const double norm = numeric::up_many(std::sqrt(squares.value()));
  return norm > 0x1p-300 && norm * ratio_of_norms(static_cast<double>(rank_), p_, 2) <= radius_;
}

void SchattenBall::project(const double *w, double *out) {
  if (plainly_inside(w)) return void(std::copy(w, w + rows_ * columns_, out));
  const Lock lock(mutex_);
  decompose(w);
  const int unit = exponent_ > kFar ? kUnit : 0;
  const double radius = std::ldexp(radius_, -unit);
  bool inside = true;
  for (int64_t k = 0; k < rank_; ++k) {
    const size_t at = static_cast<size_t>(k);
    size_[at] = std::ldexp(values_.values()[k], exponent_ - unit);
  }
  const Offsets offsets{size_.data(), nullptr, rank_};
  if (p_ == 1)
    project_on_l1_ball(offsets, radius, kept_.data());
  else if (p_ < INFINITY)
    project_on_lp_ball(offsets, p_, radius, kept_.data());
  else
    for (size_t k = 0; k < kept_.size(); ++k) kept_[k] = std::min(size_[k], radius);
  for (size_t k = 0; k < kept_.size(); ++k) {
    inside = inside && kept_[k] == size_[k];
    kept_[k] = std::ldexp(kept_[k], unit);
  }
  if (inside) {
    for (int64_t j = 0; j < rows_ * columns_; ++j) out[j] = as_number(w[j]);
    return;
  }
  compose(out);
}

// sum_k (kept k) (row k of the rotation) (turned row k)' / (its length).
void SchattenBall::compose(double *out) {
  std::fill(out, out + rows_ * columns_, 0.0);
  for (size_t k = 0; k < kept_.size(); ++k) {
    const double length = values_.values()[k];
    if (!(kept_[k] > 0) || !(length > 0)) continue;
    const double *const turned = values_.row(k), *const turn = values_.rotation(k);
    const double *const left = by_rows_ ? turn : turned, *const right = by_rows_ ? turned : turn;
    for (int64_t i = 0; i < rows_; ++i) {
      const double share = by_rows_ ? left[i] : left[i] / length;
      for (int64_t j = 0; j < columns_; ++j) {
        const double other = by_rows_ ? right[j] / length : right[j];
        out[i * columns_ + j] += kept_[k] * (share * other);
      }
    }
  }
}

double SchattenBall::norm(const double *w, double q) {
  const Lock lock(mutex_);
  decompose(w);
  double most = 0;
  for (int64_t k = 0; k < rank_; ++k) most = std::max(most, values_.values()[k]);
  if (most == 0 || q == INFINITY) return std::ldexp(most, exponent_);
  Total sum;
  for (int64_t k = 0; k < rank_; ++k) sum.add(std::pow(values_.values()[k] / most, q));
  return std::ldexp(most * std::pow(sum.value(), 1 / q), exponent_);
}

double schatten_width(double p, int64_t rows, int64_t columns) {
  const double m = static_cast<double>(rows), n = static_cast<double>(columns), rank = std::min(m, n);
  const double q = numeric::dual_exponent(p);
  const double by_greatest = ratio_of_norms(rank, q, INFINITY) * (std::sqrt(m) + std::sqrt(n));
  const double by_squares = ratio_of_norms(rank, q, 2) * std::sqrt(m * n);
  return numeric::up_many(std::min(by_greatest, by_squares));
}

}  // namespace dpcvx::model
