/* dpcvx/solve.h: private fits of models to data, step by step.
 *
 * A plan chooses a method and its settings from public numbers. It predicts noise and risk, and states the charge.
 * A fit charges the budget, then runs the plan on the data. It holds coefficients and a guarantee.
 * dpcvx/simple.h does all of it in one call.
 * Formulas, sources and advice stand in one README a method: src/solve/<room>/README.md.
 * They are installed to share/doc/dpcvx. src/README.md is their index.
 *
 * Example: a private logistic regression with epsilon = 4 and delta = 1e-6.
 *
 *     static double x[1000], y[1000], w[2]; // your table: rows, and labels -1 or 1
 *     dpcvx_error err; dpcvx_dataset *data; dpcvx_objective *objective; dpcvx_budget *budget;
 *     dpcvx_curve *price; dpcvx_rng *rng; dpcvx_plan *plan; dpcvx_fit *fit; // destroy each in the end
 *     for (int i = 0; i < 1000; ++i) x[i] = i % 20 / 10.0 - 1, y[i] = x[i] > 0 ? 1 : -1;
 *     if (dpcvx_dataset_create_dense(x, 1000, 1, 1, 1, y, &data, &err) ||
 *         dpcvx_objective_create(data, DPCVX_LOSS_LOGISTIC, NULL, NULL, &objective, &err) ||
 *         dpcvx_budget_create(4, 1e-6, DPCVX_ADJACENCY_REPLACE_ONE, DPCVX_UNIT_RECORD, NULL, &budget, &err) ||
 *         dpcvx_budget_price(budget, 1.0, &price, &err) || // all of the budget
 *         dpcvx_rng_create(&rng, &err) ||
 *         dpcvx_plan_create(budget, price, objective, DPCVX_METHOD_AUTOMATIC, NULL, &plan, &err) ||
 *         dpcvx_fit_create(budget, rng, plan, NULL, &fit, &err) ||
 *         dpcvx_fit_coefficients(fit, w, 2, &err))
 *       return fprintf(stderr, "%s\n", err.message), 1;
 *     printf("the slope is %s\n", w[0] > 0 ? "positive" : "negative"); // prints the slope is positive
 *
 * For every function
 *  - Plans and fits never change. Threads: several threads may share them.
 *  - Of these functions dpcvx_fit_create alone reads the training data, after the charge.
 */
#ifndef DPCVX_SOLVE_H
#define DPCVX_SOLVE_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>
#include <dpcvx/model.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* Methods. Each block names the room whose README explains it. */
#define DPCVX_METHOD_AUTOMATIC 421 /* the first of dpcvx_plan_ranking */
/* src/solve/noisy_gradient */
#define DPCVX_METHOD_NOISY_GRADIENT_DESCENT 422 /* full-batch gradients, each with Gaussian noise */
#define DPCVX_METHOD_NOISY_SGD 423              /* gradients of random batches, each with Gaussian noise */
#define DPCVX_METHOD_DP_SGD_GRADIENT 427        /* gradients of single units, each with Gaussian noise */
/* src/solve/sgd_output */
#define DPCVX_METHOD_DP_SGD_OUTPUT 426 /* the average iterate of SGD, plus Gaussian noise */
/* src/solve/perturbation */
#define DPCVX_METHOD_OUTPUT_PERTURBATION 424    /* the minimiser of a strongly convex objective, plus noise */
#define DPCVX_METHOD_OBJECTIVE_PERTURBATION 425 /* the minimiser with a random linear term in the objective */
/* src/solve/exponential */
#define DPCVX_METHOD_EXPONENTIAL_MECHANISM 430 /* a draw from the density exp(-k (F + nu r)), r a regularizer */
/* src/solve/stable */
#define DPCVX_METHOD_STABLE_OUTPUT 433       /* the minimiser of stable data, plus noise; nothing if not stable */
#define DPCVX_METHOD_PHASED_ERM 434          /* stable outputs in phases, all data in each */
#define DPCVX_METHOD_PHASED_SCO 435          /* stable outputs in phases, each from units of its own */
#define DPCVX_METHOD_STRONGLY_CONVEX_ERM 436 /* a stable output, then phases near it; needs l2 > 0 */
#define DPCVX_METHOD_STRONGLY_CONVEX_SCO 437 /* the same on units of their own */
/* src/solve/last_iterate */
#define DPCVX_METHOD_LAST_ITERATE 469 /* noisy gradient descent that releases its last iterate alone, no average */
/* src/solve/sufficient_statistics */
#define DPCVX_METHOD_SUFFICIENT_STATISTICS 448 /* squared loss: noisy second moments of rows and labels, then ridge */

/* ---- Plans ------------------------------------------------------------------------------------------------------ */

/* Holds how a fit will be made. It keeps the objective alive. */
typedef struct dpcvx_plan dpcvx_plan;

/* Creates the plan of a fit of `objective` for `price` by a method (DPCVX_METHOD_*).
 * It reads adjacency, unit and filter off the budget. It charges nothing and reads no data.
 * DPCVX_METHOD_AUTOMATIC compares all methods and takes the first of their ranking.
 * It leaves methods that it may not select for when their figures, the ranking, text or JSON are asked for.
 * A method by its name is planned alone, in a fraction of that time. Such a plan has no figures of other methods.
 * The options are DPCVX_PLAN_OPTION_* at the end of this header. NULL means all defaults.
 * Requires: the budget's unit is the objective's: users if its dataset has ids, else records.
 * Requires: under add/remove the objective has DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS.
 * Errors: DPCVX_ERR_UNSUPPORTED for a wrong unit, a missing number of units, or a method that does not apply.
 * The message says why and what would help.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_create(const dpcvx_budget *budget, const dpcvx_curve *price,
                                         const dpcvx_objective *objective, int32_t method, const dpcvx_options *options,
                                         dpcvx_plan **out, dpcvx_error *err);

/* Frees a plan. Fits made by it live on. Since 0.1. */
DPCVX_API void dpcvx_plan_destroy(dpcvx_plan *plan);

/* Creates options of a plan. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_options_create(dpcvx_options **out, dpcvx_error *err);

/* Writes the plan as human-readable text: settings, noise, risks, and how the methods rank. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_to_text(const dpcvx_plan *plan, char *out, size_t capacity, size_t *length,
                                          dpcvx_error *err);

/* Writes the plan as a JSON object. Its members:
 *  - library_version, method, adjacency, unit, objective (dimension, units, domain in words)
 *  - order, noise_calibration and schedule, of methods that have them
 *  - unused_options: the options given that the method does not use
 *  - figures, named as the constants DPCVX_PLAN_FIGURE_* in lower case; curve, ranking (names)
 *  - methods that were planned, each with applies, predicted_risk, typical_risk, reason, and where there are such
 *    expected_seconds and opened_by (the setting that opens it)
 *
 * Its texts name options and calls of C in all languages, so that one program reads the plans of all.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_to_json(const dpcvx_plan *plan, char *out, size_t capacity, size_t *length,
                                          dpcvx_error *err);

/* Reads a figure of a method's plan (DPCVX_PLAN_FIGURE_* at the end of this header): real ones by _f64.
 * Counts, flags and enumerations are read by _i64. DPCVX_METHOD_AUTOMATIC stands for the method that was chosen.
 * Methods that sample and were not chosen are compared with noise above the least: by some percent, or by what Renyi
 * orders lose where they are far behind.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Errors: DPCVX_ERR_UNSUPPORTED for a figure that the method lacks.
 * Errors: DPCVX_ERR_UNSUPPORTED for a method that does not apply. The exception is DPCVX_PLAN_FIGURE_APPLIES.
 * Errors: DPCVX_ERR_UNSUPPORTED for a method other than the one by whose name the plan was made.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_get_f64(const dpcvx_plan *plan, int32_t method, int32_t figure, double *value,
                                          dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_plan_get_i64(const dpcvx_plan *plan, int32_t method, int32_t figure, int64_t *value,
                                          dpcvx_error *err);

/* Writes why a method does not apply, and what would help. It is "it applies" for a method that does.
 * Errors: DPCVX_ERR_UNSUPPORTED for a method other than the one by whose name the plan was made.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_reason(const dpcvx_plan *plan, int32_t method, char *out, size_t capacity,
                                         size_t *length, dpcvx_error *err);

/* Lists the methods that apply, best first: *count is their number, and methods[] receives the first `capacity`.
 * The plan of a method by its name lists that one alone.
 * The order is by DPCVX_PLAN_FIGURE_TYPICAL_RISK, with six exceptions.
 *  - Where it ties to within 1 %, and fits take 0.05 s or more, DPCVX_PLAN_FIGURE_EXPECTED_SECONDS decides.
 *  - Where the best takes a second or more, a method of half that time or less comes first if it costs little.
 *    That is at most 0.0005 times TRIVIAL_RISK more, of regressions a tenth of that.
 *  - Methods that the budget could not be charged for when the plan was made come after those that it could.
 *  - Of either, methods that do not use an option of steps, batches or clips that was given come after those that do.
 *  - Methods that may return nothing come after these, unless DPCVX_PLAN_OPTION_ALLOW_NO_RESULT is 1.
 *  - The exponential mechanism for losses with corners comes last: no public number bounds its time. Corners that are
 *    rounded narrowly count as corners: where some data could take more than 1,000 tries a round.
 *
 * DPCVX_METHOD_AUTOMATIC selects the first, and none of the last two kinds.
 * Requires: capacity >= 0. `methods` may be NULL if it is 0.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_ranking(const dpcvx_plan *plan, int32_t *methods, int64_t capacity, int64_t *count,
                                          dpcvx_error *err);

/* Creates the curve that a fit comes to.
 * The main budget is charged the lesser of it and the price.
 * The basic filter and a basic sub-budget are charged the one of the two that states an (epsilon, delta).
 * dpcvx_budget_can_charge says whether that one fits.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_curve(const dpcvx_plan *plan, dpcvx_curve **out, dpcvx_error *err);

/* ---- Fits ------------------------------------------------------------------------------------------------------- */

/* Holds a private model: its coefficients, how rows are prepared for them, and the guarantee they came with. */
typedef struct dpcvx_fit dpcvx_fit;

/* Runs a plan. It charges the budget once, then reads the data. After the charge nothing fails.
 * `monitor` may be NULL.
 * A fit that is cancelled after the charge keeps it, and holds what was reached.
 * DPCVX_FIT_FIGURE_OUTCOME says how the fit ended.
 * Time depends on the numbers of rows and columns.
 * Time depends on the data too with perturbations, stable releases and the exponential mechanism.
 * Requires: adjacency and unit of the budget are those that the plan was made for.
 * Errors: DPCVX_ERR_UNSUPPORTED for another adjacency or unit; DPCVX_ERR_BUDGET for a charge that does not fit.
 * Errors: DPCVX_ERR_CANCELLED if `monitor` was cancelled before the charge: nothing was charged.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_plan *plan,
                                        const dpcvx_monitor *monitor, dpcvx_fit **out, dpcvx_error *err);

/* Frees a fit. Since 0.1. */
DPCVX_API void dpcvx_fit_destroy(dpcvx_fit *fit);

/* Copies the coefficients, DPCVX_FIT_FIGURE_DIMENSION of them.
 * For each output they are one a column, then the intercept.
 * Errors: DPCVX_ERR_STATE if nothing was released. There are three such cases.
 *  - The fit was cancelled after the charge, and before its first step.
 *  - It was cancelled before the draw of the exponential mechanism was made.
 *  - Its outcome is DPCVX_OUTCOME_UNSTABLE, and no phase was released before.
 *
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_coefficients(const dpcvx_fit *fit, double *out, int64_t dimension, dpcvx_error *err);

/* Computes the coefficients in the original units of the table, before its columns were scaled:
 *
 *   a_j = w_j / h_j
 *   b = v w_intercept - sum over j of w_j m_j / h_j
 *
 * Here w are the coefficients of dpcvx_fit_coefficients, and v is the intercept entry of a row.
 * Column j was scaled from a range with the middle m_j and half the width h_j. Without ranges m_j = 0 and h_j = 1.
 * `out` holds, for each output, one a_j a column and then b: outputs * (columns + 1) entries.
 * A model without an intercept has a b too, since scaling moves the zero of a column.
 * To b comes what dpcvx_fit_table took off labels: the middle of their range, and their centre.
 *
 * The decision value of a raw row x is <a, x> + b if two conditions hold.
 *  - Each entry lies inside the range of its column. A value outside counts as the nearer end.
 *  - The scaled row, with its intercept entry, is within the row bound. A longer row is scaled down to the bound.
 *
 * A decision of a row that was scaled down keeps its sign, and its size shrinks by the same factor.
 * Tables of floats are scaled in floats: there the two sides agree to about 1e-7.
 * Errors: DPCVX_ERR_UNSUPPORTED for a fit of a caller's function of units.
 * Errors: DPCVX_ERR_NUMERIC if an entry is not finite: a range is too narrow, or too far from 0.
 * Errors: DPCVX_ERR_STATE as dpcvx_fit_coefficients.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_original_coefficients(const dpcvx_fit *fit, double *out, int64_t count,
                                                       dpcvx_error *err);

/* Computes the standard deviation of the noise in each coefficient, `dimension` entries.
 * It says how far privacy alone moves them from the minimiser of the objective, with the quadratic that was added.
 * It says nothing of how they vary with another sample.
 * It is known exactly where the noise was added last, on all of R^d. That is so of output perturbation,
 * DP-SGD-Output, and stable output whose threshold was not estimated privately.
 * Errors: DPCVX_ERR_UNSUPPORTED otherwise: noise that went through further steps has no known law.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_standard_errors(const dpcvx_fit *fit, double *out, int64_t dimension,
                                                 dpcvx_error *err);

/* Computes the standard deviation of the noise in each of dpcvx_fit_original_coefficients, in the same order.
 *
 *   of column j:      s / h_j
 *   of the constant:  s sqrt(v^2 + sum over j of (m_j / h_j)^2)
 *
 * s is dpcvx_fit_standard_errors, m_j and h_j the middle and the half width of the range, v the intercept's entry or 0.
 * The noise of coefficients is uncorrelated. A released centre or range counts as given.
 * Errors: those of dpcvx_fit_standard_errors and dpcvx_fit_original_coefficients.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_original_standard_errors(const dpcvx_fit *fit, double *out, int64_t count,
                                                          dpcvx_error *err);

/* Computes the decision values of the rows of a dataset with the same columns:
 *
 *   out[i * outputs + k] = z_ik = <a_i, w_k>,   count = rows * outputs
 *
 * A fit by dpcvx_fit_table has the middle of the label range added, and the centre of labels.
 * Labels are not used. The three predictions below prepare rows as in training.
 *  - A raw table is scaled by the ranges of the training table (dpcvx_dataset_create_scaled).
 *  - A table that was scaled by the same ranges is taken as it is. One scaled by others is refused.
 *  - Rows are clipped, and get the intercept's entry.
 *
 * About training rows a prediction says no more than the fit does: it is post-processing, and costs nothing.
 * About other rows it is as private as those rows are.
 * Errors: DPCVX_ERR_UNSUPPORTED for a fit of a caller's function of units.
 * Threads: several threads may call it.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_decision_values(const dpcvx_fit *fit, const dpcvx_dataset *dataset, double *out,
                                                 int64_t count, dpcvx_error *err);

/* Computes the probabilities of the labels, row after row: count = 2 * rows, or classes * rows.
 *
 *   logistic:     1 / (1 + exp(z)) of -1, then 1 / (1 + exp(-z)) of 1
 *   multinomial:  exp(z_k) / sum over j of exp(z_j)
 *
 * Noise and clipping bend them: they are not calibrated.
 * Errors: DPCVX_ERR_UNSUPPORTED for other losses.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_probabilities(const dpcvx_fit *fit, const dpcvx_dataset *dataset, double *out,
                                               int64_t count, dpcvx_error *err);

/* Predicts one label a row.
 *  - Logistic and hinge losses: 1 for z > 0, else -1.
 *  - Multinomial loss: the class of the greatest decision value.
 *  - Poisson loss: the rate exp(min(z, log Y)), Y the label bound; per unit of exposure where the fit had exposures.
 *  - Other regressions, and a caller's own loss: z itself.
 *
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_predict(const dpcvx_fit *fit, const dpcvx_dataset *dataset, double *out, int64_t rows,
                                         dpcvx_error *err);

/* Copies the guarantee. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_guarantee(const dpcvx_fit *fit, dpcvx_guarantee **out, dpcvx_error *err);

/* Writes the report as human-readable text: method, outcome, model, rows, domain, noise, typical risk, bound.
 * The guarantee follows as dpcvx_guarantee_to_text gives it: mechanism, theorem, unit, adjacency, privacy, charge,
 * every constant and whether it is enforced or assumed, and the random source.
 * Coefficients in the units of the table are shown for the first 10 columns and 5 classes, as x0, x1 and so on.
 * The report holds nothing else of the data.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_to_text(const dpcvx_fit *fit, char *out, size_t capacity, size_t *length,
                                         dpcvx_error *err);

/* Writes what a reader of a plan or a fit must not miss, a line each, of one kind. There may be none: *length is 0.
 * `kind` is DPCVX_NOTE_PRIVACY, DPCVX_NOTE_WORTH or DPCVX_NOTE_METHOD. The report has the same words among others.
 * Those of a plan are public, and are the same before a charge.
 * Composes no privacy losses where a closed form tells enough, so it is quick.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_notes(const dpcvx_plan *plan, int32_t kind, char *out, size_t capacity,
                                        size_t *length, dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_fit_notes(const dpcvx_fit *fit, int32_t kind, char *out, size_t capacity, size_t *length,
                                       dpcvx_error *err);
#define DPCVX_NOTE_PRIVACY 504 /* the guarantee says little: epsilon is above 10, or delta at least 1 / units */
#define DPCVX_NOTE_WORTH 505   /* noise hides most: likely no better than a constant, or ranges are mostly noise */
#define DPCVX_NOTE_METHOD 506  /* what the method does: noisy SGD with full batches is noisy gradient descent */

/* Writes the whole fit as a JSON object. It holds what was released, and nothing else of the data. Its members:
 *  - library_version, method, steps_done
 *  - outcome (done, limit of passes, cancelled, unstable)
 *  - loss, and rows (columns, row_bound, row_norm, intercept, intercept_value, ranges), of a model of rows
 *  - domain in words, where the objective has one
 *  - coefficients where there are any, and standard_error where it is known
 *  - figures, those of the plan; guarantee, as dpcvx_guarantee_to_json gives it
 *
 * Numbers read back as the same doubles.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_to_json(const dpcvx_fit *fit, char *out, size_t capacity, size_t *length,
                                         dpcvx_error *err);

/* Saves the fit as bytes, which this or a later version loads on any machine.
 * They hold all that the fit holds, a deterministic source's mark included, and a CRC-64 checksum against damage.
 * They hold what was released, and nothing else of the data.
 * out == NULL with capacity == 0 only asks for *length.
 * Errors: DPCVX_ERR_CAPACITY for a capacity below *length.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_save(const dpcvx_fit *fit, void *out, size_t capacity, size_t *length,
                                      dpcvx_error *err);

/* Loads the fit that dpcvx_fit_save wrote. It is equal in all it says. No bytes do harm.
 * The checksum is no signature: anyone who can change the bytes can make a fit say anything, of privacy too.
 * Errors: DPCVX_ERR_ARGUMENT for bytes of another format, cut off, damaged, or with a field out of its range.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_load(const void *bytes, size_t length, dpcvx_fit **out, dpcvx_error *err);

/* Reads a figure of a fit (DPCVX_FIT_FIGURE_*): counts and enumerations by _i64, real figures by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Errors: DPCVX_ERR_UNSUPPORTED for a figure that the fit's method lacks.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_get_f64(const dpcvx_fit *fit, int32_t figure, double *value, dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_fit_get_i64(const dpcvx_fit *fit, int32_t figure, int64_t *value, dpcvx_error *err);

/* Figures of a fit. All are public.
 * EPSILON is what this fit alone spent: the least epsilon for which its guarantee is proved (EPSILON, DELTA)-DP.
 * It is dpcvx_guarantee_epsilon at DELTA, rounded up, and the same for every filter of the budget.
 * It covers what dpcvx_fit_table released before the model. Reading it may take tens of milliseconds.
 * The EPSILONs of several fits do not add up to what they spend together: dpcvx_budget_get_f64 tells that. */
#define DPCVX_FIT_FIGURE_EPSILON 462        /* f64: the epsilon that this fit spent, at DELTA */
#define DPCVX_FIT_FIGURE_DELTA 463          /* f64: the limit of the budget that was charged */
#define DPCVX_FIT_FIGURE_OUTCOME 458        /* i64: DPCVX_OUTCOME_*, how the fit ended */
#define DPCVX_FIT_FIGURE_METHOD 457         /* i64: DPCVX_METHOD_* */
#define DPCVX_FIT_FIGURE_DIMENSION 451      /* i64: number of coefficients, the intercept included */
#define DPCVX_FIT_FIGURE_OUTPUTS 459        /* i64: decision values a row: 1, or the number of classes */
#define DPCVX_FIT_FIGURE_COLUMNS 460        /* i64: columns of the tables it predicts for; 0: a function of units */
#define DPCVX_FIT_FIGURE_LOSS 461           /* i64: DPCVX_LOSS_*; 0 for a caller's function of units */
#define DPCVX_FIT_FIGURE_STEPS 452          /* i64: steps done */
#define DPCVX_FIT_FIGURE_STEP_SIZE 453      /* f64: as the plan stated it */
#define DPCVX_FIT_FIGURE_MOMENTUM 454       /* f64: as the plan stated it */
#define DPCVX_FIT_FIGURE_NOISE_STDDEV 455   /* f64: as the plan stated it */
#define DPCVX_FIT_FIGURE_PREDICTED_RISK 456 /* f64: as the plan stated it */
#define DPCVX_FIT_FIGURE_TYPICAL_RISK 470   /* f64: as the plan stated it */
#define DPCVX_FIT_FIGURE_TRIVIAL_RISK 645   /* f64: as the plan stated it */
#define DPCVX_FIT_FIGURE_START_RISK 646     /* f64: as the plan stated it */
/* Functions of noisy sums, of ADAPTIVE clips. */
#define DPCVX_FIT_FIGURE_LAST_CLIPPING_RADIUS 467 /* f64: after the last step; 0: the clip was fixed */
#define DPCVX_FIT_FIGURE_UNCLIPPED_SHARE 468      /* f64: about the share of units shorter than the clip lately */
#define DPCVX_FIT_FIGURE_LABEL_LOW 499  /* f64: a regression's labels were clipped to [LABEL_LOW, LABEL_HIGH] */
#define DPCVX_FIT_FIGURE_LABEL_HIGH 500 /* f64: declared, or released with the fit */

/* ---- Options of a plan ------------------------------------------------------------------------------------------ */

/* Keys. All are public parameters, fixed before the data are read.
 * A key at its default is left to the method's rule. A given value is kept.
 * SMOOTHING rounds the corners of hinge, absolute and pinball losses.
 * SMOOTHING is a width in units of decision values, which are those of numeric labels.
 * With SMOOTHING fits by the exponential mechanism are faster: about 1 s in place of 200 s, at a width of 1, of hinges
 * on 100,000 rows of 21 columns. Their mean hinge loss rose from 0.52 to 0.57, and their errors not at all.
 * PLANNING_RADIUS is how far from the start the models lie that are planned for.
 * MAX_PASSES = 0 stands for 1000, and for 10,000 where EXPONENTIAL_MECHANISM is planned by name.
 * All methods take PLANNING_RADIUS, MAX_PASSES, SMOOTHING and THREADS.
 * dpcvx_options_get_bounds_* reads bounds and defaults. */
#define DPCVX_PLAN_OPTION_PLANNING_RADIUS 405 /* f64 in [0, 1e30]: R, distance from the start; 0: chosen */
#define DPCVX_PLAN_OPTION_MAX_PASSES 410      /* f64, 0 or in [1, 1e9]: most passes that rules choose; 0 means 1000 */
#define DPCVX_PLAN_OPTION_SMOOTHING 411       /* f64 in [-1, 1e30]: envelope's width; 0: none; negative: chosen */
#define DPCVX_PLAN_OPTION_THREADS 406         /* i64 in [1, 64], default 1; results do not depend on it */
/* AUTOMATIC. Stable releases and their phases may return nothing, and are charged all the same. */
#define DPCVX_PLAN_OPTION_ALLOW_NO_RESULT 450 /* i64: 1 lets AUTOMATIC take methods that may return nothing */
/* Methods of steps: noisy gradients, DP-SGD-Output, the exponential mechanism's sampler. */
#define DPCVX_PLAN_OPTION_STEPS 401     /* i64 in [0, 1e9]: number of steps T; 0 (default): chosen */
#define DPCVX_PLAN_OPTION_STEP_SIZE 402 /* f64 in [0, 1e30]: step size eta; 0 (default): chosen */
/* Noisy gradients; TAIL_AVERAGE_FRACTION is DP-SGD-Output's too. MOMENTUM: noisy gradient descent and noisy SGD.
 * The last iterate takes CLIPPING_NORM and BATCH_SIZE.
 * Clipped slopes of PINBALL keep their ratio where units are records. With m = max(tau, 1 - tau) a gradient is at most
 * C tau / m below the label, and C (1 - tau) / m above it. DROP_OVERSIZED_GRADIENTS drops what is beyond those.
 * With L2, or an adaptive clip, C alone bounds both. */
#define DPCVX_PLAN_OPTION_CLIPPING_NORM 408            /* f64 in [0, 1e30]: C on a unit's gradient; 0: chosen */
#define DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS 409 /* i64: 1 drops a gradient beyond C, 0 (default) scales it */
#define DPCVX_PLAN_OPTION_CLIPPING 449                 /* i64: DPCVX_CLIPPING_*; default AUTOMATIC */
#define DPCVX_PLAN_OPTION_MOMENTUM 403                 /* f64 in [-1, 0.9999]: heavy ball; negative: chosen */
#define DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION 404    /* f64 in [-1, 1]: share of iterates averaged; -1: chosen */
#define DPCVX_PLAN_OPTION_BATCH_SIZE 407               /* f64 in [0, 1e15]: expected batch, at most n; 0: chosen */
/* DP-SGD-Output and DP-SGD-Gradient; SCHEDULE is for stable releases too. */
#define DPCVX_PLAN_OPTION_NOISE_CALIBRATION 415 /* i64: DPCVX_NOISE_CALIBRATION_*; default EXACT */
#define DPCVX_PLAN_OPTION_SCHEDULE 416          /* i64: DPCVX_SCHEDULE_*; default OPTIMIZED */
#define DPCVX_PLAN_OPTION_ORDER 414             /* i64: DPCVX_SGD_ORDER_*, order of DP-SGD-Output; 0: chosen */
/* Perturbations and stable releases. */
#define DPCVX_PLAN_OPTION_TOLERANCE 412         /* f64 in [0, 1e30]: distance of approximate minima; 0: chosen */
#define DPCVX_PLAN_OPTION_JACOBIAN_FRACTION 413 /* f64 in [0, 0.99]: objective perturbation's share c; 0: chosen */
/* The exponential mechanism. */
#define DPCVX_PLAN_OPTION_GEOMETRY 418            /* f64, 0 or in [1, infinity]: p of l_p; 0: dual to rows' or 2 */
#define DPCVX_PLAN_OPTION_TARGET 417              /* i64: DPCVX_TARGET_*; default EMPIRICAL */
#define DPCVX_PLAN_OPTION_FAILURE_PROBABILITY 419 /* f64 in [1e-30, 0.999]: that HIGH_PROBABILITY_RISK fails; 0.05 */
#define DPCVX_PLAN_OPTION_SAMPLER_FRACTION 420    /* f64 in [1e-6, 0.5]: sampler's share of the price's mu; 0.01 */
/* Stable releases. A threshold may be declared, or estimated privately by a share of epsilon, not both. */
#define DPCVX_PLAN_OPTION_OUTLIERS 438                   /* i64: DPCVX_OUTLIERS_*; default DOWNWEIGHT */
#define DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD 443          /* f64 in [0, 1e30]: gamma_0, declared; 0: not declared */
#define DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION 445 /* f64 in [0, 0.9]: share to estimate gamma_0; 0: none */
#define DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY 444   /* f64 in [1e-30, 0.999]: that like users fail a test; 1e-4 */
#define DPCVX_PLAN_OPTION_PHASES 446                     /* i64 in [0, 64]: number of phases; 0: chosen */
#define DPCVX_PLAN_OPTION_FIRST_PHASE_FRACTION 447       /* f64 in [0.01, 0.99]: first of STRONGLY_CONVEX_*; 0.5 */

/* How noisy gradient descent and noisy SGD clip a unit's gradient. */
#define DPCVX_CLIPPING_AUTOMATIC 466 /* ADAPTIVE for users with losses of bounded slopes; else FIXED */
#define DPCVX_CLIPPING_FIXED 464     /* to CLIPPING_NORM in all steps */
#define DPCVX_CLIPPING_ADAPTIVE 465  /* to a radius and scales by coordinate that follow earlier noisy sums */

/* Where T and eta come from, unless given. */
#define DPCVX_SCHEDULE_OPTIMIZED 428 /* the method's rule: its predicted risk is least */
#define DPCVX_SCHEDULE_REFERENCE 429 /* the method's paper: its theorems or algorithms */

/* Whose excess risk the exponential mechanism minimises. */
#define DPCVX_TARGET_EMPIRICAL 431  /* the sample's */
#define DPCVX_TARGET_POPULATION 432 /* that of the population that the units are independent draws from */

/* How stable releases keep units that may move the minimiser far from it. */
#define DPCVX_OUTLIERS_DOWNWEIGHT 439       /* lesser weights */
#define DPCVX_OUTLIERS_REMOVE 440           /* left out */
#define DPCVX_OUTLIERS_EXHAUSTIVE 441       /* all deletions certified or tried; STABLE_OUTPUT, few units */
#define DPCVX_OUTLIERS_PUBLIC_REFERENCE 442 /* lesser weights, by gradients and Hessians at a public point */

/* ---- Figures of a plan ------------------------------------------------------------------------------------------ */

/* Figures of any method. PREDICTED_RISK is a worst-case bound against models within PLANNING_RADIUS of the start.
 * Observed risk is 1 to 100 times smaller, depending on the method; of SUFFICIENT_STATISTICS up to 40,000 times.
 * Where gradients are clipped below their bound, PREDICTED_RISK leaves the clip's bias out.
 * It is that of planned steps: those of SQUARED may grow (src/solve/noisy_gradient/README.md).
 * Quantiles of records begin with steps of the median. PREDICTED_RISK is then for models near where these end.
 * A PREDICTED_RISK of START_RISK or more tells nothing: a model that learns nothing has a better bound.
 * TYPICAL_RISK is the excess risk on the population that a public model of data expects (src/solve/risk/README.md).
 * EXPECTED_SECONDS is the time of a fit that a public model of passes, steps and coefficients expects of one thread
 * (src/solve/plan/README.md). Rows count as dense, and each unit as having MIN_RECORDS_PER_USER records.
 * No privacy rests on them. */
#define DPCVX_PLAN_FIGURE_APPLIES 629          /* i64: 1 or 0, of a method that does not apply too */
#define DPCVX_PLAN_FIGURE_METHOD 471           /* i64: DPCVX_METHOD_*, never AUTOMATIC */
#define DPCVX_PLAN_FIGURE_DIMENSION 485        /* i64: number of coefficients, the intercept included */
#define DPCVX_PLAN_FIGURE_UNITS 486            /* i64: n, the nominal number of units if there is one */
#define DPCVX_PLAN_FIGURE_TYPICAL_RISK 628     /* f64: expected on typical data; the ranking goes by it */
#define DPCVX_PLAN_FIGURE_TRIVIAL_RISK 642     /* f64: of a constant prediction on typical data; infinity: unknown */
#define DPCVX_PLAN_FIGURE_PREDICTED_RISK 482   /* f64: bounds the expected excess of the average loss, any data */
#define DPCVX_PLAN_FIGURE_START_RISK 644       /* f64: bounds that of the model at the start; infinity: unknown */
#define DPCVX_PLAN_FIGURE_POPULATION_RISK 487  /* f64: excess on the population; infinity: none is stated */
#define DPCVX_PLAN_FIGURE_PLANNING_RADIUS 481  /* f64: R */
#define DPCVX_PLAN_FIGURE_NOISE_STDDEV 477     /* f64: noise in a coordinate: see the room's README */
#define DPCVX_PLAN_FIGURE_SENSITIVITY 634      /* f64: of what the noise is added to, without the lattice */
#define DPCVX_PLAN_FIGURE_NOISE_MULTIPLIER 478 /* f64: noise over that sensitivity */
#define DPCVX_PLAN_FIGURE_PASSES 483           /* f64: passes over the data, expected */
#define DPCVX_PLAN_FIGURE_EXPECTED_SECONDS 643 /* f64: time expected of a fit on one thread */
#define DPCVX_PLAN_FIGURE_SMOOTHING 480        /* f64: width of the Moreau envelope that the method adds; 0: none */
/* Methods of steps. */
#define DPCVX_PLAN_FIGURE_STEPS 472                    /* i64: T; 1 for perturbations */
#define DPCVX_PLAN_FIGURE_STEP_SIZE 473                /* f64: eta */
#define DPCVX_PLAN_FIGURE_CONTRACTION 499              /* f64: c; a step brings points closer by this factor or less */
#define DPCVX_PLAN_FIGURE_MOMENTUM 474                 /* f64: of the heavy ball */
#define DPCVX_PLAN_FIGURE_TAIL_AVERAGE_FRACTION 631    /* f64: share of last iterates that is averaged */
#define DPCVX_PLAN_FIGURE_BATCH_SIZE 475               /* f64: units a step, expected */
#define DPCVX_PLAN_FIGURE_SAMPLING_RATE 476            /* f64: the batch as a share of n */
#define DPCVX_PLAN_FIGURE_CLIPPING_NORM 479            /* f64: bound on a unit's gradient */
#define DPCVX_PLAN_FIGURE_CLIPPING 639                 /* i64: DPCVX_CLIPPING_*; if ADAPTIVE, the norm is the first */
#define DPCVX_PLAN_FIGURE_LAST_CLIPPING_RADIUS 640     /* f64: of a fit with an ADAPTIVE clip; 0 in a plan */
#define DPCVX_PLAN_FIGURE_UNCLIPPED_SHARE 641          /* f64: about that of units at that radius; 0 in a plan */
#define DPCVX_PLAN_FIGURE_DROP_OVERSIZED_GRADIENTS 632 /* i64: 1 drops a gradient beyond it, 0 scales it */
/* DP-SGD-Output and DP-SGD-Gradient. */
#define DPCVX_PLAN_FIGURE_ORDER 630                  /* i64: DPCVX_SGD_ORDER_* */
#define DPCVX_PLAN_FIGURE_REFERENCE_RATE 488         /* f64: the theorem's, constants left out; infinity: none */
#define DPCVX_PLAN_FIGURE_REFERENCE_NOISE_STDDEV 489 /* f64: the paper's for the same T, eta; infinity: none */
/* Perturbations and stable releases. */
#define DPCVX_PLAN_FIGURE_TOLERANCE 484         /* f64: distance within which a minimiser is found; 0: none is */
#define DPCVX_PLAN_FIGURE_ADDED_L2 633          /* f64: weight of the quadratic that is added, of the first phase */
#define DPCVX_PLAN_FIGURE_JACOBIAN_FRACTION 635 /* f64: the option; 0: chosen */
/* The exponential mechanism. */
#define DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE 490   /* f64: k */
#define DPCVX_PLAN_FIGURE_GEOMETRY 491              /* f64: p */
#define DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT 492    /* f64: k nu, of r */
#define DPCVX_PLAN_FIGURE_REGULARIZER_RANGE 498     /* f64: Theta, of r over models within the radius */
#define DPCVX_PLAN_FIGURE_STRONG_CONVEXITY 493      /* f64: of V, in l2 */
#define DPCVX_PLAN_FIGURE_HIGH_PROBABILITY_RISK 494 /* f64: holds with probability >= 1 - FAILURE_PROBABILITY */
#define DPCVX_PLAN_FIGURE_FAILURE_PROBABILITY 636   /* f64: with which that risk may be exceeded */
#define DPCVX_PLAN_FIGURE_DENSITY_MU 637            /* f64: t; the density is t-GDP */
#define DPCVX_PLAN_FIGURE_SAMPLER_MU 495            /* f64: GDP distance of the sampler's law from the density */
#define DPCVX_PLAN_FIGURE_ARITHMETIC_MU 496         /* f64: GDP distance that arithmetic adds */
#define DPCVX_PLAN_FIGURE_START_DISTANCE 497        /* f64: of the start from a draw, with probability >= 1 - 2^-900 */
/* Stable releases; of the first phase where there are several. */
#define DPCVX_PLAN_FIGURE_TEST_LEVELS 620           /* i64: scores that may pass: 0 to this less 1 */
#define DPCVX_PLAN_FIGURE_OUTLIER_THRESHOLD 621     /* f64: gamma_0; nominal if it is estimated privately */
#define DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY 627  /* f64: at most, of like users; 1 or infinity: unknown */
#define DPCVX_PLAN_FIGURE_MINIMIZER_SENSITIVITY 622 /* f64: how far one unit of stable data moves the minimiser */
#define DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV 626 /* f64: the noise that output perturbation would need instead */
#define DPCVX_PLAN_FIGURE_PHASES 623                /* i64: number of phases */
#define DPCVX_PLAN_FIGURE_TAPER_WIDTH 624           /* f64: width over which weights fall from 1 to 0 */
#define DPCVX_PLAN_FIGURE_DEVIATION_SENSITIVITY 625 /* f64: of distances in the last stage; 0: deletions tried */
/* Sufficient statistics. */
#define DPCVX_PLAN_FIGURE_LABEL_NOISE_STDDEV 638 /* f64: noise in a coordinate of A'y / n; NOISE_STDDEV: of A'A / n */

DPCVX_END_DECLS

#endif
