#!/bin/sh
# The format of every source, by clang-format 14 and gofmt, and the syntax of every script.
set -u
cd "$(dirname "$0")/../.." || exit 1
failed=0

# try NAME COMMAND...: one test.
try() {
  name=$1
  shift
  if output=$("$@" 2>&1); then
    echo "ok format: $name"
  else
    echo "$output" | head -n 60
    echo "not ok format: $name"
    failed=1
  fi
}

if command -v clang-format-14 >/dev/null 2>&1; then
  formatted() {
    find include src tests bindings -name '*.h' -o -name '*.cpp' -o -name '*.c' | LC_ALL=C sort |
      xargs clang-format-14 --dry-run -Werror
  }
  try "C and C++" formatted
else
  echo "skip format: C and C++: there is no clang-format-14"
fi

if command -v gofmt >/dev/null 2>&1; then
  go_formatted() {
    unformatted=$(gofmt -l bindings/go) && [ -z "$unformatted" ] || { echo "$unformatted"; return 1; }
  }
  try "Go" go_formatted
else
  echo "skip format: Go: there is no gofmt"
fi

scripts() {
  for script in cmake/*.sh cmake/r/con* cmake/r/cle* tests/*/*.sh tests/*/*/*.sh .ci/run; do
    [ ! -e "$script" ] || sh -n "$script" || return 1
  done
}
try "the syntax of shell scripts" scripts
python() {
  find tests bindings -name '*.py' -exec python3 -c 'import ast, sys
for path in sys.argv[1:]: ast.parse(open(path).read(), path)' {} +
}
try "the syntax of Python scripts" python
exit $failed
