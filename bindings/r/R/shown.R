# coef(), confint() and plot() of what was released.

#' @rdname dp_evaluate
#' @param object,parm,level An evaluation, of which `coef()` gives the score and `confint()` the interval, at the level that the
#'   option `interval_level` chose.
#' @export
coef.dpcvx_evaluation <- function(object, ...) stats::setNames(dp_figure(object, "value"), dp_figure(object, "score"))

#' @rdname dp_evaluate
#' @export
confint.dpcvx_evaluation <- function(object, parm, level = dp_figure(object, "interval_level"), ...) {
  own_level(object, level)
  matrix(c(dp_figure(object, "low"), dp_figure(object, "high")), 1, dimnames = list(dp_figure(object, "score"), c("low", "high")))
}

own_level <- function(object, level) {
  check_level(level)
  made <- dp_figure(object, "interval_level")
  if (!isTRUE(all.equal(level, made))) wrong("level", level, paste0(made, ": the release was made with this interval_level"))
}

#' @rdname dp_mean
#' @export
coef.dpcvx_estimate <- function(object, ...) {
  found <- dp_estimates(object)
  stats::setNames(found[[if (is.null(found$value)) dp_figure(object, "kind") else "value"]], names_of_values(object))
}

#' @rdname dp_mean
#' @param x An estimate. `plot()` shows its values with their intervals; `...` goes to [graphics::plot()].
#' @param y Unused.
#' @export
plot.dpcvx_estimate <- function(x, y, ...) {
  found <- dp_estimates(x)
  values <- unname(coef(x))
  kind <- dp_figure(x, "kind")
  # Shares up to an edge stand at the edge, those of cells in the middle, and quantiles at their probabilities.
  places <- switch(kind, histogram = (found$from + found$to) / 2, cumulative = found$to, quantiles = found$probability, seq_along(values))
  levels <- attr(x, "levels")
  if (!is.null(levels)) {
    kind <- "level"
    places <- seq_along(values)
  }
  by_column <- kind %in% c("mean", "variance", "level")
  across <- switch(kind, histogram = , cumulative = "value of the column", quantiles = "probability", level = "level",
                   if (by_column) "column" else "")
  graphics::plot(places, values, ylim = range(found$low, found$high, finite = TRUE), pch = 19,
                 ylab = if (kind == "quantiles") "value of the column" else if (kind == "level") "share" else kind, xlab = across,
                 xaxt = if (across %in% c("column", "level", "")) "n" else "s", ...)
  labels <- c(levels, attr(x, "columns"))
  if (by_column) graphics::axis(1, places, if (is.null(labels)) places else labels)
  graphics::segments(places, found$low, places, found$high)
  invisible(x)
}

#' @rdname dp_mean
#' @exportS3Method generics::tidy
tidy.dpcvx_estimate <- function(x, ...) {
  no_others(list(...))
  found <- dp_estimates(x)
  named <- is_robust(x) || dp_figure(x, "kind") %in% c("mean", "variance") || !is.null(attr(x, "levels"))
  if (named) found <- cbind(term = rownames(found), found)
  rownames(found) <- NULL
  as_tibble_if(found)
}

#' @rdname dp_covariance
#' @export
coef.dpcvx_covariance <- function(object, ...) dp_covariances(object)$matrix

#' @rdname dp_covariance
#' @param parm Unused: the intervals of all entries are returned, as a list of `low` and `high`.
#' @param level That of the intervals, which the option `interval_level` of the release chooses.
#' @export
confint.dpcvx_covariance <- function(object, parm, level = dp_figure(object, "interval_level"), ...) {
  own_level(object, level)
  dp_covariances(object)[c("low", "high")]
}

#' @rdname dp_covariance
#' @param x A covariance. `plot()` shows the variances along its principal components; `...` goes to [graphics::plot()].
#' @param y Unused.
#' @export
plot.dpcvx_covariance <- function(x, y, ...) {
  found <- dp_covariances(x)$component_variances
  graphics::plot(seq_along(found), found, type = "h", xlab = "component", ylab = "variance", ...)
  invisible(x)
}

#' @rdname dp_curve
#' @param x A curve. `plot()` shows delta at each epsilon; `...` goes to [graphics::plot()].
#' @param y Unused.
#' @export
plot.dpcvx_curve <- function(x, y, ...) {
  most <- dp_epsilon(x, 1e-9)
  epsilons <- seq(0, if (is.finite(most)) most else 10, length.out = 60)
  deltas <- vapply(epsilons, function(epsilon) dp_delta(x, epsilon), 0)
  graphics::plot(epsilons, pmax(deltas, 1e-12), type = "l", log = "y", xlab = "epsilon", ylab = "delta", ...)
  invisible(x)
}

#' @rdname dp_mean
#' @param row.names,optional Unused: `as.data.frame()` returns what `dp_estimates()` does.
#' @export
as.data.frame.dpcvx_estimate <- function(x, row.names = NULL, optional = FALSE, ...) dp_estimates(x)

# Members that R's lists have. An object of the library is read by functions.
member_of <- function(x, name) {
  by <- if (inherits(x, "dpcvx_estimate")) "dp_estimates(), a data frame: dp_estimates(means)$mean"
  else if (inherits(x, "dpcvx_covariance")) "dp_covariances(), a list: dp_covariances(found)$matrix"
  else "dp_figure(object, \"a name\"), or dp_text()"
  kind <- gsub("_", " ", sub("^dpcvx_", "", class(x)[1]))
  dp_stop(sprintf("no member %s: an object of the library (%s) has none; accepted: %s", deparse1(name), kind, by))
}

#' @export
`$.dpcvx_object` <- function(x, name) member_of(x, name)

#' @export
`[[.dpcvx_object` <- function(x, i, ...) member_of(x, i)

#' @export
`[.dpcvx_object` <- function(x, i, ...) member_of(x, i)

# Objects of the library have no fitted values or coefficients but those above: say so by their name.
lacks <- function(what) function(object, ...) {
  wrong("object", paste("a", sub("^dpcvx_", "", class(object)[1])),
        paste("an object that has a", what, "method; dp_text() reports this one"))
}

#' @export
coef.dpcvx_object <- lacks("coef()")

#' @export
confint.dpcvx_object <- lacks("confint()")

#' @export
plot.dpcvx_object <- function(x, ...) lacks("plot()")(x)
