/* dpcvx/covariance.h: the private covariance of the columns of a table, with what follows from it.
 *
 * One release gives means, the covariance matrix, correlations and principal components.
 * Intervals of entries are proved for any law of the values: they cover the sampling of the units and the noise.
 * Correlations and regressions have a parametric bootstrap, for rows of one normal law.
 * Algorithms, formulas and proofs: README.md and PROOFS.md in src/estimate/covariance.
 *
 * Example: two columns, of values between 0 and 100.
 *
 *     static double x[20000][2]; // your rows
 *     const double range_low[2] = {0, 0}, range_high[2] = {100, 100};
 *     dpcvx_error err; dpcvx_dataset *data; dpcvx_budget *budget; dpcvx_curve *price; dpcvx_rng *rng; // destroy each
 *     dpcvx_covariance *covariance; double correlation[4];
 *     for (int i = 0; i < 20000; ++i) x[i][0] = 30 + i % 41, x[i][1] = x[i][0] + i % 7; // correlation 0.986
 *     if (dpcvx_dataset_create_dense(&x[0][0], 20000, 2, 2, 1, NULL, &data, &err) ||
 *         dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err) ||
 *         dpcvx_budget_price(budget, 1.0, &price, &err) || dpcvx_rng_create(&rng, &err) ||
 *         dpcvx_covariance_create(budget, rng, price, data, range_low, range_high, 2, NULL, &covariance, &err) ||
 *         dpcvx_covariance_correlation(covariance, correlation, 4, &err))
 *       return fprintf(stderr, "%s\n", err.message), 1;
 *     printf("correlation above 0.9: %s\n", correlation[1] > 0.9 ? "yes" : "no"); // prints correlation above 0.9: yes
 *
 * For every function
 *  - Matrices are stored by rows, and have columns^2 entries.
 *  - Covariances never change. Threads: several threads may share them.
 */
#ifndef DPCVX_COVARIANCE_H
#define DPCVX_COVARIANCE_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>
#include <dpcvx/evaluation.h> /* kinds of noise */
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* Holds a covariance that was released, with its guarantee. */
typedef struct dpcvx_covariance dpcvx_covariance;

/* Releases the covariance matrix of the columns of a dataset. It charges the budget once, then reads the rows.
 * Values are clipped to [low[j], high[j]], and rows to NORM_BOUND in half widths about the middles of the ranges.
 * A user counts by the means of its records' values and products. So the covariance is that of a random record of a
 * random user. Weights are not used: null records are left out, and all units count alike. A record of a user counts 1
 * over the number of that user's records.
 * For variances alone, one a column, see dpcvx_estimate_create_variance (dpcvx/estimate.h): they come with means.
 * With n units, d columns and mu-GDP noise, an entry between columns of half widths B and C has noise of a standard
 * deviation of about d B C (1 + 1 / (4 sqrt(d))) / (mu n). It is less in proportion to NORM_BOUND^2 / d.
 * With ROUNDS above 1, later rounds map rows by what earlier rounds released. Ranges may then be far too wide, and
 * columns nearly dependent, at little noise: for values of a nearly normal law. Rows far from the rest are clipped.
 * low and high are public numbers. The options are DPCVX_COVARIANCE_OPTION_* at the end of this header. NULL means all
 * defaults. Time is in proportion to rows times columns^2, plus columns^3.
 * Requires: the units of the dataset are those of the budget. A part of a split suits the budget's adjacency.
 * Requires: the table is not scaled by ranges (dpcvx_dataset_create_scaled), since values are read in its own units.
 * Requires: `columns` is the number of columns of the dataset, at most 512. Ends are of size at most 1e150, and
 * high[j] - low[j] >= 1e-150.
 * Prices: any (dpcvx/mechanism.h). GDP, zCDP and RDP prices take Gaussian noise, pure ones Laplace noise.
 * More than one round needs a price of one pure, (epsilon, delta), zCDP, RDP, GDP or Gaussian statement.
 * Errors: DPCVX_ERR_BUDGET for a charge that does not fit. DPCVX_ERR_UNSUPPORTED for a price of another kind.
 * Source: Dwork, Talwar, Thakurta and Zhang 2014; Kamath, Li, Singhal and Ullman 2019 for the rounds. The constants are
 * derived in PROOFS.md.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                               const dpcvx_dataset *dataset, const double *low, const double *high,
                                               int64_t columns, const dpcvx_options *options, dpcvx_covariance **out,
                                               dpcvx_error *err);

/* Computes how large the noise will be. Nothing is charged, and no data are read.
 * stddev is the standard deviation of an entry off the diagonal. The operator norm of the noise is at most norm, with a
 * probability of INTERVAL_LEVEL. Both are for means in the middles of the ranges, in products of two half widths.
 * The norm is that before the matrix is made positive semidefinite, which at most doubles it. For means off the
 * middles it is greater: NOISE_NORM is for those that were found.
 * With more than one round, they are in units of the covariance itself: 0.1 says that directions err by a tenth.
 * `units` is a guess of the number of units. `adjacency` is that of the budget. The rest is as in
 * dpcvx_covariance_create.
 * Requires: 1 <= units <= 2^40, 1 <= columns <= 512.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_expected_noise(const dpcvx_curve *price, int32_t adjacency, int64_t units,
                                                       int64_t columns, const dpcvx_options *options, double *stddev,
                                                       double *norm, dpcvx_error *err);

/* Frees a covariance. Since 0.1. */
DPCVX_API void dpcvx_covariance_destroy(dpcvx_covariance *covariance);

/* Copies the means of the columns. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_means(const dpcvx_covariance *covariance, double *out, int64_t count,
                                              dpcvx_error *err);

/* Copy the covariance matrix, which is positive semidefinite, and the correlation matrix.
 * Where a variance is 0, correlations are 0. Requires: count = columns^2. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_matrix(const dpcvx_covariance *covariance, double *out, int64_t count,
                                               dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_covariance_correlation(const dpcvx_covariance *covariance, double *out, int64_t count,
                                                    dpcvx_error *err);

/* Computes intervals of the entries of the covariance matrix. [low[k], high[k]] holds the entry of the law of clipped
 * values with probability at least DPCVX_COVARIANCE_FIGURE_INTERVAL_LEVEL: each entry by itself, or all together if
 * SIMULTANEOUS. The probability is over the draw of the units and over the noise. No law of the values is assumed.
 * After more than one round the intervals are parametric, not proved: they take units for draws of one normal law.
 * On such a law, at 10,000 rows, those of level 0.95 held in 0.945 to 0.965 of 2,000 runs.
 * Takes 0.2 to 0.7 ms an entry. Requires: count = columns^2. The units are independent draws of one law.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_intervals(const dpcvx_covariance *covariance, double *low, double *high,
                                                  int64_t count, dpcvx_error *err);

/* Computes intervals of the correlations, of INTERVAL_LEVEL: each by itself, or all together if SIMULTANEOUS.
 * Nothing is charged, and no data are read. They are of clipped values. The diagonal has [1, 1].
 * A correlation with a column of released variance 0 has [-1, 1].
 * With proved = 0 they are a parametric bootstrap: they take units for independent draws of one normal law. Sampling
 * and noise are drawn anew, from a stream of a fixed public seed. So results are the same each time.
 * With proved = 1 they hold for any law. A correlation is within its extremes over the intervals of three entries.
 * They are 2 to 5 times as wide at correlations up to 0.5, and 8 times at 0.9.
 * Of 6, 32 and 128 columns a bootstrap takes about 0.005, 0.2 and 3 seconds of CPU.
 * Requires: proved is 0 or 1. count = columns^2.
 * Errors: DPCVX_ERR_UNSUPPORTED for a bootstrap of more than 128 columns, and for proved = 1 after several rounds.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_correlation_intervals(const dpcvx_covariance *covariance, int32_t proved,
                                                              double *low, double *high, int64_t count,
                                                              dpcvx_error *err);

/* Computes the least squares of one column on others with an intercept, from the released means and matrix.
 * Nothing is charged, and no data are read.
 * coefficients[k] is the slope of column features[k]. The last one, coefficients[features_count], is the intercept.
 * All are in the units of the values. R^2 is the share of the label's variance that the features explain. So the
 * residual variance is (1 - R^2) times the label's.
 * Intervals have INTERVAL_LEVEL: each by itself, or all together with that of R^2 if SIMULTANEOUS. They are a
 * parametric bootstrap, as those of correlations are, for units of one normal law. It takes as long.
 * A standard error is half of what the middle 68 % of replicates span.
 * Noise is added to moments, with mean 0, and not to rows: it does not attenuate slopes as errors in variables do.
 * Let noise in a feature's variance have a relative standard deviation t. Then its slope is too great by about t^2 of
 * itself on average. Setting eigenvalues below 0 to 0 lessens that. Noise lifts R^2: its interval allows for it.
 * Requires: columns are numbered from 0. Features are distinct, and not label_column. count = features_count + 1.
 * Noise may hide the residual variance: the noisy one is at most 0. R^2 is then not known. Its interval is [0, 1].
 * Errors: DPCVX_ERR_UNSUPPORTED for a covariance of 1 column or of more than 128, and for a label whose noisy variance
 * is at most 0. Also where the noisy covariance of the features is not positive definite, before eigenvalues were set
 * to 0. Noise then hides what sets columns apart. The message names them: leave one out, or release with less noise.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_regression(const dpcvx_covariance *covariance, int64_t label_column,
                                                   const int64_t *features, int64_t features_count,
                                                   double *coefficients, double *standard_errors, double *low,
                                                   double *high, int64_t count, double *r_squared,
                                                   double *r_squared_low, double *r_squared_high, dpcvx_error *err);

/* Copy the principal components of the covariance matrix: the variances along them, descending, and their directions.
 * Directions are unit vectors in the rows of a matrix. The entry of greatest size of each is positive.
 * Requires: count = columns for variances, columns^2 for directions.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_component_variances(const dpcvx_covariance *covariance, double *out,
                                                            int64_t count, dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_covariance_components(const dpcvx_covariance *covariance, double *out, int64_t count,
                                                   dpcvx_error *err);

/* Reads a figure (DPCVX_COVARIANCE_FIGURE_*): counts, flags and enumerations by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_get_f64(const dpcvx_covariance *covariance, int32_t figure, double *value,
                                                dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_covariance_get_i64(const dpcvx_covariance *covariance, int32_t figure, int64_t *value,
                                                dpcvx_error *err);

/* Figures. All were released or are public. "Half widths" are of the ranges.
 * NOISE_STDDEV is of an entry off the diagonal, before the mean's own noise. After more than one round it is an average
 * over directions, as MEAN_NOISE_STDDEV is.
 * NOISE_NORM bounds the operator norm of the noise with probability INTERVAL_LEVEL, by proof: of the noise before the
 * matrix is made positive semidefinite, which at most doubles its norm. */
#define DPCVX_COVARIANCE_FIGURE_COLUMNS 881           /* i64: the number of columns */
#define DPCVX_COVARIANCE_FIGURE_INTERVAL_LEVEL 882    /* f64: the option */
#define DPCVX_COVARIANCE_FIGURE_SIMULTANEOUS 883      /* i64: the option */
#define DPCVX_COVARIANCE_FIGURE_UNITS 884             /* f64: units of the dataset; under add/remove an estimate */
#define DPCVX_COVARIANCE_FIGURE_NOISE 885             /* i64: DPCVX_EVALUATION_NOISE_GAUSSIAN or _LAPLACE */
#define DPCVX_COVARIANCE_FIGURE_NOISE_STDDEV 886      /* f64: of a covariance, in products of half widths */
#define DPCVX_COVARIANCE_FIGURE_MEAN_NOISE_STDDEV 887 /* f64: of a mean, in half widths */
#define DPCVX_COVARIANCE_FIGURE_NOISE_NORM 888        /* f64: in products of half widths */
#define DPCVX_COVARIANCE_FIGURE_NORM_BOUND 889        /* f64: on rows in half widths: the option, or sqrt(columns) */
#define DPCVX_COVARIANCE_FIGURE_ROUNDS 890            /* i64: how many rounds there were */
#define DPCVX_COVARIANCE_FIGURE_PROVED 891            /* i64: 1 if intervals hold for any law, 0 if parametric */

/* Copies the guarantee. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_guarantee(const dpcvx_covariance *covariance, dpcvx_guarantee **out,
                                                  dpcvx_error *err);

/* Writes the covariance as human-readable text: of up to 8 columns, with intervals and ranges. The guarantee follows.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_to_text(const dpcvx_covariance *covariance, char *out, size_t capacity,
                                                size_t *length, dpcvx_error *err);

/* Writes the covariance as a JSON object: library_version, kind, figures, all arrays, and guarantee. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_to_json(const dpcvx_covariance *covariance, char *out, size_t capacity,
                                                size_t *length, dpcvx_error *err);

/* Saves the covariance as bytes, which this or a later version loads on any machine.
 * They hold all that the covariance holds: intervals, correlations and components follow from a loaded one.
 * They hold what was released, and nothing else of the data, with a CRC-64 checksum against damage.
 * out == NULL with capacity == 0 only asks for *length.
 * Errors: DPCVX_ERR_CAPACITY for a capacity below *length.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_save(const dpcvx_covariance *covariance, void *out, size_t capacity,
                                             size_t *length, dpcvx_error *err);

/* Loads the covariance that dpcvx_covariance_save wrote. It is equal in all it says. No bytes do harm.
 * The checksum is no signature: anyone who can change the bytes can make a covariance say anything, of privacy too.
 * Errors: DPCVX_ERR_ARGUMENT for bytes of another format, cut off, damaged, or with a field out of its range.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_load(const void *bytes, size_t length, dpcvx_covariance **out,
                                             dpcvx_error *err);

/* ---- Options ---------------------------------------------------------------------------------------------------- */

/* Creates options of a covariance. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_covariance_options_create(dpcvx_options **out, dpcvx_error *err);

/* Keys. All are public parameters, fixed before the data are read.
 * NORM_BOUND is a bound on rows in half widths. Longer rows are shortened to it. Noise grows with its square. At its
 * default no row is shortened.
 * ROUNDS = 0 chooses up to 6 from public numbers: as many as converge at any spread of the values, or 1. Under
 * add/remove the number of units is private, so the number of rounds has to be given.
 * PRELIMINARY_FRACTION is the share of the price that all rounds before the last take.
 * PRELIMINARY_FRACTION beside ROUNDS = 1 has no effect, and is refused unless it has its default. */
#define DPCVX_COVARIANCE_OPTION_NOISE 871                /* i64: DPCVX_EVALUATION_NOISE_*; default AUTOMATIC */
#define DPCVX_COVARIANCE_OPTION_INTERVAL_LEVEL 872       /* f64 in [0.5, 1 - 1e-9]: of each interval; default 0.95 */
#define DPCVX_COVARIANCE_OPTION_SIMULTANEOUS 873         /* i64: 1 if all intervals are to hold together; default 0 */
#define DPCVX_COVARIANCE_OPTION_NORM_BOUND 874           /* f64 in [0.1, 1000], or 0 for sqrt(columns); default 0 */
#define DPCVX_COVARIANCE_OPTION_ROUNDS 875               /* i64 in [0, 8]; default 1 */
#define DPCVX_COVARIANCE_OPTION_PRELIMINARY_FRACTION 876 /* f64 in [0.001, 0.999]; default 0.4 */

DPCVX_END_DECLS

#endif
