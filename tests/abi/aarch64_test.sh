#!/bin/sh
# The archive for aarch64: it builds, links with nothing but libm, and the C99 programs pass under an emulator, in one
# process.
# Usage: aarch64_test.sh [build]    build: only what runs, without a test. The test completes it where need be.
set -u
cd "$(dirname "$0")/../.." || exit 1
prefix=aarch64-linux-gnu-
build=$BUILD/aarch64
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static)
built() {
  MAKEFLAGS= make --no-print-directory BUILD="$build" CROSS=$prefix CXX=${prefix}g++ CC=${prefix}gcc AR=${prefix}ar \
    all "$build/tests/abi/every"
}

if ! command -v ${prefix}g++ >/dev/null || [ -z "$emulator" ]; then
  [ "${1:-}" = build ] || echo "skip aarch64: ${prefix}g++ and qemu-aarch64 are not both here"
  exit 0
fi
if [ "${1:-}" = build ]; then
  built
  exit
fi
if ! built; then
  echo "not ok aarch64 build"
  exit 1
fi
echo "ok aarch64 build"
"$emulator" -L /usr/aarch64-linux-gnu "$build/tests/abi/every" >"$build/every.log" 2>&1
status=$?
sed -n 's/^program \(.*ok\) /\1 aarch64 /p' "$build/every.log"
if [ $status != 0 ]; then
  cat "$build/every.log"
  echo "not ok aarch64: it ended with $status"
  exit 1
fi
echo "evidence: abi: aarch64 archive built and its C99 programs run under emulation"
