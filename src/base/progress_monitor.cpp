#include "base/progress_monitor.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "base/monitor_handle.h"

namespace dpcvx {

namespace {

// Of some milliseconds where that is cheaper: it is read at every step.
int64_t now() {
#ifdef CLOCK_MONOTONIC_COARSE
  constexpr clockid_t kClock = CLOCK_MONOTONIC_COARSE;
#else
  constexpr clockid_t kClock = CLOCK_MONOTONIC;
#endif
  timespec time{};
  clock_gettime(kClock, &time);
  return static_cast<int64_t>(time.tv_sec) * 1000000000 + time.tv_nsec;
}

}  // namespace

ProgressMonitor::ProgressMonitor(const dpcvx_monitor *monitor)
    : monitor_(monitor), called_(now()), clock_(now), process_(getpid()) {}

bool ProgressMonitor::is_child() const { return process_ != getpid(); }

void ProgressMonitor::begin(int64_t total) {
  done_ = 0;
  total_ = total;
  stride_ = total > 0 ? std::max<int64_t>(1, (total + kEvenCalls - 1) / kEvenCalls) : INT64_MAX;
  next_ = 0;
}

bool ProgressMonitor::asked_to_stop() const {
  return monitor_ != nullptr && monitor_->cancelled.load(std::memory_order_relaxed) != 0;
}

bool ProgressMonitor::calls_back() const { return monitor_ != nullptr && monitor_->progress != nullptr; }

bool ProgressMonitor::should_continue(int64_t done) {
  if (cancelled()) return false;
  if (asked_to_stop()) return !(cancelled_ = true);
  done_ = done;
  const bool is_due = done >= next_ || (done >= total_ && total_ != 0);
  if (!is_due) {
    break_silence();
    return !cancelled();
  }
  // Early calls lie closer: nobody has to wait for a share of a total that may be a limit far away.
  const int64_t near = std::max<int64_t>(1, done / 4);
  next_ = near < stride_ ? done + near : done - done % stride_ + stride_;
  if (root_ == nullptr) {
    call_back();
  } else {
    break_silence();
    cancelled_ = is_child();
  }
  return !cancelled();
}

// In long steps too, callers may cancel soon.
void ProgressMonitor::break_silence() {
  if (!calls_back()) return;
  ProgressMonitor &told = root_ != nullptr ? *root_ : *this;
  if (told.clock_() - told.called_ >= kMaxSilence) told.call_back();
}

// To ask for the process costs as much as a step on one record: it is done where callbacks are, and after each.
void ProgressMonitor::call_back() {
  bool stops = false;
  if (calls_back()) {
    dpcvx_progress progress;
    progress.done = done_;
    progress.total = total_;
    stops = monitor_->progress(&progress, monitor_->user) != 0;
    called_ = clock_();
  }
  cancelled_ = stops || is_child();
}

}  // namespace dpcvx
