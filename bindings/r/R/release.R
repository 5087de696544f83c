#' Private releases of numbers, vectors and choices
#'
#' The budget is charged before the values are read. `sensitivity` says how far one unit moves the values: in the l2
#' norm for Gaussian noise, in the l1 norm for Laplace noise.
#'
#' A table of counts, such as `table(x)`, has l1 sensitivity 2 under the default adjacency, "replace_one": a unit that is
#' replaced leaves one cell and enters another. Its l2 sensitivity is `sqrt(2)`. Under "add_remove" both are 1.
#' A sensitivity that is too small makes the guarantee false, and no function here can find that out.
#'
#' A missing value, an answer that is no category, and where there is noise an infinite value, is an error before the charge.
#' Whether it occurs may depend on the data, and no guarantee covers that: where such values may occur, put a public value in
#' their place first.
#' @param budget A budget.
#' @param values,counts,answers What is released. `answers` are whole numbers from 0 to `categories - 1`, one a unit, or a
#'   factor, whose first level is 0. Of a quantile or a range `values` are one a unit.
#' @param scores One a candidate, higher is better.
#' @param sensitivity How far one unit moves the values, all together in the norm of the noise; of scores, how far it moves
#'   any of them.
#' @param price What the release may cost. By default all that is left.
#' @param rng The generator of the noise. By default one of the operating system.
#' @param guarantee Whether the result has the record of [dp_guarantee()] as an attribute.
#' @param q A share: 0.5 is the median.
#' @param low,high Public ends.
#' @param coverage About the share of the values, one a unit, that a released range holds.
#' @param categories How many answers there are.
#' @param reports What `dp_release_answers()` returned.
#' @param epsilon Of each report: `dp_constant(released, "epsilon_of_each_report")$value`.
#' @param n How many values.
#' @param ... Options: `lattice_step`, `monotonic` ([dp_options]).
#' @return The noisy values, with the names of `values` or `counts`; of choices the number of a candidate, from 1, with its
#'   name where `scores` have names. `dp_scale_gaussian()` and
#'   `dp_scale_laplace()` return
#'   the scale of the noise, and charge nothing.
#' @examples
#' budget <- dp_budget(1, 1e-6)
#' dp_release_gaussian(budget, c(10, 20), sensitivity = 1, price = dp_price(budget, 0.5))
#' half <- dp_price(budget, 0.5)
#' dp_release_quantile(budget, c(1, 5, 3, 8), q = 0.5, low = 0, high = 10, price = half)
#' # All cities that there may be. One record is replaced: two cells change.
#' cities <- factor(c("Oslo", "Rome", "Rome"), levels = c("Bonn", "Oslo", "Rome"))
#' dp_release_counts(budget, table(cities), sensitivity = 2)
#' @export
dp_release_gaussian <- function(budget, values, sensitivity, price = NULL, rng = NULL, guarantee = FALSE, ...) {
  known_values("values", values)
  released(ll$release_gaussian(budget, rng_of(rng), price_of(price, budget), flat(values), sensitivity,
                               make_options("RELEASE_OPTION", list(...))), guarantee, values)
}

# Refuses values that are missing, which the library counts as 0 or as an end, and infinite ones where there is noise.
known_values <- function(name, values, infinite = FALSE, some = !infinite) {
  if (!is.numeric(values) && !is.logical(values)) return(invisible()) # refused by its type
  if (!length(values) && some) wrong(name, "no numbers", "at least one")
  strange <- which(if (infinite) is.na(values) else !is.finite(values))
  if (length(strange)) {
    wrong(name, sprintf("%s at %.0f", format(values[[strange[1]]]), strange[1]),
          paste0(if (infinite) "numbers" else "finite numbers", ", with a public value in the place of missing ones. ", UNCHARGED))
  }
}

UNCHARGED <- "Nothing was charged. That this error came is as private as the values"

# A matrix or a table of several ways as a vector, entry by entry.
flat <- function(values) if (is.array(values)) as.vector(values) else values

# What was released, with the names of what it was released for.
released <- function(result, guarantee, named = NULL) {
  values <- if (length(result) > 2) unlist(result[-length(result)]) else result[[1]]
  if (is.array(named)) {
    attributes(values) <- attributes(named)
  } else if (length(named) == length(values) && !is.null(names(named))) {
    names(values) <- names(named)
  }
  if (guarantee) attr(values, "guarantee") <- result$guarantee
  values
}

#' @rdname dp_release_gaussian
#' @export
dp_release_laplace <- function(budget, values, sensitivity, price = NULL, rng = NULL, guarantee = FALSE, ...) {
  known_values("values", values)
  released(ll$release_laplace(budget, rng_of(rng), price_of(price, budget), flat(values), sensitivity,
                              make_options("RELEASE_OPTION", list(...))), guarantee, values)
}

#' @rdname dp_release_gaussian
#' @export
dp_release_counts <- function(budget, counts, sensitivity, price = NULL, rng = NULL, guarantee = FALSE) {
  known_values("counts", counts)
  released(ll$release_discrete_laplace(budget, rng_of(rng), price_of(price, budget), flat(counts), sensitivity), guarantee, counts)
}

#' @rdname dp_release_gaussian
#' @export
dp_release_counts_gaussian <- function(budget, counts, sensitivity, price = NULL, rng = NULL, guarantee = FALSE) {
  known_values("counts", counts)
  released(ll$release_discrete_gaussian(budget, rng_of(rng), price_of(price, budget), flat(counts), sensitivity), guarantee, counts)
}

#' @rdname dp_release_gaussian
#' @export
dp_release_quantile <- function(budget, values, q, low, high, price = NULL, rng = NULL, guarantee = FALSE, ...) {
  if (inherits(values, c("dp_data", "dpcvx_estimate"))) {
    wrong("values", paste("a", class(values)[1]), "numbers, one a unit. dp_cumulative() and dp_quantiles() take a table of dp_data()")
  }
  known_values("values", values, infinite = TRUE)
  released(ll$release_quantile(budget, rng_of(rng), price_of(price, budget), values, q, low, high,
                               make_options("RELEASE_OPTION", list(...))), guarantee)
}

#' @rdname dp_release_gaussian
#' @export
dp_release_range <- function(budget, values, coverage = 0.95, price = NULL, rng = NULL, guarantee = FALSE) {
  known_values("values", values, infinite = TRUE)
  released(ll$release_range(budget, rng_of(rng), price_of(price, budget), values, coverage), guarantee)
}

#' @rdname dp_release_gaussian
#' @export
dp_release_choice <- function(budget, scores, sensitivity, price = NULL, rng = NULL, guarantee = FALSE, ...) {
  known_values("scores", scores)
  found <- ll$release_exponential(budget, rng_of(rng), price_of(price, budget), scores, sensitivity,
                                  make_options("RELEASE_OPTION", list(...)))
  chosen(found, scores, guarantee)
}

chosen <- function(found, scores, guarantee) {
  found$index <- found$index + 1
  values <- released(found, guarantee)
  if (is.null(names(scores))) values else structure(values, names = names(scores)[values])
}

#' @rdname dp_release_gaussian
#' @export
dp_release_noisy_max <- function(budget, scores, sensitivity, price = NULL, rng = NULL, guarantee = FALSE, ...) {
  known_values("scores", scores)
  found <- ll$release_noisy_max(budget, rng_of(rng), price_of(price, budget), scores, sensitivity,
                                make_options("RELEASE_OPTION", list(...)))
  chosen(found, scores, guarantee)
}

# Answers as numbers from 0. The library counts what is no category as 0, which is 1 too little for numbers from 1.
known_answers <- function(answers, categories) {
  if (is.factor(answers)) {
    if (!isTRUE(categories == nlevels(answers))) {
      wrong("categories", deparse1(categories), sprintf("%d, as many as the factor has levels. %s", nlevels(answers), UNCHARGED))
    }
    answers <- as.integer(answers) - 1
  }
  known_values("answers", answers)
  if (!is.numeric(categories) || length(categories) != 1) return(answers) # refused by its type
  strange <- if (is.numeric(answers)) which(answers < 0 | answers >= categories | answers %% 1 != 0)
  if (length(strange)) {
    wrong("answers", sprintf("%s at %.0f", format(answers[[strange[1]]]), strange[1]),
          sprintf("whole numbers from 0 to %.0f, with a public one in the place of others. %s", categories - 1, UNCHARGED))
  }
  answers
}

#' @rdname dp_release_gaussian
#' @export
dp_release_answers <- function(budget, answers, categories, price = NULL, rng = NULL, guarantee = FALSE) {
  answers <- known_answers(answers, categories)
  released(ll$release_randomized_response(budget, rng_of(rng), price_of(price, budget), answers, categories), guarantee)
}

#' @rdname dp_release_gaussian
#' @export
dp_answer_shares <- function(reports, categories, epsilon) {
  as.data.frame(ll$randomized_response_shares(as.double(reports), categories, epsilon))
}

#' @rdname dp_release_gaussian
#' @export
dp_scale_gaussian <- function(price, n, sensitivity, ...) {
  ll$release_gaussian_scale(price, n, sensitivity, make_options("RELEASE_OPTION", list(...)))
}

#' @rdname dp_release_gaussian
#' @export
dp_scale_laplace <- function(price, n, sensitivity, ...) {
  ll$release_laplace_scale(price, n, sensitivity, make_options("RELEASE_OPTION", list(...)))
}

#' A stream of questions about a threshold
#'
#' Each question is whether a private value is above a public threshold. The whole price is charged when the stream
#' is made. It
#' ends with the last yes.
#' @param budget,price,rng As in [dp_release_gaussian()].
#' @param threshold Public.
#' @param sensitivity How far one unit moves any of the values.
#' @param max_above How many answers may be yes.
#' @param ... Options: `monotonic`.
#' @param stream A stream.
#' @param value A private value.
#' @return `dp_above_threshold()` returns a stream, `dp_ask()` `TRUE` or `FALSE`, `dp_remaining()` how many answers
#'   may be yes.
#' @examples
#' budget <- dp_budget(1, 0)
#' stream <- dp_above_threshold(budget, threshold = 1000, sensitivity = 1)
#' dp_ask(stream, 100)
#' dp_ask(stream, 2000)
#' @export
dp_above_threshold <- function(budget, threshold, sensitivity, max_above = 1, price = NULL, rng = NULL, ...) {
  rng <- rng_of(rng)
  made <- ll$above_threshold_create(budget, rng, price_of(price, budget), threshold, sensitivity, max_above,
                                    make_options("RELEASE_OPTION", list(...)))
  structure(list(stream = made$out, rng = rng), guarantee = made$guarantee, class = "dp_stream")
}

#' @rdname dp_above_threshold
#' @export
dp_ask <- function(stream, value) {
  if (!inherits(stream, "dp_stream")) wrong("stream", paste("a", class(stream)[1]), "a stream of dp_above_threshold()")
  known_values("value", value, infinite = TRUE)
  ll$above_threshold_query(stream$stream, stream$rng, value) != 0
}

#' @rdname dp_above_threshold
#' @export
dp_remaining <- function(stream) {
  if (!inherits(stream, "dp_stream")) {
    wrong("stream", paste("a", sub("^dpcvx_", "", class(stream)[1])),
          "a stream of dp_above_threshold(). Of a budget dp_price(budget) is all that is left, and dp_spent(budget) what was spent")
  }
  ll$above_threshold_remaining(stream$stream)
}

#' @export
print.dp_stream <- function(x, ...) {
  cat("<dpcvx stream of questions>", dp_remaining(x), "more answers may be yes\n")
  invisible(x)
}
