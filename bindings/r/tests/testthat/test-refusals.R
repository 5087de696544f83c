test_that("missing values of devices are reported with a warning: a report that does not come would tell of them", {
  shares <- dp_local_frequencies(3, 2)
  for (value in c(NA, NaN)) {
    for (case in list(list(dp_local_mean(0, 1, 2), value), list(dp_local_vector_mean(2, 1, 2), c(0.5, value)), list(shares, value))) {
      expect_warning(sent <- dp_local_report(case[[1]], case[[2]]), "reported as",
                     class = "dpcvx_missing")
      expect_length(sent, dp_figure(case[[1]], "report_bytes"))
    }
  }
  for (value in c(-1, 3, 1e20, Inf)) {
    expect_warning(dp_local_report(shares, value), "none of the categories 0 to 2", class = "dpcvx_missing")
  }
  for (value in 0:2) expect_silent(dp_local_report(shares, value))
  expect_silent(dp_local_report(dp_local_mean(0, 1, 2), Inf))
  expect_error(dp_local_report(shares, 0.5), "'value' = 0.5")
  expect_error(dp_local_report(shares, "a"), "'value'")
})

made_up <- function(n = 1000) {
  set.seed(7)
  d <- data.frame(x = runif(n), y = runif(n), ill = rep(0:1, length.out = n), id = rep_len(seq_len(n / 10), n), w = 2 * runif(n),
                  town = rep_len(c("u", "v"), n))
  d$g <- factor(d$town)
  d
}
ends <- list(x = c(0, 1), y = c(0, 1))
linear <- function(...) dp_lm(..., epsilon = 1, delta = 1e-6, ranges = ends)

test_that("messages name what was given, and the remedy", {
  expect_error(nonprivate_draw(dp_sampler(diag(2)), -1), "'count' = -1;")
  expect_error(dp_sampler(3), "a symmetric matrix")
  expect_error(dp_sampler(diag(2), dimension = 3), "'dimension' = 3; accepted: NULL, or 2")
  expect_identical(dim(nonprivate_draw(dp_sampler(diag(2), dimension = 2), 4)), c(4L, 2L))
  expect_error(dp_glm(w ~ x, made_up(), epsilon = 1, delta = 1e-6, ranges = ends), "gaussian\\(\\) is for numbers")
  two <- dp_data(cbind(1:4), c("a", "b", "a", "b"), classes = c("a", "b"), ranges = c(0, 5))
  expect_error(dp_objective(two, "multinomial"), "two classes take \"logistic\"")
  expect_error(dp_fit_table(two, "squared", epsilon = 1, delta = 1e-6, label_low = 5), "'label_low' = 5.*or both ends")
  expect_error(dp_fit_table(two, "logistic", epsilon = 1, delta = 1e-6, label_range = c(0, 1)), "none for a loss of classes")
})

test_that("missing values are not released as 0, nor as an end, and cost nothing", {
  budget <- dp_budget(1, 1e-6)
  for (value in c(NA, NaN, Inf, -Inf)) {
    for (release in list(dp_release_gaussian, dp_release_laplace, dp_release_counts, dp_release_counts_gaussian, dp_release_choice,
                         dp_release_noisy_max)) {
      expect_error(release(budget, c(1, value), 1), "= -?(NA|NaN|Inf) at 2; accepted: finite numbers", class = "dpcvx_error_argument")
    }
  }
  for (value in c(NA, NaN)) {
    expect_error(dp_release_quantile(budget, c(1, value, 3), 0.5, 0, 5), "at 2; accepted", class = "dpcvx_error_argument")
    expect_error(dp_release_range(budget, c(value, 1:50)), "at 1; accepted", class = "dpcvx_error_argument")
    expect_error(dp_release_if_stable(budget, c(1, value), 0, 0.1), "'point' = N(A|aN)", class = "dpcvx_error_argument")
  }
  expect_identical(dp_spent(budget)[["charges"]], 0)
  stream <- dp_above_threshold(dp_budget(1, 0), 10, 1)
  expect_error(dp_ask(stream, NA), "'value' = NA", class = "dpcvx_error_argument")
  expect_true(is.finite(dp_release_quantile(budget, c(-Inf, 1, 3, Inf), 0.5, 0, 5)))
})

test_that("two columns do not read ends of columns as low and high", {
  data <- dp_data(cbind(a = runif(500), b = runif(500)))
  refused <- function(ranges) {
    budget <- dp_budget(1, 1e-6)
    expect_error(dp_mean(data, budget, ranges), "two columns may read in two ways", class = "dpcvx_error_argument")
    expect_identical(dp_spent(budget)[["charges"]], 0)
  }
  refused(list(c(0, 10), c(20, 30)))
  refused(list(c(0, 1), c(0, 1)))
  both <- dp_estimates(dp_mean(data, dp_budget(1, 1e-6), list(low = c(0, 10), high = c(20, 30))))
  expect_identical(both$range_high, c(20, 30))
})

test_that("a fit for users is scored for users alone", {
  d <- made_up()
  users <- linear(y ~ x, d, users = ~id)
  records <- linear(y ~ x, d)
  budget <- dp_budget(1, 1e-6)
  expect_error(dp_evaluate(users, d, budget), "'budget' = one for a record; accepted: one for a user", class = "dpcvx_error_argument")
  expect_identical(dp_spent(budget)[["charges"]], 0)
  expect_error(dp_evaluate(records, d, dp_budget(1, 1e-6, unit = "user"), users = ~id), "one for a user; accepted: one for a record")
  expect_match(dp_text(suppressWarnings(dp_evaluate(users, d, dp_budget(1, 1e-6, unit = "user"), users = ~id))), "Protects: one user")
})

test_that("random effects, several columns and infinite terms are told as what they are", {
  d <- made_up()
  expect_error(linear(y ~ x + (1 | id), d), "random effect.*users = ~id", class = "dpcvx_error_argument")
  expect_error(linear(y ~ x + (x || id), d), "random effect", class = "dpcvx_error_argument")
  expect_silent(linear(y ~ I(x > 0.8 | x < 0.2), d))
  expect_error(linear(cbind(y, ill) ~ x, d), "cbind\\(y, ill\\), of several columns")
  expect_error(linear(y ~ poly(x, 2, raw = TRUE), d), "of several columns; accepted: .* x \\+ I\\(x\\^2\\)")
  expect_error(linear(y ~ splines::ns(x, knots = 0.5, Boundary.knots = c(0, 1)), d), "of several columns")
  expect_error(linear(y ~ log(x), d), "log\\(x\\) is infinite at x = 0; accepted: low > 0.*ranges = list\\(`log\\(x\\)` = c")
  expect_error(linear(log(y) ~ x, d), "log\\(y\\) is infinite at y = 0")
  expect_error(linear(y ~ I(1 / x), d), "1/x is infinite at x = 0")
  expect_error(dp_lm(y ~ I(x^2), d, 1, 1e-6, ranges = list(x = c(0, 1))), "ranges = list\\(y = c")
  expect_silent(dp_lm(y ~ log(x), d, 1, 1e-6, ranges = c(ends, list(`log(x)` = c(-5, 0)))))
})

test_that("arguments of glm() and lm() are told what there is instead", {
  d <- made_up()
  told <- function(call, words) expect_error(call, words, class = "dpcvx_error_argument")
  told(dp_lm(y ~ x, d, 1, 1e-6, ranges = ends, subset = x > 0.5), "'subset' = x > 0.5; accepted: data whose other rows are NA")
  told(dp_lm(y ~ x, d, 1, 1e-6, ranges = ends, offset = w), "'offset' = w; accepted: offset\\(log")
  told(dp_lm(y ~ x, d, 1, 1e-6, ranges = ends, na.action = na.omit), "rows that lack a value are null records")
  told(dp_lm(y ~ x, d, 1, 1e-6, ranges = ends, weights = w), "'weights' = w; accepted: weights = ~w")
  told(dp_lm(y ~ x, d, 1, 1e-6, ranges = ends, users = id), "'users' = id; accepted: users = ~id")
  told(dp_lm(y ~ x, d, 1, 1e-6, ranges = ends, users = "id"), "'users' = \"id\"; accepted: users = ~id")
  told(dp_lm(y ~ x, d, 1, 1e-6, ranges = ends, rng = dp_rng("a")), "'rng' = dp_rng\\(\"a\"\\); accepted: none: noise comes from")
  told(dp_lm(y ~ x, d, 1, 1e-6, ranges = ends, steps = 5), "'steps' = 5; accepted: options of dp_plan\\(\\)")
  id <- seq_len(nrow(d))
  told(dp_lm(y ~ x, d, 1, 1e-6, ranges = ends, users = id), "a vector of another name")
  told(dp_quantile(d$x, 0.5), "dp_release_quantile\\(\\)")
  told(dp_quantile(y ~ x, d, tau = 2, 1, 1e-6, ranges = ends), "'tau' = 2; accepted: one number between 0 and 1")
  told(dp_quantiles(d$x), "dp_cumulative\\(data, budget, edges\\)")
  told(dp_release_quantile(dp_budget(1, 1e-6), dp_data(d["x"]), 0.5, 0, 1), "dp_quantiles\\(\\)")
  told(dp_glm(ill ~ x, d, function(z, label) c(z, label), 1, 1e-6), "dp_objective\\(\\) takes a loss of your own")
  told(dp_select(dp_data(d["x"], d$g), "logistic", 1, 1e-6, 3), "'candidates' = 3; accepted: a list of lists of options")
  told(dp_fit_table(dp_data(cbind(d$x), d$ill), "logistic", 1, 1e-6, list(0, 1)), "classes = c\\(0, 1\\)")
  model <- linear(y ~ x, d)
  told(predict(model, d, interval = "confidence"), "have no intervals")
  told(predict(model, d, na.action = na.omit), "'na.action'")
  told(predict(model, d, shape = 1), "'shape' = 1; accepted: no such argument")
  told(confint(model, method = "profile"), "no such argument")
  skip_if_not_installed("generics")
  told(generics::tidy(model, exponentiate = TRUE), "'exponentiate' = TRUE")
})

test_that("a loss of another shape is told before the budget is charged", {
  data <- dp_data(cbind(runif(50)), runif(50))
  expect_error(dp_objective(data, function(z, label) z, max_slope = 1, max_curvature = 1, label_bound = 1),
               "returned 1 number at 0; accepted: one that returns c\\(value, slope\\), 2 numbers", class = "dpcvx_error_argument")
  expect_error(dp_objective_of_units(function(unit, w) 0, 10, 2, lipschitz = 1, smoothness = 1, strong_convexity = 0),
               "returned 1 number at 0; accepted: .* 3 numbers")
})

test_that("a required argument that is missing is an error of the package", {
  expect_error(dp_budget(), "'epsilon' is missing; accepted: what may be spent", class = "dpcvx_error_argument")
  expect_error(dp_budget(1), "'delta' is missing", class = "dpcvx_error_argument")
  expect_error(dp_release_gaussian(dp_budget(1, 1e-6), 3), "'sensitivity' is missing", class = "dpcvx_error_argument")
  expect_error(dp_lm(y ~ x), "'data' is missing", class = "dpcvx_error_argument")
  forwarded <- function(epsilon) dp_gdp(epsilon)
  expect_error(forwarded(), "'mu' is missing", class = "dpcvx_error_argument")
})

test_that("draws of several starts have an R-hat, and a function without lipschitz warns", {
  parabola <- function(x) c(sum(x^2) / 2, x)
  from <- function(start, ...) nonprivate_draw(dp_sampler(parabola, dimension = 2, start = start, smoothness = 1,
                                                          strong_convexity = 1, lipschitz = 100, ...), 40)
  found <- nonprivate_diagnose(list(from(c(-8, 0)), from(c(8, 0))))
  expect_identical(names(found), c("r_hat", "bulk_ess", "tail_ess"))
  expect_true(nrow(found) == 2 && all(found$r_hat < 1.3))
  few <- nonprivate_diagnose(list(from(c(-8, 0), rounds = 1, step_size = 0.01), from(c(8, 0), rounds = 1, step_size = 0.01)))
  expect_true(few$r_hat[1] > 1.5 && few$r_hat[2] < 1.3)
  expect_error(nonprivate_diagnose(list(matrix(1, 5, 2), matrix(1, 4, 2))), "'draws' = matrices of several sizes")
  expect_error(nonprivate_diagnose(list(matrix(1, 3, 2))), "'count' = 3")
  expect_warning(dp_sampler(parabola, dimension = 2, smoothness = 1, strong_convexity = 1), "does not cover the arithmetic",
                 class = "dpcvx_arithmetic_not_covered")
})

test_that("a sampler refuses a function that is not convex", {
  make <- function(f, ...) dp_sampler(f, dimension = 2, lipschitz = 2, quadratic = 2, ...)
  expect_error(make(function(x) c(-sum(abs(x)), -sign(x))), "below its tangent; accepted: a convex", class = "dpcvx_error_argument")
  expect_error(make(function(x) c(-sum(x^2) / 8, -x / 4), domain = dp_ball(2, 2)), "below its tangent")
  expect_error(make(function(x) c(sum(abs(x)), -sign(x))), "below its tangent")
  expect_output(print(make(function(x) c(sum(abs(x)), sign(x)))), "dimension 2, total variation .*NOT PRIVATE")
  expect_output(print(make(function(x) c(0, 0, 0))), "dimension 2")
  expect_error(dp_sampler(function(x) c(sum(x^4), 4 * x^3), dimension = 2, lipschitz = 0.01, quadratic = 0.01),
               "rises by .*; accepted: at most lipschitz = 0.01")
})

test_that("what is wrong with a model is found before its budget is charged", {
  d <- data.frame(x = runif(300), g = rep(c(4, 6, 8), 100))
  d$y <- d$x > 0.5
  budget <- dp_budget(1, 1e-3, filter = "basic")
  fit <- function(..., formula = y ~ x) {
    dp_glm(formula, d, epsilon = 1, delta = 1e-3, ranges = list(x = c(0, 1)), budget = budget, ...)
  }
  for (progress in list(5, "x", function() 1, function(done) done)) {
    expect_error(fit(progress = progress), "'progress'", class = "dpcvx_error_argument")
  }
  expect_error(fit(foo = 1), "'foo' = no option; accepted: .*l2", class = "dpcvx_error_argument")
  expect_error(fit(formula = y ~ x + g, levels = list(g = c(4, 6, 8))), "'levels\\$g'.*write factor\\(g\\)", class = "dpcvx_error_argument")
  expect_identical(dp_spent(budget)[["charges"]], 0)
  other <- dp_budget(1, 1e-3, filter = "basic", adjacency = "add_remove")
  expect_error(dp_glm(y ~ x, d, epsilon = 1, delta = 1e-3, ranges = list(x = c(0, 1)), budget = other),
               "one for a record under add_remove; accepted: one for a record under replace_one")
  expect_error(dp_lm(x ~ g, d, epsilon = 1, delta = 1e-3, ranges = list(x = c(0, 1), g = c(4, 8)), method = "output_perturbation"),
               "take another method, or dp_objective\\(\\) with a domain", class = "dpcvx_error_unsupported")
  expect_error(dp_release_gaussian(dp_budget(1, 1e-6), 3, 1, price = 0.1), "'price' = 0.1; accepted: a curve: dp_price",
               class = "dpcvx_error_argument")
  shares <- dp_cumulative(dp_data(d["x"]), dp_budget(4, 1e-6), c(0, 1))
  expect_identical(dp_estimates(dp_quantiles(shares, c(0.1, 0.9)))$probability, c(0.1, 0.9))
})

test_that("a loss that fails in a fit says that the charge stays", {
  data <- dp_data(cbind(runif(50)), runif(50))
  calls <- 0
  late <- function(z, label) {
    calls <<- calls + 1
    if (calls > 300) stop("too late")
    c((z - label)^2 / 2, z - label)
  }
  budget <- dp_budget(1, 1e-6)
  plan <- dp_plan(budget, dp_objective(data, late, max_slope = 1, max_curvature = 1, label_bound = 1),
                  method = "noisy_gradient_descent", steps = 20)
  expect_error(dp_fit(budget, plan), "too late. The budget was charged, and the charge stays")
  expect_identical(dp_spent(budget)[["charges"]], 1)
})

test_that("text with a range is refused, and so are names of no column", {
  d <- made_up()
  d$x <- as.character(d$x)
  expect_error(linear(y ~ x, d), "'ranges\\$x' = c\\(0, 1\\), and 'x' is text; accepted: ranges of numbers",
               class = "dpcvx_error_argument")
  expect_error(dp_lm(y ~ g, d, 1, 1e-6, ranges = list(y = c(0, 1), g = c(0, 1))), "'g' is a factor")
  expect_error(linear(y ~ xx, made_up()), "'xx', which is no column of the data; accepted: columns: x, y",
               class = "dpcvx_error_argument")
  expect_error(linear(y ~ df, made_up()), "'df', which is no column", class = "dpcvx_error_argument")
  model <- linear(y ~ x, made_up())
  expect_error(predict(model, made_up(3), type = "prbo"), "'type' = \"prbo\"; accepted: \"link\", \"response\"",
               class = "dpcvx_error_argument")
  expect_identical(predict(model, made_up(3), type = "resp"), predict(model, made_up(3)))
  expect_error(predict(dp_load(dp_save(model)), made_up()), "'newdata' = a data frame, for a fit without names of columns.*saveRDS",
               class = "dpcvx_error_argument")
})

test_that("a data frame is predicted for by names, or refused", {
  d <- data.frame(a = runif(600), b = runif(600))
  fit <- dp_fit_table(dp_data(d, d$a > d$b), "logistic", 4, 1e-6, ranges = list(0, 1))
  expect_identical(predict(fit, d[2:1]), predict(fit, as.matrix(d)))
  expect_error(predict(fit, d["a"]), "'newdata' = a data frame without 'b'", class = "dpcvx_error_argument")
  expect_error(predict(dp_load(dp_save(fit)), d), "for a fit without names", class = "dpcvx_error_argument")
  expect_identical(predict(dp_load(dp_save(fit)), as.matrix(d), type = "link"), predict(fit, d, type = "link"))
})

test_that("rows of which nothing is predicted are not beyond the ranges", {
  conditions_of <- function(newdata) {
    found <- NULL
    withCallingHandlers(predict(model, newdata), warning = function(w) {
      found <<- c(found, class(w)[1])
      invokeRestart("muffleWarning")
    })
    found
  }
  d <- made_up()
  d$x <- d$x + 1
  model <- dp_lm(y ~ x + g, d, 1, 1e-6, ranges = list(x = c(1, 2), y = c(0, 1)))
  expect_identical(conditions_of(data.frame(x = c(1.5, NA), g = c("none", "u"))), "dpcvx_missing")
  expect_identical(conditions_of(data.frame(x = c(3, NA), g = "u")), c("dpcvx_clipped", "dpcvx_missing"))
  expect_null(conditions_of(data.frame(x = 1.5, g = "u")))
})

test_that("messages name arguments that the caller has", {
  d <- made_up(100)
  budget <- dp_budget(1, 1e-6)
  told <- function(call, words) expect_error(call, words, class = "dpcvx_error_argument")
  table <- dp_data(d["x"])
  told(dp_mean(table, budget, list(x = c(100, 18))), "'ranges\\$x' = c\\(100, 18\\); accepted: c\\(low, high\\) with low < high")
  told(dp_mean(table, budget, list(x = c(18, NA))), "'ranges\\$x' = c\\(18, NA\\)")
  told(dp_covariance(table, budget, list(5, 5)), "'ranges' = c\\(5, 5\\) for column 1")
  for (share in list(1.5, 0, c(0.5, 0.2), 1:3, "a", NA)) told(dp_split(d, "sixteen bytes ok", share), "'held_out' = .*a share")
  for (path in list(NULL, 3, NA, c("a", "b"))) told(dp_open_ledger(path), "'path' = .*the name of one file")
  for (delta in list(1, -1, NaN, "x")) told(dp_price(budget, epsilon = 1, delta = delta), "'delta' = .*one number in \\[0, 1\\)")
  told(dp_price(budget, 0.5, delta = 1e-7), "'delta' = 1e-07; accepted: one beside epsilon")
  told(dp_subset(dp_data(d["x"]), integer(0)), "'rows' = no row")
  told(dp_objective(dp_data(d["x"], rep(c(-1, 1), 50)), "callback"), "'loss' = \"callback\"")
  told(dp_cumulative(table, budget, c(0, 0.5, 1), cells = 8), "'cells' = 8; accepted: the default, 1024: it acts where a histogram")
  told(dp_mean(table, budget, list(0, 1), range_fraction = 0.5), "'range_fraction' = 0.5; accepted: the default")
  told(dp_fit_table(dp_data(matrix(runif(200)), rep(0:1, 100)), "logistic", 1, 1e-6, list(0, 1), range_fraction = 0.5),
       "'range_fraction' = 0.5; accepted: the default, 0.35: it acts where ranges of columns are released")
  told(dp_ball(2, 3, 13), "'p' = 13 by its place; accepted: p and center by name")
  told(dp_covariance(table, budget, list(0, 1), preliminary_fraction = 0.5), "'preliminary_fraction' = 0.5.*rounds = 2 or more")
  expect_identical(dp_spent(budget)[["charges"]], 0)
  told(dp_data(d[0, "x", drop = FALSE]), "'x' = a table without rows; accepted: at least one row")
  told(dp_data(matrix(0, 3, 0)), "without columns")
  told(dp_load(raw(10)), "accepted: what dp_save\\(\\) wrote")
  told(dp_load(c(charToRaw("dpcvxest"), raw(4))), "accepted: what dp_save\\(\\) wrote")
  model <- suppressWarnings(linear(y ~ x, d))
  told(dp_evaluate(model, d["x"], budget), "'data' = a data frame without 'y'")
  d$x[3] <- -Inf
  told(linear(y ~ x, d), "'data' = -Inf in row 3 of 'x'; accepted: finite numbers, or NA")
  d$y[3] <- NA # a null record: its other values are not read
  expect_s3_class(suppressWarnings(linear(y ~ x, d)), "dp_lm")
  d$y[3] <- Inf
  told(linear(y ~ w, d), "'data' = Inf in row 3 of 'y'")
  told(dp_remaining(budget), "'stream' = a budget; accepted: .*dp_price\\(budget\\) is all that is left")
  told(dp_ask(budget, 1), "'stream' = a dpcvx_budget")
  told(dp_plan_table(suppressWarnings(linear(y ~ w, made_up(), plan = TRUE))), "'data' = a plan; accepted: .*dp_ranking\\(\\)")
  told(dp_ranking(model), "'plan' = a dp_lm; accepted: a plan")
  told(dp_fit_table(dp_data(made_up()["x"], made_up()$y), "squared", 1, 1e-6, ranges = list(0, 1), label_range = c(1, 0)),
       "'label_range' = c\\(1, 0\\)")
  told(dp_mean(table, epsilon = 1, delta = 1e-6), "'budget' is missing; accepted: a budget, such as dp_budget\\(epsilon = 1, delta = 1e-6")
  told(dp_cumulative(table, budget), "'edges' is missing; accepted: public edges")
  told(dp_release_gaussian(budget, 1), "'sensitivity' is missing; accepted: a number")
  told(dp_simplex(1), "'dimension' is missing; accepted: a value: see \\?dp_simplex")
  told(dp_glm(y ~ x), "'data' is missing; accepted: a table of dp_data\\(\\), or a data frame")
  expect_identical(dp_spent(budget)[["charges"]], 0)
})
