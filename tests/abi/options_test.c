/* The base of the API: version, status names, the error record, options. */
#include "check.h"

int main(void) {
  dpcvx_error error;
  dpcvx_options *options = NULL;

  CHECK(strncmp(dpcvx_version(), "0.", 2) == 0);
  CHECK(strcmp(dpcvx_status_name(DPCVX_ERR_BUDGET), "DPCVX_ERR_BUDGET") == 0);
  CHECK(strcmp(dpcvx_status_name(12345), "unknown status") == 0);
  CHECK(sizeof(dpcvx_error) == 512 && sizeof(dpcvx_status) == 4);
  END_TEST("version, status names and the error record");

  {
    int32_t code;
    dpcvx_options_destroy(NULL);
    code = dpcvx_options_set_f64(NULL, 1, 0.5, &error);
    CHECK(code == DPCVX_ERR_ARGUMENT && error.code == code);
    CHECK(strstr(error.message, "dpcvx_options_set_f64") != NULL && strstr(error.message, "options") != NULL);
    CHECK(dpcvx_options_set_f64(NULL, 1, 0.5, NULL) == DPCVX_ERR_ARGUMENT);
  }
  END_TEST("errors name function and argument; the record may be left out");

  (void)options;
  return TEST_RESULT();
}
