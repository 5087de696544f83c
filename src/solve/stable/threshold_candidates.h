// A threshold that is estimated privately: one of a public list, chosen by how many users are beyond each
// (PROOFS_THRESHOLD.md).
#ifndef DPCVX_SOLVE_STABLE_THRESHOLD_CANDIDATES_H_
#define DPCVX_SOLVE_STABLE_THRESHOLD_CANDIDATES_H_

#include "mechanism/selection/selection.h"
#include "solve/stable/sensitivity.h"

namespace dpcvx::solve {

class StableMinimum;

class ThresholdCandidates {
 public:
  // From the greatest distance there is, 2 G or a public point's, down by factors of 2^(1/4).
  static constexpr int kMax = 64;

  // Makes the thresholds, their terms for this top, and the choice, which is epsilon-DP; all of them public. There are
  // none where there are too few users.
  dpcvx_status make(const SensitivityInputs &facts, int64_t top, double epsilon, Error &error);

  int count() const { return count_; }
  // From the greatest threshold to the least.
  const SensitivityParameters &terms(int entry) const { return terms_[entry]; }

  // What an entry is judged by: a first stage's score, of how many users are beyond the next lower threshold. With one
  // user it changes by 1 at most.
  SensitivityParameters asked(int entry) const;
  // In scores, that an entry's noise is e times less.
  double gain() const { return gain_; }

  // An entry, by permute-and-flip (McKenna and Sheldon 2020) on the scores of a minimum that has been looked at: what
  // is least is a score less a public gain.
  int choose(const StableMinimum &minimum, random::Rng &rng) const;
  // The same on scores that are given.
  int choose(const int64_t *scores, random::Rng &rng) const;

 private:
  int count_ = 0;
  double gain_ = 0, shift_ = 0;
  int64_t max_score_ = 0;  // scores beyond it count as one more than it: they are never chosen anyway
  mechanism::SelectionPlan plan_;
  SensitivityParameters terms_[kMax];
};

}  // namespace dpcvx::solve

#endif
