// gamma_0, how far from the mean gradient a user's may be: declared, by concentration, or estimated privately; with the
// law and the terms of the release that it is for (PROOFS_THRESHOLD.md).
#ifndef DPCVX_SOLVE_STABLE_OUTLIER_THRESHOLD_H_
#define DPCVX_SOLVE_STABLE_OUTLIER_THRESHOLD_H_

#include "solve/core/proposal.h"
#include "solve/stable/threshold_candidates.h"

namespace dpcvx::solve {

// What is known of it; public.
struct ThresholdPolicy {
  double declared = 0;               // gamma_0 itself; 0: not declared
  double failure = 1e-4;             // by concentration: how often interchangeable users may be unstable
  double share = 0;                  // of epsilon, to estimate it privately; 0: it is not
  int64_t min_records_per_user = 0;  // that each user has

  ThresholdPolicy() = default;
  ThresholdPolicy(const Settings &settings, int64_t least);

  bool is_declared() const { return declared > 0; }
  bool is_estimated_privately() const { return share > 0; }
  // A mean of one record is as far as any.
  bool is_by_concentration() const { return !is_declared() && !is_estimated_privately() && min_records_per_user >= 2; }

  // Why there is no threshold; null where there is one.
  const char *missing() const;

  // About what it will be, before there is a law: to plan tolerances with, and to compare.
  double guess(double lipschitz, double units) const;
  // The greatest norm of the vectors whose means are the c_j of these facts.
  double longest(const SensitivityInputs &facts) const;
};

// A release (sensitivity.h). Its terms are nominal where the threshold is estimated privately.
struct StableChoice : StabilityChoice {
  double unstable = INFINITY;                  // probability that interchangeable users are unstable; infinite: none
  ThresholdCandidates candidates;              // of a threshold that is estimated; else empty
  double epsilon = 0, candidates_epsilon = 0;  // of the release, and of the choice of a threshold
};

// Chooses the release of least noise for (epsilon, delta) in all. `grid` keeps the noise levels of such a price, which
// take longest, for the next call.
dpcvx_status choose_stable(const SensitivityInputs &facts, const ThresholdPolicy &policy, double epsilon, double delta,
                           NoiseLevelGrid *grid, StableChoice *choice, Error &error);

// The terms of the least threshold by concentration for a law that is given; false where there are none.
bool terms_by_concentration(const SensitivityInputs &facts, const ThresholdPolicy &policy,
                            const mechanism::StabilityLaw &law, double failure, SensitivityParameters *terms);
// The probability that the law finds interchangeable users unstable; infinite where nothing is known.
double unstable_by_concentration(const SensitivityInputs &facts, const ThresholdPolicy &policy,
                                 const SensitivityParameters &terms, const mechanism::StabilityLaw &law);

}  // namespace dpcvx::solve

#endif
