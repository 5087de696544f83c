#!/bin/sh
# Debian's source and binary packages of these sources, and what lintian says of them. The source distribution is the
# upstream tarball; cmake/debian becomes debian/ in a copy of it.
# Usage: deb.sh OUTPUT_FOLDER [source]    source: only the source package, without lintian
set -eu
mkdir -p "$1"
output=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES BUILD CC CXX AR CFLAGS CXXFLAGS CPPFLAGS LDFLAGS EXTRA_CXXFLAGS

rm -rf "$output"/dpcvx* "$output"/*.deb
python3 -B cmake/dist.py "$output" >/dev/null
version=$(basename "$output"/dpcvx-*.tar.gz .tar.gz | sed 's/^dpcvx-//')
[ "$(sed -n '1s/dpcvx (\(.*\)-[^-]*) .*/\1/p' cmake/debian/changelog)" = "$version" ] || {
  echo "dpcvx: cmake/debian/changelog is not of version $version" >&2
  exit 1
}
mv "$output/dpcvx-$version.tar.gz" "$output/dpcvx_$version.orig.tar.gz"
cd "$output"
tar -xzf "dpcvx_$version.orig.tar.gz"
cd "dpcvx-$version"
cp -R cmake/debian debian
if [ "${2:-}" = source ]; then
  cd ..
  exec dpkg-source -b "dpcvx-$version"
fi
dpkg-buildpackage -us -uc
# Tags of information are shown and do not fail.
lintian --info --display-info --fail-on error,warning "$output"/dpcvx_*.changes
ls -l "$output"/*.deb
