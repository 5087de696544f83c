/* Private logistic regression on the Wisconsin breast-cancer table: how accurate is it, held out, at several prices?
 *
 *   make demo            builds the library and runs this program
 *   demo --evidence      prints the figures as one-line records too
 *
 * The way from data to a private model is in fit_privately() below; the rest reads the table, splits it and counts. */
#include <dpcvx.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- The table: 569 tumours, 30 measurements and the class (data/README.md) ---- */

enum { ROWS = 569, FEATURES = 30, TRAIN = 455, TEST = ROWS - TRAIN };
enum { SPLITS = 20, FITS = 10 }; /* private fits are random: several a split */

static const double table[ROWS][FEATURES + 1] = {
#include "data/breast_cancer.inc"
};

/* Public ranges [0, high] of the ten features, from what they measure and not from the table (data/README.md). Columns
 * 0-9 are means over the nuclei of an image, 10-19 their standard errors, 20-29 the worst nuclei. */
static const double high[10] = {25, 40, 160, 2000, 0.2, 0.4, 0.4, 0.4, 0.4, 0.2};
static const double factor[3] = {1, 1.0 / 20, 1.5};

/* Every call returns a status and can fill in an error: here it ends the program. */
static dpcvx_error err;
static void check(dpcvx_status status) {
  if (status == DPCVX_OK) return;
  fprintf(stderr, "%s: %s\n", dpcvx_status_name(status), err.message);
  exit(1);
}

static dpcvx_dataset *load(void) {
  dpcvx_dataset *raw, *scaled;
  double low[FEATURES] = {0}, top[FEATURES], labels[ROWS];
  int i;
  for (i = 0; i < ROWS; ++i) labels[i] = table[i][FEATURES] > 0 ? 1 : -1; /* benign : malignant */
  for (i = 0; i < FEATURES; ++i) top[i] = high[i % 10] * factor[i / 10];
  check(dpcvx_dataset_create_dense(&table[0][0], ROWS, FEATURES, FEATURES + 1, 1, labels, &raw, &err));
  check(dpcvx_dataset_create_scaled(raw, low, top, FEATURES, &scaled, &err));
  dpcvx_dataset_destroy(raw);
  return scaled;
}

/* ---- The private fit ---- */

/* A model of `train` that is (epsilon, 1e-6)-differentially private with respect to the replacement of any one row.
 * That holds for one fit: this program makes hundreds, and its accuracies are not private. Prints what was promised and
 * spent if `report` is set. */
static dpcvx_fit *fit_privately(const dpcvx_dataset *train, double epsilon, dpcvx_rng *rng, int report) {
  dpcvx_objective *objective;
  dpcvx_budget *budget;
  dpcvx_curve *price;
  dpcvx_plan *plan;
  dpcvx_fit *fit;
  check(dpcvx_objective_create(train, DPCVX_LOSS_LOGISTIC, NULL, NULL, &objective, &err));
  check(dpcvx_budget_create(epsilon, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err)); /* the whole budget for this one fit */
  check(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, NULL, &plan, &err));
  check(dpcvx_fit_create(budget, rng, plan, NULL, NULL, NULL, &fit, &err));
  if (report) {
    char text[8192];
    size_t length;
    dpcvx_guarantee *guarantee;
    check(dpcvx_fit_guarantee(fit, &guarantee, &err));
    check(dpcvx_guarantee_to_text(guarantee, text, sizeof text, &length, &err));
    printf("\nThe guarantee of one fit at epsilon = %g:\n\n%s\n", epsilon, text);
    check(dpcvx_budget_to_text(budget, text, sizeof text, &length, &err));
    printf("\nIts ledger:\n\n%s\n", text);
    dpcvx_guarantee_destroy(guarantee);
  }
  dpcvx_plan_destroy(plan);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_objective_destroy(objective);
  return fit;
}

/* The best model without privacy: what one would get by ignoring the people in the table. */
static void fit_without_privacy(const dpcvx_dataset *train, double w[FEATURES + 1]) {
  dpcvx_options *options;
  dpcvx_objective *objective;
  check(dpcvx_objective_options_create(&options, &err));
  check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 1e-4, &err));
  check(dpcvx_objective_create(train, DPCVX_LOSS_LOGISTIC, NULL, options, &objective, &err));
  check(dpcvx_nonprivate_minimize(objective, 1e-6, 100, NULL, NULL, NULL, NULL, w, FEATURES + 1, NULL, NULL, NULL,
                                  &err));
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
}

/* ---- Held-out accuracy over splits ---- */

typedef struct {
  dpcvx_dataset *train, *test;
  double labels[TEST];
} split;

/* An 80/20 split that is the same in every run: a shuffle by a small congruential generator. */
static split make_split(const dpcvx_dataset *all, unsigned seed) {
  int64_t order[ROWS];
  uint64_t state = 88172645463325252u + seed;
  split s;
  int i;
  for (i = 0; i < ROWS; ++i) order[i] = i;
  for (i = ROWS - 1; i > 0; --i) {
    int64_t j, kept = order[i];
    state = state * 6364136223846793005u + 1442695040888963407u;
    j = (int64_t)((state >> 33) % (uint64_t)(i + 1));
    order[i] = order[j];
    order[j] = kept;
  }
  for (i = 0; i < TEST; ++i) s.labels[i] = table[order[TRAIN + i]][FEATURES] > 0 ? 1 : -1;
  check(dpcvx_dataset_create_subset(all, order, TRAIN, &s.train, &err));
  check(dpcvx_dataset_create_subset(all, order + TRAIN, TEST, &s.test, &err));
  return s;
}

static double accuracy(const double *decisions, const double *labels) {
  int i, right = 0;
  for (i = 0; i < TEST; ++i) right += (decisions[i] > 0) == (labels[i] > 0);
  return (double)right / TEST;
}

static void summarize(const double *values, int count, double *mean, double *deviation) {
  double squares = 0;
  int i;
  *mean = 0;
  for (i = 0; i < count; ++i) *mean += values[i] / count;
  for (i = 0; i < count; ++i) squares += (values[i] - *mean) * (values[i] - *mean) / (count - 1);
  *deviation = sqrt(squares);
}

/* ---- The table that is printed ---- */

enum { MAJORITY, NONPRIVATE, FIRST_PRICE, PRICES = 4, LINES = FIRST_PRICE + PRICES };

static const double epsilons[PRICES] = {0.1, 0.5, 1, 4};
static double accuracies[LINES][SPLITS * FITS];
static double fit_seconds[PRICES];

static void measure_plain(const split *s, int number) {
  double w[FEATURES + 1], decisions[TEST];
  dpcvx_objective *rows_prepared_likewise;
  int i;
  for (i = 0; i < TEST; ++i) decisions[i] = 1; /* most tumours are benign */
  accuracies[MAJORITY][number] = accuracy(decisions, s->labels);
  fit_without_privacy(s->train, w);
  check(dpcvx_objective_create(s->test, DPCVX_LOSS_LOGISTIC, NULL, NULL, &rows_prepared_likewise, &err));
  check(dpcvx_nonprivate_decision_values(rows_prepared_likewise, w, FEATURES + 1, s->test, decisions, TEST, &err));
  dpcvx_objective_destroy(rows_prepared_likewise);
  accuracies[NONPRIVATE][number] = accuracy(decisions, s->labels);
}

static void measure_private(const split *s, int number, dpcvx_rng *rng) {
  double decisions[TEST];
  int k, i;
  for (k = 0; k < PRICES; ++k)
    for (i = 0; i < FITS; ++i) {
      const clock_t start = clock();
      dpcvx_fit *fit = fit_privately(s->train, epsilons[k], rng, 0);
      fit_seconds[k] += (double)(clock() - start) / CLOCKS_PER_SEC / (SPLITS * FITS);
      check(dpcvx_fit_decision_values(fit, s->test, decisions, TEST, &err));
      accuracies[FIRST_PRICE + k][number * FITS + i] = accuracy(decisions, s->labels);
      dpcvx_fit_destroy(fit);
    }
}

static void print_line(int line, int evidence) {
  double mean, deviation;
  char name[64] = "without privacy", time_taken[32] = "";
  if (line == MAJORITY) strcpy(name, "always benign");
  if (line >= FIRST_PRICE) {
    sprintf(name, "epsilon = %g", epsilons[line - FIRST_PRICE]);
    sprintf(time_taken, "%.1f ms a fit", 1000 * fit_seconds[line - FIRST_PRICE]);
  }
  summarize(accuracies[line], line >= FIRST_PRICE ? SPLITS * FITS : SPLITS, &mean, &deviation);
  printf("  %-16s  %.3f +- %.3f   %s\n", name, mean, deviation, time_taken);
  if (evidence)
    printf("evidence: demo: %s: held-out accuracy %.3f (sd %.3f over %d splits%s) %s\n", name, mean, deviation,
           (int)SPLITS, line >= FIRST_PRICE ? ", 10 fits each" : "", time_taken);
}

int main(int argc, char **argv) {
  const int evidence = argc > 1 && strcmp(argv[1], "--evidence") == 0;
  dpcvx_dataset *all = load();
  dpcvx_rng *rng;
  dpcvx_fit *fit;
  int number, line;
  check(dpcvx_rng_create(&rng, &err)); /* keyed by the operating system */
  for (number = 0; number < SPLITS; ++number) {
    split s = make_split(all, (unsigned)number);
    measure_plain(&s, number);
    measure_private(&s, number, rng);
    dpcvx_dataset_destroy(s.train);
    dpcvx_dataset_destroy(s.test);
  }
  printf("dpcvx %s: private logistic regression, breast-cancer table (%d rows, %d columns)\n", dpcvx_version(),
         (int)ROWS, (int)FEATURES);
  printf(
      "Held-out accuracy over %d splits, %d private fits each (mean +- standard deviation); delta = 1e-6,\n"
      "replace-one:\n\n",
      (int)SPLITS, (int)FITS);
  for (line = 0; line < LINES; ++line) print_line(line, evidence);
  fit = fit_privately(all, 1.0, rng, 1);
  dpcvx_fit_destroy(fit);
  dpcvx_rng_destroy(rng);
  dpcvx_dataset_destroy(all);
  return 0;
}
