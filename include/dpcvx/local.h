/* dpcvx/local.h: local privacy: devices send private reports, and a server makes estimates of them.
 *
 * No server is trusted. A device turns its value into a report that is private by itself, and sends that alone.
 * A protocol is public. It says what is estimated, at which epsilon, and how reports are drawn.
 * An aggregator counts reports. It gives unbiased estimates with proved intervals.
 * Algorithms, formulas and proofs: README.md and PROOFS.md in src/estimate/local.
 *
 * Example: how many of 6000 devices have each of three settings.
 *
 *     dpcvx_error err; dpcvx_local_protocol *protocol; dpcvx_local_aggregator *counts; dpcvx_rng *rng; // destroy each
 *     unsigned char report[32]; size_t length; double shares[3], errors[3], low[3], high[3];
 *     if (dpcvx_local_protocol_create_frequencies(3, 2.0, NULL, &protocol, &err) || dpcvx_rng_create(&rng, &err) ||
 *         dpcvx_local_aggregator_create(protocol, &counts, &err))
 *       return fprintf(stderr, "%s\n", err.message), 1;
 *     for (int i = 0; i < 6000; ++i) // each device makes its own report; half of them have setting 1
 *       if (dpcvx_local_report_category(protocol, NULL, rng, i % 2, report, sizeof report, &length, &err) ||
 *           dpcvx_local_aggregator_add(counts, report, length, &err))
 *         return fprintf(stderr, "%s\n", err.message), 1;
 *     if (dpcvx_local_aggregator_estimate(counts, 0.999, shares, errors, low, high, 3, &err))
 *       return fprintf(stderr, "%s\n", err.message), 1;
 *     printf("near a half: %s\n", fabs(shares[1] - 0.5) < 0.1 ? "yes" : "no"); // prints near a half: yes
 *
 * REPORTS ADD UP. Each report of a device costs its epsilon again: t reports of any values are t epsilon together.
 * That holds across protocols too. A report function takes a budget of the device, or NULL.
 * Give it one wherever a device may report more than once. With NULL nothing is charged and nothing is counted.
 * A server's budget has no part in this: what it computes from reports costs nothing more.
 *
 * For every function
 *  - Protocols never change. Threads: several threads may share them. An aggregator belongs to one thread at a time.
 *  - Bytes that were sent are not trusted. Bad ones are refused or counted.
 *    A report has no signature: who may send, and how often, is for the server to check.
 */
#ifndef DPCVX_LOCAL_H
#define DPCVX_LOCAL_H

#include <dpcvx/base.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* Holds what devices and the server agree on. */
typedef struct dpcvx_local_protocol dpcvx_local_protocol;

/* Kinds of protocols: what is estimated. */
#define DPCVX_LOCAL_KIND_FREQUENCIES 861 /* the share of each category */
#define DPCVX_LOCAL_KIND_MEAN 862        /* the mean of a number */
#define DPCVX_LOCAL_KIND_VECTOR_MEAN 863 /* the mean of a vector */

/* Randomizers: how a report is drawn. */
#define DPCVX_LOCAL_RANDOMIZER_AUTOMATIC 864 /* that of the least variance */
#define DPCVX_LOCAL_RANDOMIZER_RESPONSE 865  /* randomized response among the categories */
#define DPCVX_LOCAL_RANDOMIZER_HASHING 866   /* randomized response on a hash; with 2 classes Hadamard response */
#define DPCVX_LOCAL_RANDOMIZER_ONE_BIT 867   /* the value is rounded to an end of its range at random */
#define DPCVX_LOCAL_RANDOMIZER_WINDOW 868    /* outputs near the value are more likely: the piecewise mechanism */
#define DPCVX_LOCAL_RANDOMIZER_CODEBOOK 869  /* PrivUnit among the vectors of a public codebook */

/* Creates a protocol for the shares of categories.
 * AUTOMATIC takes randomized response up to about 3 e^epsilon + 2 categories, and hashing beyond.
 * Hashing has about the variance of optimised unary encoding, and a report of 20 bytes for any number of categories.
 * Memory of an aggregator: 8 bytes an output (DPCVX_LOCAL_FIGURE_OUTPUTS), at most 2^22 of them.
 * Requires: 2 <= categories <= 2^20; 0.001 <= epsilon <= 30.
 * Sources: Warner 1965; Wang, Blocki, Li and Jha 2017; Acharya, Sun and Zhang 2019.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_protocol_create_frequencies(int64_t categories, double epsilon,
                                                               const dpcvx_options *options, dpcvx_local_protocol **out,
                                                               dpcvx_error *err);

/* Creates a protocol for the mean of a number. The value is clipped to [low, high] before a report is drawn.
 * AUTOMATIC takes one bit at a small epsilon, and a window from about 1.3 on.
 * Laplace noise is never better. It would need a scale of (high - low) / epsilon.
 * A scale of (high - low) / (2 epsilon) would be 2 epsilon-private only: two values differ by the whole range.
 * Requires: finite low < high; 0.001 <= epsilon <= 30.
 * Sources: Duchi, Jordan and Wainwright 2018; Wang and others 2019.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_protocol_create_mean(double low, double high, double epsilon,
                                                        const dpcvx_options *options, dpcvx_local_protocol **out,
                                                        dpcvx_error *err);

/* Creates a protocol for the mean of a vector. A vector of a greater l2 norm is scaled to the radius.
 * Its mean square error is of the order d radius^2 / min(epsilon, epsilon^2) for d entries, which is optimal.
 * Time of a report: about 64 to 1024 random vectors are drawn.
 * Requires: 2 <= dimension <= 2^16; 0 < radius; 0.001 <= epsilon <= 30.
 * Sources: Bhowmick and others 2018; Asi, Feldman and Talwar 2022.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_protocol_create_vector_mean(int64_t dimension, double radius, double epsilon,
                                                               dpcvx_local_protocol **out, dpcvx_error *err);

/* Frees a protocol. Since 0.1. */
DPCVX_API void dpcvx_local_protocol_destroy(dpcvx_local_protocol *protocol);

/* Writes a protocol as bytes, for devices to load. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_protocol_save(const dpcvx_local_protocol *protocol, void *out, size_t capacity,
                                                 size_t *length, dpcvx_error *err);

/* Creates a protocol from bytes that dpcvx_local_protocol_save wrote.
 * The probabilities are computed anew from epsilon. So a report is as private as the loaded epsilon says.
 * A device should look at it (DPCVX_LOCAL_FIGURE_EPSILON) before it reports.
 * Errors: DPCVX_ERR_ARGUMENT for bytes that are no protocol.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_protocol_load(const void *bytes, size_t length, dpcvx_local_protocol **out,
                                                 dpcvx_error *err);

/* Reads a figure (DPCVX_LOCAL_FIGURE_*): counts and enumerations by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_protocol_get_f64(const dpcvx_local_protocol *protocol, int32_t figure, double *value,
                                                    dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_local_protocol_get_i64(const dpcvx_local_protocol *protocol, int32_t figure,
                                                    int64_t *value, dpcvx_error *err);

/* Figures. All are public. */
#define DPCVX_LOCAL_FIGURE_KIND 842                    /* i64: DPCVX_LOCAL_KIND_* */
#define DPCVX_LOCAL_FIGURE_RANDOMIZER 843              /* i64: DPCVX_LOCAL_RANDOMIZER_*, never AUTOMATIC */
#define DPCVX_LOCAL_FIGURE_EPSILON 844                 /* f64: of each report */
#define DPCVX_LOCAL_FIGURE_COUNT 845                   /* i64: of estimates: categories, 1, or the dimension */
#define DPCVX_LOCAL_FIGURE_OUTPUTS 846                 /* i64: what a report may say, beside a codebook's seed */
#define DPCVX_LOCAL_FIGURE_FAVOURED 847                /* i64: outputs that a value makes more likely */
#define DPCVX_LOCAL_FIGURE_REPLACEMENT_PROBABILITY 848 /* f64: that a report is uniform among all outputs */
#define DPCVX_LOCAL_FIGURE_VARIANCE 849                /* f64: greatest variance of an estimate, times the reports */
#define DPCVX_LOCAL_FIGURE_REPORT_BYTES 850            /* i64: of one report */

/* Writes what the protocol does and promises as human-readable text. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_protocol_to_text(const dpcvx_local_protocol *protocol, char *out, size_t capacity,
                                                    size_t *length, dpcvx_error *err);

/* Computes how wrong an estimate from so many reports may be. It needs no report, so it serves to plan.
 * With probability at least `level` the error is at most *bound, for any values:
 * of one share, of the mean, or of the vector in the l2 norm. Around an estimate it is a confidence region.
 * Requires: 1 <= reports <= 2^32; 0.5 <= level <= 1 - 1e-9.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_protocol_expected_error(const dpcvx_local_protocol *protocol, int64_t reports,
                                                           double level, double *bound, dpcvx_error *err);

/* Computes the epsilon that holds against who sees shuffled reports only: each user's one report, in random order.
 * It is (epsilon, delta) for one user's value among `users` that reported, and never above the epsilon of a report.
 * `users` counts reports that dpcvx_local_protocol_shuffle shuffled together, and that an aggregator accepts.
 * If fewer came than planned, epsilon is that of those that came.
 * So release nothing until as many have come as the epsilon counts; each report keeps its own epsilon in any case.
 * dpcvx_calibrate_shuffled computes the epsilon of a report that a central target allows.
 * Requires: 1 <= users <= 2^48; 0 < delta < 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_protocol_central_epsilon(const dpcvx_local_protocol *protocol, int64_t users,
                                                            double delta, double *epsilon, dpcvx_error *err);

/* ---- Devices ---------------------------------------------------------------------------------------------------- */

/* Makes a report of a category, a number or a vector, as bytes that a device sends.
 * Each report is DPCVX_LOCAL_FIGURE_EPSILON-locally private, for every value.
 * `budget` is the device's own, or NULL. It is charged once, before the value is looked at. See "REPORTS ADD UP" above.
 * A category that there is not counts as 0. NaN counts as the middle of the range, and as 0 in a vector.
 * Values beyond the range are clipped, so that nothing shows what a value was.
 * No value is refused: a report that does not come would tell of it. Devices decide what a missing value counts as.
 * out == NULL with capacity == 0 asks for the length: nothing is drawn and nothing is charged.
 * Requires: the protocol is of the kind. `dimension` is that of the protocol. The budget has replace-one adjacency:
 * a report shows that its unit takes part.
 * Errors: DPCVX_ERR_BUDGET for a charge that does not fit. DPCVX_ERR_CAPACITY before anything is charged.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_report_category(const dpcvx_local_protocol *protocol, dpcvx_budget *budget,
                                                   dpcvx_rng *rng, int64_t category, void *out, size_t capacity,
                                                   size_t *length, dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_local_report_value(const dpcvx_local_protocol *protocol, dpcvx_budget *budget,
                                                dpcvx_rng *rng, double value, void *out, size_t capacity,
                                                size_t *length, dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_local_report_vector(const dpcvx_local_protocol *protocol, dpcvx_budget *budget,
                                                 dpcvx_rng *rng, const double *vector, int64_t dimension, void *out,
                                                 size_t capacity, size_t *length, dpcvx_error *err);

/* ---- The shuffler ----------------------------------------------------------------------------------------------- */

/* Writes reports that lie one behind the other in a random order: each order is equally likely.
 * Who sees them in this order alone has the privacy of dpcvx_local_protocol_central_epsilon.
 * A shuffler is trusted to forget the order in which reports came, and whom they came from.
 * Bytes that are no report are moved along. They hide nobody: count what the aggregator accepts.
 * rng: from the operating system's entropy. With a known seed the order can be undone.
 * out == NULL with capacity == 0 asks for the length: nothing is drawn. `out` and `reports` do not overlap.
 * Requires: `size` is a multiple of DPCVX_LOCAL_FIGURE_REPORT_BYTES.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_protocol_shuffle(const dpcvx_local_protocol *protocol, dpcvx_rng *rng,
                                                    const void *reports, size_t size, void *out, size_t capacity,
                                                    size_t *length, dpcvx_error *err);

/* ---- The server ------------------------------------------------------------------------------------------------- */

/* Holds counts of reports of one protocol. It keeps no report by itself.
 * All of it are integers. So the order of reports and of merges changes nothing. */
typedef struct dpcvx_local_aggregator dpcvx_local_aggregator;

/* Creates an aggregator without reports. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_aggregator_create(const dpcvx_local_protocol *protocol, dpcvx_local_aggregator **out,
                                                     dpcvx_error *err);

/* Frees an aggregator. Since 0.1. */
DPCVX_API void dpcvx_local_aggregator_destroy(dpcvx_local_aggregator *aggregator);

/* Adds one report. Bytes that are no report of the protocol are refused, and not counted.
 * Errors: DPCVX_ERR_ARGUMENT for such bytes; the message says what is wrong. DPCVX_ERR_STATE beyond 2^32 reports.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_aggregator_add(dpcvx_local_aggregator *aggregator, const void *bytes, size_t length,
                                                  dpcvx_error *err);

/* Adds many reports that lie one behind the other. Those that are no report of the protocol are counted as refused.
 * Requires: `length` is a multiple of DPCVX_LOCAL_FIGURE_REPORT_BYTES.
 * Errors: DPCVX_ERR_STATE if there would be more than 2^32 reports. Nothing is added then.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_aggregator_add_each(dpcvx_local_aggregator *aggregator, const void *bytes,
                                                       size_t length, dpcvx_error *err);

/* Adds the counts of another aggregator of the same protocol, and leaves that as it is.
 * Errors: DPCVX_ERR_ARGUMENT for another protocol, or for the aggregator itself. DPCVX_ERR_STATE beyond 2^32 reports.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_aggregator_merge(dpcvx_local_aggregator *aggregator,
                                                    const dpcvx_local_aggregator *other, dpcvx_error *err);

/* Writes an aggregator as bytes, its protocol among them. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_aggregator_save(const dpcvx_local_aggregator *aggregator, void *out, size_t capacity,
                                                   size_t *length, dpcvx_error *err);

/* Creates an aggregator from bytes that dpcvx_local_aggregator_save wrote.
 * Errors: DPCVX_ERR_ARGUMENT for bytes that are no aggregator, or whose counts do not agree.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_aggregator_load(const void *bytes, size_t length, dpcvx_local_aggregator **out,
                                                   dpcvx_error *err);

/* Reads how many reports were added, and how many dpcvx_local_aggregator_add_each refused. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_aggregator_counts(const dpcvx_local_aggregator *aggregator, int64_t *reports,
                                                     int64_t *refused, dpcvx_error *err);

/* Computes estimates, DPCVX_LOCAL_FIGURE_COUNT of them: shares of categories, the mean, or the entries of the mean.
 * values are unbiased. So a share may be below 0 or above 1; its interval is within [0, 1].
 * standard_errors are estimates of their standard deviations. None is below the noise of the randomizer itself.
 * From few reports they say little of how values differ. Intervals hold for any number of reports.
 * [low[j], high[j]] holds the truth with probability at least `level`, for each j by itself.
 * The truth is that of the values of those who reported, clipped. If they are independent draws of one law, the same
 * interval holds that law's share or mean with this probability.
 * Requires: a report was added. 0.5 <= level <= 1 - 1e-9.
 * Errors: DPCVX_ERR_STATE without a report.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_aggregator_estimate(const dpcvx_local_aggregator *aggregator, double level,
                                                       double *values, double *standard_errors, double *low,
                                                       double *high, int64_t count, dpcvx_error *err);

/* ---- Options ---------------------------------------------------------------------------------------------------- */

/* Creates options of a protocol. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_local_options_create(dpcvx_options **out, dpcvx_error *err);

/* Keys.
 * RANDOMIZER is RESPONSE or HASHING for frequencies, ONE_BIT or WINDOW for a mean, and AUTOMATIC for both. */
#define DPCVX_LOCAL_OPTION_RANDOMIZER 841 /* i64: DPCVX_LOCAL_RANDOMIZER_*; default AUTOMATIC */

DPCVX_END_DECLS

#endif
