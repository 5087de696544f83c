"""Text files as columns, and columns as a matrix.

Numbers stay as they are: nothing is centred, scaled or clipped. A missing number becomes 0, with a column of its own
that says so. A column of words becomes one column for each word that occurs, so the list of words counts as public.
There is no column of ones.
"""
import csv
import io
import sys
from typing import Dict, List

import numpy as np
import scipy.sparse as sp


def read_rows(data: bytes, delimiter: str = ",") -> List[List[str]]:
    """The rows of a text file, equal words kept once."""
    text = io.StringIO(data.decode("utf-8-sig"))
    rows = csv.reader(text, delimiter=delimiter, skipinitialspace=True)
    return [[sys.intern(v.strip()) for v in row] for row in rows if row]


def read_columns(data: bytes) -> Dict[str, tuple]:
    """The columns of a text file whose first row has their names."""
    rows = read_rows(data)
    return dict(zip(rows[0], zip(*rows[1:])))


def to_numbers(values) -> np.ndarray:
    """Numbers of a column, with NaN for what is missing."""
    values = np.asarray(values)
    if values.dtype.kind in "fiub":
        return values.astype(float)
    missing = {"", ".", "?", "NA", "None", None}
    return np.array([np.nan if v in missing else float(v) for v in values])


class Design:
    """A matrix built column by column."""

    def __init__(self):
        self.parts = []

    def number(self, *columns):
        """Add columns of numbers, each with one for missing where it needs one."""
        for column in columns:
            values = to_numbers(column)
            missing = np.isnan(values)
            self.parts.append(sp.csr_matrix(np.where(missing, 0.0, values)[:, None]))
            if missing.any():
                self.parts.append(sp.csr_matrix(missing[:, None].astype(float)))
        return self

    def words(self, *columns):
        """Add a column for each word of these columns."""
        for column in columns:
            codes = np.unique([str(v) for v in column], return_inverse=True)[1]
            n = len(codes)
            cells = (np.ones(n), (np.arange(n), codes))
            self.parts.append(sp.csr_matrix(cells, shape=(n, codes.max() + 1)))
        return self

    def guess(self, columns):
        """Add columns of either kind: numbers if all of them read as numbers."""
        for column in columns:
            try:
                self.number(to_numbers(column))
            except (TypeError, ValueError):
                self.words(column)
        return self

    def dense(self):
        return np.hstack([part.toarray() for part in self.parts])

    def sparse(self):
        return sp.hstack(self.parts, format="csr", dtype=np.float64)


def label_codes(labels) -> np.ndarray:
    """Labels as numbers from 0, in the order of the labels."""
    return np.unique(labels, return_inverse=True)[1]
