# Local reports: names of categories, several values, and whose protocol is whose.
told <- function(call, words) expect_error(call, words, class = "dpcvx_error_argument")
numbered <- dp_local_frequencies(3, 8)
named <- dp_local_frequencies(c("u", "v", "w"), 8)

test_that("categories have names in reports and in estimates", {
  towns <- rep(c("u", "v", "v", "w"), 100)
  for (value in list(towns, factor(towns), factor(towns, levels = c("w", "u", "v")))) {
    found <- dp_local_estimates(dp_local_add(dp_local_aggregator(named), dp_local_report(named, value)))
    expect_identical(rownames(found), c("u", "v", "w"))
    expect_equal(found$value, c(0.25, 0.5, 0.25), tolerance = 0.1)
  }
  reports <- dp_local_report(numbered, rep(c(0, 1, 1, 2), 100), rng = dp_rng("s"))
  expect_identical(rownames(dp_local_estimates(dp_local_add(dp_local_aggregator(numbered), reports))), c("0", "1", "2"))
  expect_warning(dp_local_report(named, c("u", "x", NA)), "none of the categories", class = "dpcvx_missing")
  told(dp_local_report(named, factor("x")), "'value' = a factor of levels x; accepted: levels that are categories: u, v, w")
  told(dp_local_report(numbered, "u"), "'value' = \"u\"; accepted: the number of a category, from 0; or a protocol with names")
  told(dp_local_report(numbered, factor("u")), "'value' = a factor; accepted")
  told(dp_local_frequencies(c("a", "a"), 1), "'categories' = .*different names")
})

test_that("several values make a report each, and no budget pays for them", {
  mean <- dp_local_mean(0, 1, 2)
  expect_length(dp_local_report(mean, c(0.2, 0.4)), 2 * dp_figure(mean, "report_bytes"))
  vector <- dp_local_vector_mean(2, 1, 2)
  expect_length(dp_local_report(vector, matrix(0.1, 5, 2)), 5 * dp_figure(vector, "report_bytes"))
  told(dp_local_report(vector, matrix(0.1, 5, 3)), "'value' = a matrix of 3 columns; accepted: 2 columns")
  told(dp_local_report(numbered, c(0, 1.5)), "'value' = 1.5; accepted: a whole number from 0 to 2")
  budget <- dp_budget(9, 0, filter = "basic")
  told(dp_local_report(numbered, c(0, 1), budget), "'budget' = given; accepted: NULL for several reports")
  expect_identical(dp_spent(budget)[["charges"]], 0)
  dp_local_report(numbered, 1, budget)
  expect_identical(dp_spent(budget)[["charges"]], 1)
})

test_that("estimates are those of the aggregator's protocol", {
  aggregator <- dp_local_add(dp_local_aggregator(numbered), dp_local_report(numbered, rep(0:2, 20)))
  for (other in list(dp_local_frequencies(3, 2), dp_local_frequencies(4, 8), dp_local_mean(0, 1, 8))) {
    told(dp_local_estimates(aggregator, other), "'protocol' = another than that of the reports")
  }
  expect_identical(dp_local_estimates(aggregator), dp_local_estimates(aggregator, numbered))
  expect_identical(dp_local_counts(aggregator)[["reports"]], 60)
  loaded <- dp_load_local_aggregator(dp_save(aggregator))
  told(dp_local_estimates(loaded), "'protocol' = NULL; accepted: the protocol of these reports")
  expect_identical(dp_local_estimates(loaded, dp_load_local_protocol(dp_save(numbered))), dp_local_estimates(aggregator))
  told(dp_local_report(1, numbered), "'protocol' = a numeric; accepted: a protocol of dp_local_frequencies")
  told(dp_local_estimates(numbered, aggregator), "'aggregator' = a dpcvx_local_protocol")
  told(dp_local_add(aggregator, as.raw(1:3)), "'reports' = 3 bytes; accepted: a multiple of 20 bytes, the size of a report")
  told(dp_local_shuffle(numbered, as.raw(1:3)), "'reports' = 3 bytes; accepted: a multiple of 20 bytes")
  expect_output(print(aggregator), "60 reports of one of 3 categories.*0 were refused")
  expect_output(print(summary(aggregator)), "60 reports")
})

test_that("bytes of another kind are told which function loads them", {
  aggregator <- dp_local_aggregator(numbered)
  told(dp_load(dp_save(numbered)), "'bytes' = those of a local protocol; accepted: .*; dp_load_local_protocol\\(\\) loads these")
  told(dp_load(dp_save(aggregator)), "dp_load_local_aggregator\\(\\) loads these")
  told(dp_load(dp_save(dp_budget(1, 1e-6))), "dp_load_budget\\(\\) loads these")
  told(dp_load(dp_save(dp_accountant())), "dp_load_accountant\\(\\) loads these")
  told(dp_load_budget(dp_save(numbered)), "'bytes' = those of a local protocol; accepted: those of a budget")
  told(dp_load_local_protocol(dp_save(aggregator)), "dp_load_local_aggregator\\(\\) loads these")
  told(dp_load_accountant(dp_save(numbered)), "those of an accountant")
  told(dp_load_local_protocol(raw(9)), "accepted: what dp_save\\(\\) wrote")
})
