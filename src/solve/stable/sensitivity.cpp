#include "solve/stable/sensitivity.h"

#include <algorithm>
#include <cmath>

#include "numeric/margins.h"
#include "numeric/root.h"
#include "privacy/divergences/gdp.h"
#include "solve/stable/deletion_sensitivity.h"
#include "solve/perturbation/regularization.h"

namespace dpcvx::solve {

namespace {

// Weights and factors as they are computed, against what they are computed from.
constexpr double kWeightError = 0x1p-40;
// A stage more is taken where it makes the distance less by this share.
constexpr double kStagePays = 0.01;
constexpr double kSpan = 64;  // widths that are tried are between C / kSpan and C kSpan

// The numbers that every stage uses. c_j is within tau of what is computed, at most `most`, and a sum S of changes of
// weights times c_j moves every other c_j by factor S / others.
struct StageInputs {
  double threshold, top, others, sides, factor, most, tau, bend;

  double outer(double step) const { return threshold + top * step; }
};

StageInputs stage_inputs(const SensitivityInputs &facts, double threshold, int64_t top) {
  StageInputs inputs;
  inputs.threshold = threshold;
  inputs.top = static_cast<double>(top);
  inputs.others = facts.units - inputs.top;
  inputs.sides = facts.sides;
  const bool fixed = facts.instance == Instance::kPublicPoint;
  inputs.factor = fixed ? 1 : numeric::up_many(1 + facts.smoothness / facts.convexity);
  inputs.most = numeric::up_many(2 * facts.lipschitz + (fixed ? std::sqrt(2.0) * facts.reach * facts.smoothness : 0));
  const double inexact = facts.tolerance + kWeightError * facts.lipschitz / facts.convexity;
  inputs.tau = numeric::up_many(facts.rounding + (fixed ? 0 : facts.smoothness * inexact));
  inputs.bend = fixed ? numeric::up_many(facts.bend * facts.reach * facts.reach) : 0;
  return inputs;
}

// sup over c in [0, outer + width] of w(c) (c + slack) + k (c + tau), w falling from 1 at outer to 0 at outer + width.
double max_weighted(double outer, double width, double slack, double k, double tau) {
  const double end = outer + width;
  const double at = std::max(outer, std::min(end, (outer + width * (1 + k) - slack) / 2));
  return numeric::up_many((end - at) / width * (at + slack) + kWeightError * (end + slack) + k * (at + tau));
}

// What one width of a stage gives: how far one user and the users whose weights it changes move the weighted sum.
struct WeightedSumBounds {
  double drift, most /* P */, sum;
};

struct StageBefore {
  double most = 0;  // P of the stage before; 0: there is none
};

WeightedSumBounds weighted_sum_bounds(const StageInputs &inputs, const StageBefore &before, double step, double width,
                                      double bend) {
  const double outer = inputs.outer(step), max_changed = std::max(0.0, inputs.top - 1);
  WeightedSumBounds out;
  const double one = before.most > 0 ? before.most + max_weighted(outer, width, inputs.tau, 0, 0) : inputs.most;
  out.drift = numeric::up_many(inputs.factor * inputs.top * one / inputs.others);
  const double slack = inputs.tau + out.drift + bend;
  out.most = max_weighted(outer, width, slack, 0, 0);
  const double changed =
      max_changed * (std::min(1.0, step / width) + kWeightError) * (outer + std::max(width, step) + slack);
  // The user changed is beyond the weights, with every other moved as far as can be; or within them.
  double within = inputs.sides * out.most + changed;
  if (!(before.most > 0)) {
    const double slope = max_changed * ((outer + width + slack) / width);
    const double rate = slope * inputs.factor / inputs.others;
    const double always = slope * 2 * inputs.tau + max_changed * kWeightError * (outer + std::max(width, step) + slack);
    within = std::min(within, inputs.sides * max_weighted(outer, width, slack, rate, inputs.tau) + always);
  }
  out.sum = numeric::up_many(std::max(within, (inputs.sides - 1) * out.most + changed));
  return out;
}

// The width of the least sum.
double best_width(const StageInputs &inputs, const StageBefore &before, double step, double bend, int32_t tries) {
  const double outer = inputs.outer(step);
  const double scale =
      outer + (before.most > 0 ? before.most : inputs.factor * inputs.top * inputs.most / inputs.others);
  if (!(scale > 0) || !std::isfinite(scale)) return scale;
  return scale * std::exp(numeric::min_point(-std::log(kSpan), std::log(kSpan), tries, [&](double t) {
           return weighted_sum_bounds(inputs, before, step, scale * std::exp(t), bend).sum;
         }));
}

void soft_terms(const SensitivityInputs &facts, const StageInputs &inputs, SensitivityParameters *terms) {
  const double near = 2 * numeric::up_many(facts.tolerance + kWeightError * facts.lipschitz / facts.convexity);
  StageBefore before;
  double step = numeric::up_many(inputs.factor * inputs.most / inputs.others + 2 * inputs.tau);
  terms->stages = 0;
  terms->distance = INFINITY;
  StabilityStage stage[kMaxStages];
  for (int32_t s = 0; s < std::min(facts.max_stages, kMaxStages); ++s) {
    const double width = best_width(inputs, before, step, inputs.bend, facts.width_tries);
    const WeightedSumBounds last = weighted_sum_bounds(inputs, before, step, width, inputs.bend);
    const double distance = numeric::up_many(last.sum / (facts.convexity * inputs.others) + near);
    if (!(distance < terms->distance * (1 - (s > 0 ? kStagePays : 0)))) break;
    stage[s] = {step, inputs.outer(step), width, last.drift};
    std::copy(stage, stage + s + 1, terms->stage);
    terms->stages = s + 1;
    terms->distance = distance;
    // The same stage, if another follows it.
    const double inner = inputs.bend > 0 ? best_width(inputs, before, step, 0, facts.width_tries) : width;
    const WeightedSumBounds next = inputs.bend > 0 ? weighted_sum_bounds(inputs, before, step, inner, 0) : last;
    stage[s] = {step, inputs.outer(step), inner, next.drift};
    before.most = next.most;
    step = numeric::up_many(inputs.factor * next.sum / inputs.others + 2 * inputs.tau);
  }
}

void hard_terms(const SensitivityInputs &facts, const StageInputs &inputs, SensitivityParameters *terms) {
  const double step = numeric::up_many(inputs.factor * inputs.most / inputs.others + 2 * inputs.tau);
  const double near = 2 * numeric::up_many(facts.tolerance + kWeightError * facts.lipschitz / facts.convexity);
  double most = 0;
  for (int64_t r = 0; r < terms->top; ++r) {
    const auto far = [&](double removed) {
      return inputs.threshold + removed * step + inputs.tau +
             inputs.factor * inputs.most * removed / (facts.units - removed);
    };
    const double low = static_cast<double>(r), high = low + 1;
    // The user changed is in both, or in the second alone; under add/remove in one of them.
    const double sum =
        inputs.sides > 1 ? far(low) + high * far(high) : std::max(far(low) + low * far(high), high * far(high));
    most = std::max(most, sum / (facts.convexity * (facts.units - high)));
  }
  terms->stages = 1;
  terms->stage[0] = {step, inputs.outer(step), 0, inputs.factor * inputs.most * inputs.top / inputs.others};
  terms->distance = numeric::up_many(most + near);
}

}  // namespace

bool stability_terms(const SensitivityInputs &facts, double threshold, int64_t top, SensitivityParameters *terms) {
  *terms = SensitivityParameters();
  terms->instance = facts.instance;
  terms->top = top;
  terms->threshold = threshold;
  if (top < 0 || !(facts.units >= static_cast<double>(stability_min_units(top)))) return false;
  if (!(threshold >= 0) || !(facts.convexity > 0) || !(facts.lipschitz > 0) || !(facts.sides >= 1)) return false;
  if (facts.instance == Instance::kCertified) {
    terms->stage[0] = {0, threshold, 0, 0};
    const bool ok =
        deletion_calls(facts, top) <= kMaxMinimisations && deletion_terms(facts, threshold, top, &terms->deletion);
    terms->distance = terms->deletion.distance;
    return ok;
  }
  const StageInputs inputs = stage_inputs(facts, threshold, top);
  if (!std::isfinite(inputs.factor * inputs.most + inputs.tau + inputs.bend + threshold)) return false;
  if (facts.instance == Instance::kHard)
    hard_terms(facts, inputs, terms);
  else
    soft_terms(facts, inputs, terms);
  return terms->distance < INFINITY;
}

namespace {

constexpr int64_t kUnknown = -2;

}  // namespace

NoiseLevelGrid::NoiseLevelGrid(Instance instance, double epsilon, double delta, double units)
    : instance_(instance), epsilon_(epsilon), delta_(delta), units_(units), size_(-1) {
  const double whole = privacy::gdp_mu_down(epsilon, delta);
  // Shares of the whole from 1/8 on, then ever nearer to 1.
  const auto mu_at = [&](int k) {
    const double share = k < 14 ? (k + 2) / 16.0 : 1 - std::exp2(-4 - (k - 13) * 0.5);
    return whole * (k < kMax ? share : numeric::kPlanningShare);
  };
  for (int k = 0; k < kMax; ++k) mu_[k] = mu_at(k), beyond_[k] = mu_at(k + 1), top_[k] = kUnknown;
}

bool NoiseLevelGrid::serves(Instance instance, double epsilon, double delta, double units) const {
  return size_ != 0 && instance_ == instance && epsilon_ == epsilon && delta_ == delta && units_ >= units;
}

// Tops grow with k: the first entry that is too great is found by halving.
int NoiseLevelGrid::size() const {
  if (size_ >= 0) return size_;
  if (top(0) < 0) return size_ = 0;
  if (!is_too_great(kMax - 1)) return size_ = kMax;
  int fits = -1, too_great = kMax - 1;
  while (too_great - fits > 1) {
    const int middle = (fits + too_great) / 2;
    (is_too_great(middle) ? too_great : fits) = middle;
  }
  return size_ = too_great + 1;
}

// One more level than so many units can have.
int64_t NoiseLevelGrid::most() const { return static_cast<int64_t>(std::min(std::max(units_, 0.0) / 2, 0x1p30)) + 1; }

int64_t NoiseLevelGrid::top_of(double ratio, int64_t most) const {
  return is_family(instance_) ? mechanism::family_top(epsilon_, delta_, ratio, most)
                              : mechanism::point_top(epsilon_, delta_, ratio, most);
}

// With so many levels one more hardly costs anything, and each look at them takes long.
int64_t NoiseLevelGrid::top(int k) const {
  constexpr int64_t kManyLevels = 1000;
  if (top_[k] != kUnknown) return top_[k];
  // The least one is told to who has too few units.
  top_[k] = top_of(mu_[k], k > 0 ? most() : mechanism::StabilityLaw::kMaxTop);
  if (top_[k] < 0 && k > 0) top_[k] = most();
  if (top_[k] > kManyLevels) beyond_[k] = mu_[k];
  return top_[k];
}

int64_t NoiseLevelGrid::min_top_of(int k) const {
  while (k > 0 && top_[k] == kUnknown) --k;
  return top(k);
}

void NoiseLevelGrid::refine(int k, double precision, double enough) const {
  constexpr int kHalvings = 6;
  while (halvings_[k] < kHalvings && beyond_[k] > mu_[k] * (1 + precision) && beyond_[k] > enough) {
    const double middle = (mu_[k] + beyond_[k]) / 2;
    (top_of(middle) == top(k) ? mu_[k] : beyond_[k]) = middle;
    ++halvings_[k];
  }
}

GridSearch coarse_search(const NoiseLevelGrid &grid) {
  constexpr int kEntries = 8;
  return {std::max(1, grid.size() / kEntries), 0x1p-6};
}

namespace {

// No distance of an entry of this top over max_mu is less. A changed user moves the weighted sum by sides C' at least,
// where C' is where weights begin: C' = C + R D, and every stage's D is at least the factor over n - R times the sum
// before it. The first sum is `most`, so that no later one is below the lesser of it and the fixed point of
//   sum = sides (C + R factor / (n - R) sum).
// Users whose weights change add R - 1 times D, or in the first stage the rate's share.
double min_deviation_of(const SensitivityInputs &facts, double threshold, int64_t top, double max_mu) {
  if (facts.instance != Instance::kSoft && facts.instance != Instance::kPublicPoint) return 0;
  const StageInputs inputs = stage_inputs(facts, threshold, top);
  if (!(inputs.others > 0)) return 0;
  const double moved = inputs.factor / inputs.others, ratio = inputs.sides * inputs.top * moved;
  const double fixed = ratio < 1 ? inputs.sides * threshold / (1 - ratio) : INFINITY;
  const double step = moved * std::min(inputs.most, fixed), outer = inputs.outer(step);
  const double changed = std::max(0.0, inputs.top - 1) * std::min(step, inputs.sides * outer * moved);
  const double sum = (inputs.sides * outer + changed) * (1 - 0x1p-30);
  return sum / (facts.convexity * inputs.others) / max_mu;
}

}  // namespace

// Levels are counted, and entries computed and refined, where they may be the least. The one before is a likely one.
int min_noise_entry(const SensitivityInputs &facts, double threshold, const NoiseLevelGrid &grid,
                    const GridSearch &search, SensitivityParameters *terms) {
  SensitivityParameters here;
  double best = INFINITY;
  int chosen = -1;
  const auto may_be_least = [&](int k, int64_t top) {
    return min_deviation_of(facts, threshold, top, grid.max_mu(k)) < best;
  };
  const auto consider = [&](int k) {
    if (!may_be_least(k, grid.min_top_of(k)) || !may_be_least(k, grid.top(k))) return;
    if (!stability_terms(facts, threshold, grid.top(k), &here)) return;
    if (!(here.distance / grid.max_mu(k) < best)) return;
    grid.refine(k, search.precision, here.distance / best);
    if (!(here.distance / grid.mu(k) < best)) return;
    best = here.distance / grid.mu(k);
    chosen = k;
    *terms = here;
  };
  const int size = grid.size(), likely = std::min(grid.likely, size - 1);
  if (likely < 0) return -1;
  const int first = likely - likely % search.stride;
  consider(first);
  for (int k = first + search.stride; k < size; k += search.stride) consider(k);
  for (int k = first - search.stride; k >= 0; k -= search.stride) consider(k);
  if (chosen >= 0) grid.likely = chosen;
  return chosen;
}

double choose_stability_mu(const SensitivityInputs &facts, double threshold, const NoiseLevelGrid &grid,
                           SensitivityParameters *terms) {
  const int entry = min_noise_entry(facts, threshold, grid, GridSearch(), terms);
  return entry < 0 ? 0 : grid.mu(entry);
}

dpcvx_status choose_stability(const SensitivityInputs &facts, double threshold, const NoiseLevelGrid &grid,
                              StabilityChoice *choice, Error &error) {
  const double mu = choose_stability_mu(facts, threshold, grid, &choice->terms);
  const bool is_made = choice->exists && choice->law.mu() == mu;  // by the question before
  choice->min_units = grid.min_units();
  choice->exists = mu > 0;
  if (!choice->exists) return DPCVX_OK;
  if (is_family(facts.instance) && !is_made)
    DPCVX_TRY(choice->law.make_family(grid.epsilon(), grid.delta(), mu, error));
  else if (!is_made)
    DPCVX_TRY(choice->law.make_point(grid.epsilon(), grid.delta(), mu, error));
  choice->exists = choice->law.top() == choice->terms.top;
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
