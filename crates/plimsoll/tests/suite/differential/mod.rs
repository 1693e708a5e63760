//! The same plans in JMeter 5.6.3 and in Plimsoll: both must ask the server for the same things and write the same
//! rows. See `tests/differential/README.md`.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod compact;
mod corpora;
mod jmeter;
mod observation;
mod server;
mod suite;

use crate::jmeter_home::home;
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

/// What is kept of JMeter is what JMeter does. `DIFFERENTIAL_RECORD=1` writes it again.
#[test]
fn jmeter_still_does_what_was_recorded() {
    let Some(home) = home() else { return };
    let cases: Vec<Case> = Case::own().into_iter().chain(Case::foreign()).collect();
    suite::record(&home, &cases, &mut Gold::read());
}
