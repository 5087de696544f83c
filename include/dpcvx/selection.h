/* dpcvx/selection.h: a private choice among fits of one table, such as a few clips or weights of the quadratic.
 *
 * Trying settings on private data and keeping the best reads the data each time. A budget that is split over J fits
 * leaves 1 / sqrt(J) of mu to each. A selection charges one (epsilon, delta), and leaves more to each fit.
 * Formulas and proofs: README.md and PROOFS.md in src/solve/selection and src/privacy/selection.
 *
 * Example: choose among two weights of the quadratic.
 *
 *     static double x[4000], y[4000]; // your table: rows, and labels -1 or 1
 *     const double low = 0, high = 1, l2[2] = {1e-3, 1e-2};
 *     dpcvx_error err; dpcvx_dataset *data; dpcvx_options *candidates[2]; dpcvx_fit *fit; // destroy each in the end
 *     int64_t chosen; double accuracy;
 *     for (int i = 0; i < 4000; ++i) x[i] = i % 100 / 100.0, y[i] = x[i] > 0.3 ? 1 : -1;
 *     if (dpcvx_dataset_create_dense(x, 4000, 1, 1, 1, y, &data, &err)) return fprintf(stderr, "%s\n", err.message), 1;
 *     for (int i = 0; i < 2; ++i)
 *       if (dpcvx_fit_table_options_create(&candidates[i], &err) ||
 *           dpcvx_options_set_f64(candidates[i], DPCVX_FIT_TABLE_OPTION_L2, l2[i], &err))
 *         return fprintf(stderr, "%s\n", err.message), 1;
 *     if (dpcvx_fit_table_select(data, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 2.0, 1e-6,
 *                                (const dpcvx_options *const *)candidates, 2, NULL, NULL, &fit, &chosen, &accuracy,
 *                                &err))
 *       return fprintf(stderr, "%s\n", err.message), 1;
 *     printf("the score is an accuracy: %s\n", accuracy > 0.5 ? "yes" : "no"); // prints the score is an accuracy: yes
 *
 * When it is worth its price
 *  - At (1, 1e-6), 3 candidates leave 0.794 of mu to a fit, 5 leave 0.667, and 10 leave 0.485.
 *  - A fifth of the units is held out for the scores.
 *  - So it gains only where settings matter more than 1.6 times as many units would.
 *  - On three tables of 3,600 rows it lost 0.001 to 0.2 of accuracy or R^2 to the defaults of dpcvx_fit_table.
 *    These are made from public numbers, at no price. Choose among settings that no default knows, at many units.
 *  - Each candidate is passed over with a probability of about 0.2, the best one too.
 */
#ifndef DPCVX_SELECTION_H
#define DPCVX_SELECTION_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>
#include <dpcvx/evaluation.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>
#include <dpcvx/simple.h>
#include <dpcvx/solve.h>

DPCVX_BEGIN_DECLS

/* Makes a private fit of a table with each of several options, and gives the one of the best private score.
 *
 * What is given is (epsilon, delta)-differentially private for one unit of the table: fit, number and score together.
 * candidates[i] are options of dpcvx_fit_table. There are 1 to 16 of them.
 * The call splits the table at random in two parts, and fits each candidate to one as dpcvx_fit_table does.
 * It scores each fit on the other part with noise. Ranges and centres, where released, are part of each fit.
 * A range of the labels, where released, is that of the whole table, and holds for all candidates.
 * Labels are not centred. Scores clip them to LABEL_LOW and LABEL_HIGH, where given, with or without an intercept.
 * Each candidate counts with the probability INCLUSION, by a secret coin. The best that counts is given.
 * All candidates are fitted, whether they count or not. So neither time nor progress tells which ones do.
 *
 * `dataset` to `delta` are as in dpcvx_fit_table. delta = 0 leaves only methods of pure privacy.
 * `options` are DPCVX_SELECTION_OPTION_* below. NULL means all defaults.
 * `monitor` may be NULL. It watches the fits, one after the other.
 * A selection that is cancelled after its charge has spent its price.
 * It gives a fit without coefficients, *chosen = -1 and *score = NaN.
 * The same price is spent where memory fails after the first draw. No fit is given then.
 * A call that you repeat until its result suits you spends its price each time.
 *
 * Requires: candidates agree on the options UNIT, ADJACENCY, NOMINAL_UNITS, LABEL_BOUND, LABEL_LOW, LABEL_HIGH, CLASSES
 * and QUANTILE. FILTER is left at its default. NOMINAL_UNITS counts the units of the whole table.
 * Requires: every two candidates differ in some option other than THREADS, as each leaves less to the others.
 * Requires: under add/remove at most 2 (1 - HELD_OUT_FRACTION) NOMINAL_UNITS units, or NOMINAL_UNITS if that is more.
 * Errors: as dpcvx_fit_table, for any candidate. Messages call the options candidates[i].
 * Errors: DPCVX_ERR_UNSUPPORTED for a score that the loss has not.
 * Result: a fit that the caller destroys. Its guarantee covers the whole call.
 * Result: *chosen, the number of its candidate, and *score, its private score. NaN: the noise hides it.
 * The score is the best of several, so it flatters. Release another on other data by dpcvx_evaluation_create.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_table_select(const dpcvx_dataset *dataset, int32_t loss, const double *low,
                                              const double *high, int64_t columns, double epsilon, double delta,
                                              const dpcvx_options *const *candidates, int64_t count,
                                              const dpcvx_options *options, const dpcvx_monitor *monitor,
                                              dpcvx_fit **out, int64_t *chosen, double *score, dpcvx_error *err);

/* Selects as dpcvx_fit_table_select does, on a budget of the caller's. A ledger's file is one, too.
 *
 * Unit and adjacency are the budget's. Options may repeat them, and may not differ.
 * A table with user ids takes a budget of users, or DPCVX_FIT_TABLE_OPTION_UNIT = DPCVX_UNIT_RECORD.
 * The whole price is charged once, with the first release. All checks come before it: a failure there charges nothing.
 * After the charge only lack of memory can make the call fail: the price is spent then, and no fit is given.
 * Randomness comes from `rng`.
 * Requires: a price that the basic filter or a basic sub-budget takes, such as dpcvx_curve_create_approximate gives.
 * Errors: those of dpcvx_fit_table_select. DPCVX_ERR_BUDGET if the price does not fit.
 * Errors: DPCVX_ERR_UNSUPPORTED for a price that no sub-budget takes, or that another filter than basic takes.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_table_select_on(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                 const dpcvx_dataset *dataset, int32_t loss, const double *low,
                                                 const double *high, int64_t columns,
                                                 const dpcvx_options *const *candidates, int64_t count,
                                                 const dpcvx_options *options, const dpcvx_monitor *monitor,
                                                 dpcvx_fit **out, int64_t *chosen, double *score, dpcvx_error *err);

/* Checks what dpcvx_fit_table_select would check, with the same arguments, and releases nothing.
 *
 * dpcvx_fit_table_check of dpcvx/simple.h says what it is for. The errors are those of dpcvx_fit_table_select.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_table_select_check(const dpcvx_dataset *dataset, int32_t loss, const double *low,
                                                    const double *high, int64_t columns, double epsilon, double delta,
                                                    const dpcvx_options *const *candidates, int64_t count,
                                                    const dpcvx_options *options, dpcvx_error *err);

/* Computes what each of `count` candidates may cost in a selection of (epsilon, delta): mu-GDP, or pure for delta = 0.
 * Read it with dpcvx_curve_gdp_mu. Without a selection, one fit could cost the mu of (epsilon, delta).
 * No data are read. Only INCLUSION of the options matters.
 * Requires: 1 <= count <= 16, 2^-900 <= epsilon, 0 <= delta < 1.
 * Errors: DPCVX_ERR_ARGUMENT if nothing is left to a candidate.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_selection_run_price(int64_t count, double epsilon, double delta,
                                                 const dpcvx_options *options, dpcvx_curve **out, dpcvx_error *err);

/* Creates options of a selection, all at their defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_selection_options_create(dpcvx_options **out, dpcvx_error *err);

/* Keys. All are public parameters, fixed before the data are read.
 * A greater INCLUSION misses the best candidate less often, and leaves less to each.
 * Of 3 candidates, 0.5 leaves 0.891 of mu to each, 0.8 leaves 0.794, 0.95 leaves 0.700, and 1 leaves 0.577. */
#define DPCVX_SELECTION_OPTION_SCORE 751             /* i64: DPCVX_SCORE_*; default AUTOMATIC, by the loss */
#define DPCVX_SELECTION_OPTION_INCLUSION 752         /* f64 in [1/64, 1]: probability to count; default 0.8 */
#define DPCVX_SELECTION_OPTION_HELD_OUT_FRACTION 753 /* f64 in [0.01, 0.99]: of units, for scores; default 0.2 */

DPCVX_END_DECLS

#endif
