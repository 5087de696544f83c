/* dpcvx/evaluation.h: private scores of a fit on held-out data.
 *
 * A score computed from a table is as private as the table. An evaluation releases it with noise, for a price.
 * It says how wide the noise makes the score: an interval comes with it.
 * Formulas and proofs: README.md and PROOFS.md in src/solve/evaluation.
 *
 * Example: fit on four fifths of a table, and release the accuracy on the last fifth.
 *
 *     static double x[4000], y[4000]; // your table: rows, and labels -1 or 1
 *     const double low = 0, high = 1;
 *     dpcvx_error err; dpcvx_dataset *all, *train, *test; dpcvx_fit *fit; dpcvx_rng *rng; // destroy each in the end
 *     dpcvx_budget *budget; dpcvx_curve *price; dpcvx_evaluation *score; double accuracy;
 *     for (int i = 0; i < 4000; ++i) x[i] = i % 100 / 100.0, y[i] = x[i] > 0.5 ? 1 : -1;
 *     if (dpcvx_dataset_create_dense(x, 4000, 1, 1, 1, y, &all, &err) ||
 *         dpcvx_dataset_create_split(all, DPCVX_ADJACENCY_REPLACE_ONE, "any 16 bytes do.", 16, 0, 0.2, &train, &test,
 *                                    &err) ||
 *         dpcvx_fit_table(train, DPCVX_LOSS_LOGISTIC, &low, &high, 1, 1.0, 1e-6, NULL, NULL, &fit, &err) ||
 *         dpcvx_budget_create(1.0, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err) ||
 *         dpcvx_budget_price(budget, 1.0, &price, &err) || dpcvx_rng_create(&rng, &err) ||
 *         dpcvx_evaluation_create(budget, rng, price, fit, test, DPCVX_SCORE_AUTOMATIC, NULL, &score, &err) ||
 *         dpcvx_evaluation_get_f64(score, DPCVX_EVALUATION_FIGURE_VALUE, &accuracy, &err))
 *       return fprintf(stderr, "%s\n", err.message), 1;
 *     printf("accuracy above 0.8: %s\n", accuracy > 0.8 ? "yes" : "no"); // prints accuracy above 0.8: yes
 *
 * What it costs together with the fit
 *  - Each charges its own budget, or both charge one. A unit of a split is in one part only.
 *  - So with a budget for each part, of (epsilon, delta) each, both together are (epsilon, delta)-DP.
 *    That holds for the parts of dpcvx_dataset_create_split, if nothing else was released from the whole table.
 *  - On the data that the model was fitted to, charges add up, and the score flatters the model.
 *
 * For every function
 *  - Evaluations never change. Threads: several threads may share them.
 */
#ifndef DPCVX_EVALUATION_H
#define DPCVX_EVALUATION_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>
#include <dpcvx/solve.h>

DPCVX_BEGIN_DECLS

/* Scores. A unit counts by the mean over its records, so that all units count alike.
 * Null records, of weight 0, are left out, and units that have no others. Other weights are not used.
 * Of a table with weights the number of units that count is private under replace-one too, and is released with noise.
 *
 *   ACCURACY        share of records whose label is predicted; logistic, hinge and multinomial losses
 *   LOG_LOSS        mean of min(-log p, L), p the probability of the label; logistic and multinomial losses
 *   R2              1 - sum e / (sum t - (sum m)^2 / n); regressions
 *   ABSOLUTE_LOSS   mean of min(|y - z|, L); regressions
 *   PINBALL_LOSS    mean of min(loss, L), at the quantile of the fit; the pinball loss
 *
 * Here z is the prediction, and y the label, clipped to a public range [c - B, c + B]. Options set it, and L.
 * In R2, e, t and m are a unit's means of min((y - z)^2 / B^2, 1), ((y - c) / B)^2 and (y - c) / B, and n units count.
 */
#define DPCVX_SCORE_AUTOMATIC 731 /* ACCURACY of a classification, the loss of ABSOLUTE and PINBALL fits, else R2 */
#define DPCVX_SCORE_ACCURACY 732
#define DPCVX_SCORE_LOG_LOSS 733
#define DPCVX_SCORE_R2 734
#define DPCVX_SCORE_ABSOLUTE_LOSS 735
#define DPCVX_SCORE_PINBALL_LOSS 736

/* Holds a score that was released, with its interval and its guarantee. */
typedef struct dpcvx_evaluation dpcvx_evaluation;

/* Releases a score (DPCVX_SCORE_*) of `fit` on a dataset. It charges the budget, then reads the rows.
 * With n units, mu-GDP noise of a mean has a standard deviation of at most 1 / (mu n), in shares of its range. Under
 * replace-one it is up to 1.42 times that for a table with weights, whose number of units that count is released too.
 * Intervals are wider by the same with Gaussian noise. With Laplace noise that is 1.38 at level 0.95, and 1.66 at 0.5.
 * The fit must be public: released before.
 * The options are DPCVX_EVALUATION_OPTION_* at the end of this header. NULL means all defaults.
 * Labels are checked before the charge. A message about a wrong label names its row, and is as private as the data.
 * Time depends on the numbers of rows and columns.
 * Requires: the units of the dataset are those of the budget. A part of a split suits the budget's adjacency.
 * Requires: the columns of the dataset are those of training. It is raw, or scaled by the same ranges.
 * Prices: any (dpcvx/mechanism.h). GDP, zCDP and RDP prices take Gaussian noise, pure ones Laplace noise.
 * Errors: DPCVX_ERR_UNSUPPORTED for a score that the fit has not. DPCVX_ERR_BUDGET for a charge that does not fit.
 * Errors: DPCVX_ERR_ARGUMENT if a regression has no range of its labels: give LABEL_LOW and LABEL_HIGH.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_evaluation_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                               const dpcvx_fit *fit, const dpcvx_dataset *dataset, int32_t score,
                                               const dpcvx_options *options, dpcvx_evaluation **out, dpcvx_error *err);

/* Computes the interval that an evaluation gives if its noise is 0. Nothing is charged, and no data are read.
 * It tells beforehand how many units a score needs at a price. Noise moves and widens the interval of an evaluation.
 * `units` and `value` are guesses: of the number of units, and of the score. The option WEIGHTED says whether the table
 * will have weights. For R2 alone `label_stddev` guesses that of the labels. 0 stands for 0.3 times the constant
 * label_scale of the fit's record, or else a quarter of their range.
 * price, fit, score and options are as in dpcvx_evaluation_create. `adjacency` is that of the budget.
 * Requires: 1 <= units <= 2^40. `value` is one that the score may have, and not below -10^6.
 * Requires: label_stddev is at most half the width of the range of the labels.
 * Result: *low and *high as the figures LOW and HIGH. An infinite *low means that the noise would hide the score.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_evaluation_expected_interval(const dpcvx_curve *price, int32_t adjacency,
                                                          const dpcvx_fit *fit, int32_t score, int64_t units,
                                                          double value, double label_stddev,
                                                          const dpcvx_options *options, double *low, double *high,
                                                          dpcvx_error *err);

/* Frees an evaluation. Since 0.1. */
DPCVX_API void dpcvx_evaluation_destroy(dpcvx_evaluation *evaluation);

/* Reads a figure (DPCVX_EVALUATION_FIGURE_*): enumerations by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Errors: DPCVX_ERR_UNSUPPORTED for a figure that the score lacks, and for VALUE where the noise hides it.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_evaluation_get_f64(const dpcvx_evaluation *evaluation, int32_t figure, double *value,
                                                dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_evaluation_get_i64(const dpcvx_evaluation *evaluation, int32_t figure, int64_t *value,
                                                dpcvx_error *err);

/* Figures. All were released or are public.
 * The interval [LOW, HIGH] holds the score of these very units with probability at least INTERVAL_LEVEL.
 * That is the score of means rounded to multiples of 2^-20 of their range.
 * The noise alone is counted. Other units of the population would have another score.
 * Where several fits were scored and the best was kept, the interval of the best does not hold. */
#define DPCVX_EVALUATION_FIGURE_VALUE 711          /* f64: the score */
#define DPCVX_EVALUATION_FIGURE_LOW 712            /* f64: low end of the interval; -infinity: R2 may be anything */
#define DPCVX_EVALUATION_FIGURE_HIGH 713           /* f64: high end of the interval */
#define DPCVX_EVALUATION_FIGURE_INTERVAL_LEVEL 714 /* f64: the option */
#define DPCVX_EVALUATION_FIGURE_UNITS 715          /* f64: units that count; an estimate but where all are known to */
#define DPCVX_EVALUATION_FIGURE_SCORE 716          /* i64: DPCVX_SCORE_*, never AUTOMATIC */
#define DPCVX_EVALUATION_FIGURE_NOISE 717          /* i64: DPCVX_EVALUATION_NOISE_GAUSSIAN or _LAPLACE */
#define DPCVX_EVALUATION_FIGURE_NOISE_SCALE 718    /* f64: of the noise in a sum over units: sigma, or Laplace's */
#define DPCVX_EVALUATION_FIGURE_LOSS_CLIP 719      /* f64: L, of a loss */
#define DPCVX_EVALUATION_FIGURE_LABEL_LOW 720      /* f64: c - B, of a regression */
#define DPCVX_EVALUATION_FIGURE_LABEL_HIGH 721     /* f64: c + B, of a regression */

/* Copies the guarantee. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_evaluation_guarantee(const dpcvx_evaluation *evaluation, dpcvx_guarantee **out,
                                                  dpcvx_error *err);

/* Writes the evaluation as human-readable text: score, interval, units and clips. The guarantee follows.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_evaluation_to_text(const dpcvx_evaluation *evaluation, char *out, size_t capacity,
                                                size_t *length, dpcvx_error *err);

/* Writes the evaluation as a JSON object: library_version, score, figures and guarantee. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_evaluation_to_json(const dpcvx_evaluation *evaluation, char *out, size_t capacity,
                                                size_t *length, dpcvx_error *err);

/* ---- Options ---------------------------------------------------------------------------------------------------- */

/* Creates options of an evaluation. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_evaluation_options_create(dpcvx_options **out, dpcvx_error *err);

/* Keys. All are public parameters, fixed before the data are read. An option that the score has not is refused.
 * LABEL_LOW and LABEL_HIGH are the public range c - B to c + B that labels are clipped to. Give both.
 * The noise of R2 grows with (LABEL_HIGH - LABEL_LOW)^2 over the variance of the labels. That of losses grows with the
 * width. So a range that holds most labels and no more serves best: one that is narrower than the fit's often pays.
 * The default LOSS_CLIP of LOG_LOSS is log(classes) + 3, with 2 classes of a logistic loss.
 * That of ABSOLUTE_LOSS is B. That of PINBALL_LOSS at the quantile q is max(q, 1 - q) B.
 * WEIGHTED is for dpcvx_evaluation_expected_interval alone: whether the table that will be scored has weights. */
#define DPCVX_EVALUATION_OPTION_NOISE 701          /* i64: DPCVX_EVALUATION_NOISE_*; default AUTOMATIC */
#define DPCVX_EVALUATION_OPTION_INTERVAL_LEVEL 702 /* f64 in [0.5, 1 - 1e-9]: of each interval; default 0.95 */
#define DPCVX_EVALUATION_OPTION_LOSS_CLIP 703      /* f64, 0 or in [1e-100, 1e30]: L; 0 (default): chosen */
#define DPCVX_EVALUATION_OPTION_LABEL_LOW 704      /* f64 in [-1e30, 1e30]: low end; equal ends (default): the fit's */
#define DPCVX_EVALUATION_OPTION_LABEL_HIGH 705     /* f64 in [-1e30, 1e30]: high end; default 0 */
#define DPCVX_EVALUATION_OPTION_WEIGHTED 706 /* i64: 1 for an expected interval of a table with weights; default 0 */

/* Noise. */
#define DPCVX_EVALUATION_NOISE_AUTOMATIC 741 /* the one with the lesser standard deviation at the price */
#define DPCVX_EVALUATION_NOISE_GAUSSIAN 742
#define DPCVX_EVALUATION_NOISE_LAPLACE 743

DPCVX_END_DECLS

#endif
