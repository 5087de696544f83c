/* dpcvx/accountant.h: a privacy accountant, which tells what a list of events costs together.
 *
 * A dpcvx_accountant holds events with their counts, under one adjacency and for one unit.
 * It answers by privacy loss distributions (PLD) and by closed forms, whichever proves more.
 * Each answer is a bracket: *upper is proved, and *lower is what some mechanisms of these kinds reach.
 * It refuses nothing and limits nothing. A limit is the task of dpcvx_budget.
 * Its events are a plan fixed beforehand. If a choice depends on earlier outputs, use a budget.
 * Formulas and sources: src/privacy/accountant/README.md.
 *
 * Example: what 5,000 steps of noisy SGD cost, and what an attacker can make of it.
 *
 *     dpcvx_error err;
 *     dpcvx_curve *step = NULL;
 *     dpcvx_accountant *accountant = NULL;
 *     double least, epsilon, missed, unused;
 *     if (dpcvx_accountant_create(DPCVX_ADJACENCY_ADD_REMOVE, DPCVX_UNIT_RECORD, &accountant, &err) != DPCVX_OK ||
 *         dpcvx_curve_create_subsampled_gaussian(DPCVX_SAMPLING_POISSON, 1.1, 0.01, 1, &step, &err) != DPCVX_OK ||
 *         dpcvx_accountant_add(accountant, step, 5000, &err) != DPCVX_OK ||
 *         dpcvx_accountant_epsilon(accountant, 1e-6, &least, &epsilon, &err) != DPCVX_OK ||
 *         dpcvx_accountant_false_negative_rate(accountant, 0.01, &missed, &unused, &err) != DPCVX_OK)
 *       fprintf(stderr, "%s\n", err.message);
 *     else
 *       printf("epsilon = %.3f; at 1%% of false alarms an attack misses %.1f%%\n", epsilon, 100 * missed);
 *     dpcvx_accountant_destroy(accountant);  // prints epsilon = 3...
 *     dpcvx_curve_destroy(step);
 *
 * For every function
 *  - Numerical errors are on the safe side of both ends.
 *  - Where no mechanism is known to reach an answer, the lower end is the trivial one: 0 for epsilon and delta.
 *  - Time of a processor for one kind of event: a bracket takes some 0.05 s up to 10^4 uses, and 0.4 s at 10^5.
 *  - From 10^6 to 10^9 uses it takes up to 2 s. The trade-off view takes 0.2 to 0.4 s, and up to 2.5 s there.
 *  - At 10^12 uses both take up to 5 s, and lower ends are some 20 % below.
 *  - Threads: several threads may read an accountant while no thread changes it.
 */
#ifndef DPCVX_ACCOUNTANT_H
#define DPCVX_ACCOUNTANT_H

#include <dpcvx/base.h>
#include <dpcvx/privacy.h>

DPCVX_BEGIN_DECLS

/* ---- Events ------------------------------------------------------------------------------------------------- */

/* Holds events and what they share: adjacency (DPCVX_ADJACENCY_*) and unit (DPCVX_UNIT_*). */
typedef struct dpcvx_accountant dpcvx_accountant;

/* Creates an accountant without events. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_create(int32_t adjacency, int32_t unit, dpcvx_accountant **out,
                                               dpcvx_error *err);

/* Frees an accountant. Since 0.1. */
DPCVX_API void dpcvx_accountant_destroy(dpcvx_accountant *accountant);

/* Creates an accountant that is equal to another, for a question about "what if". Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_create_copy(const dpcvx_accountant *accountant, dpcvx_accountant **out,
                                                    dpcvx_error *err);

/* Adds `count` uses of a curve, which is one event or a composition. Equal events are counted together.
 * The curve is copied. Events may be added after questions were asked.
 * Requires: 1 <= count.
 * Errors: DPCVX_ERR_ARGUMENT for a curve of a guarantee, a plan or an accountant of another unit or adjacency.
 * Errors: DPCVX_ERR_UNSUPPORTED for an event that does not hold under the adjacency.
 * Poisson sampling and random allocation hold under add/remove only. Nothing is added in that case.
 * DPCVX_SAMPLING_POISSON_REPLACE_ONE holds under both.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_add(dpcvx_accountant *accountant, const dpcvx_curve *curve, int64_t count,
                                            dpcvx_error *err);

/* Adds all events of another accountant.
 * Requires: both have the same adjacency and the same unit.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_merge(dpcvx_accountant *accountant, const dpcvx_accountant *other,
                                              dpcvx_error *err);

/* Creates the composition of the events as a curve, which a budget can charge. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_curve(const dpcvx_accountant *accountant, dpcvx_curve **out, dpcvx_error *err);

/* ---- Answers ------------------------------------------------------------------------------------------------ */

/* Computes the epsilon at a delta.
 * Result: (*upper, delta)-DP is proved; infinity if nothing is. It is what dpcvx_curve_epsilon answers.
 * Result: below *lower, some mechanisms of these kinds are not (epsilon, delta)-DP.
 * Requires: 0 <= delta < 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_epsilon(const dpcvx_accountant *accountant, double delta, double *lower,
                                                double *upper, dpcvx_error *err);

/* Computes the delta at an epsilon.
 * Result: (epsilon, *upper)-DP is proved. Some mechanisms of these kinds have a delta of at least *lower.
 * Requires: 0 <= epsilon.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_delta(const dpcvx_accountant *accountant, double epsilon, double *lower,
                                              double *upper, dpcvx_error *err);

/* Computes the least false negative rate of an attack with this false positive rate.
 * The attack tells from all outputs which of two neighbouring datasets was used.
 * Result: every attack misses at least *lower.
 * Result: the (epsilon, delta) statements of these kinds together prove at most *upper.
 * Requires: 0 <= false_positive_rate <= 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_false_negative_rate(const dpcvx_accountant *accountant,
                                                            double false_positive_rate, double *lower, double *upper,
                                                            dpcvx_error *err);

/* Computes the best accuracy of such an attack, where one of the datasets has this prior probability.
 * Result: no attack is right with a greater probability than *upper. Some mechanisms allow *lower.
 * Requires: 0 < prior < 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_attack_accuracy(const dpcvx_accountant *accountant, double prior, double *lower,
                                                        double *upper, dpcvx_error *err);

/* Computes the probability that an alarm of such an attack is right, from the prior of what it alarms about.
 *
 *   prior (1 - fnr) / (prior (1 - fnr) + (1 - prior) false_positive_rate)
 *
 * Result: *upper has the lower end of the false negative rate fnr, and *lower the upper end.
 * Requires: 0 < prior < 1; 0 < false_positive_rate <= 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_posterior(const dpcvx_accountant *accountant, double prior,
                                                  double false_positive_rate, double *lower, double *upper,
                                                  dpcvx_error *err);

/* Computes the mu for which mu-GDP is proved.
 * Result: rounded up.
 * Errors: DPCVX_ERR_UNSUPPORTED if an event has no mu. The message names the event.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_gdp_mu(const dpcvx_accountant *accountant, double *mu, dpcvx_error *err);

/* Computes the rho for which rho-zCDP is proved.
 * Result: rounded up.
 * Errors: DPCVX_ERR_UNSUPPORTED if an event has no rho. The message names the event.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_zcdp_rho(const dpcvx_accountant *accountant, double *rho, dpcvx_error *err);

/* Computes the Renyi DP epsilon at an order > 1.
 * Result: rounded up.
 * Errors: DPCVX_ERR_UNSUPPORTED if an event has none at this order. The message names the event.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_rdp(const dpcvx_accountant *accountant, double order, double *epsilon,
                                            dpcvx_error *err);

/* ---- Calibration -------------------------------------------------------------------------------------------- */

/* Adds the events of a plan to an accountant, at one value of the plan's parameter.
 * The parameter is a noise multiplier, a rate, a number of steps, or the epsilon of a part.
 * Lifetime: the accountant ends with the callback.
 * Result: DPCVX_OK to go on. DPCVX_ERR_NOMEM ends the calibration as it is, any other number with DPCVX_ERR_CALLBACK.
 */
typedef int32_t (*dpcvx_plan_callback)(double parameter, dpcvx_accountant *accountant, void *user);

/* Computes the value of a plan's parameter that just keeps (epsilon, delta).
 * It lies between `best`, which one would like, and `safe`, which costs least. Either may be the greater.
 * For noise, best is the least. For a rate, steps or an epsilon, best is the greatest.
 * The plan is added to a copy of the accountant, so that its events count too.
 * Result: a value that was tried and keeps the target. It is best if that does.
 * Result: otherwise it is within 1e-4 of itself of one that was tried and does not, if costs fall all the way.
 * Result: with whole = 1 all values are whole numbers, and the value one step closer to best does not keep it.
 * At most 200 values are tried.
 * Requires: epsilon, best and safe are at least 0; 0 <= delta < 1; whole is 0 or 1, and with 1 both ends are whole.
 * Errors: DPCVX_ERR_UNSUPPORTED if even safe does not keep the target. The message has its delta.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_calibrate(const dpcvx_accountant *accountant, dpcvx_plan_callback plan,
                                                  void *user, double best, double safe, int32_t whole, double epsilon,
                                                  double delta, double *parameter, dpcvx_error *err);

/* ---- Going out and coming back ------------------------------------------------------------------------------ */

/* Writes adjacency, unit and events as JSON. The events are those of dpcvx_curve_to_json. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_to_json(const dpcvx_accountant *accountant, char *out, size_t capacity,
                                                size_t *length, dpcvx_error *err);

/* Writes the events as human-readable text, one a line. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_to_text(const dpcvx_accountant *accountant, char *out, size_t capacity,
                                                size_t *length, dpcvx_error *err);

/* Saves an accountant as bytes, which this or a later version loads on any machine. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_save(const dpcvx_accountant *accountant, void *out, size_t capacity,
                                             size_t *length, dpcvx_error *err);

/* Loads the accountant that dpcvx_accountant_save wrote. It is equal in all it says. No bytes do harm.
 * The checksum finds damage. It is no signature: anyone who can change the bytes can write another list of events.
 * Errors: DPCVX_ERR_ARGUMENT for bytes of another format, cut off, damaged, or with a field out of its range.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_load(const void *bytes, size_t length, dpcvx_accountant **out,
                                             dpcvx_error *err);

/* Writes the events in the structure of DpEvent, of Python's dp_accounting, as JSON.
 *
 *   {"module_name":"dp_accounting.dp_event","class_name":"GaussianDpEvent","noise_multiplier":2}
 *
 * Members are those of DpEvent.to_named_tuple().
 * There, noise is relative to the bound of one value. Under replace-one that is half the sensitivity.
 * Errors: DPCVX_ERR_UNSUPPORTED for events without such a class. The message names the event.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_to_dp_event(const dpcvx_accountant *accountant, char *out, size_t capacity,
                                                    size_t *length, dpcvx_error *err);

/* Creates an accountant from such a structure. src/privacy/accountant/README.md lists the classes.
 * Parameters that have no exact equal here are rounded to the safe side.
 * Requires: json is the text of one value, and ends with NUL.
 * Errors: DPCVX_ERR_ARGUMENT for text that is no such structure. The message tells the place.
 * Errors: DPCVX_ERR_UNSUPPORTED for a class that has no equal here, or not under this adjacency.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_accountant_create_from_dp_event(const char *json, int32_t adjacency, int32_t unit,
                                                             dpcvx_accountant **out, dpcvx_error *err);

DPCVX_END_DECLS

#endif
