/* dpcvx/distributed.h: private fits of tables that are beyond one memory or one machine.
 *
 * The table lies in parts: files, partitions of an engine, machines. A coordinator makes the fit and sees no row.
 * For each step it tells the current point. The holders of parts sum the clipped gradients of their units.
 * For least squares they may sum second moments instead, once: there is one step, and no point.
 * Sums are integers modulo 2^64. So any number of parts, in any order, gives the same bits.
 * That holds where one build of the library, on one C library, computes all parts.
 * The coordinator adds noise to the whole sum once, and takes the step.
 * Methods: noisy gradient descent with a fixed clip; sufficient statistics for the squared loss, which read a table
 * once; by its name, noisy SGD on Poisson batches of users, and output and objective perturbation. Those two take a
 * round of exact sums a step, and add noise to the minimiser once. Formulas and proofs: src/solve/distributed.
 *
 * Example: a step over a table in one part, whose rows could lie on another machine. DPCVX_COORDINATOR_FIGURE_STEPS
 * says how many steps there are. dpcvx_coordinator_fit gives the fit after them.
 *
 *     const double x[] = {0.5, -1.0, 2.0, 0.3}, y[] = {1, -1, 1, -1}; unsigned char point[4096]; size_t length;
 *     dpcvx_error err; dpcvx_options *facts; dpcvx_objective *objective; dpcvx_budget *budget; dpcvx_rng *rng;
 *     dpcvx_curve *price; dpcvx_plan *plan; dpcvx_coordinator *it; dpcvx_partial_sum *sum; dpcvx_dataset *rows;
 *     if (dpcvx_objective_options_create(&facts, &err) || dpcvx_rng_create(&rng, &err) ||
 *         dpcvx_options_set_i64(facts, DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS, 1000, &err) ||
 *         dpcvx_objective_create_public(NULL, NULL, 1, DPCVX_LOSS_LOGISTIC, NULL, facts, &objective, &err) ||
 *         dpcvx_budget_create(4, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err) ||
 *         dpcvx_budget_price(budget, 1.0, &price, &err) || dpcvx_dataset_create_dense(x, 4, 1, 1, 1, y, &rows, &err) ||
 *         dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, NULL, &plan, &err) ||
 *         dpcvx_coordinator_create(budget, rng, plan, 1, &it, &err) || // charges the budget
 *         dpcvx_coordinator_broadcast(it, point, sizeof point, &length, &err) ||
 *         dpcvx_partial_sum_create(point, length, 0, &sum, &err) ||
 *         dpcvx_partial_sum_add(sum, rows, 1, &err) || dpcvx_partial_sum_seal(sum, &err) ||
 *         dpcvx_coordinator_finish_step(it, rng, sum, &err)) return fprintf(stderr, "%s\n", err.message), 1;
 *     printf("a step is taken\n"); // prints a step is taken
 *
 * What is trusted
 *  - Partial sums are NOT PRIVATE. Who holds or merges them sees exact sums. The record of the fit says so.
 *  - All records of a unit are in one part, and no unit is in two. The caller sees to it, and the record says so.
 *  - The numbers of a unit do not depend on other units, nor on the part that it is in. The caller sees to it.
 *  - One build, on one C library, computes all parts. A tag of both is compared. Parts store rows as the plan says.
 *  - Random batches of noisy SGD are NOT PRIVATE. A broadcast then holds the key of its batch: keep it as secret as
 * sums. A user is in the batch of a step as a hash of its id, with that key, decides. So a part that is summed again
 * has the same batch. Ids of users are the same in all steps, and differ over all parts: the record says so (assumed).
 * Two users with one id would be in batches together, and the stated epsilon would be wrong.
 *  - Points of output and objective perturbation are NOT PRIVATE, and neither is the number of rounds: the last point
 * is the minimiser without noise. Keep them as secret as sums. Parts hold the same units in all rounds. At most twice
 * the nominal number of units are there. The record says so (assumed).
 *  - A part that is lost, repeated, of another fit or of another step is refused by its number. Nothing is released.
 *  - Checksums detect damage, not forgery: send sums over channels that you trust.
 *  - A coordinator is not saved, as a copy could add other noise to a sum. A process that ends loses its charge.
 *  - A copy in a child of fork() is refused with DPCVX_ERR_STATE. Snapshots of whole machines are not noticed.
 *
 * For every function
 *  - Threads: one thread at a time uses a coordinator or a partial sum.
 */
#ifndef DPCVX_DISTRIBUTED_H
#define DPCVX_DISTRIBUTED_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>
#include <dpcvx/solve.h>

DPCVX_BEGIN_DECLS

/* ---- The coordinator ------------------------------------------------------------------------------------------ */

/* Holds the coordinator of one fit. */
typedef struct dpcvx_coordinator dpcvx_coordinator;

/* Holds the exact sum of clipped gradients, or of moments, over some parts, for one step of one fit. NOT PRIVATE. */
typedef struct dpcvx_partial_sum dpcvx_partial_sum;

/* Creates the coordinator of a fit over a table of 1 <= parts <= 2^20 parts, numbered from 0, and charges the budget.
 * The plan is one of an objective of dpcvx_objective_create_public. Plan, budget and rng may be destroyed after it.
 * Everything that can fail for lack of memory comes before the charge.
 * Errors: DPCVX_ERR_UNSUPPORTED for a plan of an objective with a table.
 * Errors: DPCVX_ERR_BUDGET, and nothing is charged.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_coordinator_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_plan *plan,
                                                int64_t parts, dpcvx_coordinator **out, dpcvx_error *err);

/* Frees a coordinator. The charge stays. Since 0.1. */
DPCVX_API void dpcvx_coordinator_destroy(dpcvx_coordinator *coordinator);

/* Writes what parts need for the next step: the point, the loss, the clip or lattice, and how rows are prepared. It is
 * public, except for random batches and for output and objective perturbation. Then the bytes hold the key of the
 * batch, or a point that exact sums led to, and are NOT PRIVATE.
 * Calls before the step is finished write the same bytes.
 * Output as for dpcvx_fit_save.
 * Errors: DPCVX_ERR_STATE after the last step, and in a child of fork().
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_coordinator_broadcast(const dpcvx_coordinator *coordinator, void *out, size_t capacity,
                                                   size_t *length, dpcvx_error *err);

/* Adds noise to the sum of all parts, and takes the step. The sum is erased.
 * Output and objective perturbation add noise once instead, to the minimiser: in the step that comes near enough.
 * All steps are done then, as DPCVX_COORDINATOR_FIGURE_STEP says.
 * Errors: DPCVX_ERR_ARGUMENT for a sum that lacks a part, or is of another fit or step. The message names a part.
 * Errors: DPCVX_ERR_STATE after the last step, in a child of fork(), and for an open sum.
 * Errors: DPCVX_ERR_STATE for a deterministic rng of which the record says nothing.
 * Errors: DPCVX_ERR_NUMERIC where rounds came to no minimiser, as parts changed between them. There is no fit then.
 * After an error nothing was released and no noise was drawn. The charge stays. A whole sum can be given next, except
 * after DPCVX_ERR_NUMERIC.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_coordinator_finish_step(dpcvx_coordinator *coordinator, dpcvx_rng *rng,
                                                     dpcvx_partial_sum *partial_sum, dpcvx_error *err);

/* Gives the fit, once. No step can be taken after it.
 * Before the last step it is the fit of the steps so far, with the outcome DPCVX_OUTCOME_CANCELLED. Output and
 * objective perturbation release nothing before: there it has no coefficients.
 * Errors: DPCVX_ERR_STATE if it was given before, and in a child of fork().
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_coordinator_fit(dpcvx_coordinator *coordinator, dpcvx_fit **out, dpcvx_error *err);

/* Figures of a coordinator. */
#define DPCVX_COORDINATOR_FIGURE_STEP 961      /* i64: the steps that are done, the number of the next */
#define DPCVX_COORDINATOR_FIGURE_STEPS 962     /* i64: the steps of the plan; of a minimiser, rounds at most */
#define DPCVX_COORDINATOR_FIGURE_PARTS 963     /* i64: the parts of the table */
#define DPCVX_COORDINATOR_FIGURE_DIMENSION 964 /* i64: the coefficients */

/* Reads a figure (DPCVX_COORDINATOR_FIGURE_*).
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_coordinator_get_i64(const dpcvx_coordinator *coordinator, int32_t figure, int64_t *value,
                                                 dpcvx_error *err);

/* ---- Sums of parts. Not private -----------------------------------------------------------------------------------
 */

/* Opens the sum of one part, 0 <= part < parts, for the step of a broadcast. NOT PRIVATE.
 * Errors: DPCVX_ERR_ARGUMENT for bytes that are no broadcast, cut off or damaged, or of another build.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_partial_sum_create(const void *bytes, size_t length, int64_t part, dpcvx_partial_sum **out,
                                                dpcvx_error *err);

/* Frees a sum, which is zeroed. Since 0.1. */
DPCVX_API void dpcvx_partial_sum_destroy(dpcvx_partial_sum *partial_sum);

/* Adds a table of rows of the part to its open sum. A part may be added in any number of such blocks, in any order.
 * `threads` is from 1 to 64. The bits of the sum do not depend on it.
 * Requires: all records of a user are in one block.
 * Errors: DPCVX_ERR_ARGUMENT for a table of other columns, storage, ranges or units than the plan's.
 * Errors: DPCVX_ERR_ARGUMENT for a label that the loss does not take. The sum is then as before.
 * Errors: DPCVX_ERR_UNSUPPORTED for a table with a cap on the records of a user. DPCVX_ERR_STATE for a sealed sum.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_partial_sum_add(dpcvx_partial_sum *partial_sum, const dpcvx_dataset *dataset,
                                             int64_t threads, dpcvx_error *err);

/* Adds rows of the part that lie in the caller's memory, such as a memory-mapped file. No table is made of them.
 * Entry (i, j) is features[i * row_stride + j * column_stride], as for dpcvx_dataset_create_dense.
 * `users` are the ids of the rows' owners, or NULL where records are units. `weights` may be NULL.
 * Columns are scaled by the plan's ranges.
 * Rows are gone over in blocks of 2^18 entries, or of the rows of the user with the most. Memory is that of a block.
 * Entries are read in place where row_stride = `columns`, a multiple of 4, column_stride = 1, and `features` is aligned
 * to two entries. The last block is copied. Other layouts are copied block by block. Scaled columns are written to a
 * block.
 * A call reads the memory until it returns, and keeps none of it. Its values stay the same until then.
 * Progress counts the bytes of entries that were added. `monitor` may be NULL.
 * Requires: rows sorted by user, so that all rows of a user lie together. All rows of a user are in one call.
 * Errors: DPCVX_ERR_ARGUMENT if the first user is the last of the call before.
 * Errors: DPCVX_ERR_CANCELLED if the monitor stops it. Others are those of dpcvx_partial_sum_add.
 * After an error the sum is as it was before the call.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_partial_sum_add_dense(dpcvx_partial_sum *partial_sum, const double *features, int64_t rows,
                                                   int64_t columns, int64_t row_stride, int64_t column_stride,
                                                   const double *labels, const int64_t *users, const double *weights,
                                                   int64_t threads, const dpcvx_monitor *monitor, dpcvx_error *err);

/* Adds rows of floats in the same way, for plans of floats. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_partial_sum_add_dense_f32(dpcvx_partial_sum *partial_sum, const float *features,
                                                       int64_t rows, int64_t columns, int64_t row_stride,
                                                       int64_t column_stride, const double *labels,
                                                       const int64_t *users, const double *weights, int64_t threads,
                                                       const dpcvx_monitor *monitor, dpcvx_error *err);

/* Adds the next rows of a part to its open sum, by functions of this header: dpcvx_partial_sum_add_dense for arrays,
 * dpcvx_partial_sum_add for sparse rows. It may add to no other sum, nor seal or destroy this one.
 * *more is 1 before the call. It is set to 0 where there are no more rows.
 * Result: 0 goes on. DPCVX_ERR_NOMEM ends the call as it is, any other number with DPCVX_ERR_CALLBACK. */
typedef int32_t (*dpcvx_block_callback)(dpcvx_partial_sum *partial_sum, int32_t *more, void *user);

/* Adds all rows that a callback gives, block after block. A block holds whole users.
 * Memory is that of the callback's block. It may free or overwrite a block once it was added.
 * `bytes` is that of all entries that are to come, for progress: 8 each, or 4 of floats. 0 means that it is not known.
 * Progress counts the bytes of entries that were added. Of sparse rows an entry has 4 more. `monitor` may be NULL.
 * Where `bytes` is 0 the total of progress is 0, and calls come ever farther apart.
 * Errors: DPCVX_ERR_CALLBACK for a callback that returns 0 although a block of it was refused: rows would be missing.
 * Errors: DPCVX_ERR_CANCELLED if the monitor stops it. DPCVX_ERR_STATE for a sealed sum.
 * After an error the sum is as it was before the call.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_partial_sum_add_blocks(dpcvx_partial_sum *partial_sum, dpcvx_block_callback add_next,
                                                    void *user, int64_t bytes, const dpcvx_monitor *monitor,
                                                    dpcvx_error *err);

/* The stream of tables of the Arrow C stream interface, which Arrow's headers define. */
struct ArrowArrayStream;

/* Adds all rows that are left of a stream to the open sum of its part. `label` names the column of labels, `user` that
 * of the users' ids, `weight` that of weights. All other columns are the features, in their order.
 * Columns hold numbers or booleans (0 and 1), and no null. Features may be lists of one fixed size too.
 * Ids are signed integers of at most 64 bits, or unsigned ones of at most 32. They may be text ('u', 'U', 'vu', or
 * integers with a dictionary of such), sorted by its bytes, except for random batches: there ids differ over all parts.
 * Text is compared byte by byte: one user has one spelling.
 * Plans of floats take features that are floats of 32 bits.
 * Columns are scaled by the plan's ranges.
 * Batches are read on this thread, one at a time. Rows of a user may go on in the next batch.
 * Memory is that of a batch and of 2^18 entries, or of the rows of the user with the most.
 * One column of lists of the plan's own numbers is read in place, without users. Other features are put into rows.
 * `user` is NULL or empty where records are units, `weight` without weights. `threads` is as above.
 * Progress counts the bytes of entries that were added: 8 each, or 4 of floats. `bytes` is that of all, as above.
 * Ownership: the stream is released in any case. The struct itself stays the caller's.
 * Requires: rows sorted by user. All rows of a user are in this stream.
 * Errors: DPCVX_ERR_CALLBACK for a stream that fails, DPCVX_ERR_NOMEM if it says ENOMEM. The message names the batch.
 * Errors: DPCVX_ERR_ARGUMENT for other columns than the plan's, and for what a batch lacks.
 * Errors: DPCVX_ERR_ARGUMENT, DPCVX_ERR_STATE and DPCVX_ERR_CANCELLED as above.
 * After an error the sum is as it was before the call.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_partial_sum_add_stream(dpcvx_partial_sum *partial_sum, struct ArrowArrayStream *stream,
                                                    const char *label, const char *user, const char *weight,
                                                    int64_t threads, int64_t bytes, const dpcvx_monitor *monitor,
                                                    dpcvx_error *err);

/* Seals the sum of a part: all its rows were added. Only sealed sums are merged, saved or finished.
 * Errors: DPCVX_ERR_STATE within a callback of dpcvx_partial_sum_add_blocks.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_partial_sum_seal(dpcvx_partial_sum *partial_sum, dpcvx_error *err);

/* Adds a sealed sum of other parts to a sealed one. `other` stays as it is.
 * Errors: DPCVX_ERR_ARGUMENT for a sum of another fit or step, or with a part that is there. The message names it.
 * Errors: DPCVX_ERR_STATE for an open sum. Nothing is changed then.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_partial_sum_merge(dpcvx_partial_sum *partial_sum, const dpcvx_partial_sum *other,
                                               dpcvx_error *err);

/* Save a sealed sum as bytes, and load it. The bytes hold exact sums: NOT PRIVATE. They are checked on loading.
 * Output as for dpcvx_fit_save.
 * Errors: DPCVX_ERR_STATE for an open sum.
 * Errors: DPCVX_ERR_ARGUMENT for bytes that are no sum, cut off or damaged, or of another build.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_partial_sum_save(const dpcvx_partial_sum *partial_sum, void *out, size_t capacity,
                                              size_t *length, dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_partial_sum_load(const void *bytes, size_t length, dpcvx_partial_sum **out,
                                              dpcvx_error *err);

/* Figures of a partial sum: public. */
#define DPCVX_PARTIAL_SUM_FIGURE_STEP 971   /* i64: the step that it is for */
#define DPCVX_PARTIAL_SUM_FIGURE_PARTS 972  /* i64: how many parts it has */
#define DPCVX_PARTIAL_SUM_FIGURE_SEALED 973 /* i64: 1 if it is sealed, 0 if it is open */
#define DPCVX_PARTIAL_SUM_FIGURE_RANDOM 974 /* i64: 1 if it is open for a random batch: ids differ over all parts */

/* Reads a figure (DPCVX_PARTIAL_SUM_FIGURE_*).
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_partial_sum_get_i64(const dpcvx_partial_sum *partial_sum, int32_t figure, int64_t *value,
                                                 dpcvx_error *err);

DPCVX_END_DECLS

#endif
