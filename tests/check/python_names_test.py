#!/usr/bin/env python3
"""Options, figures, methods and enumerations of the Python package have the names and numbers of the public headers.

A table of the package maps a name to a number, or to a number and its type: NAME of DPCVX_..._OPTION_NAME, and so on,
in lower case. Constants in capitals are the headers' without DPCVX_, and without the name of the family where a short
word says it: REPLACE_ONE. Every option and figure of a family that a table has is in the table.
"""
import ast
import collections
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = "OPTION|FIGURE|SCORE|LOSS|METHOD|DIAGNOSTIC|KIND"
PLAIN = re.compile(r"DPCVX_(?:(\w+?)_)?(%s)_(\w+)$" % KINDS)
# Callers' own functions are not wrapped.
WITHOUT = {"DPCVX_LOSS_CALLBACK"} | {"DPCVX_OBJECTIVE_OPTION_" + name for name in (
    "LIPSCHITZ", "SMOOTHNESS", "STRONG_CONVEXITY", "MAX_SLOPE", "MAX_CURVATURE")}
failures = 0


def test(name, problems):
    global failures
    for problem in problems:
        print("  " + problem)
    failures += 1 if problems else 0
    print(("not ok " if problems else "ok ") + "python names: " + name)


def headers():
    """The constants of the public headers, by their names."""
    found = {}
    for path in glob.glob(os.path.join(ROOT, "include", "dpcvx", "*.h")):
        with open(path) as source:
            for name, number in re.findall(r"^#define (DPCVX_\w+)\s+(?:\\\n\s*)?(\d+)\b", source.read(), re.M):
                found[name] = int(number)
    return found


def entries(table):
    """The names and numbers of a dictionary that is written out; none where it is another one."""
    found = []
    for key, value in zip(table.keys, table.values):
        value = value.elts[0] if isinstance(value, ast.Tuple) else value
        if not (isinstance(key, ast.Constant) and isinstance(key.value, str) and isinstance(value, ast.Constant)):
            return []
        found.append((key.value, value.value))
    return found


def table_problems(table, known):
    by_number = collections.defaultdict(list)
    for name, number in known.items():
        if PLAIN.match(name):
            by_number[number].append(name)
    families, problems, listed = set(), [], set()
    for name, number in table:
        matches = [other for other in by_number[number] if PLAIN.match(other).group(3).lower() == name]
        if not matches:
            problems.append("%r is %d, which is %s" % (name, number, " or ".join(by_number[number]) or "no constant"))
            continue
        listed.add(matches[0])
        families.add(matches[0][:-len(name)])
    if len(families) == 1:
        family = families.pop()
        problems += ["%s is missing" % name for name in sorted(known)
                     if name.startswith(family) and name not in listed and name not in WITHOUT]
    return problems


def constant_problems(name, number, known):
    ends = [other for other in known if other == "DPCVX_" + name or other.endswith("_" + name)]
    return [] if any(known[other] == number for other in ends) else ["%s = %d is no constant" % (name, number)]


def problems_of(text, known):
    problems = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Assign):
            continue
        if isinstance(node.value, ast.Dict):
            problems += table_problems(entries(node.value), known)
            continue
        target, value = node.targets[0], node.value
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        values = value.elts if isinstance(value, ast.Tuple) else [value]
        for name, number in zip(names, values):
            if isinstance(name, ast.Name) and re.match(r"[A-Z][A-Z_]+$", name.id) and \
                    isinstance(number, ast.Constant) and isinstance(number.value, int):
                problems += constant_problems(name.id, number.value, known)
    return problems


def main():
    known = headers()
    for path in sorted(glob.glob(os.path.join(ROOT, "bindings", "python", "dpcvx*.py"))):
        with open(path) as source:
            test(os.path.basename(path), problems_of(source.read(), known))
    wrong = {"an old name": '_O = {"work_limit": (410, False)}', "another number": '_O = {"max_passes": (411, False)}',
             "an old constant": "SCHEDULE_PAPER = 429", "one that is missing": '_F = {"rows": 251, "columns": 252}'}
    for what, text in wrong.items():
        test("control: %s is found" % what, [] if problems_of(text, known) else [text])
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
