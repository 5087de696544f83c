"""Turns a table into a task: declared ranges, a cap on rows, and splits.

Declared ranges. A column of 0 and 1 has the range 0 to 1. Any other column has its quantiles .01 and .99 over the whole
table, rounded outward to one digit of their distance. A sparse table has ranges -h to h, with h the greater end in
absolute value, so that 0 stays 0. Labels that are numbers get their range by the same rule, and are mapped so that it
becomes -1 to 1. Every method, the library's and others', gets these same ranges.
A benchmark may read ranges off the table, as nothing here is released. Who fits a table in earnest must know them.

Cap. A task keeps at most ROWS records, and at most ENTRIES numbers. Units are drawn by a fixed seed. Of each user
at most USER_RECORDS records are kept, drawn by that seed too.
Splits. A fifth of the units is held out, by the seeds 0 to SPLITS - 1. Units are users where there are ids.
Delta is DELTA everywhere: below 1 / n for each task. The number of training units counts as public.
"""
import math

import numpy as np
import scipy.sparse as sp

ROWS, ENTRIES, USER_RECORDS = 12_500, 2_000_000, 20
SPLITS, HELD_OUT, DELTA = 5, 0.2, 1e-6
# The losses of each kind of table. Counts stand in for regressions until there is a loss of their own.
LOSSES = {"binary": ["logistic"], "multiclass": ["multinomial"], "least-squares": ["squared"],
          "quantile": ["pinball.5", "pinball.9"], "poisson": ["squared"]}


def outward(low, high):
    """The ends, rounded outward to one digit of their distance."""
    digit = 10.0 ** math.floor(math.log10(high - low))
    return math.floor(low / digit) * digit, math.ceil(high / digit) * digit


def declared_range(values):
    """The range of a column by the rule above. A constant column gets a range of width 1."""
    if np.isin(values, (0.0, 1.0)).all():
        return 0.0, 1.0
    low, high = np.quantile(values, (0.01, 0.99))
    if low == high:
        low, high = values.min(), values.max()
    return outward(low, high) if low < high else (low, low + 1.0)


def column(X, j):
    """One column as an array."""
    return X[:, [j]].toarray().ravel() if sp.issparse(X) else X[:, j]


def declared_ranges(X):
    """The ranges of all columns: low ends, high ends."""
    by_column = X.tocsc() if sp.issparse(X) else X
    ends = [declared_range(column(by_column, j)) for j in range(X.shape[1])]
    low, high = np.array([low for low, _ in ends]), np.array([high for _, high in ends])
    if sp.issparse(X):
        high = np.maximum(np.abs(low), np.abs(high))
        low = -high
    return low, high


def kept_rows(units, columns):
    """The numbers of the rows of units drawn at random, as many as the cap lets."""
    random, count = np.random.default_rng(2024), units.max() + 1
    rank = np.empty(len(units), int)  # of each record among its user's, in a random order
    order = np.lexsort((random.random(len(units)), units))
    sizes = np.bincount(units)
    rank[order] = np.arange(len(units)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    drawn = random.permutation(count)
    kept = np.zeros(count, bool)
    kept[drawn[np.cumsum(np.minimum(sizes, USER_RECORDS)[drawn]) <= min(ROWS, ENTRIES // columns)]] = True
    return np.flatnonzero(kept[units] & (rank < USER_RECORDS))


def labels_of(table, loss):
    """Labels as the losses take them. Numbers are mapped by their declared range."""
    if loss == "logistic":
        return 2.0 * table.y - 1.0
    if loss == "multinomial":
        return table.y.astype(float)
    y = np.log1p(table.y) if table.task == "poisson" else table.y
    low, high = declared_range(y)
    return (2 * y - low - high) / (high - low)


class Part:
    """Some rows of a task, sorted by unit: raw and scaled rows, labels, and unit numbers from 0."""

    def __init__(self, task, which):
        which = which[np.argsort(task.units[which], kind="stable")]
        self.raw, self.labels = task.raw[which], task.labels[which]
        self.scaled = task.scaled(self.raw)
        self.units = np.unique(task.units[which], return_inverse=True)[1]
        self.count = int(self.units.max()) + 1
        share = 1.0 / np.bincount(self.units)
        self.weights = share[self.units]  # a record's share of its unit


class Task:
    """A table with a loss: what is fitted, and what is scored."""

    def __init__(self, table, loss):
        self.name, self.loss = table.name, loss.split(".")[0]
        self.quantile = float("0." + loss.split(".")[1]) if "." in loss else None
        self.by_user = table.users is not None
        self.classes = int(table.y.max()) + 1 if loss == "multinomial" else 0
        self.low, self.high = declared_ranges(table.X)
        units = table.users if self.by_user else np.arange(len(table.y))
        kept = kept_rows(units, table.X.shape[1])
        self.raw, self.labels = table.X[kept], labels_of(table, loss)[kept]
        self.units = np.unique(units[kept], return_inverse=True)[1]
        self.columns, self.row_norm = table.X.shape[1], math.sqrt(table.X.shape[1] + 1)
        self.key = "%s.%s" % (table.name, loss)

    def scaled(self, raw):
        """Rows in [-1, 1] with a column of ones behind, as floats of single precision."""
        dense = raw.toarray() if sp.issparse(raw) else raw
        rows = np.clip((2 * dense - self.low - self.high) / (self.high - self.low), -1, 1)
        return np.hstack([rows, np.ones((len(rows), 1))]).astype(np.float32)

    def split(self, seed):
        """The training and the held-out part."""
        count = self.units.max() + 1
        out = np.zeros(count, bool)
        out[np.random.default_rng(seed).permutation(count)[:max(1, int(HELD_OUT * count))]] = True
        return Part(self, np.flatnonzero(~out[self.units])), Part(self, np.flatnonzero(out[self.units]))
