"""What help() says: every option with its range and default as the library has them, no text cut off, doctests, and the code
of README.md, run. Prints "ok" lines."""
import doctest
import inspect
import os
import pydoc
import re
import sys
import tempfile
import warnings

import numpy

import dpcvx
from dpcvx import _documented, lowlevel
from dpcvx._generated import figures, options
from smoke_support import Tests

test = Tests("python docs")
HERE = os.path.dirname(os.path.abspath(__file__))


def modules():
    """The public modules of the package that can be imported here."""
    names = [name[:-3] for name in sorted(os.listdir(os.path.dirname(dpcvx.__file__))) if re.match(r"[a-z]\w*\.py$", name)]
    for name in names:
        try:
            yield __import__("dpcvx." + name, fromlist=["dpcvx"])
        except ImportError as problem:
            print("  without %s: %s" % (name, problem))


def public(module):
    """Public classes and functions that a module defines, with the methods of its classes."""
    for name, value in vars(module).items():
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__ and callable(value):
            yield "%s.%s" % (module.__name__, name), value
            if inspect.isclass(value):
                for method, held in vars(value).items():
                    held = held.__func__ if isinstance(held, (classmethod, staticmethod)) else held
                    held = held.fget if isinstance(held, property) else held
                    if inspect.isfunction(held) and not method.startswith("_"):
                        yield "%s.%s.%s" % (module.__name__, name, method), held


EVERYTHING = [(name, value) for module in modules() for name, value in public(module)]
test.none("%d classes, functions and methods say what they do" % len(EVERYTHING),
          [name for name, value in EVERYTHING if not re.match(
              r"[A-Z].*[.:]$", (value.__doc__ or "").strip().split("\n\n")[0].replace("\n", " "))])

# ---- Options ----


def option_problems(family, text):
    """What the text of a family's options lacks, or says otherwise than the library."""
    made = lowlevel.call(family.functions)
    for name, key in family.keys.items():
        found = re.search(r"(?m)^%s : (.*)\n    (\S.*)$" % name, text)
        if not found:
            yield "%s of %s: no entry" % (name, family.name)
            continue
        low, high, default = getattr(lowlevel, "options_get_bounds_" + key.type)(made, key.number)
        heading, meaning = found.groups()
        if key.enumeration is None and not heading.startswith("bool"):
            shown = [float(eval(end.replace("^", "**"), {"inf": float("inf")})) for end in re.search(r"\[(.*), (.*)\]", heading).groups()]
            if not numpy.allclose(shown, [low, high], rtol=1e-15, atol=0):
                yield "%s of %s: %s, and the library says [%r, %r]" % (name, family.name, heading, low, high)
        said = re.search(r"default (\S+)$", heading)
        if said:
            value = {"True": 1, "False": 0}.get(said.group(1), said.group(1).strip('"'))
            if key.enumeration is not None and not str(value).isdigit():
                value = key.enumeration[value.upper()]
            if float(value if "^" not in str(value) else eval(value.replace("^", "**"))) != default:
                yield "%s of %s: %s, and the library says %r" % (name, family.name, heading, default)
        elif "to be given" not in heading and not (heading.endswith("default: chosen") and default == 0):
            yield "%s of %s: no default" % (name, family.name)
        if "DPCVX_" in meaning or re.search(r"\b[fi]64\b", meaning) or len(meaning) < 2:
            yield "%s of %s: %s" % (name, family.name, meaning)


for name, family in _documented.families(options).items():
    test.none("options of %s: ranges, defaults and meanings" % name,
              option_problems(family, _documented.entries(family)))
changed = _documented.entries(options.FIT_TABLE_OPTION).replace("range_fraction : float in [0.001", "range_fraction : float in [0.5")
test("control: another range is found", any(option_problems(options.FIT_TABLE_OPTION, changed)))
TAKE_THEM_ELSEWHERE = {
    "dpcvx.model.Objective.from_units": "as Objective", "dpcvx.selection.select_fit": "as fit_table",
    "dpcvx.model.Objective.public": "as Objective", "dpcvx.distributed.public_facts": "as Objective",
    "dpcvx.distributed.fit_batches": "as Objective", "dpcvx.spark.fit_frame": "as Objective"}
lacking = [name for name, value in EVERYTHING
           if not (inspect.isclass(value) and issubclass(value, Warning))
           and any(parameter.kind is parameter.VAR_KEYWORD for parameter in inspect.signature(value).parameters.values())
           and "Other Parameters" not in (value.__doc__ or "") and name not in TAKE_THEM_ELSEWHERE
           and not name.startswith(("dpcvx.estimators.", "dpcvx.lowlevel.", "dpcvx.search."))]
test.none("whatever takes options lists them", lacking)
for module, families in ((dpcvx.options, options), (dpcvx.figures, figures)):
    text = pydoc.plain(pydoc.render_doc(module))
    test.none("help(%s) lists every name, and cuts nothing off" % module.__name__,
              ["Family("] * ("Family(" in text) +
              ["%s of %s" % (name, family.name) for family in _documented.families(families).values()
               for name in family.keys if not re.search(r"(?m)^ *%s : " % name, text)])

# ---- Notes ----

# What needs a sentence before it. A paragraph begins with its subject.
HANGS = re.compile(r"^(it|its|this|that|these|those|they|them|so|then|such|there|the same|a lower|a cap|methods: )\b", re.I)


def hanging(text):
    """Paragraphs of notes that begin with what another line means."""
    return [paragraph for paragraph in text.split("\n\n") for line in paragraph.strip().split("\n")[:1] if HANGS.match(line)]


test.none("paragraphs of notes begin with their subject",
          [problem for family in _documented.families(options).values() for problem in hanging(_documented.notes(family))])
told = {family.name: _documented.notes(family).split("\n") for family in (options.FIT_TABLE_OPTION, options.PLAN_OPTION)}
test.none("sentences of fit_table and plans that begin with another's subject",
          [line for lines in told.values() for line in lines if re.match(r"(It|This|So|The same) ", line)])
test("control: a lost subject is found", hanging("Keys.\n\nIt clips rows.") == ["It clips rows."])

# ---- Examples ----

warnings.simplefilter("ignore")
count = wrong = 0
for module in modules():
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for example in doctest.DocTestFinder().find(module, extraglobs={"dpcvx": dpcvx, "numpy": numpy}):
        runner.run(example)
    count, wrong = count + runner.tries, wrong + runner.failures
test("%d examples of docstrings" % count, count >= 15 and wrong == 0, "%d fail" % wrong)

# ---- The code of README.md ----


def blocks(path):
    """Indented blocks of a page, each a text."""
    with open(path, encoding="utf-8") as source:
        text = source.read()
    return ["\n".join(line[4:] for line in block.split("\n"))
            for block in re.findall(r"(?:(?:^    .*\n)(?:\n(?=    ))?)+", text, re.M)]


def readme_names():
    """What the page takes for given: tables, ranges, and the like."""
    generator = numpy.random.default_rng(1)
    X = generator.uniform(0, 1, (2000, 2))
    y = X @ [2.0, 1.0] + 0.1 * generator.standard_normal(2000)
    words = numpy.where(y > 1.5, "yes", "no")
    names = {"dpcvx": dpcvx, "sklearn": sys.modules.get("sklearn"), "numpy": numpy, "X": X, "y": y,
             "owners": numpy.arange(2000) // 2, "low": [0, 0], "high": [1, 1],
             "new_rows": X[:5], "counts": generator.poisson(1.0, 2000), "years": numpy.ones(2000), "new_years": numpy.ones(5),
             "X_held_out": X[:500], "y_held_out": words[:500],
             "path": os.path.join(tempfile.mkdtemp(), "census.ledger"),
             "owners_held_out": numpy.arange(500) // 2, "words": words, "rng": dpcvx.Rng(),
             "open": lambda *_: open(os.devnull, "wb"), "print": lambda *_: None}
    try:
        import pandas
    except ImportError:
        return names
    frame = pandas.DataFrame({"age": 18 + 72 * X[:, 0], "income": 1e5 * X[:, 1],
                              "city": pandas.Categorical(numpy.where(X[:, 0] > 0.5, "Oslo", "Rome"))})
    names.update(frame=frame, new_frame=frame[:5], answers=pandas.Categorical(words),
                 frame_of_owners=pandas.DataFrame({"name": ["u%d" % (i // 2) for i in range(2000)]}))
    return names


def run_block(code, names):
    """The problem of a block of code, or none. The labels of an estimator are words."""
    given = dict(names, y=names["words"]) if "estimators." in code else names
    try:
        exec(compile(code, "README.md", "exec"), given)
        names.update({name: value for name, value in given.items() if name not in ("y", "__builtins__")})
        return []
    except Exception as problem:
        return ["%s: %s\n%s" % (type(problem).__name__, problem, code)]


try:
    import matplotlib
    matplotlib.use("Agg")
    has_matplotlib = True
except ImportError:
    has_matplotlib = False
page = os.path.join(HERE, "README.md")
if os.path.exists(page):
    names, problems, ran = readme_names(), [], 0
    for code in blocks(page):
        lacks = ("frame" in code and "frame" not in names) or ("estimators." in code and "dpcvx.estimators" not in sys.modules) or \
            ("plots." in code and not has_matplotlib)
        if not code.startswith("pip ") and not lacks:
            problems += run_block(code, names)
            ran += 1
    test.none("%d blocks of code of README.md run" % ran, problems if ran >= 5 else problems + ["%d blocks" % ran])
    with open(page, encoding="utf-8") as source:
        rows = re.findall(r'\| `"(\w+)"` \| ([\d.]+): over .* \| ([\d.]+) \|', source.read())
    costs = [(row, dpcvx.Curve.subsampled_gaussian(float(row[1]), 0.01, 1000, row[0]).epsilon(1e-6)) for row in rows]
    test("the table of DP-SGD says what each sampling costs", len(rows) == 3 and all("%.2f" % cost == row[2] for row, cost in costs), costs)
    test("control: a block that fails is found", run_block("1 / 0", {"words": None}) != [])
top = os.path.join(HERE, "..", "..", "README.md")
if os.path.exists(top):
    with open(top, encoding="utf-8") as source:
        fenced = re.findall(r"(?ms)^```python\n(.*?)^```$", source.read())
    problems = [problem for code in fenced for problem in run_block(code, {"print": lambda *_: None})]
    test.none("the Python of the top README.md runs alone", problems if fenced else ["no block"])

sys.exit(1 if test.failed else 0)
