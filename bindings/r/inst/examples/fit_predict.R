# Fits a private logistic regression by a formula, and predicts with it.
#
# The ranges of the columns are public: what people can be, not the extremes of this table.
library(dpcvx)

set.seed(1) # made-up people: age and income; "yes" becomes likelier with both
people <- data.frame(age = runif(5000, 20, 80), income = runif(5000, 20000, 100000))
score <- (people$age - 50) / 30 + (people$income - 60000) / 40000 + 0.4 * runif(5000, -1, 1)
people$buys <- factor(ifelse(score > 0, "yes", "no"), levels = c("no", "yes"))
train <- people[1:4000, ]
new <- people[4001:5000, ]

model <- dp_glm(buys ~ age + income, train, binomial(), epsilon = 1, delta = 1e-6,
                ranges = list(age = c(18, 100), income = c(0, 150000)))
right <- mean(predict(model, new, type = "class") == new$buys)

summary(model)
cat(sprintf("NOT PRIVATE: %.3f of new people are predicted right\n", right))
stopifnot(right > 0.8)
