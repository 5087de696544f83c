// Exact laws of quadratics between walls, and of sweeps of them, on grids of cells.
#ifndef DPCVX_TESTS_SAMPLE_SWEEPS_GRID_LAW_H_
#define DPCVX_TESTS_SAMPLE_SWEEPS_GRID_LAW_H_

#include <algorithm>

#include "privacy/divergences/gdp.h"
#include "sample/sweeps/quadratics.h"

namespace dpcvx::sample {

// Laws on a grid, in two dimensions and three: the joint masses.
class Grid {
 public:
  Grid(const Matrix &matrix, const std::vector<double> &linear, double low, double high, size_t cells)
      : d_(linear.size()), n_(cells), law_(1) {
    for (size_t i = 0; i < d_; ++i) law_.resize(law_.size() * n_);
    double least = INFINITY;
    std::vector<double> x(d_);
    for (size_t at = 0; at < law_.size(); ++at) {
      for (size_t i = 0, rest = at; i < d_; ++i, rest /= n_)
        x[i] = low + (high - low) * (static_cast<double>(rest % n_) + 0.5) / static_cast<double>(n_);
      double v = 0;
      for (size_t i = 0; i < d_; ++i) {
        v += linear[i] * x[i];
        for (size_t j = 0; j < d_; ++j) v += matrix[i * d_ + j] * x[i] * x[j] / 2;
      }
      law_[at] = v;
      least = std::min(least, v);
    }
    for (double &mass : law_) mass = std::exp(least - mass);
    normalize(&law_);
  }
  const std::vector<double> &law() const { return law_; }

  // A point.
  std::vector<double> at(const std::vector<size_t> &start) const {
    std::vector<double> law(law_.size());
    size_t at = 0;
    for (size_t i = d_; i-- > 0;) at = at * n_ + start[i];
    law[at] = 1;
    return law;
  }

  // The coordinates from `begin` to `end` - 1 drawn anew, given the others.
  void draw(size_t begin, size_t end, std::vector<double> *law) const {
    size_t stride = 1, count = 1;
    for (size_t i = 0; i < end; ++i) (i < begin ? stride : count) *= n_;
    for (size_t base = 0; base < law->size(); ++base) {
      if (base / stride % count != 0) continue;
      double mass = 0, total = 0;
      for (size_t k = 0; k < count; ++k) mass += (*law)[base + k * stride], total += law_[base + k * stride];
      for (size_t k = 0; k < count; ++k) (*law)[base + k * stride] = mass * law_[base + k * stride] / total;
    }
  }

  // From a point, `sweeps` sweeps.
  std::vector<double> swept(const std::vector<size_t> &start, int sweeps) const {
    std::vector<double> law = at(start);
    for (int t = 0; t < sweeps; ++t)
      for (size_t i = 0; i < d_; ++i) draw(i, i + 1, &law);
    return law;
  }

 private:
  static void normalize(std::vector<double> *law) {
    double sum = 0;
    for (const double mass : *law) sum += mass;
    for (double &mass : *law) mass /= sum;
  }

  size_t d_, n_;
  std::vector<double> law_;
};

// The greatest delta / certified delta at a few epsilons, both ways: laws of cells are closer than those of points.
inline double share_of(const std::vector<double> &p, const std::vector<double> &q, double mu) {
  double share = 0;
  for (const double epsilon : {0.0, 0.3 * mu, mu, 2 * mu}) {
    double forth = 0, back = 0;
    for (size_t i = 0; i < p.size(); ++i) {
      forth += std::max(0.0, p[i] - std::exp(epsilon) * q[i]);
      back += std::max(0.0, q[i] - std::exp(epsilon) * p[i]);
    }
    share = std::max({share, forth / privacy::gdp_delta_up(mu, epsilon), back / privacy::gdp_delta_up(mu, epsilon)});
  }
  return share;
}

// A chain of neighbours between walls has a density that is a product of kernels: its means by quadrature, exactly.
class Transfer {
 public:
  Transfer(double phi, size_t d) : d_(d), forth_(d), back_(d) {
    const double square = 1 - phi * phi;
    for (size_t i = 0; i < kNodes; ++i) node_[i] = -1 + (static_cast<double>(i) + 0.5) * 2 / kNodes;
    const auto own = [&](size_t i, double x) {
      return (i == 0 || i + 1 == d ? 1 : 1 + phi * phi) / square * x * x / 2;
    };
    const auto step = [&](const std::vector<double> &from, size_t i) {
      std::vector<double> to(kNodes);
      double sum = 0;
      for (size_t b = 0; b < kNodes; ++b) {
        for (size_t a = 0; a < kNodes; ++a)
          to[b] += from[a] * std::exp(-own(i, node_[a]) + phi / square * node_[a] * node_[b]);
        sum += to[b];
      }
      for (double &entry : to) entry /= sum;
      return to;
    };
    forth_[0].assign(kNodes, 1);
    for (size_t i = 1; i < d; ++i) forth_[i] = step(forth_[i - 1], i - 1);
    back_[d - 1].assign(kNodes, 1);
    for (size_t i = d - 1; i-- > 0;) back_[i] = step(back_[i + 1], i + 1);
    phi_ = phi;
  }
  // E f(x_i).
  template <class F>
  double mean(size_t i, const F &f) const {
    const double square = 1 - phi_ * phi_, curve = (i == 0 || i + 1 == d_ ? 1 : 1 + phi_ * phi_) / square;
    double sum = 0, total = 0;
    for (size_t a = 0; a < kNodes; ++a) {
      const double mass = forth_[i][a] * back_[i][a] * std::exp(-curve * node_[a] * node_[a] / 2);
      sum += mass * f(node_[a]);
      total += mass;
    }
    return sum / total;
  }

 private:
  static constexpr size_t kNodes = 400;
  size_t d_;
  double phi_, node_[kNodes];
  std::vector<std::vector<double>> forth_, back_;
};

}  // namespace dpcvx::sample

#endif
