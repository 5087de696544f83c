/* Estimates which of 100 settings people use, and how long, from reports that are private before they are sent.
 *
 *   cc local_reports.c -ldpcvx -lm && ./a.out
 *
 * The server publishes two protocols as bytes. Each device has a budget of its own, which both reports charge. */
#include "example.h"
#include "made_up.h"

enum { DEVICES = 5000, SETTINGS = 100 };

/* What one device does. It trusts nothing that it was sent: it looks at the epsilon that it loaded. */
static void device(const unsigned char *sent[2], const size_t lengths[2], dpcvx_rng *rng, int64_t setting, double hours,
                   unsigned char out[2][32]) {
  dpcvx_local_protocol *which, *how_long;
  dpcvx_budget *budget;
  double epsilon;
  size_t length;
  check(dpcvx_local_protocol_load(sent[0], lengths[0], &which, &err));
  check(dpcvx_local_protocol_load(sent[1], lengths[1], &how_long, &err));
  check(dpcvx_local_protocol_get_f64(which, DPCVX_LOCAL_FIGURE_EPSILON, &epsilon, &err));
  if (epsilon > 2) exit(1);
  check(dpcvx_budget_create(3.0, 0, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, NULL, &budget, &err));
  check(dpcvx_local_report_category(which, budget, rng, setting, out[0], 32, &length, &err));
  check(dpcvx_local_report_value(how_long, budget, rng, hours, out[1], 32, &length, &err));
  dpcvx_budget_destroy(budget); /* a device that reports again keeps it: reports add up */
  dpcvx_local_protocol_destroy(how_long);
  dpcvx_local_protocol_destroy(which);
}

int main(void) {
  static unsigned char bytes[2][512], reports[2][32];
  static double shares[SETTINGS], errors[SETTINGS], low[SETTINGS], high[SETTINGS];
  const unsigned char *sent[2] = {bytes[0], bytes[1]};
  double mean, mean_error, from, to, truth = 0, central, bound;
  dpcvx_local_protocol *protocols[2];
  dpcvx_local_aggregator *counts[2];
  dpcvx_rng *rng;
  size_t lengths[2];
  int i, j;
  check(dpcvx_rng_create(&rng, &err));
  check(dpcvx_local_protocol_create_frequencies(SETTINGS, 2.0, NULL, &protocols[0], &err));
  check(dpcvx_local_protocol_create_mean(0, 24, 1.0, NULL, &protocols[1], &err));
  for (j = 0; j < 2; ++j) {
    check(dpcvx_local_protocol_save(protocols[j], bytes[j], sizeof bytes[j], &lengths[j], &err));
    check(dpcvx_local_aggregator_create(protocols[j], &counts[j], &err));
  }
  check(dpcvx_local_protocol_expected_error(protocols[0], DEVICES, 0.95, &bound, &err));
  printf("To expect of a share: an error of at most %.3f\n", bound);

  for (i = 0; i < DEVICES; ++i) {
    const double hours = 8 + 4 * made_up();
    truth += hours / DEVICES;
    device(sent, lengths, rng, i % 2 ? 42 : i % SETTINGS, hours, reports); /* a half and more have setting 42 */
    for (j = 0; j < 2; ++j) check(dpcvx_local_aggregator_add(counts[j], reports[j], 20, &err));
  }

  check(dpcvx_local_aggregator_estimate(counts[0], 0.999999, shares, errors, low, high, SETTINGS, &err));
  check(dpcvx_local_aggregator_estimate(counts[1], 0.999999, &mean, &mean_error, &from, &to, 1, &err));
  printf("Setting 42: %.3f in [%.3f, %.3f]. Hours: %.2f in [%.2f, %.2f]\n", shares[42], low[42], high[42], mean, from,
         to);
  check(dpcvx_local_protocol_central_epsilon(protocols[0], DEVICES, 1e-6, &central, &err));
  printf("Who sees shuffled reports of settings only: epsilon %.3f at delta 1e-6\n", central);
  for (j = 0; j < 2; ++j) {
    dpcvx_local_aggregator_destroy(counts[j]);
    dpcvx_local_protocol_destroy(protocols[j]);
  }
  dpcvx_rng_destroy(rng);
  return low[42] < 0.51 && 0.51 < high[42] && from < truth && truth < to && central < 1 ? 0 : 1;
}
