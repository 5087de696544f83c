#!/usr/bin/env python3
"""Runs the protocol: private fits of public tables by the library and by others, under one set of rules.

Usage: run.py [--tables tune|test|all|NAME,...] [--epsilons .1,.5,...] [--adjacencies replace-one,add-remove]
              [--splits N] [--rows N] [--workers N] [--hours H]

Each cell is one file of JSON in build/protocol/cells. A cell that is there is skipped, so a run that was stopped goes
on where it was. judge.py reads the cells. README.md beside this file says what is measured.
"""
import argparse
import json
import multiprocessing
import os
import resource
import sys
import time
import traceback

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cells  # noqa: E402
import noise  # noqa: E402
import peers  # noqa: E402
import prepare  # noqa: E402
import registry  # noqa: E402
from ours import BUILD  # noqa: E402

ROOM = os.path.join(BUILD, "protocol")
WHOLE = prepare.SPLITS, prepare.ROWS
EPSILONS, ADJACENCIES = (0.1, 0.5, 1.0, 2.0, 4.0, 8.0), ("replace-one", "add-remove")


def parsed():
    """The command's options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="all")
    parser.add_argument("--epsilons", default=",".join("%g" % epsilon for epsilon in EPSILONS))
    parser.add_argument("--adjacencies", default=",".join(ADJACENCIES))
    parser.add_argument("--splits", type=int, default=prepare.SPLITS)
    parser.add_argument("--rows", type=int, default=prepare.ROWS)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--hours", type=float, default=2.0)
    return parser.parse_args()


def named_tables(given):
    """The names of the tables asked for."""
    known = registry.known_tables()
    if given in ("tune", "test", "all"):
        return [name for name, entry in known.items() if given in ("all", entry.split)]
    return given.split(",")


def cells_folder():
    """Where cells are kept: trials with other splits or another cap have a folder of their own."""
    whole = (prepare.SPLITS, prepare.ROWS) == WHOLE
    return os.path.join(ROOM, "cells" if whole else "cells-%d-%d" % (prepare.SPLITS, prepare.ROWS))


def path_of(key, adjacency, epsilon):
    """The file of a cell."""
    return os.path.join(cells_folder(), "%s.%s.%g.json" % (key, adjacency, epsilon))


def write(path, record):
    """Writes a cell whole or not at all."""
    with open(path + ".part", "w", encoding="ascii") as file:
        json.dump(record, file)
    os.replace(path + ".part", path)


def seconds_used():
    """Seconds of a core that this process and its children took."""
    used = [resource.getrusage(which) for which in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def run_task(job):
    """The cells of a table with one loss, or what went wrong with them."""
    try:
        return measure_task(*job)
    except Exception:  # the other tasks go on
        return "%s.%s: %s" % (*job[:2], traceback.format_exc())


def measure_task(name, loss, grid, end):
    """Measures the cells of a table with one loss that are not there yet. Returns how many."""
    missing = [(adjacency, epsilon) for adjacency, epsilon in grid
               if not os.path.exists(path_of("%s.%s" % (name, loss), adjacency, epsilon))]
    if not missing or time.time() > end:
        return 0
    task = prepare.Task(registry.load(name, os.path.join(ROOM, "cache")), loss)
    splits = [cells.Split(task, seed) for seed in range(prepare.SPLITS)]
    sampled, count = noise.SampledNoise(os.path.join(ROOM, "noise.json")), 0
    for adjacency, epsilon in missing:
        if time.time() > end:
            break
        start = seconds_used()
        record = cells.Cell(task, splits, adjacency, epsilon, sampled).measured()
        record["seconds"] = round(seconds_used() - start, 1)
        write(path_of(task.key, adjacency, epsilon), record)
        count += 1
        print("%s %s, %s, epsilon = %g: %d units, %.0f s, stopped: %d" % (
            time.strftime("%H:%M:%S"), task.key, adjacency, epsilon, record["units"], record["seconds"],
            len(record["stopped"])), flush=True)
    return count


def calibrate(grid):
    """Finds the noise of random batches once, before the workers need it."""
    sampled = noise.SampledNoise(os.path.join(ROOM, "noise.json"))
    for epsilon in sorted({epsilon for adjacency, epsilon in grid if adjacency == "add-remove"}):
        for rate, steps in sorted({terms[:2] for terms in peers.SAMPLED}):
            sampled.multiplier(epsilon, prepare.DELTA, rate, steps)


def main():
    given = parsed()
    prepare.SPLITS, prepare.ROWS = given.splits, given.rows
    os.makedirs(cells_folder(), exist_ok=True)
    os.makedirs(os.path.join(ROOM, "cache"), exist_ok=True)
    grid = [(adjacency, float(epsilon)) for epsilon in given.epsilons.split(",")
            for adjacency in given.adjacencies.split(",")]
    calibrate(grid)
    known, end = registry.known_tables(), time.time() + 3600 * given.hours
    jobs = [(name, loss, grid, end) for name in named_tables(given.tables) for loss in prepare.LOSSES[known[name].task]]
    start, done, failed = time.time(), 0, 0
    with multiprocessing.get_context("fork").Pool(given.workers, maxtasksperchild=1) as pool:
        for number, count in enumerate(pool.imap_unordered(run_task, jobs, chunksize=1), 1):
            if isinstance(count, str):
                print("failed: " + count, flush=True)
                failed, count = failed + 1, 0
            done += count
            print("progress: %d of %d tasks, %d cells measured, %.0f s" % (
                number, len(jobs), done, time.time() - start), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
