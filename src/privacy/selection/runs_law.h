// The public law of K, the number of runs of a mechanism of which the best is released (PROOFS.md).
#ifndef DPCVX_PRIVACY_SELECTION_RUNS_LAW_H_
#define DPCVX_PRIVACY_SELECTION_RUNS_LAW_H_

#include <cstddef>

namespace dpcvx::privacy {

// Known by f'(t) = sum over k of k p_k t^(k-1), and by p_0. All are known to a share of 2^-44.
class RunsLaw {
 public:
  static constexpr size_t kMaxRuns = 1024;

  // p[k] for k = 0, ..., most, with the sum 1; at least one run has a positive probability.
  bool set_table(const double *p, size_t most);
  // Each of `candidates` is run once with probability `inclusion`, given that at least one is run.
  bool set_each_once(size_t candidates, double inclusion);
  // The negative binomial of Papernot and Steinke 2022, Definition 1, on 1, ..., kMaxRuns: shape > -1, 0 < gamma < 1.
  // Shape 1 is geometric, shape 0 logarithmic.
  bool set_negative_binomial(double shape, double gamma);

  // Bounds on f'(t) at 0 <= t <= 1.
  double slope_up(double t) const;
  double slope_down(double t) const;
  // The greatest number of runs, and the probability of k >= 1.
  size_t most() const { return most_; }
  double probability(size_t k) const { return weights_[k - 1] / static_cast<double>(k); }
  // The probability of no run.
  double no_run() const { return none_; }
  // E[K], rounded up.
  double mean_up() const { return slope_up(1); }

 private:
  double slope(double t) const;

  double none_ = 0;
  size_t most_ = 0;
  double weights_[kMaxRuns] = {};  // (k + 1) p_(k+1)
};

}  // namespace dpcvx::privacy

#endif
