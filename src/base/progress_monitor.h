// Calls the caller back during one call that takes long, and stops it if asked: both by the caller's monitor. It runs
// from begin() and asks should_continue() at every step; what it asks and tells are public counts only.
#ifndef DPCVX_BASE_PROGRESS_MONITOR_H_
#define DPCVX_BASE_PROGRESS_MONITOR_H_

#include "dpcvx/base.h"

namespace dpcvx {

class ProgressMonitor {
 public:
  static constexpr int64_t kEvenCalls = 128, kMaxCalls = 210;

  ProgressMonitor() : ProgressMonitor(nullptr) {}  // never cancels
  // The caller's monitor may be null.
  explicit ProgressMonitor(const dpcvx_monitor *monitor);

  // One that only looks whether the monitor was cancelled: for work whose number of steps is not public.
  ProgressMonitor quiet() const {
    ProgressMonitor silent(monitor_);
    silent.calls_back_ = false;
    silent.process_ = process_;
    return silent;
  }

  // `total` steps are to come.
  void begin(int64_t total);

  // `done` steps are done, a number that never falls: may the next begin? Looks at the monitor's flag each time and
  // calls back at fixed numbers of steps, at most kMaxCalls of them, and looks there for a child. Once it is false it
  // stays so.
  bool should_continue(int64_t done);

  // The same within a step, with a callback each time: where how many there are may be told.
  bool ask_again(int64_t done) {
    next_ = done;
    return should_continue(done);
  }

  bool cancelled() const { return cancelled_; }

  // Whether a callback of the caller's forked, and this is the child. It is cancelled: it would draw noise of its own,
  // a second release for one charge.
  bool is_child() const;

  // Whether the caller's monitor was cancelled by now, before the work has begun too.
  bool asked_to_stop() const;

 private:
  const dpcvx_monitor *monitor_ = nullptr;
  int64_t total_ = 0, stride_ = 1, next_ = 0;
  bool calls_back_ = true, cancelled_ = false;
  int64_t process_;
};

}  // namespace dpcvx

#endif
