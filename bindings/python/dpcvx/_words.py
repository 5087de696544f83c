"""Messages and texts of the library in Python's words: names of options, of figures, of enumerations and of calls."""
import enum
import re
from typing import Dict

from dpcvx._generated import enums

# Calls of C by what makes them in Python. Others are told by their names in C, which dpcvx.lowlevel has.
_CALLS = {
    "dpcvx_dataset_create_with_users": "Dataset(users=...)",
    "dpcvx_dataset_create_with_weights": "Dataset(weights=...)",
    "dpcvx_dataset_create_with_exposures": "Dataset(exposures=...)",
    "dpcvx_dataset_create_scaled": "Dataset(ranges=...)",
    "dpcvx_dataset_create_split": "Dataset.split",
    "dpcvx_dataset_create_record_subset": "Dataset.record_subset",
    "dpcvx_dataset_create_subset": "Dataset.subset",
    "dpcvx_dataset_release_ranges": "Dataset.release_ranges",
    "dpcvx_budget_price": "Budget.price",
    "dpcvx_budget_charge": "Budget.charge",
    "dpcvx_estimate_create_mean": "Estimate",
    "dpcvx_covariance_create": "Covariance",
    "dpcvx_release_hypothesis": "Hypotheses.select",
    "dpcvx_estimate_create_histogram": "Histogram",
    "dpcvx_estimate_create_cumulative": "Cumulative",
    "dpcvx_estimate_create_quantiles": "Cumulative.quantiles",
    "dpcvx_estimate_create_robust": "Cumulative.robust",
    "dpcvx_estimate_create_variance": "Estimate.variances",
    "dpcvx_evaluation_create": "Fit.evaluate",
    "dpcvx_fit_table_select_check": "select_fit",
    "dpcvx_fit_table_plan": "fit_table",
    "dpcvx_fit_table_on": "fit_table",
    "dpcvx_fit_table_select": "select_fit",
    "dpcvx_fit_table": "fit_table",
    "dpcvx_fit_create": "Fit",
    "dpcvx_fit_coefficients": "Fit.coefficients",
    "dpcvx_fit_original_coefficients": "Fit.original_coefficients",
    "dpcvx_fit_standard_errors": "Fit.standard_errors",
    "dpcvx_fit_original_standard_errors": "Fit.original_standard_errors",
    "dpcvx_dataset_create_dense": "Dataset",
    "dpcvx_dataset_create_csr": "Dataset",
    "dpcvx_plan_create": "Plan",
    "dpcvx_objective_create": "Objective",
}
_SETTER = re.compile(r"dpcvx_options_set_[fi]64\(options, DPCVX_\w+?_OPTION_(\w+), ([^,()]+), &err\)")
_NO_LABEL_RANGE = (
    "give dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, low, &err) and _LABEL_HIGH, or "
    "dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, Y, &err)")
_OPTION = re.compile(r"DPCVX_[A-Z0-9]+(?:_[A-Z0-9]+)*?_(?:OPTION|FIGURE)_([A-Z0-9_]+)")
_SHORT_OPTION = re.compile(r"(?<![\w*])_(LABEL_HIGH|LABEL_BOUND|SCHEDULE)\b")
_ANY_OF = re.compile(r"\ba DPCVX_([A-Z0-9_]+)_\*")
_FAMILY = re.compile(r"DPCVX_([A-Z0-9_]+)_\*")
_CALL = re.compile(r"\bdpcvx_\w+\b(?!:)")
_NAME = re.compile(r"DPCVX_[A-Z0-9_]+\b")
_PATH = re.compile(r"(?<=the ledger's file ').+(?='[ ;])")
_LABEL = re.compile(r"'dataset' = label |'labels?' = \S+ in row ")
_BESIDE_ITS_VALUE = re.compile(r"\bDPCVX_[A-Z0-9_]+ = (?=[0-9])")


def counted(count: int, noun: str, nouns: str = "") -> str:
    """Return "1 row" or "7 rows": `nouns` is what `noun` and an s are not."""
    return "%d %s" % (count, noun if count == 1 else nouns or noun + "s")


def _spelling(name: str) -> str:
    """Return "EvaluationNoise" for "EVALUATION_NOISE"."""
    return "".join(part.capitalize() for part in name.split("_"))


def _members() -> Dict[str, str]:
    """Return what each constant of an enumeration is called in Python, by its name in C."""
    found: Dict[str, str] = {}
    for kind in vars(enums).values():
        if isinstance(kind, type) and issubclass(kind, enum.IntEnum) and kind is not enum.IntEnum:
            prefix = "DPCVX_" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).upper() + "_"
            found.update((prefix + one, '"%s"' % one.lower()) for one in kind.__members__)
    return found


_MEMBERS = _members()


def _family(found: "re.Match[str]") -> str:
    name = _spelling(found.group(1))
    return "dpcvx.enums." + name if hasattr(enums, name) else found.group(0)


def in_python(text: str) -> str:
    """Return a text of the library with options, enumerations, calls and NULL as Python has them.

    The function that failed has its name in Python, and that of the headers where dpcvx.lowlevel alone has it.
    """
    path = _PATH.search(text)
    if path is not None:  # the caller's: it stays as it is
        return in_python(text[:path.start()]) + path.group() + in_python(text[path.end():])
    if text.startswith("dpcvx_"):
        function, colon, rest = text.partition(": ")
        return _CALLS.get(function, function) + colon + in_python(rest)
    text = text.replace("; write dpcvx_options_set", "; give dpcvx_options_set")
    text = text.replace(_NO_LABEL_RANGE, "give label_range=(low, high), or label_range_fraction=0.1, which releases it")
    text = _SETTER.sub(lambda found: "%s=%s" % (found.group(1).lower(), found.group(2)), text)
    text = _OPTION.sub(lambda found: found.group(1).lower(), text)
    text = _SHORT_OPTION.sub(lambda found: found.group(1).lower(), text)
    text = _ANY_OF.sub(lambda found: "a member or a name of " + _family(found) if _family(found) != found.group(0)
                       else found.group(0), text)
    text = _FAMILY.sub(_family, text)
    text = _NAME.sub(lambda found: _MEMBERS.get(found.group(0), found.group(0)), text)
    text = _BESIDE_ITS_VALUE.sub("", text)
    text = _CALL.sub(lambda found: _CALLS.get(found.group(0), found.group(0)), text)
    text = re.sub(r"\bNULL\b", "None", text)
    if _LABEL.search(text) and text.endswith("accepted: -1 or 1"):
        text += '. Give classes=(first, second) where the table is made for two other classes, and "multinomial" for more'
    return text
