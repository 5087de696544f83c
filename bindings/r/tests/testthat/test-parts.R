# Rows of one fixed table of 600 rows.
block <- function(rows) {
  x <- (rows * 37) %% 200 / 100 - 1
  dp_data(cbind(x), ifelse(x > 0.1, 1, -1))
}

coordinator <- function(budget, parts) {
  facts <- dp_public_objective("logistic", nominal_units = 600, columns = 1)
  dp_coordinator(budget, dp_plan(budget, facts, steps = 5), parts, dp_rng("a test"))
}

test_that("any parts give the same bits, and the charge comes before the first sum", {
  fits <- lapply(c(1, 3, 4), function(parts) {
    budget <- dp_budget(2, 1e-6)
    made <- coordinator(budget, parts)
    expect_identical(dp_spent(budget)[["charges"]], 1)
    expect_output(print(made), paste("step 0 of 5,", parts, "parts"))
    cuts <- seq(0, 600, length.out = parts + 1)
    fit <- dp_fit_parts(made, function(broadcast) {
      do.call(dp_merge_sums, lapply(seq_len(parts), function(part) {
        rows <- (cuts[part] + 1):cuts[part + 1]
        dp_sum_part(broadcast, part, block(rows[-(1:9)]), block(rows[1:9]), threads = part)
      }))
    })
    expect_identical(dp_figure(fit, "outcome"), "done")
    expect_error(dp_finish_fit(made), class = "dpcvx_error_state")
    coef(fit)
  })
  expect_gt(fits[[1]][[1]], 0)
  for (other in fits[-1]) expect_identical(other, fits[[1]])
})

test_that("perturbed minimisers end where they are found", {
  facts <- dp_public_objective("logistic", nominal_units = 600, columns = 1)
  for (method in c("output_perturbation", "objective_perturbation")) {
    fits <- lapply(1:2, function(parts) {
      budget <- dp_budget(2, 1e-6)
      made <- dp_coordinator(budget, dp_plan(budget, facts, method = method), parts, dp_rng("a test"))
      rounds <- 0
      fit <- dp_fit_parts(made, function(broadcast) {
        rounds <<- rounds + 1
        do.call(dp_merge_sums, lapply(seq_len(parts), function(part) {
          dp_sum_part(broadcast, part, block(seq(part, 600, parts)))
        }))
      })
      expect_lt(rounds, 60)
      expect_identical(dp_figure(fit, "steps"), 1)
      coef(fit)
    })
    expect_identical(fits[[1]], fits[[2]])
  }
})

test_that("sums that lack a part, come twice or are damaged are refused, and nothing is released", {
  made <- coordinator(dp_budget(2, 1e-6), 2)
  first <- dp_sum_part(dp_broadcast(made), 1, block(1:300))
  expect_error(dp_finish_step(made, first), "part 2", class = "dpcvx_error_argument")
  expect_error(dp_merge_sums(first, first), "part 1", class = "dpcvx_error_argument")
  damaged <- first
  damaged[50] <- xor(damaged[50], as.raw(1))
  expect_error(dp_finish_step(made, damaged), class = "dpcvx_error_argument")
  expect_error(dp_merge_sums(), "at least one sum", class = "dpcvx_error_argument")
  expect_error(dp_sum_part(dp_broadcast(made), 3, block(1:9)), "'part'", class = "dpcvx_error_argument")
  stream <- structure(list(), class = "nanoarrow_array_stream")
  expect_error(dp_sum_part(dp_broadcast(made), 1, stream), "'label'", class = "dpcvx_error_argument")
  expect_error(dp_sum_part(dp_broadcast(made), 1, stream, label = "y"), "'stream'", class = "dpcvx_error_argument")
  expect_error(dp_sum_part(dp_broadcast(made), 1, cbind(1)), "tables that dp_data\\(\\) made", class = "dpcvx_error_argument")
  expect_error(dp_broadcast(1), "what dp_coordinator\\(\\) returned", class = "dpcvx_error_argument")
  expect_identical(dp_figure(made, "step"), 0)
  dp_finish_step(made, dp_merge_sums(first, dp_sum_part(dp_broadcast(made), 2))) # a part without rows
  expect_identical(dp_figure(dp_finish_fit(made), "outcome"), "cancelled")
})

test_that("rows that lie in memory give the bits of tables, and tell of bytes", {
  made <- coordinator(dp_budget(2, 1e-6), 1)
  x <- seq(-1, 1, length.out = 600)
  rows <- dp_rows(cbind(x), ifelse(x > 0, 1, -1))
  told <- list()
  sum <- dp_sum_part(dp_broadcast(made), 1, rows, progress = function(done, total) told[[length(told) + 1]] <<- c(done, total))
  expect_identical(sum, dp_sum_part(dp_broadcast(made), 1, dp_data(cbind(x), ifelse(x > 0, 1, -1))))
  expect_identical(unique(told), list(c(0, 4800), c(4800, 4800))) # told again where the machine is slow
  expect_error(dp_sum_part(dp_broadcast(made), 1, rows, progress = function(done, total) TRUE), "'monitor'",
               class = "dpcvx_error_cancelled")
  expect_error(dp_rows(x, x), "a matrix of doubles", class = "dpcvx_error_argument")
  expect_error(dp_rows(cbind(x), x[-1]), "'labels'", class = "dpcvx_error_argument")
  expect_error(dp_rows(cbind(x), x, users = 1), "'users'", class = "dpcvx_error_argument")
  expect_error(dp_sum_part(dp_broadcast(made), 1, dp_rows(cbind(x), sign(x), users = seq_along(x))), "'users' = ids",
               class = "dpcvx_error_argument")
  calls <- 0
  blocks <- dp_lowlevel$partial_sum_create(dp_broadcast(made), 0)
  dp_lowlevel$partial_sum_add_blocks(blocks, function(sum) {
    calls <<- calls + 1
    part <- if (calls == 1) 1:250 else 251:600
    dp_lowlevel$partial_sum_add_dense(sum, cbind(x[part]), length(part), 1, 1, length(part), 1, labels = ifelse(x[part] > 0, 1, -1))
    calls < 2
  }, 0)
  dp_lowlevel$partial_sum_seal(blocks)
  expect_identical(dp_lowlevel$partial_sum_save(blocks), sum)
  expect_error(dp_lowlevel$partial_sum_add_blocks(dp_lowlevel$partial_sum_create(dp_broadcast(made), 0), function(sum) stop("gone"), 0),
               "gone")
})

test_that("public objectives take ranges and classes", {
  for (ranges in list(3, list(c(0, 0), c(1, 2, 3)), list(0), list(c(0, 1), c(2, 3)), list(low = NA, high = NA), list(x = c(0, 1)))) {
    expect_error(dp_public_objective("logistic", 100, ranges = ranges), "'ranges'", class = "dpcvx_error_argument")
  }
  expect_error(dp_public_objective("logistic", 100), "'columns' is missing", class = "dpcvx_error_argument")
  expect_error(dp_public_objective("logistic", 100, columns = 3, ranges = list(c(0, 0), c(1, 1))), "'ranges'",
               class = "dpcvx_error_argument")
  budget <- dp_budget(4, 1e-6)
  facts <- dp_public_objective("logistic", 600, ranges = list(0, 1), classes = c("no", "yes"))
  made <- dp_coordinator(budget, dp_plan(budget, facts, steps = 5))
  x <- (1:600 * 37) %% 100 / 100
  rows <- dp_data(cbind(x), ifelse(x > 0.5, "yes", "no"), classes = c("no", "yes"), ranges = list(0, 1))
  fit <- dp_fit_parts(made, function(broadcast) dp_sum_part(broadcast, 1, rows))
  expect_identical(as.character(predict(fit, cbind(c(0.05, 0.95)))), c("no", "yes"))
})

test_that("sums of parts give the means of the table", {
  rows <- matrix(30 + seq_len(3000) %% 41)
  budget <- large_budget(1e6, 1e-6)
  price <- dp_gdp(1)
  expected <- dp_mean(dp_data(rows), budget, list(0, 100), price = price, rng = dp_rng("a test"))
  sums <- Reduce(`+`, lapply(split(seq_len(3000), seq_len(3000) %% 7), function(some) {
    dp_mean_sums(dp_data(rows[some, , drop = FALSE]), 0, 100, price, "replace_one")
  }))
  found <- dp_means_from_sums(sums, budget, 0, 100, price = price, rng = dp_rng("a test"))
  expect_identical(dp_estimates(found), dp_estimates(expected))
  expect_error(dp_means_from_sums(sums[1:2], budget, 0, 100), "length")
  expect_error(dp_mean_sums(rows, 0, 100, price, "replace_one"), "dp_data")
})

test_that("names of users split alike in all languages", {
  named <- data.frame(name = paste0("d", 1:12))
  expect_identical(dp_split(named, "sixteen bytes ok", 0.5, users = ~name)$held_out$name, c("d2", "d5", "d6", "d8", "d11"))
  whole <- structure(1:12 * 5e-324, class = "integer64") # 1 to 12, as package bit64 has them
  by_bits <- dp_split(dp_data(matrix(0, 12), users = whole), "sixteen bytes ok", 0.5)
  by_number <- dp_split(dp_data(matrix(0, 12), users = 1:12), "sixteen bytes ok", 0.5)
  expect_identical(by_bits$held_out$rows, by_number$held_out$rows)
})
