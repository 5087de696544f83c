/* The structures of the Arrow C data and stream interfaces, as Arrow's headers have them, and a stream of columns of
 * doubles whose batches a function fills in. Readers of Parquet, of databases and of data frames give such streams. */
#ifndef DPCVX_EXAMPLE_ARROW_COLUMNS_H
#define DPCVX_EXAMPLE_ARROW_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  struct ArrowSchema **children, *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void **buffers;
  struct ArrowArray **children, *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

enum { COLUMNS = 3, ROWS = 1000 };

/* Columns by name. `fill` writes the next batch, and returns how many rows it has: 0 behind the last. */
struct columns {
  const char *const *names;
  int (*fill)(int first_row, double batch[COLUMNS][ROWS]);
  int row;
  double batch[COLUMNS][ROWS];
};

static void release_schema(struct ArrowSchema *it) { it->release = NULL; }
static void release_array(struct ArrowArray *it) { it->release = NULL; }
static void release_stream(struct ArrowArrayStream *it) { it->release = NULL; }

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  static struct ArrowSchema columns[COLUMNS], *children[COLUMNS], none;
  const struct columns *const it = stream->private_data;
  int j;
  for (j = 0; j < COLUMNS; ++j) {
    columns[j] = none;
    columns[j].format = "g";
    columns[j].name = it->names[j];
    columns[j].release = release_schema;
    children[j] = &columns[j];
  }
  *out = none;
  out->format = "+s";
  out->name = "";
  out->n_children = COLUMNS;
  out->children = children;
  out->release = release_schema;
  return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  static struct ArrowArray columns[COLUMNS], *children[COLUMNS], none;
  static const void *buffers[COLUMNS][2], *no_nulls[1];
  struct columns *const it = stream->private_data;
  const int rows = it->fill(it->row, it->batch);
  int j;
  *out = none;
  if (rows == 0) return 0;
  for (j = 0; j < COLUMNS; ++j) {
    buffers[j][1] = it->batch[j];
    columns[j] = none;
    columns[j].length = rows;
    columns[j].n_buffers = 2;
    columns[j].buffers = buffers[j];
    children[j] = &columns[j];
  }
  it->row += rows;
  out->length = rows;
  out->n_buffers = 1;
  out->buffers = no_nulls;
  out->n_children = COLUMNS;
  out->children = children;
  out->release = release_array;
  return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return NULL;
}

/* Returns a stream from the first row on. */
static struct ArrowArrayStream stream_of(struct columns *it) {
  struct ArrowArrayStream stream = {get_schema, get_next, get_last_error, release_stream, NULL};
  it->row = 0;
  stream.private_data = it;
  return stream;
}

#endif
