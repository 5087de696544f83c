/* Keeps a budget in a file: it charges, ends, and goes on; an older copy of the file is refused.
 *
 *   cc ledger.c -ldpcvx -lm && ./a.out
 *
 * Each charge is on the disk before the data are read. A process that is killed has left all that it went by. */
#include "example.h"

static const char kFile[] = "example.ledger";

/* Copies what the file holds now. */
static void copy_file(const char *from, const char *to) {
  static char bytes[65536];
  FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
  if (in == NULL || out == NULL) exit(1);
  fwrite(bytes, 1, fread(bytes, 1, sizeof bytes, in), out);
  fclose(in), fclose(out);
}

int main(void) {
  dpcvx_budget *budget;
  dpcvx_curve *price;
  dpcvx_status refused;
  int64_t frames, head;
  double loss;
  int day;
  char text[4096];
  size_t length;

  remove(kFile);
  check(dpcvx_budget_create_ledger(kFile, NULL, 0, 1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER, NULL,
                                   &budget, &err));
  check(dpcvx_budget_describe(budget, DPCVX_BUDGET_FIELD_TIME_SPAN, "one day of a user", &err));
  check(dpcvx_budget_describe(budget, DPCVX_BUDGET_FIELD_TRUST_MODEL, "one curator sees the data", &err));
  copy_file(kFile, "example.old");
  check(dpcvx_budget_price(budget, 0.25, &price, &err));
  for (day = 0; day < 3; ++day) check(dpcvx_budget_charge(budget, price, 1, "a daily count", &err));
  /* Keep these two numbers where the file's owner cannot change them. */
  check(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_LEDGER_FRAMES, &frames, &err));
  check(dpcvx_budget_get_i64(budget, DPCVX_BUDGET_FIGURE_LEDGER_HEAD, &head, &err));
  dpcvx_budget_destroy(budget);

  check(dpcvx_budget_open_ledger(kFile, NULL, 0, frames, head, &budget, &err));
  check(dpcvx_budget_charge(budget, price, 1, "a daily count", &err));
  check(dpcvx_budget_to_text(budget, text, sizeof text, &length, &err));
  printf("%s", text);
  /* Whether to stop may depend on this reading, and on the data. */
  check(dpcvx_budget_odometer(budget, 1e-6, &loss, &err));
  printf("So far: privacy loss <= %.4f at every moment, except with probability 1e-6\n\n", loss);
  dpcvx_budget_destroy(budget);

  copy_file("example.old", kFile);
  refused = dpcvx_budget_open_ledger(kFile, NULL, 0, frames, head, &budget, &err);
  printf("An older copy: %s\n", err.message);
  dpcvx_curve_destroy(price);
  remove(kFile), remove("example.old");
  return refused == DPCVX_ERR_LEDGER_STALE && loss > 0.5 && loss < 2 ? 0 : 1;
}
