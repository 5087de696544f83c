/* A stream of the Arrow C stream interface for R, which has nanoarrow where it can be had: arrow_shim.R. */
#include <R.h>
#include <Rinternals.h>

#include "arrow_columns.h"

enum { BATCHES = 3 };

static const char *const names[COLUMNS] = {"a", "b", "y"};

static int fill(int first_row, double batch[COLUMNS][ROWS]) {
  int i;
  if (first_row == BATCHES * ROWS) return 0;
  for (i = 0; i < ROWS; ++i) {
    const int row = first_row + i;
    batch[0][i] = row * 37 % 200 / 100.0 - 1;
    batch[1][i] = row * 53 % 400 / 200.0 - 1;
    batch[2][i] = batch[0][i] + batch[1][i] > 0 ? 1 : -1;
  }
  return ROWS;
}

/* Returns the stream from its first row. It is that of the call before. */
SEXP made_stream(void) {
  static struct columns table = {names, fill, 0, {{0}}};
  static struct ArrowArrayStream stream;
  SEXP out, name;
  stream = stream_of(&table);
  out = PROTECT(R_MakeExternalPtr(&stream, R_NilValue, R_NilValue));
  name = PROTECT(Rf_mkString("nanoarrow_array_stream"));
  Rf_setAttrib(out, R_ClassSymbol, name);
  UNPROTECT(2);
  return out;
}

/* Returns whether the stream was released. */
SEXP is_released(SEXP stream) {
  return Rf_ScalarLogical(((struct ArrowArrayStream *)R_ExternalPtrAddr(stream))->release == NULL);
}
