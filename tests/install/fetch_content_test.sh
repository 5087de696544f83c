#!/bin/sh
# A host that compiles the sources with its own CMake build, and what that build installs: static, then shared.
# Usage: fetch_content_test.sh [build]    build: only the host, without a test. The test completes it where need be.
cd "$(dirname "$0")/../.." || exit 1
root=$(pwd)
host=$root/${BUILD#"$root"/}/tests/install/fetch_content_host
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES

# configure FOLDER SOURCES OPTION...: a CMake build in a folder, whose options are not those of a build before.
configure() {
  folder=$1 sources=$2
  shift 2
  rm -rf "$folder/CMakeCache.txt" "$folder"/CMakeFiles/[0-9]*
  cmake -S "$sources" -B "$folder" -DFETCHCONTENT_SOURCE_DIR_DPCVX="$root" -DCMAKE_CXX_COMPILER="$CXX" \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$@"
}
# host_builds: its objects stay from run to run. CMake compiles those whose sources or flags changed, and all
# where the compiler did.
host_builds() {
  by=$("$CXX" --version) && [ "$by" = "$(cat "$host/compiler" 2>/dev/null)" ] || rm -rf "$host"
  mkdir -p "$host" && echo "$by" >"$host/compiler" &&
    configure "$host" tests/install/fetch_content -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror" &&
    cmake --build "$host" -j 2
}
if [ "${1:-}" = build ]; then
  if command -v cmake >/dev/null; then host_builds; fi
  exit
fi

. tests/install/common.sh
if ! have cmake; then
  echo "skip install: FetchContent: there is no cmake"
  exit $failed
fi

# optimization FOLDER: the -O that holds for the library's sources, or "none".
optimization() {
  grep '"command".*/src/' "$1/compile_commands.json" |
    awk '{ last = "none"; for (i = 1; i <= NF; ++i) if ($i ~ /^-O/) last = $i; print last }' | sort -u
}

host_runs() { host_builds && "$host/user"; }
try "install: FetchContent with SOURCE_SUBDIR cmake" host_runs

optimized() {
  configure "$work/unset" tests/install/fetch_content -DCMAKE_CXX_FLAGS=-O0 && configure "$work/alone" cmake &&
    [ "$(optimization "$work/unset")" = -O2 ] && [ "$(optimization "$work/alone")" = -O3 ]
}
try "install: FetchContent optimises where no build type is set, even against the host's -O0" optimized
debug() { [ "$(optimization "$host")" = none ]; }
try "install: FetchContent leaves the host's Debug as it is (control)" debug

# installed KIND: what the host installed, found by find_package (in C alone, and with C++) and by pkg-config.
installed() {
  to=$work/installed_$1
  cmake --install "$host" --prefix "$to" &&
    cmake -S tests/install/find_built -B "$work/found_$1" -DCMAKE_PREFIX_PATH="$to" -DKIND="$1" &&
    cmake --build "$work/found_$1" && "$work/found_$1/c/user" && "$work/found_$1/cxx/user" || return 1
  if have pkg-config; then
    # shellcheck disable=SC2046
    "$CC" -o "$work/by_pkg_config" tests/install/user.c \
      $(PKG_CONFIG_PATH="$to/lib/pkgconfig" pkg-config --cflags --libs dpcvx) &&
      LD_LIBRARY_PATH="$to/lib" "$work/by_pkg_config" || return 1
  fi
  for file in README.md LICENSE src/solve/fit/PROOFS.md; do
    cmp "$file" "$to/share/doc/dpcvx/$file" || return 1
  done
}
# moved KIND: staged by DESTDIR (with a space in its name), then moved to a place of which no file knows.
moved() {
  away=$work/moved_$1
  DESTDIR="$work/a stage" cmake --install "$host" --prefix /opt/dpcvx && mv "$work/a stage/opt/dpcvx" "$away" &&
    ! grep -rl -e "$root" -e /opt/dpcvx "$away/lib/cmake" "$away/lib/pkgconfig" &&
    cmake -S tests/install/find_built -B "$work/found_moved_$1" -DCMAKE_PREFIX_PATH="$away" -DKIND="$1" &&
    cmake --build "$work/found_moved_$1" && "$work/found_moved_$1/c/user" && "$work/found_moved_$1/cxx/user"
}
# The directories of a machine's own conventions would have other names.
directories() { cmake "$host" -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_DATAROOTDIR=share "$@"; }
static() { directories && installed static; }
try "install: what CMake installs, static, is found by find_package and pkg-config" static
try "install: what CMake installs, static, may be staged and moved" moved static
shared() { directories -DBUILD_SHARED_LIBS=ON && cmake --build "$host" -j 2 && installed shared; }
try "install: what CMake installs, shared, is found by find_package and pkg-config" shared
try "install: what CMake installs, shared, may be staged and moved" moved shared
links() {
  [ "$(readlink "$work/moved_shared/lib/libdpcvx.so")" = "libdpcvx.so.$SOVERSION" ] &&
    [ "$(readlink "$work/moved_shared/lib/libdpcvx.so.$SOVERSION")" = "libdpcvx.so.$VERSION" ]
}
try "install: CMake's links lead to the shared library" links
other_kind() {
  ! cmake -S tests/install/find_built -B "$work/found_other" -DCMAKE_PREFIX_PATH="$work/moved_shared" -DKIND=static
}
try "install: a component that was not built is not found (control)" other_kind

exports() {
  library=$work/installed_shared/lib/libdpcvx.so.$VERSION
  nm -D --defined-only "$library" | awk '$2 != "A" {sub(/@.*/, "", $3); print $3}' | LC_ALL=C sort >"$work/exports" &&
    diff "$BUILD/exports.txt" "$work/exports" && readelf -d "$library" | grep "SONAME.*\[libdpcvx.so.$SOVERSION\]"
}
try "install: CMake's shared library exports the public functions alone and has a SONAME" exports
exit $failed
