"""Reads tables and prints their sizes: python show_tables.py CACHE [NAME ...]"""
import os
import sys
import time
from typing import List, Tuple

import numpy as np
import scipy.sparse as sp

from registry import Table, known_tables, load


def _describe(table: Table) -> Tuple[str, ...]:
    """A table's sizes and what its labels look like, in words."""
    (n, d), y = table.X.shape, table.y
    if table.task == "binary":
        about = "%.1f%% ones" % (100 * y.mean())
    elif table.task == "multiclass":
        shares = 100 * np.bincount(y) / n
        about = "%d classes, %.2f%% to %.1f%%" % (len(shares), shares.min(), shares.max())
    else:
        about = "mean %.4g, median %.4g, max %.4g" % (y.mean(), np.median(y), y.max())
    if sp.issparse(table.X):
        about += "; %.2f%% of X is not 0" % (100 * table.X.nnz / (n * d))
    users = "no users"
    if table.users is not None:
        records = np.bincount(table.users)
        users = "%d users with %d to %d records, half up to %d" % (
            len(records), records.min(), records.max(), np.median(records))
    if table.exposure is not None:
        users += "; exposure %.3g to %.3g" % (table.exposure.min(), table.exposure.max())
    return "%d x %d" % (n, d), about, users


def main(arguments: List[str]) -> int:
    """Read tables and print what they are like."""
    if not arguments:
        print(__doc__)
        return 2
    cache = os.path.abspath(arguments[0])
    for name in arguments[1:] or known_tables():
        start = time.perf_counter()
        table = load(name, cache)
        seconds = time.perf_counter() - start
        entry = known_tables()[name]
        parts = (name, entry.split, entry.task) + _describe(table)
        print(" | ".join(parts + ("%.1f s" % seconds, entry.licence)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
