// Tangents of losses and divergences from them by the definition, in long double, for tests.
#ifndef DPCVX_TESTS_MODEL_EXACT_TANGENTS_H_
#define DPCVX_TESTS_MODEL_EXACT_TANGENTS_H_

#include "model/grid.h"
#include "model/loss_references.h"

namespace exact {

typedef long double Real;

// A linear model's losses at exact decision values.
class Tangents {
 public:
  explicit Tangents(const dpcvx::model::Objective &objective)
      : it_(objective), linear_(*objective.linear()), loss_(objective.loss()) {}

  dpcvx::data::RowPick records(int64_t unit) const {
    return linear_.users() == nullptr ? dpcvx::data::RowPick{nullptr, unit, 1} : linear_.users()->rows_of(unit);
  }
  // The mapped row.
  std::vector<Real> row(int64_t r) const {
    std::vector<Real> out(static_cast<size_t>(linear_.row_map().dimension()));
    linear_.table().with_rows([&](const auto &rows) {
      rows.for_each(r, [&](int64_t j, double x) { out[static_cast<size_t>(j)] = static_cast<Real>(x); });
    });
    if (linear_.row_map().intercept) out.back() = linear_.row_map().intercept_value;
    for (Real &x : out) x *= linear_.factor(r);
    return out;
  }
  std::vector<Real> decisions(int64_t r, const std::vector<double> &w) const {
    const std::vector<Real> a = row(r);
    std::vector<Real> z(static_cast<size_t>(linear_.outputs()));
    for (size_t k = 0; k < z.size(); ++k)
      for (size_t j = 0; j < a.size(); ++j) z[k] += a[j] * w[k * a.size() + j];
    return z;
  }
  // As passes compute them, bit by bit.
  std::vector<Real> computed_decisions(int64_t r, const std::vector<double> &w) const {
    dpcvx::Buffer<double> point;
    const dpcvx::model::Layout &layout = it_.layout();
    EXPECT_TRUE(point.allocate(static_cast<size_t>(layout.size())));
    layout.spread(w.data(), point.data());
    const double intercept = linear_.row_map().intercept ? linear_.row_map().intercept_value : 0;
    std::vector<Real> z;
    linear_.table().with_rows([&](const auto &rows) {
      for (int64_t k = 0; k < layout.outputs; ++k) {
        const double *const from = point.data() + k * layout.stride();
        z.push_back(linear_.factor(r) * (rows.dot(r, from) + intercept * from[layout.intercept_at()]));
      }
    });
    return z;
  }

  std::vector<Real> slopes(const std::vector<Real> &z, double b) const {
    if (z.size() == 1) return {loss_.slope(z[0], b)};
    std::vector<Real> out;
    for (size_t k = 0; k < z.size(); ++k)
      out.push_back(std::exp(z[k] - largest(z)) / mass(z) - (static_cast<double>(k) == b ? 1 : 0));
    return out;
  }
  Real value(const std::vector<Real> &z, double b) const {
    if (z.size() == 1) return loss_.value(z[0], b);
    return largest(z) + std::log(mass(z)) - z[static_cast<size_t>(b)];
  }
  Real divergence(const std::vector<Real> &z, const std::vector<Real> &from, double b) const {
    const std::vector<Real> slope = slopes(from, b);
    Real rest = value(z, b) - value(from, b);
    for (size_t k = 0; k < z.size(); ++k) rest -= slope[k] * (z[k] - from[k]);
    return rest;
  }

 private:
  static Real largest(const std::vector<Real> &z) { return *std::max_element(z.begin(), z.end()); }
  static Real mass(const std::vector<Real> &z) {
    Real sum = 0;
    for (Real x : z) sum += std::exp(x - largest(z));
    return sum;
  }

  const dpcvx::model::Objective &it_;
  const dpcvx::model::LinearModel &linear_;
  references::Reference loss_;
};

}  // namespace exact

#endif
