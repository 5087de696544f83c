"""Runs the cells of each notebook of this folder, in order. Prints "ok" lines, and "skip" where a notebook's tables need pandas.
Cells that plot run where there is matplotlib."""
import ast
import glob
import json
import os
import sys

from smoke_support import Tests

test = Tests("python notebooks")
HERE = os.path.dirname(os.path.abspath(__file__))


def has(module):
    try:
        __import__(module)
        return True
    except ImportError:
        return False


def show(value):
    """What a notebook shows of the last expression of a cell."""
    for name in ("_repr_html_", "__repr__"):
        if hasattr(value, name):
            assert isinstance(getattr(value, name)(), str)


def run_cell(code, names):
    """Run a cell, and show its last expression as a notebook does. Return the problem, if there is one."""
    try:
        tree = ast.parse(code)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "a cell", "exec"), names)
        if last is not None:
            show(eval(compile(ast.Expression(last.value), "a cell", "eval"), names))
    except Exception as problem:
        return "%s: %s\n%s" % (type(problem).__name__, problem, code)
    return ""


def cells(path):
    with open(path, encoding="utf-8") as source:
        return ["".join(cell["source"]) for cell in json.load(source)["cells"] if cell["cell_type"] == "code"]


if has("matplotlib"):
    import matplotlib
    matplotlib.use("Agg")
for path in sorted(glob.glob(os.path.join(HERE, "notebooks", "*.ipynb"))):
    name, names, problem, ran = os.path.basename(path), {"print": lambda *_: None}, "", 0
    code = cells(path)
    if any("import pandas" in cell for cell in code) and not has("pandas"):
        print("skip python notebooks: %s: there is no pandas" % name)
        continue
    for cell in code:
        if has("matplotlib") or not cell.startswith("dpcvx.plots."):
            problem, ran = problem or run_cell(cell, names), ran + 1
    test("%s, %d cells" % (name, ran), not problem and ran >= 3, problem)
test("control: a cell that fails is found", run_cell("x = 1\n1 / 0", {}) != "")

sys.exit(1 if test.failed else 0)
