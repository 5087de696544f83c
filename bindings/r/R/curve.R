# The adjacencies that events of a curve are for, as print() names them.
held_under <- function(curve) {
  kinds <- regmatches(dp_json(curve), gregexpr('(?<="kind":")[a-z_]+', dp_json(curve), perl = TRUE))[[1]]
  unique(c(attr(curve, "adjacency"), if (any(kinds %in% c("poisson_gaussian", "random_allocation"))) "add/remove",
           if (any(kinds %in% c("fixed_size_gaussian", "replaced_gaussian", "replaced_allocation"))) "replace-one"))
}

under <- function(curve, adjacency) {
  attr(curve, "adjacency") <- adjacency
  curve
}

#' @export
print.dpcvx_curve <- function(x, ...) {
  if (!.Call(C_alive, x)) return(NextMethod())
  events <- regmatches(dp_json(x), gregexpr('\\{"kind":[^{}]*\\}', dp_json(x)))[[1]]
  shown <- vapply(events, function(event) {
    inside <- sub('^\\{"kind":"([a-z_]+)",?(.*?),?"count":([0-9.e+]+)\\}$', "\\1(\\2) x \\3", event, perl = TRUE)
    strtrim(sub(" x 1$", "", gsub(",", ", ", gsub('"([a-z_]+)":', "\\1 = ", inside))), 100)
  }, "")
  adjacency <- held_under(x)
  cat("<dpcvx curve> ", paste(shown, collapse = ", "), if (length(adjacency)) paste0(" (", toString(adjacency), ")"), "\n", sep = "")
  if ("add/remove" %in% adjacency) {
    cat("Holds where one unit is added or removed. Under replace-one, the default of budgets and fits, epsilon is greater: see ?dp_curve\n")
  }
  invisible(x)
}
