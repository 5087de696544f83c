#include "mechanism/selection/selection.h"

#include <algorithm>

#include "base/error.h"
#include "mechanism/selection/weighted_choice.h"
#include "numeric/directed.h"
#include "random/bernoulli.h"

namespace dpcvx::mechanism {

using numeric::above;

namespace {

constexpr double kMaxSteps = 0x1p53;  // of a sensitivity: so far doubles count in ones
// Losses past this many scales count as being there, so that no probability is below e^-1000: the coin is exact above
// 2^-1900. Like any clipping of scores relative to the best one it keeps their sensitivity.
constexpr double kMaxScales = 1000;
// A scale below it is raised, lest a single step's loss be capped at none: an item a step below the best has e^-512.
constexpr double kMinScale = 0x1p-9;

dpcvx_status plan_scores(double sensitivity, bool monotonic, double step, SelectionPlan &plan, Error &error) {
  DPCVX_TRY(plan.lattice.choose(step, sensitivity * Lattice::kDefaultShare, error));
  plan.sensitivity = std::ceil(plan.lattice.steps_up(sensitivity));
  if (!(plan.sensitivity <= kMaxSteps))
    return error.argument("sensitivity", sensitivity, "at most 2^53 lattice steps (a larger step helps)");
  plan.spread = monotonic ? plan.sensitivity : 2 * plan.sensitivity;
  return DPCVX_OK;
}

// Returns how far a score is below the greatest one on the lattice, in 0 ... 2^62.
uint64_t loss_of(const Lattice &lattice, double score) {
  return static_cast<uint64_t>(Lattice::kMaxSteps - lattice.place(score));
}

}  // namespace

dpcvx_status plan_exponential(double epsilon, double sensitivity, bool monotonic, double step, SelectionPlan &plan,
                              Error &error) {
  DPCVX_TRY(plan_scores(sensitivity, monotonic, step, plan, error));
  plan.decay = decay_within(epsilon, plan.spread);
  return DPCVX_OK;
}

dpcvx_status plan_permute_and_flip(double epsilon, double sensitivity, bool monotonic, double step, SelectionPlan &plan,
                                   Error &error) {
  DPCVX_TRY(plan_scores(sensitivity, monotonic, step, plan, error));
  plan.scale = std::min(std::max(above(plan.spread / epsilon), kMinScale), 0x1p1000);
  return DPCVX_OK;
}

int64_t choose_exponential(random::Rng &rng, const SelectionPlan &plan, const double *scores, size_t n) {
  const auto item = [&](size_t i) { return Item{loss_of(plan.lattice, scores[i]), 1}; };
  return static_cast<int64_t>(choose(rng, plan.decay, n, item));
}

int64_t choose_permute_and_flip(random::Rng &rng, const SelectionPlan &plan, const double *scores, size_t n,
                                uint64_t *losses, size_t *order) {
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < n; ++i) {
    order[i] = i;
    losses[i] = loss_of(plan.lattice, scores[i]);
    least = std::min(least, losses[i]);
  }
  const double most = std::min(plan.scale * kMaxScales, 0x1p63);
  for (size_t seen = 0; seen + 1 < n; ++seen) {
    std::swap(order[seen], order[seen + random::uniform(rng, n - seen)]);
    const uint64_t loss = std::min(losses[order[seen]] - least, static_cast<uint64_t>(most));
    if (random::bernoulli_exp_ratio(rng, loss, plan.scale)) return static_cast<int64_t>(order[seen]);
  }
  // The last item is reached only if no earlier one was taken. So it is the best one or ties with it.
  return static_cast<int64_t>(order[n - 1]);
}

}  // namespace dpcvx::mechanism
