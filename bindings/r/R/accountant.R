#' Accountants
#'
#' A list of events, with brackets of what they cost together. It limits nothing: that is what a [dp_budget()] is for.
#' @param adjacency "replace_one" or "add_remove". Steps of `sampling = "poisson"` hold under
#'   add/remove only.
#' @param unit "record" or "user".
#' @param accountant,other Accountants.
#' @param curve A curve.
#' @param count How often it is used.
#' @param prior The probability that the attacker's guess is right beforehand.
#' @param false_positive_rate Of an attack.
#' @param plan A function of a parameter and an accountant. It adds the plan's events to that accountant, which ends
#'   with it.
#' @param best,safe The ends of the parameter: what one would like, and what costs least.
#' @param epsilon,delta The target.
#' @param whole Whether the parameter is a whole number.
#' @param bytes What `dp_save()` returned.
#' @param json Events as dp_accounting has them, as JSON text.
#' @return `dp_accountant()`, `dp_copy()` and `dp_load_accountant()` return an accountant, `dp_add()` and
#'   `dp_merge()` the
#'   accountant itself. `dp_total()` returns a curve, which a budget can charge. Brackets are `c(lower = , upper = )`.
#' @examples
#' accountant <- dp_accountant("add_remove")
#' dp_add(accountant, dp_subsampled_gaussian(1.1, 0.01), 5000)
#' dp_epsilon(accountant, 1e-6)
#' dp_attack_accuracy(accountant)
#' @export
dp_accountant <- function(adjacency = "replace_one", unit = "record") {
  ll$accountant_create(member("ADJACENCY", adjacency, "adjacency"), member("UNIT", unit, "unit"))
}

#' @rdname dp_accountant
#' @export
dp_add <- function(accountant, curve, count = 1) {
  ll$accountant_add(accountant, curve, count)
  invisible(accountant)
}

#' @rdname dp_accountant
#' @export
dp_merge <- function(accountant, other) {
  ll$accountant_merge(accountant, other)
  invisible(accountant)
}

#' @rdname dp_accountant
#' @export
dp_copy <- function(accountant) ll$accountant_create_copy(accountant)

#' @rdname dp_accountant
#' @export
dp_total <- function(accountant) ll$accountant_curve(accountant)

#' @rdname dp_accountant
#' @export
dp_attack_accuracy <- function(accountant, prior = 0.5) unlist(ll$accountant_attack_accuracy(accountant, prior))

#' @rdname dp_accountant
#' @export
dp_false_negative_rate <- function(accountant, false_positive_rate) {
  unlist(ll$accountant_false_negative_rate(accountant, false_positive_rate))
}

#' @rdname dp_accountant
#' @export
dp_posterior <- function(accountant, prior, false_positive_rate) {
  unlist(ll$accountant_posterior(accountant, prior, false_positive_rate))
}

#' @rdname dp_accountant
#' @export
dp_calibrate <- function(accountant, plan, best, safe, epsilon, delta, whole = FALSE) {
  ll$accountant_calibrate(accountant, plan, best, safe, whole, epsilon, delta)
}

#' @rdname dp_accountant
#' @export
dp_load_accountant <- function(bytes) ll$accountant_load(of_kind(bytes, "dpcvxacc"))

#' @rdname dp_accountant
#' @export
dp_to_event <- function(accountant) ll$accountant_to_dp_event(accountant)

#' @rdname dp_accountant
#' @export
dp_from_event <- function(json, adjacency = "replace_one", unit = "record") {
  ll$accountant_create_from_dp_event(json, member("ADJACENCY", adjacency, "adjacency"), member("UNIT", unit, "unit"))
}

#' Store a fit, an estimate, a covariance, an accountant or a budget
#'
#' @param object A fit, a model, an estimate, a covariance, an accountant, a budget, or a local protocol or aggregator.
#' @return A raw vector, which this or a later version loads on any machine. [dp_load_accountant()] reads that of an
#'   accountant, [dp_load_budget()] that of a budget, [dp_load_local_protocol()] and [dp_load_local_aggregator()] those of
#'   local reports, and [dp_load()] that of a fit, an estimate or a covariance.
#'   Models, estimates and covariances may also be stored with `saveRDS()`, which keeps names of columns and classes.
#' @examples
#' accountant <- dp_accountant()
#' dp_add(accountant, dp_gdp(1))
#' dp_epsilon(dp_load_accountant(dp_save(accountant)), 1e-6)
#' @export
dp_save <- function(object) {
  if (inherits(object, "dpcvx_accountant")) return(ll$accountant_save(object))
  if (inherits(object, "dpcvx_budget")) return(ll$budget_save(object))
  if (inherits(object, "dpcvx_local_protocol")) return(ll$local_protocol_save(object))
  if (inherits(object, "dpcvx_local_aggregator")) return(ll$local_aggregator_save(object))
  object <- live(object)
  if (inherits(object, "dpcvx_estimate")) return(ll$estimate_save(object))
  if (inherits(object, "dpcvx_covariance")) return(ll$covariance_save(object))
  if (!inherits(object, "dpcvx_fit")) {
    wrong("object", paste("a", sub("^dpcvx_", "", class(object)[1])),
          "a fit, a model, an estimate, a covariance, an accountant, a budget, or a local protocol or aggregator")
  }
  ll$fit_save(object)
}
