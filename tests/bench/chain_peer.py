#!/usr/bin/env python3
"""A Gaussian of d neighbours of correlation phi, cut off at the sides of [-1, 1]^d: an independent draw of the library,
by sweeps of coordinates and by rounds, beside a draw that counts as independent of hopsy's chains and of plain Gibbs
samplers in numpy, which state no error. One thread, one run.

The peers' time is that of a chain over its effective sample size: the least of all coordinates' and of the squared
norm's, by Geyer's initial monotone sequence (Geyer 1992). Their way from the start is not counted. A Gibbs sampler runs
one chain, or a thousand at once, whose coordinates numpy draws together.

Prints evidence lines. Runs with the Python of `make peers`, or of DPCVX_PEERS. Arguments: "phi d" pairs, by default all.
"""
import itertools
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
CORRELATIONS, DIMENSIONS, WANTED = (0.5, 0.9, 0.99), (20, 100, 300), 3
PROPOSALS = {"TruncatedGaussianProposal": 1, "GaussianCoordinateHitAndRunProposal": 20}  # and steps between points
SECONDS, LONGEST = 1.0, 30.0  # of draws; of one by rounds, else its estimate is printed


def precision(numpy, phi, d):
    matrix = numpy.diag(numpy.full(d, (1 + phi * phi) / (1 - phi * phi)))
    matrix[0, 0] = matrix[-1, -1] = 1 / (1 - phi * phi)
    for i in range(d - 1):
        matrix[i, i + 1] = matrix[i + 1, i] = -phi / (1 - phi * phi)
    return matrix


# ---- Ours ----

def ours(dpcvx, matrix, **given):
    """Seconds a draw, whether they are an estimate, sweeps or rounds, seconds of the plan."""
    d = len(matrix)
    begin = time.process_time()
    sampler = dpcvx.sample.QuadraticSampler(matrix, domain=dpcvx.Domain.box([-1] * d, [1] * d), **given)
    planned, expected = time.process_time() - begin, sampler.figure("expected_seconds")
    if expected > LONGEST:
        return expected, True, sampler.figure("rounds"), planned
    rng, count = dpcvx.Rng(b"chain"), max(1, min(20000, int(SECONDS / expected)))
    sampler.draw(min(count, 10), rng)
    begin = time.process_time()
    sampler.draw(count, rng)
    return (time.process_time() - begin) / count, False, sampler.figure("rounds"), planned


# ---- Peers ----

def of_hopsy(numpy, peer, phi, d, proposal, thinning):
    import hopsy
    place, identity = numpy.arange(d), numpy.eye(d)
    return peer.chain_seconds(numpy, hopsy, phi ** abs(place[:, None] - place), 0, numpy.vstack([-identity, identity]),
                              numpy.ones(2 * d), proposal, thinning)


def gibbs(numpy, matrix, phi, chains, sweeps):
    """Seconds of the sweeps, and the points of the first chain."""
    from scipy.special import ndtr, ndtri
    d, random = len(matrix), numpy.random.default_rng(1)
    deviations, beside = 1 / numpy.sqrt(numpy.diag(matrix)), phi / (1 - phi * phi) / numpy.diag(matrix)
    x, kept = numpy.zeros((d + 2, chains)), numpy.empty((sweeps, d))
    begin = time.process_time()
    for t in range(sweeps):
        for i in range(1, d + 1):
            mean, deviation = beside[i - 1] * (x[i - 1] + x[i + 1]), deviations[i - 1]
            low, high = ndtr((-1 - mean) / deviation), ndtr((1 - mean) / deviation)
            x[i] = mean + deviation * ndtri(low + (high - low) * random.random(chains))
        kept[t] = x[1:-1, 0]
    return time.process_time() - begin, kept


def of_gibbs(numpy, peer, matrix, phi):
    """One chain's seconds a draw, and a thousand's."""
    d = len(matrix)
    sweeps = int(min(60000, max(1500, 40 / (1 - phi) ** 1.3)) * 100 / max(d, 100))
    seconds, points = gibbs(numpy, matrix, phi, 1, sweeps)
    points = points[sweeps // 5:]
    each = len(points) / peer.least_size(numpy, points)
    many = gibbs(numpy, matrix, phi, 1000, 8)[0] / 8 / 1000
    return seconds / sweeps * each, many * each, each


def serve(pairs):
    sys.path[:0] = [os.path.join(ROOT, "bindings", "python"), os.path.dirname(os.path.abspath(__file__))]
    os.environ.setdefault("DPCVX_LIBRARY", os.path.join(BUILD, "libdpcvx.so"))
    import numpy
    import dpcvx
    import sampler_peer
    for phi, d in pairs:
        matrix, what = precision(numpy, phi, d), "%d neighbours of correlation %g in a box" % (d, phi)
        peers = {"hopsy's " + proposal: of_hopsy(numpy, sampler_peer, phi, d, proposal, thinning)
                 for proposal, thinning in PROPOSALS.items()}
        peers["a Gibbs sampler in numpy"], at_once, each = of_gibbs(numpy, sampler_peer, matrix, phi)
        best = min(peers, key=peers.get)
        for goal, given in (("mu 0.1", {"gdp": 0.1}), ("total variation 1e-6", {})):
            mine, _, sweeps, planned = ours(dpcvx, matrix, method="sweeps", **given)
            old, guessed, rounds, _ = ours(dpcvx, matrix, method="proximal", **given)
            print("evidence: sampler: %s: %s: %.3g ms a draw of %d sweeps, planned in %.2g s; by rounds %.3g ms%s of %d; %.2f "
                  "times the best peer's %.3g ms, %s (wanted %d: %s); %.2f times the %.3g ms of 1000 chains at once in numpy"
                  % (what, goal, mine * 1e3, sweeps, planned, old * 1e3, " (an estimate)" if guessed else "", rounds,
                     mine / peers[best], peers[best] * 1e3, best, WANTED, "met" if mine <= WANTED * peers[best] else "MISSED",
                     mine / at_once, at_once * 1e3), flush=True)
        print("evidence: sampler: %s: %s; Gibbs sweeps a draw that counts as independent: %.3g"
              % (what, ", ".join("%s %.3g ms" % (name, seconds * 1e3) for name, seconds in peers.items()), each), flush=True)


def main():
    python = os.environ.get("DPCVX_PEERS", os.path.join(BUILD, "peers", "bin", "python3"))
    if not os.path.exists(python):
        print("skip chain_peer hopsy: `make peers` sets it up")
        return 0
    return subprocess.run([python, "-W", "ignore", os.path.abspath(__file__), "serve"] + sys.argv[1:], check=False,
                          env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}).returncode


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        numbers = [float(word) for word in sys.argv[2:]]
        serve([(phi, int(d)) for phi, d in zip(numbers[::2], numbers[1::2])] or
              list(itertools.product(CORRELATIONS, DIMENSIONS)))
    else:
        sys.exit(main())
