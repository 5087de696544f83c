#!/bin/sh
# Looks for what a step needs. `check` names what is missing and how to get it, and stops. `install` says what it
# installs, then installs it with apt, as root or by password-less sudo.
# Usage: setup.sh check|install build|test|bench|lint|deb|packages|everything
set -eu
usage="usage: setup.sh check|install build|test|bench|lint|deb|packages|everything"
mode=${1:?"$usage"}
step=${2:?"$usage"}
: "${CXX:=g++}" "${CC:=cc}" "${CPPFLAGS:=}" "${CROSS:=}" "${EIGEN_INCLUDE:=/usr/include/eigen3}"

retry="$(dirname "$0")/retry.sh"
missing=
need() { case " $missing " in *" $1 "*) ;; *) missing="$missing $1" ;; esac; }
have() { command -v "$1" >/dev/null 2>&1; }
# step_is STEP...: what follows is for one of these steps; everything is for all.
step_is() { case " $* everything " in *" $step "*) ;; *) return 1 ;; esac; }
# finds HEADER: the C++ compiler finds it, with the caller's own paths.
finds() { printf '#include <%s>\n' "$1" | $CXX $CPPFLAGS -E -x c++ - >/dev/null 2>&1; }
# python_has MODULE: one of the Pythons that the tests may use has it (tests/tests.mk).
python_has() { python3 -c "import $1" 2>/dev/null || /usr/bin/python3 -c "import $1" 2>/dev/null; }
# compiler COMMAND DEFAULT PACKAGE: a compiler that the caller named himself is not for us to install.
compiler() {
  if have "${1%% *}"; then return; fi
  case $1 in
    "$2" | g++ | c++ | gcc | cc) need "$3" ;;
    clang*) need "${1%% *}" ;;
    *) echo "dpcvx: there is no compiler '$1'" >&2 && exit 1 ;;
  esac
}

compiler "$CXX" "${CROSS}g++" "g++${CROSS:+-${CROSS%-}}"
compiler "$CC" "${CROSS}gcc" "gcc${CROSS:+-${CROSS%-}}"
have "${CROSS}ld" && have "${CROSS}objcopy" && have "${CROSS}readelf" || need binutils
if have "${CXX%% *}"; then finds stdlib.h || need libc6-dev; else need libc6-dev; fi

if step_is test bench lint; then
  finds gtest/gtest.h || need libgtest-dev
  [ -f "$EIGEN_INCLUDE/Eigen/Core" ] || need libeigen3-dev
  have python3 || need python3
  python_has numpy || need python3-numpy
fi
if step_is bench lint; then
  finds benchmark/benchmark.h || need libbenchmark-dev
fi
if step_is lint; then
  for tool in clang++-14:clang-14 clang-format-14:clang-format-14 clang-tidy-14:clang-tidy-14 gofmt:golang-go \
    cargo:cargo rustfmt:rustfmt cargo-clippy:rust-clippy bindgen:bindgen; do
    have "${tool%%:*}" || need "${tool#*:}"
  done
  python_has clang.cindex || need python3-clang-14
  python_has mypy || need python3-mypy
fi
if step_is deb packages; then
  have python3 || need python3
  for tool in dpkg-buildpackage:dpkg-dev dh:debhelper dh_python3:dh-python lintian:lintian fakeroot:fakeroot; do
    have "${tool%%:*}" || need "${tool#*:}"
  done
fi
if step_is packages; then
  for tool in cmake:cmake Rscript:r-base-core cargo:cargo mmdebstrap:mmdebstrap qpdf:qpdf checkbashisms:devscripts \
    java:default-jre-headless mpicc:libopenmpi-dev mpirun:openmpi-bin unshare:util-linux \
    x86_64-w64-mingw32-g++-posix:g++-mingw-w64-x86-64; do
    have "${tool%%:*}" || need "${tool#*:}"
  done
  have wine64 || have wine || [ -x /usr/lib/wine/wine64 ] || need wine64
  python3 -c 'import ensurepip' 2>/dev/null || need python3-venv
  Rscript --vanilla -e 'library(knitr); library(markdown); library(testthat)' >/dev/null 2>&1 ||
    need "r-cran-knitr r-cran-markdown r-cran-testthat"
fi
if step_is everything; then
  for tool in clang++:clang valgrind:valgrind cmake:cmake pkg-config:pkg-config Rscript:r-base-core go:golang-go \
    cargo:cargo ccache:ccache; do
    have "${tool%%:*}" || need "${tool#*:}"
  done
  ls /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-x86_64.a >/dev/null 2>&1 || need libclang-rt-14-dev
  if [ "$(uname -m)" = x86_64 ]; then
    have aarch64-linux-gnu-g++ || need "g++-aarch64-linux-gnu libc6-dev-arm64-cross"
    have qemu-aarch64 || have qemu-aarch64-static || need qemu-user
  fi
  Rscript --vanilla -e 'library(testthat); library(Matrix); library(generics)' >/dev/null 2>&1 ||
    need "r-cran-testthat r-cran-matrix r-cran-generics"
  # All in one Python: the first of these that has them is the one the tests use (tests/tests.mk).
  python_has "numpy, mpmath, scipy, pandas, sklearn" || {
    for module in numpy mpmath scipy pandas sklearn; do need python3-$module; done
  }
fi

if [ -n "$missing" ]; then
  install="apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends$missing"
  if [ "$mode" = check ]; then
    {
      echo "dpcvx: missing (Debian's names):$missing. Nothing was installed."
      echo "  'make deps' installs all that any target needs; 'apt-get install$missing' only these."
      case $missing in *libeigen3*) echo "  EIGEN_INCLUDE names another place of Eigen; it is $EIGEN_INCLUDE now." ;; esac
    } >&2
    exit 1
  elif ! have apt-get; then
    echo "dpcvx: missing (Debian's names):$missing. Install them with your package manager, then run make again." >&2
    exit 1
  elif [ "$(id -u)" = 0 ]; then
    echo "dpcvx: installs these packages with apt-get:$missing" >&2
    sh "$retry" "the registry of Debian's packages" sh -c "$install" >&2
  elif have sudo && sudo -n true 2>/dev/null; then
    echo "dpcvx: installs these packages with sudo apt-get:$missing" >&2
    sh "$retry" "the registry of Debian's packages" sudo -n sh -c "$install" >&2
  else
    echo "dpcvx: missing:$missing. Run this, then make again:" >&2
    echo "  sudo sh -c '$install'" >&2
    exit 1
  fi
fi

# The crates of Rust's tests: cargo keeps them, so that tests need no network.
if [ "$mode" = install ] && step_is everything && have cargo && [ -f bindings/rust/Cargo.toml ]; then
  sh "$retry" "the registry of crates" cargo fetch --quiet --locked --manifest-path bindings/rust/Cargo.toml ||
    echo "dpcvx: cargo could not fetch the crates ndarray and serde; Rust's tests go without it." >&2
fi
