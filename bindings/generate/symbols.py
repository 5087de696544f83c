#!/usr/bin/env python3
"""Adds to Debian's list of symbols the public functions that it lacks, with the version that they came in.

Usage: symbols.py DESCRIPTION SYMBOLS_FILE

The list is the gate of the ABI. A function that is gone stays in it, so that builds and tests fail. Only the change of
the SONAME empties it, by hand.
"""
import json
import os
import re
import sys

HEADER = "libdpcvx.so.%s libdpcvx0 #MINVER#\n* Build-Depends-Package: libdpcvx-dev\n"
SOVERSION = "0"


def listed(text):
    """{name: version} of a symbols file."""
    return dict(re.findall(r"^ (\w+)@\w+ (\S+)$", text, re.M))


def written(symbols):
    return HEADER % SOVERSION + "".join(" %s@DPCVX_%s %s\n" % (name, SOVERSION, symbols[name]) for name in sorted(symbols))


def main():
    description, path = sys.argv[1:]
    with open(description) as source:
        api = json.load(source)
    symbols = {}
    if os.path.exists(path):
        with open(path) as source:
            symbols = listed(source.read())
    for name in ["DPCVX_" + SOVERSION] + [function["name"] for function in api["functions"]]:
        symbols.setdefault(name, api["version"])
    with open(path, "w") as sink:
        sink.write(written(symbols))
    return 0


if __name__ == "__main__":
    sys.exit(main())
