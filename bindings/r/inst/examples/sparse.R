# Fits a private classifier of texts: a sparse table of words, with a penalty that keeps few of them.
#
# A sparse table has ranges from -high to high, so that 0 stays 0.
library(dpcvx)

set.seed(1) # made-up letters of some ten words each; the first two words tell of complaints
words <- 500
said <- matrix(runif(40000) < 0.3, 20000)
other <- Matrix::rsparsematrix(20000, words - 2, 0.02, rand.x = function(n) rep(1, n))
x <- cbind(Matrix::Matrix(said * 1, sparse = TRUE), other)
y <- said[, 1] | said[, 2]

data <- dp_data(x[1:16000, ], y[1:16000])
fit <- dp_fit_table(data, "logistic", epsilon = 4, delta = 1e-6, ranges = list(-1, 1), l1 = 0.003)
right <- mean(predict(fit, x[16001:20000, ]) == y[16001:20000])

cat(sprintf("%d of %d words are kept\n", sum(coef(fit)[1:words] != 0), words))
cat(sprintf("NOT PRIVATE: %.3f of new letters are predicted right\n", right))
stopifnot(right > 0.75)
