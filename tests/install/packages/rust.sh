#!/bin/sh
# Rust's crates as a registry would hold them: packed with the library's sources, then taken by a program elsewhere, from
# a registry in a folder, without the network or pkg-config. Takes ndarray from the registry of crates, where
# cargo has not fetched it yet.
cd "$(dirname "$0")/../../.." || exit 1
. tests/install/packages/common.sh
have cargo || missing cargo
target=$work/target
registry=$work/registry

# ---- Packing -----------------------------------------------------------------------------------------------------------

carried() { make BUILD="$work" rust-crates && mv "$work/rust-crates/crates" "$work"; }
try "the crates carry the library" carried
# A folder of crates that stands for the registry. First what ours depend on.
others() {
  cd "$work/crates" && { cargo vendor --quiet --locked --offline "$registry" ||
    fetched "the registry of crates" cargo vendor --quiet --locked "$registry"; }
}
try "a registry in a folder" others
mkdir -p "$work/crates/.cargo" "$work/program/.cargo" "$work/program/src"
printf '[source.crates-io]\nreplace-with = "folder"\n[source.folder]\ndirectory = "%s"\n' "$registry" |
  tee "$work/crates/.cargo/config.toml" >"$work/program/.cargo/config.toml"
cd "$work/crates" || exit 1
# packed CRATE: packs it and puts it into the registry.
packed() {
  CARGO_TARGET_DIR="$target" cargo package --offline --no-verify --allow-dirty -p "$1" || return 1
  crate=$(echo "$target"/package/"$1"-[0-9]*.crate)
  size=$(wc -c <"$crate")
  [ "$size" -lt 10000000 ] && tar -xzf "$crate" -C "$registry" || return 1
  printf '{"files":{},"package":"%s"}\n' "$(sha256sum "$crate" | cut -d' ' -f1)" \
    >"$registry/$(basename "$crate" .crate)/.cargo-checksum.json"
  echo "evidence: packages: the crate $1: $size bytes" >>"$work/sizes"
}
try "dpcvx-sys packs, below the registry's 10 MB" packed dpcvx-sys
try "dpcvx packs" packed dpcvx
licensed() { (cd "$registry"/dpcvx-sys-*/ && ls LICENSE vendor/LICENSE); }
try "the licence is inside" licensed
cat "$work/sizes"

# ---- Use ---------------------------------------------------------------------------------------------------------------

cat >"$work/program/Cargo.toml" <<'END'
[package]
name = "program"
version = "0.1.0"
edition = "2021"

[dependencies]
dpcvx = { version = "0.1.0", features = ["ndarray"] }
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
cd "$work/program" || exit 1
# No pkg-config finds a library: the crate must have all.
mkdir "$work/empty"
alone() { env PKG_CONFIG=false NUM_JOBS=$jobs CARGO_TARGET_DIR="$work/$1" cargo build --offline; }
# First what must fail, at the first source that is compiled.
without() {
  mv "$1" "$work/away" && ! alone without >"$work/said" 2>&1 && grep "$2" "$work/said"
  status=$?
  mv "$work/away" "$1"
  return $status
}
vendored=$(echo "$registry"/dpcvx-sys-*/vendor)
try "control: without a header of the library it does not build" without "$vendored/src/base/status.h" 'make ended with'
try "control: without the sources there is no library" without "$vendored/Makefile" 'there is no library dpcvx'
fits() { alone target && "$work/target/debug/program"; }
first_fit "Rust, a program that builds the library with the crates, offline" fits
unlinked() { ! ldd "$work/target/debug/program" | grep dpcvx; }
try "it needs no shared library of ours" unlinked
cd "$root" || exit 1
clean() { ! git status --porcelain --untracked-files=all bindings | grep -v '^[ MADR]'; }
try "building leaves nothing in the checkout" clean
ended
