# Budgets, curves, random sources and vector releases. Handles are freed by R's collector. A call that fails is an R
# error of class "dpcvx_error" with the fields `status` (a name) and `message`.

checked <- function(result) {
  if (inherits(result, "dpcvx_failure")) {
    stop(structure(class = c("dpcvx_error", "error", "condition"),
                   list(message = result$message, status = result$status, call = NULL)))
  }
  result
}

dp_version <- function() .Call(dpcvx_r_version)

# A source of randomness: from the operating system, or NOT PRIVATE from a seed (a string), for tests.
dp_rng <- function(seed = NULL) {
  checked(.Call(dpcvx_r_rng, if (is.null(seed)) NULL else charToRaw(seed)))
}

# mu-Gaussian differential privacy as a price.
dp_gdp <- function(mu) checked(.Call(dpcvx_r_gdp, as.double(mu)))

# A ledger with a hard (epsilon, delta) limit; replace-one adjacency, records.
dp_budget <- function(epsilon, delta) checked(.Call(dpcvx_r_budget, as.double(epsilon), as.double(delta)))

# A price that spends a share of what is left.
dp_price <- function(budget, share) checked(.Call(dpcvx_r_price, budget, as.double(share)))

# The ledger as JSON.
dp_ledger <- function(budget) checked(.Call(dpcvx_r_ledger, budget))

# `values` with Gaussian noise for the price.
dp_release_gaussian <- function(budget, rng, price, values, l2_sensitivity) {
  checked(.Call(dpcvx_r_release_gaussian, budget, rng, price, as.double(values), as.double(l2_sensitivity)))
}
