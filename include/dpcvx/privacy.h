/* dpcvx/privacy.h: privacy curves, calibration, budgets and guarantees.
 *
 * A dpcvx_curve states how private a mechanism is, or a composition of mechanisms.
 * For every epsilon it gives a delta for which (epsilon, delta)-differential privacy (DP) holds, and the reverse.
 * A release takes a curve as its price. A dpcvx_budget adds up the prices and refuses what exceeds its limit.
 * A dpcvx_guarantee records what a release promises. dpcvx_calibrate_* computes how much noise a promise needs.
 * A curve holds for a pair of neighbouring datasets. One that you make does not know its unit or adjacency.
 * The budget knows them. Every release takes both from the budget that it is charged to.
 * A curve of a guarantee, a plan or an accountant keeps both. Budgets and accountants of another unit refuse it.
 * Formulas and sources: README.md in src/privacy/curve, divergences, calibration, budget and guarantee.
 *
 * Example: the epsilon of 100 adaptive steps of Gaussian noise.
 *
 *     dpcvx_error err;
 *     dpcvx_curve *step = NULL, *whole = NULL;
 *     const int64_t steps = 100;
 *     double epsilon;
 *     if (dpcvx_curve_create_gaussian(20.0, &step, &err) != DPCVX_OK ||
 *         dpcvx_curve_create_composition((const dpcvx_curve *const *)&step, &steps, 1, &whole, &err) != DPCVX_OK ||
 *         dpcvx_curve_epsilon(whole, 1e-6, &epsilon, &err) != DPCVX_OK)
 *       fprintf(stderr, "%s\n", err.message);
 *     else
 *       printf("epsilon = %.4f at delta = 1e-6\n", epsilon);  // prints epsilon = 2...
 *     dpcvx_curve_destroy(step);
 *     dpcvx_curve_destroy(whole);
 *
 * For every function
 *  - Answers are upper bounds on delta, epsilon, mu and rho. Calibrated parameters are lower bounds.
 *    Numerical errors are on the safe side. "Accuracy" in src/privacy/curve/README.md has the figures.
 *  - Requires: epsilon, mu and rho are at least 0; delta is in [0, 1).
 *  - Human-readable text has six digits, rounded to the safe side. JSON has all digits.
 *  - Threads: curves and guarantees never change, and several threads may read them. A budget locks itself.
 */
#ifndef DPCVX_PRIVACY_H
#define DPCVX_PRIVACY_H

#include <dpcvx/base.h>

DPCVX_BEGIN_DECLS

/* Adjacencies: which datasets are neighbours.
 * Under replace-one the number of units is public. Under add/remove it is private.
 * A formula that needs n then takes a nominal, public number from the caller. */
#define DPCVX_ADJACENCY_REPLACE_ONE 1 /* one unit's data change to anything */
#define DPCVX_ADJACENCY_ADD_REMOVE 2  /* one unit becomes the null unit, which contributes nothing */

/* Units: whose data the guarantee protects. */
#define DPCVX_UNIT_RECORD 11 /* one row */
#define DPCVX_UNIT_USER 12   /* all rows of one user */

/* Sampling: how a batch is drawn, and the adjacency under which the curve holds.
 * Add/remove budgets and accountants take curves of WITHOUT_REPLACEMENT too. A unit that is removed leaves a null unit
 * in its place there, so that the number of units stays. That is one way of replacing it. */
#define DPCVX_SAMPLING_POISSON 21             /* each unit independently with probability `rate`; under add/remove */
#define DPCVX_SAMPLING_WITHOUT_REPLACEMENT 22 /* a uniform subset of a fixed size; under replace-one */
#define DPCVX_SAMPLING_POISSON_REPLACE_ONE 23 /* as POISSON; the curve holds under replace-one */

/* ---- Curves ------------------------------------------------------------------------------------------------- */

/* Holds a privacy curve: one mechanism, or a composition of several. */
typedef struct dpcvx_curve dpcvx_curve;

/* Frees a curve. Since 0.1. */
DPCVX_API void dpcvx_curve_destroy(dpcvx_curve *curve);

/* Creates the curve of mu-Gaussian differential privacy (GDP):
 *
 *   delta(epsilon) = Phi(mu / 2 - epsilon / mu) - e^epsilon Phi(-mu / 2 - epsilon / mu)
 *
 * Phi is the standard normal distribution function.
 * Source: Dong, Roth and Su 2022.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_gdp(double mu, dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of Gaussian noise, which is (1 / noise_multiplier)-GDP.
 * The noise has standard deviation noise_multiplier times the l2 sensitivity.
 * Requires: 2^-100 <= noise_multiplier <= 2^100.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_gaussian(double noise_multiplier, dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of pure epsilon-DP.
 * In a composition it counts by whichever theorem gives the least answer (src/privacy/divergences/README.md).
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_pure(double epsilon, dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of (epsilon, delta)-DP.
 * In a composition it counts as epsilon-DP, except with probability delta.
 * Source: Kairouz, Oh and Viswanath 2015.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_approximate(double epsilon, double delta, dpcvx_curve **out,
                                                      dpcvx_error *err);

/* Creates the curve of rho-zero-concentrated DP (zCDP): Renyi DP of rho * order at every order > 1.
 * Source: Bun and Steinke 2016.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_zcdp(double rho, dpcvx_curve **out, dpcvx_error *err);

/* Creates the exact curve of Laplace noise in one dimension.
 * The noise has scale noise_multiplier times the l1 sensitivity.
 * For vectors use dpcvx_curve_create_pure(1 / noise_multiplier).
 * Requires: 2^-100 <= noise_multiplier <= 2^100.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_laplace(double noise_multiplier, dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of bounded range epsilon.
 * Between neighbours the log-ratios of the outputs' probabilities lie in an interval of length epsilon.
 * The exponential mechanism is of this kind.
 * It is epsilon-DP, has the GDP of a pure mechanism of epsilon / 2, and is rho-zCDP with
 *
 *   rho = epsilon - 1 + log((1 - e^-epsilon) / epsilon) + epsilon / (e^epsilon - 1) <= epsilon^2 / 8
 *
 * Sources: Durfee and Rogers 2019; Harrison and Manurangsi 2025.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_bounded_range(double epsilon, dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of `steps` Gaussian sums, each over a fresh random batch of the units.
 * `sampling` (DPCVX_SAMPLING_*) says how the batch is drawn, and `rate` is the batch's share of the units.
 * The noise has standard deviation noise_multiplier times the l2 sensitivity of the sum.
 * That is the sensitivity to adding or removing a unit under Poisson sampling, also at rate 1.
 * Without replacement it is the sensitivity to replacing a unit.
 * Under DPCVX_SAMPLING_POISSON_REPLACE_ONE it stays that to adding or removing a unit, half of that to replacing one.
 * Sources: Mironov, Talwar and Zhang 2019; Balle, Barthe and Gaboardi 2018 (src/privacy/divergences/README.md).
 * Requires: 0 < rate <= 1, 1 <= steps, 2^-100 <= noise_multiplier <= 2^100.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_subsampled_gaussian(int32_t sampling, double noise_multiplier, double rate,
                                                              int64_t steps, dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of `steps` Gaussian sums where each unit is in exactly `participations` of them.
 * Which ones is drawn uniformly without replacement, for each unit independently of the others, and stays secret.
 * It holds under add/remove. All steps together are one event, and later steps may depend on earlier outputs.
 * The noise has standard deviation noise_multiplier times the l2 sensitivity of a sum to adding or removing a unit.
 * delta and epsilon are amplified. mu, rho and Renyi epsilons are those of all participations in the open.
 * dpcvx_curve_delta_bounds and dpcvx_accountant_epsilon give brackets. src/privacy/pld/README.md has their widths.
 * Source: Feldman and Shenfeld 2025; src/privacy/pld/PROOFS.md, section 11.10.
 * Requires: 2^-100 <= noise_multiplier <= 2^100; 1 <= participations <= steps <= 2^53.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_random_allocation(double noise_multiplier, int64_t steps,
                                                            int64_t participations, dpcvx_curve **out,
                                                            dpcvx_error *err);

/* Creates the curve of `steps` Gaussian sums as dpcvx_curve_create_random_allocation, under replace-one.
 * A unit's value becomes any other, in the sums that the unit is in. Those sums stay secret.
 * The noise multiplier stays relative to adding or removing a unit, half of the sensitivity to replacing one.
 * An answer takes up to 0.6 s, and a bracket up to 2 s. src/privacy/pld/README.md has the widths of brackets.
 * Source: src/privacy/pld/PROOFS.md, section 11.12.
 * Requires: as there.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_random_allocation_replace_one(double noise_multiplier, int64_t steps,
                                                                        int64_t participations, dpcvx_curve **out,
                                                                        dpcvx_error *err);

/* Creates the curve of a test and a release: a private test, and Gaussian noise if it passes (propose-test-release).
 * Whether it passes is (test_epsilon, test_delta)-DP. What is released then is mu-GDP between neighbours that are
 * close. It passes with a probability of at most test_delta where neighbours' values may be further apart. It is a
 * composition: the test as in dpcvx_curve_create_approximate, and the noise as in dpcvx_curve_create_gdp. Several, each
 * chosen after the outputs of those before with fixed parameters, compose by their counts. Sources: Dwork and Lei 2009;
 * src/privacy/curve/PROOFS.md, section 17. Requires: 0 <= test_epsilon, 0 <= test_delta < 1, 0 <= mu. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_test_release(double test_epsilon, double test_delta, double mu,
                                                       dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of a Renyi DP table: epsilons[i] at orders[i].
 * Between two orders, (order - 1) * epsilon is bounded by its chord. Beyond the last order nothing is known.
 * Source: Mironov 2017.
 * Requires: 1 <= n <= 4096; orders are increasing and above 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_rdp(const double *orders, const double *epsilons, int64_t n,
                                              dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of a mixture: with probability probabilities[k] the mechanism is mus[k]-GDP.
 * The choice of k does not depend on the data. It may become known or not.
 *
 *   delta(epsilon) = sum over k of  probabilities[k] delta_mus[k](epsilon)
 *
 * src/privacy/divergences/README.md has its Renyi, GDP and zCDP figures.
 * Entries of probability 0 are left out. Probabilities that were each rounded up give an upper bound.
 * If the sum is below 1, the rest counts at the greatest mu. If it is above 1, the excess is taken off the least mus.
 * Requires: 1 <= n <= 4096; finite mus in any order; probabilities >= 0 whose sum is within 1e-9 of 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_gdp_mixture(const double *mus, const double *probabilities, int64_t n,
                                                      dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of randomized response among `categories` answers.
 * It answers the truth, except with probability noise_parameter a uniform answer. Neighbours have different truths.
 * Requires: 0 < noise_parameter < 1; 2 <= categories <= 2^53.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_randomized_response(double noise_parameter, int64_t categories,
                                                              dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of discrete Laplace noise on whole numbers, of probabilities proportional to e^(-decay |x|).
 * It is exact for one number, which neighbours move by `shift` at most.
 * For vectors use dpcvx_curve_create_pure(decay * l1 sensitivity).
 * Requires: 0 < decay; 1 <= shift <= 2^53.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_discrete_laplace(double decay, int64_t shift, dpcvx_curve **out,
                                                           dpcvx_error *err);

/* Creates the curve of discrete Gaussian noise on a whole number, of probabilities proportional to
 * e^(-x^2 / (2 sigma^2)). `shift` is the sensitivity in one dimension.
 * Beyond sigma = 2^14, or a shift of 8 sigmas, only its zCDP counts. That holds for vectors too.
 * Requires: 2^-100 <= sigma <= 2^100; 1 <= shift <= 2^53.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_discrete_gaussian(double sigma, int64_t shift, dpcvx_curve **out,
                                                            dpcvx_error *err);

/* Creates the curve of a caller's own privacy losses: probabilities[i] of losses[i] = log(P / Q), under P.
 * The pair (P, Q) is the worst of all neighbours in one order. Its other order follows from it.
 * `infinite` is the probability under P of what Q never gives. What Q has left of 1, P never gives.
 * Requires: 1 <= n <= 4096; losses increase and are at most 500 in size; probabilities and infinite add up to 1.
 * Requires: those under Q, q = probabilities e^-losses, sum to at most 1. Within sum q (4 + |losses|) 2^-52 is 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_losses(const double *losses, const double *probabilities, int64_t n,
                                                 double infinite, dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of shuffled reports. Each user sends one report of an epsilon0-DP randomizer, and a shuffler
 * removes who sent it. Neighbours differ in one user's value.
 * `users` counts those whose own draws of the randomizer were shuffled, not those that were planned.
 * A user who tells what was sent, or sends no such draw, hides nobody and does not count. 2^34 users count at most.
 * Fewer users hide less: release nothing until as many reports have come as the curve counts.
 * All users have the same randomizer. It sees the user's own value alone, no other report.
 *
 *   others alike ~ Bin(users - 1, 2 / (e^epsilon0 + 1))
 *
 * These hide the report (src/privacy/pld/PROOFS.md, 15). The mechanism is epsilon0-DP in any case.
 * A unit that leaves must report all the same, as if it had a fixed value, under add/remove too.
 * Sources: Feldman, McMillan and Talwar 2021, 2023.
 * Requires: 0 <= epsilon0; 1 <= users <= 2^48.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_shuffled(double epsilon0, int64_t users, dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of shuffled reports of randomized response, as dpcvx_curve_create_randomized_response has it.
 * It is below that of other randomizers of the same epsilon0 from 3 categories on: answers of all categories hide.
 * Source: Balle, Bell, Gascon and Nissim 2019, for what hides.
 * Requires: 0 < noise_parameter < 1; 2 <= categories <= 2^53; users as in dpcvx_curve_create_shuffled.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_shuffled_response(double noise_parameter, int64_t categories, int64_t users,
                                                            dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve of the last iterate of noisy contractive steps, a GDP curve:
 *
 *   x_k = project(x_(k-1) - eta g_k(x_(k-1)) + N(0, noise^2 I)),  k = 1, ..., steps
 *
 * g_k is a gradient of convex, beta-smooth losses, and project goes to a closed convex set that is public.
 * Nothing but x_steps is released: no other iterate, no average, and no momentum is used.
 * `sensitivity` is how far one unit moves a step: the norm of eta times what it changes g_k by.
 * `noise` is a standard deviation, in units of the iterate too.
 * `contraction` is the Lipschitz constant of a step before the noise. It is at most
 *
 *   1                                    if eta <= 2 / beta
 *   max(|1 - eta m|, |1 - eta beta|)     if losses are m-strongly convex as well
 *
 * Clipped gradients of a linear model's records satisfy this. A clipped mean over a user's records does not.
 * `batches`: each unit is met by one of so many steps, always in the same order; 1 for full batches.
 * `diameter` bounds the distance of two points of the set; infinity for no set. From about
 * diameter / sensitivity steps on, mu grows no more with the steps.
 * The starting point is public. Steps are exact here: who computes them adds its error to `sensitivity`.
 * Source: Bok, Su and Altschuler 2024 (src/privacy/divergences/PROOFS.md, 16).
 * Requires: 0 <= sensitivity <= 2^100; 2^-100 <= noise <= 2^100; 0 <= contraction <= 1; 0 < diameter.
 * Requires: 1 <= batches <= 2^48; 1 <= steps <= 2^48.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_iteration(double sensitivity, double noise, double contraction,
                                                    int64_t batches, int64_t steps, double diameter, dpcvx_curve **out,
                                                    dpcvx_error *err);

/* Creates the curve of the last iterate for a unit that one step alone meets, at `position`, from 1 on:
 *
 *   mu = sensitivity contraction^m / (noise sqrt(1 + contraction^2 + ... + contraction^(2 m))),  m = steps - position
 *
 * The conditions are those of dpcvx_curve_create_iteration. The position must not depend on the data.
 * Without contraction it implies the Renyi form of Feldman, Mironov, Talwar and Thakurta 2018.
 * Requires: 1 <= position <= steps; the other arguments as there.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_iteration_at(double sensitivity, double noise, double contraction,
                                                       int64_t position, int64_t steps, dpcvx_curve **out,
                                                       dpcvx_error *err);

/* Creates the curve of an event that meets a random batch of the units instead of all.
 * `sampling` (DPCVX_SAMPLING_*) says how the batch is drawn, and `rate` is its share. They are as for Gaussian sums.
 * src/privacy/pld/PROOFS.md has the pairs of laws. Of a table of losses P is the law with the unit, Q that without.
 * Requires: the curve is one Gaussian, Laplace, pure or discrete event; under Poisson sampling also one of losses.
 * Requires: 0 < rate <= 1.
 * Errors: DPCVX_ERR_UNSUPPORTED for other curves. Random allocation has dpcvx_curve_create_random_allocation.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_sampled(const dpcvx_curve *curve, int32_t sampling, double rate,
                                                  dpcvx_curve **out, dpcvx_error *err);

/* Creates the composition of counts[i] copies of parts[i]. The parts are copied.
 * All parts are fixed beforehand. If a choice depends on earlier outputs, use a budget.
 * Each answer is the least over all composition theorems that apply.
 * Requires: 0 <= n <= 2^48, 1 <= counts[i].
 * Requires: at most 16384 different parts. A Renyi table is one. A part that is a composition may be refused earlier.
 * Errors: DPCVX_ERR_ARGUMENT for parts that are known to have different units or adjacencies.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_composition(const dpcvx_curve *const *parts, const int64_t *counts, int64_t n,
                                                      dpcvx_curve **out, dpcvx_error *err);

/* Creates the curve for groups of up to `size` units that change together, from the curve for one unit.
 * A group may be all records of a user who has at most `size` of them. Its unit is what the caller says.
 * src/privacy/curve/README.md has the formulas, and tells how to protect users by a fit whose units are records.
 * Requires: 1 <= size <= 2^48.
 * Errors: DPCVX_ERR_UNSUPPORTED for subsampled Gaussians and mixtures. The message says what helps.
 * Errors: DPCVX_ERR_NUMERIC if no order of a Renyi table is left.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_group(const dpcvx_curve *curve, int64_t size, dpcvx_curve **out,
                                                dpcvx_error *err);

/* Creates the curve for one unit whose groups of `size` units stay within the given curve.
 * It inverts dpcvx_curve_create_group part by part, rounded down.
 * Errors: DPCVX_ERR_UNSUPPORTED as there, and for Renyi tables.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_member(const dpcvx_curve *curve, int64_t size, dpcvx_curve **out,
                                                 dpcvx_error *err);

/* Computes the least epsilon for which (epsilon, delta)-DP is proved.
 * Result: rounded up; infinity if there is none.
 * Memory and time: as dpcvx_curve_delta.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_epsilon(const dpcvx_curve *curve, double delta, double *epsilon, dpcvx_error *err);

/* Computes the least delta for which (epsilon, delta)-DP is proved.
 * Many compositions are computed numerically. Mostly epsilon is then within 1e-3 of the best, delta within 2 %.
 * "Composed privacy losses" in src/privacy/pld/README.md says which, and how.
 * Result: rounded up; 0 only if it is exactly 0.
 * Memory and time: up to 20 MB; mostly below 0.1 s, at most about 0.5 s for each kind of part.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_delta(const dpcvx_curve *curve, double epsilon, double *delta, dpcvx_error *err);

/* Computes a bracket of the true delta, which tells how loose dpcvx_curve_delta is.
 * Result: *upper, the answer of dpcvx_curve_delta.
 * Result: *lower, a delta that mechanisms of the curve's kinds reach on some two neighbours. It is rounded down.
 * The two are far apart where the computation did not settle. *upper still holds then.
 * dpcvx_accountant_epsilon gives a bracket of epsilon.
 * *lower is 0 for Renyi tables, zCDP, amplified mixtures, and over 30 parts. For fixed-size batches it is far below.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_delta_bounds(const dpcvx_curve *curve, double epsilon, double *lower, double *upper,
                                                dpcvx_error *err);

/* Computes the Renyi DP epsilon at an order > 1.
 * Result: rounded up; infinity if there is none.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_rdp(const dpcvx_curve *curve, double order, double *epsilon, dpcvx_error *err);

/* Computes the order that gives the Renyi answer to dpcvx_curve_epsilon(delta).
 * A budget that is to take this curve needs it as DPCVX_BUDGET_OPTION_RDP_ORDER.
 * Requires: 0 < delta < 1.
 * Errors: DPCVX_ERR_UNSUPPORTED for a curve with an (epsilon, delta) part.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_rdp_order(const dpcvx_curve *curve, double delta, double *order, dpcvx_error *err);

/* Computes the least mu for which mu-GDP is proved; infinity if there is none. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_gdp_mu(const dpcvx_curve *curve, double *mu, dpcvx_error *err);

/* Computes the least rho for which rho-zCDP is proved; infinity if there is none. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_zcdp_rho(const dpcvx_curve *curve, double *rho, dpcvx_error *err);

/* Writes a curve as JSON. src/privacy/curve/README.md lists the kinds and their keys.
 *
 *   {"events":[{"kind":"gdp","mu":0.5,"count":1}]}
 *
 * A curve of a release from a deterministic source also has "random_source":"deterministic, NOT PRIVATE".
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_to_json(const dpcvx_curve *curve, char *out, size_t capacity, size_t *length,
                                           dpcvx_error *err);

/* ---- Calibration: how much noise ------------------------------------------------------------------------------ */

/* Computes the greatest mu for which mu-GDP implies (epsilon, delta)-DP.
 * It replaces sqrt(2 log(1.25 / delta)) / epsilon. It is exact, and valid for every epsilon.
 * A share of 2^-44 is kept back, which covers the slack of budgets.
 * A budget of (epsilon, delta) takes one charge of this mu, or k charges of mu / sqrt(k).
 * Result: rounded down.
 * Requires: 0 < delta < 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_calibrate_gdp(double epsilon, double delta, double *mu, dpcvx_error *err);

/* Computes the greatest rho for which rho-zCDP implies (epsilon, delta)-DP at the best order.
 * The same share is kept back as by dpcvx_calibrate_gdp.
 * Source: Canonne, Kamath and Steinke 2020, Proposition 12.
 * Result: rounded down.
 * Requires: 0 < delta < 1.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_calibrate_zcdp(double epsilon, double delta, double *rho, dpcvx_error *err);

/* Computes the least noise multiplier for which `steps` subsampled Gaussian sums are (epsilon, delta)-DP.
 * It uses dpcvx_curve_delta, for steps that are planned as one release.
 * Result: rounded up.
 * Requires: 0 < delta < 1; the other arguments as in dpcvx_curve_create_subsampled_gaussian.
 * Errors: DPCVX_ERR_NUMERIC if no noise multiplier up to 2^40 suffices.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_calibrate_subsampled_gaussian(int32_t sampling, double rate, int64_t steps, double epsilon,
                                                           double delta, double *noise_multiplier, dpcvx_error *err);

/* Computes the same noise multiplier by Renyi DP, which needs more noise.
 * A budget of (epsilon, delta) with the RDP filter takes the resulting curve if there is more than one step.
 * Its order must be the one that dpcvx_curve_rdp_order gives for that curve.
 * Result, requirements and errors: as dpcvx_calibrate_subsampled_gaussian.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_calibrate_subsampled_gaussian_rdp(int32_t sampling, double rate, int64_t steps,
                                                               double epsilon, double delta, double *noise_multiplier,
                                                               dpcvx_error *err);

/* Computes the greatest epsilon0 for which `rounds` rounds of shuffled reports are (epsilon, delta)-DP.
 * All users report in every round, and each round is shuffled by itself.
 * It uses dpcvx_curve_delta of dpcvx_curve_create_shuffled.
 * Result: rounded down, by a share of at most 1e-4; at most 20, unless shuffling is not needed for more.
 * Requires: 1 <= users <= 2^48; 1 <= rounds <= 2^40; 0 < delta < 1.
 * Memory and time: a few seconds at most.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_calibrate_shuffled(int64_t users, int64_t rounds, double epsilon, double delta,
                                                double *epsilon0, dpcvx_error *err);

/* ---- Budget ------------------------------------------------------------------------------------------------- */

/* Holds a ledger with a hard (epsilon, delta) limit.
 * Every release charges a budget before it reads the data. A charge that does not fit is refused.
 * The limit also holds if later releases are chosen after earlier outputs were seen (a privacy filter).
 * A replace-one budget refuses curves of Poisson sampling, which hold under add/remove only.
 * src/privacy/budget/README.md has the filters, their theorems and the arithmetic of the limit.
 * Threads: several threads may share a budget.
 * Processes: a budget works in the process that created it. In a child after fork() only destroy works.
 * Every other call is DPCVX_ERR_STATE there, since a copy would allow the rest of the budget twice.
 * The process id tells the processes apart. It does not if a descendant has the creator's id.
 * That can happen in a process namespace of its own, or after the creator has ended. */
typedef struct dpcvx_budget dpcvx_budget;

/* Holds what a release promises, and on which assumptions. It holds public quantities only.
 * These are: mechanism and theorem, adjacency, unit, the privacy curve, the source of randomness.
 * Each constant says whether the library enforced it, the caller stated it, or it is a public parameter. */
typedef struct dpcvx_guarantee dpcvx_guarantee;

/* Creates a budget of (epsilon, delta) under an adjacency (DPCVX_ADJACENCY_*) for a unit (DPCVX_UNIT_*).
 * The options are DPCVX_BUDGET_OPTION_* at the end of this header.
 * Requires: 2^-900 <= epsilon, and the same for the main sub-budget.
 * Requires: 0 < delta, except with the basic filter.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_create(double epsilon, double delta, int32_t adjacency, int32_t unit,
                                           const dpcvx_options *options, dpcvx_budget **out, dpcvx_error *err);

/* Creates a budget whose ledger is a new file. Each charge is on the disk before the data are read.
 * A process that is killed at any time has left all charges that it went by.
 * The file is written beside its name, as path.new00 or the like, and gets the name when it is whole. A process that is
 * killed before may leave that one. It holds no charge, and may be removed.
 * One process at a time has the file open: it is locked until the budget is destroyed.
 * The charges are chained by a hash, SipHash-2-4. With a key, which is 16 secret bytes, it also shows forgery.
 * Without one, key == NULL and key_bytes == 0, it shows damage alone.
 * An older copy of the file is not seen as such. Keep DPCVX_BUDGET_FIGURE_LEDGER_FRAMES and _HEAD elsewhere.
 * Requires: epsilon to options as in dpcvx_budget_create; no file of this name.
 * Errors: DPCVX_ERR_FILE if the file cannot be created or written. DPCVX_ERR_UNSUPPORTED on Windows.
 * A charge that fails with DPCVX_ERR_FILE may count or not. The budget then refuses every other one.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_create_ledger(const char *path, const void *key, size_t key_bytes, double epsilon,
                                                  double delta, int32_t adjacency, int32_t unit,
                                                  const dpcvx_options *options, dpcvx_budget **out, dpcvx_error *err);

/* Opens the budget of a ledger's file, with all charges so far. It goes on where they end.
 * frames and head are the figures that the caller kept, or 0 and 0. The ledger may have gone on since then.
 * An end that was written in part is cut off. DPCVX_BUDGET_FIGURE_LEDGER_CUT_BYTES says how many bytes.
 * After a crash its charge was not acknowledged, and no data were read. A file that was damaged or shortened later
 * may look the same, with one acknowledged charge fewer. The newest frames and head that were kept tell the two apart.
 * Errors: DPCVX_ERR_LEDGER_STALE for a ledger that did not go through that head: an older copy, or another ledger.
 * Errors: DPCVX_ERR_LEDGER_DAMAGED for a file that is no whole ledger, or has another key.
 * Errors: DPCVX_ERR_LEDGER_LOCKED if the file is open already. DPCVX_ERR_FILE if it cannot be read.
 * Errors: DPCVX_ERR_ARGUMENT for a key where the ledger has none, or none where it has one.
 * Errors: DPCVX_ERR_UNSUPPORTED on Windows.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_open_ledger(const char *path, const void *key, size_t key_bytes, int64_t frames,
                                                int64_t head, dpcvx_budget **out, dpcvx_error *err);

/* Saves the budget as bytes: its ledger with all charges, and an end.
 * out == NULL with capacity == 0 only asks for *length.
 * Errors: DPCVX_ERR_CAPACITY for a capacity below *length.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_save(const dpcvx_budget *budget, void *out, size_t capacity, size_t *length,
                                         dpcvx_error *err);

/* Loads the budget that dpcvx_budget_save wrote. It is equal in all it says. No bytes do harm.
 * Each loaded budget allows what is left once more. Go on with one of them alone, or keep a ledger's file.
 * Requires: the key as in dpcvx_budget_create_ledger; none for a budget without a file.
 * Errors: DPCVX_ERR_LEDGER_DAMAGED for bytes of another format, cut off, damaged, or of another key.
 * Errors: DPCVX_ERR_ARGUMENT for a key where the budget has none, or none where it has one.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_load(const void *bytes, size_t length, const void *key, size_t key_bytes,
                                         dpcvx_budget **out, dpcvx_error *err);

/* Fields of the record of a deployment, in the caller's words. The ledger marks them as assumed. */
#define DPCVX_BUDGET_FIELD_TIME_SPAN 171   /* the time that one unit's data span, such as "one day" */
#define DPCVX_BUDGET_FIELD_TRUST_MODEL 172 /* who sees the data, such as "one curator" */
#define DPCVX_BUDGET_FIELD_UNPROTECTED 173 /* what the guarantee does not cover */
#define DPCVX_BUDGET_FIELD_RATIONALE 174   /* why this limit was chosen */

/* Enters a field (DPCVX_BUDGET_FIELD_*). The last text of a field counts, and the ledger keeps all.
 * Requires: text is well-formed UTF-8 of up to 500 bytes.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_describe(dpcvx_budget *budget, int32_t field, const char *text, dpcvx_error *err);

/* Sets what the labels of later charges begin with, of releases, fits and dpcvx_budget_charge: the name of a question.
 * After "mean age" a label is "mean age: private mean", say. It is cut to 95 bytes.
 * `label` may be NULL or empty, which ends it. It is no part of the ledger but in the entries that were made with it.
 * Requires: well-formed UTF-8 of up to 60 bytes.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_set_label(dpcvx_budget *budget, const char *label, dpcvx_error *err);

/* Frees a budget. What was spent stays spent: a new budget over the same data adds to it. Since 0.1. */
DPCVX_API void dpcvx_budget_destroy(dpcvx_budget *budget);

/* Creates a curve that spends a share of what is left in the main sub-budget.
 * The share is of what adds up: mu^2, rho, the Renyi epsilon, or epsilon and delta.
 * So a half, and then all of the rest, cost the same.
 * Under GDP a share s has mu = sqrt(s) of the whole, so that its own epsilon is above the share s of epsilon.
 * Of epsilon = 2 and delta = 1e-6, shares 1/10, 1/4, 1/2 and 1 cost 0.58, 0.95, 1.38 and 2 when alone.
 * It is a share of what is left at the time of the call. Threads that share a budget take their prices first.
 * The kind of the curve is that of the filter: GDP, zCDP, Renyi DP at the filter's order.
 * The basic filter gives an (epsilon, delta) curve, or a pure one.
 * Requires: 0 < share <= 1.
 * Errors: DPCVX_ERR_BUDGET if 2^-40 of the limit or less is left.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_price(const dpcvx_budget *budget, double share, dpcvx_curve **out,
                                          dpcvx_error *err);

/* Charges `count` uses of a curve, for a release made outside this library.
 * A curve that a caller made does not know its unit, nor most adjacencies: that they are the budget's is the caller's
 * word. A curve of a guarantee, a plan or an accountant, and a composition with one, is known to have both.
 * The curve of a deterministic release, or a composition with one, marks the budget as not private.
 * Requires: 1 <= count; label is well-formed UTF-8 of up to 95 bytes, or NULL. The ledger shows it.
 * Errors: DPCVX_ERR_ARGUMENT for a curve that is known to have another unit or adjacency than the budget.
 * Errors: DPCVX_ERR_BUDGET if the charge does not fit.
 * Errors: DPCVX_ERR_UNSUPPORTED if no sub-budget can take the curve. Nothing is charged in any of these cases.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_charge(dpcvx_budget *budget, const dpcvx_curve *curve, int64_t count,
                                           const char *label, dpcvx_error *err);

/* Charges a release that was made on another budget, by the curve of its guarantee.
 * It adds up with what this budget was charged, for the same data.
 * The release has read the data already: a charge that does not fit leaves the data worse off than the limit says.
 * dpcvx_budget_can_charge asks beforehand, and dpcvx_fit_table_on charges beforehand.
 * A deterministic release marks the budget as not private.
 * Requires: the guarantee has the budget's unit and adjacency; label as in dpcvx_budget_charge.
 * Errors: DPCVX_ERR_ARGUMENT for another unit or adjacency; else as dpcvx_budget_charge. Nothing is charged then.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_charge_guarantee(dpcvx_budget *budget, const dpcvx_guarantee *guarantee,
                                                     const char *label, dpcvx_error *err);

/* Charges `count` uses of a curve to the basic sub-budget, at a delta that is chosen beforehand.
 * The charge is this delta, and the epsilon that dpcvx_curve_epsilon gives for all uses together.
 * So a plan that is fixed beforehand is charged at its tight price.
 * Under Renyi DP, and the sums of other filters, it mostly costs more.
 * Requires: count and label as in dpcvx_budget_charge; 0 <= delta < 1.
 * Memory and time: as dpcvx_curve_delta. Other calls wait while it computes.
 * Errors: DPCVX_ERR_BUDGET if the charge does not fit.
 * Errors: DPCVX_ERR_UNSUPPORTED without a basic sub-budget, or if no epsilon is proved at this delta.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_charge_at_delta(dpcvx_budget *budget, const dpcvx_curve *curve, int64_t count,
                                                    double delta, const char *label, dpcvx_error *err);

/* Sets *fits to 1 if a charge by dpcvx_budget_charge would be accepted now, else to 0.
 * It is 0, too, for a curve that no sub-budget can take. Errors: DPCVX_ERR_ARGUMENT as there.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_can_charge(const dpcvx_budget *budget, const dpcvx_curve *curve, int64_t count,
                                               int32_t *fits, dpcvx_error *err);

/* Creates a rehearsal of a budget. A call that charges it does all that comes before the charge, then fails.
 * It fails as it would on the budget itself, or with DPCVX_ERR_CANCELLED where the budget would take the charge.
 * Nothing is charged or released, and nothing private is read that is not read before a charge.
 * So a caller can warn of what a call costs once it is known to be accepted, and before its charge.
 * The rehearsal has the terms of the budget, and what was left when it was created. It has no list of charges.
 * Its text and its JSON say that it is a rehearsal.
 * Errors: dpcvx_budget_save refuses it with DPCVX_ERR_UNSUPPORTED.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_create_rehearsal(const dpcvx_budget *budget, dpcvx_budget **out, dpcvx_error *err);

/* Computes a bound on what all charges so far have cost, for a reading at any moment (a privacy odometer).
 * The loss is log(P / P'), with P and P' the probabilities of all outputs so far on two neighbouring datasets.
 * Under P all readings at one delta bound it together, except with a probability of that delta.
 * That holds where no (epsilon, delta) charge with delta > 0 is in the basic sub-budget.
 * With such charges the loss itself has no bound. The readings are then the epsilon of a statement on events.
 * An event S of the outputs, up to a stop at which the reading is at most epsilon, has
 *
 *   P(S) <= e^epsilon P'(S) + delta + sum of the deltas of the basic sub-budget's charges so far
 *
 * Where the stop varies, that sum is the greatest that stops may have: the sub-budget's limit at most.
 * So the moment of a reading, and whether to stop there, may depend on the outputs. The limit stays what it is.
 * DPCVX_BUDGET_FIGURE_EPSILON_SPENT is less. It holds at one moment that is fixed beforehand.
 * delta must not depend on outputs: choose it before the first release.
 * src/privacy/budget/README.md has the formula.
 * Result: *loss, rounded up; 0 without charges.
 * Requires: 0 < delta < 1.
 * Sources: Rogers, Roth, Ullman and Vadhan 2016; Whitehouse, Ramdas, Rogers and Wu 2023.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_odometer(const dpcvx_budget *budget, double delta, double *loss, dpcvx_error *err);

/* Figures of a budget. What is spent is rounded up, what remains is rounded down.
 * With the basic filter there is one sub-budget: MAIN_* are its epsilons, and BASIC_* report the same one. */
#define DPCVX_BUDGET_FIGURE_EPSILON 151        /* f64: the limit */
#define DPCVX_BUDGET_FIGURE_DELTA 152          /* f64: the limit */
#define DPCVX_BUDGET_FIGURE_MAIN_LIMIT 153     /* f64: in the filter's terms: mu, rho, Renyi epsilon or epsilon */
#define DPCVX_BUDGET_FIGURE_MAIN_SPENT 154     /* f64: in the same terms; for GDP the root of the sum of squares */
#define DPCVX_BUDGET_FIGURE_MAIN_REMAINING 155 /* f64: in the same terms: the greatest single further charge */
#define DPCVX_BUDGET_FIGURE_BASIC_EPSILON_REMAINING 156 /* f64: of the basic sub-budget */
#define DPCVX_BUDGET_FIGURE_BASIC_DELTA_REMAINING 157   /* f64: of the basic sub-budget */
#define DPCVX_BUDGET_FIGURE_EPSILON_SPENT 158           /* f64: epsilon of the charges so far, at the limit's delta */
#define DPCVX_BUDGET_FIGURE_CHARGES 159                 /* i64: number of accepted charges */
#define DPCVX_BUDGET_FIGURE_ADJACENCY 160               /* i64: DPCVX_ADJACENCY_* */
#define DPCVX_BUDGET_FIGURE_UNIT 161                    /* i64: DPCVX_UNIT_* */
#define DPCVX_BUDGET_FIGURE_FILTER 162                  /* i64: DPCVX_FILTER_*: the one in use, never automatic */
#define DPCVX_BUDGET_FIGURE_RDP_ORDER 163               /* f64: of the RDP filter */
#define DPCVX_BUDGET_FIGURE_DETERMINISTIC 164     /* i64: 1 if a deterministic source was used (NOT PRIVATE), else 0 */
#define DPCVX_BUDGET_FIGURE_LEDGER_FRAMES 165     /* i64: entries of the ledger: its terms, charges and fields */
#define DPCVX_BUDGET_FIGURE_LEDGER_HEAD 166       /* i64: the hash that chains them */
#define DPCVX_BUDGET_FIGURE_EPSILON_REMAINING 167 /* f64: epsilon of one further charge of all that is left in main */
#define DPCVX_BUDGET_FIGURE_LEDGER_CUT_BYTES 168  /* i64: bytes that were cut off the end of an opened ledger */

/* Reads a figure (DPCVX_BUDGET_FIGURE_*): counts, flags and enumerations by _i64, real numbers by _f64.
 * Errors: DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Errors: DPCVX_ERR_UNSUPPORTED for a figure that the budget lacks.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_get_f64(const dpcvx_budget *budget, int32_t figure, double *value,
                                            dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_budget_get_i64(const dpcvx_budget *budget, int32_t figure, int64_t *value,
                                            dpcvx_error *err);

/* Writes the ledger as JSON: the limit, the filter and its theorem, every charge, what is left.
 * It says whether a deterministic source was used, which is NOT PRIVATE.
 * src/privacy/budget/README.md lists the keys.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_to_json(const dpcvx_budget *budget, char *out, size_t capacity, size_t *length,
                                            dpcvx_error *err);

/* Writes the ledger as human-readable text. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_to_text(const dpcvx_budget *budget, char *out, size_t capacity, size_t *length,
                                            dpcvx_error *err);

/* ---- Guarantee ---------------------------------------------------------------------------------------------- */

/* Origins of a guarantee's constants. */
#define DPCVX_ORIGIN_ENFORCED 51 /* the library makes it true: clipping, projection, validation */
#define DPCVX_ORIGIN_ASSUMED 52  /* the caller states it */
#define DPCVX_ORIGIN_PUBLIC 53   /* a public parameter: a size, a number of steps, a scale of noise */

/* Frees a guarantee. Since 0.1. */
DPCVX_API void dpcvx_guarantee_destroy(dpcvx_guarantee *guarantee);

/* Tells which datasets are neighbours (DPCVX_ADJACENCY_*), and whose data are protected (DPCVX_UNIT_*). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_guarantee_terms(const dpcvx_guarantee *guarantee, int32_t *adjacency, int32_t *unit,
                                             dpcvx_error *err);

/* Computes the epsilon of its curve at a delta, as dpcvx_curve_epsilon does. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_guarantee_epsilon(const dpcvx_guarantee *guarantee, double delta, double *epsilon,
                                               dpcvx_error *err);

/* Reads a constant by its name, such as "l2_sensitivity". dpcvx_guarantee_to_json lists the names.
 * Result: *origin is DPCVX_ORIGIN_*. The pointer may be NULL.
 * Errors: DPCVX_ERR_ARGUMENT for a name that the guarantee lacks.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_guarantee_constant(const dpcvx_guarantee *guarantee, const char *name, double *value,
                                                int32_t *origin, dpcvx_error *err);

/* Creates a copy of the release's own curve.
 * The ledger may have counted the price instead, if that is less in its accounting. "charged" in the JSON says so.
 * Charged again by dpcvx_budget_charge, a curve of a deterministic source marks that budget too.
 * It keeps unit and adjacency: budgets, accountants and compositions of another unit or adjacency refuse it.
 * Since 0.1. */
DPCVX_API dpcvx_status dpcvx_guarantee_curve(const dpcvx_guarantee *guarantee, dpcvx_curve **out, dpcvx_error *err);

/* Writes a guarantee as JSON. src/privacy/guarantee/README.md lists the keys. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_guarantee_to_json(const dpcvx_guarantee *guarantee, char *out, size_t capacity,
                                               size_t *length, dpcvx_error *err);

/* Writes a guarantee as human-readable text. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_guarantee_to_text(const dpcvx_guarantee *guarantee, char *out, size_t capacity,
                                               size_t *length, dpcvx_error *err);

/* ---- Options ------------------------------------------------------------------------------------------------ */

/* Keys of the budget options. The two shares make a second, basic sub-budget for curves that the main filter refuses.
 * The order of the RDP filter is fixed at creation, and decides what fits.
 * For a planned curve take the order from dpcvx_curve_rdp_order. 0 stands for
 *
 *   1 + 2 log(1 / delta) / epsilon
 */
#define DPCVX_BUDGET_OPTION_FILTER 101    /* i64: DPCVX_FILTER_*; default automatic */
#define DPCVX_BUDGET_OPTION_RDP_ORDER 102 /* f64, 0 or in (1, 1e9]: the order of the RDP filter; default 0 */
/* f64 in [0, 1]: share of epsilon in the basic sub-budget; default 0 */
#define DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION 103
/* f64 in [0, 1]: share of delta in the basic sub-budget; default 0 */
#define DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION 104

/* Filters: how charges add up. src/privacy/budget/README.md says which curves each takes.
 * For subsampled Gaussians choose the RDP filter. */
#define DPCVX_FILTER_AUTOMATIC 31 /* GDP if delta > 0, else basic */
#define DPCVX_FILTER_BASIC 32     /* sums of epsilon and of delta */
#define DPCVX_FILTER_GDP 33       /* sum of mu^2 (Smith and Thakurta 2022) */
#define DPCVX_FILTER_ZCDP 34      /* sum of rho (Feldman and Zrnic 2021) */
#define DPCVX_FILTER_RDP 35       /* sum of Renyi epsilons at one order (Feldman and Zrnic 2021) */

/* Creates the options of a budget, all at their defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_options_create(dpcvx_options **out, dpcvx_error *err);

DPCVX_END_DECLS

#endif
