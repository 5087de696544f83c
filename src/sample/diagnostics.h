// Diagnostics of draws in several chains: rank-normalised split R-hat and effective sample sizes (Vehtari, Gelman,
// Simpson, Carpenter and Buerkner 2021, sections 3 and 4). They read draws alone, so they bound nothing.
#ifndef DPCVX_SAMPLE_DIAGNOSTICS_H_
#define DPCVX_SAMPLE_DIAGNOSTICS_H_

#include "base/buffer.h"

namespace dpcvx::sample {

// What is said of one coordinate. Where all of what a figure compares is equal: R-hat is infinite, the size 0.
struct Diagnosis {
  double r_hat = 0;     // the greater one of the ranks, and of the ranks of distances from the median
  double bulk_ess = 0;  // of the ranks
  double tail_ess = 0;  // the lesser one of the indicators of the 5 % and the 95 % quantile
};

class Diagnostics {
 public:
  static constexpr int64_t kMinCount = 4;

  // Chains of so many draws each are cut into halves, without their middle draw where `count` is odd. False when there
  // is no memory.
  bool create(int64_t chains, int64_t count);

  // Draw t of chain m is values[(m count + t) stride].
  Diagnosis of(const double *values, int64_t stride);

 private:
  // W and var+.
  struct Variances {
    double within = 0, total = 0;
  };

  int64_t size() const { return halves_ * length_; }
  void rank();
  // Those of the values in work_. The means of its halves are left in means_.
  Variances variances();
  double covariance(int64_t lag) const;
  static double r_hat(const Variances &found);
  double sample_size(const Variances &found) const;
  double indicator_size(double share);
  double quantile(double share) const;

  int64_t chains_ = 0, count_ = 0, halves_ = 0, length_ = 0;
  Buffer<double> values_, sorted_, work_, means_;
  Buffer<int64_t> order_;
};

}  // namespace dpcvx::sample

#endif
