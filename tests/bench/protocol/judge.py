#!/usr/bin/env python3
"""Judges what run.py measured: regret of AUTOMATIC, and typical risk against measured excess.

Usage: judge.py [--cells FOLDER] [--set tune|test]

Writes build/protocol/results.csv, a line for each cell and metric, and configurations.csv, a line for each cell and
configuration. Prints the figures beside their targets. README.md beside this file says how each is defined.
"""
import argparse
import csv
import glob
import json
import os
import sys

import numpy as np

import ranks
import tuned
from measures import GREATER_IS_BETTER, paired, to_learn
from ours import BUILD
from registry import known_tables

ROOM = os.path.join(BUILD, "protocol")
AUTOMATIC, JUDGE = "automatic", range(10, 20)
TARGETS = {"accuracy": 0.01, "r2": 0.02, "log_loss": 0.05, "pinball": 0.05}  # of the mean regret
BELOW, R2_WITHIN, R2_FROM = 3.5, 0.03, 0.1  # standard errors; R2 of the best


def values(cell, name, metric, numbers=JUDGE):
    """A metric of the fits with these numbers. An entry that is not finite stays."""
    return np.array([fit[metric] for fit in cell["fits"].get(name, ()) if fit["fit"] in numbers and metric in fit])


def error(sample):
    """The standard error of a mean."""
    return float(np.std(sample, ddof=1) / len(sample) ** 0.5) if len(sample) > 1 else 0.0


def mean(sample):
    return float(np.mean(sample)) if len(sample) else float("nan")


def regret(metric, best, automatic):
    """What AUTOMATIC loses to the best: a difference for accuracy and R2, a share of the best's for losses."""
    return best - automatic if metric in GREATER_IS_BETTER else (automatic - best) / best


def words_of(cell, told):
    """How the report warns: "likely" or "perhaps" no better than a constant, "labels" or "columns" where they are among
    those for which it says that a constant does as well, or "none". For columns that is told by the typical risk."""
    even, risk = told.get("break_even"), told.get("typical_risk")
    if told.get("warned"):
        return told["warned"]
    if even is not None and "label_spread" in cell and mean(cell["label_spread"]) < even:
        return "labels"
    return "columns" if risk is not None and to_learn(cell) < risk else "none"


def judged(cell, metric):
    """One line of results: a cell by one metric."""
    best_name = (cell["chosen"].get(metric) or [None])[0]
    trivial, free = (mean([split[metric] for split in cell[which]]) for which in ("trivial", "without_privacy"))
    automatic, best = values(cell, AUTOMATIC, metric), values(cell, best_name, metric)
    gain, best_gain = (paired(cell, name, metric, "trivial", JUDGE) for name in (AUTOMATIC, best_name))
    told = next((fit for fit in cell["fits"].get(AUTOMATIC, ()) if "method" in fit), {})
    out = {key: cell[key] for key in ("table", "task", "by_user", "units", "columns", "adjacency", "epsilon")}
    reached = mean(automatic) if len(automatic) else trivial
    best_mean = mean(best) if len(best) else trivial
    deviation = error(gain)
    out.update(set=known_tables()[cell["table"]].split, metric=metric, trivial=trivial, without_privacy=free,
               automatic=reached, automatic_error=error(automatic), method=told.get("method"),
               fits=len(automatic), words=words_of(cell, told), best=best_mean, best_error=error(best),
               best_configuration=best_name, regret=regret(metric, best_mean, reached),
               counted=max([mean(best_gain) if len(best) else 0, mean(gain) if len(gain) else 0]) > 0,
               gain=mean(gain) if len(gain) else 0.0,
               below=bool(len(gain) and mean(gain) < 0 and -mean(gain) > BELOW * deviation),
               above=bool(len(gain) and mean(gain) > BELOW * deviation))
    return out


def write(path, lines):
    """Writes dicts of equal keys as a table."""
    if not lines:
        return
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, list(lines[0]))
        table.writeheader()
        table.writerows(lines)


def configurations(cell):
    """One line for each configuration of a cell: means over all its fits."""
    for name, fits in cell["fits"].items():
        done = [fit for fit in fits if "risk" in fit]
        line = {key: cell[key] for key in ("task", "adjacency", "epsilon")}
        line.update(configuration=name, fits=len(done), stopped=name in cell["stopped"])
        for metric in ("accuracy", "log_loss", "r2", "pinball", "risk", "seconds"):
            line[metric] = mean([fit[metric] for fit in done if metric in fit])
        line["typical_risk"] = ranks.typical(fits)
        line["refused"] = next((fit["refused"] for fit in fits if "refused" in fit), "")
        yield line


def say(text):
    print("evidence: protocol: " + text, flush=True)


def verdict(good):
    return "met" if good else "MISSED"


def say_regrets(lines):
    """Mean regret by metric, over the cells where a private fit beats the trivial model."""
    for metric, target in TARGETS.items():
        counted = [line for line in lines if line["metric"] == metric and line["counted"]]
        if not counted:
            continue
        regrets = np.array([line["regret"] for line in counted])
        worst = counted[int(np.argmax(regrets))]
        say("mean regret, %s: %.4f +- %.4f over %d of %d cells, median %.4f; target at most %g: %s; worst %.3f: %s, "
            "%s, epsilon = %g, %s against %s" % (
                metric, regrets.mean(), error(regrets), len(counted),
                sum(line["metric"] == metric for line in lines), np.median(regrets), target,
                verdict(regrets.mean() <= target), worst["regret"], worst["task"], worst["adjacency"], worst["epsilon"],
                worst["method"], worst["best_configuration"]))


def say_warnings(lines):
    """How fits did beside the trivial model, by what their reports say."""
    for words in ("likely", "perhaps", "labels", "columns", "none"):
        said = [line for line in lines if line["words"] == words]
        below, above = (sum(line[which] for line in said) for which in ("below", "above"))
        say("  reports with the words %s: %d, of these %d below the trivial model, %d even, %d above it" % (
            words, len(said), below, len(said) - below - above, above))


def say_floors(lines):
    """Cells below the trivial model, cells without a fit, and R2 beside the best."""
    below = [line for line in lines if line["below"] and line["words"] == "none"]
    say("below the trivial model by more than %g standard errors, without a warning: %d of %d; target 0: %s" % (
        BELOW, len(below), len(lines), verdict(not below)))
    for line in sorted(below, key=lambda line: line["gain"])[:5]:
        say("  %(task)s, %(adjacency)s, epsilon = %(epsilon)g, %(metric)s %(automatic).4f by %(method)s, "
            "trivial %(trivial).4f" % line)
    say_warnings(lines)
    empty = [line for line in lines if line["fits"] < len(JUDGE)]
    say("cells by metric where AUTOMATIC gave fewer than %d fits: %d" % (len(JUDGE), len(empty)))
    strong = [line for line in lines if line["metric"] == "r2" and line["best"] >= R2_FROM]
    close = [line for line in strong if line["regret"] <= R2_WITHIN]
    if strong:
        say("R2 within %g of the best, where the best is %g or more: %d of %d; target all: %s" % (
            R2_WITHIN, R2_FROM, len(close), len(strong), verdict(len(close) == len(strong))))


def say_groups(lines):
    """Mean regret by epsilon, adjacency, unit and set, for each metric."""
    for key in ("set", "epsilon", "adjacency", "by_user"):
        for metric in TARGETS:
            groups = {}
            for line in lines:
                if line["metric"] == metric and line["counted"]:
                    groups.setdefault(line[key], []).append(line["regret"])
            if groups:
                say("  %s by %s: %s" % (metric, key, ", ".join(
                    "%s %.4f (%d)" % (group, np.mean(found), len(found)) for group, found in sorted(groups.items()))))


def say_missing(cells):
    """Configurations that no cell could fit, and those that ran out of time."""
    refused, stopped = {}, {}
    for cell in cells:
        for name, fits in cell["fits"].items():
            if any(fit.get("refused", "").startswith(("ImportError", "ModuleNotFound")) for fit in fits):
                refused[name] = refused.get(name, 0) + 1
        for name in cell["stopped"]:
            stopped[name] = stopped.get(name, 0) + 1
    for words, counts in (("could not be imported", refused), ("stopped by the clock", stopped)):
        if counts:
            say("%s: %s" % (words, ", ".join("%s in %d cells" % item for item in sorted(counts.items()))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", default=os.path.join(ROOM, "cells"))
    parser.add_argument("--set", choices=("tune", "test"))
    given = parser.parse_args()
    cells = []
    for path in sorted(glob.glob(os.path.join(given.cells, "*.json"))):
        with open(path, encoding="ascii") as file:
            cells.append(json.load(file))
    cells = [cell for cell in cells if given.set in (None, known_tables()[cell["table"]].split)]
    if not cells:
        print("no cells in " + given.cells)
        return 1
    lines = [judged(cell, metric) for cell in cells for metric in cell["metrics"]]
    write(os.path.join(ROOM, "results.csv"), lines)
    write(os.path.join(ROOM, "configurations.csv"), [line for cell in cells for line in configurations(cell)])
    say("%d cells of %d tasks, %d splits, delta = %g, %.1f hours of one core" % (
        len(cells), len({cell["task"] for cell in cells}), len(cells[0]["trivial"]), cells[0]["delta"],
        sum(cell["seconds"] for cell in cells) / 3600))
    codes = {cell.get("code") for cell in cells}
    if len(codes) > 1:
        say("these cells are of %d builds of the library or the protocol: remove the cells of others" % len(codes))
    say_regrets(lines)
    say_floors(lines)
    ranks.report(cells, say, verdict)
    tuned.report(cells, lines, TARGETS, JUDGE, R2_WITHIN, R2_FROM, say)
    say_groups(lines)
    say_missing(cells)
    return 0


if __name__ == "__main__":
    sys.exit(main())
