// Above-threshold: answers for each value of a stream whether it is above a noisy threshold, up to a number of positive
// answers.
#ifndef DPCVX_MECHANISM_SPARSE_VECTOR_ABOVE_THRESHOLD_H_
#define DPCVX_MECHANISM_SPARSE_VECTOR_ABOVE_THRESHOLD_H_

#include "mechanism/noise/lattice.h"
#include "random/strip_sampler.h"

namespace dpcvx::mechanism {

class AboveThreshold {
 public:
  AboveThreshold() = default;
  AboveThreshold(const AboveThreshold &) = delete;
  AboveThreshold &operator=(const AboveThreshold &) = delete;

  // The public part: lattice and noise scales, epsilon split between threshold and answers as 1 : (2 max_above)^(2/3)
  // (Lyu, Su and Li 2017, section 4.2). max_above >= 1.
  dpcvx_status plan(double epsilon, double threshold, double sensitivity, int64_t max_above, double step, Error &error);

  // Draws the threshold's noise. The rng has been prepared.
  void start(random::Rng &rng);

  // Answers one value. Requires: remaining() > 0. The last positive answer erases the threshold's noise.
  bool ask(random::Rng &rng, double value);

  int64_t remaining() const { return remaining_; }
  const Lattice &lattice() const { return lattice_; }
  double sensitivity() const { return sensitivity_; }
  double threshold_scale() const { return threshold_scale_; }
  double answer_scale() const { return answer_scale_; }

 private:
  Lattice lattice_;
  double sensitivity_ = 0;  // in steps, as the scales are
  double threshold_scale_ = 0;
  double answer_scale_ = 0;
  int64_t threshold_ = 0;
  int64_t threshold_noise_ = 0;  // as secret as the data
  int64_t remaining_ = 0;
  random::StripSampler answer_noise_;
};

}  // namespace dpcvx::mechanism

#endif
