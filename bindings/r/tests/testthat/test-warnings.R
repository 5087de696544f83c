made_up <- function(n = 1000) {
  set.seed(8)
  d <- data.frame(x = runif(n), w = 2 * runif(n), town = rep_len(c("u", "v"), n))
  d$y <- d$x + 0.1 * runif(n)
  d$g <- factor(ifelse(d$x > 0.5, "no", "yes"))
  d$f <- factor(d$town)
  d
}
ends <- list(x = c(0, 1), y = c(0, 1.1))

test_that("guarantees that protect little, and fits that learn nothing, warn and are printed", {
  d <- made_up(100)
  expect_warning(weak <- dp_lm(y ~ x, d, epsilon = 1000, delta = 0.5, ranges = ends), "above 10.*1 / units", class = "dpcvx_weak")
  expect_output(print(weak), "Warning: epsilon is above 10.*Warning: delta is at least 1 / units")
  expect_warning(fit <- dp_fit_table(dp_data(d["x"], d$g), "logistic", 20, 1e-6, ranges = list(0, 1)), class = "dpcvx_weak")
  expect_output(print(fit), "Warning: epsilon is above 10")
  expect_warning(noise <- withCallingHandlers(dp_glm(am ~ wt + hp, mtcars, epsilon = 1, delta = 1e-6),
                                              dpcvx_not_declared = function(w) invokeRestart("muffleWarning")),
                 "the fit is likely no better than the most frequent class.*mostly noise", class = "dpcvx_noise")
  expect_output(print(noise), "Warning: ranges are mostly noise")
  expect_silent(good <- dp_lm(y ~ x, made_up(), epsilon = 5, delta = 1e-6, ranges = ends))
  expect_false(any(grepl("Warning", capture.output(print(good)))))
})

test_that("budgets and prices that protect little warn, before the charge", {
  expect_warning(budget <- dp_budget(1000, 1e-6), "epsilon = 1000 protects next to nothing", class = "dpcvx_weak")
  expect_warning(dp_budget(1, 0.5), "delta = 0.5 is at least 1 / 100", class = "dpcvx_weak")
  path <- tempfile()
  expect_warning(dp_create_ledger(path, 1000, 1e-6), "epsilon = 1000", class = "dpcvx_weak")
  expect_silent(dp_budget(10, 1e-4))
  expect_warning(dp_local_mean(0, 1, 20), "epsilon = 20 protects next to nothing", class = "dpcvx_weak")
  expect_silent(dp_local_frequencies(3, 2))
  d <- dp_data(matrix(runif(400), ncol = 2))
  releases <- list(function(price) dp_mean(d, budget, list(0, 1), price), function(price) dp_release_gaussian(budget, 1, 1, price = price),
                   function(price) dp_covariance(d, budget, list(0, 1), price),
                   function(price) dp_cumulative(d, budget, 0:1, price = price))
  for (release in releases) {
    expect_warning(release(dp_price(budget, epsilon = 80)), "epsilon = 80", class = "dpcvx_weak")
    expect_silent(suppressWarnings(release(dp_price(budget, epsilon = 2)), classes = "dpcvx_noise"))
  }
  before <- dp_figure(budget, "charges")
  expect_error(withCallingHandlers(dp_mean(d, budget, list(0, 1), dp_gdp(9)), dpcvx_weak = function(w) stop("weak")), "weak")
  expect_identical(dp_figure(budget, "charges"), before)
  expect_silent(dp_expected_mean(budget, 100, 0, 1, 0.5, 0.2, price = dp_gdp(9)))
})

test_that("a variance that noise hides warns", {
  set.seed(3)
  d <- dp_data(matrix(rnorm(4000), ncol = 2))
  expect_warning(dp_covariance(d, dp_budget(1, 1e-6), list(-1000, 1000), rng = dp_rng("a test")),
                 "variance of 2 columns: its interval begins at 0", class = "dpcvx_noise")
  budget <- dp_budget(1, 1e-6)
  few <- dp_data(matrix(rnorm(40), ncol = 2))
  expect_warning(dp_covariance(few, budget, list(-4, 4)), "expected to hide the variance of columns", class = "dpcvx_noise")
  budget <- dp_budget(1, 1e-6)
  expect_error(withCallingHandlers(dp_covariance(few, budget, list(-4, 4)), dpcvx_noise = function(w) stop("noise")), "noise")
  expect_identical(dp_figure(budget, "charges"), 0)
  expect_silent(dp_covariance(d, dp_budget(1, 1e-6), list(-4, 4), rng = dp_rng("a test")))
})

test_that("levels of a factor are assumed in every report", {
  d <- made_up()
  model <- dp_glm(g ~ x + f, d, epsilon = 5, delta = 1e-6, ranges = ends)
  for (text in list(dp_text(model), dp_text(model$fit), dp_text(dp_guarantee(model)), capture.output(print(model)), dp_json(model))) {
    text <- gsub("\\s+", " ", paste(text, collapse = " "))
    expect_match(text, "the levels of 'f' were taken from the factor; private only if they were not made from these data")
    expect_match(text, "the classes of 'g' were taken from the factor")
  }
  declared <- dp_glm(g ~ x + f, d, epsilon = 5, delta = 1e-6, ranges = ends, levels = list(f = c("u", "v"), g = c("yes", "no")))
  expect_no_match(dp_text(declared), "taken from the factor")
  expect_match(dp_text(declared), "a row whose 'f' is none of the declared levels counts as a null record")
  expect_identical(declared$classes, c("yes", "no"))
  expect_identical(levels(predict(declared, d[1:3, ], "class")), c("yes", "no"))
  expect_gt(mean(predict(declared, d, "class") == d$g), 0.8)
  expect_error(dp_glm(g ~ x, d, epsilon = 5, delta = 1e-6, ranges = ends, levels = list(g = c("no", "yes")), classes = c("yes", "no")),
               "'classes'")
  expect_error(dp_lm(y ~ x, d, 5, 1e-6, ranges = ends, levels = list(y = c("a", "b"))), "the response is a number")
  expect_error(dp_glm(g ~ x, d, epsilon = 5, delta = 1e-6, ranges = ends, levels = list(g = c("no", "maybe"))), "'yes' at")
})

test_that("weights that would be clipped in silence warn", {
  d <- made_up()
  expect_warning(dp_lm(y ~ x, d, 5, 1e-6, ranges = ends, weights = ~w), "above 1, if there is one, counts as 1", class = "dpcvx_clipped")
  expect_silent(dp_lm(y ~ x, d, 5, 1e-6, ranges = ends, weights = ~w, weight_bound = 2))
})

test_that("estimates warn of weights that they do not use, before the charge", {
  x <- matrix(runif(200))
  table <- dp_data(x, weights = rep(2, 200))
  releases <- list(function(data, budget) dp_mean(data, budget, list(0, 1)), function(data, budget) dp_histogram(data, budget, c(0, 1)),
                   function(data, budget) dp_cumulative(data, budget, c(0, 1)),
                   function(data, budget) dp_covariance(data, budget, list(0, 1)))
  for (release in releases) {
    budget <- dp_budget(5, 1e-6)
    expect_error(withCallingHandlers(release(table, budget), dpcvx_not_used = function(w) stop(conditionMessage(w))),
                 "weights of records are not used: those of weight 0 are left out")
    expect_identical(dp_figure(budget, "charges"), 0)
    expect_silent(release(dp_data(x, missing = "null"), dp_budget(5, 1e-6, adjacency = "add_remove")))
  }
})

test_that("scores warn of weights that they do not use, before the charge", {
  x <- matrix(runif(4000), 2000)
  fit <- dp_fit_table(dp_data(x, x[, 1] > x[, 2]), "logistic", 4, 1e-6, ranges = list(0, 1))
  budget <- dp_budget(1, 0)
  expect_error(withCallingHandlers(dp_evaluate(fit, dp_data(x, x[, 1] > 0.5, weights = rep(2, 2000)), budget),
                                   dpcvx_not_used = function(w) stop(conditionMessage(w))), "those of weight 0 are left out")
  expect_identical(dp_figure(budget, "charges"), 0)
})

test_that("a model says that fits add up, and update() keeps what was declared", {
  d <- made_up()
  budget <- dp_budget(10, 1e-5, filter = "basic")
  declared <- list(x = c(0, 1), y = c(0, 1.1))
  model <- dp_lm(y ~ x + town, d, epsilon = 5, delta = 1e-6, ranges = declared, levels = list(town = c("u", "v")))
  expect_output(print(model), "fits on the same rows add up, see \\?dp_budget")
  expect_output(print(dp_lm(y ~ x, d, 5, 1e-6, ranges = ends, budget = budget)), "Charged to the budget")
  rm(declared)
  again <- update(model, . ~ . - town)
  expect_identical(names(coef(again)), c("(Intercept)", "x"))
  expect_identical(again$spec$ranges, model$spec$ranges)
  expect_identical(update(model, epsilon = 3)$epsilon, 3)
})

test_that("curves say which neighbours they are for", {
  expect_output(print(dp_subsampled_gaussian(1.1, 0.01, 1000)), "x 1000 \\(add/remove\\)")
  both <- dp_compose(dp_subsampled_gaussian(1.1, 0.01, 1000), dp_laplace(2))
  expect_output(print(both), "laplace.*\\(add/remove\\)\nHolds where one unit is added")
  expect_output(print(dp_random_allocation(2, 10)), "\\(add/remove\\)")
  replaced <- dp_random_allocation(2, 10, adjacency = "replace_one")
  expect_output(print(replaced), "\\(replace-one\\)$")
  expect_gt(dp_epsilon(replaced, 1e-6), dp_epsilon(dp_random_allocation(2, 10), 1e-6))
  expect_output(print(dp_sampled(dp_pure(1), 0.1)), "\\(add/remove\\)")
  expect_output(print(dp_subsampled_gaussian(1.1, 0.01, 10, "poisson_replace_one")), "\\(replace-one\\)$")
  expect_output(print(dp_gdp(1)), "^<dpcvx curve> gdp\\(mu = 1\\)$")
})

test_that("vcov() has the variance of the constant, and none of its covariances", {
  model <- dp_glm(g ~ x, made_up(), epsilon = 5, delta = 1e-6, ranges = ends, method = "output_perturbation", l2 = 0.01)
  found <- vcov(model)
  expect_true(is.na(found[1, 2]) && is.na(found[2, 1]))
  expect_equal(unname(diag(found)), dp_noise(model, original = TRUE)[2:1]^2)
})

test_that("conditions name the function that was called, rows from 1, and no argument", {
  call_of <- function(code) conditionCall(tryCatch(code, condition = identity))
  expect_identical(call_of(dp_gdp(-1)), quote(dp_gdp()))
  expect_identical(call_of(do.call(dp_release_gaussian, list(dp_budget(1, 1e-6), NA, 1))), quote(dp_release_gaussian()))
  expect_identical(call_of(dpcvx::dp_budget(NA, 1e-6)), quote(dp_budget()))
  expect_identical(call_of(predict(dp_lm(y ~ x, made_up(), 5, 1e-6, ranges = ends))), quote(predict()))
  expect_identical(call_of(dp_estimates(dp_mean(dp_data(cbind(1:4)), dp_budget(1, 1e-6), list(3, 1)))), quote(dp_mean()))
  inside <- function(z, trial) dp_add(trial, dp_gaussian(-1))
  expect_identical(call_of(dp_calibrate(dp_accountant(), inside, 0.3, 100, 1, 1e-6)), quote(dp_gaussian()))
  expect_null(call_of(dp_lowlevel$calibrate_gdp(-1, 0.1)))
  expect_error(dp_lowlevel$calibrate_gdp(-1, 0.1), "^dpcvx_calibrate_gdp: argument 'epsilon'")
  expect_error(dp_gdp(NA), "^argument 'mu' = NA; accepted")
  expect_error(dp_data(cbind(c(1, Inf))), "argument 'x' = Inf in row 2, column 1")
  expect_error(dp_data(cbind(1:2), weights = c(1, -1)), "= -1 in row 2")
  expect_error(dp_mean(dp_data(cbind(1:4)), dp_budget(1, 1e-6), list(3, 1)), "for column 1")
  expect_error(dp_cumulative(dp_data(cbind(1:4)), dp_budget(1, 1e-6), c(3, 1)), "'edges\\[2\\]' = 1; accepted: above edges\\[1\\]")
  expect_error(dp_cumulative(dp_data(cbind(a = 1:4)), dp_budget(1, 1e-6), c(0, 5), column = "b"), "accepted: a, a number from 1 to 1")
  expect_error(dp_subset(dp_data(cbind(1:4)), 5), "'rows' = 5 at 1; accepted: numbers from 1 to 4")
  means <- dp_mean(dp_data(cbind(1:40)), dp_budget(9, 1e-3), list(0, 50))
  expect_match(dp_text(means), "column 1: ")
})

test_that("means whose ranges are released warn before the charge, and where they leave out much", {
  set.seed(9)
  data <- dp_data(data.frame(age = 40 + runif(4000), pay = runif(4000)))
  budget <- dp_budget(1, 1e-6)
  expect_error(withCallingHandlers(dp_mean(data, budget), warning = function(w) stop("told")), "told")
  expect_identical(dp_spent(budget)[["charges"]], 0)
  told <- function(ranges, words) {
    expect_warning(suppressWarnings(dp_mean(data, dp_budget(1, 1e-6), ranges), classes = "dpcvx_noise"), words,
                   class = "dpcvx_not_declared")
  }
  told(NULL, "ranges of 'age', 'pay' were not declared")
  told(list(age = c(NA, NA), pay = c(0, 1)), "of 'age' were")
  wide <- dp_data(matrix(runif(1400), ncol = 7))
  expect_warning(suppressWarnings(means <- dp_mean(wide, dp_budget(1, 1e-6), list(c(0, rep(NA, 6)), c(1, rep(NA, 6)))), "dpcvx_noise"),
                 "of columns 2, 3, 4, 5, 6 and 1 more were", class = "dpcvx_not_declared")
  expect_match(dp_text(means), "Released ranges: of column 2, column 3, column 4, column 5, column 6 and 1 more.", fixed = TRUE)
  named <- suppressWarnings(dp_mean(data, dp_budget(1, 1e-6), list(age = c(NA, NA), pay = c(0, 1))))
  expect_match(dp_text(named), "Released ranges: of age. At least", fixed = TRUE)
  few <- dp_data(data.frame(age = 40 + runif(100)))
  expect_warning(suppressWarnings(dp_mean(few, dp_budget(0.5, 1e-6)), classes = "dpcvx_not_declared"),
                 "leave out at least 50 of 100", class = "dpcvx_noise")
})

test_that("means of few units warn of their ranges before the charge, and a private number of units is not told of", {
  set.seed(4)
  few <- dp_data(matrix(50 + rnorm(30)))
  for (adjacency in c("replace_one", "add_remove")) {
    budget <- dp_budget(1, 1e-6, adjacency = adjacency)
    words <- if (adjacency == "replace_one") "mostly noise" else "the number of units is private, so this is said of any table"
    for (release in list(dp_mean, dp_release_ranges)) {
      stopped <- function() withCallingHandlers(release(few, budget), dpcvx_noise = function(w) stop(conditionMessage(w)))
      expect_error(suppressWarnings(stopped(), classes = "dpcvx_not_declared"), words)
    }
    expect_identical(dp_spent(budget)[["charges"]], 0)
  }
})

test_that("a choice of laws warns of its price once it is known to be accepted", {
  coins <- dp_hypotheses(rbind(c(0.5, 0.5), c(0.3, 0.7)))
  tosses <- dp_data(matrix(rep(c(1, 1, 1, 1, 1, 1, 1, 0, 0, 0), 40)))
  expect_no_warning(try(dp_select_hypothesis(coins, tosses, dp_budget(1, 0), dp_pure(30)), silent = TRUE))
  budget <- suppressWarnings(dp_budget(99, 0))
  expect_warning(expect_identical(dp_select_hypothesis(coins, tosses, budget, dp_pure(30)), 2), "epsilon = 30", class = "dpcvx_weak")
})

test_that("a curve of a release of records is refused where users are counted, and a rehearsal says what it is", {
  released <- dp_release_gaussian(dp_budget(1, 1e-6), 10, sensitivity = 1, guarantee = TRUE)
  curve <- dp_guarantee_curve(released)
  of_users <- dp_budget(2, 1e-6, unit = "user")
  expect_error(dp_charge(of_users, curve), "a curve of one record under replace-one; accepted: one of one user")
  expect_identical(dp_spent(of_users)[["charges"]], 0)
  expect_match(dp_text(dp_rehearsal(of_users)), "Rehearsal: ")
  expect_no_match(dp_text(of_users), "Rehearsal: ")
})

test_that("a refused call warns of nothing", {
  table <- dp_data(matrix(runif(200)), weights = rep(2, 200))
  budget <- dp_budget(1, 1e-6)
  calls <- list(function() dp_histogram(table, budget, c(3, 2, 1)), function() dp_mean(table, budget, list(1, 0)),
                function() dp_histogram(table, budget, c(0, 1), price = dp_gdp(50)),
                function() dp_covariance(table, dp_budget(1, 1e-6, unit = "user"), list(0, 1)))
  for (call in calls) expect_no_warning(expect_error(call(), class = "dpcvx_error"))
  expect_identical(dp_spent(budget)[["charges"]], 0)
  expect_warning(dp_histogram(table, budget, c(0, 1)), class = "dpcvx_not_used") # the control
  expect_error(dp_histogram(dp_data(matrix(runif(9))), dp_rehearsal(dp_budget(1, 1e-6)), c(0, 1)), class = "dpcvx_error_cancelled")
})

test_that("ranges that noise may make far too wide warn before the charge", {
  few <- dp_data(matrix(50 + rnorm(500), ncol = 5))
  budget <- dp_budget(1, 1e-6)
  expect_error(withCallingHandlers(dp_release_ranges(few, budget), dpcvx_noise = function(w) stop(conditionMessage(w))), "mostly noise")
  expect_identical(dp_spent(budget)[["charges"]], 0)
  many <- dp_data(matrix(50 + rnorm(30000), ncol = 3))
  expect_no_warning(dp_release_ranges(many, dp_budget(1, 1e-6)), class = "dpcvx_noise")
})

test_that("a score that noise hides warns before the charge, as the spread of labels tells it", {
  set.seed(10)
  d <- data.frame(x = runif(3000))
  d$y <- 20 + d$x # labels scatter by 0.29 of a range of 100
  fit <- dp_lm(y ~ x, d, 10, 1e-6, ranges = list(x = c(0, 1), y = c(-30, 70)))
  budget <- dp_budget(1, 1e-6)
  guessed <- function(...) dp_expected_interval(fit, 300, 0.5, budget, ...)[[1]]
  expect_lt(guessed(), guessed(label_stddev = 25)) # a quarter of the range
  expect_error(withCallingHandlers(dp_evaluate(fit, d[1:300, ], budget), dpcvx_noise = function(w) stop(conditionMessage(w))),
               "is expected to hide the score.*standard deviation of the labels guessed")
  expect_identical(dp_spent(budget)[["charges"]], 0)
})
