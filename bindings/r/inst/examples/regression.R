# Fits a private least-squares regression with public ranges of columns and response.
library(dpcvx)

set.seed(1) # made-up houses: square metres and age, and the price
houses <- data.frame(metres = runif(4000, 30, 190), age = runif(4000, 0, 80))
houses$price <- 60000 + 2400 * houses$metres - 600 * houses$age + 30000 * runif(4000, -1, 1)
new <- houses[3001:4000, ]

model <- dp_lm(price ~ metres + age, houses[1:3000, ], epsilon = 1, delta = 1e-6,
               ranges = list(metres = c(20, 200), age = c(0, 100), price = c(0, 600000)))
r2 <- 1 - mean((new$price - predict(model, new))^2) / var(new$price)

print(model)
cat(sprintf("NOT PRIVATE: R^2 on new houses is %.3f\n", r2))
stopifnot(r2 > 0.7)
