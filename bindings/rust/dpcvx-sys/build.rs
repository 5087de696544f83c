//! Finds the library, or builds it: see "Install" in the README of the Rust crates.
//!
//! 1. The feature `vendored` builds the static library with make, from the sources in the crate or around it.
//! 2. `DPCVX_LIB_DIR` names the folder of the library.
//! 3. pkg-config knows where it is installed.
//! 4. A crate from a registry carries the sources. It builds them where pkg-config knows none.
//!
//! The static library is linked where the folder has one, unless `DPCVX_STATIC` is 0. So programs run without a search
//! path for shared libraries.
//!
//! The library is built by its own Makefile, not by another list of flags: proofs of rounding rest on them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{exit, Command};

/// Ends the build with a message.
fn fail(message: &str) -> ! {
    eprintln!("dpcvx-sys: {}", message);
    exit(1)
}

/// What a command prints, if it runs and succeeds.
fn output(command: &mut Command) -> Option<String> {
    let done = command.output().ok()?;
    if done.status.success() {
        Some(String::from_utf8_lossy(&done.stdout).trim().to_string())
    } else {
        None
    }
}

/// Whether a folder holds the sources of the library.
fn has_sources(place: &Path) -> bool {
    place.join("Makefile").is_file() && place.join("include/dpcvx.h").is_file()
}

/// The sources that are packed into the crate, if they are.
fn packed() -> Option<PathBuf> {
    let place = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("vendor");
    Some(place).filter(|place| has_sources(place))
}

/// The sources of the library: packed into the crate, or those of the checkout that it lies in.
fn sources() -> PathBuf {
    let around = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../..");
    match packed().or_else(|| Some(around).filter(|place| has_sources(place))) {
        Some(found) => found,
        None => fail(
            "the feature `vendored` needs the sources of the library: take the crate from a registry or a checkout",
        ),
    }
}

/// Builds the static library in cargo's folder, and returns that folder.
fn built() -> PathBuf {
    let sources = sources();
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("library");
    for watched in ["Makefile", "src", "include"] {
        println!("cargo:rerun-if-changed={}", sources.join(watched).display());
    }
    let mut make = Command::new("make");
    make.current_dir(&sources).arg(format!("-j{}", env::var("NUM_JOBS").unwrap_or_else(|_| "1".into())));
    make.arg(format!("BUILD={}", target.display())).arg(target.join("libdpcvx.a"));
    // Cargo's jobserver and the variables of a make that runs cargo are not for this make.
    for name in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CARGO_MAKEFLAGS"] {
        make.env_remove(name);
    }
    match make.status() {
        Ok(status) if status.success() => target,
        Ok(status) => fail(&format!("make ended with {}; the library needs g++, make and binutils", status)),
        Err(problem) => fail(&format!("make does not run: {}", problem)),
    }
}

/// The folder of an installed library. None where pkg-config knows none of this version and the crate carries the sources.
fn installed() -> Option<PathBuf> {
    println!("cargo:rerun-if-env-changed=DPCVX_LIB_DIR");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG");
    if let Some(place) = env::var_os("DPCVX_LIB_DIR") {
        return Some(PathBuf::from(place));
    }
    let program = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".into());
    let asked = |what: &str| output(Command::new(&program).args([what, "dpcvx"]));
    let version = match asked("--modversion") {
        Some(version) => version,
        None if packed().is_some() => return None,
        None => fail(
            "there is no library dpcvx: install it (make install PREFIX=...), and set PKG_CONFIG_PATH to its \
             lib/pkgconfig; or set DPCVX_LIB_DIR to the folder of libdpcvx.a; or turn on the feature `vendored`, which builds it",
        ),
    };
    let wanted = env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    let line = |version: &str| version.split('.').take(2).map(str::to_string).collect::<Vec<_>>();
    if line(&version) != line(&wanted) {
        if packed().is_some() {
            return None;
        }
        fail(&format!("pkg-config finds dpcvx {}; this crate is of dpcvx {}", version, wanted));
    }
    match output(Command::new(&program).args(["--variable=libdir", "dpcvx"])) {
        Some(place) if !place.is_empty() => Some(PathBuf::from(place)),
        _ => fail("pkg-config does not tell the folder of dpcvx"),
    }
}

/// Whether the static library is wanted.
fn is_static(place: &Path) -> bool {
    println!("cargo:rerun-if-env-changed=DPCVX_STATIC");
    match env::var("DPCVX_STATIC").as_deref() {
        Ok("0") => false,
        Ok(_) => true,
        Err(_) => place.join("libdpcvx.a").is_file(),
    }
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("DOCS_RS").is_some() {
        return; // documentation needs no library
    }
    let found = if env::var_os("CARGO_FEATURE_VENDORED").is_some() { None } else { installed() };
    let vendored = found.is_none();
    let place = found.unwrap_or_else(built);
    println!("cargo:rustc-link-search=native={}", place.display());
    if vendored || is_static(&place) {
        if !vendored {
            // Programs hold what the file holds: another one is linked anew.
            println!("cargo:rerun-if-changed={}", place.join("libdpcvx.a").display());
        }
        println!("cargo:rustc-link-lib=static=dpcvx");
        println!("cargo:rustc-link-lib=m");
        println!("cargo:rustc-link-lib=pthread");
    } else {
        println!("cargo:rustc-link-lib=dylib=dpcvx");
    }
}
