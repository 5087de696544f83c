#!/usr/bin/env python3
"""A pass of noisy mini-batch gradient descent beside the same in numpy and in opacus, turn by turn in one run, one
thread each: logistic regression, Poisson batches of 256, every record's gradient clipped.

Prints evidence lines with medians and ratios. Needs build/libdpcvx.so and numpy; opacus (with torch) where DPCVX_PEERS
names a Python that has both, as `make peers` does.
"""
import json
import os
import statistics
import subprocess
import sys
import time

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
TURNS, ROWS, COLUMNS, BATCH = 5, 32768, 50, 256
STEPS = ROWS // BATCH


def table(numpy):
    generator = numpy.random.default_rng(1)
    features = generator.standard_normal((ROWS, COLUMNS))
    features /= numpy.linalg.norm(features, axis=1, keepdims=True)
    return features, numpy.where(features[:, 0] + 0.3 * generator.standard_normal(ROWS) > 0, 1.0, -1.0)


def library_pass():
    """Seconds of a pass, everything from the charge to the coefficients."""
    import numpy
    sys.path.insert(0, os.path.join("bindings", "python"))
    os.environ["DPCVX_LIBRARY"] = os.path.join(BUILD, "libdpcvx.so")
    import dpcvx
    features, labels = table(numpy)
    objective = dpcvx.Objective(dpcvx.Dataset(features, labels), nominal_units=ROWS)

    def run():
        budget = dpcvx.Budget(1.0, 1e-9, adjacency=dpcvx.ADD_REMOVE, filter=dpcvx.FILTER_BASIC)
        plan = dpcvx.Plan(budget, objective, dpcvx.Curve.approximate(1.0, 1e-9), "noisy_sgd",
                          batch_size=BATCH, steps=STEPS, clipping_norm=0.5)
        start = time.perf_counter()
        dpcvx.Fit(budget, plan)
        return time.perf_counter() - start

    return run


def numpy_pass():
    import numpy
    features, labels = table(numpy)
    generator = numpy.random.default_rng()

    def run():
        w = numpy.zeros(COLUMNS)
        start = time.perf_counter()
        for _ in range(STEPS):
            rows = numpy.flatnonzero(generator.random(ROWS) < BATCH / ROWS)
            batch, signs = features[rows], labels[rows]
            slopes = -signs / (1 + numpy.exp(signs * (batch @ w)))
            lengths = numpy.abs(slopes) * numpy.linalg.norm(batch, axis=1)
            slopes *= numpy.minimum(1, 0.5 / numpy.maximum(lengths, 1e-12))
            w -= 0.5 / BATCH * (slopes @ batch + 0.5 * generator.standard_normal(COLUMNS))
        return time.perf_counter() - start

    return run


def opacus_pass():
    import warnings

    import numpy
    import torch
    from opacus import PrivacyEngine
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    features, labels = table(numpy)
    rows = torch.utils.data.TensorDataset(torch.tensor(features), torch.tensor((labels > 0).astype(float)))
    model = torch.nn.Linear(COLUMNS, 1, dtype=torch.float64)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    model, optimizer, loader = PrivacyEngine().make_private(
        module=model, optimizer=optimizer, data_loader=torch.utils.data.DataLoader(rows, batch_size=BATCH),
        noise_multiplier=1.0, max_grad_norm=0.5)
    loss = torch.nn.BCEWithLogitsLoss()

    def run():
        start = time.perf_counter()
        for batch, target in loader:
            optimizer.zero_grad()
            loss(model(batch).squeeze(1), target).backward()
            optimizer.step()
        return time.perf_counter() - start

    return run


WHO = {"dpcvx": library_pass, "numpy": numpy_pass, "opacus": opacus_pass}


def serve(name):
    """A pass each time a line comes in: its seconds go out."""
    run = WHO[name]()
    run()
    print("ready", flush=True)
    for _ in sys.stdin:
        print(json.dumps(run()), flush=True)


def start(name, python):
    process = subprocess.Popen([python, os.path.abspath(__file__), name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True, env={**os.environ, "OMP_NUM_THREADS": "1",
                                                                         "OPENBLAS_NUM_THREADS": "1"})
    return process if process.stdout.readline().strip() == "ready" else None


def main():
    peers = os.environ.get("DPCVX_PEERS", os.path.join(BUILD, "peers", "bin", "python3"))
    running = {"dpcvx": start("dpcvx", sys.executable), "numpy": start("numpy", sys.executable)}
    running["opacus"] = start("opacus", peers) if os.path.exists(peers) else None
    if running["dpcvx"] is None or running["numpy"] is None:
        print("skip sgd_peer: numpy is not here" if running["numpy"] is None else "failed: the library's own pass")
        return 0 if running["numpy"] is None else 1
    seconds = {name: [] for name, process in running.items() if process is not None}
    for _ in range(TURNS):
        for name, times in seconds.items():
            running[name].stdin.write("pass\n")
            running[name].stdin.flush()
            times.append(json.loads(running[name].stdout.readline()))
    for process in running.values():
        if process is not None:
            process.stdin.close()
            process.wait()
    ours = statistics.median(seconds["dpcvx"])
    for name, times in seconds.items():
        middle = statistics.median(times)
        print(f"evidence: sgd: {name}: {middle * 1e3:.2f} ms a pass of {ROWS:,} rows x {COLUMNS}, batches of {BATCH}: "
              f"{middle / ours:.1f} times dpcvx")
    if "opacus" in seconds:
        ratio = statistics.median(seconds["opacus"]) / ours
        print(f"evidence: sgd: {ratio:.0f} times as fast as opacus, wanted 10: {'met' if ratio >= 10 else 'MISSED'}")
    else:
        print("skip sgd_peer opacus: `make peers` sets it up")
    return 0


if __name__ == "__main__":
    if len(sys.argv) == 2:
        serve(sys.argv[1])
    else:
        sys.exit(main())
