// How far one user can move a minimiser that is released by deletion (Ghazi, Kamath, Kumar, Meka, Manurangsi and Zhang
// 2023, Algorithm 2), and the certificate that spares the enumeration (Appendix C): from numbers alone.
// PROOFS_DELETION.md has every line.
#ifndef DPCVX_SOLVE_DELETION_TERMS_H_
#define DPCVX_SOLVE_DELETION_TERMS_H_

#include "mechanism/deletion_family.h"
#include "solve/stability_terms.h"

namespace dpcvx::solve {

// What is public of such a release.
struct DeletionTerms {
  int64_t top = -1;
  double threshold = 0;  // data whose gradients are within it of their mean pass
  double step = 0;       // Delta: no deletion that counts may move a minimiser by more
  double growth = 0;     // what a level adds to it
  double error = 0;      // each computed minimiser is within this of the exact one
  double distance = 0;   // Lambda
};

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
bool deletion_passes(const StabilityFacts &facts, const DeletionTerms &terms, const GradientSpread &spread,
                     int64_t dimension);

// With Delta as the certificate gives it for `threshold`, or the one given; false where there are too few users or
// numbers that are not finite.
bool deletion_terms(const StabilityFacts &facts, double threshold, int64_t top, DeletionTerms *terms);
bool deletion_terms_of_step(const StabilityFacts &facts, double step, int64_t top, DeletionTerms *terms);

// Delta as in Theorem 3.6 and Corollary 3.7 of the paper, with their constant: with probability 1 - failure over which
// of the records belong to which user, no deletion after up to 2 top - 1 others moves the minimiser by more.
double paper_deletion_step(const StabilityFacts &facts, double records, double failure, int64_t top);

// The law and terms of the least noise Lambda / mu for (epsilon, delta), of those whose enumeration of at most
// `most_users` users takes at most `most_calls` minimisations. Where there are none, ok is false, and fewest_calls and
// least_top say what the least demanding one would take.
struct DeletionChoice {
  bool ok = false;
  double mu = 0;
  int64_t least_top = -1, fewest_calls = 0;
};
DeletionChoice choose_deletion(const StabilityFacts &facts, double threshold, const StabilityMenu &menu,
                               int64_t most_users, int64_t most_calls, DeletionTerms *terms);

}  // namespace dpcvx::solve

#endif
