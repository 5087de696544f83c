// The handles of progress and cancelling.
#ifndef DPCVX_BASE_PROGRESS_HANDLE_H_
#define DPCVX_BASE_PROGRESS_HANDLE_H_

#include <atomic>

#include "base/handle.h"

struct dpcvx_cancel {
  static constexpr dpcvx::HandleType kType{"dpcvx_cancel", 0x63616e63656c3031};
  dpcvx::HandleTag tag{kType};
  std::atomic<int32_t> requested{0};
};

struct dpcvx_progress {
  static constexpr dpcvx::HandleType kType{"dpcvx_progress", 0x70726f6772657373};
  dpcvx::HandleTag tag{kType};
  int64_t done = 0, total = 0;
};

#endif
