#!/usr/bin/env python3
"""Fits of tables with many users: seconds and memory against the number of users, ten records each, fifty columns.

Passes of noisy gradient descent, and whole stable outputs: a minimum, users' distances from it, minima with weights.
Every size runs in a process of its own, so that its memory is its own. Prints evidence lines and writes
build/bench/users.svg. Needs build/libdpcvx.so and numpy; the largest size takes some six gigabytes.
"""
import json
import math
import os
import resource
import subprocess
import sys
import time

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
RECORDS, COLUMNS, STEPS, L2 = 10, 50, 20, 0.02
SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)
ORDERS = ("grouped", "scattered")


def table(numpy, users, order):
    """Rows of floats, labels, and the user of each row."""
    generator = numpy.random.default_rng(1)
    rows = users * RECORDS
    features = generator.random((rows, COLUMNS), dtype=numpy.float32)
    features -= 0.5
    labels = numpy.where(features[:, 0] + features[:, 1] > 0, 1.0, -1.0)
    owners = numpy.repeat(numpy.arange(users, dtype=numpy.int64), RECORDS)
    if order == "scattered":
        generator.shuffle(owners)
    return features, labels, owners


def peak_bytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measure(users, order, threads):
    import numpy
    sys.path.insert(0, os.path.join("bindings", "python"))
    os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
    import dpcvx
    features, labels, owners = table(numpy, users, order)
    host = peak_bytes()
    start = time.perf_counter()
    objective = dpcvx.Objective(dpcvx.Dataset(features, labels, users=owners), l2=L2, min_records_per_user=RECORDS)
    made = time.perf_counter()
    budget = dpcvx.Budget(1.0, 1e-9, unit=dpcvx.USER)
    plan = dpcvx.Plan(budget, objective, method="noisy_gradient_descent", threads=threads, steps=STEPS)
    dpcvx.Fit(budget, plan)
    done = time.perf_counter()
    budget = dpcvx.Budget(1.0, 1e-9, unit=dpcvx.USER, filter=dpcvx.FILTER_BASIC)
    plan = dpcvx.Plan(budget, objective, method="stable_output", threads=threads)
    planned = time.perf_counter()
    outcome = dpcvx.Fit(budget, plan).outcome()
    print(json.dumps({"users": users, "order": order, "threads": threads, "making": made - start,
                      "pass": (done - made) / STEPS, "planning": planned - done,
                      "release": time.perf_counter() - planned, "outcome": outcome, "bytes": peak_bytes() - host,
                      "stored": features.nbytes}))


def run(users, order, threads):
    command = [sys.executable, os.path.abspath(__file__), str(users), order, str(threads)]
    report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(report.splitlines()[-1])


def slope(points, key):
    """Of log(value) against log(users), least squares."""
    xs = [math.log(point["users"]) for point in points]
    ys = [math.log(point[key]) for point in points]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def svg(curves):
    """Seconds a pass against users, both axes logarithmic."""
    width, height, margin = 640, 420, 70
    values = [point["pass"] for points in curves.values() for point in points]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    left, right = math.log10(SIZES[0]), math.log10(SIZES[-1])

    def place(point):
        x = margin + (math.log10(point["users"]) - left) / (right - left) * (width - 2 * margin)
        y = height - margin - (math.log10(point["pass"]) - low) / (high - low) * (height - 2 * margin)
        return f"{x:.1f},{y:.1f}"

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
           'font-size="13">', f'<rect width="{width}" height="{height}" fill="white"/>',
           f'<text x="{width / 2}" y="24" text-anchor="middle">Seconds a pass, {RECORDS} records a user, '
           f'{COLUMNS} columns of floats</text>']
    for power in range(low, high + 1):
        y = height - margin - (power - low) / (high - low) * (height - 2 * margin)
        out.append(f'<path d="M{margin},{y:.1f}H{width - margin}" stroke="#ddd"/>'
                   f'<text x="{margin - 8}" y="{y + 4:.1f}" text-anchor="end">1e{power} s</text>')
    for users in SIZES:
        x = place({"users": users, "pass": 10.0 ** low}).split(",")[0]
        out.append(f'<text x="{x}" y="{height - margin + 20}" text-anchor="middle">{users:,}</text>')
    out.append(f'<text x="{width / 2}" y="{height - 20}" text-anchor="middle">users</text>')
    for index, (name, points) in enumerate(curves.items()):
        colour = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad")[index % 4]
        line = " ".join(place(point) for point in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>'
                   f'<text x="{margin + 10}" y="{margin + 18 * index}" fill="{colour}">{name}</text>')
    return "\n".join(out + ["</svg>", ""])


def main():
    try:
        import numpy  # noqa: F401
    except ImportError:
        print("skip users_bench: numpy is not here")
        return 0
    curves = {}
    for order in ORDERS:
        for threads in (1, 2):
            points = [run(users, order, threads) for users in SIZES]
            curves[f"rows {order}, {threads} thread{'s' * (threads > 1)}"] = points
            for point in points:
                print(f"evidence: users: {point['users']:,} users x {RECORDS} records x {COLUMNS} floats, rows "
                      f"{order}, {threads} threads: {point['making']:.2f} s to make, {point['pass'] * 1e3:.1f} ms a "
                      f"pass, stable output {point['release']:.2f} s ({point['outcome']}) and {point['planning']:.2f} "
                      f"to plan, {point['bytes'] / 2**20:.0f} MiB beside the caller's {point['stored'] / 2**20:.0f}")
            print(f"evidence: users: rows {order}, {threads} threads: time a pass grows as users^"
                  f"{slope(points, 'pass'):.2f}, making as users^{slope(points, 'making'):.2f}, "
                  f"a stable output as users^{slope(points, 'release'):.2f}")
    with open(os.path.join(BUILD, "bench", "users.svg"), "w", encoding="utf-8") as file:
        file.write(svg(curves))
    return 0


if __name__ == "__main__":
    if len(sys.argv) == 4:
        measure(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
    else:
        sys.exit(main())
