#include "model/domains/domain.h"

#include <algorithm>

#include "base/error.h"
#include "numeric/margins.h"
#include "numeric/norm.h"
#include "model/domains/domain_projection.h"

namespace dpcvx::model {

using numeric::dual_exponent;

namespace {

// max over the unit lp ball of ||u||_2.
double widest(double p, int64_t dimension) { return numeric::ratio_of_norms(static_cast<double>(dimension), 2, p); }

// Bounds E ||z||_q of d independent standard normal entries: by the mean of |z_j|^q, or by that of the largest.
double mean_norm(double q, int64_t dimension) {
  const double d = static_cast<double>(dimension), largest = std::sqrt(2 * std::log(2 * d));
  if (q == INFINITY) return largest;
  const double moment = std::sqrt(2.0) * std::exp((std::lgamma((q + 1) / 2) - std::log(M_PI) / 2) / q);
  return std::pow(d, 1 / q) * std::min(moment, largest);
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

// The lp norm of f(j), j < count.
template <class F>
double norm(int64_t count, double p, const F &f) {
  const double most = largest(count, f);
  if (most == 0 || p == INFINITY) return most;
  if (p == 2) return l2(count, f);
  Total sum;
  for (int64_t j = 0; j < count; ++j) sum.add(std::pow(std::fabs(f(j)) / most, p));
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
  const int64_t given = centre == nullptr ? 0 : dimension;  // entries that may not be 0
  const double off = l2(given, middle), root = std::sqrt(static_cast<double>(dimension));
  radius_ = numeric::up_many(off + radius * widest(p, dimension));
  diameter_ = numeric::up_many(2 * radius * widest(p, dimension));
  width_ = numeric::up_many(radius * mean_norm(dual_exponent(p), dimension));
  if (p == 2)
    projection_error_ = 0x1p-49 * (radius + off);
  else if (p == INFINITY)
    projection_error_ = centre == nullptr ? 0 : 0x1p-51 * root * (radius + largest(given, middle));
  else
    projection_error_ = (p == 1 ? 0x1p-49 : 0x1p-47) * root * (radius + largest(given, middle));
  return DPCVX_OK;
}

dpcvx_status Domain::make_box(const double *low, const double *high, int64_t dimension, Error &error) {
  const size_t count = static_cast<size_t>(dimension);
  if (!first_.assign(low, count) || !second_.assign(high, count)) return error.nomem("a domain");
  for (double &end : first_) end = std::max(end, -kMax);
  for (double &end : second_) end = std::min(end, kMax);
  low = first_.data(), high = second_.data();
  kind_ = kBox;
  dimension_ = dimension;
  radius_ = numeric::up_many(l2(dimension, [&](int64_t j) { return std::max(std::fabs(low[j]), std::fabs(high[j])); }));
  diameter_ = numeric::up_many(l2(dimension, [&](int64_t j) { return high[j] - low[j]; }));
  Total sides;
  for (int64_t j = 0; j < dimension; ++j) sides.add(high[j] - low[j]);
  width_ = numeric::up_many(sides.value() / std::sqrt(2 * M_PI));
  return DPCVX_OK;
}

void Domain::make_simplex(double total, int64_t dimension) {
  kind_ = kSimplex;
  dimension_ = dimension;
  size_ = total;
  radius_ = total;
  diameter_ = dimension == 1 ? 0 : numeric::up_many(std::sqrt(2.0) * total);
  width_ = numeric::up_many(total * std::sqrt(2 * std::log(static_cast<double>(dimension))));
  projection_error_ = 0x1p-49 * std::sqrt(static_cast<double>(dimension)) * total;
}

dpcvx_status Domain::make_schatten_ball(double p, double radius, int64_t rows, int64_t columns, Error &error) {
  const int64_t rank = std::min(rows, columns);
  if (p == 2 || rank == 1) return make_ball(2, radius, nullptr, rows * columns, error);
  if (!matrices_.allocate(p, radius, rows, columns)) return error.nomem("a domain");
  kind_ = kSchatten;
  dimension_ = rows * columns;
  p_ = p;
  size_ = radius;
  radius_ = numeric::up_many(radius * widest(p, rank));
  diameter_ = numeric::up_many(2 * radius * widest(p, rank));
  width_ = numeric::up_many(radius * schatten_width(p, rows, columns));
  projection_error_ = INFINITY;
  return DPCVX_OK;
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
    case kSchatten:
      return matrices_.project(w, out);
  }
}

void Domain::start(double *out, int64_t dimension) const {
  std::fill(out, out + dimension, 0.0);
  project(out, out, dimension);
}

double Domain::reach(const double *from, double p) const {
  const double d = static_cast<double>(dimension_);
  const auto far_side = [&](int64_t j) { return std::max(high(j) - from[j], from[j] - low(j)); };
  switch (kind_) {
    case kAll:
      break;
    case kBall:
      if (p_ == INFINITY) return numeric::up_many(norm(dimension_, p, far_side));
      return numeric::up_many(norm(dimension_, p, [&](int64_t j) { return from[j] - centre(j); }) +
                              size_ * numeric::ratio_of_norms(d, p, p_));
    case kBox:
      return numeric::up_many(norm(dimension_, p, far_side));
    case kSimplex: {
      // Convex: greatest at a corner, that of the least entry.
      const int64_t corner = std::min_element(from, from + dimension_) - from;
      return numeric::up_many(norm(dimension_, p, [&](int64_t j) { return j == corner ? size_ - from[j] : from[j]; }));
    }
    case kSchatten:
      return numeric::up_many((norm(dimension_, 2, [&](int64_t j) { return from[j]; }) + radius_) *
                              numeric::ratio_of_norms(d, p, 2));
  }
  return INFINITY;
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
    case kSchatten:
      return matrices_.norm(w, p_) <= size_ + slack;
  }
  return false;
}

double Domain::support(const double *v, int64_t dimension) const {
  double sum = 0;
  switch (kind_) {
    case kAll:
      return largest(dimension, [v](int64_t j) { return v[j]; }) == 0 ? 0 : INFINITY;
    case kBall: {
      for (int64_t j = 0; j < dimension; ++j) sum += v[j] * centre(j);
      return sum + size_ * norm(dimension, dual_exponent(p_), [v](int64_t j) { return v[j]; });
    }
    case kBox:
      for (int64_t j = 0; j < dimension; ++j)
        sum += std::max(v[j] * first_[static_cast<size_t>(j)], v[j] * second_[static_cast<size_t>(j)]);
      return sum;
    case kSimplex:
      return size_ * *std::max_element(v, v + dimension);
    case kSchatten:
      return size_ * matrices_.norm(v, dual_exponent(p_));
  }
  return sum;
}

}  // namespace dpcvx::model
