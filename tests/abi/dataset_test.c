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

  {
    const float floats[6] = {1, 0, 0, 0, 0, 6}, stored[2] = {1, 6};
    const double values[2] = {1, 6}, weights[3] = {1, 0.5, 0}, symmetric[2] = {10, 10}, mirrored[2] = {-10, -10};
    const int64_t starts[4] = {0, 1, 1, 2}, where[2] = {0, 1}, twice[2] = {0, 2}, falling[4] = {0, 1, 0, 2};
    const int64_t users[3] = {-5, 1000000007, -5};
    dpcvx_dataset *single = NULL, *csr = NULL, *csr_single = NULL, *weighted = NULL, *owned = NULL;
    int64_t figure = -1;
    CHECK_OK(dpcvx_dataset_create_dense_f32(floats, 3, 2, 2, 1, labels, &single, &error));
    CHECK_OK(dpcvx_dataset_create_csr(starts, where, values, 3, 2, labels, &csr, &error));
    CHECK_OK(dpcvx_dataset_create_csr_f32(starts, where, stored, 3, 2, labels, &csr_single, &error));
    CHECK_OK(dpcvx_dataset_create_with_weights(csr, weights, 3, &weighted, &error));
    CHECK_OK(dpcvx_dataset_create_with_users(weighted, users, 3, &owned, &error));
    CHECK_OK(dpcvx_dataset_get_i64(owned, DPCVX_DATASET_FIGURE_ROWS, &figure, &error));
    CHECK(figure == 3);
    CHECK_OK(dpcvx_dataset_get_i64(owned, DPCVX_DATASET_FIGURE_COLUMNS, &figure, &error));
    CHECK(figure == 2);
    CHECK_OK(dpcvx_dataset_get_i64(owned, DPCVX_DATASET_FIGURE_USERS, &figure, &error));
    CHECK(figure == 2);
    CHECK_OK(dpcvx_dataset_get_i64(owned, DPCVX_DATASET_FIGURE_STORED, &figure, &error));
    CHECK(figure == 2);
    CHECK_OK(dpcvx_dataset_get_i64(single, DPCVX_DATASET_FIGURE_STORED, &figure, &error));
    CHECK(figure == 6);
    CHECK_FAILS(dpcvx_dataset_get_i64(single, DPCVX_DATASET_FIGURE_USERS, &figure, &error), DPCVX_ERR_UNSUPPORTED,
                "no user ids");
    CHECK_FAILS(dpcvx_dataset_get_i64(owned, DPCVX_DATASET_FIGURE_MAX_RECORDS_PER_USER, &figure, &error),
                DPCVX_ERR_UNSUPPORTED, "no cap");
    CHECK(figure == 6);
    dpcvx_dataset_destroy(scaled);
    CHECK_OK(dpcvx_dataset_create_scaled(owned, mirrored, symmetric, 2, &scaled, &error));
    CHECK_FAILS(dpcvx_dataset_create_scaled(owned, low, high, 2, &none, &error), DPCVX_ERR_ARGUMENT, "sparse");
    CHECK_FAILS(dpcvx_dataset_create_csr(falling, where, values, 3, 2, labels, &none, &error), DPCVX_ERR_ARGUMENT,
                "'row_starts' = 0 at 2");
    CHECK_FAILS(dpcvx_dataset_create_csr(starts, twice, values, 3, 2, labels, &none, &error), DPCVX_ERR_ARGUMENT,
                "'column_indices' = 2 at 1, in row 2");
    CHECK_FAILS(dpcvx_dataset_get_i64(single, 250, &figure, &error), DPCVX_ERR_ARGUMENT, "'figure'");
    dpcvx_dataset_destroy(single);
    dpcvx_dataset_destroy(csr);
    dpcvx_dataset_destroy(csr_single);
    dpcvx_dataset_destroy(weighted);
    dpcvx_dataset_destroy(owned);
  }
  END_TEST("floats, sparse rows, weights, users, figures");

  {
    const int64_t users[3] = {4, 9, 4};
    dpcvx_dataset *owned = NULL, *capped = NULL;
    dpcvx_rng *rng = NULL;
    int64_t figure = -1;
    CHECK_OK(dpcvx_rng_create_deterministic("cap", 3, &rng, &error));
    CHECK_OK(dpcvx_dataset_create_with_users(rows, users, 3, &owned, &error));
    CHECK_OK(dpcvx_dataset_create_with_max_records_per_user(owned, rng, 1, &capped, &error));
    CHECK_OK(dpcvx_dataset_get_i64(capped, DPCVX_DATASET_FIGURE_ROWS, &figure, &error));
    CHECK(figure == 2);
    CHECK_OK(dpcvx_dataset_get_i64(capped, DPCVX_DATASET_FIGURE_USERS, &figure, &error));
    CHECK(figure == 2);
    CHECK_OK(dpcvx_dataset_get_i64(capped, DPCVX_DATASET_FIGURE_MAX_RECORDS_PER_USER, &figure, &error));
    CHECK(figure == 1);
    CHECK_FAILS(dpcvx_dataset_create_with_max_records_per_user(rows, rng, 1, &none, &error), DPCVX_ERR_ARGUMENT,
                "'source'");
    CHECK_FAILS(dpcvx_dataset_create_with_max_records_per_user(owned, rng, 0, &none, &error), DPCVX_ERR_ARGUMENT,
                "'max_records_per_user' = 0");
    dpcvx_dataset_destroy(owned);
    dpcvx_dataset_destroy(capped);
    dpcvx_rng_destroy(rng);
  }
  END_TEST("a cap on the records of a user");

  {
    const int64_t users[3] = {4, 9, 4}, whole[2] = {2, 0}, cut[2] = {1, 2}, ids[3] = {70, 80, 90};
    const char key[] = "a key of 16 byte"; /* and a zero, which is left out */
    const size_t key_bytes = DPCVX_SPLIT_KEY_BYTES;
    const int32_t replace_one = DPCVX_ADJACENCY_REPLACE_ONE, add_remove = DPCVX_ADJACENCY_ADD_REMOVE;
    dpcvx_dataset *owned = NULL, *subset_of_users = NULL, *training = NULL, *held_out = NULL;
    int64_t figure = -1;
    int64_t all = 0;
    CHECK_OK(dpcvx_dataset_create_with_users(rows, users, 3, &owned, &error));
    CHECK_OK(dpcvx_dataset_create_subset(owned, whole, 2, &subset_of_users, &error));
    CHECK_OK(dpcvx_dataset_get_i64(subset_of_users, DPCVX_DATASET_FIGURE_USERS, &figure, &error));
    CHECK(figure == 1);
    dpcvx_dataset_destroy(subset_of_users);
    CHECK_FAILS(dpcvx_dataset_create_subset(owned, cut, 2, &none, &error), DPCVX_ERR_ARGUMENT,
                "row 2 of user 4 and without its row 0");
    CHECK(none == NULL);
    CHECK_OK(dpcvx_dataset_create_record_subset(owned, cut, 2, &subset_of_users, &error));
    CHECK_OK(dpcvx_dataset_get_i64(subset_of_users, DPCVX_DATASET_FIGURE_USERS, &figure, &error));
    CHECK(figure == 2);
    dpcvx_dataset_destroy(subset_of_users);
    END_TEST("subsets of whole users, and of their records");

    CHECK_OK(dpcvx_dataset_create_split(owned, replace_one, key, key_bytes, 0.5, 1, &training, &held_out, &error));
    CHECK_OK(dpcvx_dataset_shape(training, &n, &d, &error));
    all = n;
    CHECK_OK(dpcvx_dataset_shape(held_out, &n, &d, &error));
    CHECK(all + n == 3 && d == 2);
    {
      double its_labels[3] = {9, 9, 9};
      int64_t its_rows[3] = {-1, -1, -1}, i;
      CHECK_OK(dpcvx_nonprivate_dataset_labels(held_out, its_labels, n, &error));
      CHECK_OK(dpcvx_nonprivate_dataset_source_rows(held_out, its_rows, n, &error));
      for (i = 0; i < n; ++i) CHECK(its_labels[i] == labels[its_rows[i]]);
      for (i = 0; i < n; ++i) CHECK((users[its_rows[i]] == 4) == (n == 2));
      CHECK_FAILS(dpcvx_nonprivate_dataset_labels(columns, its_labels, 3, &error), DPCVX_ERR_UNSUPPORTED,
                  "a table without labels");
      CHECK_FAILS(dpcvx_nonprivate_dataset_source_rows(held_out, its_rows, n + 1, &error), DPCVX_ERR_ARGUMENT,
                  "'rows'");
    }
    CHECK_FAILS(dpcvx_dataset_create_with_users(training, users, all, &none, &error), DPCVX_ERR_ARGUMENT,
                "a part of a split");
    dpcvx_dataset_destroy(training);
    dpcvx_dataset_destroy(held_out);
    CHECK_OK(dpcvx_dataset_create_split(rows, add_remove, key, key_bytes, 0.2, 0.6, &training, &held_out, &error));
    dpcvx_dataset_destroy(training);
    dpcvx_dataset_destroy(held_out);
    CHECK_OK(dpcvx_dataset_create_split_by_ids(rows, ids, 3, key, key_bytes, 0.2, 0.6, &training, &held_out, &error));
    dpcvx_dataset_destroy(training);
    dpcvx_dataset_destroy(held_out);
    CHECK_FAILS(dpcvx_dataset_create_split(rows, replace_one, key, 15, 0, 0.5, &training, &held_out, &error),
                DPCVX_ERR_ARGUMENT, "'key_bytes' = 15");
    CHECK(training == NULL && held_out == NULL);
    CHECK_FAILS(dpcvx_dataset_create_split(rows, 3, key, key_bytes, 0, 0.5, &training, &held_out, &error),
                DPCVX_ERR_ARGUMENT, "'adjacency' = 3");
    CHECK_FAILS(dpcvx_dataset_create_split(rows, replace_one, key, key_bytes, 0, 1, &training, &held_out, &error),
                DPCVX_ERR_ARGUMENT, "no unit in the training part");
    CHECK_FAILS(dpcvx_dataset_create_split_by_ids(owned, ids, 3, key, key_bytes, 0, 0.5, &training, &held_out, &error),
                DPCVX_ERR_ARGUMENT, "with user ids");
    dpcvx_dataset_destroy(owned);
  }
  END_TEST("splits by a keyed hash");

  dpcvx_dataset_destroy(NULL);
  dpcvx_dataset_destroy(rows);
  dpcvx_dataset_destroy(columns);
  dpcvx_dataset_destroy(scaled);
  dpcvx_dataset_destroy(subset);
  return TEST_RESULT();
}
