//! The program is linked to run where it was linked for: then it has no addresses to relocate when it starts, which are
//! a megabyte to read and a megabyte that can't be shared. And it knows how it was built.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=PLIMSOLL_COMMIT");
    println!("cargo:rustc-link-arg-bins=-no-pie");
    let set = |name: &str, value: String| println!("cargo:rustc-env={name}={value}");
    let given = |name: &str| std::env::var(name).unwrap_or_default();
    set("PLIMSOLL_TARGET", given("TARGET"));
    set("PLIMSOLL_PROFILE", profile(&given("OUT_DIR")).unwrap_or_else(|| given("PROFILE")));
    // Only a release says its commit: a build of every day would be made again for each.
    set("PLIMSOLL_COMMIT", given("PLIMSOLL_COMMIT"));
    set("PLIMSOLL_RUSTC", compiler().unwrap_or_default());
}

/// `PROFILE` knows two; the others are known by the folder: `target/PROFILE/build/plimsoll-HASH/out`.
fn profile(out: &str) -> Option<String> {
    Some(Path::new(out).ancestors().nth(3)?.file_name()?.to_str()?.to_owned())
}

fn compiler() -> Option<String> {
    let asked = Command::new(std::env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(asked.stdout).ok()?.trim().to_owned())
}
