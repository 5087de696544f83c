#' Audit a release
#'
#' Runs a release many times on two neighbouring datasets, and bounds its epsilon from below.
#' @param release A function of a side, 0 or 1, and a count. It returns so many scores of outputs on that side: any
#'   function of the
#'   output that is large where side 1 is likelier. Runs are independent.
#' @param ... Options: `runs`, `confidence`, `delta` ([dp_options]).
#' @return An audit: `dp_figure(audit, "epsilon_lower")` and `dp_figure(audit, "mu_lower")` read its bounds.
#' @examples
#' noisy_count <- function(side, count) side + dp_draw(dp_rng(), count, "discrete_laplace", scale = 1)
#' audit <- dp_audit(noisy_count, runs = 2000)
#' dp_figure(audit, "epsilon_lower") <= 1
#' @export
dp_audit <- function(release, ...) {
  ll$audit_create(release, make_options("AUDIT_OPTION", list(...)))
}

#' Stability of stochastic gradient descent
#'
#' How far apart the results of SGD on neighbours are, and the noise that makes the last iterate private.
#' @param ... Options: `exponent`, `steps`, `lipschitz`, `step_size`, `units`, ... ([dp_options]).
#' @param stability What `dp_sgd_stability()` returned.
#' @param bound "worst", "expected", "quantile" (for `gamma`), "after_touches" (for `touches`), or "wang2022" (for
#'   `gamma`), a
#'   published bound for comparison.
#' @param gamma,touches Of the bound.
#' @param noise The standard deviation of the noise.
#' @param epsilon,delta The target.
#' @param calibration "exact", "high_probability" or "reference".
#' @return An object; a bound on the distance; a curve; a standard deviation.
#' @examples
#' stability <- dp_sgd_stability(units = 1000, steps = 5000, step_size = 0.01, lipschitz = 1)
#' dp_sgd_bound(stability, "expected")
#' dp_sgd_noise(stability, epsilon = 1, delta = 1e-6)
#' @export
dp_sgd_stability <- function(...) ll$sgd_stability_create(make_options("STABILITY_OPTION", list(...)))

#' @rdname dp_sgd_stability
#' @export
dp_sgd_bound <- function(stability, bound = "worst", gamma = NULL, touches = NULL) {
  switch(bound, worst = ll$sgd_stability_worst(stability), expected = ll$sgd_stability_expected(stability),
         quantile = ll$sgd_stability_quantile(stability, gamma),
         after_touches = ll$sgd_stability_after_touches(stability, touches),
         wang2022 = ll$reference_wang2022_stability(stability, gamma),
         wrong("bound", deparse(bound)[1], "worst, expected, quantile, after_touches, wang2022"))
}

#' @rdname dp_sgd_stability
#' @export
dp_sgd_curve <- function(stability, noise) ll$sgd_stability_curve(stability, noise)

#' @rdname dp_sgd_stability
#' @export
dp_sgd_noise <- function(stability, epsilon, delta, calibration = "exact") {
  ll$sgd_stability_noise(stability, member("NOISE_CALIBRATION", calibration, "calibration"), epsilon, delta)
}
