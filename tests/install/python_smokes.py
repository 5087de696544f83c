#!/usr/bin/env python3
"""Runs the programs bindings/python/NAME.py, each in a fork of this process, which imports once what they share. `make packages`
runs each in a process of its own. Usage: python_smokes.py NAME..."""
import importlib
import os
import runpy
import sys

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "bindings", "python")
# What programs import beside numpy and dpcvx. Those that do not must work without, and run before.
HEAVY = ("scipy.sparse", "pandas", "sklearn.model_selection", "sklearn.utils.estimator_checks", "matplotlib.pyplot")
sys.path[0] = FOLDER


def in_fork(program):
    """What is wrong with the end of a program that runs in a fork."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        program()
        sys.exit(0)
    status = os.waitpid(child, 0)[1]
    return "" if status == 0 else "it ended with %s" % (
        "signal %d" % os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))


def run(name):
    sys.argv = [os.path.join(FOLDER, name + ".py")]
    runpy.run_path(sys.argv[0], run_name="__main__")


def is_heavy(name):
    with open(os.path.join(FOLDER, name + ".py"), encoding="utf-8") as source:
        text = source.read()
    return any(module.split(".")[0] in text for module in HEAVY)


def import_all(modules):
    for module in modules:
        try:
            importlib.import_module(module)
        except ImportError:
            pass  # the programs say what they skip


def main():
    names, problems = sys.argv[1:], {}
    import_all(("numpy", "dpcvx", "smoke_support"))
    for name in sorted(names, key=is_heavy):
        if is_heavy(name):
            import_all(HEAVY)
        problems[name] = in_fork(lambda: run(name))
        if problems[name]:
            print("not ok python: %s: %s" % (name, problems[name]))
    found = in_fork(lambda: sys.exit(1))
    print(("ok" if found else "not ok") + " python: control: a program that fails is told")
    return any(problems.values()) or not found


if __name__ == "__main__":
    sys.exit(main())
