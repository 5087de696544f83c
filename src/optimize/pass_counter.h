// Counts passes over the data against a limit, and asks the caller's progress monitor before each.
#ifndef DPCVX_OPTIMIZE_PASS_COUNTER_H_
#define DPCVX_OPTIMIZE_PASS_COUNTER_H_

#include "base/progress_monitor.h"

namespace dpcvx::optimize {

class PassCounter {
 public:
  PassCounter(int64_t most, ProgressMonitor &watch) : most_(most), watch_(watch) { watch.begin(most); }

  // Returns whether `passes` more may be made, and counts them if so.
  bool take(int64_t passes) {
    if (!watch_.should_continue(done_) || passes > most_ - done_) return false;
    done_ += passes;
    return true;
  }
  int64_t done() const { return done_; }
  int64_t left() const { return most_ - done_; }
  bool cancelled() const { return watch_.cancelled(); }

 private:
  int64_t most_, done_ = 0;
  ProgressMonitor &watch_;
};

}  // namespace dpcvx::optimize

#endif
