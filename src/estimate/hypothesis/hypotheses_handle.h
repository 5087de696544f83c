#ifndef DPCVX_ESTIMATE_HYPOTHESIS_HYPOTHESES_HANDLE_H_
#define DPCVX_ESTIMATE_HYPOTHESIS_HYPOTHESES_HANDLE_H_

#include "base/handle.h"
#include "estimate/hypothesis/hypotheses.h"

struct dpcvx_hypotheses {
  static constexpr dpcvx::HandleType kType{"dpcvx_hypotheses", 0x6879706f74686531};
  dpcvx::HandleTag tag{kType};
  dpcvx::estimate::Hypotheses hypotheses;
};

#endif
