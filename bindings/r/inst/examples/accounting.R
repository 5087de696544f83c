# Answers the questions of a privacy engineer, without any data: what does this cost, how much noise does that need?
library(dpcvx)

# 5,000 steps of noisy SGD on batches of 1 % of the records, a monthly noisy count, one Gaussian mean.
training <- dp_subsampled_gaussian(noise_multiplier = 1.1, rate = 0.01, steps = 5000)
mean <- dp_gaussian(8)
everything <- dp_compose(training, dp_laplace(20), mean, counts = c(1, 12, 1))
added <- dp_epsilon(training, 1e-6) + 12 / 20 + dp_epsilon(mean, 1e-6)
noise <- dp_calibrate_subsampled_gaussian(epsilon = 1, delta = 1e-6, rate = 0.01, steps = 5000)

cat(sprintf("training alone: %.3f; with counts and mean: %.3f; their epsilons added up: %.3f\n",
            dp_epsilon(training, 1e-6), dp_epsilon(everything, 1e-6), added))
cat(sprintf("for epsilon = 1: noise of %.3f sensitivities once, or %.3f in each step\n", 1 / dp_calibrate_gdp(1, 1e-6), noise))
stopifnot(dp_epsilon(training, 1e-6) < dp_epsilon(everything, 1e-6), dp_epsilon(everything, 1e-6) < added, noise > 1.1)
