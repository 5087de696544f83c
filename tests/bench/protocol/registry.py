"""The list of tables, and what is known of each before it is read."""
import importlib
from typing import Any, Callable, Dict, NamedTuple, Optional, Tuple

import numpy as np
import scipy.sparse as sp


class Table(NamedTuple):
    """One table, ready for a benchmark.

    X is a float64 array, or a CSR matrix where most entries are 0. y holds 0
    and 1 for "binary", 0 to K-1 for "multiclass", counts for "poisson", and
    numbers for "least-squares" and "quantile". users holds a number for each
    record's user, or is None where no user has more than one record. exposure
    is None, or the time or number of trials behind each count: its logarithm is
    the offset.
    """

    X: Any
    y: np.ndarray
    users: Optional[np.ndarray]
    task: str
    name: str
    licence: str
    exposure: Optional[np.ndarray]


class Entry(NamedTuple):
    """What is known of a table before it is read."""

    read: Callable
    split: str
    task: str
    shape: Tuple[int, int]
    licence: str


TABLES: Dict[str, Entry] = {}
READERS = ("tables_tune", "tables_users", "tables_two", "tables_classes", "tables_numbers")


def listed(name, split, task, shape, licence):
    """Put a reader on the list of tables."""

    def enter(read):
        TABLES[name] = Entry(read, split, task, shape, licence)
        return read

    return enter


def known_tables() -> Dict[str, Entry]:
    """All tables by name: those to tune on come first."""
    for module in READERS:
        importlib.import_module(module)
    return TABLES


def load(name: str, cache: str) -> Table:
    """Read one table by its name, from the packages in the folder cache."""
    entry = known_tables()[name]
    X, y, users, exposure = entry.read(cache)
    y = np.asarray(y, dtype=float)
    if entry.task in ("binary", "multiclass"):
        y = y.astype(np.int64)
    if users is not None:
        users = np.unique(users, return_inverse=True)[1].astype(np.int64)
    if X.shape != entry.shape:  # Debian carries one version of a package at a time
        raise ValueError("%s is now %d x %d: a new version" % ((name,) + X.shape))
    n = X.shape[0]
    assert X.dtype == np.float64 and y.shape == (n,)
    assert np.isfinite(X.data if sp.issparse(X) else X).all() and np.isfinite(y).all()
    assert users is None or users.shape == (n,)
    assert exposure is None or (exposure.shape == (n,) and (exposure > 0).all())
    return Table(X, y, users, entry.task, name, entry.licence, exposure)
