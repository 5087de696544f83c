//! The C functions of [dpcvx](https://crates.io/crates/dpcvx), a library for differentially private convex
//! optimization.
//!
//! Names, types and comments are those of the headers. The modules are written from the library's own description of
//! its API, which libclang reads off the headers. The crate `dpcvx` wraps nearly all of it without `unsafe`.
//!
//! A function of the library never unwinds, and a callback that it is given must not either.

#![allow(non_camel_case_types)]

#[rustfmt::skip]
mod generated;

pub use generated::constants::*;
pub use generated::functions::*;
pub use generated::keys::{FIGURES, FUNCTIONS, OPTIONS};

/// A key of an option or of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Its name in lower case.
    pub name: &'static str,
    /// Its number.
    pub number: i32,
    /// Whether it is a real number (`_f64`), or else an integer (`_i64`).
    pub real: bool,
}

/// A family of keys, such as `PLAN_OPTION`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family {
    /// Its name: keys are `DPCVX_<name>_<key>`.
    pub name: &'static str,
    /// Its keys, in the order of the headers.
    pub keys: &'static [Key],
}
