#!/bin/sh
# Runs a command that asks a registry of packages for something: three times at most, since a registry fails now and
# then. Where it fails each time, the last line names the registry.
# Usage: retry.sh REGISTRY COMMAND...    DPCVX_RETRY_SECONDS (10) is the pause before the second try; the next is double.
registry=$1
shift
pause=${DPCVX_RETRY_SECONDS:-10}
for try in 1 2 3; do
  "$@" && exit 0
  status=$?
  [ $try = 3 ] && break
  echo "dpcvx: try $try of 3 failed at $registry; the next is in $pause s" >&2
  [ "$pause" = 0 ] || sleep "$pause"
  pause=$((2 * pause))
done
echo "dpcvx: $registry did not give what was asked, in 3 tries: $*" >&2
exit $status
