#!/bin/sh
# The library for Windows by mingw-w64, as an archive and as a DLL, and the C programs of the tests under wine.
cd "$(dirname "$0")/../../.." || exit 1
. tests/install/packages/common.sh
for tool in cmake x86_64-w64-mingw32-g++-posix x86_64-w64-mingw32-objdump; do have $tool || missing $tool; done
wine=$(command -v wine64 || command -v wine || ls /usr/lib/wine/wine64 2>/dev/null)
[ -n "$wine" ] || missing wine64
export WINEPREFIX="$work/wine" WINEDEBUG=-all

try "its sources, joined" python3 -B cmake/joined_tree.py "$work/tree"
# library KIND OPTION...: the build of one kind.
library() {
  folder=$work/$1
  shift
  cmake -S "$work/tree/cmake" -B "$folder" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/mingw.cmake" "$@" &&
    cmake --build "$folder" -j $jobs
}
try "the DLL builds" library shared -DBUILD_SHARED_LIBS=ON
dll=$work/shared/libdpcvx.dll
# As public headers declare them: nothing is missing, and nothing else goes out.
exports() {
  x86_64-w64-mingw32-objdump -p "$dll" | awk '/^\[Ordinal\/Name Pointer\] Table/ { on = 1; next } on && NF < 2 { exit } on { print $NF }' |
    sort >"$work/exported"
  sort "$BUILD/exports.txt" >"$work/public"
  [ -s "$work/public" ] && diff "$work/public" "$work/exported"
}
try "the DLL exports the public functions, and no other" exports
alone() {
  x86_64-w64-mingw32-objdump -p "$dll" | sed -n 's/.*DLL Name: //p' >"$work/needs" && grep -i kernel32 "$work/needs" &&
    ! grep -Evi '^(kernel32|msvcrt|bcrypt|advapi32|user32|api-ms-win-[a-z0-9-]*|ucrtbase)\.dll$' "$work/needs"
}
try "the DLL needs no library beside those of Windows" alone
try "the archive builds" library static

# The programs, linked with each.
compiled() {
  for source in tests/abi/*_test.c; do
    name=$(basename "$source" .c)
    x86_64-w64-mingw32-gcc-posix -std=c99 -pedantic -O1 -Iinclude -o "$work/static/$name.exe" "$source" \
      "$work/static/libdpcvx.a" -static -lstdc++ -lpthread -lbcrypt -lm &&
      x86_64-w64-mingw32-gcc-posix -std=c99 -pedantic -O1 -Iinclude -o "$work/shared/$name.exe" "$source" \
        "$work/shared/libdpcvx.dll.a" || return 1
  done
}
try "the C programs compile and link" compiled
start() { "$wine" wineboot --init && "$wine" cmd /c ver; }
try "wine starts" start
runs() { (cd "$work/$1" && "$wine" "./$2.exe" </dev/null >"$2.log" 2>&1); }
# Wine's server may drop a client under load. That is no result of the program, which runs once more.
dropped() { grep -q '^wine client error' "$work/$1/$2.log"; }
# passes KIND NAME: a program ends well and prints its tests.
passes() {
  { runs "$1" "$2" || { dropped "$1" "$2" && runs "$1" "$2"; }; } && grep -q '^ok ' "$work/$1/$2.log" && return
  cat "$work/$1/$2.log"
  return 1
}
for source in tests/abi/*_test.c; do
  name=$(basename "$source" .c)
  try "$name, static" passes static "$name"
  try "$name, by the DLL" passes shared "$name"
done
# What a program would not notice.
mv "$dll" "$dll.away"
absent() { ! passes shared rng_test; }
try "control: without the DLL a program does not start" absent
mv "$dll.away" "$dll"
wineserver -k 2>/dev/null || /usr/lib/wine/wineserver -k 2>/dev/null
ended
