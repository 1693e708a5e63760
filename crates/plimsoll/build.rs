//! The program is linked to run where it was linked for: then it has no addresses to relocate when it starts, which are
//! a megabyte to read and a megabyte that can't be shared.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-arg-bins=-no-pie");
}
