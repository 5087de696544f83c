# Budgets in files, and the records of releases.

#' Budgets that last
#'
#' A budget in memory ends with its process. `dp_create_ledger()` makes one whose ledger is a new file, and
#' `dp_open_ledger()` goes on with it. Each charge is on the disk before the data are read. A process that is killed
#' has left all charges that it went by.
#'
#' One process at a time has the file. `close()` gives it up at once, and R's collector does so later. A budget that
#' was closed refuses every call.
#'
#' The file alone does not show that it is an older copy. Keep the figures `ledger_frames` and `ledger_head` where the
#' file's owner cannot change them. A ledger that did not go through them is refused.
#'
#' Refusals have classes: `dpcvx_error_ledger_stale`, `dpcvx_error_ledger_damaged` and `dpcvx_error_ledger_locked`
#' ([dp_conditions]).
#'
#' [dp_save()] returns a budget as bytes. Each budget that `dp_load_budget()` makes of them allows what is left once
#' more. Go on with one of them alone.
#' @param path A file's name. `dp_create_ledger()` refuses the name of a file that exists.
#' @inheritParams dp_budget
#' @param key A raw vector of 16 secret bytes, which shows forged charges. Without a key damage alone is seen.
#' @param ... For `dp_create_ledger()`: options, as in [dp_budget()]. For `dp_describe()`: texts by the names of their
#'   fields, which are `time_span`, `trust_model`, `unprotected` and `rationale`. `close()` takes none.
#' @param frames,head The figures that were kept, or 0 and 0.
#' @param bytes What [dp_save()] returned.
#' @param con A budget.
#' @return `dp_create_ledger()`, `dp_open_ledger()` and `dp_load_budget()` return a budget, as does `dp_describe()`.
#'   `close()` returns `NULL`.
#' @examples
#' path <- tempfile(fileext = ".ledger")
#' budget <- dp_create_ledger(path, epsilon = 1, delta = 1e-6, unit = "user")
#' dp_describe(budget, time_span = "one day of a user")
#' dp_charge(budget, dp_price(budget, 0.5), label = "a count")
#' frames <- dp_figure(budget, "ledger_frames")
#' head <- dp_figure(budget, "ledger_head")
#' close(budget)
#' budget <- dp_open_ledger(path, frames = frames, head = head)
#' dp_spent(budget)
#' close(budget)
#' @export
dp_create_ledger <- function(path, epsilon, delta, unit = "record", adjacency = "replace_one", key = NULL, ...) {
  limited(ll$budget_create_ledger(file_name(path), key, epsilon, delta, member("ADJACENCY", adjacency, "adjacency"),
                                  member("UNIT", unit, "unit"), make_options("BUDGET_OPTION", list(...))))
}

#' @rdname dp_create_ledger
#' @export
dp_open_ledger <- function(path, key = NULL, frames = 0, head = 0) {
  opened <- ll$budget_open_ledger(file_name(path), key, frames, head)
  cut <- dp_figure(opened, "ledger_cut_bytes")
  if (cut > 0) {
    dp_warn(paste0("the ledger's last ", counted(cut, "byte"), " were no whole record, and were cut off. After a crash nothing is ",
                   "lost: no data were read for that charge. A file that was shortened later may lack a charge: keep the figures ",
                   "'ledger_frames' and 'ledger_head' elsewhere, and give them to dp_open_ledger()."), "dpcvx_ledger_cut")
  }
  opened
}

#' @rdname dp_create_ledger
#' @export
dp_load_budget <- function(bytes, key = NULL) ll$budget_load(of_kind(bytes, "dpcvxlgr"), key)

#' @rdname dp_create_ledger
#' @export
dp_describe <- function(budget, ...) {
  given <- list(...)
  fields <- if (is.null(names(given))) rep("", length(given)) else names(given)
  # All names first: no text enters if one is wrong.
  numbers <- vapply(fields, function(field) member("BUDGET_FIELD", field, "field"), 0)
  for (i in seq_along(given)) ll$budget_describe(budget, numbers[[i]], given[[i]])
  invisible(budget)
}

#' @rdname dp_create_ledger
#' @export
close.dpcvx_budget <- function(con, ...) invisible(.Call(C_close_budget, con))

file_name <- function(path) {
  if (!is.character(path) || length(path) != 1 || is.na(path)) wrong("path", deparse1(path), "the name of one file, as text")
  path.expand(path)
}

#' The guarantee of a release or a fit
#'
#' The record of unit, adjacency, curve and constants. Its text says which of them are enforced, and which assumed.
#' @param object A fit, an evaluation or an estimate, or a release that was made with `guarantee = TRUE`.
#' @param name The name of a constant in the record.
#' @return `dp_guarantee()` returns an object of class `dpcvx_guarantee`, `dp_constant()` a list of the value and its
#'   origin:
#'   "enforced", "assumed" or "public". `dp_guarantee_curve()` returns the privacy as a curve, which keeps unit and
#'   adjacency; `dp_guarantee_terms()` a list of `adjacency` and `unit`.
#' @examples
#' budget <- dp_budget(1, 1e-6)
#' released <- dp_release_gaussian(budget, 10, sensitivity = 1, guarantee = TRUE)
#' dp_guarantee(released)
#' @export
dp_guarantee <- function(object) {
  kept <- attr(object, "guarantee")
  if (!is.null(kept)) return(kept)
  told <- told_in_r(object)
  object <- live(object)
  if (inherits(object, "dpcvx_fit")) return(structure(ll$fit_guarantee(object), told = told))
  if (inherits(object, "dpcvx_evaluation")) return(ll$evaluation_guarantee(object))
  if (inherits(object, "dpcvx_estimate")) return(ll$estimate_guarantee(object))
  if (inherits(object, "dpcvx_covariance")) return(ll$covariance_guarantee(object))
  wrong("object", paste("a", class(object)[1]), "a fit, an evaluation, an estimate, or a release made with guarantee = TRUE")
}

#' @rdname dp_guarantee
#' @export
dp_constant <- function(object, name) {
  if (!inherits(object, "dpcvx_guarantee")) object <- dp_guarantee(object)
  found <- ll$guarantee_constant(object, name)
  list(value = found$value, origin = member_name("ORIGIN", found$origin))
}

#' @rdname dp_guarantee
#' @export
dp_guarantee_curve <- function(object) {
  if (!inherits(object, "dpcvx_guarantee")) object <- dp_guarantee(object)
  ll$guarantee_curve(object)
}

#' @rdname dp_guarantee
#' @export
dp_guarantee_terms <- function(object) {
  if (!inherits(object, "dpcvx_guarantee")) object <- dp_guarantee(object)
  found <- ll$guarantee_terms(object)
  list(adjacency = member_name("ADJACENCY", found$adjacency), unit = member_name("UNIT", found$unit))
}
