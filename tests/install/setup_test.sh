#!/bin/sh
# A machine that lacks packages: make and make install name what is missing and install nothing; make demo and make test
# say what they install, then install it. The machine is a PATH without compilers and an apt-get that only keeps a record.
cd "$(dirname "$0")/../.." || exit 1
. tests/install/common.sh

bare=$work/bin
mkdir -p "$bare"
for tool in sh make awk sed grep cat cmp printf mkdir touch rm nproc uname dirname basename tr head env sort realpath; do
  ln -s "$(command -v $tool)" "$bare/$tool"
done
printf '#!/bin/sh\necho 0\n' >"$bare/id"
cat >"$bare/apt-get" <<END
#!/bin/sh
grep -q 'dpcvx: installs' "$work/said" || echo "before it was said:" >>"$work/record"
echo "apt-get \$*" >>"$work/record"
[ "\$1" = update ]
END
chmod +x "$bare/id" "$bare/apt-get"
unset CC CXX CPPFLAGS CXXFLAGS EXTRA_CXXFLAGS
export DPCVX_RETRY_SECONDS=0

# on_bare GOAL...: make there, from nothing. What it says is in $work/said, what was installed in $work/record.
on_bare() {
  rm -rf "$work/build" "$work/record"
  PATH=$bare make -j2 BUILD="$work/build" EIGEN_INCLUDE="$work/none" PREFIX="$prefix" "$@" >"$work/said" 2>&1
}
names() { grep "$1" "$work/said" | grep 'g++' | grep 'gcc' | grep 'binutils'; }

stops() {
  ! on_bare "$@" && names '^dpcvx: missing' && ! grep -i eigen "$work/said" && grep -q "make deps" "$work/said" &&
    [ ! -e "$work/record" ] && [ "$(grep -c '^dpcvx:' "$work/said")" = 1 ]
}
try "setup: make names what is missing and installs nothing" stops
try "setup: make install names what is missing and installs nothing" stops install

installs() {
  ! on_bare "$1" && names '^dpcvx: installs these packages' >"$work/named" && grep 'apt-get install' "$work/record" &&
    ! grep before "$work/record" && [ "$(grep -c '^dpcvx: installs' "$work/said")" = 1 ]
}
try "setup: make demo says what it installs, then installs it" installs demo
try "setup: make test says what it installs, then installs it" installs test
tests_too() {
  for package in libgtest-dev libeigen3-dev; do grep $package "$work/named" && grep $package "$work/record" || return 1; done
}
try "setup: make test has one list, with what the tests need" tests_too
# The apt-get of this machine fails at each install.
named() {
  ! on_bare test && [ "$(grep -c 'apt-get install' "$work/record")" = 3 ] &&
    grep '^dpcvx: try 2 of 3 failed at the registry of Debian' "$work/said" && grep '^dpcvx: .* in 3 tries' "$work/said"
}
try "setup: it tries three times, and names the registry that fails" named
printf '#!/bin/sh\necho try >>"%s/tries"\n[ $(wc -l <"%s/tries") = 2 ]\n' "$work" "$work" >"$work/second"
second() { sh cmake/retry.sh "a registry" sh "$work/second" && [ "$(wc -l <"$work/tries")" = 2 ]; }
try "setup: control: a registry that answers the second time is no failure" second
exit $failed
