// log sum_k exp(z_k) - z_b over K decision values, b in {0, ..., K - 1}. Not a function of one number: visited apart
// from the others.
#ifndef DPCVX_MODEL_LOSSES_MULTINOMIAL_H_
#define DPCVX_MODEL_LOSSES_MULTINOMIAL_H_

#include <algorithm>

#include "model/losses/exponentials.h"
#include "model/losses/spec.h"
#include "model/losses/traits.h"
#include "numeric/exp.h"

namespace dpcvx::model {

struct Multinomial {
  static constexpr const char *kName = "multinomial";
  static constexpr const char *kLabels = "integers from 0 to the number of classes less 1";
  static constexpr LossTraits traits() {
    LossTraits all{LossTask::kClasses};
    all.probabilities = true;
    return all;
  }
  // The trace of diag(p) - p p^T.
  static double typical_curvature(const LossSpec &spec, double) { return 1 - 1 / static_cast<double>(spec.classes); }

  explicit Multinomial(const LossSpec &spec) : classes(spec.classes) {}

  bool accepts(double b) const { return b >= 0 && b < static_cast<double>(classes) && b == std::floor(b); }
  // Slopes are p - e_b, p in the simplex: ||p - e_b||_2 <= sqrt(2) (1 - p_b). The Hessian diag(p) - p p^T has no
  // eigenvalue above 1/2.
  LossConstants constants() const {
    const double k = static_cast<double>(classes);
    const double most = rounded_up(std::sqrt(2.0));  // of p - p', too
    return {kName, kLabels, most, 0.5, 1, 0.5, rounded_up(std::sqrt(1 - 1 / k)), rounded_up(std::log(k)), most};
  }

  double value(const double *z, double b) const {
    const double top = *std::max_element(z, z + classes);
    double sum = 0;
    for (int64_t k = 0; k < classes; ++k) sum += std::exp(z[k] - top);
    return std::log(sum) + (top - z[static_cast<int64_t>(b)]);
  }

  // p - e_b into out, which may be z itself.
  void slopes(const double *z, double b, double *out) const {
    exponents(z, 1, 1, out);
    numeric::exp_each(out, out, classes);
    slopes_of_exponentials(b, out);
  }

  // The exponents of `n` records, n at most kMaxRecords, that lie class after class, `stride` apart: out = z - top, top
  // the greatest of a record's classes. Decision values that are not finite count as +-2^1000, or 0 where they are not
  // numbers. out may be z itself.
  static constexpr int64_t kMaxRecords = 64;
  void exponents(const double *z, int64_t stride, int64_t n, double *out) const {
    double top[kMaxRecords];
    std::fill(top, top + n, -kMaxFinite);
    for (int64_t k = 0; k < classes; ++k)
      for (int64_t t = 0; t < n; ++t)
        top[t] = std::max(top[t], out[k * stride + t] = bounded(z[k * stride + t], INFINITY));
    for (int64_t k = 0; k < classes; ++k)
      for (int64_t t = 0; t < n; ++t) out[k * stride + t] -= top[t];
  }

  // p - e_b in place of the exponentials of one record's exponents. The shares are divided by slightly more than their
  // sum, so that those of the other classes add up to at most 1 and the norm keeps its bound.
  void slopes_of_exponentials(double b, double *out) const {
    const int64_t own = static_cast<int64_t>(b);
    double others = 0;
    for (int64_t k = 0; k < classes; ++k)
      if (k != own) others += out[k];
    const double share = 1 / ((others + out[own]) * (1 + static_cast<double>(classes + 8) * 0x1p-52));
    for (int64_t k = 0; k < classes; ++k) out[k] *= share;
    out[own] = -(others * share);
  }
  // The loss at a record whose exponent of its own class is `own`, from the exponentials.
  double value_of_exponentials(const double *exponentials, double own) const {
    double sum = 0;
    for (int64_t k = 0; k < classes; ++k) sum += exponentials[k];
    return std::log(sum) - own;
  }

  // The loss at z less its linear part at the reference: log of the mean of exp(x - mean x), x = z - reference, under
  // the reference's shares; every term >= 0. `work` holds 2 K doubles.
  double divergence(const double *z, const double *reference, double *work) const {
    double *const share = work, *const apart = work + classes;
    const double top = *std::max_element(reference, reference + classes);
    double sum = 0, mean = 0, furthest = 0, inside = 0;
    for (int64_t k = 0; k < classes; ++k) sum += share[k] = std::exp(reference[k] - top);
    for (int64_t k = 0; k < classes; ++k) {
      share[k] /= sum;
      apart[k] = z[k] - reference[k];
      mean += share[k] * apart[k];
    }
    for (int64_t k = 0; k < classes; ++k) furthest = std::fmax(furthest, apart[k] - mean);
    if (furthest < 500) {
      for (int64_t k = 0; k < classes; ++k) inside += share[k] * exp_beyond_line(apart[k] - mean);
      return std::log1p(inside);
    }
    // The shares themselves may be below every double, not their logarithms.
    const double whole = top + std::log(sum) + mean;
    furthest = -INFINITY;
    for (int64_t k = 0; k < classes; ++k) furthest = std::fmax(furthest, apart[k] += reference[k] - whole);
    for (int64_t k = 0; k < classes; ++k) inside += std::exp(apart[k] - furthest);
    const double gap = std::log(inside) + furthest;
    return gap > 0 ? gap : 0;
  }

  int64_t classes;
};

}  // namespace dpcvx::model

#endif
