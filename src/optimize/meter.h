// Counts passes over the data against a limit, and asks the caller's watch before each.
#ifndef DPCVX_OPTIMIZE_METER_H_
#define DPCVX_OPTIMIZE_METER_H_

#include "base/watch.h"

namespace dpcvx::optimize {

class Meter {
 public:
  Meter(int64_t most, Watch &watch) : most_(most), watch_(watch) { watch.begin(most); }

  // May `passes` more be made? If so they count.
  bool take(int64_t passes) {
    if (!watch_.go_on(done_) || passes > most_ - done_) return false;
    done_ += passes;
    return true;
  }
  int64_t done() const { return done_; }
  int64_t left() const { return most_ - done_; }
  bool cancelled() const { return watch_.cancelled(); }

 private:
  int64_t most_, done_ = 0;
  Watch &watch_;
};

}  // namespace dpcvx::optimize

#endif
