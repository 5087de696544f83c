# Makes a budget, releases a vector and reads an error. Prints "ok" lines.
library(dpcvx)

failed <- FALSE
test <- function(name, good) {
  cat(if (isTRUE(good)) "ok" else "not ok", " r: ", name, "\n", sep = "")
  if (!isTRUE(good)) failed <<- TRUE
}

test("version", grepl("^[0-9]+[.][0-9]+[.][0-9]+$", dp_version()))

budget <- dp_budget(1, 1e-6)
rng <- dp_rng()
noisy <- dp_release_gaussian(budget, rng, dp_price(budget, 0.5), c(10, 20, 30), 1)
test("release of a vector", length(noisy) == 3 && all(noisy != c(10, 20, 30)))
test("the ledger lists the release", startsWith(dp_ledger(budget), "{"))

seeded <- function() dp_release_gaussian(dp_budget(1, 1e-6), dp_rng("seed"), dp_gdp(0.1), 1, 1)
test("the same seed gives the same release", identical(seeded(), seeded()))

problem <- tryCatch(dp_gdp(-1), dpcvx_error = identity)
test("a bad argument is named", inherits(problem, "dpcvx_error") && grepl("'mu' = -1", problem$message, fixed = TRUE))

problem <- tryCatch(dp_release_gaussian(budget, rng, dp_gdp(50), 1, 1), dpcvx_error = identity)
test("a charge beyond the budget is refused", identical(problem$status, "DPCVX_ERR_BUDGET"))

invisible(gc())
quit(status = if (failed) 1 else 0)
