//! What a run says of the one that it follows.

use plimsoll_run::RunHeader;

/// The label with the run that is followed, as [`run_key`] names it.
pub const NEXT_OF: &str = "next-of";
/// The label with the finding's id.
pub const CLAIM: &str = "claim";
/// The label with what was changed of the system under test: `pool 16 → 24`.
pub const CHANGED: &str = "changed";

/// A run's name and start, as the label [`NEXT_OF`] has them: `lookup @1795640050.123456`.
pub fn run_key(header: &RunHeader) -> String {
    let us = header.started_unix_us;
    format!("{} @{}.{:06}", header.name, us.div_euclid(1_000_000), us.rem_euclid(1_000_000))
}

/// A label of a run.
pub fn label<'a>(header: &'a RunHeader, name: &str) -> Option<&'a str> {
    header.labels.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}
