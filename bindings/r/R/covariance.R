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

#' @rdname dp_covariance
#' @export
dp_expected_covariance <- function(budget, units, columns, price = NULL, ...) {
  adjacency <- member("ADJACENCY", dp_figure(budget, "adjacency"), "adjacency")
  unlist(ll$covariance_expected_noise(price_of(price, budget, FALSE), adjacency, units, columns,
                                      make_options("COVARIANCE_OPTION", list(...))))
}
