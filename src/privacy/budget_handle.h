#ifndef DPCVX_PRIVACY_BUDGET_HANDLE_H_
#define DPCVX_PRIVACY_BUDGET_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/privacy.h"
#include "privacy/budget.h"

struct dpcvx_budget {
  static constexpr dpcvx::HandleType kType{"dpcvx_budget", 0x6275646765743031};
  dpcvx::HandleTag tag{kType};
  dpcvx::privacy::Budget budget;
};

#endif
