// A function of sets of users as a caller gives it, and its handle. Nothing changes it after creation.
#ifndef DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_USERS_FUNCTION_HANDLE_H_
#define DPCVX_MECHANISM_PROPOSE_TEST_RELEASE_USERS_FUNCTION_HANDLE_H_

#include "base/handle.h"
#include "dpcvx/mechanism.h"

namespace dpcvx::mechanism {

struct UsersFunction {
  dpcvx_users_callback callback = nullptr;
  void *user = nullptr;
  int64_t users = 0;
  size_t dimension = 0;
};

}  // namespace dpcvx::mechanism

struct dpcvx_users_function {
  static constexpr dpcvx::HandleType kType{"dpcvx_users_function", 0x7573657273666e31};
  dpcvx::HandleTag tag{kType};
  dpcvx::mechanism::UsersFunction function;
};

#endif
