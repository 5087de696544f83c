#!/bin/sh
# Debian's packages: built, checked by lintian, installed into a new system that holds Debian's base, and used there by
# the packages' own tests.
cd "$(dirname "$0")/../../.." || exit 1
. tests/install/packages/common.sh
for tool in dpkg-buildpackage dh dh_python3 lintian mmdebstrap; do have $tool || missing $tool; done
[ "$(id -u)" = 0 ] || missing "root, who alone makes a system in a folder"
system=$work/system
release=$(. /etc/os-release && echo "$VERSION_CODENAME")

# The C programs of the tests have been run on the same sources; debian/rules runs them for who builds the package alone.
builds() { DEB_BUILD_OPTIONS="nocheck parallel=$jobs" make BUILD="$work" deb; }
try "they build, and lintian finds no error and no warning" builds
named() { (cd "$work/deb" && ls libdpcvx0_*.deb libdpcvx-dev_*.deb python3-dpcvx_*.deb); }
try "three packages" named
debian="the registry of Debian's packages"
base() { fetched "$debian" sh -c "rm -rf '$system' && mmdebstrap --quiet --variant=apt $release '$system' </dev/null"; }
try "a new system of Debian $release" base
new="env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive chroot $system"
inside() { $new "$@"; }
empty() { ! inside sh -c 'command -v cc || command -v python3 || ls /usr/include/dpcvx.h'; }
try "control: it has no compiler, no Python and no dpcvx" empty
installs() {
  mkdir "$system/packages" && cp "$work"/deb/*.deb "$system/packages" && rm -f "$system"/packages/*dbgsym* &&
    fetched "$debian" $new sh -c 'apt-get update -q &&
      apt-get install -q -y --no-install-recommends /packages/*.deb gcc libc6-dev pkg-config'
}
try "they install there" installs
mkdir -p "$system/sources/tests/install" "$system/sources/bindings/python"
cp tests/install/user.c "$system/sources/tests/install"
cp bindings/python/smoke.py bindings/python/smoke_support.py "$system/sources/bindings/python"
cp cmake/debian/tests/c cmake/debian/tests/python "$system/sources"
for program in c python; do
  used() { inside sh -c "cd /sources && sh ./$program"; }
  try "the package's test: $program" used
done
removed() { inside apt-get purge -q -y libdpcvx0 && ! inside sh -c 'ls /usr/lib/*/libdpcvx*'; }
try "they are removed" removed
absent() { ! inside sh -c 'cd /sources && sh ./c'; }
try "control: then the test in C fails" absent
# Where it did not end well it stays.
[ $failed = 1 ] || rm -rf "$system"
ended
