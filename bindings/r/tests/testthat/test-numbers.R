# Whole numbers, and answers of declared categories.
told <- function(call, words) expect_error(call, words, class = "dpcvx_error_argument")

test_that("a number that is not whole is told by its argument, with the range that an option has", {
  d <- data.frame(x = runif(100))
  table <- dp_data(d["x"], d$x)
  budget <- dp_budget(1, 1e-6)
  told(dp_fit_table(table, "squared", 1, 1e-6, list(0, 1), label_range = c(0, 1), threads = 2.5),
       "'threads' = 2.5; accepted: a whole number from 1 to [0-9]+$")
  told(dp_histogram(table, budget, c(0, 1), cells = 2.5), "'cells' = 2.5; accepted: a whole number from [0-9]+ to [0-9]+$")
  told(dp_release_counts(budget, c(1, 2), 1.4), "'sensitivity' = 1.4; accepted: a whole number$")
  told(dp_subsampled_gaussian(1, 0.1, 2.5), "'steps' = 2.5; accepted: a whole number$")
  told(dp_add(dp_accountant(), dp_gdp(1), 2.5), "'count' = 2.5; accepted: a whole number$")
  told(dp_units_needed(dp_pure(1), 2.5, 0.05), "'hypotheses' = 2.5; accepted: a whole number$")
  told(dp_randomized_response(0.1, 3.5), "'categories' = 3.5; accepted: a whole number$")
  told(dp_shuffled(1, 2:3), "'users' = an integer of length 2; accepted: one number")
  told(dp_shuffled(1, factor("a")), "'users' = a factor of length 1; accepted: one number")
  told(dp_subsampled_gaussian(1, 0.1, 1e17), "'steps' = 1e\\+17; accepted: a whole number from")
})

test_that("an answer of no category is refused, and costs nothing", {
  budget <- dp_budget(9, 0)
  told(dp_release_answers(budget, c(0, 1, 5, 7, -1), 3), "'answers' = 5 at 3; accepted: whole numbers from 0 to 2, .*Nothing was charged")
  for (wrong in c(3, -1, 0.5, NA, Inf)) told(dp_release_answers(budget, c(0, wrong), 3), "'answers' = .* at 2")
  told(dp_release_answers(budget, factor(c("a", "b", "c")), 2),
       "'categories' = 2; accepted: 3, as many as the factor has levels. Nothing was charged")
  expect_identical(dp_spent(budget)[["charges"]], 0)
  towns <- factor(rep_len(c("u", "v", "w"), 600))
  expect_identical(dp_release_answers(dp_budget(1, 0), towns, 3, rng = dp_rng("s")),
                   dp_release_answers(dp_budget(1, 0), as.integer(towns) - 1, 3, rng = dp_rng("s")))
})
