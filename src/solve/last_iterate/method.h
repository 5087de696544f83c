// Noisy gradient descent that releases its last iterate alone: full batches, or batches that take turns. No iterate
// before the last leaves, so steps that contract hide what earlier ones met (Bok, Su and Altschuler 2024; PROOFS.md).
#ifndef DPCVX_SOLVE_LAST_ITERATE_METHOD_H_
#define DPCVX_SOLVE_LAST_ITERATE_METHOD_H_

#include "base/arena.h"
#include "privacy/divergences/iteration.h"
#include "privacy/guarantee/guarantee.h"
#include "random/permutation.h"
#include "solve/last_iterate/contraction.h"
#include "solve/last_iterate/figures.h"

namespace dpcvx::solve {

dpcvx_status propose_last_iterate(const Problem &problem, const Settings &settings, Proposal *proposal, Error &error);

// mu of the last iterate times the noise in each: of steps that one unit moves by `sensitivity` whenever its batch
// comes, and of every step's rounding. The two add up (PROOFS.md, section 1). iteration.noise is not read.
double unit_noise_mu(const privacy::Iteration &iteration, double rounding, int64_t batches, double diameter);

class LastIterateRun {
 public:
  dpcvx_status prepare(const Problem &problem, const Settings &settings, const Proposal &proposal, Error &error);
  const char *mechanism() const { return "noisy gradient descent, last iterate alone"; }
  const char *theorem() const {
    return "shifted interpolation of noisy contractions (Bok, Su and Altschuler 2024), with rounding counted as "
           "shifts; "
           "the rest is post-processing";
  }
  void describe(const Settings &, privacy::Guarantee &record) const;
  Outcome run(random::Rng &rng, ProgressMonitor &watch, double *out);

 private:
  void step(random::Rng &rng, int64_t batch);
  void move_to(const double *values);

  const Proposal *plan_ = nullptr;
  size_t d_ = 0;
  double farthest_ = 0;  // entries are kept within it, a power of two
  Arena arena_;
  Crew crew_;
  model::SumWork work_;
  random::PermutationSampler order_;
  double *point_ = nullptr, *next_ = nullptr;
  int64_t *units_ = nullptr;  // of batches that take turns, one batch after the other
};

}  // namespace dpcvx::solve

#endif
