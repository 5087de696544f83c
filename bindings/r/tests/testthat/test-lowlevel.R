test_that("every function of the symbol table is reachable", {
  library <- Sys.getenv("DPCVX_LIBRARY")
  skip_if(library == "" || Sys.which("nm") == "", "DPCVX_LIBRARY names no library, or there is no nm")
  shown <- system2("nm", c("-D", "--defined-only", library), stdout = TRUE)
  exported <- sub("@.*", "", sub(".* T ", "", grep(" T dpcvx_", shown, value = TRUE)))
  expect_gt(length(exported), 200)
  known <- c(names(dp_lowlevel), dpcvx:::FINALIZERS)
  expect_identical(setdiff(sub("^dpcvx_", "", exported), known), character(0))
  expect_identical(setdiff(known, sub("^dpcvx_", "", exported)), character(0))
})

test_that("functions that no other function of the package calls are listed, with reasons", {
  alone <- c(local_aggregator_add = "local_aggregator_add_each takes one report too",
             dataset_create_dense_f32 = "numbers of R are doubles", dataset_create_csr_f32 = "numbers of R are doubles",
             dataset_shape = "dp_figure() tells it", ids_of_names = "dp_data() calls it from C",
             partial_sum_add_blocks = "dp_sum_part() takes blocks", partial_sum_add_dense_f32 = "numbers of R are doubles",
             options_get_f64 = "options are read where they are given",
             options_get_i64 = "as well", options_get_bounds_f64 = "dp_options has the bounds",
             options_get_bounds_i64 = "as well", progress_get_i64 = "callbacks of progress get both numbers",
             fit_table_select_check = "dp_select() checks before it releases",
             fit_table_check = "dp_plan_table() checks as much", plan_notes = "dp_text() of a plan has them",
             status_name = "conditions have classes", reference_liang2020_rdp = "a published bound for comparison",
             reference_mironov2017_epsilon = "as well", reference_wang2022_min_epsilon = "as well",
             reference_wang2022_noise = "as well", reference_wang2022_schedule = "as well",
             reference_feldman2018_rdp = "as well", reference_feldman2021_epsilon = "as well",
             reference_feldman2023_epsilon = "as well")
  space <- asNamespace("dpcvx")
  bodies <- lapply(setdiff(ls(space), c("lowlevel_functions", "dp_lowlevel", "ll")), function(name) {
    object <- get(name, space)
    if (is.function(object)) deparse(object) else unlist(object)
  })
  text <- paste(unlist(bodies), collapse = "\n")
  called <- unique(c(sub("^ll\\$", "", regmatches(text, gregexpr("ll\\$[a-z0-9_]+", text))[[1]]),
                     unlist(lapply(dpcvx:::OPTIONS, `[[`, "create")), unlist(lapply(dpcvx:::FIGURES, `[[`, "getters")),
                     paste0("rng_draw_", c("discrete_gaussian", "rounded_gaussian", "discrete_laplace",
                                           "truncated_discrete_laplace", "uniform", "bernoulli_exp", "bytes")),
                     grep("_to_(text|json)$", names(dp_lowlevel), value = TRUE)))
  uncalled <- setdiff(names(dp_lowlevel), called)
  expect_identical(sort(setdiff(uncalled, names(alone))), character(0))
  expect_identical(setdiff(called, names(dp_lowlevel)), character(0))
})

test_that("every option has the type that the tables say", {
  for (family in dpcvx:::OPTIONS) {
    made <- dp_lowlevel[[family$create]]()
    for (key in family$keys) {
      bounds <- list(f64 = dp_lowlevel$options_get_bounds_f64, i64 = dp_lowlevel$options_get_bounds_i64)
      expect_lte(bounds[[key[[2]]]](made, key[[1]])$low, bounds[[key[[2]]]](made, key[[1]])$high)
      expect_error(bounds[[setdiff(c("f64", "i64"), key[[2]])]](made, key[[1]]), class = "dpcvx_error")
    }
  }
})

test_that("arguments of another kind are refused by their names", {
  expect_error(dp_gdp("one"), "'mu' = a character of length 1; accepted: one number", class = "dpcvx_error_argument")
  expect_error(dp_gdp(-1), "'mu' = -1", class = "dpcvx_error_argument")
  expect_error(dp_add(dp_accountant(), dp_gdp(1), 1.5), "'count' = 1.5; accepted: a whole number")
  expect_error(dp_add(dp_accountant(), dp_gdp(1), NA), "'count'")
  expect_error(dp_price(dp_gdp(1)), "'budget' = an object of another class; accepted: an object of class dpcvx_budget")
  expect_error(dp_price(NULL), "budget", class = "dpcvx_error_argument")
  expect_error(dp_price(3), "'budget' = double")
  expect_error(dp_compose(list(1)), "'parts'")
  expect_error(dp_lowlevel$dataset_create_dense(1:5, 2, 3, 1, 2), "'features' = 5 values; accepted: 6 of them")
  expect_error(dp_lowlevel$dataset_create_dense(1:5, 2, 3, 1e300, 2), "row_stride")
  expect_error(dp_lowlevel$dataset_create_csr(c(0, 1), 5, 1, 1, 2), class = "dpcvx_error_argument")
  expect_error(dp_lowlevel$dataset_create_csr(numeric(0), 0, 0, -1, 2), class = "dpcvx_error_argument")
  expect_error(dp_lowlevel$fit_load(raw(10)), class = "dpcvx_error")
  expect_error(dp_release_gaussian(dp_budget(1, 1e-6), factor("a"), 1), "'values' = a factor")
  expect_error(dp_draw(dp_rng(), -1, sigma = 2), class = "dpcvx_error_argument")
  expect_error(dp_budget(1, 1e-6, unit = "people"), "accepted: record, user")
  expect_error(dp_budget(1, 1e-6, filtre = "gdp"), "'filtre' = no option; accepted: filter")
})

test_that("objects of an earlier session are told as such", {
  stored <- tempfile()
  saveRDS(dp_budget(1, 1e-6), stored)
  expect_error(dp_price(readRDS(stored)), "earlier session")
  expect_output(print(readRDS(stored)), "earlier session")
})

test_that("what a caller's function raises arrives as it was, and nothing jumps through the library", {
  sampler <- function(f) dp_sampler(f, dimension = 2, lipschitz = 2, quadratic = 1)
  expect_error(nonprivate_draw(sampler(function(x) stop("mine")), 2), "^mine$")
  expect_error(sampler(1), "objective")
  expect_error(nonprivate_draw(sampler(function(x) 1), 2), "the function returned 1 number; accepted: 3")
  own <- structure(class = c("mine", "error", "condition"), list(message = "own", call = NULL))
  expect_error(dp_calibrate(dp_accountant(), function(z, trial) stop(own), 0.3, 100, 1, 1e-6), class = "mine")
  # A jump to a restart outside ends the call, and does not leave through it.
  armed <- FALSE
  jumping <- sampler(function(x) if (armed) invokeRestart("out") else c(sum(abs(x)), sign(x)))
  armed <- TRUE
  jumped <- withRestarts(tryCatch(nonprivate_draw(jumping, 2), error = function(e) "error"),
                         out = function() "jumped")
  expect_identical(jumped, "error")
  kept <- NULL
  dp_calibrate(dp_accountant(), function(z, trial) {
    kept <<- trial
    dp_add(trial, dp_gaussian(z))
  }, 0.3, 100, 1, 1e-6)
  expect_error(dp_epsilon(kept, 1e-6), "callback that has ended")
})

test_that("the message of a failing loss does not show the record that it met", {
  data <- dp_data(matrix(c(0.5, -0.5)), c(0.625, 0.125))
  fails <- function(z, label) if (label %in% c(0.625, 0.125)) stop("mine") else c(abs(z - label), sign(z - label))
  objective <- dp_objective(data, fails, max_slope = 1, max_curvature = Inf, label_bound = 1, row_bound = 2)
  problem <- tryCatch(nonprivate_value(objective, c(0, 0)), error = identity)
  expect_false(grepl("625|125", paste(deparse(problem$call), conditionMessage(problem), collapse = "")))
})

test_that("handles and callbacks live as long as what uses them", {
  make <- function() {
    scale <- 2
    data <- dp_data(matrix(c(0.5, -0.5)), c(0.5, 0.25))
    objective <- dp_objective(data, function(z, label) c(scale * abs(z - label), scale * sign(z - label)), max_slope = 2,
                              max_curvature = Inf, label_bound = 1, row_bound = 2)
    dp_plan(dp_budget(1, 1e-6), objective)
  }
  plan <- make()
  gctorture(FALSE)
  for (i in 1:3) gc()
  expect_identical(dp_figure(suppressWarnings(dp_fit(dp_budget(2, 1e-5), plan), "dpcvx_noise"), "outcome"), "done")
})

test_that("objects that are made and dropped do not add up", {
  resident <- function() as.numeric(strsplit(readLines("/proc/self/statm"), " ")[[1]][2]) * 4096
  skip_if(!file.exists("/proc/self/statm"), "there is no /proc/self/statm")
  count <- 8000
  cycle <- function() {
    for (i in seq_len(count)) {
      dp_gdp(1)
      dp_rng("seed")
    }
    gc()
    resident()
  }
  cycle()
  grown <- function() {
    before <- cycle()
    for (i in 1:2) after <- cycle()
    after - before
  }
  # 32,000 objects between the two: 40 bytes of each that stayed would be seen beside what R takes for itself. R may take a
  # page or more at any time, and a leak goes on: the least of five counts.
  growth <- grown()
  for (i in 1:4) if (growth >= 1.2e6) growth <- min(growth, grown())
  expect_lt(growth, 1.2e6)
})
