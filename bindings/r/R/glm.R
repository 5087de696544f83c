#' Private models by formula
#'
#' Fit a generalized linear model, a least-squares or quantile regression, or a support vector machine with (epsilon,
#' delta)
#' differential privacy for one record, or for one user with all its records. Replacing one unit by another is what
#' is protected. The number of units is public: of rows, or of users. How many rows users have is private, and `nobs()` of a
#' model for users counts users.
#'
#' Nothing is learned from rows without being paid for. Ranges of variables are declared; those of terms such as
#' `log(age)` and
#' `age:height` follow from them. A range that is missing is released privately, for a share of epsilon and delta,
#' with a warning
#' of class `dpcvx_not_declared`. The range of the response of a regression has to be declared. Levels of factors are
#' declared by
#' `levels`, or by the type of a column; those of text are read off the data, with a warning of class
#' `dpcvx_assumed`, and the
#' report lists them as assumed. Terms whose basis is computed from all rows, such as `scale()`, `poly()`, `ns()` or
#' `cut()` by a
#' count, are refused.
#'
#' Where there are users, each counts by the mean loss of its rows: a user with many rows weighs no more than others.
#' So the model is that of an average user, and not that of an average row.
#'
#' A formula without an intercept, such as `y ~ 0 + age`, is 0 where all its columns are. Ranges are widened to be
#' symmetric about 0 for it.
#'
#' A row that lacks a value becomes a null record: it stays a record, of weight 0, so that the number of rows tells
#' nothing. Every model prints that, for a table without such rows too. Where most rows lack a value, coefficients are near 0
#' or far off, and no warning tells. `dp_release_counts(budget, sum(complete.cases(rows)), 1)` says how many records are whole.
#'
#' Warnings that follow from public numbers come before the charge: that noise will hide what can be learned, or that epsilon
#' is too large to protect. Where they are errors, as by `options(warn = 2)`, nothing was charged.
#'
#' Of `family = "multinomial"` each coefficient is that of a class less the mean over the classes: only differences mean
#' something.
#'
#' `.` stands for the columns of the data but those of `users = ~id` and `weights = ~w`.
#' Values outside of a range count as the nearer end. An infinite value, such as `log(0)`, is an error before the charge.
#'
#' A fit cannot be made again: its noise comes from the operating system, and `set.seed()` does not reach it. `saveRDS()` keeps
#' a model.
#'
#' @param formula A formula. The response of a classification is a factor, logical, text, or 0 and 1.
#' @param data A data frame.
#' @param family `binomial()`, `gaussian()` or `poisson()` with the canonical link, or the name of a loss:
#'   "multinomial", "huber",
#'   "absolute", "smoothed_hinge", "power", ...
#' @param epsilon,delta What the fit may spend. delta is well below 1 over the number of units, as a rule 1e-6 or
#'   less.
#' @param users Who owns each row: a formula of one column such as `~id`, or a vector. One user is protected then,
#'   with all rows.
#' @param ranges A list of public ends `c(low, high)` by the names of variables, or of terms, the response included.
#'   Of a Poisson
#'   model the response has `c(0, most)`, of rates where there is an offset.
#' @param levels A list of the levels of factors, by name, the response included. A row with another level becomes a null
#'   record: it stays a record, of weight 0.
#' @param classes The classes of the response, as `levels` of it. By default the levels of its factor. A row with another
#'   class is an error.
#' @param contrasts A list of contrasts by variable, as in [stats::glm()].
#' @param weights A vector or a formula of one column such as `~w`: weights in \[0, 1\], or up to the option `weight_bound`.
#'   Greater ones count as the bound. Without the option a warning of class `dpcvx_clipped` says so.
#'   A weight is no count of people: a row is one record, whatever its weight. A table of counts needs a row a person.
#' @param budget A budget, of any filter. It is charged once, before the data are read: `dp_price(budget, epsilon = , delta = )`.
#'   With filter "basic" that is (epsilon, delta). By default a fit has a budget of its own, which says nothing of other fits on
#'   the same rows: their epsilons and deltas add up.
#' @param method The name of a method ([dp_options]). By default the one with the least typical risk.
#' @param progress A function of the steps done and the steps in all. An interrupt or a true result cancels the fit.
#' @param plan TRUE returns the plan of the fit, of class `dp_plan`, and no fit. Nothing is charged. `dp_ranking()`
#'   of a plan lists the methods with their typical risks, and [dp_text()] has its report.
#' @param ... Options: `l2`, `l1`, `clipping_norm`, `max_records_per_user`, ... ([dp_options]).
#' @return An object of class `dp_model`, with methods for [print()], [summary()], [coef()], [confint()],
#'   [predict()], [plot()],
#'   [nobs()], [formula()] and, where package generics or broom is there, `tidy()`, `glance()` and `augment()`.
#' @section Coefficients of classifications:
#' Rows are scaled by their ranges to \[-1, 1\], with 1 for the intercept, and shortened to length 1 at most. So the link is the
#' linear predictor over that length, where it is above 1, and coefficients are no log-odds. `predict()` does so.
#' Where columns are centred, the length is that of the centred row.
#' With the options `row_bound = sqrt(columns + 1)` and `centring_fraction = 0` no row is shortened, as in [stats::glm()].
#' The accuracy is less then: by up to 0.16 on the tables of the protocol.
#' @section Coefficients of regressions:
#' Columns are centred at private means where the price allows. Rows far from them are shortened then, and `print()` says so: a
#' column whose values are mostly near one end has another slope than by [stats::lm()]. `centring_fraction = 0` avoids it,
#' unless a `row_bound` below sqrt(columns + 1) is given.
#' @section Offsets: `offset(log(exposure))` of a Poisson model makes rates of counts. Other families take none.
#' @seealso [dp_text()] and [summary()] for the report, [dp_evaluate()] for private scores, [dp_split()] for held-out
#'   rows.
#' @examples
#' people <- data.frame(age = runif(4000, 18, 90),
#'                      city = factor(sample(c("Oslo", "Rome"), 4000, TRUE)))
#' people$buys <- people$age / 90 + 0.3 * (people$city == "Rome") > 0.8
#' model <- dp_glm(buys ~ age + city, people, binomial(), epsilon = 2, delta = 1e-6,
#'                 ranges = list(age = c(18, 100)))
#' model
#' predict(model, data.frame(age = c(20, 80), city = "Rome"), type = "response")
#' @export
dp_glm <- function(formula, data, family = stats::binomial(), epsilon, delta, users = NULL, ranges = NULL, levels = NULL,
                   classes = NULL, contrasts = NULL, weights = NULL, budget = NULL, method = "automatic", progress = NULL,
                   plan = FALSE, ...) {
  loss <- loss_of(family)
  fit_model(match.call(), "dp_glm", formula, data, loss, epsilon, delta, users, ranges, levels, classes, contrasts, weights, budget,
            method, progress, plan, list(...))
}

#' @rdname dp_glm
#' @export
dp_lm <- function(formula, data, epsilon, delta, users = NULL, ranges = NULL, levels = NULL, contrasts = NULL, weights = NULL,
                  budget = NULL, method = "automatic", progress = NULL, plan = FALSE, ...) {
  fit_model(match.call(), "dp_lm", formula, data, "squared", epsilon, delta, users, ranges, levels, NULL, contrasts, weights, budget,
            method, progress, plan, list(...))
}

#' @rdname dp_glm
#' @param tau The quantile.
#' @export
dp_quantile <- function(formula, data, tau = 0.5, epsilon, delta, users = NULL, ranges = NULL, levels = NULL, contrasts = NULL,
                        weights = NULL, budget = NULL, method = "automatic", progress = NULL, plan = FALSE, ...) {
  if (!is.numeric(tau) || length(tau) != 1 || !isTRUE(tau > 0 && tau < 1)) wrong("tau", deparse1(tau), "one number between 0 and 1")
  fit_model(match.call(), "dp_quantile", formula, data, "pinball", epsilon, delta, users, ranges, levels, NULL, contrasts, weights,
            budget, method, progress, plan, list(...), list(quantile = tau))
}

#' @rdname dp_glm
#' @export
dp_svm <- function(formula, data, epsilon, delta, users = NULL, ranges = NULL, levels = NULL, classes = NULL, contrasts = NULL,
                   weights = NULL, budget = NULL, method = "automatic", progress = NULL, plan = FALSE, ...) {
  fit_model(match.call(), "dp_svm", formula, data, "hinge", epsilon, delta, users, ranges, levels, classes, contrasts, weights,
            budget, method, progress, plan, list(...))
}

loss_of <- function(family) {
  if (is.function(family)) family <- tryCatch(family(), error = function(problem) NULL)
  if (is.null(family)) {
    wrong("family", "a function that makes no family", "a family or the name of a loss; dp_objective() takes a loss of your own")
  }
  names <- c(binomial = "logistic", gaussian = "squared", poisson = "poisson")
  links <- c(binomial = "logit", gaussian = "identity", poisson = "log")
  if (inherits(family, "family")) {
    if (!family$family %in% names(names)) wrong("family", family$family, paste(names(names), collapse = ", "))
    if (family$link != links[[family$family]]) {
      wrong("family", sprintf("%s with link '%s'", family$family, family$link), paste0("link '", links[[family$family]], "'"))
    }
    return(names[[family$family]])
  }
  known <- setdiff(names(ENUMERATIONS$LOSS), "callback")
  if (is.character(family) && length(family) == 1) {
    if (family %in% names(names)) return(names[[family]])
    if (family %in% known) return(family)
  }
  wrong("family", deparse(family)[1], toString(unique(c(names(names), known))))
}

# An argument that may be a formula of one column. `given` is a promise: the name of a column alone is told from a vector.
argument_column <- function(expression, given, data, name) {
  own <- is.name(expression) && as.character(expression) %in% names(data)
  refuse <- function() {
    wrong(name, deparse1(expression),
          sprintf("%s = ~%s for the column of the data; or a vector of another name", name, deparse1(expression)))
  }
  value <- tryCatch(given, error = function(problem) if (own) refuse() else stop(problem))
  if (own && !is.null(value) && !inherits(value, "formula") && !identical(value, data[[as.character(expression)]])) refuse()
  column_of(value, data, name)
}

# The response as labels, with the options that say what labels are.
read_response <- function(spec, values, loss, classes) {
  name <- spec$labels[1]
  y <- values[[1]]
  declared <- if (is.null(spec$declared[[name]])) spec$declared[[base_name(spec$variables[[1]])]] else spec$declared[[name]]
  if (!is.null(declared)) {
    if (!loss %in% CLASSIFICATION) wrong(paste0("levels$", name), deparse1(declared), "levels of factors: the response is a number")
    if (!is.null(classes) && !identical(as.character(classes), as.character(declared))) {
      wrong("classes", deparse1(classes), paste("the levels that were declared:", deparse1(declared)))
    }
    if (is.null(classes)) classes <- declared
  }
  if (loss %in% CLASSIFICATION) {
    known <- if (is.null(classes)) levels(y) else classes
    if (loss == "multinomial" && (length(known) == 2 || is.logical(y))) {
      wrong("family", "\"multinomial\" for two classes", "binomial() for two classes")
    }
    if (is.null(classes) && is.numeric(y)) {
      if (loss == "multinomial") wrong("classes", "NULL", "the classes of a numeric response")
      if (!all(y %in% c(0, 1, NA))) {
        wrong(name, "numbers other than 0 and 1",
              "0 and 1, a factor, or classes = c(first, second); family = gaussian() is for numbers")
      }
      classes <- c(0, 1)
    }
    labels <- read_labels(y, classes, name)
    if (length(labels$classes) > 2 && loss != "multinomial") {
      wrong(name, paste(length(labels$classes), "classes"), "two classes; family = \"multinomial\" takes more")
    }
    return(list(labels = labels, options = list()))
  }
  if (!is.null(classes)) wrong("classes", deparse(classes)[1], "NULL for a regression")
  if (!is.numeric(y)) wrong(name, paste("a", class(y)[1]), "numbers")
  ends <- spec$ranges[[name]]
  if (is.null(ends)) ends <- interval(spec$variables[[1]], spec$ranges, spec$names, environment(spec$terms))
  if (is.null(ends)) {
    explain_interval(spec$variables[[1]], spec$ranges, spec$names, environment(spec$terms))
    wrong("ranges", paste0("a list without the response '", name, "'"),
          paste0("ranges = list(", key_text(name), " = c(low, high)), known without looking at the data"))
  }
  labels <- read_labels(y, NULL, name)
  labels$values[labels$absent] <- if (loss == "poisson") 0 else mean(ends)
  if (loss == "poisson" && ends[1] != 0) wrong(paste0("ranges$", name), deparse(ends)[1], "c(0, most) of counts or rates")
  list(labels = labels, range = ends, options = if (loss == "poisson") list(label_bound = ends[2]) else list(label_range = ends))
}

# Exposures of a Poisson model, with their public bound.
read_offset <- function(spec, values, loss, given) {
  if (!length(spec$offset)) return(list(values = NULL, bound = NULL))
  if (loss != "poisson" || length(spec$offset) > 1) {
    wrong("formula", deparse1(spec$variables[[spec$offset[1]]]), "one offset(log(exposure)), of a Poisson model alone")
  }
  inside <- spec$variables[[spec$offset]][[2]]
  bound <- given$weight_bound
  if (is.null(bound)) {
    ends <- interval(inside, spec$ranges, spec$names, environment(spec$terms))
    if (is.null(ends)) wrong("ranges", paste0("a list without what ", deparse1(inside), " is of"),
                             "the public range of the exposure, or weight_bound")
    bound <- exp(ends[2])
  }
  list(values = exp(values[[spec$offset]]), bound = bound)
}

# A table of a model's rows, with labels, users and weights. The weights of a Poisson model with an offset are exposures.
table_of <- function(design, labels, users, weights, exposures, ends = NULL) {
  weights <- if (is.null(weights)) rep(1, nrow(design$x)) else as.double(one_a_row("weights", weights, nrow(design$x)))
  absent <- design$absent | is.na(weights)
  if (!is.null(labels)) absent <- absent | labels$absent
  if (!is.null(exposures)) {
    absent <- absent | is.na(exposures)
    exposures[absent] <- 1
    weights <- exposures
  }
  design$x[absent, ] <- 0
  # In the middle of its ranges a null record moves no mean of columns.
  if (!is.null(ends) && any(absent)) {
    middle <- ifelse(is.na(ends$low) | is.na(ends$high), 0, (ends$low + ends$high) / 2)
    design$x[absent, ] <- rep(middle, each = sum(absent))
  }
  weights[absent] <- 0
  data <- dp_data(design$x, labels$values, users = users, exposures = exposures)
  data$pointer <- ll$dataset_create_with_weights(data$pointer, weights)
  data[c("absent", "classes", "has_weights")] <- list(absent, labels$classes, TRUE)
  data
}

fit_model <- function(call, kind, formula, data, loss, epsilon, delta, users, ranges, levels, classes, contrasts, weights, budget,
                      method, progress, plan, given, own = NULL) {
  check_habits(call)
  check_options(given, kind, loss)
  given <- c(given, own)
  check_progress(progress)
  if (!isTRUE(plan) && !isFALSE(plan)) wrong("plan", deparse1(plan), "TRUE or FALSE")
  needed("formula")
  if (!inherits(formula, "formula")) {
    wrong("formula", paste("a", class(formula)[1]), paste0("a formula such as y ~ age + city", if (kind == "dp_quantile")
      ". A quantile of numbers is a matter for dp_release_quantile(), or for dp_cumulative() and dp_quantiles()"))
  }
  needed(c("data", "epsilon", "delta"))
  if (is.data.frame(data) && !nrow(data)) wrong("data", "a data frame without rows", "at least one row")
  # The plan checks all that the fit checks.
  refused_first({
    # `.` stands for the columns that are of no other use.
    others <- unlist(lapply(call[c("users", "weights")], function(given) if (is.call(given) && length(given) == 2) all.vars(given)))
    spec <- read_formula(formula, data, ranges, levels, contrasts, others)
    values <- spec$values
    spec$values <- NULL
    response <- read_response(spec, values, loss, classes)
    offset <- read_offset(spec, values, loss, given)
    design <- design_of(spec, values)
    check_infinite(spec, values, !(design$absent | response$labels$absent))
    ends <- column_ranges(spec, design)
    weights <- argument_column(call[["weights"]], weights, data, "weights")
    if (!is.null(weights) && (is.factor(weights) || !(is.numeric(weights) || is.logical(weights)))) {
      wrong("weights", paste("a", class(weights)[1]), "numbers of 0 or more, one a row")
    }
    if (!is.null(weights) && is.null(given$weight_bound)) {
      dp_warn(paste("a weight above 1, if there is one, counts as 1. weight_bound = 1 says that this is meant;",
                    "weight_bound = the greatest weight that there may be, known without looking at the data, keeps them,",
                    "for more noise"), "dpcvx_clipped")
    }
    if (!is.null(weights) && !is.null(offset$values)) wrong("weights", "given with an offset", "one of the two")
    users <- argument_column(call[["users"]], users, data, "users")
    unit <- if (is.null(users)) "record" else "user"
    table <- table_of(design, response$labels, users, weights, offset$values, ends)
    spec$assumed <- c(spec$assumed, response$labels$assumed)
    table$assumed <- spec$assumed
    spec$notes <- c(spec$notes, "a row that lacks a value counts as a null record, of weight 0", declared_ranges(spec))
    table$notes <- spec$notes
    if (!is.null(offset$bound)) given$weight_bound <- offset$bound
    given <- c(given, response$options, list(intercept = attr(spec$terms, "intercept"), method = method))
    number <- member("LOSS", loss, "loss")
    settings <- table_options(given, number, table$classes)
    ends <- table_ends(table, list(low = ends$low, high = ends$high))
    if (!is.null(budget)) check_model_budget(budget, unit)
    price <- if (!is.null(budget)) dp_price(budget, epsilon = epsilon, delta = delta)
    planned <- plan_of_table(table, number, epsilon, delta, ends, settings, budget, price)
  })
  if (plan) return(planned)
  told <- grave_notes(planned, ll$plan_notes)
  warn_of(told)
  pointer <- if (is.null(budget)) {
    watched(progress, function(monitor) {
      ll$fit_table(table$pointer, number, table$columns, epsilon, delta, ends$low, ends$high, settings, monitor)
    }, CHARGED)
  } else {
    charging(budget, watched(progress, function(monitor) {
      ll$fit_table_on(budget, rng_of(NULL), price, table$pointer, number, table$columns, ends$low, ends$high, settings, monitor)
    }, CHARGED))
  }
  fit <- new_fit(pointer, with_released(kept_of(table), pointer, table, ends))
  found <- grave_notes(fit)
  warn_of(found[!names(found) %in% names(told)]) # the others were told before the charge
  # The number of units alone is public: how many rows a user has differs between neighbours.
  units <- if (unit == "user") length(unique(users)) else nrow(design$x)
  new_model(call, kind, spec, fit, response, loss, unit, epsilon, delta, units, length(offset$values) > 0, !is.null(budget))
}

# Refuses an infinite value of a row that counts. It would be cut to an end of its range, which may not be meant.
check_infinite <- function(spec, values, counts) {
  for (place in c(1, spec$predictors)) {
    strange <- if (is.numeric(values[[place]])) which(is.infinite(values[[place]]) & counts)
    if (length(strange)) {
      wrong("data", sprintf("%g in row %.0f of '%s'", values[[place]][strange[1]], strange[1], spec$labels[place]),
            "finite numbers, or NA, which makes a null record of the row")
    }
  }
}

# What is public of the ranges that were declared, for the report.
declared_ranges <- function(spec) {
  used <- intersect(names(spec$ranges), c(spec$labels, unlist(lapply(spec$variables, all.vars))))
  vapply(used, function(name) {
    sprintf("the range of '%s' was declared: [%g, %g]", name, spec$ranges[[name]][1], spec$ranges[[name]][2])
  }, "", USE.NAMES = FALSE)
}

# The ranges of columns that a fit was made with, declared or released.
fitted_ends <- function(fit) {
  sides <- ends_in_json(ll$fit_to_json(fit$pointer))
  if (length(sides) == 2 && length(sides[[1]]) == length(fit$data$names)) {
    lapply(sides, stats::setNames, fit$data$names)
  }
}

check_model_budget <- function(budget, unit) {
  if (!inherits(budget, "dpcvx_budget")) wrong("budget", paste("a", class(budget)[1]), "what dp_budget() or dp_open_ledger() returned")
  if (dp_figure(budget, "unit") == unit && dp_figure(budget, "adjacency") == "replace_one") return(invisible())
  wrong("budget", paste("one for a", dp_figure(budget, "unit"), "under", dp_figure(budget, "adjacency")),
        paste0("one for a ", unit, " under replace_one", if (unit == "record" && dp_figure(budget, "unit") == "user")
          "; or users = ~id, for users"))
}

new_model <- function(call, kind, spec, fit, response, loss, unit, epsilon, delta, units, has_offset, on_budget) {
  # A fit that was unstable, or cancelled before anything was released, has none.
  coefficients <- tryCatch(intercept_first(coef(fit, original = TRUE)), dpcvx_error_state = function(problem) NULL)
  if (!attr(spec$terms, "intercept") && !is.null(coefficients)) coefficients <- without_intercept(coefficients)
  # Of several classes only differences mean something.
  if (is.matrix(coefficients)) coefficients <- sweep(coefficients, 2, colMeans(coefficients))
  structure(list(call = bare_call(call), coefficients = coefficients, fit = fit, spec = spec, terms = spec$terms, loss = loss,
                 classes = response$labels$classes, range = response$range, unit = unit, epsilon = epsilon, delta = delta,
                 ends = fitted_ends(fit), nobs = units, on_budget = on_budget, has_offset = has_offset,
                 outcome = dp_figure(fit, "outcome"),
                 method = dp_figure(fit, "method")),
            class = c(kind, "dp_model"))
}

# The call as it was written. do.call() puts values into it: data, and functions and formulas with environments that hold
# data. They would be saved with the model, so their names stand for them.
bare_call <- function(call) {
  plain <- function(value) is.null(value) || (is.atomic(value) && length(value) <= 2)
  for (place in seq_along(call)) {
    value <- call[[place]]
    if (is.language(value)) {
      if (inherits(value, "formula")) attributes(call[[place]]) <- NULL
    } else if (!plain(value) && !(is.list(value) && !is.object(value) && all(vapply(value, plain, NA)))) {
      call[[place]] <- as.name(if (place == 1) "dp_model" else names(call)[place])
    }
  }
  call
}

intercept_first <- function(found) {
  if (is.matrix(found)) return(found[, c(ncol(found), seq_len(ncol(found) - 1)), drop = FALSE])
  found[c(length(found), seq_len(length(found) - 1))]
}

# The constant of a model without an intercept is 0.
without_intercept <- function(found) if (is.matrix(found)) found[, -1, drop = FALSE] else found[-1]

# A table of new rows, read as those of the fit.
model_rows <- function(model, newdata, with_response = FALSE, name = "newdata") {
  if (!is.data.frame(newdata)) wrong(name, paste("a", class(newdata)[1]), "a data frame")
  spec <- model$spec
  needed <- unique(unlist(lapply(spec$variables[c(spec$predictors, spec$offset, if (with_response) 1)], all.vars)))
  lacking <- setdiff(intersect(needed, spec$names), names(newdata))
  if (length(lacking)) wrong(name, paste0("a data frame without '", lacking[1], "'"), "the variables of the formula")
  env <- environment(spec$terms)
  values <- lapply(seq_along(spec$variables), function(place) {
    if (place == 1 && !with_response) return(NULL)
    value_of(spec$variables[[place]], newdata, env)
  })
  list(values = values, design = design_of(spec, values))
}

model_table <- function(model, data, users) {
  read <- model_rows(model, data, TRUE, "data")
  labels <- read_response(model$spec, read$values, model$loss, model$classes)$labels
  exposures <- if (model$has_offset) exp(read$values[[model$spec$offset]])
  table_of(read$design, labels, column_of(users, data, "users"), NULL, exposures)
}
