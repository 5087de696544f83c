test_that("a budget refuses what does not fit, and counts what was released", {
  budget <- dp_budget(1, 1e-6)
  noisy <- dp_release_gaussian(budget, c(10, 20, 30), sensitivity = 1, price = dp_price(budget, 0.5))
  expect_length(noisy, 3)
  expect_true(all(noisy != c(10, 20, 30)))
  expect_error(dp_release_gaussian(budget, 1, 1, price = dp_gdp(50)), class = "dpcvx_error_budget")
  expect_identical(dp_spent(budget)[["charges"]], 1)
  expect_match(dp_json(budget), "^\\{")
  expect_output(print(budget), "1 charges|in 1 charge")
})

test_that("the same seed gives the same release", {
  seeded <- function() dp_release_gaussian(dp_budget(1, 1e-6), 1, 1, price = dp_gdp(0.1), rng = dp_rng("seed"))
  expect_identical(seeded(), seeded())
  expect_true(dp_is_deterministic(dp_rng("seed")))
  expect_false(dp_is_deterministic(dp_rng()))
})

test_that("each release answers", {
  budget <- function() dp_budget(50, 1e-6)
  expect_length(dp_release_laplace(budget(), c(1, 2), 1), 2)
  counts <- dp_release_counts(budget(), c(5, 7), 1)
  expect_identical(counts, round(counts))
  expect_length(dp_release_counts_gaussian(dp_budget(50, 1e-6, filter = "zcdp"), c(5, 7), 1), 2)
  expect_equal(dp_release_quantile(budget(), 1:999, 0.5, 0, 1000), 500, tolerance = 0.1)
  ends <- dp_release_range(budget(), rnorm(5000))
  expect_identical(names(ends), c("low", "high"))
  expect_identical(dp_release_choice(budget(), c(0, 100, 3), 1), 2)
  expect_identical(dp_release_noisy_max(budget(), c(0, 100, 3), 1), 2)
  answers <- dp_release_answers(dp_budget(3, 1e-6), rep(c(0, 1), c(300, 100)), 2, guarantee = TRUE)
  shares <- dp_answer_shares(answers, 2, dp_constant(answers, "epsilon_of_each_report")$value)
  expect_equal(sum(shares$shares), 1)
  expect_gt(dp_scale_gaussian(dp_gdp(1), 1, 2), 1.9)
  expect_gt(dp_scale_laplace(dp_pure(1), 1, 2), 1.9)
  stream <- dp_above_threshold(budget(), 1000, 1)
  expect_false(dp_ask(stream, 100))
  expect_true(dp_ask(stream, 2000))
  expect_identical(dp_remaining(stream), 0)
})

test_that("stable data give a point, others nothing", {
  expect_equal(dp_release_if_stable(dp_budget(20, 1e-3, filter = "basic"), c(1, 2), score = 0, distance = 1e-6), c(1, 2), tolerance = 1e-3)
  expect_null(dp_release_if_stable(dp_budget(1, 1e-6, filter = "basic"), c(1, 2), score = 1e6, distance = 1e-6))
  expect_null(dp_release_if_stable(dp_budget(1, 1e-6, filter = "basic"), function(level) NULL, n = 2, distance = 1e-6))
  expect_equal(dp_release_if_stable(dp_budget(20, 1e-3, filter = "basic"), function(level) c(1, 2), n = 2, distance = 1e-6), c(1, 2),
               tolerance = 1e-3)
  expect_gt(dp_passes(dp_stability_law(1, 1e-6), 0), 0.99)
})

test_that("accountants bracket, calibrate and store", {
  accountant <- dp_accountant("add_remove")
  dp_add(accountant, dp_subsampled_gaussian(1.1, 0.01), 100)
  bracket <- dp_epsilon(accountant, 1e-6)
  expect_lte(bracket[["lower"]], bracket[["upper"]])
  expect_identical(dp_epsilon(dp_load_accountant(dp_save(accountant)), 1e-6), bracket)
  expect_identical(dp_epsilon(dp_from_event(dp_to_event(accountant), "add_remove"), 1e-6), bracket)
  other <- dp_copy(accountant)
  dp_merge(other, accountant)
  expect_gt(dp_epsilon(other, 1e-6)[["upper"]], bracket[["upper"]])
  noise <- dp_calibrate(dp_accountant("add_remove"), function(z, trial) dp_add(trial, dp_subsampled_gaussian(z, 0.01), 100), 0.3,
                        100, 1, 1e-6)
  expect_equal(noise, dp_calibrate_subsampled_gaussian(1, 1e-6, 0.01, 100), tolerance = 0.01)
})

test_that("an audit bounds what a release costs from below", {
  # The noise is seeded: a bound of confidence 0.95 may lie above what it bounds in one run of twenty.
  source <- dp_rng("audit")
  audit <- dp_audit(function(side, count) side + dp_draw(source, count, "discrete_laplace", scale = 1), runs = 4000)
  expect_lte(dp_figure(audit, "epsilon_lower"), 1)
  loud <- dp_audit(function(side, count) rep(side, count), runs = 4000)
  expect_gt(dp_figure(loud, "epsilon_lower"), 1)
})

test_that("the stability of SGD", {
  stability <- dp_sgd_stability(units = 1000, steps = 1000, step_size = 0.01, lipschitz = 1, holder = 0.5, exponent = 1)
  expect_lte(dp_sgd_bound(stability, "expected"), dp_sgd_bound(stability))
  expect_gt(dp_sgd_noise(stability, 1, 1e-6), 0)
  expect_error(dp_sgd_bound(stability, "best"), "worst, expected")
})
