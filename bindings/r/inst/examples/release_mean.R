# Releases the mean and the median of a column, clipped to public bounds.
#
# One record moves the clipped mean by (high - low) / n at most. Each release takes half of the budget.
library(dpcvx)

low <- 0 # ages: public bounds, not those of the data
high <- 120
set.seed(1)
ages <- 40 + 35 * runif(5000, -1, 1)
ages[8] <- 1e6 # one entry is wrong

budget <- dp_budget(epsilon = 1, delta = 1e-6)
# A little more than (high - low) / n covers the rounding of the sum.
mean <- dp_release_gaussian(budget, mean(pmin(pmax(ages, low), high)), sensitivity = (high - low) / 5000 * (1 + 1e-9),
                            price = dp_price(budget, 0.5))
median <- dp_release_quantile(budget, ages, 0.5, low, high)

cat(sprintf("mean %.2f, median %.2f, for epsilon = %.3f\n", mean, median, dp_spent(budget)[["epsilon"]]))
stopifnot(abs(mean - 40) < 3, abs(median - 40) < 5, dp_spent(budget)[["epsilon"]] <= 1)
