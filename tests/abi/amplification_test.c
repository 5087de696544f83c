/* Curves of shuffled reports and of last iterates: accountants, bytes, JSON, what they compose with, bad input. */
#include "check.h"

#define REPLACE_ONE DPCVX_ADJACENCY_REPLACE_ONE

static char *text_of(const dpcvx_accountant *accountant,
                     dpcvx_status (*write)(const dpcvx_accountant *, char *, size_t, size_t *, dpcvx_error *)) {
  size_t length = 0;
  char *text;
  if (write(accountant, NULL, 0, &length, NULL) != DPCVX_OK) return NULL;
  text = malloc(length + 1);
  return write(accountant, text, length + 1, &length, NULL) == DPCVX_OK ? text : NULL;
}

int main(void) {
  dpcvx_error error;
  dpcvx_accountant *accountant = NULL, *other = NULL;
  dpcvx_curve *any = NULL, *response = NULL, *twice = NULL, *last = NULL, *wrong = NULL;
  double epsilon = 0, fewer = 0, lower = 0, upper = 0, local = 0, closed = 0, older = 0, mu = 0, first = 0;
  size_t length = 0;
  char *text, *bytes, *again;

  CHECK_OK(dpcvx_curve_create_shuffled(1.0, 1000, &any, &error));
  CHECK_OK(dpcvx_curve_epsilon(any, 1e-6, &epsilon, &error));
  CHECK(epsilon > 0.1 && epsilon < 0.2);
  CHECK_OK(dpcvx_reference_feldman2023_epsilon(1.0, 1000, 1e-6, &closed, &error));
  CHECK_OK(dpcvx_reference_feldman2021_epsilon(1.0, 1000, 1e-6, &older, &error));
  CHECK(epsilon < closed && closed < older);
  CHECK_OK(dpcvx_curve_rdp(any, 2.0, &upper, &error)); /* that of one report */
  CHECK(upper < 1);
  END_TEST("shuffled reports of 1,000 users are below both closed forms");

  CHECK_OK(dpcvx_curve_create_shuffled(1.0, 800, &wrong, &error));
  CHECK_OK(dpcvx_curve_epsilon(wrong, 1e-6, &fewer, &error));
  CHECK(fewer > epsilon);
  dpcvx_curve_destroy(wrong);
  CHECK_OK(dpcvx_curve_create_shuffled(1.0, 1, &wrong, &error));
  CHECK_OK(dpcvx_curve_epsilon(wrong, 0, &fewer, &error));
  CHECK(fewer >= 1 && fewer < 1.0001);
  dpcvx_curve_destroy(wrong);
  wrong = NULL;
  END_TEST("fewer users hide less, and one hides nothing");

  /* Noise such that each report is 1-DP: e = 1 + 4 (1 - p) / p. */
  dpcvx_curve_destroy(any);
  CHECK_OK(dpcvx_curve_create_shuffled(1.0, 300, &any, &error));
  CHECK_OK(dpcvx_curve_epsilon(any, 1e-6, &epsilon, &error));
  CHECK_OK(dpcvx_curve_create_shuffled_response(4 / (exp(1.0) + 3), 4, 300, &response, &error));
  CHECK_OK(dpcvx_curve_epsilon(response, 1e-6, &fewer, &error));
  CHECK(fewer < 0.9 * epsilon);
  CHECK_OK(dpcvx_calibrate_shuffled(300, 1, epsilon, 1e-6, &local, &error));
  CHECK(local <= 1.0001 && local > 0.999);
  END_TEST("answers of four categories hide better, and calibration comes back");

  dpcvx_curve_destroy(response);
  CHECK_OK(dpcvx_curve_create_shuffled_response(4 / (exp(1.0) + 3), 4, 15, &response, &error));
  dpcvx_curve_destroy(any);
  CHECK_OK(dpcvx_curve_create_shuffled(1.0, 15, &any, &error));
  CHECK_OK(dpcvx_curve_epsilon(any, 1e-6, &epsilon, &error));
  CHECK_OK(dpcvx_accountant_create(REPLACE_ONE, DPCVX_UNIT_USER, &accountant, &error));
  CHECK_OK(dpcvx_accountant_add(accountant, any, 3, &error));
  CHECK_OK(dpcvx_accountant_add(accountant, response, 1, &error));
  CHECK_OK(dpcvx_accountant_add(accountant, any, 2, &error)); /* counted with the first */
  text = text_of(accountant, dpcvx_accountant_to_text);
  CHECK(text != NULL && strstr(text, "shuffled(epsilon0=1, users=15) x 5") != NULL);
  CHECK(text != NULL && strstr(text, "shuffled_response(noise_parameter=0.69") != NULL);
  CHECK(text != NULL && strstr(text, "categories=4, users=15)") != NULL);
  free(text);
  text = text_of(accountant, dpcvx_accountant_to_json);
  CHECK(text != NULL && strstr(text, "{\"kind\":\"shuffled\",\"epsilon0\":1,\"users\":15,\"count\":5}") != NULL);
  free(text);
  CHECK_OK(dpcvx_accountant_epsilon(accountant, 1e-6, &lower, &upper, &error));
  CHECK(lower > 0.7 * upper && upper > epsilon && upper < 6 * epsilon);
  END_TEST("an accountant counts both, and tells them");

  CHECK_OK(dpcvx_accountant_save(accountant, NULL, 0, &length, &error));
  bytes = malloc(length);
  CHECK_OK(dpcvx_accountant_save(accountant, bytes, length, &length, &error));
  CHECK_OK(dpcvx_accountant_load(bytes, length, &other, &error));
  again = malloc(length);
  CHECK_OK(dpcvx_accountant_save(other, again, length, &length, &error));
  CHECK(memcmp(bytes, again, length) == 0);
  free(again);
  bytes[length / 2] ^= 1;
  dpcvx_accountant_destroy(other);
  other = NULL;
  CHECK_FAILS(dpcvx_accountant_load(bytes, length, &other, &error), DPCVX_ERR_ARGUMENT, "bytes");
  free(bytes);
  CHECK_FAILS(dpcvx_accountant_to_dp_event(accountant, NULL, 0, &length, &error), DPCVX_ERR_UNSUPPORTED, "shuffled");
  dpcvx_accountant_destroy(accountant);
  accountant = NULL;
  END_TEST("bytes keep shuffled reports, and DpEvent has none");

  CHECK_FAILS(dpcvx_curve_create_sampled(any, DPCVX_SAMPLING_POISSON, 0.1, &wrong, &error), DPCVX_ERR_UNSUPPORTED,
              "shuffled");
  CHECK_FAILS(dpcvx_curve_create_group(any, 2, &wrong, &error), DPCVX_ERR_UNSUPPORTED, "reports");
  CHECK_FAILS(dpcvx_curve_create_shuffled(-1.0, 10, &wrong, &error), DPCVX_ERR_ARGUMENT, "epsilon0");
  CHECK_FAILS(dpcvx_curve_create_shuffled(1.0, 0, &wrong, &error), DPCVX_ERR_ARGUMENT, "users");
  CHECK_FAILS(dpcvx_reference_feldman2021_epsilon(9.0, 1000, 1e-6, &closed, &error), DPCVX_ERR_NUMERIC, "log(users");
  CHECK(wrong == NULL);
  END_TEST("what is not accounted for is refused");

  /* One use of the strongly convex form, by hand: sqrt((1 - c^T) (1 + c) / ((1 - c) (1 + c^T))) s / noise. */
  CHECK_OK(dpcvx_curve_create_iteration(0.5, 2.0, 0.5, 1, 2, INFINITY, &last, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(last, &mu, &error));
  CHECK(mu >= 0.25 * 1.5 / sqrt(1.25) * (1 - 1e-15) && mu < 0.25 * 1.5 / sqrt(1.25) * (1 + 1e-9));
  dpcvx_curve_destroy(last);
  CHECK_OK(dpcvx_curve_create_iteration_at(1.0, 1.0, 1.0, 91, 100, &last, &error));
  CHECK_OK(dpcvx_curve_rdp(last, 3.0, &upper, &error));
  CHECK_OK(dpcvx_reference_feldman2018_rdp(1.0, 1.0, 91, 100, 3.0, &closed, &error));
  CHECK(closed >= 0.15 && closed < 0.15 * (1 + 1e-9) && upper >= closed * (1 - 1e-9) && upper < closed * (1 + 1e-6));
  CHECK_OK(dpcvx_accountant_create(REPLACE_ONE, DPCVX_UNIT_RECORD, &accountant, &error));
  CHECK_OK(dpcvx_accountant_add(accountant, last, 1, &error));
  text = text_of(accountant, dpcvx_accountant_to_dp_event);
  CHECK(text != NULL && strstr(text, "GaussianDpEvent") != NULL);
  free(text);
  dpcvx_accountant_destroy(accountant);
  dpcvx_curve_destroy(last);
  last = NULL;
  END_TEST("last iterates are Gaussian curves, of published forms");

  CHECK_OK(dpcvx_curve_create_iteration(0.01, 1.0, 1.0, 10, 1000, 2.0, &last, &error));
  CHECK_OK(dpcvx_curve_create_iteration(0.01, 1.0, 1.0, 10, 1000000000, 2.0, &twice, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(last, &first, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(twice, &mu, &error));
  CHECK(mu < 3 * first);
  dpcvx_curve_destroy(twice);
  twice = NULL;
  CHECK_FAILS(dpcvx_curve_create_iteration(0.01, 1.0, 1.1, 1, 10, 2.0, &twice, &error), DPCVX_ERR_ARGUMENT,
              "contraction");
  CHECK_FAILS(dpcvx_curve_create_iteration(0.01, 1.0, 1.0, 1, 10, 0.0, &twice, &error), DPCVX_ERR_ARGUMENT, "diameter");
  CHECK_FAILS(dpcvx_curve_create_iteration_at(0.01, 1.0, 1.0, 11, 10, &twice, &error), DPCVX_ERR_ARGUMENT, "position");
  CHECK(twice == NULL);
  dpcvx_curve_destroy(any);
  dpcvx_curve_destroy(response);
  dpcvx_curve_destroy(last);
  END_TEST("on a bounded set the cost stops growing");
  return TEST_RESULT();
}
