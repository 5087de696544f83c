#!/usr/bin/env python3
"""The tasks of tests/install/tasks.csv by the library from Python, by diffprivlib, by Opacus and by OpenDP: lines, seconds of
CPU with imports, and what each lacks of the task. The programs are in tests/bench/tasks, and each finds itself right.

Prints a table for bindings/README.md, and evidence lines. Needs build/libdpcvx.so, and the others where DPCVX_PEERS names
a Python that has them, as `make peers` does; programs of a library that is not there are skipped. DPCVX_PEERS may name
several, with colons between.
"""
import os
import resource
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "install"))
sys.dont_write_bytecode = True
from tasks_test import BUILD, ENVIRONMENT, TASKS, option_names, python_counts, text_of  # noqa: E402

WORK = os.path.join(BUILD, "bench", "tasks")
PEERS = ("diffprivlib", "opacus", "opendp")
# What a peer's program lacks of the task, or why there is none.
LACKS = {
    ("classification", "diffprivlib"): "columns scaled by hand, a penalty required",
    ("classification", "opacus"): "steps, batches, rate and clip by hand, add/remove alone",
    ("regression", "opacus"): "steps, batches, rate, clip and scales by hand, add/remove alone",
    ("quantile regression", "opacus"): "steps, batches, rate, clip, scales and loss by hand, add/remove alone",
    ("own loss", "opacus"): "steps, batches, rate and clip by hand, add/remove alone",
    ("accounting", "opacus"): "Gaussian noise alone, no Laplace counts",
    ("private mean and quantile", "opendp"): "a replaced record counted as two contributions by hand",
    ("several fits on one budget", "diffprivlib"): "epsilon divided by hand, each fit needs a penalty",
    ("classification", "opendp"): "no fits of labels",
    ("regression", "opendp"): "one column at most (Theil-Sen)",
    ("quantile regression", "diffprivlib"): "no such loss",
    ("quantile regression", "opendp"): "no such loss",
    ("users", "diffprivlib"): "records alone",
    ("users", "opacus"): "records alone",
    ("users", "opendp"): "users in queries, and no such fit",
    ("sparse table", "diffprivlib"): "no l1 penalty",
    ("sparse table", "opacus"): "no l1 penalty with exact zeros",
    ("sparse table", "opendp"): "no fits of labels",
    ("own loss", "diffprivlib"): "fixed losses",
    ("own loss", "opendp"): "no fits of losses",
    ("accounting", "diffprivlib"): "adds (epsilon, delta), no sampled steps",
    ("accounting", "opendp"): "no sampled steps",
    ("private mean and quantile", "opacus"): "fits alone",
    ("several fits on one budget", "opacus"): "counts what was spent, refuses nothing",
    ("several fits on one budget", "opendp"): "refuses queries beyond the budget, and has no such fit",
    ("sampling", "diffprivlib"): "no samplers",
    ("sampling", "opacus"): "no samplers",
    ("sampling", "opendp"): "no samplers of densities",
    ("budget in a file", "diffprivlib"): "in memory alone",
    ("budget in a file", "opacus"): "its record can be saved, without a limit",
    ("budget in a file", "opendp"): "in memory alone",
    ("estimate with its interval", "diffprivlib"): "no interval",
    ("estimate with its interval", "opacus"): "fits alone",
    ("estimate with its interval", "opendp"): "intervals of proportions, and of noise alone",
}


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(python, source, name):
    """Seconds of CPU of a program, or an exception that shows what it printed."""
    before = spent()
    done = subprocess.run([python, "-B", "-W", "ignore", source], cwd=WORK, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, check=False)
    if done.returncode or not done.stdout:
        raise RuntimeError("%s ended with %d\n%s" % (name, done.returncode, done.stdout))
    return spent() - before


def python_of(library):
    """The Python that has a library, and its version; or None."""
    for python in os.environ.get("DPCVX_PEERS", os.path.join(BUILD, "peers", "bin", "python3")).split(":"):
        if not os.path.exists(python):
            continue
        asked = "import importlib.metadata as m, %s; print(m.version('%s'))" % (library, library)
        done = subprocess.run([python, "-W", "ignore", "-c", asked], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              universal_newlines=True, check=False)
        if done.returncode == 0:
            return python, done.stdout.split()[-1]
    return None


def main():
    os.makedirs(WORK, exist_ok=True)
    options, here, known = option_names(), os.path.dirname(os.path.abspath(__file__)), {}
    for library in PEERS:
        known[library] = python_of(library)
        if known[library] is None:
            print("without %s: DPCVX_PEERS names no Python that has it" % library)
    print("| task | dpcvx | %s |" % " | ".join("%s%s" % (name, " " + known[name][1] if known[name] else "") for name in PEERS))
    print("|---" * (2 + len(PEERS)) + "|")
    for task, program in TASKS.items():
        source = os.path.join(ROOT, "bindings", "python", "examples", program + ".py")
        cells = ["%d lines, %.1f s" % (python_counts(text_of(source), options)[0], run(sys.executable, source, program))]
        for library in PEERS:
            source, lacks = os.path.join(here, "tasks", library, program + ".py"), LACKS.get((task, library), "")
            if not os.path.exists(source):
                cells.append("no: " + lacks)
            elif known[library] is None:
                cells.append("not measured")
            else:
                lines = python_counts(text_of(source), options)[0]
                seconds = run(known[library][0], source, library + "/" + program)
                cells.append("%d lines, %.1f s%s" % (lines, seconds, ": " + lacks if lacks else ""))
                print("evidence: tasks beside others: %s: %s %d lines, %.1f s" % (task, library, lines, seconds), file=sys.stderr)
        print("| %s | %s |" % (task, " | ".join(cells)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
