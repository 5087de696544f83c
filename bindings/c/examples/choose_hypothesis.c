/* Chooses one of several public laws for a column, at a pure epsilon: a mean and a standard deviation of heights.
 *
 *   cc choose_hypothesis.c -ldpcvx -lm && ./a.out
 *
 * The laws are a cover of all normal laws in public ranges, so nothing of the table is needed to make them. How many
 * records suffice is known before anything is charged. A caller's own laws go the same way, by log densities. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 4000 };

/* Two-sided exponential laws about 160 to 180. */
static int32_t log_densities(int64_t law, const double *records, int64_t count, int64_t columns, double *out,
                             void *user) {
  int64_t i;
  (void)columns, (void)user;
  for (i = 0; i < count; ++i) out[i] = -fabs(records[i] - (160 + 10 * (double)law)) / 5;
  return 1;
}

int main(void) {
  static double heights[RECORDS];
  /* Under law j, the probability of the side of j of the middle between j and k: 1 - exp(-distance / 10) / 2. */
  const double near = 1 - exp(-1.0) / 2, far = 1 - exp(-2.0) / 2;
  const double shares[9] = {0, near, far, near, 0, near, far, near, 0};
  dpcvx_dataset *table;
  dpcvx_budget *budget;
  dpcvx_curve *half;
  dpcvx_rng *rng;
  dpcvx_hypotheses *cover, *own;
  double chosen[2], excess;
  int64_t laws, needed, index, other;
  int32_t outcome;
  int i;

  for (i = 0; i < RECORDS; ++i) heights[i] = 170 + 10 * (made_up() + made_up() + made_up()); /* nearly normal */
  check(dpcvx_dataset_create_dense(heights, RECORDS, 1, 1, 1, NULL, &table, &err));
  check(dpcvx_budget_create(2.0, 0.0, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 0.5, &half, &err)); /* epsilon = 1 */
  check(dpcvx_rng_create(&rng, &err));

  /* Means of 150 to 190, standard deviations of 5 to 20: each normal law of those is within 0.1 of one of these. */
  check(dpcvx_hypotheses_create_gaussians(150, 190, 5, 20, 0.1, NULL, &cover, &err));
  check(dpcvx_hypotheses_get_i64(cover, DPCVX_HYPOTHESES_FIGURE_COUNT, &laws, &err));
  check(dpcvx_hypotheses_units_needed(half, laws, 0.1, 0.05, &needed, &err));
  check(dpcvx_hypotheses_excess(half, laws, RECORDS, 0.05, &excess, &err));
  printf("%d laws; %d records have an excess of 0.1, and %d one of %.3f\n", (int)laws, (int)needed, RECORDS, excess);

  check(dpcvx_release_hypothesis(budget, rng, half, table, cover, NULL, &index, &outcome, NULL, &err));
  check(dpcvx_hypotheses_parameters(cover, index, chosen, 2, &err));
  printf("Law %d: heights of mean %.1f and standard deviation %.1f\n", (int)index, chosen[0], chosen[1]);

  check(dpcvx_hypotheses_create(3, 1, log_densities, NULL, shares, NULL, &own, &err));
  check(dpcvx_release_hypothesis(budget, rng, half, table, own, NULL, &other, &outcome, NULL, &err));
  printf("Of three laws about 160, 170 and 180: the one about %d\n", 160 + 10 * (int)other);

  dpcvx_hypotheses_destroy(own);
  dpcvx_hypotheses_destroy(cover);
  dpcvx_rng_destroy(rng);
  dpcvx_curve_destroy(half);
  dpcvx_budget_destroy(budget);
  dpcvx_dataset_destroy(table);
  return fabs(chosen[0] - 170) < 3 && fabs(chosen[1] - 10) < 3 && other == 1 ? 0 : 1;
}
