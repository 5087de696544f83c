/* dpcvx/simple.h: a private model of a table in one call. Begin here.
 *
 * dpcvx_fit_table turns a labelled table into a private model, for one stated (epsilon, delta).
 * It does what the other headers offer step by step: ranges, objective, budget, plan, charge, fit.
 * The fit that comes out is read with the functions of dpcvx/solve.h.
 * A choice among several options: dpcvx/selection.h.
 * A settled budget over several releases, a domain, a loss of the caller's own: take the steps yourself.
 *
 * Example: a private logistic regression of two columns, whose ranges are known.
 *
 *     static double x[1000][2], y[1000], low[2] = {0, 0}, high[2] = {1, 1}, w[3];
 *     dpcvx_error err;
 *     dpcvx_dataset *data;
 *     dpcvx_fit *fit;
 *     for (int i = 0; i < 1000; ++i) x[i][0] = i % 10 / 10.0, x[i][1] = i % 7 / 7.0, y[i] = x[i][0] > x[i][1] ? 1 : -1;
 *     if (dpcvx_dataset_create_dense(&x[0][0], 1000, 2, 2, 1, y, &data, &err) ||
 *         dpcvx_fit_table(data, DPCVX_LOSS_LOGISTIC, low, high, 2, 1.0, 1e-6, NULL, NULL, &fit, &err) ||
 *         dpcvx_fit_original_coefficients(fit, w, 3, &err))
 *       return printf("%s\n", err.message), 1;
 *     printf("first column %s, second column %s\n", w[0] > 0 ? "up" : "down", w[1] > 0 ? "up" : "down");
 *     // prints first column up, second column down
 *     dpcvx_fit_destroy(fit);
 *     dpcvx_dataset_destroy(data);
 */
#ifndef DPCVX_SIMPLE_H
#define DPCVX_SIMPLE_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>
#include <dpcvx/solve.h>

DPCVX_BEGIN_DECLS

/* Fits a private linear model to a labelled table, and gives the fit.
 *
 * The model is (epsilon, delta)-differentially private for one unit of the table.
 * A unit is a user where the table has user ids, and else a record. Neighbouring tables replace one unit.
 * DPCVX_FIT_TABLE_OPTION_UNIT and _ADJACENCY change that.
 * With DPCVX_UNIT_RECORD the ids of a table are left out: one record is protected, not all records of one user.
 * The guarantee of the fit covers all that the call released: the ranges, where it released them, and the model.
 * The budget of the call adds up what it releases by GDP, or else by the basic filter: epsilons and deltas.
 * It takes the basic filter where that makes the plan's typical risk at most 0.7 times that under GDP.
 * In regressions it has to be 0.6 times that. Tables with few columns reach it.
 * The plan and the fit say so. DPCVX_FIT_TABLE_OPTION_FILTER fixes the filter.
 * Fits whose curves you compose with others are best under DPCVX_FILTER_GDP, where a composition costs least.
 * Each call spends its own (epsilon, delta), and calls on one table add up: two spend about the sum, as no budget
 * refuses the second. dpcvx_fit_table_on makes the fit on a budget that several releases share.
 *
 * `loss` is a DPCVX_LOSS_* of dpcvx/model.h other than DPCVX_LOSS_CALLBACK.
 * A regression (SQUARED, ABSOLUTE, PINBALL, HUBER, POWER, POISSON) requires a public range of its labels.
 * DPCVX_FIT_TABLE_OPTION_LABEL_LOW and _LABEL_HIGH give it, or _LABEL_BOUND = Y for [-Y, Y], of POISSON for [0, Y].
 * _LABEL_RANGE_FRACTION releases it for a share of epsilon and delta instead.
 * MULTINOMIAL requires DPCVX_FIT_TABLE_OPTION_CLASSES.
 *
 * low[j] < high[j] is the range of column j, with `columns` entries each. The ranges must be public.
 * Columns are scaled from their ranges to [-1, 1], and values outside are clipped to the nearer end.
 * A sparse table needs low[j] = -high[j], which keeps 0 at 0.
 * A range that is too narrow changes the data in silence. One that is twice too wide costs little.
 * low == high == NULL: the call releases the ranges privately, for a share of epsilon and delta.
 * low[j] and high[j] both NaN: it releases that column's range. The share is the same, for fewer ends.
 * Each released end gets a part of the share. Declare the ranges of wide and of sparse tables.
 * Pass NULL too for a table that dpcvx_dataset_create_scaled has scaled. It keeps its ranges then.
 *
 * The rows of a regression are not clipped further, unless columns are centred (CENTRING_FRACTION).
 * So its model is linear inside the ranges. Of centred columns that is so of rows near their means alone.
 * Values in the middle of a range cost least. A range from 0 to far above them costs accuracy.
 * The rows of a classification are scaled down to norm 1, which leaves the sign of a decision as it was.
 * Decision values are then smaller than those of the original coefficients: predict by dpcvx_fit_predict and its kin.
 * Randomness comes from the operating system.
 * `monitor` may be NULL. It watches the fit. A cancelled fit has spent its price, as in dpcvx_fit_create.
 * A monitor that is cancelled before anything is released makes the call fail, at no price: DPCVX_ERR_CANCELLED.
 * Preparations take a few passes over the table. dpcvx_fit_table_on makes those it can before the charge. A call that
 * is cancelled in later ones has spent its price, and gives a fit without coefficients.
 * DPCVX_PLAN_FIGURE_EXPECTED_SECONDS of dpcvx_fit_table_plan tells how long the steps take after that.
 * It counts MIN_RECORDS_PER_USER records of each user, or one. How many there are is not public, and takes more time.
 * Requires: 2^-900 <= epsilon, 0 <= delta < 1. delta is well below 1 over the number of units, as a rule 1e-6 or less.
 * delta = 0 leaves only methods of pure privacy. L1 needs delta > 0.
 * SQUARED, POWER and POWER_HINGE require 0 < delta.
 * Errors: DPCVX_ERR_ARGUMENT names what is missing, and the call that sets it.
 * Errors: DPCVX_ERR_UNSUPPORTED if no method applies, with the reason. No model is released when the call fails.
 * Labels, options and the plan are checked before ranges are released. After that only memory can fail.
 * A message about a wrong label or entry names its row and value. Such a message is as private as the data.
 * Result: a fit that the caller destroys. The dataset may be destroyed before it.
 * DPCVX_FIT_FIGURE_EPSILON of dpcvx_fit_get_f64 tells the epsilon spent.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_table(const dpcvx_dataset *dataset, int32_t loss, const double *low,
                                       const double *high, int64_t columns, double epsilon, double delta,
                                       const dpcvx_options *options, const dpcvx_monitor *monitor, dpcvx_fit **out,
                                       dpcvx_error *err);

/* Checks what dpcvx_fit_table would check, with the same arguments, and releases nothing.
 *
 * A caller with a ledger of its own calls it, charges the ledger, and then calls dpcvx_fit_table.
 * So a wrong argument costs nothing. After a success, only memory or randomness makes dpcvx_fit_table fail.
 * The arguments and the errors are those of dpcvx_fit_table.
 * Whether it succeeds depends on the labels and the entries of the table: it is as private as the data.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_table_check(const dpcvx_dataset *dataset, int32_t loss, const double *low,
                                             const double *high, int64_t columns, double epsilon, double delta,
                                             const dpcvx_options *options, dpcvx_error *err);

/* Plans what dpcvx_fit_table would do with the same arguments. It releases and charges nothing.
 * The plan is read with the functions of dpcvx/solve.h: method, risks, noise, expected time.
 * Its curve is that of the model alone. Ranges and centres, where released, cost the rest of (epsilon, delta).
 * Where the range of the labels is to be released, it is [-1, 1] in the plan, of POISSON [0, 1], and so are risks.
 * dpcvx_fit_create refuses such a plan: dpcvx_fit_table makes the fit.
 * The arguments and the errors are those of dpcvx_fit_table.
 * The plan follows from public numbers. Whether the call succeeds depends on labels and entries.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_table_plan(const dpcvx_dataset *dataset, int32_t loss, const double *low,
                                            const double *high, int64_t columns, double epsilon, double delta,
                                            const dpcvx_options *options, dpcvx_plan **out, dpcvx_error *err);

/* Fits as dpcvx_fit_table does, on a budget of the caller's. A ledger's file is one, too.
 * Unit and adjacency are the budget's. Options may repeat them and its filter, and may not differ.
 * A price that the main sub-budget of another filter than basic takes gives the fit that filter and the budget's delta.
 * A price that the basic filter or a basic sub-budget takes gives it (epsilon, delta), and the filter that suits these.
 * A table with user ids takes a budget of users, or DPCVX_FIT_TABLE_OPTION_UNIT = DPCVX_UNIT_RECORD.
 * The whole price is charged once, with the first release: for ranges and centres, where released, and the model.
 * A failure before that charges nothing. All checks come before it, and the memory of the prepared table is tried.
 * After it only lack of memory can make the call fail, which another use of memory in between would have caused.
 * The fit is within its price in the measure of the budget's filter. The RDP filter counts at one order alone.
 * So the epsilon that the fit states at the delta may be above that of the price. The budget's limit holds.
 * Requires: a price that the budget takes, as dpcvx_budget_price gives it.
 * Randomness comes from `rng`.
 * Errors: those of dpcvx_fit_table. DPCVX_ERR_BUDGET if the price does not fit.
 * Errors: DPCVX_ERR_UNSUPPORTED for a price that no sub-budget takes.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_table_on(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_curve *price,
                                          const dpcvx_dataset *dataset, int32_t loss, const double *low,
                                          const double *high, int64_t columns, const dpcvx_options *options,
                                          const dpcvx_monitor *monitor, dpcvx_fit **out, dpcvx_error *err);

/* Plans what dpcvx_fit_table_on would do for the same price. It releases and charges nothing.
 * The plan has the unit, the adjacency, the filter and the delta that the fit would have. It is that of
 * dpcvx_fit_table_plan in all else: its curve is that of the model alone, and dpcvx_fit_create refuses it.
 * Errors: those of dpcvx_fit_table_on, a price that does not fit any more included.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_table_plan_on(const dpcvx_budget *budget, const dpcvx_curve *price,
                                               const dpcvx_dataset *dataset, int32_t loss, const double *low,
                                               const double *high, int64_t columns, const dpcvx_options *options,
                                               dpcvx_plan **out, dpcvx_error *err);

/* Creates options of dpcvx_fit_table, all at their defaults. NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_table_options_create(dpcvx_options **out, dpcvx_error *err);

/* Keys of the options of dpcvx_fit_table. All are public parameters, fixed before the data are read.
 *
 * NOMINAL_UNITS = n is the public number of units under add/remove, where the true one is private. Sums are divided by
 * it. It bounds their rounding too, so a table of more than 2 n units is refused, before any charge.
 * That refusal depends on the private number, and is as private as the data: do not publish it.
 * Choose n so that you know, without the data, that there are at most 2 n units. The guarantee covers these tables.
 *
 * ROW_BOUND is the l2 norm that rows are clipped to, with their intercept entry of 1.
 * ROW_BOUND = 0 is the default: 1 in a classification. In a regression it is sqrt(columns + 1), which clips no row.
 * A lower ROW_BOUND scales longer rows down with their intercept entry: the regression is then no longer linear.
 * Of centred columns ROW_BOUND clips rows that are far from the mean: on average a squared norm is within it.
 * Of squares with many units the default grows with the released centres, so that few rows or none are clipped.
 *
 * LABEL_LOW < LABEL_HIGH is the range of a regression's labels, which are clipped to it. Give both ends.
 * The fit is of labels less the middle of the range, so that they need no centring by the caller.
 * Decision values, predictions and original coefficients have the middle added.
 * LABEL_BOUND = Y stands for the range [-Y, Y]. Give one of the two. Equal ends, as by default, give no range.
 *
 * LABEL_RANGE_FRACTION is the share of the budget that a released range of the labels takes: 0.1, say.
 * A released range holds the labels of about 0.99 of the units, one a unit: of a user the mean of its records'.
 * The range is released first, and what is stated of the fit includes its cost. Beside LABEL_RANGE_FRACTION no range is
 * declared by LABEL_LOW, LABEL_HIGH or LABEL_BOUND.
 * A range that would be mostly noise is refused: the number of units times the epsilon of one end is 40 at least.
 * A released range may be too wide or too narrow for the arithmetic of a method: 2^64 or 1e-6 wide, say.
 * The fit then clips labels to a range of another width about the same middle.
 * The fit's figures DPCVX_FIT_FIGURE_LABEL_LOW and LABEL_HIGH tell the range that labels were clipped to.
 *
 * INTERCEPT = 0 fits a model that is 0 where all columns are 0.
 * Without an intercept ranges of columns and labels, declared or released, are widened to be symmetric about 0.
 * A table that is scaled already keeps its ranges: make them symmetric, or a constant remains.
 *
 * HUBER_WIDTH is the residual at which HUBER turns from squares to absolute values, in the units of the labels.
 * HUBER_WIDTH = 0, the default, stands for a twentieth of the width of the labels' range, released or declared.
 * LABEL_BOUND = Y stands for the range [-Y, Y] there too. Of SMOOTHED_HINGE 0 stands for 1.
 *
 * POISSON fits counts, or rates of a table with exposures (dpcvx_dataset_create_with_exposures).
 * LABEL_LOW of POISSON is 0, and may be left out. With exposures LABEL_BOUND bounds rates, and WEIGHT_BOUND exposures.
 *
 * CLIPPING_NORM bounds the gradient of one unit. Leave it at 0 unless you know a better one.
 * Beside a CLIPPING_NORM or a CLIPPING, AUTOMATIC takes a method that uses it, where one applies: those of noisy
 * gradients do. The report names an option that the method does not use as option_not_used.
 * CLIPPING_NORM = 0, the default, stands for a share of a public bound on gradients.
 * The share grows with x = n mu / sqrt(coefficients): n is the number of units, and mu the price in GDP.
 * The greater x is, the less noise there is. A longer clip then pays, since it bends the fit less.
 * For SQUARED the bound is LABEL_BOUND times the row bound, and the share min(1, 0.03 max(1, z / 5)^0.6), with
 * z = x / sqrt(coefficients). LABEL_BOUND is half the width of the range there. Large residuals then count less.
 * With L1 the share of SQUARED is 0.15: a short clip weakens the loss against the penalty.
 * For LOGISTIC and MULTINOMIAL with units of one record the bound is the greatest gradient.
 * The share is min(1, 0.5 max(1, x / 50)^0.2): below 1 it bends probabilities away from 1/2.
 * For ABSOLUTE and PINBALL with units of one record the bound is the greatest gradient, and the share 0.25.
 * Slopes of a quantile keep their ratio then. With L1 or L2 the share is 1.
 * For other losses the method chooses the clip. Methods of noisy gradients clip POWER at 0.15 of the gradient at a
 * residual of LABEL_BOUND, and POWER_HINGE at EXPONENT times the row bound. All grow with WEIGHT_BOUND.
 * They clip POISSON at min(M, sqrt(M) / 2) times the row bound, M = WEIGHT_BOUND LABEL_BOUND.
 * A norm above all gradients, such as 1e30, clips nothing. CLIPPING says how clips are chosen (DPCVX_CLIPPING_*).
 *
 * MAX_RECORDS_PER_USER keeps a random subset of that many records of each user who has more.
 * The labels of records that are left out are checked all the same.
 * A MAX_RECORDS_PER_USER below 16 tells that means over a user's records are longer, so that clips start longer.
 * MIN_RECORDS_PER_USER lets clips be as short as means over so many records are, with less noise.
 * A user with fewer records than MIN_RECORDS_PER_USER adds nothing to the fit, but counts among the units.
 *
 * RANGE_FRACTION is the share of the budget that released ranges take, in the terms of dpcvx_budget_price.
 * RANGE_COVERAGE is about the share of a column's values that its released range holds, one value a unit.
 * Both are refused where no range of a column is released.
 * The value of a user is the mean of its records. Records beyond a released range of these means are clipped to it.
 * Such clips bend the model of users whose records differ much: declare ranges if you can.
 *
 * CENTRING_FRACTION is the share of what is left of the budget for means of the columns, which are taken off them.
 * Columns far from the middle of their ranges, such as 0 and 1 with few ones, hide what tells rows apart.
 * Labels of SQUARED, HUBER, ABSOLUTE and PINBALL are centred too, where their mean has noise of 0.12 Y at most.
 * Decision values, predictions and original coefficients have that mean added.
 * CENTRING_FRACTION = 0 centres nothing. -1 stands for 0.05 where n and the price leave the means noise of at most
 * 0.3, and else for 0.
 * SQUARED takes noise of at most 1.5, and its labels noise of at most 0.25 Y. Beside centres it releases how far labels
 * scatter, for 0.02 of the rest: where ranges of labels are too wide, steps and clips are planned for narrower ones.
 * Sparse tables, and fits without an intercept or with delta = 0, are not centred.
 * Models of LOGISTIC and MULTINOMIAL by noisy gradient descent or noisy SGD, without l2 and l1, are scaled after the
 * fit. Slopes of the loss along decision values are released for that, for 0.04 of what centres leave, where n and
 * the price leave their noise small. CENTRING_FRACTION = 0 releases none. */
#define DPCVX_FIT_TABLE_OPTION_UNIT 651          /* i64: DPCVX_UNIT_*; 0 (default): users where there are ids */
#define DPCVX_FIT_TABLE_OPTION_ADJACENCY 652     /* i64: DPCVX_ADJACENCY_*; default replace-one */
#define DPCVX_FIT_TABLE_OPTION_NOMINAL_UNITS 653 /* i64 in [0, 2^40]: n of add/remove, for <= 2 n units; default 0 */
#define DPCVX_FIT_TABLE_OPTION_LABEL_BOUND 654   /* f64, 0 or in [1e-100, 1e30]: clips labels to [-Y, Y]; default 0 */
#define DPCVX_FIT_TABLE_OPTION_CLASSES 655       /* i64 in [0, 65536]: K of MULTINOMIAL, labels 0 to K - 1; default 0 */
#define DPCVX_FIT_TABLE_OPTION_QUANTILE 656      /* f64 in [1e-9, 1 - 1e-9]: which PINBALL fits; default 0.5 */
#define DPCVX_FIT_TABLE_OPTION_HUBER_WIDTH 657   /* f64, 0 or in [1e-30, 1e30]: of HUBER, SMOOTHED_HINGE; default 0 */
#define DPCVX_FIT_TABLE_OPTION_EXPONENT 658      /* f64 in [1 + 1e-6, 2 - 1e-6]: of POWER, POWER_HINGE; default 1.5 */
#define DPCVX_FIT_TABLE_OPTION_L2 659        /* f64 in [0, 1e30]: adds (l2/2) ||w||^2 to the average loss; default 0 */
#define DPCVX_FIT_TABLE_OPTION_L1 676        /* f64 in [0, 1e30]: adds l1 ||w||_1, intercepts left out; default 0 */
#define DPCVX_FIT_TABLE_OPTION_INTERCEPT 660 /* i64: 1 (default) adds one to the model */
#define DPCVX_FIT_TABLE_OPTION_WEIGHT_BOUND 661  /* f64 in [1e-30, 1e30]: W, clips weights to [0, W]; default 1 */
#define DPCVX_FIT_TABLE_OPTION_ROW_BOUND 662     /* f64, 0 or in [1e-30, 1e30]; 0 (default): chosen */
#define DPCVX_FIT_TABLE_OPTION_CLIPPING_NORM 663 /* f64 in [0, 1e30]; 0 (default): chosen */
#define DPCVX_FIT_TABLE_OPTION_CLIPPING 675      /* i64: DPCVX_CLIPPING_*; default AUTOMATIC */
#define DPCVX_FIT_TABLE_OPTION_METHOD 664        /* i64: DPCVX_METHOD_*; default DPCVX_METHOD_AUTOMATIC */
#define DPCVX_FIT_TABLE_OPTION_FILTER 665        /* i64: DPCVX_FILTER_*, how the budget adds up; default: chosen */
#define DPCVX_FIT_TABLE_OPTION_THREADS 666       /* i64 in [1, 64]; results do not depend on it; default 1 */
#define DPCVX_FIT_TABLE_OPTION_MIN_RECORDS_PER_USER 667 /* i64 in [0, 2^24]; default 0: none */
#define DPCVX_FIT_TABLE_OPTION_MAX_RECORDS_PER_USER 668 /* i64 in [0, 2^40]; default 0: none */
#define DPCVX_FIT_TABLE_OPTION_RANGE_FRACTION 669       /* f64 in [0.001, 0.999]; default 0.35 */
#define DPCVX_FIT_TABLE_OPTION_RANGE_COVERAGE 670       /* f64 in [0.001, 0.999]; default 0.95 */
#define DPCVX_FIT_TABLE_OPTION_ALLOW_NO_RESULT 671      /* i64: 1 lets AUTOMATIC take methods that may return nothing */
#define DPCVX_FIT_TABLE_OPTION_CENTRING_FRACTION 672    /* f64 in [0, 0.9], or -1 (default): chosen by public numbers */
#define DPCVX_FIT_TABLE_OPTION_LABEL_LOW 673            /* f64 in [-1e30, 1e30]; default 0 */
#define DPCVX_FIT_TABLE_OPTION_LABEL_HIGH 674           /* f64 in [-1e30, 1e30]; default 0; as LABEL_LOW: no range */
#define DPCVX_FIT_TABLE_OPTION_LABEL_RANGE_FRACTION 677 /* f64, 0 or in [0.001, 0.999]: releases a range; default 0 */

DPCVX_END_DECLS

#endif
