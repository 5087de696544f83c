// What a release would give again if units were independent draws of one normal law, which has the released means and
// covariance: the model of parametric bootstraps. Post-processing: it looks at what was released and at public numbers.
#ifndef DPCVX_ESTIMATE_COVARIANCE_NORMAL_MODEL_H_
#define DPCVX_ESTIMATE_COVARIANCE_NORMAL_MODEL_H_

#include "estimate/covariance/covariance.h"
#include "estimate/covariance/symmetric_eigen.h"
#include "random/strip_sampler.h"

namespace dpcvx::estimate {

// More columns would take minutes.
constexpr size_t kMaxBootstrapColumns = 128;

// Draws replicates from a stream of a fixed public seed: the same each time, on every machine.
class NormalModel {
 public:
  // Of at most kMaxBootstrapColumns columns. Fails with DPCVX_ERR_NOMEM.
  dpcvx_status open(const Covariance &released, Error &error);

  // Returns the noisy covariance before it was made positive semidefinite, in half widths.
  const double *unprojected() const { return unprojected_.data(); }

  // How many replicates intervals rest on: fewer of many columns.
  size_t replicates() const { return d_ <= 32 ? 999 : 249; }

  // Draws the next replicate. Both are in half widths about the middles of the ranges. The matrix is positive
  // semidefinite, as a released one is.
  void draw();
  const double *means() const { return means_.data(); }
  const double *matrix() const { return matrix_.data(); }

 private:
  void draw_sample();
  void add_noise();
  void project();
  void map_back();

  const Covariance *it_ = nullptr;
  size_t d_ = 0;
  random::Rng rng_;
  random::StripSampler normal_, noise_;
  SymmetricEigen eigen_;
  Buffer<int64_t> drawn_;
  Buffer<double> root_, factor_, product_, work_, point_mean_, means_, matrix_, unprojected_;
};

// The replicates of one statistic, sorted.
class Replicates {
 public:
  Replicates(double *values, size_t count);

  // Returns the quantile of the probability of a standard normal law up to `score`. Beyond what so many replicates tell
  // it goes on as a normal law would.
  double at_score(double score) const;
  // Returns the score at which the share of replicates below `value` is.
  double score_of(double value) const;

 private:
  double at(double probability) const;

  const double *values_;
  size_t count_;
};

}  // namespace dpcvx::estimate

#endif
