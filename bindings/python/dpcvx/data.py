"""Data: tables of records and users. dpcvx/data.h says what remains of a guarantee when rows are chosen."""
import ctypes
from typing import Any, Optional, Tuple

import numpy

from dpcvx._arrays import Csr, check_length, integer_array, real_array, table
from dpcvx._generated import enums, figures
from dpcvx._handles import Handle
from dpcvx._keys import member
from dpcvx._library import call
from dpcvx.random import Rng


class Dataset(Handle, handle="dpcvx_dataset"):
    """A table, with labels, users and weights. Everything is copied.

    Parameters
    ----------
    features : array_like
        A numpy array with any strides, a scipy sparse matrix of any format, or rows of numbers.
    labels : array_like, optional
        One a row.
    ranges : (low, high), optional
        Public ends of each column, which map columns to [-1, 1]. Values outside count as the nearer end.
    users : array_like of int, optional
        Who owns each row.
    weights : array_like, optional
        One a row; the objective clips them.
    max_records_per_user : int, optional
        At most so many records of a user are kept, a random subset.
    rng : dpcvx.Rng, optional
        Draws that subset.
    exposures : array_like, optional
        Of counts, for "poisson": labels become rates, and weights exposures.
    """

    rows: int
    columns: int

    def __init__(self, features: Any, labels: Any = None, ranges: Any = None, users: Any = None, weights: Any = None,
                 max_records_per_user: Optional[int] = None, rng: Optional[Rng] = None, exposures: Any = None):
        read = table(features)
        self.rows, self.columns = read.rows, read.columns
        given = None if labels is None else self._one_a_row("labels", real_array(labels, "labels"))[0]
        if isinstance(read, Csr):
            self._own(call("dpcvx_dataset_create_csr", *read, given))
        else:
            single = read.values.dtype.itemsize == 4
            held = read.values.ctypes.data_as(ctypes.POINTER(ctypes.c_float if single else ctypes.c_double))
            self._own(call("dpcvx_dataset_create_dense" + ("_f32" if single else ""), held, *read[1:], given))
        if ranges is not None:
            low, high = (real_array(ends, "ranges") for ends in ranges)
            for ends in (low, high):
                check_length("ranges", ends, self.columns, "one a column")
            self._own(call("dpcvx_dataset_create_scaled", self, low, high, self.columns))
        if users is not None:
            self._own(call("dpcvx_dataset_create_with_users", self, *self._one_a_row("users", integer_array(users, "users"))))
        if weights is not None:
            self._own(call("dpcvx_dataset_create_with_weights", self,
                           *self._one_a_row("weights", real_array(weights, "weights"))))
        if exposures is not None:
            self._own(call("dpcvx_dataset_create_with_exposures", self,
                           *self._one_a_row("exposures", real_array(exposures, "exposures"))))
        if max_records_per_user is not None:
            self._own(self.with_max_records_per_user(max_records_per_user, rng))
            self._measure()

    def _measure(self) -> "Dataset":
        self.rows, self.columns = (self._read(figures.DATASET_FIGURE, name) for name in ("rows", "columns"))
        return self

    def _one_a_row(self, name: str, values: numpy.ndarray) -> Tuple[numpy.ndarray, int]:
        check_length(name, values, self.rows, "one a row")
        return values, self.rows

    def with_max_records_per_user(self, max_records_per_user: int, rng: Optional[Rng] = None) -> "Dataset":
        """Return the same users with at most so many records each, drawn at random of those who have more."""
        return call("dpcvx_dataset_create_with_max_records_per_user", self, rng or Rng(), max_records_per_user)._measure()

    def subset(self, rows: Any) -> "Dataset":
        """Return the rows of these numbers. Of a table with users, all rows of a user or none."""
        rows = integer_array(rows, "rows")
        return call("dpcvx_dataset_create_subset", self, rows, len(rows))._measure()

    def record_subset(self, rows: Any) -> "Dataset":
        """Return the rows of these numbers, which may cut users.

        No guarantee for users remains, unless the rows of each user were chosen by that user's id, records and own
        random bits alone.
        """
        rows = integer_array(rows, "rows")
        return call("dpcvx_dataset_create_record_subset", self, rows, len(rows))._measure()

    def split(self, key: bytes, held_out: Any = 0.2, adjacency: Any = enums.Adjacency.REPLACE_ONE,
              ids: Any = None) -> Tuple["Dataset", "Dataset"]:
        """Return a training and a held-out part, which keep neighbours neighbours.

        Parameters
        ----------
        key : bytes
            16 bytes, chosen without looking at the data. A hash of each unit under it says which part it is in.
        held_out : float or (float, float)
            A share, or an interval of [0, 1]: a fold.
        adjacency : str or dpcvx.enums.Adjacency
            That of the budget for the parts.
        ids : array_like of int, optional
            Names of the rows. By default units are users, or else records: by row number, under add/remove by content.
        """
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("argument 'key' = a %s; accepted: 16 bytes" % type(key).__name__)
        key = bytes(key)
        begin, end = held_out if isinstance(held_out, (tuple, list)) else (0.0, held_out)
        if ids is None:
            parts = call("dpcvx_dataset_create_split", self, member(enums.Adjacency, adjacency, "adjacency"), key, len(key),
                         begin, end)
        else:
            named = self._one_a_row("ids", integer_array(ids, "ids"))
            parts = call("dpcvx_dataset_create_split_by_ids", self, *named, key, len(key), begin, end)
        return parts[0]._measure(), parts[1]._measure()

    def nonprivate_labels(self) -> numpy.ndarray:
        """NOT PRIVATE: return the labels, one a row, to score a held-out part with."""
        return call("dpcvx_nonprivate_dataset_labels", self, self.rows)

    def nonprivate_source_rows(self) -> numpy.ndarray:
        """NOT PRIVATE: return the number that each row had in the caller's table, before it was split or cut."""
        return call("dpcvx_nonprivate_dataset_source_rows", self, self.rows)
