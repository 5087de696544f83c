/* dpcvx/estimate.h: private estimates from a table, with intervals.
 *
 * An estimate is one release: it takes one charge, and reads the table afterwards.
 * Its intervals are proved. They cover the sampling of the units and the noise, for any law of the values.
 * Weights of records are not used. The record of a table with weights says so.
 * Null records, of weight 0, are left out (dpcvx/data.h). All others count alike.
 * Algorithms, formulas and proofs: README.md and PROOFS.md in src/estimate/mean and src/estimate/distribution.
 *
 * Example: the mean of a column, of values between 0 and 100.
 *
 *     static double x[2000]; // your column
 *     const double range_low = 0, range_high = 100;
 *     dpcvx_error err; dpcvx_dataset *data; dpcvx_budget *budget; dpcvx_curve *price; dpcvx_rng *rng; // destroy each
 *     dpcvx_estimate *estimate; double mean, low, high;
 *     for (int i = 0; i < 2000; ++i) x[i] = 30 + i % 41; // the mean is 49.8
 *     if (dpcvx_dataset_create_dense(x, 2000, 1, 1, 1, NULL, &data, &err) ||
 *         dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err) ||
 *         dpcvx_budget_price(budget, 1.0, &price, &err) || dpcvx_rng_create(&rng, &err) ||
 *         dpcvx_estimate_create_mean(budget, rng, price, data, &range_low, &range_high, 1, NULL, &estimate, &err) ||
 *         dpcvx_estimate_values(estimate, &mean, 1, &err) || dpcvx_estimate_intervals(estimate, &low, &high, 1, &err))
 *       return fprintf(stderr, "%s\n", err.message), 1;
 *     printf("within 3 of 50: %s\n", mean > 47 && mean < 53 ? "yes" : "no"); // prints within 3 of 50: yes
 *
 * For every function
 *  - Estimates never change. Threads: several threads may share them.
 */
#ifndef DPCVX_ESTIMATE_H
#define DPCVX_ESTIMATE_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>
#include <dpcvx/evaluation.h> /* kinds of noise */
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* Holds estimates that were released, with their intervals and their guarantee. */
typedef struct dpcvx_estimate dpcvx_estimate;

/* Releases the mean of each column of a dataset. It charges the budget once, then reads the rows.
 * A unit's value is the mean over its records, so that all units count alike. Weights are not used.
 * The value is clipped to [low[j], high[j]]. Estimate and interval are of the mean of clipped values, not of all.
 * Where a range cuts values off, the two differ. Of 5,000 lognormal incomes (median 36,316, sigma 0.9) clipped at
 * 100,000, 0.94 of 300 intervals of level 0.95 held the mean of clipped values, and none that of all.
 * Besides, a noisy mean beyond an end is moved to it. So a mean at an end is biased by 0.4 standard deviations of the
 * noise, and one farther inside by less. Intervals cover that.
 * Where most values lie near one end of a wide range, intervals reach farther towards the other end: rare values may
 * be there. In ten laws they were at most 1.5 times as wide as an oracle's at 10,000 units, and 3.5 times at 100.
 * Squares and higher powers of the same values get noise too, for the intervals.
 * They add nothing to Gaussian noise of a mean, and at most 1 % to Laplace noise.
 * With n units and d columns of half width B, mu-GDP noise of a mean has a standard deviation of 2 B sqrt(d) / (mu n).
 * Under add/remove the number of units is private, and the noise is up to sqrt(2) times as wide at d = 1.
 * The mean of one column alone has least noise on a basic budget, which gives a price of Laplace noise. At (1, 1e-6)
 * its standard deviation is a third of Gaussian noise's. Variances gain nothing: 5.7 B^2 / n against 5.2 B^2 / n.
 * low and high are public numbers. Where both are NULL, ranges of all columns are released first, at a share of the
 * price. Where both have NaN for a column, that is so for this column.
 * At a small price released ranges leave out many values at each end (dpcvx_release_range). Intervals are of the
 * clipped values, and may miss the mean of all. The text says how many lie beyond.
 * dpcvx_estimate_range_notes says so before the charge.
 * The options are DPCVX_ESTIMATE_OPTION_* at the end of this header. NULL means all defaults.
 * Time depends on the numbers of units, entries and columns.
 * Requires: the units of the dataset are those of the budget. A part of a split suits the budget's adjacency.
 * Requires: the table is not scaled by ranges (dpcvx_dataset_create_scaled), since values are read in its own units.
 * Requires: `columns` is the number of columns of the dataset, and low[j] < high[j].
 * Prices: any (dpcvx/mechanism.h). GDP, zCDP and RDP prices take Gaussian noise, pure ones Laplace noise.
 * Released ranges need a price of one pure, (epsilon, delta), zCDP, RDP, GDP or Gaussian statement.
 * Errors: DPCVX_ERR_BUDGET for a charge that does not fit. DPCVX_ERR_UNSUPPORTED for a price of another kind.
 * Source: Dong, Roth and Su 2022, Theorem 2.7; the intervals are derived in PROOFS.md.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_create_mean(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                  const dpcvx_dataset *dataset, const double *low, const double *high,
                                                  int64_t columns, const dpcvx_options *options, dpcvx_estimate **out,
                                                  dpcvx_error *err);

/* Writes what a reader of means with released ranges must not miss, a line each. There may be none: *length is 0.
 * It has the notes of dpcvx_dataset_range_notes, at the share of the price that ranges take.
 * There is another where released ranges leave out 2 % of the values or more at each end.
 * It is told from public numbers. Nothing is charged, and no data are read.
 * `units` is the number of units, or a guess of it under add/remove; 0 stands for a private number.
 * `columns` is how many columns have their ranges released. price and options are as in dpcvx_estimate_create_mean.
 * Requires: 0 <= units <= 2^40, 1 <= columns <= 2^40.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_range_notes(const dpcvx_curve *price, int64_t units, int64_t columns,
                                                  const dpcvx_options *options, char *out, size_t capacity,
                                                  size_t *length, dpcvx_error *err);

/* Writes the exact sums of a part of a table. NOT PRIVATE.
 * So means of a table that no memory holds are released from sums of its parts: files, Spark, MPI or a database.
 * Sums are integers. Add those of parts entry by entry, in any order, by any engine that adds 64-bit integers.
 * length is 4 columns + 2: the sums of values of all columns, of squares, of third and of fourth moments, the number
 * of units, and a mark. By the mark sums for other noise, another adjacency, unit or ranges are refused.
 * price, columns, ranges and options are those of dpcvx_estimate_create_mean_from_sums. `adjacency` is the budget's.
 * They say how moments are weighted, and are public. Ranges are declared.
 * Values are those of dpcvx_estimate_create_mean. Null records are left out.
 * Requires: all records of a user are in one part. Their order may change the last bit of the user's value.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_mean_sums(const dpcvx_curve *price, int32_t adjacency,
                                                const dpcvx_dataset *dataset, const double *low, const double *high,
                                                int64_t columns, const dpcvx_options *options, int64_t *sums,
                                                int64_t length, dpcvx_error *err);

/* Releases means from the sums of all parts, added up: the bits are those of dpcvx_estimate_create_mean of the whole
 * table. unit is what was added up, DPCVX_UNIT_RECORD or DPCVX_UNIT_USER. It is the budget's. The number of units is
 * the last of the sums but one: public under replace-one, and released with noise under add/remove. The last is a mark
 * of noise, adjacency, unit and ranges. Requires: a unit is in one part and is added once, with the same price, ranges
 * and options. Nobody checks that it is added once. The record says so, and that who
 * takes, merges or sends sums keeps them secret. Requires: sums of at most 2^40 units, of at most 2^21 a unit. Those of
 * tables are. Variances follow as from a table. Errors and prices are those of dpcvx_estimate_create_mean. Since 0.1.
 */
DPCVX_API dpcvx_status dpcvx_estimate_create_mean_from_sums(dpcvx_budget *budget, dpcvx_rng *rng,
                                                            const dpcvx_curve *price, const int64_t *sums,
                                                            int64_t length, int32_t unit, const double *low,
                                                            const double *high, int64_t columns,
                                                            const dpcvx_options *options, dpcvx_estimate **out,
                                                            dpcvx_error *err);

/* Computes the interval that a mean has if the noise is 0. Nothing is charged, and no data are read.
 * It tells beforehand how wide the interval of a column will be.
 * `units`, `mean` and `stddev` are guesses: of the number of units, and of their clipped values.
 * price, columns and options are as in dpcvx_estimate_create_mean. `adjacency` is that of the budget.
 * low and high are the declared range of the column. The price is all for the means.
 * Requires: 1 <= units <= 2^40, low < high, low <= mean <= high, stddev^2 <= (high - mean) (mean - low).
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_expected_interval(const dpcvx_curve *price, int32_t adjacency, int64_t units,
                                                        int64_t columns, double low, double high, double mean,
                                                        double stddev, const dpcvx_options *options,
                                                        double *interval_low, double *interval_high, dpcvx_error *err);

/* ---- Distributions ---------------------------------------------------------------------------------------------- */

/* Kinds of estimates. */
#define DPCVX_ESTIMATE_KIND_MEAN 1            /* means of columns */
#define DPCVX_ESTIMATE_KIND_HISTOGRAM 2       /* shares of the cells between edges */
#define DPCVX_ESTIMATE_KIND_CUMULATIVE 3      /* shares of the values up to edges */
#define DPCVX_ESTIMATE_KIND_QUANTILES 4       /* quantiles, from a cumulative distribution */
#define DPCVX_ESTIMATE_KIND_VARIANCE 5        /* variances of columns, from means */
#define DPCVX_ESTIMATE_KIND_TRIMMED_MEAN 6    /* a mean between two quantiles, from a cumulative distribution */
#define DPCVX_ESTIMATE_KIND_WINSORIZED_MEAN 7 /* a mean of values moved to two quantiles, from the same */
#define DPCVX_ESTIMATE_KIND_QUANTILE_RANGE 8  /* the distance of two quantiles, from the same */

/* Releases the shares of a column's values that lie in cells between public edges, as a histogram has them.
 * A unit counts by the mean over its records: a user of m records has a part of 1/m for each. Weights are not used.
 * Of several edges each is as given. Of two, the range between them is divided into equal cells: the option CELLS.
 * Cell j holds values from edge j up to, but not including, edge j + 1. The last cell has its upper end too.
 * Values out of the range count in the outermost cells.
 * Values of the estimate are shares, one a cell, its ranges the ends of the cells. dpcvx_estimate_counts has counts.
 * Noise of a count: sqrt(2) / mu or Laplace noise of scale 2 / epsilon, under add/remove 1 / mu or 1 / epsilon.
 * It does not grow with the number of cells.
 * Requires: the units of the dataset are those of the budget. A part of a split suits the budget's adjacency.
 * Requires: the table is not scaled by ranges (dpcvx_dataset_create_scaled), since values are read in its own units.
 * Requires: 0 <= column < columns, 2 <= edge_count <= 2^16 + 1, and edges rise, of size at most 1e300.
 * Prices: any. The noise is Gaussian or Laplace, whichever is less for this price, or as NOISE says.
 * One histogram alone is best priced on a basic budget, for Laplace noise. At (1, 1e-6) the standard deviation of its
 * counts is 0.47 times that of Gaussian noise.
 * Source: Dong, Roth and Su 2022, Theorem 2.7; Ghosh, Roughgarden and Sundararajan 2009; PROOFS.md in
 * src/estimate/distribution.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_create_histogram(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                       const dpcvx_dataset *dataset, int64_t column,
                                                       const double *edges, int64_t edge_count,
                                                       const dpcvx_options *options, dpcvx_estimate **out,
                                                       dpcvx_error *err);

/* Releases the cumulative distribution of a column at public edges: the share of values up to each inner edge.
 * Quantiles follow from it at no further charge: dpcvx_estimate_create_quantiles.
 * Sums over a tree of cells get noise. Each share is the least-squares estimate from all of them.
 * Noise grows with the logarithm of the number of cells. Its standard deviation in a count, in the mean over edges, is
 * 4.6 / mu with 1,024 cells and 7.1 / mu with 65,536. Laplace noise has 18 / epsilon, 35 / epsilon (replace-one).
 * Edges, units, column and prices are as for histograms. A value at an edge counts below it.
 * Values of the estimate are shares that never fall, one an inner edge. Range j is [edges[0], edges[j + 1]].
 * Ends of intervals never fall either where SIMULTANEOUS is 1. Otherwise each interval stands for itself.
 * Source: Hay, Rastogi, Miklau and Suciu 2010; Dong, Roth and Su 2022, Theorem 2.7; PROOFS.md.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_create_cumulative(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                                        const dpcvx_dataset *dataset, int64_t column,
                                                        const double *edges, int64_t edge_count,
                                                        const dpcvx_options *options, dpcvx_estimate **out,
                                                        dpcvx_error *err);

/* Release a histogram or a cumulative distribution from exact counts of a table that lies elsewhere.
 * counts[j] is how many units cell j has: a query with GROUP BY, or partial counts of parts, added up. NOT PRIVATE.
 * For a histogram cell j holds values in [edges[j], edges[j + 1]), for a cumulative distribution in (edges[j],
 * edges[j + 1]]. With two edges they are the CELLS equal cells between them. Else all is as from a table of one column.
 * The outermost cells should hold the values beyond them too, with those at the outermost edges, as a table's do.
 * units is the public number of units under replace-one: shares are of it. The sum of the counts is not read for it.
 * Under add/remove units is 0: their number is private, and its estimate is part of what is released.
 * A unit may be in no cell: a null value, say. Shares are too small by such units under replace-one, and intervals do
 * not cover that. Under add/remove they are shares of the units in cells.
 * unit is what was counted, DPCVX_UNIT_RECORD or DPCVX_UNIT_USER. It is the budget's.
 * GROUP BY counts records. For users each user is in at most one cell of one part, once: COUNT(DISTINCT user) for each
 * cell is not enough, as it counts a user in several.
 * Requires: a unit is counted in at most one cell, once, as the caller sees to. Nobody checks it. The record says so.
 * Requires: cells is the number of cells, counts are >= 0, and their sum is at most 2^40. Tables of at most 2^40 units
 * meet that, so a refusal does not tell them apart. A sum above or below units is not refused: that would tell of data.
 * Requires: 1 <= units <= 2^40 under replace-one, and units = 0 under add/remove.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_create_histogram_from_counts(dpcvx_budget *budget, dpcvx_rng *rng,
                                                                   const dpcvx_curve *price, const int64_t *counts,
                                                                   int64_t cells, int32_t unit, int64_t units,
                                                                   const double *edges, int64_t edge_count,
                                                                   const dpcvx_options *options, dpcvx_estimate **out,
                                                                   dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_estimate_create_cumulative_from_counts(dpcvx_budget *budget, dpcvx_rng *rng,
                                                                    const dpcvx_curve *price, const int64_t *counts,
                                                                    int64_t cells, int32_t unit, int64_t units,
                                                                    const double *edges, int64_t edge_count,
                                                                    const dpcvx_options *options, dpcvx_estimate **out,
                                                                    dpcvx_error *err);

/* Computes quantiles from a cumulative distribution that was released. Nothing is charged, and no data are read.
 * So any number of quantiles cost as much as one, now or later. probabilities[j] = 0.5 asks for the median.
 * Values are interpolated between edges. Intervals hold the quantile of the law of the values, clipped to the range.
 * The ends of an interval are edges: it is no narrower than a cell.
 * Of one quantile alone dpcvx_release_quantile has less noise where the range is wide beside the values. It needs no
 * grid, and has no interval. Take a cumulative distribution for several quantiles, or for intervals.
 * Options: INTERVAL_LEVEL and SIMULTANEOUS. Others have no effect.
 * The quantile of p is the least x with a share of at least p up to x.
 * Requires: `cumulative` is of kind CUMULATIVE, 1 <= count <= 2^16, and 0 < probabilities[j] < 1.
 * Source: derived in PROOFS.md.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_create_quantiles(const dpcvx_estimate *cumulative, const double *probabilities,
                                                       int64_t count, const dpcvx_options *options,
                                                       dpcvx_estimate **out, dpcvx_error *err);

/* Copies noisy counts of units, of kind HISTOGRAM by cell and of CUMULATIVE up to each inner edge. Their mean is right:
 * they may be negative. [low[j], high[j]] holds the count of this very table with probability INTERVAL_LEVEL.
 * Errors: DPCVX_ERR_UNSUPPORTED for estimates of other kinds.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_counts(const dpcvx_estimate *estimate, double *counts, double *low, double *high,
                                             int64_t count, dpcvx_error *err);

/* Figures of all kinds of estimates. Only robust statistics have FRACTION: of others it is DPCVX_ERR_UNSUPPORTED. */
#define DPCVX_ESTIMATE_FIGURE_KIND 821     /* i64: DPCVX_ESTIMATE_KIND_* */
#define DPCVX_ESTIMATE_FIGURE_CELLS 822    /* i64: cells of a distribution; 0 for means */
#define DPCVX_ESTIMATE_FIGURE_FRACTION 823 /* f64: of values cut off at either end, by a trimmed mean and its kin */

/* ---- Robust statistics and variances, at no further charge ------------------------------------------------------- */

/* Computes a trimmed mean, a winsorized mean or a distance of quantiles from a cumulative distribution that was
 * released. Nothing is charged, and no data are read. So any number of them cost as much as one, now or later.
 * TRIMMED_MEAN is the mean of values between the quantiles of `fraction` and 1 - fraction. WINSORIZED_MEAN moves values
 * beyond them to them. QUANTILE_RANGE is the distance of the two: with a fraction of 0.25 the interquartile range.
 * A user's records have equal parts of one unit. Values are clipped to the range of the edges.
 * The estimate has one value. Its interval is proved: it holds what the law of the values has.
 * A range of the edges far too wide costs little: noise is in proportion to the distance of the quantiles.
 * Options: INTERVAL_LEVEL. Others have no effect. Time grows with cells and noise: 0.01 to 0.1 s with 1,024 cells,
 * and 0.2 to 5 s with 65,536. Contrived counts took 1.5 s with 1,024.
 * Requires: `cumulative` is of kind CUMULATIVE. `kind` is DPCVX_ESTIMATE_KIND_* of the three.
 * Requires: 0 <= fraction <= 0.49, and fraction >= 1e-6 for QUANTILE_RANGE.
 * Source: derived in PROOFS.md in src/estimate/robust.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_create_robust(const dpcvx_estimate *cumulative, int32_t kind, double fraction,
                                                    const dpcvx_options *options, dpcvx_estimate **out,
                                                    dpcvx_error *err);

/* Computes the interval of dpcvx_estimate_create_robust that is to be expected: the one that it has if the noise is 0.
 * Nothing is charged, and no data are read.
 * `guess` holds `count` public numbers, drawn like the values that are expected: 1,000, say. `units` is a guess too.
 * price, edges and options are as in dpcvx_estimate_create_cumulative. `adjacency` is that of the budget.
 * Requires: 1 <= units <= 2^40, 1 <= count <= 2^24. The rest is as in both of these functions.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_expected_robust(const dpcvx_curve *price, int32_t adjacency, int64_t units,
                                                      const double *guess, int64_t count, const double *edges,
                                                      int64_t edge_count, int32_t kind, double fraction,
                                                      const dpcvx_options *options, double *interval_low,
                                                      double *interval_high, dpcvx_error *err);

/* Computes the variances of the columns from means that were released. Nothing is charged, and no data are read.
 * They are the variances of units' clipped values. Roots of a variance and its interval are those of the standard
 * deviation. The intervals are proved for any law of the values. Third and fourth moments are released with
 * the means, at no further charge, and make them shorter.
 * With n units, one column of half width B and a mean in its middle, replace-one: Gaussian noise of a variance has a
 * standard deviation of 1.23 B^2 / (mu n). Laplace noise has the scale 4.02 B^2 / (epsilon n).
 * For covariances, correlations and principal components see dpcvx_covariance_create (dpcvx/covariance.h).
 * Options: INTERVAL_LEVEL and SIMULTANEOUS. Others have no effect.
 * Requires: `means` is of kind MEAN.
 * Source: derived in PROOFS.md in src/estimate/mean.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_create_variance(const dpcvx_estimate *means, const dpcvx_options *options,
                                                      dpcvx_estimate **out, dpcvx_error *err);

/* Computes the interval of a variance that is to be expected. All is as in dpcvx_estimate_expected_interval. Third and
 * fourth moments are guessed: those of a normal law, or of one at the ends of the range if these are too great.
 * So the width suits normal laws: within 2 % of the median width at 1,000 and 10,000 units. It suits no skewed law.
 * Expected widths were 0.76 to 0.97 of the median of exponential values, and 0.61 to 1.31 of that of lognormal ones.
 * Of values that spread evenly over the range they were 1.2 to 1.5 times the median.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_expected_variance(const dpcvx_curve *price, int32_t adjacency, int64_t units,
                                                        int64_t columns, double low, double high, double mean,
                                                        double stddev, const dpcvx_options *options,
                                                        double *interval_low, double *interval_high, dpcvx_error *err);

/* ---- All estimates ---------------------------------------------------------------------------------------------- */

/* Frees an estimate. Since 0.1. */
DPCVX_API void dpcvx_estimate_destroy(dpcvx_estimate *estimate);

/* Copies the estimates, DPCVX_ESTIMATE_FIGURE_COUNT of them: one a column, a cell, an edge or a quantile. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_values(const dpcvx_estimate *estimate, double *out, int64_t count,
                                             dpcvx_error *err);

/* Copies the intervals. [low[j], high[j]] holds the mean of the law of clipped values with probability at least
 * DPCVX_ESTIMATE_FIGURE_INTERVAL_LEVEL: for each column by itself, or for all together if SIMULTANEOUS.
 * Of a distribution they hold the share of the law, or its quantile, in the same sense.
 * The probability is over the draw of the units and over the noise. No law of the values is assumed.
 * Requires: the units are independent draws of one law. Where ranges were released, it holds for the ranges found if
 * the units that the means are of are others; for the same units it is approximate.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_intervals(const dpcvx_estimate *estimate, double *low, double *high,
                                                int64_t count, dpcvx_error *err);

/* Copies the standard deviations of units' clipped values. stddevs[j] is an estimate.
 * bounds[j] is an upper bound. It holds together with the interval of the column, at the same level.
 * Of shares they are those of what a unit has in the cell, or up to the edge.
 * Errors: DPCVX_ERR_UNSUPPORTED for estimates that follow from others: they have none.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_stddevs(const dpcvx_estimate *estimate, double *stddevs, double *bounds,
                                              int64_t count, dpcvx_error *err);

/* Copies the range of each column: as it was declared or released. Of a share it is the range that it is of. Since 0.1.
 */
DPCVX_API dpcvx_status dpcvx_estimate_ranges(const dpcvx_estimate *estimate, double *low, double *high, int64_t count,
                                             dpcvx_error *err);

/* Reads a figure (DPCVX_ESTIMATE_FIGURE_*): counts, flags and enumerations by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_get_f64(const dpcvx_estimate *estimate, int32_t figure, double *value,
                                              dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_estimate_get_i64(const dpcvx_estimate *estimate, int32_t figure, int64_t *value,
                                              dpcvx_error *err);

/* Figures. All were released or are public. */
#define DPCVX_ESTIMATE_FIGURE_COUNT 811           /* i64: the number of estimates */
#define DPCVX_ESTIMATE_FIGURE_INTERVAL_LEVEL 812  /* f64: the option */
#define DPCVX_ESTIMATE_FIGURE_SIMULTANEOUS 813    /* i64: the option */
#define DPCVX_ESTIMATE_FIGURE_UNITS 814           /* f64: units of the dataset; under add/remove an estimate */
#define DPCVX_ESTIMATE_FIGURE_NOISE 815           /* i64: DPCVX_EVALUATION_NOISE_GAUSSIAN or _LAPLACE */
#define DPCVX_ESTIMATE_FIGURE_NOISE_SCALE 816     /* f64: of a sum in half widths, or of a count: sigma, or Laplace's */
#define DPCVX_ESTIMATE_FIGURE_RELEASED_RANGES 817 /* i64: 1 if ranges of some columns were released, else 0 */

/* Copies the guarantee. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_guarantee(const dpcvx_estimate *estimate, dpcvx_guarantee **out,
                                                dpcvx_error *err);

/* Writes the estimate as human-readable text: up to 20 values with intervals, and units. The guarantee follows.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_to_text(const dpcvx_estimate *estimate, char *out, size_t capacity,
                                              size_t *length, dpcvx_error *err);

/* Writes the estimate as a JSON object: library_version, kind, figures, all arrays, and guarantee. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_to_json(const dpcvx_estimate *estimate, char *out, size_t capacity,
                                              size_t *length, dpcvx_error *err);

/* Saves the estimate as bytes, which this or a later version loads on any machine.
 * They hold all that the estimate holds: quantiles follow from a loaded cumulative distribution at no further charge.
 * They hold what was released, and nothing else of the data, with a CRC-64 checksum against damage.
 * out == NULL with capacity == 0 only asks for *length.
 * Errors: DPCVX_ERR_CAPACITY for a capacity below *length.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_save(const dpcvx_estimate *estimate, void *out, size_t capacity, size_t *length,
                                           dpcvx_error *err);

/* Loads the estimate that dpcvx_estimate_save wrote. It is equal in all it says. No bytes do harm.
 * The checksum is no signature: anyone who can change the bytes can make an estimate say anything, of privacy too.
 * Errors: DPCVX_ERR_ARGUMENT for bytes of another format, cut off, damaged, or with a field out of its range.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_load(const void *bytes, size_t length, dpcvx_estimate **out, dpcvx_error *err);

/* ---- Options ---------------------------------------------------------------------------------------------------- */

/* Creates options of an estimate. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_estimate_options_create(dpcvx_options **out, dpcvx_error *err);

/* Keys. All are public parameters, fixed before the data are read.
 * RANGE_FRACTION is the share of the price that released ranges take. It is refused where all are declared.
 * RANGE_COVERAGE is about the share of a column's values that its released range holds.
 * LEVELS = 1 says that the cells of a histogram are levels of a category: cell j holds level j, whose number lies
 * between edges j and j + 1. Text, JSON and guarantee then speak of levels, and of no edges. Numbers and privacy are
 * the same. An option that has no effect in a call is refused there, unless it has its default. */
#define DPCVX_ESTIMATE_OPTION_NOISE 801          /* i64: DPCVX_EVALUATION_NOISE_*; default AUTOMATIC */
#define DPCVX_ESTIMATE_OPTION_INTERVAL_LEVEL 802 /* f64 in [0.5, 1 - 1e-9]: of each interval; default 0.95 */
#define DPCVX_ESTIMATE_OPTION_SIMULTANEOUS 803   /* i64: 1 if all intervals are to hold together; default 0 */
#define DPCVX_ESTIMATE_OPTION_RANGE_FRACTION 804 /* f64 in [0.001, 0.999]; default 0.25 */
#define DPCVX_ESTIMATE_OPTION_RANGE_COVERAGE 805 /* f64 in [0.001, 0.999]; default 0.99 */
#define DPCVX_ESTIMATE_OPTION_CELLS 831          /* i64 in [2, 65536]: of a range between two edges; default 1024 */
#define DPCVX_ESTIMATE_OPTION_LEVELS 832         /* i64: 1 if the cells of a histogram are levels; default 0 */

DPCVX_END_DECLS

#endif
