#!/bin/sh
# The archive for aarch64: it builds, links with nothing but libm, and the C99 programs pass under an emulator.
set -u
prefix=aarch64-linux-gnu-
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static)
if ! command -v ${prefix}g++ >/dev/null || [ -z "$emulator" ]; then
  echo "skip aarch64: ${prefix}g++ and qemu-aarch64 are not both here"
  exit 0
fi
build=$BUILD/aarch64
if ! MAKEFLAGS= make BUILD="$build" CROSS=$prefix CXX=${prefix}g++ CC=${prefix}gcc AR=${prefix}ar all; then
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
