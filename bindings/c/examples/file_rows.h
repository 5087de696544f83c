/* A made-up file of rows, and the callback that reads it block by block: for file_blocks.c. */
#ifndef DPCVX_EXAMPLE_FILE_ROWS_H
#define DPCVX_EXAMPLE_FILE_ROWS_H

#include "example.h"
#include "made_up.h"

enum { ROWS = 20000, BLOCK = 1500, COLUMNS = 4 };

/* A row of the file is a label and its features, as floats. */
struct source {
  FILE *file;
  float rows[BLOCK][1 + COLUMNS];
  double labels[BLOCK];
};

static FILE *made_up_file(void) {
  FILE *const file = tmpfile();
  float row[1 + COLUMNS];
  int i, j;
  for (i = 0; i < ROWS && file != NULL; ++i) {
    for (j = 1; j <= COLUMNS; ++j) row[j] = (float)made_up();
    row[0] = row[1] - row[2] + 0.5 * made_up() > 0 ? 1 : -1;
    fwrite(row, sizeof row, 1, file);
  }
  return file;
}

/* Adds the next rows of the file to a sum. */
static int32_t read_block(dpcvx_partial_sum *sum, int32_t *more, void *user) {
  struct source *const source = user;
  const size_t count = fread(source->rows, sizeof source->rows[0], BLOCK, source->file);
  size_t i;
  if (ferror(source->file)) return DPCVX_ERR_FILE;
  *more = count == BLOCK;
  if (count == 0) return DPCVX_OK;
  for (i = 0; i < count; ++i) source->labels[i] = source->rows[i][0];
  return dpcvx_partial_sum_add_dense_f32(sum, source->rows[0] + 1, (int64_t)count, COLUMNS, 1 + COLUMNS, 1,
                                         source->labels, NULL, NULL, 1, NULL, &err);
}

#endif
