#!/bin/sh
# Python and R against the installed copy. go_test.sh and rust_test.py have the tests of Go and Rust.
cd "$(dirname "$0")/../.." || exit 1
. tests/install/common.sh

# What Python compiles stays beside the build's other files: a prefix hides what was compiled before.
show env -u PYTHONDONTWRITEBYTECODE DPCVX_LIBRARY="$prefix/lib/libdpcvx.so" PYTHONPYCACHEPREFIX="$root/${BUILD#"$root"/}/pycache" \
  python3 tests/install/python_smokes.py smoke smoke_tables smoke_reach smoke_progress smoke_frames smoke_words smoke_below \
  smoke_reports smoke_process smoke_docs smoke_shown smoke_notebooks smoke_estimators smoke_charges smoke_memory \
  smoke_distributed smoke_parts smoke_names smoke_meaning smoke_arrow smoke_estimates

if have Rscript && have pkg-config; then
  # What R compiles hands arguments over: the optimiser and byte code take more time there than they gain. Packages are
  # built with both.
  echo 'CFLAGS = -O0' >"$work/makevars"
  export R_MAKEVARS_USER="$work/makevars"
  by_r() {
    # R writes its objects beside the sources: it gets a copy of them.
    cp -R bindings/r "$work/r" && mkdir "$work/r-library" && R CMD INSTALL --no-byte-compile --library="$work/r-library" "$work/r"
  }
  try "r: the package installs" by_r
  if Rscript --vanilla -e 'library(testthat)' >/dev/null 2>&1; then
    show env R_LIBS="$work/r-library" DPCVX_LIBRARY="$prefix/lib/libdpcvx.so" Rscript --vanilla tests/install/r_tests.R
  else
    echo "skip r: the tests of the package: there is no testthat"
  fi
  same_bits() {
    "$CC" -o "$work/same_bits" tests/install/same_bits.c "$prefix/lib/libdpcvx.a" -I"$prefix/include" -lm &&
      "$work/same_bits" >"$work/bits_of_c" &&
      R_LIBS="$work/r-library" Rscript --vanilla tests/install/same_bits.R >"$work/bits_of_r" &&
      [ "$(wc -c <"$work/bits_of_c")" -gt 10000 ] && cmp "$work/bits_of_c" "$work/bits_of_r"
  }
  try "r: one seed gives the same bits in C and R" same_bits
  streams() {
    cp tests/install/arrow_shim.c "$work" &&
      (cd "$work" && PKG_CPPFLAGS="-I$root/bindings/c/examples" R CMD SHLIB arrow_shim.c) &&
      R_LIBS="$work/r-library" Rscript --vanilla tests/install/arrow_shim.R "$work/arrow_shim.so"
  }
  try "r: a stream of Arrow that C made gives the bits of rows in memory" streams
else
  echo "skip r: there is no Rscript, or no pkg-config"
fi
exit $failed
