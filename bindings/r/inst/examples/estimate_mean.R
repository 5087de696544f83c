# Estimates the means of two columns for one charge, with intervals that are proved for any distribution of the values.
#
# The first column has a public range. That of the second is not known: it is released for a share of the same price.
library(dpcvx)

set.seed(1)
people <- dp_data(data.frame(age = runif(5000, 20, 80), wage = runif(5000, 2500, 5500)))
budget <- dp_budget(epsilon = 1, delta = 1e-6)

# A guess of the ages. No data are read, and nothing is charged.
expected <- dp_expected_mean(budget, 5000, 18, 100, mean = 45, stddev = 17, columns = 2)
cat(sprintf("To expect of ages: an interval of width %.2f, a little more with a released range beside it\n", diff(expected)))

# A warning tells of ranges that are released, and one of values that are left out: this is meant here.
means <- suppressWarnings(dp_mean(people, budget, ranges = list(c(18, NaN), c(100, NaN))),
                          classes = c("dpcvx_not_declared", "dpcvx_noise"))
found <- dp_estimates(means)
print(found)
print(means)
# All but once in 1e5.
stopifnot(abs(found$mean[1] - 50) < 2, found$high[1] - found$low[1] < 6, abs(found$mean[2] - 4000) < 400)
