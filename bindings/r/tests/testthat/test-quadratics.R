# Samplers of matrices: their law, that arguments reach their places, and that each draw lies in the domain.

H <- matrix(c(2, -1, 0.5, -1, 3, 0, 0.5, 0, 1), 3)
linear <- c(1, -2, 0.5)

# The mean of n draws within 6.5 standard errors: a false alarm below 1e-10.
expect_mean <- function(draws, expected) {
  error <- apply(draws, 2, sd) / sqrt(nrow(draws))
  expect_true(all(abs(colMeans(draws) - expected) < 6.5 * error))
}

test_that("arithmetic that may move draws warns", {
  expect_warning(dp_sampler(matrix(1), linear = 1e8, domain = dp_box(0, Inf)), "total variation of 1 beside",
                 class = "dpcvx_arithmetic_not_covered")
  expect_silent(dp_sampler(matrix(1), linear = 1, domain = dp_box(0, Inf)))
})

test_that("a matrix without a domain gives its normal law", {
  sampler <- dp_sampler(H, linear = linear, total_variation = 1e-7)
  expect_identical(dp_figure(sampler, "dimension"), 3)
  expect_lte(dp_figure(sampler, "total_variation"), 1e-7)
  draws <- nonprivate_draw(sampler, 20000, dp_rng("a test"))
  expect_identical(dim(draws), c(20000L, 3L))
  covariance <- solve(H)
  expect_mean(draws, -drop(covariance %*% linear))
  centered <- sweep(draws, 2, -drop(covariance %*% linear))
  expect_mean(cbind(centered^2, centered[, 1] * centered[, 2]), c(diag(covariance), covariance[1, 2]))
  # Control: the other sign of the linear term.
  wrong <- abs(colMeans(draws) - drop(covariance %*% linear)) * sqrt(20000) / apply(draws, 2, sd)
  expect_gt(max(wrong), 13)
})

test_that("domain, center and start reach their places", {
  low <- c(0, -Inf, -1)
  high <- c(0.5, 1, Inf)
  draws <- nonprivate_draw(dp_sampler(H, domain = dp_box(low, high), linear = linear), 2000, dp_rng("a test"))
  expect_true(all(t(draws) >= low & t(draws) <= high))
  half <- nonprivate_draw(dp_sampler(matrix(1), domain = dp_box(0, Inf)), 20000, dp_rng("a test"))
  expect_mean(cbind(half, half^2), c(sqrt(2 / pi), 1))
  # A singular matrix, with the quadratic about a center: a normal law of precision H + 4 I.
  flat <- matrix(1, 2, 2)
  about <- nonprivate_draw(dp_sampler(flat, center = c(1, -3), quadratic = 4), 20000, dp_rng("a test"))
  expect_mean(about, 4 * solve(flat + 4 * diag(2), c(1, -3)))
  # So few sweeps stay near a start that is far away.
  from <- function(start) {
    sampler <- dp_sampler(matrix(c(1, -0.99, -0.99, 1), 2), domain = dp_box(c(-50, -50), c(50, 50)), start = start,
                          rounds = 1, method = "sweeps")
    mean(nonprivate_draw(sampler, 50, dp_rng("a test")))
  }
  expect_gt(from(c(40, 40)), 30)
  expect_lt(from(c(-40, -40)), -30)
})

test_that("a sampler of a matrix refuses what does not fit", {
  expect_error(dp_sampler(H[1:2, ]), "a square matrix")
  expect_error(dp_sampler(matrix(c(1, 2, 2, 1), 2)), "positive definite")
  expect_error(dp_sampler(matrix(c(1, 0.5, 0.4, 1), 2)), "symmetric")
  expect_error(dp_sampler(H, linear = 1:2), "linear")
  expect_error(dp_sampler(H, center = 1), "center")
  expect_error(dp_sampler(H, start = 1:4), "start")
  expect_error(dp_sampler(H, domain = dp_box(c(-1, -1), c(1, 1))), "dimension")
  expect_error(dp_box(c(0, Inf), c(1, Inf)), "low\\[2\\]")
})
