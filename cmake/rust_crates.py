#!/usr/bin/env python3
"""Writes Rust's crates as they are packed: dpcvx-sys carries the library's sources.

Usage: rust_crates.py OUTPUT_FOLDER

OUTPUT_FOLDER/crates is a workspace like bindings/rust, ready for cargo package.
"""
import os
import shutil
import sys

import vendor

CRATES = os.path.join(vendor.ROOT, "bindings", "rust")
# What make needs beside the sources.
BUILDING = ("Makefile", "cmake/setup.sh", "cmake/retry.sh", "tests/tests.mk", "tests/check/lint.mk")


def edit(path, old, new):
    text = vendor.read(path)
    if text.count(old) != 1:
        raise vendor.Missing("%s does not hold %s once" % (path, old))
    vendor.write(path, text.replace(old, new))


def main(output):
    folder = os.path.join(output, "crates")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(CRATES, folder, ignore=shutil.ignore_patterns("target", "vendor"))
    carried = os.path.join(folder, "dpcvx-sys", "vendor")
    vendor.copy_library(carried)
    vendor.join_sources(carried)
    for path in BUILDING:
        os.makedirs(os.path.dirname(os.path.join(carried, path)), exist_ok=True)
        shutil.copyfile(os.path.join(vendor.ROOT, path), os.path.join(carried, path))
    for crate in ("dpcvx-sys", "dpcvx"):
        for path in (os.path.join(vendor.ROOT, "LICENSE"), os.path.join(CRATES, "README.md")):
            shutil.copy(path, os.path.join(folder, crate))
    edit(os.path.join(folder, "dpcvx", "src", "lib.rs"), 'include_str!("../../README.md")', 'include_str!("../README.md")')
    print("%s: dpcvx %s" % (folder, vendor.version()))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        main(os.path.abspath(sys.argv[1]))
    except vendor.Missing as problem:
        sys.exit("dpcvx: %s" % problem)
