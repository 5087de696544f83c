// The batches of noisy SGD. Of a table in memory: under add/remove a Poisson sample, drawn as a binomial count and a
// uniform subset; under replace-one a uniform subset of fixed size. Of a table in parts: a Poisson sample under both,
// as each unit's own hash decides (solve/distributed/batch_key.h).
#ifndef DPCVX_SOLVE_NOISY_GRADIENT_BATCH_SAMPLER_H_
#define DPCVX_SOLVE_NOISY_GRADIENT_BATCH_SAMPLER_H_

#include "base/machine/crew.h"
#include "privacy/curve/event.h"
#include "random/binomial.h"
#include "random/subset.h"
#include "solve/core/problem.h"
#include "solve/noisy_gradient/figures.h"

namespace dpcvx::solve {

// How batches of an objective are drawn: public numbers.
struct BatchLaw {
  bool poisson = false;
  bool replaced = false;  // a Poisson sample under replace-one
  double units = 0;       // that a rate is a share of: n, or the number there are where that is public
  double rate = 1;        // each unit is in with this probability (of a fixed size: rounded up)
  double expected = 0;    // units in a batch
  int64_t most = 0;       // that can be in one
  double divisor = 0;     // makes the sum over a batch an unbiased average gradient

  privacy::Kind kind() const {
    return !poisson   ? privacy::Kind::kFixedSizeGaussian
           : replaced ? privacy::Kind::kReplacedGaussian
                      : privacy::Kind::kPoissonGaussian;
  }
};

// The greatest m that batch_law takes; 0 where it takes none, since there are too many units to draw from.
double max_expected_batch(const Problem &problem);
// Of batches of about `batch` units, at least one or a rate of 2^-62, at most that; and the one that a proposal made
// with it has, to the last bit.
BatchLaw batch_law(const Problem &problem, double batch);
BatchLaw batch_law(const Problem &problem, const GradientFigures &figures);

class Batches {
 public:
  dpcvx_status prepare(const model::Objective &objective, const BatchLaw &law, Error &error);
  // Begins with so many batches to draw.
  void start(random::Rng &rng, int64_t count);
  // The next one; it is valid until the one after. The one after is drawn beside the crew's next pass, or by next()
  // where there was none: on the calling thread. So the order of draws does not depend on the number of threads.
  model::Units next(Crew &crew);

 private:
  static void draw_beside(void *self, size_t);
  void draw();

  BatchLaw law_;
  random::Rng *rng_ = nullptr;
  int64_t left_ = 0;         // to draw
  int64_t drawn_size_ = -1;  // of the batch in drawn_; -1: there is none
  int64_t there_ = 0;
  random::BinomialSampler sizes_;
  random::SubsetSampler subsets_;
  Buffer<int64_t> list_, drawn_;  // the batch that was given, and the next
};

}  // namespace dpcvx::solve

#endif
