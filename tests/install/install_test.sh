#!/bin/sh
# The installed copy: headers, pkg-config, find_package, DESTDIR, uninstall.
cd "$(dirname "$0")/../.." || exit 1
. tests/install/common.sh

files_there() {
  for file in include/dpcvx.h include/dpcvx/base.h lib/libdpcvx.a "lib/libdpcvx.so.$VERSION" "lib/libdpcvx.so.$SOVERSION" \
    lib/libdpcvx.so lib/pkgconfig/dpcvx.pc lib/cmake/dpcvx/dpcvxConfig.cmake; do
    [ -e "$prefix/$file" ] || { echo "missing: $file"; return 1; }
  done
}
try "install: every file is there" files_there

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
else
  echo "skip install: pkg-config: there is no pkg-config"
fi

if have cmake; then
  by_find_package() {
    cmake -S tests/install/find_package -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" && cmake --build "$work/cmake" &&
      "$work/cmake/user_dpcvx" && "$work/cmake/user_shared"
  }
  try "install: find_package, static and shared" by_find_package
  refused() { ! cmake -S tests/install/find_package -B "$work/none" -DCMAKE_PREFIX_PATH="$work/nowhere"; }
  try "install: find_package elsewhere finds nothing (control)" refused
else
  echo "skip install: find_package: there is no cmake"
fi

staged() {
  make BUILD="$BUILD" DESTDIR="$work/stage" PREFIX=/usr install && [ -f "$work/stage/usr/lib/libdpcvx.a" ] &&
    make BUILD="$BUILD" DESTDIR="$work/stage" PREFIX=/usr uninstall && [ -z "$(find "$work/stage" -type f -o -type l)" ]
}
try "install: DESTDIR; uninstall leaves no file" staged
exit $failed
