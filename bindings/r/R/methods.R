#' What a private model tells
#'
#' `coef()` gives coefficients in the units of the data. `confint()` gives intervals of the noise alone: they say
#' where the
#' coefficient of a fit without noise lies, and nothing of how another sample would move it. They exist for methods
#' that add their
#' noise last, such as `method = "output_perturbation"`; else they are an error of class `dpcvx_error_unsupported`. The fit
#' without noise is that of the same `l2`, `row_bound` and ranges: its coefficients are shrunk, and are not those of [stats::glm()].
#' A range or a centre that was released counts as given. By `"dp_sgd_output"` it is a few clipped steps from 0, often far from
#' what [stats::lm()]
#' finds, and its interval may well miss that. `vcov()` has no covariances
#' of the constant with slopes, which the middles of ranges mix into it.
#'
#' A fit that is made anew, by `update()` too, spends its epsilon and delta once more, and fits on the same rows add up.
#' With `budget =` they share a limit ([dp_budget()]). `update()` keeps declared ranges and levels.
#'
#' Where the noise has no known law, `summary()` says what share of what there is to learn it is expected to take, by a
#' public model of data. `plot()` shows coefficients in the units of the data: their sizes do not compare where columns have other units.
#'
#' Grave notes of the report are warnings too, of the classes `dpcvx_weak` and `dpcvx_noise` ([dp_conditions]), and
#' `print()` shows them.
#'
#' `logLik()`, `deviance()`, `anova()` and `extractAIC()`, which `step()` calls, are errors that name [dp_evaluate()], and
#' `model.frame()` gives no rows.
#'
#' `predict()` needs new rows: a model does not keep those it was fitted to. Values outside of the ranges that it was fitted with
#' count as the nearer end, with a warning of class `dpcvx_clipped`: it does not extrapolate. Predictions for rows of the data are as
#' private as
#' these rows.
#' @param object,x,formula A model.
#' @param newdata,data A data frame with the variables of the formula.
#' @param type "link": decision values; "response": probabilities of the second class, a matrix of probabilities,
#'   rates, or numbers;
#'   "class": the class of each row; "prob": a matrix of probabilities. By default "link" of [dp_glm()], as in [stats::glm()],
#'   "class" of [dp_svm()], and "response" of [dp_lm()] and [dp_quantile()]. Values have the names of the rows.
#' @param parm Names or numbers of coefficients.
#' @param level Of the intervals.
#' @param type.predict As `type`.
#' @param conf.int Whether `tidy()` gives intervals.
#' @param conf.level Of these.
#' @param ... None. An argument that a method does not know is an error. `augment()` passes it to `predict()`, and `plot()`
#'   to [graphics::plot()].
#' @return As the generic functions have it. Where rows are shortened, coefficients of a classification are no log-odds:
#'   `tidy()` says so in the column `scale`, and `glance()` by `shortened`.
#'   Rows that lack a value, or have a level that the model does not know,
#'   are `NA`.
#' @name dp_model
#' @examples
#' d <- data.frame(x = runif(4000), g = factor(sample(c("a", "b"), 4000, TRUE)))
#' d$y <- 2 * d$x + (d$g == "b") + runif(4000) > 2
#' model <- dp_glm(y ~ x + g, d, epsilon = 4, delta = 1e-6, ranges = list(x = c(0, 1)),
#'                 method = "output_perturbation", l2 = 0.01)
#' coef(model)
#' confint(model)
#' predict(model, data.frame(x = 0.5, g = "b"), type = "class")
NULL

#' @export
print.dp_model <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
  cat("\nCall:  ", paste(deparse(x$call), collapse = "\n"), "\n\n", sep = "")
  show_coefficients(x, digits)
  cat("\n")
  privacy_line(x)
  invisible(x)
}

show_coefficients <- function(x, digits) {
  if (is.null(x$coefficients)) {
    cat("No coefficients: the fit was ", x$outcome, ", and its charge stays.\n", sep = "")
  } else {
    cat("Coefficients (with noise, in the units of the data", shortening(x), "):\n", sep = "")
    print(x$coefficients, digits = digits)
  }
}

# What coefficients are where rows are shortened, with the option that avoids it.
shortening <- function(x) {
  most <- dp_figure(x, "columns") + 1
  bound <- tryCatch(dp_constant(x, "row_bound")$value, dpcvx_error = function(problem) sqrt(most))
  said <- if (bound < sqrt(most) * (1 - 1e-9)) {
    avoids <- if (sqrt(most) %% 1 == 0) sprintf("%g", sqrt(most)) else sprintf("sqrt(%g)", most)
    sprintf("rows are shortened; row_bound = %s with centring_fraction = 0 avoids it", avoids)
  } else if (is_centred(x)) {
    paste(if (bound < sqrt(most) * (1 + 1e-6)) "rows far from the means are" else "few rows, far from the means, may be",
          "shortened: centring_fraction = 0 avoids it")
  } else {
    ""
  }
  if (!nzchar(said)) return("")
  paste0("; ", if (x$loss %in% c("logistic", "multinomial")) "not log-odds: ", said)
}

is_centred <- function(x) grepl("Note: columns were centred", dp_text(x), fixed = TRUE)

privacy_line <- function(x) {
  cat(sprintf("Privacy: (%g, %g) for one %s, replaced by another; %s; method %s, %s.\n", x$epsilon, x$delta, x$unit,
              counted(x$nobs, if (x$unit == "user") "user" else "row"), x$method, x$outcome))
  cat(if (isTRUE(x$on_budget)) "Charged to the budget that it was given.\n" else
    "This fit alone: fits on the same rows add up, see ?dp_budget.\n")
  cat(strwrap(null_rows(x), exdent = 2), sep = "\n")
  for (text in x$fit$data$assumed) cat(strwrap(paste0("Assumed: ", text), exdent = 2), sep = "\n")
  for (text in grep("was released: ", x$fit$data$notes, value = TRUE)) cat(strwrap(text, exdent = 2), sep = "\n")
  show_grave(x)
}

# What missing values were taken for. Whether there are any is private, so it is said of all fits.
null_rows <- function(x) {
  labels <- x$spec$labels
  of <- if (length(labels) <= 6) paste0(" of ", toString(labels[-1]), " or ", labels[1]) # with more the call tells them
  paste0("Rows that lack a value", of, " count as null records, of weight 0. How many do is private, and is not told.")
}

#' @rdname dp_model
#' @export
coef.dp_model <- function(object, ...) {
  no_others(list(...))
  object$coefficients
}

# Standard deviations of the noise in coefficients, in the units of the data.
noise_of <- function(object) {
  if (is.matrix(object$coefficients)) {
    dp_stop("intervals of a model of several classes are not offered", "dpcvx_error_unsupported")
  }
  deviation <- tryCatch(dp_noise(object, original = TRUE), dpcvx_error_unsupported = function(problem) {
    last <- if (object$loss %in% CLASSIFICATION || object$loss == "huber") "output_perturbation" else "dp_sgd_output"
    caution <- ". Its own fit is a few clipped steps from 0, and seldom of use: no interval about a useful fit is offered (?dp_model)"
    dp_stop(sprintf(paste0("the noise in coefficients has no known law for method = \"%s\": it went through further steps; ",
                           "accepted: a method that adds its noise last, which for this loss is method = \"%s\"%s"), object$method, last,
                    if (last == "dp_sgd_output") caution else ""),
            "dpcvx_error_unsupported")
  })
  names(deviation) <- names(coef(object$fit, original = TRUE))
  deviation[names(object$coefficients)]
}

#' @rdname dp_model
#' @export
confint.dp_model <- function(object, parm, level = 0.95, ...) {
  no_others(list(...))
  check_level(level)
  deviation <- noise_of(object)
  if (!missing(parm)) check_parm(parm, names(deviation))
  z <- stats::qnorm(c((1 - level) / 2, (1 + level) / 2))
  found <- object$coefficients + outer(deviation, z)
  colnames(found) <- paste(format(100 * c((1 - level) / 2, (1 + level) / 2), trim = TRUE, digits = 3), "%")
  if (!missing(parm)) found <- found[parm, , drop = FALSE]
  attr(found, "of") <- "the noise alone"
  found
}

check_level <- function(level) {
  if (!is.numeric(level) || length(level) != 1 || !isTRUE(level > 0 && level < 1)) {
    wrong("level", deparse1(level), "one number between 0 and 1, such as 0.95")
  }
}

check_parm <- function(parm, names) {
  good <- if (is.character(parm)) parm %in% names else parm %in% c(seq_along(names), -seq_along(names)) | is.logical(parm)
  if (!all(good)) wrong("parm", deparse1(parm), toString(names))
}

#' @rdname dp_model
#' @export
summary.dp_model <- function(object, ...) {
  no_others(list(...))
  deviation <- if (!is.null(object$coefficients)) tryCatch(noise_of(object), dpcvx_error_unsupported = function(problem) NULL)
  found <- object$coefficients
  if (!is.matrix(found) && !is.null(found)) {
    found <- cbind(Estimate = found, "Noise (sd)" = if (is.null(deviation)) rep(NA_real_, length(found)) else deviation)
  }
  structure(list(model = object, coefficients = found, noise = deviation, report = unclass(summary(object$fit))),
            class = "summary.dp_model")
}

#' @export
print.summary.dp_model <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
  cat("\nCall:  ", paste(deparse(x$model$call), collapse = "\n"), "\n\n", sep = "")
  if (is.null(x$noise)) {
    show_coefficients(x$model, digits)
    cat(strwrap(noise_guess(x$model), exdent = 2), sep = "\n")
  } else {
    print(x$coefficients, digits = digits)
  }
  cat("\n")
  privacy_line(x$model)
  cat("\n", x$report, sep = "")
  invisible(x)
}

# What is expected of the noise by a public model of data, where it has no known law.
noise_guess <- function(model) {
  law <- "The noise in coefficients has no known law for this method."
  share <- share_lost(model)
  if (!isTRUE(share >= 0)) return(law)
  taken <- sprintf("noise and clips are expected to take %.2g %% of what there is to learn.", 100 * min(share, 1))
  law <- paste0(law, " By a public model of data ", if (model$loss == "squared") {
    sprintf("predictions are expected to be off the best ones by %.4g, the root of the mean square, and ", # as in the report
            sqrt(2 * dp_figure(model, "typical_risk")))
  }, taken)
  shortened <- model$loss %in% CLASSIFICATION || grepl("Not counted: how rows that are shortened", dp_text(model), fixed = TRUE)
  paste0(law, if (share > 0.1) " Columns that are 0 for most rows, such as interactions, bear more of it.",
         if (shortened) " That leaves out what the shortening of rows costs.",
         if (model$loss %in% CLASSIFICATION) " method = \"output_perturbation\" with l2 > 0 has intervals: see ?dp_model.")
}

#' @rdname dp_model
#' @export
predict.dp_model <- function(object, newdata, type = NULL, ...) {
  given <- list(...)
  if (!is.null(given$se.fit) && !isFALSE(given$se.fit)) {
    wrong("se.fit", deparse(given$se.fit)[1], "FALSE: predictions of a private model have no standard errors")
  }
  if (!is.null(given$interval) && !identical(given$interval, "none")) {
    wrong("interval", deparse1(given$interval), "none: predictions of a private model have no intervals")
  }
  if (!is.null(given$na.action) && !identical(given$na.action, stats::na.pass)) {
    wrong("na.action", deparse1(given$na.action), "na.pass: rows that lack a value are NA, with a warning")
  }
  no_others(given, c("se.fit", "interval", "na.action"))
  if (missing(newdata)) {
    dp_stop("argument 'newdata' is missing: a private model does not keep the rows that it was fitted to")
  }
  classifies <- object$loss %in% CLASSIFICATION
  if (is.null(type)) type <- if (inherits(object, "dp_glm")) "link" else if (classifies) "class" else "response"
  type <- one_of("type", type, c("link", "response", "class", "prob"))
  if (type %in% c("class", "prob") && !classifies) wrong("type", paste0("\"", type, "\""), "\"link\" or \"response\" of a regression")
  read <- model_rows(object, newdata)
  if (!nrow(newdata)) return(no_rows(object, type))
  clipped <- rows_beyond(read$design$x[!read$design$absent, , drop = FALSE], object$ends)
  if (clipped) {
    dp_warn(sprintf("%s with values outside of the ranges that the model was fitted with: they count as the nearer end",
                    counted(clipped, "row")), "dpcvx_clipped")
  }
  data <- dp_data(read$design$x)
  data$absent <- read$design$absent
  if (any(data$absent)) {
    dp_warn(sprintf("%s without a value, or with a level that the model does not know: nothing is predicted there",
                    counted(sum(data$absent), "row")), "dpcvx_missing")
  }
  offset <- if (object$has_offset) read$values[[object$spec$offset]] else 0
  found <- if (type == "link") predict(object$fit, data, "link") + offset
  else if (type == "class") return(predict(object$fit, data, "class"))
  else if (!classifies) predict(object$fit, data, "response") * exp(offset)
  else predict(object$fit, data, "prob")
  if (is.matrix(found)) rownames(found) <- rownames(newdata) else names(found) <- rownames(newdata)
  if (classifies && type == "response" && ncol(found) == 2) stats::setNames(found[, 2], rownames(newdata)) else found
}

# How many rows have a value outside of the ranges of a fit.
rows_beyond <- function(x, ends) {
  if (is.null(ends) || ncol(x) != length(ends[[1]])) return(0)
  slack <- 1e-9 * (ends[[2]] - ends[[1]])
  sum(rowSums(sweep(x, 2, ends[[1]] - slack, "<") | sweep(x, 2, ends[[2]] + slack, ">"), na.rm = TRUE) > 0)
}

# Predictions for no row.
no_rows <- function(object, type) {
  classes <- object$classes
  several <- length(classes) > 2 && type != "class"
  if (type == "prob" || several) return(matrix(numeric(0), 0, length(classes), dimnames = list(NULL, classes)))
  if (type != "class") return(stats::setNames(numeric(0), character(0)))
  if (is.logical(classes)) logical(0) else factor(character(0), levels = classes)
}

# Refuses arguments that a method would ignore.
no_others <- function(given, known = NULL) {
  names <- if (is.null(names(given))) rep("", length(given)) else names(given)
  others <- which(!names %in% known)
  if (!length(others)) return(invisible())
  wrong(if (names[others[1]] == "") "..." else names[others[1]], deparse1(given[[others[1]]]), "no such argument of this method")
}

#' @rdname dp_model
#' @export
fitted.dp_model <- function(object, ...) {
  dp_stop("a private model does not keep the rows that it was fitted to: predict(model, newdata) predicts for rows you give")
}

#' @rdname dp_model
#' @export
residuals.dp_model <- fitted.dp_model

#' @rdname dp_model
#' @export
model.frame.dp_model <- function(formula, ...) fitted.dp_model(formula)

#' @rdname dp_model
#' @export
model.matrix.dp_model <- function(object, ...) fitted.dp_model(object)

no_likelihood <- function(object, ...) {
  dp_stop("a private model has no likelihood of the rows that it was fitted to: dp_evaluate() scores it on rows you give")
}

#' @rdname dp_model
#' @export
logLik.dp_model <- no_likelihood

#' @rdname dp_model
#' @export
deviance.dp_model <- no_likelihood

#' @rdname dp_model
#' @export
anova.dp_model <- no_likelihood

#' @rdname dp_model
#' @param fit,scale,k Unused: `step()`, `drop1()` and `add1()` end with the same error.
#' @export
extractAIC.dp_model <- function(fit, scale = 0, k = 2, ...) no_likelihood(fit)

#' @rdname dp_model
#' @export
family.dp_model <- function(object, ...) {
  switch(object$loss, logistic = stats::binomial(), squared = stats::gaussian(), poisson = stats::poisson(),
         dp_stop(sprintf("the loss '%s' is of no family of stats", object$loss), "dpcvx_error_unsupported"))
}

#' @rdname dp_model
#' @export
nobs.dp_model <- function(object, ...) object$nobs

#' @rdname dp_model
#' @export
formula.dp_model <- function(x, ...) stats::formula(x$terms)

#' @rdname dp_model
#' @param formula. A change of the formula, as in [stats::update()].
#' @param evaluate Whether to fit, or to return the call.
#' @export
update.dp_model <- function(object, formula., ..., evaluate = TRUE) {
  call <- object$call
  given <- as.list(match.call(expand.dots = FALSE)$...)
  if (!missing(formula.)) call[["formula"]] <- stats::update.formula(stats::formula(object), formula.)
  # Ranges and levels as they were: the variables that held them may be gone.
  parsed <- stats::terms(stats::as.formula(call[["formula"]]), data = empty_frame(object$spec$names))
  used <- c(all.vars(call[["formula"]]), attr(parsed, "term.labels"))
  kept <- list(ranges = object$spec$ranges, levels = object$spec$declared)
  for (name in names(kept)) {
    values <- kept[[name]][names(kept[[name]]) %in% c(used, if (name == "ranges") object$spec$names)]
    if (!is.null(call[[name]])) call[[name]] <- if (length(values)) as.call(c(list(quote(list)), values))
  }
  for (name in names(given)) call[[name]] <- given[[name]]
  if (evaluate) eval(call, parent.frame()) else call
}

empty_frame <- function(names) as.data.frame(stats::setNames(rep(list(numeric(0)), length(names)), names), optional = TRUE)

#' @rdname dp_model
#' @export
terms.dp_model <- function(x, ...) x$terms

#' @rdname dp_model
#' @export
vcov.dp_model <- function(object, ...) {
  no_others(list(...))
  deviation <- noise_of(object)
  found <- diag(deviation^2, length(deviation))
  constant <- names(deviation) == "(Intercept)"
  found[constant, !constant] <- found[!constant, constant] <- NA # the middles of ranges mix slopes into the constant
  structure(found, dimnames = list(names(deviation), names(deviation)), of = "the noise alone")
}

#' @rdname dp_model
#' @param y Unused.
#' @export
plot.dp_model <- function(x, y, level = 0.95, ...) {
  given <- match.call(expand.dots = FALSE)$...
  if (!is.null(given$which)) wrong("which", deparse1(given$which), "none: there is one plot, of the coefficients")
  if (is.null(x$coefficients) || is.matrix(x$coefficients)) dp_stop("plot() shows the coefficients of a model with one output")
  slopes <- x$coefficients[names(x$coefficients) != "(Intercept)"]
  band <- tryCatch(confint(x, names(slopes), level), dpcvx_error_unsupported = function(problem) NULL)
  places <- rev(seq_along(slopes))
  lines <- max(graphics::strwidth(names(slopes), "inches")) / graphics::par("csi") + 1.5 # the names, and room for the ticks
  earlier <- graphics::par(mar = pmax(graphics::par("mar"), c(0, lines, 0, 0)))
  on.exit(graphics::par(earlier))
  graphics::plot(slopes, places, xlim = range(0, slopes, band), yaxt = "n", ylab = "", xlab = "coefficient", pch = 19, ...)
  graphics::axis(2, places, names(slopes), las = 1)
  graphics::abline(v = 0, col = "gray")
  said <- if (is.null(band)) "with noise of no known law: no intervals" else
    sprintf("intervals of the noise alone, at %g; nothing of other samples", level)
  if (!is.null(band)) graphics::segments(band[, 1], places, band[, 2], places)
  graphics::mtext(said, 3, cex = 0.8)
  invisible(x)
}

# ---- broom ----

#' @rdname dp_model
#' @exportS3Method generics::tidy
tidy.dp_model <- function(x, conf.int = FALSE, conf.level = 0.95, ...) {
  no_others(list(...))
  found <- x$coefficients
  if (is.matrix(found)) {
    return(as_tibble_if(data.frame(y.level = rep(rownames(found), each = ncol(found)), term = rep(colnames(found), nrow(found)),
                                   estimate = as.vector(t(found)))))
  }
  deviation <- tryCatch(noise_of(x), dpcvx_error_unsupported = function(problem) rep(NA_real_, length(found)))
  result <- data.frame(term = names(found), estimate = unname(found), noise.sd = unname(deviation))
  if (x$loss %in% CLASSIFICATION && shortening(x) != "") result$scale <- "of shortened rows" # no log-odds
  if (conf.int) {
    z <- stats::qnorm((1 + conf.level) / 2)
    result$conf.low <- result$estimate - z * result$noise.sd
    result$conf.high <- result$estimate + z * result$noise.sd
    result$conf.of <- "the noise alone"
  }
  as_tibble_if(result)
}

#' @rdname dp_model
#' @exportS3Method generics::glance
glance.dp_model <- function(x, ...) {
  no_others(list(...))
  as_tibble_if(data.frame(epsilon = x$epsilon, delta = x$delta, unit = x$unit, loss = x$loss, method = x$method,
                          outcome = x$outcome, nobs = x$nobs, shortened = shortening(x) != ""))
}

#' @rdname dp_model
#' @exportS3Method generics::augment
augment.dp_model <- function(x, data = NULL, newdata = NULL, type.predict = NULL, ...) {
  if (is.null(data)) data <- newdata
  if (is.null(data)) dp_stop("argument 'data' is missing: a private model does not keep the rows that it was fitted to")
  fitted <- predict(x, data, ..., type = type.predict)
  data$.fitted <- if (is.matrix(fitted)) fitted else unname(fitted)
  as_tibble_if(data)
}

as_tibble_if <- function(frame) {
  if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(frame) else frame
}
