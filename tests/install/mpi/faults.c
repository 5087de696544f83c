/* Faults of ranks, in a fit of 6 steps over the ranks of MPI: the state of the last rank is lost, changed, replayed, or
 * of another fit. Prints "a step was taken" from the step of the fault on, and "refused: MESSAGE" where it is not.
 *
 *   mpirun -np N faults FAULT STEP */
#include "../../../bindings/c/mpi/dpcvx_mpi.h"

#include <dpcvx.h>
#include <signal.h>

enum { ROWS = 3000, COLUMNS = 2, STEPS = 6 };
static dpcvx_error err;
static const char *fault;
static int rank, ranks;
static int64_t fault_step, step;

static dpcvx_status create_table(double label, dpcvx_dataset **out) {
  static double x[ROWS * COLUMNS], y[ROWS];
  int i;
  for (i = 0; i < ROWS * COLUMNS; ++i) x[i] = (i * 7919 % 2003) / 1001.5 - 1;
  for (i = 0; i < ROWS; ++i) y[i] = (x[i * COLUMNS] > 0 ? 1 : -1) * label;
  return dpcvx_dataset_create_dense(x, ROWS, COLUMNS, COLUMNS, 1, y, out, &err);
}

static dpcvx_status create_coordinator(double price, dpcvx_rng *rng, dpcvx_budget **budget, dpcvx_coordinator **out) {
  dpcvx_options *facts, *settings;
  dpcvx_objective *objective;
  dpcvx_curve *curve;
  dpcvx_plan *plan;
  dpcvx_status status;
  if ((status = dpcvx_budget_create(2.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, budget, &err)) ||
      (status = dpcvx_objective_options_create(&facts, &err)) ||
      (status = dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, ROWS, &err)) ||
      (status =
           dpcvx_objective_create_public(NULL, NULL, COLUMNS, DPCVX_LOSS_LOGISTIC, NULL, facts, &objective, &err)) ||
      (status = dpcvx_budget_price(*budget, price, &curve, &err)) ||
      (status = dpcvx_plan_options_create(&settings, &err)) ||
      (status = dpcvx_options_set_i64(settings, DPCVX_PLAN_OPTION_STEPS, STEPS, &err)) ||
      (status = dpcvx_plan_create(*budget, curve, objective, DPCVX_METHOD_AUTOMATIC, settings, &plan, &err)) ||
      (status = dpcvx_coordinator_create(*budget, rng, plan, ranks, out, &err)))
    return status;
  dpcvx_plan_destroy(plan);
  dpcvx_curve_destroy(curve);
  dpcvx_options_destroy(settings);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(facts);
  return DPCVX_OK;
}

static int is(const char *name) { return strcmp(fault, name) == 0; }

/* The rows of a rank, with the fault of this step that its holder makes. */
static dpcvx_status add_rows(void *table, dpcvx_partial_sum *part, dpcvx_error *error) {
  const int here = step++ == fault_step && rank == ranks - 1;
  if (here && is("lost")) raise(SIGKILL);
  if (here && is("label")) {
    dpcvx_dataset *other = NULL;
    dpcvx_status status = create_table(0.5, &other);
    if (status == DPCVX_OK) status = dpcvx_partial_sum_add(part, other, 1, error);
    dpcvx_dataset_destroy(other);
    return status;
  }
  return dpcvx_partial_sum_add(part, (const dpcvx_dataset *)table, 1, error);
}

/* A point that MPI brings to all ranks. */
static dpcvx_status share(dpcvx_coordinator *coordinator, unsigned char *point, size_t capacity, size_t *length) {
  dpcvx_status status = DPCVX_OK;
  uint64_t sent;
  if (rank == 0) status = dpcvx_coordinator_broadcast(coordinator, point, capacity, length, &err);
  sent = *length;
  MPI_Bcast(&sent, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  *length = (size_t)sent;
  MPI_Bcast(point, (int)capacity, MPI_BYTE, 0, MPI_COMM_WORLD);
  return dpcvx_mpi_agree(MPI_COMM_WORLD, status, &err);
}

/* A step whose state is changed on its way. */
static dpcvx_status changed_step(dpcvx_coordinator *coordinator, dpcvx_coordinator *foreign, dpcvx_rng *rng,
                                 void *table) {
  static unsigned char point[4096], old[65536];
  static size_t old_bytes;
  unsigned char *state = NULL;
  size_t length = 0, bytes = 0;
  const int64_t now = step;
  const int here = now == fault_step && rank == ranks - 1;
  const int foreign_step = now == fault_step && is("foreign");
  dpcvx_status status = share(foreign_step ? foreign : coordinator, point, sizeof point, &length);
  if (status == DPCVX_OK) status = dpcvx_mpi_sum_here(point, length, rank, add_rows, table, &state, &bytes, &err);
  if (status == DPCVX_OK && bytes > sizeof old) status = DPCVX_ERR_CAPACITY;
  status = dpcvx_mpi_agree(MPI_COMM_WORLD, status, &err);
  if (status != DPCVX_OK) return status;
  if (here && is("flipped")) state[bytes / 2] ^= 1;
  if (here && is("zeroed")) memset(state, 0, bytes);
  if (here && is("cut")) state[bytes - 1] ^= 0x80;
  if (here && is("replayed") && old_bytes == bytes) memcpy(state, old, bytes);
  memcpy(old, state, bytes);
  old_bytes = bytes;
  return dpcvx_mpi_finish_step(MPI_COMM_WORLD, coordinator, rng, state, bytes, &err);
}

int main(int count, char **arguments) {
  dpcvx_rng *rng = NULL;
  dpcvx_coordinator *coordinator = NULL, *foreign = NULL;
  dpcvx_budget *budget = NULL, *other = NULL;
  dpcvx_dataset *table = NULL;
  dpcvx_status status;
  double charged = 0, still = 0;
  int64_t taken = 0;

  MPI_Init(&count, &arguments);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (count != 3) return MPI_Finalize(), 2;
  fault = arguments[1];
  fault_step = atoi(arguments[2]);
  status = create_table(1, &table);
  if (status == DPCVX_OK && rank == 0) status = dpcvx_rng_create(&rng, &err);
  if (status == DPCVX_OK && rank == 0) status = create_coordinator(0.5, rng, &budget, &coordinator);
  if (status == DPCVX_OK && rank == 0) status = create_coordinator(0.25, rng, &other, &foreign);
  if (status == DPCVX_OK && rank == 0)
    status = dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT, &charged, &err);
  status = dpcvx_mpi_agree(MPI_COMM_WORLD, status, &err);
  if (status == DPCVX_OK && (is("label") || is("lost")))
    status = dpcvx_mpi_run(MPI_COMM_WORLD, coordinator, rng, add_rows, table, &err);
  else
    while (status == DPCVX_OK && step < STEPS) status = changed_step(coordinator, foreign, rng, table);
  if (rank == 0) {
    dpcvx_coordinator_get_i64(coordinator, DPCVX_COORDINATOR_FIGURE_STEP, &taken, NULL);
    dpcvx_budget_get_f64(budget, DPCVX_BUDGET_FIGURE_MAIN_SPENT, &still, NULL);
    if (status == DPCVX_OK)
      printf("%d steps were taken\n", (int)taken);
    else
      printf("refused after %d steps, charge %s: %s\n", (int)taken, charged > 0 && still == charged ? "kept" : "LOST",
             err.message);
  }
  dpcvx_coordinator_destroy(coordinator);
  dpcvx_coordinator_destroy(foreign);
  dpcvx_budget_destroy(budget);
  dpcvx_budget_destroy(other);
  dpcvx_rng_destroy(rng);
  dpcvx_dataset_destroy(table);
  MPI_Finalize();
  return status != DPCVX_OK;
}
