/* Audits of a release: the score of side 1 is shifted, under discrete Gaussian noise. */
#include "check.h"

typedef struct release {
  dpcvx_rng *rng;
  double sigma;
  double shift;
} release;

static int32_t run(void *user, int32_t side, size_t count, double *scores) {
  const release *const which = (const release *)user;
  int64_t *noise = (int64_t *)malloc(count * sizeof(int64_t));
  size_t i;
  if (noise == NULL) return 1;
  if (dpcvx_rng_draw_discrete_gaussian(which->rng, which->sigma, noise, count, NULL) != DPCVX_OK) {
    free(noise);
    return 2;
  }
  for (i = 0; i < count; ++i) scores[i] = (double)noise[i] + (side == 1 ? which->shift : 0);
  free(noise);
  return 0;
}

static int32_t stop(void *user, int32_t side, size_t count, double *scores) {
  (void)user, (void)side, (void)count, (void)scores;
  return 7;
}

int main(void) {
  dpcvx_error error;
  dpcvx_options *options = NULL;
  dpcvx_audit *audit = NULL, *none = NULL;
  release honest = {NULL, 20, 20};
  double mu = -1, epsilon = -1;

  CHECK_OK(dpcvx_rng_create_deterministic("audit", 5, &honest.rng, &error));
  CHECK_OK(dpcvx_audit_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_i64(options, DPCVX_AUDIT_OPTION_RUNS, 20000, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_AUDIT_OPTION_DELTA, 1e-2, &error));
  CHECK_OK(dpcvx_audit_create(run, &honest, options, &audit, &error));
  CHECK_OK(dpcvx_audit_get_f64(audit, DPCVX_AUDIT_FIGURE_MU_LOWER, &mu, &error));
  CHECK_OK(dpcvx_audit_get_f64(audit, DPCVX_AUDIT_FIGURE_EPSILON_LOWER, &epsilon, &error));
  CHECK(mu > 0.8 && mu <= 1.0);           /* the release is 1-GDP */
  CHECK(epsilon > 0.5 && epsilon <= 2.7); /* delta(2.7) of it is below 1e-2 */
  END_TEST("the bounds lie below the truth and near it");
  dpcvx_audit_destroy(audit);

  honest.sigma = 10; /* half the noise that was promised */
  CHECK_OK(dpcvx_audit_create(run, &honest, options, &audit, &error));
  CHECK_OK(dpcvx_audit_get_f64(audit, DPCVX_AUDIT_FIGURE_MU_LOWER, &mu, &error));
  CHECK(mu > 1.0);
  END_TEST("a release with too little noise is refuted (control)");

  CHECK_FAILS(dpcvx_audit_create(stop, NULL, options, &none, &error), DPCVX_ERR_CALLBACK, "dpcvx_audit_create");
  CHECK(none == NULL);
  CHECK_FAILS(dpcvx_audit_create(NULL, NULL, options, &none, &error), DPCVX_ERR_ARGUMENT, "'release'");
  END_TEST("a callback that stops, and none");

  dpcvx_audit_destroy(NULL);
  dpcvx_audit_destroy(audit);
  dpcvx_options_destroy(options);
  dpcvx_rng_destroy(honest.rng);
  return TEST_RESULT();
}
