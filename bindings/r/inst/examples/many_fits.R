# Makes several fits on one budget, and prints its ledger. One that does not fit is refused before it reads the table.
library(dpcvx)

set.seed(1)
x <- matrix(runif(6000, -1, 1), 3000)
data <- dp_data(x, x[, 1] > x[, 2])

budget <- dp_budget(epsilon = 2, delta = 1e-6)
l2 <- c(0, 0.001, 0.1)
for (i in 1:3) {
  plan <- dp_plan(budget, dp_objective(data, "logistic", l2 = l2[i]), dp_price(budget, 1 / (4 - i))) # a part of what is left
  cat("l2 =", l2[i], ":", coef(dp_fit(budget, plan)), "\n")
}
print(budget)
refused <- tryCatch(dp_fit(budget, plan), dpcvx_error_budget = function(problem) problem)
cat("One more:", conditionMessage(refused), "\n")
stopifnot(inherits(refused, "dpcvx_error_budget"))
