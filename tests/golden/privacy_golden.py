#!/usr/bin/env python3
"""Writes the tables numeric_golden.inc and privacy_golden.inc beside this file: exact inputs (doubles, as hexadecimal
floats) and values computed with 60 digits by mpmath, printed to 32. Each value comes from a definition (an integral, a
difference of normal probabilities at high precision, a root), not from the formula that the library uses.

Run: python3 privacy_golden.py   (needs mpmath; about two minutes)
"""
import os
import random
from mpmath import mp, mpf, erfc, erf, exp, expm1, log, log1p, sqrt, pi, quad, findroot, nstr, inf

mp.dps = 60
random.seed(20260101)
HERE = os.path.dirname(os.path.abspath(__file__))


def phi(x):
    return exp(-x * x / 2) / sqrt(2 * pi)


def cdf(x):
    return erfc(-x / sqrt(mpf(2))) / 2


def gdp_delta(mu, eps):
    mu, eps = mpf(mu), mpf(eps)
    # The two terms agree in up to 30 digits for tiny mu: 400 digits make the difference certain.
    with mp.workdps(400):
        return +(cdf(-eps / mu + mu / 2) - exp(eps) * cdf(-eps / mu - mu / 2))


def bisect(f, low, high):
    """Root of an increasing f."""
    low, high = mpf(low), mpf(high)
    for _ in range(190):
        mid = (low + high) / 2
        if f(mid) < 0:
            low = mid
        else:
            high = mid
    return (low + high) / 2


def row(*values):
    out = []
    for v in values:
        if isinstance(v, float):
            out.append(v.hex())
        elif isinstance(v, int):
            out.append(str(v))
        else:
            text = nstr(v, 32, strip_zeros=False)
            if "." not in text and "e" not in text:
                text += ".0"
            out.append(text + "L")
    return "    {" + ", ".join(out) + "},\n"


def table(file, name, struct, rows, comment):
    file.write("// %s\nconstexpr %s %s[] = {\n" % (comment, struct, name))
    for r in rows:
        file.write(row(*r))
    file.write("};\n\n")


def log_uniform(low, high):
    return float(exp(mpf(random.uniform(float(log(mpf(low))), float(log(mpf(high)))))))


def normal_rows():
    xs = [0.0, 1e-300, 1e-8, -1e-8, 0.3, -0.3, 1.0, -1.0, 2.5, -2.5, 5.0, -5.0, 8.0, -8.0, -10.0, -10.5, -12.0,
          -20.0, -37.0,
          -37.6, -50.0, -300.0, -1e4, -1e8]
    xs += [random.uniform(-38, 9) for _ in range(40)]
    rows = []
    for x in xs:
        with mp.workdps(100):
            c = cdf(mpf(x))
            lc = log(c) if x < 5 else log1p(-cdf(-mpf(x)))
        rows.append((x, +lc))
    return rows


def mills_rows():
    xs = [0.0, 1e-9, 0.1, 1.0, 3.0, 7.9, 8.0, 11.3, 11.32, 26.0, 100.0, 1e5, 1e100, -1.0, -5.0, -20.0]
    xs += [log_uniform(0.01, 50) for _ in range(30)]

    def ratio(x):
        if x < 1e4:
            return cdf(-x) / phi(x)
        return (1 - 1 / x ** 2 + 3 / x ** 4 - 15 / x ** 6) / x

    return [(x, ratio(mpf(x))) for x in xs]


def quantile_rows():
    ps = [0.5, 0.4999, 0.5 - 1e-9, 0.25, 0.24, 0.26, 0.75, 0.76, 0.1, 0.01, 1e-5, 1e-16, 1e-100, 1e-300, 0.9, 0.999]
    ps += [log_uniform(1e-300, 0.5) for _ in range(20)]
    rows = []
    for p in ps:
        if p == 0.5:
            rows.append((p, mpf(0)))
            continue
        q = mpf(p) if p < 0.5 else 1 - mpf(p)
        z = bisect(lambda x: q - cdf(-x), 0, 40)
        rows.append((p, -z if p < 0.5 else z))
    return rows


def two_sided_rows():
    ys = [1e-300, 1e-17, 1e-5, 0.1, 0.49, 0.51, 0.9, 0.999]
    ys += [log_uniform(1e-12, 1) for _ in range(12)]
    return [(y, sqrt(mpf(2)) * findroot(lambda t: erf(t) - mpf(y), mpf(y) * sqrt(pi) / 2)
             if y < 0.6 else bisect(lambda x: erf(x / sqrt(mpf(2))) - mpf(y), 0, 40)) for y in ys]


def binomial_rows():
    rows = []
    for n, k in [(1, 0), (1, 1), (2, 1), (10, 3), (15, 7), (16, 8), (17, 1), (100, 50), (1000, 3), (1000, 997),
                 (4096, 2048), (65536, 10), (65536, 30000), (10**9, 5), (10**9, 4 * 10**8)]:
        for q in (0.3, 1e-6, 0.999):
            n_, k_, q_ = mpf(n), mpf(k), mpf(q)
            lb = mp.loggamma(n_ + 1) - mp.loggamma(k_ + 1) - mp.loggamma(n_ - k_ + 1)
            if n > 65536 and q == 0.999:
                continue
            # the library is given p = q and 1 - p as the double nearest below it
            p2 = mpf(1.0 - q)
            rows.append((n, k, q, +lb, lb + k_ * log(q_) + (n_ - k_) * log(p2)))
    return rows


def delta_rows():
    rows = []
    points = [(1.0, 0.0), (1.0, 1.0), (0.1, 1.0), (1e-6, 1e-6), (1e-12, 0.0), (1e-12, 3e-11), (1e-300, 0.0), (5.0, 3.0),
              (10.0, 0.5),
              (100.0, 5000.0), (100.0, 1000.0), (1e-3, 0.037), (300.0, 45000.0), (30.0, 1550.0), (0.5, 18.0),
              (1.0, 37.0), (0.9999, 0.4999)]
    for _ in range(260):
        mu = log_uniform(1e-12, 300)
        a = random.uniform(-6, 37)
        eps = (a + mu / 2) * mu
        if eps < 0:
            eps = random.uniform(0, 1)
        points.append((mu, eps))
    for mu, eps in points:
        value = gdp_delta(mu, eps)
        if value > mpf(10) ** -300:
            rows.append((mu, eps, value))
    return rows


def mu_rows():
    rows = []
    points = [(e, d) for e in (0.0, 0.01, 0.1, 1.0, 4.0, 20.0, 1000.0) for d in (0.1, 1e-3, 1e-6, 1e-9, 1e-30, 1e-200)]
    for eps, delta in points:
        # log delta_mu(eps) is increasing in mu
        high = 80 + 2 * sqrt(mpf(eps))
        mp.dps = 50
        low, high = log(mpf(10) ** -210), log(high)
        f = lambda t: gdp_delta(exp(t), eps) - mpf(delta)
        for _ in range(125):
            mid = (low + high) / 2
            if f(mid) < 0:
                low = mid
            else:
                high = mid
        mp.dps = 60
        mu = exp((low + high) / 2)
        rows.append((eps, delta, mu))
    return rows


def epsilon_rows():
    rows = []
    for mu in (1e-8, 0.01, 0.3, 1.0, 5.0, 40.0):
        for delta in (0.3, 1e-5, 1e-12, 1e-100):
            top = gdp_delta(mu, 0.0)
            if top <= delta:
                continue
            high = mpf(mu) ** 2 / 2 + mpf(mu) * sqrt(-2 * log(mpf(delta))) + 1
            low = mpf(0)
            for _ in range(170):
                mid = (low + high) / 2
                if gdp_delta(mu, mid) > delta:
                    low = mid
                else:
                    high = mid
            rows.append((mu, delta, low))
    return rows


def pure_rows():
    rows = []
    for eps in (1e-12, 1e-4, 0.1, 0.9999, 1.0, 1.5, 5.0, 30.0, 400.0):
        with mp.workdps(250):
            p = 1 / (1 + exp(mpf(eps)))
            z = bisect(lambda x: p - cdf(-x), 0, 40)
            for _ in range(6):
                z += (cdf(-z) - p) / phi(z)
            mu = 2 * z
        for order in (1.001, 1.5, 2.0, 7.3, 100.0, 1e6):
            e, a = mpf(eps), mpf(order)
            with mp.workdps(120):
                big = exp(e) / (1 + exp(e))
                small = 1 / (1 + exp(e))
                renyi = log(big ** a * small ** (1 - a) + small ** a * big ** (1 - a)) / (a - 1)
            rows.append((eps, order, +renyi, +mu))
    return rows


def laplace_rows():
    rows = []
    for eps in (0.001, 0.1, 1.0, 4.0):
        for order in (1.01, 1.5, 2.0, 8.5, 60.0):
            e, a = mpf(eps), mpf(order)
            # densities e/2 exp(-e|x|) and e/2 exp(-e|x - 1|), integrated piece by piece
            f = lambda x: e / 2 * exp(-a * e * abs(x) - (1 - a) * e * abs(x - 1))
            whole = quad(f, [-inf, 0]) + quad(f, [0, 0.5, 1]) + quad(f, [1, inf])
            rows.append((eps, order, log(whole) / (a - 1)))
    return rows


def pieces(s, a, extra):
    points = [-12 * s, -5 * s, mpf(0), 5 * s, 12 * s, a - 5 * s, a, a + 5 * s, a + 12 * s] + extra
    low, high = -14 * s, max(a, mpf(1)) + 14 * s
    return [low] + sorted(p for p in set(points) if low < p < high) + [high]


def sampled_rows():
    """Renyi divergences of the mixture pair, both directions, and the fixed-size bound, by quadrature."""
    rows = []
    mp.dps = 40
    for sigma, q in ((0.5, 0.1), (0.5, 0.001), (1.0, 0.01), (1.0, 0.5), (2.0, 0.3), (5.0, 0.01), (0.8, 0.9),
                     (30.0, 0.01), (1.0, 1e-6)):
        for order in (1.05, 1.5, 2.0, 2.5, 5.0, 11.7, 40.0):
            s, w, a = mpf(sigma), mpf(q), mpf(order)
            density = lambda x: exp(-x * x / (2 * s * s)) / (s * sqrt(2 * pi))
            y = lambda x: w * expm1((2 * x - 1) / (2 * s * s))
            z = s * s * log(1 / w - 1) + mpf(1) / 2
            cut = pieces(s, a, [z, mpf(1) / 2])
            forward = quad(lambda x: density(x) * ((1 + y(x)) ** a - 1 - a * y(x)), cut)
            backward = quad(lambda x: density(x) * ((1 + y(x)) ** (1 - a) - 1 - (1 - a) * y(x)), cut)
            upper = [mpf(1) / 2] + [p for p in cut if p > mpf(1) / 2]
            fixed = quad(lambda x: density(x) * ((1 + y(x)) ** a + (1 + y(x)) ** (1 - a) - 2 - y(x)), upper)
            rows.append((sigma, q, order, log1p(forward) / (a - 1), log1p(backward) / (a - 1), log1p(fixed) / (a - 1)))
    mp.dps = 60
    return rows


def zcdp_rows():
    rows = []
    for rho in (1e-6, 0.01, 0.1, 1.0, 20.0):
        for delta in (1e-3, 1e-6, 1e-12, 1e-100):
            r, d = mpf(rho), mpf(delta)

            def value(t):
                a = 1 + exp(t)
                return r * a + log((a - 1) / a) - (log(d) + log(a)) / (a - 1)

            low, high = mpf(-20), mpf(40)
            golden = (sqrt(mpf(5)) - 1) / 2
            for _ in range(150):
                left, right = high - golden * (high - low), low + golden * (high - low)
                if value(left) < value(right):
                    high = right
                else:
                    low = left
            rows.append((rho, delta, max(value((low + high) / 2), mpf(0))))
    return rows


def main():
    head = "// Written by privacy_golden.py; do not edit.\n"
    with open(os.path.join(HERE, "numeric_golden.inc"), "w") as f:
        f.write(head + "\n")
        table(f, "kLogNormalCdf", "Pair", normal_rows(), "x, log Phi(x)")
        table(f, "kMills", "Pair", mills_rows(), "x, (1 - Phi(x)) / phi(x)")
        table(f, "kQuantile", "Pair", quantile_rows(), "p, the x with Phi(x) = p")
        table(f, "kTwoSided", "Pair", two_sided_rows(), "y, the x with Pr[|Z| <= x] = y")
        table(f, "kBinomial", "BinomialRow", binomial_rows(),
              "n, k, p, log C(n, k), log of the probability with 1 - p rounded")
    with open(os.path.join(HERE, "privacy_golden.inc"), "w") as f:
        f.write(head + "\n")
        table(f, "kGaussianDelta", "Triple", delta_rows(), "mu, epsilon, delta")
        table(f, "kGaussianMu", "Triple", mu_rows(), "epsilon, delta, mu")
        table(f, "kGaussianEpsilon", "Triple", epsilon_rows(), "mu, delta, epsilon")
        table(f, "kPure", "PureRow", pure_rows(), "epsilon, order, Renyi epsilon, mu")
        table(f, "kLaplace", "Triple", laplace_rows(), "epsilon, order, Renyi epsilon")
        table(f, "kSampled", "SampledRow", sampled_rows(),
              "sigma, q, order, Renyi of the mixture to the Gaussian, the other way round, the fixed-size bound")
        table(f, "kZcdpEpsilon", "Triple", zcdp_rows(), "rho, delta, epsilon at the best order")


if __name__ == "__main__":
    main()
