/* The accountant: events, brackets, bytes and DpEvent JSON. Reference values: 60-digit arithmetic, rounded. */
#include "check.h"

#define ADD_REMOVE DPCVX_ADJACENCY_ADD_REMOVE
#define REPLACE_ONE DPCVX_ADJACENCY_REPLACE_ONE

static int within(double lower, double upper, double exact, double width) {
  return lower <= exact && exact <= upper && upper - lower <= width;
}

/* 4 steps of Gaussian noise, and one of Laplace noise. */
static int32_t plan(double noise, dpcvx_accountant *accountant, void *user) {
  dpcvx_curve *step = NULL, *more = NULL;
  int32_t failed;
  ++*(int *)user;
  failed = dpcvx_curve_create_gaussian(noise, &step, NULL) != DPCVX_OK ||
           dpcvx_curve_create_laplace(20.0, &more, NULL) != DPCVX_OK ||
           dpcvx_accountant_add(accountant, step, 4, NULL) != DPCVX_OK ||
           dpcvx_accountant_add(accountant, more, 1, NULL) != DPCVX_OK;
  dpcvx_curve_destroy(step);
  dpcvx_curve_destroy(more);
  return failed;
}

/* So many Gaussian steps. */
static int32_t steps(double count, dpcvx_accountant *accountant, void *user) {
  return dpcvx_accountant_add(accountant, user, (int64_t)count, NULL) == DPCVX_OK ? 0 : 7;
}

int main(void) {
  int calls = 0;
  dpcvx_error error;
  dpcvx_accountant *accountant = NULL, *copy = NULL, *other = NULL, *wrong = NULL;
  dpcvx_curve *gaussian = NULL, *sampled = NULL, *whole = NULL;
  double lower = 0, upper = 0, value = 0;
  size_t length = 0, again = 0;
  char *text, *same, lines[2048];
  dpcvx_curve *batch = NULL;
  int i;

  CHECK_OK(dpcvx_accountant_create(ADD_REMOVE, DPCVX_UNIT_RECORD, &accountant, &error));
  CHECK_OK(dpcvx_accountant_epsilon(accountant, 0, &lower, &upper, &error));
  CHECK(lower == 0 && upper == 0);
  CHECK_OK(dpcvx_curve_create_gaussian(10.0, &gaussian, &error));
  CHECK_OK(dpcvx_accountant_add(accountant, gaussian, 60, &error));
  CHECK_OK(dpcvx_accountant_delta(accountant, 1.0, &lower, &value, &error));
  CHECK_OK(dpcvx_accountant_add(accountant, gaussian, 40, &error)); /* 1-GDP in all */
  CHECK_OK(dpcvx_accountant_delta(accountant, 1.0, &lower, &upper, &error));
  CHECK(value < upper && within(lower, upper, 0.12693673750664394, 1e-3));
  CHECK_OK(dpcvx_accountant_epsilon(accountant, 0.12693673750664394, &lower, &upper, &error));
  CHECK(within(lower, upper + 1e-9, 1.0, 5e-3));
  CHECK_OK(dpcvx_accountant_gdp_mu(accountant, &value, &error));
  CHECK(value >= 1 && value < 1 + 1e-9);
  CHECK_OK(dpcvx_accountant_zcdp_rho(accountant, &value, &error));
  CHECK(value >= 0.5 && value < 0.5 + 1e-9);
  CHECK_OK(dpcvx_accountant_rdp(accountant, 4.0, &value, &error));
  CHECK(value >= 2 && value < 2 + 1e-9);
  END_TEST("events add up, and answers are brackets");

  CHECK_OK(dpcvx_accountant_attack_accuracy(accountant, 0.5, &lower, &upper, &error));
  CHECK(within(lower, upper, 0.69146246127401310, 1e-3)); /* Phi(1/2) */
  CHECK_OK(dpcvx_accountant_false_negative_rate(accountant, 0.5, &lower, &upper, &error));
  CHECK(within(lower, upper, 0.15865525393145705, 5e-3)); /* Phi(-1) */
  CHECK_OK(dpcvx_accountant_posterior(accountant, 0.5, 0.5, &lower, &upper, &error));
  CHECK(within(lower, upper, 0.627239752147618, 5e-3)); /* Phi(1) / (Phi(1) + 1/2) */
  CHECK_FAILS(dpcvx_accountant_posterior(accountant, 1.0, 0.5, &lower, &upper, &error), DPCVX_ERR_ARGUMENT, "'prior'");
  END_TEST("what an attack can do");

  CHECK_OK(dpcvx_accountant_create_copy(accountant, &copy, &error));
  CHECK_OK(dpcvx_accountant_merge(copy, accountant, &error));
  CHECK_OK(dpcvx_accountant_gdp_mu(copy, &value, &error));
  CHECK(value >= 1.4142135623730949 && value < 1.41421356238);
  CHECK_OK(dpcvx_accountant_gdp_mu(accountant, &value, &error));
  CHECK(value < 1 + 1e-9);
  CHECK_OK(dpcvx_accountant_curve(copy, &whole, &error));
  CHECK_OK(dpcvx_curve_gdp_mu(whole, &value, &error));
  CHECK(value < 1.41421356238);
  CHECK_OK(dpcvx_accountant_create(REPLACE_ONE, DPCVX_UNIT_RECORD, &wrong, &error));
  CHECK_FAILS(dpcvx_accountant_merge(copy, wrong, &error), DPCVX_ERR_ARGUMENT, "same adjacency");
  CHECK_OK(dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON, 1.0, 0.01, 100, &sampled, &error));
  CHECK_FAILS(dpcvx_accountant_add(wrong, sampled, 1, &error), DPCVX_ERR_UNSUPPORTED, "poisson_gaussian");
  CHECK_OK(dpcvx_accountant_add(copy, sampled, 1, &error));
  CHECK_FAILS(dpcvx_accountant_gdp_mu(copy, &value, &error), DPCVX_ERR_UNSUPPORTED, "poisson_gaussian");
  END_TEST("copied, merged, and what does not hold is refused by name");

  CHECK_OK(dpcvx_accountant_save(copy, NULL, 0, &length, &error));
  text = malloc(length);
  CHECK_OK(dpcvx_accountant_save(copy, text, length, &length, &error));
  CHECK_OK(dpcvx_accountant_load(text, length, &other, &error));
  CHECK_OK(dpcvx_accountant_to_json(other, NULL, 0, &again, &error));
  same = malloc(again + 1);
  CHECK_OK(dpcvx_accountant_to_json(other, same, again + 1, &again, &error));
  CHECK(strstr(same, "\"adjacency\":\"add_remove\"") != NULL && strstr(same, "\"count\":200") != NULL);
  free(same);
  dpcvx_accountant_destroy(other);
  text[length / 2] ^= 1;
  CHECK_FAILS(dpcvx_accountant_load(text, length, &other, &error), DPCVX_ERR_ARGUMENT, "damaged");
  CHECK(other == NULL);
  free(text);
  END_TEST("saved and loaded; damaged bytes are refused");

  CHECK_OK(dpcvx_accountant_to_dp_event(copy, NULL, 0, &length, &error));
  text = malloc(length + 1);
  CHECK_OK(dpcvx_accountant_to_dp_event(copy, text, length + 1, &length, &error));
  CHECK(strstr(text, "PoissonSampledDpEvent") != NULL);
  CHECK_OK(dpcvx_accountant_create_from_dp_event(text, ADD_REMOVE, DPCVX_UNIT_RECORD, &other, &error));
  CHECK_OK(dpcvx_accountant_to_text(other, NULL, 0, &length, &error));
  CHECK(length > 40);
  free(text);
  dpcvx_accountant_destroy(other);
  CHECK_FAILS(dpcvx_accountant_create_from_dp_event("{}", ADD_REMOVE, DPCVX_UNIT_RECORD, &other, &error),
              DPCVX_ERR_ARGUMENT, "class_name");
  END_TEST("out and back as DpEvent");

  CHECK_OK(dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_WITHOUT_REPLACEMENT, 1, 0.25, 1, &batch, &error));
  for (i = 0; i < 2; ++i) {
    CHECK_OK(
        dpcvx_accountant_create(i == 0 ? ADD_REMOVE : DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, &other, &error));
    CHECK_OK(dpcvx_accountant_add(other, batch, 1, &error));
    CHECK_OK(dpcvx_accountant_to_text(other, lines, sizeof(lines), &length, &error));
    CHECK((strstr(lines, "note: batches of a fixed size") != NULL) == (i == 0));
    CHECK(dpcvx_accountant_to_dp_event(other, lines, sizeof(lines), &length, &error) ==
          (i == 0 ? DPCVX_ERR_UNSUPPORTED : DPCVX_OK));
    dpcvx_accountant_destroy(other);
  }
  dpcvx_curve_destroy(batch);
  END_TEST("batches of a fixed size are written as they are read: under replace-one alone");

  dpcvx_accountant_destroy(copy);
  CHECK_OK(dpcvx_accountant_create(ADD_REMOVE, DPCVX_UNIT_RECORD, &copy, &error));
  CHECK_OK(dpcvx_accountant_calibrate(copy, plan, &calls, 1.0, 1e3, 0, 1.0, 1e-6, &value, &error));
  CHECK(calls <= 40);
  CHECK_OK(dpcvx_accountant_create(ADD_REMOVE, DPCVX_UNIT_RECORD, &other, &error));
  CHECK(plan(value, other, &calls) == 0);
  CHECK_OK(dpcvx_accountant_delta(other, 1.0, &lower, &upper, &error));
  CHECK(upper <= 1e-6); /* the private side */
  dpcvx_accountant_destroy(other);
  CHECK_OK(dpcvx_accountant_create(ADD_REMOVE, DPCVX_UNIT_RECORD, &other, &error));
  CHECK(plan(value * (1 - 2e-4), other, &calls) == 0);
  CHECK_OK(dpcvx_accountant_delta(other, 1.0, &lower, &upper, &error));
  CHECK(upper > 1e-6); /* and close to it */
  dpcvx_accountant_destroy(other);
  CHECK_FAILS(dpcvx_accountant_calibrate(copy, plan, &calls, 1.0, 2.0, 0, 1.0, 1e-6, &value, &error),
              DPCVX_ERR_UNSUPPORTED, "'safe' = 2 does not keep the target");
  /* 1-GDP has this delta: 100 steps of noise 10, and not one more. */
  CHECK_OK(dpcvx_accountant_calibrate(copy, steps, gaussian, 1e6, 1, 1, 1.0, 0.126936738, &value, &error));
  CHECK(value == 100);
  CHECK_OK(dpcvx_accountant_calibrate(copy, steps, gaussian, 50, 1, 1, 1.0, 0.126936738, &value, &error));
  CHECK(value == 50);
  CHECK_FAILS(dpcvx_accountant_calibrate(copy, steps, gaussian, 0, 1, 1, 1.0, 0.1, &value, &error), DPCVX_ERR_CALLBACK,
              "returned 7");
  CHECK_FAILS(dpcvx_accountant_calibrate(copy, steps, gaussian, 1.5, 1, 1, 1.0, 0.1, &value, &error),
              DPCVX_ERR_ARGUMENT, "'best' = 1.5");
  END_TEST("a plan is calibrated on the private side");

  dpcvx_curve_destroy(whole);
  dpcvx_curve_destroy(sampled);
  dpcvx_curve_destroy(gaussian);
  dpcvx_accountant_destroy(wrong);
  dpcvx_accountant_destroy(copy);
  dpcvx_accountant_destroy(accountant);
  dpcvx_accountant_destroy(NULL);
  return TEST_RESULT();
}
