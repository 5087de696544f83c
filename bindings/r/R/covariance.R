#' Private covariance of columns
#'
#' `dp_covariance()` releases means, covariances, correlations and principal components of the columns for one charge.
#' `dp_expected_covariance()` says beforehand how large the noise will be: it charges nothing, and reads no data.
#' @param data A table of [dp_data()]. Its users are the units if it has them, else its records.
#' @param budget It is charged once, before the data are read.
#' @param ranges `c(low, high)` by column, `list(age = c(18, 100))`, or `list(low = , high = )`: public ends of each column,
#'   or a number for all. Values are clipped to them.
#' @param price What it may cost. By default all that is left.
#' @param rng Draws the noise.
#' @param object A covariance that was released.
#' @param units A guess of the number of units.
#' @param columns The number of columns.
#' @param ... Options ([dp_options]).
#' @return A covariance, which `saveRDS()` keeps whole, and [dp_save()] as bytes.
#'   `dp_covariances()` returns a list: `means`, `matrix`, `correlation`, the ends `low` and `high` of
#'   the entries' intervals, the variances along the principal components, `component_variances`, and their directions
#'   in the columns of `components`. `dp_expected_covariance()` returns the standard deviation of the noise in an entry,
#'   `stddev`, and a bound on the operator norm of all of it, `norm`, in products of half widths of the ranges. Both are for
#'   means in the middles of the ranges. The figure `noise_norm` is for those that were found, and greater. Each bound holds before
#'   the matrix is made positive semidefinite, which at most doubles the norm.
#' @examples
#' hours <- dp_data(data.frame(hours = rep(0:10, 400), pay = rep(2 * (0:10), 400)))
#' found <- dp_covariance(hours, dp_budget(1, 1e-6), ranges = list(hours = c(0, 10), pay = c(0, 20)))
#' dp_covariances(found)$correlation
#' @export
dp_covariance <- function(data, budget, ranges, price = NULL, rng = NULL, ...) {
  if (!inherits(data, "dp_data")) wrong("data", paste("a", class(data)[1]), "a table that dp_data() made")
  ends <- ends_of(ranges, data)
  rng <- rng_of(rng)
  of_price <- told_of_price(price, budget)
  price <- price_of(price, budget, FALSE)
  given <- make_options("COVARIANCE_OPTION", list(...))
  remedies <- paste("Declare narrower ranges, known without looking at the data, or take more units or a larger price.",
                    "dp_expected_covariance() tells the noise before a charge.")
  all_hidden <- hides_variances(data, budget, price, ...)
  noise <- if (all_hidden) {
    c(dpcvx_noise = paste("the noise is expected to hide the variance of columns, even of those that fill their ranges.", remedies))
  }
  made <- accepted(c(of_price, told_of_unused_weights(data), noise), budget, function(pays) {
    ll$covariance_create(pays, rng, price, data$pointer, ends[[1]], ends[[2]], given, data$columns)
  })
  made <- new_covariance(made, data$names)
  found <- unless_interrupted(dp_covariances(made))
  hidden <- if (!is.null(found)) which(diag(found$low) <= 0)
  if (!all_hidden && length(hidden)) {
    dp_warn(paste0("the noise hides the variance of ", counted(length(hidden), "column"), ": its interval begins at 0. ", remedies),
            "dpcvx_noise")
  }
  made
}

# A covariance with its bytes, so that it can be saved with a workspace.
new_covariance <- function(pointer, names = NULL) {
  attr(pointer, "bytes") <- ll$covariance_save(pointer)
  with_columns(pointer, names)
}

# Whether noise is expected to hide all variances, by public numbers. Under add/remove the number of units is none. A column
# that is even over its range has a variance of a third of a half width squared; squares have twice the variance of products.
hides_variances <- function(data, budget, price, ...) {
  if (dp_figure(budget, "adjacency") != "replace_one") return(FALSE)
  units <- dp_figure(data$pointer, if (dp_figure(budget, "unit") == "user") "users" else "rows")
  noise <- tryCatch(dp_expected_covariance(budget, units, data$columns, price, ...), dpcvx_error = function(problem) NULL)
  !is.null(noise) && 1.96 * sqrt(2) * noise[["stddev"]] >= 1 / 3 # else the release says what is wrong
}

#' @rdname dp_covariance
#' @export
dp_covariances <- function(object) {
  names <- attr(object, "columns")
  object <- live(object)
  columns <- dp_figure(object, "columns")
  square <- function(entries, across = names) {
    matrix(entries, columns, columns, byrow = TRUE, dimnames = if (!is.null(names)) list(across, names))
  }
  intervals <- ll$covariance_intervals(object, columns^2)
  parts <- paste0("PC", seq_len(columns))
  list(means = stats::setNames(ll$covariance_means(object, columns), names), matrix = square(ll$covariance_matrix(object, columns^2)),
       correlation = square(ll$covariance_correlation(object, columns^2)), low = square(intervals$low),
       high = square(intervals$high), component_variances = ll$covariance_component_variances(object, columns),
       components = t(square(ll$covariance_components(object, columns^2), parts)))
}

#' Correlations and regressions of a released covariance
#'
#' They follow from what [dp_covariance()] released: nothing is charged, and no data are read.
#'
#' `dp_correlation_intervals()` gives intervals of all correlations. `dp_regression()` gives the least squares of one column on
#' others with an intercept, as [stats::lm()] does from exact means and covariances. `coef()`, `confint()`, `print()` and
#' `as.data.frame()` read it.
#'
#' Intervals and standard errors are a parametric bootstrap, for rows of one normal law. It draws sampling and noise anew, from a fixed
#' public seed, and takes at most 128 columns. Intervals have the option `interval_level` of the release: each by itself, or all
#' together if `simultaneous`. A standard error is half of what the middle 68 % of replicates span.
#'
#' Noise is added to moments, and not to rows. So slopes are not attenuated as by errors in variables. Where a feature's variance
#' has noise of a relative standard deviation t, its slope errs by about t^2 of itself on average.
#' @param object A covariance that was released, or a regression.
#' @param proved `TRUE` for intervals that hold for any law, of a covariance of one round. They are 2 to 5 times as wide at
#'   correlations up to 0.5, and 8 times at 0.9.
#' @param label The column that is explained: its name, or its number from 1.
#' @param features Those that explain it, by names or numbers. By default all others. An error names features whose released covariance
#'   is singular, since the noise hides what sets them apart: leave one out.
#' @return A list of the ends `low` and `high`, two matrices. A regression, of class `dp_regression`: a list of `coefficients`,
#'   the intercept first as [stats::lm()] has it, `standard_errors`, `low`, `high`, `r_squared`, `r_squared_low`, `r_squared_high`,
#'   `label`, `interval_level` and `simultaneous`.
#' @examples
#' hours <- rep(0:10, 700)
#' table <- dp_data(data.frame(hours = hours, pay = 2 * hours + rep(0:6, 1100)))
#' found <- dp_covariance(table, dp_budget(4, 1e-6), ranges = list(hours = c(0, 10), pay = c(0, 26)))
#' dp_correlation_intervals(found)
#' dp_regression(found, "pay")
#' @export
dp_correlation_intervals <- function(object, proved = FALSE) {
  if (!isTRUE(proved) && !isFALSE(proved)) wrong("proved", deparse1(proved), "TRUE or FALSE")
  names <- attr(object, "columns")
  object <- live(object)
  columns <- dp_figure(object, "columns")
  lapply(ll$covariance_correlation_intervals(object, as.integer(proved), columns^2)[c("low", "high")], matrix, columns, columns,
         byrow = TRUE, dimnames = if (!is.null(names)) list(names, names))
}

#' @rdname dp_correlation_intervals
#' @export
dp_regression <- function(object, label, features = NULL) {
  given <- attr(object, "columns")
  object <- live(object)
  columns <- dp_figure(object, "columns")
  names <- if (is.null(given)) paste0("x", seq_len(columns)) else given
  place_of <- function(column, argument) {
    place <- if (is.character(column)) match(column, names) else column
    if (length(place) != 1 || !place %in% seq_len(columns)) {
      wrong(argument, deparse(column)[1], toString(c(names, paste("a number from 1 to", columns))))
    }
    place
  }
  label <- place_of(label, "label")
  places <- if (is.null(features)) setdiff(seq_len(columns), label) else vapply(features, place_of, 0, "features", USE.NAMES = FALSE)
  if (label %in% places) wrong("features", names[label], "columns other than label")
  if (anyDuplicated(places)) wrong("features", names[places[anyDuplicated(places)]], "each column once")
  count <- length(places)
  found <- ll$covariance_regression(object, label - 1, places - 1, count, count + 1)
  in_order <- function(numbers) stats::setNames(numbers[c(count + 1, seq_len(count))], c("(Intercept)", names[places]))
  structure(c(lapply(found[c("coefficients", "standard_errors", "low", "high")], in_order),
              found[c("r_squared", "r_squared_low", "r_squared_high")],
              list(label = names[label], interval_level = dp_figure(object, "interval_level"),
                   simultaneous = dp_figure(object, "simultaneous") == 1)),
            class = "dp_regression")
}

#' @rdname dp_correlation_intervals
#' @param parm Which coefficients, by names or numbers. By default all.
#' @param level That of the intervals, which the option `interval_level` of the release chooses.
#' @param ... Unused.
#' @export
confint.dp_regression <- function(object, parm = names(object$coefficients), level = object$interval_level, ...) {
  if (!identical(as.double(level), object$interval_level)) {
    wrong("level", deparse1(level), paste0(format(object$interval_level), ", which the release chose"))
  }
  ends <- cbind(object$low, object$high)
  colnames(ends) <- paste(format(100 * c(1 - level, 1 + level) / 2, trim = TRUE, digits = 3), "%")
  ends[parm, , drop = FALSE]
}

#' @rdname dp_correlation_intervals
#' @param x A regression.
#' @param row.names,optional As in [base::as.data.frame()].
#' @export
as.data.frame.dp_regression <- function(x, row.names = NULL, optional = FALSE, ...) {
  data.frame(coefficient = x$coefficients, standard_error = x$standard_errors, low = x$low, high = x$high,
             row.names = if (is.null(row.names)) names(x$coefficients) else row.names)
}

#' @rdname dp_correlation_intervals
#' @export
print.dp_regression <- function(x, ...) {
  cat("Least squares of ", x$label, ", from a released covariance\n", sep = "")
  print(as.data.frame(x), digits = 4)
  cat(sprintf("R^2: %.4g in [%.4g, %.4g]\n", x$r_squared, x$r_squared_low, x$r_squared_high))
  cat(sprintf("%s with probability %g. They are a parametric bootstrap, for rows of one normal law.\n",
              if (x$simultaneous) "All intervals together hold" else "Each interval holds", x$interval_level))
  invisible(x)
}

#' @rdname dp_covariance
#' @export
dp_expected_covariance <- function(budget, units, columns, price = NULL, ...) {
  adjacency <- member("ADJACENCY", dp_figure(budget, "adjacency"), "adjacency")
  unlist(ll$covariance_expected_noise(price_of(price, budget, FALSE), adjacency, units, columns,
                                      make_options("COVARIANCE_OPTION", list(...))))
}
