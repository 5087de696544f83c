/* dpcvx/solve.h: private fits.
 *
 * data (dataset) -> model (objective) -> plan -> budget charge -> noise -> fit. A plan is made of public numbers alone:
 * it chooses a method and its settings, predicts noise and risk, and says what a fit will be charged. A fit runs it. It
 * holds the coefficients, how rows are prepared for them (ranges, clipping, intercept) and the guarantee they came
 * with; it never changes and may be read by several threads. */
#ifndef DPCVX_SOLVE_H
#define DPCVX_SOLVE_H

#include <dpcvx/base.h>
#include <dpcvx/data.h>
#include <dpcvx/model.h>
#include <dpcvx/privacy.h>
#include <dpcvx/random.h>

DPCVX_BEGIN_DECLS

/* Methods. */
#define DPCVX_METHOD_AUTOMATIC 421 /* of those that apply and fit the budget, the one of least typical risk */
#define DPCVX_METHOD_NOISY_GRADIENT_DESCENT 422 /* full-batch gradients, each with Gaussian noise */
#define DPCVX_METHOD_NOISY_SGD 423              /* gradients of random batches, likewise */
#define DPCVX_METHOD_OUTPUT_PERTURBATION 424    /* the minimiser of a strongly convex objective, plus noise */
#define DPCVX_METHOD_OBJECTIVE_PERTURBATION 425 /* the minimiser with a random linear term */
#define DPCVX_METHOD_DP_SGD_OUTPUT 426          /* DP-SGD-Output: the average iterate of SGD, plus noise */
#define DPCVX_METHOD_DP_SGD_GRADIENT 427        /* DP-SGD-Gradient: one unit and Gaussian noise a step */
#define DPCVX_METHOD_EXPONENTIAL_MECHANISM 430  /* a draw from exp(-k (F + mu r)), the regularized loss */
#define DPCVX_METHOD_STABLE_OUTPUT 433          /* a minimiser, noise for how far stable data let one unit move it */
#define DPCVX_METHOD_PHASED_ERM 434             /* such releases in phases, all data in each */
#define DPCVX_METHOD_PHASED_SCO 435             /* such releases in phases, each from units of its own */
#define DPCVX_METHOD_STRONGLY_CONVEX_ERM 436    /* a stable output, then phases near it */
#define DPCVX_METHOD_STRONGLY_CONVEX_SCO 437    /* the same on units of their own */

/* Noisy full-batch gradient descent (Song, Chaudhuri and Sarwate 2013; Bassily, Smith and Thakurta 2014). From a public
 * start, 0 or its projection on the domain, T times
 *   v <- m v - eta ((sum of per-unit gradients + Gaussian noise) / n + l2 w),  w <- projection of w + v,
 * then the average of the last iterates. A unit's gradient is at most C long, the objective's G or a clipping norm
 * below it, so a sum changes by at most 2 C (replace-one) or C (add/remove) between neighbours, plus a bound on the
 * rounding of two sums that the noise covers too; each noisy sum is mu_t-GDP on the lattice of dpcvx/mechanism.h, the T
 * of them mu-GDP with mu^2 = sum of mu_t^2 (Dong, Roth and Su 2022), and the rest is post-processing. Prices: GDP,
 * zCDP, RDP, (epsilon, delta) with delta > 0, met from below.
 *
 * T, eta and m, unless given, come from the price, n, the dimension d, B, G and beta alone. With Delta what a sum may
 * change by, c = Delta sqrt(d) / (n mu) and R the distance from the start of the models to plan for, the time s = R / c
 * minimises the predicted risk R^2 / (2 s) + s c^2 / 2; then T = min(s beta, 4 sqrt(s beta)), rounded up and at most
 * the work limit; 1 - m = max(T / (s beta), 16 / T), at most 1; eta = min(1 / beta, s (1 - m) / T). A given eta stands
 * for 1 / beta in these; with m given, T = s beta (1 - m). The predicted risk is that of the time that is travelled, so
 * that it holds what a work limit leaves; where l2 > 0 it is c^2 / l2 + exp(-l2 s) l2 R^2 / 2 if that is less. R = 20 /
 * B for losses of two classes, a model whose log-odds reach 20 on a row as long as the bound; 20 sqrt((K - 1) / 2) / B
 * for K classes, every two of them 20 apart; 5 Y / B for regression with labels bounded by Y; at most G / l2 and the
 * domain's diameter. Where none of these is known it must be given. A loss that is not smooth is replaced by its Moreau
 * envelope of a width h, beta = W B^2 / h, which costs at most G^2 / (2 beta): a tenth of R c where the work limit
 * allows it, else what makes the whole least.
 *
 * Users of whom MIN_RECORDS_PER_USER says that they have m >= 2 records each are clipped, by these and the other
 * methods that noise gradients, at C = min(G, 2 G / sqrt(m) + l2 R), unless CLIP is given: near the optimum the mean
 * gradient of m independent records is no longer, but for few users. The predicted risk is then that of users who are
 * alike: others count less than their share, as in a median. G as CLIP does without. */

/* Mini-batch noisy SGD (Song, Chaudhuri and Sarwate 2013; Abadi et al. 2016): SGD(m, eta, sigma, T, L) with m = BATCH,
 * eta = STEP_SIZE, T = STEPS, L = CLIP. The same steps with (sum over a batch + Gaussian noise) / m for the average
 * gradient. Under add/remove a batch is a Poisson sample, each unit in it with probability q = m / n (rounded up to a
 * multiple of 2^-62), drawn exactly as a binomial count and a uniform subset; sums are divided by the expected m, and
 * the steps are sampled Gaussians of noise multiplier z relative to C (Mironov, Talwar and Zhang 2019). Under
 * replace-one it is a uniform subset of m units, m whole, z relative to 2 C (Balle, Barthe and Gaboardi 2018). z is the
 * least for which T steps keep the price, where that is (epsilon, delta) with a basic or RDP filter, or RDP with either
 * (a natural price, dpcvx_budget_price, of such budgets is). Under GDP and zCDP, prices or filters, sampling makes
 * nothing cheaper, whatever the noise: T Gaussians are accounted, and full batches risk less. A budget with the RDP
 * filter counts at its order: dpcvx_plan_curve and dpcvx_curve_rdp_order tell which suits. The rule takes those m and T
 * of least work whose predicted risk is within 10 % of the least, R^2 / (2 s) + s V / 2, V = (d (z Delta / m)^2 + (1 -
 * m / n) G^2 / m) / T (G^2 more where the loss is not smooth), s = eta T / (1 - momentum). Losses that are not smooth
 * are taken as they are unless DPCVX_PLAN_OPTION_SMOOTHING gives a width. */

/* Output perturbation (Chaudhuri, Monteleoni and Sarwate 2011). The minimiser of F(w) + (a/2) ||w||^2 over the
 * domain, found to within a tolerance e whatever the data are, plus noise, projected on the domain. With mu = l2 + a
 * neighbours' minimisers are at most D = s G / (n mu) apart (at most the domain's diameter), s = 2 under replace-one
 * and 1 under add/remove, and the results D + 2 e: Gaussian noise for that, or Laplace noise for sqrt(d) times that,
 * whichever is less. Users may be units. a is 0 where l2 > 0; else it minimises the predicted risk a R^2 / 2 + what
 * the noise costs. Prices: those of gradient descent, and pure ones. Losses that are not smooth are replaced by their
 * Moreau envelopes, since only for smooth ones a distance can be promised beforehand; callers' own losses and
 * functions are refused, since nothing bounds the rounding of theirs. Gradients are bounded by clipped rows alone: a
 * clipping norm has no effect. Passes are expected ones: how many are made depends on the data, and shows in time.
 *
 * Objective perturbation (the same; Kifer, Smith and Thakurta 2012; Redberg, Koskela and Wang 2023). The minimiser of
 * F(w) + (a/2) ||w||^2 + <b, w> / n over the domain, b random with independent entries, plus small noise for the
 * tolerance. Linear models. With Lambda = n mu, c = log(1 + beta / Lambda) (one output, records as units) and m = G /
 * sigma, b normal of standard deviation sigma is delta(epsilon) = k delta_m(epsilon - c) under add/remove, k the
 * number of signs that slopes have for a given label (1: logistic loss and hinges; 2: others; K - 1 for K classes)
 * and delta_m that of m-GDP; under replace-one k (delta_m(e_1) + exp(e_1 + c) delta_m(e_2)), e_1 + e_2 = epsilon - c.
 * For k = 1 it is mu-GDP too, which is charged where the filter is not the basic one. For k > 1, and for users, the
 * tilt's entries are Laplace, epsilon = c + s G_1 / scale, G_1 a bound on gradients in l1, unless the price is an
 * (epsilon, delta) on a budget with the basic filter. a minimises the predicted risk a R^2 / 2 + d Var / (2 n^2 mu).
 * The rest as above. */

/* DP-SGD-Output (Wang, Lei, Ying and Zhang 2022, Algorithm 1). From a public start T steps of one unit each,
 *   w <- projection of (1 - eta l2) w - eta (gradient of the unit's loss at w),
 * without noise; then the average of the last iterates (AVERAGE; all of them unless given) plus Gaussian noise for how
 * far one unit can move it, projected on the domain. In the permuted order each pass takes the units in a fresh uniform
 * order; in the sampled one each step takes a uniform unit. Neither is released. Under add/remove the order runs over
 * twice the nominal number of units; a step whose place is empty makes the quadratic's part alone (l2 by the share of
 * the nominal units in all places).
 *
 * How far: dpcvx/optimize.h, "Stability of stochastic gradient descent", rounding of gradients, steps, projections and
 * of the average added. The order does not depend on the data: where the price is one (epsilon, delta) on a budget with
 * the basic filter, delta(epsilon) is that of a mixture, over when and how often the order meets a unit
 * (dpcvx_curve_create_gdp_mixture). Other prices, GDP, zCDP and RDP, pay for the worst order, and allow the permuted
 * one alone, in which a pass meets a unit once. NOISE_CALIBRATION takes instead a sensitivity that is kept but for part
 * of delta, or the noise of Theorem 8 (sampled order, replace-one, epsilon <= 1); the curve is that of the noise drawn,
 * and never passes the price (which a basic filter is charged). Losses: convex ones of the library, Lipschitz or not:
 * on all of R^d iterates have a bound of their own. Losses that are not smooth are taken as they are where SMOOTHING is
 * 0; by default as their Moreau envelope of width eta W B^2 / 2, B bounding rows and W weights, whose steps do not
 * expand, where less risk is predicted so. No momentum and no clipping norm.
 *
 * T and eta, unless given, make the least of
 *   (N / n) (R^2 / (2 eta T) + f eta G^2 / 2 (1 + 2 / T) + e) + noise,
 * N places of which at most a share f is taken, e = 0 in the sampled order and f G D / 2, D what one touch moves an
 * iterate by within a pass, in the permuted one; of all T those of least work within 10 % of the least. `noise` is G s
 * sqrt(2 / pi) or (L / (1 + alpha)) E|s Z|^(1 + alpha), Z normal, the less of them, on R^d (s is its standard
 * deviation; a linear model's loss sees one direction of it), and G s sqrt(d) in a domain. The predicted risk that is
 * shown counts all d directions, as those of the other methods do. With SCHEDULE = PAPER they
 * are those of Theorem 9 (R^d) or 10 with gamma = delta, T at most the work limit in passes and 10^9, eta T unchanged,
 * and losses are taken as they are; with NOISE_CALIBRATION = PAPER the rule counts that noise. */

/* DP-SGD-Gradient (Wang, Lei, Ying and Zhang 2022, Algorithm 2). From the start T times w <- projection of w - eta (the
 * gradient of one unit, clipped, + Gaussian noise + l2 w), then the average of all iterates: noisy SGD with batches of
 * one and without momentum. Under replace-one the unit is uniform; under add/remove it is a Poisson batch with one unit
 * expected, so that steps may have none or several. Losses that are not smooth are taken as they are (SMOOTHING > 0
 * gives an envelope): privacy rests on clipped gradients. Prices and accounting are noisy SGD's; where sampling makes
 * nothing cheaper it does not apply unless STEPS is given. The noise is the least that the price allows, or with
 * NOISE_CALIBRATION = PAPER (replace-one, one (epsilon, delta)) that of their Theorem 11, C for their M + L R^alpha;
 * the curve is accounted here all the same, and never passes the price (which a basic filter is charged).
 *
 * With M = d sigma^2 + k C^2, k = 1 under replace-one and 2 under add/remove, the predicted risk is R^2 / (2 eta T) +
 * (1 + 1 / T) eta M / 2, C + l2 R in place of C where l2 > 0. The population risk (DPCVX_PLAN_FIGURE_POPULATION_RISK)
 * adds what the sample hides of n independent units' population, in expectation: the lesser of G E, E bounding how far
 * the average moves when a unit is replaced, E = min(2/3, (2 T / 5 + 2/3) / n) sqrt(c T) + eta G (T + 1) / n, at most
 * the domain's diameter, c = ((1 - alpha) / (1 + alpha)) 2^(-2 alpha / (1 - alpha)) (eta L)^(2 / (1 - alpha)), at most
 * (eta osc)^2, 0 for alpha = 1 and eta L <= 2 (not under add/remove, nor with C < G); and of 2 G r / sqrt(n) on a
 * domain of radius r, for linear models of one output. Infinity where neither is there. The rule takes T and eta of
 * least population risk (where that is infinite: predicted risk), T within 10 % of the least; a step counts as 65 units
 * against the work limit, but a pass of it allows 1000 steps (d > 50: 50000 / d) if that is no more than a pass; 10^7
 * are the most. With SCHEDULE = PAPER (bounded domain, one (epsilon, delta)) they are those of Theorem 12 with gamma =
 * delta, T at most the work limit in passes and 10^9, eta T unchanged. */

/* The regularized exponential mechanism (Gopi, Lee, Liu, Shen and Tian 2023, "Private convex optimization in general
 * norms"). The coefficients are one draw from the density proportional to exp(-V), V(w) = k (F(w) + mu r(w - start)),
 * r 1-strongly convex in an lp norm: p is GEOMETRY, by default the norm dual to that in which rows are clipped
 * (ROW_NORM / (ROW_NORM - 1)). r is ||.||_2^2 / 2 for p >= 2, c ||.||_q^2 / 2 below. With G a bound on a unit's
 * gradient in the dual norm and H = 2 G / n under replace-one, G / n under add/remove, the density is t-GDP, t = H
 * sqrt(k / a), if F + mu r is a-strongly convex in the norm (Theorem 2; the paper has H = G / n under replace-one,
 * which is too little). k and mu make least, in expectation,
 *   risk = A / a + mu Theta,  A = d H^2 / t^2,  k = t^2 a / H^2,
 * Theta = sup r over models within R of the start: 2 H sqrt(d Theta) / t for l2 = 0 (Theorem 3), A / l2 where l2 is
 * enough (Theorem 5; p >= 2); with TARGET = POPULATION A has 2 G^2 / n more (Theorems 4 and 6). Under add/remove with
 * l2 = 0 the nominal n cancels in k F. HIGH_PROBABILITY_RISK holds but for a probability of CONFIDENCE: the expected
 * risk + the lesser of d tau / k, tau - log(1 + tau) = log(1 / CONFIDENCE) / d, and Lemma 5's G sqrt(2 log(1 /
 * CONFIDENCE) / (k a)). Predicted risks are against models within the RADIUS figure of the start in lp, the R of the
 * other methods. For r, unless given, R is a multiple of what useful models need (4 in log-odds, Y in regression): 0.75
 * s^(1/3), at most the others' 5, s the range of the losses over the predicted risk. NOISE is 1 / sqrt(m), which no
 * coefficient's standard deviation passes.
 *
 * The draw is made by the proximal sampler (dpcvx/sample.h) with a public schedule: T rounds after which the law is
 * mu_c-GDP close to the density, 2 mu_c being SAMPLER_FRACTION of the price, and what arithmetic does, mu_num, is
 * bounded and charged too: the fit is (t + 2 (mu_c + mu_num))-GDP. 2 mu_num beyond 0.5 % of the price is refused.
 * Prices: those of gradient descent. Losses of the library that are Lipschitz on the domain; outside of a domain they
 * go on by tangents, and V has a wall there, steep enough that the risk holds once the draw is projected on the domain.
 * A caller's own losses and functions are refused: nothing bounds the rounding of theirs. Losses that are not smooth
 * are taken as they are unless SMOOTHING gives a width. PASSES is expected; where they would pass the work limit
 * (10,000 if none is given and the method is asked for by its name) mu is made greater, at the price of predicted risk.
 * How long a draw takes depends on the data. With losses that have corners it may be without end where many records
 * share few corners (one-hot rows, great prices): a SMOOTHING of a few 1 / k or a smaller STEP_SIZE helps, and
 * AUTOMATIC takes the method for smooth losses only. A fit that is cancelled has no coefficients; the guarantee does
 * not cover when or whether that happens. */

/* Stable output (Ghazi, Kamath, Kumar, Manurangsi, Meka and Zhang 2023, Algorithm 2, and forms of it whose time is
 * polynomial). The minimiser of F(w) + (a/2) ||w - start||^2 over the domain, found to within a tolerance, plus
 * Gaussian noise for how far one unit can move it where data are stable: where all but a few units' mean gradients
 * are within gamma_0 (THRESHOLD) of their mean, as those of users with many like records are. The score is the least r
 * for which all but r units' gradients are within gamma_0 + r eta' of it (eta', DRIFT: what one unit moves another's
 * by), and the INSTANCE says what becomes of those far off: SOFT weighs them down, in stages; HARD leaves them out;
 * PUBLIC_POINT weighs by gradients and Hessians at the start; CERTIFIED is the paper's Algorithm 1, by a certificate
 * or, where that fails, by a million minimisations at most (more are refused: of n choose up to 2 LEVELS - 2 units;
 * null ones do not count), with Delta for gamma_0, or for SCHEDULE = PAPER that of its Theorem 3.6. A secret level R is
 * drawn; where the score is beyond it the outcome is DPCVX_OUTCOME_UNSTABLE: nothing is released, and what was charged
 * stays. Score, R, weights and passes are never told. Privacy rests on no assumption about data.
 *
 * The price must be one (epsilon, delta), delta > 0, on a budget with the basic filter (DPCVX_BUDGET_OPTION_FILTER; the
 * automatic one is another) or a basic pot. R's law and the noise are chosen together; the delta(epsilon) of the whole
 * is exact, and within the price. Noise is Lambda (MINIMIZER_SENSITIVITY) over a mu below that of a Gaussian alone at
 * this price; BASELINE_NOISE_STDDEV is what the minimiser needs without regard to stability. There must be more than
 * twice as many units as LEVELS. gamma_0 is THRESHOLD; or follows from the objective's MIN_RECORDS_PER_USER, so that
 * honest data (records dealt out at random, or independent) are unstable with a probability of at most
 * MAX_UNSTABLE_PROBABILITY; or is bought, by THRESHOLD_EPSILON_FRACTION of epsilon, from a public list (figures are
 * then those of a guess). Units without records enough, and those missing from the nominal number, count in the score.
 * a makes the predicted risk a R^2 / 2 + (noise) least, on R^d for linear models of one output the lesser of sigma^2
 * beta / 2 and sigma G, + l2 d sigma^2 / 2; with a domain of radius r about (G + l2 r) sigma sqrt(d); besides what
 * smoothing costs, and UNSTABLE_PROBABILITY times G R. Losses that are not smooth are replaced by their Moreau
 * envelopes; callers' own losses and functions are refused.
 *
 * Phased ERM (Algorithm 3): T stable outputs of all units, the i-th about the one before, with lambda_i = lambda_1
 * q^(i-1) for a. Up to eight phases are charged by the worst adaptive sequence of their scores; more, or where that
 * asks for no fewer levels, as T randomized responses, (epsilon1, edge)-DP each, and a Gaussian of mu^2 = sum of
 * mu_i^2; those of SCHEDULE = PAPER as a sum. Phased SCO (Algorithm 4): phase i has n 2^-i units of its own, the last
 * what is left, by a random permutation, or under add/remove and for a nominal n by a coin of each unit; each spends
 * all of the price. The strongly convex ones (Algorithms 5 and 6; l2 > 0) begin with a stable output without a, for
 * FIRST_PHASE_FRACTION of mu^2 or of the units. T, q, lambda_1, epsilon1 and the mu_i make the predicted risk least:
 * the sum of lambda_i D_(i-1) / 2 + (noise of the last), D_0 = R^2 and D_i = d sigma_i^2, and for each batch (2
 * gamma_0^2 / (mu_i n_i)) (1 + 2 beta / (mu_i n_i)), mu_i = l2 + lambda_i: it is that of the population then. SCHEDULE
 * = PAPER: T = log2(n m), or log2(n epsilon / log(1 / delta)), m = MIN_RECORDS_PER_USER, lambda_i = 4^i G sqrt(d) / (R
 * n sqrt(m)), equal shares of epsilon and delta. A phase that finds its units unstable is the last: the coefficients
 * are those of the one before, if there is one, and the outcome is DPCVX_OUTCOME_UNSTABLE. */

/* Keys of the plan options. All are public parameters, fixed before the data are read; what is left at its default is
 * chosen by the method's rule, and what is given is kept. */
#define DPCVX_PLAN_OPTION_STEPS 401     /* i64 in [0, 10^9]: number of gradient steps T; 0 (default): chosen */
#define DPCVX_PLAN_OPTION_STEP_SIZE 402 /* f64 in [0, 1e30]: eta; 0 (default): chosen */
#define DPCVX_PLAN_OPTION_MOMENTUM 403  /* f64 in [-1, 0.9999]: heavy-ball momentum m; negative (default): chosen */
#define DPCVX_PLAN_OPTION_TAIL_AVERAGE_FRACTION \
  404 /* f64 in [-1, 1]: share of last iterates averaged, at least one; -1: chosen */
#define DPCVX_PLAN_OPTION_PLANNING_RADIUS \
  405                                    /* f64 in [0, 1e30]: R, norm of the models it plans for; 0 (default): chosen */
#define DPCVX_PLAN_OPTION_THREADS 406    /* i64: 1 (default) to 64; results do not depend on it */
#define DPCVX_PLAN_OPTION_BATCH_SIZE 407 /* f64 in [0, 1e15]: expected batch of SGD, at most n; 0 (default): chosen */
#define DPCVX_PLAN_OPTION_CLIPPING_NORM 408 /* f64 in [0, 1e30]: bound C on a unit's gradient; 0 (default): chosen */
#define DPCVX_PLAN_OPTION_DROP_OVERSIZED_GRADIENTS \
  409                                    /* i64: 1 drops a gradient longer than C, 0 (default) scales it to C */
#define DPCVX_PLAN_OPTION_MAX_PASSES 410 /* f64, 0 or in [1, 1e9]: most passes that the rules choose; 0: 1000 */
#define DPCVX_PLAN_OPTION_SMOOTHING 411  /* f64 in [-1, 1e30]: envelope's width; 0: none; negative (default): chosen */
#define DPCVX_PLAN_OPTION_TOLERANCE 412  /* f64 in [0, 1e30]: e, distance of approximate minima; 0 (default): chosen */
#define DPCVX_PLAN_OPTION_JACOBIAN_FRACTION \
  413                               /* f64 in [0, 0.99]: share of the price that c is; 0 (default): chosen */
#define DPCVX_PLAN_OPTION_ORDER 414 /* i64: DPCVX_SGD_ORDER_*, of DP-SGD-Output; 0 (default): chosen */
#define DPCVX_PLAN_OPTION_NOISE_CALIBRATION 415   /* i64: DPCVX_NOISE_CALIBRATION_* (dpcvx/optimize.h); default TIGHT */
#define DPCVX_PLAN_OPTION_SCHEDULE 416            /* i64: DPCVX_SCHEDULE_*; default LEAST_RISK */
#define DPCVX_PLAN_OPTION_TARGET 417              /* i64: DPCVX_TARGET_*, whose risk is made least; default EMPIRICAL */
#define DPCVX_PLAN_OPTION_GEOMETRY 418            /* f64, 0 or in [1, infinity]: p; 0 (default): dual to ROW_NORM */
#define DPCVX_PLAN_OPTION_FAILURE_PROBABILITY 419 /* f64 in [1e-30, 0.999]: of HIGH_PROBABILITY_RISK; default 0.05 */
#define DPCVX_PLAN_OPTION_SAMPLER_FRACTION 420    /* f64 in [1e-6, 0.5]: 2 mu_c over the price's mu; default 0.01 */
/* Of the stable releases. A threshold may be declared or bought, not both: a fifth of epsilon buys one with thousands
 * of users. */
#define DPCVX_PLAN_OPTION_OUTLIERS 438 /* i64: DPCVX_INSTANCE_*; default SOFT */
#define DPCVX_PLAN_OPTION_OUTLIER_THRESHOLD                                        \
  443 /* f64 in [0, 1e30]: gamma_0; 0 (default): by MIN_RECORDS_PER_USER or bought \
       */
#define DPCVX_PLAN_OPTION_MAX_UNSTABLE_PROBABILITY 444 /* f64 in [1e-30, 0.999]: of honest data; default 1e-4 */
#define DPCVX_PLAN_OPTION_THRESHOLD_EPSILON_FRACTION \
  445                                /* f64 in [0, 0.9]: share of epsilon that buys gamma_0; default 0 */
#define DPCVX_PLAN_OPTION_PHASES 446 /* i64 in [0, 64]: number of phases T; 0 (default): chosen */
#define DPCVX_PLAN_OPTION_FIRST_PHASE_FRACTION                          \
  447 /* f64 in [0.01, 0.99]: of STRONGLY_CONVEX_*'s first; default 0.5 \
       */

/* How units that may move the minimiser far are kept from it. */
#define DPCVX_OUTLIERS_DOWNWEIGHT 439 /* lesser weights */
#define DPCVX_OUTLIERS_REMOVE 440     /* left out */
#define DPCVX_OUTLIERS_EXHAUSTIVE 441 /* none whose deletion matters: certified or tried; STABLE_OUTPUT, few units */
#define DPCVX_OUTLIERS_PUBLIC_REFERENCE 442 /* lesser weights, by gradients and Hessians at a public point */

/* Whose excess risk the exponential mechanism makes least. */
#define DPCVX_TARGET_EMPIRICAL 431  /* of the sample */
#define DPCVX_TARGET_POPULATION 432 /* of the population that the units are independent draws from */

/* Where T and eta come from, unless given. */
#define DPCVX_SCHEDULE_OPTIMIZED 428 /* the method's rule: what its prediction is least with */
#define DPCVX_SCHEDULE_REFERENCE 429 /* of DP-SGD-*: their paper's Theorems 9, 10, 12; of phases: Algorithms 3 to 6 */

/* Options of a plan; NULL in their place means all defaults. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_options_create(dpcvx_options **out, dpcvx_error *err);

/* How a fit will be made. Made of public numbers only; never changes, keeps the objective alive, may be shared. */
typedef struct dpcvx_plan dpcvx_plan;

/* The plan of a fit of `objective` for `price` by a method (DPCVX_METHOD_*). Adjacency, unit and filter are read off
 * the budget; nothing is charged, and the data are not read. The budget's unit must be the objective's: users where
 * its dataset has ids, else records (dpcvx_dataset_create_with_users). Under add/remove the objective must have
 * DPCVX_OBJECTIVE_OPTION_NOMINAL_UNITS. Both, and a method that does not apply, are DPCVX_ERR_UNSUPPORTED; the message
 * says why and what would help. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_create(const dpcvx_budget *budget, const dpcvx_curve *price,
                                         const dpcvx_objective *objective, int32_t method, const dpcvx_options *options,
                                         dpcvx_plan **out, dpcvx_error *err);

/* Frees a plan; fits made by it live on. Since 0.1. */
DPCVX_API void dpcvx_plan_destroy(dpcvx_plan *plan);

/* Figures of a plan: f64, except where i64 is noted. A method has those that mean something for it. */
#define DPCVX_PLAN_FIGURE_METHOD 471           /* i64: DPCVX_METHOD_*, never AUTOMATIC */
#define DPCVX_PLAN_FIGURE_STEPS 472            /* i64: T; 1 for perturbations */
#define DPCVX_PLAN_FIGURE_STEP_SIZE 473        /* eta */
#define DPCVX_PLAN_FIGURE_MOMENTUM 474         /* m */
#define DPCVX_PLAN_FIGURE_BATCH_SIZE 475       /* units a step, expected */
#define DPCVX_PLAN_FIGURE_SAMPLING_RATE 476    /* the same as a share of n */
#define DPCVX_PLAN_FIGURE_NOISE_STDDEV 477     /* standard deviation a coordinate: average gradient, tilt / n, result */
#define DPCVX_PLAN_FIGURE_NOISE_MULTIPLIER 478 /* the same over the sensitivity of what it is added to */
#define DPCVX_PLAN_FIGURE_CLIPPING_NORM 479    /* bound on a unit's gradient */
#define DPCVX_PLAN_FIGURE_SMOOTHING 480        /* width of the Moreau envelope that the method adds; 0: none */
#define DPCVX_PLAN_FIGURE_PLANNING_RADIUS 481  /* R */
#define DPCVX_PLAN_FIGURE_PREDICTED_RISK 482   /* what privacy may cost in average loss against a model of norm R */
#define DPCVX_PLAN_FIGURE_PASSES 483           /* passes over the data, expected */
#define DPCVX_PLAN_FIGURE_TOLERANCE 484        /* distance within which a minimiser is found; 0 where none is */
#define DPCVX_PLAN_FIGURE_DIMENSION 485        /* i64: number of coefficients, the intercept included */
#define DPCVX_PLAN_FIGURE_UNITS 486            /* i64: the nominal n; without one the number of units */
#define DPCVX_PLAN_FIGURE_POPULATION_RISK 487  /* expected excess risk on the population; infinity: none is stated */
#define DPCVX_PLAN_FIGURE_REFERENCE_RATE 488   /* of Theorem 9, 10 or 12, constants left out; infinity: none */
#define DPCVX_PLAN_FIGURE_REFERENCE_NOISE_STDDEV \
  489 /* the noise of Theorem 8 or 11 for the same T, eta; infinity: none */
/* Of the exponential mechanism; 0 for others. */
#define DPCVX_PLAN_FIGURE_INVERSE_TEMPERATURE 490   /* k */
#define DPCVX_PLAN_FIGURE_GEOMETRY 491              /* p */
#define DPCVX_PLAN_FIGURE_REGULARIZER_WEIGHT 492    /* k mu */
#define DPCVX_PLAN_FIGURE_STRONG_CONVEXITY 493      /* m: of V, in l2 */
#define DPCVX_PLAN_FIGURE_HIGH_PROBABILITY_RISK 494 /* excess empirical risk, but for a probability of CONFIDENCE */
#define DPCVX_PLAN_FIGURE_SAMPLER_MU 495            /* mu_c: the sampler's law is that close to the density in GDP */
#define DPCVX_PLAN_FIGURE_ARITHMETIC_MU 496         /* mu_num: likewise what arithmetic does */
#define DPCVX_PLAN_FIGURE_START_DISTANCE 497    /* of the start from a draw, passed with a probability below 2^-900 */
#define DPCVX_PLAN_FIGURE_REGULARIZER_RANGE 498 /* Theta of the radius */
/* Of the stable releases, of the first phase where there are several; 0 for others. */
#define DPCVX_PLAN_FIGURE_TEST_LEVELS 620              /* i64: scores that may pass: 0 to this less 1 */
#define DPCVX_PLAN_FIGURE_OUTLIER_THRESHOLD 621        /* gamma_0, may be 0; of a bought one a middling guess */
#define DPCVX_PLAN_FIGURE_MINIMIZER_SENSITIVITY 622    /* Lambda */
#define DPCVX_PLAN_FIGURE_PHASES 623                   /* i64: T */
#define DPCVX_PLAN_FIGURE_TAPER_WIDTH 624              /* h */
#define DPCVX_PLAN_FIGURE_DEVIATION_SENSITIVITY 625    /* eta' of the last stage; 0 where deletions are tried */
#define DPCVX_PLAN_FIGURE_BASELINE_NOISE_STDDEV 626    /* the noise that output perturbation would need instead */
#define DPCVX_PLAN_FIGURE_UNSTABLE_PROBABILITY 627     /* at most, of honest data; 1 or infinity: no bound is known */
#define DPCVX_PLAN_FIGURE_TYPICAL_RISK 628             /* expected on typical data: "Typical data" below */
#define DPCVX_PLAN_FIGURE_APPLIES 629                  /* i64: 1 or 0; any method has it */
#define DPCVX_PLAN_FIGURE_ORDER 630                    /* i64: DPCVX_SGD_ORDER_* */
#define DPCVX_PLAN_FIGURE_TAIL_AVERAGE_FRACTION 631    /* share of last iterates that is averaged */
#define DPCVX_PLAN_FIGURE_DROP_OVERSIZED_GRADIENTS 632 /* i64: 1 drops longer gradients, 0 scales them */
#define DPCVX_PLAN_FIGURE_ADDED_L2 633                 /* the quadratic that the method adds, of the first phase */
#define DPCVX_PLAN_FIGURE_SENSITIVITY 634              /* of what the noise is added to, without the lattice */
#define DPCVX_PLAN_FIGURE_JACOBIAN_FRACTION 635        /* the option, 0: chosen */
#define DPCVX_PLAN_FIGURE_FAILURE_PROBABILITY 636      /* with which HIGH_PROBABILITY_RISK may be exceeded */
#define DPCVX_PLAN_FIGURE_DENSITY_MU 637               /* t: the density is t-GDP */

/* Typical data. Predicted risks are bounds that hold for any data: one to a hundred times what fits cost, and not alike
 * for all methods. So AUTOMATIC, and the ranking, go by DPCVX_PLAN_FIGURE_TYPICAL_RISK: the excess risk on the
 * population that is expected in a public model of data as they mostly are, with each method's settings as planned. No
 * privacy rests on it. In the model rows are as long as their bound B and the best model w* has entries of one size. It
 * is the geometric mean of two kinds of tables: rows alike in all directions with decision values of standard deviation
 * 2 (classes) or Y / 4 (regression, labels bounded by Y); and rows whose second moments fall along the axes as 1, 1/4,
 * ..., 1/p^2, with decision values twice as wide for classes. DPCVX_PLAN_OPTION_PLANNING_RADIUS, given, is ||w*|| of
 * both. Of each direction follow what share of w* a method's answer keeps (quadratics, steps that are too few, domains)
 * and the variance of its noise (of averages of noisy steps exactly, of perturbations and densities through the
 * curvature where they end up), beside what the sample leaves open. A release that may say nothing is charged for the
 * start, by UNSTABLE_PROBABILITY. Callers' functions of units curve alike in all directions.
 * src/solve/risk/data_model.h has the constants. */

/* Reads a figure of a method's plan: DPCVX_METHOD_AUTOMATIC stands for the method that was chosen. Real figures are
 * read by _f64; counts, flags and enumerations by _i64. Sampled methods that were not chosen are compared with noise
 * that may be some percent above the least. Fails with DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure
 * of the other type. Fails with DPCVX_ERR_UNSUPPORTED for a figure that the method lacks, and for a method that does
 * not apply (except DPCVX_PLAN_FIGURE_APPLIES). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_get_f64(const dpcvx_plan *plan, int32_t method, int32_t figure, double *value,
                                          dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_plan_get_i64(const dpcvx_plan *plan, int32_t method, int32_t figure, int64_t *value,
                                          dpcvx_error *err);

/* Writes why a method does not apply, and what would help, by the convention of dpcvx/base.h; "it applies" where it
 * does. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_reason(const dpcvx_plan *plan, int32_t method, char *out, size_t capacity,
                                         size_t *length, dpcvx_error *err);

/* *count = how many methods apply; methods[0], methods[1], ...: the first `capacity` of them, best first. That is by
 * typical risk; but those that the budget could not be charged for when the plan was made come after those that it
 * could, and last the exponential mechanism for losses with corners, whose time nothing public bounds. AUTOMATIC takes
 * the first, and never that last. capacity >= 0; `methods` may be NULL where it is 0. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_ranking(const dpcvx_plan *plan, int32_t *methods, int64_t capacity, int64_t *count,
                                          dpcvx_error *err);

/* What a fit comes to, as a curve. A main pot is charged the lesser of it and the price, the basic filter and a basic
 * pot the one of them that states an (epsilon, delta): dpcvx_budget_can_charge says whether that one fits. Since 0.1.
 */
DPCVX_API dpcvx_status dpcvx_plan_curve(const dpcvx_plan *plan, dpcvx_curve **out, dpcvx_error *err);

/* The plan as a JSON object: library_version, method, adjacency, unit, objective (dimension, units), of methods that
 * have them order, noise_form and schedule, figures, curve (what a fit comes to), ranking (names), methods (each with
 * applies, predicted_risk, typical_risk, reason). Text as dpcvx/base.h says. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_to_json(const dpcvx_plan *plan, char *out, size_t capacity, size_t *length,
                                          dpcvx_error *err);

/* The plan in lines for people. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_plan_to_text(const dpcvx_plan *plan, char *out, size_t capacity, size_t *length,
                                          dpcvx_error *err);

/* A private model. */
typedef struct dpcvx_fit dpcvx_fit;

/* Runs a plan. The budget is charged once, before the data are read; its adjacency and unit must be those that the plan
 * was made for (DPCVX_ERR_UNSUPPORTED). After the charge nothing fails. `progress` and `cancel` may be NULL; a fit that
 * is cancelled stays charged, and holds what was reached (DPCVX_FIT_FIGURE_OUTCOME). How long it takes depends on the
 * numbers of rows and columns, and with perturbations, stable releases and the exponential mechanism on the data. Since
 * 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_create(dpcvx_budget *budget, dpcvx_rng *rng, const dpcvx_plan *plan,
                                        dpcvx_progress_callback progress, void *user, const dpcvx_cancel *cancel,
                                        dpcvx_fit **out, dpcvx_error *err);

/* Frees a fit. Since 0.1. */
DPCVX_API void dpcvx_fit_destroy(dpcvx_fit *fit);

/* Public figures of a fit: f64, except where i64 is noted. */
#define DPCVX_FIT_FIGURE_DIMENSION 451      /* i64: number of coefficients, the intercept included */
#define DPCVX_FIT_FIGURE_STEPS 452          /* i64: steps done */
#define DPCVX_FIT_FIGURE_STEP_SIZE 453      /* eta */
#define DPCVX_FIT_FIGURE_MOMENTUM 454       /* m */
#define DPCVX_FIT_FIGURE_NOISE_STDDEV 455   /* as the plan said (DPCVX_PLAN_FIGURE_NOISE_STDDEV) */
#define DPCVX_FIT_FIGURE_PREDICTED_RISK 456 /* as the plan said */
#define DPCVX_FIT_FIGURE_METHOD 457         /* i64: DPCVX_METHOD_* */
#define DPCVX_FIT_FIGURE_OUTCOME 458        /* i64: DPCVX_OUTCOME_* */
#define DPCVX_FIT_FIGURE_OUTPUTS 459        /* i64: decision values a row: 1, or the number of classes */
#define DPCVX_FIT_FIGURE_COLUMNS 460 /* i64: columns of the tables it can be asked about; 0: a function of units */
#define DPCVX_FIT_FIGURE_LOSS 461    /* i64: DPCVX_LOSS_*; 0 for a caller's function of units */

/* Reads a figure: counts and enumerations by _i64, real figures by _f64.
 * Fails with DPCVX_ERR_ARGUMENT for a number that is no figure, or a figure of the other type.
 * Fails with DPCVX_ERR_UNSUPPORTED for a figure that the fit's method lacks. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_get_f64(const dpcvx_fit *fit, int32_t figure, double *value, dpcvx_error *err);
DPCVX_API dpcvx_status dpcvx_fit_get_i64(const dpcvx_fit *fit, int32_t figure, int64_t *value, dpcvx_error *err);

/* The coefficients, DPCVX_FIT_FIGURE_DIMENSION of them: a block of one a column, the intercept last, for each output.
 * DPCVX_ERR_STATE for a fit that was cancelled before its first step, or the exponential mechanism's draw was made, or
 * that ended DPCVX_OUTCOME_UNSTABLE before its first phase: nothing was released. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_coefficients(const dpcvx_fit *fit, double *out, int64_t dimension, dpcvx_error *err);

/* The standard deviation of the noise in each coefficient, `dimension` entries: how far privacy alone moves them
 * from the minimiser of the objective (with the quadratic that the method added). It says nothing of how that varies
 * with another sample. Known exactly where the noise was added last: output
 * perturbation, DP-SGD-Output and stable output (with a threshold that was not bought) on all of R^d;
 * DPCVX_ERR_UNSUPPORTED else, as noise that went through further steps has no known law. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_standard_errors(const dpcvx_fit *fit, double *out, int64_t dimension,
                                                 dpcvx_error *err);

/* Predictions for the rows of a dataset with the same columns, whose labels are not used. The fit prepares rows as in
 * training: it scales a raw table by the ranges of the table it was made from (dpcvx_dataset_create_scaled), takes one
 * that was scaled by the same ranges as it is, and refuses one scaled by others; then come clipping and intercept.
 * About the rows of training a prediction tells no more than the fit does: it is post-processing of the coefficients,
 * and costs nothing. About the rows given here it tells whatever they hold: it is as private as those rows are. Not for
 * a fit of a caller's function of units (DPCVX_ERR_UNSUPPORTED). May be called by several threads.
 *
 * Decision values z_ik = <a_i, w_k>, out[i * outputs + k]; count = rows * outputs. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_decision_values(const dpcvx_fit *fit, const dpcvx_dataset *dataset, double *out,
                                                 int64_t count, dpcvx_error *err);

/* Probabilities of the labels, of a logistic model (1 / (1 + exp(z)) of -1, then 1 / (1 + exp(-z)) of 1) or a
 * multinomial one (exp(z_k) / sum over j of exp(z_j)); DPCVX_ERR_UNSUPPORTED for other losses. Row after row; count =
 * 2 * rows, or classes * rows. Noise and clipping bend them: they are not calibrated. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_probabilities(const dpcvx_fit *fit, const dpcvx_dataset *dataset, double *out,
                                               int64_t count, dpcvx_error *err);

/* One label a row: 1 where z > 0, else -1 (logistic and hinge losses); the class of the greatest decision value
 * (multinomial); z itself (regression, and a caller's own loss). Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_predict(const dpcvx_fit *fit, const dpcvx_dataset *dataset, double *out, int64_t rows,
                                         dpcvx_error *err);

/* A copy of the guarantee. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_guarantee(const dpcvx_fit *fit, dpcvx_guarantee **out, dpcvx_error *err);

/* The whole fit in JSON: library_version, method, outcome (done, work limit, cancelled, unstable), steps_done; loss and
 * rows (columns, row_bound, row_norm, intercept, intercept_value, ranges: how they are prepared), both left out for a
 * caller's function of units; coefficients, where there are any, and standard_error, where it is known; figures, those
 * of the plan; guarantee, as dpcvx_guarantee_to_json. Numbers read back as the same doubles. It holds what was released
 * and nothing else of the data. Text as dpcvx/base.h says. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_to_json(const dpcvx_fit *fit, char *out, size_t capacity, size_t *length,
                                         dpcvx_error *err);

/* The report for people: method and outcome, the model and how rows are prepared, noise and predicted risk, then the
 * guarantee as dpcvx_guarantee_to_text gives it: mechanism, theorem, unit, adjacency, privacy, what was charged, every
 * constant and whether it is enforced or assumed, random source. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_to_text(const dpcvx_fit *fit, char *out, size_t capacity, size_t *length,
                                         dpcvx_error *err);

/* The fit as bytes, to be kept and loaded again by this or a later version of the library on any machine: everything it
 * holds, the guarantee and a deterministic source's mark included, with a checksum (CRC-64) against damage. Bytes go
 * out by (void *out, size_t capacity, size_t *length): out == NULL with capacity == 0 only asks for the length; a
 * capacity below *length is DPCVX_ERR_CAPACITY. They hold what was released and nothing else of the data. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_save(const dpcvx_fit *fit, void *out, size_t capacity, size_t *length,
                                      dpcvx_error *err);

/* The fit that dpcvx_fit_save wrote, equal in all it says. Bytes that are another format's, cut off, damaged, or hold a
 * field out of its range are DPCVX_ERR_ARGUMENT; no bytes do harm. The checksum is no signature: whoever can change
 * the bytes can make a fit say anything, of privacy too. Since 0.1. */
DPCVX_API dpcvx_status dpcvx_fit_load(const void *bytes, size_t length, dpcvx_fit **out, dpcvx_error *err);

DPCVX_END_DECLS

#endif
