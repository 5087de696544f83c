/* dpcvx/hypothesis.h: choosing one of several public laws for the records, privately.
 *
 * Hypotheses are laws of a record. They, and what is computed from them here, are public: no data are read.
 * A release then compares each two of them on the records, and chooses one. It takes one charge, at any price.
 * Algorithm, formulas and proofs: README.md and PROOFS.md in src/estimate/hypothesis.
 *
 * Example: which of two coins was tossed, of probability 0.5 or 0.7 for symbol 1.
 *
 *     static double x[400]; // your column
 *     const double laws[] = {0.5, 0.5, 0.3, 0.7};
 *     dpcvx_error err; dpcvx_dataset *data; dpcvx_budget *budget; dpcvx_curve *price; dpcvx_rng *rng; // destroy each
 *     dpcvx_hypotheses *coins; int64_t index; int32_t outcome;
 *     for (int i = 0; i < 400; ++i) x[i] = i % 10 < 7; // 0.7 of them are 1
 *     if (dpcvx_dataset_create_dense(x, 400, 1, 1, 1, NULL, &data, &err) ||
 *         dpcvx_budget_create(1.0, 0.0, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err) ||
 *         dpcvx_budget_price(budget, 1.0, &price, &err) || dpcvx_rng_create(&rng, &err) ||
 *         dpcvx_hypotheses_create_discrete(laws, 2, 2, NULL, &coins, &err) ||
 *         dpcvx_release_hypothesis(budget, rng, price, data, coins, NULL, &index, &outcome, NULL, &err))
 *       return fprintf(stderr, "%s\n", err.message), 1;
 *     printf("coin %d\n", (int)index); // prints coin 1
 *
 * For every function
 *  - Hypotheses have the numbers 0 to `hypotheses` - 1.
 *  - Contest of j and k: the set of j against k holds the records that are likelier under j than under k.
 *    Records that are equally likely belong to the set of the greater of j and k. So each record is in one of the two.
 *  - Hypotheses never change. Threads: several threads may share them, if a caller's function may run in several.
 */
#ifndef DPCVX_HYPOTHESIS_H
#define DPCVX_HYPOTHESIS_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* Holds public hypotheses, with the probabilities of the sets of all contests. */
typedef struct dpcvx_hypotheses dpcvx_hypotheses;

/* ---- Hypotheses ------------------------------------------------------------------------------------------------- */

/* Creates hypotheses that are laws of a symbol in {0, ..., symbols - 1}.
 * probabilities[j * symbols + x] is the probability of x under hypothesis j.
 * Datasets have one column. A value that is no symbol has probability 0 under all.
 * The options are DPCVX_HYPOTHESES_OPTION_* at the end of this header. NULL means all defaults.
 * Time: hypotheses^2 symbols.
 * Requires: 2 <= hypotheses <= 2^16, 1 <= symbols <= 2^20. Each hypothesis has probabilities that add up to 1, to 1e-6.
 * Errors: DPCVX_ERR_ARGUMENT for more contests than MAX_CONTESTS. The message has the numbers.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_hypotheses_create_discrete(const double *probabilities, int64_t hypotheses,
                                                        int64_t symbols, const dpcvx_options *options,
                                                        dpcvx_hypotheses **out, dpcvx_error *err);

/* Creates a cover of the Gaussian laws with a known covariance, whose mean is in a box.
 * Each such law is within total variation distance cover_distance of one of the hypotheses, whose means form a grid.
 * Their number grows as 1 / cover_distance^dimension.
 * covariance is a matrix, row by row. Datasets have `dimension` columns.
 * Requires: 1 <= dimension <= 12, low[i] < high[i], 1e-6 <= cover_distance <= 0.5.
 * Requires: covariance is symmetric and positive definite.
 * Errors: DPCVX_ERR_ARGUMENT for more contests than MAX_CONTESTS. The message has the numbers.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_hypotheses_create_gaussian_means(const double *low, const double *high,
                                                              const double *covariance, int64_t dimension,
                                                              double cover_distance, const dpcvx_options *options,
                                                              dpcvx_hypotheses **out, dpcvx_error *err);

/* Creates a cover of the Gaussian laws on the line whose mean and standard deviation are in ranges.
 * Each such law is within total variation distance cover_distance of one of the hypotheses.
 * Datasets have one column.
 * Requires: mean_low < mean_high, 0 < stddev_low < stddev_high <= 1e30 stddev_low, 1e-6 <= cover_distance <= 0.5.
 * Errors: DPCVX_ERR_ARGUMENT for more contests than MAX_CONTESTS. The message has the numbers.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_hypotheses_create_gaussians(double mean_low, double mean_high, double stddev_low,
                                                         double stddev_high, double cover_distance,
                                                         const dpcvx_options *options, dpcvx_hypotheses **out,
                                                         dpcvx_error *err);

/* Computes the logarithms of the densities of records under a hypothesis. The caller writes it.
 * Record i has the entries records[i * columns ... (i + 1) * columns - 1]. Its logarithm goes to out[i], i < count.
 * All hypotheses may leave out the same function of the record. -INFINITY is a density of 0.
 * Result: 1. After any other the records are asked for one by one. One that is refused, or of NaN, has density 0.
 * Requires: out[i], and a refusal of record i, depend on the hypothesis and on record i alone. Privacy rests on that.
 * Threads: it is called on the thread of the call. */
typedef int32_t (*dpcvx_log_density_callback)(int64_t hypothesis, const double *records, int64_t count, int64_t columns,
                                              double *out, void *user);

/* Creates hypotheses by their log densities and by the probabilities of the sets of their contests.
 * probabilities[j * hypotheses + k] is the probability under j of the set of j against k. Entries with j = k count for
 * nothing. The function is not called yet. `user` goes to it.
 * The accuracy of a release rests on these probabilities. Its privacy does not.
 * Requires: 2 <= hypotheses <= 2^16, 1 <= columns <= 2^20. Probabilities are in [0, 1].
 * Requires: those of j against k and of k against j add up to at least 1, as they do for any two laws.
 * Errors: DPCVX_ERR_ARGUMENT for others, and for more contests than MAX_CONTESTS. The message has the numbers.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_hypotheses_create(int64_t hypotheses, int64_t columns, dpcvx_log_density_callback function,
                                               void *user, const double *probabilities, const dpcvx_options *options,
                                               dpcvx_hypotheses **out, dpcvx_error *err);

/* Creates hypotheses by their log densities and by public samples, from which the probabilities are estimated.
 * Record i of hypothesis j has the entries samples[(j * per_hypothesis + i) * columns + ...], drawn from hypothesis j.
 * No data are read, and nothing is charged. The function is called on all samples, for all hypotheses.
 * All probabilities are within DPCVX_HYPOTHESES_FIGURE_PROBABILITY_ERROR of the true ones, except with probability
 * FAILURE_PROBABILITY over the samples (Hoeffding's inequality).
 * Requires: 2 <= hypotheses <= 2^16, 1 <= columns <= 2^20, 1 <= per_hypothesis <= 2^40. Samples are finite.
 * Errors: DPCVX_ERR_CALLBACK if the function returns anything but 1, or NaN. The message names the place.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_hypotheses_create_sampled(int64_t hypotheses, int64_t columns,
                                                       dpcvx_log_density_callback function, void *user,
                                                       const double *samples, int64_t per_hypothesis,
                                                       const dpcvx_options *options, dpcvx_hypotheses **out,
                                                       dpcvx_error *err);

/* Frees hypotheses. Since 0.1. */
DPCVX_API void dpcvx_hypotheses_destroy(dpcvx_hypotheses *hypotheses);

/* Copies what makes a hypothesis out: its probabilities of symbols, its mean, or its mean and standard deviation.
 * Errors: DPCVX_ERR_UNSUPPORTED for hypotheses of a caller's function, which have no parameters here.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_hypotheses_parameters(const dpcvx_hypotheses *hypotheses, int64_t index, double *out,
                                                   int64_t count, dpcvx_error *err);

/* Computes the probabilities of the set of j against k, under j and under k, as contests use them.
 * They are rounded to multiples of 2^-22. Under j it is at least that under k, up to this and PROBABILITY_ERROR.
 * Requires: j and k are two different hypotheses.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_hypotheses_contest(const dpcvx_hypotheses *hypotheses, int64_t j, int64_t k,
                                                double *under_j, double *under_k, dpcvx_error *err);

/* Reads a figure (DPCVX_HYPOTHESES_FIGURE_*): counts by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Errors: DPCVX_ERR_UNSUPPORTED for COVER_DISTANCE of hypotheses that are no cover.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_hypotheses_get_f64(const dpcvx_hypotheses *hypotheses, int32_t figure, double *value,
                                                dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_hypotheses_get_i64(const dpcvx_hypotheses *hypotheses, int32_t figure, int64_t *value,
                                                dpcvx_error *err);

#define DPCVX_HYPOTHESES_FIGURE_COUNT 911             /* i64: the number of hypotheses */
#define DPCVX_HYPOTHESES_FIGURE_COLUMNS 912           /* i64: entries of a record */
#define DPCVX_HYPOTHESES_FIGURE_CONTESTS 913          /* i64: pairs of hypotheses */
#define DPCVX_HYPOTHESES_FIGURE_COVER_DISTANCE 914    /* f64: greatest total variation distance to a cover's family */
#define DPCVX_HYPOTHESES_FIGURE_PROBABILITY_ERROR 915 /* f64: bound on the error of sampled probabilities, else 0 */

/* ---- Selection -------------------------------------------------------------------------------------------------- */

/* Selects one of the hypotheses, near the law of the records. It charges the budget once, then reads the records.
 * The loss of j is its greatest shortfall: max over k of n P_j(A) - #(records in A), with A the set of j against k.
 * So many records must change before j wins each contest. One record moves a loss by at most 1.
 * The exponential mechanism takes small losses: j has probability proportional to exp(-epsilon' loss / 2).
 * epsilon' is the bounded range that the price allows. For a pure price it is epsilon.
 * Result: with probability at least 1 - beta over the records and the choice,
 *   TV(law of the records, selected) <= 3 min over j of TV(law of the records, j) + excess + 2 PROBABILITY_ERROR
 * with the excess of dpcvx_hypotheses_excess at beta, for records that are independent draws of one law.
 * *index is the hypothesis, and *outcome DPCVX_OUTCOME_DONE. Both may be told to anyone.
 * If the monitor stops it after the charge, *outcome is DPCVX_OUTCOME_CANCELLED and *index -1. The charge stays.
 * The guarantee assumes that cancelling does not depend on the data. `monitor` and `guarantee` may be NULL.
 * Progress counts units under replace-one. Under add/remove their number is private, and all are one step.
 * Nothing fails after the charge: a density that is NaN or refused counts as 0.
 * Weights and labels are not used. Time: units * (hypotheses densities + contests).
 * Requires: the dataset has the columns of the hypotheses. Its units are those of the budget.
 * Requires: the table is not scaled by ranges (dpcvx_dataset_create_scaled), since values are read in its own units.
 * Requires: a unit is one record. Users need a cap of 1 (dpcvx_dataset_create_with_max_records_per_user).
 * Prices: any (dpcvx/mechanism.h), as dpcvx_release_exponential.
 * Errors: DPCVX_ERR_BUDGET for a charge that does not fit. DPCVX_ERR_UNSUPPORTED for a price of another kind.
 * Source: Bun, Kamath, Steinke and Wu 2019. The loss is that of Mahalanabis and Stefankovic 2008, for one side.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_release_hypothesis(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                const dpcvx_dataset *dataset, const dpcvx_hypotheses *hypotheses,
                                                const dpcvx_monitor *monitor, int64_t *index, int32_t *outcome,
                                                dpcvx_guarantee **guarantee, dpcvx_error *err);

/* Computes the excess of a selection: what the distance of the selected law exceeds three times the least distance by,
 * at most, except with failure_probability. Nothing is charged, and no data are read:
 *   2 sqrt(L / (2 units)) + 2 L / (epsilon' units) + 2^-22,   L = log(2 (hypotheses - 1) / failure_probability)
 * Requires: 2 <= hypotheses <= 2^16, 1 <= units <= 2^40, 1e-9 <= failure_probability <= 0.5.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_hypotheses_excess(const dpcvx_curve *price, int64_t hypotheses, int64_t units,
                                               double failure_probability, double *excess, dpcvx_error *err);

/* Computes the least number of units with at most this excess. Nothing is charged, and no data are read.
 * Requires: 2 <= hypotheses <= 2^16, 1e-5 <= excess <= 1, 1e-9 <= failure_probability <= 0.5.
 * Errors: DPCVX_ERR_UNSUPPORTED if 2^40 units do not suffice.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_hypotheses_units_needed(const dpcvx_curve *price, int64_t hypotheses, double excess,
                                                     double failure_probability, int64_t *units, dpcvx_error *err);

/* ---- Options ---------------------------------------------------------------------------------------------------- */

/* Creates options of hypotheses. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_hypotheses_options_create(dpcvx_options **out, dpcvx_error *err);

/* Keys. MAX_CONTESTS limits work and memory: with m hypotheses there are m (m - 1) / 2 contests, of 16 bytes each.
 * 2^22 contests, 2896 hypotheses, take about 8 s for 10,000 records on one core.
 * FAILURE_PROBABILITY is that PROBABILITY_ERROR does not hold. It has an effect on sampled hypotheses only. */
#define DPCVX_HYPOTHESES_OPTION_MAX_CONTESTS 901        /* i64 in [1, 2^31]: pairs; default 4194304 */
#define DPCVX_HYPOTHESES_OPTION_THREADS 902             /* i64 in [1, 64]; results do not depend on it; default 1 */
#define DPCVX_HYPOTHESES_OPTION_FAILURE_PROBABILITY 903 /* f64 in [1e-12, 0.5]: of the samples; default 1e-6 */

DPCVX_END_DECLS

#endif
