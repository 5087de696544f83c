/* A stream of questions whose whole price is paid at its start. */
#include "check.h"

static dpcvx_error error;

int main(void) {
  const double queries[6] = {1, 2, 1000, 3, 1000, 1000};
  dpcvx_budget *budget = NULL;
  dpcvx_rng *rng = NULL, *seeded = NULL;
  dpcvx_curve *price = NULL;
  dpcvx_above_threshold *stream = NULL;
  int64_t remaining = 0;
  int32_t above = 0;
  int64_t charges = 0;
  int i;
  CHECK_OK(dpcvx_budget_create(5, 0, DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_USER, NULL, &budget, &error));
  CHECK_OK(dpcvx_rng_create(&rng, &error));
  CHECK_OK(dpcvx_rng_create_deterministic("c", 1, &seeded, &error));
  CHECK_OK(dpcvx_curve_create_pure(5, &price, &error));
  CHECK_OK(dpcvx_above_threshold_create(budget, rng, price, 500, 1, 2, NULL, &stream, NULL, &error));
  CHECK_OK(dpcvx_above_threshold_remaining(stream, &remaining, &error));
  CHECK(remaining == 2);
  END_TEST("a stream begins");

  CHECK_FAILS(dpcvx_above_threshold_query(stream, seeded, 1, &above, &error), DPCVX_ERR_ARGUMENT, "'rng'");
  for (i = 0; i < 5; ++i) {
    CHECK_OK(dpcvx_above_threshold_query(stream, rng, queries[i], &above, &error));
    CHECK(above == (queries[i] > 500)); /* noise of scale one or two never bridges 498 */
  }
  CHECK_FAILS(dpcvx_above_threshold_query(stream, rng, queries[5], &above, &error), DPCVX_ERR_STATE, "'stream'");
  CHECK_OK(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_CHARGES, &charges, &error));
  CHECK(charges == 1);
  END_TEST("a stream answers, ends, and was charged once");

  dpcvx_above_threshold_destroy(stream);
  CHECK_FAILS(dpcvx_above_threshold_create(budget, rng, price, 500, 1, 2, NULL, &stream, NULL, &error),
              DPCVX_ERR_BUDGET, "epsilon");
  CHECK(stream == NULL);
  END_TEST("an exhausted budget begins no stream");

  dpcvx_curve_destroy(price);
  dpcvx_rng_destroy(seeded);
  dpcvx_rng_destroy(rng);
  dpcvx_budget_destroy(budget);
  return TEST_RESULT();
}
