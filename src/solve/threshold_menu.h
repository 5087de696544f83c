// A threshold that is bought: one of a public list, chosen by how many users of the data are beyond each
// (PROOFS_THRESHOLD.md).
#ifndef DPCVX_SOLVE_THRESHOLD_MENU_H_
#define DPCVX_SOLVE_THRESHOLD_MENU_H_

#include "mechanism/selection.h"
#include "solve/stability_terms.h"

namespace dpcvx::solve {

class StableMinimum;

class ThresholdMenu {
 public:
  // From 2 G down by factors of 2^(1/4).
  static constexpr int kMost = 64;

  // Public: the thresholds that have terms for this top, least distances left out that are not worth their levels, and
  // the choice, which is epsilon-DP. False where there are none: too few users.
  dpcvx_status make(const StabilityFacts &facts, int64_t top, double epsilon, bool *ok, Error &error);

  int count() const { return count_; }
  // From the greatest threshold to the least.
  const StabilityTerms &terms(int entry) const { return terms_[entry]; }

  // Scores beyond it count as one more than it: they are never chosen anyway.
  int64_t most_score() const { return most_score_; }
  // The terms whose first stage's scores are asked for, count() + 1: of the thresholds, and of one more below them.
  const StabilityTerms &asked(int place) const { return place < count_ ? terms_[place] : below_; }

  // All these scores of a minimum that has been looked at.
  int choose(const StableMinimum &minimum, random::Rng &rng) const;
  // An entry, by permute-and-flip (McKenna and Sheldon 2020) on these scores, each of which changes by at most 1 with
  // one user. What is least is the score of the next lower threshold, plus a public penalty for noise.
  int choose(const int64_t *scores, random::Rng &rng) const;

  // Of an entry whose noise is e times as much, in scores.
  double penalty() const { return penalty_; }

 private:
  int count_ = 0;
  double penalty_ = 0;
  int64_t most_score_ = 0;
  mechanism::SelectionPlan plan_;
  StabilityTerms terms_[kMost];
  StabilityTerms below_;  // asked for its score alone
};

}  // namespace dpcvx::solve

#endif
