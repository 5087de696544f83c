#!/bin/sh
# Rust's crates as their users get them: from nothing, by a program outside the checkout, with the library built by
# cargo (the feature vendored). Fetches ndarray from the registry of crates.
cd "$(dirname "$0")/../.." || exit 1
root=$(pwd)
work=$root/${BUILD#"$root"/}/packages/rust
failed=0
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DPCVX_LIB_DIR DPCVX_STATIC PKG_CONFIG_PATH CARGO_TARGET_DIR
if ! command -v cargo >/dev/null 2>&1; then
  echo "skip packages: rust: there is no cargo"
  exit 0
fi
rm -rf "$work"
mkdir -p "$work/program/src"

# try NAME COMMAND...: one test; what the command says is shown where it fails.
try() {
  name=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    echo "ok packages: rust: $name"
  else
    cat "$work/log"
    echo "not ok packages: rust: $name"
    failed=1
  fi
}

cat >"$work/program/Cargo.toml" <<END
[package]
name = "program"
version = "0.1.0"
edition = "2021"

[dependencies]
dpcvx = { path = "$root/bindings/rust/dpcvx", features = ["vendored", "ndarray"] }
ndarray = "0.17"

[workspace]
END
cat >"$work/program/src/main.rs" <<'END'
use dpcvx::{Dataset, FitTable, Loss};
use ndarray::Array2;

fn main() -> dpcvx::Result<()> {
    let x = Array2::from_shape_fn((2000, 1), |(i, _)| (i % 100) as f64);
    let y: Vec<f64> = x.iter().map(|x| if *x > 50.0 { 1.0 } else { -1.0 }).collect();
    let fit = FitTable::new(Loss::Logistic, 4.0, 1e-6).ranges(&[0.0], &[100.0]).fit(&Dataset::new(x.view(), &y)?)?;
    let predicted = fit.predict(&Dataset::unlabelled(x.view())?)?;
    let right = predicted.iter().zip(&y).filter(|(one, other)| one == other).count();
    println!("{} of 2000", right);
    assert!(right > 1800);
    Ok(())
}
END
# Cargo's own folder stays: it holds the toolchain's settings. The build folder is new.
builds() { (cd "$work/program" && CARGO_TARGET_DIR="$work/target" cargo build); }
try "a program builds the library with it" builds
try "it fits" "$work/target/debug/program"
alone() { ! ldd "$work/target/debug/program" | grep dpcvx; }
try "it needs no shared library of ours" alone
# The raw crate packs alone. The safe one names it by version, so the registry must have that before it packs.
packs() { (cd bindings/rust && CARGO_TARGET_DIR="$work/target" cargo package --no-verify --allow-dirty -p dpcvx-sys); }
try "the raw crate packs" packs
clean() { ! git status --porcelain --untracked-files=all bindings | grep -v '^[ MADR]'; }
try "building leaves nothing in the checkout" clean
exit $failed
