// Written by bindings/generate/rust.py from bindings/api.json. Do not edit: "make api" writes it anew.
pub mod constants;
pub mod functions;
pub mod keys;
#[cfg(test)]
mod linked;
