#!/usr/bin/env python3
"""Writes the Go module of this checkout as a proxy in a folder, from which `go get` takes it by its path and version.

Usage: go_proxy.py OUTPUT_FOLDER
"""
import json
import os
import re
import shutil
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODULE = os.path.join(ROOT, "bindings", "go")
MOMENT = (1980, 1, 1, 0, 0, 0)  # of every file, so that the same sources give the same bytes


def read(path):
    with open(path, encoding="utf-8") as source:
        return source.read()


def version():
    header = read(os.path.join(ROOT, "include", "dpcvx", "base.h"))
    parts = (re.search(r"DPCVX_VERSION_%s (\d+)" % part, header) for part in ("MAJOR", "MINOR", "PATCH"))
    return "v" + ".".join(part.group(1) for part in parts)


def files():
    """The files of the module, by their names in it, and the licence."""
    found = {os.path.relpath(os.path.join(folder, name), MODULE): os.path.join(folder, name)
             for folder, _, names in os.walk(MODULE) for name in names if name.endswith((".go", ".mod", ".md"))}
    return dict(found, LICENSE=os.path.join(ROOT, "LICENSE"))


def main(output):
    path = re.search(r"^module (\S+)$", read(os.path.join(MODULE, "go.mod")), re.M).group(1)
    tag, folder = version(), os.path.join(output, *path.split("/"), "@v")
    shutil.rmtree(output, ignore_errors=True)
    os.makedirs(folder)
    for name, text in (("list", tag + "\n"), (tag + ".mod", read(os.path.join(MODULE, "go.mod"))),
                       (tag + ".info", json.dumps({"Version": tag}) + "\n")):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as sink:
            sink.write(text)
    with zipfile.ZipFile(os.path.join(folder, tag + ".zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, place in sorted(files().items()):
            with open(place, "rb") as source:
                entry = zipfile.ZipInfo("%s@%s/%s" % (path, tag, name.replace(os.sep, "/")), MOMENT)
                archive.writestr(entry, source.read(), zipfile.ZIP_DEFLATED)
    print("%s %s in %s" % (path, tag, output))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]))
