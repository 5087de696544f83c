"""What a configuration tuned in the clear loses: the best of a neighbouring cell, fitted in this one.

A neighbouring cell has the same table and loss, and the other adjacency or the next epsilon. To know its best takes the
table without privacy, so no default knows as much. Regrets are of differences to the minimiser without privacy on the
same splits, since a tuned configuration may have two fits where others have ten.
"""
import numpy as np

from measures import GREATER_IS_BETTER, paired

NEIGHBOURS = "the other adjacency", "the next smaller epsilon", "the next greater epsilon"


def gain(cell, name, metric, numbers):
    """What fits gain over the minimiser without privacy in the mean: 0 at most, as a rule. NaN where there is no fit."""
    found = paired(cell, name, metric, "without_privacy", numbers)
    return float(np.mean(found)) if len(found) else float("nan")


def neighbours(cells):
    """(words, cell, its neighbour) for all pairs that are there."""
    there = {(cell["task"], cell["adjacency"], cell["epsilon"]): cell for cell in cells}
    epsilons = sorted({cell["epsilon"] for cell in cells})
    for (task, adjacency, epsilon), cell in there.items():
        place = epsilons.index(epsilon)
        keys = [(task, other, epsilon) for other in ("replace-one", "add-remove") if other != adjacency]
        keys += [(task, adjacency, epsilons[at]) if 0 <= at < len(epsilons) else None for at in (place - 1, place + 1)]
        for words, key in zip(NEIGHBOURS, keys):
            if key in there:
                yield words, cell, there[key]


def regrets(cells, lines, metric, judge):
    """By kind of neighbour: (regret of the configuration tuned there, AUTOMATIC's regret, the best's value) of each
    counted cell that has fits of that configuration. judge has the numbers of the fits that judge the best."""
    of_line = {(line["task"], line["adjacency"], line["epsilon"]): line
               for line in lines if line["metric"] == metric and line["counted"]}
    found = {words: [] for words in NEIGHBOURS}
    for words, cell, other in neighbours(cells):
        line, names = of_line.get((cell["task"], cell["adjacency"], cell["epsilon"])), other["chosen"].get(metric)
        if line is None or not names or not line["best_configuration"]:
            continue
        # The configuration that is the best here too is judged by the same fits.
        numbers = judge if names[0] == line["best_configuration"] else range(judge.stop)
        regret = gain(cell, line["best_configuration"], metric, judge) - gain(cell, names[0], metric, numbers)
        regret /= 1 if metric in GREATER_IS_BETTER else line["best"]
        if np.isfinite(regret):
            found[words].append((regret, line["regret"], line["best"]))
    return found


def report(cells, lines, metrics, judge, within, least, say):
    """Prints mean regrets, and for R2 the cells that lose more than `within` where the best is `least` or more."""
    for metric in metrics:
        for words, found in regrets(cells, lines, metric, judge).items():
            if not found:
                continue
            tuned, automatic, best = (np.array(column) for column in zip(*found))
            beyond = ""
            if metric == "r2":
                strong = best >= least
                beyond = "; beyond %g in %d and %d of %d cells" % (
                    within, np.sum(tuned[strong] > within), np.sum(automatic[strong] > within), np.sum(strong))
            say("  %s, tuned in the clear at %s: mean regret %.4f, AUTOMATIC's there %.4f, %d cells%s" % (
                metric, words, tuned.mean(), automatic.mean(), len(found), beyond))
