# Fits a private regression that protects users: all the rows of a person at once, not one row of theirs.
library(dpcvx)

set.seed(1) # made-up rides: kilometres and metres climbed, and minutes, at the rider's own pace
rides <- data.frame(rider = c(1:2000, ceiling(2000 * runif(28000) * runif(28000))),
                    km = runif(30000, 0, 60), climb = runif(30000, 0, 1500))
rides$minutes <- 10 + 4 * rides$km + 0.06 * rides$climb + rides$rider %% 21 - 10 + 15 * runif(30000, -1, 1)

# Any 16 bytes that were chosen without looking at the table.
parts <- dp_split(rides, "split of riders!", users = ~rider)
model <- dp_lm(minutes ~ km + climb, parts$training, epsilon = 1, delta = 1e-6, users = ~rider,
               ranges = list(km = c(0, 60), climb = c(0, 1500), minutes = c(0, 400)), max_records_per_user = 50)
new <- parts$held_out
r2 <- 1 - mean((new$minutes - predict(model, new))^2) / var(new$minutes)

print(model)
cat(sprintf("NOT PRIVATE: R^2 on rides of other riders is %.3f\n", r2))
stopifnot(r2 > 0.7, grepl("Protects: one user", dp_text(model)))
