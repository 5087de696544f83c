# Public functions tell a required argument that is missing by a condition of this package. R's own error has no such class.
# A function that calls missing() itself, or is a model by formula, is left as it is.

NEEDED <- c(budget = "a budget, such as dp_budget(epsilon = 1, delta = 1e-6)", epsilon = "what may be spent, such as 1",
            delta = "well below 1 over the number of units, such as 1e-6",
            ranges = "public ends, known without looking at the data", low = "a public end, known without looking at the data",
            high = "a public end, known without looking at the data", edges = "public edges, which rise, such as c(0, 10, 20)",
            sensitivity = "a number: how far one unit moves the values", price = "what it may cost, such as dp_price(budget, 0.5)",
            data = "a table of dp_data(), or a data frame where there is a formula or a model", fit = "a fit or a model",
            formula = "a formula such as y ~ age + city", loss = "the name of a loss, such as \"logistic\"", plan = "a plan of dp_plan()",
            objective = "an objective of dp_objective()", curve = "a curve, such as dp_gdp(1)",
            units = "how many units there are: a public number, or a guess", key = "16 bytes, as raw or as one text")

needed <- function(names) {
  caller <- parent.frame()
  for (name in names) {
    if (!eval(call("missing", as.name(name)), caller)) next
    accepted <- if (name %in% names(NEEDED)) NEEDED[[name]] else paste0("a value: see ?", as.character(own_call()))
    dp_stop(sprintf("argument '%s' is missing; accepted: %s", name, accepted))
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
