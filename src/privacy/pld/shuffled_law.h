// Shuffled reports: two laws that dominate what n users' reports tell of one of them, once they are shuffled, and laws
// that a mechanism attains (PROOFS.md, section 15). The first user's report hides among those of the others that are
// drawn from the same outputs. Work is bounded for any number of users.
#ifndef DPCVX_PRIVACY_PLD_SHUFFLED_LAW_H_
#define DPCVX_PRIVACY_PLD_SHUFFLED_LAW_H_

#include <cstddef>

#include "base/buffer.h"
#include "privacy/curve/event.h"

namespace dpcvx::privacy {

class ShuffledLaw {
 public:
  static constexpr size_t kMost = 4000;  // losses at most
  // Local epsilons for which the reports of others are counted.
  static constexpr double kMinLocal = 0x1p-20, kMaxLocal = 20;
  static constexpr double kMaxAlone = 512;          // up to here a report counts alone
  static constexpr double kMostUsers = 0x1p34;      // more count as so many, for the sake of time
  static constexpr double kMaxCategories = 0x1p20;  // beyond, reports count as those of any randomizer

  // Makes the laws of an event of kShuffled or kShuffledResponse: dominating ones, or if `attained` those of a
  // mechanism of this kind. Returns false without memory. There are none if size() is 0.
  bool build(const Event &event, bool attained);

  // Returns whether the other order has the same losses.
  bool is_symmetric() const { return symmetric_; }

  // Of increasing losses: their probabilities under both laws.
  struct Outcome {
    double loss, first, second;
  };
  size_t size() const { return size_; }
  const Outcome &operator[](size_t i) const { return outcomes_[i]; }

 private:
  void put(double loss, double first, double second) { outcomes_[size_++] = {loss, first, second}; }
  bool hidden_among_clones(double ratio, double users);
  bool hidden_among_others(double ratio, double users, double categories);
  bool response(double ratio, double users, double categories);
  void binary_response(double ratio, double users);
  void take(class HalfLaw &law, double ratio, bool cells);

  bool symmetric_ = true;
  size_t size_ = 0;
  Buffer<Outcome> outcomes_;
};

}  // namespace dpcvx::privacy

#endif
