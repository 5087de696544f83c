// Decides on a try from a few records: exp(-weight sum over units of D_u), 0 <= D_u <= bound, is the probability that
// in L independent cells no event rejects. A cell holds a Poisson number of events of mean 1; an event is a unit taken
// at random and one of its m records r, which rejects with probability weight (units / L) m D_r, D_u the sum of its
// D_r = share_r times the record's divergence.
#ifndef DPCVX_SAMPLE_THINNING_H_
#define DPCVX_SAMPLE_THINNING_H_

#include <cmath>

#include "model/objective.h"
#include "model/record_divergences.h"
#include "random/rng.h"
#include "sample/direct/loss_floor.h"

namespace dpcvx::sample {

struct ThinnedTry {
  const model::Objective *objective;  // of a linear model
  const model::RecordDivergences *divergences;
  const double *reference, *step;  // laid out, as RecordDivergences takes them
  double *work;
  double weight;  // k / n
  double bound;   // of D_u
  // Bounds D_u of units whose rows all have the greatest norm. For shorter rows it is less in proportion.
  double bound_by_length;
  double besides;  // D_u may exceed that by so much, for rows of any norm
  // Bounds a record's divergence, without its share, over the square of how far its decision values are apart; infinite
  // where nothing does. `rounding` bounds what is lost of that distance.
  double half_curvature = INFINITY, rounding = 0;
  // Unless null: divergences less this part of them, of a loss of one output.
  const FloorOfRecords *floor = nullptr;

  // L: how many records are looked at on average, at most.
  double cells() const;
  // *looked_at: how many were, added up.
  bool accept(random::Rng &rng, double *looked_at) const;

 private:
  template <class Rows>
  double divergence_of(const Rows &rows, int64_t r) const;
};

}  // namespace dpcvx::sample

#endif
