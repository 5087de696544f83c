#!/usr/bin/env python3
"""The shape of the repository: what lies where, how long files and lines are, which floor may include which."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(ROOT)

TOP = {"include", "src", "bindings", "tests", "cmake", "Makefile", "README.md", "LICENSE"}
FLOORS = {
    "base": 0,
    "random": 1, "numeric": 1,
    "privacy": 2,
    "mechanism": 3, "data": 3,
    "model": 4,
    "optimize": 5, "sample": 5,
    "solve": 6, "estimate": 6,
    "audit": 7,
}
# What promises privacy, draws noise or refutes a promise keeps its proofs beside it: PROOFS.md, or PROOFS_<part>.md, in
# the area's folder or in its rooms. In src/solve every room has a README.md, and every room with a method (a class
# <Method>Run, which a fit runs) its own proofs.
WITH_PROOFS = {"random", "privacy", "mechanism", "data", "solve", "estimate", "audit"}
# Closed forms of papers, and one call for what the areas offer in steps: areas implement them.
WITHOUT_AREA = {"include/dpcvx/accountant.h", "include/dpcvx/covariance.h", "include/dpcvx/distributed.h", "include/dpcvx/evaluation.h",
                "include/dpcvx/hypothesis.h", "include/dpcvx/local.h", "include/dpcvx/reference.h",
                "include/dpcvx/selection.h", "include/dpcvx/simple.h"}
CODE = (".c", ".h", ".cpp", ".py", ".sh", ".mk", ".rs", ".go", ".R")
MOST_LINES, MOST_COLUMNS = 450, 140
# Lists of every function and key, which nobody writes.
GENERATED = re.compile(r"bindings/(python/dpcvx/_generated/|go/.*_generated\.go$|rust/.*/generated/|r/R/generated_|r/src/generated\.c)")
# Headers whose use would need libstdc++ at run time.
HEAVY = {"string", "vector", "functional", "map", "set", "unordered_map", "unordered_set", "mutex", "thread", "iostream",
         "ostream", "istream", "sstream", "fstream", "memory", "stdexcept", "exception", "list", "deque", "regex",
         "charconv", "future", "condition_variable", "random", "locale", "any", "variant", "optional"}
# Headers of libraries that people might reach for: a build needs none.
FOREIGN = re.compile(r"(unsupported/)?Eigen/|boost/|absl/|gsl/|cblas|lapacke")
# What a source for one instruction set may include: a template it shared with others would carry its instructions.
LIGHT = {"stdint.h", "stddef.h", "immintrin.h", "string.h", "cstdint", "cstddef", "cstring"}

# What every method shares: it knows methods by their tables alone.
COMMON_ROOMS = {"src/solve/core", "src/solve/risk", "src/solve/plan", "src/solve/fit"}

failures = 0


def files():
    """Every file of the repository: as git lists them, or else as they lie."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode().split("\0")
        return sorted(path for path in listed if path and os.path.exists(path))
    except (OSError, subprocess.CalledProcessError):
        return sorted(os.path.relpath(os.path.join(folder, name), ROOT)
                      for folder, _, names in os.walk(ROOT) for name in names
                      if not os.path.relpath(folder, ROOT).startswith(("build", ".git")))


def test(name, problems):
    """One test: it passes when there are no problems."""
    global failures
    for problem in problems:
        print("  " + problem)
    print(("not ok layout: " if problems else "ok layout: ") + name)
    failures += 1 if problems else 0


def read(path):
    with open(path, errors="replace") as source:
        return source.read()


def included(path):
    """(line number, name, in quotes) of each #include."""
    for number, line in enumerate(read(path).splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)', line)
        if match:
            yield number, match.group(2), match.group(1) == '"'


def include_problems(path, floors=None):
    """What a file under src/ includes that it must not."""
    floors = floors or FLOORS
    area, name = path.split("/")[1], os.path.basename(path)
    problems = []
    for number, header, _ in included(path):
        where = "%s:%d: " % (path, number)
        other = header.split("/")[0]
        if header.startswith("dpcvx/"):
            other = os.path.splitext(header.split("/")[1])[0]
        if other in floors and floors[other] > floors[area]:
            problems.append(where + "%s is above %s" % (other, area))
        if FOREIGN.match(header):
            problems.append(where + "<%s> is of another library" % header)
        if header in HEAVY:
            problems.append(where + "<%s> needs libstdc++ at run time" % header)
        if re.search(r"_avx(2|512)\.cpp$", name):
            local = os.path.dirname(header) in (area, os.path.dirname(path)[len("src/"):]) or header.startswith("base/")
            if header not in LIGHT and not local:
                problems.append(where + "a source for one instruction set includes " + header)
    return problems


def length_problems(paths):
    for path in paths:
        if not path.endswith(CODE):
            continue
        lines = read(path).splitlines()
        if len(lines) > MOST_LINES and not path.startswith("include/") and not GENERATED.match(path):
            yield "%s has %d lines" % (path, len(lines))
        for number, line in enumerate(lines, 1):
            listed = GENERATED.match(path) and path.endswith(".go")
            if len(line) > MOST_COLUMNS and not listed and "http" not in line and not re.match(r"\s*(/\*.*\*/|#define .*/\*.*\*/)$", line):
                yield "%s:%d: %d columns" % (path, number, len(line))


def proof_problems(paths, text=None):
    text = text or read
    proofs = {os.path.dirname(path) for path in paths if re.fullmatch(r"PROOFS(_\w+)?\.md", os.path.basename(path))}
    for area in sorted(WITH_PROOFS):
        if not any((folder + "/").startswith("src/%s/" % area) for folder in proofs):
            yield "src/%s has no PROOFS.md" % area
    for room in sorted({os.path.dirname(path) for path in paths if re.match(r"src/solve/\w+/", path)}):
        if room + "/README.md" not in paths:
            yield room + " has no README.md"
        headers = [path for path in paths if os.path.dirname(path) == room and path.endswith(".h")]
        if room not in proofs and any(re.search(r"class \w+Run\b", text(path)) for path in headers):
            yield room + " has a method and no PROOFS.md"


def guard_problems(paths):
    for path in paths:
        if not path.endswith(".h") or not path.startswith(("include/", "src/")):
            continue
        stem = path.split("/", 1)[1]
        stem = stem if stem.startswith("dpcvx") else "dpcvx/" + stem
        guard = re.sub(r"\W", "_", stem).upper() + ("" if path.startswith("include/") else "_")
        if "#ifndef %s\n#define %s\n" % (guard, guard) not in read(path):
            yield "%s: the include guard is not %s" % (path, guard)


def reference_problems(paths):
    """Documents that are named must exist; places on somebody's machine and numbers of issues do not belong here."""
    known = {os.path.basename(path) for path in paths}
    for path in paths:
        if not path.endswith(CODE + (".md",)) or path == "tests/check/layout_test.py":
            continue
        for number, line in enumerate(read(path).splitlines(), 1):
            for name in re.findall(r"\b[\w-]+\.md\b", line):
                if name not in known:
                    yield "%s:%d: there is no %s" % (path, number, name)
            if re.search(r"(?i)\bissues? #?\d", line):
                yield "%s:%d: the number of an issue" % (path, number)
            if re.search(r"(?<![\w.$}])/(home|root|work)/\w", line):
                yield "%s:%d: a path of one machine" % (path, number)


def registry_problems(paths, registry="src/solve/method_registry.cpp"):
    """In src/solve the registry alone includes the methods of rooms; common code includes no room; a method's constant
    stands in the room that defines it."""
    rooms = {os.path.dirname(path) for path in paths if re.match(r"src/solve/\w+/methods\.h$", path)}
    owner = {}
    for room in rooms:
        for name in re.findall(r"\bDPCVX_METHOD_\w+", read(room + "/methods.cpp")):
            owner[name] = room
    for path in paths:
        if not re.match(r"src/solve/.*\.(cpp|h)$", path) or path == registry:
            continue
        source, home = read(path), os.path.dirname(path)
        for include in re.findall(r'#include "(solve/\w+)/(?:\w+)\.h"', source):
            if "src/" + include in rooms and home not in rooms and home in COMMON_ROOMS:
                yield "%s: common code includes the room %s" % (path, include)
        for include in re.findall(r'#include "(solve/\w+)/methods\.h"', source):
            if "src/" + include != home:
                yield "%s: includes the methods of %s" % (path, include)
        for name in set(re.findall(r"\bDPCVX_METHOD_\w+", source)) - {"DPCVX_METHOD_AUTOMATIC", "DPCVX_METHOD_"}:
            if owner.get(name) != home:
                yield "%s: names %s, which is not its room's" % (path, name)


def option_problems():
    """The keys of each kind of options in the public headers are the blocks of numbers that base knows it by."""
    with open("src/base/options_c.cpp") as source:
        rows = re.findall(r'\{(\d+), (\d+), "(DPCVX_\w+_OPTION_)\*"\}', source.read())
    blocks = {}
    for first, last, prefix in rows:
        blocks.setdefault(prefix, []).append((int(first), int(last)))
    keys = {}
    for path in sorted(os.listdir("include/dpcvx")):
        with open("include/dpcvx/" + path) as header:
            for prefix, number in re.findall(r"#define (DPCVX_\w+?_OPTION_)\w+\s+(\d+)", header.read()):
                keys.setdefault(prefix, []).append(int(number))
    problems = ["src/base/options_c.cpp: no block for %s*" % prefix for prefix in sorted(set(keys) - set(blocks))]
    for prefix, ranges in blocks.items():
        own = keys.get(prefix, [0])
        for number in own:
            if not any(first <= number <= last for first, last in ranges):
                problems.append("src/base/options_c.cpp: no block of %s* holds %d" % (prefix, number))
        for first, last in ranges:
            if not {first, last} <= set(own):
                problems.append("src/base/options_c.cpp: %s* have no keys %d and %d" % (prefix, first, last))
            for other, numbers in keys.items():
                if other != prefix and any(first <= number <= last for number in numbers):
                    problems.append("src/base/options_c.cpp: the block of %s* holds keys of %s*" % (prefix, other))
    return problems


def main():
    paths = files()
    sources = [path for path in paths if re.match(r"src/\w+/.*\.(cpp|h)$", path)]
    tops = {path.split("/")[0] for path in paths}
    test("the top level", sorted(top for top in tops if top not in TOP and not top.startswith(".")))
    areas = {path.split("/")[1] for path in paths if re.match(r"src/\w+/", path)}
    test("areas have a floor", sorted("src/%s has no floor" % area for area in areas - set(FLOORS)))
    test("public headers belong to areas",
         [path for path in paths if path.startswith("include/dpcvx/") and path not in WITHOUT_AREA
          and os.path.splitext(os.path.basename(path))[0] not in FLOORS])
    test("areas that claim privacy keep their proofs", list(proof_problems(paths)))
    test("control: a method without a README or proofs is found",
         [] if len(list(proof_problems(["src/solve/toy/method.h"], lambda path: "class ToyRun {"))) >= 2 + len(WITH_PROOFS)
         else ["it was not"])
    test("areas have tests", ["tests/%s is missing" % area for area in sorted(areas)
                              if not any(path.startswith("tests/%s/" % area) for path in paths)])
    test("includes stay on their floor or below, without libstdc++ or another library",
         [problem for path in sources for problem in include_problems(path)])
    test("no include climbs (control: with the floors upside down some would)",
         [] if any(include_problems(path, {area: -floor for area, floor in FLOORS.items()}) for path in sources)
         else ["nothing was found"])
    test("control: an include of another library is found",
         [] if FOREIGN.match("Eigen/Dense") and not FOREIGN.match("estimate/covariance/symmetric_eigen.h") else ["it was not"])
    test("the method registry alone names the methods of all rooms", list(registry_problems(paths)))
    test("the registry is found (control: without its leave it names others' methods)",
         [] if any(registry_problems(paths, "")) else ["nothing was found"])
    test("a message can name the keys of every kind of options", option_problems())
    test("files and lines are short", list(length_problems(paths)))
    test("include guards", list(guard_problems(paths)))
    test("what is referred to exists", list(reference_problems(paths)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
