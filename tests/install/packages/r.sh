#!/bin/sh
# R's source package with the library inside: made, checked as CRAN does, and used from the library folder that the check
# installs it into, where no pkg-config and no library of ours is found.
cd "$(dirname "$0")/../../.." || exit 1
. tests/install/packages/common.sh
have Rscript || missing R
Rscript --vanilla -e 'library(knitr); library(markdown)' >/dev/null 2>&1 || missing "R package knitr or markdown"
for tool in qpdf checkbashisms unshare; do have $tool || missing $tool; done
export PKG_CONFIG=false MAKEFLAGS=-j$jobs
# Building runs the vignette, by a package that is compiled for that alone.
printf 'CXX17FLAGS = -O0\nCFLAGS = -O0\n' >"$work/quick"
builds() { R_MAKEVARS_USER="$work/quick" make BUILD="$work" r-package; }
try "a source package" builds
cd "$work/r-package" || exit 1
package=$(echo dpcvx_*.tar.gz)
small() { [ "$(wc -c <"$package")" -lt 5000000 ]; }
try "below 5 MB" small
echo "evidence: packages: R source package: $(wc -c <"$package") bytes"

# First what must fail, at the first source that is compiled, or before.
tar -xzf "$package" -C "$work"
mkdir "$work/library"
# refused WORDS NAME=VALUE: installing the unpacked package, with an environment, fails with these words.
refused() { ! env "$2" R CMD INSTALL --library="$work/library" "$work/dpcvx" >"$work/said" 2>&1 && grep -e "$1" "$work/said"; }
mv "$work/dpcvx/src/library/src/base/status.h" "$work/away"
try "control: without a header of the library it does not install" refused 'status.h: No such file' A=B
mv "$work/away" "$work/dpcvx/src/library/src/base/status.h"
printf 'CXX17FLAGS = -O2 -ffast-math\n' >"$work/fast"
try "control: flags that change arithmetic are refused" refused 'fast-math would break' R_MAKEVARS_USER="$work/fast"

# Without the network. A check needs no more than two processors at once: it notes more.
checked() {
  env _R_CHECK_CRAN_INCOMING_=false _R_CHECK_FORCE_SUGGESTS_=false _R_CHECK_SYSTEM_CLOCK_=false \
    _R_CHECK_EXAMPLE_TIMING_CPU_TO_ELAPSED_THRESHOLD_=2.5 _R_CHECK_TEST_TIMING_CPU_TO_ELAPSED_THRESHOLD_=2.5 \
    unshare --map-root-user --net R CMD check --as-cran --no-manual -o "$work" "$package"
}
try "R CMD check --as-cran runs to its end" checked
# What is noted on a package of this kind: objects with debugging information, as Debian's R compiles them, are large.
known='^\* checking installed package size \.\.\. NOTE$'
found() { grep -E '^\* .*\.\.\. .*(ERROR|WARNING|NOTE)$| (ERROR|WARNING)$' "$work/dpcvx.Rcheck/00check.log"; }
quiet() { grep '^Status: ' "$work/dpcvx.Rcheck/00check.log" && ! found | grep -v "$known"; }
try "no error, no warning, no note but of its size" quiet
echo "evidence: packages: R CMD check --as-cran: $(sed -n 's/^Status: //p' "$work/dpcvx.Rcheck/00check.log")"
cd "$root" || exit 1

export R_LIBS="$work/dpcvx.Rcheck" R_LIBS_USER="$work/dpcvx.Rcheck"
outside() { (cd "$work" && Rscript --vanilla "$root/bindings/r/inst/examples/fit_predict.R"); }
start=$(date +%s)
try "the package fits" outside
# Installing is a step of the check, which says how long it took: in seconds, or in minutes where it took several.
installing=$(sed -n 's/^.* can be installed .*\[[0-9]*[sm]\/\([0-9]*\)\([sm]\)\].*/\1 \2/p' "$work/dpcvx.Rcheck/00check.log" |
  awk '{ print $2 == "m" ? 60 * $1 : $1 }')
from_nothing "R, R CMD INSTALL of the source package, which builds the library" $((${installing:-0} + $(date +%s) - start))
unlinked() { ! ldd "$work/dpcvx.Rcheck/dpcvx/libs/dpcvx.so" | grep dpcvx; }
try "it needs no shared library of ours" unlinked
same_bits() {
  "$CC" -o "$work/same_bits" tests/install/same_bits.c "$BUILD/libdpcvx.a" -Iinclude -lm && "$work/same_bits" >"$work/bits_of_c" &&
    Rscript --vanilla tests/install/same_bits.R >"$work/bits_of_r" &&
    [ "$(wc -c <"$work/bits_of_c")" -gt 10000 ] && cmp "$work/bits_of_c" "$work/bits_of_r"
}
try "one seed gives the bits of the library with its AVX kernels" same_bits
ended
