# Options and declarations that would have no effect, and warnings beside refusals.
table_of_numbers <- function() {
  set.seed(5)
  d <- data.frame(x = runif(600), town = rep_len(c("u", "v", "w"), 600))
  d$y <- d$x
  d
}
ends <- list(x = c(0, 1), y = c(0, 1))

test_that("a declaration that has no effect is refused, with what to write", {
  d <- table_of_numbers()
  lm_of <- function(...) dp_lm(y ~ x, d, epsilon = 1, delta = 1e-6, ranges = ends, ...)
  told <- function(call, words) expect_error(call, words, class = "dpcvx_error_argument")
  told(dp_quantile(y ~ x, d, tau = 0.1, quantile = 0.9, epsilon = 1, delta = 1e-6, ranges = ends), "'quantile' = 0.9; accepted: tau")
  told(lm_of(label_low = 0.4, label_high = 0.6), "'label_low' = 0.4; accepted: none here: .* ranges = list\\(y = c\\(low, high\\)\\)")
  for (name in c("label_high", "label_range", "label_bound")) told(do.call(lm_of, stats::setNames(list(0.5), name)), "ranges = list\\(y = ")
  for (levels in list(c("a", "b"), c(town = "a"), list(c("a", "b")), list(town = "a", "b"), list(town = 1:2, town = 1:3))) {
    told(lm_of(levels = levels), "'levels' = .*accepted: a list by the names of columns, .*levels = list\\(city")
  }
  expect_s3_class(lm_of(levels = list(), plan = TRUE), "dp_plan")
})

test_that("a wrong option is told which ones the model takes", {
  d <- table_of_numbers()
  d$high <- d$y > 0.5
  listed <- function(fit, ...) {
    tryCatch(fit(..., data = d, epsilon = 1, delta = 1e-6, ranges = ends, foo = 1), error = conditionMessage)
  }
  of_lm <- listed(dp_lm, y ~ x)
  expect_match(of_lm, "'foo' = no option; accepted: l2, l1, weight_bound, row_bound")
  for (other in c("label", "unit", "adjacency", "classes", "quantile", "huber_width", "method")) expect_no_match(of_lm, other)
  expect_match(listed(dp_glm, y ~ x, family = "huber"), "huber_width")
  expect_match(listed(dp_glm, y ~ x, family = "pinball"), "quantile")
  expect_no_match(listed(dp_quantile, y ~ x), "quantile")
  expect_error(dp_lm(y ~ x, d, 1, 1e-6, ranges = ends, exponent = 1.5), "'exponent' = 1.5; accepted: none: it belongs to \"power\" and")
  expect_error(dp_lm(y ~ x, d, 1, 1e-6, ranges = ends, classes = 3), "none: the response of a regression is a number")
})

refused_without_warning <- function(call, words) {
  warned <- character(0)
  found <- tryCatch(withCallingHandlers(call, warning = function(w) warned <<- c(warned, conditionMessage(w))), error = conditionMessage)
  expect_match(found, words)
  expect_identical(warned, character(0))
}

test_that("what is refused is not warned of first", {
  d <- table_of_numbers()
  lm_of <- function(weights = NULL, ranges = ends, ...) dp_lm(y ~ x, d, epsilon = 1, delta = 1e-6, ranges = ranges, weights = weights, ...)
  refused_without_warning(lm_of(2), "'weights' = 1 values; accepted: 600, one a row")
  refused_without_warning(lm_of(rep(1, 3)), "'weights' = 3 values")
  refused_without_warning(lm_of(rep(-1, 600)), "'weights'")
  spent <- dp_charge(dp_budget(1, 1e-6, filter = "basic"), dp_approximate(0.5, 1e-7))
  refused_without_warning(lm_of(ranges = ends["y"], budget = spent), "charge does not fit")
  refused_without_warning(lm_of(ranges = ends["y"], method = "output_perturbation"), "does not apply|take another method")
  table <- dp_data(d["x"], d$y)
  refused_without_warning(dp_fit_table_on(spent, table, "squared", price = dp_approximate(1, 1e-7), label_range = c(0, 1)), "does not fit")
  refused_without_warning(dp_fit_table(table, "squared", 1, 1e-6), "label")
  for (towns in c(1, 3)) {
    d$g <- rep_len(c("u", "v", "w")[seq_len(towns)], 600)
    refused_without_warning(dp_glm(g ~ x, d, epsilon = 1, delta = 1e-6, ranges = ends), if (towns == 1) "two different" else "two classes")
  }
  expect_warning(lm_of(ranges = ends["y"]), "not declared", class = "dpcvx_not_declared")
  expect_warning(lm_of(rep(1, 600)), "a weight above 1", class = "dpcvx_clipped")
  expect_warning(dp_fit_table(table, "squared", 1, 1e-6, label_range = c(0, 1)), "not declared", class = "dpcvx_not_declared")
})

test_that("a loss of two classes is told that the table has more", {
  d <- table_of_numbers()
  table <- dp_data(d["x"], d$town, classes = c("u", "v", "w"))
  expect_error(dp_fit_table(table, "logistic", 1, 1e-6, ranges = c(0, 1)),
               "'loss' = \"logistic\" for the 3 classes u, v, w; accepted: .*multinomial", class = "dpcvx_error_argument")
  expect_error(dp_objective(table, "hinge"), "for the 3 classes", class = "dpcvx_error_argument")
})
