# What the scripts of this folder share; sourced from the top of the repository. Sets `work` (an empty folder named as
# the script) and `prefix` (a fresh installation in it).
set -u
root=$(pwd)
work=$root/${BUILD#"$root"/}/tests/install/$(basename "$0" .sh)
prefix=$work/prefix
failed=0
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DESTDIR LIBDIR INCLUDEDIR DATADIR DOCDIR libdir includedir datadir docdir
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" LD_LIBRARY_PATH="$prefix/lib"

have() { command -v "$1" >/dev/null 2>&1; }

# try NAME COMMAND...: one test; what the command says is shown where it fails.
try() {
  name=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    echo "ok $name"
  else
    cat "$work/log"
    echo "not ok $name"
    failed=1
  fi
}

# show COMMAND...: runs a program that prints "ok" lines of its own.
show() {
  "$@" 2>&1 || failed=1
}

rm -rf "$work"
mkdir -p "$work"
try "$(basename "$0" .sh): make install" make BUILD="$BUILD" PREFIX="$prefix" install
