#!/usr/bin/env python3
"""The source distribution: the same bytes from two copies of the sources, and from itself; and its bill of materials."""
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ["BUILD"])
NAME = "dpcvx-" + os.environ["VERSION"]
work = os.path.join(BUILD, "tests", "install", "dist_test")
failures = 0


def test(name, problems):
    """One test: it passes when there are no problems."""
    global failures
    for problem in problems:
        print("  " + str(problem))
    failures += 1 if problems else 0
    print(("not ok " if problems else "ok ") + "dist: " + name)


def run(*command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True,
                          universal_newlines=True, **options).stdout


def dist(place, mask=0o022, **variables):
    """(the tarball, the bill of materials) that the sources in this place make."""
    to = os.path.join(work, "of_" + os.path.basename(place))
    shutil.rmtree(to, ignore_errors=True)
    environment = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    environment.update(variables)
    run(sys.executable, "-B", os.path.join(place, "cmake", "dist.py"), to, env=environment,
        preexec_fn=lambda: os.umask(mask))
    made = []
    for name in (NAME + ".tar.gz", NAME + ".spdx.json"):
        with open(os.path.join(to, name), "rb") as source:
            made.append(source.read())
    return made


def is_checkout():
    return os.path.exists(os.path.join(ROOT, ".git")) and shutil.which("git") is not None


def copy_sources(name, mask):
    """A copy of the sources: a clone, where this is a checkout, with the script as it is here."""
    place = os.path.join(work, name)
    if is_checkout():
        run("git", "clone", "--quiet", "--shared", ROOT, place, preexec_fn=lambda: os.umask(mask))
        shutil.copy(os.path.join(ROOT, "cmake", "dist.py"), os.path.join(place, "cmake"))
    else:
        shutil.copytree(ROOT, place, symlinks=True, ignore=shutil.ignore_patterns("build", "__pycache__", "*.pyc"))
    return place


def unpacked(tarball):
    place = os.path.join(work, "unpacked")
    path = os.path.join(work, "tarball.tar.gz")
    with open(path, "wb") as sink:
        sink.write(tarball)
    with tarfile.open(path) as archive:
        archive.extractall(place)
    return os.path.join(place, NAME)


def entry_problems(tarball):
    path = os.path.join(work, "tarball.tar.gz")
    with tarfile.open(path) as archive:
        entries = archive.getmembers()
    names = [entry.name for entry in entries]
    yield from (name for name in names if not name.startswith(NAME + "/") or ".." in name or "/build/" in name)
    if names != sorted(names, key=os.fsencode) or len(names) != len(set(names)):
        yield "the names are not sorted"
    kinds = {(entry.uid, entry.gid, entry.uname, entry.gname, entry.mtime) for entry in entries}
    if len(kinds) != 1 or kinds.pop()[:4] != (0, 0, "root", "root"):
        yield "files have several owners or times"
    yield from (entry.name for entry in entries if entry.isfile() and entry.mode not in (0o644, 0o755))
    needed = ("Makefile", "LICENSE", "README.md", "include/dpcvx.h", "src/base/runtime.cpp", "tests/tests.mk")
    yield from ("no " + name for name in needed if NAME + "/" + name not in names)
    if gzip.decompress(tarball)[:5] != NAME[:5].encode() or tarball[3:8] != b"\0\0\0\0\0":
        yield "the gzip header has a name or a time"


DOCUMENT = ("spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "relationships")
PACKAGE = ("SPDXID", "name", "versionInfo", "downloadLocation", "filesAnalyzed", "licenseConcluded", "licenseDeclared",
           "copyrightText")


def bill_problems(text, tarball):
    """What SPDX 2.3 requires, and what we promise of it."""
    bill = json.loads(text)
    yield from ("no " + key for key in DOCUMENT if key not in bill)
    for known in bill.get("packages", []):
        yield from ("%s has no %s" % (known.get("name"), key) for key in PACKAGE if key not in known)
        if not re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", known.get("SPDXID", "")):
            yield "a bad SPDXID: %s" % known.get("SPDXID")
    packages = {known.get("name"): known for known in bill.get("packages", [])}
    if bill.get("spdxVersion") != "SPDX-2.3" or bill.get("dataLicense") != "CC0-1.0":
        yield "not SPDX 2.3"
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", bill.get("creationInfo", {}).get("created", "")):
        yield "a bad time"
    if not bill.get("creationInfo", {}).get("creators"):
        yield "no creator"
    known = {item["SPDXID"] for item in packages.values()} | {"SPDXRef-DOCUMENT"}
    relations = {(item["spdxElementId"], item["relationshipType"], item["relatedSpdxElement"])
                 for item in bill.get("relationships", [])}
    yield from (relation for relation in relations if not {relation[0], relation[2]} <= known)
    if ("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-dpcvx") not in relations:
        yield "it does not describe the library"
    yield from ("the library has no dependency, and here is " + other for _, kind, other in relations if kind == "DEPENDS_ON")
    library = packages.get("dpcvx", {})
    if library.get("versionInfo") != os.environ["VERSION"] or library.get("licenseDeclared") != "Apache-2.0":
        yield "the library's version or licence"
    if [item["checksumValue"] for item in library.get("checksums", [])] != [hashlib.sha256(tarball).hexdigest()]:
        yield "the checksum is not the tarball's"


def main():
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    one, other = copy_sources("one", 0o022), copy_sources("other", 0o077)
    tarball, bill = dist(one)
    test("two copies of the sources make the same bytes",
         [] if [tarball, bill] == dist(other, 0o077, TZ="Asia/Tokyo", LC_ALL="C") else ["they do not"])
    inside = unpacked(tarball)
    test("files are sorted, of one owner and one time", list(entry_problems(tarball)))
    test("unpacked, it makes itself", [] if [tarball, bill] == dist(inside, LC_ALL="C.UTF-8") else ["it does not"])
    later = dist(inside, SOURCE_DATE_EPOCH="1700000000")
    test("SOURCE_DATE_EPOCH sets the time (control: other bytes)",
         [] if later[0] != tarball and b'"2023-11-14T22:13:20Z"' in later[1] else ["it does not"])
    test("the bill of materials is SPDX 2.3 and names the library, which depends on nothing", list(bill_problems(bill, tarball)))
    for name, old, new in (("without the library", b"SPDXRef-dpcvx", b"SPDXRef-other"), ("with a dependency", b"CONTAINS", b"DEPENDS_ON")):
        test("control: %s it is refused" % name, [] if list(bill_problems(bill.replace(old, new), tarball)) else ["it was not"])
    with open(os.path.join(inside, "README.md"), "a") as sink:
        sink.write("\n")
    test("control: another source makes other bytes", [] if dist(inside)[0] != tarball else ["it does not"])
    print("evidence: install: the source distribution, %d bytes, has the same bytes from two copies" % len(tarball))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
