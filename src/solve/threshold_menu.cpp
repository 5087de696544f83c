#include "solve/threshold_menu.h"

#include <algorithm>
#include <cmath>

#include "solve/stable_minimum.h"

namespace dpcvx::solve {

namespace {

constexpr double kFactor = 0.84089641525371454;  // 2^(-1/4)
// A lower threshold that makes the distance less by a smaller share is not worth the scores that it costs.
constexpr double kLeastGain = 0x1p-6;
// The square of the noise counts this often: with the fourth power as a weight an entry e^(1/4) times as noisy is drawn
// e times less often, which is a fair deal between noise and the chance that nothing is released.
constexpr double kPower = 4;

// Scores so far, over epsilon, from the least one are drawn with a probability below e^-64.
constexpr double kFarScores = 256;

}  // namespace

dpcvx_status ThresholdMenu::make(const StabilityFacts &facts, int64_t top, double epsilon, bool *ok, Error &error) {
  count_ = 0;
  *ok = false;
  double threshold = 2 * facts.lipschitz;
  for (; count_ < kMost; threshold *= kFactor) {
    StabilityTerms &next = terms_[count_];
    if (!stability_terms(facts, threshold, top, &next)) return DPCVX_OK;
    if (count_ > 0 && !(next.distance < terms_[count_ - 1].distance * (1 - kLeastGain))) break;
    ++count_;
  }
  if (!stability_terms(facts, threshold, top, &below_)) return DPCVX_OK;
  // A change of 1 in each score, up or down.
  DPCVX_TRY(mechanism::plan_permute_and_flip(epsilon, 1, false, 0, plan_, error));
  penalty_ = kPower * 2 / epsilon;
  most_score_ = top + static_cast<int64_t>(std::min(kFarScores / epsilon, 0x1p40));
  *ok = true;
  return DPCVX_OK;
}

int ThresholdMenu::choose(const StableMinimum &minimum, random::Rng &rng) const {
  int64_t scores[kMost + 1];
  for (int place = 0; place <= count_; ++place) scores[place] = minimum.score(asked(place), most_score_);
  return choose(scores, rng);
}

int ThresholdMenu::choose(const int64_t *scores, random::Rng &rng) const {
  double values[kMost];
  uint64_t losses[kMost];
  size_t order[kMost];
  for (int entry = 0; entry < count_; ++entry) {
    // A multiple of 2^-10, so that the sum is exact and moves by 1 with the score.
    const double gain = std::floor(penalty_ * std::log(terms_[0].distance / terms_[entry].distance) * 0x1p10) * 0x1p-10;
    values[entry] = gain - static_cast<double>(scores[entry + 1]);
  }
  return static_cast<int>(
      mechanism::choose_permute_and_flip(rng, plan_, values, static_cast<size_t>(count_), losses, order));
}

}  // namespace dpcvx::solve
