#!/bin/sh
# The C programs of this folder under valgrind: no error, nothing leaked. Programs that compute for long
# wait for make audit.
set -u
cd "$(dirname "$0")/../.." || exit 1
failed=0
if ! command -v valgrind >/dev/null 2>&1; then
  echo "skip valgrind: there is no valgrind"
  exit 0
fi
waiting=" accountant_test amplification_test curve_test sampler_test "
[ -z "${DPCVX_AUDIT:-}" ] || waiting=
programs=0
for program in "$BUILD"/tests/abi/*_test; do
  name=$(basename "$program")
  [ -f "tests/abi/$name.c" ] || continue
  case $waiting in *" $name "*) continue ;; esac
  if valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
    "$program" >"$BUILD/tests/valgrind_$name.log" 2>&1; then
    echo "ok valgrind: $name"
    programs=$((programs + 1))
  else
    cat "$BUILD/tests/valgrind_$name.log"
    echo "not ok valgrind: $name"
    failed=1
  fi
done
echo "evidence: valgrind: $programs C programs, one a handle, without an error or a leak"
exit $failed
