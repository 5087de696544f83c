// Least squares by noisy sufficient statistics: one Gaussian release of X'X and X'y, then ridge regression whose weight
// is chosen from what was released (after Wang 2018, Algorithm 2; PROOFS.md).
#ifndef DPCVX_SOLVE_SUFFICIENT_STATISTICS_METHOD_H_
#define DPCVX_SOLVE_SUFFICIENT_STATISTICS_METHOD_H_

#include "base/arena.h"
#include "privacy/guarantee/guarantee.h"
#include "solve/core/proposal.h"
#include "solve/sufficient_statistics/figures.h"
#include "solve/sufficient_statistics/moments.h"
#include "solve/sufficient_statistics/sensitivity.h"
#include "solve/sufficient_statistics/solution.h"

namespace dpcvx::solve {

// The greatest dimension: time grows with n d^2 + d^3, and memory with d^2.
constexpr int64_t kMaxStatisticsDimension = 2048;

// How many numbers are released: X'X has d (d + 1) / 2, X'y has d.
inline size_t statistics_count(int64_t dimension) {
  const size_t d = static_cast<size_t>(dimension);
  return d * (d + 1) / 2 + d;
}

// The bounds that an objective puts on units, labels multiplied by `label_weight`.
StatisticsBounds statistics_bounds(const model::Objective &objective, double label_weight);

dpcvx_status propose_sufficient_statistics(const Problem &problem, const Settings &settings, Proposal *proposal,
                                           Error &error);

// Writes the constants of the release, and what was done with it.
void describe_statistics(const Proposal &proposal, privacy::Guarantee &record);

class SufficientStatisticsRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error);
  const char *mechanism() const { return "noisy sufficient statistics"; }
  const char *theorem() const {
    return "Gaussian mechanism (Dong, Roth and Su 2022, Theorem 2.7) on the second moments of rows and labels; the "
           "rest "
           "is post-processing (after Wang 2018, Algorithm 2)";
  }
  void describe(const Settings &, privacy::Guarantee &record) const;
  Outcome run(random::Rng &rng, ProgressMonitor &watch, double *out);

  // The statistics as they are before the noise, statistics_count() of them: for tests.
  void nonprivate_statistics(double *out) {
    ProgressMonitor nobody;
    add_up(nobody, out);
  }

 private:
  bool add_up(ProgressMonitor &watch, double *out);
  void pack(double *out) const;

  const Proposal *plan_ = nullptr;
  Arena arena_;
  MomentSum moments_;
  StatisticsSolution solution_;
  int32_t threads_ = 1;
  int64_t d_ = 0;
  double *memory_ = nullptr, *released_ = nullptr;
};

}  // namespace dpcvx::solve

#endif
