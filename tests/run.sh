#!/bin/sh
# Runs every test program that was built and prints one closing line, "N passed, N failed". Usage: run.sh BUILD
set -u
build=${1:?"usage: run.sh BUILD"}
passed=0
failed=0

for program in "$build"/tests/*_test; do
  log=$program.log
  "$program" --gtest_brief=1 >"$log" 2>&1
  status=$?
  good=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$log" | tail -n 1)
  bad=$(sed -n 's/^ *\([0-9]*\) FAILED TEST.*/\1/p' "$log" | tail -n 1)
  good=${good:-0}
  bad=${bad:-0}
  [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
  passed=$((passed + good))
  failed=$((failed + bad))
  [ "$bad" -eq 0 ] || cat "$log"
  echo "$(basename "$program"): $good passed, $bad failed"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
