#!/bin/sh
# The caller's flags: what distributions pass is honoured, and breaks no promise of the archive. Built from src/base
# alone, which goes through every step.
cd "$(dirname "$0")/../.." || exit 1
. tests/install/common.sh
unset EXTRA_CXXFLAGS CXXFLAGS CPPFLAGS LDFLAGS CFLAGS

built=$work/built
# build VARIABLE=VALUE...: the library of src/base.
build() { make -j2 BUILD="$built" CC="$CC" CXX="$CXX" SOURCES="$(echo src/base/*.cpp src/base/machine/*.cpp)" V=1 "$@" all; }
# has_runtime FILE: it asks for the C++ runtime, for an unwinder or for link-time optimisation.
has_runtime() { readelf -SsW "$1" | grep -E 'UND (_Z|__cxa|__gxx|_Unwind)|\.eh_frame|\.init_array|\.gnu\.lto_|\.llvmbc'; }

# dpkg-buildflags, and what Fedora and Ubuntu add.
distribution() {
  build CXXFLAGS='-g -O2 -fstack-protector-strong -Wformat -Werror=format-security -fasynchronous-unwind-tables -fexceptions
    -flto=auto -Wp,-D_GLIBCXX_ASSERTIONS' CPPFLAGS='-Wdate-time -D_FORTIFY_SOURCE=2' LDFLAGS='-Wl,-z,relro -flto=auto'
}
try "flags: the library builds with those of distributions" distribution
promises() { ! has_runtime "$built/public.o" && readelf -dW "$built/libdpcvx.so" >"$work/d" && ! grep -E 'c\+\+|gcc_s' "$work/d"; }
try "flags: the archive keeps its promises with them" promises
honoured() {
  readelf -SW "$built/public.o" >"$work/sections" && grep -q debug_info "$work/sections" &&
    readelf -sW "$built/public.o" >"$work/symbols" && grep -q __stack_chk_fail "$work/symbols"
}
try "flags: -g and -fstack-protector-strong act" honoured
control() {
  printf '#include <vector>\nint f(std::vector<int> &v) { v.push_back(1); return v.at(3); }\n' >"$work/control.cpp" &&
    "$CXX" -O2 -c -o "$work/control.o" "$work/control.cpp" && has_runtime "$work/control.o"
}
try "flags: an object with exceptions is found (control)" control

linked() { rm -f "$built"/libdpcvx.so*; build LDFLAGS=-Wl,-z,nodelete && readelf -dW "$built/libdpcvx.so" | grep NODELETE; }
try "flags: LDFLAGS act on the shared library" linked

# refused VARIABLE=VALUE WORDS: make stops, and says so in these words.
refused() { ! build "$1" >"$work/refused" 2>&1 && grep -F -e "$2" "$work/refused"; }
for flag in -ffast-math -Ofast -ffinite-math-only; do
  try "flags: $flag is refused" refused "CXXFLAGS=-O2 $flag" "dpcvx: $flag would break"
done
try "flags: what needs a runtime of its own is refused" refused "CXXFLAGS=-O1 -fsanitize=address" \
  "dpcvx: the archive would need __asan"
exit $failed
