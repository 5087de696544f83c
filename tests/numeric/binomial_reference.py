"""The reference figures of binomial_test.cpp, by direct sums in 40 digits (needs mpmath)."""
from mpmath import exp, log, loggamma, mp, mpf, nstr

mp.dps = 40


def lower_tail(k, n, p):
    p, q = mpf(p), 1 - mpf(p)
    term = exp(loggamma(n + 1) - loggamma(k + 1) - loggamma(n - k + 1) + k * log(p) + (n - k) * log(q))
    total = term
    while k > 0 and term > total * mpf(10) ** -36:
        term *= mpf(k) / (n - k + 1) * q / p
        total += term
        k -= 1
    return total


def clopper_pearson_upper(k, n, tail):
    low, high = mpf(k) / n, mpf(1)
    while high - low > high * mpf(10) ** -22:
        middle = (low + high) / 2
        low, high = (middle, high) if lower_tail(k, n, middle) > tail else (low, middle)
    return high


for k, n, p in [(3, 10, 0.5), (0, 10, 0.25), (9, 10, 0.125), (50, 1000, 0.0625), (500, 1000, 0.53125),
                (5000000, 10000000, 0.5005), (3, 10000000, 1e-6), (999999, 10000000, 0.1003),
                (9999990, 10000000, 0.9999995), (100, 10000000, 2e-5), (1234567, 1000000000, 0.00124)]:
    print("{%d, %d, %r, %s}," % (k, n, p, nstr(lower_tail(k, n, p), 20)))
for k, n, tail in [(0, 10, 0.025), (3, 10, 0.025), (9, 10, 0.025), (0, 10000000, 0.025), (7, 10000000, 5e-10),
                   (100000, 10000000, 0.025), (5000000, 10000000, 0.005), (9999999, 10000000, 0.025)]:
    print("{%d, %d, %r, %s}," % (k, n, tail, nstr(clopper_pearson_upper(k, n, mpf(tail)), 20)))
