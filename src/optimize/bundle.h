// A bundle method for strongly convex objectives that offer values and subgradients only: a caller's own functions that
// are not smooth. It takes any domain, and is not private.
#ifndef DPCVX_OPTIMIZE_BUNDLE_H_
#define DPCVX_OPTIMIZE_BUNDLE_H_

#include "optimize/certificate.h"
#include "optimize/pass_counter.h"

namespace dpcvx::optimize {

// F = f + (kappa/2) ||.||^2. Each pass gives a cut f(x) >= f(w_i) + <g_i, x - w_i>; the next point minimises the
// greatest of the cuts plus the quadratic (Kelley 1960; Teo, Vishwanathan, Smola and Le 2010).
class Bundle {
 public:
  static constexpr int64_t kMaxCuts = 64;

  dpcvx_status prepare(const Problem &problem, Error &error);

  // Improves w until its certificate's distance is at most `tolerance` or the pass counter ends it. kappa > 0. `best`
  // certifies w and never gets worse.
  void run(Problem &problem, double tolerance, PassCounter &meter, double *w, Certificate *best);

 private:
  void add_cut(double value, const double *point);
  void make_room();
  void aggregate();
  void weigh();
  // *at: the place that it is of.
  Certificate certify(const double **at);
  double *slope(int64_t i) { return slopes_.data() + i * d_; }
  double *place(int64_t i) { return places_.data() + i * d_; }

  Problem *problem_ = nullptr;
  int64_t d_ = 0, count_ = 0;
  double mu_ = 0, best_value_ = 0, max_value_ = 0;  // of f; most: in absolute value, F's too
  Buffer<double> slopes_, places_;                  // g_i and w_i
  Buffer<double> levels_, inner_;                   // f(w_i) - <g_i, w_i>, and <g_i, w_i>
  Buffer<double> weights_, now_;                    // weights, which sum to 1; the cuts at nearest_
  Buffer<double> gradient_;                         // of f where it was last asked
  Buffer<double> best_place_;                       // where F was least
  Buffer<double> mean_slope_, mean_place_;          // by the weights
  Buffer<double> free_, nearest_;                   // u = -mean_slope / kappa and its projection
};

}  // namespace dpcvx::optimize

#endif
