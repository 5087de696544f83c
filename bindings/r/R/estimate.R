#' Private means of columns
#'
#' `dp_mean()` releases the mean of each column for one charge. Each has an interval that covers the sampling of the
#' units and the noise, for any law of the values. `dp_expected_mean()` says beforehand what interval to expect: it
#' charges nothing, and reads no data.
#' @param data A table of [dp_data()]. Its users are the units if it has them, else its records.
#' @param budget It is charged once, before the data are read.
#' @param ranges `list(low, high)`: public ends of each column, or a number for all. Values are clipped to them. NaN at
#'   both ends of a column, or `NULL` for all, releases them for a share of the price.
#' @param price What it may cost. By default all that is left.
#' @param rng Draws the noise.
#' @param object Means that were released.
#' @param units A guess of the number of units.
#' @param low,high The declared range of the column.
#' @param mean,stddev Guesses of the mean and the standard deviation of clipped values.
#' @param columns How many means are released together.
#' @param ... Options ([dp_options]).
#' @return Means. `dp_estimates()` returns a data frame with a row for each column: `mean`, the interval `low` and `high`,
#'   the `stddev` of values with its bound `max_stddev`, and the range. `dp_expected_mean()` returns the two ends.
#' @examples
#' hours <- dp_data(data.frame(hours = runif(2000, 0, 40)))
#' means <- dp_mean(hours, dp_budget(1, 1e-6), ranges = list(0, 60))
#' dp_estimates(means)
#' @export
dp_mean <- function(data, budget, ranges = NULL, price = NULL, rng = NULL, ...) {
  if (!inherits(data, "dp_data")) wrong("data", paste("a", class(data)[1]), "a table that dp_data() made")
  ends <- if (is.null(ranges)) list(rep(NaN, data$columns), rep(NaN, data$columns)) else ends_of(ranges, data)
  ll$estimate_create_mean(budget, rng_of(rng), price_of(price, budget), data$pointer, ends[[1]], ends[[2]],
                          make_options("ESTIMATE_OPTION", list(...)), data$columns)
}

#' @rdname dp_mean
#' @export
dp_estimates <- function(object) {
  count <- dp_figure(object, "count")
  intervals <- ll$estimate_intervals(object, count)
  stddevs <- ll$estimate_stddevs(object, count)
  ranges <- ll$estimate_ranges(object, count)
  data.frame(mean = ll$estimate_values(object, count), low = intervals$low, high = intervals$high, stddev = stddevs$stddevs,
             max_stddev = stddevs$bounds, range_low = ranges$low, range_high = ranges$high)
}

#' @rdname dp_mean
#' @export
dp_expected_mean <- function(budget, units, low, high, mean, stddev, columns = 1, price = NULL, ...) {
  adjacency <- member("ADJACENCY", dp_figure(budget, "adjacency"), "adjacency")
  unlist(ll$estimate_expected_interval(price_of(price, budget), adjacency, units, columns, low, high, mean, stddev,
                                       make_options("ESTIMATE_OPTION", list(...))))
}
