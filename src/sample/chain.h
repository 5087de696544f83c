// The proximal sampler (Lee, Shen and Tian 2021) on a lattice: from a start, `rounds` times
//   y ~ N(x, eta I),   x ~ exp(-V(x) - ||x - y||^2 / (2 eta)),
// the second exact by rejection from a tangent of V (PROOFS.md). All memory is taken by prepare(); a run cannot fail.
#ifndef DPCVX_SAMPLE_CHAIN_H_
#define DPCVX_SAMPLE_CHAIN_H_

#include "base/buffer.h"
#include "base/error.h"
#include "base/watch.h"
#include "sample/noise.h"
#include "sample/predictor.h"
#include "sample/schedule.h"
#include "sample/target.h"
#include "sample/wall.h"

namespace dpcvx::sample {

// NOT PRIVATE but for the rounds asked for.
struct ChainWork {
  int64_t rounds = 0;
  int64_t tries = 0;        // of whole points: at least one a round
  int64_t entry_tries = 0;  // of single coordinates
  int64_t tangents = 0;     // gradient passes
};

class Chain {
 public:
  // The target's parts, centre and domain must outlive the chain.
  dpcvx_status prepare(const Target &target, const Schedule &schedule, Error &error);

  // Chains give up after so many passes over data, tries of parts without data counting as their passes() say; 0:
  // never.
  void limit_passes(double most) { most_passes_ = most; }

  // `start`: any finite point. out: `dimension` entries, written where the outcome is DPCVX_OUTCOME_DONE; otherwise
  // DPCVX_OUTCOME_CANCELLED or _WORK_LIMIT. The bits are a function of the start and of what the rng gives. The caller
  // has begun the watch, for this run and others together; `before` of those rounds are done.
  int32_t run(const double *start, random::Rng &rng, Watch &watch, double *out, int64_t before = 0);

  const ChainWork &work() const { return work_; }  // of all runs

 private:
  enum class Draw { kDone, kStopped };
  void start_at(const double *start);
  Draw round(random::Rng &rng, Watch &watch, int64_t done);
  void blur(random::Rng &rng);
  void predict();
  void take_tangents(bool whole);
  void aim();
  bool propose(random::Rng &rng);
  bool near_enough() const;
  bool accept(random::Rng &rng);
  bool spent() const;
  double passes() const;

  Target target_;
  Schedule schedule_;
  double variance_ = 0;  // s^2
  double most_passes_ = 0, passes_before_ = 0;
  Noise blur_, spread_;
  Wall wall_;
  Predictor predictor_;
  Buffer<double> x_, y_, v_, pull_, centre_, gradient_, part_gradient_, settled_;
  bool has_tangent_ = false, by_entries_ = false;
  ChainWork work_;
};

}  // namespace dpcvx::sample

#endif
