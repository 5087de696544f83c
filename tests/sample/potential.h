// Potentials on a line or a plane as the tests know them, apart from the library: V = k F + weight r + a quadratic, on
// a domain or with a wall about it. Coordinates are those of w, on a simplex all but the last.
#ifndef DPCVX_TESTS_SAMPLE_POTENTIAL_H_
#define DPCVX_TESTS_SAMPLE_POTENTIAL_H_

#include <algorithm>
#include <cmath>
#include <vector>

#include "dpcvx.h"

enum class Set { kAll, kBall, kBox, kSimplex };

struct Potential {
  const char *name;
  int dimension;  // of w
  int32_t loss;   // 0: none
  std::vector<double> rows, labels;
  double scale = 1;  // k
  double quantile = 0.3, l2 = 0;
  double norm = 2, regularizer = 0;  // p and the weight of r
  double quadratic = 0;
  std::vector<double> center{0, 0, 0};
  Set set = Set::kAll;
  double set_norm = 2, size = 1;  // of a ball; size is the simplex's total, too
  std::vector<double> set_center{0, 0, 0};
  std::vector<double> low, high;  // of a box
  double wall = INFINITY;

  int coordinates() const { return set == Set::kSimplex ? dimension - 1 : dimension; }

  double of_loss(double z, double b) const {
    switch (loss) {
      case DPCVX_LOSS_LOGISTIC:
        return b * z > 0 ? std::log1p(std::exp(-b * z)) : std::log1p(std::exp(b * z)) - b * z;
      case DPCVX_LOSS_HINGE:
        return std::max(0.0, 1 - b * z);
      case DPCVX_LOSS_ABSOLUTE:
        return std::fabs(z - b);
      case DPCVX_LOSS_PINBALL:
        return std::max(quantile * (b - z), (1 - quantile) * (z - b));
      default:
        return 0;
    }
  }

  // Modulus of r in l2. In so few dimensions the r of least constant for p <= 2 is that of l2, d^(2/p - 1) times as
  // large: d^(2/p - 2/q) / (q - 1) falls in q wherever log d < 2.
  double modulus() const { return norm < 2 ? std::pow(dimension, 2 / norm - 1) : 1; }
  double convexity() const { return scale * l2 + regularizer * modulus() + quadratic; }

  double operator()(const double *x) const {
    double w[3] = {x[0], coordinates() > 1 ? x[1] : 0, 0};
    if (set == Set::kSimplex) w[dimension - 1] = size - x[0] - (dimension > 2 ? x[1] : 0);
    double sum = 0, square = 0, from_center = 0;
    const size_t count = labels.size();
    for (size_t i = 0; i < count; ++i) {
      double z = 0;
      for (int j = 0; j < dimension; ++j) z += rows[i * static_cast<size_t>(dimension) + static_cast<size_t>(j)] * w[j];
      sum += of_loss(z, labels[i]);
    }
    for (int j = 0; j < dimension; ++j) {
      const double u = w[j] - center[static_cast<size_t>(j)];
      square += w[j] * w[j], from_center += u * u;
    }
    double value = (regularizer * modulus() + quadratic) / 2 * from_center;
    if (count > 0) value += scale * (sum / static_cast<double>(count) + l2 / 2 * square);
    return std::isinf(wall) ? value : value + wall * distance(w);
  }

  // Where coordinate j lies between which others, coordinate 1 - j being x (of no account on a line).
  void section(int j, double x, double *from, double *to) const {
    *from = -INFINITY, *to = INFINITY;
    const size_t at = static_cast<size_t>(j);
    if (set == Set::kBox) *from = low[at], *to = high[at];
    if (set == Set::kSimplex) *from = 0, *to = size - (coordinates() > 1 ? x : 0);
    if (set == Set::kBall) {
      const double other = coordinates() > 1 ? std::fabs(x - set_center[1 - at]) : 0;
      double half = -1;
      if (other <= size)
        half = other == 0 || std::isinf(set_norm)
                   ? size
                   : std::pow(std::pow(size, set_norm) - std::pow(other, set_norm), 1 / set_norm);
      *from = set_center[at] - half, *to = set_center[at] + half;
    }
  }
  // The values of coordinate j at all.
  void extent(int j, double *from, double *to) const {
    section(j, set == Set::kBall ? set_center[static_cast<size_t>(coordinates() - 1 - j)] : 0, from, to);
  }

  // Values of coordinate j at which V has corners, the other one being x.
  void corners(int j, double x, std::vector<double> *out) const {
    out->clear();
    const size_t d = static_cast<size_t>(dimension), at = static_cast<size_t>(j);
    for (size_t i = 0; i < labels.size() && loss != DPCVX_LOSS_LOGISTIC; ++i) {
      const double last = set == Set::kSimplex ? rows[i * d + d - 1] : 0;
      const double fixed = last * size + (coordinates() > 1 ? (rows[i * d + 1 - at] - last) * x : 0);
      const double slope = rows[i * d + at] - last;
      if (slope != 0) out->push_back((labels[i] - fixed) / slope);
    }
    double from, to;
    section(j, x, &from, &to);
    if (std::isfinite(from) && std::isfinite(wall)) out->push_back(from), out->push_back(to);
    if (set == Set::kBall) out->push_back(set_center[at]);
  }

 private:
  // What the wall's slope is taken of: w outside of the set by so much.
  double distance(const double *w) const {
    double sum = 0, norm = 0;
    for (int j = 0; j < dimension; ++j) {
      const size_t at = static_cast<size_t>(j);
      const double u = std::fabs(w[j] - set_center[at]);
      if (set == Set::kBox) sum += std::max({0.0, low[at] - w[j], w[j] - high[at]});
      if (set == Set::kSimplex) sum += std::max(0.0, -w[j]);
      if (set != Set::kBall) continue;
      if (std::isinf(set_norm))
        sum += std::max(0.0, u - size);
      else
        norm += std::pow(u, set_norm);
    }
    if (set != Set::kBall || std::isinf(set_norm)) return sum;
    // On a line every ball is an interval.
    if (dimension == 1) return std::max(0.0, std::pow(norm, 1 / set_norm) - size);
    const double longest = set_norm > 2 ? std::pow(dimension, 0.5 - 1 / set_norm) : 1;
    const double slope = longest / (set_norm * std::pow(size, set_norm - 1));
    return slope * std::max(0.0, norm - std::pow(size, set_norm));
  }
};

#endif
