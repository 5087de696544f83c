#include "model/domains/domain.h"

#include <algorithm>

#include "base/error.h"
#include "numeric/margins.h"
#include "model/domains/domain_projection.h"

namespace dpcvx::model {

namespace {

// max over the unit lp ball of ||u||_2.
double widest(double p, int64_t dimension) {
  return p <= 2 ? 1 : std::pow(static_cast<double>(dimension), 0.5 - 1 / p);
}

// max of f(j) and root of the sum of its squares, j < count; f is at most 2 kMax, so that nothing overflows.
template <class F>
double largest(int64_t count, const F &f) {
  double most = 0;
  for (int64_t j = 0; j < count; ++j) most = std::max(most, std::fabs(f(j)));
  return most;
}

template <class F>
double l2(int64_t count, const F &f) {
  const double most = largest(count, f);
  if (most == 0) return 0;
  Total squares;
  for (int64_t j = 0; j < count; ++j) squares.add(f(j) / most * (f(j) / most));
  return most * std::sqrt(squares.value());
}

// ||v||_p.
double norm(const double *v, int64_t count, double p) {
  const auto entry = [v](int64_t j) { return v[j]; };
  const double most = largest(count, entry);
  if (most == 0 || p == INFINITY) return most;
  if (p == 2) return l2(count, entry);
  Total sum;
  for (int64_t j = 0; j < count; ++j) sum.add(std::pow(std::fabs(v[j]) / most, p));
  return most * std::pow(sum.value(), 1 / p);
}

}  // namespace

dpcvx_status Domain::make_ball(double p, double radius, const double *centre, int64_t dimension, Error &error) {
  if (centre != nullptr && !first_.assign(centre, static_cast<size_t>(dimension))) return error.nomem("a domain");
  kind_ = kBall;
  dimension_ = dimension;
  p_ = p;
  size_ = radius;
  const auto middle = [this](int64_t j) { return this->centre(j); };
  const double off = l2(dimension, middle), root = std::sqrt(static_cast<double>(dimension));
  radius_ = numeric::up_many(off + radius * widest(p, dimension));
  diameter_ = numeric::up_many(2 * radius * widest(p, dimension));
  if (p == 2)
    projection_error_ = 0x1p-49 * (radius + off);
  else if (p == INFINITY)
    projection_error_ = centre == nullptr ? 0 : 0x1p-51 * root * (radius + largest(dimension, middle));
  else
    projection_error_ = (p == 1 ? 0x1p-49 : 0x1p-47) * root * (radius + largest(dimension, middle));
  return DPCVX_OK;
}

dpcvx_status Domain::make_box(const double *low, const double *high, int64_t dimension, Error &error) {
  const size_t count = static_cast<size_t>(dimension);
  if (!first_.assign(low, count) || !second_.assign(high, count)) return error.nomem("a domain");
  kind_ = kBox;
  dimension_ = dimension;
  radius_ = numeric::up_many(l2(dimension, [&](int64_t j) { return std::max(std::fabs(low[j]), std::fabs(high[j])); }));
  diameter_ = numeric::up_many(l2(dimension, [&](int64_t j) { return high[j] - low[j]; }));
  return DPCVX_OK;
}

void Domain::make_simplex(double total, int64_t dimension) {
  kind_ = kSimplex;
  dimension_ = dimension;
  size_ = total;
  radius_ = total;
  diameter_ = dimension == 1 ? 0 : numeric::up_many(std::sqrt(2.0) * total);
  projection_error_ = 0x1p-49 * std::sqrt(static_cast<double>(dimension)) * total;
}

void Domain::project(const double *w, double *out, int64_t dimension) const {
  const Offsets offsets{w, kind_ == kBall ? first_.data() : nullptr, dimension};
  switch (kind_) {
    case kAll:
      for (int64_t j = 0; j < dimension; ++j) out[j] = offsets.point(j);
      return;
    case kBall:
      if (p_ == 2) return project_on_l2_ball(offsets, size_, out);
      if (p_ == 1) return project_on_l1_ball(offsets, size_, out);
      if (p_ < INFINITY) return project_on_lp_ball(offsets, p_, size_, out);
      for (int64_t j = 0; j < dimension; ++j)
        out[j] = std::clamp(offsets.point(j), centre(j) - size_, centre(j) + size_);
      return;
    case kBox:
      for (int64_t j = 0; j < dimension; ++j)
        out[j] = std::clamp(offsets.point(j), first_[static_cast<size_t>(j)], second_[static_cast<size_t>(j)]);
      return;
    case kSimplex:
      return project_on_simplex(offsets, size_, out);
  }
}

void Domain::start(double *out, int64_t dimension) const {
  std::fill(out, out + dimension, 0.0);
  project(out, out, dimension);
}

bool Domain::contains(const double *w, double slack) const {
  Total sum;
  switch (kind_) {
    case kAll:
      return true;
    case kBall: {
      // ||x||_p for x = w - c, by its entries' ratios to the largest.
      const auto offset = [&](int64_t j) { return w[j] - centre(j); };
      const double most = largest(dimension_, offset);
      if (!(most <= size_ + slack)) return false;
      if (most == 0 || p_ == INFINITY) return true;
      for (int64_t j = 0; j < dimension_; ++j) sum.add(std::pow(std::fabs(offset(j)) / most, p_));
      return most * std::pow(sum.value(), 1 / p_) <= size_ + slack;
    }
    case kBox:
      for (int64_t j = 0; j < dimension_; ++j)
        if (!(w[j] >= first_[static_cast<size_t>(j)] - slack && w[j] <= second_[static_cast<size_t>(j)] + slack))
          return false;
      return true;
    case kSimplex:
      for (int64_t j = 0; j < dimension_; ++j) {
        if (!(w[j] >= -slack)) return false;
        sum.add(w[j]);
      }
      return std::fabs(sum.value() - size_) <= slack;
  }
  return false;
}

double Domain::support(const double *v, int64_t dimension) const {
  double sum = 0;
  switch (kind_) {
    case kAll:
      return largest(dimension, [v](int64_t j) { return v[j]; }) == 0 ? 0 : INFINITY;
    case kBall: {
      const double dual = p_ == 1 ? INFINITY : p_ == INFINITY ? 1 : p_ / (p_ - 1);
      for (int64_t j = 0; j < dimension; ++j) sum += v[j] * centre(j);
      return sum + size_ * norm(v, dimension, dual);
    }
    case kBox:
      for (int64_t j = 0; j < dimension; ++j)
        sum += std::max(v[j] * first_[static_cast<size_t>(j)], v[j] * second_[static_cast<size_t>(j)]);
      return sum;
    case kSimplex:
      return size_ * *std::max_element(v, v + dimension);
  }
  return sum;
}

}  // namespace dpcvx::model
