# Runs the tests of the installed R package, and prints one "ok" line for each.
Sys.setenv(NOT_CRAN = "true") # the examples run too
results <- testthat::test_dir("bindings/r/tests/testthat", package = "dpcvx", load_package = "installed", reporter = "silent",
                              stop_on_failure = FALSE)
failed <- FALSE
for (result in results) {
  bad <- Filter(function(one) inherits(one, c("expectation_failure", "expectation_error", "expectation_warning")), result$results)
  skipped <- Filter(function(one) inherits(one, "expectation_skip"), result$results)
  for (one in bad) cat(sub("\n+$", "", conditionMessage(one)), "\n")
  name <- paste("r:", result$test)
  if (length(bad)) {
    failed <- TRUE
    cat("not ok ", name, "\n", sep = "")
  } else if (length(skipped)) {
    cat("skip ", name, ": ", conditionMessage(skipped[[1]]), "\n", sep = "")
  } else {
    cat("ok ", name, "\n", sep = "")
  }
}
quit(status = if (failed || !length(results)) 1 else 0)
