# Fits a loss of one's own: here the log-cosh loss, a smooth relative of the absolute one.
#
# The library cuts slopes to the bound that is declared, so privacy does not rest on the function being right.
library(dpcvx)

log_cosh <- function(z, label) {
  size <- abs(z - label)
  c(size + log1p(exp(-2 * size)) - log(2), tanh(z - label))
}

set.seed(1) # made-up: nine in ten records follow y = 1.5 x - 0.5
x <- runif(1000, -1, 1)
y <- 1.5 * x - 0.5 + 0.2 * runif(1000, -1, 1) + 5 * (1:1000 %% 10 == 0)

objective <- dp_objective(dp_data(cbind(x), y), log_cosh, row_bound = sqrt(2), label_bound = 3, max_slope = 1,
                          max_curvature = 1)
budget <- dp_budget(epsilon = 1, delta = 1e-6)
fit <- dp_fit(budget, dp_plan(budget, objective))
w <- coef(fit)

summary(fit)
cat(sprintf("y = %.2f x %+.2f\n", w[1], w[2]))
stopifnot(abs(w[1] - 1.5) < 0.5, abs(w[2] + 0.5) < 0.5, grepl("assumed", dp_text(fit)))
