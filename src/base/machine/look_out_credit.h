// How many passes threads share that look out for them, so that all passes cost little more than on one thread.
#ifndef DPCVX_BASE_MACHINE_LOOK_OUT_CREDIT_H_
#define DPCVX_BASE_MACHINE_LOOK_OUT_CREDIT_H_

#include <cmath>

namespace dpcvx {

// Costs are CPU times over that of one thread. Passes may cost kMost on average: 1.1 less what clocks do not see. What
// they save or spend beyond is counted in passes. Helpers rest when all is spent, until kRest is saved: two hundred
// passes alone after a hundred that cost 1.2.
class LookOutCredit {
 public:
  static constexpr double kMost = 1.07, kRest = 10;

  bool is_resting() const { return resting_; }
  // After a pass that a rest left to one thread.
  void note_rest() { save(kMost - 1); }
  // After a pass that was shared. The system stops threads now and then, and a much longer pass tells of that.
  void note_shared(double cost) {
    cost_ += kNew * (std::fmin(cost, kInterrupted * cost_) - cost_);
    save(kMost - cost_);
  }

 private:
  static constexpr double kNew = 1.0 / 16, kInterrupted = 1.25;

  void save(double passes) {
    left_ = std::fmin(left_ + passes, 2 * kRest);
    resting_ = left_ < (resting_ ? kRest : 0);
  }

  double cost_ = 1, left_ = kRest;  // what shared passes cost of late; what may be spent
  bool resting_ = false;
};

}  // namespace dpcvx

#endif
