// Written by bindings/generate/rust.py from bindings/api.json. Do not edit: "make api" writes it anew.
pub mod enums;
pub mod figures;
pub mod options;
pub mod words;
