#!/bin/sh
# Each binding against the installed copy. That of Go has go_test.sh.
cd "$(dirname "$0")/../.." || exit 1
. tests/install/common.sh

for smoke in smoke smoke_tables smoke_reach smoke_progress smoke_frames smoke_below \
  smoke_process smoke_docs smoke_shown smoke_notebooks smoke_estimators; do
  show env DPCVX_LIBRARY="$prefix/lib/libdpcvx.so" PYTHONDONTWRITEBYTECODE=1 python3 "bindings/python/$smoke.py"
done

if have rustc; then
  by_rustc() {
    rustc --edition 2018 -D warnings --crate-type rlib --crate-name dpcvx --out-dir "$work" -L "native=$prefix/lib" \
      -l static=dpcvx -l m bindings/rust/src/lib.rs &&
      rustc --edition 2018 -D warnings --extern dpcvx="$work/libdpcvx.rlib" -o "$work/rust_smoke" \
        bindings/rust/examples/smoke.rs
  }
  try "rust: the crate compiles" by_rustc
  show "$work/rust_smoke"
else
  echo "skip rust: there is no rustc"
fi

if have Rscript && have pkg-config; then
  by_r() {
    # R writes its objects beside the sources: it gets a copy of them.
    cp -R bindings/r "$work/r" && mkdir "$work/r-library" && R CMD INSTALL --library="$work/r-library" "$work/r"
  }
  try "r: the package installs" by_r
  show env R_LIBS="$work/r-library" Rscript --vanilla bindings/r/tests/smoke.R
else
  echo "skip r: there is no Rscript, or no pkg-config"
fi
exit $failed
