#!/usr/bin/env python3
"""What the built archive and shared library are made of: the symbols they define and need, and what they leave out."""
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(ROOT)
BUILD = os.environ["BUILD"]
CC = os.environ.get("CC", "cc")
ARCHIVE = os.path.join(BUILD, "libdpcvx.a")
SHARED = os.path.join(BUILD, "libdpcvx.so." + os.environ["VERSION"])
failures = 0


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout


def test(name, problems):
    """One test: it passes when there are no problems."""
    global failures
    for problem in problems:
        print("  " + str(problem))
    print(("not ok " if problems else "ok ") + name)
    failures += 1 if problems else 0


def declared():
    """Every function that the public headers mark DPCVX_API."""
    names = set()
    for path in glob.glob(os.path.join(ROOT, "include", "dpcvx", "*.h")):
        with open(path) as source:
            text = re.sub(r"/\*.*?\*/", "", source.read(), flags=re.S)
        for declaration in re.findall(r"^DPCVX_API\b([^;{]*);", text, flags=re.M | re.S):
            names.add(re.search(r"(\w+)\s*\(", declaration).group(1))
    return names


def exported_by(library):
    rows = [line.split() for line in output("nm", "-D", "--defined-only", library).splitlines()]
    return {row[2].split("@")[0] for row in rows if len(row) == 3 and row[1] in "TDBRWV"}


def gate_problems(exported):
    """How the exported functions differ from the list that is the gate of the ABI."""
    with open(os.path.join("cmake", "debian", "libdpcvx0.symbols")) as source:
        listed = set(re.findall(r"^ (\w+)@DPCVX_\d+ ", source.read(), re.M))
    exported = {name for name in exported if not name.startswith("DPCVX_")}
    listed = {name for name in listed if not name.startswith("DPCVX_")}
    return (["%s is gone, which programs with this SONAME may call; see bindings/generate/symbols.py" % name
             for name in sorted(listed - exported)] +
            ['%s is not in cmake/debian/libdpcvx0.symbols: "make api" adds it' % name for name in sorted(exported - listed)])


def runtime_symbols():
    """What libc, libm and libgcc offer: asked of the libraries themselves."""
    names = set()
    for library in ("libc.so.6", "libm.so.6", "libpthread.so.0", "libgcc_s.so.1", "ld-linux-x86-64.so.2",
                    "ld-linux-aarch64.so.1"):
        path = output(CC, "-print-file-name=" + library).strip()
        if os.path.isabs(path):
            rows = [line.split() for line in output("nm", "-D", "--defined-only", path).splitlines()]
            names |= {row[-1].split("@")[0] for row in rows}
    archive = output(CC, "-print-libgcc-file-name").strip()
    rows = [line.split() for line in output("nm", "-g", "--defined-only", archive).splitlines()]
    names |= {row[2] for row in rows if len(row) == 3}
    return names | {"_GLOBAL_OFFSET_TABLE_"}


def main():
    public = declared()
    rows = [line.split() for line in output("nm", "-g", "--defined-only", ARCHIVE).splitlines()]
    defined = {row[2] for row in rows if len(row) == 3}
    test("the archive defines the public functions and no other global symbol",
         sorted("not defined: " + name for name in public - defined) +
         sorted("not in a header: " + name for name in defined - public))
    test("the public functions are all named dpcvx_*", sorted(n for n in defined if not n.startswith("dpcvx_")))

    rows = [line.split() for line in output("nm", "-u", ARCHIVE).splitlines()]
    needed = {row[1].split("@")[0] for row in rows if len(row) == 2}
    test("the archive needs nothing but libc, libm and libgcc", sorted(needed - runtime_symbols()))

    sections = output("readelf", "-SW", ARCHIVE)
    test("the archive has no static initialisers",
         re.findall(r"\.(?:init_array|fini_array|preinit_array|ctors|dtors)\S*", sections))
    flags = output("readelf", "-SW", ARCHIVE)
    test("the archive does not ask for an executable stack",
         [] if re.search(r"\.note\.GNU-stack\s+PROGBITS\s+\S+\s+\S+\s+\S+\s+\S+\s+0\s", flags) else ["no .note.GNU-stack"])

    test("the shared library exports the public functions and nothing else",
         sorted("not exported: " + name for name in public - exported_by(SHARED)) +
         sorted("exported: " + name for name in exported_by(SHARED) - public - {"DPCVX_0"}))
    test("the shared library exports what Debian's list of symbols says", gate_problems(exported_by(SHARED)))
    test("control: a function that is gone is found",
         [] if gate_problems(exported_by(SHARED) - {"dpcvx_version"}) else ["it was not"])
    dynamic = output("readelf", "-dW", SHARED)
    soname = re.findall(r"SONAME.*\[(.*)\]", dynamic)
    test("the shared library's SONAME", [] if soname == ["libdpcvx.so." + os.environ["SOVERSION"]] else soname or ["none"])
    libraries = re.findall(r"NEEDED.*\[(.*)\]", dynamic)
    test("the shared library needs nothing but libc, libm and libgcc",
         [name for name in libraries if not re.match(r"lib(c|m|gcc_s|pthread)\.so|ld-linux", name)])
    with open(os.path.join(BUILD, "exports.txt")) as source:
        listed = set(source.read().split())
    test("exports.txt lists the public functions", sorted(listed ^ public))

    print("evidence: abi: %d public functions; %d symbols needed, all of libc, libm or libgcc; no static initialiser; "
          "shared library needs %s" % (len(public), len(needed), ", ".join(libraries)))
    for path in sorted(glob.glob(os.path.join(BUILD, "tests", "abi", "*_test"))):
        linked = re.findall(r"^\s*(\S+)", output("ldd", path), flags=re.M)
        test("%s runs without libstdc++" % os.path.basename(path),
             [name for name in linked if re.match(r"lib(stdc\+\+|c\+\+|gcc_s)\.", name)])
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
