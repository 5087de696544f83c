#' Conditions that this package raises
#'
#' Errors of the library have classes by their status, so that `tryCatch()` tells them apart.
#'
#' | class | raised |
#' |---|---|
#' | `dpcvx_error` | by every call of the library that failed; `status` is its name in C |
#' | `dpcvx_error_argument` | for an argument that is not accepted; the message names it |
#' | `dpcvx_error_budget` | for a charge that does not fit: the data were not read |
#' | `dpcvx_error_unsupported` | where no method applies, or an object lacks what is asked for |
#' | `dpcvx_error_file` | where a ledger's file cannot be made, read or written |
#' | `dpcvx_error_state` | where something is in use, as a ledger's file that is open already |
#' | `dpcvx_error_numeric`, `dpcvx_error_nomem`, ... | by the other statuses |
#' | `dpcvx_interrupted` | where an interrupt ended a call that returns nothing |
#' | `dpcvx_assumed` | as a warning: something public was read off private data |
#' | `dpcvx_not_declared` | as a warning: a range is released privately, for a share of epsilon |
#' | `dpcvx_cancelled` | as a warning: a fit was cancelled, and its charge stays |
#' | `dpcvx_missing` | as a warning: nothing is predicted for some rows |
#'
#' A message about a wrong label or entry names its row and value. Such a message is as private as the data.
#' @name dp_conditions
#' @examples
#' tryCatch(dp_gdp(-1), dpcvx_error_argument = function(e) conditionMessage(e))
NULL

# Conditions have no call: the messages of the library name the function.
dp_stop <- function(message, class = "dpcvx_error_argument", ...) {
  stop(structure(class = c(class, "dpcvx_error", "error", "condition"),
                 list(message = message, call = NULL, ...)))
}

dp_warn <- function(message, class) {
  warning(structure(class = c(class, "dpcvx_warning", "warning", "condition"), list(message = message, call = NULL)))
}

wrong <- function(name, value, accepted) dp_stop(sprintf("argument '%s' = %s; accepted: %s", name, value, accepted))

# "1 row" or "7 rows".
counted <- function(count, noun) sprintf("%.0f %s%s", count, noun, if (count == 1) "" else "s")

# What C calls a status, as a condition.
raise_status <- function(name, message) {
  class <- paste0("dpcvx_error_", tolower(sub("^DPCVX_ERR_", "", name)))
  dp_stop(in_r(message), class, status = name)
}

# What a caller's function raised while the library ran it.
raise_problem <- function(problem, unused) stop(problem)

raise_interrupt <- function(one, two) {
  dp_stop("interrupted by the user. What was charged before stays charged.", "dpcvx_interrupted")
}

wrong_result <- function(length, wanted) {
  told <- list(message = sprintf("the function returned %s; accepted: %.0f", counted(length, "number"), wanted), call = NULL)
  structure(told, class = c("dpcvx_error_callback", "dpcvx_error", "error", "condition"))
}

# Runs a caller's function. Returns doubles, or the condition that it raised.
in_callback <- function(f, arguments) {
  tryCatch({
    # Not do.call(): the call of a condition would hold the arguments, which may be private.
    value <- if (is.null(arguments[[2]])) f(arguments[[1]]) else f(arguments[[1]], arguments[[2]])
    value <- if (is.list(value)) unlist(value) else value
    if (is.numeric(value) || is.logical(value)) as.double(value) else numeric(0)
  }, error = function(problem) problem, interrupt = function(problem) problem)
}

# Calls of C by what makes them in R. Others keep their names in C, which dp_lowlevel has.
CALLS <- c(dpcvx_dataset_create_with_users = "dp_data(users = )",
           dpcvx_dataset_create_with_weights = "dp_data(weights = )",
           dpcvx_dataset_create_with_exposures = "dp_data(exposures = )",
           dpcvx_dataset_create_scaled = "dp_data(ranges = )",
           dpcvx_dataset_create_split = "dp_split()", dpcvx_dataset_release_ranges = "dp_release_ranges()",
           dpcvx_budget_price = "dp_price()", dpcvx_budget_create_ledger = "dp_create_ledger()",
           dpcvx_budget_open_ledger = "dp_open_ledger()", dpcvx_budget_save = "dp_save()",
           dpcvx_budget_load = "dp_load_budget()", dpcvx_budget_describe = "dp_describe()",
           dpcvx_evaluation_create = "dp_evaluate()", dpcvx_estimate_create_mean = "dp_mean()",
           dpcvx_covariance_create = "dp_covariance()",
           dpcvx_release_hypothesis = "dp_select_hypothesis()",
           dpcvx_estimate_create_histogram = "dp_histogram()", dpcvx_estimate_create_cumulative = "dp_cumulative()",
           dpcvx_estimate_create_quantiles = "dp_quantiles()",
           dpcvx_estimate_create_robust = "dp_robust()", dpcvx_estimate_create_variance = "dp_variance()",
           dpcvx_estimate_expected_robust = "dp_expected_robust()",
           dpcvx_fit_table = "dp_fit_table()", dpcvx_fit_create = "dp_fit()", dpcvx_plan_create = "dp_plan()",
           dpcvx_objective_create = "dp_objective()")

# A text of the library with options, enumerations and calls as R has them. The function that failed keeps its name.
in_r <- function(text) {
  path <- regexpr("(?<=the ledger's file ').+(?='[ ;])", text, perl = TRUE)
  if (path > 0) { # the caller's: it stays as it is
    end <- path + attr(path, "match.length")
    return(paste0(in_r(substring(text, 1, path - 1)), substring(text, path, end - 1), in_r(substring(text, end))))
  }
  head <- regmatches(text, regexpr("^dpcvx_[a-z0-9_]+: ", text))
  rest <- if (length(head)) substring(text, nchar(head) + 1) else text
  rest <- gsub("dpcvx_options_set_[fi]64\\(options, DPCVX_[A-Z0-9_]+?_OPTION_([A-Z0-9_]+), ([^,()]+), &err\\)",
               "\\L\\1\\E = \\2", rest, perl = TRUE)
  rest <- gsub("DPCVX_[A-Z0-9_]+?_(?:OPTION|FIGURE)_([A-Z0-9_]+)", "\\L\\1", rest, perl = TRUE)
  rest <- gsub("(?<![\\w*])_(LABEL_HIGH|LABEL_BOUND|SCHEDULE)\\b", "\\L\\1", rest, perl = TRUE)
  rest <- gsub("\\ba DPCVX_([A-Z0-9_]+)_\\*", "a name of \\1 (?dp_options)", rest, perl = TRUE)
  for (family in names(ENUMERATIONS)) {
    rest <- gsub(sprintf("\\bDPCVX_%s_([A-Z0-9_]+)\\b", family), "\"\\L\\1\\E\"", rest, perl = TRUE)
  }
  for (name in names(CALLS)) rest <- gsub(sprintf("\\b%s\\b(?!:)", name), CALLS[[name]], rest, perl = TRUE)
  paste0(head, rest)
}
