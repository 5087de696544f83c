#!/bin/sh
# The installed copy: headers, pkg-config, find_package, DESTDIR, uninstall.
cd "$(dirname "$0")/../.." || exit 1
. tests/install/common.sh

files_there() {
  for file in include/dpcvx.h include/dpcvx/base.h lib/libdpcvx.a "lib/libdpcvx.so.$VERSION" "lib/libdpcvx.so.$SOVERSION" \
    lib/libdpcvx.so lib/pkgconfig/dpcvx.pc lib/cmake/dpcvx/dpcvxConfig.cmake share/doc/dpcvx/README.md \
    share/doc/dpcvx/LICENSE $(find src bindings/c/examples -name '*.md' 2>/dev/null | sed 's|^|share/doc/dpcvx/|'); do
    [ -e "$prefix/$file" ] || { echo "missing: $file"; return 1; }
  done
}
try "install: every file is there" files_there

# links_to NAME TARGET: a link of the library's folder, and what it names.
links_to() { [ "$(readlink "$prefix/lib/$1")" = "$2" ]; }
soname() {
  readelf -dW "$prefix/lib/libdpcvx.so" | grep "SONAME.*\[libdpcvx.so.$SOVERSION\]" &&
    links_to libdpcvx.so "libdpcvx.so.$SOVERSION" && links_to "libdpcvx.so.$SOVERSION" "libdpcvx.so.$VERSION" &&
    [ -f "$prefix/lib/libdpcvx.so.$VERSION" ]
}
try "install: the shared library has a SONAME, and links that lead to it" soname
# What programs of another minor version would ask for.
series=${VERSION%.*}
later=${series%.*}.$((${series#*.} + 1))

archive_alone() {
  "$CC" -o "$work/alone" tests/install/user.c -I"$prefix/include" "$prefix/lib/libdpcvx.a" -lm &&
    "$work/alone"
}
try "install: cc and the archive" archive_alone

if have pkg-config; then
  by_pkg_config() {
    # shellcheck disable=SC2046
    "$CC" -o "$work/shared" tests/install/user.c $(pkg-config --cflags --libs dpcvx) && "$work/shared" &&
      ldd "$work/shared" | grep -q "libdpcvx.so.$SOVERSION" && [ "$(pkg-config --modversion dpcvx)" = "$VERSION" ]
  }
  try "install: pkg-config and the shared library" by_pkg_config
  by_pkg_config_static() {
    # shellcheck disable=SC2046
    "$CC" -static -o "$work/static" tests/install/user.c $(pkg-config --static --cflags --libs dpcvx) && "$work/static"
  }
  try "install: pkg-config --static, a program without any shared library" by_pkg_config_static
  # The libraries that a host must name, sorted.
  named() { pkg-config "$@" --libs dpcvx | tr ' ' '\n' | grep '^-l' | LC_ALL=C sort | tr '\n' ' '; }
  libraries() { [ "$(named)" = "-ldpcvx " ] && [ "$(named --static)" = "-ldpcvx -lm -lpthread " ]; }
  try "install: pkg-config names -lm and -lpthread beside the static library, and nothing beside the shared one" libraries
  versions() { pkg-config --exists "dpcvx >= $series" && ! pkg-config --exists "dpcvx >= $later"; }
  try "install: pkg-config knows the version" versions
else
  echo "skip install: pkg-config: there is no pkg-config"
fi

if have cmake; then
  by_find_package() {
    cmake -S tests/install/find_package -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" && cmake --build "$work/cmake" &&
      "$work/cmake/user_dpcvx" && "$work/cmake/user_static" && "$work/cmake/user_shared" || return 1
    for kind in dpcvx static shared; do
      [ "$(ldd "$work/cmake/user_$kind" | grep -c "libdpcvx.so.$SOVERSION")" = $([ $kind != shared ]; echo $?) ] || return 1
    done
  }
  try "install: find_package, static and shared" by_find_package
  # asked WORDS: find_package takes what is installed.
  asked() { cmake -S tests/install/find_package -B "$work/asked" -DCMAKE_PREFIX_PATH="$prefix" -DASKED="$1"; }
  accepted() {
    for words in "" "$series" "$VERSION EXACT" "0.0...<$later" "$series...$VERSION" "$series COMPONENTS static shared"; do
      asked "$words" || return 1
    done
  }
  try "install: find_package takes this version, ranges that hold it, and both components" accepted
  others() {
    for words in "$later" "$VERSION.1" "${series%.*}.$((${series#*.} - 1))" "1.0" "0.0...<$series" "$later...<9" \
      "$series COMPONENTS none"; do
      ! asked "$words" || return 1
    done
    asked "$series OPTIONAL_COMPONENTS none"
  }
  try "install: find_package takes no other version and no unknown component" others
  refused() { ! cmake -S tests/install/find_package -B "$work/none" -DCMAKE_PREFIX_PATH="$work/nowhere"; }
  try "install: find_package elsewhere finds nothing (control)" refused
else
  echo "skip install: find_package: there is no cmake"
fi

# As a packager does: a staging folder (with a space in its name), directories of his own, then files moved away.
staged() {
  set -- BUILD="$BUILD" DESTDIR="$work/the stage" PREFIX=/usr LIBDIR=/usr/lib/machine INCLUDEDIR=/usr/include/extra \
    DOCDIR=/usr/share/doc/libdpcvx-dev
  make "$@" install && cd "$work/the stage/usr" && [ -f lib/machine/libdpcvx.a ] && [ -f include/extra/dpcvx/base.h ] &&
    [ -f share/doc/libdpcvx-dev/src/privacy/PROOFS.md ] && cp -R . "$work/moved" && cd "$root" &&
    make "$@" uninstall && [ -z "$(find "$work/the stage" -type f -o -type l)" ] &&
    [ ! -e "$work/the stage/usr/share/doc/libdpcvx-dev" ]
}
try "install: DESTDIR, LIBDIR, INCLUDEDIR, DOCDIR; uninstall leaves no file" staged
gnu_names() {
  make BUILD="$BUILD" DESTDIR="$work/gnu" prefix=/opt/dpcvx libdir=/opt/dpcvx/lib64 docdir=/opt/dpcvx/doc install &&
    [ -f "$work/gnu/opt/dpcvx/lib64/pkgconfig/dpcvx.pc" ] && [ -f "$work/gnu/opt/dpcvx/doc/README.md" ]
}
try "install: prefix, libdir and docdir, by their GNU names" gnu_names
if have pkg-config; then
  moved_by_pkg_config() {
    # shellcheck disable=SC2046
    "$CC" -o "$work/moved_user" tests/install/user.c -Wl,-rpath,"$work/moved/lib/machine" \
      $(PKG_CONFIG_PATH="$work/moved/lib/machine/pkgconfig" pkg-config --cflags --libs dpcvx) && "$work/moved_user"
  }
  try "install: pkg-config finds the files where they were moved to" moved_by_pkg_config
fi
if have cmake; then
  moved_by_cmake() {
    cmake -S tests/install/find_package -B "$work/moved_cmake" -Ddpcvx_DIR="$work/moved/lib/machine/cmake/dpcvx" &&
      cmake --build "$work/moved_cmake" && "$work/moved_cmake/user_static" && "$work/moved_cmake/user_shared"
  }
  try "install: find_package finds the files where they were moved to" moved_by_cmake
fi
exit $failed
