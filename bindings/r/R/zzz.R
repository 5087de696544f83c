# Public functions tell a required argument that is missing by a condition of this package. R's own error has no such class.
# A function that calls missing() itself, or is a model by formula, is left as it is.

needed <- function(names) {
  caller <- parent.frame()
  for (name in names) {
    if (!eval(call("missing", as.name(name)), caller)) next
    wrong(name, "missing", switch(name, epsilon = "what may be spent, such as 1",
                                  delta = "well below 1 over the number of units, such as 1e-6",
                                  ranges = "public ends, known without looking at the data", "a value: see the help page"))
  }
}

for (name in grep("^(dp|nonprivate)_", ls(), value = TRUE)) {
  f <- get(name)
  if (!is.function(f) || any(c("missing", "fit_model") %in% all.names(body(f)))) next
  required <- setdiff(names(Filter(function(default) identical(default, quote(expr = )), as.list(formals(f)))), "...")
  if (!length(required)) next
  body(f) <- call("{", call("needed", required), body(f))
  assign(name, f)
}
rm(name, f, required)
