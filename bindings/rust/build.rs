// Links the archive in DPCVX_LIB_DIR, or else in the places the linker knows.
fn main() {
    if let Ok(place) = std::env::var("DPCVX_LIB_DIR") {
        println!("cargo:rustc-link-search=native={}", place);
    }
    println!("cargo:rustc-link-lib=static=dpcvx");
    println!("cargo:rustc-link-lib=m");
    println!("cargo:rerun-if-env-changed=DPCVX_LIB_DIR");
}
