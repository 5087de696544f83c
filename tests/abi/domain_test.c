/* Domains of coefficients and their projections. */
#include "check.h"

static double figure(const dpcvx_domain *domain, int32_t which) {
  dpcvx_error error;
  double value = -1;
  READ_FIGURE(dpcvx_domain_get, domain, which, value);
  return value;
}

static int says(const dpcvx_domain *domain, const char *words) {
  dpcvx_error error;
  char text[256] = "";
  size_t length = 0;
  return dpcvx_domain_to_text(domain, text, sizeof text, &length, &error) == DPCVX_OK && length == strlen(text) &&
         strcmp(text, words) == 0;
}

int main(void) {
  dpcvx_error error;
  const double w[3] = {3, -4, 0}, center[3] = {1, 1, 1}, low[3] = {0, -1, 0}, high[3] = {2, 1, 0},
               crossed[3] = {2, -2, 0}, open[3] = {HUGE_VAL, 1, 1};
  double out[3] = {-1, -1, -1};
  dpcvx_domain *ball = NULL, *diamond = NULL, *cube = NULL, *moved = NULL, *box = NULL, *simplex = NULL, *none = NULL,
               *nuclear = NULL, *frobenius = NULL, *unbounded = NULL;
  const double matrix[6] = {3, 0, 0, 0, -1, 0};
  double near[6];

  CHECK_OK(dpcvx_domain_create_ball(2, 1, NULL, 3, &ball, &error));
  CHECK_OK(dpcvx_domain_project(ball, w, out, 3, &error));
  CHECK(fabs(out[0] - 0.6) < 1e-15 && fabs(out[1] + 0.8) < 1e-15 && out[2] == 0);
  CHECK(fabs(figure(ball, DPCVX_DOMAIN_FIGURE_RADIUS) - 1) < 1e-11);
  CHECK(fabs(figure(ball, DPCVX_DOMAIN_FIGURE_DIAMETER) - 2) < 1e-11);
  CHECK(figure(ball, DPCVX_DOMAIN_FIGURE_DIMENSION) == 3);
  CHECK(figure(ball, DPCVX_DOMAIN_FIGURE_PROJECTION_ERROR) > 0);
  CHECK(figure(ball, DPCVX_DOMAIN_FIGURE_PROJECTION_ERROR) < 1e-14);
  CHECK_OK(dpcvx_domain_create_ball(1, 2, NULL, 3, &diamond, &error));
  CHECK_OK(dpcvx_domain_project(diamond, w, out, 3, &error));
  CHECK(fabs(out[0] - 0.5) < 1e-15 && fabs(out[1] + 1.5) < 1e-15 && out[2] == 0);
  CHECK_OK(dpcvx_domain_create_ball(HUGE_VAL, 2, NULL, 3, &cube, &error));
  CHECK_OK(dpcvx_domain_project(cube, w, out, 3, &error));
  CHECK(out[0] == 2 && out[1] == -2 && out[2] == 0);
  CHECK_OK(dpcvx_domain_create_ball(1.5, 0.5, center, 3, &moved, &error));
  CHECK_OK(dpcvx_domain_project(moved, center, out, 3, &error));
  CHECK(out[0] == 1 && out[1] == 1 && out[2] == 1);
  END_TEST("balls");

  CHECK_OK(dpcvx_domain_create_box(low, high, 3, &box, &error));
  CHECK_OK(dpcvx_domain_project(box, w, out, 3, &error));
  CHECK(out[0] == 2 && out[1] == -1 && out[2] == 0);
  CHECK(figure(box, DPCVX_DOMAIN_FIGURE_PROJECTION_ERROR) == 0);
  CHECK_OK(dpcvx_domain_create_simplex(1, 3, &simplex, &error));
  CHECK_OK(dpcvx_domain_project(simplex, center, out, 3, &error));
  CHECK(fabs(out[0] - 1.0 / 3) < 1e-15 && fabs(out[1] - 1.0 / 3) < 1e-15 && fabs(out[2] - 1.0 / 3) < 1e-15);
  END_TEST("a box and a simplex");

  /* Row by row: the singular values of (3 0 0; 0 -1 0) are 3 and 1. */
  CHECK_OK(dpcvx_domain_create_schatten_ball(1, 3, 2, 3, &nuclear, &error));
  CHECK_OK(dpcvx_domain_project(nuclear, matrix, near, 6, &error));
  CHECK(fabs(near[0] - 2.5) < 1e-14 && fabs(near[4] + 0.5) < 1e-14 && fabs(near[1]) < 1e-14 && fabs(near[3]) < 1e-14);
  CHECK(figure(nuclear, DPCVX_DOMAIN_FIGURE_DIMENSION) == 6);
  CHECK(fabs(figure(nuclear, DPCVX_DOMAIN_FIGURE_RADIUS) - 3) < 1e-10);
  CHECK(figure(nuclear, DPCVX_DOMAIN_FIGURE_PROJECTION_ERROR) == HUGE_VAL);
  CHECK(fabs(figure(nuclear, DPCVX_DOMAIN_FIGURE_GAUSSIAN_WIDTH) - 3 * sqrt(6)) < 1e-9);
  CHECK_OK(dpcvx_domain_create_schatten_ball(2, 3, 2, 3, &frobenius, &error));
  CHECK(figure(frobenius, DPCVX_DOMAIN_FIGURE_PROJECTION_ERROR) < 1e-14);
  CHECK_FAILS(dpcvx_domain_create_schatten_ball(0.9, 1, 2, 3, &none, &error), DPCVX_ERR_ARGUMENT, "'p' = 0.9");
  CHECK_FAILS(dpcvx_domain_create_schatten_ball(1, -1, 2, 3, &none, &error), DPCVX_ERR_ARGUMENT, "'radius' = -1");
  CHECK_FAILS(dpcvx_domain_create_schatten_ball(1, 1, 0, 3, &none, &error), DPCVX_ERR_ARGUMENT, "'rows' = 0");
  CHECK_FAILS(dpcvx_domain_create_schatten_ball(1, 1, 4096, 2048, &none, &error), DPCVX_ERR_ARGUMENT,
              "arguments 'rows' = 4096 and 'columns' = 2048: ");
  CHECK_FAILS(dpcvx_domain_create_schatten_ball(1, 1, 2, (int64_t)1 << 36, &none, &error), DPCVX_ERR_ARGUMENT,
              "'columns' = 68719476736");
  END_TEST("Schatten balls");

  CHECK(says(ball, "ball of radius 1 about 0, l2 norm") && says(cube, "ball of radius 2 about 0, linf norm"));
  CHECK(says(moved, "ball of radius 0.5 about a point of l2 norm 1.732, l1.5 norm"));
  CHECK(says(box, "box with sides of 0 to 2") && says(simplex, "simplex of total 1"));
  CHECK(says(nuclear, "ball of radius 3 about 0, Schatten-1 norm of 2 x 3 matrices"));
  CHECK_OK(dpcvx_domain_create_box(low, open, 3, &unbounded, &error));
  CHECK(says(unbounded, "box with sides of 1 to inf"));
  END_TEST("domains in words");

  CHECK_FAILS(dpcvx_domain_create_ball(0.5, 1, NULL, 3, &none, &error), DPCVX_ERR_ARGUMENT, "'p' = 0.5");
  CHECK_FAILS(dpcvx_domain_create_ball(2, 0, NULL, 3, &none, &error), DPCVX_ERR_ARGUMENT, "'radius' = 0");
  CHECK_FAILS(dpcvx_domain_create_box(low, crossed, 3, &none, &error), DPCVX_ERR_ARGUMENT, "'high' = -2 at 1");
  CHECK(none == NULL);
  CHECK_FAILS(dpcvx_domain_project(ball, w, out, 2, &error), DPCVX_ERR_ARGUMENT, "'dimension' = 2");
  END_TEST("errors");

  dpcvx_domain_destroy(NULL);
  dpcvx_domain_destroy(ball);
  dpcvx_domain_destroy(unbounded);
  dpcvx_domain_destroy(diamond);
  dpcvx_domain_destroy(cube);
  dpcvx_domain_destroy(moved);
  dpcvx_domain_destroy(box);
  dpcvx_domain_destroy(simplex);
  dpcvx_domain_destroy(nuclear);
  dpcvx_domain_destroy(frobenius);
  return TEST_RESULT();
}
