# What same_bits.c does, by the R package.
library(dpcvx)

rows <- 600
i <- seq_len(rows) - 1
x <- cbind((i * 37) %% 64 / 64, (i * 11) %% 128 / 128)
values <- x[, 1] - x[, 2] / 2 + i %% 8 / 16
signs <- ifelse(x[, 1] > x[, 2], 1, -1)

show <- function(name, numbers) {
  bytes <- matrix(writeBin(as.double(numbers), raw(), endian = "big"), 8)
  cat(name, apply(bytes, 2, paste, collapse = ""))
  cat("\n")
}

fit <- function(name, table, unit, loss, method, ...) {
  budget <- dp_budget(4, 1e-6, unit = unit)
  plan <- dp_plan(budget, dp_objective(table, loss, l2 = 0.125, ...), method = method)
  made <- dp_fit(budget, plan, dp_rng("same bits"))
  show(name, coef(made, original = FALSE))
  show(name, predict(made, table))
  show(name, dp_figure(budget, "epsilon_spent"))
}

budget <- dp_budget(4, 1e-6)
rng <- dp_rng("same bits")
classes <- dp_data(x, signs)
numbers <- dp_data(x, values)
owned <- dp_data(x, values, users = i %/% 3)
show("accounting", dp_epsilon(dp_subsampled_gaussian(1.1, 0.01, 1000), 1e-6))
half <- dp_price(budget, 0.5)
show("mean", dp_release_gaussian(budget, values[1:20], 0.25, half, rng))
show("quantile", dp_release_quantile(budget, values, 0.5, -2, 2, half, rng))
fit("classification", classes, "record", "logistic", "automatic")
fit("noisy_sgd", classes, "record", "logistic", "noisy_sgd")
fit("regression", numbers, "record", "squared", "automatic", label_bound = 2)
fit("pinball", numbers, "record", "pinball", "noisy_gradient_descent", label_bound = 2)
fit("users", owned, "user", "squared", "noisy_gradient_descent", label_bound = 2)
sampler <- dp_sampler(function(at) c(sum(abs(at)), sign(at)), 2, lipschitz = 1.5, quadratic = 2)
show("sampling", t(nonprivate_draw(sampler, 10, rng)))
