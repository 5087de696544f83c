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
#' | `dpcvx_error_state` | where an object no longer takes this call |
#' | `dpcvx_error_ledger_locked` | where a ledger's file is open already, here or in another process |
#' | `dpcvx_error_ledger_stale` | for a ledger that did not go through the figures that were kept: an older copy, or another |
#' | `dpcvx_error_ledger_damaged` | for what is no whole ledger: damaged, forged, cut off or of another key |
#' | `dpcvx_error_cancelled` | where a monitor was cancelled before the charge, or a rehearsal was to pay: nothing was charged |
#' | `dpcvx_error_numeric`, `dpcvx_error_nomem`, ... | by the other statuses |
#' | `dpcvx_interrupted` | where an interrupt ended a call that returns nothing; before a charge, nothing was charged |
#' | `dpcvx_assumed` | as a warning: something public was read off private data |
#' | `dpcvx_not_declared` | as a warning: a range is released privately, for a share of epsilon |
#' | `dpcvx_not_used` | as a warning: an estimate or a score does not use the weights or the exposures of a table |
#' | `dpcvx_cancelled` | as a warning: a fit was cancelled, and its charge stays; or an interrupt came in a release, which is returned |
#' | `dpcvx_missing` | as a warning: nothing is predicted for some rows, or a device reports a stand-in for a missing value |
#' | `dpcvx_weak` | as a warning: epsilon or delta of a fit, a budget, a price or a local protocol is too large to protect well |
#' | `dpcvx_noise` | as a warning: noise hides a score, a variance, released ranges or what a fit could learn |
#' | `dpcvx_ledger_cut` | as a warning: the end of a ledger's file was written in part, and was cut off |
#' | `dpcvx_clipped` | as a warning: weights above 1 would count as 1, or values for `predict()` are outside of the fit's ranges |
#' | `dpcvx_arithmetic_not_covered` | as a warning: a sampler of a function has no `lipschitz`, so its certificate leaves rounding out |
#'
#' The call of a condition names the function alone, and none of its arguments: they may be private.
#' A message about a wrong label or entry names its row and value, both counted from 1. Such a message is as private as
#' the data, as is the fact that it came.
#' @name dp_conditions
#' @examples
#' tryCatch(dp_gdp(-1), dpcvx_error_argument = function(e) conditionMessage(e))
NULL

dp_stop <- function(message, class = "dpcvx_error_argument", ...) {
  stop(structure(class = c(class, "dpcvx_error", "error", "condition"), list(message = message, call = own_call(), ...)))
}

dp_warn <- function(message, class) {
  warning(structure(class = c(class, "dpcvx_warning", "warning", "condition"), list(message = message, call = own_call())))
}

# Runs code, and warns of what it warned of once nothing was refused: by `check` neither, which runs if there is a warning.
refused_first <- function(code, check = NULL) {
  told <- list()
  result <- withCallingHandlers(code, dpcvx_warning = function(problem) {
    told <<- c(told, list(problem))
    invokeRestart("muffleWarning")
  })
  if (length(told)) check
  for (problem in told) warning(problem)
  invisible(result)
}

# The call of this package that a caller wrote, as a name without arguments; NULL where the caller used dp_lowlevel.
own_call <- function() {
  space <- topenv()
  trusted <- c("base", "stats", "methods", "generics", "graphics")
  parents <- sys.parents()
  place <- sys.nframe()
  found <- NULL
  while (place > 0) {
    f <- sys.function(place)
    top <- topenv(environment(f))
    if (identical(top, space)) {
      name <- public_name(sys.call(place)[[1]], f, space)
      if (!is.null(name)) found <- call(name)
    } else if (!environmentName(top) %in% trusted) {
      break
    }
    # C evaluates these three in no frame: the one below made the call. Arguments are evaluated in the frame of their caller,
    # which is further below. R may name a frame as its own parent: the walk goes down all the same.
    in_no_frame <- any(vapply(list(raise_status, raise_interrupt, warn_of_interrupt), identical, TRUE, f))
    place <- min(place - 1, if (in_no_frame) place - 1 else parents[place])
  }
  found
}

public_name <- function(head, f, space) {
  known <- getNamespaceExports(space)
  if (is.function(head)) return(Find(function(name) identical(get(name, space), f), known))
  if (is.call(head) && deparse(head[[1]]) %in% c("::", ":::")) head <- head[[3]]
  if (!is.name(head)) return(NULL)
  name <- as.character(head)
  if (name %in% known) return(name)
  methods <- getNamespaceInfo(space, "S3methods") # generic, class and method
  generic <- methods[match(name, methods[, 3]), 1]
  if (!is.na(generic)) generic
}

wrong <- function(name, value, accepted) dp_stop(sprintf("argument '%s' = %s; accepted: %s", name, value, accepted))

# A member of a list of names, which may be written short.
one_of <- function(name, given, known) {
  place <- if (is.character(given) && length(given) == 1) pmatch(given, known) else NA
  if (is.na(place)) wrong(name, deparse1(given), toString(paste0("\"", known, "\"")))
  known[place]
}

# "1 row" or "7 rows".
counted <- function(count, noun) sprintf("%.0f %s%s", count, noun, if (count == 1) "" else "s")

# What C calls a status, as a condition.
raise_status <- function(name, message) {
  class <- paste0("dpcvx_error_", tolower(sub("^DPCVX_ERR_", "", name)))
  # Of a call of dp_lowlevel the message is that of C, with its names and its numbers from 0.
  if (is.null(own_call())) dp_stop(message, class, status = name)
  dp_stop(named_in_r(in_r(sub("^dpcvx_[a-z0-9_]+: ", "", message))), class, status = name)
}

# What a caller's function raised while the library ran it.
raise_problem <- function(problem, unused) stop(problem)

raise_interrupt <- function(one, two) {
  dp_stop("interrupted by the user. What was charged before stays charged.", "dpcvx_interrupted")
}

warn_of_interrupt <- function(one = NULL, two = NULL) {
  dp_warn("interrupted while something was released: it was finished and is returned, and its charge stays", "dpcvx_cancelled")
  NULL
}

# The value of a call on what was released, or NULL where the user interrupts it: what was released is returned all the same.
unless_interrupted <- function(call) tryCatch(call, interrupt = function(condition) warn_of_interrupt())

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
           dpcvx_budget_price = "dp_price()", dpcvx_budget_create = "dp_budget()",
           dpcvx_budget_charge_at_delta = "dp_charge(at_delta = )", dpcvx_curve_create_pure = "dp_pure()",
           dpcvx_curve_create_approximate = "dp_approximate()", dpcvx_curve_create_rdp = "dp_rdp()", dpcvx_curve_epsilon = "dp_epsilon()",
           dpcvx_objective_create_public = "dp_public_objective()", dpcvx_coordinator_create = "dp_coordinator()",
           dpcvx_objective_create_with_loss = "dp_objective() with a loss of your own",
           dpcvx_objective_create_from_units = "dp_objective_of_units()", dpcvx_accountant_epsilon = "dp_epsilon()",
           dpcvx_fit_table_plan = "dp_plan_table()", dpcvx_plan_ranking = "dp_ranking()",
           dpcvx_dataset_create_with_max_records_per_user = "dp_data(max_records_per_user = )",
           dpcvx_hypotheses_create_sampled = "dp_own_hypotheses(samples = )", dpcvx_budget_create_ledger = "dp_create_ledger()",
           dpcvx_budget_open_ledger = "dp_open_ledger()", dpcvx_budget_save = "dp_save()",
           dpcvx_budget_load = "dp_load_budget()", dpcvx_budget_describe = "dp_describe()",
           dpcvx_evaluation_create = "dp_evaluate()", dpcvx_estimate_create_mean = "dp_mean()",
           dpcvx_covariance_create = "dp_covariance()", dpcvx_covariance_regression = "dp_regression()",
           dpcvx_covariance_correlation_intervals = "dp_correlation_intervals()",
           dpcvx_release_hypothesis = "dp_select_hypothesis()",
           dpcvx_estimate_create_histogram = "dp_histogram()",
           dpcvx_estimate_create_histogram_from_counts = "dp_histogram_from_counts()",
           dpcvx_estimate_create_cumulative_from_counts = "dp_cumulative_from_counts()",
           dpcvx_estimate_create_cumulative = "dp_cumulative()",
           dpcvx_estimate_create_quantiles = "dp_quantiles()",
           dpcvx_estimate_create_robust = "dp_robust()", dpcvx_estimate_create_variance = "dp_variance()",
           dpcvx_estimate_expected_robust = "dp_expected_robust()",
           dpcvx_fit_table_check = "dp_fit_table()", dpcvx_fit_table = "dp_fit_table()",
           dpcvx_fit_table_on = "dp_fit_table_on()",
           dpcvx_fit_save = "dp_save()", dpcvx_estimate_save = "dp_save()",
           dpcvx_local_protocol_save = "dp_save()", dpcvx_local_aggregator_save = "dp_save()",
           dpcvx_covariance_save = "dp_save()", dpcvx_accountant_save = "dp_save()",
           dpcvx_fit_create = "dp_fit()", dpcvx_plan_create = "dp_plan()",
           dpcvx_objective_create = "dp_objective()")

# Arguments of C by what they are in R.
ARGUMENTS <- c(dataset = "data", source = "data", features = "x", labels = "y", l1_sensitivity = "sensitivity",
               l2_sensitivity = "sensitivity", category = "value", column_indices = "x")

# The message of an error, with arguments and numbers as R has them.
named_in_r <- function(text) {
  for (name in names(ARGUMENTS)) text <- sub(sprintf("^argument '%s'", name), sprintf("argument '%s'", ARGUMENTS[[name]]), text)
  text <- sub("^argument 'value' = (.*); accepted for ([a-z0-9_]+): ", "argument '\\2' = \\1; accepted: ", text)
  text <- sub("^argument '(?:length|size)' = ([0-9]+); accepted: a multiple of ([0-9]+), the size of a report",
              "argument 'reports' = \\1 bytes; accepted: a multiple of \\2 bytes, the size of a report", text,
              perl = TRUE)
  text <- sub("(label -1 in row .* number of classes less 1)$", "\\1; two classes take \"logistic\"", text)
  text <- sub("the same as LABEL_LOW for a loss of classes", "none for a loss of classes, nor a label_range", text, fixed = TRUE)
  text <- sub("write label_low = low and label_high, or label_bound = Y", "write label_range = c(low, high), or label_bound = Y", text,
              fixed = TRUE)
  text <- gsub("= nan\\b", "= NA", text, perl = TRUE)
  text <- gsub("= (-?)inf\\b", "= \\1Inf", text, perl = TRUE)
  sub("(label(s?' =)? [01] in row .*; accepted: -1 or 1)$", "\\1, as dp_data(x, y, classes = c(0, 1)) makes of 0 and 1", text)
}

# Rows, columns and places are counted from 1 in R, and from 0 in C.
from_one <- function(text) {
  found <- gregexpr("(?<=\\brow |\\bcolumn |\\bposition |\\bpart |\\bhypothesis |[a-z]\\[)[0-9]+(?![0-9]|\\.[0-9])", text, perl = TRUE)
  regmatches(text, found) <- lapply(regmatches(text, found), function(numbers) sprintf("%.0f", as.numeric(numbers) + 1))
  text
}

# A text of the library with options, enumerations, calls and numbers of rows as R has them.
in_r <- function(text) {
  path <- regexpr("(?<=the ledger's file ').+(?='[ ;])", text, perl = TRUE)
  if (path > 0) { # the caller's: it stays as it is
    end <- path + attr(path, "match.length")
    return(paste0(in_r(substring(text, 1, path - 1)), substring(text, path, end - 1), in_r(substring(text, end))))
  }
  rest <- from_one(text)
  rest <- gsub("dpcvx_options_set_[fi]64\\((?:options|candidates\\[[0-9]+\\]), DPCVX_[A-Z0-9_]+?_OPTION_([A-Z0-9_]+), ([^,()]+), &err\\)",
               "\\L\\1\\E = \\2", rest, perl = TRUE)
  rest <- gsub("DPCVX_[A-Z0-9_]+?_(?:OPTION|FIGURE)_([A-Z0-9_]+)", "\\L\\1", rest, perl = TRUE)
  rest <- gsub("(?<![\\w*])_([A-Z][A-Z0-9_]+)\\b", "\\L\\1", rest, perl = TRUE)
  rest <- gsub("\\ba DPCVX_([A-Z0-9_]+)_\\*", "a name of \\1 (?dp_options)", rest, perl = TRUE)
  for (family in names(ENUMERATIONS)) {
    rest <- gsub(sprintf("\\bDPCVX_%s_([A-Z0-9_]+)\\b", family), "\"\\L\\1\\E\"", rest, perl = TRUE)
  }
  for (name in names(CALLS)) rest <- gsub(sprintf("\\b%s\\b(?!:)", name), CALLS[[name]], rest, perl = TRUE)
  rest
}
