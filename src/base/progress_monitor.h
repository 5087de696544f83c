// Calls the caller back during one call that takes long, and stops it if asked: both by the caller's monitor. It runs
// from begin() and asks should_continue() at every step; what it asks and tells are public counts only.
#ifndef DPCVX_BASE_PROGRESS_MONITOR_H_
#define DPCVX_BASE_PROGRESS_MONITOR_H_

#include "dpcvx/base.h"

namespace dpcvx {

class ProgressMonitor {
 public:
  static constexpr int64_t kEvenCalls = 128, kMaxCalls = 210;
  static constexpr int64_t kMaxSilence = 500000000;
  using Clock = int64_t (*)();  // in nanoseconds

  ProgressMonitor() : ProgressMonitor(nullptr) {}  // never cancels
  // The caller's monitor may be null.
  explicit ProgressMonitor(const dpcvx_monitor *monitor);

  // One that tells no steps of its own: for work whose number of steps is not public. It sees whether the monitor was
  // cancelled, and where this one has been silent for long it calls back with what this one has told. This outlives it.
  ProgressMonitor quiet() {
    ProgressMonitor silent(monitor_);
    silent.root_ = root_ != nullptr ? root_ : this;
    silent.process_ = process_;
    return silent;
  }

  // `total` steps are to come.
  void begin(int64_t total);

  // `done` steps are done, a number that never falls: may the next begin? Looks at the monitor's flag each time. Calls
  // back at fixed numbers of steps, at most kMaxCalls of them, and again kMaxSilence nanoseconds after the last call.
  // What these tell is public counts; how many they are tells no more than the time. A child is looked for there, too.
  // Once it is false it stays so.
  bool should_continue(int64_t done);

  // The same within a step, with a callback each time: where how many there are may be told.
  bool ask_again(int64_t done) {
    next_ = done;
    return should_continue(done);
  }

  bool cancelled() const { return cancelled_ || (root_ != nullptr && root_->cancelled_); }

  // Whether a callback of the caller's forked, and this is the child. It is cancelled: it would draw noise of its own,
  // a second release for one charge.
  bool is_child() const;

  // Whether the caller's monitor was cancelled by now, before the work has begun too.
  bool asked_to_stop() const;

  // For tests: the machine's clock is the default.
  void set_clock(Clock clock) {
    clock_ = clock;
    called_ = clock();
  }

 private:
  bool calls_back() const;
  void break_silence();
  void call_back();

  const dpcvx_monitor *monitor_ = nullptr;
  ProgressMonitor *root_ = nullptr;  // of a quiet one: whose counts are told
  int64_t done_ = 0, total_ = 0, stride_ = 1, next_ = 0;
  int64_t called_ = 0;  // when, last
  Clock clock_;
  bool cancelled_ = false;
  int64_t process_;
};

}  // namespace dpcvx

#endif
