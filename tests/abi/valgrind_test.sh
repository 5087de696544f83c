#!/bin/sh
# The C programs of this folder under valgrind, in one process: no error, nothing leaked. Programs that compute for long
# wait for make audit.
set -u
cd "$(dirname "$0")/../.." || exit 1
if ! command -v valgrind >/dev/null 2>&1; then
  echo "skip valgrind: there is no valgrind"
  exit 0
fi
waiting="accountant_test amplification_test curve_test sampler_test"
[ -z "${DPCVX_AUDIT:-}" ] || waiting=
log=$BUILD/tests/valgrind.log
# shellcheck disable=SC2086  # several names
valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all \
  "$BUILD/tests/abi/every" $waiting >"$log" 2>&1
status=$?
sed -n 's/^program \(.*ok\) /\1 valgrind: /p' "$log"
if [ $status != 0 ]; then
  cat "$log"
  echo "not ok valgrind: no error, nothing leaked"
  exit 1
fi
echo "ok valgrind: no error, nothing leaked"
echo "evidence: valgrind: $(grep -c '^program ok ' "$log") C programs, one a handle, without an error or a leak"
