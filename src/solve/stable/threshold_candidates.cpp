#include "solve/stable/threshold_candidates.h"

#include <algorithm>
#include <cmath>

#include "solve/stable/filtered_minimizer.h"

namespace dpcvx::solve {

namespace {

constexpr double kFactor = 0.84089641525371454;  // 2^(-1/4)
// An entry e times as noisy is drawn e^-4 times as often: a fair deal between noise and the chance that nothing is
// released.
constexpr double kPower = 4;
// A release passes users beyond the threshold up to about this share of the top.
constexpr double kBeyond = 0.25;
// Below so many steps, over the gain, a lower threshold gains more than any score can say against it.
constexpr double kTold = 1.5;
// Scores so far, over epsilon, from the least one are drawn with a probability below e^-64.
constexpr double kFarScores = 256;

}  // namespace

dpcvx_status ThresholdCandidates::make(const SensitivityInputs &facts, int64_t top, double epsilon, Error &error) {
  count_ = 0;
  gain_ = kPower * 2 / epsilon;
  max_score_ = top + static_cast<int64_t>(std::min(kFarScores / epsilon, 0x1p40));
  // No user is beyond the first.
  const bool fixed = facts.instance == Instance::kPublicPoint;
  double least = 0, threshold = 2 * facts.lipschitz + (fixed ? std::sqrt(2.0) * facts.reach * facts.smoothness : 0);
  for (; count_ < kMax && threshold >= least; threshold *= kFactor) {
    SensitivityParameters &next = terms_[count_];
    if (!stability_terms(facts, threshold, top, &next)) {
      count_ = 0;
      return DPCVX_OK;
    }
    if (count_ > 0 && !(next.distance < terms_[count_ - 1].distance)) break;
    ++count_;
    least = kTold * gain_ * next.stage[0].step;
  }
  shift_ = std::ceil(kBeyond * static_cast<double>(top)) * terms_[0].stage[0].step;
  // A change of 1 in each score, up or down.
  return mechanism::plan_permute_and_flip(epsilon, 1, false, 0, plan_, error);
}

// The score of the threshold less r steps is at most r where at most r users are beyond the threshold.
SensitivityParameters ThresholdCandidates::asked(int entry) const {
  SensitivityParameters terms = terms_[entry];
  terms.threshold = kFactor * terms.threshold - shift_;
  return terms;
}

int ThresholdCandidates::choose(const StableMinimum &minimum, random::Rng &rng) const {
  int64_t scores[kMax];
  for (int entry = 0; entry < count_; ++entry) scores[entry] = minimum.score(asked(entry), max_score_);
  return choose(scores, rng);
}

int ThresholdCandidates::choose(const int64_t *scores, random::Rng &rng) const {
  double values[kMax];
  uint64_t losses[kMax];
  size_t order[kMax];
  for (int entry = 0; entry < count_; ++entry) {
    // A multiple of 2^-10, so that the difference is exact and moves by 1 with the score.
    const double gain = std::floor(gain_ * std::log(terms_[0].distance / terms_[entry].distance) * 0x1p10) * 0x1p-10;
    values[entry] = gain - static_cast<double>(scores[entry]);
  }
  return static_cast<int>(
      mechanism::choose_permute_and_flip(rng, plan_, values, static_cast<size_t>(count_), losses, order));
}

}  // namespace dpcvx::solve
