"""How estimators read rows: arrays as scikit-learn checks them, frames by their columns. Part of dpcvx.estimators."""
from typing import Any, Optional, Tuple

import numpy
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from dpcvx._arrays import ends_of, is_sparse, wrong
from dpcvx._told import tell
from dpcvx.data import check_null_rows
from dpcvx.tables import Columns, NotDeclaredWarning, has_categories, is_frame, named_columns, pandas_frame


def _validated(estimator: Any, X: Any, y: Any = None, reset: bool = True, **more: Any) -> Any:
    """Check arrays as the installed version of scikit-learn does."""
    more = dict(more, accept_sparse=True, dtype=numpy.float64, reset=reset)
    given = {} if y is None else {"y": y}
    if getattr(getattr(X, "dtype", None), "kind", "") in ("M", "m"):
        raise wrong(TypeError, "X", "an array of dtype %s" % X.dtype, "numbers or bool")
    if "y_numeric" in more and y is None:
        raise ValueError("%s requires y to be passed, but the target y is None" % type(estimator).__name__)
    try:
        from sklearn.utils.validation import validate_data
    except ImportError:
        return estimator._validate_data(X, **given, **more)
    return validate_data(estimator, X, **given, **more)


def _without_imputer(problem: ValueError, instead: str) -> ValueError:
    """Return the error of scikit-learn on NaN, with what to do about it here: an imputer that learns from X is not private."""
    first = str(problem).splitlines()[:1]
    if not (first and "NaN" in first[0]):
        return problem
    return ValueError("%s An imputer that learns from X is not private. %s" % (first[0], instead))


def _numbers(X: Any, shape: Optional[Columns] = None) -> Tuple[Any, numpy.ndarray]:
    """Return a frame of numbers as one of floats, and which of its rows lack a value: they are 0."""
    frame = pandas_frame(X)
    encoded, absent = (shape or Columns(X)).encode(frame)
    if not absent.any() and all(getattr(kind, "kind", "O") in "iufb" and isinstance(kind, numpy.dtype) for kind in frame.dtypes):
        return X, absent
    return type(frame)(encoded, columns=frame.columns, index=frame.index), absent


def _without_nan(X: Any) -> Tuple[Any, Optional[numpy.ndarray]]:
    """Return an array of floats with zeros for rows with NaN, and which those are. Other tables stay as they are."""
    array = X if is_sparse(X) or is_frame(X) else numpy.asarray(X)
    if not isinstance(array, numpy.ndarray) or array.ndim != 2 or array.dtype.kind != "f":
        return X, None
    absent = numpy.isnan(array).any(axis=1)
    return numpy.where(absent[:, None], 0, array), absent


_FILLED = "other columns, or values filled in by a public rule: frame.fillna({name: 0})"


class Reader(BaseEstimator):
    """What estimators know of rows."""

    bounds: Any
    missing: str
    columns_: Optional[Columns] = None
    _shape_: Optional[Columns] = None

    def _rows(self, X: Any, y: Any = None, reset: bool = True, **more: Any) -> Any:
        """Check rows, and labels. Categories of a frame become a column a level, and rows that lack a value are told."""
        framed = is_frame(X)
        if reset:
            self._shape_ = Columns(X) if framed else None
            self.columns_ = self._shape_ if self._shape_ is not None and self._shape_.levels else None
        if self.columns_ is None:
            rows, absent = _numbers(X, self._shape_ if reset else None) if framed else (X, None)
            if reset and absent is not None:
                check_null_rows(self._shape_ or Columns(X), X, absent, "X", _FILLED)
            try:
                checked = _validated(self, rows, y, reset=reset, **more)
            except ValueError as problem:
                raise _without_imputer(problem, "Give such rows any numbers in range, and sample_weight=0: they are null records "
                                       "then. Rows of a frame that lack a value are so by themselves.") from None
            return (checked, absent) if y is None else (*checked, absent)
        self._check_columns(X)
        encoded, absent = self.columns_.encode(X)
        if reset:
            check_null_rows(self.columns_, X, absent, "X", _FILLED)
        if y is None:
            return encoded, absent
        _, y = _validated(self, encoded, y, **more)  # which takes encoded columns for those of the caller
        self.feature_names_in_ = numpy.array(self.columns_.names, object)
        self.n_features_in_ = len(self.columns_.names)
        return encoded, y, absent

    def _check_columns(self, X: Any) -> None:
        """Refuse columns that the fit did not have."""
        known = self.columns_.names if self.columns_ is not None else []
        strange = [str(name) for name in pandas_frame(X).columns if str(name) not in known] if is_frame(X) else []
        if strange:
            raise wrong(ValueError, "X", "a frame with the columns %s, which the fit did not have" % ", ".join(strange),
                        "the columns " + ", ".join(known))

    def _rows_to_predict(self, X: Any, with_nan: bool = True) -> Tuple[Any, Optional[numpy.ndarray]]:
        """Check rows to predict for. Return them as numbers, and which of them lack a value and have NaN.

        Without `with_nan` the output has no NaN, and such rows are refused in any case.
        """
        check_is_fitted(self, "fit_")
        self._check_missing()
        absent: Any = None
        if self.columns_ is not None:
            self._check_columns(X)
            rows, absent = self.columns_.encode(X)
        elif is_frame(X) and not has_categories(X):
            rows, absent = _numbers(X)
        else:
            rows, absent = _without_nan(X) if with_nan and self.missing == "nan" else (X, None)
        if is_frame(X) and absent is not None and absent.any() and not (with_nan and self.missing == "nan"):
            what = (self.columns_ or Columns(X)).lack(X, int(absent.argmax()))
            raise wrong(ValueError, "X", "a frame with %s (rows like it: %d)" % (what, absent.sum()),
                        "rows that lack no value and have known levels" + (
                            ", or missing='nan', which gives NaN for others" if with_nan else
                            ": there is no class for others. With missing='nan' decision_function gives NaN for them"))
        if self.columns_ is not None:
            return rows, absent
        try:
            return _validated(self, rows, reset=False), absent
        except ValueError as problem:
            raise _without_imputer(problem, "With missing='nan' predictions are NaN for such rows%s." % (
                "" if with_nan else ", and decision_function is")) from None

    def _check_missing(self) -> None:
        if self.missing not in ("refuse", "nan"):
            raise wrong(ValueError, "missing", repr(self.missing), "'refuse' or 'nan'")

    def _ranges(self, columns: int) -> Optional[Tuple[numpy.ndarray, numpy.ndarray]]:
        """Return the declared ends of all columns."""
        shape = self._shape_
        if shape is not None:
            bounds = {} if self.bounds is None else self.bounds
            if not isinstance(bounds, dict):
                low, high = ends_of("bounds", bounds, len(shape.numeric), "one a column of numbers (%s)" % ", ".join(shape.numeric))
                bounds = {name: (low[place], high[place]) for place, name in enumerate(shape.numeric)}
            low, high = shape.ranges(bounds, partly=True, argument="bounds")
            released = [name for name, end in zip(shape.outputs, low) if numpy.isnan(end)]
            if released:
                tell("bounds were not declared for %s: they are released privately, for a share of epsilon. Declare bounds={name: "
                     "(low, high)}, known without looking at the data." % named_columns(released), NotDeclaredWarning)
            return None if len(released) == len(low) else (low, high)
        if self.bounds is None:
            tell("bounds were not declared: they are released privately, for a share of epsilon. Declare bounds=(low, high), "
                 "known without looking at the data.", NotDeclaredWarning)
            return None
        if isinstance(self.bounds, dict):
            raise wrong(ValueError, "bounds", "a dictionary, for an array", "(low, high), or a frame, whose columns have names")
        return ends_of("bounds", self.bounds, columns)
