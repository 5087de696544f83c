#!/usr/bin/env python3
"""What privacy costs in a pass of noisy mini-batch gradient descent, from build/bench/sgd_bench, turn by turn.

Prints evidence lines: the noisy pass over the same batches' sums alone (wanted at most 1.25), those over one dot product
a row in the same order (at most 3), and full sums on two threads over one (at least 1.6). Medians of some turns, and in
brackets the ratio of the least times, which what else the machine does touches less; processor time where there is one
thread.
"""
import json
import os
import statistics
import subprocess
import sys

TURNS = 7


def nanoseconds(program):
    """Of each table and way, a row."""
    command = [program, "--benchmark_format=json", f"--benchmark_repetitions={TURNS}", "--benchmark_min_time=0.1",
               "--benchmark_enable_random_interleaving=true"]
    report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = {}
    for run in json.loads(report)["benchmarks"]:
        if run.get("run_type") == "iteration" and not run.get("error_occurred"):
            way, table = run["name"].split("/real_time")[0].split("/", 1)
            busy = 1 if way.startswith("whole") else run["cpu_time"] / run["real_time"]
            found.setdefault(table, {}).setdefault(way, []).append(busy * 1e9 / run["items_per_second"])
    return found


def ratio(way, above, below):
    """Of medians, and of the least times."""
    return statistics.median(way[above]) / statistics.median(way[below]), min(way[above]) / min(way[below])


def verdict(met):
    return "met" if met else "MISSED"


def main():
    program = os.path.join(os.environ.get("BUILD", "build"), "bench", "sgd_bench")
    for table, way in nanoseconds(program).items():
        middle = {name: statistics.median(times) for name, times in way.items()}
        (noise, min_noise), (sums, min_sums) = ratio(way, "noisy", "sums"), ratio(way, "sums", "dots")
        print(f"evidence: sgd: {table}: {middle['noisy']:.1f} ns a row with noise, {middle['sums']:.1f} without, "
              f"{middle['dots']:.1f} a dot product: {noise:.2f} [{min_noise:.2f}] (wanted 1.25: "
              f"{verdict(noise <= 1.25)}), {sums:.2f} [{min_sums:.2f}] (wanted 3: {verdict(sums <= 3)})")
        if "whole_2" in way:
            gain, best_gain = ratio(way, "whole_1", "whole_2")
            print(f"evidence: sgd: {table}: full sums {middle['whole_1']:.1f} ns a row, two threads {gain:.2f} "
                  f"[{best_gain:.2f}] times as fast (wanted 1.6: {verdict(gain >= 1.6)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
