table_of_two <- function() {
  set.seed(9)
  d <- data.frame(a = runif(2000), b = runif(2000))
  list(frame = d, data = dp_data(d))
}

test_that("coef(), confint() and plot() know what was released", {
  data <- table_of_two()$data
  budget <- function() dp_budget(1, 1e-6)
  means <- dp_mean(data, budget(), list(0, 1))
  expect_identical(coef(means), setNames(dp_estimates(means)$mean, c("a", "b")))
  expect_identical(names(coef(dp_variance(means))), c("a", "b"))
  shares <- dp_histogram(data, budget(), c(0, 0.5, 1), column = "b")
  expect_identical(unname(coef(shares)), dp_estimates(shares)$value)
  covariance <- dp_covariance(data, budget(), list(0, 1))
  expect_identical(dimnames(coef(covariance)), list(c("a", "b"), c("a", "b")))
  expect_true(all(confint(covariance)$low <= coef(covariance)))
  expect_identical(rownames(dp_covariances(covariance)$components), c("a", "b"))
  d <- table_of_two()$frame
  model <- dp_lm(b ~ a, d, 5, 1e-6, ranges = list(a = c(0, 1), b = c(0, 1)))
  score <- dp_evaluate(model, d, budget())
  expect_true(confint(score)[1] <= coef(score) && coef(score) <= confint(score)[2])
  expect_identical(names(coef(score)), "r2")
  expect_error(confint(score, level = 0.5), "accepted: 0.95")
  pdf(NULL)
  on.exit(dev.off())
  for (object in list(means, shares, covariance, dp_gdp(1))) expect_silent(plot(object))
  expect_error(coef(dp_gdp(1)), "'object' = a curve; accepted: an object that has a coef\\(\\) method", class = "dpcvx_error_argument")
  expect_error(plot(dp_budget(1, 1e-6)), "'object' = a budget")
  expect_output(print(summary(data)), "2000 rows, 2 columns: a, b")
})

test_that("domains are told in words", {
  expect_output(print(dp_ball(1, 2)), "<dpcvx domain> ball of radius 1 about 0, l2 norm", fixed = TRUE)
  expect_identical(dp_text(dp_box(c(0, 0), c(1, 2))), "box with sides of 1 to 2")
})

test_that("names stay with what is released", {
  budget <- function() large_budget(50, 1e-6)
  expect_identical(names(dp_release_laplace(budget(), c(u = 1, v = 2), 1)), c("u", "v"))
  counts <- dp_release_counts(budget(), table(factor(c("u", "v", "u"))), 2)
  expect_identical(names(counts), c("u", "v"))
  expect_s3_class(counts, "table")
  expect_identical(dp_release_choice(budget(), c(u = 0, v = 100), 1), c(v = 2))
})

test_that("coefficients of fits are in the units of the data, and ranges that were released are told", {
  both <- table_of_two()
  x <- 100 * as.matrix(both$frame)
  fit <- dp_fit_table(dp_data(x, x[, 1] / 100), "squared", 5, 1e-6, ranges = list(0, 100), label_range = c(0, 1))
  expect_equal(coef(fit)[["a"]], 0.01, tolerance = 0.2)
  expect_identical(names(coef(fit)), c("a", "b", "(Intercept)"))
  expect_equal(coef(fit, original = FALSE)[1], 0.5, tolerance = 0.2)
  expect_length(dp_noise(suppressWarnings(dp_fit_table(dp_data(x, x[, 1] > 50), "logistic", 5, 1e-6, ranges = list(0, 100), l2 = 0.1,
                                                       method = "output_perturbation"))), 3)
  model <- suppressWarnings(dp_lm(b ~ a, both$frame, 5, 1e-6, ranges = list(b = c(0, 1))))
  expect_match(dp_text(model), "the range of 'a' was released: \\[[-0-9.e]+, [0-9.e]+\\]")
  expect_no_match(dp_text(fit), "was released")
})

test_that("habits of stats end in answers that explain", {
  d <- table_of_two()$frame
  model <- dp_lm(b ~ a, d, 5, 1e-6, ranges = list(a = c(0, 1), b = c(0, 1)))
  for (f in list(extractAIC, step, drop1)) expect_error(f(model), "no likelihood.*dp_evaluate", class = "dpcvx_error")
  expect_identical(family(model)$family, "gaussian")
  expect_error(family(dp_quantile(b ~ a, d, 0.5, 5, 1e-6, ranges = list(a = c(0, 1), b = c(0, 1)))), "'pinball' is of no family")
  expect_identical(names(predict(model, d[5:6, ])), c("5", "6"))
})

test_that("shares stand at their edges, and quantiles at their probabilities", {
  data <- dp_data(data.frame(hours = rep(0:9, 200) + 0.5))
  cumulative <- dp_cumulative(data, dp_budget(4, 1e-6), c(0, 5, 10))
  drawn <- function(x) {
    pdf(NULL)
    on.exit(dev.off())
    plot(x)
    par("usr")[1:2]
  }
  across <- drawn(dp_cumulative(data, dp_budget(4, 1e-6), c(0, 10), cells = 10))
  expect_true(across[1] < 1 && across[1] > 0 && across[2] > 9 && across[2] < 10)
  quantiles <- dp_quantiles(cumulative, c(0.25, 0.75))
  expect_true(drawn(quantiles)[1] > 0.2 && drawn(quantiles)[2] < 0.8)
  expect_identical(names(coef(quantiles)), c("25%", "75%"))
  expect_identical(rownames(confint(quantiles)), c("25%", "75%"))
  expect_error(dp_robust(cumulative, "mean", 0.1), "trimmed_mean, winsorized_mean, quantile_range")
  expect_silent(dp_mean(data, dp_budget(1, 1e-6), ranges = c(0, 10)))
  expect_match(dp_text(cumulative), "column = 1 \\(")
})

test_that("plot() of a model has room for its names, and refuses arguments of lm's", {
  d <- table_of_two()$frame
  d$a_column_of_a_long_name <- d$a
  ends <- list(a_column_of_a_long_name = c(0, 1), b = c(0, 1))
  model <- dp_lm(b ~ a_column_of_a_long_name, d, 5, 1e-6, ranges = ends)
  pdf(NULL)
  on.exit(dev.off())
  room <- NULL
  before <- par("mai")
  plot(model, panel.first = room <- par("mai")[2])
  expect_gt(room, strwidth("a_column_of_a_long_name", "inches"))
  expect_identical(par("mai"), before)
  expect_error(plot(model, which = 1), "'which' = 1; accepted: none", class = "dpcvx_error_argument")
})

test_that("every model prints what missing values count as, and the summary agrees with the report", {
  d <- table_of_two()$frame
  model <- dp_lm(b ~ a, d, 5, 1e-6, ranges = list(a = c(0, 1), b = c(0, 10))) # labels fill a tenth of their range
  told <- function(x) gsub("\\s+", " ", paste(capture.output(print(x)), collapse = " "))
  expect_match(told(model), "Rows that lack a value of a or b count as null records, of weight 0")
  off <- regmatches(told(summary(model)), gregexpr("off the best (ones|predictions) by [0-9.e-]+[0-9]", told(summary(model))))[[1]]
  expect_length(off, 2)
  expect_identical(sub("ones", "predictions", off[1]), off[2])
  share <- regmatches(told(summary(model)), gregexpr("[0-9.e-]+ % of (what|it)", told(summary(model))))[[1]]
  expect_identical(sub(" .*", "", share[1]), sub(" .*", "", share[2]))
  expect_no_match(share[1], "^0 %")
})

test_that("estimates and scores print their main lines, with the column's name, and summary() all", {
  both <- table_of_two()
  budget <- dp_budget(10, 1e-6)
  told <- function(x) paste(capture.output(print(x)), collapse = "\n")
  share <- dp_price(budget, 0.1)
  cumulative <- dp_cumulative(both$data, budget, c(0, 0.5, 1), column = "b", price = share)
  for (made in list(dp_mean(both$data, budget, list(0, 1), price = share), cumulative, dp_quantiles(cumulative, 0.5),
                    dp_covariance(both$data, budget, list(0, 1), price = share))) {
    expect_match(told(made), "^<dpcvx [a-z]+> Private.*\nProtects: one record.*\nPrivacy: epsilon.*summary\\(\\) has the whole report.$")
    expect_no_match(told(made), "lattice_step")
    expect_match(told(summary(made)), "lattice_step =")
  }
  shares <- dp_histogram(both$data, budget, c(0, 0.5, 1), column = 2, price = share)
  for (made in list(shares, cumulative, dp_quantiles(cumulative), dp_robust(cumulative, "trimmed_mean", 0.1))) {
    expect_match(told(made), " of 'b'[:,]")
  }
  expect_match(told(unserialize(serialize(shares, NULL))), " of 'b'[:,]")
  trimmed <- dp_robust(cumulative, "trimmed_mean", 0.1)
  for (names in list(rownames(dp_estimates(trimmed)), names(coef(trimmed)), rownames(confint(trimmed)))) expect_identical(names, "b")
  expect_match(told(dp_histogram(dp_data(as.matrix(unname(both$frame))), budget, c(0, 0.5, 1), price = share)), " of column 1:")
})

test_that("what is spent is shown number by number", {
  budget <- dp_budget(2, 1e-5, filter = "basic")
  dp_charge(budget, dp_price(budget, epsilon = 1, delta = 1e-6))
  expect_match(capture.output(print(dp_spent(budget)))[2], "^ *1 +1 +1e-06 *$")
  expect_output(expect_identical(print(dp_spent(budget)), dp_spent(budget)))
})
