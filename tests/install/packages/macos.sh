#!/bin/sh
# The library and the C programs of the tests for macOS, compiled and linked by zig's compiler for both processors.
# Nothing of it can run here. Takes zig from the Python package index.
cd "$(dirname "$0")/../../.." || exit 1
kept=$(pwd)/${BUILD#"$(pwd)"/}/packages/zig
. tests/install/packages/common.sh
have cmake || missing cmake
export ZIG_GLOBAL_CACHE_DIR="$kept/cache" ZIG_LOCAL_CACHE_DIR="$kept/cache"
python=$kept/python/bin/python3
# Hundreds of megabytes, which stay for the next run.
# Of one version: what others find is not what is tried here.
zig_is_there() {
  "$python" -m ziglang version || { python3 -m venv "$kept/python" && fetched "$index" "$python" -m pip install --quiet ziglang==0.17.1; }
}
try "zig from the Python package index" zig_is_there
zig=$("$python" -c 'import os, ziglang; print(os.path.join(os.path.dirname(ziglang.__file__), "zig"))')
echo "evidence: packages: macOS: zig $("$zig" version)"

try "its sources, joined" python3 -B cmake/joined_tree.py "$work/tree"
# library PROCESSOR OPTION...: the dynamic library. -DDPCVX_UNTESTED_SYSTEM compiles the random source of macOS too.
library() {
  cmake -S "$work/tree/cmake" -B "$work/$1" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/macos.cmake" -DDPCVX_MACOS="$1" -DDPCVX_ZIG="$zig" \
    -DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS="-DDPCVX_UNTESTED_SYSTEM -Wall -Wextra" -DCMAKE_CXX_FLAGS_RELEASE=-O1 && cmake --build "$work/$1" -j $jobs
}
# magic FILE: the first eight bytes of a file: Mach-O of 64 bits, and the processor.
magic() { od -An -tx1 -N8 "$1" | tr -d ' '; }
# linked PROCESSOR: a program of each C test.
linked() {
  for source in tests/abi/*_test.c; do
    "$zig" cc -target "$1-macos.13.0" -std=c99 -D_DARWIN_C_SOURCE -O1 -Iinclude -o "$work/$1/$(basename "$source" .c)" "$source" \
      -L"$work/$1" -ldpcvx || return 1
  done
}
for processor in x86_64 aarch64; do
  case $processor in x86_64) type=cffaedfe07000001 ;; *) type=cffaedfe0c000001 ;; esac
  try "$processor: the dynamic library compiles and links" library $processor
  is_macho() { [ "$(magic "$work/$processor/libdpcvx.dylib")" = $type ]; }
  try "$processor: it is of macOS" is_macho
  try "$processor: the C programs link with it" linked $processor
  unlinked() { mv "$work/$processor/libdpcvx.dylib" "$work/away.dylib"; ! linked $processor; }
  try "$processor: control: without it they do not" unlinked
done
set -- tests/abi/*_test.c
echo "evidence: packages: macOS: never ran: the library and its $# C programs, which link; nothing here runs them"
ended
