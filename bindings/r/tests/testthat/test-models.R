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

test_that("a formula without an intercept goes through the origin", {
  set.seed(5)
  d <- data.frame(age = runif(3000, 18, 90), score = runif(3000, 1, 3))
  d$y <- 0.5 * d$age + 4 * d$score
  model <- dp_lm(y ~ 0 + age + score, d, epsilon = 10, delta = 1e-6, ranges = list(age = c(18, 90), score = c(1, 3), y = c(0, 60)))
  expect_identical(names(coef(model)), c("age", "score"))
  expect_equal(coef(model)[["age"]], 0.5, tolerance = 0.2)
  expect_identical(unname(predict(model, data.frame(age = 0, score = 0))), 0)
})

test_that("what needs the rows is refused", {
  model <- dp_lm(y ~ x + g, made_up(), epsilon = 5, delta = 1e-6, ranges = both)
  expect_error(model.frame(model), "does not keep the rows")
  expect_error(model.matrix(model), "does not keep the rows")
  for (f in list(logLik, deviance, anova)) expect_error(f(model), "dp_evaluate")
  expect_error(predict(model, made_up(5), se.fit = TRUE), "'se.fit' = TRUE")
  expect_error(confint(dp_lm(y ~ x, made_up(), 5, 1e-6, ranges = both, method = "noisy_sgd")), "method = \"dp_sgd_output\"")
  expect_true(all(is.finite(confint(suppressWarnings(dp_lm(y ~ x, made_up(), 5, 1e-6, ranges = both, method = "dp_sgd_output")), "x"))))
  shortened <- dp_glm(class ~ x, made_up(), binomial(), 5, 1e-6, ranges = both)
  expect_error(confint(shortened), "method = \"output_perturbation\"")
  expect_output(print(dp_lm(y ~ x, made_up(400), 5, 1e-6, ranges = both, users = rep(1:100, 4))), "one user.*; 100 users; method")
  expect_output(print(shortened), "not log-odds: rows are shortened; row_bound = sqrt\\(2\\) with centring_fraction = 0 avoids it")
  centred <- dp_glm(class ~ x, made_up(), binomial(), 5, 1e-6, ranges = both, row_bound = sqrt(2))
  expect_output(print(centred), "not log-odds: rows far from the means are shortened: centring_fraction = 0 avoids it")
  expect_true(generics::glance(centred)$shortened)
  expect_error(dp_lm(y ~ x, made_up(), 1, 1e-6, ranges = both, budget = dp_budget(5, 1e-5, adjacency = "add_remove")),
               "'budget' = one for a record under add_remove")
})

test_that("estimates leave null records out", {
  x <- matrix(runif(4000, 40, 60), ncol = 2)
  x[seq(1, 2000, 4), 2] <- NA
  mean_of <- function(adjacency) {
    dp_estimates(dp_mean(dp_data(x, missing = "null"), dp_budget(4, 1e-6, adjacency = adjacency), ranges = list(0, 100)))
  }
  expect_equal(mean_of("add_remove")$mean, c(50, 50), tolerance = 0.05)
  expect_error(mean_of("replace_one"), "null record \\(weight 0\\)")
})

test_that("with a row bound that clips nothing the link is linear", {
  model <- dp_glm(class ~ x + g, made_up(), binomial(), epsilon = 5, delta = 1e-6, ranges = both, row_bound = 2, centring_fraction = 0)
  expect_output(print(model), "in the units of the data\\):")
  expect_equal(unname(predict(model, data.frame(x = 0.3, g = "b"))), sum(coef(model) * c(1, 0.3, 1)))
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
  expect_equal(unname(rowSums(predict(several, d, "prob"))), rep(1, nrow(d)))
  expect_identical(dimnames(predict(several, d, "link")), dimnames(predict(several, d, "prob")))
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
  expect_equal(predict(rates, new, "response")[[2]], 2 * predict(rates, new, "response")[[1]])
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

test_that("a ledger is charged once, and not for what is refused", {
  d <- made_up()
  budget <- dp_budget(2, 1e-5, filter = "basic")
  dp_lm(y ~ x, d, epsilon = 1, delta = 1e-6, ranges = both, budget = budget)
  expect_equal(unclass(dp_spent(budget)), c(epsilon = 1, charges = 1, delta = 1e-6))
  expect_error(dp_lm(y ~ x, d, epsilon = 1.5, delta = 1e-6, ranges = both, budget = budget), class = "dpcvx_error_budget")
  expect_equal(unclass(dp_spent(budget)), c(epsilon = 1, charges = 1, delta = 1e-6))
  expect_error(dp_lm(y ~ x, d, epsilon = 0.5, delta = 1e-6, ranges = both, budget = budget, method = "phased_sco", l1 = 0.1),
               "does not apply")
  expect_error(dp_lm(y ~ x, d, epsilon = 0.5, delta = 1e-6, ranges = both, budget = budget, l2 = -1), "argument 'l2' = -1; accepted: \\[0")
  expect_equal(unclass(dp_spent(budget)), c(epsilon = 1, charges = 1, delta = 1e-6))
  expect_error(dp_lm(y ~ x, d, 0.1, 1e-7, ranges = both, budget = dp_budget(1, 1e-6, unit = "user")), "one for a user")
})

test_that("intervals are those of the noise", {
  d <- made_up()
  fit <- function() dp_glm(class ~ x + g, d, epsilon = 4, delta = 1e-6, ranges = both, method = "output_perturbation", l2 = 0.05)
  model <- fit()
  band <- confint(model)
  expect_identical(rownames(band), names(coef(model)))
  expect_true(all(is.finite(band[1, ])))
  sd <- (band[2, 2] - band[2, 1]) / 2 / qnorm(0.975)
  drawn <- replicate(60, coef(fit())[["x"]])
  expect_lt(abs(log(sd(drawn) / sd)), 0.5) # but once in a million
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
  expect_identical(unname(coef(dp_load(dp_save(model)))), unname(coef(model$fit)))
  expect_identical(names(coef(model$fit)), c("x", "gb", "(Intercept)"))
})

test_that("a saved model holds no data", {
  fit <- function() {
    secret <- made_up()
    secret$x[1] <- 0.123456789
    k <- 2
    do.call(dp_lm, list(y ~ I(x^k) + g, data = secret, epsilon = 5, delta = 1e-6, ranges = both,
                        weights = runif(nrow(secret)), weight_bound = 1, progress = function(done, total) nrow(secret) < 0))
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
    suppressWarnings(dp_fit(budget, dp_plan(budget, objective)), "dpcvx_noise")
  })
  expect_lt(length(serialize(own, NULL)), 20000)
})

test_that("tidy(), glance() and augment() work where generics is there", {
  skip_if_not_installed("generics")
  model <- dp_lm(y ~ x + g, made_up(), epsilon = 5, delta = 1e-6, ranges = both)
  expect_identical(generics::tidy(model)$term, names(coef(model)))
  expect_identical(generics::glance(model)$epsilon, 5)
  expect_identical(generics::augment(model, made_up()[1:3, ])$.fitted, unname(predict(model, made_up()[1:3, ])))
  expect_identical(generics::augment(model, newdata = made_up()[1:3, ]), generics::augment(model, made_up()[1:3, ]))
})

test_that("a private choice of a law", {
  tosses <- dp_data(data.frame(toss = rep(c(1, 1, 1, 0), 500)))
  coins <- dp_hypotheses(rbind(c(0.5, 0.5), c(0.25, 0.75), c(0.1, 0.9)))
  expect_identical(dp_select_hypothesis(coins, tosses, dp_budget(1, 0)), 2)
  expect_identical(dp_hypothesis(coins, 3), c(0.1, 0.9))
  expect_equal(unname(dp_contest(coins, 1, 2)), c(0.5, 0.25))
  expect_identical(dp_figure(coins, "contests"), 3)
  heights <- dp_data(data.frame(height = 170 + 10 * qnorm((seq_len(4000) - 0.5) / 4000)))
  cover <- dp_gaussians(c(150, 190), c(5, 20), 0.1)
  expect_lt(abs(dp_hypothesis(cover, dp_select_hypothesis(cover, heights, dp_budget(1, 0)))[1] - 170), 3)
  means <- dp_gaussian_means(150, 190, matrix(100), 0.1)
  expect_lt(abs(dp_hypothesis(means, dp_select_hypothesis(means, heights, dp_budget(1, 0))) - 170), 3)
  density <- function(hypothesis, records) dnorm(records[, 1], 140 + 10 * hypothesis, 10, log = TRUE)
  samples <- lapply(1:5, function(h) 140 + 10 * h + 10 * qnorm((seq_len(500) - 0.5) / 500))
  own <- dp_own_hypotheses(density, 1, samples = samples)
  expect_identical(dp_select_hypothesis(own, heights, dp_budget(1, 0)), 3)
  broken <- dp_own_hypotheses(function(hypothesis, records) stop("no density"), 1, matrix(0.75, 2, 2))
  expect_error(dp_select_hypothesis(broken, heights, dp_budget(1, 0)), "no density")
  needed <- dp_units_needed(dp_pure(1), 100, 0.1)
  expect_true(dp_excess_distance(dp_pure(1), 100, needed) <= 0.1 && dp_excess_distance(dp_pure(1), 100, needed - 1) > 0.1)
})

test_that("private means", {
  data <- dp_data(data.frame(a = rep(0:10, 400), b = rep(c(-0.5, 0.5), 2200)))
  budget <- dp_budget(1, 1e-6)
  expected <- dp_expected_mean(budget, 4400, 0, 10, 5, 3.2, columns = 2)
  means <- dp_mean(data, budget, ranges = list(c(0, -1), c(10, 1)), noise = "gaussian")
  found <- dp_estimates(means)
  expect_equal(confint(means), cbind(low = c(a = found$low[1], b = found$low[2]), high = found$high))
  expect_identical(rownames(found), c("a", "b"))
  expect_equal(unname(confint(means, "b")[1, 2]), found$high[2])
  expect_error(confint(means, level = 0.5), "accepted: 0.95")
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
  found <- dp_covariance(data, budget, ranges = list(c(0, -1), c(10, 1)), interval_level = 0.999999)
  all <- dp_covariances(found)
  expect_true(all$low[1, 2] < 1 && 1 < all$high[1, 2] && all$correlation[1, 2] > 0.8 && abs(all$means[1] - 5) < 0.3)
  expect_true(all$component_variances[1] > all$component_variances[2] && all$components[1, 1] > 0.9)
  expect_true(expected["stddev"] > 0 && expected["norm"] > expected["stddev"])
  expect_equal(all$matrix, t(all$matrix))
  expect_identical(dp_figure(found, "units"), 4400)
  expect_match(dp_text(found), "Private covariance of 2 columns.*of values clipped to \\[0, 10\\].*\n  a with b: covariance ")
  expect_s3_class(dp_guarantee(found), "dpcvx_guarantee")
  expect_error(dp_covariance(data, budget, list(0, 10), price = dp_gdp(0.1)), class = "dpcvx_error_budget")
})

test_that("private distributions", {
  data <- dp_data(data.frame(a = rep(0:10, 400)))
  budget <- dp_budget(2, 1e-6)
  found <- dp_estimates(dp_histogram(data, budget, c(-0.5, 4.5, 10.5), price = dp_price(budget, 0.5), interval_level = 0.999999))
  expect_true(found$low[1] < 5 / 11 && 5 / 11 < found$high[1] && found$count_low[1] <= 2000 && 2000 <= found$count_high[1])
  told <- dp_cumulative_from_counts(c(900, 100, 0), dp_budget(8, 1e-6), 0:3, units = 1000)
  expect_lt(dp_estimates(dp_quantiles(told, 0.5))$value, 1)
  expect_gt(dp_estimates(dp_histogram_from_counts(c(900, 100, 0), dp_budget(8, 1e-6), 0:3, units = 1000))$value[1], 0.8)
  expect_error(dp_histogram_from_counts(c(900, 100, 0), dp_budget(8, 1e-6), 0:3, units = 1000, unit = "user"), "'unit'")
  cumulative <- dp_cumulative(data, budget, c(-0.5, 10.5), cells = 11)
  expect_identical(dp_figure(cumulative, "kind"), "cumulative")
  quantiles <- dp_estimates(dp_quantiles(cumulative, c(0.25, 0.5)))
  expect_true(all(quantiles$low <= quantiles$value & quantiles$value <= quantiles$high) && abs(quantiles$value[2] - 5) < 1.5)
  trimmed <- dp_estimates(dp_robust(cumulative, "trimmed_mean", 0.1))
  expect_true(trimmed$low <= trimmed$value && trimmed$value <= trimmed$high && abs(trimmed$value - 5) < 1.5)
  expect_identical(dp_figure(budget, "charges"), 2)
  ends <- dp_expected_robust(dp_budget(1, 1e-6), 4000, 0:10, c(-0.5, 10.5), "quantile_range", 0.25)
  expect_true(ends[[1]] < 6 && 6 < ends[[2]])
  spread <- dp_estimates(dp_variance(dp_mean(data, dp_budget(1, 1e-6), list(0, 10)), interval_level = 0.999999))
  expect_true(spread$low < 10 && 10 < spread$high && spread$low <= spread$variance && spread$variance <= spread$high)
  ends <- dp_expected_variance(dp_budget(1, 1e-6), 4000, 0, 10, 5, 3.16)
  expect_true(ends[[1]] < 10 && 10 < ends[[2]])
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

test_that("local reports", {
  protocol <- dp_load_local_protocol(dp_save(dp_local_frequencies(3, 2)))
  expect_identical(dp_figure(protocol, "epsilon"), 2)
  device <- dp_budget(3, 0, unit = "user")
  dp_local_report(protocol, 1, device)
  expect_error(dp_local_report(protocol, 1, device), class = "dpcvx_error_budget")
  sent <- unlist(lapply(1:2000, function(i) dp_local_report(protocol, i %% 2)))
  counts <- dp_local_add(dp_local_aggregator(protocol), dp_local_shuffle(protocol, c(sent, raw(20))))
  dp_local_merge(counts, dp_load_local_aggregator(dp_save(counts)))
  expect_identical(unname(dp_local_counts(counts)), c(4000, 2))
  found <- dp_local_estimates(counts, protocol, 0.999)
  expect_lt(abs(found$value[2] - 0.5), 0.15)
  expect_lt(dp_local_error(protocol, 4000), 0.1)
  expect_lt(dp_local_central_epsilon(protocol, 4000, 1e-6), 0.3)
  expect_match(dp_text(protocol), "add up")
  vectors <- dp_local_vector_mean(2, 1, 4)
  sums <- dp_local_add(dp_local_aggregator(vectors), unlist(lapply(1:300, function(i) dp_local_report(vectors, c(0.6, -0.8)))))
  expect_lt(abs(dp_local_estimates(sums, vectors)$value[2] + 0.8), 0.4)
  hours <- dp_local_mean(0, 24, 4, randomizer = "window")
  sums <- dp_local_add(dp_local_aggregator(hours), unlist(lapply(1:300, function(i) dp_local_report(hours, 8))))
  expect_lt(abs(dp_local_estimates(sums, hours)$value - 8), 4)
})

test_that("ranges by name are those of their columns where both ends rise from the first column to the second", {
  rows <- data.frame(wt = runif(400, 1, 6), hp = runif(400, 50, 350))
  rows$y <- rows$wt > 3
  expect_no_error(model <- suppressWarnings(dp_glm(y ~ wt + hp, rows, binomial(), epsilon = 4, delta = 1e-3,
                                                   ranges = list(wt = c(1, 6), hp = c(50, 350)))))
  found <- regmatches(dp_json(model), regexpr('"ranges":\\{[^}]*\\}', dp_json(model)))
  expect_match(found, '"low":[1,50],"high":[6,350]', fixed = TRUE)
})

test_that("a model for users tells of users alone: how many rows they have is private", {
  rows <- data.frame(x = runif(900), id = rep(1:300, 3))
  rows$y <- rows$x
  model <- suppressWarnings(dp_lm(y ~ x, rows, epsilon = 4, delta = 1e-4, users = ~id, ranges = list(x = c(0, 1), y = c(0, 1))))
  expect_equal(nobs(model), 300)
  shown <- capture.output(print(model), print(summary(model)))
  expect_true(any(grepl("replaced by another; 300 users;", shown, fixed = TRUE)))
  expect_false(any(grepl("\\b900\\b", c(shown, dp_text(model), dp_json(model)))))
  expect_false(any(vapply(unclass(model)[setdiff(names(model), c("fit", "terms", "spec", "call"))], identical, NA, 900L)))
})

test_that("summaries hold their coefficients", {
  d <- data.frame(x = runif(500))
  d$y <- d$x > 0.5
  for (method in c("automatic", "output_perturbation")) {
    made <- suppressWarnings(dp_glm(y ~ x, d, epsilon = 4, delta = 1e-3, ranges = list(x = c(0, 1)), method = method))
    found <- coef(summary(made))
    expect_identical(dimnames(found), list(names(coef(made)), c("Estimate", "Noise (sd)")))
    expect_identical(found[, "Estimate"], coef(made))
  }
})

test_that("a model takes a budget of any filter, and charges what it states", {
  for (filter in c("gdp", "basic", "zcdp")) {
    budget <- dp_budget(3, 1e-6, filter = filter)
    model <- dp_lm(y ~ x, made_up(), 1, 1e-6, ranges = both, budget = budget)
    expect_identical(dp_spent(budget)[["charges"]], 1)
    expect_lte(dp_spent(budget)[["epsilon"]], 1 + 1e-9)
    expect_gte(dp_spent(budget)[["epsilon"]], 0.99)
    expect_lte(dp_epsilon(dp_guarantee(model), 1e-6), 1 + 1e-9)
    expect_error(dp_lm(y ~ x, made_up(), 5, 1e-6, ranges = both, budget = budget), class = "dpcvx_error_budget")
    expect_identical(dp_spent(budget)[["charges"]], 1)
    expect_output(print(model), "Charged to the budget")
  }
  expect_identical(dp_spent(dp_budget(3, 1e-6, filter = "basic"))[["delta"]], 0)
  expect_error(dp_lm(y ~ x, made_up(), 1, 1e-6, ranges = both, budget = 5), "what dp_budget\\(\\)")
})

test_that("a plan costs nothing, and says what the fit would do", {
  budget <- dp_budget(3, 1e-6)
  dp_label(budget, "question 7")
  plan <- dp_lm(y ~ x, made_up(), 1, 1e-6, ranges = both, budget = budget, plan = TRUE)
  expect_s3_class(plan, "dp_plan")
  expect_identical(dp_spent(budget)[["charges"]], 0)
  expect_gt(nrow(dp_ranking(plan)), 1)
  expect_error(dp_fit(budget, plan))
  expect_identical(dp_spent(budget)[["charges"]], 0)
  expect_error(dp_lm(y ~ x, made_up(), 1, 1e-6, ranges = both, plan = "yes"), "'plan' = \"yes\"")
  model <- dp_lm(y ~ x, made_up(), 1, 1e-6, ranges = both, budget = budget)
  expect_match(dp_text(budget), "question 7: ")
  expect_identical(dp_figure(plan, "steps"), dp_figure(model, "steps"))
  expect_output(print(summary(model)), "expected to be off the\\s+best\\s+ones\\s+by\\s+[0-9.]+")
})

test_that("arguments of methods are checked", {
  model <- dp_glm(class ~ x, made_up(), binomial(), 5, 1e-6, ranges = both, method = "output_perturbation", l2 = 0.01)
  expect_error(confint(model, level = 2), "'level' = 2; accepted: one number between 0 and 1")
  expect_error(confint(model, "zz"), "'parm' = \"zz\"; accepted: \\(Intercept\\), x")
  expect_true(all(is.finite(confint(model)))) # the constant too
  expect_equal(dp_noise(model, original = TRUE)[1], summary(model)$noise[["x"]])
  expect_identical(names(predict(model, made_up(3)[1, ], type = "response")), "1")
  expect_identical(unname(predict(model, made_up(3)[0, ])), numeric(0))
  expect_identical(levels(predict(model, made_up(3)[0, ], type = "class")), c("low", "high"))
  expect_identical(dim(predict(model, made_up(3)[0, ], type = "prob")), c(0L, 2L))
  expect_error(dp_lm(y ~ x, made_up(), 1, 1e-6, ranges = both, contrasts = "x"), "the formula has no factor")
  expect_match(dp_text(dp_lm(y ~ as.numeric(g), made_up(), 5, 1e-6, ranges = c(both, list("as.numeric(g)" = c(1, 2))))),
               "levels of 'g' were taken from the factor")
  expect_length(dp_epsilon(dp_gdp(1), c(1e-5, 1e-6)), 2)
  expect_length(dp_delta(dp_gdp(1), 1:3), 3)
})

test_that("what would make nonsense is refused before the charge", {
  budget <- large_budget(20, 1e-4, filter = "basic")
  d <- made_up()
  fit <- function(...) dp_lm(y ~ x, d, 1, 1e-6, ranges = both, budget = budget, ...)
  expect_error(fit(weights = rep("a", nrow(d))), "'weights' = a character; accepted: numbers")
  expect_error(fit(weights = factor(rep(c(0.1, 0.9), nrow(d) / 2)), weight_bound = 1), "'weights' = a factor")
  expect_error(fit(label = "question 7"), "dp_label\\(budget")
  expect_error(dp_lm(y ~ x, d[0, ], 1, 1e-6, ranges = both, budget = budget), "without rows")
  expect_error(dp_lm(y ~ x, d, 1, 1e-6, ranges = list(x = c(0, 1), x = c(0, 2), y = c(0, 1)), budget = budget), "'x' twice")
  expect_error(dp_lm(y ~ x, d, 1, 1e-6, ranges = list(x = as.Date(c("2020-01-01", "2020-02-01")), y = c(0, 1)), budget = budget),
               "days since 1970")
  expect_error(dp_glm(class ~ x, d, "multinomial", 1, 1e-6, ranges = both, budget = budget), "binomial\\(\\) for two classes")
  # Warnings that are known beforehand come before the charge.
  expect_error(tryCatch(dp_lm(y ~ x, d, 15, 1e-6, ranges = both, budget = budget), dpcvx_weak = function(w) stop("weak")), "weak")
  expect_identical(dp_spent(budget)[["charges"]], 0)
  expect_error(dp_release_gaussian(budget, numeric(), 1), "'values' = no numbers")
  expect_identical(dp_spent(budget)[["charges"]], 0)
})

test_that("the point stands for columns of no other use", {
  d <- made_up(400)[c("x", "y")]
  d$id <- rep(1:100, 4)
  d$w <- 1
  model <- dp_lm(y ~ ., d, 5, 1e-6, users = ~id, weights = ~w, weight_bound = 1, ranges = both[c("x", "y")])
  expect_identical(names(coef(model)), c("(Intercept)", "x"))
})

test_that("predictions beyond the ranges warn, and reports name ranges and null records", {
  model <- dp_lm(y ~ x + g, made_up(), 5, 1e-6, ranges = both)
  expect_warning(far <- predict(model, data.frame(x = c(9, 0.5), g = "a")), "1 row with values outside", class = "dpcvx_clipped")
  expect_equal(far[[1]], predict(model, data.frame(x = 1, g = "a"))[[1]])
  expect_silent(predict(model, made_up(20)))
  expect_match(dp_text(model), "the range of 'x' was declared: \\[0, 1\\]")
  expect_match(dp_text(model), "a row that lacks a value counts as a null record")
  expect_output(suppressWarnings(print(dp_lm(y ~ x, made_up(), 5, 1e-6, ranges = both["y"]))), "the range of 'x' was released")
})

test_that("coefficients of several classes are about their mean, and tidy() says what they are of", {
  several <- dp_glm(three ~ x, made_up(), "multinomial", 5, 1e-6, ranges = both)
  expect_equal(unname(colMeans(coef(several))), c(0, 0))
  skip_if_not_installed("generics")
  shortened <- dp_glm(class ~ x, made_up(), binomial(), 5, 1e-6, ranges = both)
  expect_identical(generics::tidy(shortened)$scale, rep("of shortened rows", 2))
  expect_true(generics::glance(shortened)$shortened)
  expect_false(generics::glance(dp_lm(y ~ x, made_up(), 5, 1e-6, ranges = both, centring_fraction = 0))$shortened)
  found <- generics::augment(shortened, made_up(3), type.predict = "response")$.fitted
  expect_equal(found, unname(predict(shortened, made_up(3), type = "response")))
})

test_that("scores leave rows out that lack a value", {
  model <- dp_glm(class ~ x + g, made_up(), binomial(), 5, 1e-6, ranges = both)
  held <- made_up(2000)
  lacking <- held
  lacking$class[1:1000] <- NA
  for (adjacency in c("add_remove", "replace_one")) {
    score <- function(d) dp_evaluate(model, d, large_budget(50, 1e-6, adjacency = adjacency))
    found <- score(lacking)
    expect_equal(coef(found)[[1]], coef(score(held[1001:2000, ]))[[1]], tolerance = 0.02)
    expect_equal(coef(found)[[1]], coef(score(held))[[1]], tolerance = 0.1)
    expect_equal(dp_figure(found, "units"), 1000, tolerance = 0.01)
  }
})
