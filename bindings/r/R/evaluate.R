#' Private scores and choices of settings
#'
#' `dp_evaluate()` releases a score of a fit on held-out rows, with an interval. `dp_expected_interval()` says
#' beforehand what
#' interval to expect: it charges nothing, and reads no data. `dp_select()` fits a table with each of several
#' settings, and keeps
#' the best by a private score: (epsilon, delta) in all. It takes a table of [dp_data()], and no formula.
#'
#' Rows that lack a value are left out, and so are users who have no others. How many units are left gets noise too, of every
#' data frame: whether a value lacks is private. Intervals are up to 1.4 times as wide by it. A table of [dp_data()] without weights
#' lacks none, and has the narrower ones.
#'
#' A fit for users is scored for users: the budget has `unit = "user"`, and the held-out rows have `users`. A score for
#' records would protect a person with many rows far less than the fit does, and is refused.
#' @param fit A fit or a model.
#' @param data Held-out rows with labels: a table, or a data frame for a model.
#' @param budget It is charged before the data are read. Of `dp_select()` it has `filter = "basic"` or a basic sub-budget, and is
#'   charged (epsilon, delta) once all arguments are checked. Unit and adjacency of the candidates are its own then. Without it
#'   the call is in no ledger.
#' @param score "accuracy", "log_loss", "r2", "absolute_loss", "pinball_loss". By default that of the loss.
#' @param price What it may cost. By default all that is left.
#' @param rng Draws the noise.
#' @param users Of a data frame: who owns each row.
#' @param units A guess of how many units are held out.
#' @param value A guess of the score.
#' @param label_stddev For an R^2 a guess of the standard deviation of labels, on which the interval depends much. 0 stands for
#'   what the fit released of it, 0.3 times the constant `"label_scale"`, or else for a quarter of the width of their range.
#' @param weighted Whether the held-out table has weights, as a data frame has.
#' @param loss,epsilon,delta,ranges,progress As in [dp_fit_table()].
#' @param candidates A list of lists: options of [dp_fit_table()], `method` among them, such as
#'   `list(list(l2 = 0), list(l2 = 0.1))`. Of `dp_run_price()` the number of candidates.
#' @param inclusion The probability with which each counts. A greater one leaves less privacy to each.
#' @param held_out_fraction The share of units for scores.
#' @param ... Options ([dp_options]): of the evaluation, or of all candidates.
#' @return An evaluation. `dp_select()` returns a list of `fit`, `chosen` and `score`, which flatters since it is the
#'   best of
#'   several. `dp_run_price()` returns the curve of what each candidate may cost.
#' @examples
#' x <- matrix(runif(4000), 2000)
#' parts <- dp_split(dp_data(x, x[, 1] > x[, 2]), "sixteen bytes ok")
#' fit <- dp_fit_table(parts$training, "logistic", 4, 1e-6, ranges = list(0, 1))
#' dp_evaluate(fit, parts$held_out, dp_budget(1, 0))
#' @export
dp_evaluate <- function(fit, data, budget, score = "automatic", price = NULL, rng = NULL, users = NULL, ...) {
  if (inherits(fit, "dp_model") && is.data.frame(data)) data <- model_table(fit, data, users)
  if (!inherits(data, "dp_data")) wrong("data", paste("a", class(data)[1]), "a table of dp_data(), or a data frame for a model")
  unit <- unit_of(fit)
  if (inherits(budget, "dpcvx_budget") && unit != dp_figure(budget, "unit")) {
    wrong("budget", paste("one for a", dp_figure(budget, "unit")),
          paste0("one for a ", unit, ", whom the fit protects: dp_budget(", if (unit == "user") "unit = \"user\"",
                 "), and held-out rows ", if (unit == "user") "with users" else "without users"))
  }
  rng <- rng_of(rng)
  of_price <- told_of_price(price, budget)
  price <- price_of(price, budget, FALSE)
  given <- make_options("EVALUATION_OPTION", list(...))
  remedies <- paste("It takes more units, a larger price or, for an R^2, a narrower label_low and label_high that hold the labels.",
                    "dp_expected_interval(), with the standard deviation of the labels guessed, tells what to expect before a charge.")
  hidden <- is_hidden(fit, data, budget, score, price, ...)
  noise <- if (hidden) c(dpcvx_noise = paste("the noise is expected to hide the score, which has no low end then.", remedies))
  made <- accepted(c(of_price, told_of_unused_weights(data), noise), budget, function(pays) {
    ll$evaluation_create(pays, rng, price, live(fit), data$pointer, member("SCORE", score, "score"), given)
  })
  made <- with_kept(made, "EVALUATION_FIGURE")
  if (!hidden && is.infinite(dp_figure(made, "low"))) {
    dp_warn(paste("the noise hides the score, which has no low end.", remedies), "dpcvx_noise")
  }
  made
}

# Whether noise is expected to hide the score, by public numbers. Under add/remove the number of units is none.
is_hidden <- function(fit, data, budget, score, price, ...) {
  if (dp_figure(budget, "adjacency") != "replace_one") return(FALSE)
  units <- dp_figure(data$pointer, if (unit_of(fit) == "user") "users" else "rows")
  tryCatch(is.infinite(dp_expected_interval(fit, units, 0.5, budget, score, price, ..., weighted = isTRUE(data$has_weights))[[1]]),
           dpcvx_error = function(problem) FALSE) # the score itself says what is wrong
}

# Whom a fit protects.
unit_of <- function(fit) dp_guarantee_terms(fit)$unit

#' @rdname dp_evaluate
#' @export
dp_expected_interval <- function(fit, units, value, budget, score = "automatic", price = NULL, label_stddev = 0, ...,
                                 weighted = inherits(fit, "dp_model")) {
  adjacency <- member("ADJACENCY", dp_figure(budget, "adjacency"), "adjacency")
  unlist(ll$evaluation_expected_interval(price_of(price, budget, FALSE), adjacency, live(fit), member("SCORE", score, "score"), units,
                                         value, label_stddev, make_options("EVALUATION_OPTION", list(..., weighted = weighted))))
}

#' @rdname dp_evaluate
#' @export
dp_select <- function(data, loss, epsilon, delta, candidates, ranges = NULL, score = "automatic", inclusion = 0.8,
                      held_out_fraction = 0.2, progress = NULL, budget = NULL, ...) {
  number <- member("LOSS", loss, "loss")
  if (!is.list(candidates) || !all(vapply(candidates, is.list, NA))) {
    wrong("candidates", deparse1(candidates), "a list of lists of options, such as list(list(l2 = 0), list(l2 = 0.1))")
  }
  held <- lapply(candidates, function(one) table_options(utils::modifyList(list(...), one), number, data$classes))
  settings <- make_options("SELECTION_OPTION", list(score = score, inclusion = inclusion, held_out_fraction = held_out_fraction))
  price <- if (!is.null(budget)) selection_price(budget, epsilon, delta)
  select_on <- function(pays, monitor = NULL) {
    ll$fit_table_select_on(pays, rng_of(NULL), price, data$pointer, number, data$columns, held, ends$low, ends$high, settings, monitor)
  }
  refused_first(ends <- table_ends(data, ranges), if (is.null(budget)) {
    ll$fit_table_select_check(data$pointer, number, data$columns, epsilon, delta, held, ends$low, ends$high, settings)
  } else {
    rehearsed(select_on(ll$budget_create_rehearsal(budget)))
  })
  found <- charging(budget, watched(progress, function(monitor) {
    if (!is.null(budget)) return(select_on(budget, monitor))
    ll$fit_table_select(data$pointer, number, data$columns, epsilon, delta, held, ends$low, ends$high, settings, monitor)
  }, CHARGED))
  list(fit = warned(new_fit(found$out, kept_of(data))), chosen = found$chosen + 1, score = found$score)
}

# What a selection charges a budget, which adds up epsilons and deltas.
selection_price <- function(budget, epsilon, delta) {
  if (!inherits(budget, "dpcvx_budget")) wrong("budget", deparse1(budget), "a budget: dp_budget(epsilon, delta, filter = \"basic\")")
  if (!adds_pairs(budget)) {
    wrong("budget", paste0("one with filter \"", dp_figure(budget, "filter"), "\""),
          paste("one that takes (epsilon, delta): dp_budget(10, 1e-4, filter = \"basic\"), or one with",
                "basic_epsilon_fraction = 0.3, basic_delta_fraction = 0.3"))
  }
  dp_price(budget, epsilon = epsilon, delta = delta)
}

#' @rdname dp_evaluate
#' @export
dp_run_price <- function(candidates, epsilon, delta, inclusion = 0.8) {
  ll$selection_run_price(candidates, epsilon, delta, make_options("SELECTION_OPTION", list(inclusion = inclusion)))
}
