#!/usr/bin/env python3
"""Truncated Gaussians in 100 dimensions: an independent draw of the proximal sampler, total variation 1e-6 proved,
beside a draw that counts as independent of the chains of hopsy, which state no error. One thread each.

Ours is the time of `truncated/...` of build/bench/sampler_bench. The peer's is the time of a chain over its effective
sample size: the least of all coordinates' and of the squared norm's, by Geyer's initial monotone sequence (Geyer 1992).

Prints evidence lines. Needs hopsy where DPCVX_PEERS names a Python that has it, as `make peers` does.
"""
import json
import os
import subprocess
import sys
import time
import warnings

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
DIMENSION, SECONDS, WANTED = 100, 1.5, 5e-3
# Of sampler_bench, in words; a mean, the correlation of neighbours, the least coordinate (the greatest is 1, or none).
TARGETS = {
    "box": ("independent in [-1, 1]^100", 0.0, 0.0, -1),
    "positive": ("independent and positive", 0.0, 0.0, 0),
    "corner": ("independent about (2, ..., 2), in [-1, 1]^100", 2.0, 0.0, -1),
    "chain": ("neighbours' correlation 0.5, in [-1, 1]^100", 0.0, 0.5, -1),
}
PROPOSALS = {"TruncatedGaussianProposal": 1, "GaussianCoordinateHitAndRunProposal": 20,
             "GaussianHitAndRunProposal": 100, "BilliardMALAProposal": 20}  # and steps between points that are kept


# ---- The peer ----

def effective_size(numpy, x):
    count, x = len(x), x - x.mean()
    spectrum = numpy.fft.rfft(x, 2 * count)
    covariance = numpy.fft.irfft(spectrum * spectrum.conj())[:count]
    pairs = (covariance / covariance[0])[: count // 2 * 2].reshape(-1, 2).sum(axis=1)
    first = numpy.argmax(pairs < 0) if (pairs < 0).any() else len(pairs)
    return min(count, count / (2 * numpy.minimum.accumulate(pairs[:first]).sum() - 1))


def least_size(numpy, points):
    return min([effective_size(numpy, x) for x in points.T] + [effective_size(numpy, (points**2).sum(axis=1))])


def chain_seconds(numpy, hopsy, covariance, mean, faces, bounds, proposal, thinning):
    """Seconds for a draw that counts as independent, of a Gaussian where faces x <= bounds."""
    d = len(covariance)
    start = numpy.full(d, 0.3)
    problem = hopsy.Problem(faces, bounds, hopsy.Gaussian(mean=numpy.full(d, mean), covariance=covariance), starting_point=start)
    chain = hopsy.MarkovChain(problem, proposal=getattr(hopsy, proposal), starting_point=start)
    generator, count = hopsy.RandomNumberGenerator(1), 100
    for share in (0.2, 1):  # the first goes into reaching the target, and tells how many points take so long
        begin = time.process_time()
        points = hopsy.sample(chain, generator, n_samples=count, thinning=thinning)[1][0]
        seconds = time.process_time() - begin
        if share < 1:
            count = max(100, int(count * SECONDS / seconds))
    return seconds / least_size(numpy, points)


def chain_of_peer(target, proposal, thinning):
    """The same for a target."""
    warnings.filterwarnings("ignore")
    import hopsy
    import numpy
    _, mean, correlation, low = TARGETS[target]
    place = numpy.arange(DIMENSION)
    identity = numpy.eye(DIMENSION)
    faces = -identity if low == 0 else numpy.vstack([-identity, identity])
    bounds = numpy.concatenate([numpy.full(DIMENSION, -low), numpy.ones(len(faces) - DIMENSION)])
    return chain_seconds(numpy, hopsy, correlation ** abs(place[:, None] - place), mean, faces, bounds, proposal, thinning)


def peer(python):
    """Of each target and proposal, in a process of its own; nothing where there is no hopsy."""
    run = subprocess.run([python, os.path.abspath(__file__), "hopsy"], capture_output=True, text=True,
                         env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"})
    return json.loads(run.stdout.splitlines()[-1]) if run.returncode == 0 else None


def serve():
    print(json.dumps({target: {proposal: chain_of_peer(target, proposal, thinning)
                               for proposal, thinning in PROPOSALS.items()} for target in TARGETS}))


# ---- Ours ----

def ours():
    """Of each target: seconds a draw, rounds, tries a round."""
    report = subprocess.run([os.path.join(BUILD, "bench", "sampler_bench"), "--benchmark_filter=^truncated/",
                             "--benchmark_format=json"], check=True, capture_output=True, text=True).stdout
    return {run["name"].split("/")[1]: (run["cpu_time"] * 1e-9, run["rounds"], run["tries"])
            for run in json.loads(report)["benchmarks"] if not run.get("error_occurred")}


def main():
    python = os.environ.get("DPCVX_PEERS", os.path.join(BUILD, "peers", "bin", "python3"))
    theirs = peer(python) if os.path.exists(python) else None
    found = ours()
    for target, (words, *_) in TARGETS.items():
        if target not in found:
            print(f"failed: sampler_bench truncated/{target}")
            continue
        seconds, rounds, tries = found[target]
        print(f"evidence: sampler: truncated Gaussian, {words}: {seconds * 1e3:.3g} ms a draw, certified to 1e-6, of "
              f"{rounds:.0f} rounds and {tries:.2f} tries a round (wanted {WANTED * 1e3:g} ms: "
              f"{'met' if seconds <= WANTED else 'MISSED'})")
        for proposal, each in (theirs or {}).get(target, {}).items():
            print(f"evidence: sampler: truncated Gaussian, {words}: hopsy's {proposal}: {each * 1e3:.3g} ms a draw "
                  f"that counts as independent, {each / seconds:.3g} times ours")
    if theirs is None:
        print("skip sampler_peer hopsy: `make peers` sets it up")
    return 0


if __name__ == "__main__":
    if len(sys.argv) == 2:
        serve()
    else:
        sys.exit(main())
