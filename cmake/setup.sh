#!/bin/sh
# Looks for what a step needs and installs what is missing with apt, as root or by password-less sudo; otherwise prints
# the command and stops. Usage: setup.sh build|test|bench|everything
set -eu
step=${1:?"usage: setup.sh build|test|bench|everything"}
: "${CXX:=g++}" "${CC:=cc}" "${EIGEN_INCLUDE:=/usr/include/eigen3}"

missing=
need() { case " $missing " in *" $1 "*) ;; *) missing="$missing $1" ;; esac; }
have() { command -v "$1" >/dev/null 2>&1; }

have "$CXX" || need g++
have "$CC" || need gcc
have ld && have objcopy && have readelf && have ar || need binutils
[ -f /usr/include/stdlib.h ] || need libc6-dev
[ -f "$EIGEN_INCLUDE/Eigen/Core" ] || need libeigen3-dev
[ -f "$EIGEN_INCLUDE/unsupported/Eigen/SpecialFunctions" ] || need libeigen3-dev

if [ "$step" != build ]; then
  [ -f /usr/include/gtest/gtest.h ] || need libgtest-dev
  have python3 || need python3
fi

if [ "$step" = bench ] || [ "$step" = everything ]; then
  [ -f /usr/include/benchmark/benchmark.h ] || need libbenchmark-dev
fi

if [ "$step" = everything ]; then
  have clang++-14 || have clang++ || need clang
  for p in clang-14:clang-14 clang-format-14:clang-format-14 clang-tidy-14:clang-tidy-14 valgrind:valgrind cmake:cmake \
    pkg-config:pkg-config Rscript:r-base-core go:golang-go rustc:rustc; do
    have "${p%%:*}" || need "${p#*:}"
  done
  ls /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-x86_64.a >/dev/null 2>&1 || need libclang-rt-14-dev
  if [ "$(uname -m)" = x86_64 ]; then
    have aarch64-linux-gnu-g++ || need "g++-aarch64-linux-gnu libc6-dev-arm64-cross"
    have qemu-aarch64 || have qemu-aarch64-static || need qemu-user
  fi
  # All in one Python: the first of these that has them is the one the tests use (tests/tests.mk).
  python3 -c 'import numpy, mpmath, scipy' 2>/dev/null || /usr/bin/python3 -c 'import numpy, mpmath, scipy' 2>/dev/null || {
    need python3-numpy
    need python3-mpmath
    need python3-scipy
  }
fi

if [ -n "$missing" ]; then
  install="apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends$missing"
  if ! have apt-get; then
    echo "dpcvx: missing (by their Debian names):$missing. Install them with your package manager and run make again." >&2
    exit 1
  elif [ "$(id -u)" = 0 ]; then
    echo "dpcvx: installing$missing" >&2
    sh -c "$install" >&2
  elif have sudo && sudo -n true 2>/dev/null; then
    echo "dpcvx: installing$missing" >&2
    sudo -n sh -c "$install" >&2
  else
    echo "dpcvx: missing:$missing. Run this, then make again:" >&2
    echo "  sudo sh -c '$install'" >&2
    exit 1
  fi
fi

version=$(sed -n 's/^#define EIGEN_\(WORLD\|MAJOR\|MINOR\)_VERSION \([0-9]*\).*/\2/p' \
  "$EIGEN_INCLUDE/Eigen/src/Core/util/Macros.h" | tr '\n' ' ')
set -- $version
if [ "$((${1:-0} * 100 + ${2:-0}))" -lt 304 ]; then
  echo "dpcvx: $EIGEN_INCLUDE holds Eigen ${1:-?}.${2:-?}; dpcvx needs 3.4 or newer. Set EIGEN_INCLUDE to one." >&2
  exit 1
fi
