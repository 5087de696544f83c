# Draws from a log-concave density, with an error that is known beforehand. NOT PRIVATE.
#
# The density is proportional to exp(-V), V(x) = |x_1| + |x_2| + x_1^2 + x_2^2: it has a corner at 0.
library(dpcvx)

# The part of V that is not quadratic, and a subgradient of it.
l1_norm <- function(x) c(sum(abs(x)), sign(x))

sampler <- dp_sampler(l1_norm, dimension = 2, lipschitz = sqrt(2), quadratic = 2, total_variation = 1e-6)
cat(sprintf("certificate: each draw is within %.1e of the density\n", dp_figure(sampler, "total_variation")))
draws <- nonprivate_draw(sampler, 500)
expected <- integrate(function(x) x * exp(-x - x^2), 0, 8)$value / integrate(function(x) exp(-x - x^2), 0, 8)$value
cat(sprintf("mean of |x_j|: %.4f, %.4f by quadrature\n", mean(abs(draws)), expected))
stopifnot(abs(mean(abs(draws)) - expected) < 0.1)

# A normal law of which the inverse covariance is known, given that its entries are above 0. Coordinates are drawn in
# turn.
inverse <- matrix(c(1, -0.5, -0.5, 1), 2)
sampler <- dp_sampler(inverse, domain = dp_box(c(0, 0), c(Inf, Inf)))
draws <- nonprivate_draw(sampler, 2000)
grid <- seq(0.005, 7.995, by = 0.01)
mass <- outer(grid, grid, function(x, y) exp(-(x^2 - x * y + y^2) / 2))
expected <- sum(rowSums(mass) * grid) / sum(mass)
cat(sprintf("%d sweeps a draw; mean of x_j: %.4f, %.4f by quadrature\n", dp_figure(sampler, "rounds"), mean(draws), expected))
stopifnot(abs(mean(draws) - expected) < 0.1)
