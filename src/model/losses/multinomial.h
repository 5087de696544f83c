// log sum_k exp(z_k) - z_b over K decision values, b in {0, ..., K - 1}. Not a function of one number: visited apart
// from the others.
#ifndef DPCVX_MODEL_LOSSES_MULTINOMIAL_H_
#define DPCVX_MODEL_LOSSES_MULTINOMIAL_H_

#include <algorithm>

#include "model/losses/exponentials.h"
#include "model/losses/multinomial_kernels.h"
#include "model/losses/spec.h"
#include "model/losses/traits.h"

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
    const double factor = 1, none = 0;
    double squares;
    std::copy(z, z + classes, out);
    multinomial_kernels().slopes({classes, 1, 1, &factor, &b, 0, &none, 0}, out, out, &squares, nullptr);
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
