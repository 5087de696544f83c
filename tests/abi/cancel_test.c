/* Asking long work to stop. */
#include "check.h"

int main(void) {
  dpcvx_error error;
  dpcvx_cancel *cancel = NULL;
  int32_t requested = -1;
  int64_t value = -1;

  CHECK_OK(dpcvx_cancel_create(&cancel, &error));
  CHECK_OK(dpcvx_cancel_requested(cancel, &requested, &error));
  CHECK(requested == 0);
  CHECK_OK(dpcvx_cancel_request(cancel, &error));
  CHECK_OK(dpcvx_cancel_request(cancel, &error));
  CHECK_OK(dpcvx_cancel_requested(cancel, &requested, &error));
  CHECK(requested == 1);
  END_TEST("once asked it stays so");

  CHECK_FAILS(dpcvx_cancel_request(NULL, &error), DPCVX_ERR_ARGUMENT, "'cancel'");
  CHECK_FAILS(dpcvx_progress_get_i64(NULL, DPCVX_PROGRESS_FIGURE_DONE, &value, &error), DPCVX_ERR_ARGUMENT,
              "'progress'");
  CHECK(value == -1);
  END_TEST("errors");

  dpcvx_cancel_destroy(NULL);
  dpcvx_cancel_destroy(cancel);
  return TEST_RESULT();
}
