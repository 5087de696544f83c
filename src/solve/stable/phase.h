// Stable releases one after the other, as a plan holds them: public numbers.
#ifndef DPCVX_SOLVE_STABLE_PHASE_H_
#define DPCVX_SOLVE_STABLE_PHASE_H_

#include "base/buffer.h"
#include "mechanism/noise/noise.h"
#include "solve/stable/sensitivity.h"
#include "solve/stable/threshold_candidates.h"

namespace dpcvx::solve {

constexpr int32_t kMaxPhases = 64;
constexpr int32_t kMaxBatches = 24;  // phases that have units of their own

// One of them: the minimiser of the objective + (prox / 2) ||w - centre||^2, the centre being what was released before
// it, at first the start.
struct StablePhase {
  double prox = 0;        // lambda_i
  double max_centre = 0;  // the centre is cut to this norm
  double share = 1;       // of the units that are in its batch
  double units = 0;       // of its batch, nominal
  int32_t law = 0;        // its place among the laws
  double mu = 0;          // of its noise
  SensitivityInputs facts;
  SensitivityParameters terms;
  mechanism::NoisePlan noise;
};

// How phases on the same units are charged together.
enum class Composition : int32_t {
  kSum,        // epsilons and deltas added up
  kResponses,  // as randomized responses and a Gaussian
  kSequence,   // by the worst adaptive sequence of scores
};

// All phases: for each threshold that may be estimated privately, else once.
struct StablePhases {
  bool batches = false;  // some have units of their own
  Composition composition = Composition::kSum;
  int32_t count = 0;
  Buffer<StablePhase> phases;
  mechanism::StabilityLaw laws[kMaxPhases];
  ThresholdCandidates candidates;  // empty: no threshold is estimated
  double candidates_epsilon = 0;   // of its choice
  int32_t typical = 0;             // of the thresholds to choose from, the one that figures are of
  double unstable = 0;  // probability that interchangeable users are found unstable; infinite: nothing is known

  StablePhase &at(int32_t i, int32_t entry = 0) { return phases[place(i, entry)]; }
  const StablePhase &at(int32_t i, int32_t entry = 0) const { return phases[place(i, entry)]; }
  const StablePhase &last(int32_t entry = 0) const { return at(count - 1, entry); }
  size_t place(int32_t i, int32_t entry) const {
    return static_cast<size_t>(entry) * static_cast<size_t>(count) + static_cast<size_t>(i);
  }

  int32_t entries() const { return static_cast<int32_t>(phases.size()) / count; }

  // `entries` copies of the first `made` phases there are. False: no memory.
  bool make(int32_t made, int32_t entries) {
    Buffer<StablePhase> fresh;
    if (!fresh.allocate(static_cast<size_t>(made) * static_cast<size_t>(entries))) return false;
    for (size_t i = 0; i < fresh.size(); ++i) {
      const size_t from = i % static_cast<size_t>(made);
      fresh[i] = from < phases.size() ? phases[from] : StablePhase();
    }
    phases.swap(fresh);
    count = made;
    return true;
  }
};

}  // namespace dpcvx::solve

#endif
