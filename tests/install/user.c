/* What a program that uses an installed dpcvx may look like. */
#include <dpcvx.h>

#include <stdio.h>

int main(void) {
  dpcvx_error error;
  dpcvx_budget *budget = NULL;
  dpcvx_curve *price = NULL;
  double epsilon = 0;
  const int good = dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget,
                                       &error) == DPCVX_OK &&
                   dpcvx_budget_price(budget, 0.5, &price, &error) == DPCVX_OK &&
                   dpcvx_curve_epsilon(price, 1e-6, &epsilon, &error) == DPCVX_OK && epsilon > 0 && epsilon < 1;
  if (!good) printf("%s\n", error.message);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  return good ? 0 : 1;
}
