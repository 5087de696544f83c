"""Builds the library with make and puts it into the package.

In a checkout the sources are two folders up. A source distribution carries them in library/.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = next((place for place in (os.path.join(HERE, "library"), os.path.dirname(os.path.dirname(HERE)))
               if os.path.exists(os.path.join(place, "include", "dpcvx.h"))), None)
if SOURCE is None:
    sys.exit("dpcvx: the sources of the library are not beside this package. Install from a checkout, with a pip of 21.3 "
             "or newer (older ones copy the folder away from it), or from a source distribution or a wheel.")
# What make needs of the sources.
CARRIED = ["Makefile", "LICENSE", "cmake/*.sh", "cmake/*.in", "cmake/*.cmake", "include/*.h", "include/dpcvx/*.h",
           "src/*/*.cpp", "src/*/*.h", "src/*/*/*.cpp", "src/*/*/*.h", "tests/tests.mk", "tests/check/lint.mk"]


def version():
    with open(os.path.join(SOURCE, "include", "dpcvx", "base.h")) as header:
        text = header.read()
    return ".".join(re.search(r"DPCVX_VERSION_%s (\d+)" % part, text).group(1) for part in ("MAJOR", "MINOR", "PATCH"))


def build_library():
    """Runs make and returns the shared library."""
    build = os.path.join(SOURCE, "build")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    try:
        subprocess.run(["make", "-C", SOURCE, "BUILD=build", os.path.join("build", "libdpcvx.so")], check=True, env=kept)
    except (OSError, subprocess.CalledProcessError) as problem:
        sys.exit("dpcvx: make failed (%s). It needs make, g++ with C++17 and binutils. A wheel needs "
                 "none of them." % problem)
    return os.path.realpath(os.path.join(build, "libdpcvx.so"))


class BuildWithLibrary(build_py):
    """The package, and the library inside. An editable install uses the library in the checkout's build folder."""

    def run(self):
        library = build_library()
        super().run()
        if not getattr(self, "editable_mode", False):
            folder = os.path.join(self.build_lib, "dpcvx", "lib")
            os.makedirs(folder, exist_ok=True)
            shutil.copyfile(library, os.path.join(folder, "libdpcvx.so"))


def platform_of(library, plain):
    """manylinux with the least version of glibc that has the symbols which the library needs."""
    machine = re.match(r"linux_(\w+)$", plain)
    shown = subprocess.run(["readelf", "-W", "--dyn-syms", library], stdout=subprocess.PIPE, check=True,
                           universal_newlines=True).stdout
    versions = [int(minor) for minor in re.findall(r"@GLIBC_2\.(\d+)", shown)]
    if not machine or not versions:
        return plain
    return "manylinux_2_%d_%s" % (max(17, max(versions)), machine.group(1))


class WithLibrary(Distribution):
    """A package with a library inside, which belongs to one kind of machine."""

    def has_ext_modules(self):
        return True


class WheelForAnyPython(bdist_wheel):
    """The library depends on the machine and its C library, and on no version of Python."""

    def get_tag(self):
        return "py3", "none", platform_of(build_library(), super().get_tag()[2])


class SourceWithLibrary(sdist):
    """The package, and the sources of the library in library/."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for pattern in CARRIED:
            for path in glob.glob(os.path.join(SOURCE, pattern)):
                target = os.path.join(base_dir, "library", os.path.relpath(path, SOURCE))
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy2(path, target)


setup(version=version(), distclass=WithLibrary,
      cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelForAnyPython, "sdist": SourceWithLibrary},
      options={"build": {"build_base": os.path.join(SOURCE, "build", "python")}})
