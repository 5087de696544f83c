#!/bin/sh
# The archive for aarch64: it builds, links with nothing but libm, and the C99 programs pass under an emulator.
# Usage: aarch64_test.sh [build]    build: only the archive, without a test. The test completes it where need be.
set -u
cd "$(dirname "$0")/../.." || exit 1
prefix=aarch64-linux-gnu-
build=$BUILD/aarch64
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static)
archive() {
  MAKEFLAGS= make --no-print-directory BUILD="$build" CROSS=$prefix CXX=${prefix}g++ CC=${prefix}gcc AR=${prefix}ar all
}

if ! command -v ${prefix}g++ >/dev/null || [ -z "$emulator" ]; then
  [ "${1:-}" = build ] || echo "skip aarch64: ${prefix}g++ and qemu-aarch64 are not both here"
  exit 0
fi
if [ "${1:-}" = build ]; then
  archive
  exit
fi
if ! archive; then
  echo "not ok aarch64 build"
  exit 1
fi
echo "ok aarch64 build"
for source in tests/abi/*_test.c; do
  name=$(basename "$source" .c)
  if ${prefix}gcc -std=c99 -pedantic -Iinclude -o "$build/$name" "$source" -L"$build" -Wl,-Bstatic -ldpcvx -Wl,-Bdynamic -lm &&
    "$emulator" -L /usr/aarch64-linux-gnu "$build/$name" >"$build/$name.log" 2>&1; then
    echo "ok aarch64 $name"
  else
    cat "$build/$name.log"
    echo "not ok aarch64 $name"
  fi
done
echo "evidence: abi: aarch64 archive built and its C99 programs run under emulation"
