#' Releases of stable data, or nothing
#'
#' A point that hardly moves between neighbours for most data, behind a private test. Nothing, `NULL`, is an output
#' like any
#' other, and is paid for.
#' @param budget,price,rng As in [dp_release_gaussian()]. The price is an (epsilon, delta), which a budget with
#'   `filter = "basic"`
#'   has, or one with a basic sub-budget.
#' @param score A private whole number: how unstable the data are. One unit moves it by 1 at most.
#' @param point The point, or a function of a level that returns `n` numbers, or `NULL` where the data are not stable
#'   there.
#' @param n How many numbers a function returns.
#' @param distance How far apart the points of neighbours are, at most.
#' @param users How many users there are.
#' @param f A function of numbers of users, from 1, which returns `n` numbers or `NULL`.
#' @param sensitivity How far one user moves `f`, on stable data.
#' @param progress A function of the steps done and the steps in all.
#' @param epsilon,delta The privacy of the whole release.
#' @param kind "point" or "family".
#' @param law What `dp_stability_law()` returned.
#' @param ... Options: `form`, `max_score`, ... ([dp_options]).
#' @return The noisy point, or `NULL`. `dp_passes()` returns the probability that a score passes.
#' @examples
#' budget <- dp_budget(2, 1e-5, filter = "basic")
#' dp_release_if_stable(budget, point = c(1, 2), score = 0, distance = 0.01)
#' law <- dp_stability_law(1, 1e-6)
#' dp_passes(law, 0)
#' @export
dp_release_if_stable <- function(budget, point, score = NULL, distance, n = NULL, price = NULL, rng = NULL, ...) {
  given <- make_options("TEST_RELEASE_OPTION", list(...))
  if (is.function(point)) {
    if (is.null(n)) wrong("n", "NULL", "how many numbers the function returns")
    # The callback is told how many numbers it has to return. The caller's function takes the level alone.
    found <- ll$release_tested_family(budget, rng_of(rng), price_of(price, budget), function(level, n) point(level), n, distance,
                                      given)
  } else {
    if (is.null(score)) wrong("score", "NULL", "a whole number")
    known_values("point", point)
    found <- ll$release_tested_point(budget, rng_of(rng), price_of(price, budget), score, point, distance, options = given)
  }
  if (found$released != 0) found$out
}

#' @rdname dp_release_if_stable
#' @export
dp_release_by_deletion <- function(budget, users, f, n, sensitivity, price = NULL, rng = NULL, progress = NULL, ...) {
  given <- make_options("TEST_RELEASE_OPTION", list(...))
  made <- ll$users_function_create(users, n, function(users, n) f(users + 1))
  rng <- rng_of(rng)
  price <- price_of(price, budget)
  found <- watched(progress, function(monitor) ll$release_by_deletion(budget, rng, price, made, sensitivity, given, monitor))
  if (found$outcome == ENUMERATIONS$OUTCOME[["done"]]) found$out
}

#' @rdname dp_release_if_stable
#' @export
dp_stability_law <- function(epsilon, delta, kind = "point", ...) {
  ll$test_release_law_create(epsilon, delta, member("TEST_RELEASE_KIND", kind, "kind"),
                             make_options("TEST_RELEASE_OPTION", list(...)))
}

#' @rdname dp_release_if_stable
#' @export
dp_passes <- function(law, score) ll$test_release_law_pass_probability(law, score)
