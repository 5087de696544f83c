#ifndef DPCVX_ESTIMATE_LOCAL_HANDLES_H_
#define DPCVX_ESTIMATE_LOCAL_HANDLES_H_

#include "base/handle.h"
#include "dpcvx/local.h"
#include "estimate/local/aggregator.h"

struct dpcvx_local_protocol {
  static constexpr dpcvx::HandleType kType{"dpcvx_local_protocol", 0x6c6f63616c707231};
  dpcvx::HandleTag tag{kType};
  dpcvx::local::Protocol protocol;
};

struct dpcvx_local_aggregator {
  static constexpr dpcvx::HandleType kType{"dpcvx_local_aggregator", 0x6c6f63616c616731};
  dpcvx::HandleTag tag{kType};
  dpcvx::local::Aggregator aggregator;
};

#endif
