// How far one user can move a minimiser that is released by deletion (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang
// 2023, Algorithm 2), and the certificate that spares the enumeration (Appendix C): from numbers alone.
// PROOFS_DELETION.md has every line.
#ifndef DPCVX_SOLVE_STABLE_DELETION_SENSITIVITY_H_
#define DPCVX_SOLVE_STABLE_DELETION_SENSITIVITY_H_

#include "mechanism/propose_test_release/deletion_search.h"
#include "solve/stable/sensitivity.h"

namespace dpcvx::solve {

// How far gradients at a minimiser are from their mean: bounds on one of them, and on the sum of any k.
struct GradientSpread {
  double users = 0;              // those there are
  const double *sums = nullptr;  // of 0, ..., 2 top of them; null: k times `most`
  double most = 0;

  double sum(int64_t k) const { return sums == nullptr ? static_cast<double>(k) * most : sums[k]; }
};

// No deletion after at most 2 top - 1 others moves the exact minimiser by more than this; infinity where there are no
// more than 2 top users. smoothness: beta of a user's data loss; convexity: mu of what all have in common.
double deletion_bound(double smoothness, double convexity, int64_t top, const GradientSpread &spread);

// The certificate: then every set of at most 2 top - 1 users is found stable at every level, and the point is that of
// all users.
bool deletion_passes(const SensitivityInputs &facts, const DeletionParameters &terms, const GradientSpread &spread,
                     int64_t dimension);

// With Delta as the certificate gives it for `threshold`, or the one given; false where there are too few users or
// numbers that are not finite.
bool deletion_terms(const SensitivityInputs &facts, double threshold, int64_t top, DeletionParameters *terms);
bool deletion_terms_of_step(const SensitivityInputs &facts, double step, int64_t top, DeletionParameters *terms);

// Delta as in Theorem 3.6 and Corollary 3.7 of the paper, with their constant: with probability 1 - failure over which
// of the records belong to which user, no deletion after up to 2 top - 1 others moves the minimiser by more.
double paper_deletion_step(const SensitivityInputs &facts, double records, double failure, int64_t top);

// How many minimisations there are where the certificate does not hold: of a nominal number of users under add/remove
// there may be twice as many. More than kMaxMinimisations are refused.
constexpr int64_t kMaxMinimisations = 1000000;
int64_t deletion_calls(const SensitivityInputs &facts, int64_t top);

}  // namespace dpcvx::solve

#endif
