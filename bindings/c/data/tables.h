/* The two tables of the demo (README.md says where they come from), as datasets: labels -1 and 1, columns scaled by
 * public ranges, and for the flights the aircraft that owns each row. */
#ifndef DPCVX_DEMO_TABLES_H
#define DPCVX_DEMO_TABLES_H

#include <dpcvx.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Every call returns a status and can fill in an error: here it ends the program. */
static dpcvx_error err;
static void check(dpcvx_status status) {
  if (status == DPCVX_OK) return;
  fprintf(stderr, "%s: %s\n", dpcvx_status_name(status), err.message);
  exit(1);
}

static void *memory(size_t count, size_t size) {
  void *const block = calloc(count, size);
  if (block == NULL) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return block;
}

typedef struct {
  const char *name, *title, *unit_name, *majority;
  int32_t unit;                 /* whom a budget protects: DPCVX_UNIT_* */
  int64_t rows, units, columns; /* of the whole table */
  double *labels;               /* -1 or 1 */
  int64_t *users;               /* who owns each row, 0 to units - 1 */
  dpcvx_dataset *data;
} table;

/* ---- Tumours: 30 measurements, malignant or benign; each row is a record of its own ---- */

enum { TUMOURS = 569, MEASUREMENTS = 30 };

static const double tumours[TUMOURS][MEASUREMENTS + 1] = {
#include "breast_cancer.inc"
};

/* Public ranges [0, high] of the ten features, from what they measure and not from the table. Columns 0-9 are means
 * over the nuclei of an image, 10-19 their standard errors, 20-29 the worst nuclei. */
static const double feature_high[10] = {25, 40, 160, 2000, 0.2, 0.4, 0.4, 0.4, 0.4, 0.2};
static const double factor[3] = {1, 1.0 / 20, 1.5};

static table load_tumours(void) {
  table t = {"tumours",
             "Tumours, malignant or benign",
             "record",
             "always benign",
             DPCVX_UNIT_RECORD,
             TUMOURS,
             TUMOURS,
             MEASUREMENTS,
             NULL,
             NULL,
             NULL};
  double low[MEASUREMENTS] = {0}, high[MEASUREMENTS];
  dpcvx_dataset *raw;
  int i;
  t.labels = memory(TUMOURS, sizeof *t.labels);
  t.users = memory(TUMOURS, sizeof *t.users);
  for (i = 0; i < TUMOURS; ++i) t.labels[i] = tumours[i][MEASUREMENTS] > 0 ? 1 : -1, t.users[i] = i;
  for (i = 0; i < MEASUREMENTS; ++i) high[i] = feature_high[i % 10] * factor[i / 10];
  check(dpcvx_dataset_create_dense(&tumours[0][0], TUMOURS, MEASUREMENTS, MEASUREMENTS + 1, 1, t.labels, &raw, &err));
  check(dpcvx_dataset_create_scaled(raw, low, high, MEASUREMENTS, &t.data, &err));
  dpcvx_dataset_destroy(raw);
  return t;
}

/* ---- Flights: will a departure be more than 15 minutes late? An aircraft owns all its flights ---- */

enum { FLIGHTS = 328521, AIRCRAFT = 4037, FLIGHT_COLUMNS = 12 };

static const char *const flights[AIRCRAFT] = {
#include "flights.inc"
};

/* Hour, distance in steps of 50 miles, how many of 10 miles of visibility are missing, precipitation, wind in steps of
 * 5 mph, three airports, and the month, once and twice around the year. Ranges even about 0 keep a 0 at 0. */
static const double flight_low[FLIGHT_COLUMNS] = {0, 0, -10, -1, -12, -1, -1, -1, -1, -1, -1, -1};
static const double flight_high[FLIGHT_COLUMNS] = {23, 100, 10, 1, 12, 1, 1, 1, 1, 1, 1, 1};

/* Five characters are a number in base 90; its remainders by `bases` are what is known of a flight. */
static double read_flight(const char *packed, float *columns) {
  static const int bases[10] = {2, 12, 7, 24, 3, 16, 100, 11, 2, 13};
  enum { LATE, MONTH, WEEKDAY, HOUR, AIRPORT, AIRLINE, DISTANCE, VISIBILITY, RAIN, WIND };
  int64_t value = 0;
  int known[10], i;
  double angle;
  for (i = 0; i < 5; ++i) value = value * 90 + packed[i] - '#' - (packed[i] > '?') - (packed[i] > '\\');
  for (i = 0; i < 10; ++i) known[i] = (int)(value % bases[i]), value /= bases[i];
  angle = 2 * 3.14159265358979 * known[MONTH] / 12;
  columns[0] = (float)known[HOUR];
  columns[1] = (float)known[DISTANCE];
  columns[2] = (float)(10 - known[VISIBILITY]);
  columns[3] = (float)known[RAIN];
  columns[4] = (float)known[WIND];
  for (i = 0; i < 3; ++i) columns[5 + i] = known[AIRPORT] == i ? 1.0f : 0.0f;
  columns[8] = (float)cos(angle), columns[9] = (float)sin(angle);
  columns[10] = (float)cos(2 * angle), columns[11] = (float)sin(2 * angle);
  return known[LATE] ? 1 : -1;
}

static table load_flights(void) {
  table t = {"flights",
             "Flights, late or on time",
             "aircraft",
             "always on time",
             DPCVX_UNIT_USER,
             FLIGHTS,
             AIRCRAFT,
             FLIGHT_COLUMNS,
             NULL,
             NULL,
             NULL};
  float *const columns = memory(FLIGHTS, FLIGHT_COLUMNS * sizeof *columns);
  dpcvx_dataset *raw, *scaled;
  const char *at;
  int64_t row = 0;
  int aircraft;
  t.labels = memory(FLIGHTS, sizeof *t.labels);
  t.users = memory(FLIGHTS, sizeof *t.users);
  for (aircraft = 0; aircraft < AIRCRAFT; ++aircraft)
    for (at = flights[aircraft]; *at != '\0'; at += 5, ++row) {
      t.labels[row] = read_flight(at, columns + row * FLIGHT_COLUMNS);
      t.users[row] = aircraft;
    }
  check(dpcvx_dataset_create_dense_f32(columns, FLIGHTS, FLIGHT_COLUMNS, FLIGHT_COLUMNS, 1, t.labels, &raw, &err));
  check(dpcvx_dataset_create_scaled(raw, flight_low, flight_high, FLIGHT_COLUMNS, &scaled, &err));
  check(dpcvx_dataset_create_with_users(scaled, t.users, FLIGHTS, &t.data, &err));
  dpcvx_dataset_destroy(scaled);
  dpcvx_dataset_destroy(raw);
  free(columns);
  return t;
}

#endif
