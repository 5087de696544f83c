// The handles of monitors and of progress.
#ifndef DPCVX_BASE_MONITOR_HANDLE_H_
#define DPCVX_BASE_MONITOR_HANDLE_H_

#include <atomic>

#include "base/handle.h"

// Any number of calls may use one at a time: nothing but the flag changes.
struct dpcvx_monitor {
  static constexpr dpcvx::HandleType kType{"dpcvx_monitor", 0x6d6f6e69746f7231};
  dpcvx::HandleTag tag{kType};
  dpcvx_progress_callback progress = nullptr;
  void *user = nullptr;
  std::atomic<int32_t> cancelled{0};
};

struct dpcvx_progress {
  static constexpr dpcvx::HandleType kType{"dpcvx_progress", 0x70726f6772657373};
  dpcvx::HandleTag tag{kType};
  int64_t done = 0, total = 0;
};

#endif
