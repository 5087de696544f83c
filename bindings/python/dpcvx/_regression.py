"""Regressions that follow from a released covariance."""
from typing import Dict, NamedTuple, Tuple

INTERCEPT = "(intercept)"


class Regression(NamedTuple):
    """The least squares of a label on features, from a released covariance: `Covariance.regression`.

    Dictionaries have the names of the features, "x0", "x1", ... where there are none, and then "(intercept)".

    Attributes
    ----------
    label : str
        The name of the label.
    coefficients : dict
        Slopes and the intercept, in the units of the table.
    standard_errors : dict
        Half of what the middle 68 % of bootstrap replicates span.
    intervals : dict
        (low, high) of each coefficient.
    r_squared : float
        The share of the label's variance that the features explain.
    r_squared_interval : (float, float)
        The interval of that share.
    interval_level : float
        The level of the intervals: of each, or of all together if `simultaneous`.
    """

    label: str
    coefficients: Dict[str, float]
    standard_errors: Dict[str, float]
    intervals: Dict[str, Tuple[float, float]]
    r_squared: float
    r_squared_interval: Tuple[float, float]
    interval_level: float
    simultaneous: bool

    def text(self) -> str:
        """Return a table of the coefficients, as human-readable text."""
        names = list(self.coefficients)
        wide = max(map(len, names))
        lines = ["Least squares of %s, from a released covariance" % self.label,
                 "  %-*s %12s %12s %12s %12s" % (wide, "", "coefficient", "std. error", "low", "high")]
        for name in names:
            lines.append("  %-*s %12.5g %12.5g %12.5g %12.5g" % (
                wide, name, self.coefficients[name], self.standard_errors[name], *self.intervals[name]))
        lines.append("R^2: %.4g in [%.4g, %.4g]" % (self.r_squared, *self.r_squared_interval))
        lines.append("%s with probability %g. They are a parametric bootstrap, for rows of one normal law." % (
            "All intervals together hold" if self.simultaneous else "Each interval holds", self.interval_level))
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        return self.text()
