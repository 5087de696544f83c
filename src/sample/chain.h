// The proximal sampler (Lee, Shen and Tian 2021) on a lattice: from a start, `rounds` times
//   y ~ N(x, eta I),   x ~ exp(-V(x) - ||x - y||^2 / (2 eta)),
// the second exact by rejection from a tangent of V (PROOFS.md). All memory is taken by prepare(); a run cannot fail.
#ifndef DPCVX_SAMPLE_CHAIN_H_
#define DPCVX_SAMPLE_CHAIN_H_

#include "base/buffer.h"
#include "base/progress_monitor.h"
#include "base/status.h"
#include "sample/noise.h"
#include "sample/predictor.h"
#include "sample/schedule.h"
#include "sample/target.h"
#include "sample/walls/wall.h"

namespace dpcvx::sample {

// Counts of a run. Only the number of rounds asked for is public; the others are NOT PRIVATE.
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

  // Sets after how many passes over data a chain gives up; 0: never. Tries of parts without data count as their
  // passes() say.
  void limit_passes(double most) { max_passes_ = most; }

  // Sets after how many tries of a round a chain of a caller's function gives up; 0: never. The monitor is then asked
  // within rounds, too: how many tries there are is told.
  void limit_tries(int64_t most) { max_tries_ = most; }
  // Whether the last run ended so. Its outcome is DPCVX_OUTCOME_MAX_PASSES.
  bool out_of_tries() const { return out_of_tries_; }

  // `start`: any finite point. out: `dimension` entries, written where the outcome is DPCVX_OUTCOME_DONE; otherwise
  // DPCVX_OUTCOME_CANCELLED or _MAX_PASSES. The bits are a function of the start and of what the rng gives. The caller
  // has begun the progress monitor, for this run and others together; `before` of those rounds are done.
  int32_t run(const double *start, random::Rng &rng, ProgressMonitor &watch, double *out, int64_t before = 0);

  const ChainWork &work() const { return work_; }  // of all runs

 private:
  enum class Draw { kDone, kStopped };
  void start_at(const double *start);
  bool may_go_on();
  Draw round(random::Rng &rng);
  void blur(random::Rng &rng);
  void aim();
  void refine();
  void search();
  double left_along_step();
  void set_laws();
  void guess();
  void keep_near(double *point) const;
  void take_tangents(const double *point);
  void take_cheap_tangents();
  void leave_to(int32_t i);
  void settle_cheap(int32_t i);
  void take_all_tangents();
  double off();
  double off_by();
  void cheap_mean(double *c);
  bool is_cheap(int32_t i) const { return target_.parts[i]->by_entries(); }
  double on_lattice(double x) const { return schedule_.lattice_step * std::nearbyint(x / schedule_.lattice_step); }
  bool propose(random::Rng &rng);
  bool try_entry(int64_t j, random::Rng &rng);
  bool take_entry(int64_t j, random::Rng &rng);
  bool near(const double *point) const;
  bool near_enough() const;
  bool accept(random::Rng &rng);
  bool spent() const;
  double passes() const;

  Target target_;
  Schedule schedule_;
  double variance_ = 0;  // s^2
  double max_passes_ = 0, passes_before_ = 0;
  int64_t max_tries_ = 0, refused_by_parts_ = 0;  // tries of a round: at most; that walls took and parts refused
  bool out_of_tries_ = false;
  ProgressMonitor *watch_ = nullptr;  // of the run
  int64_t done_ = 0;                  // rounds, as the watch is told
  Noise blur_, spread_;
  Wall wall_;
  Predictor predictor_;
  int32_t cheap_ = 0;           // how many parts choose their own points
  bool tries_entries_ = false;  // some of them, or walls, try coordinates
  // The point; where the draw would lie without parts, and with walls alone; where tangents are taken, by the parts
  // that cost a pass and each of the cheap ones; the parts' gradient, and what it leaves as the Gaussian's centre.
  Buffer<double> x_, pull_, home_, v_, settled_[kMaxParts], gradient_, part_gradient_, left_, centre_, scratch_;
  Buffer<double> pushed_[kMaxParts];  // by the cheap parts: variance times their gradients
  Buffer<double> from_, step_;        // of search()
  ChainWork work_;
};

}  // namespace dpcvx::sample

#endif
