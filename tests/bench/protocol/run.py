#!/usr/bin/env python3
"""Runs the protocol: private fits of public tables by the library and by others, under one set of rules.

Usage: run.py [--tables tune|test|all|NAME,...] [--epsilons .1,.5,...] [--adjacencies replace-one,add-remove]
              [--splits N] [--rows N] [--workers N] [--hours H] [--renew]

Each cell is one file of JSON in build/protocol/cells, written when its last fit is made. A cell that is there is skipped,
so a run that was stopped goes on where it was. With --renew a cell of another build of the library is measured again, and
the others' fits that it has are kept. After each cell a line says how long the rest will take. judge.py reads the
cells. README.md beside this file says what is measured.
"""
import argparse
import glob
import hashlib
import itertools
import json
import multiprocessing
import os
import resource
import sys
import time
import traceback

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cells  # noqa: E402
import centring  # noqa: E402
import noise  # noqa: E402
import peers  # noqa: E402
import prepare  # noqa: E402
import registry  # noqa: E402
from ours import BUILD  # noqa: E402

ROOM = os.path.join(BUILD, "protocol")
WHOLE = prepare.SPLITS, prepare.ROWS
JUDGES = {"judge.py", "ranks.py", "tuned.py", "show_tables.py"}
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
    parser.add_argument("--renew", action="store_true")
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


def code_mark():
    """A number that another build of the library, or other fits, would change: judge.py says where cells differ.
    What judges cells does not count."""
    here = os.path.dirname(os.path.abspath(__file__))
    scripts = {path for path in glob.glob(os.path.join(here, "*.py")) if os.path.basename(path) not in JUDGES}
    found = hashlib.sha256()
    for path in sorted(scripts) + [os.environ["DPCVX_LIBRARY"]]:
        with open(path, "rb") as file:
            found.update(file.read())
    return found.hexdigest()[:12]


def stored(key, adjacency, epsilon):
    """The cell as it was measured before, or None."""
    path = path_of(key, adjacency, epsilon)
    if not os.path.exists(path):
        return None
    with open(path, encoding="ascii") as file:
        return json.load(file)


def is_missing(key, cell, renew):
    """Whether a cell is to be measured."""
    if not renew:
        return not os.path.exists(path_of(key, *cell))
    found = stored(key, *cell)
    return found is None or found.get("code") != code_mark()


def seconds_path():
    """The file with the seconds of a core of each cell: a line each, in the order they were measured."""
    return os.path.join(cells_folder(), "seconds.txt")


def note_seconds(key, seconds):
    """Adds a line to that file. Such a short one is whole, whichever worker writes beside."""
    with open(seconds_path(), "a", encoding="ascii") as file:
        file.write("%s %.1f\n" % (key, seconds))


def seconds_noted():
    """The mean seconds of a cell, by task."""
    found = {}
    if os.path.exists(seconds_path()):
        with open(seconds_path(), encoding="ascii") as file:
            for key, seconds in (line.split() for line in file):
                found.setdefault(key, []).append(float(seconds))
    return {key: sum(seconds) / len(seconds) for key, seconds in found.items()}


def rest(tasks, grid, workers, renew=False):
    """(cells there, all cells, hours that the missing ones take). A task without a cell counts as the mean task."""
    noted = seconds_noted()
    usual = sum(noted.values()) / len(noted) if noted else float("nan")
    there, seconds = 0, 0.0
    for key in tasks:
        missing = sum(is_missing(key, cell, renew) for cell in grid)
        there += len(grid) - missing
        seconds += missing * noted.get(key, usual)
    return there, len(tasks) * len(grid), seconds / 3600 / workers


def say_rest(tasks, grid, workers, renew):
    """Prints how far the run is."""
    print("%s %d of %d cells are there; %.2f hours left on %d cores that do nothing else" % (
        (time.strftime("%H:%M:%S"),) + rest(tasks, grid, workers, renew) + (workers,)), flush=True)


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


def measure_task(name, loss, grid, end, plan):
    """Measures the cells of a table with one loss that are not there yet. Returns how many."""
    missing = [cell for cell in grid if is_missing("%s.%s" % (name, loss), cell, plan[-1])]
    if not missing or time.time() > end:
        return 0
    task = prepare.Task(registry.load(name, os.path.join(ROOM, "cache")), loss)
    splits = [cells.Split(task, seed) for seed in range(prepare.SPLITS)]
    sampled, count, code = noise.SampledNoise(os.path.join(ROOM, "noise.json")), 0, code_mark()
    for adjacency, epsilon in missing:
        if time.time() > end:
            break
        start = seconds_used()
        before = stored(task.key, adjacency, epsilon)
        record = cells.Cell(task, splits, adjacency, epsilon, sampled, before).measured()
        record.update(seconds=round(seconds_used() - start, 1), code=code)
        write(path_of(task.key, adjacency, epsilon), record)
        note_seconds(task.key, record["seconds"])
        count += 1
        print("%s %s, %s, epsilon = %g: %d units, %.0f s, stopped: %d" % (
            time.strftime("%H:%M:%S"), task.key, adjacency, epsilon, record["units"], record["seconds"],
            len(record["stopped"])), flush=True)
        say_rest(*plan)
    return count


def calibrate(grid):
    """Finds the noise of random batches once, before the workers need it."""
    sampled = noise.SampledNoise(os.path.join(ROOM, "noise.json"))
    for epsilon in sorted({epsilon for adjacency, epsilon in grid if adjacency == "add-remove"}):
        for (rate, steps), paid in itertools.product(sorted({terms[:2] for terms in peers.SAMPLED}),
                                                     (0.0, centring.SHARE)):
            sampled.multiplier(epsilon, prepare.DELTA, rate, steps, paid)


def main():
    given = parsed()
    prepare.SPLITS, prepare.ROWS = given.splits, given.rows
    os.makedirs(cells_folder(), exist_ok=True)
    os.makedirs(os.path.join(ROOM, "cache"), exist_ok=True)
    grid = [(adjacency, float(epsilon)) for epsilon in given.epsilons.split(",")
            for adjacency in given.adjacencies.split(",")]
    calibrate(grid)
    known, end = registry.known_tables(), time.time() + 3600 * given.hours
    named = [(name, loss) for name in named_tables(given.tables) for loss in prepare.LOSSES[known[name].task]]
    plan = ["%s.%s" % task for task in named], grid, given.workers, given.renew
    start, done, failed = time.time(), 0, 0
    say_rest(*plan)
    with multiprocessing.get_context("fork").Pool(given.workers, maxtasksperchild=1) as pool:
        for count in pool.imap_unordered(run_task, [task + (grid, end, plan) for task in named], chunksize=1):
            if isinstance(count, str):
                print("failed: " + count, flush=True)
                failed, count = failed + 1, 0
            done += count
    there, count, _ = rest(*plan)
    print("%d cells measured in %.0f s; %d of %d are there; %d tasks failed" % (
        done, time.time() - start, there, count, failed), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
