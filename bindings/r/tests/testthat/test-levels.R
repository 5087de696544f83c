# Histograms of the levels of a factor.
told <- function(call, words) expect_error(call, words, class = "dpcvx_error_argument")
towns <- factor(rep_len(c("u", "v", "v", "w"), 2000), levels = c("none", "u", "v", "w"))

test_that("a factor has shares of its levels, which name the rows", {
  shares <- dp_histogram_of_levels(towns, dp_budget(4, 1e-6))
  found <- dp_estimates(shares)
  expect_identical(rownames(found), c("none", "u", "v", "w"))
  expect_identical(names(found), c("value", "low", "high", "count", "count_low", "count_high"))
  expect_equal(found$value, c(0, 0.25, 0.5, 0.25), tolerance = 0.1)
  expect_identical(names(coef(shares)), rownames(found))
  expect_identical(rownames(confint(shares, "v")), "v")
  expect_match(dp_text(shares), "\n  v: 0.*assumed: the levels of 'values' were taken from the factor")
  expect_identical(dp_estimates(unserialize(serialize(shares, NULL))), found)
  pdf(NULL)
  expect_silent(plot(shares))
  dev.off()
})

test_that("levels are declared, and what is none has a cell or is refused", {
  text <- c(as.character(towns), NA, "elsewhere")
  budget <- dp_budget(4, 1e-6)
  told(dp_histogram_of_levels(text, budget, levels = c("u", "v", "w")), "'values' = NA at 2001; accepted: the levels u, v, w; or others = ")
  expect_identical(dp_spent(budget)[["charges"]], 0)
  found <- dp_estimates(dp_histogram_of_levels(text, budget, levels = c("u", "v", "w"), others = "else"))
  expect_identical(rownames(found), c("u", "v", "w", "else"))
  told(dp_histogram_of_levels(as.character(1:101), budget), "'values' = 101 different texts; .*Nothing was charged")
  expect_warning(dp_histogram_of_levels(as.character(towns), dp_budget(4, 1e-6)), "read off the data", class = "dpcvx_assumed")
  expect_no_warning(tryCatch(dp_histogram_of_levels(as.character(towns), budget), dpcvx_error = function(problem) NULL)) # spent
  expect_identical(rownames(dp_estimates(dp_histogram_of_levels(towns == "u", dp_budget(4, 1e-6)))), c("FALSE", "TRUE"))
  told(dp_histogram_of_levels(1:3, dp_budget(1, 1e-6)), "'values' = a integer|'values' = an integer")
  told(dp_histogram_of_levels(towns, dp_budget(1, 1e-6), others = "u"), "'levels' = .*that no level has")
  told(dp_histogram(towns, dp_budget(1, 1e-6), c(0, 1)), "'data' = a factor; accepted: .*dp_histogram_of_levels\\(\\)")
  told(dp_data(data.frame(towns = towns)), "'towns' is no number; accepted: .*dp_histogram_of_levels\\(\\)")
})

test_that("users count once, with all their rows", {
  found <- dp_estimates(dp_histogram_of_levels(towns, dp_budget(4, 1e-6, unit = "user"), users = rep(1:500, each = 4)))
  expect_equal(sum(found$count), 500, tolerance = 0.1)
})

test_that("a selection is refused before it warns of ranges", {
  table <- dp_data(data.frame(x = runif(300)), rep(c("a", "b"), 150), classes = c("a", "b"))
  budget <- dp_budget(2, 1e-5, filter = "basic")
  expect_no_warning(told(dp_select(table, "logistic", 1, 1e-6, list(list(quantile = 0.2), list(l2 = 0)), budget = budget), "'quantile'"))
  expect_no_warning(told(dp_select(table, "logistic", 1, 1e-6, list(list(l2 = 0)), budget = dp_budget(2, 1e-5)), "basic"))
  expect_identical(dp_spent(budget)[["charges"]], 0)
})
