#!/usr/bin/env python3
"""Writes the folder of R's package with the sources of the library inside.

Usage: r_package.py OUTPUT_FOLDER

The folder OUTPUT_FOLDER/dpcvx is ready for R CMD build. Nothing of it needs the network, GNU make, pkg-config or an
installed library. Kernels of AVX2 and AVX-512 are left out, and results are the same bits without them.
"""
import os
import re
import shutil
import subprocess
import sys

import vendor

R = os.path.join(vendor.ROOT, "bindings", "r")
OWN = os.path.join(vendor.ROOT, "cmake", "r")
LINKED_BY_CXX = "// R links with the C++ compiler where src holds a source of it. The library's own lie in src/library.\n"


def package_files():
    """The files of bindings/r, as git lists them where this is a checkout: no objects that lie beside the sources."""
    ignored = re.compile(r"\.(o|so|dll)$|/\.Rbuildignore$")
    try:
        listed = subprocess.run(["git", "-C", R, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        listed = []
    listed = listed or [os.path.relpath(os.path.join(folder, name), R) for folder, _, names in os.walk(R) for name in names]
    return sorted(path for path in listed if path and not ignored.search("/" + path))


def description(text):
    """What DESCRIPTION says where the library is inside."""
    text, changed = re.subn(r"^SystemRequirements: .*$", "SystemRequirements: C++17\nNeedsCompilation: yes", text, flags=re.M)
    if changed != 1:
        raise vendor.Missing("bindings/r/DESCRIPTION has no line SystemRequirements of its usual form")
    return text


def objects(sources):
    """R's own objects and the library's, one a line."""
    own = sorted(os.path.splitext(os.path.basename(path))[0] + ".o" for path in package_files()
                 if path.startswith("src/") and path.endswith(".c"))
    library = ["library/" + os.path.splitext(path)[0] + ".o" for path in sources]
    return " \\\n  ".join(own + ["linked_by_cxx.o"] + library)


def main(output):
    folder = os.path.join(output, "dpcvx")
    shutil.rmtree(folder, ignore_errors=True)
    for path in package_files():
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        shutil.copyfile(os.path.join(R, path), os.path.join(folder, path))
    library = os.path.join(folder, "src", "library")
    vendor.copy_library(library, with_avx=False)
    os.remove(os.path.join(library, "src", "base", "runtime.cpp"))
    sources = vendor.join_sources(library)
    for name in ("configure", "cleanup"):
        shutil.copy(os.path.join(OWN, name), folder)
    os.remove(os.path.join(folder, "src", "Makevars"))
    template = vendor.read(os.path.join(OWN, "Makevars.in"))
    vendor.write(os.path.join(folder, "src", "Makevars.in"), template.replace("@OBJECTS@", objects(sources)))
    vendor.write(os.path.join(folder, "src", "linked_by_cxx.cpp"), LINKED_BY_CXX)
    vendor.write(os.path.join(folder, "DESCRIPTION"), description(vendor.read(os.path.join(R, "DESCRIPTION"))))
    vendor.write(os.path.join(folder, ".Rbuildignore"), "^README\\.md$\n^man-roxygen$\n")
    print("%s: dpcvx %s" % (folder, vendor.version()))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        main(os.path.abspath(sys.argv[1]))
    except vendor.Missing as problem:
        sys.exit("dpcvx: %s" % problem)
