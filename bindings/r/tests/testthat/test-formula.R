people <- function(n = 2000) {
  set.seed(2)
  d <- data.frame(age = runif(n, 18, 90), height = runif(n, 150, 200), city = sample(c("Oslo", "Rome", "Bonn"), n, TRUE),
                  id = sample(300, n, TRUE), w = runif(n))
  d$fact <- factor(d$city)
  d$y <- d$age / 90 + (d$city == "Rome")
  d$z <- d$y > 1
  d
}
ranges <- list(age = c(18, 100), height = c(100, 220), y = c(0, 2.5))
fit <- function(formula, data = people(), ...) dp_lm(formula, data, epsilon = 5, delta = 1e-6, ranges = ranges, ...)
spec_of <- function(formula, data = people(), levels = NULL, contrasts = NULL) {
  spec <- dpcvx:::read_formula(formula, data, ranges, levels, contrasts)
  design <- dpcvx:::design_of(spec, spec$values)
  list(x = design$x, ends = dpcvx:::column_ranges(spec, design), spec = spec, absent = design$absent)
}

test_that("columns are those of model.matrix()", {
  d <- people()
  for (formula in c(y ~ age + fact, y ~ 0 + fact + age, y ~ age * fact, y ~ log(age):height + I(age^2), y ~ . - id - city - z,
                    y ~ cut(age, c(0, 30, 60, 120)) + factor(city, levels = c("Rome", "Oslo", "Bonn")), y ~ (age > 40) * height)) {
    expected <- model.matrix(formula, d)
    expected <- expected[, colnames(expected) != "(Intercept)", drop = FALSE]
    expect_equal(unclass(spec_of(formula)$x), matrix(expected, nrow(d), dimnames = list(NULL, colnames(expected))),
                 ignore_attr = FALSE)
  }
})

test_that("ranges of terms follow from those of variables, and hold all values", {
  found <- spec_of(y ~ age * fact + log(age) + I(age^2) + I((age - 50) / 10) + pmax(age - 60, 0) + age:height + sqrt(height))
  expect_true(all(t(found$x) >= found$ends$low - 1e-9 & t(found$x) <= found$ends$high + 1e-9))
  named <- setNames(Map(c, found$ends$low, found$ends$high), colnames(found$x))
  expect_equal(named$`I(age^2)`, c(18^2, 100^2))
  expect_equal(named$factOslo, c(-1, 1))
  expect_equal(named$`age:height`, c(1800, 22000))
  expect_equal(named$`age:factOslo`, c(-100, 100))
  expect_equal(dpcvx:::interval(quote(x^2), list(x = c(-2, 1)), "x", globalenv()), c(0, 4))
  expect_equal(dpcvx:::interval(quote(abs(x)), list(x = c(-2, 1)), "x", globalenv()), c(0, 2))
  expect_null(dpcvx:::interval(quote(1 / x), list(x = c(-2, 1)), "x", globalenv()))
  expect_null(dpcvx:::interval(quote(log(x)), list(x = c(0, 1)), "x", globalenv()))
})

test_that("terms whose basis reads the data are refused", {
  for (formula in list(y ~ scale(age), y ~ poly(age, 2), y ~ splines::ns(age, 3), y ~ cut(age, 3), y ~ I(age - mean(age)),
                       y ~ 1, y ~ cut(age, quantile(age)), y ~ age / max(age), y ~ rank(age), y ~ I(as.numeric(factor(city))),
                       y ~ I(age %in% height), y ~ cut(age, height), cbind(y, 1 - y) ~ age, y ~ I(age - age[1]), ~age)) {
    expect_error(fit(formula), class = "dpcvx_error_argument")
  }
  expect_error(fit(y ~ scale(age)), "basis is computed from all rows")
  k <- 3
  expect_error(fit(y ~ cut(age, k)), "breaks are computed from all rows")
})

test_that("levels of the data warn, and are reported as assumed", {
  expect_warning(model <- fit(y ~ age + city), "levels of 'city' were read off the data", class = "dpcvx_assumed")
  expect_output(print(summary(model)), "assumed: the levels of 'city' were read off")
  expect_warning(fit(y ~ factor(city)), class = "dpcvx_assumed")
  expect_silent(model <- fit(y ~ age + city, levels = list(city = c("Oslo", "Rome", "Bonn"))))
  expect_identical(names(coef(model)), c("(Intercept)", "age", "cityRome", "cityBonn"))
  expect_silent(fit(y ~ age + fact))
  d <- people()
  contrasts(d$fact) <- contr.sum(3)
  expect_warning(fit(y ~ fact, d), "contrasts of 'fact' came with the data", class = "dpcvx_assumed")
  expect_silent(fit(y ~ fact, contrasts = list(fact = "contr.sum")))
  expect_error(fit(y ~ city, levels = list(town = "a")), "'levels' = 'town'")
})

test_that("text of more than 100 levels is declared, or left out", {
  d <- people()
  d$owner <- sprintf("u%03d", d$id %% 101)
  expect_error(fit(y ~ owner, d), "'formula' = the term 'owner' of 101 different texts.*Nothing was charged",
               class = "dpcvx_error_argument")
  expect_equal(length(coef(fit(y ~ owner, d, levels = list(owner = sort(unique(d$owner)))))), 101)
})

test_that("rows that lack a value are null records", {
  d <- people()
  d$age[2] <- NA
  d$fact[5] <- NA
  d$y[9] <- NA
  d$w[11] <- NA
  model <- fit(y ~ age + fact, d, weights = ~w, weight_bound = 1)
  expect_identical(nobs(model), nrow(d))
  expect_identical(which(spec_of(y ~ age + fact, d)$absent), c(2L, 5L))
  # The null record weighs nothing: what stands in the row does not matter.
  seeded <- function(d) {
    spec <- spec_of(y ~ age, d)
    labels <- dpcvx:::read_response(spec$spec, spec$spec$values, "squared", NULL)$labels
    table <- dpcvx:::table_of(list(x = spec$x, absent = spec$absent), labels, NULL, NULL, NULL)
    budget <- dp_budget(1, 1e-6)
    objective <- dp_objective(dp_scaled(table, spec$ends), "squared", label_bound = 3)
    coef(dp_fit(budget, dp_plan(budget, objective), rng = dp_rng("seed")))
  }
  other <- d
  other$y[2] <- 1e9
  other$age[9] <- 77
  expect_identical(seeded(d), seeded(other))
  whole <- people()
  expect_false(identical(seeded(d), seeded(whole)))
})

test_that("ranges and users are never taken from the data in silence", {
  expect_warning(dp_lm(y ~ age, people(), 5, 1e-6, ranges = list(y = c(0, 3))), "'age' were not declared", class = "dpcvx_not_declared")
  expect_error(dp_lm(y ~ age, people(), 5, 1e-6, ranges = list(age = c(18, 100))), "without the response 'y'")
  expect_error(dp_lm(y ~ age, people(), 5, 1e-6, ranges = list(age = c(100, 18), y = c(0, 1))), "ranges\\$age")
  expect_error(dp_lm(y ~ age, people(), 5, 1e-6, ranges = list(weight = c(0, 1), y = c(0, 1))), "'weight'")
  expect_error(dp_lm(y ~ age, people(), delta = 1e-6, ranges = ranges), "'epsilon' is missing")
  expect_error(fit(y ~ age, users = ~person), "'users' = ~person")
  expect_error(fit(y ~ age, users = c(1, 2)), "'users' = 2 values")
  expect_error(fit(y ~ age, users = c(NA, people()$id[-1])), "'users' = a missing id")
  expect_error(fit(y ~ age, unit = 1), "unit")
})

test_that("functions of the list are R's own, whatever their names are to the caller", {
  d <- data.frame(x = runif(200, 1, 2))
  d$y <- d$x
  fit <- function(formula) suppressWarnings(dp_lm(formula, d, epsilon = 5, delta = 1e-3, ranges = list(x = c(1, 2), y = c(1, 2))))
  log <- sqrt <- function(x) stop("a function of the caller's")
  expect_no_error(fit(y ~ log(x) + sqrt(x)))
  expect_error(fit(as.formula("y ~ other::log(x)")), "other::log\\(\\) may look at all rows", class = "dpcvx_error_argument")
})

test_that("terms that other rows change are refused, though their functions are of the list", {
  d <- data.frame(x = runif(200, 1, 2))
  d$y <- d$x
  d$own <- structure(d$x, class = "own")
  fit <- function(formula) suppressWarnings(dp_lm(formula, d, epsilon = 5, delta = 1e-3, ranges = list(x = c(1, 2), y = c(1, 2))))
  expect_error(fit(y ~ ifelse(x > 0, c(0, x), 0)), "which other rows change", class = "dpcvx_error_argument")
  expect_error(fit(y ~ I(x * (x:x))), "which other rows change", class = "dpcvx_error_argument")
  expect_error(fit(y ~ own), "class 'own', whose methods may look at all rows", class = "dpcvx_error_argument")
  limits <- c(1, 1.5, 2)
  for (formula in list(y ~ I(x^2), y ~ ifelse(x > 1.5, x, 1), y ~ cut(x, limits, include.lowest = TRUE), y ~ pmin(x, 1.5))) {
    expect_no_error(fit(formula))
  }
})

test_that("names that a formula quotes have their declared ranges and levels", {
  d <- data.frame(x = runif(2000, 8, 20), g = sample(c("f", "m"), 2000, TRUE))
  d$wage <- d$x + (d$g == "m") + runif(2000)
  names(d)[1:2] <- c("years of school", "home town")
  ranges <- list("years of school" = c(8, 20), wage = c(0, 30))
  expect_silent(model <- dp_lm(wage ~ `years of school` + `home town`, d, 5, 1e-6, ranges = ranges,
                               levels = list("home town" = c("f", "m"))))
  expect_length(coef(model), 3)
  expect_silent(predict(model, d[1:5, ]))
  expect_match(dp_text(model), "the range of 'years of school' was declared: \\[8, 20\\]")
  expect_silent(dp_lm(wage ~ `years of school` * `home town`, d, 5, 1e-6, ranges = ranges, levels = list("home town" = c("f", "m"))))
  expect_silent(dp_lm(wage ~ log(`years of school`), d, 5, 1e-6, ranges = ranges))
  expect_warning(dp_lm(wage ~ `years of school`, d, 5, 1e-6, ranges = ranges["wage"]), "ranges of .*years of school",
                 class = "dpcvx_not_declared")
})
