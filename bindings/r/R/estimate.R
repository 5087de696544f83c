#' Private means of columns
#'
#' `dp_mean()` releases the mean of each column for one charge. Each has an interval that covers the sampling of the
#' units and the noise, for any distribution of the values. `dp_expected_mean()` says beforehand what interval to expect: it
#' charges nothing, and reads no data. `dp_variance()` computes variances from means that were released, at no further
#' charge, and `dp_expected_variance()` says what interval to expect of them. Its width suits normal values, to 2 % of the
#' median width. Of skewed values it may be far off: of lognormal ones it was 0.61 to 1.31 of the median.
#' @section Missing values: Null records, which `dp_data(missing = "null")` makes of rows that lack a value, are left out. Under
#'   add/remove all of them are: `dp_budget(adjacency = "add_remove")`. Under replace-one, which models take, a unit that has no
#'   other record is refused, since the number of units is public there. For means beside models on one budget put a public
#'   value in the place of a missing one, and a column that says where.
#' @param data A table of [dp_data()]. Its users are the units if it has them, else its records.
#' @param budget It is charged once, before the data are read.
#' @param ranges `c(low, high)` of one column, `c(low, high)` by column, `list(age = c(18, 100))`, or `list(low = , high = )`:
#'   public ends of each column, or a number for all. Values are clipped to them. NaN at
#'   both ends of a column, or `NULL` for all, releases them for a share of the price, with a warning of class
#'   `dpcvx_not_declared`. Intervals are of clipped values, and may miss the mean of all: where a released
#'   range leaves out many, a warning of class `dpcvx_noise` says so.
#' @param price What it may cost. By default all that is left.
#' @param rng Draws the noise.
#' @param object Means that were released, or another estimate.
#' @param means Means that were released.
#' @param units A guess of the number of units. Of counts: the public number of units of a replace-one budget, and 0 under add/remove.
#' @param low,high The declared range of the column.
#' @param mean,stddev Guesses of the mean and the standard deviation of clipped values.
#' @param columns How many means are released together.
#' @param ... Options ([dp_options]).
#' @return Means, which `saveRDS()` keeps whole, and [dp_save()] as bytes.
#'   `dp_estimates()` returns a data frame with a row for each column: `mean`, the interval `low` and `high`,
#'   the `stddev` of values with its bound `max_stddev`, and the range. Of variances it has `variance`, `low`, `high` and the
#'   range. `confint()` returns the intervals alone. `dp_expected_mean()` and `dp_expected_variance()` return the two ends.
#' @examples
#' hours <- dp_data(data.frame(hours = runif(2000, 0, 40)))
#' means <- dp_mean(hours, dp_budget(1, 1e-6), ranges = list(0, 60))
#' dp_estimates(means)
#' dp_estimates(dp_variance(means))
#' @export
dp_mean <- function(data, budget, ranges = NULL, price = NULL, rng = NULL, ...) {
  if (!inherits(data, "dp_data")) wrong("data", paste("a", class(data)[1]), "a table that dp_data() made")
  ends <- if (is.null(ranges)) list(rep(NaN, data$columns), rep(NaN, data$columns)) else ends_of(ranges, data)
  released <- which(is.na(ends[[1]]))
  rng <- rng_of(rng)
  of_price <- told_of_price(price, budget)
  price <- price_of(price, budget, FALSE)
  given <- make_options("ESTIMATE_OPTION", list(...))
  units <- public_units(data, budget)
  notes <- if (length(released)) told_of_ranges(ll$estimate_range_notes(price, units, length(released), given))
  told <- c(of_price, told_of_unused_weights(data), told_of_not_declared(released, data), notes)
  made <- accepted(told, budget, function(pays) {
    ll$estimate_create_mean(pays, rng, price, data$pointer, ends[[1]], ends[[2]], given, data$columns)
  })
  made <- new_estimate(made, data$names)
  if (length(released) && units == 0) warn_left_out(made)
  made
}

# Warns where released ranges leave out many values, of a number of units that was private before the release.
warn_left_out <- function(means) {
  left_out <- dp_constant(dp_guarantee(means), "values_left_out_at_each_end_at_least")$value
  units <- dp_figure(means, "units")
  if (left_out < 0.02 * units) return(invisible())
  dp_warn(sprintf(paste("released ranges leave out at least %.0f of %.0f values at each end, since noise tells no more. Intervals hold",
                        "the mean of values clipped there, not of all. Declare ranges, or take more units or a larger price."),
                  min(left_out, units / 2), units), "dpcvx_noise")
}

# An estimate with its bytes, so that it can be saved with a workspace.
new_estimate <- function(pointer, names = NULL) {
  attr(pointer, "bytes") <- ll$estimate_save(pointer)
  with_columns(pointer, names)
}

# An estimate of one column, with its name.
of_column <- function(made, name) {
  attr(made, "of_column") <- name
  made
}

# An object of the library with the names of the table's columns.
with_columns <- function(pointer, names) {
  attr(pointer, "columns") <- names
  pointer
}

#' @rdname dp_mean
#' @export
dp_estimates <- function(object) {
  names <- attr(object, "columns")
  asked <- attr(object, "probabilities")
  name <- if (is_robust(object)) attr(object, "of_column") else attr(object, "levels")
  object <- live(object)
  count <- dp_figure(object, "count")
  kind <- dp_figure(object, "kind")
  if (kind == "variance") return(variance_table(object, count, names))
  if (kind != "mean") return(distribution_table(object, count, asked, name))
  intervals <- ll$estimate_intervals(object, count)
  stddevs <- ll$estimate_stddevs(object, count)
  ranges <- ll$estimate_ranges(object, count)
  data.frame(mean = ll$estimate_values(object, count), low = intervals$low, high = intervals$high, stddev = stddevs$stddevs,
             max_stddev = stddevs$bounds, range_low = ranges$low, range_high = ranges$high, row.names = names)
}

#' @rdname dp_mean
#' @param parm Numbers or names of the columns. By default all.
#' @param level That of the intervals, which the option `interval_level` of the release chooses.
#' @export
confint.dpcvx_estimate <- function(object, parm, level = dp_figure(object, "interval_level"), ...) {
  own_level(object, level)
  intervals <- ll$estimate_intervals(live(object), dp_figure(object, "count"))
  found <- cbind(low = intervals$low, high = intervals$high)
  rownames(found) <- names_of_values(object)
  if (missing(parm)) return(found)
  check_parm(parm, if (is.null(rownames(found))) seq_len(nrow(found)) else rownames(found))
  found[parm, , drop = FALSE]
}

# Of means, variances and robust statistics the names of columns, of quantiles their probabilities, of levels these,
# and of other shares none.
names_of_values <- function(object) {
  if (is_robust(object)) return(attr(object, "of_column"))
  switch(dp_figure(object, "kind"), mean = , variance = attr(object, "columns"), quantiles = quantile_names(object),
         histogram = attr(object, "levels"))
}

is_robust <- function(object) dp_figure(object, "kind") %in% c("trimmed_mean", "winsorized_mean", "quantile_range")

quantile_names <- function(object) {
  asked <- attr(object, "probabilities")
  if (!is.null(asked)) paste0(format(100 * asked, trim = TRUE, digits = 4), "%")
}

#' @rdname dp_mean
#' @export
dp_expected_mean <- function(budget, units, low, high, mean, stddev, columns = 1, price = NULL, ...) {
  adjacency <- member("ADJACENCY", dp_figure(budget, "adjacency"), "adjacency")
  unlist(ll$estimate_expected_interval(price_of(price, budget, FALSE), adjacency, units, columns, low, high, mean, stddev,
                                       make_options("ESTIMATE_OPTION", list(...))))
}

#' @rdname dp_mean
#' @export
dp_variance <- function(means, ...) {
  new_estimate(ll$estimate_create_variance(live(means), make_options("ESTIMATE_OPTION", list(...))), attr(means, "columns"))
}

#' @rdname dp_mean
#' @export
dp_expected_variance <- function(budget, units, low, high, mean, stddev, columns = 1, price = NULL, ...) {
  adjacency <- member("ADJACENCY", dp_figure(budget, "adjacency"), "adjacency")
  unlist(ll$estimate_expected_variance(price_of(price, budget, FALSE), adjacency, units, columns, low, high, mean, stddev,
                                       make_options("ESTIMATE_OPTION", list(...))))
}

# The rows of variances.
variance_table <- function(object, count, names) {
  intervals <- ll$estimate_intervals(object, count)
  ranges <- ll$estimate_ranges(object, count)
  data.frame(variance = ll$estimate_values(object, count), low = intervals$low, high = intervals$high,
             range_low = ranges$low, range_high = ranges$high, row.names = names)
}

#' Private distributions of a column
#'
#' `dp_histogram()` releases the shares of a column's values in cells between public edges. `dp_cumulative()` releases the
#' share up to each inner edge: quantiles follow from it by `dp_quantiles()` at no further charge. Each number has an
#' interval that covers the sampling of the units and the noise, for any distribution of the values. `dp_robust()` computes a
#' trimmed mean, a winsorized mean or a distance of two quantiles from a cumulative distribution, at no further charge.
#' `dp_expected_robust()` says beforehand what interval to expect: it charges nothing, and reads no data.
#' `dp_histogram_of_levels()` releases the shares of the levels of a factor.
#' @param data A table of [dp_data()]. Its users are the units if it has them, else its records.
#' @param budget It is charged once, before the data are read.
#' @param edges Public edges, which rise. Two are divided into equal cells: the option `cells`. A cell of a histogram is closed
#'   on the left, \[from, to), as by `hist(right = FALSE)`. A share of `dp_cumulative()` is of the values up to an edge, with those at
#'   it. Values beyond the outermost edges count in the outermost cells, with those at these edges.
#' @param column The name of the column, or its number, from 1 on.
#' @param price What it may cost. By default all that is left.
#' @param rng Draws the noise.
#' @param counts Exact counts of units, one a cell, that a query or the holders of parts took. They are not private. A unit is
#'   counted in at most one cell, once: the guarantee says that this is assumed. The sum of the counts is not read for `units`.
#' @param unit What was counted, `"record"` or `"user"`: the budget's. A table's groups count records.
#' @param values A factor, text or logical values, one a row. Those of a data frame's column are `people$city`.
#' @param levels The levels, public, in their order. By default those of a factor or of logical values. Those of text are read off the
#'   data, with a warning of class `dpcvx_assumed`.
#' @param others The name of one more cell, for what is missing or no level. Without it such a value is an error before the charge.
#' @param users Who owns each row, as in [dp_data()]. A user's records have equal parts of one unit.
#' @param cumulative A cumulative distribution that was released.
#' @param probabilities Of the quantiles: 0.5 asks for the median.
#' @param kind `"trimmed_mean"`, `"winsorized_mean"` or `"quantile_range"`.
#' @param fraction Of values that are cut off, or moved, at either end: of a range 0.25 asks for that of the quartiles.
#' @param units A guess of the number of units. Of counts: the public number of units of a replace-one budget, and 0 under add/remove.
#' @param guess Public numbers, drawn like the values that are expected: 1,000, say.
#' @param ... Options ([dp_options]).
#' @return An estimate, which `saveRDS()` keeps whole, and [dp_save()] as bytes: quantiles follow from a cumulative distribution in
#'   later sessions too. [dp_estimates()] returns a data frame with a row for each cell, edge or quantile: its ends
#'   `from` and `to`, `value`, the interval `low` and `high`, and of cells and edges the noisy `count` with its interval. Those
#'   of quantiles begin with their `probability`. The row of a robust statistic has the name of its column.
#'   `dp_expected_robust()` returns the two ends.
#' @examples
#' hours <- dp_data(data.frame(hours = runif(2000, 0, 40)))
#' budget <- dp_budget(2, 1e-6)
#' dp_estimates(dp_histogram(hours, budget, c(0, 10, 20, 40), price = dp_price(budget, 0.5)))
#' cumulative <- dp_cumulative(hours, budget, c(0, 60))
#' dp_estimates(dp_quantiles(cumulative, c(0.25, 0.5, 0.75)))
#' dp_estimates(dp_robust(cumulative, "trimmed_mean", 0.1))
#' cities <- factor(sample(c("Oslo", "Rome"), 2000, TRUE), levels = c("Bonn", "Oslo", "Rome"))
#' dp_estimates(dp_histogram_of_levels(cities, dp_budget(1, 1e-6)))
#' @export
dp_histogram <- function(data, budget, edges, column = 1, price = NULL, rng = NULL, ...) {
  distribution(ll$estimate_create_histogram, data, budget, edges, column, price, rng, ...)
}

#' @rdname dp_histogram
#' @export
dp_histogram_of_levels <- function(values, budget, levels = NULL, others = NULL, users = NULL, price = NULL, rng = NULL, ...) {
  if (!is.null(others) && !(is.character(others) && length(others) == 1)) wrong("others", deparse1(others), "the name of one more cell")
  # The warning of levels that were read comes before the charge, and after what is refused.
  refused_first(coded <- level_codes(values, levels, others), {
    suppressWarnings(rehearsed(dp_histogram(coded$table(users), dp_rehearsal(budget), coded$edges, price = price, levels = 1, ...)))
  })
  made <- dp_histogram(coded$table(users), budget, coded$edges, price = price, rng = rng, levels = 1, ...)
  attr(made, "levels") <- coded$names
  attr(made, "told") <- list(assumed = coded$assumed)
  made
}

distribution <- function(create, data, budget, edges, column, price, rng, ...) {
  if (!inherits(data, "dp_data")) {
    wrong("data", paste("a", class(data)[1]), paste0("a table that dp_data() made", if (is.factor(data) || is.character(data))
      "; dp_histogram_of_levels() takes a factor or text"))
  }
  place <- column_number(column, data)
  edges <- some_edges(edges)
  rng <- rng_of(rng)
  of_price <- told_of_price(price, budget)
  price <- price_of(price, budget, FALSE)
  given <- make_options("ESTIMATE_OPTION", list(...))
  made <- accepted(c(of_price, told_of_unused_weights(data)), budget, function(pays) {
    create(pays, rng, price, data$pointer, place, edges, given)
  })
  of_column(new_estimate(made), data$names[place + 1])
}

#' Private means of a table in parts
#'
#' `dp_mean_sums()` gives the exact sums of a part: whole numbers, which are added up over parts. They are NOT PRIVATE.
#' `dp_means_from_sums()` releases means from the sums of all parts, with the bits of the table.
#' Sums of more than 2^32 units lose digits in R.
#' @param part A part of a table that [dp_data()] made. All records of a user are in one part.
#' @param low,high Public ends of each column, or one number for all. Values are clipped to them.
#' @param price What the means will cost, as [dp_price()] gives: it says which noise they get. The same in all calls.
#' @param adjacency That of the budget: `"replace_one"` or `"add_remove"`.
#' @param sums The sums of all parts, added up.
#' @param budget What pays, once.
#' @param unit What was added up, `"record"` or `"user"`: the budget's. A unit is in one part, and is added once. Nobody
#'   checks that: the record says that it is assumed.
#' @param rng Draws the noise.
#' @param ... Options, the same in all calls: `interval_level`, `noise`, `simultaneous`.
#' @return The sums of a part; means, as [dp_mean()] gives.
#' @examples
#' budget <- dp_budget(1, 1e-6)
#' price <- dp_price(budget)
#' parts <- lapply(1:3, function(part) dp_data(matrix(30 + seq(part, 3000, 3) %% 41)))
#' sums_of <- function(part) dp_mean_sums(part, 0, 100, price, "replace_one")
#' sums <- Reduce(`+`, lapply(parts, sums_of))
#' dp_means_from_sums(sums, budget, 0, 100, price = price)
#' @export
dp_mean_sums <- function(part, low, high, price, adjacency, ...) {
  if (!inherits(part, "dp_data")) wrong("part", paste("a", class(part)[1]), "a table that dp_data() made")
  ends <- function(side) as.double(rep_len(side, part$columns))
  sums <- ll$estimate_mean_sums(price, member("ADJACENCY", adjacency, "adjacency"), part$pointer, ends(low), ends(high),
                                4 * part$columns + 2, make_options("ESTIMATE_OPTION", list(...)))
  warn_of(told_of_unused_weights(part))
  sums
}

#' @rdname dp_mean_sums
#' @export
dp_means_from_sums <- function(sums, budget, low, high, unit = "record", price = NULL, rng = NULL, ...) {
  columns <- max(1, (length(sums) - 2) %/% 4)
  ends <- function(side) as.double(rep_len(side, columns))
  new_estimate(ll$estimate_create_mean_from_sums(budget, rng_of(rng), price_of(price, budget), sums, member("UNIT", unit, "unit"),
                                                 ends(low), ends(high), make_options("ESTIMATE_OPTION", list(...))))
}

#' @rdname dp_histogram
#' @export
dp_histogram_from_counts <- function(counts, budget, edges, units = 0, unit = "record", price = NULL, rng = NULL, ...) {
  new_estimate(ll$estimate_create_histogram_from_counts(budget, rng_of(rng), price_of(price, budget), counts,
                                                        member("UNIT", unit, "unit"), units, some_edges(edges),
                                                        make_options("ESTIMATE_OPTION", list(...))))
}

#' @rdname dp_histogram
#' @export
dp_cumulative_from_counts <- function(counts, budget, edges, units = 0, unit = "record", price = NULL, rng = NULL, ...) {
  new_estimate(ll$estimate_create_cumulative_from_counts(budget, rng_of(rng), price_of(price, budget), counts,
                                                         member("UNIT", unit, "unit"), units, some_edges(edges),
                                                         make_options("ESTIMATE_OPTION", list(...))))
}

some_edges <- function(edges) {
  if (!is.numeric(edges) || length(edges) < 2) wrong("edges", deparse1(edges), "two numbers or more, which rise")
  as.double(edges)
}

# The number of a column in C, from 0, of its name or its number from 1.
column_number <- function(column, data) {
  place <- if (is.character(column)) match(column, data$names) else column
  if (length(place) != 1 || !place %in% seq_len(data$columns)) {
    wrong("column", deparse(column)[1], toString(c(data$names, paste("a number from 1 to", data$columns))))
  }
  place - 1
}

#' @rdname dp_histogram
#' @export
dp_cumulative <- function(data, budget, edges, column = 1, price = NULL, rng = NULL, ...) {
  distribution(ll$estimate_create_cumulative, data, budget, edges, column, price, rng, ...)
}

#' @rdname dp_histogram
#' @export
dp_quantiles <- function(cumulative, probabilities = c(0.25, 0.5, 0.75), ...) {
  if (!inherits(cumulative, "dpcvx_estimate")) {
    wrong("cumulative", paste("a", class(cumulative)[1]), paste("what dp_cumulative(data, budget, edges) returned. Of one quantile",
          "alone dp_release_quantile() takes the numbers, and dp_quantile() is a regression"))
  }
  made <- new_estimate(ll$estimate_create_quantiles(live(cumulative), as.double(probabilities),
                                                    make_options("ESTIMATE_OPTION", list(...))))
  attr(made, "probabilities") <- as.double(probabilities)
  of_column(made, attr(cumulative, "of_column"))
}

#' @rdname dp_histogram
#' @export
dp_robust <- function(cumulative, kind, fraction, ...) {
  robust <- c("trimmed_mean", "winsorized_mean", "quantile_range")
  if (!(is.character(kind) && length(kind) == 1 && kind %in% robust)) wrong("kind", deparse1(kind), toString(robust))
  of_column(new_estimate(ll$estimate_create_robust(live(cumulative), member("ESTIMATE_KIND", kind, "kind"), fraction,
                                                   make_options("ESTIMATE_OPTION", list(...)))), attr(cumulative, "of_column"))
}

#' @rdname dp_histogram
#' @export
dp_expected_robust <- function(budget, units, guess, edges, kind, fraction, price = NULL, ...) {
  adjacency <- member("ADJACENCY", dp_figure(budget, "adjacency"), "adjacency")
  unlist(ll$estimate_expected_robust(price_of(price, budget, FALSE), adjacency, units, as.double(guess), as.double(edges),
                                     member("ESTIMATE_KIND", kind, "kind"), fraction,
                                     make_options("ESTIMATE_OPTION", list(...))))
}

# The rows of a histogram, a cumulative distribution or what follows from it.
distribution_table <- function(object, count, asked, name) {
  intervals <- ll$estimate_intervals(object, count)
  ranges <- ll$estimate_ranges(object, count)
  out <- data.frame(from = ranges$low, to = ranges$high, value = ll$estimate_values(object, count), low = intervals$low,
                    high = intervals$high, row.names = name)
  if (dp_figure(object, "kind") == "histogram" && !is.null(name)) out <- out[c("value", "low", "high")] # levels have no ends
  if (!is.null(asked)) out <- cbind(probability = asked, out)
  if (!dp_figure(object, "kind") %in% c("histogram", "cumulative")) return(out)
  counts <- ll$estimate_counts(object, count)
  cbind(out, count = counts$counts, count_low = counts$low, count_high = counts$high)
}
