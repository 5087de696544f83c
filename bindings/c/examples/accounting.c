/* Answers the questions of a privacy engineer, without any data: what does this cost, how much noise does that need?
 *
 *   cc accounting.c -ldpcvx -lm && ./a.out
 *
 * A curve says how private something is. Curves compose, and every answer is an upper bound. */
#include "example.h"

int main(void) {
  const double delta = 1e-6;
  dpcvx_curve *training, *count, *mean, *whole;
  const dpcvx_curve *parts[3];
  const int64_t times[3] = {1, 12, 1};
  double of_training, of_whole, sum, other, mu, noise;

  /* 5,000 steps of noisy SGD on batches of 1 % of the records, a monthly noisy count, one Gaussian mean. */
  check(dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON, 1.1, 0.01, 5000, &training, &err));
  check(dpcvx_curve_create_laplace(20.0, &count, &err));
  check(dpcvx_curve_create_gaussian(8.0, &mean, &err));
  parts[0] = training, parts[1] = count, parts[2] = mean;
  check(dpcvx_curve_create_composition(parts, times, 3, &whole, &err));

  check(dpcvx_curve_epsilon(training, delta, &of_training, &err));
  check(dpcvx_curve_epsilon(whole, delta, &of_whole, &err));
  printf("training alone:             epsilon = %.3f at delta = %g\n", of_training, delta);
  printf("training, counts and mean:  epsilon = %.3f\n", of_whole);
  check(dpcvx_curve_epsilon(mean, delta, &other, &err));
  sum = of_training + 12 / 20.0 + other;
  printf("their epsilons added up:    epsilon = %.3f at about twice the delta\n", sum);

  /* How much noise does epsilon = 1 need: in one Gaussian release, and in each step of that training? */
  check(dpcvx_calibrate_gdp(1.0, delta, &mu, &err));
  check(dpcvx_calibrate_subsampled_gaussian(DPCVX_SAMPLING_POISSON, 0.01, 5000, 1.0, delta, &noise, &err));
  printf("for epsilon = 1: noise of %.3f sensitivities once, or %.3f in each step\n", 1 / mu, noise);

  dpcvx_curve_destroy(whole);
  dpcvx_curve_destroy(mean);
  dpcvx_curve_destroy(count);
  dpcvx_curve_destroy(training);
  return of_whole > of_training && of_whole < sum && noise > 1.1 ? 0 : 1;
}
