#include "base/check.h"
#include "base/error.h"
#include "mechanism/propose_test_release/users_function_handle.h"

using namespace dpcvx;

dpcvx_status dpcvx_users_function_create(int64_t users, int64_t n, dpcvx_users_callback function, void *user,
                                         dpcvx_users_function **out, dpcvx_error *err) {
  Error error(err, __func__);
  DPCVX_TRY(check_out("out", out, error));
  DPCVX_TRY(check_count("users", users, error, 1));
  DPCVX_TRY(check_count("n", n, error, 1));
  if (function == nullptr) return error.argument("function", "NULL", "a function of a set of users");
  NewHandle<dpcvx_users_function> handle;
  DPCVX_TRY(handle.check(error));
  handle->function = {function, user, users, static_cast<size_t>(n)};
  *out = handle.give();
  return DPCVX_OK;
}

void dpcvx_users_function_destroy(dpcvx_users_function *function) { destroy_handle(function); }
