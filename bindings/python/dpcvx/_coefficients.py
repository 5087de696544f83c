"""How a report shows the coefficients of a fit, and what it says of their scale."""
import re
from typing import Any

from dpcvx._generated import enums
from dpcvx._library import Error

CLASSIFICATION = {enums.Loss.LOGISTIC, enums.Loss.MULTINOMIAL, enums.Loss.HINGE, enums.Loss.SMOOTHED_HINGE,
                  enums.Loss.POWER_HINGE}
_MOST_COLUMNS, _MOST_CLASSES = 10, 5  # in a report


def without_coefficients(report: str) -> str:
    """Return a report of the library without its lines of coefficients, which do not know the names of columns."""
    return re.sub(r"^Coefficients, with noise, in the units of the table.*:\n(?:  .*\n)*", "", report, flags=re.MULTILINE)


def shown_coefficients(fit: Any, report: str) -> str:
    """Return the lines of a fit's report that show its coefficients; none where it has none in the units of the table."""
    try:
        outputs, columns = fit.figure("outputs"), fit.figure("columns")
        found = fit.original_coefficients().reshape(outputs, columns + 1)
    except Error as problem:  # no linear model, or nothing was released
        if problem.status not in (enums.Status.STATE, enums.Status.UNSUPPORTED):
            raise
        return ""
    names = fit.meaning.columns.outputs if fit.meaning.columns is not None else ["x%d" % place for place in range(columns)]
    lines = ["Coefficients, with noise, in the units of the table%s:" % _scale(fit, report, columns)]
    for row, label in zip(found[:_MOST_CLASSES], fit.meaning.classes or range(outputs)):
        said = ["(intercept) %.5g" % row[-1]] + ["%s %.5g" % pair for pair in zip(names[:_MOST_COLUMNS], row)]
        if columns > _MOST_COLUMNS:
            said.append("and %d more" % (columns - _MOST_COLUMNS))
        lines.append("  " + ("class %s: " % (label,) if outputs > 1 else "") + ", ".join(said))
    if outputs > _MOST_CLASSES:
        lines.append("  and those of %d more classes" % (outputs - _MOST_CLASSES))
    return "\n".join(lines) + "\n"


def _scale(fit: Any, report: str, columns: int) -> str:
    """Return what coefficients are where rows are shortened, with the options that avoid it."""
    said, bound, most = "", fit.guarantee().constant("row_bound")[0], (columns + 1) ** 0.5
    if bound < most * (1 - 1e-9):
        said = "rows are shortened"
        if "\nRows: scaled by the ranges of columns to [-1, 1], clipped to an l2 norm " in report:  # no longer than that root
            said += "; row_bound=%d ** 0.5 with centring_fraction=0 avoids it" % (columns + 1)
    elif "Note: columns were centred" in report:
        said = "%s shortened: centring_fraction=0 avoids it" % (
            "rows far from the means are" if bound < most * (1 + 1e-6) else "few rows, far from the means, may be")
    logs = fit.figure("loss") in (enums.Loss.LOGISTIC, enums.Loss.MULTINOMIAL)
    return "; %s%s" % ("not log-odds: " if logs else "", said) if said else ""
