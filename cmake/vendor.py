"""What packages carry of this repository to build the library without it: its sources and, where a source includes
src/base/eigen.h, the headers of Eigen that this one reaches, with their licences.
"""
import glob
import os
import re
import shutil

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIBRARY = ("include/*.h", "include/dpcvx/*.h", "src/*/*.h", "src/*/*.cpp", "src/*/*/*.h", "src/*/*/*.cpp")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.M)
# Headers of Eigen that stand under conditions which are never true here: other processors than x86-64 and aarch64,
# devices, and the libraries that Eigen can call.
NEVER = re.compile(r"_LAPACKE\.h$|_BLAS\.h$|Assign_MKL|misc/(lapacke|blas)\.h$|arch/(GPU|HIP|CUDA|SYCL|AltiVec|ZVector|MSA)/")
# Licences that a header of Eigen may have, by words of each. A header that names none is under Eigen's own, the MPL.
LICENCES = (("MPL-2.0", "Mozilla Public License"), ("Apache-2.0", "Apache License, Version 2.0"),
            ("a BSD licence", "Redistribution and use in source and binary forms"))
OTHERS = re.compile(r"\b(GNU|LGPL|GPL|Boost Software License|Creative Commons)\b")
DOOR = "src/base/eigen.h"  # the only header that includes Eigen
PLACES_OF_MPL = ("COPYING.MPL2", "../COPYING.MPL2", "/usr/share/common-licenses/MPL-2.0")


class Missing(Exception):
    """Something that a package needs is not there."""


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as source:
        return source.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as sink:
        sink.write(text)


def version():
    header = read(os.path.join(ROOT, "include", "dpcvx", "base.h"))
    return ".".join(re.search(r"DPCVX_VERSION_%s (\d+)" % part, header).group(1) for part in ("MAJOR", "MINOR", "PATCH"))


def own_files(root):
    return sorted(os.path.relpath(path, root) for pattern in LIBRARY for path in glob.glob(os.path.join(root, pattern)))


def needs_eigen(root=ROOT):
    """Whether a source of the library reaches Eigen. Tests may, without it."""
    return any(path != DOOR and "base/eigen.h" in INCLUDE.findall(read(os.path.join(root, path))) for path in own_files(root))


def library_files(with_avx=True):
    """The paths of the library's own files below the repository, sorted."""
    needed = needs_eigen()
    return [path for path in own_files(ROOT)
            if (with_avx or not re.search(r"_avx(2|512)\.cpp$", path)) and (needed or path != DOOR)]


def eigen_version(include):
    text = read(os.path.join(include, "Eigen", "src", "Core", "util", "Macros.h"))
    return ".".join(re.search(r"#define EIGEN_%s_VERSION (\d+)" % part, text).group(1) for part in ("WORLD", "MAJOR", "MINOR"))


def eigen_files(include):
    """The paths below `include` of the headers that src/base/eigen.h reaches, sorted."""
    wanted = [(path, "") for path in INCLUDE.findall(read(os.path.join(ROOT, DOOR)))
              if path.startswith(("Eigen/", "unsupported/"))]
    found = set()
    while wanted:
        name, folder = wanted.pop()
        path = next((path for path in (os.path.normpath(os.path.join(folder, name)), os.path.normpath(name))
                     if os.path.isfile(os.path.join(include, path))), None)
        if path is None and name.startswith(("Eigen/", "unsupported/")) and not folder:
            raise Missing("there is no %s in %s; EIGEN_INCLUDE names the folder that holds Eigen/Core" % (name, include))
        if path is None or path in found or NEVER.search(path):
            continue  # a header of the compiler, or of a library that Eigen can call
        found.add(path)
        wanted += [(name, os.path.dirname(path)) for name in INCLUDE.findall(read(os.path.join(include, path)))]
    return sorted(found)


def licence_of(path, text):
    words = " ".join(re.sub(r"[/*]", " ", "\n".join(text.splitlines()[:40])).split())  # its notice
    if OTHERS.search(words):
        raise Missing("%s of Eigen is under a licence that cmake/vendor.py does not know" % path)
    return " AND ".join(licence for licence, phrase in LICENCES if phrase in words) or "MPL-2.0"


def mpl_text(include):
    for place in PLACES_OF_MPL:
        path = os.path.join(include, place)
        if os.path.isfile(path):
            return read(path)
    raise Missing("there is no text of the MPL 2.0: neither COPYING.MPL2 beside Eigen nor /usr/share/common-licenses/MPL-2.0")


def without_pragmas(text):
    """A header whose pragmas against warnings are comments: archives of packages refuse them."""
    return re.sub(r"^([ \t]*)(#[ \t]*pragma[ \t]+(?:GCC|clang)[ \t]+diagnostic[ \t].*)$", r"\1// \2", text, flags=re.M)


def copy_eigen(include, folder, edit=None):
    """Copies the headers and the licence. Returns the notice, which names the version and each licence."""
    licences = {}
    for path in eigen_files(include):
        text = read(os.path.join(include, path))
        licences.setdefault(licence_of(path, text), []).append(path)
        write(os.path.join(folder, path), edit(text) if edit else text)
    write(os.path.join(folder, "COPYING.MPL2"), mpl_text(include))
    changed = "Lines with pragmas against warnings were made comments. Nothing else was changed." if edit else \
        "No file was changed."
    others = "".join("  %s, as the file says: %s\n" % (licence, path) for licence in sorted(licences)
                     for path in licences[licence] if licence != "MPL-2.0")
    notice = ("Headers of Eigen %s (https://eigen.tuxfamily.org), by its authors, whom each file names.\n"
              "Licence: Mozilla Public License 2.0, in COPYING.MPL2 beside them. %s\n"
              "%d headers of Eigen are here: those that the library includes.\n%s") % (
                  eigen_version(include), changed, sum(map(len, licences.values())), others)
    write(os.path.join(folder, "NOTICE"), notice)
    return notice


def copy_library(folder, with_avx=True):
    """Copies the library's own files and its licence. Returns their paths."""
    paths = library_files(with_avx)
    for path in paths:
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        shutil.copyfile(os.path.join(ROOT, path), os.path.join(folder, path))
    shutil.copyfile(os.path.join(ROOT, "LICENSE"), os.path.join(folder, "LICENSE"))
    return paths
