#!/usr/bin/env python3
"""Exact Euclidean projections onto lp balls and simplices, for tests/model/domain_test.cpp.

Run: python3 tests/golden/projection_golden.py > tests/golden/projection_golden.inc   (mpmath, a few minutes)

Not the library's way: the multiplier l of u_j + l u_j^(p-1) = |w_j - c_j| is sought, at 700 digits (entries of 1e300 are
told apart by centres of 1), by bisection and Newton steps; for p = 1 and simplices by sorting, in exact rationals."""
import random
from fractions import Fraction

from mpmath import mp, mpf

mp.dps = 700
random.seed(20240611)


def exact(x):
    return mpf(x)


def simplex(entries, total):
    """Rationals: sort, and the largest k whose threshold is below the k-th entry."""
    order = sorted(entries, reverse=True)
    partial, t = Fraction(0), None
    for k, x in enumerate(order, 1):
        partial += x
        if x - (partial - total) / k > 0:
            t = (partial - total) / k
    return [max(x - t, Fraction(0)) for x in entries]


def entry(a, l, p):
    """The root u of u + l u^(p-1) = a."""
    if a == 0:
        return mpf(0)
    x = min(mp.log(a), mp.log(a / l) / (p - 1))
    for _ in range(4000):
        u, v = mp.exp(x), l * mp.exp((p - 1) * x)
        step = mp.log((u + v) / a) * (u + v) / (u + (p - 1) * v)
        x -= step
        if abs(step) < mpf(10) ** -350:
            break
        if x < -3000:
            return mpf(0)
    return mp.exp(x)


def ball(offsets, p, r):
    sizes = [abs(x) for x in offsets]
    if sum((s / r) ** p for s in sizes) <= 1:
        return offsets

    def excess(log_l):
        l = mp.exp(log_l)
        entries = [entry(s, l, p) for s in sizes]
        total = sum((u / r) ** p for u in entries)
        return (mp.log(total) / p if total > 0 else -mpf(10) ** 6), entries
    low, high = mpf(-1), mpf(1)
    while excess(low)[0] < 0:
        low *= 2
    while excess(high)[0] > 0:
        high *= 2
    at_low, at_high, side = excess(low)[0], excess(high)[0], 0
    for step in range(3000):
        tried = (low + high) / 2 if step % 3 == 0 else (low * at_high - high * at_low) / (at_high - at_low)
        value, entries = excess(tried)
        if abs(value) < mpf(10) ** -60:
            break
        if value > 0:
            low, at_low = tried, value
            at_high, side = (at_high / 2, 1) if side == 1 else (at_high, 1)
        else:
            high, at_high = tried, value
            at_low, side = (at_low / 2, -1) if side == -1 else (at_low, -1)
    return [mp.sign(x) * u for x, u in zip(offsets, entries)]


def draw(count):
    kind = random.randrange(6)
    scale = 10.0 ** random.choice([-80, -9, -3, 0, 0, 0, 1, 3, 9, 80, 300])
    if kind == 0:
        return [scale * random.choice([1.0, -1.0, 1.0 + 2**-52]) for _ in range(count)]
    if kind == 1:
        return [scale * 10.0 ** random.uniform(-20, 0) for _ in range(count)]
    return [scale * random.gauss(0, 1) for _ in range(count)]


def show(values):
    return "{" + ", ".join(float(x).hex() for x in values) + "}"


def main():
    print("// Written by tests/golden/projection_golden.py: p (0: simplex), radius, centre, point, projection.")
    powers = [1.0, 1 + 2.0**-52, 1 + 1e-9, 1 + 1e-4, 1.05, 1.3, 1.5, 1.9, 2.0, 2.5, 3.0, 7.0, 50.0, 1e4, 1e15, 0.0]
    for case in range(320):
        p, count = powers[case % len(powers)], random.choice([1, 2, 3, 3, 4, 6])
        w = draw(count)
        r = 10.0 ** random.choice([-100, -30, -6, 0, 0, 0, 0, 1, 6, 100]) if case % 3 else abs(w[0]) * random.uniform(0.01, 1.5)
        r = min(max(r, 1e-100), 1e100)
        centred = p > 0 and random.random() < 0.4
        c = [r * 10.0 ** random.choice([-5, 0, 0, 3]) * random.gauss(0, 1) for _ in w] if centred else [0.0] * count
        c = [min(max(x, -1e100), 1e100) for x in c]
        if p == 0:
            u = simplex([Fraction(x) for x in w], Fraction(r))
            out = [mpf(x.numerator) / x.denominator for x in u]
        elif p == 1:
            offsets = [Fraction(x) - Fraction(y) for x, y in zip(w, c)]
            if sum(abs(x) for x in offsets) <= Fraction(r):
                u = offsets
            else:
                u = [(s if x > 0 else -s) for x, s in zip(offsets, simplex([abs(x) for x in offsets], Fraction(r)))]
            out = [Fraction(y) + x for x, y in zip(u, c)]
        else:
            out = [mpf(y) + x for x, y in zip(ball([mpf(x) - mpf(y) for x, y in zip(w, c)], mpf(p), mpf(r)), c)]
        print("{%s, %s, %s, %s, %s}," % (p.hex(), r.hex(), show(c), show(w), show(out)), flush=True)


if __name__ == "__main__":
    main()
