#!/usr/bin/env python3
"""Gives the Go module another path: in go.mod, in every import, and in the pages.

Usage: go_module.py PATH [FOLDER]     FOLDER is the module's; without it, bindings/go of this repository

A module's path is where its repository is found: example.com/me/dpcvx/bindings/go for this repository at
example.com/me/dpcvx, whose tags are then bindings/go/v0.1.0.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Pages beside the module that name it.
BESIDE = ("bindings/README.md",)
ELEMENT = r"[A-Za-z0-9_~-]+(\.[A-Za-z0-9_~-]+)*"


def read(path):
    with open(path, encoding="utf-8") as source:
        return source.read()


def problem_of(path):
    """Why Go would not take a path, or None. Go asks for a host with a dot first, since it fetches from there."""
    if not re.fullmatch(r"%s(/%s)+" % (ELEMENT, ELEMENT), path):
        return "it is not elements of letters, digits and -._~ with single slashes between them"
    host = path.split("/")[0]
    if "." not in host or re.search(r"[A-Z_~]", host) or host.startswith("-"):
        return "its first element is not the name of a server, in small letters and with a dot"
    major = re.search(r"DPCVX_VERSION_MAJOR (\d+)", read(os.path.join(ROOT, "include", "dpcvx", "base.h"))).group(1)
    last = re.search(r"/v([0-9]+)$", path)
    if last and (last.group(1) != major or int(major) < 2):
        return "its end is a version, and this is version %s" % major
    return None


def rename(folder, path):
    """Returns the paths of the files that were changed, and the old path of the module."""
    old = re.search(r"^module (\S+)$", read(os.path.join(folder, "go.mod")), re.M).group(1)
    named = re.compile(r"(?<![\w./-])%s(?![\w-]|\.\w)" % re.escape(old))
    files = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names
             if name.endswith((".go", ".mod", ".md"))]
    if os.path.realpath(folder) == os.path.realpath(os.path.join(ROOT, "bindings", "go")):
        files += [os.path.join(ROOT, name) for name in BESIDE]
    changed = []
    for place in sorted(files):
        text = read(place)
        # The server's name alone: what GONOSUMDB leaves out.
        renamed = named.sub(path, text).replace("GONOSUMDB=" + old.split("/")[0] + " ", "GONOSUMDB=" + path.split("/")[0] + " ")
        if renamed != text:
            with open(place, "w", encoding="utf-8") as sink:
                sink.write(renamed)
            changed.append(place)
    return changed, old


def main(path, folder):
    problem = problem_of(path)
    if problem:
        sys.exit("dpcvx: the module path %r: %s; accepted: such as example.com/me/dpcvx" % (path, problem))
    changed, old = rename(folder, path)
    print("%s is now %s: %d files changed in %s" % (old, path, len(changed), folder))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else os.path.join(ROOT, "bindings", "go"))
