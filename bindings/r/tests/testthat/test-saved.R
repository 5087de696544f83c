# What outlives a session: an object of the library is saved as nothing, and its attributes stay.
later <- function(object) {
  path <- tempfile(fileext = ".rds")
  on.exit(unlink(path))
  saveRDS(object, path)
  readRDS(path)
}

hours <- function() dp_data(data.frame(hours = rep(0:9, 200) + 0.5, pay = rep(c(20, 30), 1000)))
budget <- function() dp_budget(2, 1e-6)

test_that("means come back with their names, intervals and reports", {
  made <- dp_mean(hours(), budget(), ranges = list(hours = c(0, 10), pay = c(0, 50)))
  back <- later(made)
  expect_identical(dp_estimates(back), dp_estimates(made))
  expect_identical(rownames(dp_estimates(back)), c("hours", "pay"))
  expect_identical(confint(back), confint(made))
  expect_identical(coef(back), coef(made))
  expect_identical(dp_text(back), dp_text(made))
  expect_match(dp_text(made), "\n  hours: .*\n  pay: ")
  expect_identical(dp_json(back), dp_json(made))
  expect_identical(dp_estimates(dp_variance(back)), dp_estimates(dp_variance(made)))
  expect_output(print(back), "Private means of 2 columns")
  expect_identical(dp_epsilon(dp_guarantee(back), 1e-6), dp_epsilon(dp_guarantee(made), 1e-6))
  expect_identical(dp_estimates(dp_load(dp_save(back)))$mean, dp_estimates(made)$mean)
})

test_that("quantiles follow from a cumulative distribution of an earlier session, at no further charge", {
  made <- dp_cumulative(hours(), budget(), c(0, 10))
  back <- later(made)
  expect_identical(dp_estimates(dp_quantiles(back, c(0.1, 0.5))), dp_estimates(dp_quantiles(made, c(0.1, 0.5))))
  expect_identical(dp_estimates(dp_robust(back, "trimmed_mean", 0.1)), dp_estimates(dp_robust(made, "trimmed_mean", 0.1)))
  asked <- later(dp_quantiles(made, c(0.1, 0.5)))
  expect_identical(dp_estimates(asked)$probability, c(0.1, 0.5))
  histogram <- dp_histogram(hours(), budget(), c(0, 5, 10))
  expect_identical(dp_estimates(later(histogram)), dp_estimates(histogram))
  expect_error(dp_load(dp_save(made)[1:100]), "cut off")
})

test_that("covariances and scores keep their figures", {
  made <- dp_covariance(hours(), budget(), ranges = list(hours = c(0, 10), pay = c(0, 50)))
  back <- later(made)
  expect_identical(dp_covariances(back), dp_covariances(made))
  expect_identical(confint(back), confint(made))
  expect_identical(dp_figure(back, "columns"), 2)
  expect_identical(dp_text(back), dp_text(made))
  expect_output(print(back), "covariance")
  data <- dp_data(matrix(rep(c(0.1, 0.9), 500)), rep(c(-1, 1), 500))
  score <- dp_evaluate(dp_fit_table(data, "logistic", 4, 1e-6, ranges = list(0, 1)), data, dp_budget(1, 1e-6))
  again <- later(score)
  expect_identical(coef(again), coef(score))
  expect_identical(confint(again), confint(score))
  expect_identical(dp_json(again), dp_json(score))
  expect_error(dp_figure(again, "nothing"), "'name' = \"nothing\"")
  expect_error(dp_save(score), "a fit, a model, an estimate")
})

test_that("a budget of an earlier session is none", {
  expect_output(print(later(budget())), "closed, or of an earlier session")
})
