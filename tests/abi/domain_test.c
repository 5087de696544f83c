/* Domains of coefficients and their projections. */
#include "check.h"

static double figure(const dpcvx_domain *domain, int32_t which) {
  dpcvx_error error;
  double value = -1;
  READ_FIGURE(dpcvx_domain_get, domain, which, value);
  return value;
}

int main(void) {
  dpcvx_error error;
  const double w[3] = {3, -4, 0}, center[3] = {1, 1, 1}, low[3] = {0, -1, 0}, high[3] = {2, 1, 0},
               crossed[3] = {2, -2, 0};
  double out[3] = {-1, -1, -1};
  dpcvx_domain *ball = NULL, *diamond = NULL, *cube = NULL, *moved = NULL, *box = NULL, *simplex = NULL, *none = NULL;

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

  CHECK_FAILS(dpcvx_domain_create_ball(0.5, 1, NULL, 3, &none, &error), DPCVX_ERR_ARGUMENT, "'p' = 0.5");
  CHECK_FAILS(dpcvx_domain_create_ball(2, 0, NULL, 3, &none, &error), DPCVX_ERR_ARGUMENT, "'radius' = 0");
  CHECK_FAILS(dpcvx_domain_create_box(low, crossed, 3, &none, &error), DPCVX_ERR_ARGUMENT, "'high' = -2 at 1");
  CHECK(none == NULL);
  CHECK_FAILS(dpcvx_domain_project(ball, w, out, 2, &error), DPCVX_ERR_ARGUMENT, "'dimension' = 2");
  END_TEST("errors");

  dpcvx_domain_destroy(NULL);
  dpcvx_domain_destroy(ball);
  dpcvx_domain_destroy(diamond);
  dpcvx_domain_destroy(cube);
  dpcvx_domain_destroy(moved);
  dpcvx_domain_destroy(box);
  dpcvx_domain_destroy(simplex);
  return TEST_RESULT();
}
