"""Recomputes what the tests of src/random claim, in exact integers and mpmath numbers of 60 digits and more.

Usage: check_exact.py exp FILE | check_exact.py kappa FILE | check_exact.py binomial FILE. Exit status 1 and the first
faults on a disagreement.
"""
import sys

import mpmath

mpmath.mp.prec = 420
FAULTS = []


def fault(*what):
    FAULTS.append(what)


def exponent(kind, parameter, fraction, x):
    """y(x); x in units of 2^-fraction."""
    value = mpmath.mpf(float.fromhex(parameter))
    if kind == "g":
        return mpmath.ldexp(x, -fraction) ** 2 / (2 * value * value)
    return x / value if kind == "s" else x * value


def check_exp(line):
    kind, parameter, fraction, continuous, x, mantissa, error, scale, weight, total, block, high, *rest = line.split()
    fraction, x, scale, block = int(fraction), int(x), int(scale), int(block)
    mantissa, error, weight, total, high = int(mantissa, 16), int(error, 16), int(weight), int(total), int(high)
    words, less = [int(word, 16) for word in rest[:3]], rest[3] == "1"
    y = exponent(kind, parameter, fraction, mpmath.mpf(x))
    power = mpmath.exp(-y)
    value = mpmath.ldexp(power, scale)
    if not mantissa - error <= value <= mantissa + error:
        fault("bounds", line)
    if error * 2**80 > mantissa:
        fault("wide bounds", line)
    u = mpmath.ldexp(high * 2**64 + words[0], -128)
    if continuous == "1":
        y = exponent(kind, parameter, fraction, mpmath.ldexp(x * 2**128 + words[1] * 2**64 + words[2], -128))
        power = mpmath.exp(-y)
    threshold = mpmath.ldexp(power * total / weight, block)
    if (u < threshold) != less:
        fault("decision", line)


def edge(epsilon, kappa):
    power = mpmath.expm1(epsilon * kappa)
    return 1 / (1 + power + 2 * power / mpmath.expm1(epsilon))


def check_kappa(line):
    epsilon, delta, kappa, probability = line.split()
    epsilon, delta, probability = (mpmath.mpf(float.fromhex(v)) for v in (epsilon, delta, probability))
    kappa = int(kappa)
    exact = edge(epsilon, kappa)
    if exact > delta:
        fault("kappa too small", line)
    if kappa > 0 and edge(epsilon, kappa - 1) <= delta:
        fault("kappa not the least", line)
    # Two subnormal steps are allowed where doubles are that coarse.
    if not exact <= probability <= exact * (1 + mpmath.mpf(2) ** -38) + mpmath.mpf(2) ** -1073:
        fault("edge probability", line, mpmath.nstr(exact, 25))


def cumulative(n, rate, memo={}):
    """2^4000 Pr[K <= k], rounded down, for k up to n, or to 3000 in long laws of small mean."""
    if (n, rate) not in memo:
        with mpmath.workprec(4200):
            q = mpmath.mpf(float.fromhex(rate))
            chance, total, sums = (1 - q) ** n, mpmath.mpf(0), []
            for k in range(min(n, 3000) + 1):
                total += chance
                sums.append(int(mpmath.floor(mpmath.ldexp(total, 4000))))
                chance *= mpmath.mpf(n - k) / (k + 1) * q / (1 - q)
        memo[n, rate] = sums
    return memo[n, rate]


def check_binomial(line):
    n, rate, k, *words = line.split()
    n, k = int(n), int(k)
    u = 0
    for word in words:
        u = u << 64 | int(word, 16)
    u <<= 4000 - 64 * len(words)
    sums = cumulative(n, rate)
    if not ((k == 0 or sums[k - 1] <= u) and (k == n or u < sums[k])):
        fault("binomial", line[:60])


def main():
    check = {"exp": check_exp, "kappa": check_kappa, "binomial": check_binomial}[sys.argv[1]]
    lines = 0
    with open(sys.argv[2]) as numbers:
        for line in numbers:
            check(line.strip())
            lines += 1
    for what in FAULTS[:10]:
        print(*what)
    print(f"{sys.argv[1]}: {lines} checked, {len(FAULTS)} faults")
    return 1 if FAULTS or lines == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
