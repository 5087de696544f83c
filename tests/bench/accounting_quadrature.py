#!/usr/bin/env python3
"""Random compositions of sampled noise beside quadrature in 30 digits: no answer may be below the truth.

Two parts, one of them with nodes and one by its closed profile:
  delta(epsilon) = integral over z of P(z) H(epsilon - L(z)), in both orders, L the loss of the first part.
The integral is cut where the second profile has corners. A third part, a pure one, has two outcomes and is summed.

Prints evidence lines. COUNT compositions, from FIRST on: accounting_quadrature.py [COUNT [FIRST]].
"""
import os
import random
import sys

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))


class Noise:
    """Gaussian or Laplace noise of unit sensitivity, met by a Poisson sample of this rate. P has the unit."""

    def __init__(self, mp, kind, scale, rate):
        self.mp, self.kind, self.scale, self.rate = mp, kind, mp.mpf(scale), mp.mpf(rate)

    def curve(self, dpcvx):
        if self.kind == "gaussian":
            return dpcvx.Curve.subsampled_gaussian(float(self.scale), float(self.rate))
        whole = dpcvx.Curve.laplace(float(self.scale))
        return whole if self.rate == 1 else whole.sampled(float(self.rate))

    def density(self, z):
        if self.kind == "gaussian":
            return self.mp.npdf(z, 0, self.scale)
        return self.mp.exp(-abs(z) / self.scale) / (2 * self.scale)

    def whole_loss(self, z):
        if self.kind == "gaussian":
            return (2 * z - 1) / (2 * self.scale**2)
        return (abs(z) - abs(z - 1)) / self.scale

    def loss(self, z):
        return self.mp.log1p(self.rate * self.mp.expm1(self.whole_loss(z)))

    def point(self, loss):
        """Where the loss is so much, or nothing."""
        inside = 1 + self.mp.expm1(loss) / self.rate
        if inside <= 0:
            return None
        whole = self.mp.log(inside)
        if self.kind == "gaussian":
            return (whole * 2 * self.scale**2 + 1) / 2
        return (whole * self.scale + 1) / 2 if abs(whole) < 1 / self.scale else None

    def whole_profile(self, y):
        mp = self.mp
        if self.kind == "gaussian":
            mu = 1 / self.scale
            return mp.ncdf(-y / mu + mu / 2) - mp.exp(y) * mp.ncdf(-y / mu - mu / 2)
        edge = 1 / self.scale
        if y >= edge:
            return mp.mpf(0)
        return -mp.expm1(y) if y <= -edge else -mp.expm1((y - edge) / 2)

    def profile(self, y, reversed_):
        """H_y of (1 - q) Q + q P against Q, or of the other order."""
        mp = self.mp
        if self.rate == 1:
            return self.whole_profile(y)
        if not reversed_:
            left = mp.expm1(y) + self.rate
            return -mp.expm1(y) if left <= 0 else self.rate * self.whole_profile(mp.log(left / self.rate))
        ratio = (mp.expm1(-y) + self.rate) / self.rate
        return mp.mpf(0) if ratio <= 0 else mp.exp(y) * self.rate * ratio * self.whole_profile(-mp.log(ratio))

    def corners(self, reversed_):
        """The y where the profile has no derivative."""
        mp, found = self.mp, []
        if self.kind == "laplace":
            for whole in (1 / self.scale, -1 / self.scale):
                loss = mp.log1p(self.rate * mp.expm1(whole))
                found.append(-loss if reversed_ else loss)
        if self.rate < 1:
            found.append(-mp.log1p(-self.rate) if reversed_ else mp.log1p(-self.rate))
        return found


def integral(mp, nodes, closed, epsilon, reversed_):
    far = 14 * nodes.scale if nodes.kind == "gaussian" else 80 * nodes.scale
    edges = {-far, mp.mpf(0), mp.mpf(1), 1 + far}
    for corner in closed.corners(reversed_):
        at = nodes.point(corner - epsilon if reversed_ else epsilon - corner)
        if at is not None and -far < at < 1 + far:
            edges.add(at)
    edges = sorted(edges)
    cuts = [edges[0]]
    for low, high in zip(edges, edges[1:]):
        parts = max(1, int(mp.ceil((high - low) / nodes.scale)))
        cuts += [low + (high - low) * i / parts for i in range(1, parts + 1)]

    def of(z):
        loss, second = nodes.loss(z), nodes.density(z)
        if reversed_:
            return second * closed.profile(epsilon + loss, True)
        return second * mp.exp(loss) * closed.profile(epsilon - loss, False)

    return mp.quad(of, cuts, error=True)


def truth(mp, nodes, closed, pure, epsilon):
    """The greater of both orders, and what its quadrature may be off by."""
    found = []
    for reversed_ in (False, True):
        total, error = mp.mpf(0), mp.mpf(0)
        chances = ((pure, 1 / (1 + mp.exp(-pure))), (-pure, 1 / (1 + mp.exp(pure)))) if pure else ((mp.mpf(0), mp.mpf(1)),)
        for loss, chance in chances:
            value, off = integral(mp, nodes, closed, epsilon - loss, reversed_)
            total, error = total + chance * value, error + chance * off
        found.append((total, error))
    return max(found)


def composition(mp, draw):
    def noise():
        kind, sampled = draw.choice(("gaussian", "laplace")), draw.random() < 0.6
        rate = 10 ** draw.uniform(-3, -0.02) if sampled else 1
        return Noise(mp, kind, 10 ** draw.uniform(-0.35, 0.8), rate)

    return noise(), noise(), mp.mpf(10 ** draw.uniform(-1.5, 0.3)) if draw.random() < 0.3 else 0


def main():
    try:
        import mpmath
    except ImportError:
        print("skip accounting_quadrature: there is no mpmath")
        return
    sys.path.insert(0, os.path.join("bindings", "python"))
    os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
    import dpcvx
    mp = mpmath.mp
    mp.dps = 30
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    settled = below = above = caught = 0
    loosest, least = 0.0, 1.0
    for index in range(first, first + count):
        draw = random.Random(index)
        nodes, closed, pure = composition(mp, draw)
        accountant = dpcvx.Accountant("add_remove")
        for part in (nodes, closed):
            accountant.add(part.curve(dpcvx))
        if pure:
            accountant.add(dpcvx.Curve.pure(float(pure)))
        epsilon = accountant.epsilon(10 ** draw.uniform(-14, -0.7))[1]
        if not 0 < epsilon < 300:
            continue
        exact, error = truth(mp, nodes, closed, pure, mp.mpf(epsilon))
        if not error < exact * mp.mpf("1e-9"):
            continue
        settled += 1
        lower, upper = accountant.delta(epsilon)
        if upper < exact - error:
            below += 1
            print(f"failed: composition {index}: delta {upper} at {epsilon} is below {mp.nstr(exact, 12)}")
        if lower > exact + error:
            above += 1
            print(f"failed: composition {index}: lower end {lower} at {epsilon} is above {mp.nstr(exact, 12)}")
        back = accountant.epsilon(float(exact - error))[1]
        if back < epsilon * (1 - 1e-9):
            below += 1
            print(f"failed: composition {index}: epsilon {back} at {mp.nstr(exact, 12)} is below {epsilon}")
        loosest = max(loosest, float(upper / exact - 1))
        least = min(least, float(exact))
        caught += upper * 0.98 < exact  # control: answers 2 % too low
    print(f"evidence: accounting: {count} random compositions by quadrature in 30 digits: {settled} known to 1e-9, deltas "
          f"down to {least:.1e}; {below} below, {above} lower ends above, at most {100 * loosest:.2f} % above; answers 2 % "
          f"lower are caught in {caught}")
    if not settled or caught < settled / 2:
        print("failed: accounting_quadrature settles too little")


if __name__ == "__main__":
    main()
