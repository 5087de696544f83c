# Tables: columns that formulas name, and names of columns.

test_that("a formula names the column of users, which is no feature then", {
  d <- data.frame(id = rep(1:50, each = 4), pay = runif(200), w = 0.5, n = 2)
  by_formula <- dp_data(d, users = ~id, weights = ~w)
  by_vector <- dp_data(d[c("pay", "n")], users = d$id, weights = d$w)
  expect_identical(dp_figure(by_formula, "users"), 50)
  expect_identical(by_formula$names, c("pay", "n"))
  released <- function(table) {
    ranges <- list(pay = c(0, 1), n = c(0, 2))
    coef(suppressWarnings(dp_mean(table, dp_budget(1, 1e-6, unit = "user"), ranges, rng = dp_rng("seed"))))
  }
  expect_identical(released(by_formula), released(by_vector))
  expect_identical(dp_data(d, d$pay, exposures = ~n)$names, c("id", "pay", "w"))
  expect_error(dp_data(d["pay"], users = ~id), "'users' = ~id; accepted: a column of the data: pay", class = "dpcvx_error_argument")
  expect_error(dp_data(as.matrix(d), users = ~id), "'users' = ~id; accepted: a formula where x is a data frame",
               class = "dpcvx_error_argument")
  expect_error(dp_data(d, users = "id"), "accepted: users = ~id", class = "dpcvx_error_argument")
})

test_that("columns of one name are refused, and those without get one", {
  expect_error(dp_data(data.frame(a = 1:3, a = 1:3, b = 1, check.names = FALSE)), "several columns named 'a'; accepted: .*make.unique",
               class = "dpcvx_error_argument")
  expect_identical(dp_data(cbind(a = 1:3, 4:6, 7:9))$names, c("a", "x2", "x3"))
  expect_null(dp_data(matrix(1:4, 2))$names)
  # Two factors may make columns of the same name.
  d <- data.frame(a = rep_len(c("x", "bc"), 300), ab = rep_len(c("x", "x", "c"), 300), y = runif(300))
  model <- dp_lm(y ~ a + ab, d, 1, 1e-6, ranges = list(y = c(0, 1)), levels = list(a = c("x", "bc"), ab = c("x", "c")))
  expect_identical(names(coef(model)), c("(Intercept)", "abc", "abc.1"))
  expect_length(predict(model, d[1:3, ]), 3)
})
