# What the scripts of this folder share; sourced from the top of the repository. Sets `kind` (a package's language or
# system, by the script's name) and `work` (an empty folder).
set -u
root=$(pwd)
kind=$(basename "$0" .sh)
work=$root/${BUILD#"$root"/}/packages/$kind
failed=0
began=$(date +%s)
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DPCVX_LIBRARY DPCVX_LIB_DIR DPCVX_STATIC PKG_CONFIG_PATH PYTHONPATH CARGO_TARGET_DIR \
  R_LIBS R_LIBS_USER R_MAKEVARS_USER EXTRA_CXXFLAGS
# make packages runs two scripts at a time on two processors: each builds by two jobs, since scripts end at their own times.
jobs=2
rm -rf "$work"
mkdir -p "$work"

have() { command -v "$1" >/dev/null 2>&1; }

# try NAME COMMAND...: one test; what the command says is shown where it fails.
try() {
  tried=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    echo "ok packages: $kind: $tried"
  else
    cat "$work/log"
    echo "not ok packages: $kind: $tried"
    failed=1
  fi
}

# fetched REGISTRY COMMAND...: a command that needs the network: three tries, and the registry's name where all fail.
fetched() { sh "$root/cmake/retry.sh" "$@"; }
index="the Python package index"

# missing WHAT: the script fails where the machine lacks a tool: a package that nobody tried is no package.
missing() {
  echo "not ok packages: $kind: never ran: there is no $1 (make deps)"
  exit 1
}

# first_fit WHAT COMMAND...: a test of all that a user does from nothing to a first fit, and its time.
first_fit() {
  what=$1 start=$(date +%s.%N)
  shift
  try "from nothing to a first fit: $what" "$@"
  from_nothing "$what" "$(echo "$(date +%s.%N) $start" | awk '{ print $1 - $2 }')"
}
# from_nothing WHAT SECONDS
from_nothing() { printf 'evidence: packages: from nothing to a first fit: %s: %.0f s\n' "$1" "$2"; }

# ended: the last line of each script.
ended() {
  echo "evidence: packages: $kind: $(($(date +%s) - began)) s in all"
  exit $failed
}
