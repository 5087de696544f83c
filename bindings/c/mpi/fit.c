/* Fits a private classifier to a table that lies on the ranks of MPI, with its ledger on rank 0.
 *
 *   mpicc fit.c -I../../../include -ldpcvx -lm -o fit && mpirun -np 4 ./fit visits.ledger
 *
 * Task: from age and hours, predict who returns. Each patient has three visits, all on one rank. The table is made up,
 * and each rank makes its patients. One rank or many: the same coefficients.
 * A second argument is a seed, for tests alone: noise that others can repeat protects nobody. */
#include "dpcvx_mpi.h"

#include <dpcvx.h>

enum { PATIENTS = 20000, VISITS = 3, COLUMNS = 2 };
static const double low[COLUMNS] = {20, 0}, high[COLUMNS] = {90, 60};

/* Returns a made-up number between 0 and 1, which a patient, a visit and a column give. */
static double made_up(uint64_t patient, uint64_t visit, uint64_t column) {
  uint64_t state = (patient * VISITS + visit) * 8 + column + 1;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
  state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
  return (double)((state ^ (state >> 31)) >> 11) / 9007199254740992.0;
}

/* The patients of a rank, as a table. */
static dpcvx_status make_rows(int rank, int ranks, dpcvx_dataset **out, dpcvx_error *err) {
  const int64_t begin = (int64_t)PATIENTS * rank / ranks, end = (int64_t)PATIENTS * (rank + 1) / ranks;
  const int64_t rows = (end - begin) * VISITS;
  double *const x = malloc((size_t)rows * COLUMNS * sizeof *x), *const y = malloc((size_t)rows * sizeof *y);
  int64_t *const patients = malloc((size_t)rows * sizeof *patients), r;
  dpcvx_dataset *plain = NULL, *scaled = NULL;
  dpcvx_status status = DPCVX_OK;
  if (x == NULL || y == NULL || patients == NULL) {
    status = DPCVX_ERR_NOMEM;
    snprintf(err->message, sizeof err->message, "no memory for %ld rows", (long)rows);
  }
  for (r = 0; status == DPCVX_OK && r < rows; ++r) {
    const uint64_t patient = (uint64_t)(begin + r / VISITS), visit = (uint64_t)(r % VISITS);
    x[r * COLUMNS] = 20 + 70 * made_up(patient, visit, 0);
    x[r * COLUMNS + 1] = 60 * made_up(patient, visit, 1);
    y[r] = x[r * COLUMNS + 1] > 10 + 40 * made_up(patient, visit, 2) ? 1 : -1;
    patients[r] = (int64_t)patient;
  }
  if (status == DPCVX_OK) status = dpcvx_dataset_create_dense(x, rows, COLUMNS, COLUMNS, 1, y, &plain, err);
  if (status == DPCVX_OK) status = dpcvx_dataset_create_scaled(plain, low, high, COLUMNS, &scaled, err);
  if (status == DPCVX_OK) status = dpcvx_dataset_create_with_users(scaled, patients, rows, out, err);
  dpcvx_dataset_destroy(plain);
  dpcvx_dataset_destroy(scaled);
  free(x);
  free(y);
  free(patients);
  return status;
}

static dpcvx_status add_rows(void *table, dpcvx_partial_sum *part, dpcvx_error *err) {
  return dpcvx_partial_sum_add(part, (const dpcvx_dataset *)table, 1, err);
}

/* Charges the ledger for the whole fit, before any rank reads a row. */
static dpcvx_status plan_fit(const char *ledger, const char *seed, int ranks, dpcvx_rng **rng, dpcvx_coordinator **out,
                             dpcvx_error *err) {
  dpcvx_budget *budget = NULL;
  dpcvx_options *facts = NULL, *settings = NULL;
  dpcvx_objective *objective = NULL;
  dpcvx_curve *price = NULL;
  dpcvx_plan *plan = NULL;
  dpcvx_status status;
  (void)((status = dpcvx_budget_create_ledger(ledger, NULL, 0, 2.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_USER,
                                              NULL, &budget, err)) ||
         (status = seed == NULL ? dpcvx_rng_create(rng, err)
                                : dpcvx_rng_create_deterministic(seed, strlen(seed), rng, err)) ||
         (status = dpcvx_objective_options_create(&facts, err)) ||
         (status = dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, PATIENTS, err)) ||
         (status = dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_UNIT, DPCVX_UNIT_USER, err)) ||
         (status =
              dpcvx_objective_create_public(low, high, COLUMNS, DPCVX_LOSS_LOGISTIC, NULL, facts, &objective, err)) ||
         (status = dpcvx_budget_price(budget, 1.0, &price, err)) ||
         (status = dpcvx_plan_options_create(&settings, err)) ||
         (status = dpcvx_options_set_i64(settings, DPCVX_PLAN_OPTION_STEPS, 30, err)) ||
         (status = dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, settings, &plan, err)) ||
         (status = dpcvx_coordinator_create(budget, *rng, plan, ranks, out, err)));
  dpcvx_plan_destroy(plan);
  dpcvx_curve_destroy(price);
  dpcvx_objective_destroy(objective);
  dpcvx_options_destroy(settings);
  dpcvx_options_destroy(facts);
  dpcvx_budget_destroy(budget);
  return status;
}

int main(int count, char **arguments) {
  dpcvx_error err = {0, ""};
  dpcvx_rng *rng = NULL;
  dpcvx_coordinator *coordinator = NULL;
  dpcvx_dataset *table = NULL;
  dpcvx_fit *fit = NULL;
  double w[COLUMNS + 1] = {0};
  dpcvx_status status = DPCVX_OK;
  int rank, ranks;

  MPI_Init(&count, &arguments);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (count < 2) {
    if (rank == 0) fprintf(stderr, "usage: mpirun -np N fit LEDGER [SEED]\n");
    MPI_Finalize();
    return 2;
  }
  status = dpcvx_mpi_agree(MPI_COMM_WORLD, make_rows(rank, ranks, &table, &err), &err);
  if (status == DPCVX_OK && rank == 0)
    status = plan_fit(arguments[1], count > 2 ? arguments[2] : NULL, ranks, &rng, &coordinator, &err);
  status = dpcvx_mpi_agree(MPI_COMM_WORLD, status, &err);
  if (status == DPCVX_OK) status = dpcvx_mpi_run(MPI_COMM_WORLD, coordinator, rng, add_rows, table, &err);
  if (status == DPCVX_OK && rank == 0) status = dpcvx_coordinator_fit(coordinator, &fit, &err);
  if (status == DPCVX_OK && rank == 0) status = dpcvx_fit_coefficients(fit, w, COLUMNS + 1, &err);
  if (status != DPCVX_OK && rank == 0) fprintf(stderr, "%s: %s\n", dpcvx_status_name(status), err.message);
  if (status == DPCVX_OK && rank == 0) printf("age %.17g, hours %.17g, constant %.17g\n", w[0], w[1], w[2]);
  dpcvx_fit_destroy(fit);
  dpcvx_coordinator_destroy(coordinator);
  dpcvx_dataset_destroy(table);
  dpcvx_rng_destroy(rng);
  MPI_Finalize();
  return status == DPCVX_OK ? 0 : 1;
}
