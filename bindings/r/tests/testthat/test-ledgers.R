key <- charToRaw("sixteen bytes...")

# A ledger with one charge that was closed: its file, an older copy of it, its figures, its bytes.
closed_ledger <- function() {
  path <- new_file()
  budget <- dp_create_ledger(path, 1, 1e-6, unit = "user", key = key)
  dp_describe(budget, rationale = "a first look")
  older <- readBin(path, "raw", 1e5)
  dp_charge(budget, dp_price(budget, 0.25), label = "a count")
  made <- list(path = path, older = older, frames = dp_figure(budget, "ledger_frames"),
               head = dp_figure(budget, "ledger_head"), spent = dp_figure(budget, "main_spent"), stored = dp_save(budget))
  close(budget)
  made
}

new_file <- function() tempfile(fileext = ".ledger")

test_that("a ledger goes on where it ended", {
  made <- closed_ledger()
  expect_type(made$head, "character")
  for (i in 1:2) {
    budget <- dp_open_ledger(made$path, key, made$frames, made$head)
    expect_identical(dp_figure(budget, "charges"), i + 0)
    dp_charge(budget, dp_price(budget, 0.25), label = "one more")
    close(budget)
  }
  budget <- dp_open_ledger(made$path, key)
  expect_gt(dp_figure(budget, "main_spent"), made$spent)
  expect_match(dp_json(budget), "a first look")
  expect_identical(dp_figure(budget, "ledger_frames"), made$frames + 2)
})

test_that("a ledger is refused that is open, older, damaged or of another key", {
  made <- closed_ledger()
  budget <- dp_open_ledger(made$path, key)
  expect_error(dp_open_ledger(made$path, key), "open already", class = "dpcvx_error_ledger_locked")
  close(budget)
  expect_error(dp_open_ledger(made$path), "'key'", class = "dpcvx_error_argument")
  expect_error(dp_open_ledger(made$path, rev(key)), "another key", class = "dpcvx_error_ledger_damaged")
  expect_error(dp_open_ledger(made$path, "sixteen bytes..."), "'key' = character; accepted: a raw vector")
  expect_error(dp_create_ledger(made$path, 1, 1e-6), class = "dpcvx_error")
  expect_error(dp_open_ledger(new_file()), class = "dpcvx_error_file")
  looks <- "DPCVX_FILTER_GDP 'x' dpcvx_budget_create"
  expect_error(dp_open_ledger(paste0(new_file(), looks)), paste0(looks, "' could not be opened"), fixed = TRUE)
  writeBin(made$older, made$path)
  expect_error(dp_open_ledger(made$path, key, made$frames, made$head), "older", class = "dpcvx_error_ledger_stale")
  expect_error(dp_open_ledger(made$path, key, made$frames, 2^60), "'head'", class = "dpcvx_error_argument")
  for (head in c("", "1x", "9223372036854775808")) {
    expect_error(dp_open_ledger(made$path, key, made$frames, head), "accepted: a whole number of 64 bits")
  }
  expect_no_error(close(dp_open_ledger(made$path, key)))
})

test_that("a ledger that was cut in a record warns once, and lacks that charge", {
  made <- closed_ledger()
  whole <- readBin(made$path, "raw", 1e5)
  writeBin(head(whole, -3), made$path)
  expect_warning(budget <- dp_open_ledger(made$path, key), "bytes were no whole record", class = "dpcvx_ledger_cut")
  expect_identical(dp_figure(budget, "charges"), 0)
  close(budget)
  expect_silent(close(dp_open_ledger(made$path, key)))
})

test_that("saved bytes are a budget, and cut-off ones are refused", {
  made <- closed_ledger()
  budget <- dp_load_budget(made$stored, key)
  expect_identical(dp_figure(budget, "main_spent"), made$spent)
  expect_identical(dp_figure(budget, "ledger_head"), made$head)
  expect_error(dp_load_budget(head(made$stored, -24), key), "'bytes'.*cut off", class = "dpcvx_error_ledger_damaged")
  expect_error(dp_load_budget(made$stored), "'key'", class = "dpcvx_error_argument")
  expect_error(dp_load_budget(raw(0)), "'bytes'", class = "dpcvx_error_ledger_damaged")
  expect_error(dp_load_budget("bytes"), "'bytes' = character", class = "dpcvx_error_argument")
  expect_identical(dp_text(dp_load_budget(dp_save(dp_budget(1, 1e-6)))), dp_text(dp_budget(1, 1e-6)))
})

test_that("fields enter by their names", {
  budget <- dp_budget(1, 1e-6)
  expect_identical(dp_describe(budget, unprotected = "who takes part", time_span = "one day"), budget)
  expect_match(dp_json(budget), "who takes part")
  before <- dp_figure(budget, "ledger_frames")
  expect_error(dp_describe(budget, rationale = "why", reason = "why"), "'field' = \"reason\"; accepted: time_span",
               class = "dpcvx_error_argument")
  expect_error(dp_describe(budget, "one day"), "'field'", class = "dpcvx_error_argument")
  expect_error(dp_describe(budget, rationale = 3), "'text'", class = "dpcvx_error_argument")
  expect_identical(dp_figure(budget, "ledger_frames"), before)
})

test_that("a closed budget refuses every call, and none is closed in a call of the library", {
  budget <- dp_budget(1, 1e-6)
  expect_null(close(budget))
  expect_null(close(budget))
  expect_error(dp_price(budget), "'budget' = an object that was closed", class = "dpcvx_error_argument")
  expect_output(print(budget), "closed")
  other <- dp_budget(1, 1e-6)
  closing <- function(z, trial) close(other)
  expect_error(dp_calibrate(dp_accountant(), closing, 0.3, 100, 1, 1e-6), "in a function that the library runs")
  expect_identical(dp_spent(other)[["charges"]], 0)
  expect_null(close(other))
})

test_that("a killed process has left its charges", {
  skip_on_cran()
  skip_on_os("windows")
  path <- new_file()
  program <- sprintf("library(dpcvx); b <- dp_create_ledger('%s', 1, 1e-6); dp_charge(b, dp_price(b, 0.5)); %s", path,
                     "tools::pskill(Sys.getpid(), tools::SIGKILL); Sys.sleep(60)")
  runner <- file.path(R.home("bin"), "Rscript")
  suppressWarnings(system2(runner, c("--vanilla", "-e", shQuote(program)), stdout = FALSE, stderr = FALSE))
  expect_identical(dp_spent(dp_open_ledger(path))[["charges"]], 1)
})

test_that("a budget pays for a selection", {
  d <- data.frame(x = seq(0.001, 1, 0.001))
  data <- dp_data(d["x"], d$x > 0.4)
  budget <- dp_budget(10, 1e-4, filter = "basic")
  paid <- function(pays, ...) {
    dp_select(data, "logistic", 8, 1e-5, list(list(l2 = 0), list(l2 = 10)), ranges = list(0, 1), budget = pays, ...)
  }
  expect_true(paid(budget)$chosen %in% 1:2)
  expect_equal(dp_spent(budget)[["epsilon"]], 8)
  expect_match(dp_text(budget), "a choice among fits of a table")
  expect_error(paid(budget), "does not fit", class = "dpcvx_error_budget")
  expect_identical(dp_spent(budget)[["charges"]], 1)
  expect_error(paid(dp_budget(10, 1e-4)), "filter \"gdp\"; accepted: one that takes (epsilon, delta)", fixed = TRUE)
  expect_error(paid(dp_budget(10, 1e-4, filter = "basic"), unit = "user"), "'unit' = \"user\"; accepted: the unit of the budget")
  expect_error(paid(dp_budget(10, 1e-4, filter = "basic", adjacency = "add_remove")), "nominal_units = n")
})
