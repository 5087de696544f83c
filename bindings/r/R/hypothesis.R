#' A private choice of one of several public laws
#'
#' Hypotheses are public laws of a record. `dp_select_hypothesis()` chooses one that is near the law of the records, for
#' one charge: its distance is at most three times the least one, and an excess. `dp_excess_distance()` and
#' `dp_units_needed()` say beforehand which excess to expect. They charge nothing.
#' @param probabilities Of `dp_hypotheses()`: a matrix with one law of symbols 0, 1, ... a row. Of
#'   `dp_own_hypotheses()`: entry (j, k) is the probability under j of the set where j is likelier than k. For j > k
#'   equally likely records belong to it.
#' @param means,stddevs Public ranges: two numbers.
#' @param cover_distance The total variation distance that some hypothesis is within, for each such law.
#' @param low,high Public ends of a box, one a column.
#' @param covariance A matrix.
#' @param f Takes the number of a hypothesis and a matrix with one record a row. Returns one log density a record,
#'   which depends on nothing else. `-Inf` is a density of 0, and NaN counts as one.
#' @param columns Entries of a record of `f`.
#' @param samples In place of probabilities: a list with a matrix of public draws from each hypothesis, as many from each.
#' @param hypotheses Hypotheses. The predictions take how many there are, too.
#' @param index The number of a hypothesis, from 1.
#' @param data A table of [dp_data()]. A unit is one record: users need at most one each.
#' @param budget It is charged once, before the data are read.
#' @param price What it may cost. By default all that is left.
#' @param rng Draws the choice.
#' @param progress A function of the steps done and the steps in all.
#' @param units How many records.
#' @param excess A total variation distance.
#' @param failure_probability With which the distance may be more.
#' @param j,k Two hypotheses.
#' @param ... Options ([dp_options]).
#' @return Hypotheses. `dp_select_hypothesis()` returns the number of one, from 1, or `NULL` if it was cancelled.
#'   `dp_hypothesis()` returns its probabilities, its mean, or its mean and standard deviation. `dp_contest()` returns
#'   the probabilities of the set where j is likelier than k, under j and under k.
#' @examples
#' coins <- dp_hypotheses(rbind(c(0.5, 0.5), c(0.3, 0.7)))
#' tosses <- dp_data(data.frame(toss = rep(c(1, 1, 1, 0), 500)))
#' dp_select_hypothesis(coins, tosses, dp_budget(1, 0))
#' dp_units_needed(dp_pure(1), hypotheses = 100, excess = 0.1)
#' @export
dp_hypotheses <- function(probabilities, ...) {
  table <- if (is.data.frame(probabilities)) frame_matrix(probabilities, "probabilities", "columns of numbers") else probabilities
  if (!is.matrix(table) || !is.numeric(table)) {
    wrong("probabilities", sprintf("a %s of length %d", class(table)[1], length(table)),
          "a numeric matrix, one law a row: rbind(c(0.5, 0.5), c(0.3, 0.7))")
  }
  with_entries(ll$hypotheses_create_discrete(as.double(t(table)), nrow(table), ncol(table),
                                             make_options("HYPOTHESES_OPTION", list(...))), ncol(table))
}

# Hypotheses with how many numbers make one out, which the library does not tell.
with_entries <- function(pointer, entries) {
  attr(pointer, "entries") <- entries
  pointer
}

#' @rdname dp_hypotheses
#' @export
dp_gaussian_means <- function(low, high, covariance, cover_distance, ...) {
  with_entries(ll$hypotheses_create_gaussian_means(low, high, as.double(t(covariance)), cover_distance,
                                                   make_options("HYPOTHESES_OPTION", list(...))), length(low))
}

#' @rdname dp_hypotheses
#' @export
dp_gaussians <- function(means, stddevs, cover_distance, ...) {
  with_entries(ll$hypotheses_create_gaussians(means[1], means[2], stddevs[1], stddevs[2], cover_distance,
                                              make_options("HYPOTHESES_OPTION", list(...))), 2)
}

#' @rdname dp_hypotheses
#' @export
dp_own_hypotheses <- function(f, columns, probabilities = NULL, samples = NULL, ...) {
  if (is.null(probabilities) == is.null(samples)) wrong("samples", "as it is", "either probabilities or samples")
  given <- make_options("HYPOTHESES_OPTION", list(...))
  densities <- function(hypothesis, records) f(hypothesis + 1, matrix(records, ncol = columns, byrow = TRUE))
  if (is.null(samples)) {
    return(ll$hypotheses_create(nrow(probabilities), columns, densities, as.double(t(probabilities)), given))
  }
  drawn <- lapply(samples, function(rows) t(matrix(as.double(as.matrix(rows)), ncol = columns)))
  ll$hypotheses_create_sampled(length(drawn), columns, densities, unlist(drawn), ncol(drawn[[1]]), given)
}

#' @rdname dp_hypotheses
#' @export
dp_hypothesis <- function(hypotheses, index) {
  place <- hypothesis_number("index", index, hypotheses)
  entries <- attr(hypotheses, "entries")
  # Those of a function have none, and the library says so.
  ll$hypotheses_parameters(hypotheses, place, if (is.null(entries)) dp_figure(hypotheses, "columns") else entries)
}

# The number of a hypothesis in C, from 0.
hypothesis_number <- function(name, given, hypotheses) {
  if (!inherits(hypotheses, "dpcvx_hypotheses")) {
    wrong("hypotheses", paste("a", class(hypotheses)[1]), "what dp_hypotheses() or its kin made")
  }
  count <- dp_figure(hypotheses, "count")
  if (!is.numeric(given) || length(given) != 1 || !given %in% seq_len(count)) {
    wrong(name, deparse1(given), sprintf("the number of a hypothesis: 1 to %.0f", count))
  }
  given - 1
}

#' @rdname dp_hypotheses
#' @export
dp_contest <- function(hypotheses, j, k) {
  places <- c(hypothesis_number("j", j, hypotheses), hypothesis_number("k", k, hypotheses))
  if (j == k) wrong("k", deparse1(k), "another hypothesis than j")
  unlist(ll$hypotheses_contest(hypotheses, places[1], places[2]))
}

#' @export
print.dpcvx_hypotheses <- function(x, ...) {
  if (!.Call(C_alive, x)) return(print.dpcvx_object(x))
  count <- dp_figure(x, "count")
  columns <- counted(dp_figure(x, "columns"), "column")
  cat(sprintf("<dpcvx hypotheses> %.0f public laws of records of %s: 1 to %.0f\n", count, columns, count))
  invisible(x)
}

#' @rdname dp_hypotheses
#' @export
dp_select_hypothesis <- function(hypotheses, data, budget, price = NULL, rng = NULL, progress = NULL) {
  if (!inherits(data, "dp_data")) wrong("data", paste("a", class(data)[1]), "a table that dp_data() made")
  rng <- rng_of(rng)
  told <- c(told_of_price(price, budget), told_of_unused_weights(data))
  price <- price_of(price, budget, FALSE)
  found <- watched(progress, function(monitor) {
    accepted(told, budget, function(pays) ll$release_hypothesis(pays, rng, price, data$pointer, hypotheses, monitor))
  })
  if (found$outcome == ENUMERATIONS$OUTCOME[["done"]]) found$index + 1
}

# How many hypotheses there are, of themselves or as a number.
how_many <- function(hypotheses) if (inherits(hypotheses, "dpcvx_hypotheses")) dp_figure(hypotheses, "count") else hypotheses

#' @rdname dp_hypotheses
#' @export
dp_excess_distance <- function(price, hypotheses, units, failure_probability = 0.05) {
  ll$hypotheses_excess(price, how_many(hypotheses), units, failure_probability)
}

#' @rdname dp_hypotheses
#' @export
dp_units_needed <- function(price, hypotheses, excess, failure_probability = 0.05) {
  ll$hypotheses_units_needed(price, how_many(hypotheses), excess, failure_probability)
}
