# Fits a private regression of the 0.9 quantile: how long nearly all deliveries take at most.
library(dpcvx)

set.seed(1) # made-up deliveries: kilometres, and minutes with a long tail
rides <- data.frame(km = runif(8000, 0, 20))
rides$minutes <- 5 + 2 * rides$km + rexp(8000, 1 / 8)
new <- rides[6001:8000, ]

model <- dp_quantile(minutes ~ km, rides[1:6000, ], tau = 0.9, epsilon = 1, delta = 1e-6,
                     ranges = list(km = c(0, 20), minutes = c(0, 120)))
held <- mean(new$minutes <= predict(model, new))

cat(sprintf("NOT PRIVATE: %.3f of new deliveries take at most what is predicted\n", held))
stopifnot(held > 0.8, held < 0.97)
