#!/usr/bin/env python3
"""What a fit by the regularized exponential mechanism costs against n, d and epsilon, from build/bench/sampler_bench:
seconds, rounds, tries, passes over the data.

Prints evidence lines, one a fit, with the exponents of time and of rounds, and writes build/bench/sampler_times.svg.
"""
import json
import math
import os
import re
import subprocess
import sys

BUILD = os.environ.get("BUILD", "build")
WIDTH, HEIGHT, MARGIN = 320, 320, 55
# By name: what runs along the axis, and which fits are on it. (1 counts as the norm of the third.)
PANELS = {"n": {"d": 21, "epsilon": 1, "p": 2}, "d": {"n": 8000, "epsilon": 1, "p": 2},
          "epsilon": {"n": 8000, "d": 21, "p": 2}}
COLOURS = {"seconds": "#1b6ca8", "rounds": "#c0392b", "passes": "#2e8b57"}
L1_WANTED = 2.0


def fits():
    report = subprocess.run([os.path.join(BUILD, "bench", "sampler_bench"), "--benchmark_filter=^fit/",
                             "--benchmark_format=json"], check=True, capture_output=True, text=True).stdout
    for run in json.loads(report)["benchmarks"]:
        if run.get("error_occurred"):
            print(f"failed: {run['name']}: {run['error_message']}")
            continue
        of = {key: float(value) for key, value in re.findall(r"(\w+):([0-9.e+-]+)", run["name"])}
        yield {**of, "seconds": run["cpu_time"] * 1e-3, "rounds": run["rounds"], "tries": run["tries"],
               "passes": run["passes"]}


def slope(points, axis, key):
    """Of log(value) against log(axis), least squares."""
    xs, ys = ([math.log(point[name]) for point in points] for name in (axis, key))
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def panel(left, axis, points):
    """Three curves against one axis, all logarithmic; each curve's ends carry its values."""
    low, high = math.log(points[0][axis]), math.log(points[-1][axis])
    values = [math.log10(point[key]) for point in points for key in COLOURS]
    bottom, top = math.floor(min(values)), math.ceil(max(values))

    def place(point, key):
        return (left + MARGIN + (math.log(point[axis]) - low) / (high - low) * (WIDTH - 2 * MARGIN),
                HEIGHT - MARGIN - (math.log10(point[key]) - bottom) / (top - bottom) * (HEIGHT - 2 * MARGIN))

    out = [f'<rect x="{left + MARGIN}" y="{MARGIN}" width="{WIDTH - 2 * MARGIN}" height="{HEIGHT - 2 * MARGIN}" '
           'fill="none" stroke="#aaa"/>',
           f'<text x="{left + WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">{axis}</text>']
    for power in range(bottom, top + 1):
        y = HEIGHT - MARGIN - (power - bottom) / (top - bottom) * (HEIGHT - 2 * MARGIN)
        out.append(f'<text x="{left + MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
    for point in points:
        out.append(f'<text x="{place(point, "rounds")[0]:.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle" '
                   f'font-size="11">{point[axis]:g}</text>')
    for key, colour in COLOURS.items():
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(point, key) for point in points))
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return out


def svg(panels):
    width = WIDTH * len(panels)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT}" font-family="sans-serif" '
           f'font-size="12">', f'<rect width="{width}" height="{HEIGHT}" fill="white"/>']
    for index, (axis, points) in enumerate(panels.items()):
        out += panel(index * WIDTH, axis, points)
    for index, (key, colour) in enumerate(COLOURS.items()):
        out.append(f'<text x="{MARGIN + 90 * index}" y="24" fill="{colour}">{key}</text>')
    return "\n".join(out + ["</svg>", ""])


def main():
    found, panels = list(fits()), {}
    for fit in found:
        wanted = ""
        if fit["p"] == 1 and fit["n"] < 1000 and fit["d"] == 31:
            wanted = f" (wanted {L1_WANTED:g} s: {'met' if fit['seconds'] <= L1_WANTED else 'MISSED'})"
        print(f"evidence: sampler: n = {fit['n']:,.0f}, d = {fit['d']:.0f}, epsilon = {fit['epsilon']:g}, norm "
              f"l{fit['p']:g}: {fit['seconds']:.3g} s{wanted}, {fit['rounds']:,.0f} rounds, {fit['tries']:.2f} tries "
              f"and {fit['passes'] / fit['rounds']:.2f} passes a round")
    for axis, fixed in PANELS.items():
        points = sorted((fit for fit in found if all(fit[key] == value for key, value in fixed.items())),
                        key=lambda fit: fit[axis])
        if len(points) < 2:
            continue
        panels[axis] = points
        others = ", ".join(f"{key} = {value:g}" for key, value in fixed.items() if key != "p")
        time, rounds = (slope(points, axis, key) for key in ("seconds", "rounds"))
        print(f"evidence: sampler: against {axis} at {others}: time grows as {axis}^{time:.2f}, rounds as "
              f"{axis}^{rounds:.2f}")
    if panels:
        with open(os.path.join(BUILD, "bench", "sampler_times.svg"), "w", encoding="utf-8") as file:
            file.write(svg(panels))
    return 0


if __name__ == "__main__":
    sys.exit(main())
