#!/usr/bin/env python3
"""Writes the library's sources, joined so that they compile in half of the time, with its CMake files.

Usage: joined_tree.py OUTPUT_FOLDER

OUTPUT_FOLDER/cmake builds what cmake of the checkout builds.
"""
import os
import shutil
import sys

import vendor


def main(output):
    shutil.rmtree(output, ignore_errors=True)
    vendor.copy_library(output)
    vendor.join_sources(output)
    shutil.copytree(os.path.join(vendor.ROOT, "cmake"), os.path.join(output, "cmake"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]))
