/* Private logistic regression on two real tables: how good are the models, held out, at several prices?
 *
 *   make demo                 builds the library and runs this program
 *   demo FOLDER               prints one screen, and writes the full plan, report and ledger of one fit to FOLDER
 *   demo FOLDER --evidence    prints the figures as one-line records too
 *
 * In the table of tumours each row is protected. In the table of flights all rows of an aircraft are, together.
 * The private fits are made by fit_privately(), just below. The rest splits, measures and prints. */
#include "data/tables.h"

#include <string.h>
#include <time.h>

static const double delta = 1e-6;

/* ---- The private fit ---- */

/* Fits a model of `train` that is (epsilon, delta)-differentially private for one unit: a row, or all rows of a user.
 * The columns were scaled by public ranges. The guarantee is of one fit: this program makes hundreds of each table,
 * and what it measures is not private. */
static dpcvx_fit *fit_privately(const dpcvx_dataset *train, int64_t columns, double epsilon) {
  dpcvx_fit *fit;
  check(dpcvx_fit_table(train, DPCVX_LOSS_LOGISTIC, NULL, NULL, columns, epsilon, delta, NULL, NULL, &fit, &err));
  return fit;
}

/* Writes a text to a file of a folder. */
static void write_text(const char *folder, const char *name, const char *text, const char *about) {
  char path[512];
  FILE *file;
  sprintf(path, "%.400s/%s", folder, name);
  file = fopen(path, "w");
  if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) {
    fprintf(stderr, "cannot write %s\n", path);
    exit(1);
  }
  printf("  %-24s %s\n", path, about);
}

/* Makes the same fit in steps, and writes down all that is said of it on the way. */
static void write_in_full(const table *t, double epsilon, const char *folder) {
  static char plan_text[16384], report[16384], ledger[16384];
  dpcvx_objective *objective;
  dpcvx_budget *budget;
  dpcvx_guarantee *guarantee;
  dpcvx_curve *price;
  dpcvx_rng *rng;
  dpcvx_plan *plan;
  dpcvx_fit *fit;
  double spent;
  size_t length;
  check(dpcvx_objective_create(t->data, DPCVX_LOSS_LOGISTIC, NULL, NULL, &objective, &err));
  check(dpcvx_budget_create(epsilon, delta, DPCVX_ADJACENCY_REPLACE_ONE, t->unit, NULL, &budget, &err));
  check(dpcvx_budget_price(budget, 1.0, &price, &err)); /* the whole budget for this one fit */
  check(dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, NULL, &plan, &err)); /* public numbers */
  check(dpcvx_plan_to_text(plan, plan_text, sizeof plan_text, &length, &err));
  check(dpcvx_rng_create(&rng, &err));                          /* keyed by the operating system */
  check(dpcvx_fit_create(budget, rng, plan, NULL, &fit, &err)); /* charges, then reads the data */
  check(dpcvx_fit_to_text(fit, report, sizeof report, &length, &err));
  check(dpcvx_budget_to_text(budget, ledger, sizeof ledger, &length, &err));
  check(dpcvx_fit_guarantee(fit, &guarantee, &err));
  check(dpcvx_guarantee_epsilon(guarantee, delta, &spent, &err));
  printf("\nOne more model of all %s, for epsilon = %g, spent epsilon = %.4f. In full:\n\n", t->name, epsilon, spent);
  write_text(folder, "plan.txt", plan_text, "how it was planned, before any data were read");
  write_text(folder, "report.txt", report, "what it promises, and every constant of the proof");
  write_text(folder, "ledger.txt", ledger, "what its budget was charged");
  dpcvx_guarantee_destroy(guarantee);
  dpcvx_fit_destroy(fit);
  dpcvx_rng_destroy(rng);
  dpcvx_plan_destroy(plan);
  dpcvx_curve_destroy(price);
  dpcvx_budget_destroy(budget);
  dpcvx_objective_destroy(objective);
}

/* Decision values for held-out rows of the best model without privacy: what one gets by ignoring the units. */
static void decide_without_privacy(const dpcvx_dataset *train, const dpcvx_dataset *test, double *decisions,
                                   int64_t rows) {
  dpcvx_options *options;
  dpcvx_objective *objective;
  double *w;
  int64_t dimension;
  int32_t outcome;
  check(dpcvx_objective_options_create(&options, &err));
  check(dpcvx_options_set_f64(options, DPCVX_OBJECTIVE_OPTION_L2, 1e-4, &err));
  check(dpcvx_objective_create(train, DPCVX_LOSS_LOGISTIC, NULL, options, &objective, &err));
  check(dpcvx_objective_get_i64(objective, DPCVX_OBJECTIVE_FIGURE_DIMENSION, &dimension, &err));
  w = memory((size_t)dimension, sizeof *w);
  check(dpcvx_nonprivate_minimize(objective, NULL, NULL, NULL, w, dimension, NULL, NULL, &outcome, &err));
  check(dpcvx_nonprivate_decision_values(objective, w, dimension, test, decisions, rows, &err));
  free(w);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(options);
}

/* ---- Splits: a fifth of the units is held out, whole users where units are users ---- */

typedef struct {
  dpcvx_dataset *train, *test;
  int64_t test_rows;
  double *labels; /* of the test rows */
} split;

/* The same in every run: a shuffle of the units by a small congruential generator. */
static split make_split(const table *t, unsigned seed) {
  int64_t *const order = memory((size_t)t->units, sizeof *order);
  int64_t *const train_rows = memory((size_t)t->rows, sizeof *train_rows);
  int64_t *const test_rows = memory((size_t)t->rows, sizeof *test_rows);
  char *const held_out = memory((size_t)t->units, 1);
  uint64_t state = 88172645463325252u + seed;
  int64_t i, train = 0, test = 0;
  split s;
  for (i = 0; i < t->units; ++i) order[i] = i;
  for (i = t->units - 1; i > 0; --i) {
    int64_t j, kept = order[i];
    state = state * 6364136223846793005u + 1442695040888963407u;
    j = (int64_t)((state >> 33) % (uint64_t)(i + 1));
    order[i] = order[j];
    order[j] = kept;
  }
  for (i = 0; i < t->units / 5; ++i) held_out[order[i]] = 1;
  s.labels = memory((size_t)t->rows, sizeof *s.labels);
  for (i = 0; i < t->rows; ++i) {
    if (!held_out[t->users[i]]) {
      train_rows[train++] = i;
    } else {
      s.labels[test] = t->labels[i];
      test_rows[test++] = i;
    }
  }
  s.test_rows = test;
  check(dpcvx_dataset_create_subset(t->data, train_rows, train, &s.train, &err));
  check(dpcvx_dataset_create_subset(t->data, test_rows, test, &s.test, &err));
  free(held_out);
  free(test_rows);
  free(train_rows);
  free(order);
  return s;
}

/* ---- Measures ---- */

typedef struct {
  double accuracy, auc;
} measures;

typedef struct {
  double decision, label;
} decided;

static int by_decision(const void *a, const void *b) {
  const double x = ((const decided *)a)->decision, y = ((const decided *)b)->decision;
  return (x > y) - (x < y);
}

/* The share of rows on the right side, and of pairs of a positive and a negative row in the right order (the area
 * under the ROC curve; ties count half): the second tells where most rows have the same label. */
static measures measure(const double *decisions, const split *s) {
  decided *const sorted = memory((size_t)s->test_rows, sizeof *sorted);
  measures m = {0, 0};
  double positive = 0, negative = 0;
  int64_t i, end, k;
  for (i = 0; i < s->test_rows; ++i) {
    m.accuracy += ((decisions[i] > 0) == (s->labels[i] > 0)) / (double)s->test_rows;
    sorted[i].decision = decisions[i];
    sorted[i].label = s->labels[i];
  }
  qsort(sorted, (size_t)s->test_rows, sizeof *sorted, by_decision);
  for (i = 0; i < s->test_rows; i = end) {
    double tied_positive = 0, tied_negative = 0;
    for (end = i; end < s->test_rows && sorted[end].decision == sorted[i].decision; ++end) continue;
    for (k = i; k < end; ++k) *(sorted[k].label > 0 ? &tied_positive : &tied_negative) += 1;
    m.auc += tied_positive * (negative + tied_negative / 2);
    positive += tied_positive;
    negative += tied_negative;
  }
  m.auc /= positive * negative;
  free(sorted);
  return m;
}

/* ---- The lines that are printed ---- */

enum { PRICES = 4, LINES = PRICES + 2, MOST = 200 };

static const double epsilons[PRICES] = {0.1, 0.5, 1, 4};

typedef struct {
  measures all[MOST];
  int count;
  double seconds;
} line;

static void add_line(line *to, const double *decisions, const split *s, clock_t start) {
  to->seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
  to->all[to->count++] = measure(decisions, s);
}

static void print_line(const table *t, const char *name, const line *l, int evidence) {
  double mean[2] = {0, 0}, squares[2] = {0, 0}, deviation[2];
  int i, k;
  for (k = 0; k < 2; ++k) {
    for (i = 0; i < l->count; ++i) mean[k] += (k == 0 ? l->all[i].accuracy : l->all[i].auc) / l->count;
    for (i = 0; i < l->count; ++i) {
      const double off = (k == 0 ? l->all[i].accuracy : l->all[i].auc) - mean[k];
      squares[k] += off * off / (l->count - 1);
    }
    deviation[k] = sqrt(squares[k]);
  }
  printf("  %-16s  %.3f +- %.3f      %.3f +- %.3f    %8.1f ms\n", name, mean[0], deviation[0], mean[1], deviation[1],
         1000 * l->seconds / l->count);
  if (evidence)
    printf("evidence: demo: %s, %s: held-out accuracy %.3f (sd %.3f), AUC %.3f (sd %.3f) over %d fits, %.1f ms each\n",
           t->name, name, mean[0], deviation[0], mean[1], deviation[1], l->count, 1000 * l->seconds / l->count);
}

static void run(const table *t, int splits, int fits, int evidence) {
  static line lines[LINES]; /* the majority's label, no privacy, then the prices */
  char name[32];
  int number, k, i;
  memset(lines, 0, sizeof lines);
  for (number = 0; number < splits; ++number) {
    split s = make_split(t, (unsigned)number);
    double *const decisions = memory((size_t)s.test_rows, sizeof *decisions), mean = 0;
    int64_t j;
    clock_t start = clock();
    for (j = 0; j < t->rows; ++j) mean += t->labels[j];
    for (j = 0; j < s.test_rows; ++j) decisions[j] = mean;
    add_line(&lines[0], decisions, &s, start);
    start = clock();
    decide_without_privacy(s.train, s.test, decisions, s.test_rows);
    add_line(&lines[1], decisions, &s, start);
    for (k = 0; k < PRICES; ++k)
      for (i = 0; i < fits; ++i) {
        dpcvx_fit *fit;
        start = clock();
        fit = fit_privately(s.train, t->columns, epsilons[k]);
        check(dpcvx_fit_decision_values(fit, s.test, decisions, s.test_rows, &err));
        add_line(&lines[2 + k], decisions, &s, start);
        dpcvx_fit_destroy(fit);
      }
    free(decisions);
    free(s.labels);
    dpcvx_dataset_destroy(s.train);
    dpcvx_dataset_destroy(s.test);
  }
  printf("\n%s: %ld rows; one %s of %ld is protected\n", t->title, (long)t->rows, t->unit_name, (long)t->units);
  printf("Means over %d splits, %d private fits of each, on the rows that were held out:\n\n", splits, fits);
  printf("                    held-out accuracy    area under ROC     time a fit\n");
  print_line(t, t->majority, &lines[0], evidence);
  print_line(t, "without privacy", &lines[1], evidence);
  for (k = 0; k < PRICES; ++k) {
    sprintf(name, "epsilon = %g", epsilons[k]);
    print_line(t, name, &lines[2 + k], evidence);
  }
}

static void destroy_table(table *t) {
  dpcvx_dataset_destroy(t->data);
  free(t->labels);
  free(t->users);
}

int main(int argc, char **argv) {
  const int evidence = argc > 2 && strcmp(argv[2], "--evidence") == 0;
  table by_record, by_user;
  if (argc < 2) return fprintf(stderr, "usage: demo FOLDER [--evidence]\n"), 1;
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a pipe or a file has each line at once too */
  by_record = load_tumours();
  by_user = load_flights();
  printf("dpcvx %s: private logistic regression on two real tables\n", dpcvx_version());
  run(&by_record, 20, 10, evidence);
  run(&by_user, 3, 3, evidence);
  printf(
      "\nWhat it cost: each private model spent the epsilon of its line, at delta = %g, if one\n"
      "%s or one %s is replaced. The figures above are not private: they are measured\n"
      "on the tables themselves.\n",
      delta, by_record.unit_name, by_user.unit_name);
  write_in_full(&by_user, 1.0, argv[1]);
  destroy_table(&by_user);
  destroy_table(&by_record);
  return 0;
}
