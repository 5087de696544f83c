/* Sampling from log-concave densities: a caller's function and an objective, the certificate, and how draws end. */
#include "check.h"

static dpcvx_error error;

/* sum_j (j + 1) (x_j - 1)^2 / 2: independent normal coordinates. Counts its calls. */
static double bowl(const double *x, int64_t dimension, double *gradient, void *user) {
  double value = 0;
  int64_t j;
  ++*(int64_t *)user;
  for (j = 0; j < dimension; ++j) {
    value += (double)(j + 1) * (x[j] - 1) * (x[j] - 1) / 2;
    if (gradient != NULL) gradient[j] = (double)(j + 1) * (x[j] - 1);
  }
  return value;
}

static double nowhere(const double *x, int64_t dimension, double *gradient, void *user) {
  (void)x, (void)dimension, (void)gradient, (void)user;
  return INFINITY;
}

static dpcvx_options *bowl_options(void) {
  dpcvx_options *options = NULL;
  CHECK_OK(dpcvx_sampler_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY, 1, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_SMOOTHNESS, 3, &error));
  return options;
}

static double figure(const dpcvx_sampler *sampler, int32_t which) {
  double value = -1;
  READ_FIGURE(dpcvx_sampler_get, sampler, which, value);
  return value;
}

static double diagnostic(const dpcvx_sampler *sampler, int32_t which) {
  double value = -1;
  READ_FIGURE(dpcvx_nonprivate_sampler_get, sampler, which, value);
  return value;
}

enum { DRAWS = 2000, DIMENSION = 3 };
static double draws[DRAWS * DIMENSION];

static void of_a_function(dpcvx_rng *rng) {
  const double start[DIMENSION] = {4, 0, 1};
  double moments[DIMENSION][2] = {{0, 0}, {0, 0}, {0, 0}}, kl = -1;
  dpcvx_options *options = bowl_options();
  dpcvx_sampler *sampler = NULL;
  int64_t calls = 0, drawn = -1, rounds = -1;
  int32_t outcome = -1;
  int i, j;
  CHECK_OK(dpcvx_sampler_create_with_function(bowl, &calls, DIMENSION, NULL, NULL, start, options, &sampler, &error));
  CHECK(calls == 13); /* at the start, and at the points where convexity is tried */
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_DIMENSION) == 3);
  CHECK(fabs(figure(sampler, DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY) - 1) < 1e-9);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION) <= 1e-6);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_PUBLIC) == 0);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_ARITHMETIC_GDP) == INFINITY); /* no LIPSCHITZ was declared */
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION) == 1);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_FAR_DISTANCE) > figure(sampler, DPCVX_SAMPLER_FIGURE_DISTANCE));
  CHECK_OK(dpcvx_proximal_sampler_rounds(figure(sampler, DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY),
                                         figure(sampler, DPCVX_SAMPLER_FIGURE_STEP_SIZE),
                                         figure(sampler, DPCVX_SAMPLER_FIGURE_DISTANCE), 1e-6, &rounds, &error));
  CHECK(fabs((double)rounds - figure(sampler, DPCVX_SAMPLER_FIGURE_ROUNDS)) <= 1);
  CHECK_OK(dpcvx_proximal_sampler_kl(1, figure(sampler, DPCVX_SAMPLER_FIGURE_STEP_SIZE),
                                     figure(sampler, DPCVX_SAMPLER_FIGURE_DISTANCE), rounds, &kl, &error));
  CHECK(fabs(kl / figure(sampler, DPCVX_SAMPLER_FIGURE_KL) - 1) < 1);

  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, DRAWS, draws, NULL, &outcome, &drawn, &error));
  CHECK(outcome == DPCVX_OUTCOME_DONE && drawn == DRAWS);
  for (i = 0; i < DRAWS; ++i)
    for (j = 0; j < DIMENSION; ++j) {
      const double off = (draws[i * DIMENSION + j] - 1) * sqrt(j + 1.0);
      moments[j][0] += off / DRAWS;
      moments[j][1] += off * off / DRAWS;
    }
  for (j = 0; j < DIMENSION; ++j) {
    CHECK(fabs(moments[j][0]) < 6 / sqrt(DRAWS));
    CHECK(fabs(moments[j][1] - 1) < 6 * sqrt(2.0 / DRAWS));
  }
  CHECK(diagnostic(sampler, DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS) == DRAWS * figure(sampler, DPCVX_SAMPLER_FIGURE_ROUNDS));
  CHECK(diagnostic(sampler, DPCVX_SAMPLER_DIAGNOSTIC_TRIES) >= diagnostic(sampler, DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS));
  CHECK(diagnostic(sampler, DPCVX_SAMPLER_DIAGNOSTIC_PASSES) == (double)calls);
  CHECK(diagnostic(sampler, DPCVX_SAMPLER_DIAGNOSTIC_TANGENTS) > 0);
  CHECK(diagnostic(sampler, DPCVX_SAMPLER_DIAGNOSTIC_BELOW_TANGENT) < 1e-12);
  dpcvx_sampler_destroy(sampler);

  /* The bound on the slope makes the arithmetic known. */
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_LIPSCHITZ, 1000, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_GDP, 1e-9, &error));
  CHECK_OK(dpcvx_sampler_create_with_function(bowl, &calls, DIMENSION, NULL, NULL, start, options, &sampler, &error));
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_GDP) <= 1e-9);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_ARITHMETIC_GDP) < 1e-5);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION) <
        0.4 * figure(sampler, DPCVX_SAMPLER_FIGURE_ARITHMETIC_GDP));
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_BOUNDARY_TOTAL_VARIATION) == 0);
  dpcvx_sampler_destroy(sampler);
  dpcvx_options_destroy(options);
  END_TEST("a caller's function: certificate and draws");
}

static dpcvx_objective *logistic_on(const dpcvx_domain *domain) {
  const double rows[12] = {0.5, 0.1, -0.3, 0.4, 0.2, -0.6, 0.1, 0.1, -0.5, 0.5, 0.7, 0};
  const double labels[6] = {1, -1, 1, 1, -1, -1};
  dpcvx_dataset *dataset = NULL;
  dpcvx_objective *objective = NULL;
  CHECK_OK(dpcvx_dataset_create_dense(rows, 6, 2, 2, 1, labels, &dataset, &error));
  CHECK_OK(dpcvx_objective_create(dataset, DPCVX_LOSS_LOGISTIC, domain, NULL, &objective, &error));
  dpcvx_dataset_destroy(dataset);
  return objective;
}

static dpcvx_objective *logistic(void) { return logistic_on(NULL); }

static int32_t stop_at_once(const dpcvx_progress *progress, void *user) {
  (void)progress;
  ++*(int *)user;
  return 1;
}

static void of_an_objective(dpcvx_rng *rng) {
  dpcvx_objective *objective = logistic();
  dpcvx_options *options = NULL;
  dpcvx_sampler *sampler = NULL, *tuned = NULL;
  dpcvx_monitor *monitor = NULL, *cancelled = NULL;
  double start[DIMENSION], step = -1;
  int64_t drawn = -1, i;
  int32_t outcome = -1;
  int asked = 0;
  CHECK_FAILS(dpcvx_sampler_create(objective, NULL, NULL, DIMENSION, NULL, &sampler, &error), DPCVX_ERR_ARGUMENT,
              "strongly convex");
  CHECK(sampler == NULL);
  CHECK_OK(dpcvx_sampler_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_QUADRATIC, 2, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE, 30, &error));
  CHECK_OK(dpcvx_sampler_create(objective, NULL, NULL, DIMENSION, options, &sampler, &error));
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_PUBLIC) == 1);
  CHECK(fabs(figure(sampler, DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY) - 2) < 1e-9);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_LATTICE_STEP) < 1e-9);
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, 5, draws, NULL, &outcome, &drawn, &error));
  CHECK(outcome == DPCVX_OUTCOME_DONE && drawn == 5);

  /* Whole draws or none. */
  for (i = 0; i < 3 * DIMENSION; ++i) draws[i] = 7;
  CHECK_OK(dpcvx_monitor_create(stop_at_once, &asked, &monitor, &error));
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, 3, draws, monitor, &outcome, &drawn, &error));
  CHECK(outcome == DPCVX_OUTCOME_CANCELLED && drawn == 0 && asked == 1 && draws[0] == 7);
  CHECK_OK(dpcvx_monitor_create(NULL, NULL, &cancelled, &error));
  CHECK_OK(dpcvx_monitor_cancel(cancelled, &error));
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, 3, draws, cancelled, &outcome, &drawn, &error));
  CHECK(outcome == DPCVX_OUTCOME_CANCELLED && drawn == 0 && draws[0] == 7);
  dpcvx_monitor_destroy(cancelled);
  dpcvx_monitor_destroy(monitor);

  /* A start and a step from the data. */
  CHECK_OK(dpcvx_nonprivate_sampler_tune(sampler, 1000, start, DIMENSION, &step, &error));
  CHECK(step >= figure(sampler, DPCVX_SAMPLER_FIGURE_STEP_SIZE)); /* the trace at the bound is rarely met */
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_STEP_SIZE, 2 * step, &error));
  CHECK_OK(dpcvx_sampler_create(objective, NULL, start, DIMENSION, options, &tuned, &error));
  CHECK(figure(tuned, DPCVX_SAMPLER_FIGURE_ROUNDS) < figure(sampler, DPCVX_SAMPLER_FIGURE_ROUNDS));
  dpcvx_sampler_destroy(tuned);
  dpcvx_sampler_destroy(sampler);

  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_MAX_PASSES, 3, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_STEP_SIZE, 0, &error));
  CHECK_OK(dpcvx_sampler_create(objective, NULL, NULL, DIMENSION, options, &sampler, &error));
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, 3, draws, NULL, &outcome, &drawn, &error));
  CHECK(outcome == DPCVX_OUTCOME_MAX_PASSES && drawn == 0 && draws[0] == 7);
  dpcvx_sampler_destroy(sampler);
  dpcvx_options_destroy(options);
  dpcvx_objective_destroy(objective);
  END_TEST("an objective: draws, cancelling, a limit of passes, tuning");
}

static double flat(const double *x, int64_t dimension, double *gradient, void *user) {
  int64_t j;
  (void)x, (void)user;
  for (j = 0; j < dimension; ++j)
    if (gradient != NULL) gradient[j] = 0;
  return 0;
}

/* A start outside of a hard domain is refused, and one at its side is taken. */
static void of_starts(void) {
  const double outside[DIMENSION] = {0, 2, 0}, inside[DIMENSION] = {0, 1, 0};
  dpcvx_domain *ball = NULL;
  dpcvx_objective *objective = NULL;
  dpcvx_options *options = bowl_options();
  dpcvx_sampler *sampler = NULL;
  int64_t calls = 0;
  CHECK_OK(dpcvx_domain_create_ball(2, 1, NULL, DIMENSION, &ball, &error));
  objective = logistic_on(ball);
  CHECK_FAILS(dpcvx_sampler_create(objective, NULL, outside, DIMENSION, NULL, &sampler, &error), DPCVX_ERR_ARGUMENT,
              "argument 'start' = a point 1 away from the domain");
  CHECK(sampler == NULL);
  CHECK_OK(dpcvx_sampler_create(objective, outside, inside, DIMENSION, NULL, &sampler, &error));
  dpcvx_sampler_destroy(sampler);
  CHECK_FAILS(
      dpcvx_sampler_create_with_function(bowl, &calls, DIMENSION, ball, NULL, outside, options, &sampler, &error),
      DPCVX_ERR_ARGUMENT, "argument 'start' = a point 1 away from the domain");
  CHECK(sampler == NULL && calls == 0);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
  dpcvx_domain_destroy(ball);
  END_TEST("a start lies in a hard domain");
}

/* Nothing but a domain: uniform on a box and on a disk. */
static void uniform(dpcvx_rng *rng) {
  const double low[2] = {-1, 2}, high[2] = {1, 6};
  dpcvx_options *options = NULL;
  dpcvx_domain *domain = NULL;
  dpcvx_sampler *sampler = NULL;
  double mean = 0, squares = 0, radii = 0;
  int i;
  CHECK_OK(dpcvx_sampler_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_SMOOTHNESS, 0, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_LIPSCHITZ, 0, &error));
  CHECK_OK(dpcvx_domain_create_box(low, high, 2, &domain, &error));
  CHECK_OK(dpcvx_sampler_create_with_function(flat, NULL, 2, domain, NULL, NULL, options, &sampler, &error));
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY) == 0);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_TOTAL_VARIATION) <= 1e-6);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_ROUNDS) < 100);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_ARITHMETIC_TOTAL_VARIATION) < 1e-9);
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, DRAWS, draws, NULL, NULL, NULL, &error));
  for (i = 0; i < DRAWS; ++i) {
    CHECK(draws[2 * i] >= -1 && draws[2 * i] <= 1 && draws[2 * i + 1] >= 2 && draws[2 * i + 1] <= 6);
    mean += draws[2 * i + 1] / DRAWS;
    squares += draws[2 * i] * draws[2 * i] / DRAWS;
  }
  CHECK(fabs(mean - 4) < 6 * sqrt(4.0 / 3 / DRAWS));
  CHECK(fabs(squares - 1.0 / 3) < 6 * sqrt(4.0 / 45 / DRAWS));
  dpcvx_sampler_destroy(sampler);
  dpcvx_domain_destroy(domain);
  CHECK_OK(dpcvx_domain_create_ball(2, 2, NULL, 2, &domain, &error));
  CHECK_OK(dpcvx_sampler_create_with_function(flat, NULL, 2, domain, NULL, NULL, options, &sampler, &error));
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, DRAWS, draws, NULL, NULL, NULL, &error));
  for (i = 0; i < DRAWS; ++i) radii += (draws[2 * i] * draws[2 * i] + draws[2 * i + 1] * draws[2 * i + 1]) / DRAWS;
  CHECK(fabs(radii - 2) < 6 * sqrt(4.0 / 3 / DRAWS)); /* uniform in [0, 4] */
  dpcvx_sampler_destroy(sampler);
  dpcvx_domain_destroy(domain);
  dpcvx_options_destroy(options);
  END_TEST("uniform on a box and on a disk, without strong convexity");
}

/* The regularizer of l1 alone: in one dimension it is x^2 / 2; in three its law has the mean 0 and even coordinates. */
static void regularized(dpcvx_rng *rng) {
  dpcvx_options *options = NULL;
  dpcvx_sampler *sampler = NULL;
  double squares = 0, mean[DIMENSION] = {0, 0, 0}, square[DIMENSION] = {0, 0, 0};
  int i, j;
  CHECK_OK(dpcvx_sampler_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_SMOOTHNESS, 0, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_LIPSCHITZ, 0, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_NORM, 1, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_REGULARIZER_WEIGHT, 4, &error));
  CHECK_OK(dpcvx_sampler_create_with_function(flat, NULL, 1, NULL, NULL, NULL, options, &sampler, &error));
  CHECK(fabs(figure(sampler, DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY) - 4) < 1e-9);
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, DRAWS, draws, NULL, NULL, NULL, &error));
  for (i = 0; i < DRAWS; ++i) squares += 4 * draws[i] * draws[i] / DRAWS;
  CHECK(fabs(squares - 1) < 6 * sqrt(2.0 / DRAWS));
  dpcvx_sampler_destroy(sampler);
  CHECK_OK(dpcvx_sampler_create_with_function(flat, NULL, DIMENSION, NULL, NULL, NULL, options, &sampler, &error));
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_STRONG_CONVEXITY) > 4);
  CHECK(figure(sampler, DPCVX_SAMPLER_FIGURE_ARITHMETIC_GDP) < 1e-6);
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, DRAWS, draws, NULL, NULL, NULL, &error));
  for (i = 0; i < DRAWS; ++i)
    for (j = 0; j < DIMENSION; ++j) {
      mean[j] += draws[i * DIMENSION + j] / DRAWS;
      square[j] += draws[i * DIMENSION + j] * draws[i * DIMENSION + j] / DRAWS;
    }
  for (j = 0; j < DIMENSION; ++j) {
    CHECK(square[j] < 0.25); /* at least as concentrated as its strong convexity says */
    CHECK(fabs(mean[j]) < 6 * sqrt(square[j] / DRAWS));
  }
  dpcvx_sampler_destroy(sampler);
  dpcvx_options_destroy(options);
  END_TEST("a regularizer of the l1 norm");
}

static void refusals(void) {
  dpcvx_options *options = NULL;
  dpcvx_sampler *sampler = NULL;
  dpcvx_objective *objective = logistic();
  int64_t calls = 0, rounds = -1;
  CHECK_OK(dpcvx_sampler_options_create(&options, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY, 1, &error));
  CHECK_FAILS(dpcvx_sampler_create_with_function(bowl, &calls, 3, NULL, NULL, NULL, options, &sampler, &error),
              DPCVX_ERR_ARGUMENT, "DPCVX_SAMPLER_OPTION_STEP_SIZE = 0");
  CHECK_FAILS(dpcvx_sampler_create_with_function(nowhere, NULL, 3, NULL, NULL, NULL, options, &sampler, &error),
              DPCVX_ERR_ARGUMENT, "'function' returns inf at the start");
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_SMOOTHNESS, 0.5, &error));
  CHECK_FAILS(dpcvx_sampler_create_with_function(bowl, &calls, 3, NULL, NULL, NULL, options, &sampler, &error),
              DPCVX_ERR_ARGUMENT, "DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY");
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_SMOOTHNESS, INFINITY, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_STEP_SIZE, 1e-30, &error));
  CHECK_FAILS(dpcvx_sampler_create_with_function(bowl, &calls, 3, NULL, NULL, NULL, options, &sampler, &error),
              DPCVX_ERR_UNSUPPORTED, "more than 10^12 rounds");
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE, 2, &error));
  CHECK_FAILS(dpcvx_sampler_create_with_function(bowl, &calls, 3, NULL, NULL, NULL, options, &sampler, &error),
              DPCVX_ERR_ARGUMENT, "DPCVX_SAMPLER_OPTION_INVERSE_TEMPERATURE");
  CHECK_FAILS(dpcvx_sampler_create(objective, NULL, NULL, 3, options, &sampler, &error), DPCVX_ERR_ARGUMENT,
              "DPCVX_SAMPLER_OPTION_STRONG_CONVEXITY");
  CHECK_FAILS(dpcvx_proximal_sampler_rounds(0, 1e-10, 1e10, 1e-6, &rounds, &error), DPCVX_ERR_UNSUPPORTED, "2^50");
  CHECK(sampler == NULL && rounds == -1);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
  END_TEST("refusals say what helps");
}

/* As steep as coordinates beside a ball's wall are hopeless to try; asks for cancelling where tangents are taken. */
static double cliff(const double *x, int64_t dimension, double *gradient, void *user) {
  double value = 0;
  int64_t j;
  for (j = 0; j < dimension; ++j) {
    value += 1e18 * x[j];
    if (gradient != NULL) gradient[j] = 1e18;
  }
  if (user != NULL) CHECK_OK(dpcvx_monitor_cancel((dpcvx_monitor *)user, NULL));
  return value;
}

static void of_rounds_without_end(dpcvx_rng *rng) {
  const double center[2] = {0, 0};
  dpcvx_options *options = bowl_options();
  dpcvx_sampler *sampler = NULL;
  dpcvx_domain *ball = NULL;
  dpcvx_monitor *monitor = NULL;
  double out[2] = {5, 5};
  int64_t drawn = -1;
  int32_t outcome = -1;
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_STEP_SIZE, 1, &error));
  CHECK_OK(dpcvx_domain_create_ball(2, 1, center, 2, &ball, &error));
  CHECK_OK(dpcvx_monitor_create(NULL, NULL, &monitor, &error));
  CHECK_OK(dpcvx_sampler_create_with_function(cliff, monitor, 2, ball, NULL, NULL, options, &sampler, &error));
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, 1, out, monitor, &outcome, &drawn, &error));
  CHECK(outcome == DPCVX_OUTCOME_CANCELLED && drawn == 0 && out[0] == 5 && out[1] == 5);
  dpcvx_sampler_destroy(sampler);
  dpcvx_monitor_destroy(monitor);
  dpcvx_domain_destroy(ball);
  dpcvx_options_destroy(options);
  END_TEST("cancelling ends a round whose coordinates are not accepted");
}

static dpcvx_status sampler_in_box(double low, double high, double step, dpcvx_sampler **sampler) {
  double left[2] = {0, 0}, right[2] = {1, 1};
  dpcvx_options *options = bowl_options();
  dpcvx_domain *box = NULL;
  dpcvx_status status;
  left[0] = low, right[0] = high;
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_STEP_SIZE, step, &error));
  CHECK_OK(dpcvx_domain_create_box(left, right, 2, &box, &error));
  status = dpcvx_sampler_create_with_function(cliff, NULL, 2, box, NULL, NULL, options, sampler, &error);
  dpcvx_domain_destroy(box);
  dpcvx_options_destroy(options);
  return status;
}

static void of_narrow_domains(dpcvx_rng *rng) {
  const double third = 1.0 / 3, point = 0.25;
  dpcvx_sampler *sampler = NULL;
  dpcvx_domain *box = NULL;
  dpcvx_options *options = NULL;
  double out[2] = {-1, -1}, step = -1;
  int64_t calls = 0;
  /* Between two points of the lattice there is nothing to draw. */
  CHECK(sampler_in_box(third, nextafter(third, 1), 1, &sampler) == DPCVX_ERR_UNSUPPORTED);
  CHECK(strstr(error.message, "narrow") != NULL && sampler == NULL);
  CHECK_OK(sampler_in_box(third, third, 1, &sampler)); /* fixed */
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, 1, out, NULL, NULL, NULL, &error));
  CHECK(out[0] == third && out[1] >= 0 && out[1] <= 1);
  dpcvx_sampler_destroy(sampler);
  /* A single point; the step that tuning finds is one that may be given. */
  options = bowl_options();
  CHECK_OK(dpcvx_domain_create_box(&point, &point, 1, &box, &error));
  CHECK_OK(dpcvx_sampler_create_with_function(bowl, &calls, 1, box, NULL, NULL, options, &sampler, &error));
  CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, 1, out, NULL, NULL, NULL, &error));
  CHECK(out[0] == point);
  CHECK_OK(dpcvx_nonprivate_sampler_tune(sampler, 10, out, 1, &step, &error));
  CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_STEP_SIZE, step, &error));
  dpcvx_sampler_destroy(sampler);
  CHECK_OK(dpcvx_sampler_create_with_function(bowl, &calls, 1, box, NULL, NULL, options, &sampler, &error));
  dpcvx_sampler_destroy(sampler);
  dpcvx_domain_destroy(box);
  dpcvx_options_destroy(options);
  END_TEST("domains narrower than the lattice, fixed coordinates, a single point");
}

/* Steps of chains are longer than descent bears: tuning still ends next to the minimiser. */
static void tuning(void) {
  const double steps[3] = {0, 1.5, 1e3};
  int i;
  for (i = 0; i < 3; ++i) {
    dpcvx_options *options = NULL;
    dpcvx_sampler *sampler = NULL;
    double start = -1, step = -1;
    int64_t calls = 0;
    CHECK_OK(dpcvx_sampler_options_create(&options, &error));
    CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_QUADRATIC, 0.01, &error));
    CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_SMOOTHNESS, 1, &error));
    CHECK_OK(dpcvx_options_set_f64(options, DPCVX_SAMPLER_OPTION_STEP_SIZE, steps[i], &error));
    CHECK_OK(dpcvx_sampler_create_with_function(bowl, &calls, 1, NULL, NULL, NULL, options, &sampler, &error));
    CHECK_OK(dpcvx_nonprivate_sampler_tune(sampler, 1000, &start, 1, &step, &error));
    CHECK(fabs(start - 1 / 1.01) < 0.1 && step > 0.1 && step < 1000);
    dpcvx_sampler_destroy(sampler);
    dpcvx_options_destroy(options);
  }
  END_TEST("tuning finds the minimiser, whatever the sampler's own step");
}

/* Next to p = 1 tangents lie at points below all doubles. */
static void pointed_balls(dpcvx_rng *rng) {
  const double exponents[4] = {1, 1.0001, 1.01, 1.5}, center[2] = {0, 0};
  int i;
  for (i = 0; i < 4; ++i) {
    dpcvx_options *options = bowl_options();
    dpcvx_sampler *sampler = NULL;
    dpcvx_domain *ball = NULL;
    int64_t calls = 0;
    CHECK_OK(dpcvx_domain_create_ball(exponents[i], 0.5, center, 2, &ball, &error));
    CHECK_OK(dpcvx_sampler_create_with_function(bowl, &calls, 2, ball, NULL, NULL, options, &sampler, &error));
    CHECK_OK(dpcvx_nonprivate_sampler_draw(sampler, rng, 20, draws, NULL, NULL, NULL, &error));
    CHECK(diagnostic(sampler, DPCVX_SAMPLER_DIAGNOSTIC_TRIES) <
          40 * diagnostic(sampler, DPCVX_SAMPLER_DIAGNOSTIC_ROUNDS));
    dpcvx_sampler_destroy(sampler);
    dpcvx_domain_destroy(ball);
    dpcvx_options_destroy(options);
  }
  END_TEST("balls of exponents next to 1 leave few tries");
}

int main(void) {
  dpcvx_rng *rng = NULL;
  CHECK_OK(dpcvx_rng_create_deterministic("sampler", 7, &rng, &error));
  of_a_function(rng);
  of_an_objective(rng);
  of_starts();
  uniform(rng);
  regularized(rng);
  of_rounds_without_end(rng);
  of_narrow_domains(rng);
  pointed_balls(rng);
  tuning();
  refusals();
  dpcvx_sampler_destroy(NULL);
  dpcvx_rng_destroy(rng);
  return TEST_RESULT();
}
