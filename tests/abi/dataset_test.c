/* Datasets: strides, public scaling, subsets. */
#include "check.h"

int main(void) {
  dpcvx_error error;
  const double by_row[6] = {1, 2, 3, 4, 5, 6}, by_column[6] = {1, 3, 5, 2, 4, 6}, labels[3] = {1, -1, 1};
  const double low[2] = {0, 0}, high[2] = {10, 10};
  const int64_t chosen[2] = {2, 0}, beyond[2] = {0, 3};
  const double bad[6] = {1, 2, 3, 4, NAN, 6};
  dpcvx_dataset *rows = NULL, *columns = NULL, *scaled = NULL, *subset = NULL, *none = NULL;
  int64_t n = 0, d = 0;

  CHECK_OK(dpcvx_dataset_create_dense(by_row, 3, 2, 2, 1, labels, &rows, &error));
  CHECK_OK(dpcvx_dataset_create_dense(by_column, 3, 2, 1, 3, NULL, &columns, &error));
  CHECK_OK(dpcvx_dataset_shape(rows, &n, &d, &error));
  CHECK(n == 3 && d == 2);
  CHECK_OK(dpcvx_dataset_create_scaled(rows, low, high, 2, &scaled, &error));
  CHECK_OK(dpcvx_dataset_create_subset(scaled, chosen, 2, &subset, &error));
  CHECK_OK(dpcvx_dataset_shape(subset, &n, &d, &error));
  CHECK(n == 2 && d == 2);
  END_TEST("row-major, column-major, scaled, subset");

  CHECK_FAILS(dpcvx_dataset_create_dense(bad, 3, 2, 2, 1, NULL, &none, &error), DPCVX_ERR_ARGUMENT, "row 2, column 0");
  CHECK(none == NULL);
  CHECK_FAILS(dpcvx_dataset_create_subset(rows, beyond, 2, &none, &error), DPCVX_ERR_ARGUMENT, "'rows'");
  CHECK_FAILS(dpcvx_dataset_create_scaled(rows, high, low, 2, &none, &error), DPCVX_ERR_ARGUMENT, "'high'");
  END_TEST("errors name row and column");

  dpcvx_dataset_destroy(NULL);
  dpcvx_dataset_destroy(rows);
  dpcvx_dataset_destroy(columns);
  dpcvx_dataset_destroy(scaled);
  dpcvx_dataset_destroy(subset);
  return TEST_RESULT();
}
