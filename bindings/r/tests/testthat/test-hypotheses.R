# Hypotheses: their numbers from 1, and what makes them out.
laws <- list(discrete = dp_hypotheses(rbind(c(0.5, 0.5), c(0.3, 0.7), c(0.1, 0.9))),
             means = dp_gaussian_means(c(0, 0), c(1, 1), diag(2), 0.3), gaussians = dp_gaussians(c(0, 1), c(1, 2), 0.3))

test_that("what makes a hypothesis out needs no length", {
  expect_identical(dp_hypothesis(laws$discrete, 2), c(0.3, 0.7))
  expect_length(dp_hypothesis(laws$means, 1), 2)
  expect_length(dp_hypothesis(laws$gaussians, 1), 2)
  own <- dp_own_hypotheses(function(number, rows) rows[, 1] * number, 1, probabilities = matrix(0.5, 2, 2))
  expect_error(dp_hypothesis(own, 1), class = "dpcvx_error_unsupported")
})

test_that("numbers of hypotheses are those of R", {
  for (wrong in list(0, 9, 1.5, "a", 1:2)) {
    expect_error(dp_hypothesis(laws$discrete, wrong), "'index' = .*; accepted: the number of a hypothesis: 1 to 3",
                 class = "dpcvx_error_argument")
    expect_error(dp_contest(laws$discrete, 1, wrong), "'k' = .*: 1 to 3", class = "dpcvx_error_argument")
  }
  expect_error(dp_contest(laws$discrete, 2, 2), "'k' = 2; accepted: another hypothesis than j", class = "dpcvx_error_argument")
  expect_length(dp_contest(laws$discrete, 1, 3), 2)
  for (table in list("a", 3, matrix("a"), list(1))) {
    expect_no_warning(expect_error(dp_hypotheses(table), "'probabilities' = .*a numeric matrix", class = "dpcvx_error_argument"))
  }
  expect_error(dp_hypothesis(3, 1), "'hypotheses' = a numeric", class = "dpcvx_error_argument")
})

test_that("predictions take hypotheses, and print() says how many there are", {
  expect_identical(dp_units_needed(dp_pure(1), laws$discrete, 0.05), dp_units_needed(dp_pure(1), 3, 0.05))
  expect_identical(dp_excess_distance(dp_pure(1), laws$discrete, 500), dp_excess_distance(dp_pure(1), 3, 500))
  expect_output(print(laws$discrete), "3 public laws of records of 1 column: 1 to 3")
})
