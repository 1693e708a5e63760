//! The same plans in JMeter 5.6.3 and in Plimsoll: both must ask the server for the same things and write the same
//! rows. See `tests/differential/README.md`.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::panic,
    reason = "a test fails by panicking, and says what it skipped"
)]

mod compact;
mod corpora;
mod jmeter;
mod observation;
mod server;
mod suite;

use suite::{Case, Gold};

/// Own plans, one per rule of JMeter's.
#[test]
fn own_plans_do_what_they_do_in_jmeter() {
    suite::compare(&Case::own());
}

/// Plans of public repositories, cut down to a second or two.
#[test]
fn plans_of_others_do_what_they_do_in_jmeter() {
    suite::compare(&Case::foreign());
}

/// What is kept of JMeter is what JMeter does. `DIFFERENTIAL_RECORD=1` writes it anew.
#[test]
fn jmeter_still_does_what_was_recorded() {
    let Some(home) = jmeter::home() else {
        // On a developer's machine it may be missing; the recordings are compared all the same.
        assert!(
            std::env::var_os("CI").is_none(),
            "JMeter is not installed: tests/install-tools.sh needs Maven"
        );
        eprintln!("skipped: JMeter is not installed (tests/install-tools.sh does it, with Maven)");
        return;
    };
    let cases: Vec<Case> = Case::own().into_iter().chain(Case::foreign()).collect();
    suite::record(&home, &cases, &mut Gold::read());
}
