/* Answers the two everyday questions of a privacy engineer on the command line.
 *
 *   cc account.c -ldpcvx -lm
 *   ./a.out spent DELTA EVENT...             what epsilon did these events cost?
 *   ./a.out noise EPSILON DELTA RATE STEPS   what noise do that many steps need?
 *
 * An event is KIND:NUMBERS:COUNT, one of gaussian:NOISE:1, laplace:NOISE:1, pure:EPSILON:1, approximate:EPSILON:DELTA:1
 * and poisson:NOISE:RATE:1000, a step on a random batch. Noise is relative to the sensitivity to adding one record. */
#include "example.h"

#include <string.h>

static dpcvx_curve *event(const char *text, int64_t *count) {
  static const char *const names[] = {"gaussian:", "laplace:", "pure:", "approximate:", "poisson:"};
  double first = 0, second = 0, times = 0;
  dpcvx_curve *curve = NULL;
  int kind = 0;
  while (kind < 5 && strncmp(text, names[kind], strlen(names[kind])) != 0) ++kind;
  text += kind < 5 ? strlen(names[kind]) : 0;
  if (kind == 5 || (kind < 3 && sscanf(text, "%lf:%lf", &first, &times) != 2) ||
      (kind >= 3 && sscanf(text, "%lf:%lf:%lf", &first, &second, &times) != 3) || !(times >= 1 && times <= 1e15)) {
    fprintf(stderr, "no event: %s\n", text);
    exit(1);
  }
  *count = (int64_t)times;
  if (kind == 0) check(dpcvx_curve_create_gaussian(first, &curve, &err));
  if (kind == 1) check(dpcvx_curve_create_laplace(first, &curve, &err));
  if (kind == 2) check(dpcvx_curve_create_pure(first, &curve, &err));
  if (kind == 3) check(dpcvx_curve_create_approximate(first, second, &curve, &err));
  if (kind == 4) check(dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON, first, second, 1, &curve, &err));
  return curve;
}

static double spent(double delta, const char *const *events, int n) {
  dpcvx_accountant *accountant = NULL;
  double lower, upper, fewest, unused;
  check(dpcvx_accountant_create(DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_RECORD, &accountant, &err));
  for (int i = 0; i < n; ++i) {
    int64_t count;
    dpcvx_curve *const curve = event(events[i], &count);
    check(dpcvx_accountant_add(accountant, curve, count, &err));
    dpcvx_curve_destroy(curve);
  }
  check(dpcvx_accountant_epsilon(accountant, delta, &lower, &upper, &err));
  check(dpcvx_accountant_false_negative_rate(accountant, 0.01, &fewest, &unused, &err));
  printf("epsilon = %.4f at delta = %g (at least %.4f)\n", upper, delta, lower);
  printf("an attack with 1%% of false alarms finds at most %.1f%% of the members\n", 100 * (1 - fewest));
  dpcvx_accountant_destroy(accountant);
  return upper;
}

static double noise(double epsilon, double delta, double rate, int64_t steps) {
  double multiplier;
  check(dpcvx_calibrate_subsampled_gaussian(DPCVX_SAMPLING_POISSON, rate, steps, epsilon, delta, &multiplier, &err));
  printf("noise of %.4f sensitivities a step: epsilon = %g at delta = %g\n", multiplier, epsilon, delta);
  return multiplier;
}

int main(int argc, char **argv) {
  const char *const shown[2] = {"poisson:1.1:0.01:5000", "laplace:20:12"};
  if (argc > 3 && strcmp(argv[1], "spent") == 0)
    return spent(atof(argv[2]), (const char *const *)argv + 3, argc - 3) < HUGE_VAL ? 0 : 1;
  if (argc == 6 && strcmp(argv[1], "noise") == 0)
    return noise(atof(argv[2]), atof(argv[3]), atof(argv[4]), (int64_t)atof(argv[5])) > 0 ? 0 : 1;
  /* Without arguments: both questions, and whether the answers agree. */
  const double epsilon = spent(1e-6, shown, 2), multiplier = noise(1.0, 1e-6, 0.01, 5000);
  return argc == 1 && epsilon > 1 && multiplier > 1.1 ? 0 : 1;
}
