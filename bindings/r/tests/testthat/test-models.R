made_up <- function(n = 4000) {
  set.seed(3)
  d <- data.frame(x = runif(n), g = factor(sample(c("a", "b"), n, TRUE)), t = runif(n, 0.5, 2))
  d$y <- 2 * d$x + (d$g == "b") + runif(n) - 0.5
  d$class <- factor(ifelse(d$y > 1.5, "high", "low"), levels = c("low", "high"))
  d$three <- factor(cut(d$y, c(-1, 1, 2, 4)), labels = c("one", "two", "three"))
  d$count <- rpois(n, d$t * exp(0.5 * d$x))
  d
}
both <- list(x = c(0, 1), y = c(-0.5, 3.5), t = c(0.5, 2), count = c(0, 6))

test_that("dp_lm() finds the coefficients", {
  model <- dp_lm(y ~ x + g, made_up(), epsilon = 5, delta = 1e-6, ranges = both)
  expect_equal(unname(coef(model)), c(0, 2, 1), tolerance = 0.2)
  expect_s3_class(model, c("dp_lm", "dp_model"))
  expect_equal(unname(predict(model, data.frame(x = 0.5, g = "b"))), sum(coef(model) * c(1, 0.5, 1)))
  expect_equal(formula(model), y ~ x + g, ignore_formula_env = TRUE)
  expect_output(print(model), "ranges = both")
  expect_output(print(model), "Privacy: \\(5, 1e-06\\) for one record")
  expect_warning(missing <- predict(model, data.frame(x = c(NA, 0.5), g = c("a", "other"))), class = "dpcvx_missing")
  expect_true(all(is.na(missing)))
  expect_error(predict(model), "newdata")
  expect_error(residuals(model), "does not keep the rows")
})

test_that("dp_glm() classifies", {
  d <- made_up()
  model <- dp_glm(class ~ x + g, d, binomial(), epsilon = 5, delta = 1e-6, ranges = both)
  expect_gt(mean(predict(model, d, "class") == d$class), 0.85)
  p <- predict(model, d, "response")
  expect_true(all(p >= 0 & p <= 1))
  expect_identical(p > 0.5, predict(model, d) > 0)
  expect_identical(colnames(predict(model, d, "prob")), c("low", "high"))
  expect_error(dp_glm(three ~ x, d, binomial(), 5, 1e-6, ranges = both), "multinomial")
  expect_error(dp_glm(class ~ x, d, binomial("probit"), 5, 1e-6, ranges = both), "link 'probit'")
  expect_error(dp_glm(y ~ x, d, binomial(), 5, 1e-6, ranges = both), "numbers other than 0 and 1")
  expect_error(dp_glm(class ~ x + offset(t), d, binomial(), 5, 1e-6, ranges = both), "offset")
  several <- dp_glm(three ~ x + g, d, "multinomial", epsilon = 8, delta = 1e-6, ranges = both)
  expect_identical(dim(coef(several)), c(3L, 3L))
  expect_gt(mean(predict(several, d, "class") == d$three), 0.6)
  expect_equal(rowSums(predict(several, d, "prob")), rep(1, nrow(d)))
})

test_that("dp_svm(), dp_quantile() and the Poisson family fit", {
  d <- made_up()
  svm <- dp_svm(class ~ x + g, d, epsilon = 5, delta = 1e-6, ranges = both)
  expect_gt(mean(predict(svm, d) == d$class), 0.85)
  upper <- dp_quantile(y ~ x + g, d, tau = 0.9, epsilon = 5, delta = 1e-6, ranges = both)
  expect_equal(mean(d$y <= predict(upper, d)), 0.9, tolerance = 0.08)
  d$count[4] <- NA
  rates <- dp_glm(count ~ x + offset(log(t)), d, poisson(), epsilon = 8, delta = 1e-6, ranges = both)
  expect_equal(unname(coef(rates)["x"]), 0.5, tolerance = 0.5)
  new <- data.frame(x = 0.5, t = c(1, 2))
  expect_equal(predict(rates, new, "response")[2], 2 * predict(rates, new, "response")[1])
  expect_equal(log(predict(rates, new, "response")), predict(rates, new))
  expect_error(dp_glm(count ~ x, d, poisson(), 5, 1e-6, ranges = list(x = c(0, 1), count = c(1, 6))), "c\\(0, most\\)")
})

test_that("users are units", {
  d <- made_up()
  d$id <- paste0("user", seq_len(nrow(d)) %% 500)
  model <- dp_lm(y ~ x + g, d, epsilon = 5, delta = 1e-6, users = ~id, ranges = both)
  expect_match(dp_text(model), "Protects: one user")
  expect_identical(model$unit, "user")
})

test_that("a ledger is charged once, also where the fit fails", {
  d <- made_up()
  budget <- dp_budget(2, 1e-5, filter = "basic")
  dp_lm(y ~ x, d, epsilon = 1, delta = 1e-6, ranges = both, budget = budget)
  expect_equal(dp_spent(budget), c(epsilon = 1, charges = 1))
  expect_error(dp_lm(y ~ x, d, epsilon = 1.5, delta = 1e-6, ranges = both, budget = budget), class = "dpcvx_error_budget")
  expect_equal(dp_spent(budget), c(epsilon = 1, charges = 1))
  expect_error(dp_lm(y ~ x, d, epsilon = 0.5, delta = 1e-6, ranges = both, budget = budget, method = "phased_sco", l1 = 0.1),
               "the charge stays")
  expect_equal(dp_spent(budget), c(epsilon = 1.5, charges = 2))
  expect_error(dp_lm(y ~ x, d, 0.1, 1e-7, ranges = both, budget = dp_budget(1, 1e-6, unit = "user")), "one for a user")
})

test_that("intervals are those of the noise", {
  d <- made_up()
  fit <- function() dp_glm(class ~ x + g, d, epsilon = 4, delta = 1e-6, ranges = both, method = "output_perturbation", l2 = 0.05)
  model <- fit()
  band <- confint(model)
  expect_identical(rownames(band), names(coef(model)))
  expect_true(is.na(band[1, 1]))
  sd <- (band[2, 2] - band[2, 1]) / 2 / qnorm(0.975)
  drawn <- replicate(60, coef(fit())[["x"]])
  expect_lt(abs(log(sd(drawn) / sd)), 0.35)
  expect_equal(unname(diag(vcov(model))[2]), sd^2)
  expect_error(confint(dp_lm(y ~ x, d, 1, 1e-6, ranges = both, method = "noisy_gradient_descent")), class = "dpcvx_error_unsupported")
  pdf(NULL)
  expect_silent(plot(model))
  dev.off()
})

test_that("models are saved and loaded", {
  d <- made_up()
  model <- dp_glm(class ~ x + g, d, binomial(), epsilon = 5, delta = 1e-6, ranges = both)
  stored <- tempfile()
  saveRDS(model, stored)
  again <- readRDS(stored)
  expect_identical(predict(again, d[1:5, ]), predict(model, d[1:5, ]))
  expect_identical(dp_text(again), dp_text(model))
  expect_identical(coef(dp_load(dp_save(model))), coef(model$fit))
})

test_that("a saved model holds no data", {
  fit <- function() {
    secret <- made_up()
    secret$x[1] <- 0.123456789
    k <- 2
    do.call(dp_lm, list(y ~ I(x^k) + g, data = secret, epsilon = 5, delta = 1e-6, ranges = both, weights = runif(nrow(secret)),
                        progress = function(done, total) nrow(secret) < 0))
  }
  model <- fit()
  bytes <- serialize(model, NULL)
  expect_lt(length(bytes), 40000)
  expect_output(print(model), "data = data.*weights = weights")
  expect_length(grepRaw(writeBin(0.123456789, raw(), endian = "big"), bytes, fixed = TRUE), 0)
  expect_equal(length(predict(unserialize(bytes), data.frame(x = c(0.1, 0.2), g = "a"))), 2)
  own <- local({
    secret <- runif(1e5)
    loss <- function(z, label) c(abs(z - label), sign(z - label))
    objective <- dp_objective(dp_data(cbind(secret[1:30]), secret[31:60]), loss, max_slope = 1, max_curvature = Inf,
                              label_bound = 1, row_bound = 2)
    budget <- dp_budget(1, 1e-6)
    dp_fit(budget, dp_plan(budget, objective))
  })
  expect_lt(length(serialize(own, NULL)), 20000)
})

test_that("tidy(), glance() and augment() work where generics is there", {
  skip_if_not_installed("generics")
  model <- dp_lm(y ~ x + g, made_up(), epsilon = 5, delta = 1e-6, ranges = both)
  expect_identical(generics::tidy(model)$term, names(coef(model)))
  expect_identical(generics::glance(model)$epsilon, 5)
  expect_identical(generics::augment(model, made_up()[1:3, ])$.fitted, predict(model, made_up()[1:3, ]))
})

test_that("private means", {
  data <- dp_data(data.frame(a = rep(0:10, 400), b = rep(c(-0.5, 0.5), 2200)))
  budget <- dp_budget(1, 1e-6)
  expected <- dp_expected_mean(budget, 4400, 0, 10, 5, 3.2, columns = 2)
  means <- dp_mean(data, budget, ranges = list(c(0, -1), c(10, 1)), noise = "gaussian")
  found <- dp_estimates(means)
  expect_true(all(found$low < c(5, 0) & c(5, 0) < found$high & found$low <= found$mean & found$mean <= found$high))
  expect_lt(abs((found$high - found$low)[1] / diff(unname(expected)) - 1), 0.1)
  expect_identical(dp_figure(means, "units"), 4400)
  expect_match(dp_text(means), "Private means of 2 columns")
  expect_s3_class(dp_guarantee(means), "dpcvx_guarantee")
  expect_error(dp_mean(data, budget, list(0, 10), price = dp_gdp(0.1)), class = "dpcvx_error_budget")
})

test_that("private covariances", {
  data <- dp_data(data.frame(a = rep(0:10, 400), b = rep(0.1 * (0:10) - 0.5, 400)))
  budget <- dp_budget(1, 1e-6)
  expected <- dp_expected_covariance(budget, 4400, 2)
  found <- dp_covariance(data, budget, ranges = list(c(0, -1), c(10, 1)), interval_level = 0.999)
  all <- dp_covariances(found)
  expect_true(all$low[1, 2] < 1 && 1 < all$high[1, 2] && all$correlation[1, 2] > 0.8 && abs(all$means[1] - 5) < 0.3)
  expect_true(all$component_variances[1] > all$component_variances[2] && all$components[1, 1] > 0.9)
  expect_true(expected["stddev"] > 0 && expected["norm"] > expected["stddev"])
  expect_equal(all$matrix, t(all$matrix))
  expect_identical(dp_figure(found, "units"), 4400)
  expect_match(dp_text(found), "Private covariance of 2 columns")
  expect_s3_class(dp_guarantee(found), "dpcvx_guarantee")
  expect_error(dp_covariance(data, budget, list(0, 10), price = dp_gdp(0.1)), class = "dpcvx_error_budget")
})

test_that("private scores and choices", {
  parts <- dp_split(made_up(), "sixteen bytes ok")
  expect_identical(nrow(parts$training) + nrow(parts$held_out), 4000L)
  model <- dp_lm(y ~ x + g, parts$training, epsilon = 5, delta = 1e-6, ranges = both)
  budget <- dp_budget(1, 1e-6)
  expected <- dp_expected_interval(model, 800, 0.8, budget)
  score <- dp_evaluate(model, parts$held_out, budget)
  expect_lt(dp_figure(score, "low"), dp_figure(score, "value"))
  expect_gt(dp_figure(score, "value"), 0.5)
  expect_lt(expected[["low"]], 0.8)
  d <- made_up()
  data <- dp_data(d["x"], d$class)
  chosen <- dp_select(data, "logistic", 8, 1e-5, list(list(l2 = 0), list(l2 = 10)), ranges = list(0, 1))
  expect_true(chosen$chosen %in% 1:2)
})
