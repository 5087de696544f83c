/* dpcvx_mpi.h: private fits of tables whose parts lie on the ranks of MPI.
 *
 * Each rank holds one part. In each step rank 0 broadcasts the current point, the ranks sum the clipped gradients of
 * their units as integers, MPI_Reduce merges the sums, and rank 0 adds noise once. One rank or many: the same bits.
 * dpcvx.h does not include this header: it needs an MPI, and nothing else than dpcvx/distributed.h. See fit.c.
 *
 *  - Sums go to rank 0 alone, since the others have no use for them. Ranks that merge see exact sums, NOT PRIVATE.
 *  - A rank that fails is named on every rank. No step is taken then, nothing is released, and the charge stays.
 *  - A rank that is lost ends the job, as MPI does by itself: MPI_ERRORS_ARE_FATAL stays the handler.
 *  - The messages of MPI are plain: run it on a network that you trust.
 */
#ifndef DPCVX_MPI_H
#define DPCVX_MPI_H

#include <dpcvx/distributed.h>

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds all rows of this rank to the open sum of its part (dpcvx_partial_sum_add). The caller writes it.
 * It is called once a step. Result: a status, with the message in err. */
typedef dpcvx_status (*dpcvx_mpi_rows)(void *user, dpcvx_partial_sum *part, dpcvx_error *err);

/* Merges one state into another, both of *bytes bytes. One that cannot be merged becomes zeros, which no step takes. */
static void dpcvx_mpi_merge_states(void *in, void *inout, int *count, MPI_Datatype *type) {
  int bytes = 0, i;
  MPI_Type_size(*type, &bytes);
  for (i = 0; i < *count; ++i) {
    unsigned char *const from = (unsigned char *)in + (size_t)i * (size_t)bytes;
    unsigned char *const to = (unsigned char *)inout + (size_t)i * (size_t)bytes;
    dpcvx_partial_sum *sum = NULL, *other = NULL;
    size_t length = 0;
    if (dpcvx_partial_sum_load(to, (size_t)bytes, &sum, NULL) != DPCVX_OK ||
        dpcvx_partial_sum_load(from, (size_t)bytes, &other, NULL) != DPCVX_OK ||
        dpcvx_partial_sum_merge(sum, other, NULL) != DPCVX_OK ||
        dpcvx_partial_sum_save(sum, to, (size_t)bytes, &length, NULL) != DPCVX_OK || length != (size_t)bytes)
      memset(to, 0, (size_t)bytes);
    dpcvx_partial_sum_destroy(sum);
    dpcvx_partial_sum_destroy(other);
  }
}

/* Returns DPCVX_OK where all ranks succeeded. Otherwise err names the first that did not, on every rank. */
static dpcvx_status dpcvx_mpi_agree(MPI_Comm comm, dpcvx_status status, dpcvx_error *err) {
  int rank, ranks, first;
  dpcvx_error said;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  first = status == DPCVX_OK ? ranks : rank;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm);
  if (first == ranks) return DPCVX_OK;
  said = *err;
  MPI_Bcast(&status, 1, MPI_INT32_T, first, comm);
  MPI_Bcast(said.message, (int)sizeof said.message, MPI_CHAR, first, comm);
  err->code = status;
  if (snprintf(err->message, sizeof err->message, "rank %d: ", first) > 0)
    strncat(err->message, said.message, sizeof err->message - strlen(err->message) - 1);
  return status;
}

/* Writes the state of this rank's part for a step into memory that the caller frees. */
static dpcvx_status dpcvx_mpi_sum_here(const unsigned char *point, size_t length, int rank, dpcvx_mpi_rows rows,
                                       void *user, unsigned char **state, size_t *bytes, dpcvx_error *err) {
  dpcvx_partial_sum *sum = NULL;
  dpcvx_status status = dpcvx_partial_sum_create(point, length, rank, &sum, err);
  *state = NULL;
  *bytes = 0;
  if (status == DPCVX_OK) status = rows(user, sum, err);
  if (status == DPCVX_OK) status = dpcvx_partial_sum_seal(sum, err);
  if (status == DPCVX_OK) status = dpcvx_partial_sum_save(sum, NULL, 0, bytes, err);
  if (status == DPCVX_OK && (*bytes > INT_MAX || (*state = malloc(*bytes)) == NULL)) {
    status = err->code = DPCVX_ERR_NOMEM;
    snprintf(err->message, sizeof err->message, "no memory for a state of %lu bytes", (unsigned long)*bytes);
  }
  if (status == DPCVX_OK) status = dpcvx_partial_sum_save(sum, *state, *bytes, bytes, err);
  dpcvx_partial_sum_destroy(sum);
  return status;
}

/* Merges the states of all ranks, and takes the step on rank 0. States are of one length on all ranks, and are freed.
 */
static dpcvx_status dpcvx_mpi_finish_step(MPI_Comm comm, dpcvx_coordinator *coordinator, dpcvx_rng *rng,
                                          unsigned char *state, size_t bytes, dpcvx_error *err) {
  MPI_Datatype type;
  MPI_Op merge;
  dpcvx_partial_sum *whole = NULL;
  dpcvx_status status = DPCVX_OK;
  int rank;
  MPI_Comm_rank(comm, &rank);
  MPI_Type_contiguous((int)bytes, MPI_BYTE, &type);
  MPI_Type_commit(&type);
  MPI_Op_create(dpcvx_mpi_merge_states, 1, &merge);
  MPI_Reduce(rank == 0 ? MPI_IN_PLACE : state, rank == 0 ? state : NULL, 1, type, merge, 0, comm);
  MPI_Op_free(&merge);
  MPI_Type_free(&type);
  if (rank == 0) {
    status = dpcvx_partial_sum_load(state, bytes, &whole, err);
    if (status == DPCVX_OK) status = dpcvx_coordinator_finish_step(coordinator, rng, whole, err);
    dpcvx_partial_sum_destroy(whole);
  }
  memset(state, 0, bytes);
  free(state);
  return dpcvx_mpi_agree(comm, status, err);
}

/* Takes all steps that are left of a fit over as many parts as comm has ranks. Every rank calls it.
 * coordinator and rng are those of rank 0, NULL on the others. dpcvx_coordinator_fit gives the fit there.
 * rows adds the rows of this rank. All records of a unit are on one rank.
 * Errors: DPCVX_ERR_ARGUMENT for a coordinator of another number of parts. A failure of any rank, on every rank.
 * Requires: err is not NULL. */
static dpcvx_status dpcvx_mpi_run(MPI_Comm comm, dpcvx_coordinator *coordinator, dpcvx_rng *rng, dpcvx_mpi_rows rows,
                                  void *user, dpcvx_error *err) {
  int rank, ranks;
  int64_t step = 0, steps = 0, parts = 0;
  dpcvx_status status = DPCVX_OK;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  if (rank == 0) {
    status = dpcvx_coordinator_get_i64(coordinator, DPCVX_COORDINATOR_FIGURE_PARTS, &parts, err);
    if (status == DPCVX_OK && parts != ranks) {
      status = err->code = DPCVX_ERR_ARGUMENT;
      snprintf(err->message, sizeof err->message,
               "dpcvx_mpi_run: argument 'coordinator' = one of %ld parts; accepted: %d, one a rank", (long)parts,
               ranks);
    }
    if (status == DPCVX_OK)
      status = dpcvx_coordinator_get_i64(coordinator, DPCVX_COORDINATOR_FIGURE_STEPS, &steps, err);
    if (status == DPCVX_OK) status = dpcvx_coordinator_get_i64(coordinator, DPCVX_COORDINATOR_FIGURE_STEP, &step, err);
  }
  status = dpcvx_mpi_agree(comm, status, err);
  MPI_Bcast(&steps, 1, MPI_INT64_T, 0, comm);
  MPI_Bcast(&step, 1, MPI_INT64_T, 0, comm);
  while (status == DPCVX_OK && step < steps) {
    unsigned char *point = NULL, *state = NULL;
    size_t length = 0, bytes = 0;
    uint64_t sent = 0;
    if (rank == 0) {
      status = dpcvx_coordinator_broadcast(coordinator, NULL, 0, &length, err);
      if (status == DPCVX_OK && length > INT_MAX) status = err->code = DPCVX_ERR_NOMEM;
    }
    sent = length;
    MPI_Bcast(&sent, 1, MPI_UINT64_T, 0, comm);
    length = (size_t)sent;
    if (status == DPCVX_OK && (point = malloc(length + 1)) == NULL) {
      status = err->code = DPCVX_ERR_NOMEM;
      snprintf(err->message, sizeof err->message, "no memory for a broadcast of %lu bytes", (unsigned long)length);
    }
    if (status == DPCVX_OK && rank == 0) status = dpcvx_coordinator_broadcast(coordinator, point, length, &length, err);
    status = dpcvx_mpi_agree(comm, status, err);
    if (status == DPCVX_OK) {
      MPI_Bcast(point, (int)length, MPI_BYTE, 0, comm);
      status = dpcvx_mpi_agree(comm, dpcvx_mpi_sum_here(point, length, rank, rows, user, &state, &bytes, err), err);
      if (status == DPCVX_OK)
        status = dpcvx_mpi_finish_step(comm, coordinator, rng, state, bytes, err);
      else
        free(state);
    }
    free(point);
    // A minimiser may be found before the last round that was allowed.
    if (status == DPCVX_OK && rank == 0)
      status = dpcvx_coordinator_get_i64(coordinator, DPCVX_COORDINATOR_FIGURE_STEP, &step, err);
    status = dpcvx_mpi_agree(comm, status, err);
    MPI_Bcast(&step, 1, MPI_INT64_T, 0, comm);
  }
  return status;
}

#endif
