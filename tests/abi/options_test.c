/* The base of the API: version, status names, the error record, options. */
#include "check.h"

/* Each kind of options, a key of it, and the names of its keys. */
#define KEY(kind, name) DPCVX_##kind##_OPTION_##name, "DPCVX_" #kind "_OPTION_*"
static const struct {
  dpcvx_status (*create)(dpcvx_options **out, dpcvx_error *err);
  int32_t key;
  const char *names;
} kinds[] = {{dpcvx_budget_options_create, KEY(BUDGET, RDP_ORDER)},
             {dpcvx_release_options_create, KEY(RELEASE, LATTICE_STEP)},
             {dpcvx_test_release_options_create, KEY(TEST_RELEASE, NOISE_MU_FRACTION)},
             {dpcvx_objective_options_create, KEY(OBJECTIVE, L2)},
             {dpcvx_minimize_options_create, KEY(MINIMIZE, TOLERANCE)},
             {dpcvx_sgd_stability_options_create, KEY(STABILITY, STEP_SIZE)},
             {dpcvx_sampler_options_create, KEY(SAMPLER, NORM)},
             {dpcvx_plan_options_create, KEY(PLAN, CLIPPING_NORM)},
             {dpcvx_fit_table_options_create, KEY(FIT_TABLE, L2)},
             {dpcvx_evaluation_options_create, KEY(EVALUATION, LOSS_CLIP)},
             {dpcvx_estimate_options_create, KEY(ESTIMATE, RANGE_FRACTION)},
             {dpcvx_covariance_options_create, KEY(COVARIANCE, NORM_BOUND)},
             {dpcvx_local_options_create, KEY(LOCAL, RANDOMIZER)},
             {dpcvx_hypotheses_options_create, KEY(HYPOTHESES, FAILURE_PROBABILITY)},
             {dpcvx_selection_options_create, KEY(SELECTION, INCLUSION)},
             {dpcvx_audit_options_create, KEY(AUDIT, DELTA)}};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static void keys_of_other_kinds(void) {
  size_t own, other;
  char expected[128];
  dpcvx_error error;
  for (own = 0; own < KINDS; ++own) {
    dpcvx_options *options = NULL;
    CHECK_OK(kinds[own].create(&options, &error));
    for (other = 0; other < KINDS; ++other) {
      const dpcvx_status status = dpcvx_options_set_f64(options, kinds[other].key, 0.5, &error);
      if (other == own) continue; /* 0.5 may be refused */
      CHECK(status == DPCVX_ERR_ARGUMENT);
      sprintf(expected, "'key' = %d, a %s; accepted: %s", (int)kinds[other].key, kinds[other].names, kinds[own].names);
      CHECK(strstr(error.message, expected) != NULL);
    }
    dpcvx_options_destroy(options);
  }
}

int main(void) {
  dpcvx_error error;
  dpcvx_options *options = NULL;
  double real = 0, low = 0, high = 0, initial = 0;
  int64_t whole = 0, whole_low = 0, whole_high = 0, whole_initial = 0;

  CHECK(strncmp(dpcvx_version(), "0.", 2) == 0);
  CHECK(strcmp(dpcvx_status_name(DPCVX_OK), "DPCVX_OK") == 0);
  CHECK(strcmp(dpcvx_status_name(DPCVX_ERR_BUDGET), "DPCVX_ERR_BUDGET") == 0);
  CHECK(strcmp(dpcvx_status_name(12345), "unknown status") == 0);
  CHECK(sizeof(dpcvx_error) == 512 && sizeof(dpcvx_status) == 4);
  END_TEST("version, status names and the error record");

  dpcvx_options_destroy(NULL);
  CHECK_FAILS(dpcvx_options_set_f64(NULL, 1, 0.5, &error), DPCVX_ERR_ARGUMENT,
              "dpcvx_options_set_f64: argument 'options'");
  CHECK(dpcvx_options_set_f64(NULL, 1, 0.5, NULL) == DPCVX_ERR_ARGUMENT);
  END_TEST("errors name function and argument; the record may be left out");

  CHECK_OK(dpcvx_budget_options_create(&options, &error));
  CHECK_OK(
      dpcvx_options_get_bounds_f64(options, DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION, &low, &high, &initial, &error));
  CHECK(low == 0 && high == 1 && initial == 0);
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION, 0.25, &error));
  CHECK_OK(dpcvx_options_get_f64(options, DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION, &real, &error));
  CHECK(real == 0.25);
  CHECK_FAILS(dpcvx_options_set_f64(options, DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION, 1.5, &error), DPCVX_ERR_ARGUMENT,
              "1.5");
  CHECK_OK(dpcvx_options_get_f64(options, DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION, &real, &error));
  CHECK(real == 0.25);
  END_TEST("a real key: bounds, value, refusal");

  CHECK_OK(dpcvx_options_get_bounds_i64(options, DPCVX_BUDGET_OPTION_FILTER, &whole_low, &whole_high, &whole_initial,
                                        &error));
  CHECK(whole_low == DPCVX_FILTER_AUTOMATIC && whole_high == DPCVX_FILTER_RDP &&
        whole_initial == DPCVX_FILTER_AUTOMATIC);
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_BUDGET_OPTION_FILTER, DPCVX_FILTER_ZCDP, &error));
  CHECK_OK(dpcvx_options_get_i64(options, DPCVX_BUDGET_OPTION_FILTER, &whole, &error));
  CHECK(whole == DPCVX_FILTER_ZCDP);
  CHECK_FAILS(dpcvx_options_set_i64(options, 999, 1, &error), DPCVX_ERR_ARGUMENT, "'key' = 999");
  CHECK_FAILS(dpcvx_options_set_f64(options, DPCVX_BUDGET_OPTION_FILTER, 1, &error), DPCVX_ERR_ARGUMENT,
              "DPCVX_BUDGET_OPTION_FILTER");
  END_TEST("an integer key; an unknown one; one of the other type");
  dpcvx_options_destroy(options);

  CHECK_OK(dpcvx_minimize_options_create(&options, &error));
  CHECK_OK(dpcvx_options_get_bounds_f64(options, DPCVX_MINIMIZE_OPTION_TOLERANCE, &low, &high, &initial, &error));
  CHECK(low == 0 && high == 1e30 && initial == 1e-6);
  CHECK_OK(dpcvx_options_get_bounds_i64(options, DPCVX_MINIMIZE_OPTION_MAX_PASSES, &whole_low, &whole_high,
                                        &whole_initial, &error));
  CHECK(whole_low == 1 && whole_high == 1000000000 && whole_initial == 1000);
  CHECK_FAILS(dpcvx_options_set_f64(options, DPCVX_MINIMIZE_OPTION_TOLERANCE, -1e-300, &error), DPCVX_ERR_ARGUMENT,
              "DPCVX_MINIMIZE_OPTION_TOLERANCE");
  CHECK_FAILS(dpcvx_options_set_f64(options, DPCVX_MINIMIZE_OPTION_TOLERANCE, NAN, &error), DPCVX_ERR_ARGUMENT,
              "DPCVX_MINIMIZE_OPTION_TOLERANCE");
  CHECK_FAILS(dpcvx_options_set_i64(options, DPCVX_MINIMIZE_OPTION_MAX_PASSES, 0, &error), DPCVX_ERR_ARGUMENT,
              "DPCVX_MINIMIZE_OPTION_MAX_PASSES");
  CHECK_FAILS(dpcvx_options_set_i64(options, DPCVX_MINIMIZE_OPTION_MAX_PASSES, 1000000001, &error), DPCVX_ERR_ARGUMENT,
              "DPCVX_MINIMIZE_OPTION_MAX_PASSES");
  END_TEST("the options of a minimisation");
  dpcvx_options_destroy(options);

  keys_of_other_kinds();
  END_TEST("a key of another kind of options is named");
  return TEST_RESULT();
}
