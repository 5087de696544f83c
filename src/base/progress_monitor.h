// Calls the caller back during long work and stops if asked: a progress callback and a cancel handle. It runs from
// begin() end and asks should_continue() at every step; what it asks and tells are public counts only.
#ifndef DPCVX_BASE_PROGRESS_MONITOR_H_
#define DPCVX_BASE_PROGRESS_MONITOR_H_

#include "dpcvx/base.h"

namespace dpcvx {

class ProgressMonitor {
 public:
  static constexpr int64_t kEvenCalls = 128, kMaxCalls = 210;

  ProgressMonitor() = default;  // never cancels
  // Each may be null.
  ProgressMonitor(dpcvx_progress_callback callback, void *user, const dpcvx_cancel *cancel)
      : callback_(callback), user_(user), cancel_(cancel) {}

  // One that looks at the cancel handle alone: for work whose number of steps is not public.
  ProgressMonitor quiet() const { return {nullptr, nullptr, cancel_}; }

  // `total` steps are to come.
  void begin(int64_t total);

  // `done` steps are done, a number that never falls: may the next begin? Looks at the cancel handle each time and
  // calls back at fixed numbers of steps, at most kMaxCalls of them. Once it is false it stays so.
  bool should_continue(int64_t done);

  bool cancelled() const { return cancelled_; }

 private:
  dpcvx_progress_callback callback_ = nullptr;
  void *user_ = nullptr;
  const dpcvx_cancel *cancel_ = nullptr;
  int64_t total_ = 0, stride_ = 1, next_ = 0;
  bool cancelled_ = false;
};

}  // namespace dpcvx

#endif
