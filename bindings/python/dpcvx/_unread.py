"""Options that a function does not read though its family has them, and where they act. `Options` refuses them before any charge."""
from typing import Any, Dict

import numpy

from dpcvx._arrays import wrong

_CELLS = {"cells": "where a Histogram or a Cumulative divides the range between two edges"}
_SEVERAL = {"simultaneous": "where there are several intervals, which hold together or each by itself"}
OF_DISTRIBUTIONS = dict.fromkeys(("range_fraction", "range_coverage"),
                                 "where an Estimate releases ranges: ranges=None, or NaN at both ends of a column")
_LEVELS = {"levels": "in a Histogram, on cells that are levels: Histogram.of_levels sets it"}
OF_CUMULATIVE = {**OF_DISTRIBUTIONS, **_LEVELS}
OF_MEANS = {**_CELLS, **_LEVELS}
OF_DECLARED_RANGES = {**OF_MEANS, **OF_DISTRIBUTIONS}
OF_ROBUST = {**OF_CUMULATIVE, **_SEVERAL}
OF_SUMS = {**OF_DECLARED_RANGES, **dict.fromkeys(("interval_level", "simultaneous"), "in Estimate.from_sums, which computes the intervals")}
OF_EXPECTED_NOISE = {"simultaneous": "in Covariance, on the intervals of entries"}
_OF_ROUNDS = {"preliminary_fraction": "with rounds=2 or more, or 0: it is the share of the price of all rounds before the last"}
OF_KNOWN_PROBABILITIES = {"failure_probability": "where OwnHypotheses has samples"}


def refuse_unread(given: Dict[str, Any], unread: Dict[str, str]) -> None:
    """Refuse options that a call does not read. `unread` says where each acts."""
    for name, where in unread.items():
        if given.get(name) is not None:
            raise wrong(ValueError, name, repr(given[name]), "none here, since it has no effect: it acts " + where)


def of_means(has_released: bool) -> Dict[str, str]:
    """Return what means do not read, by whether ranges of some columns are released."""
    return OF_MEANS if has_released else OF_DECLARED_RANGES


def cells_unread(edges: numpy.ndarray) -> Dict[str, str]:
    """Return that `cells` acts on two edges alone, where there are more."""
    return _CELLS if edges.size > 2 else {}


def of_rounds(rounds: Any) -> Dict[str, str]:
    """Return what a covariance does not read, by how many rounds are asked for: 1 by default."""
    return _OF_ROUNDS if rounds is None or rounds == 1 else {}
