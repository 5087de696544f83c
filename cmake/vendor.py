"""What packages carry of this repository to build the library without it: its sources and its licence."""
import glob
import os
import re
import shutil

import joined

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOR_ONE_PROCESSOR = re.compile(r"_avx(2|512)\.cpp$")
LIBRARY = ("include/*.h", "include/dpcvx/*.h", "src/*/*.h", "src/*/*.cpp", "src/*/*/*.h", "src/*/*/*.cpp")


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


def library_files(with_avx=True):
    """The paths of the library's own files below the repository, sorted."""
    return [path for path in own_files(ROOT) if with_avx or not FOR_ONE_PROCESSOR.search(path)]


def copy_library(folder, with_avx=True):
    """Copies the library's own files and its licence. Returns their paths."""
    paths = library_files(with_avx)
    for path in paths:
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        shutil.copyfile(os.path.join(ROOT, path), os.path.join(folder, path))
    shutil.copyfile(os.path.join(ROOT, "LICENSE"), os.path.join(folder, "LICENSE"))
    return paths


def join_sources(folder):
    """Writes files that include several sources each into src/joined of a copied library, and returns their paths.

    Sources for one processor stay by themselves, and so does the C++ runtime's."""
    root = os.path.join(folder, "src")
    sources = [path[len("src/"):] for path in own_files(folder) if path.endswith(".cpp") and path.startswith("src/")]
    sources = [path for path in sources if path != "base/runtime.cpp" and not FOR_ONE_PROCESSOR.search(path)]
    written = []
    for number, group in enumerate(joined.groups(root, sources)):
        written.append("src/joined/%s_%d.cpp" % (group[0].split("/")[0], number))
        write(os.path.join(folder, written[-1]), "// Sources of one area that compile together.\n" +
              "".join('#include "%s"\n' % path for path in group))
    return written
