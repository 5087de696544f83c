// Bounds how far apart stochastic (sub)gradient descent on two neighbouring sets of units can end (PROOFS.md, 6 to 10),
// from public numbers only. T steps of one unit each from a common start, w <- P(w - eta (g(w; z) + l2 w)), the order
// of the units independent of the data; what leaves is the last iterate or the average of the last of them. Runs that
// never meet the changed unit end in the same bits, others within a length that depends on when they meet it.
#ifndef DPCVX_OPTIMIZE_SGD_STABILITY_H_
#define DPCVX_OPTIMIZE_SGD_STABILITY_H_

#include <cmath>
#include <cstdint>

#include "base/buffer.h"
#include "base/status.h"

namespace dpcvx::optimize {

struct SgdStabilityInputs {
  double units = 0;  // n: those that an order runs over, a whole number
  int64_t steps = 0;
  double step_size = 0;
  bool sampled = false;                // each index uniform; else each pass is a fresh permutation
  int32_t adjacency = 0;               // DPCVX_ADJACENCY_*; under add/remove one unit's steps are left out
  double exponent = 0;                 // alpha in [0, 1]
  double holder = 0;                   // L: ||g(w) - g(v)|| <= L ||w - v||^alpha on all of R^d, the quadratic left out
  bool ridge = false;                  // each unit's loss is an average of functions of one inner product each
  double lipschitz = INFINITY;         // G: sup ||g(w; z)|| over the domain
  double oscillation = INFINITY;       // sup ||g(w; z) - g(v; z)||; 2 G where it is not less
  double gradient_at_zero = INFINITY;  // M: sup ||g(0; z)||
  double value_at_zero = INFINITY;     // l_0: sup f(0; z), of losses >= 0
  double radius = INFINITY;            // of a ball about 0 that holds the domain
  double diameter = INFINITY;          // of the domain, its projection's error added
  double l2 = 0;
  double average = 1;       // share of the last iterates that are averaged; at least one is
  double step_error = 0;    // a computed step is within this of one that obeys ||.||^2 <= D^2 + c + step_defect,
  double step_defect = 0;   // which is before l2 contracts it
  double output_error = 0;  // what averaging loses in each of two runs
};

// With probability probabilities[k] two runs end within lengths[k] of each other; lengths increase. No length is
// exceeded with greater probability under the exact law. The probabilities sum to 1, or to a little more at the first
// length.
struct SgdMixture {
  static constexpr size_t kMax = 2048;
  Buffer<double> lengths, probabilities;
  size_t size = 0;
  bool amplified = false;  // a run that meets the changed unit is as close to one that meets others in its place

  // Returns the least length that is exceeded with probability at most gamma.
  double quantile(double gamma) const;
  double mean() const;
};

class SgdStability {
 public:
  // Fails where nothing bounds a step: DPCVX_ERR_UNSUPPORTED, with what is missing. Takes no memory.
  dpcvx_status prepare(const SgdStabilityInputs &terms, Error &error);

  // The bounds hold for the released point: diameter, rounding and averaging included.
  double worst() const;                                            // over all orders
  double after(int64_t touches) const;                             // at most so many steps meet the changed unit
  double along(const int64_t *steps, size_t touches) const;        // these do, 1 to T, increasing
  double expected() const;                                         // mean over orders, an upper bound
  double quantile(const SgdMixture &mixture, double gamma) const;  // exceeded with probability at most gamma
  int64_t touches_quantile(double gamma) const;                    // met more often with probability at most gamma
  dpcvx_status mixture(size_t most, SgdMixture *out, Error &error) const;  // at most `most` lengths, 16 to kMax

  // Computes the bound of Wang, Lei, Ying and Zhang 2022, Theorem 7, as it is stated: a length that runs exceed with
  // probability at most gamma. Fails with DPCVX_ERR_UNSUPPORTED where the theorem does not apply.
  dpcvx_status paper(double gamma, double *bound, Error &error) const;

  const SgdStabilityInputs &terms() const { return terms_; }
  double growth() const { return growth_; }  // c: what a step that touches nothing adds to the squared distance
  double touch(int64_t step) const;          // b_t: what a step that touches the changed unit adds to the distance
  double norm() const;                       // bounds the norm of every iterate
  int64_t averaged() const { return averaged_; }
  int64_t passes() const;  // how often a permuted order meets a unit at most; T in a sampled one

 private:
  friend class SgdBlocks;

  struct Groups;  // of passes

  dpcvx_status sampled_mixture(size_t most, SgdMixture *out, Error &error) const;
  dpcvx_status permuted_mixture(size_t most, SgdMixture *out, Error &error) const;
  double norm_after(int64_t steps) const;
  double powers(double count) const;                            // 1 + q + ... + q^(count - 1)
  double distance(double b, double lag) const;                  // so many steps after the first touch, of length b
  double distances(double b, int64_t low, int64_t high) const;  // summed over lags
  double first(int64_t step, double b) const;                   // to the output, from a first touch
  double weight(int64_t step) const;                            // of a later touch in the output
  double max_first(int64_t low, int64_t high) const;            // over first touches in steps low to high
  double max_later(int64_t low, int64_t high) const;            // over later ones
  double whole(double length) const;                            // with rounding, within the diameter
  double later(const Groups &groups, int64_t group) const;      // touches in the passes of one group
  bool worst_is_more_than(double sum) const;                    // false where a few of its terms do not tell

  SgdStabilityInputs terms_;
  double growth_ = 0;
  double norm_growth_ = INFINITY;      // what a step adds to the squared norm
  double log_q_ = 0;                   // of q = 1 - eta l2
  double one_less_q_ = 0;              // 1 - q
  double shrunk_growth_ = 0;           // times 1 - q^(2 t), by 1 - q: what growth comes to in t steps of l2
  int64_t averaged_ = 1, window_ = 1;  // iterates window_ to T are averaged
  double slack_ = 0;
};

}  // namespace dpcvx::optimize

#endif
