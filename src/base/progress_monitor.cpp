#include "base/progress_monitor.h"

#include <unistd.h>

#include <algorithm>

#include "base/monitor_handle.h"

namespace dpcvx {

ProgressMonitor::ProgressMonitor(const dpcvx_monitor *monitor) : monitor_(monitor), process_(getpid()) {}

bool ProgressMonitor::is_child() const { return process_ != getpid(); }

void ProgressMonitor::begin(int64_t total) {
  total_ = total;
  stride_ = total > 0 ? std::max<int64_t>(1, (total + kEvenCalls - 1) / kEvenCalls) : INT64_MAX;
  next_ = 0;
}

bool ProgressMonitor::asked_to_stop() const {
  return monitor_ != nullptr && monitor_->cancelled.load(std::memory_order_relaxed) != 0;
}

bool ProgressMonitor::should_continue(int64_t done) {
  if (cancelled_) return false;
  if (asked_to_stop()) return !(cancelled_ = true);
  if (done < next_ && (done < total_ || total_ == 0)) return true;
  // Early calls lie closer: nobody has to wait for a share of a total that may be a limit far away.
  const int64_t near = std::max<int64_t>(1, done / 4);
  next_ = near < stride_ ? done + near : done - done % stride_ + stride_;
  if (calls_back_ && monitor_ != nullptr && monitor_->progress != nullptr) {
    dpcvx_progress progress;
    progress.done = done;
    progress.total = total_;
    cancelled_ = monitor_->progress(&progress, monitor_->user) != 0;
  }
  // To ask for the process costs as much as a step on one record: it is done where callbacks are, and after each.
  if (is_child()) cancelled_ = true;
  return !cancelled_;
}

}  // namespace dpcvx
