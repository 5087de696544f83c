#' Where coefficients must lie
#'
#' @param radius,p,center A ball of an lp norm around `center`, by default 0. Of `dp_ball()`, p and center are given by name.
#' @param ... Nothing: what is given by its place behind the dimension is refused.
#' @param dimension How many coefficients there are, with that of the intercept.
#' @param low,high Corners of a box.
#' @param total The simplex: entries of at least 0 that add up to it.
#' @param rows,columns The shape of a matrix. Its coefficients come row by row: `as.vector(t(W))`. Its singular values
#'   have an lp norm of at most `radius`; p = 1 is the nuclear norm.
#' @param domain A domain.
#' @param w A vector.
#' @return A domain; `dp_project()` returns its nearest point.
#' @examples
#' dp_project(dp_ball(1, 2), c(3, 4))
#' @export
dp_ball <- function(radius, dimension, ..., p = 2, center = NULL) {
  if (...length()) {
    wrong("p", paste(deparse1(..1), "by its place"),
          "p and center by name, behind the radius and the dimension: dp_ball(radius, dimension, p = 1.5)")
  }
  ll$domain_create_ball(p, radius, dimension, center)
}

#' @rdname dp_ball
#' @export
dp_box <- function(low, high) ll$domain_create_box(low, high, length(low))

#' @rdname dp_ball
#' @export
dp_simplex <- function(total, dimension) ll$domain_create_simplex(total, dimension)

#' @rdname dp_ball
#' @export
dp_schatten_ball <- function(radius, rows, columns, p = 1) ll$domain_create_schatten_ball(p, radius, rows, columns)

#' @rdname dp_ball
#' @export
dp_project <- function(domain, w) ll$domain_project(domain, w)

#' The average loss of a linear model on a table
#'
#' For a choice of domain, a loss of one's own, or several releases on one budget. [dp_glm()] takes these steps by
#' itself.
#' @param data A table with labels.
#' @param loss "logistic", "multinomial", "hinge", "squared", "absolute", "pinball", "huber", "poisson", ... Or a
#'   convex function
#'   of a decision value and a label, which returns `c(value, slope)`. It needs the options `max_slope`, to which
#'   slopes are cut,
#'   and `max_curvature`, which is assumed.
#' @param domain A domain. By default all vectors.
#' @param ... Options: `l2`, `row_bound`, `quantile`, ... ([dp_options]). A regression, and a loss of one's own, need
#'   `label_bound`, the greatest label in size, known without looking at the data: labels are cut to it. [dp_plan()] refuses an
#'   objective that lacks it.
#' @param f Of `dp_objective_of_units()`: a function of the number of a unit, from 1, and the coefficients. It
#'   returns the value
#'   and a subgradient, `c(value, gradient)`. Options `lipschitz`, `smoothness` and `strong_convexity` are needed.
#' @param units,dimension How many units there are, and how many coefficients. Of `dp_without()` the numbers of units.
#' @param objective An objective.
#' @return An objective.
#' @examples
#' data <- dp_data(matrix(c(0.5, -0.5)), c(1, -1))
#' objective <- dp_objective(data, "hinge", row_bound = 2)
#' dp_figure(objective, "lipschitz")
#' @export
dp_objective <- function(data, loss = "logistic", domain = NULL, ...) {
  if (!inherits(data, "dp_data")) wrong("data", paste("a", class(data)[1]), "a table that dp_data() made")
  given <- list(...)
  if (is.function(loss)) {
    check_shape(function() loss(0, 0), 2, "loss", "c(value, slope)")
    pointer <- ll$objective_create_with_loss(data$pointer, loss, domain, make_options("OBJECTIVE_OPTION", given))
  } else {
    number <- member("LOSS", loss, "loss")
    given <- with_classes(given, number, data$classes)
    pointer <- ll$objective_create(data$pointer, number, domain, make_options("OBJECTIVE_OPTION", given))
  }
  structure(list(pointer = pointer, data = kept_of(data)), class = "dp_objective")
}

# Tells the shape of what a caller's function returns before anything is charged. A function may have no value there.
check_shape <- function(f, wanted, name, shape) {
  found <- tryCatch(unlist(f()), error = function(problem) NULL)
  if (!is.null(found) && !((is.numeric(found) || is.logical(found)) && length(found) == wanted)) {
    wrong(name, sprintf("a function that returned %s at 0", if (is.numeric(found)) counted(length(found), "number") else class(found)[1]),
          sprintf("one that returns %s, %d numbers", shape, wanted))
  }
}

with_classes <- function(given, loss, classes) {
  name <- member_name("LOSS", loss)
  if (length(classes) > 2 && name %in% setdiff(CLASSIFICATION, "multinomial")) {
    wrong("loss", sprintf("\"%s\" for the %d classes %s", name, length(classes), toString(classes)),
          "two classes; \"multinomial\" takes more")
  }
  if (loss == ENUMERATIONS$LOSS[["multinomial"]] && is.null(given$classes) && !is.null(classes)) given$classes <- length(classes)
  given
}

#' @rdname dp_objective
#' @export
dp_objective_of_units <- function(f, units, dimension, domain = NULL, ...) {
  check_shape(function() f(1, rep(0, dimension)), dimension + 1, "f", "c(value, gradient)")
  made <- ll$objective_create_from_units(units, dimension, function(unit, w) f(unit + 1, w), domain,
                                         make_options("OBJECTIVE_OPTION", list(...)))
  structure(list(pointer = made, data = NULL), class = "dp_objective")
}

#' @rdname dp_objective
#' @export
dp_without <- function(objective, units) {
  objective$pointer <- ll$objective_create_without(objective$pointer, as.double(units) - 1)
  objective
}

#' @export
print.dp_objective <- function(x, ...) {
  cat("<dpcvx objective> dimension ", dp_figure(x, "dimension"), "\n", sep = "")
  invisible(x)
}

#' What an objective is: NOT PRIVATE
#'
#' For comparison with a private fit, on data that may be published.
#' @param objective An objective.
#' @param w,reference Coefficients.
#' @param units Numbers of units, from 1.
#' @param data A table whose rows are prepared as those of the objective.
#' @param tolerance,max_passes When the minimiser stops.
#' @param progress A function of the steps done and the steps in all.
#' @return The coefficients of the minimiser; the objective at `w`; gradients, one a row; one number a unit; decision
#'   values.
#' @examples
#' objective <- dp_objective(dp_data(matrix(c(0.5, -0.5)), c(1, -1)), "hinge", row_bound = 2)
#' nonprivate_value(objective, c(1, 0))
#' @export
nonprivate_minimum <- function(objective, tolerance = 1e-6, max_passes = 1000, progress = NULL) {
  given <- make_options("MINIMIZE_OPTION", list(tolerance = tolerance, max_passes = max_passes))
  dimension <- dp_figure(objective, "dimension")
  watched(progress, function(monitor) ll$nonprivate_minimize(objective$pointer, dimension, NULL, given, monitor)$w)
}

#' @rdname nonprivate_minimum
#' @export
nonprivate_value <- function(objective, w) ll$nonprivate_objective_value(objective$pointer, w)$value

#' @rdname nonprivate_minimum
#' @export
nonprivate_unit_gradients <- function(objective, w, units) {
  matrix(ll$nonprivate_unit_gradients(objective$pointer, w, as.double(units) - 1), length(units), byrow = TRUE)
}

#' @rdname nonprivate_minimum
#' @export
nonprivate_divergences <- function(objective, w, reference) {
  ll$nonprivate_objective_divergences(objective$pointer, w, reference, units = dp_figure(objective, "units"))
}

#' @rdname nonprivate_minimum
#' @export
nonprivate_decision_values <- function(objective, w, data) {
  outputs <- dp_figure(objective, "outputs")
  found <- ll$nonprivate_decision_values(objective$pointer, w, data$pointer, count = data$rows * outputs)
  if (outputs > 1) matrix(found, data$rows, outputs, byrow = TRUE) else found
}
