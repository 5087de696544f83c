#!/bin/sh
# Every public header compiles alone, as C99 -pedantic and as C++, without a warning.
set -u
cd "$(dirname "$0")/../.."
work=$BUILD/tests/headers
mkdir -p "$work"
status=0

# try NAME COMMAND...: one test.
try() {
  name=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    echo "ok $name"
  else
    cat "$work/log"
    echo "not ok $name"
    status=1
  fi
}

for header in include/dpcvx.h include/dpcvx/*.h; do
  name=${header#include/}
  # Twice, so that the include guard is tried too.
  printf '#include <%s>\n#include <%s>\nint dpcvx_headers_test_unit;\n' "$name" "$name" >"$work/unit.c"
  cp "$work/unit.c" "$work/unit.cpp"
  for cc in "$CC" clang-14; do
    command -v "$cc" >/dev/null 2>&1 || continue
    try "$name as C99 by $cc" "$cc" -std=c99 -pedantic -Wall -Wextra -Wstrict-prototypes -Wmissing-prototypes -Werror \
      -Iinclude -fsyntax-only "$work/unit.c"
  done
  for standard in c++98 c++17; do
    # long long is the only thing that stdint.h brings which C++98 does not have
    try "$name as $standard by $CXX" "$CXX" -std=$standard -pedantic -Wno-long-long -Wall -Wextra -Werror -Iinclude \
      -fsyntax-only "$work/unit.cpp"
  done
done
exit $status
