#include "solve/stable/outlier_threshold.h"

#include <algorithm>
#include <cmath>

#include "numeric/directed.h"
#include "solve/stable/gradient_concentration.h"

namespace dpcvx::solve {

namespace {

// The least step of the stages, which all must let a release pass.
double min_step(const SensitivityParameters &terms) {
  double least = terms.stage[0].step;
  for (int32_t stage = 1; stage < terms.stages; ++stage) least = std::min(least, terms.stage[stage].step);
  return least;
}

// What is as likely as not of a threshold of which nothing is known.
constexpr double kUnknownShare = 0.125;

}  // namespace

ThresholdPolicy::ThresholdPolicy(const Settings &settings, int64_t least)
    : declared(settings.outlier_threshold),
      failure(settings.max_unstable_probability),
      share(settings.threshold_epsilon_fraction),
      min_records_per_user(least) {}

const char *ThresholdPolicy::missing() const {
  if (is_declared() && is_estimated_privately())
    return "OUTLIER_THRESHOLD and THRESHOLD_EPSILON_FRACTION are both set: a threshold is declared or estimated "
           "privately";
  if (is_declared() || is_estimated_privately() || is_by_concentration()) return nullptr;
  return "how far units' mean gradients are from one another is not known. Declare a least number of records of each "
         "(DPCVX_OBJECTIVE_OPTION_MIN_RECORDS_PER_USER, 2 or more), declare DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD, or "
         "estimate it privately (DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION, say 0.2)";
}

double ThresholdPolicy::guess(double lipschitz, double units) const {
  if (is_declared()) return declared;
  if (min_records_per_user < 2) return kUnknownShare * lipschitz;
  // Means of m vectors: a user in a hundred is beyond it, as a law lets pass.
  const double length = std::sqrt(2 * std::log(2 * std::min(units, 100.0)) / static_cast<double>(min_records_per_user));
  return std::min(1.0, length) * lipschitz;
}

// A public point's c_j = |g| + rho |H| is at most sqrt(2) times the norm of (g, rho H), and a record's Hessian has norm
// at most the smoothness.
double ThresholdPolicy::longest(const SensitivityInputs &facts) const {
  if (facts.instance != Instance::kPublicPoint) return facts.lipschitz;
  return std::sqrt(2.0) * std::hypot(facts.lipschitz, facts.reach * facts.smoothness);
}

double unstable_by_concentration(const SensitivityInputs &facts, const ThresholdPolicy &policy,
                                 const SensitivityParameters &terms, const mechanism::StabilityLaw &law) {
  if (policy.min_records_per_user < 2) return INFINITY;
  const GradientConcentration norms(policy.longest(facts), facts.units, policy.min_records_per_user);
  return norms.unstable(terms.threshold, min_step(terms), law);
}

bool terms_by_concentration(const SensitivityInputs &facts, const ThresholdPolicy &policy,
                            const mechanism::StabilityLaw &law, double failure, SensitivityParameters *terms) {
  constexpr double kGrowth = 1.01;
  const GradientConcentration norms(policy.longest(facts), facts.units, policy.min_records_per_user);
  // With the greatest steps, those of the longest threshold, and then longer until it does with its own.
  if (!stability_terms(facts, norms.longest(), law.top(), terms)) return false;
  double threshold = norms.threshold(min_step(*terms), law, failure);
  for (;; threshold = std::min(kGrowth * std::max(threshold, 0x1p-20 * norms.longest()), norms.longest())) {
    if (!stability_terms(facts, threshold, law.top(), terms)) return false;
    if (threshold >= norms.longest() || norms.unstable(threshold, min_step(*terms), law) <= failure) return true;
  }
}

namespace {

// A choice in the making.
struct Choosing {
  const SensitivityInputs &facts;
  const ThresholdPolicy &policy;
  const NoiseLevelGrid &grid;
  StableChoice *choice;
  Error &error;

  // By a threshold, that of least noise.
  dpcvx_status by_threshold(double threshold) { return choose_stability(facts, threshold, grid, choice, error); }

  dpcvx_status by_concentration() {
    constexpr int kRounds = 2;  // the law is chosen for a threshold, and the threshold for a law
    double threshold = policy.guess(facts.lipschitz, facts.units);
    for (int round = 0; round < kRounds; ++round) {
      DPCVX_TRY(by_threshold(threshold));
      if (!choice->exists) return DPCVX_OK;
      choice->exists = terms_by_concentration(facts, policy, choice->law, policy.failure, &choice->terms);
      if (!choice->exists) return DPCVX_OK;
      threshold = choice->terms.threshold;
    }
    return DPCVX_OK;
  }

  dpcvx_status estimated_privately() {
    DPCVX_TRY(by_threshold(policy.guess(facts.lipschitz, facts.units)));
    if (!choice->exists) return DPCVX_OK;
    DPCVX_TRY(choice->candidates.make(facts, choice->law.top(), choice->candidates_epsilon, error));
    choice->exists = choice->candidates.count() > 0;
    return DPCVX_OK;
  }
};

}  // namespace

dpcvx_status choose_stable(const SensitivityInputs &facts, const ThresholdPolicy &policy, double epsilon, double delta,
                           NoiseLevelGrid *grid, StableChoice *choice, Error &error) {
  choice->candidates_epsilon = policy.is_estimated_privately() ? numeric::below(policy.share * epsilon) : 0;
  choice->epsilon = policy.is_estimated_privately() ? numeric::below(epsilon - choice->candidates_epsilon) : epsilon;
  if (!grid->serves(facts.instance, choice->epsilon, delta, facts.units))
    *grid = NoiseLevelGrid(facts.instance, choice->epsilon, delta, facts.units);
  Choosing choosing{facts, policy, *grid, choice, error};
  if (policy.is_estimated_privately()) return choosing.estimated_privately();
  DPCVX_TRY(policy.is_by_concentration() ? choosing.by_concentration() : choosing.by_threshold(policy.declared));
  if (choice->exists) choice->unstable = unstable_by_concentration(facts, policy, choice->terms, choice->law);
  return DPCVX_OK;
}

}  // namespace dpcvx::solve
