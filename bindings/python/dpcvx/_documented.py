"""What help() says of options and figures: names, types, defaults, ranges and meanings, from the tables of the library."""
import inspect
import math
import re
import textwrap
from typing import Any, Callable, Dict, Iterable, List, Tuple, TypeVar

from dpcvx._generated import enums
from dpcvx._handles import Options
from dpcvx._keys import Family, Key
from dpcvx._library import call

Documented = TypeVar("Documented", bound=Callable[..., Any])

WIDTH = 110
# The type and the range at the beginning of a comment, and the default at its end, stand in the heading of an entry.
_TYPE = re.compile(r"^[fi]64((,? 0 or| -1 or|, -1 or)? in [\[(][^\[\]]*?[\])])?(, default [^;:]*)?[:;,]? *")
_DEFAULTS = [(re.compile(pattern), kept) for pattern, kept in (
    (r"to be set: ?|, to be set$", ""), (r"\b[Dd]efault ([-+^\w.]+): ", r"\1: "), (r"\b[Dd]efault [-+^\w.]+[;,] ", ""),
    (r"(^|; *|, *)default [-+^\w.]+(?=\. |$)", ""), (r"; [-\d.e]+$", ""),
    (r"(\S+)( \(default\))?: chosen\b", r"\1 lets the library choose"))]
_FUNCTIONS = {
    "dpcvx_fit_table": "fit_table()", "dpcvx_budget_price": "Budget.price()", "dpcvx_curve_rdp_order": "Curve.renyi_order()",
    "dpcvx_dataset_create_with_exposures": "Dataset(exposures=)", "dpcvx_release_by_deletion": "release_by_deletion()",
    "create_from_units": "Objective.from_units()", "create_with_loss": "a loss of one's own"}
_BOUNDS = {"f64": "dpcvx_options_get_bounds_f64", "i64": "dpcvx_options_get_bounds_i64"}
_SYMBOLS = {"phi", "eta", "mu", "sup", "alpha", "gamma", "epsilon"}
_OF_C = re.compile(r" ?\(DPCVX_\w*\*\)|DPCVX_\w*\*(, |; )?|DPCVX_[A-Z_]+?_(?:OPTION|FIGURE)_(?=[A-Z])|DPCVX_[A-Z]+_(?=[A-Z])")
_SECTION = re.compile(r"\n+( *)(Attributes|Raises|Notes|Examples)\n *---")


def _number(value: Any) -> str:
    mantissa, exponent = math.frexp(value)
    if mantissa == 0.5 and abs(exponent) > 10:
        return "2^%d" % (exponent - 1)
    shown = "%g" % value
    if 0.99 < value < 1 and float(shown) != value:
        return "1 - " + _number(float("%.6g" % (1 - value)))
    if float(shown) != value:
        shown = "%.12g" % value
    return re.sub(r"e([+-])0*", lambda found: "e" + found.group(1).strip("+"), shown)


def _values(key: Key) -> List[str]:
    return [] if key.enumeration is None else [member.name.lower() for member in key.enumeration]


def _heading(made: Options, name: str, key: Key) -> str:
    """Return "name : type, default, range", with the bounds that the library says."""
    low, high, default = call(_BOUNDS[key.type], made, key.number)
    if "to be set" in key.doc:
        said = "to be given"
    elif key.enumeration is not None and default in set(key.enumeration):
        said = "default \"%s\"" % key.enumeration(default).name.lower()
    else:
        said = "default %s" % _number(default)
    if key.enumeration is not None:
        return "%s : str, %s" % (name, "default: chosen" if said == "default 0" else said)
    if key.type == "i64" and (low, high) == (0, 1):
        return "%s : bool, %s" % (name, {"default 0": "default False", "default 1": "default True"}[said])
    return "%s : %s in [%s, %s], %s" % (name, {"f64": "float", "i64": "int"}[key.type], _number(low), _number(high), said)


def _in_python(text: str, family: Family) -> str:
    """Return a comment of the headers with the names of this package."""
    names = {member.name: '"%s"' % member.name.lower() for kind in (enums.Loss, enums.Score, enums.LocalRandomizer, enums.Method)
             for member in kind}
    names.update({name.upper(): name for name in family.keys})
    text = re.sub(r" \(DPCVX_\w+\*\)|dpcvx_options_get_bounds_\* [^.]*\.", "", text)
    text = re.sub(r"\bFORM_([A-Z_]+)", lambda found: 'form="%s"' % found.group(1).lower(), text)
    text = re.sub(r"\b(dpcvx_\w+|create_\w+)", lambda found: _FUNCTIONS.get(found.group(1), found.group(1)), text)
    return re.sub(r"\b[A-Z][A-Z0-9_]*[A-Z0-9]\b", lambda found: names.get(found.group(0), found.group(0)), text)


def _sentence(text: str) -> str:
    """Return a text with a capital letter, where it begins with a word and not with a symbol."""
    word = re.match(r"[a-z]{2,}(?![\w'])", text)
    return text if not word or word.group(0) in _SYMBOLS else text[0].upper() + text[1:]


def _meaning(name: str, key: Key, family: Family, heading: str) -> str:
    """Return what a comment says beside type, range and default, and what the family's comment says first of this key."""
    text = _OF_C.sub("", _TYPE.sub("", key.doc))
    for pattern, kept in _DEFAULTS:
        text = pattern.sub(kept, text)
    text = re.sub(r"^(or|and) ", "", text.replace(" (default)", "").strip(" ;,."))
    parts = [re.sub(r"^1 (?=[a-z])", "True ", text) if heading.startswith("%s : bool" % name) else text]
    for line in family.doc.split("\n"):
        if line.startswith(name.upper() + " "):
            parts.append(line.split(". ")[0].strip(" ."))
            break
    if key.enumeration is not None:
        parts.append("One of " + ", ".join('"%s"' % value for value in _values(key)))
    return _in_python(" ".join(_sentence(part) + "." for part in parts if part), family)


def entries(family: Family, without: Iterable[str] = ()) -> str:
    """Return an entry of numpydoc for each option."""
    made = Options(family, {})
    lines = []
    for name, key in family.keys.items():
        if name not in without:
            lines.append(_heading(made, name, key))
            lines += textwrap.wrap(_meaning(name, key, family, lines[-1]), WIDTH, initial_indent="    ", subsequent_indent="    ",
                                   break_long_words=False)
    return "\n".join(lines)


def notes(family: Family) -> str:
    """Return the family's comment, without the lines that entries have as they stand. What goes on from such a line keeps it."""
    text = re.sub(r"^Keys[^.]*\.\s*", "", family.doc)
    names = "|".join(name.upper() for name in family.keys)
    lines = text.split("\n")
    told = {place for place, (line, following) in enumerate(zip(lines, lines[1:] + [""]))
            if re.match(r"(%s) [^.]*(\.\d[^.]*)*\.$" % names, line) and (not following.strip() or re.match(r"(%s)\b" % names, following))
            and [other for other in lines if other.startswith(line.split(" ")[0] + " ")][0] == line}
    kept = "\n".join(line for place, line in enumerate(lines) if place not in told)
    return _in_python(_OF_C.sub("", kept), family).strip()


def figure_entries(family: Family) -> str:
    """Return an entry of numpydoc for each figure."""
    lines = []
    for name, key in family.keys.items():
        kind = {"f64": "float", "i64": "int"}[key.type] if key.enumeration is None else key.enumeration.__name__
        lines.append("%s : %s" % (name, kind))
        lines += textwrap.wrap(_in_python(_OF_C.sub("", re.sub(r"^[fi]64:? *", "", key.doc)), family), WIDTH,
                               initial_indent="    ", subsequent_indent="    ", break_long_words=False)
    return "\n".join(lines)


def with_options(family: Family, without: Iterable[str] = (), more: str = "") -> Callable[[Documented], Documented]:
    """Give a class or a function a section of its docstring that lists the options it takes. `more`: entries of its own."""
    def write(target: Documented) -> Documented:
        text = inspect.cleandoc(target.__doc__ or "")
        section = "\n\nOther Parameters\n----------------\n" + more + entries(family, without)
        said = notes(family)
        if said:
            section += "\n\nNotes\n-----\n" + said
        place = _SECTION.search(text)
        at = place.start() if place else len(text)
        target.__doc__ = text[:at] + section + text[at:]
        return target

    return write


def families(module: Any) -> Dict[str, Family]:
    """Return the families of a generated module by their names."""
    return {name: value for name, value in vars(module).items() if isinstance(value, Family)}
