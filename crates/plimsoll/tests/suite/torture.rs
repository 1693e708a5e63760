//! Faults made by program, in their short form (`make torture` makes thousands, docs/reliability.md has the figures).

use crate::program::{PLIMSOLL, said};
use plimsoll_testkit::programs::program;
use std::path::Path;
use std::process::Command;

#[test]
fn what_is_said_of_faults_holds() {
    let Some(python) = program("python3") else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/torture/torture.py");
    let output = Command::new(python)
        .arg(script)
        .args(["--short", "--plimsoll", PLIMSOLL])
        .output()
        .expect("the interpreter starts");
    assert!(output.status.success(), "{}", said(&output));
    for line in said(&output).lines().filter(|line| line.contains(", not taken")) {
        plimsoll_testkit::skip::skip("a fault", line);
    }
}
