#' Local privacy: private reports, and estimates from them
#'
#' Devices make reports that are private before they are sent. A server adds them up and estimates shares or means. No
#' server is trusted. A protocol says what is estimated, at which epsilon. It is public.
#'
#' Reports of one device add up: t reports are t epsilon together, over all protocols. A report charges the budget that
#' the device gives. Without one nothing is counted.
#'
#' A missing value is reported with a warning, since a report that does not come would tell of it: as category 0, as the
#' middle of the range, or as 0 in a vector. So is what is no category. These bias the estimates.
#' @param categories How many categories there are: 0 to `categories - 1`.
#' @param epsilon Of each report. 20 or more is warned of, with the class `dpcvx_weak`.
#' @param low,high The public range of a number. Values are clipped to it.
#' @param dimension,radius Entries of a vector, and the greatest norm: a vector of a greater one is scaled.
#' @param protocol A protocol.
#' @param value A category, a number or a vector, as the protocol's kind is.
#' @param budget The device's own budget, or `NULL`.
#' @param rng Draws the report.
#' @param bytes What `dp_save()` returned.
#' @param aggregator,other Aggregators of one protocol.
#' @param reports A raw vector of reports, one behind the other. For `dp_local_error()` their number.
#' @param level The probability with which an interval or a bound holds.
#' @param users How many users reported, of those that are shuffled.
#' @param delta The delta of the central statement.
#' @param ... Options ([dp_options]).
#' @return `dp_local_frequencies()`, `dp_local_mean()`, `dp_local_vector_mean()` and `dp_load_local_protocol()` return a
#'   protocol, `dp_local_report()` a raw vector, `dp_local_aggregator()` and `dp_load_local_aggregator()` an aggregator.
#'   `dp_local_add()` and `dp_local_merge()` return the aggregator, which they change. `dp_local_counts()` returns the
#'   numbers of reports and of refused ones, `dp_local_estimates()` a data frame with a row a category, one row, or a row
#'   a coordinate. `dp_local_error()` bounds the error of an estimate from so many reports. `dp_local_central_epsilon()`
#'   is the epsilon against who sees shuffled reports only. `dp_local_shuffle()` returns the reports in a uniform order.
#' @examples
#' protocol <- dp_local_frequencies(3, 2)
#' sent <- unlist(lapply(1:2000, function(i) dp_local_report(protocol, i %% 2)))
#' counts <- dp_local_add(dp_local_aggregator(protocol), sent)
#' dp_local_estimates(counts, protocol)
#' @export
dp_local_frequencies <- function(categories, epsilon, ...) {
  protects(ll$local_protocol_create_frequencies(categories, epsilon, make_options("LOCAL_OPTION", list(...))))
}

# A protocol, with a warning of an epsilon that protects little.
protects <- function(protocol) {
  warn_of(weak_privacy(dp_figure(protocol, "epsilon")))
  protocol
}

#' @rdname dp_local_frequencies
#' @export
dp_local_mean <- function(low, high, epsilon, ...) {
  protects(ll$local_protocol_create_mean(low, high, epsilon, make_options("LOCAL_OPTION", list(...))))
}

#' @rdname dp_local_frequencies
#' @export
dp_local_vector_mean <- function(dimension, radius, epsilon) {
  protects(ll$local_protocol_create_vector_mean(dimension, radius, epsilon))
}

#' @rdname dp_local_frequencies
#' @export
dp_load_local_protocol <- function(bytes) ll$local_protocol_load(bytes)

#' @rdname dp_local_frequencies
#' @export
dp_local_report <- function(protocol, value, budget = NULL, rng = NULL) {
  kind <- dp_figure(protocol, "kind")
  value <- with_stand_in(value, kind, dp_figure(protocol, "count"))
  switch(kind,
         frequencies = ll$local_report_category(protocol, budget, rng_of(rng), value),
         mean = ll$local_report_value(protocol, budget, rng_of(rng), value),
         ll$local_report_vector(protocol, budget, rng_of(rng), value))
}

# The value that is reported. A missing one, or what is no category, has a stand-in, and a warning.
with_stand_in <- function(value, kind, count) {
  if (!is.numeric(value) && !is.logical(value)) return(value) # refused by its type
  value <- as.numeric(value)
  if (kind == "frequencies") {
    strange <- length(value) == 1 && (is.na(value) || value < 0 || value > count - 1)
    told <- sprintf("is none of the categories 0 to %.0f: it is reported as 0, and adds to its share", count - 1)
    if (strange) dp_warn(sprintf("argument 'value' = %s %s", format(value), told), "dpcvx_missing")
    return(if (strange) 0 else value)
  }
  if (anyNA(value)) {
    stand_in <- if (kind == "mean") "the middle of the range" else "0 there"
    dp_warn(sprintf("argument 'value' has missing values: each is reported as %s, and biases the estimate towards it", stand_in),
            "dpcvx_missing")
    value[is.na(value)] <- NaN # which C reports so
  }
  value
}

#' @rdname dp_local_frequencies
#' @export
dp_local_error <- function(protocol, reports, level = 0.95) ll$local_protocol_expected_error(protocol, reports, level)

#' @rdname dp_local_frequencies
#' @export
dp_local_central_epsilon <- function(protocol, users, delta) ll$local_protocol_central_epsilon(protocol, users, delta)

#' @rdname dp_local_frequencies
#' @export
dp_local_shuffle <- function(protocol, reports, rng = NULL) ll$local_protocol_shuffle(protocol, rng_of(rng), reports)

#' @rdname dp_local_frequencies
#' @export
dp_local_aggregator <- function(protocol) ll$local_aggregator_create(protocol)

#' @rdname dp_local_frequencies
#' @export
dp_load_local_aggregator <- function(bytes) ll$local_aggregator_load(bytes)

#' @rdname dp_local_frequencies
#' @export
dp_local_add <- function(aggregator, reports) {
  ll$local_aggregator_add_each(aggregator, reports)
  invisible(aggregator)
}

#' @rdname dp_local_frequencies
#' @export
dp_local_merge <- function(aggregator, other) {
  ll$local_aggregator_merge(aggregator, other)
  invisible(aggregator)
}

#' @rdname dp_local_frequencies
#' @export
dp_local_counts <- function(aggregator) unlist(ll$local_aggregator_counts(aggregator))

#' @rdname dp_local_frequencies
#' @export
dp_local_estimates <- function(aggregator, protocol, level = 0.95) {
  found <- ll$local_aggregator_estimate(aggregator, level, dp_figure(protocol, "count"))
  data.frame(value = found$values, standard_error = found$standard_errors, low = found$low, high = found$high)
}
