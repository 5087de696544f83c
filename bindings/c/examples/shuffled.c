/* Plans a survey by shuffled reports: what local epsilon does a central target allow, and what if fewer people answer?
 *
 *   cc shuffled.c -ldpcvx -lm
 *   ./a.out */
#include "example.h"

static double epsilon_of(double local, int64_t users, int64_t rounds, double delta) {
  dpcvx_curve *round = NULL, *all = NULL;
  double epsilon;
  check(dpcvx_curve_create_shuffled(local, users, &round, &err));
  check(dpcvx_curve_create_composition((const dpcvx_curve *const *)&round, &rounds, 1, &all, &err));
  check(dpcvx_curve_epsilon(all, delta, &epsilon, &err));
  dpcvx_curve_destroy(round);
  dpcvx_curve_destroy(all);
  return epsilon;
}

int main(void) {
  const int64_t planned = 10000, came = 6000, weeks = 4;
  const double target = 0.5, delta = 1e-6;
  double local, kept;
  check(dpcvx_calibrate_shuffled(planned, weeks, target, delta, &local, &err));
  printf("%d people, %d weeks: reports of epsilon %.3f keep epsilon %.3f at delta %g\n", (int)planned, (int)weeks,
         local, epsilon_of(local, planned, weeks, delta), delta);
  printf("if %d come: epsilon %.3f\n", (int)came, epsilon_of(local, came, weeks, delta));

  /* So plan with those who will come at least, and release nothing if there are fewer. */
  check(dpcvx_calibrate_shuffled(came, weeks, target, delta, &kept, &err));
  printf("reports of epsilon %.3f keep the target with %d people\n", kept, (int)came);
  return epsilon_of(local, planned, weeks, delta) <= 1.001 * target && epsilon_of(local, came, weeks, delta) > target &&
                 kept < local
             ? 0
             : 1;
}
