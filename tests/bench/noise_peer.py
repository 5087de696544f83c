#!/usr/bin/env python3
"""Exact integer Gaussians beside numpy's standard_normal (PCG64, not secure), turn by turn in one run.

Prints evidence lines with medians and ratios. Needs build/bench/noise_bench and numpy.
"""
import json
import os
import statistics
import subprocess
import sys
import time

TURNS = 5


def numpy_rate(numpy):
    generator = numpy.random.default_rng()
    out = numpy.empty(1 << 16)
    generator.standard_normal(out=out)
    start, done = time.perf_counter(), 0
    while time.perf_counter() - start < 0.3:
        generator.standard_normal(out=out)
        done += out.size
    return done / (time.perf_counter() - start)


def library_rates(program):
    command = [program, "--benchmark_filter=gaussian/", "--benchmark_format=json", "--benchmark_min_time=0.05"]
    report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {
        run["name"]: run["items_per_second"]
        for run in json.loads(report)["benchmarks"]
        if not run.get("error_occurred")
    }


def main():
    program = os.path.join(os.environ.get("BUILD", "build"), "bench", "noise_bench")
    try:
        import numpy
    except ImportError:
        print("skip noise_peer: numpy is not here")
        return 0
    peer, ours = [], {}
    for _ in range(TURNS):
        peer.append(numpy_rate(numpy))
        for name, rate in library_rates(program).items():
            ours.setdefault(name, []).append(rate)
    reference = statistics.median(peer)
    print(f"evidence: noise: numpy {numpy.__version__} standard_normal: {reference / 1e6:.0f} M/s "
          f"(median of {TURNS}, one thread)")
    for name, rates in ours.items():
        rate = statistics.median(rates)
        print(f"evidence: noise: {name}: {rate / 1e6:.0f} M/s, {rate / reference:.2f} of numpy")
    for isa, wanted in (("baseline", 0.4), ("avx2", 1.0)):
        ratios = [statistics.median(rates) / reference for name, rates in ours.items() if name.endswith("/" + isa)]
        if ratios:
            verdict = "met" if min(ratios) >= wanted else "MISSED"
            print(f"evidence: noise: slowest Gaussian with {isa}: {min(ratios):.2f} of numpy, "
                  f"wanted {wanted}: {verdict}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
