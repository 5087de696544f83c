# Estimates as R users read them, and what summaries say.
told <- function(call, words) expect_error(call, words, class = "dpcvx_error_argument")

test_that("an estimate is a data frame by as.data.frame(), and has no members", {
  means <- dp_mean(dp_data(data.frame(a = runif(500), b = runif(500))), dp_budget(1, 1e-6), ranges = list(0, 1))
  expect_identical(as.data.frame(means), dp_estimates(means))
  told(means$mean, "no member \"mean\": .*estimate.*; accepted: dp_estimates\\(\\), a data frame: dp_estimates\\(means\\)\\$mean")
  told(means[["mean"]], "dp_estimates")
  told(means[1], "no member 1")
  told(dp_budget(1, 1e-6)$epsilon, "no member \"epsilon\": .*budget.*dp_figure")
  told(confint(means, "zz"), "'parm' = \"zz\"; accepted: a, b")
  told(confint(means, 7), "'parm' = 7")
  expect_identical(rownames(confint(means, "b")), "b")
  expect_identical(confint(means, 2), confint(means, "b"))
  cells <- dp_histogram(dp_data(matrix(runif(500))), dp_budget(1, 1e-6), c(0, 0.5, 1))
  expect_identical(dim(confint(cells, 2)), c(1L, 2L))
  told(confint(cells, 3), "'parm' = 3; accepted: 1, 2")
})

test_that("predictions of a fit have the types of those of a model", {
  d <- data.frame(x = runif(800))
  d$y <- factor(ifelse(d$x > 0.5, "b", "a"))
  table <- dp_data(d["x"], d$y)
  new <- d[1:5, "x", drop = FALSE]
  fit <- dp_fit_table(table, "logistic", 8, 1e-6, ranges = list(0, 1))
  expect_identical(levels(predict(fit, new)), c("a", "b"))
  expect_identical(predict(fit, new, type = "class"), predict(fit, new))
  expect_identical(predict(fit, new, type = "response"), unname(predict(fit, new, type = "prob")[, "b"]))
  lines <- dp_fit_table(dp_data(d["x"], d$x), "squared", 1, 1e-6, ranges = list(0, 1), label_range = c(0, 1))
  expect_identical(predict(lines, new), predict(lines, new, type = "response"))
  told(predict(lines, new, type = "class"), "'type' = \"class\"; accepted: \"link\", \"response\"")
  told(predict(fit, new, shape = 1), "'shape' = 1; accepted: no such argument")
  model <- dp_glm(y ~ x, d, epsilon = 8, delta = 1e-6, ranges = list(x = c(0, 1)))
  expect_equal(unname(predict(model, new, type = "response")), predict(model$fit, new, type = "response"))
})

test_that("a summary names the model of data it goes by, and what that leaves out", {
  d <- data.frame(x = runif(600), z = runif(600), u = runif(600))
  d$y <- d$x
  ends <- list(x = c(0, 1), y = c(0, 1), z = c(0, 1), u = c(0, 1))
  said <- function(model) gsub("\\s+", " ", paste(capture.output(print(summary(model))), collapse = " "))
  of_quantile <- said(dp_quantile(y ~ x, d, 0.3, epsilon = 4, delta = 1e-6, ranges = ends))
  expect_match(of_quantile, "By a public model of data noise and clips are expected to take")
  of_lm <- said(dp_lm(y ~ x, d, epsilon = 4, delta = 1e-6, ranges = ends))
  expect_match(of_lm, "off the best ones by [0-9.e-]+, the root of the mean square, and noise and clips.*leaves out what the shortening")
  model <- suppressWarnings(dp_glm(I(y > 0.5) ~ x + z + u, d, epsilon = 4, delta = 1e-6, ranges = ends))
  expect_output(print(model), "row_bound = 2 with")
  plan <- dp_lm(y ~ x, d, epsilon = 1, delta = 1e-6, ranges = ends, plan = TRUE)
  expect_match(dp_text(plan), "dp_budget() takes basic_epsilon_fraction", fixed = TRUE)
  told(dp_fit_table(dp_data(d["x"], d$y), "squared", 1, 1e-6, ranges = c(0, 1)), "write label_range = c\\(low, high\\), or label_bound = Y")
})

test_that("reports name no function of C that this package wraps", {
  wraps <- c(dpcvx:::CALLS)
  expect_false(anyDuplicated(names(wraps)) > 0)
  for (name in grep("^dpcvx_(budget_create|curve_create|objective_create|fit_table)", names(wraps), value = TRUE)) {
    expect_no_match(dpcvx:::in_r(paste("write", name, "there")), "dpcvx_")
  }
})

test_that("cells are closed where the help says", {
  table <- dp_data(matrix(rep(c(0, 1, 2), c(100, 200, 300))))
  budget <- function() dp_budget(15, 0, filter = "basic")
  cells <- dp_estimates(dp_histogram(table, budget(), c(0, 1, 2)))
  expect_equal(cells$count, c(100, 500), tolerance = 0.05)
  shares <- dp_estimates(dp_cumulative(table, budget(), c(0, 1, 2)))
  expect_equal(shares$count, 300, tolerance = 0.05)
})
