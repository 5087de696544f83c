#' Privacy curves
#'
#' A curve says how private something is, at every epsilon: the price of a release, or what a composition comes to.
#' @param mu,epsilon,delta,rho The parameters of the definitions of privacy.
#' @param noise_multiplier The scale of the noise over the sensitivity: the standard deviation of Gaussian noise. Of batches, with
#'   gradients clipped to C, the sensitivity is C for `sampling = "poisson"` and `"poisson_replace_one"`, and 2 C, that to
#'   replacing a unit, for `"without_replacement"`: noise of standard deviation s C is a multiplier of s / 2 there.
#' @param rate The share of the units in a batch.
#' @param steps How many releases.
#' @param sampling "poisson": by independent coins, for neighbours that add or remove a unit. "without_replacement":
#'   of a fixed
#'   size, for neighbours that replace one. "poisson_replace_one": by coins, for neighbours that replace one. Batches of
#'   shuffled epochs are none of these.
#' @param participations In how many of the steps each unit is, drawn for each unit alone.
#' @param adjacency "add_remove" or "replace_one": the neighbours for which a random allocation is accounted. The noise
#'   multiplier is relative to adding or removing a unit under both.
#' @param test_epsilon,test_delta What passing a test costs. The release after it is `mu`-GDP.
#' @param orders,epsilons Renyi orders, and an epsilon for each.
#' @param mus,probabilities A mixture: `mus[k]`-GDP with probability `probabilities[k]`.
#' @param losses,infinite Points of a privacy loss distribution, and the probability of an infinite loss.
#' @param noise_parameter,categories Randomized response: the probability of a uniform answer, and how many answers
#'   there are.
#' @param decay,sigma,shift Discrete noise, for sensitivity `shift`.
#' @param epsilon0,users Shuffled reports: the epsilon of each, and how many users reported.
#' @param sensitivity,noise The last iterate of noisy gradient steps, in its units: how far a unit moves a step, and
#'   the standard deviation of a step's noise.
#' @param contraction By what factor a step brings points closer.
#' @param batches Each unit is met by one of so many steps.
#' @param diameter The diameter of the set that iterates are projected to.
#' @param position The one step that meets a unit, from 1 on. NULL: every `batches`-th step.
#' @param ... Curves.
#' @param counts How often each is used. By default once.
#' @param curve A curve.
#' @param size The size of a group of units.
#' @return An object of class `dpcvx_curve`.
#' @section Adjacency: A curve holds for neighbours of one kind. The curves of Poisson batches, which `sampling = "poisson"`
#'   makes by default, and of `dp_random_allocation()` hold by default under add/remove: one unit is added or taken away.
#'   Budgets and fits of this package are replace-one by default, where the same training costs more: `sampling = "poisson_replace_one"` has
#'   that figure. `print()` of a curve says what it holds for; compare epsilons of one adjacency alone. An unsampled curve
#'   holds under the adjacency for which its sensitivity was computed.
#' @name dp_curve
#' @examples
#' training <- dp_subsampled_gaussian(noise_multiplier = 1.1, rate = 0.01, steps = 1000)
#' both <- dp_compose(training, dp_laplace(20), counts = c(1, 12))
#' dp_epsilon(training, 1e-6) < dp_epsilon(both, 1e-6)
#' training # add/remove
#' replaced <- dp_subsampled_gaussian(1.1, 0.01, 1000, sampling = "poisson_replace_one")
#' c(add_remove = dp_epsilon(training, 1e-5), replace_one = dp_epsilon(replaced, 1e-5))
#' dp_delta(dp_gdp(1), epsilon = 1)
NULL

#' @rdname dp_curve
#' @export
dp_gdp <- function(mu) ll$curve_create_gdp(mu)

#' @rdname dp_curve
#' @export
dp_pure <- function(epsilon) ll$curve_create_pure(epsilon)

#' @rdname dp_curve
#' @export
dp_approximate <- function(epsilon, delta) ll$curve_create_approximate(epsilon, delta)

#' @rdname dp_curve
#' @export
dp_zcdp <- function(rho) ll$curve_create_zcdp(rho)

#' @rdname dp_curve
#' @export
dp_rdp <- function(orders, epsilons) ll$curve_create_rdp(orders, epsilons)

#' @rdname dp_curve
#' @export
dp_bounded_range <- function(epsilon) ll$curve_create_bounded_range(epsilon)

#' @rdname dp_curve
#' @export
dp_gaussian <- function(noise_multiplier) ll$curve_create_gaussian(noise_multiplier)

#' @rdname dp_curve
#' @export
dp_laplace <- function(noise_multiplier) ll$curve_create_laplace(noise_multiplier)

#' @rdname dp_curve
#' @export
dp_subsampled_gaussian <- function(noise_multiplier, rate, steps = 1, sampling = "poisson") {
  ll$curve_create_subsampled_gaussian(member("SAMPLING", sampling, "sampling"), noise_multiplier, rate, steps)
}

#' @rdname dp_curve
#' @export
dp_random_allocation <- function(noise_multiplier, steps, participations = 1, adjacency = "add_remove") {
  replaced <- member("ADJACENCY", adjacency, "adjacency") == member("ADJACENCY", "replace_one", "adjacency")
  create <- if (replaced) ll$curve_create_random_allocation_replace_one else ll$curve_create_random_allocation
  create(noise_multiplier, steps, participations)
}

#' @rdname dp_curve
#' @export
dp_test_release <- function(test_epsilon, test_delta, mu) ll$curve_create_test_release(test_epsilon, test_delta, mu)

#' @rdname dp_curve
#' @export
dp_gdp_mixture <- function(mus, probabilities) ll$curve_create_gdp_mixture(mus, probabilities)

#' @rdname dp_curve
#' @export
dp_losses <- function(losses, probabilities, infinite = 0) ll$curve_create_losses(losses, probabilities, infinite)

#' @rdname dp_curve
#' @export
dp_randomized_response <- function(noise_parameter, categories) {
  ll$curve_create_randomized_response(noise_parameter, categories)
}

#' @rdname dp_curve
#' @export
dp_discrete_laplace <- function(decay, shift = 1) ll$curve_create_discrete_laplace(decay, shift)

#' @rdname dp_curve
#' @export
dp_discrete_gaussian <- function(sigma, shift = 1) ll$curve_create_discrete_gaussian(sigma, shift)

#' @rdname dp_curve
#' @export
dp_shuffled <- function(epsilon0, users) ll$curve_create_shuffled(epsilon0, users)

#' @rdname dp_curve
#' @export
dp_shuffled_response <- function(noise_parameter, categories, users) {
  ll$curve_create_shuffled_response(noise_parameter, categories, users)
}

#' @rdname dp_curve
#' @export
dp_iteration <- function(sensitivity, noise, steps, contraction = 1, batches = 1, diameter = Inf, position = NULL) {
  if (is.null(position)) {
    ll$curve_create_iteration(sensitivity, noise, contraction, batches, steps, diameter)
  } else {
    ll$curve_create_iteration_at(sensitivity, noise, contraction, position, steps)
  }
}

#' @rdname dp_curve
#' @export
dp_compose <- function(..., counts = NULL) {
  parts <- list(...)
  if (length(parts) == 1 && is.list(parts[[1]])) parts <- parts[[1]]
  if (is.null(counts)) counts <- rep(1, length(parts))
  under(ll$curve_create_composition(unname(parts), counts), unique(unlist(lapply(parts, function(part) {
    if (inherits(part, "dpcvx_curve")) held_under(part)
  }))))
}

#' @rdname dp_curve
#' @export
dp_sampled <- function(curve, rate, sampling = "poisson") {
  number <- member("SAMPLING", sampling, "sampling")
  under(ll$curve_create_sampled(curve, number, rate), if (number == ENUMERATIONS$SAMPLING[["poisson"]]) "add/remove" else "replace-one")
}

#' @rdname dp_curve
#' @export
dp_group <- function(curve, size) ll$curve_create_group(curve, size)

#' @rdname dp_curve
#' @export
dp_one_of_group <- function(curve, size) ll$curve_create_member(curve, size)

#' What a curve, an accountant or a guarantee costs
#'
#' `dp_epsilon()` returns the least epsilon that is proved at a delta, `dp_delta()` the least delta at an epsilon.
#' Both are
#' rounded up. An accountant answers with `c(lower, upper)`: `upper` is proved, and some mechanisms of these kinds
#' are not
#' private enough below `lower`.
#' @param object A curve, guarantee or accountant.
#' @param delta,epsilon The other end of the trade: one number, or several.
#' @param order A Renyi order.
#' @return A number for each that was given; of an accountant `c(lower = , upper = )`, a column for each.
#' @examples
#' dp_epsilon(dp_gdp(1), delta = 1e-6)
#' dp_mu(dp_gaussian(4))
#' @export
dp_epsilon <- function(object, delta) {
  if (is.numeric(delta) && length(delta) > 1) return(sapply(delta, function(one) dp_epsilon(object, one)))
  object <- guarantee_of(object)
  if (inherits(object, "dpcvx_accountant")) return(unlist(ll$accountant_epsilon(object, delta)))
  if (inherits(object, "dpcvx_guarantee")) return(ll$guarantee_epsilon(object, delta))
  ll$curve_epsilon(object, delta)
}

guarantee_of <- function(object) {
  object <- live(object)
  if (inherits(object, "dpcvx_fit")) ll$fit_guarantee(object) else object
}

#' @rdname dp_epsilon
#' @export
dp_delta <- function(object, epsilon) {
  if (is.numeric(epsilon) && length(epsilon) > 1) return(sapply(epsilon, function(one) dp_delta(object, one)))
  object <- guarantee_of(object)
  if (inherits(object, "dpcvx_accountant")) return(unlist(ll$accountant_delta(object, epsilon)))
  if (inherits(object, "dpcvx_guarantee")) object <- ll$guarantee_curve(object)
  ll$curve_delta(object, epsilon)
}

#' @rdname dp_epsilon
#' @export
dp_delta_bounds <- function(object, epsilon) unlist(ll$curve_delta_bounds(object, epsilon))

#' @rdname dp_epsilon
#' @export
dp_mu <- function(object) {
  if (inherits(object, "dpcvx_accountant")) ll$accountant_gdp_mu(object) else ll$curve_gdp_mu(object)
}

#' @rdname dp_epsilon
#' @export
dp_rho <- function(object) {
  if (inherits(object, "dpcvx_accountant")) ll$accountant_zcdp_rho(object) else ll$curve_zcdp_rho(object)
}

#' @rdname dp_epsilon
#' @export
dp_renyi <- function(object, order) {
  if (inherits(object, "dpcvx_accountant")) ll$accountant_rdp(object, order) else ll$curve_rdp(object, order)
}

#' @rdname dp_epsilon
#' @export
dp_renyi_order <- function(object, delta) ll$curve_rdp_order(object, delta)

#' Noise for a target
#'
#' What keeps (epsilon, delta): the greatest mu of GDP, the greatest rho of zCDP, the least noise multiplier of
#' DP-SGD, the greatest epsilon of each shuffled report.
#' @param epsilon,delta The target, of all steps together.
#' @param rate,steps,sampling As in [dp_subsampled_gaussian()]. The default, "poisson", is for a target under add/remove. Of
#'   budgets and fits the default is replace-one, which needs more noise: `sampling = "poisson_replace_one"`. The multiplier
#'   is over the clip, and over twice the clip for "without_replacement" ([dp_curve]).
#' @param users,rounds How many users report, and how often: each round is shuffled by itself.
#' @param renyi Whether to account by Renyi DP, which needs more noise: for a budget with `filter = "rdp"`.
#' @return A number.
#' @examples
#' 1 / dp_calibrate_gdp(1, 1e-6)
#' dp_calibrate_subsampled_gaussian(1, 1e-6, 0.01, 100, "poisson_replace_one")
#' @export
dp_calibrate_gdp <- function(epsilon, delta) ll$calibrate_gdp(epsilon, delta)

#' @rdname dp_calibrate_gdp
#' @export
dp_calibrate_zcdp <- function(epsilon, delta) ll$calibrate_zcdp(epsilon, delta)

#' @rdname dp_calibrate_gdp
#' @export
dp_calibrate_shuffled <- function(epsilon, delta, users, rounds = 1) ll$calibrate_shuffled(users, rounds, epsilon, delta)

#' @rdname dp_calibrate_gdp
#' @export
dp_calibrate_subsampled_gaussian <- function(epsilon, delta, rate, steps, sampling = "poisson", renyi = FALSE) {
  by <- if (renyi) ll$calibrate_subsampled_gaussian_rdp else ll$calibrate_subsampled_gaussian
  by(member("SAMPLING", sampling, "sampling"), rate, steps, epsilon, delta)
}

#' Budgets
#'
#' A budget is a ledger with a hard limit (epsilon, delta). A release that does not fit is refused before it reads
#' data, by an
#' error of class `dpcvx_error_budget`. A budget works in the process that made it, and is not saved with a
#' workspace: charges
#' of a copy would be forgotten. [dp_create_ledger()] makes one that outlives its process.
#' Each release, and each fit, on the same rows adds to what is known of them: a limit holds for all together if they are
#' charged to one budget. [dp_glm()] and its kin take any, as do releases,
#' [dp_fit()] and [dp_evaluate()].
#' @param epsilon,delta The limit. Of `dp_price()`, what a release may come to by itself: the default of `delta` is that of the
#'   budget, and with filter "basic" the same share of it as `epsilon` is of the budget's. With filter "rdp" the price is counted
#'   at one order, so one of nearly the whole epsilon may be refused: `dp_price(budget, 1)` grants all of it. Of `dp_odometer()`,
#'   the probability with which a reading may be wrong, chosen beforehand.
#' @param unit Whose data are protected: "record" or "user", with all its records.
#' @param adjacency "replace_one" or "add_remove".
#' @param ... Options: `filter` ("gdp", "basic", "zcdp", "rdp") and those of [dp_options]. "basic" adds up epsilons and deltas: it is
#'   for a few models, each of which is as good as alone, and for one mean or histogram. "gdp", the default, is for many releases:
#'   of (4, 1e-5) it grants 15 that are (1, 1e-6) each. Charges that are stated in zCDP or RDP have filters of their own.
#' @param budget A budget.
#' @param share A share of what is left, in the terms of the filter: with "gdp" of mu^2.
#' @param curve What something outside of the library cost. A curve that you made does not know whose data it protects:
#'   that its unit and its neighbours are the budget's is your word. `dp_charge()` takes the guarantee of a release on
#'   another budget too. It refuses one of another unit or adjacency, and its curve.
#' @param count How often. A guarantee is charged once.
#' @param label A public text for the ledger. Of `dp_label()`, what the labels of later charges begin with, such as the name of
#'   a question: at most 60 bytes, or NULL for none.
#' @param at_delta If given, the curve is charged as the (epsilon, delta) that it is at this delta, to the basic
#'   sub-budget.
#' @return `dp_budget()` returns a budget, `dp_price()` a curve, `dp_can_charge()` whether a charge fits,
#'   `dp_charge()` and `dp_label()` the budget. `dp_rehearsal()` returns a budget that refuses what this one would, and never
#'   pays: a release that would be taken ends with an error of class `dpcvx_error_cancelled`, and nothing is charged.
#'   `dp_spent()` returns the spent epsilon, the number of charges, and the delta: what
#'   was spent of it with filter "basic", and else the budget's, at which the epsilon is stated.
#'   `dp_odometer()` returns a bound on the loss of all
#'   charges so far that holds at every moment at once, except with probability `delta`. Whether to stop may depend on it.
#'   Where (epsilon, delta) charges are in the basic sub-budget, it is an epsilon, and their deltas add to `delta`.
#' @examples
#' budget <- dp_budget(epsilon = 1, delta = 1e-6, unit = "user")
#' dp_charge(budget, dp_price(budget, 0.5), label = "a count")
#' dp_can_charge(budget, dp_gdp(1))
#' budget
#' # Two models on one budget:
#' d <- data.frame(x = runif(2000))
#' d$y <- d$x + runif(2000)
#' budget <- dp_budget(epsilon = 2, delta = 1e-5, filter = "basic")
#' ranges <- list(x = c(0, 1), y = c(0, 2))
#' dp_lm(y ~ x, d, epsilon = 1, delta = 1e-6, ranges = ranges, budget = budget)
#' dp_quantile(y ~ x, d, 0.9, epsilon = 1, delta = 1e-6, ranges = ranges, budget = budget)
#' dp_spent(budget)
#' # What has all this cost so far?
#' budget <- dp_budget(epsilon = 1, delta = 1e-6)
#' dp_label(budget, "question 7")
#' dp_charge(budget, dp_price(budget, 0.3), label = "a mean")
#' dp_odometer(budget, delta = 1e-6)
#' @export
dp_budget <- function(epsilon, delta, unit = "record", adjacency = "replace_one", ...) {
  limited(ll$budget_create(epsilon, delta, member("ADJACENCY", adjacency, "adjacency"), member("UNIT", unit, "unit"),
                           make_options("BUDGET_OPTION", list(...))))
}

#' @rdname dp_budget
#' @export
dp_price <- function(budget, share = NULL, epsilon = NULL, delta = NULL) {
  if (!is.null(share) && !is.null(epsilon)) wrong("share", "given with epsilon", "one of the two")
  if (!is.null(delta) && is.null(epsilon)) {
    wrong("delta", deparse1(delta), "one beside epsilon, such as dp_price(budget, epsilon = 0.5, delta = 1e-7)")
  }
  if (is.null(epsilon)) return(ll$budget_price(budget, if (is.null(share)) 1 else share))
  if (!is.numeric(epsilon) || length(epsilon) != 1 || !isTRUE(epsilon > 0)) wrong("epsilon", deparse1(epsilon), "one number above 0")
  if (!is.null(delta) && !(is.numeric(delta) && length(delta) == 1 && isTRUE(delta >= 0 && delta < 1))) {
    wrong("delta", deparse1(delta), "one number in [0, 1)")
  }
  filter <- dp_figure(budget, "filter")
  pairs <- adds_pairs(budget)
  if (is.null(delta)) delta <- dp_figure(budget, "delta") * if (pairs) min(1, epsilon / dp_figure(budget, "epsilon")) else 1
  if (!pairs && delta > 0 && filter %in% c("gdp", "rdp")) return(dp_gdp(dp_calibrate_gdp(epsilon, delta)))
  if (!pairs && delta > 0 && filter == "zcdp") return(dp_zcdp(dp_calibrate_zcdp(epsilon, delta)))
  if (delta > 0) dp_approximate(epsilon, delta) else dp_pure(epsilon)
}

# Whether epsilons and deltas add up in a budget: filter "basic", or a basic sub-budget.
adds_pairs <- function(budget) {
  !is.null(tryCatch(dp_figure(budget, "basic_epsilon_remaining"), dpcvx_error_unsupported = function(problem) NULL))
}

#' @rdname dp_budget
#' @export
dp_can_charge <- function(budget, curve, count = 1) ll$budget_can_charge(budget, curve, count) != 0

#' @rdname dp_budget
#' @export
dp_rehearsal <- function(budget) ll$budget_create_rehearsal(budget)

#' @rdname dp_budget
#' @export
dp_charge <- function(budget, curve, count = 1, label = "", at_delta = NULL) {
  if (inherits(curve, "dpcvx_guarantee")) {
    if (count != 1 || !is.null(at_delta)) wrong("count", "a number of uses of a guarantee", "1, without at_delta")
    ll$budget_charge_guarantee(budget, curve, label)
  } else if (is.null(at_delta)) ll$budget_charge(budget, curve, count, label)
  else ll$budget_charge_at_delta(budget, curve, count, at_delta, label)
  invisible(budget)
}

#' @rdname dp_budget
#' @export
dp_spent <- function(budget) {
  delta <- dp_figure(budget, "delta")
  if (dp_figure(budget, "filter") == "basic") delta <- delta - dp_figure(budget, "basic_delta_remaining")
  structure(c(epsilon = dp_figure(budget, "epsilon_spent"), charges = dp_figure(budget, "charges"), delta = delta), class = "dp_spent")
}

# Each number by itself: together they would be shown as 1e+00 for the sake of delta.
#' @export
print.dp_spent <- function(x, ...) {
  print(noquote(vapply(unclass(x), format, "", ...)))
  invisible(x)
}

#' @rdname dp_budget
#' @export
dp_label <- function(budget, label = NULL) {
  if (!is.null(label) && !(is.character(label) && length(label) == 1)) wrong("label", deparse1(label), "one text, or NULL")
  ll$budget_set_label(budget, if (is.null(label)) "" else label)
  invisible(budget)
}

#' @rdname dp_budget
#' @export
dp_odometer <- function(budget, delta) ll$budget_odometer(budget, delta)
