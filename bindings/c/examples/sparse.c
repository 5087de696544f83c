/* Fits a private classifier of texts: a sparse table of words, with a penalty that keeps few of them.
 *
 *   cc sparse.c -ldpcvx -lm && ./a.out
 *
 * A sparse table has ranges from -high to high, so that 0 stays 0. */
#include "example.h"
#include "made_up.h"

enum { RECORDS = 20000, TRAINING = 16000, WORDS = 500, MOST = 12 * RECORDS };

static int64_t starts[RECORDS + 1], words[MOST];
static double ones[MOST], labels[RECORDS], predicted[RECORDS];

/* Letters of some ten words each; the words 0 and 1 tell of complaints. */
static void make_letters(void) {
  int64_t count = 0, word;
  int i;
  for (i = 0; i < RECORDS; ++i) {
    const int64_t first = count;
    starts[i] = count;
    for (word = 0; word < 2; ++word) {
      if (made_up() < -0.4) words[count++] = word;
    }
    labels[i] = count > first ? 1 : -1;
    for (word = 2 + (int64_t)(49 * (1 + made_up())); word < WORDS; word += 1 + (int64_t)(49 * (1 + made_up()))) {
      if (count - first < 12) words[count++] = word;
    }
  }
  starts[RECORDS] = count;
  while (count > 0) ones[--count] = 1;
}

int main(void) {
  static double low[WORDS], high[WORDS], w[WORDS + 1];
  static int64_t new_starts[RECORDS - TRAINING + 1];
  dpcvx_options *options;
  dpcvx_dataset *table, *new_table;
  dpcvx_fit *fit;
  const int64_t first_new = TRAINING;
  int i, kept = 0, right = 0;

  make_letters();
  for (i = 0; i < WORDS; ++i) low[i] = -1, high[i] = 1;
  for (i = TRAINING; i <= RECORDS; ++i) new_starts[i - TRAINING] = starts[i] - starts[TRAINING];
  check(dpcvx_dataset_create_csr(starts, words, ones, TRAINING, WORDS, labels, &table, &err));
  check(dpcvx_dataset_create_csr(new_starts, words + starts[first_new], ones + starts[first_new], RECORDS - TRAINING,
                                 WORDS, NULL, &new_table, &err));

  check(dpcvx_fit_table_options_create(&options, &err));
  check(dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_L1, 0.003, &err));
  check(dpcvx_fit_table(table, DPCVX_LOSS_LOGISTIC, low, high, WORDS, 4.0, 1e-6, options, NULL, &fit, &err));

  check(dpcvx_fit_coefficients(fit, w, WORDS + 1, &err));
  check(dpcvx_fit_predict(fit, new_table, predicted, RECORDS - TRAINING, &err));
  for (i = 0; i < WORDS; ++i) kept += w[i] != 0;
  for (i = 0; i < RECORDS - TRAINING; ++i) right += predicted[i] == labels[TRAINING + i];
  printf("%d of %d words are kept\n", kept, (int)WORDS);
  printf("NOT PRIVATE: %d of %d new letters are predicted right\n", right, RECORDS - TRAINING);

  dpcvx_fit_destroy(fit);
  dpcvx_options_destroy(options);
  dpcvx_dataset_destroy(new_table);
  dpcvx_dataset_destroy(table);
  return right > (RECORDS - TRAINING) * 3 / 4 ? 0 : 1;
}
