#' Plans and fits
#'
#' A plan says how a fit will be made, from public numbers alone: nothing is charged. A fit charges the budget before
#' it reads
#' the data. An interrupt cancels it: the fit keeps its charge and what it reached, and a warning of class
#' `dpcvx_cancelled`
#' says so.
#' @param budget A budget.
#' @param objective An objective.
#' @param price What the fit may cost. By default all that is left.
#' @param method The name of a method. By default the one with the least typical risk.
#' @param plan A plan.
#' @param rng Draws the noise. By default from the operating system.
#' @param progress A function of the steps done and the steps in all. A true result cancels the fit.
#' @param ... Options: `steps`, `clipping_norm`, `batch_size`, ... ([dp_options]).
#' @return `dp_plan()` returns a plan, `dp_fit()` a fit, of which `coef()` returns the coefficients.
#'   `dp_ranking()` returns the methods that apply with their typical risks, the best first, and of those within 1 % the
#'   fastest; `dp_reason()` why one does not
#'   apply; `dp_plan_price()` what the fit will cost, as a curve.
#' @examples
#' data <- dp_data(matrix(rep(c(0.1, 0.9), 500)), rep(c(-1, 1), 500), ranges = list(0, 1))
#' budget <- dp_budget(1, 1e-6)
#' plan <- dp_plan(budget, dp_objective(data, "logistic"), method = "noisy_gradient_descent",
#'                 steps = 10)
#' dp_figure(plan, "steps")
#' coef(dp_fit(budget, plan))
#' @export
dp_plan <- function(budget, objective, price = NULL, method = "automatic", ...) {
  if (!inherits(objective, "dp_objective")) wrong("objective", paste("a", class(objective)[1]), "an objective of dp_objective()")
  pointer <- ll$plan_create(budget, price_of(price, budget, FALSE), objective$pointer, member("METHOD", method, "method"),
                            make_options("PLAN_OPTION", list(...)))
  structure(list(pointer = pointer, data = objective$data), class = "dp_plan")
}

#' @rdname dp_plan
#' @export
dp_fit <- function(budget, plan, rng = NULL, progress = NULL) {
  if (!inherits(plan, "dp_plan")) wrong("plan", paste("a", class(plan)[1]), "a plan of dp_plan()")
  rng <- rng_of(rng)
  pointer <- charging(budget, watched(progress, function(monitor) ll$fit_create(budget, rng, plan$pointer, monitor), CHARGED))
  warned(new_fit(pointer, plan$data))
}

# An error of a caller's function, which ends a fit that is paid for, says so.
charging <- function(budget, made) {
  if (!inherits(budget, "dpcvx_budget") || !.Call(C_alive, budget)) return(made)
  before <- dp_figure(budget, "charges")
  tryCatch(made, error = function(problem) {
    if (dp_figure(budget, "charges") > before) {
      problem$message <- paste0(conditionMessage(problem), ". The budget was charged, and the charge stays")
    }
    stop(problem)
  })
}

# The notes of a fit that a reader must not miss, by the class of their warning.
GRAVE <- c(dpcvx_weak = "privacy", dpcvx_noise = "worth")

grave_notes <- function(object, notes = ll$fit_notes) {
  found <- lapply(GRAVE, function(kind) {
    sub("^likely", "the fit is likely", strsplit(in_r(notes(live(object), member("NOTE", kind, "kind"))), "\n")[[1]])
  })
  stats::setNames(unlist(found, use.names = FALSE), rep(names(GRAVE), lengths(found)))
}

show_grave <- function(fit) {
  for (note in grave_notes(fit)) cat(strwrap(paste0("Warning: ", note), exdent = 2), sep = "\n")
}

# Warns of them, and returns the fit.
warned <- function(fit) {
  warn_of(grave_notes(fit))
  fit
}

warn_of <- function(notes) {
  for (class in unique(names(notes))) dp_warn(paste(notes[names(notes) == class], collapse = ". "), class)
}

# A fit with its bytes, so that it can be saved with a workspace.
new_fit <- function(pointer, data) {
  structure(list(pointer = pointer, bytes = ll$fit_save(pointer), data = data), class = "dp_fit")
}

#' @rdname dp_plan
#' @export
dp_ranking <- function(plan) {
  if (!inherits(plan, "dp_plan")) wrong("plan", paste("a", class(plan)[1]), "a plan: of a model, that of plan = TRUE")
  found <- ll$plan_ranking(plan$pointer, length(ENUMERATIONS$METHOD))
  numbers <- found$methods[seq_len(found$count)]
  names <- vapply(numbers, function(number) as.character(member_name("METHOD", number)), "")
  risk <- vapply(names, function(name) dp_figure(plan, "typical_risk", name), 0)
  data.frame(method = names, typical_risk = unname(risk))
}

#' @rdname dp_plan
#' @export
dp_reason <- function(plan, method) in_r(ll$plan_reason(plan$pointer, member("METHOD", method, "method")))

#' @rdname dp_plan
#' @export
dp_plan_price <- function(plan) ll$plan_curve(plan$pointer)

#' @export
print.dp_plan <- function(x, ...) {
  cat(dp_text(x))
  invisible(x)
}

#' Fit a table in one call
#'
#' What [dp_glm()] does for a table that [dp_data()] made: (epsilon, delta) in all. Without a budget it adds up its own releases
#' by GDP, or by the basic filter where that has far less typical risk: `filter = "gdp"` fixes it.
#' @param data A table with labels.
#' @param loss The name of a loss.
#' @param epsilon,delta What the fit may spend. Calls on the same data add up, and no budget refuses the next one:
#'   `dp_fit_table_on()` makes fits on one budget.
#' @param budget A budget that several releases share. It is charged once, before the data are read. Unit, adjacency,
#'   filter and delta are its own. `dp_plan_table()` plans what a fit on it would do, for `dp_price(budget, epsilon = , delta = )`.
#' @param price What [dp_price()] gives. By default all that is left.
#' @param rng Draws the noise. By default from the operating system.
#' @param ranges `list(low, high)`: public ends of each column, or `c(low, high)` by column. Ends that are `NA` are
#'   released privately, for a
#'   share of
#'   epsilon and delta, with a warning.
#' @param method,progress As in [dp_plan()].
#' @param ... Options: `label_range = c(low, high)` of regressions, `l2`, `quantile`, ... ([dp_options]).
#' @return A fit. `dp_plan_table()` returns the plan of what `dp_fit_table()` would do, before any charge: [dp_fit()] refuses it.
#'   Its price is that of the model alone. Ranges and centres that are released cost the rest of epsilon and delta.
#' @examples
#' x <- matrix(runif(2000), 1000)
#' data <- dp_data(x, x[, 1] > x[, 2])
#' fit <- dp_fit_table(data, "logistic", epsilon = 4, delta = 1e-6, ranges = list(0, 1))
#' coef(fit)
#' plan <- dp_plan_table(data, "logistic", epsilon = 4, delta = 1e-6, ranges = list(0, 1))
#' dp_ranking(plan)
#' budget <- dp_budget(4, 1e-6)
#' half <- dp_price(budget, 0.5)
#' # Charges nothing:
#' dp_plan_table(data, "logistic", epsilon = 2, delta = 1e-6, ranges = list(0, 1), budget = budget)
#' first <- dp_fit_table_on(budget, data, "logistic", ranges = list(0, 1), price = half)
#' other <- dp_fit_table_on(budget, data, "hinge", ranges = list(0, 1), price = half)
#' @export
dp_fit_table <- function(data, loss, epsilon, delta, ranges = NULL, method = "automatic", progress = NULL, ...) {
  number <- member("LOSS", loss, "loss")
  settings <- table_options(list(..., method = method), number, data$classes)
  refused_first(ends <- table_ends(data, ranges), {
    ll$fit_table_check(data$pointer, number, data$columns, epsilon, delta, ends$low, ends$high, settings)
  })
  pointer <- watched(progress, function(monitor) {
    ll$fit_table(data$pointer, number, data$columns, epsilon, delta, ends$low, ends$high, settings, monitor)
  }, CHARGED)
  warned(new_fit(pointer, with_released(kept_of(data), pointer, data, ends)))
}

#' @rdname dp_fit_table
#' @export
dp_fit_table_on <- function(budget, data, loss, ranges = NULL, price = NULL, rng = NULL, method = "automatic",
                            progress = NULL, ...) {
  number <- member("LOSS", loss, "loss")
  settings <- table_options(list(..., method = method), number, data$classes)
  price <- price_of(price, budget, FALSE) # the fit warns
  refused_first(ends <- table_ends(data, ranges), plan_of_table(data, number, NULL, NULL, ends, settings, budget, price))
  rng <- rng_of(rng)
  pointer <- charging(budget, watched(progress, function(monitor) {
    ll$fit_table_on(budget, rng, price, data$pointer, number, data$columns, ends$low, ends$high, settings, monitor)
  }, CHARGED))
  warned(new_fit(pointer, with_released(kept_of(data), pointer, data, ends)))
}

#' @rdname dp_fit_table
#' @export
dp_plan_table <- function(data, loss, epsilon, delta, ranges = NULL, method = "automatic", budget = NULL, ...) {
  if (!missing(data) && inherits(data, "dp_plan")) {
    wrong("data", "a plan", "a table of dp_data(). Of a plan dp_ranking() lists the methods, and dp_text() has the report")
  }
  needed(c("data", "loss", "epsilon", "delta"))
  number <- member("LOSS", loss, "loss")
  settings <- table_options(list(..., method = method), number, data$classes)
  ends <- table_ends(data, ranges)
  price <- if (!is.null(budget)) dp_price(budget, epsilon = epsilon, delta = delta)
  plan_of_table(data, number, epsilon, delta, ends, settings, budget, price)
}

# The plan of a fit of a table for epsilon and delta, or on a budget for this price of them.
plan_of_table <- function(data, number, epsilon, delta, ends, settings, budget, price) {
  pointer <- if (is.null(budget)) {
    ll$fit_table_plan(data$pointer, number, data$columns, epsilon, delta, ends$low, ends$high, settings)
  } else {
    ll$fit_table_plan_on(budget, price, data$pointer, number, data$columns, low = ends$low, high = ends$high,
                         options = settings)
  }
  structure(list(pointer = pointer, data = kept_of(data)), class = "dp_plan")
}

# What noise and clips are expected to cost of what there is to learn; NA where the model of data has no constant prediction.
share_lost <- function(fit) {
  tryCatch(dp_figure(fit, "typical_risk") / dp_figure(fit, "trivial_risk"), dpcvx_error_unsupported = function(problem) NA_real_)
}

table_options <- function(given, loss, classes) {
  if (!is.null(given$label_range)) {
    if (length(given$label_range) != 2 || !isTRUE(given$label_range[1] < given$label_range[2])) {
      wrong("label_range", deparse1(given$label_range), "c(low, high) with low < high")
    }
    given$label_low <- given$label_range[1]
    given$label_high <- given$label_range[2]
    given$label_range <- NULL
  }
  if (is.null(given$label_low) != is.null(given$label_high)) {
    one <- if (is.null(given$label_high)) "label_low" else "label_high"
    wrong(one, given[[one]], "label_range = c(low, high), or both ends")
  }
  if (is.character(given$method)) given$method <- member("METHOD", given$method, "method")
  make_options("FIT_TABLE_OPTION", with_classes(given, loss, classes))
}

# What is kept of a table, with notes of the ranges that were released.
with_released <- function(kept, pointer, data, ends) {
  released <- if (is.null(ends$low)) seq_len(if (data$scaled) 0 else data$columns) else which(is.na(ends$low))
  sides <- ends_in_json(ll$fit_to_json(pointer))
  if (!length(released) || length(sides) != 2) return(kept)
  names <- if (is.null(data$names)) paste("column", seq_len(data$columns)) else paste0("'", data$names, "'")
  kept$notes <- c(kept$notes, sprintf("the range of %s was released: [%g, %g]", names, sides[[1]], sides[[2]])[released])
  kept
}

# The low and the high ends of columns, from the JSON of a fit; none where it has no ranges.
ends_in_json <- function(json) {
  found <- regmatches(json, regexec('"ranges":\\{"low":\\[([^]]*)\\],"high":\\[([^]]*)\\]', json))[[1]]
  lapply(strsplit(found[-1], ","), as.numeric)
}

# Five names at most: "age, pay and 7 more".
some_named <- function(names) {
  paste0(paste(head(names, 5), collapse = ", "), if (length(names) > 5) sprintf(" and %d more", length(names) - 5L))
}

# What is to be told of ranges that are to be released.
told_of_not_declared <- function(released, data) {
  if (!length(released)) return(NULL)
  what <- if (is.null(data$names) && length(released) == data$columns) {
    counted(data$columns, "column")
  } else if (is.null(data$names)) {
    paste(if (length(released) == 1) "column" else "columns", some_named(released))
  } else {
    some_named(paste0("'", data$names[released], "'"))
  }
  c(dpcvx_not_declared = paste0("the ranges of ", what, " were not declared: they are released privately, for a share of epsilon. ",
                                "Declare ranges that are known without looking at the data."))
}

# Ends of all columns as the library takes them, with a warning where some are released.
table_ends <- function(data, ranges) {
  if (!inherits(data, "dp_data")) wrong("data", paste("a", class(data)[1]), "a table that dp_data() made")
  if (data$scaled) return(list(low = NULL, high = NULL))
  ends <- if (is.null(ranges)) list(rep(NaN, data$columns), rep(NaN, data$columns)) else ends_of(ranges, data)
  released <- which(is.na(ends[[1]]) & is.na(ends[[2]]))
  warn_of(told_of_not_declared(released, data))
  if (length(released) == data$columns) return(list(low = NULL, high = NULL))
  list(low = ends[[1]], high = ends[[2]])
}

#' @export
print.dp_fit <- function(x, ...) {
  cat("<dpcvx fit> ", dp_figure(x, "loss"), " by ", dp_figure(x, "method"), ", epsilon = ",
      format(dp_figure(x, "epsilon"), digits = 4), ", delta = ", format(dp_figure(x, "delta"), digits = 4), ", ",
      dp_figure(x, "outcome"), "\n", sep = "")
  show_grave(x)
  invisible(x)
}

#' @export
summary.dp_fit <- function(object, ...) structure(dp_text(object), class = "dp_report")

#' @export
print.dp_report <- function(x, ...) {
  cat(unclass(x))
  invisible(x)
}

#' @rdname dp_plan
#' @param object A fit.
#' @param original Whether coefficients are in the units of the table's columns, with their names. By default they are, but for a
#'   function of units. `FALSE` gives those of the scaled columns, as the objective has them, with the constant last.
#' @export
coef.dp_fit <- function(object, original = NULL, ...) {
  no_others(list(...))
  fit <- live(object)
  if (is.null(original)) original <- dp_figure(fit, "columns") > 0
  if (!original) return(ll$fit_coefficients(fit, dp_figure(fit, "dimension")))
  columns <- dp_figure(fit, "columns")
  found <- ll$fit_original_coefficients(fit, dp_figure(fit, "outputs") * (columns + 1))
  names <- c(if (is.null(object$data$names)) paste0("x", seq_len(columns)) else object$data$names, "(Intercept)")
  if (dp_figure(fit, "outputs") == 1) return(stats::setNames(found, names))
  matrix(found, ncol = columns + 1, byrow = TRUE, dimnames = list(object$data$classes, names))
}

#' Predict by a fit
#'
#' @param object A fit.
#' @param newdata A table that [dp_data()] made, a matrix with the columns of the fit in order, or a data frame, which is read
#'   by the names of a fit to a data frame.
#' @param type As of a model ([dp_model]). "class": labels as they were given; "link": decision values; "prob": probabilities of
#'   the classes; "response": the probability of the second class, or a matrix of probabilities of more, and of a regression
#'   what is predicted. By default "class" of a classification, and else "response".
#' @param ... Unused.
#' @return One value a row, or a matrix.
#' @examples
#' x <- matrix(runif(2000), 1000)
#' fit <- dp_fit_table(dp_data(x, x[, 1] > 0.5), "logistic", 4, 1e-6, ranges = list(0, 1))
#' predict(fit, matrix(c(0.9, 0.1, 0.5, 0.5), 2))
#' @export
predict.dp_fit <- function(object, newdata, type = NULL, ...) {
  no_others(list(...))
  classifies <- dp_figure(object, "loss") %in% CLASSIFICATION
  if (is.null(type)) type <- if (classifies) "class" else "response"
  type <- one_of("type", type, c("link", "response", if (classifies) c("class", "prob")))
  if (is.data.frame(newdata)) {
    known <- object$data$names
    if (is.null(known)) {
      wrong("newdata", "a data frame, for a fit without names of columns",
            "a matrix in the order of the fit; or a model or a fit that saveRDS() kept, which has names")
    }
    lacking <- setdiff(known, names(newdata))
    if (length(lacking)) wrong("newdata", paste0("a data frame without '", lacking[1], "'"), "one with the columns of the fit")
    newdata <- frame_matrix(newdata[known], "newdata", "columns of numbers")
  }
  if (!inherits(newdata, "dp_data")) newdata <- dp_data(newdata, missing = if (anyNA(newdata)) "null" else "refuse")
  fit <- live(object)
  outputs <- dp_figure(fit, "outputs")
  rows <- newdata$rows
  by_row <- function(values, columns) {
    values <- if (columns > 1) matrix(values, rows, columns, byrow = TRUE) else values
    if (is.matrix(values)) values[newdata$absent, ] <- NA else values[newdata$absent] <- NA
    values
  }
  classes <- object$data$classes
  if (type == "link") {
    found <- by_row(ll$fit_decision_values(fit, newdata$pointer, rows * outputs), outputs)
    if (outputs > 1) colnames(found) <- classes
    return(found)
  }
  if (classifies && type != "class") {
    found <- by_row(ll$fit_probabilities(fit, newdata$pointer, rows * max(2, outputs)), max(2, outputs))
    colnames(found) <- classes
    return(if (type == "response" && ncol(found) == 2) unname(found[, 2]) else found)
  }
  labels <- by_row(ll$fit_predict(fit, newdata$pointer, rows), 1)
  if (is.null(classes) || !classifies) return(labels)
  place <- if (length(classes) == 2) (labels + 3) / 2 else labels + 1
  if (is.logical(classes)) classes[place] else factor(classes[place], levels = classes)
}

CLASSIFICATION <- c("logistic", "multinomial", "hinge", "smoothed_hinge", "power_hinge")

#' Standard deviations of the noise in coefficients
#'
#' They say how far privacy alone moves coefficients from the minimiser, and nothing of how another sample would move
#' them. They
#' are known where the noise was added last, as by output perturbation; else this is an error of class
#' `dpcvx_error_unsupported`.
#' @param object A fit, or a model.
#' @param original Whether the noise is that in `coef(fit)`, in the units of the table. By default it is that in
#'   `coef(fit, original = FALSE)`. A range or a centre that was released counts as given.
#' @return One number a coefficient, in the order of [coef()] of the fit.
#' @examples
#' data <- dp_data(matrix(rep(c(0.1, 0.9), 500)), rep(c(-1, 1), 500), ranges = list(0, 1))
#' fit <- dp_fit_table(data, "logistic", 4, 1e-6, method = "output_perturbation", l2 = 0.01)
#' dp_noise(fit)
#' dp_noise(fit, original = TRUE)
#' @export
dp_noise <- function(object, original = FALSE) {
  fit <- live(object)
  if (!original) return(ll$fit_standard_errors(fit, dp_figure(fit, "dimension")))
  ll$fit_original_standard_errors(fit, dp_figure(fit, "outputs") * (dp_figure(fit, "columns") + 1))
}

#' Load a fit, an estimate or a covariance from its bytes
#' @param bytes What [dp_save()] returned of a fit, an estimate or a covariance.
#' @return A fit, of class `dp_fit`, an estimate or a covariance. Bytes of a model hold its fit alone. Names of columns and
#'   classes, the formula and what was assumed are not in them: `saveRDS()` and `readRDS()`
#'   keep a model, a fit, an estimate or a covariance whole.
#' @examples
#' x <- matrix(runif(200), 100)
#' fit <- dp_fit_table(dp_data(x, x[, 1] > 0.5), "logistic", 1, 1e-6, ranges = list(0, 1))
#' identical(coef(dp_load(dp_save(fit))), coef(fit))
#' @export
dp_load <- function(bytes) {
  if (!is.raw(bytes)) wrong("bytes", paste("a", class(bytes)[1]), "what dp_save() returned of a fit, an estimate or a covariance")
  if (begins_with(bytes, "dpcvxest")) return(new_estimate(ll$estimate_load(bytes)))
  if (begins_with(bytes, "dpcvxcov")) return(new_covariance(ll$covariance_load(bytes)))
  of_kind(bytes, "dpcvxfit")
  new_fit(ll$fit_load(bytes), NULL)
}

begins_with <- function(bytes, letters) identical(bytes[seq_len(min(8, length(bytes)))], charToRaw(letters))

# What dp_save() writes, by its first bytes, and the function that loads it.
SAVED <- list(dpcvxfit = c("a fit", "dp_load"), dpcvxest = c("an estimate", "dp_load"), dpcvxcov = c("a covariance", "dp_load"),
              dpcvxacc = c("an accountant", "dp_load_accountant"), dpcvxlgr = c("a budget", "dp_load_budget"),
              dpcvxlpr = c("a local protocol", "dp_load_local_protocol"), dpcvxlag = c("a local aggregator", "dp_load_local_aggregator"))

# Refuses bytes of another kind that another function loads.
of_kind <- function(bytes, wanted) {
  for (kind in setdiff(names(SAVED), wanted)) {
    if (is.raw(bytes) && begins_with(bytes, kind)) {
      wrong("bytes", paste("those of", SAVED[[kind]][1]), paste0("those of ", SAVED[[wanted]][1], "; ", SAVED[[kind]][2], "() loads these"))
    }
  }
  bytes
}
