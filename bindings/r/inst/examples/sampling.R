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
