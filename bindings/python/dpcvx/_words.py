"""Messages and texts of the library in Python's words: names of options, of figures, of enumerations and of calls."""
import enum
import re
from typing import Any, Dict

from dpcvx._calls import ARGUMENTS, CALLS
from dpcvx._generated import enums

_SETTER = re.compile(r"dpcvx_options_set_[fi]64\(options, DPCVX_\w+?_OPTION_(\w+), ([^,()]+), &err\)")
_CANDIDATE = re.compile(r"\(candidates\[\d+\], (?=DPCVX_)")
_NO_LABEL_RANGE = (
    "give dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_LOW, low, &err) and _LABEL_HIGH, or "
    "dpcvx_options_set_f64(options, DPCVX_FIT_TABLE_OPTION_LABEL_BOUND, Y, &err)")
_OPTION = re.compile(r"DPCVX_[A-Z0-9]+(?:_[A-Z0-9]+)*?_(?:OPTION|FIGURE)_([A-Z0-9_]+)")
_SHORT_OPTION = re.compile(r"(?<![\w*])_([A-Z][A-Z0-9_]+)\b")
_ANY_OF = re.compile(r"\ba DPCVX_([A-Z0-9_]+)_\*")
_FAMILY = re.compile(r"DPCVX_([A-Z0-9_]+)_\*")
_CALL = re.compile(r"\bdpcvx_\w+\b(?!:)")
_NAME = re.compile(r"DPCVX_[A-Z0-9_]+\b")
_PATH = re.compile(r"(?<=the ledger's file ').+(?='[ ;])")
_LABEL = re.compile(r"(?:'dataset' = label|'labels?' =) (\S+) in row ")
_BESIDE_ITS_VALUE = re.compile(r"\bDPCVX_[A-Z0-9_]+ = (?=[0-9])")


def counted(count: int, noun: str, nouns: str = "") -> str:
    """Return "1 row" or "7 rows": `nouns` is what `noun` and an s are not."""
    return "%d %s" % (count, noun if count == 1 else nouns or noun + "s")


def way_to_curve(value: Any) -> str:
    """Return how a curve is had of what was given in its place: ": fit.guarantee().curve()"."""
    calls = "curve()" if hasattr(value, "curve") else "guarantee().curve()" if hasattr(value, "guarantee") else ""
    return ": %s.%s" % (type(value).__name__.lower(), calls) if calls else ""


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
_READ = re.compile(r"^dpcvx_(\w+)_get_[fi]64$")


def _of_figure(found: "re.Match[str]") -> str:
    return "%s.figure" % _spelling(found.group(1))


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
        for name, ours in ARGUMENTS.get(function, ()):
            rest = rest.replace(name, ours)
        return (CALLS.get(function) or _READ.sub(_of_figure, function)) + colon + in_python(rest)
    text = text.replace("; write dpcvx_options_set", "; give dpcvx_options_set")
    text = _CANDIDATE.sub("(options, ", text)
    text = text.replace(_NO_LABEL_RANGE, "give label_range=(low, high), or label_range_fraction=0.1, which releases it")
    text = _SETTER.sub(lambda found: "%s=%s" % (found.group(1).lower(), found.group(2)), text)
    text = _OPTION.sub(lambda found: found.group(1).lower(), text)
    text = _SHORT_OPTION.sub(lambda found: found.group(1).lower(), text)
    text = _ANY_OF.sub(lambda found: "a member or a name of " + _family(found) if _family(found) != found.group(0)
                       else found.group(0), text)
    text = _FAMILY.sub(_family, text)
    text = _NAME.sub(lambda found: _MEMBERS.get(found.group(0), found.group(0)), text)
    text = _BESIDE_ITS_VALUE.sub("", text)
    text = _CALL.sub(lambda found: CALLS.get(found.group(0), found.group(0)), text)
    text = re.sub(r"\bNULL\b", "None", text)
    strange = _LABEL.search(text)
    if strange is not None and text.endswith("accepted: -1 or 1"):
        text += (". Declare labels 0 and 1: Dataset(..., classes=(0, 1))" if strange.group(1) in ("0", "1") else
                 ". Declare two others: Dataset(..., classes=(first, second))") + '. "multinomial" takes more classes'
    return text
