"""Typical risk against the excess that was measured.

The measured risk of a configuration is the mean held-out loss of its fits; its excess is that above the minimiser
without privacy on the same splits. Ranks are compared within a cell, over the methods with their default settings, and
again with clips. The ratio is that of AUTOMATIC's typical risk to its excess, where that is above two standard errors.
"""
import numpy as np
from scipy.stats import spearmanr

from measures import to_learn
from ours import AUTOMATIC, is_named

RANK_TARGET, RATIO_TARGET, FEWEST = 0.8, 2.0, 3


def typical(fits):
    """The typical risk that a configuration's fits stated, or NaN."""
    for fit in fits:
        if isinstance(fit.get("typical_risk"), (int, float)):
            return float(fit["typical_risk"])
    return float("nan")


def excesses(cell, fits):
    """What each fit's risk is above that of the minimiser without privacy."""
    free = cell["without_privacy"]
    return np.array([fit["risk"] - free[fit["fit"] % len(free)]["risk"] for fit in fits if "risk" in fit])


def ranked(cell, choose):
    """(names, typical risks, mean excesses) of the library's configurations that state a typical risk."""
    out = []
    for name, fits in cell["fits"].items():
        expected, measured = typical(fits), excesses(cell, fits)
        if choose(name) and np.isfinite(expected) and len(measured) and np.isfinite(measured).all():
            out.append((name, expected, float(measured.mean())))
    return out


def correlation(rows):
    """Spearman's rank correlation of typical and measured; 0 where all typical risks are equal."""
    expected, measured = [row[1] for row in rows], [row[2] for row in rows]
    if len(set(expected)) == 1 or len(set(measured)) == 1:
        return 0.0
    return float(spearmanr(expected, measured)[0])


def report_correlation(cells, words, choose, say, verdict):
    """Prints the rank correlation over cells."""
    found = [correlation(rows) for rows in (ranked(cell, choose) for cell in cells) if len(rows) >= FEWEST]
    if found:
        say("rank correlation of typical risk with excess, %s: median %.2f, mean %.2f, at least %g in %d of %d cells; "
            "target: %s" % (words, np.median(found), np.mean(found), RANK_TARGET, sum(r >= RANK_TARGET for r in found),
                            len(found), verdict(np.median(found) >= RANK_TARGET)))


def report_ratio(cells, say, verdict):
    """Prints the ratio of typical risk to excess of AUTOMATIC."""
    ratios = []
    for cell in cells:
        fits = cell["fits"].get(AUTOMATIC, ())
        measured, expected = excesses(cell, fits), typical(fits)
        if len(measured) > 1 and np.isfinite(expected) and np.isfinite(measured).all() \
                and measured.mean() > 2 * measured.std(ddof=1) / len(measured) ** 0.5:
            ratios.append(expected / measured.mean())
    if ratios:
        middle = float(np.median(ratios))
        say("typical risk over measured excess, AUTOMATIC: median %.3g, quartiles %.3g to %.3g, %d cells; target "
            "within %g: %s" % (middle, *np.quantile(ratios, (0.25, 0.75)), len(ratios), RATIO_TARGET,
                        verdict(1 / RATIO_TARGET <= middle <= RATIO_TARGET)))


def report_choice(cells, say):
    """Prints what the choice by typical risk loses to the best named method, as a share of what a model can gain."""
    shares, right = [], 0
    for cell in cells:
        rows = ranked(cell, lambda name: name != AUTOMATIC and is_named(name))
        gap = to_learn(cell)
        if len(rows) < 2 or gap <= 0:
            continue
        chosen, least = min(rows, key=lambda row: row[1]), min(row[2] for row in rows)
        shares.append((chosen[2] - least) / gap)
        right += chosen[2] == least
    if shares:
        say("regret of the choice by typical risk, as a share of the trivial model's excess: mean %.3f, median %.3f; "
            "the best method chosen in %d of %d cells" % (np.mean(shares), np.median(shares), right, len(shares)))


def report(cells, say, verdict):
    """Prints all figures of this file."""
    report_correlation(cells, "methods by name", lambda name: name != AUTOMATIC and is_named(name), say, verdict)
    report_correlation(cells, "with clips", lambda name: name != AUTOMATIC, say, verdict)
    report_ratio(cells, say, verdict)
    report_choice(cells, say)
