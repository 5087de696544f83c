# Runs the tests of the installed R package, and prints one "ok" line for each. Prints lines, options and seconds of the
# programs of tasks.csv as evidence.
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

# The code of the README runs as it stands, one piece after the other. It speaks of a table of rides.
readme <- readLines("bindings/r/README.md")
begins <- which(readme == "```r")
place <- new.env()
place$rides <- data.frame(km = runif(3000, 0, 60), climb = runif(3000, 0, 1500), rider = rep(1:600, 5))
place$rides$minutes <- 5 + 4 * place$rides$km + 0.1 * place$rides$climb
folder <- tempfile("readme")
stopifnot(dir.create(folder))
before <- setwd(folder)
for (begin in begins) {
  piece <- readme[begin + seq_len(which(readme[-seq_len(begin)] == "```")[1] - 1)]
  heading <- sub("^#+ ", "", tail(grep("^## ", readme[seq_len(begin)], value = TRUE), 1))
  problem <- tryCatch({
    utils::capture.output(suppressWarnings(for (call in parse(text = piece)) print(eval(call, place))))
    NULL
  }, error = conditionMessage)
  if (!is.null(problem)) {
    failed <- TRUE
    cat(problem, "\n", sep = "")
  }
  cat(if (is.null(problem)) "ok" else "not ok", " r: the README's piece on ", tolower(heading), "\n", sep = "")
}
setwd(before)
if (length(begins) < 7) {
  failed <- TRUE
  cat("not ok r: the README has", length(begins), "pieces of code\n")
}

# How many options a program sets: arguments that calls of the package pass on.
names_of_options <- unlist(lapply(dpcvx:::OPTIONS, function(family) names(family$keys)))
set_options <- function(code) {
  if (!is.recursive(code)) return(0)
  called <- if (is.call(code)) deparse(code[[1]])[1] else ""
  own <- if (called %in% getNamespaceExports("dpcvx")) {
    sum(names(code) %in% setdiff(names_of_options, names(formals(getExportedValue("dpcvx", called)))))
  }
  sum(own, unlist(lapply(as.list(code), set_options)))
}
seconds <- vapply(results, function(result) result$real[[1]], 0)
names(seconds) <- vapply(results, function(result) sub("^the example ", "", result$test), "")
tasks <- utils::read.csv("tests/install/tasks.csv")
for (i in seq_len(nrow(tasks))) {
  file <- paste0(tasks$program[i], ".R")
  path <- system.file("examples", file, package = "dpcvx")
  if (path == "" || !file %in% names(seconds)) {
    failed <- TRUE
    cat("not ok r: the task ", tasks$task[i], " has no program\n", sep = "")
    next
  }
  code <- readLines(path)
  cat(sprintf("evidence: tasks: %s: R %d lines, %d options set, %.1f s\n", tasks$task[i], sum(!grepl("^\\s*(#.*)?$", code)),
              sum(vapply(parse(path), set_options, 0)), seconds[[file]]))
}
quit(status = if (failed || !length(results)) 1 else 0)
