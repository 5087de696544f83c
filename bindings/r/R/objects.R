#' Every function of the library
#'
#' A list of one function for each function of the C library, by its name without `dpcvx_`: for what no other
#' function of
#' this package wraps.
#'
#' A function takes what the call reads, in the order of C. Counts come last, and are taken from the length of an
#' array by
#' default, as are arguments that may be `NULL`. It returns what the call writes: `NULL`, one value, or a named list.
#' Objects
#' that it makes are freed by R's collector. Numbers of enumerations, options and figures are those of the C headers.
#' A whole number beyond 2^53 is a text of its digits, in arguments and in results.
#' A callback takes the arguments of C without counts. It returns what C reads: numbers, such as `c(value, slope)`.
#' @format A named list of functions.
#' @examples
#' dp_lowlevel$calibrate_gdp(1, 1e-6)
#' args(dp_lowlevel$release_gaussian)
#' @export
dp_lowlevel <- lowlevel_functions()

ll <- dp_lowlevel

# The number of a member of an enumeration, from its name or its number.
member <- function(family, value, argument) {
  known <- ENUMERATIONS[[family]]
  if (is.character(value) && length(value) == 1 && value %in% names(known)) return(known[[value]])
  if (is.numeric(value) && length(value) == 1) return(value)
  wrong(argument, if (is.character(value)) deparse(value)[1] else class(value)[1], paste(names(known), collapse = ", "))
}

member_name <- function(family, number) {
  known <- ENUMERATIONS[[family]]
  place <- match(number, known)
  if (is.na(place)) number else names(known)[place]
}

# Options of a family as an object of the library.
make_options <- function(family, given) {
  keys <- OPTIONS[[family]]$keys
  made <- ll[[OPTIONS[[family]]$create]]()
  if (length(given) && (is.null(names(given)) || any(names(given) == ""))) {
    dp_stop(paste0("an option without a name; there are ", paste(names(keys), collapse = ", ")))
  }
  for (name in names(given)) {
    value <- given[[name]]
    if (is.null(value)) next
    key <- keys[[name]]
    if (is.null(key)) wrong(name, "no option", paste(names(keys), collapse = ", "))
    if (!((is.numeric(value) || is.logical(value) || is.character(value)) && length(value) == 1)) {
      wrong(name, paste0(if (is.null(dim(value)) && is.integer(value) && !is.factor(value)) "an " else "a ", class(value)[1], " of length ",
                         length(value)), "one value")
    }
    if (nzchar(key[[3]]) && is.character(value)) value <- member(key[[3]], value, name)
    if (is.character(value)) wrong(name, deparse(value), "a number")
    if (key[[2]] == "f64") {
      ll$options_set_f64(made, key[[1]], value)
    } else {
      if (is.numeric(value) && !isTRUE(value %% 1 == 0)) {
        bounds <- ll$options_get_bounds_i64(made, key[[1]])
        wrong(name, format(value), sprintf("a whole number from %s to %s", format_whole(bounds$low), format_whole(bounds$high)))
      }
      ll$options_set_i64(made, key[[1]], value)
    }
  }
  made
}

# A number of 64 bits, which may be a text of its digits.
format_whole <- function(value) if (is.numeric(value)) sprintf("%.0f", value) else value

read_figure <- function(family, object, name, ...) {
  keys <- FIGURES[[family]]$keys
  if (!(is.character(name) && length(name) == 1 && name %in% names(keys))) {
    wrong("name", deparse(name)[1], paste(names(keys), collapse = ", "))
  }
  key <- keys[[name]]
  value <- ll[[FIGURES[[family]]$getters[[key[[2]]]]]](object, ..., key[[1]])
  if (name == "ledger_head" && is.numeric(value)) return(sprintf("%.0f", value)) # always a text: 64 bits are no double
  if (nzchar(key[[3]])) member_name(key[[3]], value) else value
}

#' Read a figure of an object
#'
#' @param object A budget, fit, plan, objective, dataset, domain, sampler, evaluation, estimate, hypotheses, coordinator,
#'   audit or law of this package.
#' @param name The name of a figure. [dp_figures] lists them.
#' @param method For a plan: the method whose figure is read. By default the one that is planned.
#' @return A number, or the name of a member of an enumeration. The figure `ledger_head` is a text of digits, since its
#'   64 bits are more than a double holds.
#' @examples
#' budget <- dp_budget(1, 1e-6)
#' dp_figure(budget, "epsilon")
#' dp_figure(budget, "unit")
#' @export
dp_figure <- function(object, name, method = "automatic") {
  object <- live(object)
  kind <- class(object)[1]
  kept <- kept_of_earlier(object)$figures
  if (!is.null(kept)) {
    if (!(is.character(name) && length(name) == 1 && name %in% names(kept))) wrong("name", deparse(name)[1], toString(names(kept)))
    return(kept[[name]])
  }
  family <- c(dpcvx_budget = "BUDGET_FIGURE", dpcvx_fit = "FIT_FIGURE", dpcvx_plan = "PLAN_FIGURE",
              dpcvx_objective = "OBJECTIVE_FIGURE", dpcvx_dataset = "DATASET_FIGURE", dpcvx_domain = "DOMAIN_FIGURE",
              dpcvx_sampler = "SAMPLER_FIGURE", dpcvx_evaluation = "EVALUATION_FIGURE", dpcvx_audit = "AUDIT_FIGURE",
              dpcvx_estimate = "ESTIMATE_FIGURE", dpcvx_covariance = "COVARIANCE_FIGURE",
              dpcvx_hypotheses = "HYPOTHESES_FIGURE", dpcvx_coordinator = "COORDINATOR_FIGURE", dpcvx_local_protocol = "LOCAL_FIGURE",
              dpcvx_test_release_law = "TEST_RELEASE_FIGURE")[kind]
  if (is.na(family)) wrong("object", paste("a", kind), "an object that has figures")
  if (kind == "dpcvx_plan") return(read_figure(family, object, name, member("METHOD", method, "method")))
  read_figure(family, object, name)
}

#' Text and JSON of an object
#'
#' `dp_text()` returns the whole report: `print()` of a model, an estimate or a score shows its main lines. `dp_json()` has the same
#' facts as one JSON object. Of a fit `Privacy:` is what its proof gives at the delta that is stated, `Charged:` what it took from its
#' budget in the terms of the filter. The epsilon and delta that were asked for hold too, and are what to publish.
#' @param object A budget, accountant, plan, fit, guarantee, evaluation, estimate or covariance. Of `dp_json()` a curve too.
#' @return One text.
#' @examples
#' cat(dp_text(dp_budget(1, 1e-6)))
#' @export
dp_text <- function(object) {
  told <- told_in_r(object)
  columns <- attr(object, "columns")
  lines <- c(sprintf("  assumed: %s\n", told$assumed), sprintf("  note: %s\n", told$notes))
  if (length(lines)) lines <- c("Names, levels and classes\n", lines)
  # Models print coefficients with the names of columns.
  text <- sub("\nCoefficients, with noise, in the units of the table[^\n]*:\n(  [^\n]*\n)*", "\n", by_kind(object, "text"))
  text <- named_columns(in_r(text), columns)
  if (!is.null(attr(object, "levels"))) text <- named_levels(text, attr(object, "levels"))
  if (!is.null(attr(object, "of_column"))) text <- sub(" of column [0-9]+", paste0(" of '", literal(attr(object, "of_column")), "'"), text)
  paste0(c(text, lines), collapse = "")
}

#' @rdname dp_text
#' @export
dp_json <- function(object) {
  told <- told_in_r(object)
  list_of <- function(texts) paste0("[", paste(vapply(texts, encodeString, "", quote = "\""), collapse = ","), "]")
  added <- if (length(unlist(told))) sprintf(',"in_r":{"assumed":%s,"notes":%s}}', list_of(told$assumed), list_of(told$notes)) else "}"
  paste0(sub("\\}$", "", by_kind(object, "json")), added)
}

# A text with the names of columns in place of their numbers, where lines begin with those.
named_columns <- function(text, names) {
  place <- regmatches(text, regexec("\n *column = ([0-9]+) \\(", text))[[1]]
  if (length(place) == 2) { # a constant of the record, from 0 in C
    told <- sprintf("column = %.0f (", as.numeric(place[2]) + 1)
    text <- sub("column = [0-9]+ \\(", told, text)
  }
  for (place in seq_along(names)) {
    text <- sub(sprintf("(^|\n)  column %d: ", place), paste0("\\1  ", literal(names[place]), ": "), text)
    text <- sub(sprintf("(\nReleased ranges: (?:[^\n]*[ ,])?)column %d\\b", place), paste0("\\1", literal(names[place])), text, perl = TRUE)
    text <- gsub(sprintf("\n  column %d with column ", place), paste0("\n  ", literal(names[place]), " with column "), text)
    text <- gsub(sprintf(" with column %d: covariance ", place), paste0(" with ", literal(names[place]), ": covariance "), text)
  }
  text
}

# A text with the names of levels in place of their numbers, which are from 0.
named_levels <- function(text, names) {
  text <- sub("the levels of column [0-9]+", "the levels of a column", text)
  for (place in seq_along(names)) text <- sub(sprintf("\n  level %d: ", place - 1), paste0("\n  ", literal(names[place]), ": "), text)
  text
}

# A text as what replaces a match.
literal <- function(text) gsub("\\", "\\\\", text, fixed = TRUE)

# An object with what it tells, for later sessions: R saves its attributes, and nothing of the library.
with_kept <- function(pointer, family, ...) {
  figures <- Filter(Negate(is.null), sapply(names(FIGURES[[family]]$keys), function(name) {
    tryCatch(read_figure(family, pointer, name), dpcvx_error = function(problem) NULL)
  }, simplify = FALSE))
  attr(pointer, "kept") <- list(figures = figures, text = by_kind(pointer, "text"), json = by_kind(pointer, "json"), ...)
  pointer
}

# What such an object of an earlier session kept; NULL of others.
kept_of_earlier <- function(object) {
  kept <- attr(object, "kept")
  if (!is.null(kept) && !.Call(C_alive, object)) kept
}

# What this package assumed or did before the library saw a table: it belongs to the guarantee.
told_in_r <- function(object) {
  if (inherits(object, c("dpcvx_guarantee", "dpcvx_estimate"))) return(attr(object, "told"))
  if (is.list(object) && inherits(object$fit, "dp_fit")) object <- object$fit
  if (inherits(object, "dp_fit")) object$data[c("assumed", "notes")]
}

by_kind <- function(object, what) {
  object <- live(object)
  kept <- kept_of_earlier(object)[[what]]
  if (!is.null(kept)) return(kept)
  call <- paste0(sub("^dpcvx_", "", class(object)[1]), "_to_", what)
  if (is.null(ll[[call]])) wrong("object", paste("a", class(object)[1]), paste("an object that has a", what))
  ll[[call]](object)
}

# The object of the library in a model, or the object itself. A fit, an estimate or a covariance of an earlier session is
# made anew from its bytes.
live <- function(object) {
  if (is.list(object) && !is.null(object$fit)) object <- object$fit
  if (inherits(object, "dp_fit") && !.Call(C_alive, object$pointer)) return(ll$fit_load(object$bytes))
  bytes <- attr(object, "bytes")
  if (!is.null(bytes) && !.Call(C_alive, object)) {
    return(if (inherits(object, "dpcvx_covariance")) ll$covariance_load(bytes) else ll$estimate_load(bytes))
  }
  if (is.list(object) && !is.null(object$pointer)) object$pointer else object
}

#' @export
print.dpcvx_object <- function(x, ...) {
  kind <- sub("^dpcvx_", "", class(x)[1])
  shown <- if (!.Call(C_alive, live(x)) && is.null(attr(x, "kept"))) "that was closed, or of an earlier session\n"
  else if (!is.null(ll[[paste0(kind, "_to_text")]])) sub("\n?$", "\n", dp_text(x))
  else if (!is.null(ll[[paste0(kind, "_to_json")]])) paste0(dp_json(x), "\n") else "\n"
  cat("<dpcvx ", gsub("_", " ", kind), "> ", shown, sep = "")
  invisible(x)
}

#' @export
summary.dpcvx_object <- function(object, ...) object

# What was released, with its main lines, as of a model. summary() has the whole report.
#' @export
print.dpcvx_estimate <- function(x, ...) {
  if (!.Call(C_alive, live(x)) && is.null(attr(x, "kept"))) return(print.dpcvx_object(x))
  lines <- strsplit(dp_text(x), "\n")[[1]]
  first <- seq_along(lines) < match(TRUE, startsWith(lines, "Protects: "), length(lines) + 1)
  shown <- lines[first | startsWith(lines, "Protects: ") | startsWith(lines, "Privacy: ") | grepl("less noise", lines)]
  cat("<dpcvx ", gsub("_", " ", sub("^dpcvx_", "", class(x)[1])), "> ", paste0(shown, "\n"),
      "summary() has the whole report.\n", sep = "")
  invisible(x)
}

#' @export
print.dpcvx_evaluation <- print.dpcvx_estimate

#' @export
print.dpcvx_covariance <- print.dpcvx_estimate

#' @export
summary.dpcvx_estimate <- function(object, ...) structure(dp_text(object), class = "dp_report")

#' @export
summary.dpcvx_evaluation <- summary.dpcvx_estimate

#' @export
summary.dpcvx_covariance <- summary.dpcvx_estimate

# A generator of the operating system, unless one is given.
rng_of <- function(rng) if (is.null(rng)) ll$rng_create() else rng

# What a call may cost, by default all that is left of the budget. Warns of a price that protects next to nothing, if the
# call charges it.
price_of <- function(price, budget, charges = TRUE) {
  if (is.null(price)) return(ll$budget_price(budget, 1))
  if (is.numeric(price)) wrong("price", deparse1(price), "a curve: dp_price(budget, share), or such as dp_approximate(epsilon, delta)")
  if (charges) warn_of(told_of_price(price, budget))
  price
}

# What is to be told of a caller's price before it is charged. One that is left out is the budget's, which told of its own.
told_of_price <- function(price, budget) {
  if (inherits(price, "dpcvx_curve")) weak_privacy(dp_epsilon(price, dp_figure(budget, "delta")))
}

# Runs a release on a rehearsal, which ends where it would pay.
rehearsed <- function(release) tryCatch(release, dpcvx_error_cancelled = function(problem) NULL)

# Makes a release by `create`, which takes what pays. Warnings come when it is known to be accepted, and before its charge.
accepted <- function(told, budget, create) {
  if (length(told)) {
    rehearsed(create(ll$budget_create_rehearsal(budget)))
    warn_of(told)
  }
  create(budget)
}

# The number of units of a table where it is public, else 0: under add/remove nothing may depend on it.
public_units <- function(data, budget) {
  if (dp_figure(budget, "adjacency") != "replace_one") return(0)
  dp_figure(data$pointer, if (dp_figure(budget, "unit") == "user") "users" else "rows")
}

# What is to be told of an (epsilon, delta) that is charged or limits charges. At epsilon = 20 an attack may be right with odds of
# e^20, 5e8 to 1. A mechanism that publishes the data of each unit with probability delta is (0, delta)-private.
LARGE_EPSILON <- 20
FEWEST_UNITS <- 100

weak_privacy <- function(epsilon, delta = 0) {
  told <- c(character(0),
    if (delta >= 1 / FEWEST_UNITS) {
      sprintf(paste("delta = %g is at least 1 / %d: it does not rule out that the data of some unit are told in full. As a rule",
                    "delta is 1e-6 or less"), delta, FEWEST_UNITS)
    },
    if (epsilon >= LARGE_EPSILON) {
      sprintf(paste("epsilon = %g protects next to nothing: what is released may be e^%g times as likely with the data of one unit",
                    "as without. As a rule epsilon is 10 or less"), epsilon, epsilon)
    })
  stats::setNames(told, rep("dpcvx_weak", length(told)))
}

# A budget, with a warning of limits that protect little.
limited <- function(budget) {
  warn_of(weak_privacy(dp_figure(budget, "epsilon"), dp_figure(budget, "delta")))
  budget
}

# ---- Watching long calls ----

check_progress <- function(progress) {
  if (is.null(progress)) return(invisible())
  accepted <- "a function of the steps done and in all"
  if (!is.function(progress)) wrong("progress", class(progress)[1], accepted)
  takes <- names(formals(args(progress)))
  if (length(takes) < 2 && !"..." %in% takes) wrong("progress", paste("a function of", counted(length(takes), "argument")), accepted)
}

# Runs a call with a monitor that looks for interrupts. Returns what it reached, with a warning if it was interrupted.
watched <- function(progress, call, charged = "") {
  check_progress(progress)
  stopped <- FALSE
  # A value such as that of an assignment is none: only TRUE cancels.
  asked <- function(done, total) stopped <<- isTRUE(progress(done, total))
  monitor <- ll$monitor_create(if (!is.null(progress)) asked)
  result <- call(monitor)
  if (.Call(C_interrupted)) dp_warn(paste0("cancelled by an interrupt", charged), "dpcvx_cancelled")
  else if (stopped) dp_warn(paste0("cancelled by 'progress', which returned TRUE", charged), "dpcvx_cancelled")
  result
}

CHARGED <- ": the fit keeps its charge, and holds what it reached. Its outcome is \"cancelled\"."

#' A monitor that another call may cancel
#'
#' Long calls of [dp_lowlevel] take a monitor. Other functions of this package make their own.
#' @param progress A function of the steps done and the steps in all. A true result cancels the call.
#' @param monitor A monitor.
#' @return `dp_monitor()` returns a monitor, `dp_cancelled()` whether it was cancelled.
#' @examples
#' monitor <- dp_monitor()
#' dp_cancel(monitor)
#' dp_cancelled(monitor)
#' @export
dp_monitor <- function(progress = NULL) ll$monitor_create(progress)

#' @rdname dp_monitor
#' @export
dp_cancel <- function(monitor) invisible(ll$monitor_cancel(monitor))

#' @rdname dp_monitor
#' @export
dp_cancelled <- function(monitor) ll$monitor_cancelled(monitor) != 0

#' The version of the library
#' @return A text such as "0.1.0".
#' @examples
#' dp_version()
#' @export
dp_version <- function() ll$version()
