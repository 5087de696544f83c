#ifndef DPCVX_PRIVACY_BUDGET_BUDGET_HANDLE_H_
#define DPCVX_PRIVACY_BUDGET_BUDGET_HANDLE_H_

#include <unistd.h>

#include "base/error.h"
#include "base/handle.h"
#include "dpcvx/privacy.h"
#include "privacy/budget/budget.h"

struct dpcvx_budget {
  static constexpr dpcvx::HandleType kType{"dpcvx_budget", 0x6275646765743031};
  dpcvx::HandleTag tag{kType};
  const pid_t process = getpid();
  dpcvx::privacy::Budget budget;
};

namespace dpcvx {

// Checks that a budget is live and in the process that made it. A child of fork() has a copy. It would spend the limit
// a second time, and its lock may be held by a thread that does not exist there.
inline dpcvx_status check_budget(const dpcvx_budget *budget, Error &error) {
  DPCVX_TRY(check_handle("budget", budget, error));
  if (budget->process == getpid()) return DPCVX_OK;
  return error.fail(
      DPCVX_ERR_STATE,
      "argument 'budget' = a copy made by fork(), which would spend the limit again; accepted: a budget in "
      "the process that created it");
}

}  // namespace dpcvx

#endif
