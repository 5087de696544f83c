interrupt <- function(...) {
  tools::pskill(Sys.getpid(), tools::SIGINT)
  Sys.sleep(0.05)
  FALSE
}
small <- function() {
  set.seed(1)
  d <- data.frame(x = runif(500))
  d$y <- d$x > 0.5
  d
}

test_that("an interrupt cancels a fit, which keeps its charge", {
  skip_on_os("windows")
  budget <- dp_budget(1, 1e-6, filter = "basic")
  expect_warning(model <- dp_glm(y ~ x, small(), binomial(), 0.5, 1e-7, ranges = list(x = c(0, 1)), budget = budget,
                                 method = "noisy_gradient_descent", progress = interrupt), class = "dpcvx_cancelled")
  expect_identical(model$outcome, "cancelled")
  expect_equal(dp_spent(budget)[["epsilon"]], 0.5)
})

test_that("an interrupt drops no release: it is finished, and a warning tells of it", {
  skip_on_os("windows")
  data <- dp_data(matrix(runif(2000), ncol = 2))
  budget <- dp_budget(3, 1e-6, filter = "basic")
  price <- dp_price(budget, 0.1)
  columns <- function() { # R looks at a signal after some steps: the release begins before
    tools::pskill(Sys.getpid(), tools::SIGINT)
    2
  }
  made <- NULL
  expect_warning(made <- dp_lowlevel$covariance_create(budget, dp_rng(), price, data$pointer, c(0, 0), c(1, 1), NULL, columns()),
                 "finished", class = "dpcvx_cancelled")
  expect_equal(dp_figure(made, "columns"), 2)
  # Intervals are computed after the release: they may take longer than it.
  whole <- dp_covariances
  utils::assignInNamespace("dp_covariances", function(object) interrupt(), "dpcvx")
  on.exit(utils::assignInNamespace("dp_covariances", whole, "dpcvx"))
  made <- NULL
  expect_warning(made <- dp_covariance(data, budget, list(0, 1), price), "finished", class = "dpcvx_cancelled")
  expect_equal(dp_figure(made, "columns"), 2)
  expect_equal(dp_figure(budget, "charges"), 2)
})

test_that("a progress function sees steps, and cancels", {
  seen <- NULL
  fit <- function(progress) {
    dp_glm(y ~ x, small(), binomial(), 1, 1e-6, ranges = list(x = c(0, 1)), method = "noisy_gradient_descent", progress = progress)
  }
  expect_warning(model <- fit(function(done, total) {
    seen <<- rbind(seen, c(done, total))
    done >= 2
  }), "cancelled by 'progress'.*keeps its charge", class = "dpcvx_cancelled")
  expect_identical(model$outcome, "cancelled")
  expect_true(all(seen[, 1] <= seen[, 2]))
  share <- 0 # what an assignment gives cancels nothing
  expect_identical(suppressWarnings(fit(function(done, total) share <<- done / total)$outcome), "done")
  expect_identical(share, 1)
  expect_error(dp_glm(y ~ x, small(), binomial(), 1, 1e-6, ranges = list(x = c(0, 1)), progress = function(done, total) stop("no")),
               "^no$")
  expect_error(dp_glm(y ~ x, small(), binomial(), 1, 1e-6, ranges = list(x = c(0, 1)), progress = 3), "'progress'")
})

test_that("an interrupt in a caller's function ends a call without a monitor", {
  skip_on_os("windows")
  expect_error(dp_calibrate(dp_accountant(), function(z, trial) interrupt(), 0.3, 100, 1, 1e-6), class = "dpcvx_interrupted")
})

test_that("a monitor cancels", {
  monitor <- dp_monitor()
  expect_false(dp_cancelled(monitor))
  dp_cancel(monitor)
  expect_true(dp_cancelled(monitor))
})
