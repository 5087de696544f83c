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
#' @param categories How many categories there are: 0 to `categories - 1`. Or their names, in the order of these numbers.
#' @param epsilon Of each report. 20 or more is warned of, with the class `dpcvx_weak`.
#' @param low,high The public range of a number. Values are clipped to it.
#' @param dimension,radius Entries of a vector, and the greatest norm: a vector of a greater one is scaled.
#' @param protocol A protocol.
#' @param value A category, a number or a vector, as the protocol's kind is. A category is its number from 0, or its name where
#'   the protocol has names: text or a factor. Several categories or numbers, or a matrix with a vector a row, make a report
#'   each, one behind the other. They are those of several devices, and take no `budget`.
#' @param budget The device's own budget, or `NULL`.
#' @param rng Draws the report.
#' @param bytes What `dp_save()` returned.
#' @param aggregator,other Aggregators of one protocol. `dp_local_estimates()` needs the protocol of one that was loaded.
#' @param reports A raw vector of reports, one behind the other. For `dp_local_error()` their number.
#' @param level The probability with which an interval or a bound holds.
#' @param users How many users reported, of those that are shuffled.
#' @param delta The delta of the central statement.
#' @param ... Options ([dp_options]).
#' @return `dp_local_frequencies()`, `dp_local_mean()`, `dp_local_vector_mean()` and `dp_load_local_protocol()` return a
#'   protocol, `dp_local_report()` a raw vector, `dp_local_aggregator()` and `dp_load_local_aggregator()` an aggregator.
#'   `dp_local_add()` and `dp_local_merge()` return the aggregator, which they change. `dp_local_counts()` returns the
#'   numbers of reports and of refused ones, `dp_local_estimates()` a data frame with a row a category, by its number from 0
#'   or its name, one row, or a row a coordinate.
#'   `dp_local_error()` bounds the error of an estimate from so many reports.
#'   `dp_local_central_epsilon()` is the epsilon against who sees shuffled reports only.
#'   `dp_local_shuffle()` returns the reports in a uniform order.
#' @examples
#' protocol <- dp_local_frequencies(3, 2)
#' sent <- unlist(lapply(1:2000, function(i) dp_local_report(protocol, i %% 2)))
#' counts <- dp_local_add(dp_local_aggregator(protocol), sent)
#' dp_local_estimates(counts)
#' named <- dp_local_frequencies(c("no", "yes"), 2)
#' reports <- dp_local_report(named, rep(c("no", "yes", "yes"), 500))
#' dp_local_estimates(dp_local_add(dp_local_aggregator(named), reports))
#' @export
dp_local_frequencies <- function(categories, epsilon, ...) {
  names <- NULL
  if (is.character(categories)) {
    names <- categories
    if (anyNA(names) || anyDuplicated(names)) wrong("categories", deparse1(names), "how many, or different names")
    categories <- length(names)
  }
  protocol <- ll$local_protocol_create_frequencies(categories, epsilon, make_options("LOCAL_OPTION", list(...)))
  attr(protocol, "categories") <- names
  protects(protocol)
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
dp_load_local_protocol <- function(bytes) ll$local_protocol_load(of_kind(bytes, "dpcvxlpr"))

#' @rdname dp_local_frequencies
#' @export
dp_local_report <- function(protocol, value, budget = NULL, rng = NULL) {
  check_protocol(protocol)
  kind <- dp_figure(protocol, "kind")
  count <- dp_figure(protocol, "count")
  value <- with_stand_in(category_numbers(value, protocol, kind), kind, count)
  reports <- if (is.matrix(value) && kind == "vector_mean") nrow(value) else if (kind == "vector_mean") 1 else length(value)
  if (!is.null(budget) && reports > 1) {
    wrong("budget", "given", "NULL for several reports: a budget is that of one device, and pays for one")
  }
  rng <- rng_of(rng)
  one <- switch(kind,
    frequencies = function(value) ll$local_report_category(protocol, budget, rng, value),
    mean = function(value) ll$local_report_value(protocol, budget, rng, value),
    function(value) ll$local_report_vector(protocol, budget, rng, value))
  if (kind == "vector_mean") {
    if (!is.matrix(value)) return(one(value))
    if (ncol(value) != count) {
      wrong("value", paste("a matrix of", counted(ncol(value), "column")), sprintf("%.0f columns, a row a report", count))
    }
    return(unlist(lapply(seq_len(nrow(value)), function(row) one(value[row, ]))))
  }
  if (length(value) < 2 || !is.numeric(value)) return(one(value))
  unlist(lapply(value, one))
}

check_protocol <- function(protocol) {
  if (!inherits(protocol, "dpcvx_local_protocol")) {
    wrong("protocol", paste("a", class(protocol)[1]), "a protocol of dp_local_frequencies(), dp_local_mean() or dp_local_vector_mean()")
  }
}

# Names of categories as their numbers, from 0. What is no name is -1, which has a stand-in.
category_numbers <- function(value, protocol, kind) {
  if (kind != "frequencies" || !(is.factor(value) || is.character(value))) return(value)
  names <- attr(protocol, "categories")
  if (is.null(names)) {
    wrong("value", if (is.factor(value)) "a factor" else deparse1(value),
          "the number of a category, from 0; or a protocol with names, dp_local_frequencies(c(\"a\", \"b\"), epsilon)")
  }
  if (is.factor(value) && !all(levels(value) %in% names)) {
    wrong("value", paste("a factor of levels", toString(levels(value))), paste("levels that are categories:", toString(names)))
  }
  match(as.character(value), names, nomatch = 0) - 1
}

# The values that are reported. A missing one, or what is no category, has a stand-in, and a warning.
with_stand_in <- function(value, kind, count) {
  if (!is.numeric(value) && !is.logical(value)) return(value) # refused by its type
  if (!is.matrix(value)) value <- as.numeric(value)
  if (kind == "frequencies") {
    strange <- is.na(value) | value < 0 | value > count - 1
    part <- which(replace(value, strange, 0) %% 1 != 0)
    if (length(part)) wrong("value", format(value[part[1]]), sprintf("a whole number from 0 to %.0f", count - 1))
    if (any(strange)) {
      told <- sprintf("is none of the categories 0 to %.0f: it is reported as 0, and adds to its share", count - 1)
      dp_warn(sprintf("argument 'value' = %s %s", format(value[strange][1]), told), "dpcvx_missing")
    }
    value[strange] <- 0
    return(value)
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
dp_local_aggregator <- function(protocol) {
  check_protocol(protocol)
  aggregator <- ll$local_aggregator_create(protocol)
  attr(aggregator, "protocol") <- protocol
  aggregator
}

#' @rdname dp_local_frequencies
#' @export
dp_load_local_aggregator <- function(bytes) ll$local_aggregator_load(of_kind(bytes, "dpcvxlag"))

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
dp_local_estimates <- function(aggregator, protocol = NULL, level = 0.95) {
  if (!inherits(aggregator, "dpcvx_local_aggregator")) {
    wrong("aggregator", paste("a", class(aggregator)[1]), "an aggregator of dp_local_aggregator() or dp_load_local_aggregator()")
  }
  if (is.null(protocol)) protocol <- attr(aggregator, "protocol")
  if (is.null(protocol)) wrong("protocol", "NULL", "the protocol of these reports, for an aggregator that was loaded")
  check_protocol(protocol)
  # Two aggregators merge if their protocols are the same.
  same <- tryCatch(is.null(ll$local_aggregator_merge(ll$local_aggregator_create(protocol), aggregator)),
                   dpcvx_error_argument = function(problem) FALSE)
  if (!same) wrong("protocol", "another than that of the reports", "the protocol that the aggregator was made of")
  count <- dp_figure(protocol, "count")
  found <- ll$local_aggregator_estimate(aggregator, level, count)
  names <- attr(protocol, "categories")
  if (is.null(names) && dp_figure(protocol, "kind") == "frequencies") names <- sprintf("%.0f", seq_len(count) - 1)
  data.frame(value = found$values, standard_error = found$standard_errors, low = found$low, high = found$high, row.names = names)
}

#' @export
print.dpcvx_local_aggregator <- function(x, ...) {
  if (!.Call(C_alive, x)) return(print.dpcvx_object(x))
  counts <- dp_local_counts(x)
  protocol <- attr(x, "protocol")
  of <- if (!is.null(protocol)) sub("\n.*", "", sub("^Local reports", "", ll$local_protocol_to_text(protocol)))
  cat("<dpcvx local aggregator> ", counted(counts[["reports"]], "report"), of, "; ", sprintf("%.0f were refused\n", counts[["refused"]]),
      sep = "")
  invisible(x)
}
