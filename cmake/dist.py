#!/usr/bin/env python3
"""Writes the source distribution: dpcvx-VERSION.tar.gz, and beside it dpcvx-VERSION.spdx.json, which says what is in it.

Usage: dist.py OUTPUT_FOLDER

The same sources give the same bytes: files are sorted, owned by root, and as old as SOURCE_DATE_EPOCH says, or else the
last commit. It holds the files that git knows, as they lie. Without git it holds every file except build/, and is as
old as the newest of them. So a distribution that is unpacked makes itself again.
"""
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def git(*arguments):
    """What git says of this checkout, or None where it is not one."""
    try:
        return subprocess.run(("git", "-C", ROOT) + arguments, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        return None


def is_checkout():
    top = git("rev-parse", "--show-toplevel")
    return top is not None and os.path.realpath(top.rstrip("\n")) == os.path.realpath(ROOT)


def sources():
    """The paths of all files that belong to the sources, sorted by their bytes."""
    if is_checkout():
        if git("status", "--porcelain", "--untracked-files=no"):
            print("dpcvx: files differ from the last commit; the distribution holds them as they are", file=sys.stderr)
        paths = [path for path in git("ls-files", "-z").split("\0") if path and os.path.lexists(os.path.join(ROOT, path))]
    else:
        paths = []
        for folder, folders, names in os.walk(ROOT):
            here = os.path.relpath(folder, ROOT)
            folders[:] = [name for name in folders if name not in ("__pycache__", ".git")
                          and not (here == "." and name == "build")]
            paths += [os.path.normpath(os.path.join(here, name)) for name in names if not name.endswith(".pyc")]
    return sorted(paths, key=os.fsencode)


def epoch(paths):
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    if is_checkout():
        return int(git("log", "-1", "--format=%ct"))
    places = [os.path.join(ROOT, path) for path in paths]
    return max(int(os.stat(place).st_mtime) for place in places if not os.path.islink(place))


def version():
    with open(os.path.join(ROOT, "include", "dpcvx", "base.h")) as header:
        text = header.read()
    return ".".join(re.search(r"DPCVX_VERSION_%s (\d+)" % part, text).group(1) for part in ("MAJOR", "MINOR", "PATCH"))


def write_tarball(target, top, paths, when):
    """Writes the files below the folder `top`."""
    with open(target, "wb") as sink, gzip.GzipFile("", "wb", 9, sink, 0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in paths:
            place = os.path.join(ROOT, path)
            entry = tarfile.TarInfo(top + "/" + path)
            entry.mtime, entry.uname, entry.gname = when, "root", "root"
            if os.path.islink(place):
                entry.type, entry.linkname = tarfile.SYMTYPE, os.readlink(place)
                archive.addfile(entry)
                continue
            entry.size, entry.mode = os.path.getsize(place), 0o755 if os.stat(place).st_mode & 0o100 else 0o644
            with open(place, "rb") as source:
                archive.addfile(entry, source)


def package(name, number, licence, comment, **more):
    return dict({"SPDXID": "SPDXRef-" + name, "name": name, "versionInfo": number, "downloadLocation": "NOASSERTION",
                 "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
                 "copyrightText": "NOASSERTION", "comment": comment}, **more)


def relation(one, kind, other):
    return {"spdxElementId": "SPDXRef-" + one, "relationshipType": kind, "relatedSpdxElement": "SPDXRef-" + other}


def bill_of_materials(tarball, number, when):
    """The parts of the distribution and of what is built from it, by SPDX 2.3."""
    with open(tarball, "rb") as source:
        digest = hashlib.sha256(source.read()).hexdigest()
    name = os.path.basename(tarball)
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": name[:-len(".tar.gz")],
        "documentNamespace": "urn:dpcvx:sbom:%s:%s" % (number, digest),
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when)),
                         "creators": ["Tool: dpcvx-cmake-dist.py-" + number]},
        "packages": [
            package("dpcvx", number, "Apache-2.0", "The library, its bindings and its tests.", packageFileName=name,
                    primaryPackagePurpose="SOURCE", supplier="Organization: dpcvx maintainers",
                    checksums=[{"algorithm": "SHA256", "checksumValue": digest}]),
            package("breast-cancer-table", "1995", "CC-BY-4.0",
                    "bindings/c/data/breast_cancer.inc, for the demo. No library holds it.", primaryPackagePurpose="FILE"),
            package("flights-table", "2013", "CC0-1.0",
                    "bindings/c/data/flights.inc, for the demo. No library holds it.", primaryPackagePurpose="FILE"),
        ],
        "relationships": [relation("DOCUMENT", "DESCRIBES", "dpcvx"), relation("dpcvx", "CONTAINS", "breast-cancer-table"),
                          relation("dpcvx", "CONTAINS", "flights-table")],
    }


def main():
    folder, = sys.argv[1:]
    paths, number = sources(), version()
    when = epoch(paths)
    os.makedirs(folder, exist_ok=True)
    stem = os.path.join(folder, "dpcvx-" + number)
    write_tarball(stem + ".tar.gz", "dpcvx-" + number, paths, when)
    bill = bill_of_materials(stem + ".tar.gz", number, when)
    with open(stem + ".spdx.json", "w") as sink:
        json.dump(bill, sink, indent=1, sort_keys=True)
        sink.write("\n")
    for kind in (".tar.gz", ".spdx.json"):
        print("%s  %d bytes" % (stem + kind, os.path.getsize(stem + kind)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
