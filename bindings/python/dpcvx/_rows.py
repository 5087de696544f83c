"""How estimators read rows: arrays as scikit-learn checks them, frames by their columns. Part of dpcvx.estimators."""
import warnings
from typing import Any, Optional, Tuple

import numpy
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from dpcvx._arrays import ends_of, is_sparse, wrong
from dpcvx.tables import Columns, NotDeclaredWarning, has_categories, is_frame, pandas_frame


def _validated(estimator: Any, X: Any, y: Any = None, reset: bool = True, **more: Any) -> Any:
    """Check arrays as the installed version of scikit-learn does."""
    more = dict(more, accept_sparse=True, dtype=numpy.float64, reset=reset)
    given = {} if y is None else {"y": y}
    if "y_numeric" in more and y is None:
        raise ValueError("%s requires y to be passed, but the target y is None" % type(estimator).__name__)
    try:
        from sklearn.utils.validation import validate_data
    except ImportError:
        return estimator._validate_data(X, **given, **more)
    return validate_data(estimator, X, **given, **more)


def _without_nan(X: Any) -> Tuple[Any, Optional[numpy.ndarray]]:
    """Return an array of floats with zeros for rows with NaN, and which those are. Other tables stay as they are."""
    array = X if is_sparse(X) or is_frame(X) else numpy.asarray(X)
    if not isinstance(array, numpy.ndarray) or array.ndim != 2 or array.dtype.kind != "f":
        return X, None
    absent = numpy.isnan(array).any(axis=1)
    return numpy.where(absent[:, None], 0, array), absent


class Reader(BaseEstimator):
    """What estimators know of rows."""

    bounds: Any
    missing: str
    columns_: Optional[Columns] = None

    def _rows(self, X: Any, y: Any = None, reset: bool = True, **more: Any) -> Any:
        """Check rows, and labels. Categories of a frame become a column a level, and rows that lack a value are told."""
        if reset:
            self.columns_ = Columns(X) if has_categories(X) else None
        if self.columns_ is None:
            try:
                checked = _validated(self, X, y, reset=reset, **more)
            except ValueError as problem:
                first = str(problem).splitlines()[:1]
                if not (first and "NaN" in first[0] and reset):
                    raise
                raise ValueError(first[0] + " An imputer that learns from X is not private. Give such rows any numbers in range, "
                                 "and sample_weight=0: they are null records then.") from None
            return (checked, None) if y is None else (*checked, None)
        encoded, absent = self.columns_.encode(X)
        if y is None:
            return encoded, absent
        _, y = _validated(self, encoded, y, **more)  # which takes encoded columns for those of the caller
        self.feature_names_in_ = numpy.array(self.columns_.names, object)
        self.n_features_in_ = len(self.columns_.names)
        return encoded, y, absent

    def _rows_to_predict(self, X: Any, with_nan: bool = True) -> Tuple[Any, Optional[numpy.ndarray]]:
        """Check rows to predict for. Return them as numbers, and which of them lack a value and have NaN.

        Without `with_nan` the output has no NaN, and such rows are refused in any case.
        """
        check_is_fitted(self, "fit_")
        self._check_missing()
        absent: Any = None
        if self.columns_ is not None:
            rows, absent = self.columns_.encode(X)
        elif is_frame(X) and not has_categories(X):
            frame = pandas_frame(X)
            there = ~frame.isna()
            absent = ~there.to_numpy().all(axis=1)
            rows = frame.where(there, 0) if absent.any() else X
        else:
            rows, absent = _without_nan(X) if with_nan and self.missing == "nan" else (X, None)
        if is_frame(X) and absent is not None and absent.any() and not (with_nan and self.missing == "nan"):
            what = (self.columns_ or Columns(X)).lack(X, int(absent.argmax()))
            raise wrong(ValueError, "X", "a frame with %s (rows like it: %d)" % (what, absent.sum()),
                        "rows that lack no value and have known levels" + (
                            ", or missing='nan', which gives NaN for others" if with_nan else
                            ": there is no class for others. With missing='nan' decision_function gives NaN for them"))
        return rows if self.columns_ is not None else _validated(self, rows, reset=False), absent

    def _check_missing(self) -> None:
        if self.missing not in ("refuse", "nan"):
            raise wrong(ValueError, "missing", repr(self.missing), "'refuse' or 'nan'")

    def _ranges(self, columns: int) -> Optional[Tuple[numpy.ndarray, numpy.ndarray]]:
        """Return the declared ends of all columns."""
        shape = self.columns_
        if shape is not None and (self.bounds is not None or not shape.numeric):
            bounds = {} if self.bounds is None else self.bounds
            if not isinstance(bounds, dict):
                low, high = ends_of("bounds", bounds, len(shape.numeric), "one a column of numbers (%s)" % ", ".join(shape.numeric))
                bounds = {name: (low[place], high[place]) for place, name in enumerate(shape.numeric)}
            return shape.ranges(bounds)
        if self.bounds is None:
            warnings.warn("bounds were not declared: they are released privately, for a share of epsilon. Declare bounds="
                          "(low, high), known without looking at the data.", NotDeclaredWarning, stacklevel=5)
            return None
        if isinstance(self.bounds, dict):
            names = getattr(self, "feature_names_in_", None)
            if names is None or set(names) != set(self.bounds):
                odd = sorted(map(str, set(self.bounds).symmetric_difference(() if names is None else names)))
                raise wrong(ValueError, "bounds", "a dictionary where '%s' is %s" % (
                    odd[0], "lacking" if odd[0] not in self.bounds else "no column") if odd else "a dictionary",
                    "(low, high) by name, one for each column of a frame" + (
                        ": " + ", ".join(names) if names is not None else ""))
            low, high = zip(*[self.bounds[name] for name in names])
            return numpy.array(low, float), numpy.array(high, float)
        return ends_of("bounds", self.bounds, columns)
