/* dpcvx/privacy.h: privacy curves, conversions and calibration, the budget, and the guarantee record.
 *
 * A dpcvx_curve says how private something is: it holds one mechanism or a composition of several and answers, for
 * every epsilon, a delta for which (epsilon, delta)-differential privacy holds, and the other way round. Every answer
 * is an upper bound: numerical error is on the safe side. Curves are the currency: releases take one as their price,
 * budgets are charged with them, guarantees report them.
 *
 * A curve is a statement about a pair of neighbouring datasets under one adjacency; it does not know which. The budget
 * does, and every release takes its adjacency from the budget it is charged to.
 *
 * Rounding: answers lie on the safe side of the truth. They pass it by a relative 1e-12 at most (as measured against
 * 60-digit values) for delta, epsilon, mu and rho of one pure, Gaussian, Laplace or zCDP part, for Renyi epsilons of
 * those and of Poisson sampling at whole orders, and for the composition of equal pure parts; by 1e-9 for Poisson
 * sampling at fractional orders. Elsewhere (fixed-size sampling, Renyi composition, mixtures of kinds, figures below
 * 1e-300) the theorem is only a bound, and so are they. Each theorem, with its constants, source and check, is in
 * src/privacy/PROOFS.md. Numbers in texts for people have six digits, rounded to the safe side; JSON has them whole.
 */
#ifndef DPCVX_PRIVACY_H
#define DPCVX_PRIVACY_H

#include <dpcvx/base.h>

DPCVX_BEGIN_DECLS

/* Which datasets are neighbours. Under replace-one the number of units is public. Under add/remove it is private;
 * where a formula needs an n, that is a nominal, public number of the caller's. */
#define DPCVX_ADJACENCY_REPLACE_ONE 1 /* one unit's data change to anything */
#define DPCVX_ADJACENCY_ADD_REMOVE 2  /* one unit becomes the null unit, which contributes nothing */

/* Whose data the guarantee protects. */
#define DPCVX_UNIT_RECORD 11 /* one row */
#define DPCVX_UNIT_USER 12   /* all rows of one user */

/* How a batch is drawn, and the adjacency under which the curve holds. */
#define DPCVX_SAMPLING_POISSON 21             /* each unit on its own with probability `rate`; under add/remove */
#define DPCVX_SAMPLING_WITHOUT_REPLACEMENT 22 /* a uniform subset of a fixed size; under replace-one */

/* ---- Curves ------------------------------------------------------------------------------------------------- */

/* A privacy curve, as above. */
typedef struct dpcvx_curve dpcvx_curve;

/* Frees a curve; NULL is fine. Since 0.1. */
DPCVX_API void dpcvx_curve_destroy(dpcvx_curve *curve);

/* Pure epsilon-differential privacy; 0 <= epsilon. As a part of compositions it counts as epsilon, as
 * epsilon tanh(epsilon / 2)-zCDP, as mu-GDP with Phi(-mu / 2) = 1 / (1 + e^epsilon), or by its exact Renyi curve, and
 * equal parts by the optimal composition of Kairouz, Oh and Viswanath (2015), whichever is least. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_pure(double epsilon, dpcvx_curve **out, dpcvx_error *err);

/* Bounded range (Durfee and Rogers 2019): between neighbours the log-ratios of the outputs' probabilities lie in an
 * interval of length epsilon, as those of the exponential mechanism do. epsilon-DP, (epsilon^2 / 8)-zCDP (Cesar and
 * Rogers 2021) and the GDP of a pure mechanism of epsilon / 2; 0 <= epsilon. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_bounded_range(double epsilon, dpcvx_curve **out, dpcvx_error *err);

/* (epsilon, delta)-differential privacy; 0 <= epsilon, 0 <= delta < 1. In compositions: epsilon-DP, except with
 * probability delta (Kairouz, Oh and Viswanath 2015). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_approximate(double epsilon, double delta, dpcvx_curve **out,
                                                      dpcvx_error *err);

/* rho-zero-concentrated differential privacy (Bun and Steinke 2016): Renyi DP of rho * order at every order > 1. Since
 * 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_zcdp(double rho, dpcvx_curve **out, dpcvx_error *err);

/* mu-Gaussian differential privacy (Dong, Roth and Su 2022):
 * delta(epsilon) = Phi(-epsilon/mu + mu/2) - e^epsilon Phi(-epsilon/mu - mu/2). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_gdp(double mu, dpcvx_curve **out, dpcvx_error *err);

/* A mixture: with probability probabilities[k], by a choice that does not depend on the data, a mus[k]-GDP mechanism;
 * whether the choice becomes known or not. delta(epsilon) = sum of p_k delta_{mu_k}(epsilon), by joint convexity of
 * hockey-stick divergences, and exactly when the choice is seen; Renyi epsilon log(sum of p_k exp(order (order - 1)
 * mu_k^2 / 2)) / (order - 1); GDP and zCDP of the greatest mu. 1 <= n <= 4096; finite mus >= 0 in any order;
 * probabilities >= 0, their sum within 1e-9 of 1. Entries of probability 0 are left out. What the sum lacks to 1 is
 * counted at the greatest mu of the others, what passes 1 is taken off the least ones: so probabilities that were each
 * rounded up give an upper bound, those rounded otherwise may not. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_gdp_mixture(const double *mus, const double *probabilities, int64_t n,
                                                      dpcvx_curve **out, dpcvx_error *err);

/* Renyi differential privacy (Mironov 2017) at 1 <= n <= 4096 orders > 1: epsilons[i] >= 0 at orders[i],
 * orders increasing. Between two orders (order - 1) times epsilon is bounded by its chord; beyond the last there is
 * nothing. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_rdp(const double *orders, const double *epsilons, int64_t n,
                                              dpcvx_curve **out, dpcvx_error *err);

/* Gaussian noise of standard deviation noise_multiplier * (l2 sensitivity): (1 / noise_multiplier)-GDP.
 * 2^-100 <= noise_multiplier <= 2^100. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_gaussian(double noise_multiplier, dpcvx_curve **out, dpcvx_error *err);

/* Laplace noise of scale noise_multiplier * (l1 sensitivity), in one dimension: the exact curve of that mechanism. For
 * vectors use dpcvx_curve_create_pure(1 / noise_multiplier). The same range. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_laplace(double noise_multiplier, dpcvx_curve **out, dpcvx_error *err);

/* `steps` rounds of a Gaussian sum over a batch: noise of standard deviation noise_multiplier * (l2 sensitivity of the
 * sum: under Poisson sampling to adding or removing one unit, without replacement to replacing one), the batch drawn by
 * `sampling` (DPCVX_SAMPLING_*) at a share 0 < rate <= 1 of the units. Renyi DP at integer and fractional orders
 * (Mironov, Talwar and Zhang 2019 for Poisson sampling; without replacement, the Renyi divergence that the exact
 * amplification theorem of Balle, Barthe and Gaboardi 2018 leaves room for); one step also by that theorem itself.
 * A Poisson curve stays one at rate 1: its noise multiplier is relative to adding or removing a unit. 2^-100 <=
 * noise_multiplier <= 2^100, 1 <= steps. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_subsampled_gaussian(int32_t sampling, double noise_multiplier, double rate,
                                                              int64_t steps, dpcvx_curve **out, dpcvx_error *err);

/* The composition of count[i] copies of parts[i], all fixed beforehand (for choices that depend on earlier outputs use
 * a budget). The parts are copied. Each answer is the least of all the composition theorems that apply.
 * 0 <= n <= 2^48, 1 <= counts[i]; at most 16384 different parts, Renyi tables each counting as one (a part that is a
 * composition may be refused earlier). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_composition(const dpcvx_curve *const *parts, const int64_t *counts, int64_t n,
                                                      dpcvx_curve **out, dpcvx_error *err);

/* Group privacy: what a curve for one unit says of groups of up to `size` units that change together, such as all
 * records of a user who has no more than `size` of them. Part by part: size * epsilon of pure DP and of bounded range,
 * size * mu of GDP, the noise multiplier over `size` of Gaussian and Laplace noise, size^2 * rho of zCDP; (epsilon,
 * delta) becomes (size * epsilon, delta (e^(size epsilon) - 1) / (e^epsilon - 1)); of Renyi tables, by Mironov's (2017)
 * Proposition 11 applied over and over at the best weights found, as many orders as are left. The first four are exact:
 * some mechanisms of these kinds attain them (Dong, Roth and Su 2022, Theorem 2.14). DPCVX_ERR_UNSUPPORTED for
 * subsampled Gaussians and mixtures, with what helps; DPCVX_ERR_NUMERIC where nothing is left. 1 <= size <= 2^48. Since
 * 0.1.
 *
 * To protect users by a fit whose units are records: keep at most `size` records of each user, make budget and
 * objective for records, and take for price dpcvx_curve_create_member of the price that users are to pay; the budget's
 * own limit is that of a record. What users paid is dpcvx_curve_create_group of dpcvx_guarantee_curve. For an (epsilon,
 * delta) and Gaussian noise start from the GDP curve of dpcvx_calibrate_gdp, which loses nothing. Methods whose unit is
 * the user mostly cost less: their noise does not grow with the number of records. */
DPCVX_API dpcvx_status dpcvx_curve_create_group(const dpcvx_curve *curve, int64_t size, dpcvx_curve **out,
                                                dpcvx_error *err);

/* The way back: a curve for one unit whose groups of `size` units stay within the given one, by the same rules, each
 * part rounded down. Not of Renyi tables. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_create_member(const dpcvx_curve *curve, int64_t size, dpcvx_curve **out,
                                                 dpcvx_error *err);

/* The least delta for which (epsilon, delta)-DP is proved; rounded up; 0 <= epsilon. 0 only where it is exactly 0. Of
 * a composition of pure, (epsilon, delta), bounded-range, Laplace, Gaussian, GDP and subsampled Gaussian parts (at most
 * 15 different ones beside the Gaussians, 2^40 uses) it is the least of the theorems above and of the composed privacy
 * losses, discretised so that they become more informative (Doroshenko, Ghazi, Kamath, Kumar and Manurangsi 2022) and
 * composed by Fourier transform, all rounding bounded and added: mostly within a few parts in a thousand of the best
 * there is. Takes memory (a few tens of MB) and up to tens of milliseconds for that. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_delta(const dpcvx_curve *curve, double epsilon, double *delta, dpcvx_error *err);

/* A bracket: *upper is what dpcvx_curve_delta answers, and mechanisms of the curve's kinds come to a delta of *lower at
 * least, on some two neighbours: how far from the best the answer can be. *lower is rounded down, and 0 where a kind
 * does not say (Renyi tables, zCDP, mixtures) or the parts are too many. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_delta_bounds(const dpcvx_curve *curve, double epsilon, double *lower, double *upper,
                                                dpcvx_error *err);

/* The least epsilon for which (epsilon, delta)-DP is proved, by the same theorems; rounded up; infinity where there is
 * none; 0 <= delta < 1. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_epsilon(const dpcvx_curve *curve, double delta, double *epsilon, dpcvx_error *err);

/* The order at which the Renyi answer to dpcvx_curve_epsilon(delta) is attained, 0 < delta < 1: the one to give to
 * DPCVX_BUDGET_OPTION_RDP_ORDER of a budget that is to take this curve. DPCVX_ERR_UNSUPPORTED for a curve with an
 * (epsilon, delta) part. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_rdp_order(const dpcvx_curve *curve, double delta, double *order, dpcvx_error *err);

/* The Renyi DP epsilon at an order > 1; rounded up; infinity where there is none. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_rdp(const dpcvx_curve *curve, double order, double *epsilon, dpcvx_error *err);

/* The least mu for which mu-GDP is proved; infinity where there is none. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_gdp_mu(const dpcvx_curve *curve, double *mu, dpcvx_error *err);

/* The least rho for which rho-zCDP is proved; infinity where there is none. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_zcdp_rho(const dpcvx_curve *curve, double *rho, dpcvx_error *err);

/* The curve as JSON: {"events":[{"kind":"gdp","mu":0.5,"count":1},...]}. Kinds and their keys: "pure" and
 * "bounded_range" (epsilon), "approximate" (epsilon, delta), "zcdp" (rho), "gdp" (mu), "rdp" (orders, epsilons:
 * arrays), "gdp_mixture" (mus, probabilities: arrays; "amplified":true where dpcvx_sgd_stability_curve says so),
 * "gaussian" and "laplace" (noise_multiplier), "poisson_gaussian" and "fixed_size_gaussian" (noise_multiplier, rate). A
 * curve of a release from a deterministic source has "random_source":"deterministic, NOT PRIVATE" too. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_curve_to_json(const dpcvx_curve *curve, char *out, size_t capacity, size_t *length,
                                           dpcvx_error *err);

/* ---- Calibration: how much noise ------------------------------------------------------------------------------ */

/* The greatest mu for which mu-GDP implies (epsilon, delta)-DP, rounded down; 0 <= epsilon, 0 < delta < 1. It replaces
 * sqrt(2 log(1.25 / delta)) / epsilon: exact, and valid for every epsilon. A share of 2^-44 is kept back, which pays
 * for the slack of budgets: a budget of (epsilon, delta) takes a charge of this mu, or k of mu / sqrt(k). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_calibrate_gdp(double epsilon, double delta, double *mu, dpcvx_error *err);

/* The greatest rho for which rho-zCDP implies (epsilon, delta)-DP by Canonne, Kamath and Steinke (2020, Proposition 12)
 * at the best order, rounded down likewise. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_calibrate_zcdp(double epsilon, double delta, double *rho, dpcvx_error *err);

/* The least noise multiplier for which `steps` rounds of the subsampled Gaussian are (epsilon, delta)-DP by
 * dpcvx_curve_delta, rounded up: for steps that are planned as one release. DPCVX_ERR_NUMERIC where none up to 2^40
 * will do. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_calibrate_subsampled_gaussian(int32_t sampling, double rate, int64_t steps, double epsilon,
                                                           double delta, double *noise_multiplier, dpcvx_error *err);

/* The same by Renyi DP, which takes more noise: with more than one step, a budget of (epsilon, delta) with the RDP
 * filter takes that curve when its order is the one that dpcvx_curve_rdp_order gives for it. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_calibrate_subsampled_gaussian_rdp(int32_t sampling, double rate, int64_t steps,
                                                               double epsilon, double delta, double *noise_multiplier,
                                                               dpcvx_error *err);

/* ---- Budget ------------------------------------------------------------------------------------------------- */

/* A ledger with a hard (epsilon, delta) limit. Every release charges it before it reads the data; a charge that does
 * not fit is refused with DPCVX_ERR_BUDGET, a curve that no pot can take with DPCVX_ERR_UNSUPPORTED; then nothing is
 * charged. The limit holds even when later releases are chosen after seeing the outputs of earlier ones (a privacy
 * filter). A budget may be shared by threads.
 *
 * Sums are kept exactly (in two doubles), and one that passes its pot's limit by a share of at most 2^-44 still fits:
 * ten charges of the double 0.1, a little more than 1, fit into 1. Where delta > 0 and the filter is not basic, the
 * main pot is made smaller by as much, so that the limit holds as stated; for the basic filter alone it holds as
 * epsilon (1 + 2^-44) and delta (1 + 2^-44). The JSON states the share as "relative_slack" with every filter.
 *
 * A curve of Poisson sampling holds under add/remove only: a replace-one budget refuses it.
 *
 * A budget lives in the process that created it. In a child after fork() every call on the copy but destroy is
 * DPCVX_ERR_STATE, since a copy would allow what is left once more. It is told by the process id: not where a
 * descendant has the creator's id, in a process namespace of its own or after the creator has ended. */
typedef struct dpcvx_budget dpcvx_budget;

/* How charges add up. The basic filter takes pure and (epsilon, delta) curves at their sums, and any other at half of
 * the delta that is left, with its epsilon there. The GDP filter takes GDP, mixtures of it, Gaussian, pure,
 * bounded-range and Laplace curves, the zCDP filter those and zCDP ones, the RDP filter all but (epsilon, delta) ones:
 * it is the one to choose for subsampled Gaussians. */
#define DPCVX_FILTER_AUTOMATIC 31 /* GDP where delta > 0, else basic */
#define DPCVX_FILTER_BASIC 32     /* sums of epsilon and of delta */
#define DPCVX_FILTER_GDP 33       /* sum of mu^2 (Smith and Thakurta 2022) */
#define DPCVX_FILTER_ZCDP 34      /* sum of rho (Feldman and Zrnic 2021) */
#define DPCVX_FILTER_RDP 35       /* sum of Renyi epsilons at one order (Feldman and Zrnic 2021) */

/* Keys of the budget options. The order of the RDP filter is fixed at creation; 0 stands for 1 + 2 log(1/delta) /
 * epsilon. What fits depends on it: for a planned curve take the order that dpcvx_curve_rdp_order gives. The shares are
 * kept in a second pot with the basic filter, for curves that the main filter cannot take. */
#define DPCVX_BUDGET_OPTION_FILTER 101    /* i64: DPCVX_FILTER_*; default automatic */
#define DPCVX_BUDGET_OPTION_RDP_ORDER 102 /* f64, 0 or in (1, 1e9]: the order of the RDP filter; default 0 */
#define DPCVX_BUDGET_OPTION_BASIC_EPSILON_FRACTION \
  103                                                /* f64 in [0, 1]: share of epsilon in the second pot; default 0 */
#define DPCVX_BUDGET_OPTION_BASIC_DELTA_FRACTION 104 /* f64 in [0, 1]: share of delta in the second pot; default 0 */

/* Options of a budget, all at their defaults; the caller frees them. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_options_create(dpcvx_options **out, dpcvx_error *err);

/* A budget of (epsilon, delta) under an adjacency (DPCVX_ADJACENCY_*) for a unit (DPCVX_UNIT_*). 2^-900 <= epsilon,
 * 0 <= delta < 1 and 0 < delta unless the filter is basic, the main pot at least 2^-900 too; options may be NULL. Since
 * 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_create(double epsilon, double delta, int32_t adjacency, int32_t unit,
                                           const dpcvx_options *options, dpcvx_budget **out, dpcvx_error *err);

/* Frees a budget; NULL is fine. What was spent is spent: a new budget over the same data adds to it. Since 0.1. */
DPCVX_API void dpcvx_budget_destroy(dpcvx_budget *budget);

/* Charges `count` >= 1 uses of a curve, for a release made outside this library; `label` (well-formed UTF-8, up to 95
 * bytes, may be NULL) appears in the ledger. A curve copied from a deterministic release, or composed with one, marks
 * the budget as not private. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_charge(dpcvx_budget *budget, const dpcvx_curve *curve, int64_t count,
                                           const char *label, dpcvx_error *err);

/* *fits = 1 when that charge would be accepted now, else 0 (also for a curve that no pot can take). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_can_charge(const dpcvx_budget *budget, const dpcvx_curve *curve, int64_t count,
                                               int32_t *fits, dpcvx_error *err);

/* Figures of a budget; what is spent is rounded up, what remains down. With the basic filter there is one pot: MAIN_*
 * are its epsilons and BASIC_* report the same pot. */
#define DPCVX_BUDGET_FIGURE_EPSILON 151    /* the limit */
#define DPCVX_BUDGET_FIGURE_DELTA 152      /* the limit */
#define DPCVX_BUDGET_FIGURE_MAIN_LIMIT 153 /* of the main pot, in its currency: mu, rho, Renyi epsilon, or epsilon */
#define DPCVX_BUDGET_FIGURE_MAIN_SPENT 154 /* likewise (for GDP the root of the sum of squares) */
#define DPCVX_BUDGET_FIGURE_MAIN_REMAINING 155          /* the greatest single further charge, likewise */
#define DPCVX_BUDGET_FIGURE_BASIC_EPSILON_REMAINING 156 /* of the basic pot; 0 where there is none */
#define DPCVX_BUDGET_FIGURE_BASIC_DELTA_REMAINING 157   /* likewise */
#define DPCVX_BUDGET_FIGURE_EPSILON_SPENT 158 /* the epsilon that the charges so far come to, at the limit's delta */
#define DPCVX_BUDGET_FIGURE_CHARGES 159       /* how many charges were accepted */
#define DPCVX_BUDGET_FIGURE_ADJACENCY 160     /* DPCVX_ADJACENCY_* */
#define DPCVX_BUDGET_FIGURE_UNIT 161          /* DPCVX_UNIT_* */
#define DPCVX_BUDGET_FIGURE_FILTER 162        /* DPCVX_FILTER_*: the one in use, never automatic */
#define DPCVX_BUDGET_FIGURE_RDP_ORDER 163     /* of the RDP filter; 0 for the others */
#define DPCVX_BUDGET_FIGURE_DETERMINISTIC 164 /* 1 when a deterministic source was used (NOT PRIVATE), else 0 */

/* One figure (DPCVX_BUDGET_FIGURE_*). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_get(const dpcvx_budget *budget, int32_t figure, double *value, dpcvx_error *err);

/* A curve that spends a share of what is left in the main pot in one release, 0 < share <= 1: the natural price for
 * "use half of the rest". The share is of what adds up (mu^2, rho, Renyi epsilon; epsilon and delta for the basic
 * filter), so a half and then the whole rest cost the same. It is a GDP curve for the GDP filter, zCDP for that filter,
 * Renyi DP at the filter's order for the RDP filter, and (epsilon, delta) or pure for the basic one. DPCVX_ERR_BUDGET
 * where (nearly) nothing is left, 2^-40 of the limit or less: a curve that spends nothing is never given. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_price(const dpcvx_budget *budget, double share, dpcvx_curve **out,
                                          dpcvx_error *err);

/* The ledger as JSON: the limit, the filter and its theorem, adjacency, unit, every charge, what is left, and whether a
 * deterministic source was used (then NOT PRIVATE). Keys: epsilon, delta, relative_slack, adjacency ("replace_one",
 * "add_remove"), unit ("record", "user"), filter ("basic", "gdp", "zcdp", "rdp"), theorem, rdp_order (of that filter),
 * main {epsilon, delta, currency, limit, spent, remaining} (not for the basic filter), basic {epsilon_limit,
 * epsilon_spent, epsilon_remaining, delta_limit, delta_spent, delta_remaining} (where there is such a pot),
 * epsilon_spent, random_source ("operating system entropy" or "deterministic, NOT PRIVATE"), charges [{label, curve (a
 * text: ", ..." where it is cut, Renyi tables by their number of orders, mixtures by the number and the greatest of
 * their mus), count, pot ("main", "basic"), the amount under the name of its currency ("mu", "rho", "renyi_epsilon", or
 * epsilon and delta), random_source where it was deterministic}]. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_to_json(const dpcvx_budget *budget, char *out, size_t capacity, size_t *length,
                                            dpcvx_error *err);

/* The same as text for people. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_budget_to_text(const dpcvx_budget *budget, char *out, size_t capacity, size_t *length,
                                            dpcvx_error *err);

/* ---- Guarantee ---------------------------------------------------------------------------------------------- */

/* What a release promises, and on what assumptions: mechanism and theorem, adjacency, unit, the privacy curve, every
 * constant with whether it was enforced by the library, assumed from the caller or is a public parameter, and the
 * source of randomness. It holds public quantities only. */
typedef struct dpcvx_guarantee dpcvx_guarantee;

/* Where a constant of a guarantee comes from. */
#define DPCVX_ORIGIN_ENFORCED 51 /* the library makes it true: clipping, projection, validation */
#define DPCVX_ORIGIN_ASSUMED 52  /* the caller says so */
#define DPCVX_ORIGIN_PUBLIC 53   /* a public parameter: a size, a number of steps, a scale of noise */

/* Frees a guarantee; NULL is fine. Since 0.1. */
DPCVX_API void dpcvx_guarantee_destroy(dpcvx_guarantee *guarantee);

/* The epsilon of its curve at a delta, as dpcvx_curve_epsilon; 0 <= delta < 1. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_guarantee_epsilon(const dpcvx_guarantee *guarantee, double delta, double *epsilon,
                                               dpcvx_error *err);

/* One of its constants by name ("l2_sensitivity"; dpcvx_guarantee_to_json lists them), and in *origin, which may be
 * NULL, where it comes from (DPCVX_ORIGIN_*). A name that it does not have is DPCVX_ERR_ARGUMENT. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_guarantee_constant(const dpcvx_guarantee *guarantee, const char *name, double *value,
                                                int32_t *origin, dpcvx_error *err);

/* A copy of the release's own curve. The ledger may have counted the price that the release was made to fit, where that
 * is less in the budget's currency: "charged" in the JSON says which amount it was. Charged again, by
 * dpcvx_budget_charge, a curve of a deterministic source marks that budget too. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_guarantee_curve(const dpcvx_guarantee *guarantee, dpcvx_curve **out, dpcvx_error *err);

/* As JSON. Keys: mechanism, theorem, private (false after a deterministic source), random_source, adjacency, unit,
 * privacy {epsilon (at delta), delta (the budget's), gdp_mu, zcdp_rho and pure_epsilon where there are such, events as
 * in dpcvx_curve_to_json}, charged {pot ("main", "basic"), the amount under the name of its currency: see
 * dpcvx_budget_to_json}, constants [{name, value, origin ("enforced", "assumed", "public parameter")}], notes [texts],
 * library_version. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_guarantee_to_json(const dpcvx_guarantee *guarantee, char *out, size_t capacity,
                                               size_t *length, dpcvx_error *err);

/* The same as text for people. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_guarantee_to_text(const dpcvx_guarantee *guarantee, char *out, size_t capacity,
                                               size_t *length, dpcvx_error *err);

DPCVX_END_DECLS

#endif
