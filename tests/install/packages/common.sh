# What the scripts of this folder share; sourced from the top of the repository. Sets `kind` (a package's language or
# system, by the script's name) and `work` (an empty folder).
set -u
root=$(pwd)
kind=$(basename "$0" .sh)
work=$root/${BUILD#"$root"/}/packages/$kind
failed=0
began=$(date +%s)
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DPCVX_LIBRARY DPCVX_LIB_DIR DPCVX_STATIC PKG_CONFIG_PATH PYTHONPATH CARGO_TARGET_DIR \
  R_LIBS R_LIBS_USER R_MAKEVARS_USER
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

# missing WHAT: ends the script where the machine lacks a tool.
missing() {
  echo "skip packages: $kind: there is no $1 (make deps)"
  exit $failed
}

# ended: the last line of each script.
ended() {
  echo "evidence: packages: $kind: $(($(date +%s) - began)) s in all"
  exit $failed
}
