#!/bin/sh
# The size of a statically linked program, as the README states it: its own first program in C, by the flags it names.
cd "$(dirname "$0")/../.." || exit 1
. tests/install/common.sh

awk '/^```c$/ { reading = 1; next } /^```$/ { if (reading) exit } reading' README.md >"$work/fit.c"
# linked OUTPUT FLAG...: the bytes of the program.
linked() {
  output=$work/$1
  shift
  "$CC" -O2 -o "$output" "$work/fit.c" -I"$prefix/include" "$@" -s || return 1
  wc -c <"$output"
}
stated() { sed -n "s/.*\([0-9]\.[0-9]*\) MB $1.*/\1/p" README.md | head -n 1; }
# near WORDS BYTES: what the README states before these words is within 20 % of it.
near() {
  echo "stated: $(stated "$1") MB, measured: $2 bytes"
  awk -v stated="$(stated "$1")" -v bytes="$2" \
    'BEGIN { ratio = bytes / 1e6 / stated; exit !(stated > 0 && ratio > 0.8 && ratio < 1.2) }'
}

static=$(linked static -static -Wl,--gc-sections -L"$prefix/lib" -ldpcvx -lm -lpthread)
archive=$(linked archive -Wl,--gc-sections "$prefix/lib/libdpcvx.a" -lm -lpthread)
try "install: the README's program, linked statically, runs" "$work/static"
# The figures are of this machine and these flags.
if [ "$("$CC" -dumpmachine)" = x86_64-linux-gnu ] && [ "${CXXFLAGS:--O2}" = -O2 ]; then
  try "install: the README states the size of a static program" near "with libc" "$static"
  try "install: the README states the size beside a shared libc" near "beside" "$archive"
  control() { ! near "with libc" $((static * 3 / 2)); }
  try "install: another size is not what the README states (control)" control
fi
echo "evidence: install: a C program that fits a model, stripped: $static bytes static, $archive beside a shared libc"
exit $failed
